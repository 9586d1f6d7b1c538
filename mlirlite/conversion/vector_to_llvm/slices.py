"""vector.extract_strided_slice and insert_strided_slice → shuffles of vectors of one dimension."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import assembled, broadcast, extract, insert, vector_type, zeros
from mlirlite.dialects import vector
from mlirlite.dialects.vector._constraints import integers
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, i64_array, i64_attr
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


def _numbers(values: Sequence[int]) -> ArrayAttr:
    return ArrayAttr(tuple([i64_attr(v) for v in values]))


def _insert_slice(
    rw: Rewriter, part: Value, target: Value, offsets: Sequence[int], strides: Sequence[int]
) -> Value:
    properties: dict[str, Attribute] = {
        "offsets": _numbers(offsets),
        "strides": _numbers(strides),
    }
    return create(rw, vector.InsertStridedSliceOp, (part, target), target.type, properties)


def _shuffle(rw: Rewriter, a: Value, b: Value, mask: Sequence[int]) -> Value:
    type = VectorType((len(mask),), vector_type(a).element_type)
    return create(rw, vector.ShuffleOp, (a, b), type, {"mask": i64_array(mask)})


@pattern
def insert_of_smaller_rank(op: vector.InsertStridedSliceOp, rw: Rewriter) -> bool | None:
    """insert_strided_slice(v : vector<4xf32>, w : vector<2x8xf32>)[1, 2] --> insert(
    insert_strided_slice(v, extract(w)[1])[2], w)[1]"""
    part, target = op.operands
    surplus = vector_type(target).rank - vector_type(part).rank
    if not surplus:
        return rw.fail("the ranks are equal")
    offsets = integers(op.offsets)
    place = offsets[:surplus]
    old = extract(rw, target, *place)
    new = _insert_slice(rw, part, old, offsets[surplus:], integers(op.strides))
    rw.replace(op, insert(rw, new, target, *place))
    return True


@pattern
def slice_of_leading_dimension(op: vector.ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(v)[1, 2] --> insert(extract_strided_slice(extract(v)[1])[2], 0)[0]"""
    offsets, sizes, strides = (integers(a) for a in (op.offsets, op.sizes, op.strides))
    if len(offsets) == 1:
        return rw.fail("it cuts one dimension")
    source, type = op.operands[0], vector_type(op.results[0])
    start = broadcast(rw, zeros(rw, type.element_type), type)

    def one(i: int) -> Value:
        part = extract(rw, source, offsets[0] + i * strides[0])
        given = vector_type(part)
        rest: list[Sequence[int]] = [offsets[1:], sizes[1:], strides[1:]]
        properties: dict[str, Attribute] = {
            name: _numbers(values)
            for name, values in zip(("offsets", "sizes", "strides"), rest, strict=True)
        }
        cut = VectorType(
            (*sizes[1:], *given.shape[len(sizes) - 1 :]),
            given.element_type,
            type.scalable_dims[1:],
        )
        return create(rw, vector.ExtractStridedSliceOp, (part,), cut, properties)

    rw.replace(op, assembled(rw, start, one))
    return True


@pattern
def insert_by_shuffle(op: vector.InsertStridedSliceOp, rw: Rewriter) -> bool | None:
    """insert_strided_slice(v, w : vector<4xf32>)[1] --> shuffle(shuffle(v, v), w)"""
    part, target = op.operands
    given, type = vector_type(part), vector_type(target)
    if given.rank != type.rank:
        return rw.fail("the ranks differ")
    if given.rank == 1 and (given.is_scalable or type.is_scalable):
        return rw.fail("scalable vectors have no shuffle")
    if given is type:
        rw.replace(op, part)
        return True
    offsets, strides = integers(op.offsets), integers(op.strides)
    size, stride = given.shape[0], strides[0]
    places = range(offsets[0], offsets[0] + size * stride, stride)
    if given.rank == 1:
        width = type.shape[0]
        wide = _shuffle(rw, part, part, [i if i < size else 0 for i in range(width)])
        found = {place: i for i, place in enumerate(places)}
        rw.replace(op, _shuffle(rw, wide, target, [found.get(i, width + i) for i in range(width)]))
        return True
    result = target
    for i, place in enumerate(places):
        new = extract(rw, part, i)
        old = extract(rw, target, place)
        new = _insert_slice(rw, new, old, offsets[1:], strides[1:])
        result = insert(rw, new, result, place)
    rw.replace(op, result)
    return True


def _places(op: vector.ExtractStridedSliceOp) -> list[int] | None:
    """Which elements a slice of one dimension takes; None for a slice of several."""
    offsets, sizes, strides = (integers(a) for a in (op.offsets, op.sizes, op.strides))
    if len(offsets) != 1:
        return None
    return [offsets[0] + i * strides[0] for i in range(sizes[0])]


@pattern
def slice_by_shuffle(op: vector.ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(v : vector<4xf32>)[1] --> shuffle(v, v) [1, 2]"""
    source, type = op.operands[0], vector_type(op.results[0])
    if type.is_scalable or vector_type(source).is_scalable:
        return rw.fail("scalable vectors have no shuffle")
    places = _places(op)
    if places is None:
        return rw.fail("it cuts several dimensions")
    rw.replace(
        op, create(rw, vector.ShuffleOp, (source, source), type, {"mask": i64_array(places)})
    )
    return True


@pattern
def slice_of_scalable(op: vector.ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """extract_strided_slice(v : vector<4x[4]xf32>)[1] --> insert(extract(v)[1], 0)[0], …"""
    source, type = op.operands[0], vector_type(op.results[0])
    places = _places(op)
    if places is None or not (type.is_scalable or vector_type(source).is_scalable):
        return rw.fail("it is not one dimension of a scalable vector")
    parts = [extract(rw, source, place) for place in places]
    rw.replace(op, assembled(rw, zeros(rw, type), lambda i: parts[i]))
    return True


PATTERNS = (
    insert_of_smaller_rank,
    slice_of_leading_dimension,
    insert_by_shuffle,
    slice_by_shuffle,
    slice_of_scalable,
)
