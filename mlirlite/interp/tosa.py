"""Evaluation of the ops of tosa. Quantized types, windows and Fourier transforms are left
out."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from mlirlite.dialects import tosa
from mlirlite.dialects.tosa.attributes import NanPropagationMode, RoundingMode
from mlirlite.dialects.tosa.reductions import NanReductionOp, ReductionOp
from mlirlite.interp.integers import check_quotient, divide
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.values import (
    Array,
    Undefined,
    array_of,
    check_index,
    constant,
    elementwise,
    items,
    rounded,
    signed,
    unsigned,
    width_of,
    wrap,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, IntegerType, element_type_of

Steps = Generator[Enter, Leave, Any]


@evaluate(tosa.ConstOp, tosa.ConstShapeOp)
def run_const(m: Machine, op: tosa.ConstOp | tosa.ConstShapeOp) -> Any:
    """The constant."""
    return constant(op.values, op.output.type)


@evaluate(tosa.IdentityOp)
def run_identity(m: Machine, op: tosa.IdentityOp) -> Any:
    """The operand."""
    return m[op.input1]


def _number(value: Any, type: Type) -> Any:
    """A result converted to a number of a type."""
    return rounded(value, type) if isinstance(type, FloatType) else wrap(int(value), type)


def _elementwise(m: Machine, op: Operation, function: Callable[..., Any], count: int = 3) -> Any:
    """A function of the elements of the first operands, broadcast."""
    operands = np.broadcast_arrays(*m.all(op.operands[:count]))
    type = op.results[0].type
    element = element_type_of(type)
    return elementwise(lambda *v: _number(function(*v), element), type, *operands)


def _on(*classes: type[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The function of elements that these ops apply."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        @evaluate(*classes)
        def run(m: Machine, op: Operation) -> Any:
            return _elementwise(m, op, function)

        return function

    return register


def _guarded(function: Callable[[float], float], otherwise: float) -> Callable[[float], float]:
    """The function, with another value where Python raises."""

    def run(x: float) -> float:
        try:
            return function(x)
        except (OverflowError, ValueError, ZeroDivisionError):
            return otherwise

    return run


def _power(x: float, y: float) -> float:
    try:
        found = x**y
    except (OverflowError, ZeroDivisionError):
        return math.inf
    return math.nan if isinstance(found, complex) else found


def _floored(function: Callable[[float], int]) -> Callable[[float], float]:
    return lambda x: float(function(x)) if math.isfinite(x) else x


_on(tosa.AbsOp)(abs)
_on(tosa.AddOp)(lambda a, b: a + b)
_on(tosa.SubOp)(lambda a, b: a - b)
_on(tosa.PowOp)(_power)
_on(tosa.CeilOp)(_floored(math.ceil))
_on(tosa.FloorOp)(_floored(math.floor))
_on(tosa.CosOp)(_guarded(math.cos, math.nan))
_on(tosa.SinOp)(_guarded(math.sin, math.nan))
_on(tosa.TanhOp)(math.tanh)
_on(tosa.ErfOp)(math.erf)
_on(tosa.ExpOp)(_guarded(math.exp, math.inf))
_on(tosa.SigmoidOp)(lambda x: 1 / (1 + _guarded(math.exp, math.inf)(-x)))
_on(tosa.LogOp)(lambda x: -math.inf if x == 0 else _guarded(math.log, math.nan)(x))
_on(tosa.ReciprocalOp)(lambda x: 1 / x if x else math.copysign(math.inf, x))
_on(tosa.RsqrtOp)(lambda x: math.inf if x == 0 else _guarded(lambda y: y**-0.5, math.nan)(x))
_on(tosa.EqualOp)(lambda a, b: a == b)
_on(tosa.GreaterOp)(lambda a, b: a > b)
_on(tosa.GreaterEqualOp)(lambda a, b: a >= b)
_on(tosa.BitwiseAndOp, tosa.LogicalAndOp)(lambda a, b: a & b)
_on(tosa.BitwiseOrOp, tosa.LogicalOrOp)(lambda a, b: a | b)
_on(tosa.BitwiseXorOp, tosa.LogicalXorOp)(lambda a, b: a ^ b)
_on(tosa.BitwiseNotOp)(lambda a: ~a)
_on(tosa.LogicalNotOp)(lambda a: 1 - a)
_on(tosa.SelectOp)(lambda c, a, b: a if c else b)


@evaluate(tosa.MulOp)
def run_mul(m: Machine, op: tosa.MulOp) -> Any:
    """The product; of integers shifted to the right and rounded."""
    shift = int(m[op.shift].reshape(-1)[0])
    half = 1 << shift - 1 if shift else 0
    return _elementwise(m, op, lambda a, b: (a * b + half) >> shift if shift else a * b, 2)


@evaluate(tosa.IntDivOp)
def run_intdiv(m: Machine, op: tosa.IntDivOp) -> Any:
    """The quotient, rounded toward zero."""
    width = width_of(element_type_of(op.output.type))

    def quotient(a: int, b: int) -> int:
        check_quotient(a, b, width)
        return divide(a, b)

    return _elementwise(m, op, quotient)


@evaluate(tosa.ArithmeticRightShiftOp, tosa.LogicalRightShiftOp, tosa.LogicalLeftShiftOp)
def run_shift(
    m: Machine, op: tosa.ArithmeticRightShiftOp | tosa.LogicalRightShiftOp | tosa.LogicalLeftShiftOp
) -> Any:
    """Bits moved; an amount of the width or more is undefined."""
    type = element_type_of(op.output.type)

    def shifted(a: int, by: int) -> int:
        if not 0 <= by < width_of(type):
            raise Undefined(f"shifts by {by}")
        if isinstance(op, tosa.LogicalLeftShiftOp):
            return a << by
        if isinstance(op, tosa.LogicalRightShiftOp):
            return unsigned(a, type) >> by
        carry = a >> by - 1 & 1 if op.round and by else 0
        return (a >> by) + carry

    return _elementwise(m, op, shifted)


@evaluate(tosa.ClzOp)
def run_clz(m: Machine, op: tosa.ClzOp) -> Any:
    """The number of leading zero bits."""
    type = element_type_of(op.output.type)
    return _elementwise(m, op, lambda a: width_of(type) - unsigned(a, type).bit_length())


@evaluate(tosa.NegateOp)
def run_negate(m: Machine, op: tosa.NegateOp) -> Any:
    """The negation, with zero points; integers saturate."""
    type = element_type_of(op.output.type)
    a, b = (m[z].reshape(-1)[0].item() for z in (op.input1_zp, op.output_zp))

    def negative(x: Any) -> Any:
        found = a + b - x
        if isinstance(type, IntegerType):
            top = (1 << type.width - 1) - 1
            return min(max(found, -top - 1), top)
        return -x

    return _elementwise(m, op, negative, 1)


def _extremum(
    op: tosa.MaximumOp | tosa.MinimumOp | NanReductionOp, larger: bool
) -> Callable[[Any, Any], Any]:
    """The larger or smaller one of two numbers, with the op's NaN mode."""
    ignores = op.nan_mode.value is NanPropagationMode.IGNORE

    def choose(a: Any, b: Any) -> Any:
        if a != a or b != b:
            other = b if a != a else a
            return other if ignores else math.nan
        return max(a, b) if larger else min(a, b)

    return choose


