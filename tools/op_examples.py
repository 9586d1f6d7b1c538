"""Examples of ops for the reference. An op's docstring may have one; other examples come from the
lit tests, or, if these have none, from random modules made from the op's declaration."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_attribute, parse_source, parse_type
from mlirlite.printer import PrintingFlags, print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.source import SourceFile

LIT = Path(__file__).resolve().parent.parent / "test" / "lit"
_FLAGS = PrintingFlags(local_scope=True, elide_elements_larger=16)
_LONGEST = 900
_ATTEMPTS = 12
_MORE = {
    "llvm": (
        (
            *("!llvm.ptr", "vector<4x!llvm.ptr>", "!llvm.token", "!llvm.struct<(f32, f32)>"),
            "!llvm.array<2 x f32>",
        ),
        ("@symbol", "[]", "[@symbol]", "#llvm.blocktag<id = 1>", '"v"'),
    ),
    "onnx": (
        (
            "none",
            *("tensor<1x4x6x6xf32>", "tensor<4x4x1x1xf32>", "tensor<2x3x4xf32>", "tensor<4xui8>"),
            *("tensor<2xi64>", "tensor<1xi64>", "tensor<i64>", "tensor<3x4xi32>", "tensor<f32>"),
            *("!onnx.Seq<tensor<*xf32>>", "tensor<1x4x!onnx.String>", "!onnx.Opt<tensor<4xf32>>"),
            *("tensor<1xf32>", "tensor<2x4xf32>", "tensor<4x3xui8>", "tensor<1x1x4x4xui8>"),
        ),
        (
            *("0 : si64", "1 : si64", "2 : si64", "[0, 1]", "[1 : si64]", "[2 : si64, 2 : si64]"),
            *('["a", "b"]', '"LEFT"', "f32", "0.5 : f32", "tensor<2xf32>", "[1.0 : f32]"),
        ),
    ),
}
"""Types and attributes of a dialect from which its ops can be made."""


def example_of(cls: Any, dialect: str) -> str:
    """The text of an op of a class; an empty string if there is none."""
    return from_tests(dialect).get(cls.name) or from_declaration(cls, dialect)


def from_tests(dialect: str) -> dict[str, str]:
    """The shortest text of each op of a dialect in the lit tests."""
    return _all_from_tests().get(dialect, {})


@cache
def _all_from_tests() -> dict[str, dict[str, str]]:
    """By dialect; each file is parsed once."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(LIT.rglob("*.mlir")):
        text = path.read_text(encoding="utf-8")
        for module in valid_modules(text):
            for op in module.walk():
                if f"{op.dialect_name}." in text:
                    of_dialect = found.setdefault(op.dialect_name, {})
                    shown = print_op(op, _FLAGS).rstrip()
                    if len(shown) < len(of_dialect.get(op.name, " " * _LONGEST)):
                        of_dialect[op.name] = shown
    return found


def valid_modules(text: str) -> Iterator[Operation]:
    """The modules of a test's chunks that parse and verify."""
    context = Context(allow_unregistered=True)
    for chunk in text.split("// -----"):
        try:
            module = parse_source(SourceFile("<test>", chunk), context)
        except DiagnosticError:
            continue
        if not verify(module, allow_unregistered=True):
            yield module


@cache
def more_of(dialect: str) -> tuple[Any, ...]:
    """The types and attributes of `_MORE`."""
    context = Context()
    types, attributes = _MORE.get(dialect, ((), ()))
    return (
        *(parse_type(text, context) for text in types),
        *(parse_attribute(text, context) for text in attributes),
    )


def from_declaration(cls: Any, dialect: str) -> str:
    """The text of an op that its declaration allows and the verifier accepts."""
    from mlirlite.testing.modules import module_of  # late: needs hypothesis

    for seed in range(_ATTEMPTS):
        module = module_of(random.Random(seed), [cls], more_of(dialect))
        for op in module.walk():
            if op.name == cls.name:
                return print_op(op, _FLAGS).rstrip()
    return ""
