"""Ranges of sizes of tensors."""

from collections.abc import Sequence

from mlirlite.dataflow.analyses.int_range import infer_range
from mlirlite.dataflow.ranges import INDEX_BITS, IntRange
from mlirlite.dialects.tensor.values import DimOp


@infer_range(DimOp)
def dim(op: DimOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """No less than zero."""
    return (IntRange.signed(INDEX_BITS, 0, IntRange.full(INDEX_BITS).smax),)
