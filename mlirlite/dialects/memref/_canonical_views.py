"""Canonical forms of views of buffers: views of views, casts past views, constants in types."""

from collections.abc import Sequence

from mlirlite.dialects._mixed import Mixed, constant_number, number_of, split
from mlirlite.dialects.arith.casts import IndexCastOp
from mlirlite.dialects.memref._layout import strides_and_offset, type_of_dims
from mlirlite.dialects.memref.casts import CastOp, ReinterpretCastOp, cast_compatible
from mlirlite.dialects.memref.memory import LoadOp
from mlirlite.dialects.memref.metadata import AssumeAlignmentOp, ExtractStridedMetadataOp
from mlirlite.dialects.memref.reshaping import (
    ReshapeOp,
)
from mlirlite.dialects.memref.views import DimOp, SubViewOp, TransposeOp, ViewOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, DenseArrayAttr, StridedLayoutAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, folding


@canonicalization
def subview_of_cast(op: SubViewOp, rw: Rewriter) -> bool | None:
    """subview(cast(m)) --> cast(subview(m)), when m's type is more static than the cast's"""
    cast = op.source.defining_op
    type, result = cast.source.type if isinstance(cast, CastOp) else None, op.result.type
    if not isinstance(type, MemRefType) or not isinstance(result, MemRefType):
        return rw.fail("the source is not a cast of a ranked memref")
    if not isinstance(cast, CastOp) or not isinstance(op.source.type, MemRefType):
        return rw.fail("the source is not a ranked memref")
    if any(a == DYNAMIC != b for a, b in zip(type.shape, op.source.type.shape, strict=True)):
        return rw.fail("the cast adds sizes")
    kept = op.kept_dims()
    lists = (op.static_offsets, op.static_sizes, op.static_strides)
    full = SubViewOp.infer_result_type(type, *(tuple(s) for s in lists))
    new_type = None if kept is None else type_of_dims(full, kept)
    if new_type is None:
        return rw.fail("the result is not strided")
    rw.set_before(op)
    new = op.clone()
    new.set_operand(0, cast.source)
    new.results[0].type = new_type
    rw.insert(new)
    rw.replace(op, new if new_type is result else CastOp(new.results[0], dest=result))
    return True


def replace_view(
    op: SubViewOp | ReinterpretCastOp,
    parts: Sequence[tuple[DenseArrayAttr, list[Value]]],
    new_type: MemRefType,
    rw: Rewriter,
) -> None:
    """The same view by other offsets, sizes and strides (static and dynamic parts of each), cast to
    what its type was."""
    (offsets, dynamic_offsets), (sizes, dynamic_sizes), (strides, dynamic_strides) = parts
    rw.set_before(op)
    new = rw.insert(
        type(op)(
            op.source,
            dynamic_offsets,
            dynamic_sizes,
            dynamic_strides,
            static_offsets=offsets,
            static_sizes=sizes,
            static_strides=strides,
            result=new_type,
        )
    )
    result = op.result.type
    rw.replace(op, new if new_type is result else CastOp(new.result, dest=result))


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
    replace_view(op, parts, type, rw)
    return True


@canonicalization
def reinterpret_cast_of_metadata(op: ReinterpretCastOp, rw: Rewriter) -> bool | None:
    """reinterpret_cast(base of m) --> reinterpret_cast(m); to m's metadata --> m, or cast(m)"""
    metadata = op.source.defining_op
    if not isinstance(metadata, ExtractStridedMetadataOp):
        return rw.fail("the source is not a base buffer")
    source = metadata.source.type
    layout = strides_and_offset(source) if isinstance(source, MemRefType) else None
    if layout is None or not isinstance(source, MemRefType):
        return rw.fail("the buffer is not strided")
    given = (*op.mixed_offsets, *op.mixed_sizes, *op.mixed_strides)
    expected = (layout[1], *source.shape, *layout[0])
    values = metadata.results[1:]
    same = len(given) == len(expected) and all(
        entry is value or number_of(entry) == number != DYNAMIC
        for entry, number, value in zip(given, expected, values, strict=True)
    )
    if not same:
        with rw.modify(op):
            op.set_operand(0, metadata.source)
        return True
    if source is op.result.type:
        rw.replace(op, metadata.source)
    elif cast_compatible(source, op.result.type):
        rw.replace(op, CastOp(metadata.source, dest=op.result.type))
    else:
        return rw.fail("the types are cast incompatible")
    return True


