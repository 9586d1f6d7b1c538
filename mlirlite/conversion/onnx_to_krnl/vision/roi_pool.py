"""MaxRoiPool: the largest element of each bin of a region, whose corners are whole pixels."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects import math
from mlirlite.ir.types import I64


@kernel("MaxRoiPool")
def max_roi_pool(b: KrnlBuilder) -> Any:
    """Rows of `rois` are the number of an image, left, top, right and bottom. Bins share the pixels
    at their edges; one without a pixel is 0. NaN is
    skipped, as in onnxruntime."""
    x, rois = b.inputs(2)
    pooled = b.attr("pooled_shape")
    scale = b.attr("spatial_scale", 1.0)
    out = b.output([rois.shape[0], x.shape[1], *pooled])
    # Edges of bins are the same for all channels.
    edges = [b.alloc([count, 2], I64) for count in pooled]
    with b.loops(rois.shape[0]) as (r,):
        image = rois[r, 0].cast(I64).index()
        for d, (room, count) in enumerate(zip(edges, pooled, strict=True)):
            start, end = ((rois[r, k] * scale).math(math.RoundOp).cast(I64) for k in (2 - d, 4 - d))
            size = (end - start + 1).max(1)
            with b.loops(count) as (i,):
                low, high = _bin(b, i, size.cast(rois[r, 0].type) / count)
                for k, edge in enumerate((low, high)):
                    room[i, k] = (edge + start).max(0).min(b.number(x.shape[2 + d]))
        with b.loops(x.shape[1], *pooled) as (c, i, j):
            ranges = [
                tuple(room[at, k].index() for k in range(2))
                for room, at in zip(edges, (i, j), strict=True)
            ]

            def larger(
                at: list[Ix], found: list[Scalar], image: Ix = image, c: Ix = c
            ) -> list[Scalar]:
                element = x[[image, c, *at]]
                return [(element > found[0]).select(element, found[0])]

            first = b.scalar(least(x[[0] * 4].type), x[[0] * 4].type)
            best = b.fold(ranges, [first], larger)[0]
            some = b.test("slt", *ranges[0]) & b.test("slt", *ranges[1])
            out[r, c, i, j] = some.select(best, 0)
    return out


def _bin(b: KrnlBuilder, i: Ix, size: Scalar) -> tuple[Scalar, Scalar]:
    """The first pixel of a bin, and the one after its last, from the region's start on."""
    low, high = (b.number(n, size.type) * size for n in (i, i + 1))
    return low.floor().cast(I64), high.ceil().cast(I64)