@evaluate(tosa.MaximumOp, tosa.MinimumOp)
def run_extremum(m: Machine, op: tosa.MaximumOp | tosa.MinimumOp) -> Any:
    """The larger or smaller one."""
    return _elementwise(m, op, _extremum(op, isinstance(op, tosa.MaximumOp)))


@evaluate(tosa.ClampOp)
def run_clamp(m: Machine, op: tosa.ClampOp) -> Any:
    """The element, clamped to the bounds."""
    bounds: tuple[Any, Any] = op.min_val, op.max_val
    low, high = (bound.value for bound in bounds)
    ignores = op.nan_mode.value is NanPropagationMode.IGNORE

    def clamped(x: Any) -> Any:
        if x != x:
            return low if ignores else x
        return min(max(x, low), high)

    return _elementwise(m, op, clamped)


@evaluate(tosa.CastOp)
def run_cast(m: Machine, op: tosa.CastOp) -> Any:
    """The numbers converted to another type; floats are rounded to even and saturate."""
    source, target = (element_type_of(v.type) for v in (op.input, op.output))

    def cast(x: Any) -> Any:
        if isinstance(target, FloatType):
            return float(x)
        if width_of(target) == 1:
            return x != 0
        if not isinstance(source, FloatType):
            return x
        top = (1 << width_of(target) - 1) - 1
        if not math.isfinite(x):
            return 0 if x != x else top if x > 0 else -top - 1
        return min(max(round(x), -top - 1), top)

    return _elementwise(m, op, cast)


@evaluate(tosa.ApplyScaleOp)
def run_apply_scale(m: Machine, op: tosa.ApplyScaleOp) -> Any:
    """A number multiplied, shifted to the right and rounded, perhaps twice."""
    type = element_type_of(op.output.type)
    mode = op.rounding_mode.value
    if mode is RoundingMode.INEXACT_ROUND:
        raise Undefined("rounds in a way that is not said")

    def scaled(value: int, multiplier: int, shift: int) -> int:
        half = 1 << shift - 1 if shift else 0
        if mode is RoundingMode.DOUBLE_ROUND and shift > 31:
            half += 1 << 30 if value >= 0 else -(1 << 30)
        return wrap(signed(value * multiplier + half, IntegerType(64)) >> shift, type)

    return elementwise(scaled, op.output.type, *m.all(op.operands))


_REDUCTIONS: dict[type[Any], Callable[[Any, Any], Any]] = {
    tosa.ReduceAllOp: lambda a, b: a and b,
    tosa.ReduceAnyOp: lambda a, b: a or b,
    tosa.ReduceSumOp: lambda a, b: a + b,
    tosa.ReduceProductOp: lambda a, b: a * b,
}