@folding
def transpose_of_transpose(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(transpose(m, p), q) --> transpose(m, p then q)"""
    inner = op.in_.defining_op
    if not isinstance(inner, TransposeOp):
        return rw.fail("the source is not a transpose")
    first, second = inner.permutation.map, op.permutation.map
    order = [e.position for e in first.results if isinstance(e, AffineDim)]
    then = [e.position for e in second.results if isinstance(e, AffineDim)]
    both: AffineMap = AffineMap.permutation([order[p] for p in then])
    with rw.modify(op):
        op.set_operand(0, inner.in_)
        op.properties["permutation"] = AffineMapAttr(both)
    return True


@canonicalization
def dim_of_reshape(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(reshape(m, shape), i) --> load shape[i], as an index"""
    reshape = op.source.defining_op
    if not isinstance(reshape, ReshapeOp):
        return rw.fail("the source is not a reshape")
    if op.index.parent_block is not reshape.parent and constant_number(op.index) is None:
        return rw.fail("the index may be defined behind the reshape")
    # Right after the reshape: the shape may be overwritten later.
    rw.set_after(reshape)
    maker = op.index.defining_op
    if maker is not None and maker.parent is reshape.parent and reshape.is_before_in_block(maker):
        return rw.fail("the index is defined behind the reshape")
    size: Operation = rw.insert(LoadOp(reshape.shape, [op.index]))
    if size.results[0].type is not INDEX:
        size = rw.insert(IndexCastOp(size.results[0], out=INDEX))
    rw.replace(op, size)
    return True


@folding
def reinterpret_cast_of_nothing(op: ReinterpretCastOp, rw: Rewriter) -> bool | None:
    """reinterpret_cast to the same static type --> the source"""
    type = op.result.type
    layout = strides_and_offset(type) if isinstance(type, MemRefType) else None
    if op.source.type is not type or layout is None or not isinstance(type, MemRefType):
        return rw.fail("the type changes")
    if DYNAMIC in (*type.shape, *layout[0], layout[1]):
        return rw.fail("the type does not say everything")
    rw.replace(op, op.source)
    return True


@folding
def subview_of_whole_subview(op: SubViewOp, rw: Rewriter) -> bool | None:
    """subview v[0] [%n] [1] of a subview v of these sizes --> v"""
    inner = op.source.defining_op
    if not isinstance(inner, SubViewOp) or inner.result.type is not op.result.type:
        return rw.fail("the source is not a subview of this type")
    if inner.kept_dims() != list(range(len(inner.mixed_sizes))):
        return rw.fail("the source drops dimensions")
    if any(o != 0 for o in op.mixed_offsets) or any(s != 1 for s in op.mixed_strides):
        return rw.fail("a part is taken")
    if op.mixed_sizes != inner.mixed_sizes:
        return rw.fail("the sizes differ")
    rw.replace(op, inner)
    return True


@folding
def view_of_same_type(op: ViewOp, rw: Rewriter) -> bool | None:
    """view m[0][] : the type of m --> m"""
    type = op.result.type
    static = isinstance(type, MemRefType) and type.has_static_shape
    if op.source.type is not type or not static or constant_number(op.byte_shift) != 0:
        return rw.fail("the type or the place changes")
    rw.replace(op, op.source)
    return True


@folding
def assumed_again(op: AssumeAlignmentOp, rw: Rewriter) -> bool | None:
    """assume_alignment(assume_alignment(m, 16), 16) --> assume_alignment(m, 16)"""
    inner = op.memref.defining_op
    if not isinstance(inner, AssumeAlignmentOp) or inner.alignment != op.alignment:
        return rw.fail("nothing of the kind is assumed before")
    rw.replace(op, inner)
    return True
