"""The xevm dialect: Intel's graphics processors."""

from mlirlite.dialects.xevm.attributes import (
    AddrSpaceAttr as AddrSpaceAttr,
    LoadCacheControlAttr as LoadCacheControlAttr,
    MemScopeAttr as MemScopeAttr,
    MMAShapeAttr as MMAShapeAttr,
    MMATypesAttr as MMATypesAttr,
    StoreCacheControlAttr as StoreCacheControlAttr,
    XeVMTargetAttr as XeVMTargetAttr,
)
from mlirlite.dialects.xevm.ids import (
    GridDimXOp as GridDimXOp,
    GridDimYOp as GridDimYOp,
    GridDimZOp as GridDimZOp,
    LaneIdOp as LaneIdOp,
    SubgroupIdOp as SubgroupIdOp,
    SubgroupSizeOp as SubgroupSizeOp,
    WorkgroupDimXOp as WorkgroupDimXOp,
    WorkgroupDimYOp as WorkgroupDimYOp,
    WorkgroupDimZOp as WorkgroupDimZOp,
    WorkgroupIdXOp as WorkgroupIdXOp,
    WorkgroupIdYOp as WorkgroupIdYOp,
    WorkgroupIdZOp as WorkgroupIdZOp,
    WorkitemIdXOp as WorkitemIdXOp,
    WorkitemIdYOp as WorkitemIdYOp,
    WorkitemIdZOp as WorkitemIdZOp,
)
from mlirlite.dialects.xevm.memory import (
    BlockLoad2dOp as BlockLoad2dOp,
    BlockLoadOp as BlockLoadOp,
    BlockPrefetch2dOp as BlockPrefetch2dOp,
    BlockStore2dOp as BlockStore2dOp,
    BlockStoreOp as BlockStoreOp,
    MemfenceOp as MemfenceOp,
    PrefetchOp as PrefetchOp,
)
from mlirlite.dialects.xevm.mma import MMAOp as MMAOp
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("xevm", __name__)
