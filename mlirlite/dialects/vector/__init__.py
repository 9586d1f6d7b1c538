# ruff: noqa: F401
"""The vector dialect: values of fixed or scalable shape, and how they move to and from memory."""

from mlirlite.dialects import ub
from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.ub import PoisonAttr
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
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation


class VectorDialect(ArithDialect):
    """Its constants are arith's and ub's."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if isinstance(value, PoisonAttr):
            return ub.DIALECT.materialize_constant(value, type, location)
        return super().materialize_constant(value, type, location)


DIALECT = VectorDialect("vector", __name__)
