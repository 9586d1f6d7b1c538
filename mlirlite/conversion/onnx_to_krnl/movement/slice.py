"""Slice."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.movement.move import move
from mlirlite.conversion.onnx_to_krnl.registers.runs import copy_box
from mlirlite.ir.types import I64
from mlirlite.support.tuning import Fixed

_FAR: Fixed[int] = 1 << 62
"""Beyond every index; sums with sizes do not wrap."""


@kernel("Slice", "SliceV1")
def slice_(b: KrnlBuilder) -> Any:
    """From start to end by steps along some axes; out-of-range bounds are clamped."""
    x, starts, ends, axes, steps = b.inputs(5)
    along = b.attr("axes") if axes is None else axes.constant()
    lengths = [v.size for v in (starts, ends, axes, steps) if v is not None]
    count = next((n for n in lengths if isinstance(n, int)), None)
    if starts is not None and (count is None or (axes is not None and along is None)):
        return _slice_at_run_time(b, x, starts, ends, axes, steps)
    begin: list[Ix] = list(b.attr("starts")) if starts is None else starts.ints(count)
    until: list[Ix] = list(b.attr("ends")) if ends is None else ends.ints(count)
    chosen = range(len(begin)) if along is None else [int(a) % x.rank for a in along]
    by: list[Ix] = [1] * len(begin) if steps is None else steps.ints(count)
    sizes = list(x.shape)
    offsets: list[Ix] = [0] * x.rank
    strides: list[Ix] = [1] * x.rank
    for axis, first, last, step in zip(chosen, begin, until, by, strict=False):
        offsets[axis], sizes[axis] = slice_range(b, x.shape[axis], first, last, step)
        strides[axis] = step
    out = b.output(sizes)
    if all(isinstance(n, int) and n == 1 for n in strides):
        copy_box(b, (x, offsets), (out, [0] * x.rank), out.shape)
    else:
        move(b, out, x, lambda i: [o + s * n for o, s, n in zip(offsets, strides, i, strict=True)])
    return out


def slice_range(b: KrnlBuilder, size: Ix, first: Ix, last: Ix, step: Ix) -> tuple[Ix, Ix]:
    """The first index and the number of elements of a slice."""

    def clamp(value: Ix, low: Ix, high: Ix) -> Ix:
        value = b.wrap_index(_limited(value), size)
        return b.index_min(b.index_max(value, low), high)

    def forward() -> tuple[Ix, Ix]:
        start = clamp(first, 0, size)
        return start, ceildiv(b.index_max(0, clamp(last, 0, size) - start), step)

    def backward() -> tuple[Ix, Ix]:
        start = clamp(first, 0, size - 1)
        span = b.index_max(0, start - clamp(last, -1, size - 1))
        return start, ceildiv(span, 0 - step)

    if isinstance(step, int):
        return forward() if step > 0 else backward()
    b.require(b.test("ne", step, 0), "has a step of %lld", step)
    step = b.index_max(-_FAR, b.index_min(step, _FAR))
    positive = b.test("sgt", step, 0)
    up = clamp(first, 0, size), clamp(last, 0, size)
    down = clamp(first, 0, size - 1), clamp(last, -1, size - 1)
    start = b.index_select(positive, up[0], down[0])
    span = b.index_select(positive, up[1] - up[0], down[0] - down[1])
    width = b.index_max(step, 0 - step)
    return start, (b.index_max(0, span) + width - 1) // width


def _limited(value: Ix) -> Ix:
    """Keeps constants such as INT64_MAX from overflowing."""
    return max(-_FAR, min(_FAR, value)) if isinstance(value, int) else value


def _slice_at_run_time(
    b: KrnlBuilder, x: Buffer, starts: Buffer, ends: Buffer, axes: Buffer | None, steps: Any
) -> Buffer:
    """For axes, or a number of them, that are known only at run time: each dimension looks up its
    own."""
    offsets: list[Ix] = []
    sizes: list[Ix] = []
    strides: list[Ix] = []
    for dim, size in enumerate(x.shape):

        def look(i: list[Ix], values: list[Scalar], dim: int = dim) -> list[Scalar]:
            axis = axes[i].index() if axes is not None else i[0]
            here = b.test("eq", b.wrap_index(axis, x.rank), dim)
            new = [starts[i].cast(I64), ends[i].cast(I64)]
            new.append(steps[i].cast(I64) if steps is not None else b.scalar(1, I64))
            new.append(values[3] + 1)
            return [here.select(n, v) for n, v in zip(new, values, strict=True)]

        inits = [b.scalar(0, I64), b.number(size), b.scalar(1, I64), b.scalar(0, I64)]
        *found, times = b.fold([starts.shape[0]], inits, look)
        b.require(times <= 1, f"has axis {dim} more than once")
        first, last, step = [v.index() for v in found]
        offset, count = slice_range(b, size, first, last, step)
        offsets.append(offset)
        sizes.append(count)
        strides.append(step)
    out = b.output(sizes)
    move(b, out, x, lambda i: [o + s * n for o, s, n in zip(offsets, strides, i, strict=True)])
    return out
