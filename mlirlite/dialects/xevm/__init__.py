# ruff: noqa: F401
"""The xevm dialect: Intel's processors for graphics."""

from mlirlite.dialects.xevm.attributes import (
    AddrSpaceAttr,
    LoadCacheControlAttr,
    MemScopeAttr,
    MMAShapeAttr,
    MMATypesAttr,
    StoreCacheControlAttr,
    XeVMTargetAttr,
)
from mlirlite.dialects.xevm.ids import (
    GridDimXOp,
    GridDimYOp,
    GridDimZOp,
    LaneIdOp,
    SubgroupIdOp,
    SubgroupSizeOp,
    WorkgroupDimXOp,
    WorkgroupDimYOp,
    WorkgroupDimZOp,
    WorkgroupIdXOp,
    WorkgroupIdYOp,
    WorkgroupIdZOp,
    WorkitemIdXOp,
    WorkitemIdYOp,
    WorkitemIdZOp,
)
from mlirlite.dialects.xevm.memory import (
    BlockLoad2dOp,
    BlockLoadOp,
    BlockPrefetch2dOp,
    BlockStore2dOp,
    BlockStoreOp,
    MemfenceOp,
    PrefetchOp,
)
from mlirlite.dialects.xevm.mma import MMAOp
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("xevm", __name__)
