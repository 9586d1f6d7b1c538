"""Ranges of sizes of tensors."""

from collections.abc import Sequence

from mlirlite.dataflow.analyses.int_range import infer_range
from mlirlite.dataflow.ranges import IntRange, size_range
from mlirlite.dialects.tensor.values import DimOp


@infer_range(DimOp)
def dim(op: DimOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """No less than zero; a size that the type gives, or one of several."""
    return (size_range(op.source.type, ranges[1]),)
