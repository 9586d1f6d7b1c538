"""Canonical forms of tensor reshapes: redundant, consecutive or inverse ones, and those of
constants and casts."""

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.dialects._index_values import product_of
from mlirlite.dialects._mixed import Mixed, constant_number, number_of, split
from mlirlite.dialects._reassociation import groups_between, reassociation, regrouped
from mlirlite.dialects.tensor._casts import cast_source, ranked
from mlirlite.dialects.tensor.shapes import CollapseShapeOp, ExpandShapeOp, ReshapeOp
from mlirlite.dialects.tensor.values import CastOp, DimOp, FromElementsOp, SplatOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, folding

Groups = Sequence[Sequence[int]]


def _collapse(source: Value, groups: Groups, type: Type) -> Operation:
    properties: dict[str, Any] = {"reassociation": reassociation(groups)}
    return CollapseShapeOp.create((source,), (type,), properties)


def _expand(source: Value, groups: Groups, sizes: Sequence[Mixed], type: Type) -> Operation:
    static, dynamic = split(sizes)
    properties: dict[str, Any] = {
        "reassociation": reassociation(groups),
        "static_output_shape": static,
    }
    return ExpandShapeOp.create((source, *dynamic), (type,), properties)


@folding
def same_shape(op: ReshapeOp, rw: Rewriter) -> bool | None:
    """A reshape to the same type --> the source, when the sizes cannot differ"""
    source, type = op.source, op.result.type
    if source.type is not type or not isinstance(type, RankedTensorType):
        return rw.fail("the type changes")
    if type.rank > 1 and not _has_sizes_of(op.shape, source):
        return rw.fail("the sizes may change")
    rw.replace(op, source)
    return True


def _has_sizes_of(shape: Value, tensor: Value) -> bool:
    """Whether a shape is made of the sizes of a tensor, in order."""
    type, maker = tensor.type, shape.defining_op
    if not isinstance(type, RankedTensorType):
        return False
    if not isinstance(maker, FromElementsOp) or len(maker.operands) != type.rank:
        return False
    for d, element in enumerate(maker.operands):
        made, number = element.defining_op, constant_number(element)
        is_size = isinstance(made, DimOp) and made.source is tensor
        if number is not None:
            if number != type.shape[d]:
                return False
        elif not is_size or not isinstance(made, DimOp) or constant_number(made.index) != d:
            return False
    return True


@folding
def reshape_of_reshape(op: ReshapeOp, rw: Rewriter) -> bool | None:
    """reshape(reshape(t)) --> reshape(t)"""
    inner = op.source.defining_op
    if not isinstance(inner, ReshapeOp):
        return rw.fail("the source is not a reshape")
    with rw.modify(op):
        op.set_operand(0, inner.source)
    return True


