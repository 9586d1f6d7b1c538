"""The omp dialect: OpenMP's parallel regions and the loops that threads share."""

from mlirlite.dialects.omp import clauses, data_clauses, regions  # noqa: F401  their syntax
from mlirlite.dialects.omp.atomics import (
    AtomicCaptureOp as AtomicCaptureOp,
    AtomicReadOp as AtomicReadOp,
    AtomicUpdateOp as AtomicUpdateOp,
    AtomicWriteOp as AtomicWriteOp,
)
from mlirlite.dialects.omp.canonical import (
    CanonicalLoopOp as CanonicalLoopOp,
    NewCliOp as NewCliOp,
    TargetAllocMemOp as TargetAllocMemOp,
    TileOp as TileOp,
    UnrollHeuristicOp as UnrollHeuristicOp,
)
from mlirlite.dialects.omp.declarations import (
    DeclareReductionOp as DeclareReductionOp,
    PrivateClauseOp as PrivateClauseOp,
)
from mlirlite.dialects.omp.directives import (
    AllocateDirOp as AllocateDirOp,
    CancellationPointOp as CancellationPointOp,
    CancelOp as CancelOp,
    OrderedOp as OrderedOp,
    OrderedRegionOp as OrderedRegionOp,
    ScanOp as ScanOp,
    ThreadprivateOp as ThreadprivateOp,
)
from mlirlite.dialects.omp.enums import (
    BindKind as BindKind,
    BindKindAttr as BindKindAttr,
    CancellationConstruct as CancellationConstruct,
    CancellationConstructTypeAttr as CancellationConstructTypeAttr,
    CaptureClause as CaptureClause,
    ClauseDepend as ClauseDepend,
    ClauseDependAttr as ClauseDependAttr,
    ClauseMapFlagsAttr as ClauseMapFlagsAttr,
    ClauseRequiresAttr as ClauseRequiresAttr,
    ClauseTaskDependAttr as ClauseTaskDependAttr,
    DataSharingType as DataSharingType,
    DataSharingTypeAttr as DataSharingTypeAttr,
    DeclareTargetCaptureClauseAttr as DeclareTargetCaptureClauseAttr,
    DeclareTargetDeviceTypeAttr as DeclareTargetDeviceTypeAttr,
    DeviceType as DeviceType,
    GrainsizeTypeAttr as GrainsizeTypeAttr,
    MapFlags as MapFlags,
    MemoryOrder as MemoryOrder,
    MemoryOrderKindAttr as MemoryOrderKindAttr,
    NumTasksTypeAttr as NumTasksTypeAttr,
    OrderKind as OrderKind,
    OrderKindAttr as OrderKindAttr,
    OrderModifier as OrderModifier,
    OrderModifierAttr as OrderModifierAttr,
    ProcBindKind as ProcBindKind,
    ProcBindKindAttr as ProcBindKindAttr,
    ReductionModifier as ReductionModifier,
    ReductionModifierAttr as ReductionModifierAttr,
    Requires as Requires,
    ScheduleKind as ScheduleKind,
    ScheduleKindAttr as ScheduleKindAttr,
    ScheduleModifier as ScheduleModifier,
    ScheduleModifierAttr as ScheduleModifierAttr,
    Strictness as Strictness,
    TaskDepend as TaskDepend,
    VariableCaptureKind as VariableCaptureKind,
    VariableCaptureKindAttr as VariableCaptureKindAttr,
)
from mlirlite.dialects.omp.loop_nest import LoopNestOp as LoopNestOp, LoopWrapper as LoopWrapper
from mlirlite.dialects.omp.loop_wrappers import (
    DistributeOp as DistributeOp,
    LoopOp as LoopOp,
    SimdOp as SimdOp,
    WorkshareLoopWrapperOp as WorkshareLoopWrapperOp,
    WsloopOp as WsloopOp,
)
from mlirlite.dialects.omp.parallel import (
    MasterOp as MasterOp,
    ParallelOp as ParallelOp,
    SingleOp as SingleOp,
)
from mlirlite.dialects.omp.sharing import (
    MaskedOp as MaskedOp,
    SectionOp as SectionOp,
    SectionsOp as SectionsOp,
    TeamsOp as TeamsOp,
    WorkdistributeOp as WorkdistributeOp,
    WorkshareOp as WorkshareOp,
)
from mlirlite.dialects.omp.synchronization import (
    BarrierOp as BarrierOp,
    CriticalDeclareOp as CriticalDeclareOp,
    CriticalOp as CriticalOp,
    FlushOp as FlushOp,
)
from mlirlite.dialects.omp.targets import (
    DeclareMapperInfoOp as DeclareMapperInfoOp,
    DeclareMapperOp as DeclareMapperOp,
    MapBoundsOp as MapBoundsOp,
    MapInfoOp as MapInfoOp,
    TargetDataOp as TargetDataOp,
    TargetEnterDataOp as TargetEnterDataOp,
    TargetExitDataOp as TargetExitDataOp,
    TargetFreeMemOp as TargetFreeMemOp,
    TargetOp as TargetOp,
    TargetUpdateOp as TargetUpdateOp,
)
from mlirlite.dialects.omp.tasks import (
    TaskgroupOp as TaskgroupOp,
    TaskloopOp as TaskloopOp,
    TaskOp as TaskOp,
    TaskwaitOp as TaskwaitOp,
    TaskyieldOp as TaskyieldOp,
)
from mlirlite.dialects.omp.terminators import TerminatorOp as TerminatorOp, YieldOp as YieldOp
from mlirlite.dialects.omp.types import (
    AtomicControlAttr as AtomicControlAttr,
    CanonicalLoopInfoType as CanonicalLoopInfoType,
    DeclareTargetAttr as DeclareTargetAttr,
    FlagsAttr as FlagsAttr,
    MapBoundsType as MapBoundsType,
    VersionAttr as VersionAttr,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("omp", __name__)
