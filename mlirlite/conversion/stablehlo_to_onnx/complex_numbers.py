"""Complex: a tensor of complex numbers as two tensors of floats, with operators and functions.

onnx computes with real numbers only. Functions are written so that neither squares overflow nor
differences cancel; branch cuts are those of Kahan (1987), told by signed zeros."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Tensor
from mlirlite.conversion.stablehlo_to_onnx.elementwise import atan2, expm1, is_negative, log1p
from mlirlite.ir.attribute import Type

Number = int | float | bool


class Complex:
    """A real and an imaginary part of one shape."""

    __slots__ = ("im", "re")

    def __init__(self, re: Tensor, im: Tensor) -> None:
        self.re, self.im = re, im

    @property
    def b(self) -> Builder:
        """Where ops go."""
        return self.re.b

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self.re.rank

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes."""
        return self.re.shape

    @property
    def element(self) -> Type:
        """The type of a part."""
        return self.re.element

    def each(self, function: Callable[[Tensor], Tensor]) -> Complex:
        """A function that is linear, of both parts."""
        return Complex(function(self.re), function(self.im))

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Complex:
        """An op that moves or adds elements, of both parts."""
        return self.each(lambda part: part(name, *operands, **attributes))

    def like(self, value: Number | Tensor | Complex) -> Complex:
        """A number or a real tensor as complex numbers."""
        if isinstance(value, Complex):
            return value
        real = self.re.like(value)
        return Complex(real, real * 0 if isinstance(value, Tensor) else self.re.like(0.0))

    def reshape(self, shape: Sequence[int]) -> Complex:
        """The elements in another shape."""
        return self.each(lambda part: part.reshape(shape))

    def expand(self, shape: Sequence[int]) -> Complex:
        """Broadcast to a shape."""
        return self.each(lambda part: part.expand(shape))

    def transpose(self, perm: Sequence[int]) -> Complex:
        """Dimensions in another order."""
        return self.each(lambda part: part.transpose(perm))

    def slice(self, axis: int, start: int, stop: int, step: int = 1) -> Complex:
        """Elements of a dimension."""
        return self.each(lambda part: part.slice(axis, start, stop, step))

    def conj(self) -> Complex:
        """The conjugates."""
        return Complex(self.re, -self.im)

    def times_i(self) -> Complex:
        """The product with i, without a rounding."""
        return Complex(-self.im, self.re)

    def by_i(self) -> Complex:
        """The quotient by i."""
        return Complex(self.im, -self.re)

    def __neg__(self) -> Complex:
        return Complex(-self.re, -self.im)

    def __add__(self, other: Number | Tensor | Complex) -> Complex:
        if isinstance(other, Complex):
            return Complex(self.re + other.re, self.im + other.im)
        return Complex(self.re + other, self.im)

    def __sub__(self, other: Number | Tensor | Complex) -> Complex:
        if isinstance(other, Complex):
            return Complex(self.re - other.re, self.im - other.im)
        return Complex(self.re - other, self.im)

    def __rsub__(self, other: Number) -> Complex:
        return Complex(other - self.re, -self.im)

    def __mul__(self, other: Number | Tensor | Complex) -> Complex:
        if not isinstance(other, Complex):
            return self.each(lambda part: part * other)
        re = self.re * other.re - self.im * other.im
        return Complex(re, self.re * other.im + self.im * other.re)

    def __truediv__(self, other: Number | Tensor | Complex) -> Complex:
        if not isinstance(other, Complex):
            return self.each(lambda part: part / other)
        return _quotient(self, other)

    def equal(self, other: Number | Complex) -> Tensor:
        """Where both are equal."""
        other = self.like(other)
        return self.re.equal(other.re) & self.im.equal(other.im)


def chosen(condition: Tensor, yes: Tensor | Complex | Number, no: Tensor | Complex | Number) -> Any:
    """Elements of one or the other, as `Tensor.where`, also of complex numbers."""
    if not isinstance(yes, Complex) and not isinstance(no, Complex):
        return condition.where(yes, no)
    one: Any = yes if isinstance(yes, Complex) else no
    first, second = one.like(yes), one.like(no)
    return Complex(condition.where(first.re, second.re), condition.where(first.im, second.im))


