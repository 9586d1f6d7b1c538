"""DeformConv: without a schedule an element at a time."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.emit.window import window_of
from mlirlite.conversion.onnx_to_krnl.vision.deformed import DeformedColumns
from mlirlite.conversion.onnx_to_krnl.vision.sampling import Sampler
from mlirlite.dialects.onnx.schedules.columns import ColumnsConv


@kernel("DeformConv")
def deform_conv(b: KrnlBuilder) -> Any:
    """A convolution whose taps are shifted by offsets and weighted by a mask."""
    x, w, offset, bias, mask = b.inputs(5)
    rank = x.rank - 2
    taps = w.shape[2:]
    window = window_of(b, x.shape[2:], taps, b.result_type().shape[2:])
    schedule = b.schedule(ColumnsConv)
    if b.machine is not None and schedule is not None:
        given = x, w, offset, bias, mask
        return DeformedColumns(b, given, window, schedule).emit(b.result_type())
    out = b.output([x.shape[0], w.shape[0], *window.output])
    groups, offset_groups = b.attr("group", 1), b.attr("offset_group", 1)
    channels, per_group = w.shape[1], w.shape[0] // groups
    per_offset = x.shape[1] // offset_groups
    area = product(taps)
    type = compute_type(out.element)
    sampler = Sampler(b, x, "linear", "zeros", True)
    with b.loops(x.shape[0], groups, per_group) as (n, g, k):
        m = g * per_group + k
        with b.loops(*window.output) as place:

            def add(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
                c = g * channels + i[0]
                flat: Ix = (c // per_offset) * area
                tap: Ix = 0
                for t, size in zip(i[1:], taps, strict=True):
                    tap = tap * size + t
                flat = flat + tap
                coordinates = []
                for d in range(rank):
                    moved = offset[[n, flat * rank + d, *place]]
                    start = window.position(d, place[d], i[1 + d])
                    coordinates.append(b.number(start, moved.type) + moved)
                value = sampler.at([n, c], coordinates) * w[[m, *i]]
                if mask is not None:
                    value = value * mask[[n, flat, *place]]
                return [total[0] + value]

            start = bias[m] if bias is not None else b.scalar(0, type)
            out[[n, m, *place]] = b.fold([channels, *taps], [start], add)[0]
    return out
