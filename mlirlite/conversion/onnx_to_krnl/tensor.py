"""Ops that move elements: transpose, concatenate, split, slice, repeat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.concat import concat_in_place
from mlirlite.conversion.onnx_to_krnl.elementwise import broadcast_sizes
from mlirlite.conversion.onnx_to_krnl.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.lanes import stripes
from mlirlite.conversion.onnx_to_krnl.require import require_shape
from mlirlite.conversion.onnx_to_krnl.runs import copy_box, copy_run, has_runs, merged
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.table import kernel
from mlirlite.conversion.onnx_to_krnl.transpose import transpose_in_squares
from mlirlite.ir.types import I64

_MANY_ROWS = 64
_FAR = 1 << 62
"""Beyond every index; sums with sizes do not wrap."""


def move(
    b: KrnlBuilder, out: Buffer, source: Buffer, where: Callable[[list[Ix]], list[Ix]]
) -> None:
    """out[i] = source[where(i)] for all i, bits as they are."""
    with b.loops(*out.shape) as i:
        out.store(source.load(where(i)), i)


@kernel("Transpose")
def transpose(b: KrnlBuilder) -> Any:
    """Dimensions in another order, reversed by default."""
    (x,) = b.inputs(1)
    order = [p % x.rank for p in b.attr("perm") or reversed(range(x.rank))]
    out = b.output([x.shape[d] for d in order])
    if not transpose_in_squares(b, x, order, out):
        inverse = [order.index(d) for d in range(x.rank)]
        move(b, out, x, lambda i: [i[d] for d in inverse])
    return out


@kernel("Concat", "ConcatV1")
def concat(b: KrnlBuilder) -> Any:
    """Inputs one after the other along an axis."""
    inputs = b.all_inputs()
    first = inputs[0]
    axis = b.attr("axis", 1)
    axis += first.rank if axis < 0 else 0
    ends: list[Ix] = [0]
    for x in inputs:
        ends.append(ends[-1] + x.shape[axis])
    found = concat_in_place(b, inputs, axis)
    if found is not None:
        out, inputs = found
    else:
        out = b.output([*first.shape[:axis], ends[-1], *first.shape[axis + 1 :]])
    left = [(x, start) for x, start in zip(inputs, ends, strict=False) if x is not None]
    if left and _has_long_rows(b, out, axis):
        rows = [(merged(b, x, axis), start * product(out.shape[axis + 1 :])) for x, start in left]
        whole = merged(b, out, axis)
        with b.loops(*out.shape[:axis]) as i:
            for x, start in rows:
                copy_run(b, (x, [*i, 0]), [(whole, [*i, start])], x.shape[axis])
        return out
    for x, start in left:
        place = [start if d == axis else 0 for d in range(out.rank)]
        copy_box(b, (x, [0] * x.rank), (out, place), x.shape)
    return out


def _has_long_rows(b: KrnlBuilder, out: Buffer, axis: int) -> bool:
    """True where the parts of a row are copied one after the other, which is faster than all rows
    of a part: rows are vectors, and there are many of them."""
    count = product(out.shape[:axis])
    return has_runs(b, out.element, product(out.shape[axis:])) and (
        not isinstance(count, int) or count >= _MANY_ROWS
    )


@kernel("Split", "SplitV13", "SplitV11", "SplitV1")
def split(b: KrnlBuilder) -> Any:
    """Parts of given sizes along an axis; without sizes equal ones, the last maybe smaller."""
    x, sizes = b.inputs(2)
    axis = b.attr("axis", 0)
    axis += x.rank if axis < 0 else 0
    count = len(b.op.results)
    if sizes is not None:
        parts = sizes.ints(count)
    elif b.attr("split") is not None:
        parts = list(b.attr("split"))
    else:
        size = x.shape[axis]
        part = ceildiv(size, count)
        parts = [b.index_min(part, b.index_max(0, size - part * i)) for i in range(count)]
    found: list[Buffer] = []
    start: Ix = 0
    for index, part in enumerate(parts):
        out = b.output([*x.shape[:axis], part, *x.shape[axis + 1 :]], index)
        place = [start if d == axis else 0 for d in range(x.rank)]
        copy_box(b, (x, place), (out, [0] * x.rank), out.shape)
        found.append(out)
        start = start + part
    return found


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
    """Keeps constants such as INT64_MAX away from overflow."""
    return max(-_FAR, min(_FAR, value)) if isinstance(value, int) else value


def _slice_at_run_time(
    b: KrnlBuilder, x: Buffer, starts: Buffer, ends: Buffer, axes: Buffer | None, steps: Any
) -> Buffer:
    """For axes, or a number of them, that only run time tells: each dimension looks for its own."""
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


@kernel("Expand")
def expand(b: KrnlBuilder) -> Any:
    """Broadcast to a shape, in which a 1 keeps the input's size."""
    x, shape = b.inputs(2)
    type = b.result_type()
    if type.has_static_shape:
        sizes: list[Ix] = list(type.shape)
    else:
        length = shape.size
        if isinstance(length, int):
            wanted = shape.ints()
        else:
            b.require(
                b.test("eq", b.index_max(length, x.rank), type.rank),
                f"the input's rank or the number of entries of the shape must be {type.rank}, "
                f"found {x.rank} and %lld",
                length,
            )
            wanted = _after_ones(b, shape, length, type.rank)
        target = Buffer(b, x.value, wanted)  # stands for the shape only
        sizes = broadcast_sizes(b, [x, target], type)
        require_shape(b, target, sizes, ones=True)
    out = b.alloc_type(type, sizes)
    require_shape(b, x, out.shape, ones=True)
    if x.type.has_static_shape:
        shape = [*[1] * (out.rank - x.rank), *x.type.shape]
        x = b.view(x, b.memref(shape, x.element), shape)
        repeat(b, x, out, [1 if n != 1 else m for n, m in zip(shape, out.shape, strict=True)])
    else:
        move(b, out, x, lambda i: x.broadcast(i, out.shape))
    return out


