"""Lines that are read from memory give what reading them op by op gives."""

from pathlib import Path

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.parser.ops import lines
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError, render

LIT = Path(__file__).resolve().parents[2] / "lit"


def outcome(text):
    context = Context()
    context.allow_unregistered = True
    try:
        return print_op(parse_module(text, context), generic=True, debuginfo=True)
    except DiagnosticError as e:
        return [render(d) for d in e.diagnostics]


def both_ways(text, monkeypatch):
    by_lines = outcome(text)
    with monkeypatch.context() as patch:
        patch.setattr(lines, "line", lambda text, pos: None)
        assert outcome(text) == by_lines
    return by_lines


def function(body):
    return (
        f"func.func @f(%a: i32, %b: i32, %m: memref<4x4xi32>, %i: index, %j: index) {{\n{body}}}\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        "%x = arith.addi %a, %a : i32\n%y = arith.addi %x, %b : i32\n"
        "%z = arith.addi %y, %y : i32\n",
        "%x = arith.addi %a, %b : i32\n%x = arith.addi %b, %a : i32\n",
        "%x = arith.addi %a, %b : i32\n%y = arith.addi %x, %i : i32\n",
        "%x = arith.addi %a, %b : i32\n%y:2 = arith.addi %x, %a : i32\n",
        "%x = arith.addi %a, %b : i32\narith.addi %x, %a : i32\n",
        "%x = arith.addi %a, %b : i32 %y = arith.addi %x, %a : i32\n"
        "%z = arith.addi %a, %b : i32 %u = arith.addi %a, %a : i32\n",
        '%x = arith.addi %a, %b : i32\n%y = arith.addi %x, %b : i32\nloc("here")\n',
        "%x = arith.addi %a, %b\n : i32\n%y = arith.addi %a, %b\n : index\n",
        "%x = arith.addi %a, %b : i32 // %c\n%y = arith.addi %b, %a : i32 // %c\n",
        "memref.store %a, %m[%i, %j] : memref<4x4xi32>\n"
        "memref.store %b, %m[%j, %i] : memref<4x4xi32>\n"
        "memref.store %a, %m[%i, %i] : memref<4x4xi32>\n"
        "memref.store %b, %m[%j, %j] : memref<4x4xi32>\n",
        "%x = affine.load %m[%i + %j, 0] : memref<4x4xi32>\n"
        "%y = affine.load %m[%j + %i, 0] : memref<4x4xi32>\n"
        "%z = affine.load %m[%i + %i, 0] : memref<4x4xi32>\n"
        "%u = affine.load %m[%j + %j, 0] : memref<4x4xi32>\n",
        '%x:2 = "t.t"() : () -> (i32, i32)\n%y = arith.addi %x#0, %x#1 : i32\n'
        "%z = arith.addi %x#1, %x#0 : i32\n%u = arith.addi %x#1, %x#2 : i32\n",
        "%x = arith.addi %y, %b : i32\n%y = arith.addi %x, %b : i32\n",
        "%x = arith.addi %a, %b {t.a = 1 : i32} : i32\n"
        "%y = arith.addi %x, %b {t.a = 1 : i32} : i32\n",
        "call @g(%a) : (i32) -> ()\ncall @g(%b) : (i32) -> ()\n",
        "cf.br ^bb1(%a : i32)\n^bb1(%x: i32):\ncf.br ^bb1(%b : i32)\n^bb2:\ncf.br ^bb1(%a : i32)\n",
    ],
)
def test_same_as_by_steps(body, monkeypatch):
    both_ways(function(body + "return\n" if "^bb" not in body else body), monkeypatch)


@pytest.mark.parametrize(
    "dialect", ["arith", "memref", "affine", "vector", "llvm", "scf", "tensor"]
)
@pytest.mark.parametrize("file", ["ops", "invalid"])
def test_lit_files(dialect, file, monkeypatch):
    text = (LIT / dialect / f"{file}.mlir").read_text()
    for chunk in text.split("// -----"):
        both_ways(chunk, monkeypatch)


def test_lines_are_remembered(monkeypatch):
    made = []
    make = lines.Lines.make
    monkeypatch.setattr(lines.Lines, "make", lambda *args: made.append(make(*args)) or made[-1])
    body = "".join(f"%x{i} = arith.addi %a, %b : i32\n" for i in range(10))
    parse_module(function(body + "return\n"))
    assert (
        sum(op is not None for op in made) == 8
    )  # not the first, nor the one that `return` follows
