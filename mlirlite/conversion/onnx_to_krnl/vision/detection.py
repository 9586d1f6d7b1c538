"""NonMaxSuppression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.vision.suppression import Suppression, area, overlap
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
    total[()] = 0
    least = least_score.scalar() if least_score is not None else None

    def note(n: Ix, c: Ix, chosen: Scalar) -> None:
        row = total[()]
        for column, value in enumerate((b.number(n), b.number(c), chosen.cast(I64))):
            found[row.index(), column] = value
        total[()] = row + 1

    if b.machine is not None:
        search = Suppression(b, count, limit, threshold)
        with b.loops(batches) as (n,):
            search.start_image(lambda i: _sides(b, boxes, n, i))
            with b.loops(classes) as (c,):
                search.choose(scores, [n, c], least, lambda chosen: note(n, c, chosen))
    else:
        with b.loops(batches, classes) as (n, c):
            _one_by_one(b, (boxes, scores), (n, c), (limit, threshold, least), note)
    rows = total[()].index()
    out = b.output([rows, 3])
    with b.loops(rows, 3) as at:
        out[at] = found[at]
    return out


def _one_by_one(
    b: KrnlBuilder,
    given: tuple[Buffer, Buffer],
    place: tuple[Ix, Ix],
    limits: tuple[Ix, Scalar, Scalar | None],
    note: Callable[[Ix, Ix, Scalar], None],
) -> None:
    """As `Suppression`, without vectors."""
    (boxes, scores), (n, c), (limit, threshold, least) = given, place, limits
    count = boxes.shape[1]
    out_of_play = b.alloc([count], I1)
    with b.loops(count) as (i,):
        out_of_play[i] = 0
        if least is not None:
            out_of_play[i] = ~(scores[n, c, i] > least)
    with b.loops(limit):

        def better(i: list[Ix], best: list[Scalar]) -> list[Scalar]:
            score = scores[n, c, i[0]]
            take = ~out_of_play[i[0]] & ((score > best[0]) | best[1].eq(-1))
            return [take.select(score, best[0]), take.select(b.number(i[0]), best[1])]

        start = [b.scalar(float("-inf"), F32), b.scalar(-1, I64)]
        _, best = b.fold([count], start, better)
        with b.if_(best >= 0):
            note(n, c, best)
            chosen = best.index()
            out_of_play[chosen] = 1
            mine = _sides(b, boxes, n, chosen)
            with b.loops(count) as (i,):
                other = _sides(b, boxes, n, i)
                covered = overlap((mine, area(mine)), (other, area(other))) > threshold
                out_of_play[i] = out_of_play[i] | covered


def _sides(b: KrnlBuilder, boxes: Buffer, n: Ix, i: Ix) -> list[Scalar]:
    """Least and largest coordinates: y, x, y, x."""
    p = [boxes[n, i, k] for k in range(4)]
    if b.attr("center_point_box", 0):  # x center, y center, width, height
        x, y, width, height = p
        return [y - height / 2, x - width / 2, y + height / 2, x + width / 2]
    return [p[0].min(p[2]), p[1].min(p[3]), p[0].max(p[2]), p[1].max(p[3])]
