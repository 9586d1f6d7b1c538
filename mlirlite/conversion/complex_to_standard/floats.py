"""Computing with the parts of complex numbers by ops of arith and math."""

from __future__ import annotations

from copy import copy

from mlirlite.conversion._complex_division import FloatOps, Pair
from mlirlite.dialects import arith, complex as complex_dialect, math as math_dialect
from mlirlite.dialects.arith.enums import (
    NO_FASTMATH,
    CmpFPredicate,
    FastMathFlags,
    FastMathFlagsAttr,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, ComplexType, FloatType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.rewriting.type_conversion import NoCounterpart

_FINITE = FastMathFlags.nnan | FastMathFlags.ninf


class Floats(FloatOps):
    """Floats by ops of arith and math, with the flags of an op."""

    def __init__(self, rw: ConversionRewriter, op: Operation) -> None:
        self.rw = rw
        found = next(v.type for v in (*op.operands, *op.results) if isinstance(v.type, ComplexType))
        self.complex_type = found
        flags = op.properties.get("fastmath")
        self.flags = flags if isinstance(flags, FastMathFlagsAttr) else NO_FASTMATH

    @property
    def promises_finite(self) -> bool:
        """True with flags that exclude NaN and infinities."""
        return self.flags.value & _FINITE == _FINITE

    def made(self, cls: type[Operation], *operands: Value, flags: bool = True) -> Value:
        """An op whose result has the type of its last operand."""
        chosen: dict[str, Attribute] = {"fastmath": self.flags if flags else NO_FASTMATH}
        return self.rw.insert(cls.create(operands, (operands[-1].type,), chosen)).results[0]

    def number(self, value: float) -> Value:
        type = self.complex_type.element_type
        if not isinstance(type, FloatType):
            raise NoCounterpart(f"'{type}' is not a float type")
        made = arith.ConstantOp.create((), (type,), {"value": FloatAttr(value, type)})
        return self.rw.insert(made).results[0]

    def add(self, a: Value, b: Value) -> Value:
        return self.made(arith.AddFOp, a, b)

    def sub(self, a: Value, b: Value) -> Value:
        return self.made(arith.SubFOp, a, b)

    def mul(self, a: Value, b: Value) -> Value:
        return self.made(arith.MulFOp, a, b)

    def div(self, a: Value, b: Value) -> Value:
        return self.made(arith.DivFOp, a, b)

    def abs(self, a: Value) -> Value:
        return self.made(math_dialect.AbsFOp, a)

    def copysign(self, a: Value, sign: Value) -> Value:
        return self.made(math_dialect.CopySignOp, a, sign, flags=False)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        return self._compared(predicate, a, b, NO_FASTMATH)

    def test(self, predicate: str, a: Value, b: Value) -> Value:
        """A comparison with the flags."""
        return self._compared(predicate, a, b, self.flags)

    def _compared(self, predicate: str, a: Value, b: Value, flags: FastMathFlagsAttr) -> Value:
        made = arith.CmpFOp(CmpFPredicate[predicate], a, b, fastmath=flags)
        found: Value = self.rw.insert(made).results[0]
        return found

    def _bits(self, cls: type[Operation], a: Value, b: Value) -> Value:
        return self.rw.insert(cls.create((a, b), (a.type,))).results[0]

    def both(self, a: Value, b: Value) -> Value:
        return self._bits(arith.AndIOp, a, b)

    def either(self, a: Value, b: Value) -> Value:
        return self._bits(arith.OrIOp, a, b)

    def neither(self, a: Value) -> Value:
        """The other bit."""
        true = arith.ConstantOp.create((), (I1,), {"value": IntegerAttr(1, I1)})
        return self._bits(arith.XOrIOp, a, self.rw.insert(true).results[0])

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        return self.rw.insert(arith.SelectOp.create((condition, a, b), (a.type,))).results[0]

    def real(self, z: Value) -> Value:
        """The real part."""
        return self._part(complex_dialect.ReOp, z)

    def imaginary(self, z: Value) -> Value:
        """The imaginary part."""
        return self._part(complex_dialect.ImOp, z)

    def _part(self, cls: type[Operation], z: Value) -> Value:
        type = self.complex_type.element_type
        return self.rw.insert(cls.create((z,), (type,), {"fastmath": NO_FASTMATH})).results[0]

    def parts(self, z: Value) -> Pair:
        """Both parts."""
        return self.real(z), self.imaginary(z)

    def join(self, real: Value, imaginary: Value) -> Value:
        """The number of two parts."""
        made = complex_dialect.CreateOp.create((real, imaginary), (self.complex_type,))
        return self.rw.insert(made).results[0]

    def function(self, cls: type[Operation], *operands: Value) -> Value:
        """A function of complex numbers, which is lowered in turn."""
        return self.made(cls, *operands)


def careful(f: Floats) -> Floats:
    """Flags without the promise of no NaN and infinities: 0 / 0 occurs as an intermediate
    result."""
    found = copy(f)
    found.flags = FastMathFlagsAttr(f.flags.value & ~_FINITE)
    return found


def scaled(f: Floats, real: Value, imaginary: Value) -> tuple[Value, Value, Value]:
    """The larger and the smaller absolute value m, n, and 1 + (n / m)²: |z| is m times its root."""
    one = f.number(1.0)
    a, b = f.abs(real), f.abs(imaginary)
    larger, smaller = f.made(arith.MaximumFOp, a, b), f.made(arith.MinimumFOp, a, b)
    f = careful(f)
    ratio = f.div(smaller, larger)
    return larger, smaller, f.add(f.mul(ratio, ratio), one)


def modulus(f: Floats, real: Value, imaginary: Value) -> Value:
    """|z| without intermediate overflow. If the ratio is 0 / 0, the result is the smaller part."""
    larger, smaller, square = scaled(f, real, imaginary)
    f = careful(f)
    found = f.mul(larger, f.made(math_dialect.SqrtOp, square))
    return f.select(f.test("uno", found, found), smaller, found)


def root_of_modulus(f: Floats, real: Value, imaginary: Value) -> Value:
    """√|z| without intermediate overflow."""
    larger, smaller, square = scaled(f, real, imaginary)
    f = careful(f)
    quarter = f.number(0.25)
    root = f.made(math_dialect.SqrtOp, larger)
    found = f.mul(root, f.made(math_dialect.PowFOp, square, quarter))
    return f.select(f.test("uno", found, found), smaller, found)
