"""A dialect in one file: an op, its fold, a canonicalization, and its lowering to arith.

mlirlite-opt --load-plugin examples/shift.py in.mlir --shift-to-arith
"""

from collections.abc import Sequence

from mlirlite.dialects import arith
from mlirlite.dsl import (
    Attribute,
    ConversionRewriter,
    Dialect,
    IntegerAttr,
    Lowerings,
    Op,
    Operand,
    Operation,
    PassState,
    Prop,
    Pure,
    Result,
    Rewriter,
    SameOperandsAndResultType,
    SignlessInteger,
    Value,
    canonicalization,
    compiler_pass,
)


class AddOp(Op, name="shift.add", traits=(Pure, SameOperandsAndResultType)):
    """Adds after shifting: `result = lhs + (rhs << amount)`.

    ```mlir
    %r = shift.add %a, %b by 3 : i32
    ```
    """

    lhs: Operand[SignlessInteger]
    rhs: Operand[SignlessInteger]
    amount: Prop[int]
    result: Result[SignlessInteger]
    assembly_format = "$lhs `,` $rhs `by` $amount attr-dict `:` type($result)"

    def verify_op(self):
        if not 0 <= self.amount < self.result.type.width:
            return self.error(f"shifts {self.result.type} by {self.amount} bits")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Attribute | None:
        lhs, rhs = operands
        if isinstance(lhs, IntegerAttr) and isinstance(rhs, IntegerAttr):
            width = self.result.type.width
            total = lhs.value + (rhs.value << self.amount) & (1 << width) - 1
            return IntegerAttr(total, self.result.type)
        return None


@canonicalization
def add_of_same(op: AddOp, rw: Rewriter) -> bool | None:
    """x + (x << n)  -->  x * (2**n + 1)"""
    if op.lhs is not op.rhs:
        return rw.fail("the operands differ")
    factor = rw.insert(arith.ConstantOp(IntegerAttr(2**op.amount + 1, op.result.type)))
    rw.replace(op, arith.MulIOp(op.lhs, factor.result))
    return True


lower = Lowerings("shift-to-arith")


@lower(AddOp)
def lower_add(op: AddOp, rw: ConversionRewriter) -> Value:
    """shift.add %a, %b by n  -->  %a + (%b << n)"""
    lhs, rhs = rw.operands
    amount = rw.insert(arith.ConstantOp(IntegerAttr(op.amount, op.result.type)))
    shifted = rw.insert(arith.ShLIOp(rhs, amount.result))
    return rw.insert(arith.AddIOp(lhs, shifted.result)).result


@compiler_pass("shift-to-arith")
def shift_to_arith(op: Operation, state: PassState) -> None:
    """Lower the shift dialect to arith."""
    lower.convert(op)


DIALECT = Dialect("shift", __name__)
