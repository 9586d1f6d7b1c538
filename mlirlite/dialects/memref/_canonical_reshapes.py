"""Canonical forms of reshaped buffers: reshapes of reshapes, casts past them."""

from collections.abc import Sequence
from math import prod

from mlirlite.dialects._index_values import product_of
from mlirlite.dialects._mixed import Mixed, number_of, split
from mlirlite.dialects._reassociation import groups_between, reassociation, regrouped
from mlirlite.dialects.memref._layout import has_identity_layout
from mlirlite.dialects.memref.casts import CastOp
from mlirlite.dialects.memref.reshaping import (
    CollapseShapeOp,
    ExpandShapeOp,
    collapsed_layout,
    expanded_type,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


def _expand(
    source: Value, groups: Sequence[Sequence[int]], sizes: Sequence[Mixed], type: MemRefType
) -> Operation:
    static, dynamic = split(sizes)
    made: Operation = ExpandShapeOp(
        source,
        reassociation(groups),
        output_shape=dynamic,
        static_output_shape=static,
        result=type,
    )
    return made


def _plain(*values: Value) -> bool:
    """Whether all are ranked and in row-major order."""
    return all(isinstance(v.type, MemRefType) and has_identity_layout(v.type) for v in values)


@canonicalization
def collapse_of_collapse(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse_shape(collapse_shape(m, a), b) --> collapse_shape(m, a then b)"""
    inner = op.src.defining_op
    if not isinstance(inner, CollapseShapeOp):
        return rw.fail("the source is not a collapse_shape")
    groups = [[d for k in group for d in inner.groups[k]] for group in op.groups]
    rw.replace(op, CollapseShapeOp(inner.src, reassociation(groups), result=op.result.type))
    return True


@canonicalization
def expand_of_expand(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand_shape(expand_shape(m, a), b) --> expand_shape(m, a then b)"""
    inner = op.src.defining_op
    if not isinstance(inner, ExpandShapeOp):
        return rw.fail("the source is not an expand_shape")
    groups = [[d for k in group for d in op.groups[k]] for group in inner.groups]
    new = ExpandShapeOp(
        inner.src,
        reassociation(groups),
        output_shape=op.output_shape,
        static_output_shape=op.properties["static_output_shape"],
        result=op.result.type,
    )
    rw.replace(op, new)
    return True


@canonicalization
def collapse_of_cast(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse_shape(cast(m)) --> cast(collapse_shape(m))"""
    cast, result = op.src.defining_op, op.result.type
    type = cast.source.type if isinstance(cast, CastOp) else None
    if not isinstance(cast, CastOp) or not isinstance(type, MemRefType):
        return rw.fail("the source is not a cast of a ranked memref")
    source = op.src.type
    if any(a == DYNAMIC != b for a, b in zip(type.shape, source.shape, strict=True)):
        return rw.fail("the cast adds sizes")
    shape = []
    for group in op.groups:
        size = 1
        for d in group:
            size = DYNAMIC if DYNAMIC in (size, type.shape[d]) else size * type.shape[d]
        shape.append(size)
    layout = None if type.layout is None else collapsed_layout(type, op.groups)
    new_type: MemRefType = MemRefType(tuple(shape), type.element_type, layout, type.memory_space)
    rw.set_before(op)
    if new_type is result:
        with rw.modify(op):
            op.set_operand(0, cast.source)
        return True
    new = rw.insert(CollapseShapeOp(cast.source, op.reassociation, result=new_type))
    rw.replace(op, CastOp(new.result, dest=result))
    return True


@canonicalization
def collapse_of_expand(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse_shape(expand_shape(m)) --> either of them, when the groups are nested"""
    inner, type = op.src.defining_op, op.result.type
    if not isinstance(inner, ExpandShapeOp) or inner.src.type is type:
        return rw.fail("the source is not an expand_shape")
    source = inner.src.type
    if not _plain(inner.src, op.src) or not isinstance(type, MemRefType):
        return rw.fail("a buffer has a layout")
    if source.rank > type.rank:
        groups = regrouped(inner.groups, op.groups)
        if groups is None:
            return rw.fail("the groups cross")
        rw.replace(op, CollapseShapeOp(inner.src, reassociation(groups), result=type))
        return True
    groups = regrouped(op.groups, inner.groups)
    if groups is None:
        return rw.fail("the groups cross")
    if source.rank == type.rank:
        rw.replace(op, CastOp(inner.src, dest=type))
        return True
    rw.set_before(op)
    given = inner.mixed_output_shape
    sizes = [product_of(rw, [given[d] for d in group]) for group in op.groups]
    rw.replace(op, _expand(inner.src, groups, sizes, type))
    return True


@canonicalization
def expand_of_collapse(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand_shape(collapse_shape(m)) --> either of them, when there is one way to do it"""
    inner, type = op.src.defining_op, op.result.type
    if not isinstance(inner, CollapseShapeOp) or not _plain(inner.src, op.src):
        return rw.fail("the source is not a plain collapse_shape")
    source = inner.src.type
    if source.rank == type.rank:
        return rw.fail("the rank stays")
    if source.rank > type.rank:
        groups = groups_between(source.shape, inner.groups, type.shape, op.groups)
    else:
        groups = groups_between(type.shape, op.groups, source.shape, inner.groups)
    if groups is None:
        return rw.fail("there is not one way to collapse the one shape to the other")
    if source.rank > type.rank:
        rw.replace(op, CollapseShapeOp(inner.src, reassociation(groups), result=type))
    else:
        rw.replace(op, _expand(inner.src, groups, op.mixed_output_shape, type))
    return True


@canonicalization
def expand_of_cast(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand_shape(cast(m)) --> cast(expand_shape(m)), with constant sizes in the type"""
    cast, result = op.src.defining_op, op.result.type
    type = cast.source.type if isinstance(cast, CastOp) else None
    if not isinstance(cast, CastOp) or not isinstance(type, MemRefType):
        return rw.fail("the source is not a cast of a ranked memref")
    source = op.src.type
    if not isinstance(source, MemRefType) or any(
        a == DYNAMIC != b for a, b in zip(type.shape, source.shape, strict=True)
    ):
        return rw.fail("the cast adds sizes")
    sizes: list[Mixed] = []
    for size in op.mixed_output_shape:
        number = number_of(size)
        sizes.append(size if number is None else number)
    shape = split(sizes)[0].value
    for size, group in zip(type.shape, op.groups, strict=True):
        known = [shape[d] for d in group]
        if (DYNAMIC in known) != (size == DYNAMIC) or (
            DYNAMIC not in known and prod(known) != size
        ):
            return rw.fail("a size is not as well known as the product of its parts")
    new_type = expanded_type(type, shape, op.groups)
    rw.set_before(op)
    new = rw.insert(_expand(cast.source, op.groups, sizes, new_type))
    rw.replace(op, new if new_type is result else CastOp(new.results[0], dest=result))
    return True
