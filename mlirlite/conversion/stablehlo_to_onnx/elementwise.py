"""Rules of ops that work element by element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.ir.types import F32, I1, I32, FloatType, IntegerType, Signedness, element_type_of
from mlirlite.ods.hooks import DataOp

PLAIN = {
    "abs": "Abs",
    "ceil": "Ceil",
    "cosine": "Cos",
    "exponential": "Exp",
    "floor": "Floor",
    "log": "Log",
    "logistic": "Sigmoid",
    "round_nearest_even": "Round",
    "sign": "Sign",
    "sine": "Sin",
    "sqrt": "Sqrt",
    "tan": "Tan",
    "tanh": "Tanh",
    "chlo.acos": "Acos",
    "chlo.acosh": "Acosh",
    "chlo.asin": "Asin",
    "chlo.asinh": "Asinh",
    "chlo.atan": "Atan",
    "chlo.atanh": "Atanh",
    "chlo.cosh": "Cosh",
    "chlo.erf": "Erf",
    "chlo.sinh": "Sinh",
    "chlo.tan": "Tan",
}


def _plain(operator: str) -> Callable[[Builder, Any, Tensor], Tensor]:
    def convert(b: Builder, op: DataOp, x: Tensor) -> Tensor:
        if operator == "Abs" and x.is_unsigned:
            return x
        return x(operator)

    return convert


for _name, _operator in PLAIN.items():
    rule(_name)(_plain(_operator))


@rule("constant", "chlo.constant")
def constant(b: Builder, op: DataOp) -> Tensor:
    """The same elements."""
    value = op.properties["value"]
    if not isinstance(element_type_of(value.type), (IntegerType, FloatType)):
        raise Refused(f"elements of type {element_type_of(value.type)}")
    if value.type is not op.results[0].type:
        raise Refused(f"a constant of type {op.results[0].type}")
    return b.elements(value if not hasattr(value, "dense") else value.dense())


@rule("negate")
def negate(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The negative."""
    return -x