def _quotient(x: Complex, y: Complex) -> Complex:
    """Smith's quotient, by the ratio of the smaller part to the larger one; of infinite numbers and
    zeros as C's."""
    b = x.b
    swap = y.re("Abs") < y.im("Abs")
    large, small = swap.where(y.im, y.re), swap.where(y.re, y.im)
    zero = large.equal(0)
    ratio = (zero | (small("IsInf") & large("IsInf"))).where(0.0, small / large)
    whole = large + small * ratio
    re = swap.where(x.re * ratio + x.im, x.re + x.im * ratio) / whole
    im = swap.where(x.im * ratio - x.re, x.im - x.re * ratio) / whole
    undefined = re("IsNaN") & im("IsNaN")
    given = ~(x.re("IsNaN") & x.im("IsNaN"))
    # Zero has the sign of the real part: 1 / 0 is infinite.
    by_zero = (zero & given) & y.im.equal(0)
    pole = signed(b.number(float("inf"), x.element), y.re)
    finite = ~(y.re("IsInf") | y.im("IsInf") | y.re("IsNaN") | y.im("IsNaN"))
    infinite = (x.re("IsInf") | x.im("IsInf")) & finite & undefined
    one, other = _boxed(x.re), _boxed(x.im)
    most = b.number(float("inf"), x.element)
    re = infinite.where(most * (one * y.re + other * y.im), re)
    im = infinite.where(most * (other * y.re - one * y.im), im)
    return Complex(by_zero.where(pole * x.re, re), by_zero.where(pole * x.im, im))


def _boxed(x: Tensor) -> Tensor:
    """1 or -1 for infinite numbers, 0 for others."""
    return x("IsInf").where(x("Sign"), 0.0)


def signed(size: Tensor, sign: Tensor) -> Tensor:
    """A number that is not negative, with the sign of another one."""
    return is_negative(sign).where(-size, size)


def absolute(z: Complex) -> Tensor:
    """The distance from 0, by the ratio of the smaller part to the larger one."""
    a, c = z.re("Abs"), z.im("Abs")
    infinite = a("IsInf") | c("IsInf")
    large, small = z.b("Max", [a, c]), z.b("Min", [a, c])
    ratio = large.equal(0).where(0.0, small / large)
    return infinite.where(float("inf"), large * (ratio * ratio + 1)("Sqrt"))


def square(x: Tensor | Complex) -> Tensor:
    """The square of the distance from 0."""
    return x.re * x.re + x.im * x.im if isinstance(x, Complex) else x * x


def exp(z: Complex) -> Complex:
    """e to the power, in two factors, of which none overflows alone."""
    half = (z.re * 0.5)("Exp")
    flat = z.im.equal(0)
    re, im = half * z.im("Cos") * half, half * z.im("Sin") * half
    return Complex(flat.where(half * half, re), flat.where(z.im, im))


def log_absolute(z: Complex) -> Tensor:
    """The logarithm of the distance from 0, precise near 1."""
    a, c = z.re("Abs"), z.im("Abs")
    large, small = z.b("Max", [a, c]), z.b("Min", [a, c])
    near = (large > 0.5) & (large < 3.0)
    inner = (large - 1) * (large + 1) + small * small
    ratio = (large.equal(0) | large("IsInf")).where(0.0, small / large)
    far = large("Log") + _log1p(ratio * ratio) * 0.5
    undefined = (a("IsNaN") | c("IsNaN")) & ~(a("IsInf") | c("IsInf"))
    infinite = a("IsInf") | c("IsInf")
    found = near.where(_log1p(near.where(inner, 0.0)) * 0.5, far)
    return undefined.where(float("nan"), infinite.where(float("inf"), found))


def log(z: Complex) -> Complex:
    """The logarithm whose angle is within pi."""
    return Complex(log_absolute(z), _atan2(z.im, z.re))


def plus_one_log(z: Complex) -> Complex:
    """log(1 + z), precise near zero."""
    small = (z.re("Abs") < 0.5) & (z.im("Abs") < 0.5)
    inner = small.where(z.re * (z.re + 2) + z.im * z.im, 0.0)
    shifted = z + 1
    re = small.where(_log1p(inner) * 0.5, log_absolute(shifted))
    return Complex(re, _atan2(z.im, shifted.re))


def exp_minus_one(z: Complex) -> Complex:
    """exp(z) - 1, precise near zero."""
    whole, half = exp(z), (z.im * 0.5)("Sin")
    near = _expm1(z.re) * z.im("Cos") - half * half * 2
    return Complex((z.re("Abs") < 1.0).where(near, whole.re - 1), whole.im)