def _after_ones(b: KrnlBuilder, shape: Buffer, length: Ix, rank: int) -> list[Ix]:
    """The entries of a shape that has at most `rank`, with as many 1 before as are missing."""
    entries, one = b.alloc([rank], I64), b.scalar(1, I64)
    with b.loops(rank) as (i,):
        entries[i] = one
    with b.loops(b.index_min(length, rank)) as (i,):
        entries[rank - length + i] = shape[i]
    return entries.ints()


@kernel("Tile", "TileV1")
def tile(b: KrnlBuilder) -> Any:
    """The input repeated along each dimension."""
    x, repeats, axis = b.inputs(3)
    type = b.result_type()
    if axis is not None:  # opset 1: along one axis only
        at = axis.constant()
        if at is None:
            raise b.error("needs a constant axis")
        times: list[Ix] = [1] * x.rank
        times[int(at[0])] = repeats.scalar().index()
    else:
        times = repeats.ints(x.rank)
    out = b.alloc_type(type, [b.times(s, n) for s, n in zip(x.shape, times, strict=True)])
    repeat(b, x, out, times)
    return out


def repeat(b: KrnlBuilder, x: Buffer, out: Buffer, times: Sequence[Ix]) -> None:
    """Fill a result with the input so many times along each dimension, by parts of runs that the
    first cache holds."""
    axis = max((d for d, n in enumerate(times) if n != 1), default=0)
    run = product(x.shape[axis:])
    if not x.rank or not has_runs(b, x.element, run):
        move(
            b,
            out,
            x,
            lambda i: [
                n if t == 1 else (0 if s == 1 else n % s)
                for n, s, t in zip(i, x.shape, times, strict=True)
            ],
        )
        return
    rows = merged(b, x, axis)
    sizes = [n for pair in zip(times, rows.shape, strict=False) for n in pair]
    repeated = b.view(out, b.memref(sizes, x.element), sizes)
    part = b.machine.l1_bytes // 2 * 8 // x.element.width  # type: ignore[union-attr,attr-defined]
    with b.loops(*rows.shape[:-1]) as row:
        for first, count in stripes(b, run, part):
            with b.loops(*times[: axis + 1]) as turn:
                place = [n for pair in zip(turn, [*row, first], strict=True) for n in pair]
                copy_run(b, (rows, [*row, first]), [(repeated, place)], count)


