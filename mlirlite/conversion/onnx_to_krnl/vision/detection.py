"""NonMaxSuppression."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.ir.types import F32, I1, I64


@kernel("NonMaxSuppression")
def non_max_suppression(b: KrnlBuilder) -> Any:
    """The best boxes of each class, without those that overlap a better one too much; one row
    (batch, class, box) for each."""
    boxes, scores, most, overlap, least_score = b.inputs(5)
    count = boxes.shape[1]
    limit: Ix = 0
    if most is not None:
        limit = b.index_max(0, b.index_min(most.scalar().index(), count))
    threshold = overlap.scalar() if overlap is not None else b.scalar(0, F32)
    batches, classes = scores.shape[0], scores.shape[1]
    found = b.alloc([batches * classes * limit, 3], I64)
    total = b.alloc([], I64)
    out_of_play = b.alloc([count], I1)
    total[()] = 0
    with b.loops(batches, classes) as (n, c):
        with b.loops(count) as (i,):
            out_of_play[i] = 0
            if least_score is not None:
                out_of_play[i] = ~(scores[n, c, i] > least_score.scalar())
        with b.loops(limit):

            def better(i: list[Ix], best: list[Scalar]) -> list[Scalar]:
                score = scores[n, c, i[0]]
                take = ~out_of_play[i[0]] & ((score > best[0]) | best[1].eq(-1))
                return [take.select(score, best[0]), take.select(b.number(i[0]), best[1])]

            start = [b.scalar(float("-inf"), F32), b.scalar(-1, I64)]
            _, best = b.fold([count], start, better)
            with b.if_(best >= 0):
                row = total[()]
                for column, value in enumerate((b.number(n), b.number(c), best)):
                    found[row.index(), column] = value
                total[()] = row + 1
                chosen = best.index()
                out_of_play[chosen] = 1
                with b.loops(count) as (i,):
                    covered = _overlap(b, boxes, n, chosen, i) > threshold
                    out_of_play[i] = out_of_play[i] | covered
    rows = total[()].index()
    out = b.output([rows, 3])
    with b.loops(rows, 3) as at:
        out[at] = found[at]
    return out


def _overlap(b: KrnlBuilder, boxes: Buffer, n: Ix, first: Ix, second: Ix) -> Scalar:
    """Area of the intersection over that of the union."""
    sides = [_sides(b, boxes, n, i) for i in (first, second)]
    areas = [(y1 - y0) * (x1 - x0) for y0, x0, y1, x1 in sides]
    (a0, a1, a2, a3), (b0, b1, b2, b3) = sides
    height = (a2.min(b2) - a0.max(b0)).max(0)
    width = (a3.min(b3) - a1.max(b1)).max(0)
    common = height * width
    union = areas[0] + areas[1] - common
    return (union > 0).select(common / union, 0)


def _sides(b: KrnlBuilder, boxes: Buffer, n: Ix, i: Ix) -> list[Scalar]:
    """Least and largest coordinates: y, x, y, x."""
    p = [boxes[n, i, k] for k in range(4)]
    if b.attr("center_point_box", 0):  # x center, y center, width, height
        x, y, width, height = p
        return [y - height / 2, x - width / 2, y + height / 2, x + width / 2]
    return [p[0].min(p[2]), p[1].min(p[3]), p[0].max(p[2]), p[1].max(p[3])]
