"""Canonical forms of shape ops: shapes that are named twice, and shapes of nothing."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.shape.ops import (
    AssumingAllOp,
    BroadcastOp,
    ConstShapeOp,
    ConstWitnessOp,
    CstrBroadcastableOp,
    CstrEqOp,
    FromExtentTensorOp,
    IsBroadcastableOp,
    ShapeEqOp,
    ShapeOfOp,
)
from mlirlite.dialects.shape.types import SHAPE
from mlirlite.ir.attributes import bool_attr
from mlirlite.ir.types import RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


def _with_operands(op: Any, operands: Sequence[Value], rw: Rewriter) -> bool:
    if len(operands) == len(op.operands):
        return rw.fail("every operand counts")
    rw.replace(op, type(op).create(operands, op.result_types, dict(op.properties)))
    return True


def _is_scalar_shape(value: Value) -> bool:
    """A shape that is known to have no extents."""
    maker, type = value.defining_op, value.type
    if isinstance(maker, ConstShapeOp):
        return not maker.shape.values()
    return isinstance(type, RankedTensorType) and type.shape == (0,)


@canonicalization
def without_duplicates(
    op: AssumingAllOp | BroadcastOp | CstrBroadcastableOp | IsBroadcastableOp, rw: Rewriter
) -> bool | None:
    """broadcast(a, b, a) --> broadcast(a, b)"""
    distinct = list(dict.fromkeys(op.operands))
    if isinstance(op, CstrBroadcastableOp) and len(distinct) < 2:
        return rw.fail("two shapes are needed")
    return _with_operands(op, distinct, rw)


@canonicalization
def without_scalars(op: BroadcastOp | CstrBroadcastableOp, rw: Rewriter) -> bool | None:
    """broadcast(a, []) --> broadcast(a)"""
    kept = [v for v in op.operands if not _is_scalar_shape(v)]
    if len(kept) < (2 if isinstance(op, CstrBroadcastableOp) else 1):
        return rw.fail("too few shapes are left")
    return _with_operands(op, kept, rw)


@canonicalization
def broadcastable(op: CstrBroadcastableOp, rw: Rewriter) -> bool | None:
    """Shapes of which at most one has extents, or all are one --> true"""
    kept = {v for v in op.operands if not _is_scalar_shape(v)}
    if len(kept) > 1 and not _fit([_extents(v) for v in op.operands]):
        return rw.fail("the shapes may not fit")
    rw.replace(op, ConstWitnessOp.create((), op.result_types, {"passing": bool_attr(True)}))
    return True


def _extents(value: Value) -> list[int] | None:
    """The extents as far as known, DYNAMIC for others; None when their number is not known."""
    maker = value.defining_op
    if isinstance(maker, ConstShapeOp):
        return list(maker.shape.values())
    if isinstance(maker, ShapeOfOp) and isinstance(maker.arg.type, RankedTensorType):
        return list(maker.arg.type.shape)
    return None


def _fit(shapes: Sequence[list[int] | None]) -> bool:
    """In every dimension at most one extent is not known to be 1, or the known ones are equal."""
    known = [s for s in shapes if s is not None]
    if len(known) != len(shapes):
        return False
    for d in range(max(map(len, known))):
        sizes = [s[-1 - d] for s in known if d < len(s) and s[-1 - d] != 1]
        if len(sizes) > 1 and (any(n < 0 for n in sizes) or len(set(sizes)) > 1):
            return False
    return True


@canonicalization
def broadcast_of_one(op: BroadcastOp, rw: Rewriter) -> bool | None:
    """broadcast(e : tensor) : shape --> from_extent_tensor(e)"""
    if len(op.operands) != 1 or op.result.type is not SHAPE:
        return rw.fail("several shapes are broadcast")
    if not isinstance(op.operands[0].type, RankedTensorType):
        return rw.fail("the shape is no tensor of extents")
    rw.replace(op, FromExtentTensorOp.create(op.operands, (SHAPE,)))
    return True


@canonicalization
def equal_to_itself(op: CstrEqOp | ShapeEqOp, rw: Rewriter) -> bool | None:
    """cstr_eq(a, a) --> true"""
    if any(v is not op.operands[0] for v in op.operands) or isinstance(op, ShapeEqOp):
        return rw.fail("the shapes may differ")
    rw.replace(op, ConstWitnessOp.create((), op.result_types, {"passing": bool_attr(True)}))
    return True


@canonicalization
def all_equal(op: AssumingAllOp, rw: Rewriter) -> bool | None:
    """assuming_all(cstr_eq(a, b), cstr_eq(b, c)) --> cstr_eq(a, b, b, c)"""
    makers = [v.defining_op for v in op.operands]
    shapes: list[Value] = []
    for maker in makers:
        if not isinstance(maker, CstrEqOp):
            return rw.fail("not all are equalities")
        shapes += maker.operands
    connected = set(makers[0].operands) if makers and makers[0] is not None else set()
    for maker in makers[1:]:
        if maker is None or connected.isdisjoint(maker.operands):
            return rw.fail("the equalities share no shape")
        connected |= set(maker.operands)
    rw.replace(op, CstrEqOp.create(shapes, op.result_types))
    return True
