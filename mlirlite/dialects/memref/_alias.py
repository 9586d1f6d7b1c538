"""Whether two buffers may share memory, judging by their definitions in a function."""

from __future__ import annotations

from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp
from mlirlite.dialects.memref.casts import CastOp, MemorySpaceCastOp, ReinterpretCastOp
from mlirlite.dialects.memref.metadata import AssumeAlignmentOp
from mlirlite.dialects.memref.reshaping import CollapseShapeOp, ExpandShapeOp, ReshapeOp
from mlirlite.dialects.memref.views import SubViewOp, TransposeOp, ViewOp
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.values import BlockArgument, Value

VIEWS = (
    AssumeAlignmentOp,
    CastOp,
    CollapseShapeOp,
    ExpandShapeOp,
    MemorySpaceCastOp,
    ReinterpretCastOp,
    ReshapeOp,
    SubViewOp,
    TransposeOp,
    ViewOp,
)
"""Ops whose result is memory of their first operand."""
_FRESH = (AllocOp, AllocaOp)


def root_of(value: Value) -> Value:
    """The buffer behind a chain of views."""
    maker = value.defining_op
    while isinstance(maker, VIEWS):
        value = maker.operands[0]
        maker = value.defining_op
    return value


def may_alias(a: Value, b: Value) -> bool:
    """False when the two certainly share no memory: two allocations, or an allocation and an
    argument of a function."""
    one, other = root_of(a), root_of(b)
    if one is other:
        return True
    fresh = [isinstance(v.defining_op, _FRESH) for v in (one, other)]
    if not any(fresh):
        return True
    return not (all(fresh) or any(_is_argument(v) for v in (one, other)))


def _is_argument(value: Value) -> bool:
    return isinstance(value, BlockArgument) and isinstance(value.owner.parent_op, FunctionLike)
