# ruff: noqa: F401
"""The omp dialect: OpenMP's parallel regions and the loops that threads share."""

from mlirlite.dialects.omp import clauses, data_clauses, regions
from mlirlite.dialects.omp.atomics import (
    AtomicCaptureOp,
    AtomicReadOp,
    AtomicUpdateOp,
    AtomicWriteOp,
)
from mlirlite.dialects.omp.canonical import (
    CanonicalLoopOp,
    NewCliOp,
    TargetAllocMemOp,
    TileOp,
    UnrollHeuristicOp,
)
from mlirlite.dialects.omp.declarations import DeclareReductionOp, PrivateClauseOp
from mlirlite.dialects.omp.directives import (
    AllocateDirOp,
    CancellationPointOp,
    CancelOp,
    OrderedOp,
    OrderedRegionOp,
    ScanOp,
    ThreadprivateOp,
)
from mlirlite.dialects.omp.enums import (
    BindKind,
    BindKindAttr,
    CancellationConstruct,
    CancellationConstructTypeAttr,
    CaptureClause,
    ClauseDepend,
    ClauseDependAttr,
    ClauseMapFlagsAttr,
    ClauseRequiresAttr,
    ClauseTaskDependAttr,
    DataSharingType,
    DataSharingTypeAttr,
    DeclareTargetCaptureClauseAttr,
    DeclareTargetDeviceTypeAttr,
    DeviceType,
    GrainsizeTypeAttr,
    MapFlags,
    MemoryOrder,
    MemoryOrderKindAttr,
    NumTasksTypeAttr,
    OrderKind,
    OrderKindAttr,
    OrderModifier,
    OrderModifierAttr,
    ProcBindKind,
    ProcBindKindAttr,
    ReductionModifier,
    ReductionModifierAttr,
    Requires,
    ScheduleKind,
    ScheduleKindAttr,
    ScheduleModifier,
    ScheduleModifierAttr,
    Strictness,
    TaskDepend,
    VariableCaptureKind,
    VariableCaptureKindAttr,
)
from mlirlite.dialects.omp.loop_nest import LoopNestOp, LoopWrapper
from mlirlite.dialects.omp.loop_wrappers import (
    DistributeOp,
    LoopOp,
    SimdOp,
    WorkshareLoopWrapperOp,
    WsloopOp,
)
from mlirlite.dialects.omp.parallel import MasterOp, ParallelOp, SingleOp
from mlirlite.dialects.omp.sharing import (
    MaskedOp,
    SectionOp,
    SectionsOp,
    TeamsOp,
    WorkdistributeOp,
    WorkshareOp,
)
from mlirlite.dialects.omp.synchronization import BarrierOp, CriticalDeclareOp, CriticalOp, FlushOp
from mlirlite.dialects.omp.targets import (
    DeclareMapperInfoOp,
    DeclareMapperOp,
    MapBoundsOp,
    MapInfoOp,
    TargetDataOp,
    TargetEnterDataOp,
    TargetExitDataOp,
    TargetFreeMemOp,
    TargetOp,
    TargetUpdateOp,
)
from mlirlite.dialects.omp.tasks import (
    TaskgroupOp,
    TaskloopOp,
    TaskOp,
    TaskwaitOp,
    TaskyieldOp,
)
from mlirlite.dialects.omp.terminators import TerminatorOp, YieldOp
from mlirlite.dialects.omp.types import (
    AtomicControlAttr,
    CanonicalLoopInfoType,
    DeclareTargetAttr,
    FlagsAttr,
    MapBoundsType,
    VersionAttr,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("omp", __name__)
