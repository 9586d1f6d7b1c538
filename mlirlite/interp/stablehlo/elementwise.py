"""Ops that work element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.stablehlo.arrays import (
    Function,
    cast,
    constant_array,
    is_float,
    native,
    on,
    op_class,
    read_raw,
    stored,
    wide,
)
from mlirlite.interp.values import Array
from mlirlite.ir.types import ComplexType, FloatType, IntegerType, element_type_of
from mlirlite.ods.hooks import DataOp


@on("constant", vectorized=True)
def run_constant(op: DataOp) -> Array:
    """The elements."""
    return constant_array(op.properties["value"])


def _widely(function: Function) -> Function:
    """The function computed in double precision and rounded once."""
    return lambda op, *operands: function(*map(wide, operands))


def unary(name: str, function: Function) -> None:
    """An op with a function of wide elements."""
    on(name, vectorized=True)(_widely(function))


def logistic(x: Array) -> Array:
    """1 / (1 + exp(-x))."""
    found: Array = 1 / (1 + np.exp(-x))
    return found


def cbrt(x: Array) -> Array:
    """The cubic root."""
    found: Array = x ** (1 / 3) if x.dtype.kind == "c" else np.cbrt(x)
    return found


def sign(x: Array) -> Array:
    """-1, 0 or 1, of complex numbers x / |x|, NaN of NaN."""
    if x.dtype.kind != "c":
        return np.where(x == 0, x, np.sign(x))
    size = np.abs(x)
    return np.where(size == 0, 0, x / np.where(size == 0, 1, size))


def round_away(x: Array) -> Array:
    """The nearest whole number, halves away from zero."""
    whole = np.trunc(x)
    found: Array = whole + np.where(np.abs(x - whole) >= 0.5, np.sign(x), 0)
    return np.copysign(found, x)


_UNARY: dict[str, Function] = {
    "cbrt": cbrt,
    "ceil": np.ceil,
    "cosine": np.cos,
    "exponential": np.exp,
    "exponential_minus_one": np.expm1,
    "floor": np.floor,
    "log": np.log,
    "log_plus_one": np.log1p,
    "logistic": logistic,
    "round_nearest_afz": round_away,
    "round_nearest_even": np.rint,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sign": sign,
    "sine": np.sin,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "abs": np.abs,
}
for _name, _function in _UNARY.items():
    unary(_name, _function)


@on("negate", vectorized=True)
def run_negate(op: DataOp, x: Array) -> Array:
    """The negative."""
    return np.logical_not(x) if x.dtype == np.bool_ else -wide(x)


@on("not", vectorized=True)
def run_not(op: DataOp, x: Array) -> Array:
    """The complement."""
    return ~wide(x)


@on("is_finite", vectorized=True)
def run_is_finite(op: DataOp, x: Array) -> Array:
    """Whether an element is neither infinite nor NaN."""
    return np.isfinite(wide(x))


@on("real", vectorized=True)
def run_real(op: DataOp, x: Array) -> Array:
    """The real part."""
    return np.real(x) if x.dtype.kind == "c" else x


@on("imag", vectorized=True)
def run_imag(op: DataOp, x: Array) -> Array:
    """The imaginary part."""
    return np.imag(x) if x.dtype.kind == "c" else np.zeros_like(x)


@on("complex", vectorized=True)
def run_complex(op: DataOp, real: Array, imaginary: Array) -> Array:
    """A complex number of its parts."""
    found = np.empty(np.broadcast_shapes(real.shape, imaginary.shape), native(op.results[0].type))
    found.real, found.imag = real, imaginary
    return found


def _width(op: DataOp) -> int:
    element: Any = element_type_of(op.operands[0].type)
    return int(element.width)


def _bits(x: Array, width: int) -> Array:
    """The bits of integers as unsigned numbers."""
    return wide(x).astype(np.uint64) & np.uint64((1 << width) - 1)


@on("popcnt", vectorized=True)
def run_popcnt(op: DataOp, x: Array) -> Array:
    """How many bits are set."""
    return np.bitwise_count(_bits(x, _width(op)))


@on("count_leading_zeros", vectorized=True)
def run_clz(op: DataOp, x: Array) -> Array:
    """How many bits before the first set one are zero."""
    width, bits = _width(op), _bits(x, _width(op))
    found = np.full(bits.shape, width)
    for k in range(width):
        found = np.where(bits >> np.uint64(k) & np.uint64(1), width - 1 - k, found)
    return found


# Two operands


def _boolean_or(on_bool: Function, function: Function) -> Function:
    def run(op: DataOp, a: Array, b: Array) -> Any:
        return on_bool(a, b) if a.dtype == np.bool_ else function(wide(a), wide(b))

    return run


on("add", vectorized=True)(_boolean_or(np.logical_or, np.add))
on("multiply", vectorized=True)(_boolean_or(np.logical_and, np.multiply))
on("subtract", vectorized=True)(_boolean_or(np.logical_xor, np.subtract))
on("and", vectorized=True)(_widely(np.bitwise_and))
on("or", vectorized=True)(_widely(np.bitwise_or))
on("xor", vectorized=True)(_widely(np.bitwise_xor))


def _least(value: Array) -> int:
    """The smallest number of a type of integers."""
    if value.dtype.kind == "u" or value.dtype.kind not in "iV":
        return 0
    return int(np.iinfo(value.dtype).min) if value.dtype.kind == "i" else -8


@on("divide", vectorized=True)
def run_divide(op: DataOp, a: Array, b: Array) -> Array:
    """The quotient; of integers rounded toward zero, -1 for a divisor of zero."""
    element = element_type_of(op.results[0].type)
    x, y = wide(a), wide(b)
    if not isinstance(element, IntegerType):
        found: Array = x / y
        return found
    safe = np.where(y == 0, 1, y)
    if element.is_unsigned:
        return np.where(y == 0, _all_ones(element), x // safe)
    size = np.where(y == -1, -x, _toward_zero(x, np.where(safe == -1, 1, safe)))
    return np.where(y == 0, -1, size)


def _all_ones(element: IntegerType) -> Any:
    return np.uint64((1 << element.width) - 1)


def _toward_zero(x: Array, y: Array) -> Array:
    """The quotient of integers, neither divided by zero nor overflowing."""
    found = x // y
    return np.where((x % y != 0) & ((x < 0) != (y < 0)), found + 1, found)


@on("remainder", vectorized=True)
def run_remainder(op: DataOp, a: Array, b: Array) -> Array:
    """The remainder, with the sign of the first operand; that operand for a divisor of zero."""
    x, y = wide(a), wide(b)
    if is_float(a):
        return np.fmod(x, y)
    safe = np.where(y == 0, 1, y)
    return np.where(y == 0, x, np.fmod(x, safe))


@on("power", vectorized=True)
def run_power(op: DataOp, a: Array, b: Array) -> Array:
    """The power; of integers to a negative one, 0 except for 1 and -1."""
    x, y = wide(a), wide(b)
    if is_float(a) or a.dtype.kind == "c":
        return np.power(x, y)
    if x.dtype.kind == "u":
        return np.power(x, y)
    positive = np.power(x, np.where(y < 0, 0, y))
    inverse = np.where(x == 1, 1, np.where(x == -1, np.where(y % 2 == 0, 1, -1), 0))
    return np.where(y < 0, inverse, positive)


@on("atan2", vectorized=True)
def run_atan2(op: DataOp, a: Array, b: Array) -> Array:
    """The angle of the point (b, a)."""
    x, y = wide(a), wide(b)
    if x.dtype.kind != "c":
        return np.arctan2(x, y)
    found: Array = -1j * np.log((y + 1j * x) / np.sqrt(y * y + x * x))
    return found


def _less(a: Array, b: Array) -> Array:
    """Whether a complex number is before another: by the real part, then by the imaginary one."""
    return np.where(a.real == b.real, a.imag < b.imag, a.real < b.real)


@on("maximum", vectorized=True)
def run_maximum(op: DataOp, a: Array, b: Array) -> Array:
    """The larger one; NaN if any is."""
    if a.dtype.kind == "c":
        return np.where(np.isnan(a) | (~np.isnan(b) & _less(b, a)), a, b)
    return np.maximum(wide(a), wide(b))


@on("minimum", vectorized=True)
def run_minimum(op: DataOp, a: Array, b: Array) -> Array:
    """The smaller one; NaN if any is."""
    if a.dtype.kind == "c":
        return np.where(np.isnan(a) | (~np.isnan(b) & _less(a, b)), a, b)
    return np.minimum(wide(a), wide(b))


def _shift(function: Function, beyond: Function) -> Function:
    def run(op: DataOp, a: Array, b: Array) -> Any:
        width = _width(op)
        amount = _bits(b, width)
        inside = amount < width
        x = _bits(a, width)
        y = np.where(inside, amount, 0).astype(np.uint64)
        signed = wide(cast(a, op.results[0].type)).astype(np.int64)
        return np.where(inside, function(x, signed, y), beyond(signed))

    return run


def _minus_if_negative(signed: Array) -> Array:
    return np.where(signed < 0, -1, 0).astype(np.int64)


on("shift_left", vectorized=True)(_shift(lambda x, s, y: (x << y).astype(np.int64), np.zeros_like))
on("shift_right_logical", vectorized=True)(
    _shift(lambda x, s, y: (x >> y).astype(np.int64), np.zeros_like)
)
on("shift_right_arithmetic", vectorized=True)(
    _shift(lambda x, s, y: s >> y.astype(np.int64), _minus_if_negative)
)


# Choices and conversions


@on("compare", vectorized=True)
def run_compare(op: DataOp, a: Array, b: Array) -> Array:
    """Whether a relation holds."""
    kind = op.properties.get("compare_type")
    x, y = wide(a), wide(b)
    if kind is not None and kind.value.name == "TOTALORDER":
        x, y = _ordered(a), _ordered(b)
    found: Array = _RELATIONS[op.properties["comparison_direction"].value.name](x, y)
    return found


_RELATIONS: dict[str, Function] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "GE": np.greater_equal,
    "GT": np.greater,
    "LE": np.less_equal,
    "LT": np.less,
}


def _ordered(x: Array) -> Array:
    """Integers in the total order of floats."""
    size = x.dtype.itemsize
    bits = np.ascontiguousarray(x).view(f"i{size}").astype(np.int64)
    top = np.int64(2 ** (8 * size - 1) - 1)
    return np.where(bits < 0, bits ^ top, bits)


@on("select", vectorized=True)
def run_select(op: DataOp, condition: Array, yes: Array, no: Array) -> Array:
    """An element of one of two arrays."""
    return np.where(condition, yes, no)


@on("clamp", vectorized=True)
def run_clamp(op: DataOp, low: Array, x: Array, high: Array) -> Array:
    """The element, or the bound that it exceeds."""
    if x.dtype.kind == "c":
        largest = np.where(_less(x, low), low, x)
        return np.where(_less(high, largest), high, largest)
    return np.minimum(np.maximum(wide(x), wide(low)), wide(high))


@on("convert", "uniform_quantize", "uniform_dequantize", vectorized=True)
def run_convert(op: DataOp, x: Array) -> Array:
    """The elements in another type."""
    return converted(x, op.results[0].type)


def converted(x: Array, type: Any) -> Array:
    """Elements in another type; floats become integers toward zero, and the nearest one beyond
    the range."""
    element = element_type_of(type)
    if x.dtype.kind == "c" and not isinstance(element, ComplexType):
        x = x.real
    if isinstance(element, IntegerType) and element.width == 1:
        return np.asarray(wide(x) != 0)
    if is_float(x) and isinstance(element, IntegerType):
        return _to_integer(wide(x), element)
    if isinstance(element, FloatType) and element.width < 16:
        return cast(wide(x).astype(np.float32), type)
    return cast(x, type) if isinstance(element, (IntegerType, FloatType, ComplexType)) else x


def _to_integer(x: Array, element: IntegerType) -> Array:
    bits = element.width - (not element.is_unsigned)
    low, high = (0 if element.is_unsigned else -(2**bits)), 2**bits - 1
    whole = np.trunc(np.where(np.isnan(x), 0, x))
    kind: Any = np.uint64 if element.is_unsigned else np.int64
    inside = np.where((whole > low) & (whole < high), whole, 0).astype(kind)
    return np.where(whole >= high, kind(high), np.where(whole <= low, kind(low), inside))


@evaluate(op_class("stablehlo.bitcast_convert"))
def run_bitcast(m: Machine, op: DataOp) -> Array:
    """The bits read as elements of another type, the lowest ones first."""
    x = np.ascontiguousarray(read_raw(m, op.operands[0]))
    source, target = (_storage_width(v.type) for v in (op.operands[0], op.results[0]))
    wanted = stored(element_type_of(op.results[0].type))
    if source == target:
        return x.view(wanted)
    bits = _unpacked(x, source)
    if source > target:
        bits = bits.reshape(*x.shape, source // target, target)
    else:
        bits = bits.reshape(*x.shape[:-1], target)
    return _packed(bits, target, wanted)


def _storage_width(type: Any) -> int:
    element: Any = element_type_of(type)
    if isinstance(element, ComplexType):
        return 2 * _storage_width(element.element_type)
    return int(element.width)


def _unpacked(x: Array, width: int) -> Array:
    """The bits of each element, in a new last dimension."""
    raw = x.view(np.uint8).reshape(*x.shape, -1)
    return np.unpackbits(raw, axis=-1, bitorder="little")[..., :width]


def _packed(bits: Array, width: int, dtype: Any) -> Array:
    """Elements of bits; integers of less than a byte have copies of their sign above."""
    if width < 8:
        top = (
            bits[..., -1:] if "u" not in dtype.name and width > 1 else np.zeros_like(bits[..., :1])
        )
        bits = np.concatenate([bits, np.repeat(top, 8 - width, axis=-1)], axis=-1)
    raw = np.packbits(bits, axis=-1, bitorder="little")
    if dtype == np.bool_:
        return np.asarray(raw[..., 0] != 0)
    return np.asarray(np.ascontiguousarray(raw).view(dtype)[..., 0])


@on("reduce_precision", vectorized=True)
def run_reduce_precision(op: DataOp, x: Array) -> Array:
    """The nearest number with fewer bits of exponent and mantissa."""
    exponent, mantissa = (op.properties[k].value for k in ("exponent_bits", "mantissa_bits"))
    value = wide(x)
    bits = np.ascontiguousarray(value).view(np.uint64)
    dropped = max(52 - mantissa, 0)
    if dropped:
        last = bits >> np.uint64(dropped) & np.uint64(1)
        bits = bits + (np.uint64((1 << dropped - 1) - 1) + last)
        bits &= ~np.uint64((1 << dropped) - 1)
    rounded = bits.view(np.float64)
    bias = (1 << exponent - 1) - 1
    largest = np.float64(2.0) ** bias * (2 - 2.0**-mantissa) if bias < 1024 else np.inf
    smallest = np.float64(2.0) ** (1 - bias)
    found = np.where(np.abs(rounded) > largest, np.copysign(np.inf, value), rounded)
    found = np.where(np.abs(found) < smallest, np.copysign(0.0, value), found)
    if not mantissa:  # no bit is left that tells NaN from infinity
        value = np.where(np.isnan(value), np.copysign(np.inf, value), value)
    return np.where(np.isfinite(value), found, value)


@on("optimization_barrier")
def run_barrier(op: DataOp, *operands: Any) -> Any:
    """The operands."""
    return list(operands)
