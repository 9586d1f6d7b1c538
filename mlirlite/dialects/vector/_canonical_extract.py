"""Canonical forms of vector.extract: from the parts that the vector was made of."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import Mixed, constant_number, split
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.vector._constants import flat_position, position_at
from mlirlite.dialects.vector._constraints import integers
from mlirlite.dialects.vector._known import broadcast_source, dims_of, shape_of, uniform_mask
from mlirlite.dialects.vector.elements import (
    POISON_INDEX,
    ExtractOp,
    FromElementsOp,
    InsertOp,
    rest_type,
)
from mlirlite.dialects.vector.masks import CreateMaskOp
from mlirlite.dialects.vector.shapes import (
    BroadcastOp,
    ShapeCastOp,
    TransposeOp,
    broadcast_problem,
)
from mlirlite.dialects.vector.shuffles import ShuffleOp
from mlirlite.dialects.vector.slices import ExtractStridedSliceOp, InsertStridedSliceOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, folding


def _take(op: ExtractOp, rw: Rewriter, source: Value, position: Sequence[Mixed]) -> bool:
    """Make the op take this position of that vector."""
    static, dynamic = split(position)
    with rw.modify(op):
        op.set_operands((source, *dynamic))
        op.properties["static_position"] = static
    return True


def _known_position(op: ExtractOp | InsertOp) -> list[int] | None:
    """The position when it is all numbers."""
    return None if op.dynamic_position else list(op.static_position)


def _dimensions_before(source: Value, part: Type) -> int | None:
    """How many leading dimensions a vector has before those of a part; None when it has no such
    part."""
    type = source.type
    rank = part.rank if isinstance(part, VectorType) else 0
    if not isinstance(type, VectorType) or rank > type.rank:
        return None
    return type.rank - rank if rest_type(type, type.rank - rank) is part else None


@folding
def extract_of_extract(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(extract(v)[0])[1] --> extract(v)[0, 1]"""
    maker: Any = op
    position: list[int] = []
    while isinstance(maker, ExtractOp):
        mine = _known_position(maker)
        if mine is None:
            return rw.fail("as upstream, a chain with a position that is a value stays")
        position, source = mine + position, maker.source
        maker = source.defining_op
    return _take(op, rw, source, position) if source is not op.source else rw.fail("no chain")