@canonicalization
def collapse_of_collapse(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse(collapse(t)) --> collapse(t)"""
    inner = op.src.defining_op
    if not isinstance(inner, CollapseShapeOp):
        return rw.fail("the source is not a collapse")
    rw.replace(op, _collapse(inner.src, _composed(op.groups, inner.groups), op.result.type))
    return True


@canonicalization
def expand_of_expand(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand(expand(t)) --> expand(t)"""
    inner = op.src.defining_op
    if not isinstance(inner, ExpandShapeOp):
        return rw.fail("the source is not an expand")
    groups = _composed(inner.groups, op.groups)
    rw.replace(op, _expand(inner.src, groups, op.mixed_output_shape, op.result.type))
    return True


def _composed(outer: Groups, inner: Groups) -> list[list[int]]:
    """Groups of groups; those of rank 0 stay none."""
    return [[i for g in group for i in inner[g]] for group in outer] if inner else []


@canonicalization
def collapse_of_expand(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse(expand(t)) --> collapse(t) or expand(t), when the groups are nested"""
    inner, type = op.src.defining_op, op.result.type
    if not isinstance(inner, ExpandShapeOp) or inner.src.type is type:
        return rw.fail("the source is not an expand")
    source, target = ranked(inner.src), ranked(op.result)
    if source.rank > target.rank:
        groups = regrouped(inner.groups, op.groups)
        if groups is None:
            return rw.fail("the groups cross")
        rw.replace(op, _collapse(inner.src, groups, type))
        return True
    groups = regrouped(op.groups, inner.groups)
    if groups is None:
        return rw.fail("the groups cross")
    if source.rank == target.rank:
        rw.replace(op, CastOp.create((inner.src,), (type,)))
        return True
    rw.set_before(op)
    given = inner.mixed_output_shape
    sizes = [product_of(rw, [given[d] for d in group]) for group in op.groups]
    rw.replace(op, _expand(inner.src, groups, sizes, type))
    return True


@canonicalization
def expand_of_collapse(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand(collapse(t)) --> collapse(t) or expand(t), when there is one way to do it"""
    inner, type = op.src.defining_op, op.result.type
    if not isinstance(inner, CollapseShapeOp):
        return rw.fail("the source is not a collapse")
    source, target = ranked(inner.src), ranked(op.result)
    if source.rank == target.rank:
        return rw.fail("the rank stays")
    if source.rank > target.rank:
        groups = groups_between(source.shape, inner.groups, target.shape, op.groups)
    else:
        groups = groups_between(target.shape, op.groups, source.shape, inner.groups)
    if groups is None:
        return rw.fail("there is not one way to collapse the one shape to the other")
    if source.rank > target.rank:
        rw.replace(op, _collapse(inner.src, groups, type))
    else:
        rw.replace(op, _expand(inner.src, groups, op.mixed_output_shape, type))
    return True


@canonicalization
def reshape_of_elements(op: CollapseShapeOp | ExpandShapeOp, rw: Rewriter) -> bool | None:
    """A reshape of from_elements or of a splat --> the same in the new shape"""
    maker = op.src.defining_op
    if isinstance(maker, FromElementsOp):
        rw.replace(op, FromElementsOp.create(maker.operands, op.result_types))
        return True
    static = isinstance(op.result.type, RankedTensorType) and op.result.type.has_static_shape
    if isinstance(maker, SplatOp) and static:
        rw.replace(op, SplatOp.create(maker.operands[:1], op.result_types))
        return True
    return rw.fail("the elements are not known")


@canonicalization
def collapse_of_cast(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse(cast(t)) --> cast(collapse(t))"""
    source, old = cast_source(op.src), ranked(op.result)
    if source is None:
        return rw.fail("the source is not a cast that loses sizes")
    sizes = [[ranked(source).shape[d] for d in group] for group in op.groups]
    shape = [DYNAMIC if DYNAMIC in group else prod(group) for group in sizes]
    type = old.replace(shape=tuple(shape))
    if type is old:
        with rw.modify(op):
            op.set_operand(0, source)
        return True
    rw.set_before(op)
    new = rw.insert(_collapse(source, op.groups, type))
    rw.replace(op, CastOp.create(new.results, (old,)))
    return True


@canonicalization
def expand_of_cast(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand(cast(t)) to sizes of which some are constants --> cast(expand(cast(t))) with these in
    the types"""
    source, old = cast_source(op.src), ranked(op.result)
    if source is None:
        return rw.fail("the source is not a cast that loses sizes")
    sizes = op.mixed_output_shape
    for size, group in zip(ranked(source).shape, op.groups, strict=True):
        for d in group if size != DYNAMIC else ():
            number = number_of(sizes[d])
            sizes[d] = sizes[d] if number is None else number
    static, dynamic = split(sizes)
    if len(dynamic) == len(op.output_shape):
        return rw.fail("no size is a constant")
    type = old.replace(shape=tuple(static.value))
    parts = [[static.value[d] for d in group] for group in op.groups]
    inner = [DYNAMIC if DYNAMIC in part else prod(part) for part in parts]
    rw.set_before(op)
    cast = rw.insert(CastOp.create((op.src,), (ranked(op.src).replace(shape=tuple(inner)),)))
    new = rw.insert(_expand(cast.results[0], op.groups, sizes, type))
    rw.replace(op, CastOp.create(new.results, (old,)))
    return True
