"""Numbers with Python's operators, for expansions of functions: `x * x + 1.0` inserts arith ops.

Operands may be Python numbers; they become constants of the other side's type, splats for vectors.
"""

from __future__ import annotations

import math as numbers
from collections.abc import Sequence

from mlirlite.dialects import arith, math
from mlirlite.dialects._constraints import same_shape_of
from mlirlite.dialects.arith.enums import (
    CmpFPredicate,
    CmpIPredicate,
    FastMathFlags,
    FastMathFlagsAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import FloatAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.constants import bit_width, constant
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    F32,
    F64,
    I32,
    I64,
    FloatType,
    element_type_of,
)
from mlirlite.ir.values import Value


class Number:
    """A float or integer, or a vector of them, in an SSA value."""

    __slots__ = ("rw", "value")

    def __init__(self, rw: Builder, value: Value) -> None:
        self.rw, self.value = rw, value

    def _insert(self, op: Operation) -> Number:
        return Number(self.rw, self.rw.insert(op).results[0])

    def same(self, value: float) -> Number:
        """A constant of this type."""
        type = self.value.type
        return self._insert(arith.ConstantOp(constant(value, type), result=type))

    def _other(self, other: Number | float) -> Value:
        return other.value if isinstance(other, Number) else self.same(other).value

    @property
    def _is_float(self) -> bool:
        return isinstance(element_type_of(self.value.type), FloatType)

    @property
    def _width(self) -> int:
        return bit_width(self.value.type)

    # Arithmetic

    def __add__(self, other: Number | float) -> Number:
        op = arith.AddFOp if self._is_float else arith.AddIOp
        return self._insert(op(self.value, self._other(other)))

    def __sub__(self, other: Number | float) -> Number:
        op = arith.SubFOp if self._is_float else arith.SubIOp
        return self._insert(op(self.value, self._other(other)))

    def __rsub__(self, other: float) -> Number:
        return self.same(other) - self

    def __rtruediv__(self, other: float) -> Number:
        return self.same(other) / self

    def __mul__(self, other: Number | float) -> Number:
        return self._insert(arith.MulFOp(self.value, self._other(other)))

    def times(self, other: Number, flags: FastMathFlags) -> Number:
        """The product, with flags."""
        fastmath = FastMathFlagsAttr(flags)
        return self._insert(arith.MulFOp(self.value, other.value, fastmath=fastmath))

    def __truediv__(self, other: Number | float) -> Number:
        return self._insert(arith.DivFOp(self.value, self._other(other)))

    def __neg__(self) -> Number:
        return self._insert(arith.NegFOp(self.value))

    def __abs__(self) -> Number:
        return self._insert(math.AbsFOp(self.value))

    def __lshift__(self, other: int) -> Number:
        return self._insert(arith.ShLIOp(self.value, self._other(other)))

    def __rshift__(self, other: int) -> Number:
        return self._insert(arith.ShRSIOp(self.value, self._other(other)))

    def __and__(self, other: int) -> Number:
        return self._insert(arith.AndIOp(self.value, self._other(other)))

    def both(self, other: Number) -> Number:
        """The common bits of both integers."""
        return self._insert(arith.AndIOp(self.value, other.value))

    def __xor__(self, other: Number) -> Number:
        return self._insert(arith.XOrIOp(self.value, other.value))

    def fma(self, factor: Number | float, addend: Number | float) -> Number:
        """`self * factor + addend`, rounded once."""
        return self._insert(math.FmaOp(self.value, self._other(factor), self._other(addend)))

    def sqrt(self) -> Number:
        """The square root."""
        return self._insert(math.SqrtOp(self.value))

    def with_sign_of(self, other: Number) -> Number:
        """This magnitude with the other one's sign."""
        return self._insert(math.CopySignOp(self.value, other.value))

    # Comparisons and choices; all comparisons are false with a NaN

    def _compare(self, predicate: CmpFPredicate, other: Number | float) -> Number:
        return self._insert(arith.CmpFOp(predicate, self.value, self._other(other)))

    def __lt__(self, other: float) -> Number:
        return self._compare(CmpFPredicate.olt, other)

    def __gt__(self, other: float) -> Number:
        return self._compare(CmpFPredicate.ogt, other)

    def equals(self, other: Number | float) -> Number:
        """Equality, of integers too."""
        if self._is_float:
            return self._compare(CmpFPredicate.oeq, other)
        return self._insert(arith.CmpIOp(CmpIPredicate.eq, self.value, self._other(other)))

    def select(self, yes: Number, no: Number) -> Number:
        """`self ? yes : no`."""
        return self._insert(arith.SelectOp(self.value, yes.value, no.value))

    def at_most(self, limit: float) -> Number:
        """The smaller one; a NaN stays."""
        return (self > limit).select(self.same(limit), self)

    def at_least(self, limit: float) -> Number:
        """The larger one; a NaN stays."""
        return (self < limit).select(self.same(limit), self)

    def limits(self) -> tuple[float, float]:
        """Bounds of the number, unless it is NaN: from arith.maximumf and arith.minimumf with
        constants, absolute values and negations that define it."""
        return _limits(self.value)

    # Types

    def _converted(self, op: type[Operation], element: Type) -> Number:
        return self._insert(op.create((self.value,), (same_shape_of(self.value.type, element),)))

    def bits(self) -> Number:
        """The bits of an f32 or f64 as an integer."""
        wide = self._width == 64
        return self._converted(arith.BitcastOp, I64 if wide else I32)

    def floats(self) -> Number:
        """An i32 or i64 as the bits of an f32 or f64."""
        return self._converted(arith.BitcastOp, F64 if self._width == 64 else F32)

    def converted(self) -> Number:
        """An i32 or i64 as an f32 or f64 of the same number."""
        return self._converted(arith.SIToFPOp, F64 if self._width == 64 else F32)

    def truncated(self) -> Number:
        """The whole part of an f32 or f64 that an i32 or i64 holds."""
        return self._converted(arith.FPToSIOp, I64 if self._width == 64 else I32)

    def cast(self, element: Type) -> Number:
        """A wider or narrower type of the same kind."""
        mine = self._width
        wider = bit_width(element) > mine
        if self._is_float:
            return self._converted(arith.ExtFOp if wider else arith.TruncFOp, element)
        return self._converted(arith.TruncIOp, element)


