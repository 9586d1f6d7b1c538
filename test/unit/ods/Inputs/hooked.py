"""What hooked.td leaves to C++."""

from mlirlite.ir.types import I32
from mlirlite.ods.hooks import directive, folder, parser, printer, verifier


@verifier("hooked.pair")
def check(op):
    return op.error("pairs a value with itself") if op.a is op.b else None


@folder("hooked.pair")
def fold(op, operands):
    return op.a if operands[1] is not None else None


@parser("hooked.pair")
def read(p, state):
    a = p.operand()
    p.expect("*")
    state.operands += p.resolve_all([a, p.operand()], I32)
    state.result_types.append(I32)


@printer("hooked.pair")
def write(op, p):
    p.text(" ")
    p.value(op.a)
    p.text(" * ")
    p.value(op.b)


@directive("Stars", "hooked")
class Stars:
    """`of %a of %b`."""

    @staticmethod
    def parse(p, state):
        found = []
        while p.accept("of"):
            found.append(p.operand())
        return found

    @staticmethod
    def print(p, op, items):
        for number, item in enumerate(items):
            p.text(" of " if number else "of ")
            p.value(item)
