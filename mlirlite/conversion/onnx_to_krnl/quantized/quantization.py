"""Quantized numbers: conversions to and from them, and their products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.blocked_dot import conv_of_dots
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8, compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Indices, Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.emit.window import window_of
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import known_array
from mlirlite.conversion.onnx_to_krnl.matmul.loops import matmul_of
from mlirlite.conversion.onnx_to_krnl.quantized.columns import convolution_of_pairs
from mlirlite.conversion.onnx_to_krnl.quantized.depthwise import depthwise_of_bytes
from mlirlite.conversion.onnx_to_krnl.quantized.dot_matmul import matmul_of_dots
from mlirlite.conversion.onnx_to_krnl.registers.prefetched_loops import sweep
from mlirlite.dialects import math
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import F32, F64, I32, FloatType, IntegerType, MemRefType
from mlirlite.support.tuning import Fixed

_LEAST_SCALE: Fixed[float] = 2.0**-60
"""Limits of scales that may be replaced by multiplication with the reciprocal: no relevant under-
or overflow."""


@dataclass(frozen=True)
class _Parameters:
    """How elements find their scales and zero points: one for all, one along an axis, or one for
    each block of it."""

    b: KrnlBuilder
    x: Buffer
    scale: Buffer

    @property
    def _axis(self) -> int:
        axis = self.b.attr("axis", 1) if self.x.rank > 1 else 0
        return axis + self.x.rank if axis < 0 else axis

    @property
    def _are_one(self) -> bool:
        """Whether there is one for all."""
        scale = self.scale
        return scale.rank == 0 or (scale.rank == 1 and scale.shape[0] == 1 and self.x.rank != 1)

    def views(self, *buffers: Buffer) -> list[Buffer]:
        """Buffers of the elements with as few dimensions as `of` needs: neighboring ones are
        merged."""
        b, shape, axis = self.b, self.x.shape, self._axis
        if block_of(b.op.operands[0]) is not None or b.attr("block_size", 0) or self.scale.rank > 1:
            return list(buffers)
        sizes = [self.x.size]
        if not self._are_one:
            sizes = [product(shape[:axis]), shape[axis], product(shape[axis + 1 :])]
        return [b.view(x, b.memref(sizes, x.element), sizes) for x in buffers]

    def of(self, parameter: Buffer, at: Sequence[Ix]) -> Scalar:
        """An element's scale or zero point; `at` is the element's index in a view. One for all may
        have another rank than the other."""
        is_one = self._are_one or not parameter.rank
        return parameter[[0] * parameter.rank if is_one else self._place(at)]

    def _place(self, at: Sequence[Ix]) -> list[Ix]:
        b, scale = self.b, self.scale
        lanes = block_of(b.op.operands[0])
        if lanes is not None:  # elements beyond the channels do not count
            return [_within(b, at[1] * lanes + at[4], scale.shape[0])]
        block = b.attr("block_size", 0)
        if scale.rank == 1 and not block:
            if isinstance(scale.shape[0], int):
                return [at[1] if scale.shape[0] != 1 else 0]
            with b.outside():
                single = b.test("eq", scale.shape[0], 1)
            return [b.index_select(single, 0, at[1])]
        if scale.rank != self.x.rank:
            expected = f"expected 0, 1 or {self.x.rank}"
            raise b.error(f"has a scale of rank {scale.rank}, {expected}")
        return [n // block if d == self._axis and block else n for d, n in enumerate(at)]


def _integer_range(type: Type) -> tuple[int, int]:
    if not isinstance(type, IntegerType):
        raise TypeError(f"{type} is not an integer")
    if type.is_unsigned:
        return 0, (1 << type.width) - 1
    return -(1 << type.width - 1), (1 << type.width - 1) - 1


def quantized(b: KrnlBuilder, x: Scalar, scale: Scalar, zero: Scalar | None, type: Type) -> Scalar:
    """round(x / scale) + zero point, clamped to the integer type, as an int32; the least for
    NaN."""
    low, high = _integer_range(type)
    level = (x / scale).round_even()
    if zero is not None:
        level = level + zero.cast(level.type)
    return level.within(low, high).truncated(I32)


def _by_reciprocal(
    b: KrnlBuilder, x: Scalar, scale: float, inverse: float, zero: int, type: Type
) -> Scalar:
    """As `quantized`, without a division, which takes longer than all the rest. Numbers out of
    range are clamped first; the quotient is rounded as by a division: by Markstein's theorem, if
    `inverse` is the rounded reciprocal and nothing under- or overflows."""
    low, high = _integer_range(type)
    x = x.within((low - zero) * scale, (high - zero) * scale)
    step, factor = b.scalar(scale, F32), b.scalar(inverse, F32)
    near = x * factor
    rest = b.emit(math.FmaOp, ((-near).value, step.value, x.value))
    quotient = b.emit(math.FmaOp, (rest, factor.value, near.value))
    return (Scalar(b, quotient, F32).round_even() + zero).truncated(I32)


def _known_division(
    b: KrnlBuilder, x: Buffer, scale: Buffer, zero: Buffer | None
) -> tuple[float, float, int] | None:
    """The scale, its reciprocal and the zero point, if `_by_reciprocal` may be used."""
    import numpy as np

    steps = scale.constant()
    points: Sequence[float] | None = [0] if zero is None else zero.constant()
    if b.machine is None or compute_type(x.element) is not F32:
        return None
    if steps is None or points is None or len(steps) != 1 or len(points) != 1:
        return None
    if not _LEAST_SCALE < steps[0] < 1 / _LEAST_SCALE:
        return None
    step = np.float32(steps[0])
    return float(step), float(np.float32(1) / step), int(points[0])


@kernel("QuantizeLinear")
def quantize(b: KrnlBuilder) -> Any:
    """Floats as small integers, or as 8-bit floats."""
    x, scale, zero = b.inputs(3)
    out = b.output(x.shape)
    known = _known_division(b, x, scale, zero) if isinstance(out.element, IntegerType) else None
    parameters = _Parameters(b, x, scale)
    x, shown = parameters.views(x, out)
    for i in sweep(b, shown, [x]):
        value = x[i]
        value = value if value.is_float else value.cast(F32)
        if known is not None:
            shown[i] = _by_reciprocal(b, value, *known, out.element)
            continue
        factor = parameters.of(scale, i).cast(value.type)
        point = parameters.of(zero, i) if zero is not None else None
        if isinstance(out.element, FloatType):
            level = value / factor
            shown[i] = level if point is None else level + point.cast(level.type)
        else:
            shown[i] = quantized(b, value, factor, point, out.element)
    return out


@kernel("DequantizeLinear")
def dequantize(b: KrnlBuilder) -> Any:
    """(x - zero point) * scale."""
    x, scale, zero = b.inputs(3)
    out = b.output(x.shape)
    parameters = _Parameters(b, x, scale)
    x, shown = parameters.views(x, out)
    for i in sweep(b, shown, [x]):
        value = x[i]
        if not value.is_float:
            value = value.cast(I32)
            if zero is not None:
                value = value - parameters.of(zero, i).cast(I32)
            value = value.cast(F32)
        shown[i] = value * parameters.of(scale, i).cast(F32)
    return out


@kernel("DynamicQuantizeLinear")
def dynamic_quantize(b: KrnlBuilder) -> Any:
    """As uint8 over the range of the input, extended to include 0."""
    (x,) = b.inputs(1)
    out, scale, point = b.output(x.shape), b.output([], 1), b.output([], 2)
    size: list[Ix] = [x.size]
    flat, flat_out = (b.view(t, b.memref(size, t.element), size) for t in (x, out))
    zero = b.scalar(0, F32)
    low, high = b.fold(size, [zero, zero], lambda i, v: [v[0].min(flat[i]), v[1].max(flat[i])])
    step = (high - low) / 255
    step = step.eq(0).select(1, step)
    middle = (0 - low / step).round_even().within(0, 255)
    scale[()], point[()] = step, middle.truncated(I32)
    for i in sweep(b, flat_out, [flat]):
        flat_out[i] = quantized(b, flat[i], step, middle, UI8)
    return [out, scale, point]


def _parameter(x: Buffer, at: Sequence[Ix] = (0,), along: int = -1) -> Scalar:
    """The scale or zero point of an element: one for all, one for each index of the dimension
    `along`, or a tensor that is broadcast to the elements."""
    indices = at[-x.rank :] if x.rank > 1 else [at[along]] * x.rank
    return x[[_within(x.b, i, n) for i, n in zip(indices, x.shape, strict=True)]]


def _within(b: Indices, index: Ix, size: Ix) -> Ix:
    if isinstance(size, int):
        return index if size != 1 else 0
    return b.index_min(index, size - 1)


def _minus(
    element: Scalar, zero: Buffer | None, at: Sequence[Ix] = (0,), along: int = -1
) -> Scalar:
    """An element without its zero point, as int32."""
    value = element.cast(I32)
    return value if zero is None else value - _parameter(zero, at, along).cast(I32)


def _integer_product(
    b: KrnlBuilder, x: Buffer, y: Buffer, x_zero: Any, y_zero: Any, type: MemRefType
) -> Buffer:
    """Zero points may be one per row on the left and one per column on the right."""
    return matmul_of(
        b,
        x,
        y,
        lambda element, at: _minus(element, x_zero, at, -2),
        lambda element, at: _minus(element, y_zero, at),
        type,
    )


@kernel("MatMulInteger")
def matmul_integer(b: KrnlBuilder) -> Any:
    """The product of integers without their zero points, in int32."""
    x, y, x_zero, y_zero = b.inputs(4)
    type = b.result_type()
    dots = matmul_of_dots(b, x, y, (x_zero, y_zero, b.op.operands[3]), type)
    return dots or _integer_product(b, x, y, x_zero, y_zero, type)


@kernel("QLinearMatMul")
def qlinear_matmul(b: KrnlBuilder) -> Any:
    """The product of quantized matrices, quantized."""
    x, x_scale, x_zero, y, y_scale, y_zero, out_scale, out_zero = b.inputs(8)
    type = b.result_type()
    sums_type = MemRefType(type.shape, I32)
    dots = matmul_of_dots(b, x, y, (x_zero, y_zero, b.op.operands[5]), sums_type)
    whole = dots[0] if dots else None
    sums = whole or _integer_product(b, x, y, x_zero, y_zero, sums_type)
    out = b.alloc_type(type, sums.shape)
    base, point = out_scale.scalar().cast(F64), out_zero.scalar()
    scales = [x_scale, y_scale]
    known = [s.scalar().cast(F64) if s.size == 1 else None for s in scales]  # not in the loops
    with b.loops(*out.shape) as i:
        at = [*i, *([0] if y.rank == 1 else [])]
        at[-1:-1] = [0] if x.rank == 1 else []
        left, right = (
            one or _parameter(s, at, along).cast(F64)
            for one, s, along in zip(known, scales, (-2, -1), strict=True)
        )
        level = sums[i].cast(F64) * (left * right / base)
        out[i] = quantized(b, level, level.coerce(1), point, type.element_type)
    return out


@kernel("ConvInteger")
def conv_integer(b: KrnlBuilder) -> Any:
    """The convolution of integers without their zero points, in int32."""
    x, w, x_zero, w_zero = b.inputs(4)
    type = b.result_type()
    if block_of(b.op.results[0]) is not None:
        image = x.shape[2:4]
        zero = known_array(b, b.op.operands[2])
        window = window_of(b, image, w.shape[2:], type.shape[2:4])
        if zero is None:
            raise b.error("in blocks of channels expects a constant zero point")
        return conv_of_dots(b, x, w, window, zero=int(zero.reshape(-1)[0]))
    window = window_of(b, x.shape[2:], w.shape[2:], type.shape[2:])
    out = b.alloc_type(type, [x.shape[0], w.shape[0], *window.output])
    _integer_convolution(b, x, w, x_zero, w_zero, out, window, lambda m, total: total)
    return out


def _integer_convolution(
    b: KrnlBuilder,
    x: Buffer,
    w: Buffer,
    x_zero: Any,
    w_zero: Any,
    out: Buffer,
    window: Any,
    finish: Any,
) -> None:
    point = None if x_zero is None else x_zero.scalar().cast(I32)

    def zero_of(m: Ix) -> Scalar | None:
        return None if w_zero is None else _parameter(w_zero, [m]).cast(I32)

    if depthwise_of_bytes(b, x, w, (point, zero_of), out, window, finish):
        return
    if convolution_of_pairs(b, x, w, (x_zero, w_zero), out, window, finish):
        return
    groups = b.attr("group", 1)
    channels, per_group = w.shape[1], w.shape[0] // groups
    with b.loops(x.shape[0], groups, per_group) as (n, g, k):
        m = g * per_group + k
        with b.loops(*window.output) as place:

            def add(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
                at = [
                    window.position(d, p, t)
                    for d, (p, t) in enumerate(zip(place, i[1:], strict=True))
                ]
                element = _minus(x[[n, g * channels + i[0], *at]], x_zero)
                return [total[0] + element * _minus(w[[m, *i]], w_zero, [m])]

            ranges = [window.taps(d, p) for d, p in enumerate(place)]
            total = b.fold([channels, *ranges], [b.scalar(0, I32)], add)[0]
            out[[n, m, *place]] = finish(m, total)


@kernel("QLinearConv")
def qlinear_conv(b: KrnlBuilder) -> Any:
    """The convolution of quantized tensors, quantized."""
    x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias = b.inputs(9)
    type = b.result_type()
    window = window_of(b, x.shape[2:], w.shape[2:], type.shape[2:])
    out = b.alloc_type(type, [x.shape[0], w.shape[0], *window.output])
    base = x_scale.scalar().cast(F64) / y_scale.scalar().cast(F64)
    point = y_zero.scalar()

    def finish(m: Ix, total: Scalar) -> Scalar:
        if bias is not None:
            total = total + bias[m]
        level = total.cast(F32) * (base * _parameter(w_scale, [m]).cast(F64)).cast(F32)
        return quantized(b, level, level.coerce(1), point, type.element_type)

    _integer_convolution(b, x, w, x_zero, w_zero, out, window, finish)
    return out
