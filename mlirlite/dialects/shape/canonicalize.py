"""Canonical forms of shape ops: repeated shapes, and empty shapes."""

from collections.abc import Sequence

from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.arith.casts import IndexCastOp
from mlirlite.dialects.shape.constants import (
    ConstShapeOp,
    ConstWitnessOp,
    extents_attr,
)
from mlirlite.dialects.shape.constraints import (
    AssumingAllOp,
    CstrBroadcastableOp,
    CstrEqOp,
    IsBroadcastableOp,
    ShapeEqOp,
)
from mlirlite.dialects.shape.ops import (
    BroadcastOp,
    FromExtentTensorOp,
    RankOp,
    ShapeOfOp,
    broadcast_shape,
)
from mlirlite.dialects.shape.regions import AssumingOp
from mlirlite.dialects.shape.types import SHAPE
from mlirlite.dialects.tensor.shapes import ReshapeOp
from mlirlite.dialects.tensor.values import CastOp, DimOp, ExtractOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, bool_attr, index_attr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType, ShapedType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting import (
    Rewriter,
    canonicalization,
    canonicalizations,
    computed,
    constant_value,
    rule,
    terms,
    variables,
)
from mlirlite.rewriting.region_branch import region_branch_patterns

x, i, s, t = variables("x i s t")
AssumingAll, Broadcast, FromExtentTensor, Rank, ShapeOf, ConstShape = terms(
    AssumingAllOp, BroadcastOp, FromExtentTensorOp, RankOp, ShapeOfOp, ConstShapeOp
)
Cast, Dim, Extract, IndexCast, Reshape = terms(CastOp, DimOp, ExtractOp, IndexCastOp, ReshapeOp)


@computed
def ranked(x: Value) -> bool:
    """Whether a value is a tensor of known rank."""
    return isinstance(x.type, RankedTensorType)


@computed
def static(x: Value | Type) -> bool:
    """Whether a value, or a type, is a tensor of known sizes."""
    type = x.type if isinstance(x, Value) else x
    return isinstance(type, RankedTensorType) and type.has_static_shape


@computed
def extents(type: Type) -> bool:
    """Whether a type is a tensor of extents."""
    return isinstance(type, RankedTensorType)


@computed
def shape(type: Type) -> bool:
    """Whether a type is a shape, which may be an error value."""
    return type is SHAPE


@computed
def indices(x: Value) -> bool:
    """Whether a tensor has elements of type index."""
    return element_type_of(x.type) is INDEX


@computed
def rank(x: Value) -> IntegerAttr | None:
    """The rank of a tensor."""
    return index_attr(x.type.rank) if isinstance(x.type, RankedTensorType) else None


@computed
def sizes(x: Value[ShapedType]) -> DenseElementsAttr:
    """The sizes of a static tensor."""
    return extents_attr(x.type.shape)


@computed
def as_many(x: Value, type: Type) -> bool:
    """Whether the number of extents in a tensor may equal the rank of another tensor."""
    source = x.type
    if not isinstance(source, RankedTensorType) or not isinstance(type, RankedTensorType):
        return False
    return type.shape[0] in (DYNAMIC, source.rank)


canonicalizations(
    broadcast_of_one=(
        rule(Broadcast([x], result=t), FromExtentTensor(x), where=(ranked(x), shape(t))),
        rule(Broadcast([x], result=t), Cast(x), where=(ranked(x), extents(t))),
    ),
    all_of_one=rule(AssumingAll([x]), x),
    rank_of_shape_of=rule(Rank(ShapeOf(x)), rank(x)),
    shape_of_reshape=(
        rule(ShapeOf(Reshape(x, s), result=t), s, where=has_type(s, t)),
        rule(ShapeOf(Reshape(x, s), result=t), Cast(s), where=(extents(t), indices(s))),
        rule(ShapeOf(Reshape(x, s), result=t), IndexCast(s), where=extents(t)),
    ),
    cast_of_shape_of=rule(Cast(ShapeOf(x), dest=t), ShapeOf(x), where=as_many(x, t)),
    cast_of_constant=rule(Cast(ConstShape(s), dest=t), ConstShape(s), where=static(t)),
    extract_of_shape_of=rule(Extract(ShapeOf(x), [i]), Dim(x, i), where=ranked(x)),
    shape_of_static=rule(ShapeOf(x), Cast(ConstShape(sizes(x))), where=static(x)),
)


def _with_operands(op: Operation, operands: Sequence[Value], rw: Rewriter) -> bool:
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
    """Whether in every dimension at most one extent is not known to be 1, or the known ones are
    equal."""
    known = [s for s in shapes if s is not None]
    if len(known) != len(shapes):
        return False
    for d in range(max(map(len, known))):
        sizes = [s[-1 - d] for s in known if d < len(s) and s[-1 - d] != 1]
        if len(sizes) > 1 and (any(n < 0 for n in sizes) or len(set(sizes)) > 1):
            return False
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