def _limits(value: Value) -> tuple[float, float]:
    op = value.defining_op
    if isinstance(op, (arith.MaximumFOp, arith.MinimumFOp)):
        limit = _splat(op.operands[1])
        if limit is not None:
            low, high = _limits(op.operands[0])
            if isinstance(op, arith.MaximumFOp):
                return max(low, limit), max(high, limit)
            return min(low, limit), min(high, limit)
    elif isinstance(op, arith.NegFOp):
        low, high = _limits(op.operands[0])
        return -high, -low
    elif isinstance(op, math.AbsFOp):
        low, high = _limits(op.operands[0])
        return max(low, -high, 0.0), max(-low, high)
    return -numbers.inf, numbers.inf


def _splat(value: Value) -> float | None:
    """The number in all lanes of a constant."""
    op = value.defining_op
    found = op.properties["value"] if isinstance(op, arith.ConstantOp) else None
    if isinstance(found, DenseElementsAttr) and found.is_splat:
        return float(found.splat_value())
    return found.value if isinstance(found, FloatAttr) else None


def polynomial(x: Number, coefficients: Sequence[float]) -> Number:
    """c0 + c1 x + c2 x^2 + …, by Horner's rule."""
    found = x.same(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        found = found.fma(x, c)
    return found


def polynomial_in_halves(x: Number, square: Number, coefficients: Sequence[float]) -> Number:
    """As `polynomial`, by even and odd powers, which are independent of each other; takes x^2."""
    even, odd = (polynomial(square, coefficients[i::2]) for i in range(2))
    return odd.fma(x, even)
