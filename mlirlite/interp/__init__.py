"""The reference evaluator: runs functions of any level on numpy values, one op at a time.

Each dialect has a file here that is imported when one of its ops occurs; plugins add ops with
`@evaluate(MyOp)`."""

from mlirlite.interp.machine import (
    Enter,
    Evaluation,
    Fork,
    Jump,
    Leave,
    Machine,
    StepLimit,
    UndefinedBehavior,
    Wait,
    evaluate,
)
from mlirlite.interp.memory import Buffer, MemRef
from mlirlite.interp.values import POISON, Undefined

__all__ = [
    "POISON",
    "Buffer",
    "Enter",
    "Evaluation",
    "Fork",
    "Jump",
    "Leave",
    "Machine",
    "MemRef",
    "StepLimit",
    "Undefined",
    "UndefinedBehavior",
    "Wait",
    "evaluate",
]