@kernel("DepthToSpace")
def depth_to_space(b: KrnlBuilder) -> Any:
    """Blocks of channels become blocks of pixels."""
    (x,) = b.inputs(1)
    n, c, h, w = x.shape
    size = b.attr("blocksize")
    depth = c // (size * size)
    out = b.output([n, depth, h * size, w * size])
    columns_first = b.attr("mode", "DCR") == "DCR"
    with b.loops(n, depth, h, size, w, size) as (i, d, y, p, z, q):
        channel = (p * size + q) * depth + d if columns_first else (d * size + p) * size + q
        out.store(x.load([i, channel, y, z]), [i, d, y * size + p, z * size + q])
    return out


@kernel("SpaceToDepth")
def space_to_depth(b: KrnlBuilder) -> Any:
    """Blocks of pixels become blocks of channels."""
    (x,) = b.inputs(1)
    n, c, h, w = x.shape
    size = b.attr("blocksize")
    out = b.output([n, c * size * size, h // size, w // size])
    channel_first = b.attr("mode", "DCR") == "CRD"
    with b.loops(n, c, size, size, out.shape[2], out.shape[3]) as (i, d, p, q, y, z):
        channel = (d * size + p) * size + q if channel_first else (p * size + q) * c + d
        out.store(x.load([i, d, y * size + p, z * size + q]), [i, channel, y, z])
    return out


@kernel("Trilu")
def trilu(b: KrnlBuilder) -> Any:
    """The upper or the lower triangle of matrices; zero elsewhere."""
    x, k = b.inputs(2)
    shift = k.scalar().index() if k is not None else 0
    shift = b.index_max(0 - x.shape[-2], b.index_min(shift, x.shape[-1]))  # no sum overflows
    out = b.output(x.shape)
    upper = b.attr("upper", 1)
    with b.loops(*x.shape) as i:
        row, column = i[-2] + shift, i[-1]
        keep = b.test("sge" if upper else "sle", column, row)
        element = x[i]
        out[i] = keep.select(element, 0)
    return out


@kernel("ReverseSequence")
def reverse_sequence(b: KrnlBuilder) -> Any:
    """The first steps of each sample in reverse."""
    x, lengths = b.inputs(2)
    batch, time = b.attr("batch_axis", 1), b.attr("time_axis", 0)
    out = b.output(x.shape)
    with b.loops(*x.shape) as i:
        length = lengths[i[batch]].index()
        inside = b.test("slt", i[time], length)
        source = list(i)
        source[time] = b.index_select(inside, length - 1 - i[time], i[time])
        out.store(x.load(source), i)
    return out


@kernel("Col2Im")
def col2im(b: KrnlBuilder) -> Any:
    """The inverse of unfolding: columns of blocks are added into the image."""
    x, image, block = b.inputs(3)
    rank = b.result_type().rank - 2
    size, taps = image.ints(rank), block.ints(rank)
    dilations = b.attr("dilations") or [1] * rank
    pads = b.attr("pads") or [0] * (2 * rank)
    strides = b.attr("strides") or [1] * rank
    area: Ix = 1
    for t in taps:
        area = area * t
    channels = x.shape[1] // area
    out = b.output([x.shape[0], channels, *size])
    with b.loops(*out.shape) as i:
        out[i] = 0
    steps = [
        (s + pads[d] + pads[rank + d] - (taps[d] - 1) * dilations[d] - 1) // strides[d] + 1
        for d, s in enumerate(size)
    ]
    with b.loops(x.shape[0], channels, *taps, *steps) as (n, c, *rest):
        tap, step = rest[:rank], rest[rank:]
        row, column = c, 0
        for t, k in zip(taps, tap, strict=True):
            row = row * t + k
        for s, k in zip(steps, step, strict=True):
            column = column * s + k
        place = [
            s * strides[d] + t * dilations[d] - pads[d]
            for d, (s, t) in enumerate(zip(step, tap, strict=True))
        ]
        inside: Any = None
        for p, s in zip(place, size, strict=True):
            test: Scalar = b.test("sge", p, 0) & b.test("slt", p, s)
            inside = test if inside is None else inside & test
        with b.if_(inside):
            at: Sequence[Ix] = [n, c, *place]
            out[at] = out[at] + x[[n, row, column]]
    return out
