"""Canonical forms of vector.extract_strided_slice and insert_strided_slice."""

from typing import Any

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.arith.integer import SubIOp
from mlirlite.dialects.vector._constants import (
    LARGEST_NEW_CONSTANT,
    constant_of_pieces,
    pieces_of,
    places_of_slice,
)
from mlirlite.dialects.vector._constraints import integers
from mlirlite.dialects.vector._known import no_vector, shape_of
from mlirlite.dialects.vector.elements import ExtractOp
from mlirlite.dialects.vector.masks import ConstantMaskOp, CreateMaskOp
from mlirlite.dialects.vector.shapes import BroadcastOp, ShapeCastOp
from mlirlite.dialects.vector.slices import (
    ExtractStridedSliceOp,
    InsertStridedSliceOp,
)
from mlirlite.ir.attributes import ArrayAttr, i64_array, i64_attr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import (
    Rewriter,
    canonicalization,
    canonicalizations,
    constant_value,
    folding,
    rule,
    terms,
    variables,
)


def _numbers(values: list[int]) -> ArrayAttr:
    found: ArrayAttr = ArrayAttr(tuple([i64_attr(v) for v in values]))
    return found


@folding
def slice_of_inserted_slice(op: ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(insert_strided_slice(a, v)) --> a slice of a, if it only takes elements
    of a"""
    offsets, sizes = integers(op.offsets), integers(op.sizes)
    maker = op.source.defining_op
    while isinstance(maker, InsertStridedSliceOp):
        inner = shape_of(maker.valueToStore)
        if len(inner) != len(shape_of(op.source)):
            return rw.fail("a vector of a smaller rank was inserted")
        starts = integers(maker.offsets)[: len(offsets)]
        shifted = [o - s for o, s in zip(offsets, starts, strict=True)]
        # For each dimension of the slice, where it begins and ends in what was inserted.
        ends = [s + n for s, n in zip(shifted, sizes, strict=True)]
        spans = list(zip(shifted, ends, inner, strict=False))
        if any(end <= 0 or start >= limit for start, end, limit in spans):
            maker = maker.dest.defining_op
            continue
        whole = inner[len(offsets) :] == shape_of(op.source)[len(offsets) :]
        if not whole or any(start < 0 or end > limit for start, end, limit in spans):
            return rw.fail("a part of the slice was inserted")
        with rw.modify(op):
            op.set_operand(0, maker.valueToStore)
            op.properties["offsets"] = _numbers(shifted)
        return True
    return rw.fail("the slice was not inserted")


@canonicalization
def slice_of_create_mask(op: ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(create_mask(a)) {offsets = [2]} --> create_mask(a - 2)"""
    maker = op.source.defining_op
    if not isinstance(maker, CreateMaskOp):
        return rw.fail("the vector is not a mask")
    offsets = integers(op.offsets)
    sizes: list[Value] = []
    for size, start in zip(maker.operands, offsets, strict=False):
        sizes.append(rw.insert(SubIOp(size, index_constant(rw, start))).result)
    sizes += maker.operands[len(offsets) :]
    rw.replace(op, CreateMaskOp.create(sizes, op.result_types))
    return True


@canonicalization
def slice_of_constant_mask(op: ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(constant_mask [6]) {offsets = [2]} --> constant_mask [4]"""
    maker = op.source.defining_op
    if not isinstance(maker, ConstantMaskOp):
        return rw.fail("the vector is not a mask")
    found = list(maker.mask_dim_sizes)
    for d, (start, size) in enumerate(zip(integers(op.offsets), integers(op.sizes), strict=True)):
        found[d] = max(0, min(start + size, found[d]) - start)
    if 0 in found:
        found = [0] * len(found)
    properties: dict[str, Any] = {"mask_dim_sizes": i64_array(found)}
    rw.replace(op, ConstantMaskOp.create((), op.result_types, properties))
    return True


@canonicalization
def slice_of_broadcast(op: ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(broadcast(x)) --> broadcast(x), or of a slice of x"""
    maker, result = op.source.defining_op, op.result.type
    if not isinstance(maker, BroadcastOp) or not isinstance(result, VectorType):
        return rw.fail("the vector is not a broadcast")
    source = maker.source
    given = shape_of(source)
    added = result.rank - len(given)
    wanted = result.shape[added:]
    if any(n not in (1, size) for n, size in zip(given, wanted, strict=True)):
        offsets, sizes = integers(op.offsets)[added:], integers(op.sizes)[added:]
        for d in range(len(sizes)):
            if given[d] == 1:
                offsets[d], sizes[d] = 0, 1
        part = source.type.replace(shape=(*sizes, *given[len(sizes) :]))
        properties: dict[str, Any] = {
            "offsets": _numbers(offsets),
            "sizes": _numbers(sizes),
            "strides": _numbers(integers(op.strides)[added:]),
        }
        source = rw.insert(ExtractStridedSliceOp.create((source,), (part,), properties)).result
    rw.replace(op, BroadcastOp.create((source,), (result,)))
    return True


@canonicalization
def contiguous_slice(op: ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(v) that is a row of v --> shape_cast(extract(v)[i])"""
    source, sizes = op.source.type, integers(op.sizes)
    if not isinstance(source, VectorType) or source.is_scalable:
        return rw.fail("a dimension is scalable")
    count = len(sizes)
    while count and sizes[count - 1] == source.shape[count - 1]:
        count -= 1
    if count in (0, source.rank) or any(n != 1 for n in sizes[:count]):
        return rw.fail("the elements of the slice do not follow each other")
    while count < len(sizes) - 1 and sizes[count] == 1:
        count += 1
    part = VectorType(source.shape[count:], source.element_type)
    position = i64_array(integers(op.offsets)[:count])
    extract = rw.insert(ExtractOp.create((op.source,), (part,), {"static_position": position}))
    rw.replace(op, ShapeCastOp.create((extract.result,), op.result_types))
    return True


x, y, o, s = variables("x y o s")
Broadcast, Slice, InsertSlice = terms(BroadcastOp, ExtractStridedSliceOp, InsertStridedSliceOp)

canonicalizations(
    splat_slice_into_splat=rule(
        InsertSlice(Broadcast(x), Broadcast(x).named(y)), y, where=no_vector(x)
    ),
    slice_put_back=rule(InsertSlice(Slice(x, offsets=o, strides=s), x, offsets=o, strides=s), x),
)


@canonicalization
def constant_slice_into_constant(op: InsertStridedSliceOp, rw: Rewriter) -> bool | None:
    """insert_strided_slice(constant, constant) --> constant"""
    into, slice, type = constant_value(op.dest), constant_value(op.valueToStore), op.result.type
    if not isinstance(into, DenseElementsAttr) or not isinstance(slice, DenseElementsAttr):
        return rw.fail("the vectors are not constants")
    if not isinstance(type, VectorType) or type.is_scalable:
        return rw.fail("a dimension is scalable")
    if type.num_elements > LARGEST_NEW_CONSTANT and not op.dest.has_one_use:
        return rw.fail("there would be two large constants")
    inner = shape_of(op.valueToStore)
    sizes = (*(1,) * (type.rank - len(inner)), *inner)
    pieces = pieces_of(into)
    places = places_of_slice(integers(op.offsets), sizes, type.shape)
    for place, piece in zip(places, pieces_of(slice), strict=True):
        pieces[place] = piece
    rw.replace(op, ConstantOp(constant_of_pieces(pieces, type), result=type))
    return True
