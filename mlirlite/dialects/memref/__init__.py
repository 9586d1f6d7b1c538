"""The memref dialect: buffers, their allocation, their elements, and views of them."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.memref._layout import strides_and_offset as strides_and_offset
from mlirlite.dialects.memref.allocation import (
    AllocaOp as AllocaOp,
    AllocOp as AllocOp,
    DeallocOp as DeallocOp,
    ReallocOp as ReallocOp,
)
from mlirlite.dialects.memref.atomic import (
    AllocaScopeOp as AllocaScopeOp,
    AllocaScopeReturnOp as AllocaScopeReturnOp,
    AtomicRMWOp as AtomicRMWOp,
    AtomicYieldOp as AtomicYieldOp,
    DmaStartOp as DmaStartOp,
    DmaWaitOp as DmaWaitOp,
    GenericAtomicRMWOp as GenericAtomicRMWOp,
)
from mlirlite.dialects.memref.casts import (
    CastOp as CastOp,
    MemorySpaceCastOp as MemorySpaceCastOp,
    ReinterpretCastOp as ReinterpretCastOp,
)
from mlirlite.dialects.memref.globals import (
    GetGlobalOp as GetGlobalOp,
    GlobalOp as GlobalOp,
    tensor_of as tensor_of,
)
from mlirlite.dialects.memref.memory import CopyOp as CopyOp, LoadOp as LoadOp, StoreOp as StoreOp
from mlirlite.dialects.memref.metadata import (
    AssumeAlignmentOp as AssumeAlignmentOp,
    DistinctObjectsOp as DistinctObjectsOp,
    ExtractAlignedPointerAsIndexOp as ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp as ExtractStridedMetadataOp,
)
from mlirlite.dialects.memref.prefetch import PrefetchOp as PrefetchOp
from mlirlite.dialects.memref.reshaping import (
    CollapseShapeOp as CollapseShapeOp,
    ExpandShapeOp as ExpandShapeOp,
    ReshapeOp as ReshapeOp,
)
from mlirlite.dialects.memref.views import (
    DimOp as DimOp,
    RankOp as RankOp,
    SubViewOp as SubViewOp,
    TransposeOp as TransposeOp,
    ViewOp as ViewOp,
)

DIALECT = ArithDialect("memref", __name__)
"""Its constants are arith's."""
