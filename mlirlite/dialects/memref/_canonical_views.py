"""Canonical forms of views of buffers: views of views, casts past views, constants in types."""

from mlirlite.dialects._mixed import Mixed, constant_number, split
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.dialects.memref.casts import CastOp, ReinterpretCastOp, cast_compatible
from mlirlite.dialects.memref.memory import LoadOp
from mlirlite.dialects.memref.metadata import ExtractStridedMetadataOp
from mlirlite.dialects.memref.reshaping import (
    CollapseShapeOp,
    ExpandShapeOp,
    ReshapeOp,
    collapsed_layout,
)
from mlirlite.dialects.memref.views import DimOp, SubViewOp, TransposeOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, StridedLayoutAttr, i64_attr
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


def _as_attribute(groups: list[list[int]]) -> ArrayAttr:
    result: ArrayAttr = ArrayAttr(tuple(ArrayAttr(tuple(i64_attr(i) for i in g)) for g in groups))
    return result


@canonicalization
def subview_of_cast(op: SubViewOp, rw: Rewriter) -> bool | None:
    """subview(cast(m)) --> cast(subview(m)), when the cast loses what m's type says"""
    cast = op.source.defining_op
    type, result = cast.source.type if isinstance(cast, CastOp) else None, op.result.type
    if not isinstance(type, MemRefType) or not isinstance(result, MemRefType):
        return rw.fail("the source is no cast of a ranked memref")
    if not isinstance(cast, CastOp) or not isinstance(op.source.type, MemRefType):
        return rw.fail("the source is no ranked memref")
    if any(a == DYNAMIC != b for a, b in zip(type.shape, op.source.type.shape, strict=True)):
        return rw.fail("the cast adds sizes")
    kept = op.kept_dims()
    lists = (op.static_offsets, op.static_sizes, op.static_strides)
    full = SubViewOp.infer_result_type(type, *(tuple(s) for s in lists))
    layout = strides_and_offset(full)
    if kept is None or layout is None:
        return rw.fail("the result is not strided")
    new_type = full
    if len(kept) != full.rank:
        new_type = MemRefType(
            tuple(full.shape[d] for d in kept),
            full.element_type,
            StridedLayoutAttr(tuple(layout[0][d] for d in kept), layout[1]),
            full.memory_space,
        )
    rw.set_before(op)
    new = op.clone()
    new.set_operand(0, cast.source)
    new.results[0].type = new_type
    rw.insert(new)
    rw.replace(op, new if new_type is result else CastOp(new.results[0], dest=result))
    return True


