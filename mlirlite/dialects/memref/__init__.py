# ruff: noqa: F401
"""The memref dialect: buffers, their allocation, their elements, and views of them."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp, DeallocOp, ReallocOp
from mlirlite.dialects.memref.atomic import (
    AllocaScopeOp,
    AllocaScopeReturnOp,
    AtomicRMWOp,
    AtomicYieldOp,
    DmaStartOp,
    DmaWaitOp,
    GenericAtomicRMWOp,
)
from mlirlite.dialects.memref.casts import CastOp, MemorySpaceCastOp, ReinterpretCastOp
from mlirlite.dialects.memref.globals import GetGlobalOp, GlobalOp, tensor_of
from mlirlite.dialects.memref.memory import CopyOp, LoadOp, StoreOp
from mlirlite.dialects.memref.metadata import (
    AssumeAlignmentOp,
    DistinctObjectsOp,
    ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp,
)
from mlirlite.dialects.memref.prefetch import PrefetchOp
from mlirlite.dialects.memref.reshaping import CollapseShapeOp, ExpandShapeOp, ReshapeOp
from mlirlite.dialects.memref.views import DimOp, RankOp, SubViewOp, TransposeOp, ViewOp

DIALECT = ArithDialect("memref", __name__)
"""Its constants are arith's."""
