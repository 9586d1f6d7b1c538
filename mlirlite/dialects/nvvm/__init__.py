"""The nvvm dialect: instructions of NVIDIA's processors, one op for each or for a family."""

from typing import Any

from mlirlite.dialects.nvvm.attributes import (
    LdStMatrixShapeAttr as LdStMatrixShapeAttr,
    MMAShapeAttr as MMAShapeAttr,
    NVVMTargetAttr as NVVMTargetAttr,
)
from mlirlite.dialects.nvvm.barriers import (
    BarrierOp as BarrierOp,
    FenceProxyAcquireOp as FenceProxyAcquireOp,
    FenceProxyOp as FenceProxyOp,
    FenceProxyReleaseOp as FenceProxyReleaseOp,
    FenceProxySyncRestrictOp as FenceProxySyncRestrictOp,
    FenceSyncRestrictOp as FenceSyncRestrictOp,
)
from mlirlite.dialects.nvvm.block_scale import (
    MmaBlockScaleOp as MmaBlockScaleOp,
    MmaSpBlockScaleOp as MmaSpBlockScaleOp,
)
from mlirlite.dialects.nvvm.conversions import (
    ConvertBF16x2ToF8x2Op as ConvertBF16x2ToF8x2Op,
    ConvertF4x2ToF16x2Op as ConvertF4x2ToF16x2Op,
    ConvertF6x2ToF16x2Op as ConvertF6x2ToF16x2Op,
    ConvertF8x2ToBF16x2Op as ConvertF8x2ToBF16x2Op,
    ConvertF8x2ToF16x2Op as ConvertF8x2ToF16x2Op,
    ConvertF16x2ToF8x2Op as ConvertF16x2ToF8x2Op,
    ConvertF32x2ToBF16x2Op as ConvertF32x2ToBF16x2Op,
    ConvertF32x2ToF4x2Op as ConvertF32x2ToF4x2Op,
    ConvertF32x2ToF6x2Op as ConvertF32x2ToF6x2Op,
    ConvertF32x2ToF8x2Op as ConvertF32x2ToF8x2Op,
    ConvertF32x2ToF16x2Op as ConvertF32x2ToF16x2Op,
    ConvertF32x4ToF4x4Op as ConvertF32x4ToF4x4Op,
    ConvertF32x4ToF6x4Op as ConvertF32x4ToF6x4Op,
    ConvertF32x4ToF8x4Op as ConvertF32x4ToF8x4Op,
    ConvertFloatToTF32Op as ConvertFloatToTF32Op,
)
from mlirlite.dialects.nvvm.copies import (
    BulkStoreOp as BulkStoreOp,
    CpAsyncBulkGlobalToSharedClusterOp as CpAsyncBulkGlobalToSharedClusterOp,
    CpAsyncOp as CpAsyncOp,
    PrefetchOp as PrefetchOp,
)
from mlirlite.dialects.nvvm.copy_enums import (
    CacheEvictionPriorityAttr as CacheEvictionPriorityAttr,
    CTAGroupKindAttr as CTAGroupKindAttr,
    LoadCacheModifierKindAttr as LoadCacheModifierKindAttr,
    PrefetchCacheLevelAttr as PrefetchCacheLevelAttr,
    TMALoadModeAttr as TMALoadModeAttr,
    TMAReduxKindAttr as TMAReduxKindAttr,
    TMAStoreModeAttr as TMAStoreModeAttr,
)
from mlirlite.dialects.nvvm.dialect import NVVMDialect as NVVMDialect
from mlirlite.dialects.nvvm.matrix_enums import (
    BlockScaleFormatAttr as BlockScaleFormatAttr,
    LdStMatrixEltTypeAttr as LdStMatrixEltTypeAttr,
    MMAB1OpAttr as MMAB1OpAttr,
    MMABlockScaleKindAttr as MMABlockScaleKindAttr,
    MMAFragAttr as MMAFragAttr,
    MMAIntOverflowAttr as MMAIntOverflowAttr,
    MMAKindAttr as MMAKindAttr,
    MMALayoutAttr as MMALayoutAttr,
    MMATypesAttr as MMATypesAttr,
    ScaleVecSizeAttr as ScaleVecSizeAttr,
    WGMMAScaleInAttr as WGMMAScaleInAttr,
    WGMMAScaleOutAttr as WGMMAScaleOutAttr,
    WGMMATypesAttr as WGMMATypesAttr,
)
from mlirlite.dialects.nvvm.mbarriers import (
    MBarrierArriveDropExpectTxOp as MBarrierArriveDropExpectTxOp,
    MBarrierArriveDropOp as MBarrierArriveDropOp,
    MBarrierArriveExpectTxOp as MBarrierArriveExpectTxOp,
    MBarrierArriveOp as MBarrierArriveOp,
    MBarrierCompleteTxOp as MBarrierCompleteTxOp,
    MBarrierExpectTxOp as MBarrierExpectTxOp,
    MBarrierTestWaitOp as MBarrierTestWaitOp,
    MBarrierTryWaitOp as MBarrierTryWaitOp,
)
from mlirlite.dialects.nvvm.memory_enums import (
    BarrierReductionAttr as BarrierReductionAttr,
    MemOrderKindAttr as MemOrderKindAttr,
    MemScopeKindAttr as MemScopeKindAttr,
    NVVMMemorySpaceAttr as NVVMMemorySpaceAttr,
    ProxyKindAttr as ProxyKindAttr,
    SharedSpaceAttr as SharedSpaceAttr,
)
from mlirlite.dialects.nvvm.mma import MmaOp as MmaOp, MmaSpOp as MmaSpOp
from mlirlite.dialects.nvvm.scalars import PermuteOp as PermuteOp, PMEventOp as PMEventOp
from mlirlite.dialects.nvvm.tensor_copies import (
    CpAsyncBulkTensorGlobalToSharedClusterOp as CpAsyncBulkTensorGlobalToSharedClusterOp,
    CpAsyncBulkTensorPrefetchOp as CpAsyncBulkTensorPrefetchOp,
    CpAsyncBulkTensorReduceOp as CpAsyncBulkTensorReduceOp,
    CpAsyncBulkTensorSharedCTAToGlobalOp as CpAsyncBulkTensorSharedCTAToGlobalOp,
)
from mlirlite.dialects.nvvm.tensor_memory import (
    Tcgen05CpOp as Tcgen05CpOp,
    Tcgen05LdOp as Tcgen05LdOp,
    Tcgen05StOp as Tcgen05StOp,
)
from mlirlite.dialects.nvvm.tensor_memory_enums import (
    Tcgen05CpMulticastAttr as Tcgen05CpMulticastAttr,
    Tcgen05CpShapeAttr as Tcgen05CpShapeAttr,
    Tcgen05CpSrcFormatAttr as Tcgen05CpSrcFormatAttr,
    Tcgen05FenceKindAttr as Tcgen05FenceKindAttr,
    Tcgen05LdStShapeAttr as Tcgen05LdStShapeAttr,
    Tcgen05MMABlockScaleAttr as Tcgen05MMABlockScaleAttr,
    Tcgen05MMACollectorBBufferAttr as Tcgen05MMACollectorBBufferAttr,
    Tcgen05MMACollectorOpAttr as Tcgen05MMACollectorOpAttr,
    Tcgen05MMAKindAttr as Tcgen05MMAKindAttr,
    Tcgen05WaitKindAttr as Tcgen05WaitKindAttr,
)
from mlirlite.dialects.nvvm.tensor_memory_mma import (
    Tcgen05MMABlockScaleOp as Tcgen05MMABlockScaleOp,
    Tcgen05MMAOp as Tcgen05MMAOp,
    Tcgen05MMASparseBlockScaleOp as Tcgen05MMASparseBlockScaleOp,
    Tcgen05MMASparseOp as Tcgen05MMASparseOp,
)
from mlirlite.dialects.nvvm.warp_enums import (
    ClusterLaunchControlQueryTypeAttr as ClusterLaunchControlQueryTypeAttr,
    DotAccumulateTypeAttr as DotAccumulateTypeAttr,
    FPRoundingModeAttr as FPRoundingModeAttr,
    GridDepActionKindAttr as GridDepActionKindAttr,
    MatchSyncKindAttr as MatchSyncKindAttr,
    PermuteModeAttr as PermuteModeAttr,
    ReduxKindAttr as ReduxKindAttr,
    SaturationModeAttr as SaturationModeAttr,
    SetMaxRegisterActionAttr as SetMaxRegisterActionAttr,
    ShflKindAttr as ShflKindAttr,
    VoteSyncKindAttr as VoteSyncKindAttr,
)
from mlirlite.dialects.nvvm.warps import (
    ClusterLaunchControlQueryCancelOp as ClusterLaunchControlQueryCancelOp,
    MatchSyncOp as MatchSyncOp,
    ReduxOp as ReduxOp,
    SetMaxRegisterOp as SetMaxRegisterOp,
    ShflOp as ShflOp,
    VoteSyncOp as VoteSyncOp,
)
from mlirlite.dialects.nvvm.wgmma import WgmmaMmaAsyncOp as WgmmaMmaAsyncOp
from mlirlite.dialects.nvvm.wmma import (
    LdMatrixOp as LdMatrixOp,
    StMatrixOp as StMatrixOp,
    WMMALoadOp as WMMALoadOp,
    WMMAMmaOp as WMMAMmaOp,
    WMMAStoreOp as WMMAStoreOp,
)

DIALECT = NVVMDialect("nvvm", __name__, f"{__name__}.processors", f"{__name__}.registers")


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
