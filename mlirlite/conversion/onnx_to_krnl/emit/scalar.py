"""Scalars with Python's operators: `1 / (1 + (-x).exp())` becomes arith and math ops.

A scalar knows whether its integer is unsigned, and computes 16-bit and smaller floats in f32. It
may be a vector of such numbers; a plain one beside it is then broadcast to the lanes.
"""

from __future__ import annotations

import builtins
import sys
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.element_types import (
    signless,
)
from mlirlite.conversion.onnx_to_krnl.emit.index import Indices, Ix
from mlirlite.dialects import arith, krnl, math, vector
from mlirlite.dialects.arith import (
    CmpFPredicate,
    CmpIPredicate,
    FastMathFlags,
    FastMathFlagsAttr,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.constants import bit_width
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    F64,
    I1,
    I32,
    I64,
    INDEX,
    FloatType,
    IntegerType,
    VectorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_BEYOND_I64: Fixed[float] = 2.0**63
"""The least number that is out of range."""

_FLOAT_OPS = {
    "add": arith.AddFOp,
    "sub": arith.SubFOp,
    "mul": arith.MulFOp,
    "div": arith.DivFOp,
    "rem": arith.RemFOp,
    "max": arith.MaximumFOp,
    "min": arith.MinimumFOp,
}
_SIGNED_OPS = {
    "add": arith.AddIOp,
    "sub": arith.SubIOp,
    "mul": arith.MulIOp,
    "div": arith.DivSIOp,
    "rem": arith.RemSIOp,
    "max": arith.MaxSIOp,
    "min": arith.MinSIOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
    "shl": arith.ShLIOp,
    "shr": arith.ShRSIOp,
}
_UNSIGNED_OPS = _SIGNED_OPS | {
    "div": arith.DivUIOp,
    "rem": arith.RemUIOp,
    "max": arith.MaxUIOp,
    "min": arith.MinUIOp,
    "shr": arith.ShRUIOp,
}


class Scalar:
    """A number in an SSA value, or a vector of numbers; `type` is that of one number. Python
    numbers as other operands get this type."""

    __slots__ = ("b", "type", "value")

    def __init__(self, b: Numbers, value: Value, type: Type) -> None:
        self.b = b
        self.value = value
        self.type = type

    @property
    def is_float(self) -> bool:
        """True for floats."""
        return isinstance(self.type, FloatType)

    @property
    def is_unsigned(self) -> bool:
        """True for unsigned integers and booleans."""
        type = self.type
        return isinstance(type, IntegerType) and (type.is_unsigned or type.width == 1)

    @property
    def width(self) -> int:
        """Number of bits."""
        return bit_width(self.type)

    def coerce(self, other: Scalar | float) -> Scalar:
        """The other operand, a Python number as a constant of this type."""
        if isinstance(other, Scalar):
            return other.spread(self.value.type)
        shape = self.value.type
        if isinstance(shape, VectorType) and isinstance(self.type, FloatType):
            splat = DenseElementsAttr.of(shape, float(other))
            return Scalar(self.b, self.b.constant(splat), self.type)
        return self.b.scalar(other, self.type).spread(shape)

    def spread(self, like: Type) -> Scalar:
        """This number in all lanes of a vector type like that; itself when there is no vector."""
        if not isinstance(like, VectorType) or isinstance(self.value.type, VectorType):
            return self
        type = VectorType(like.shape, self.value.type)
        return Scalar(self.b, self.b.emit(vector.BroadcastOp, (self.value,), type=type), self.type)

    def _shaped(self, type: Type) -> Type:
        """A type, or a vector of it if this is a vector."""
        mine = self.value.type
        return VectorType(mine.shape, type) if isinstance(mine, VectorType) else type

    def _binary(self, kind: str, other: Scalar | float, swap: bool = False) -> Scalar:
        rhs = self.coerce(other)
        lhs = self.spread(rhs.value.type)
        if self.is_float:
            op: type[Operation] = _FLOAT_OPS[kind]
        else:
            op = (_UNSIGNED_OPS if self.is_unsigned else _SIGNED_OPS)[kind]
        a, b = (rhs, lhs) if swap else (lhs, rhs)
        return Scalar(self.b, self.b.emit(op, (a.value, b.value)), self.type)

    def __add__(self, other: Scalar | float) -> Scalar:
        return self._binary("add", other)

    def __radd__(self, other: float) -> Scalar:
        return self._binary("add", other, swap=True)

    def __sub__(self, other: Scalar | float) -> Scalar:
        return self._binary("sub", other)

    def __rsub__(self, other: float) -> Scalar:
        return self._binary("sub", other, swap=True)

    def __mul__(self, other: Scalar | float) -> Scalar:
        return self._binary("mul", other)

    def __rmul__(self, other: float) -> Scalar:
        return self._binary("mul", other, swap=True)

    def __truediv__(self, other: Scalar | float) -> Scalar:
        return self._binary("div", other)

    def __rtruediv__(self, other: float) -> Scalar:
        return self._binary("div", other, swap=True)

    def __mod__(self, other: Scalar | float) -> Scalar:
        """C's remainder: the sign of the dividend."""
        return self._binary("rem", other)

    def __and__(self, other: Scalar | int) -> Scalar:
        return self._binary("and", other)

    def __or__(self, other: Scalar | int) -> Scalar:
        return self._binary("or", other)

    def __xor__(self, other: Scalar | int) -> Scalar:
        return self._binary("xor", other)

    def __lshift__(self, other: Scalar | int) -> Scalar:
        return self._binary("shl", other)

    def __rshift__(self, other: Scalar | int) -> Scalar:
        return self._binary("shr", other)

    def __invert__(self) -> Scalar:
        return self ^ (1 if self.type is I1 else -1)

    def __neg__(self) -> Scalar:
        if self.is_float:
            return self.math(arith.NegFOp)
        return 0 - self

    def max(self, other: Scalar | float) -> Scalar:
        """The larger one; NaN when either is."""
        return self._binary("max", other)

    def min(self, other: Scalar | float) -> Scalar:
        """The smaller one; NaN when either is."""
        return self._binary("min", other)

    def or_at_least(self, limit: Scalar | float) -> Scalar:
        """The larger one; the limit if this is NaN."""
        return (self > limit).select(self, limit)

    def within(self, low: float, high: float) -> Scalar:
        """Clamped to limits; the low one if this is NaN."""
        found = self.or_at_least(low)
        return (found < high).select(found, high)

    def multiply_add(self, factor: Scalar, addend: Scalar) -> Scalar:
        """`self * factor + addend`, which the target may fuse into one rounding."""
        if not self.is_float:
            return self * factor + addend
        b, like = self.b, self.value.type
        for other in (factor, addend):
            like = other.value.type if isinstance(other.value.type, VectorType) else like
        x, y, z = (s.spread(like).value for s in (self, factor, addend))
        product = b.emit(arith.MulFOp, (x, y), b.contract)
        return Scalar(b, b.emit(arith.AddFOp, (product, z), b.contract), self.type)

    def product(self, factor: Scalar) -> Scalar:
        """`self * factor`, which the target may fuse into a sum."""
        b = self.b
        return Scalar(b, b.emit(arith.MulFOp, (self.value, factor.value), b.contract), self.type)

    def plus_product(self, product: Scalar) -> Scalar:
        """`self + product`, which the target may fuse into one rounding if the product allows
        it."""
        b = self.b
        return Scalar(b, b.emit(arith.AddFOp, (self.value, product.value), b.contract), self.type)

    # Comparisons give an i1; all but `ne` are false with a NaN

    def _compare(self, predicate: str, other: Scalar | float) -> Scalar:
        rhs = self.coerce(other)
        if self.type is krnl.STRING:
            return compare_texts(self.b, self.value, rhs.value)._compare(predicate, 0)
        if self.is_float:
            name = "une" if predicate == "ne" else f"o{predicate}"
            value = self.b.compare(arith.CmpFOp, CmpFPredicate[name], self.value, rhs.value)
        else:
            sign = "" if predicate in ("eq", "ne") else "u" if self.is_unsigned else "s"
            value = self.b.compare(
                arith.CmpIOp, CmpIPredicate[sign + predicate], self.value, rhs.value
            )
        return Scalar(self.b, value, I1)

    def eq(self, other: Scalar | float) -> Scalar:
        """Equal."""
        return self._compare("eq", other)

    def ne(self, other: Scalar | float) -> Scalar:
        """Not equal; true with a NaN."""
        return self._compare("ne", other)

    def __lt__(self, other: Scalar | float) -> Scalar:
        return self._compare("lt", other)

    def __le__(self, other: Scalar | float) -> Scalar:
        return self._compare("le", other)

    def __gt__(self, other: Scalar | float) -> Scalar:
        return self._compare("gt", other)

    def __ge__(self, other: Scalar | float) -> Scalar:
        return self._compare("ge", other)

    def is_nan(self) -> Scalar:
        """Not a number."""
        return self.ne(self)

    def select(self, yes: Scalar | float, no: Scalar | float) -> Scalar:
        """`self ? yes : no` for an i1; one of the two must be a Scalar."""
        if not isinstance(yes, Scalar):
            if not isinstance(no, Scalar):
                raise TypeError("select needs a Scalar to take the type from")
            yes = no.coerce(yes)
        yes = yes.spread(self.value.type)
        no = yes.coerce(no)
        yes = yes.spread(no.value.type)
        chosen = self.spread(no.value.type).value
        value = self.b.emit(arith.SelectOp, (chosen, yes.value, no.value), type=no.value.type)
        return Scalar(self.b, value, yes.type)

    # Functions

    def math(self, op: type[Operation], flags: FastMathFlags = FastMathFlags.none) -> Scalar:
        """The result of an op with one operand of the same type."""
        properties: dict[str, Attribute] | None = None
        if flags:
            properties = {"fastmath": FastMathFlagsAttr(flags)}
        return Scalar(self.b, self.b.emit(op, (self.value,), properties), self.type)

    def exp(self, flags: FastMathFlags = FastMathFlags.none) -> Scalar:
        """e to the power; `flags` relax its guarantees."""
        return self.math(math.ExpOp, flags)

    def log(self) -> Scalar:
        """Natural logarithm."""
        return self.math(math.LogOp)

    def log1p(self) -> Scalar:
        """Natural logarithm of `1 + self`, accurate near 0."""
        return self.math(math.Log1pOp)

    def sqrt(self) -> Scalar:
        """Square root."""
        return self.math(math.SqrtOp)

    def tanh(self) -> Scalar:
        """Hyperbolic tangent."""
        return self.math(math.TanhOp)

    def erf(self) -> Scalar:
        """Error function."""
        return self.math(krnl.ErfOp)

    def floor(self) -> Scalar:
        """Rounded down."""
        return self.math(math.FloorOp)

    def ceil(self) -> Scalar:
        """Rounded up."""
        return self.math(math.CeilOp)

    def round_even(self) -> Scalar:
        """Rounded to the nearest integer, ties to even."""
        return self.math(krnl.RoundEvenOp)

    def abs(self) -> Scalar:
        """Absolute value; the least integer stays."""
        if self.is_unsigned:
            return self
        return self.math(math.AbsFOp if self.is_float else math.AbsIOp)

    def pow(self, exponent: Scalar) -> Scalar:
        """Self to the power of a float of the same type."""
        lhs, rhs = self.spread(exponent.value.type), self.coerce(exponent)
        value = self.b.emit(math.PowFOp, (lhs.value, rhs.value))
        return Scalar(self.b, value, self.type)

    # Conversions

    def cast(self, type: Type) -> Scalar:
        """The number in another compute type: floats truncate toward zero, integers keep their low
        bits, to i1 is `!= 0`. Numbers out of range, and NaN: see
        docs/decisions/040-edge-values.md."""
        source = self.type
        if source is type:
            return self
        if type is I1:
            return self.ne(0)
        value, b = self.value, self.b
        target = signless(type)
        if isinstance(source, FloatType) and isinstance(type, FloatType):
            op: builtins.type[Operation] = (
                arith.ExtFOp if type.width > source.width else arith.TruncFOp
            )
        elif isinstance(source, FloatType):
            return self._to_integer(type)
        elif isinstance(type, FloatType):
            op = arith.UIToFPOp if self.is_unsigned else arith.SIToFPOp
        elif signless(source) is target:
            return Scalar(b, value, type)
        elif bit_width(type) < bit_width(source):
            op = arith.TruncIOp
        else:
            op = arith.ExtUIOp if self.is_unsigned else arith.ExtSIOp
        return Scalar(b, b.emit(op, (value,), type=self._shaped(target)), type)

    def _to_integer(self, type: Type) -> Scalar:
        # Narrow integers wrap, as on x86: convert to a wide one, then keep the low bits.
        width: int = bit_width(type)
        unsigned = isinstance(type, IntegerType) and type.is_unsigned
        # the low bits of the least i32 are zero: a select on numbers needs no narrow mask
        if width < 32:
            return self._fits(I32).select(self, 0.0).truncated(I32).cast(type)
        if width < 64 or not unsigned:
            wide = I64 if width == 64 or (width == 32 and unsigned) else I32
            return self._or_least(wide).cast(type)
        # The upper half of the range is converted as the difference to its middle, whose bit is
        # added back.
        upper = self >= _BEYOND_I64
        lower = upper.select(self - _BEYOND_I64, self)._or_least(I64)
        return (lower ^ upper.select(int(least(I64)), lower.coerce(0))).cast(type)

    def _or_least(self, wide: IntegerType) -> Scalar:
        """As a signed integer; the least one if this is NaN or out of range."""
        return self._fits(wide).select(self.truncated(wide), int(least(wide)))

    def _fits(self, wide: IntegerType) -> Scalar:
        return self.abs() < 2.0 ** (wide.width - 1)

    def truncated(self, type: Type) -> Scalar:
        """The whole part of a float; poison if it does not fit the signed integer type."""
        value = self.b.emit(arith.FPToSIOp, (self.value,), type=self._shaped(type))
        return Scalar(self.b, value, type)

    def bitcast(self, type: Type) -> Scalar:
        """The same bits as another type of the same width."""
        value = self.value
        if signless(self.type) is not signless(type):
            value = self.b.emit(arith.BitcastOp, (value,), type=self._shaped(signless(type)))
        return Scalar(self.b, value, type)

    def index(self) -> Ix:
        """An integer as an index."""
        op = arith.IndexCastUIOp if self.is_unsigned else arith.IndexCastOp
        return self.b.index_of(self.b.emit(op, (self.value,), type=INDEX))


def largest(type: Type) -> float:
    """The largest number of a type: infinity for floats."""
    if isinstance(type, FloatType):
        return float("inf")
    if not isinstance(type, IntegerType):
        raise TypeError(f"no largest number of {type}")
    if type is I1:
        return 1
    return (1 << type.width) - 1 if type.is_unsigned else (1 << type.width - 1) - 1


def least(type: Type) -> float:
    """The least number of a type: minus infinity for floats."""
    if isinstance(type, FloatType):
        return float("-inf")
    if not isinstance(type, IntegerType):
        raise TypeError(f"no least number of {type}")
    return 0 if type.is_unsigned or type is I1 else -(1 << type.width - 1)


def least_finite(type: Type) -> float:
    """The least number of f32 or f64 that is not infinite."""
    return -sys.float_info.max if type is F64 else float.fromhex("-0x1.fffffep+127")


def compare_texts(b: Numbers, first: Value, second: Value) -> Scalar:
    """An i32: negative, 0 or positive, by the order of bytes."""
    length = b.emit(krnl.StrlenOp, (first,), type=I64)
    end = Scalar(b, length, I64) + 1  # the terminating zero counts
    found = b.emit(krnl.StrncmpOp, (first, second, end.value), type=I32)
    return Scalar(b, found, I32)


class Numbers(Indices):
    """An emitter that knows scalars."""

    def __init__(self, op: Operation, rewriter: Any) -> None:
        super().__init__(op, rewriter)
        self.angle_flags = FastMathFlags.none
        """The flags of new sines, cosines and tangents."""
        self.angles: list[Scalar] = []
        """The arguments of these."""
        self.contract: dict[str, Attribute] = {
            "fastmath": FastMathFlagsAttr(FastMathFlags.contract)
        }

    def scalar(self, number: float, type: Type) -> Scalar:
        """A constant of a type; integers wrap."""
        target = signless(type)
        if isinstance(target, FloatType):
            return Scalar(self, self.constant(FloatAttr(float(number), target)), type)
        width: int = bit_width(target)
        wrapped = int(number) & ((1 << width) - 1)
        return Scalar(self, self.constant(IntegerAttr(wrapped, target)), type)

    def number(self, index: Ix, type: Type = I64) -> Scalar:
        """An index as a number of a compute type."""
        if isinstance(index, int):
            return self.scalar(index, type)
        value = self.emit(arith.IndexCastOp, (self.value(index),), type=I64)
        return Scalar(self, value, I64).cast(type)

    def test(self, predicate: str, a: Ix, b: Ix) -> Scalar:
        """A comparison of indices: `eq ne slt sle sgt sge`."""
        value = self.compare(arith.CmpIOp, CmpIPredicate[predicate], self.value(a), self.value(b))
        return Scalar(self, value, I1)

    def index_select(self, condition: Scalar, yes: Ix, no: Ix) -> Ix:
        """`condition ? yes : no` of indices."""
        operands = (condition.value, self.value(yes), self.value(no))
        return self.index_of(self.emit(arith.SelectOp, operands, type=INDEX))

    def wrap_index(self, index: Ix, size: Ix) -> Ix:
        """A negative index counts from the end."""
        if isinstance(index, int) and (index >= 0 or isinstance(size, int)):
            return index if index >= 0 else index + size
        return self.index_select(self.test("slt", index, 0), index + size, index)
