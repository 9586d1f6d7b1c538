"""The example in an op's docstring is read, verified and printed back."""

import inspect
import re
import textwrap

import pytest

from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.traits import HasParent, Symbol, Terminator
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module
from mlirlite.parser.hooks.values import Values
from mlirlite.printer import print_op

DIALECTS = (
    "affine",
    "arith",
    "arm_sve",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "func",
    "gpu",
    "index",
    "linalg",
    "math",
    "memref",
    "nvvm",
    "omp",
    "ptr",
    "quant",
    "scf",
    "shape",
    "tensor",
    "tosa",
    "transform",
    "ub",
    "vector",
    "xevm",
)
# Ops that look at their parent themselves, not by a trait.
CHECK_THEIR_PARENT = {"gpu.launch_func", "tensor.parallel_insert_slice"}
CONTEXT = Context()
# Ops whose declarations are data have no docstring.
OPS = [
    cls
    for dialect in DIALECTS
    for cls in Dialect.classes(CONTEXT.dialect(dialect)).values()
    if issubclass(cls, Op)
]


def example(cls):
    found = re.search(r"```mlir\n(.*?)```", inspect.getdoc(cls) or "", re.DOTALL)
    assert found, f"{cls.__name__} has no example"
    return found[1]


def undefined_values(text, monkeypatch):
    """Names and types of the values that a text uses and does not define."""
    found = {}

    def undefined(values):
        found.update({reference.name: reference.type for reference in values.forward})
        return []

    with monkeypatch.context() as patch:
        patch.setattr(Values, "undefined", undefined)
        parse_module(text, Context(allow_unregistered=True))
    return found


def in_function(text, values):
    """The text as the body of a function that has the values as arguments."""
    arguments = ", ".join(f"{name}: {type}" for name, type in values.items())
    body = textwrap.indent(text, "  ")
    return f"func.func @example({arguments}) {{\n{body}  return\n}}\n"


@pytest.mark.parametrize("cls", OPS, ids=lambda cls: cls.name)
def test_example(cls, monkeypatch):
    text = example(cls)
    values = undefined_values(text, monkeypatch)
    stands_alone = cls.has_trait(Symbol) or "func.func" in text
    needs_parent = (
        cls.has_trait(HasParent) or cls.has_trait(Terminator) or cls.name in CHECK_THEIR_PARENT
    )
    if not stands_alone and not needs_parent:
        text = in_function(text, values)
    elif values:
        text = "".join(f'{n} = "test.value"() : () -> {t}\n' for n, t in values.items()) + text
    module = parse_module(text, Context(allow_unregistered=True))
    assert any(isinstance(op, cls) for op in module.walk())
    if not needs_parent or stands_alone:
        problems = [] if issubclass(cls, SymbolUser) else verify(module)
        assert problems == []
    for form in ({}, {"generic": True}):
        printed = print_op(module, **form)
        assert print_op(parse_module(printed, Context(allow_unregistered=True)), **form) == printed
