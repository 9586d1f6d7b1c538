"""The reference evaluator: runs functions of any level on numpy values, one op at a time.

Each dialect has a file here that is imported when one of its ops occurs; plugins add ops with
`@evaluate(MyOp)`."""

from typing import TYPE_CHECKING, Any

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
from mlirlite.interp.values import POISON, Undefined

if TYPE_CHECKING:
    from mlirlite.interp.memory import Buffer, MemRef

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


def __getattr__(name: str) -> Any:
    if name not in ("Buffer", "MemRef"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from mlirlite.interp import memory  # late: models of tensors have none

    return getattr(memory, name)