@evaluate(*_REDUCTIONS, tosa.ReduceMaxOp, tosa.ReduceMinOp)
def run_reduce(m: Machine, op: ReductionOp | NanReductionOp) -> Any:
    """The elements along a dimension, one after the other."""
    type = element_type_of(op.output.type)
    if isinstance(op, NanReductionOp):
        function = _extremum(op, isinstance(op, tosa.ReduceMaxOp))
    else:
        function = _REDUCTIONS[op.__class__]
    value = m[op.input]
    found = np.take(value, [0], op.axis)
    for i in range(1, value.shape[op.axis]):
        part = np.take(value, [i], op.axis)
        found = elementwise(lambda a, b: _number(function(a, b), type), op.output.type, found, part)
    return found


@evaluate(tosa.ArgMaxOp)
def run_argmax(m: Machine, op: tosa.ArgMaxOp) -> Any:
    """The index of the first largest element; a NaN is larger than all, or smaller if ignored."""
    value = np.moveaxis(m[op.input], op.axis, -1)
    nan = -math.inf if op.nan_mode.value is NanPropagationMode.IGNORE else math.inf
    rows = [
        [nan if x != x else x for x in items(row)] for row in value.reshape(-1, value.shape[-1])
    ]
    places = [row.index(max(row)) for row in rows]
    return array_of(places, value.shape[:-1], element_type_of(op.output.type))


@evaluate(tosa.ConcatOp)
def run_concat(m: Machine, op: tosa.ConcatOp) -> Array:
    """One after the other."""
    return np.concatenate(m.all(op.operands), op.axis)


@evaluate(tosa.PadOp)
def run_pad(m: Machine, op: tosa.PadOp) -> Array:
    """A border of the constant."""
    widths = items(m[op.padding])
    pairs = list(zip(widths[::2], widths[1::2], strict=True))
    return np.pad(m[op.input1], pairs, constant_values=m[op.pad_const].reshape(-1)[0])


@evaluate(tosa.ReshapeOp)
def run_reshape(m: Machine, op: tosa.ReshapeOp) -> Array:
    """The elements in another shape."""
    found: Array = m[op.input1].reshape(items(m[op.shape]))
    return found


@evaluate(tosa.ReverseOp)
def run_reverse(m: Machine, op: tosa.ReverseOp) -> Array:
    """The opposite order."""
    return np.flip(m[op.input1], op.axis)


@evaluate(tosa.SliceOp)
def run_slice(m: Machine, op: tosa.SliceOp) -> Array:
    """A box; a size of -1 extends to the end."""
    value: Array = m[op.input1]
    start, size = items(m[op.start]), items(m[op.size])
    for d, (first, count, whole) in enumerate(zip(start, size, value.shape, strict=True)):
        check_index(first, whole, d)
        check_index(first + max(count, 1) - 1, whole, d)
    boxes = [slice(a, None if n == -1 else a + n) for a, n in zip(start, size, strict=True)]
    return value[tuple(boxes)]


@evaluate(tosa.TileOp)
def run_tile(m: Machine, op: tosa.TileOp) -> Array:
    """The tensor, repeated."""
    return np.tile(m[op.input1], items(m[op.multiples]))


@evaluate(tosa.TransposeOp)
def run_transpose(m: Machine, op: tosa.TransposeOp) -> Array:
    """The dimensions in another order."""
    return np.transpose(m[op.input1], tuple(op.perms))


@evaluate(tosa.GatherOp)
def run_gather(m: Machine, op: tosa.GatherOp) -> Array:
    """The vectors at the indices."""
    value, places = m[op.values], m[op.indices]
    _check_places(places, value.shape[1])
    return np.take_along_axis(value, places[:, :, None], 1)


@evaluate(tosa.ScatterOp)
def run_scatter(m: Machine, op: tosa.ScatterOp) -> Array:
    """The tensor with other vectors at the indices."""
    found: Array = m[op.values_in].copy()
    places, source = m[op.indices], m[op.input]
    _check_places(places, found.shape[1])
    for n, w in np.ndindex(*places.shape):
        found[n, places[n, w]] = source[n, w]
    return found


def _check_places(places: Array, size: int) -> None:
    for place in items(places):
        check_index(place, size, 1)


@evaluate(tosa.IfOp)
def run_if(m: Machine, op: tosa.IfOp) -> Steps:
    """One of two regions."""
    region = op.then_graph if m[op.condition].reshape(-1)[0] else op.else_graph
    done = yield Enter(region, m.all_raw(op.input_list))
    return done.values


@evaluate(tosa.WhileOp)
def run_while(m: Machine, op: tosa.WhileOp) -> Steps:
    """The body, as long as the condition holds."""
    values: Sequence[Any] = m.all_raw(op.input_list)
    while True:
        done = yield Enter(op.cond_graph, values)
        if not done.values[0].reshape(-1)[0]:
            return values
        done = yield Enter(op.body_graph, values)
        values = done.values
