# ruff: noqa: F401
"""The vector dialect: values of fixed or scalable shape, and how they move to and from memory."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.vector.arithmetic import FMAOp, StepOp, VectorScaleOp
from mlirlite.dialects.vector.contractions import ContractionOp, OuterProductOp
from mlirlite.dialects.vector.elements import (
    ExtractOp,
    FromElementsOp,
    InsertOp,
    ScalableExtractOp,
    ScalableInsertOp,
    ToElementsOp,
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
from mlirlite.dialects.vector.masking import MaskOp, YieldOp
from mlirlite.dialects.vector.masks import ConstantMaskOp, CreateMaskOp
from mlirlite.dialects.vector.memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
    TypeCastOp,
)
from mlirlite.dialects.vector.printing import PrintOp
from mlirlite.dialects.vector.reductions import MultiDimReductionOp, ReductionOp, ScanOp
from mlirlite.dialects.vector.shapes import BitCastOp, BroadcastOp, ShapeCastOp, TransposeOp
from mlirlite.dialects.vector.shuffles import DeinterleaveOp, InterleaveOp, ShuffleOp
from mlirlite.dialects.vector.slices import ExtractStridedSliceOp, InsertStridedSliceOp
from mlirlite.dialects.vector.transfers import (
    TransferReadOp,
    TransferWriteOp,
    mask_type,
    minor_identity,
)

DIALECT = ArithDialect("vector", __name__)
"""Its constants are arith's."""