@canonicalization
def collapse_of_collapse(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse_shape(collapse_shape(m, a), b) --> collapse_shape(m, a then b)"""
    inner = op.src.defining_op
    if not isinstance(inner, CollapseShapeOp):
        return rw.fail("the source is no collapse_shape")
    groups = [[d for k in group for d in inner.groups[k]] for group in op.groups]
    rw.replace(op, CollapseShapeOp(inner.src, _as_attribute(groups), result=op.result.type))
    return True


@canonicalization
def expand_of_expand(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand_shape(expand_shape(m, a), b) --> expand_shape(m, a then b)"""
    inner = op.src.defining_op
    if not isinstance(inner, ExpandShapeOp):
        return rw.fail("the source is no expand_shape")
    groups = [[d for k in group for d in op.groups[k]] for group in inner.groups]
    new = ExpandShapeOp(
        inner.src,
        _as_attribute(groups),
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
        return rw.fail("the source is no cast of a ranked memref")
    source = op.src.type
    if not isinstance(result, MemRefType) or not isinstance(source, MemRefType):
        return rw.fail("no ranked memref")
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
def reinterpret_cast_of_constants(op: ReinterpretCastOp, rw: Rewriter) -> bool | None:
    """reinterpret_cast m to [%c0], [%c4], [%c1] --> cast(reinterpret_cast m to [0], [4], [1])"""
    groups = [op.mixed_offsets, op.mixed_sizes, op.mixed_strides]
    known: list[list[Mixed]] = []
    for group in groups:
        numbers = [constant_number(v) if isinstance(v, Value) else None for v in group]
        known.append([v if n is None or n < 0 else n for v, n in zip(group, numbers, strict=True)])
    result = op.result.type
    if known == groups or not isinstance(result, MemRefType):
        return rw.fail("no entry is a constant")
    parts = [split(group) for group in known]
    offset, sizes, strides = (tuple(static.value) for static, _ in parts)
    type: MemRefType = MemRefType(
        sizes, result.element_type, StridedLayoutAttr(strides, offset[0]), result.memory_space
    )
    rw.set_before(op)
    new = rw.insert(
        ReinterpretCastOp(
            op.source,
            *(dynamic for _, dynamic in parts),
            static_offsets=parts[0][0],
            static_sizes=parts[1][0],
            static_strides=parts[2][0],
            result=type,
        )
    )
    rw.replace(op, new if type is result else CastOp(new.result, dest=result))
    return True


@canonicalization
def reinterpret_cast_of_metadata(op: ReinterpretCastOp, rw: Rewriter) -> bool | None:
    """reinterpret_cast(base of m) to the metadata of m --> m, or cast(m)"""
    metadata = op.source.defining_op
    if not isinstance(metadata, ExtractStridedMetadataOp):
        return rw.fail("the source is no base buffer")
    source = metadata.source.type
    layout = strides_and_offset(source) if isinstance(source, MemRefType) else None
    if layout is None or not isinstance(source, MemRefType):
        return rw.fail("the buffer is not strided")
    given = (*op.mixed_offsets, *op.mixed_sizes, *op.mixed_strides)
    told = (layout[1], *source.shape, *layout[0])
    if len(given) != len(told):
        return rw.fail("the ranks differ")
    for entry, number, value in zip(given, told, metadata.results[1:], strict=True):
        found = constant_number(entry) if isinstance(entry, Value) else entry
        if entry is not value and (found is None or found != number):
            return rw.fail("the metadata differs")
    if source is op.result.type:
        rw.replace(op, metadata.source)
    elif cast_compatible(source, op.result.type):
        rw.replace(op, CastOp(metadata.source, dest=op.result.type))
    else:
        return rw.fail("the types are cast incompatible")
    return True


@canonicalization
def transpose_of_transpose(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(transpose(m, p), q) --> transpose(m, p then q)"""
    inner = op.in_.defining_op
    if not isinstance(inner, TransposeOp):
        return rw.fail("the source is no transpose")
    first, second = inner.permutation.map, op.permutation.map
    order = [e.position for e in first.results if isinstance(e, AffineDim)]
    then = [e.position for e in second.results if isinstance(e, AffineDim)]
    both: AffineMap = AffineMap.permutation([order[p] for p in then])
    rw.replace(op, TransposeOp(inner.in_, AffineMapAttr(both), result=op.result.type))
    return True


@canonicalization
def dim_of_reshape(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(reshape(m, shape), i) --> load shape[i], when the shape is of indices"""
    reshape = op.source.defining_op
    if not isinstance(reshape, ReshapeOp):
        return rw.fail("the source is no reshape")
    shape = reshape.shape.type
    if not isinstance(shape, MemRefType) or shape.element_type is not INDEX:
        return rw.fail("the shape is not of indices")
    if op.index.parent_block is not reshape.parent and constant_number(op.index) is None:
        return rw.fail("the index may be defined behind the reshape")
    # Right behind the reshape: the shape may be overwritten later.
    rw.set_after(reshape)
    maker = op.index.defining_op
    if maker is not None and maker.parent is reshape.parent and reshape.is_before_in_block(maker):
        return rw.fail("the index is defined behind the reshape")
    load = rw.insert(LoadOp(reshape.shape, [op.index]))
    rw.replace(op, load)
    return True
