"""vector.shape_cast and transpose → extracts and inserts of parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import gcd, prod

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import extract, insert, poison, scalable_dims, vector_type
from mlirlite.dialects import vector
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, i64_attr
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


def slice_of(rw: Rewriter, value: Value, offset: int, sizes: Sequence[int]) -> Value:
    """vector.extract_strided_slice that starts at an offset of the first dimension."""
    rank = len(sizes)
    type = VectorType(tuple(sizes), vector_type(value).element_type)
    properties: dict[str, Attribute] = {
        "offsets": _numbers((offset, *(0,) * (rank - 1))),
        "sizes": _numbers(sizes),
        "strides": _numbers((1,) * rank),
    }
    return create(rw, vector.ExtractStridedSliceOp, (value,), type, properties)


def with_slice(rw: Rewriter, value: Value, target: Value, offset: int) -> Value:
    """vector.insert_strided_slice at an offset of the first dimension."""
    rank = vector_type(target).rank
    properties: dict[str, Attribute] = {
        "offsets": _numbers((offset, *(0,) * (rank - 1))),
        "strides": _numbers((1,) * rank),
    }
    return create(rw, vector.InsertStridedSliceOp, (value, target), target.type, properties)


def _numbers(values: Sequence[int]) -> ArrayAttr:
    return ArrayAttr(tuple([i64_attr(v) for v in values]))


@pattern
def shape_cast_to_parts(op: vector.ShapeCastOp, rw: Rewriter) -> bool | None:
    """shape_cast(v : vector<2x2xf32>) : vector<4xf32> --> insert_strided_slice(extract(v)[0]), …

    Equal trailing dimensions are moved whole; of the others, as much at once as divides both."""
    given, type = vector_type(op.operands[0]), vector_type(op.results[0])
    if given.is_scalable or type.is_scalable:
        return rw.fail("scalable vectors are taken apart by scalable_shape_cast_to_parts")
    source = op.operands[0]
    equal = 0
    for a, b in zip(reversed(given.shape), reversed(type.shape), strict=False):
        if a != b:
            break
        equal += 1
    if equal == min(given.rank, type.rank):
        empty = poison(rw, type)
        part = extract(rw, source, *(0,) * (given.rank - equal))
        rw.replace(op, insert(rw, part, empty, *(0,) * (type.rank - equal)))
        return True
    rw.replace(op, _moved(rw, source, type, equal))
    return True


def _moved(rw: Rewriter, source: Value, type: VectorType, equal: int) -> Value:
    """The parts of the source in the shape of a type, whose last `equal` dimensions are the
    source's."""
    given = vector_type(source)
    outer, new_outer = given.shape[: given.rank - equal], type.shape[: type.rank - equal]
    step = gcd(outer[-1], new_outer[-1])
    if step == 1:
        found = poison(rw, type)
        for old, new in zip(_places(outer), _places(new_outer), strict=True):
            found = insert(rw, extract(rw, source, *old), found, *new)
        return found
    tail = given.shape[given.rank - equal :]
    found = poison(rw, type)
    empty = poison(rw, VectorType((new_outer[-1], *tail), type.element_type))
    reads, writes = outer[-1] // step, new_outer[-1] // step
    old_places, new_places = _places(outer[:-1]), _places(new_outer[:-1])
    part = filled = empty
    for i in range(prod(outer) // step):
        if i % reads == 0:
            part = extract(rw, source, *next(old_places))
        piece = slice_of(rw, part, i % reads * step, (step, *tail))
        filled = with_slice(rw, piece, empty if i % writes == 0 else filled, i % writes * step)
        if i % writes == writes - 1:
            found = insert(rw, filled, found, *next(new_places))
    return found


def _places(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return product(*map(range, shape))


def _is_last_scalable(type: VectorType) -> bool:
    flags = scalable_dims(type)
    return bool(flags) and flags[-1] and not any(flags[:-1])


@pattern
def scalable_shape_cast_to_parts(op: vector.ShapeCastOp, rw: Rewriter) -> bool | None:
    """shape_cast(v : vector<2x[4]xf32>) : vector<[8]xf32> --> scalable.insert(extract(v)[0])"""
    source = op.operands[0]
    given, type = vector_type(source), vector_type(op.results[0])
    if not _is_last_scalable(given) or not _is_last_scalable(type):
        return rw.fail("it is not the last dimension alone that is scalable")
    width, wanted = given.shape[-1], type.shape[-1]
    step = min(width, wanted)
    part_type = VectorType((step,), type.element_type, (True,))
    found = poison(rw, type)
    row: Value | None = None
    new: Value | None = None
    old_places, new_places = _places(given.shape[:-1]), _places(type.shape[:-1])
    place: tuple[int, ...] = ()
    for at in range(0, prod(given.shape), step):
        if row is None:
            old = next(old_places)
            row = extract(rw, source, *old) if given.rank > 1 else source
        part = row
        if step < width:
            position: dict[str, Attribute] = {"pos": i64_attr(at % width)}
            part = create(rw, vector.ScalableExtractOp, (part,), part_type, position)
        if new is None:
            place = next(new_places)
            if step == wanted:
                new = part
            else:
                new = extract(rw, found, *place) if type.rank > 1 else found
        if step < wanted:
            position = {"pos": i64_attr(at % wanted)}
            new = create(rw, vector.ScalableInsertOp, (part, new), new.type, position)
        if at % wanted + step >= wanted:
            found = insert(rw, new, found, *place) if type.rank > 1 else new
            new = None
        if at % width + step >= width:
            row = None
    rw.replace(op, found)
    return True


@pattern
def transpose_of_unit_dimension(op: vector.TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(v : vector<1x4xf32>, [1, 0]) --> shape_cast(v)"""
    type = vector_type(op.results[0])
    flags = scalable_dims(type)
    if op.permutation.value != (1, 0):
        return rw.fail("it does not swap two dimensions")
    if not any(n == 1 and not flag for n, flag in zip(type.shape, flags, strict=True)):
        return rw.fail("it has no dimension of one element")
    rw.replace(op, create(rw, vector.ShapeCastOp, op.operands, type))
    return True


@pattern
def transpose_to_parts(op: vector.TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(v : vector<2x3xf32>, [1, 0]) --> insert(extract(v)[0, 1], …)[1, 0], …

    Trailing dimensions that stay are moved whole."""
    source, type = op.operands[0], vector_type(op.results[0])
    given = vector_type(source)
    if given.is_scalable:
        return rw.fail("scalable vectors")
    permutation = list(op.permutation)
    while permutation and permutation[-1] == len(permutation) - 1:
        permutation.pop()
    found = poison(rw, type)
    for place in _places(given.shape[: len(permutation)]):
        part = extract(rw, source, *place)
        found = insert(rw, part, found, *(place[d] for d in permutation))
    rw.replace(op, found)
    return True


SHAPE_CAST_PATTERNS = (shape_cast_to_parts, scalable_shape_cast_to_parts)
TRANSPOSE_PATTERNS = (transpose_of_unit_dimension, transpose_to_parts)
