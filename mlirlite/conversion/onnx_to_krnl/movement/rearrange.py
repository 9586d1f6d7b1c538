"""DepthToSpace, SpaceToDepth, Trilu, ReverseSequence, Col2Im."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.registers.runs import (
    Place,
    copy_run,
    interleave,
    is_interleaved,
    merged,
)


@kernel("DepthToSpace")
def depth_to_space(b: KrnlBuilder) -> Any:
    """Blocks of channels become blocks of pixels."""
    (x,) = b.inputs(1)
    n, c, h, w = x.shape
    size: int = b.attr("blocksize")
    depth = c // (size * size)
    out = b.output([n, depth, h * size, w * size])
    columns_first = b.attr("mode", "DCR") == "DCR"

    def channel(d: Ix, p: Ix, q: Ix) -> Ix:
        return (p * size + q) * depth + d if columns_first else (d * size + p) * size + q

    if is_interleaved(b, x.element, size, w):
        with b.loops(n, depth, h, size) as (i, d, y, p):
            rows: list[Place] = [(x, [i, channel(d, p, q), y, 0]) for q in range(size)]
            interleave(b, rows, (out, [i, d, y * size + p, 0]), w)
        return out
    with b.loops(n, depth, h, size, w, size) as (i, d, y, p, z, q):
        out.store(x.load([i, channel(d, p, q), y, z]), [i, d, y * size + p, z * size + q])
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
    columns = x.shape[-1]
    with b.loops(*x.shape[:-1]) as at:
        first = at[-1] + shift + (0 if upper else 1)
        edge = b.index_max(0, b.index_min(first, columns))
        kept, others = ((edge, columns), (0, edge)) if upper else ((0, edge), (edge, columns))
        with b.loops(kept) as (column,):
            out.store(x.load([*at, column]), [*at, column])
        with b.loops(others) as (column,):
            out[[*at, column]] = 0
    return out


@kernel("ReverseSequence")
def reverse_sequence(b: KrnlBuilder) -> Any:
    """The first steps of each sample in reverse."""
    x, lengths = b.inputs(2)
    batch, time = b.attr("batch_axis", 1), b.attr("time_axis", 0)
    out = b.output(x.shape)
    outer = max(batch, time) + 1
    rows, rows_out = merged(b, x, outer), merged(b, out, outer)
    with b.loops(*x.shape[:outer]) as i:
        length = lengths[i[batch]].index()
        inside = b.test("slt", i[time], length)
        source = list(i)
        source[time] = b.index_select(inside, length - 1 - i[time], i[time])
        copy_run(b, (rows, [*source, 0]), [(rows_out, [*i, 0])], rows.shape[-1])
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
