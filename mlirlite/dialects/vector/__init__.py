# ruff: noqa: F401
"""The vector dialect: values of fixed or scalable shape, and how they move to and from memory."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.vector.elements import (
    BitCastOp,
    BroadcastOp,
    ConstantMaskOp,
    CreateMaskOp,
    DeinterleaveOp,
    ExtractOp,
    ExtractStridedSliceOp,
    FMAOp,
    FromElementsOp,
    InsertOp,
    InsertStridedSliceOp,
    InterleaveOp,
    ScalableExtractOp,
    ScalableInsertOp,
    ShapeCastOp,
    ShuffleOp,
    StepOp,
    ToElementsOp,
    TransposeOp,
    VectorScaleOp,
)
from mlirlite.dialects.vector.enums import (
    ADD,
    CombiningKind,
    CombiningKindAttr,
    IteratorType,
    IteratorTypeAttr,
    PrintPunctuation,
    PrintPunctuationAttr,
)
from mlirlite.dialects.vector.memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
    TransferReadOp,
    TransferWriteOp,
    TypeCastOp,
    mask_type,
    minor_identity,
)
from mlirlite.dialects.vector.reductions import (
    ContractionOp,
    MaskOp,
    MultiDimReductionOp,
    OuterProductOp,
    PrintOp,
    ReductionOp,
    ScanOp,
    YieldOp,
)

DIALECT = ArithDialect("vector", __name__)
"""Its constants are arith's."""
