"""The vector dialect: values of fixed or scalable shape, and how they move to and from memory."""

from mlirlite.dialects import ub
from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.ub import PoisonAttr
from mlirlite.dialects.vector.arithmetic import (
    FMAOp as FMAOp,
    StepOp as StepOp,
    VectorScaleOp as VectorScaleOp,
)
from mlirlite.dialects.vector.contractions import (
    ContractionOp as ContractionOp,
    OuterProductOp as OuterProductOp,
)
from mlirlite.dialects.vector.elements import (
    ExtractOp as ExtractOp,
    FromElementsOp as FromElementsOp,
    InsertOp as InsertOp,
    ScalableExtractOp as ScalableExtractOp,
    ScalableInsertOp as ScalableInsertOp,
    ToElementsOp as ToElementsOp,
)
from mlirlite.dialects.vector.enums import (
    ADD as ADD,
    CombiningKind as CombiningKind,
    CombiningKindAttr as CombiningKindAttr,
    IteratorType as IteratorType,
    IteratorTypeAttr as IteratorTypeAttr,
    PrintPunctuation as PrintPunctuation,
    PrintPunctuationAttr as PrintPunctuationAttr,
)
from mlirlite.dialects.vector.masking import MaskOp as MaskOp, YieldOp as YieldOp
from mlirlite.dialects.vector.masks import (
    ConstantMaskOp as ConstantMaskOp,
    CreateMaskOp as CreateMaskOp,
)
from mlirlite.dialects.vector.memory import (
    CompressStoreOp as CompressStoreOp,
    ExpandLoadOp as ExpandLoadOp,
    GatherOp as GatherOp,
    LoadOp as LoadOp,
    MaskedLoadOp as MaskedLoadOp,
    MaskedStoreOp as MaskedStoreOp,
    ScatterOp as ScatterOp,
    StoreOp as StoreOp,
    TypeCastOp as TypeCastOp,
)
from mlirlite.dialects.vector.printing import PrintOp as PrintOp
from mlirlite.dialects.vector.reductions import (
    MultiDimReductionOp as MultiDimReductionOp,
    ReductionOp as ReductionOp,
    ScanOp as ScanOp,
)
from mlirlite.dialects.vector.shapes import (
    BitCastOp as BitCastOp,
    BroadcastOp as BroadcastOp,
    ShapeCastOp as ShapeCastOp,
    TransposeOp as TransposeOp,
)
from mlirlite.dialects.vector.shuffles import (
    DeinterleaveOp as DeinterleaveOp,
    InterleaveOp as InterleaveOp,
    ShuffleOp as ShuffleOp,
)
from mlirlite.dialects.vector.slices import (
    ExtractStridedSliceOp as ExtractStridedSliceOp,
    InsertStridedSliceOp as InsertStridedSliceOp,
)
from mlirlite.dialects.vector.transfers import (
    TransferReadOp as TransferReadOp,
    TransferWriteOp as TransferWriteOp,
    mask_type as mask_type,
    minor_identity as minor_identity,
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