@folding
def extract_of_insert(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(insert(x, v)[0])[0] --> x; extract(insert(x, v)[0])[1] --> extract(v)[1]; through
    transposes, too"""
    fixed = _known_position(op)
    if fixed is None:
        return rw.fail("the position is not known")
    # Dimensions of the result are the negative numbers from -1 on: transposes move them along.
    kept = [-1 - d for d in range(len(shape_of(op.source)) - len(fixed))]
    wanted = fixed + kept
    value: Value = op.source
    while True:
        maker = value.defining_op
        if isinstance(maker, TransposeOp):
            before = dict(zip(maker.permutation, wanted, strict=True))
            wanted, value = [before[d] for d in range(len(wanted))], maker.vector
            continue
        if not isinstance(maker, InsertOp):
            break
        its = _known_position(maker)
        if its is None or POISON_INDEX in its:
            return rw.fail("an insertion's position is not known")
        if its == wanted[: len(its)]:
            wanted, value = wanted[len(its) :], maker.valueToStore
            break
        if all(a == b or a < 0 or b < 0 for a, b in zip(wanted, its, strict=False)):
            return rw.fail("the extracted part has been changed")
        value = maker.dest
    count = len(wanted) - len(kept)
    if value is op.source or count < 0 or wanted[count:] != kept:
        return rw.fail("the vector was not made by insertions, or comes transposed")
    if not count and value.type is op.result.type:
        rw.replace(op, value)
        return True
    return _take(op, rw, value, wanted[:count])


@folding
def extract_of_broadcast(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(broadcast(x)) --> x, or a part of it"""
    source, result = broadcast_source(op.source), op.result.type
    if source is None:
        return rw.fail("the vector is not a broadcast")
    if source.type is result:
        rw.replace(op, source)
        return True
    left = _dimensions_before(source, result)
    if left is not None:
        given, mixed = shape_of(source), op.mixed_position
        added = len(shape_of(op.source)) - len(given)
        position = [0 if given[d] == 1 else mixed[d + added] for d in range(left)]
        return _take(op, rw, source, position)
    return rw.fail("a part of the broadcast vector is taken")


@canonicalization
def extract_of_larger_broadcast(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(broadcast(x)) --> a smaller broadcast"""
    source, result = broadcast_source(op.source), op.result.type
    if source is None or not isinstance(result, VectorType):
        return rw.fail("the vector is not a broadcast")
    if broadcast_problem(source.type, result):
        return rw.fail("a part of the broadcast vector is taken")
    rw.replace(op, BroadcastOp.create((source,), (result,)))
    return True


@folding
def extract_of_shuffle(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(shuffle(a, b)[0, 5])[1] --> extract(b)[1], where a has four elements"""
    maker, position = op.source.defining_op, _known_position(op)
    if not isinstance(maker, ShuffleOp) or position is None or len(shape_of(op.source)) != 1:
        return rw.fail("the vector is not a shuffle of one dimension")
    first = shape_of(maker.v1)
    if len(first) != 1 or len(position) != 1:
        return rw.fail("the vector is not a shuffle of one dimension")
    place = maker.mask.value[position[0]]
    if place < first[0]:
        return _take(op, rw, maker.v1, [place])
    return _take(op, rw, maker.v2, [place - first[0]])


@folding
def extract_of_shape_cast(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(shape_cast(v)) --> extract(v), where v has the extracted part, too"""
    maker, position = op.source.defining_op, _known_position(op)
    if not isinstance(maker, ShapeCastOp) or position is None:
        return rw.fail("the vector is not a shape_cast")
    left = _dimensions_before(maker.source, op.result.type)
    if left is None:
        return rw.fail("the extracted part has other sizes in the source")
    at = flat_position(position, shape_of(op.source)[: len(position)])
    return _take(op, rw, maker.source, position_at(at, shape_of(maker.source)[:left]))


@canonicalization
def whole_extract_of_shape_cast(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(shape_cast(v)) with as many elements as v --> shape_cast(v)"""
    maker, result = op.source.defining_op, op.result.type
    source = maker.source if isinstance(maker, ShapeCastOp) else None
    if source is None or not isinstance(result, VectorType):
        return rw.fail("the vector is not a shape_cast")
    if any(dim != (1, False) for dim in dims_of(op.source)[: len(op.static_position)]):
        return rw.fail("a part is taken")
    rw.replace(op, ShapeCastOp.create((source,), (result,)))
    return True


@folding
def extract_of_slice(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(extract_strided_slice(v) {offsets = [2]})[1] --> extract(v)[3]"""
    maker, position = op.source.defining_op, _known_position(op)
    if not isinstance(maker, ExtractStridedSliceOp) or position is None:
        return rw.fail("the vector is not a slice")
    offsets, whole = integers(maker.offsets), shape_of(maker.source)
    while (
        offsets
        and not offsets[-1]
        and shape_of(op.source)[len(offsets) - 1] == (whole[len(offsets) - 1])
    ):
        offsets.pop()
    if len(position) < len(offsets):
        return rw.fail("the extracted part was sliced")
    offsets += [0] * (len(position) - len(offsets))
    return _take(op, rw, maker.source, [p + o for p, o in zip(position, offsets, strict=True)])


@folding
def extract_of_inserted_slice(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(insert_strided_slice(a, v)) --> extract(a), if it only takes elements of a"""
    maker, position = op.source.defining_op, _known_position(op)
    if position is None:
        return rw.fail("the position is not known")
    result = op.result.type
    rank = result.rank if isinstance(result, VectorType) else 0
    while isinstance(maker, InsertStridedSliceOp):
        inner, outer = shape_of(maker.valueToStore), shape_of(maker.dest)
        added = len(outer) - len(inner)
        if rank > len(inner):
            return rw.fail("more is taken than was inserted")
        sizes = (*(1,) * added, *inner)
        shifted = [p - o for p, o in zip(position, integers(maker.offsets), strict=False)]
        if all(0 <= s < size for s, size in zip(shifted, sizes, strict=False)):
            if inner[len(inner) - rank :] != outer[len(outer) - rank :]:
                return rw.fail("the extracted part was changed in part")
            return _take(op, rw, maker.valueToStore, shifted[added:])
        maker = maker.dest.defining_op
    return rw.fail("the extracted part was not inserted as a slice")


@folding
def extract_of_elements(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(from_elements(a, b))[1] --> b"""
    maker, position = op.source.defining_op, _known_position(op)
    if not isinstance(maker, FromElementsOp) or position is None:
        return rw.fail("the elements are not known")
    if isinstance(op.result.type, VectorType):
        return rw.fail("several elements are taken")
    rw.replace(op, maker.operands[flat_position(position, shape_of(op.source))])
    return True


@canonicalization
def extract_of_rows(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(from_elements(a, b, c, d))[1] --> from_elements(c, d)"""
    maker, position = op.source.defining_op, _known_position(op)
    result = op.result.type
    if not isinstance(maker, FromElementsOp) or position is None:
        return rw.fail("the elements are not known")
    if not isinstance(result, VectorType):
        return rw.fail("one element is taken")
    at = flat_position(position, shape_of(op.source))
    elements = maker.operands[at : at + result.num_elements]
    rw.replace(op, FromElementsOp.create(elements, (result,)))
    return True


@canonicalization
def extract_of_create_mask(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(create_mask(a, b))[0] --> create_mask(b), or false where a is no more than 0"""
    maker, result = op.source.defining_op, op.result.type
    if not isinstance(maker, CreateMaskOp) or not isinstance(result, VectorType):
        return rw.fail("the vector is not a mask, or a bit is taken")
    nothing, known = uniform_mask(op.source) is False, True
    taken = zip(op.mixed_position, maker.operands, shape_of(op.source), strict=False)
    for index, size, limit in taken:
        bound = constant_number(size)
        if bound is None:
            known = False
        elif isinstance(index, int):
            nothing = nothing or index >= bound
        elif bound < limit:
            known = False
    if nothing:
        rw.replace(op, ConstantOp(DenseElementsAttr.of(result, 0), result=result))
    elif known:
        sizes = maker.operands[len(op.mixed_position) :]
        rw.replace(op, CreateMaskOp.create(sizes, (result,)))
    else:
        return rw.fail("it is not known whether the place is set")
    return True
