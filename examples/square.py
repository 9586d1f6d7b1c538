"""The smallest dialect with a lowering.

mlirlite-opt --load-plugin examples/square.py in.mlir --square-to-arith
"""

from mlirlite.dialects import arith
from mlirlite.ir.constraints import SignlessInteger
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure, SameOperandsAndResultType
from mlirlite.passes import compiler_pass
from mlirlite.rewriting import Lowerings


class SquareOp(Op, name="square.square", traits=(Pure, SameOperandsAndResultType)):
    x: Operand[SignlessInteger]
    result: Result[SignlessInteger]
    assembly_format = "$x attr-dict `:` type($result)"


lower = Lowerings("square-to-arith")


@lower(SquareOp)
def lower_square(op, rw):
    return rw.insert(arith.MulIOp(rw.operands[0], rw.operands[0])).result


@compiler_pass("square-to-arith")
def square_to_arith(op, state):
    """Lower the square dialect to arith."""
    lower.convert(op)


DIALECT = Dialect("square", __name__)
