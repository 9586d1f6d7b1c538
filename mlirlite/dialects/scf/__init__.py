"""The scf dialect: loops and conditionals with regions."""

from mlirlite.dialects.scf.control import (
    ConditionOp as ConditionOp,
    ExecuteRegionOp as ExecuteRegionOp,
    IfOp as IfOp,
    IndexSwitchOp as IndexSwitchOp,
    WhileOp as WhileOp,
    YieldOp as YieldOp,
)
from mlirlite.dialects.scf.forall import ForallOp as ForallOp, InParallelOp as InParallelOp
from mlirlite.dialects.scf.loops import (
    ForOp as ForOp,
    ParallelOp as ParallelOp,
    ReduceOp as ReduceOp,
    ReduceReturnOp as ReduceReturnOp,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("scf", __name__)
