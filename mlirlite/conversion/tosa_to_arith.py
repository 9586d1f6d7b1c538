"""tosa → arith: constants, and the scaling of numbers on demand.

"tosa.const"() <{values = dense<3> : tensor<i32>}>  -->  arith.constant dense<3> : tensor<i32>
"""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import arith, tosa
from mlirlite.dialects._constraints import same_shape_of
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.tosa.attributes import RoundingMode
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.constants import bit_width
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32, I64, ShapedType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("tosa-to-arith")
scaling = Lowerings("tosa-to-arith")
narrow_scaling = Lowerings("tosa-to-arith")


@compiler_pass("tosa-to-arith")
def tosa_to_arith(
    op: Operation,
    state: PassState,
    *,
    include_apply_rescale: bool = False,
    use_32_bit: bool = False,
) -> None:
    """Lower TOSA to the Arith dialect.

    include_apply_rescale: lower tosa.apply_scale, too
    use_32_bit: scale with integers of 32 bits where the values have no more
    """
    if not include_apply_rescale:
        lower.convert(op, legal=("arith", "tensor"), illegal=(tosa.ConstOp,))
        return
    (narrow_scaling if use_32_bit else scaling).convert(
        op, legal=("arith", "tensor"), illegal=(tosa.ConstOp, tosa.ApplyScaleOp)
    )


@narrow_scaling(tosa.ConstOp)
@scaling(tosa.ConstOp)
@lower(tosa.ConstOp)
def lower_const(op: tosa.ConstOp, rw: ConversionRewriter) -> Any:
    """A constant with the type of its elements."""
    made = make_constant(op.values, op.values.type)
    if made is None:
        return rw.fail("arith has no such constant")
    return (rw.insert(made).result,)


class _Arith:
    """Makes ops on integers of a type, before an op."""

    def __init__(self, rw: Builder, type: Type) -> None:
        self._rw = rw
        self.type = type

    def constant(self, value: int, type: Type | None = None) -> Value:
        """A number, in every element of a shaped type."""
        type = type or self.type
        known: Any = (
            DenseElementsAttr.of(type, value)
            if isinstance(type, ShapedType)
            else IntegerAttr(value, type)
        )
        return self._rw.insert(arith.ConstantOp(known)).result

    def make(self, cls: type[Any], *operands: Any, **types: Type) -> Value:
        """An op with one result."""
        found: Value = self._rw.insert(cls(*operands, **types)).result
        return found

    def compare(self, predicate: arith.CmpIPredicate, a: Value, b: Value) -> Value:
        """The truth of a comparison."""
        return self.make(arith.CmpIOp, predicate, a, b)


def _rounds_twice(op: tosa.ApplyScaleOp) -> bool | None:
    """None for a rounding mode that other passes handle."""
    mode = op.rounding_mode.value
    return None if mode is RoundingMode.INEXACT_ROUND else mode is RoundingMode.DOUBLE_ROUND


@scaling(tosa.ApplyScaleOp)
def lower_apply_scale(op: tosa.ApplyScaleOp, rw: ConversionRewriter) -> Any:
    """(value * multiplier + round) >> shift, in 64 bits."""
    twice = _rounds_twice(op)
    if twice is None:
        return rw.fail("inexact rounding is left to others")
    type = op.output.type
    narrow, b = same_shape_of(type, I32), _Arith(rw, same_shape_of(type, I64))
    zero = b.constant(0, op.value.type)
    one, most = b.constant(1), b.constant(31, narrow)
    shift32 = b.make(arith.ExtUIOp, op.shift, out=narrow)
    value = op.value
    if element_type_of(value.type) is not I64:
        value = b.make(arith.ExtSIOp, value, out=b.type)
    multiplier = b.make(arith.ExtSIOp, op.multiplier, out=b.type)
    product = b.make(arith.MulIOp, value, multiplier)
    shift = b.make(arith.ExtUIOp, shift32, out=b.type)
    half = b.make(arith.ShRUIOp, b.make(arith.ShLIOp, one, shift), one)
    product = b.make(arith.AddIOp, product, half)
    if twice:
        up, down = b.constant(1 << 30), b.constant(-(1 << 30))
        positive = b.compare(arith.CmpIPredicate.sge, op.value, zero)
        rounded = b.make(arith.AddIOp, b.make(arith.SelectOp, positive, up, down), product)
        large = b.compare(arith.CmpIPredicate.sgt, shift32, most)
        product = b.make(arith.SelectOp, large, rounded, product)
    result = b.make(arith.ShRSIOp, product, shift)
    return (b.make(arith.TruncIOp, result, out=narrow),)


@narrow_scaling(tosa.ApplyScaleOp)
def lower_apply_scale_in_32_bits(op: tosa.ApplyScaleOp, rw: ConversionRewriter) -> Any:
    """As `lower_apply_scale`, with the halves of the product where the value has 32 bits."""
    twice = _rounds_twice(op)
    if twice is None or bit_width(op.value.type) > 32:
        return lower_apply_scale(op, rw)
    sge, sgt = arith.CmpIPredicate.sge, arith.CmpIPredicate.sgt
    b = _Arith(rw, same_shape_of(op.output.type, I32))
    shift = b.make(arith.ExtUIOp, op.shift, out=b.type)
    zero, one, two, thirty, width = (b.constant(n) for n in (0, 1, 2, 30, 32))
    low: Value
    high: Value
    low, high = rw.insert(arith.MulSIExtendedOp(op.value, op.multiplier)).results
    over = b.compare(sge, shift, width)
    round_high = b.compare(sgt, shift, width)
    left, right = b.make(arith.SubIOp, width, shift), b.make(arith.SubIOp, shift, width)
    left = b.make(arith.SelectOp, over, zero, left)
    right = b.make(arith.SelectOp, over, right, zero)
    if twice:
        minus = b.constant(-1)
        positive = b.compare(sge, op.value, zero)
        step = b.make(arith.SelectOp, positive, one, minus)
        step = b.make(arith.SelectOp, over, step, zero)
        top = b.make(arith.AddIOp, b.make(arith.ShRUIOp, low, thirty), step)
        carry = b.make(arith.ShRSIOp, top, two)
        low = b.make(arith.AddIOp, low, b.make(arith.ShLIOp, step, thirty))
        high = b.make(arith.AddIOp, high, carry)
    # Half of the last remaining bit, in the lower half of the product …
    half = b.make(arith.ShLIOp, one, b.make(arith.SubIOp, shift, one))
    half = b.make(arith.SelectOp, round_high, zero, half)
    sum = b.make(arith.AddIOp, low, half)
    wrapped = b.compare(arith.CmpIPredicate.ugt, low, sum)
    low = sum
    high = b.make(arith.AddIOp, high, b.make(arith.ExtUIOp, wrapped, out=b.type))
    # … and in the upper one.
    half = b.make(arith.ShLIOp, one, b.make(arith.SubIOp, right, one))
    half = b.make(arith.SelectOp, round_high, half, zero)
    high = b.make(arith.AddIOp, high, half)
    high = b.make(arith.ShRSIOp, b.make(arith.ShLIOp, high, left), right)
    low = b.make(arith.ShRUIOp, low, shift)
    low = b.make(arith.SelectOp, over, zero, low)
    result = b.make(arith.AddIOp, low, high)
    if element_type_of(op.output.type) is not I32:
        result = b.make(arith.TruncIOp, result, out=op.output.type)
    return (result,)