def sqrt(z: Complex) -> Complex:
    """The root whose real part is not negative."""
    part = z * 0.25  # so that the sum does not overflow
    root = ((absolute(part) + part.re("Abs")) * 0.5)("Sqrt") * 2.0
    other = root.equal(0).where(0.0, z.im("Abs") / root * 0.5)
    left = z.re < 0
    re, im = left.where(other, root), left.where(root, other)
    infinite = z.im("IsInf")
    re = infinite.where(float("inf"), re)
    im = infinite.where(float("inf"), im)
    return Complex(re, signed(im, z.im))


def power(z: Complex, w: Complex) -> Complex:
    """exp(w log z); 0 to the power 0 is 1."""
    found = exp(w * log(z))
    start, flat = z.equal(0), w.equal(0)
    found = chosen(start & (w.re > 0), found.like(0.0), found)
    return Complex(flat.where(1.0, found.re), flat.where(0.0, found.im))


def sinh(z: Complex) -> Complex:
    """The hyperbolic sine."""
    return Complex(z.re("Sinh") * z.im("Cos"), z.re("Cosh") * z.im("Sin"))


def cosh(z: Complex) -> Complex:
    """The hyperbolic cosine."""
    return Complex(z.re("Cosh") * z.im("Cos"), z.re("Sinh") * z.im("Sin"))


def tanh(z: Complex) -> Complex:
    """The hyperbolic tangent."""
    t, u = z.re("Tanh"), z.im("Tan")
    slope = z.re("Cosh")("Reciprocal")
    whole = t * t * u * u + 1
    return Complex(t * (u * u + 1) / whole, u * slope * slope / whole)


def acos(z: Complex) -> Complex:
    """The angle with this cosine."""
    minus, plus = sqrt(1 - z), sqrt(z + 1)
    return Complex(_atan2(minus.re, plus.re) * 2, (plus.conj() * minus).im("Asinh"))


def asin(z: Complex) -> Complex:
    """The angle with this sine."""
    minus, plus = sqrt(1 - z), sqrt(z + 1)
    return Complex(_atan2(z.re, (minus * plus).re), (minus.conj() * plus).im("Asinh"))


def acosh(z: Complex) -> Complex:
    """The number with this hyperbolic cosine."""
    minus, plus = sqrt(z - 1), sqrt(z + 1)
    return Complex((minus.conj() * plus).re("Asinh"), _atan2(minus.im, plus.re) * 2)


def atanh(z: Complex) -> Complex:
    """The number with this hyperbolic tangent."""
    below = 1 - z.re
    ratio = z.re * 4 / (below * below + z.im * z.im)
    return Complex(_log1p(ratio) * 0.25, _atan2(z.im * 2, below * (z.re + 1) - z.im * z.im) * 0.5)


def sign(z: Complex) -> Complex:
    """The number on the unit circle in the direction; 0 for 0."""
    size = absolute(z)
    found: Complex = chosen(size.equal(0), z, z / size)
    return found


UNARY: dict[str, Callable[[Complex], Complex]] = {
    "negate": lambda z: -z,
    "exponential": exp,
    "exponential_minus_one": exp_minus_one,
    "log": log,
    "log_plus_one": plus_one_log,
    "logistic": lambda z: z.like(1.0) / (exp(-z) + 1),
    "sqrt": sqrt,
    "rsqrt": lambda z: z.like(1.0) / sqrt(z),
    "cbrt": lambda z: power(z, z.like(1 / 3)),
    "sine": lambda z: sinh(z.times_i()).by_i(),
    "cosine": lambda z: cosh(z.times_i()),
    "tan": lambda z: tanh(z.times_i()).by_i(),
    "tanh": tanh,
    "sign": sign,
    "chlo.acos": acos,
    "chlo.acosh": acosh,
    "chlo.asin": asin,
    "chlo.asinh": lambda z: asin(z.times_i()).by_i(),
    "chlo.atan": lambda z: atanh(z.times_i()).by_i(),
    "chlo.atanh": atanh,
    "chlo.conj": lambda z: z.conj(),
    "chlo.cosh": cosh,
    "chlo.sinh": sinh,
    "chlo.square": lambda z: z * z,
    "chlo.tan": lambda z: tanh(z.times_i()).by_i(),
}
"""Functions by the names of their ops."""


def _atan2(y: Tensor, x: Tensor) -> Tensor:
    return atan2(y.b, None, y, x)


def _log1p(x: Tensor) -> Tensor:
    return log1p(x.b, None, x)


def _expm1(x: Tensor) -> Tensor:
    return expm1(x.b, None, x)
