# ruff: noqa: F401
"""The tensor dialect: values of many elements, whose sizes may be known at run time only."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.tensor.shapes import (
    CollapseShapeOp,
    ConcatOp,
    ExpandShapeOp,
    GatherOp,
    PadOp,
    ReshapeOp,
    ScatterOp,
)
from mlirlite.dialects.tensor.slices import ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp
from mlirlite.dialects.tensor.values import (
    BitcastOp,
    CastOp,
    DimOp,
    EmptyOp,
    ExtractOp,
    FromElementsOp,
    GenerateOp,
    InsertOp,
    RankOp,
    SplatOp,
    YieldOp,
)

DIALECT = ArithDialect("tensor", __name__)
"""Its constants are arith's."""
