"""Ranges of the elements of vectors."""

from collections.abc import Sequence

from mlirlite.dataflow.analyses.int_range import infer_range
from mlirlite.dataflow.ranges import IntRange, width_of
from mlirlite.dialects.vector.arithmetic import StepOp
from mlirlite.dialects.vector.elements import ExtractOp, InsertOp
from mlirlite.dialects.vector.shapes import BroadcastOp, ShapeCastOp, TransposeOp
from mlirlite.ir.types import VectorType


def _same(op: object, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    return ranges[:1]


for _cls in (BroadcastOp, ExtractOp, ShapeCastOp, TransposeOp):
    infer_range.add(_cls, _same)


@infer_range(InsertOp)
def insert(op: InsertOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """Of the part or of the rest."""
    return (ranges[0].join(ranges[1]),)


@infer_range(StepOp)
def step(op: StepOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """From 0 to below the number of elements, where that is known."""
    type = op.result.type
    width = width_of(type) or 0
    if not isinstance(type, VectorType) or type.is_scalable:
        return (IntRange.full(width),)
    return (IntRange.unsigned(width, 0, type.num_elements - 1),)