@rule("rsqrt")
def rsqrt(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """1 / sqrt(x)."""
    return x("Sqrt")("Reciprocal")


@rule("exponential_minus_one")
def expm1(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """exp(x) - 1, precise near zero: tanh(x / 2) * (exp(x) + 1)."""
    return (x * 0.5)("Tanh") * (x("Exp") + 1)


@rule("log_plus_one")
def log1p(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """log(1 + x), precise near zero: log(u) * (x / (u - 1)) with u = 1 + x."""
    u = x + 1
    d = u - 1
    plain = d.equal(0) | u("IsInf")
    scaled = u("Log") * (x / plain.where(1, d))
    return d.equal(0).where(x, u("IsInf").where(u("Log"), scaled))


@rule("cbrt")
def cbrt(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The cubic root."""
    return x("Sign") * x("Abs")("Pow", b.number(1 / 3, x.element))


@rule("round_nearest_afz")
def round_away(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The nearest whole number, halves away from zero."""
    size = x("Abs")
    whole = size("Floor")
    up = (size - whole >= 0.5).where(whole + 1, whole)
    return (x < 0).where(-up, up)


@rule("not")
def complement(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The complement."""
    return ~x if x.is_bool else x("BitwiseNot")


@rule("is_finite")
def is_finite(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Whether an element is neither infinite nor NaN."""
    return (x - x).equal(0)


@rule("real", "optimization_barrier", "chlo.conj", "sdy.sharding_constraint")
def same(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """The operands."""
    return list(operands)


@rule("popcnt")
def popcnt(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """How many bits are set."""
    u = unsigned(x)
    found = u * 0
    one = b.number(1, u.element)
    for k in range(x.width):
        found = found + right(b, u, k)("BitwiseAnd", one)
    return found.to(x.element)


@rule("count_leading_zeros")
def clz(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """How many bits before the first set one are zero."""
    u = unsigned(x)
    found = u * 0
    for k in range(x.width):
        found = found + right(b, u, k).equal(0).to(u.element)
    return found.to(x.element)


def unsigned(x: Tensor) -> Tensor:
    """The bits of integers as unsigned ones."""
    return x if x.is_unsigned else x("BitCast", to=IntegerType(x.width, Signedness.UNSIGNED))


def right(b: Builder, u: Tensor, by: int) -> Tensor:
    """Unsigned integers shifted to the right."""
    return u("BitShift", b.number(by, u.element), direction="RIGHT") if by else u


# Two operands


def _logical_or(logical: str, operator: str) -> Callable[..., Tensor]:
    def convert(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
        return x(logical if x.is_bool else operator, y)

    return convert


rule("add")(_logical_or("Or", "Add"))
rule("multiply")(_logical_or("And", "Mul"))
rule("subtract")(_logical_or("Xor", "Sub"))
rule("and")(_logical_or("And", "BitwiseAnd"))
rule("or")(_logical_or("Or", "BitwiseOr"))
rule("xor")(_logical_or("Xor", "BitwiseXor"))


@rule("maximum")
def maximum(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """The larger one."""
    return x | y if x.is_bool else b("Max", [x, y])


@rule("minimum")
def minimum(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """The smaller one."""
    return x & y if x.is_bool else b("Min", [x, y])


def is_safe(y: Tensor) -> bool:
    """Whether a divisor is a constant that is neither 0 nor -1."""
    numbers = y.numbers()
    return numbers is not None and not {0, -1} & set(numbers)


@rule("divide")
def divide(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """The quotient; of integers -1 for a divisor of zero, and with no overflow."""
    if x.is_float or is_safe(y):
        return x / y
    zero = y.equal(0)
    if x.is_unsigned:
        return zero.where((1 << x.width) - 1, x / zero.where(1, y))
    minus = y.equal(-1)
    return zero.where(-1, minus.where(-x, x / (zero | minus).where(1, y)))


@rule("remainder")
def remainder(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """The remainder with the sign of the first operand."""
    if x.is_float or is_safe(y):
        return x("Mod", y, fmod=1)
    zero = y.equal(0)
    special = zero if x.is_unsigned else zero | y.equal(-1)
    found = x("Mod", special.where(1, y), fmod=1)
    return zero.where(x, found)


@rule("power")
def power(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """The power."""
    if x.is_float:
        return x("Pow", y)
    if x.width < 32:
        return power(b, op, x.to(I32), y.to(I32)).to(x.element)
    found = x * 0 + 1
    base, left = x, y if x.is_unsigned else (y < 0).where(0, y)
    for k in range(min(x.width, 32)):
        odd = ~left("BitwiseAnd", b.number(1 << k, x.element)).equal(0)
        found = odd.where(found * base, found)
        base = base * base
    if x.is_unsigned:
        return found
    even = y("BitwiseAnd", b.number(1, x.element)).equal(0)
    minus = even.where(x * 0 + 1, -1)
    inverse = x.equal(1).where(1, x.equal(-1).where(minus, x * 0))
    return (y < 0).where(inverse, found)


@rule("atan2")
def atan2(b: Builder, op: DataOp, y: Tensor, x: Tensor) -> Tensor:
    """The angle of the point (x, y), of signed zeros, too."""
    height, width = y("Abs"), x("Abs")
    even = height.equal(width)  # both may be zero or infinite
    ratio = even.where(height.equal(0).where(0.0, y.like(1.0)), height / width)
    angle = ratio("Atan")
    angle = is_negative(x).where(math.pi - angle, angle)
    return is_negative(y).where(-angle, angle)


def is_negative(x: Tensor) -> Tensor:
    """Whether the sign is negative, also that of a zero."""
    return (x < 0) | (x.equal(0) & (x("Reciprocal") < 0))


@rule("shift_left")
def shift_left(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """Bits moved to the left; zero beyond the width."""
    return _shift(b, x, y, "LEFT")


@rule("shift_right_logical")
def shift_right(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """Bits moved to the right, zeros after them; zero beyond the width."""
    return _shift(b, x, y, "RIGHT")


def _shift(b: Builder, x: Tensor, y: Tensor, direction: str) -> Tensor:
    u, by = unsigned(x), unsigned(y)
    amounts = y.numbers()
    if amounts is not None and all(0 <= n < x.width for n in amounts):
        found = u("BitShift", by, direction=direction)
    else:
        inside = by < x.width
        found = inside.where(u("BitShift", inside.where(by, 0), direction=direction), 0)
    return found if x.is_unsigned else found("BitCast", to=x.element)


@rule("shift_right_arithmetic")
def shift_arithmetic(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """Bits moved to the right, copies of the sign after them."""
    source = x
    if x.is_unsigned:
        x = x("BitCast", to=IntegerType(x.width))
    sign = (x < 0).where(-1, x * 0)
    by = unsigned(y)
    flipped = unsigned(x("BitwiseXor", sign))
    inside = by < x.width
    moved = inside.where(flipped("BitShift", inside.where(by, 0), direction="RIGHT"), 0)
    found = moved("BitCast", to=x.element)("BitwiseXor", sign)
    return found if found.element is source.element else found("BitCast", to=source.element)


# Choices and conversions


@rule("compare")
def compare(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """Whether a relation holds."""
    kind = op.properties.get("compare_type")
    if kind is not None and kind.value.name == "TOTALORDER":
        x, y = total_order(b, x), total_order(b, y)
    return related(op.properties["comparison_direction"].value.name, x, y)


def related(word: str, x: Tensor, y: Tensor) -> Tensor:
    """Whether a relation with StableHLO's word holds."""
    if word == "EQ":
        return x.equal(y)
    if word == "NE":
        return ~x.equal(y)
    if x.is_bool:
        x, y = x.to(I32), y.to(I32)
    return {"LT": x.__lt__, "LE": x.__le__, "GT": x.__gt__, "GE": x.__ge__}[word](y)


def total_order(b: Builder, x: Tensor) -> Tensor:
    """Integers in the total order of floats."""
    if not x.is_float:
        return x
    bits = x("BitCast", to=IntegerType(x.width))
    top = b.number((1 << (x.width - 1)) - 1, bits.element)
    return (bits < 0).where(bits("BitwiseXor", top), bits)


@rule("select")
def select(b: Builder, op: DataOp, condition: Tensor, yes: Tensor, no: Tensor) -> Tensor:
    """An element of one of two tensors."""
    return condition.where(yes, no)


@rule("clamp")
def clamp(b: Builder, op: DataOp, low: Tensor, x: Tensor, high: Tensor) -> Tensor:
    """The element, or the bound that it exceeds."""
    return minimum(b, op, maximum(b, op, x, low), high)


@rule("convert")
def convert(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The elements in another type."""
    return converted(x, element_type_of(op.results[0].type))


def converted(x: Tensor, element: Any) -> Tensor:
    """Elements in another type; floats beyond the range of integers become the nearest one."""
    if not isinstance(element, (FloatType, IntegerType)):
        raise Refused(f"elements of type {element}")
    if isinstance(element, FloatType) and element.width <= 8 and element is not x.element:
        return x("Cast", to=element, saturate=0)  # beyond the range: infinity or NaN
    if not isinstance(element, IntegerType) or not x.is_float or element is I1:
        return x.to(element)
    low = 0 if element.is_unsigned else -(1 << (element.width - 1))
    high = (1 << (element.width - (not element.is_unsigned))) - 1
    source = x if x.width >= 32 else x.to(F32)
    inside = (source > float(low) - 1) & (source < float(high + 1))
    held = element if element.width >= 8 else IntegerType(8, element.signedness)
    plain = inside.where(source, 0).to(held)
    beyond = (source > 0).where(source.b.number(high, held), source.b.number(low, held))
    beyond = source("IsNaN").where(0, beyond)
    return inside.where(plain, beyond).to(element)


@rule("bitcast_convert")
def bitcast(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The bits read as elements of another type; a last dimension has the parts of wider ones."""
    type = op.results[0].type
    element = type.element_type
    if not isinstance(element, (FloatType, IntegerType)) or 1 in (x.width, element.width):
        raise Refused(f"bits of {x.element} as {element}")
    if element.width == x.width:
        return x if element is x.element else x("BitCast", to=element)
    bits = unsigned(x) if not x.is_float else x("BitCast", to=_bits(x.width))
    target = _bits(element.width)
    if element.width < x.width:
        moved = _bits(max(element.width, 8))  # a type that onnx moves
        parts = [right(b, bits, k).to(target).to(moved) for k in range(0, x.width, element.width)]
        shape = [*x.shape, 1]
        found = b.concat([part.reshape(shape) for part in parts], x.rank).to(target)
    else:
        last, shape = x.rank - 1, list(x.shape[:-1])
        bits = bits.to(target)
        pieces = [
            bits.slice(last, k, k + 1).reshape(shape)(
                "BitShift", b.number(k * x.width, target), direction="LEFT"
            )
            for k in range(element.width // x.width)
        ]
        found = pieces[0]
        for piece in pieces[1:]:
            found = found("BitwiseOr", piece)
    return found if element is target else found("BitCast", to=element)


def _bits(width: int) -> IntegerType:
    return IntegerType(width, Signedness.UNSIGNED)


@rule("reduce_precision")
def reduce_precision(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The nearest number with fewer bits of exponent and mantissa, to even in a tie."""
    exponent, mantissa = (op.properties[k].value for k in ("exponent_bits", "mantissa_bits"))
    if x.width < 32:
        return reduce_precision(b, op, x.to(F32)).to(x.element)
    whole, own = (23, 8) if x.width == 32 else (52, 11)
    bits = x("BitCast", to=_bits(x.width))
    sign = bits("BitwiseAnd", bits.like(1 << (x.width - 1)))
    rest = bits("BitwiseXor", sign)
    dropped = whole - mantissa
    if dropped > 0:
        odd = right(b, rest, dropped)("BitwiseAnd", bits.like(1))
        rest = rest + odd + ((1 << (dropped - 1)) - 1)
        rest = rest("BitwiseAnd", bits.like((1 << x.width) - (1 << dropped)))
    if exponent < own:
        bias = (1 << (own - 1)) - 1
        reach = (1 << (exponent - 1)) - 1
        infinite = bits.like(((1 << own) - 1) << whole)
        rest = (rest > (((bias + reach) << whole) | ((1 << whole) - 1))).where(infinite, rest)
        rest = (rest <= ((bias - reach) << whole | 0) - 1).where(0, rest)
    found = rest("BitwiseOr", sign)("BitCast", to=x.element)
    return x("IsNaN").where(x, found)
