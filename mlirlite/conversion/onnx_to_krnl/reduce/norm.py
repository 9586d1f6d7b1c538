"""Normalizations: by given statistics, or by those of the input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.reduce.vector_norm import (
    as_planes,
    group_norm_of_rows,
    layer_norm_of_rows,
    lp_norm_of_rows,
    mean_variance_of_rows,
    scale_channel,
)
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import as_rows_of, has_rows
from mlirlite.conversion.onnx_to_krnl.registers.caches import goes_past_caches
from mlirlite.conversion.onnx_to_krnl.registers.lanes import lanes_of
from mlirlite.conversion.onnx_to_krnl.registers.tile import row_parts
from mlirlite.dialects.onnx.types import block_of, channels_of

# Batch normalization


@kernel(
    "BatchNormalizationInferenceMode",
    "BatchNormalizationV9",
    "BatchNormalizationV7",
    "BatchNormalizationV6",
    "BatchNormalizationV1",
)
def batch_norm_inference(b: KrnlBuilder) -> Any:
    """(x - mean) / sqrt(var + epsilon) * scale + bias, one channel at a time."""
    if b.attr("spatial", 1) != 1:
        raise b.error("with spatial=0 is not supported")
    if any(b.wants(i) for i in range(1, len(b.op.results))):
        raise b.error("in training mode is not supported before opset 14")
    x, scale, bias, mean, var = b.inputs(5)
    out = b.output(x.shape)
    _normalize_channels(b, x, out, scale, bias, mean, var)
    return [out, *[None] * (len(b.op.results) - 1)]


def _normalize_channels(
    b: KrnlBuilder, x: Buffer, out: Buffer, scale: Buffer, bias: Buffer, mean: Buffer, var: Buffer
) -> None:
    type = compute_type(x.element)
    epsilon = b.attr("epsilon", 1e-5)
    in_rows = has_rows(b, x) and x.rank > 2
    planes = [as_planes(b, buffer) for buffer in (x, out)] if in_rows else []
    v = lanes_of(b, x) if in_rows else None
    past = goes_past_caches(v.b, out, v.lanes) if v else None
    with b.loops(*x.shape[:2]) as at:
        c = at[1] if len(at) > 1 else 0
        deviation = (var[c].cast(type) + epsilon).sqrt()
        factor = scale[c].cast(type) / deviation
        shift, center = bias[c].cast(type), mean[c].cast(type)
        if v:
            row = at[0] * x.shape[1] + c
            scale_channel(v, planes[0], planes[1], row, center, factor, shift, past)
            return
        with b.loops(*x.shape[2:]) as space:
            place = [*at, *space]
            out[place] = (x[place] - center).multiply_add(factor, shift)


@kernel("BatchNormalization")
def batch_norm(b: KrnlBuilder) -> Any:
    """As in inference, or, in training mode, by the batch's own statistics, which also update the
    running ones."""
    x, scale, bias, mean, var = b.inputs(5)
    out = b.output(x.shape)
    if not b.attr("training_mode", 0):
        _normalize_channels(b, x, out, scale, bias, mean, var)
        return [out, *[None] * (len(b.op.results) - 1)]
    channels = x.shape[1]
    momentum = b.attr("momentum", 0.9)
    batch_mean = b.alloc([channels], mean.element)
    batch_var = b.alloc([channels], var.element)
    new_mean = b.output([channels], 1) if b.wants(1) else None
    new_var = b.output([channels], 2) if b.wants(2) else None
    rest = [x.shape[0], *x.shape[2:]]
    with b.loops(channels) as (c,):

        def at(i: Sequence[Ix]) -> Scalar:
            element: Scalar = x[[i[0], c, *i[1:]]]
            return element

        m, v = _mean_and_variance(b, rest, at, compute_type(x.element))
        batch_mean[c], batch_var[c] = m, v
        for new, old, now in ((new_mean, mean, m), (new_var, var, v)):
            if new is not None:
                before = old[c]
                new[c] = before * momentum + now.cast(before.type) * (1 - momentum)
    _normalize_channels(b, x, out, scale, bias, batch_mean, batch_var)
    return [out, new_mean, new_var]


def _mean_and_variance(
    b: KrnlBuilder, sizes: Sequence[Ix], at: Any, type: Any
) -> tuple[Scalar, Scalar]:
    """Mean and population variance of the elements `at(indices)`."""
    zero = b.scalar(0, type)
    count = b.number(product(sizes), type)
    mean = b.fold(sizes, [zero], lambda i, v: [v[0] + at(i)])[0] / count

    def square(i: list[Ix], v: list[Scalar]) -> list[Scalar]:
        d = at(i) - mean
        return [d.multiply_add(d, v[0])]

    return mean, b.fold(sizes, [zero], square)[0] / count


@kernel("InstanceNormalization", "InstanceNormalizationV1")
def instance_norm(b: KrnlBuilder) -> Any:
    """Each channel of each sample by its own mean and variance."""
    x, scale, bias = b.inputs(3)
    out = b.output(x.shape)
    epsilon = b.attr("epsilon", 1e-5)
    if has_rows(b, x):
        group_norm_of_rows(b, x, out, x.shape[1], scale, bias, epsilon)
        return out
    with b.loops(*x.shape[:2]) as (n, c):
        mean, var = _mean_and_variance(
            b, x.shape[2:], lambda i: x[[n, c, *i]], compute_type(x.element)
        )
        factor = scale[c] / (var + epsilon).sqrt()
        shift = bias[c]
        with b.loops(*x.shape[2:]) as i:
            out[[n, c, *i]] = (x[[n, c, *i]] - mean).multiply_add(factor, shift)
    return out


@kernel("GroupNormalization", "GroupNormalizationV18")
def group_norm(b: KrnlBuilder) -> Any:
    """Groups of channels by their own mean and variance; scale and bias are one per channel, before
    opset 21 one per group."""
    x, scale, bias = b.inputs(3)
    out = b.output(x.shape)
    epsilon = b.attr("epsilon", 1e-5)
    groups = b.attr("num_groups")
    per_channel = b.op.schema.version >= 21
    if has_rows(b, x):
        group_norm_of_rows(b, x, out, groups, scale, bias, epsilon, per_channel=per_channel)
        return out
    channels = x.shape[1] // groups
    sizes = [channels, *x.shape[2:]]
    with b.loops(x.shape[0], groups) as (n, g):

        def place(i: Sequence[Ix]) -> list[Ix]:
            return [n, g * channels + i[0], *i[1:]]

        mean, var = _mean_and_variance(b, sizes, lambda i: x[place(i)], compute_type(x.element))
        deviation = (var + epsilon).sqrt()
        with b.loops(*sizes) as i:
            c = g * channels + i[0] if per_channel else g
            out[place(i)] = ((x[place(i)] - mean) / deviation).multiply_add(scale[c], bias[c])
    return out


def _are_rows(reduced: Sequence[Ix], *sides: Buffer | None) -> bool:
    """True when scale and bias have exactly the normalized dimensions. A size above 1 implies that
    of an input of unknown size: nothing else could be scaled by it."""

    def same(side: int, size: Ix) -> bool:
        return side == size if isinstance(size, int) else side > 1

    return all(
        s is None or (s.rank == len(reduced) and all(map(same, s.type.shape, reduced)))
        for s in sides
    )


def _as_row(b: KrnlBuilder, x: Buffer | None, sizes: Sequence[Ix]) -> Buffer | None:
    """A scale or bias with one dimension."""
    size: list[Ix] = [product(sizes)]
    return None if x is None else b.view(x, b.memref(size, x.element), size)


@kernel("LayerNormalization")
def layer_norm(b: KrnlBuilder) -> Any:
    """(x - mean) / sqrt(var + epsilon) * scale + bias over the dimensions from the axis on."""
    x, scale, bias = b.inputs(3)
    axis = b.attr("axis", -1)
    axis += x.rank if axis < 0 else 0
    epsilon = b.attr("epsilon", 1e-5)
    kept, reduced = x.shape[:axis], x.shape[axis:]
    ones: list[Ix] = [1] * len(reduced)
    out = b.output(x.shape)
    stats = [b.output([*kept, *ones], i) if b.wants(i) else None for i in (1, 2)]
    if has_rows(b, x) and _are_rows(reduced, scale, bias):
        flat = [_as_row(b, s, kept) for s in stats]
        layer_norm_of_rows(
            b,
            as_rows_of(b, x, kept, reduced),
            as_rows_of(b, out, kept, reduced),
            _as_row(b, scale, reduced),
            _as_row(b, bias, reduced),
            epsilon,
            flat,
        )
        return [out, *stats][: len(b.op.results)]
    with b.loops(*kept) as outer:
        mean, var = _mean_and_variance(
            b, reduced, lambda i: x[[*outer, *i]], compute_type(x.element)
        )
        inverse = 1 / (var + epsilon).sqrt()
        for buffer, value in zip(stats, (mean, inverse), strict=True):
            if buffer is not None:
                buffer[[*outer, *[0] * len(reduced)]] = value
        with b.loops(*reduced) as inner:
            at = [*outer, *inner]
            y = (x[at] - mean) * inverse * scale[scale.broadcast(at, x.shape)]
            out[at] = y + bias[bias.broadcast(at, x.shape)] if bias else y
    return [out, *stats][: len(b.op.results)]


@kernel("RMSNormalization")
def rms_norm(b: KrnlBuilder) -> Any:
    """x / sqrt(mean of squares + epsilon) * scale over the dimensions from the axis on."""
    x, scale = b.inputs(2)
    axis = b.attr("axis", -1)
    axis += x.rank if axis < 0 else 0
    kept, reduced = x.shape[:axis], x.shape[axis:]
    out = b.output(x.shape)
    type = compute_type(x.element)
    if has_rows(b, x) and _are_rows(reduced, scale) and scale.element is x.element:
        layer_norm_of_rows(
            b,
            as_rows_of(b, x, kept, reduced),
            as_rows_of(b, out, kept, reduced),
            _as_row(b, scale, reduced),
            None,
            b.attr("epsilon", 1e-5),
            centered=False,
        )
        return out
    count = b.number(product(reduced), type)
    with b.loops(*kept) as outer:

        def square(i: list[Ix], v: list[Scalar]) -> list[Scalar]:
            element = x[[*outer, *i]]
            return [element.multiply_add(element, v[0])]

        total = b.fold(reduced, [b.scalar(0, type)], square)[0]
        inverse = 1 / (total / count + b.attr("epsilon", 1e-5)).sqrt()
        with b.loops(*reduced) as inner:
            at = [*outer, *inner]
            out[at] = x[at] * inverse * scale[scale.broadcast(at, x.shape)].cast(type)
    return out


@kernel("LpNormalization")
def lp_norm(b: KrnlBuilder) -> Any:
    """x divided by its 1- or 2-norm along an axis; by 0 it is 0."""
    (x,) = b.inputs(1)
    axis = b.attr("axis", -1)
    axis += x.rank if axis < 0 else 0
    out = b.output(x.shape)
    type = compute_type(x.element)
    two = b.attr("p", 2) == 2
    if has_rows(b, x) and axis == x.rank - 1:
        rows, made = (as_rows_of(b, t, x.shape[:axis], x.shape[axis:]) for t in (x, out))
        lp_norm_of_rows(b, rows, made, two)
        return out
    sizes = [product(x.shape[:axis]), x.shape[axis], product(x.shape[axis + 1 :])]
    planes, made = (b.view(t, b.memref(sizes, t.element), sizes) for t in (x, out))
    with b.loops(sizes[0]) as (n,):
        norms = b.alloc(sizes[2:], type)  # threads share the images
        with b.loops(sizes[2]) as (j,):
            norms[j] = b.scalar(0, type)
        with b.loops(*sizes[1:]) as (i, j):
            element = planes[n, i, j]
            norms[j] = norms[j] + (element * element if two else element.abs())
        with b.loops(sizes[2]) as (j,):
            norm = norms[j].sqrt() if two else norms[j]
            norms[j] = norm.eq(0).select(1, norm)
        with b.loops(*sizes[1:]) as (i, j):
            made[n, i, j] = planes[n, i, j] / norms[j]
    return out


@kernel("MeanVarianceNormalization")
def mean_variance_norm(b: KrnlBuilder) -> Any:
    """(x - mean) / (deviation + 1e-9) over the axes."""
    (x,) = b.inputs(1)
    axes = [a % x.rank for a in b.attr("axes", (0, 2, 3))]
    kept = [d for d in range(x.rank) if d not in axes]
    out = b.output(x.shape)
    if has_rows(b, x) and x.rank - 1 in axes:
        mean_variance_of_rows(b, x, out, kept)
        return out
    with b.loops(*[x.shape[d] for d in kept]) as outer:

        def place(i: Sequence[Ix]) -> list[Ix]:
            found = dict(zip(kept, outer, strict=True)) | dict(zip(sorted(axes), i, strict=True))
            return [found[d] for d in range(x.rank)]

        sizes = [x.shape[d] for d in sorted(axes)]
        mean, var = _mean_and_variance(b, sizes, lambda i: x[place(i)], compute_type(x.element))
        deviation = var.sqrt() + 1e-9
        with b.loops(*sizes) as i:
            out[place(i)] = (x[place(i)] - mean) / deviation
    return out


@kernel("LRN")
def lrn(b: KrnlBuilder) -> Any:
    """x / (bias + alpha / size * sum of squares over the neighboring channels) ^ beta."""
    (x,) = b.inputs(1)
    if block_of(b.op.results[0]) is not None:
        return _lrn_in_blocks(b, x)
    out = b.output(x.shape)
    size = b.attr("size")
    factor, beta, bias = b.attr("alpha", 1e-4) / size, b.attr("beta", 0.75), b.attr("bias", 1.0)
    type = compute_type(x.element)
    before = (size - 1) // 2
    with b.loops(*x.shape) as (n, c, *space):

        def square(i: list[Ix], v: list[Scalar]) -> list[Scalar]:
            element = x[[n, i[0], *space]]
            return [element.multiply_add(element, v[0])]

        window = ([0, c - before], [x.shape[1], c - before + size])
        total = b.fold([window], [b.scalar(0, type)], square)[0]
        out[[n, c, *space]] = x[[n, c, *space]] / _power(total * factor + bias, beta)
    return out


def _lrn_in_blocks(b: KrnlBuilder, x: Buffer) -> Buffer:
    """As above in blocks of channels: the squares of a row of pixels are put side by side, with
    zeros around them."""
    n, count, high, wide, lanes = x.shape
    size = b.attr("size")
    factor, beta, bias = b.attr("alpha", 1e-4) / size, b.attr("beta", 0.75), b.attr("bias", 1.0)
    type = compute_type(x.element)
    out = b.output(x.shape)
    squares = b.alloc([wide, count * lanes + size - 1], type)
    before = (size - 1) // 2
    with b.loops(*squares.shape) as at:
        squares[at] = 0.0
    with b.loops(n, high) as (image, r):
        for part in row_parts(channels_of(b.op.operands[0]), block_of(b.op.results[0]) or 1):
            bounds = ((part.block, part.block + part.count), wide, part.size)
            with b.loops(*bounds) as (k, q, c):
                element = x[[image, k, r, q, c]]
                squares[[q, k * lanes + c + before]] = element * element
        with b.loops(count, wide, lanes) as (k, q, c):
            total = squares[[q, k * lanes + c]]
            for i in range(1, size):
                total = total + squares[[q, k * lanes + c + i]]
            at = [image, k, r, q, c]
            out[at] = x[at] / _power(total * factor + bias, beta)
    return out


def _power(base: Scalar, exponent: float) -> Scalar:
    """A power by square roots, if they suffice."""
    root = base.sqrt()
    if abs(exponent - 0.75) < 1e-7:
        return root * root.sqrt()
    if exponent in (0.5, 1.0):
        return root if exponent == 0.5 else base
    return base.pow(base.coerce(exponent))
