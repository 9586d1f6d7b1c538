# ruff: noqa: F401
"""The omp dialect: OpenMP's parallel regions and the loops that threads share."""

from mlirlite.dialects.omp.enums import (
    DataSharingType,
    DataSharingTypeAttr,
    OrderKind,
    OrderKindAttr,
    OrderModifier,
    OrderModifierAttr,
    ProcBindKind,
    ProcBindKindAttr,
    ReductionModifier,
    ReductionModifierAttr,
    ScheduleKind,
    ScheduleKindAttr,
    ScheduleModifier,
    ScheduleModifierAttr,
)
from mlirlite.dialects.omp.ops import (
    BarrierOp,
    CriticalDeclareOp,
    CriticalOp,
    DeclareReductionOp,
    FlushOp,
    LoopNestOp,
    LoopWrapper,
    MasterOp,
    ParallelOp,
    PrivateClauseOp,
    SingleOp,
    TaskwaitOp,
    TaskyieldOp,
    TerminatorOp,
    WsloopOp,
    YieldOp,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("omp", __name__)
