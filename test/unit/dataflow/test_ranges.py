"""What an operation makes of ranges holds for all numbers in them: all of 4 bits, by the
interpreter."""

import random

import pytest

import mlirlite
from mlirlite.dataflow.analyses.int_range import IntRanges, infer_range
from mlirlite.dataflow.ranges import IntRange
from mlirlite.dialects.arith.integer import IntegerBinaryOp
from mlirlite.interp import Machine
from mlirlite.interp.machine import UndefinedBehavior
from mlirlite.interp.values import POISON
from mlirlite.ir.context import Context

CONTEXT = Context()
CLASSES = [CONTEXT.op_class(n) for n in sorted(CONTEXT.dialect("arith").op_names())]
OPS = [c.name for c in CLASSES if issubclass(c, IntegerBinaryOp)]
FLAGGED = ("arith.addi", "arith.subi", "arith.muli", "arith.shli")
CASES = OPS + [f"{op} {flag}" for op in FLAGGED for flag in ("nsw", "nuw")]
CASES += [
    f"arith.cmpi {p}" for p in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
]


def module_of(case):
    name, _, extra = case.partition(" ")
    if name == "arith.cmpi":
        line = f"%0 = arith.cmpi {extra}, %a, %b : i4"
    else:
        line = f"%0 = {name} %a, %b{f' overflow<{extra}>' if extra else ''} : i4"
    result = "i1" if name == "arith.cmpi" else "i4"
    return mlirlite.parse(
        f"func.func @f(%a: i4, %b: i4) -> {result} {{\n{line}\nreturn %0 : {result}\n}}"
    )


def interval(rng):
    numbers = [rng.randrange(16) for _ in range(rng.choice((1, 2, 2, 3)))]
    return IntRange.around(4, numbers)


@pytest.mark.parametrize("case", CASES)
def test_results_are_in_the_range(case):
    module = module_of(case)
    op = module.regions[0].entry.first.regions[0].entry.first
    machine = Machine(module)
    table = {}
    for a in range(-8, 8):
        for b in range(-8, 8):
            try:
                (found,) = machine.call("f", [a, b])
            except UndefinedBehavior:
                continue
            if found is not POISON:
                table[a, b] = found
    IntRanges(module)  # which imports what arith says of ranges
    infer, rng = infer_range.get(type(op)), random.Random(0)
    for _ in range(150):
        a, b = interval(rng), interval(rng)
        (found,) = infer(op, (a, b))
        for (x, y), result in table.items():
            if a.contains(x) and b.contains(y):
                assert found.contains(result), f"{x}, {y}: {result} is not in {found} of {a}, {b}"
