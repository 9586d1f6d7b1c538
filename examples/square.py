"""The smallest dialect with a lowering.

mlirlite-opt --load-plugin examples/square.py in.mlir --square-to-arith
"""

from mlirlite.dsl import (
    Dialect,
    Lowerings,
    Op,
    Operand,
    Pure,
    Result,
    SameOperandsAndResultType,
    SignlessInteger,
    compiler_pass,
)


class SquareOp(Op, name="square.square", traits=(Pure, SameOperandsAndResultType)):
    x: Operand[SignlessInteger]
    result: Result[SignlessInteger]
    assembly_format = "$x attr-dict `:` type($result)"


lower = Lowerings("square-to-arith")


@lower(SquareOp)
def lower_square(op, rw):
    [x] = rw.operands
    with rw:
        return x * x


@compiler_pass("square-to-arith")
def square_to_arith(op, state):
    """Lower the square dialect to arith."""
    lower.convert(op)


DIALECT = Dialect("square", __name__)
