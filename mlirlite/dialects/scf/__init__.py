# ruff: noqa: F401
"""The scf dialect: loops and conditionals with regions."""

from mlirlite.dialects.scf.control import (
    ConditionOp,
    ExecuteRegionOp,
    IfOp,
    IndexSwitchOp,
    WhileOp,
    YieldOp,
)
from mlirlite.dialects.scf.forall import ForallOp, InParallelOp
from mlirlite.dialects.scf.loops import ForOp, ParallelOp, ReduceOp, ReduceReturnOp
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("scf", __name__)