@canonicalization
def all_of_all(op: AssumingAllOp, rw: Rewriter) -> bool | None:
    """assuming_all(assuming_all(a, b), c) --> assuming_all(a, b, c)"""
    witnesses: list[Value] = []
    for value in op.operands:
        maker = value.defining_op
        witnesses += maker.operands if isinstance(maker, AssumingAllOp) else (value,)
    if len(witnesses) == len(op.operands):
        return rw.fail("no witness is of all of some")
    rw.replace(op, AssumingAllOp.create(witnesses, op.result_types))
    return True


@canonicalization
def all_broadcastable(op: AssumingAllOp, rw: Rewriter) -> bool | None:
    """assuming_all(cstr_broadcastable(a, b), cstr_broadcastable(a, b, c)) --> the latter"""
    makers = dict.fromkeys(v.defining_op for v in op.operands)
    found = [m for m in makers if isinstance(m, CstrBroadcastableOp)]
    if len(found) != len(makers) or len(found) < 2:
        return rw.fail("not all witnesses are of broadcasts")
    found.sort(key=lambda m: -len(m.operands))
    kept: list[CstrBroadcastableOp] = []
    for maker in found:
        if not any(set(maker.operands) <= set(other.operands) for other in kept):
            kept.append(maker)
    if len(kept) == len(found):
        return rw.fail("no witness says more than another one")
    rw.replace(op, AssumingAllOp.create([m.result for m in kept], op.result_types))
    for maker in found:
        if maker not in kept and not maker.has_uses:
            rw.erase(maker)
    return True


@canonicalization
def constants_broadcast(op: BroadcastOp, rw: Rewriter) -> bool | None:
    """broadcast(a, [2, 1], [1, 3]) --> broadcast(a, [2, 3])"""
    shape: list[int] = []
    others: list[Value] = []
    for value in op.operands:
        maker = value.defining_op
        known = list(maker.shape.values()) if isinstance(maker, ConstShapeOp) else None
        both = None if known is None else broadcast_shape([shape, known])
        if both is None:
            others.append(value)
        else:
            shape = both
    if len(op.operands) - len(others) < 2:
        return rw.fail("there are no two constants")
    type: RankedTensorType = RankedTensorType((len(shape),), INDEX)
    rw.set_before(op)
    constant = rw.insert(ConstShapeOp(extents_attr(shape), result=type))
    rw.replace(op, BroadcastOp.create([*others, constant.result], op.result_types))
    return True


@canonicalization
def rank_of_broadcast(op: BroadcastOp, rw: Rewriter) -> bool | None:
    """broadcast(a : 3 extents, b : 2 extents) : ? --> cast(broadcast(a, b) : 3 extents)"""
    type = op.result.type
    if not isinstance(type, RankedTensorType) or type.shape[0] != DYNAMIC:
        return rw.fail("the number of extents is known, or may be an error")
    lengths = [v.type.shape[0] for v in op.operands if isinstance(v.type, RankedTensorType)]
    if DYNAMIC in lengths:
        return rw.fail("the number of extents is not known")
    better: RankedTensorType = RankedTensorType((max(lengths, default=0),), INDEX)
    rw.set_before(op)
    new = rw.insert(BroadcastOp.create(op.operands, (better,), dict(op.properties)))
    rw.replace(op, CastOp.create(new.results, (type,)))
    return True


@canonicalization
def extents_of_casts(op: BroadcastOp | CstrBroadcastableOp, rw: Rewriter) -> bool | None:
    """broadcast(cast(a : 3 extents) : ? extents) --> broadcast(a)"""
    operands: list[Value] = []
    for value in op.operands:
        cast, type = value.defining_op, value.type
        loses = isinstance(type, RankedTensorType) and type.shape[0] == DYNAMIC
        operands.append(cast.source if loses and isinstance(cast, CastOp) else value)
    if operands == list(op.operands):
        return rw.fail("no operand is a cast that loses its number of extents")
    with rw.modify(op):
        op.set_operands(operands)
    return True


@canonicalization
def assuming_true(op: AssumingOp, rw: Rewriter) -> bool | None:
    """assuming true { a; yield b } --> a; b"""
    known, last = constant_value(op.witness), op.doRegion.entry.last
    if not isinstance(known, IntegerAttr) or not known.value or last is None:
        return rw.fail("the witness is not known to pass")
    rw.inline_block_before(op.doRegion.entry, op)
    rw.replace(op, last.operands)
    rw.erase(last)
    return True


for _shared in region_branch_patterns(AssumingOp):
    if _shared.name == "unused_inputs":
        canonicalization(_shared)
