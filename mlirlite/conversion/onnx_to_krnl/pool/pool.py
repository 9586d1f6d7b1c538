"""Poolings: a fold over each window, clipped to the input."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.emit.window import Window, window_of
from mlirlite.conversion.onnx_to_krnl.pool.blocked import (
    average_pool_in_blocks,
    global_pool_in_blocks,
    max_pool_in_blocks,
)
from mlirlite.conversion.onnx_to_krnl.pool.tiled import pool_in_tiles
from mlirlite.conversion.onnx_to_krnl.reduce.vector_reduction import reduce_in_vectors
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import has_rows
from mlirlite.dialects import arith
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.types import I64


def _pool_window(b: KrnlBuilder, x: Buffer) -> Window:
    kernel = list(b.attr("kernel_shape"))
    end = 2 + len(kernel)
    return window_of(
        b,
        x.shape[2:end],
        kernel,
        b.result_type().shape[2:end],
        bool(b.attr("ceil_mode", 0)),
    )


@kernel("MaxPoolSingleOut")
def max_pool_values(b: KrnlBuilder) -> Any:
    """The largest element of each window."""
    (x,) = b.inputs(1)
    window = _pool_window(b, x)
    if block_of(b.op.results[0]) is not None:
        return max_pool_in_blocks(b, x, window)
    tiled = pool_in_tiles(b, x, window, arith.MaximumFOp, -math.inf, lambda s, r, q: s)
    if tiled is not None:
        return tiled
    out = b.output([*x.shape[:2], *window.output])
    type = compute_type(x.element)
    with b.loops(*out.shape) as (n, c, *place):

        def larger(taps: list[Ix], best: list[Scalar]) -> list[Scalar]:
            number = x[[n, c, *_positions(window, place, taps)]]
            return [(number > best[0]).select(number, best[0])]  # a NaN is skipped

        ranges = [window.taps(d, i) for d, i in enumerate(place)]
        out[[n, c, *place]] = b.fold(ranges, [b.scalar(least(type), type)], larger)[0]
    return out


@kernel("MaxPool")
def max_pool(b: KrnlBuilder) -> Any:
    """The largest element of each window, and its index in the whole input, of the first one if
    several are equal."""
    if not b.wants(1):
        return [max_pool_values(b), None]
    (x,) = b.inputs(1)
    window = _pool_window(b, x)
    sizes = [*x.shape[:2], *window.output]
    out, places = b.output(sizes), b.output(sizes, 1)
    type = compute_type(x.element)
    columns_first = b.attr("storage_order", 0) == 1
    with b.loops(*out.shape) as (n, c, *place):

        def larger(taps: list[Ix], best: list[Scalar]) -> list[Scalar]:
            at = _positions(window, place, taps)
            number = x[[n, c, *at]]
            better = (number > best[0]) | best[1].eq(-1)
            flat = b.number(_flat_index(x.shape, n, c, at, columns_first))
            return [better.select(number, best[0]), better.select(flat, best[1])]

        ranges = [window.taps(d, i) for d, i in enumerate(place)]
        start = [b.scalar(least(type), type), b.scalar(-1, I64)]
        value, index = b.fold(ranges, start, larger)
        out[[n, c, *place]] = value
        places[[n, c, *place]] = index
    return [out, places]


def _positions(window: Window, place: list[Ix], taps: list[Ix]) -> list[Ix]:
    return [window.position(d, i, t) for d, (i, t) in enumerate(zip(place, taps, strict=True))]


def _flat_index(shape: list[Ix], n: Ix, c: Ix, at: list[Ix], columns_first: bool) -> Ix:
    sizes, indices = shape[2:], at
    if columns_first:
        sizes, indices = sizes[::-1], at[::-1]
    flat = n * shape[1] + c
    for size, index in zip(sizes, indices, strict=True):
        flat = flat * size + index
    return flat


@kernel("AveragePool")
def average_pool(b: KrnlBuilder) -> Any:
    """The mean of each window: over what is inside the input, or, with count_include_pad, inside
    the padded input."""
    (x,) = b.inputs(1)
    window = _pool_window(b, x)
    type = compute_type(x.element)
    padded = bool(b.attr("count_include_pad", 0))
    if block_of(b.op.results[0]) is not None:
        return average_pool_in_blocks(b, x, window, padded)
    fixed = product(window.kernel)
    whole = all(
        window.is_inside(d) or (padded and _inside_padded(window, d))
        for d in range(len(window.input))
    )

    def mean(total: Scalar, r: Ix, q: Ix) -> Scalar:
        place = [r, q][2 - len(window.output) :]
        counts = [_covered(b, window, d, i, padded) for d, i in enumerate(place)]
        return total / b.number(fixed if whole else product(counts), type)

    tiled = pool_in_tiles(b, x, window, arith.AddFOp, 0.0, mean)
    if tiled is not None:
        return tiled
    out = b.output([*x.shape[:2], *window.output])
    with b.loops(*out.shape) as (n, c, *place):

        def add(taps: list[Ix], total: list[Scalar]) -> list[Scalar]:
            return [total[0] + x[[n, c, *_positions(window, place, taps)]]]

        ranges = [window.taps(d, i) for d, i in enumerate(place)]
        total = b.fold(ranges, [b.scalar(0, type)], add)[0]
        count = (
            fixed
            if whole
            else product([_covered(b, window, d, i, padded) for d, i in enumerate(place)])
        )
        out[[n, c, *place]] = total / b.number(count, type)
    return out


def _inside_padded(window: Window, dim: int) -> bool:
    last = window.position(dim, window.output[dim] - 1, window.kernel[dim] - 1)
    end = window.input[dim] + window.ends[dim]
    return isinstance(last, int) and isinstance(end, int) and last < end


def _covered(b: KrnlBuilder, window: Window, dim: int, out: Ix, padded: bool) -> Ix:
    """How many taps along a dimension count."""
    kernel, dilation = window.kernel[dim], window.dilations[dim]
    if window.is_inside(dim):
        return kernel
    start = window.position(dim, out, 0)
    end = window.input[dim]
    first: Ix = 0
    if padded:
        end = end + window.ends[dim]
    else:
        first = b.index_max(0, _ceildiv(-start, dilation))
    last = b.index_min(kernel, _ceildiv(end - start, dilation))
    return last - first


def _ceildiv(a: Ix, n: int) -> Ix:
    return -(-a // n) if isinstance(a, int) else a.ceildiv(n)


@kernel("LpPool", "LpPoolV1")
def lp_pool(b: KrnlBuilder) -> Any:
    """The p-norm of each window."""
    (x,) = b.inputs(1)
    window = _pool_window(b, x)
    out = b.output([*x.shape[:2], *window.output])
    type = compute_type(x.element)
    p = float(b.attr("p", 2))
    with b.loops(*out.shape) as (n, c, *place):

        def add(taps: list[Ix], total: list[Scalar]) -> list[Scalar]:
            element = x[[n, c, *_positions(window, place, taps)]].abs()
            return [total[0] + element.pow(b.scalar(p, type))]

        ranges = [window.taps(d, i) for d, i in enumerate(place)]
        total = b.fold(ranges, [b.scalar(0, type)], add)[0]
        out[[n, c, *place]] = total.pow(b.scalar(1 / p, type))
    return out


def _global(b: KrnlBuilder) -> tuple[Buffer, Buffer, Any]:
    (x,) = b.inputs(1)
    space = x.shape[2:]
    out = b.output([*x.shape[:2], *[1] * len(space)])
    return x, out, space


@kernel("GlobalAveragePool")
def global_average_pool(b: KrnlBuilder) -> Any:
    """The mean over space."""
    if block_of(b.op.results[0]) is not None:
        return global_pool_in_blocks(b, b.inputs(1)[0], arith.AddFOp, 0.0)
    x, out, space = _global(b)
    type = compute_type(x.element)
    count = b.number(product(space), type)
    if has_rows(b, x) and space:
        span = (2, x.rank)
        reduce_in_vectors(b, x, out, span, 0, lambda v, e: v + e, "add", lambda t: t / count)
        return out
    with b.loops(*x.shape[:2]) as at:
        total = b.fold(space, [b.scalar(0, type)], lambda i, v: [v[0] + x[[*at, *i]]])[0]
        out[[*at, *[0] * len(space)]] = total / count
    return out


@kernel("GlobalMaxPool")
def global_max_pool(b: KrnlBuilder) -> Any:
    """The largest element over space."""
    if block_of(b.op.results[0]) is not None:
        return global_pool_in_blocks(b, b.inputs(1)[0], arith.MaximumFOp, -math.inf)
    x, out, space = _global(b)
    type = compute_type(x.element)
    if has_rows(b, x) and space:
        reduce_in_vectors(
            b, x, out, (2, x.rank), least(type), lambda v, e: v.max(e), "max", lambda t: t
        )
        return out
    with b.loops(*x.shape[:2]) as at:
        start = b.scalar(least(type), type)
        out[[*at, *[0] * len(space)]] = b.fold(
            space, [start], lambda i, v: [v[0].max(x[[*at, *i]])]
        )[0]
    return out


@kernel("GlobalLpPool", "GlobalLpPoolV1")
def global_lp_pool(b: KrnlBuilder) -> Any:
    """The p-norm over space."""
    x, out, space = _global(b)
    type = compute_type(x.element)
    p = float(b.attr("p", 2))
    with b.loops(*x.shape[:2]) as at:
        total = b.fold(
            space,
            [b.scalar(0, type)],
            lambda i, v: [v[0] + x[[*at, *i]].abs().pow(b.scalar(p, type))],
        )[0]
        out[[*at, *[0] * len(space)]] = total.pow(b.scalar(1 / p, type))
    return out
