"""Canonical forms of vector.broadcast, shape_cast, transpose and shuffle."""

from collections.abc import Sequence
from math import prod

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.vector._constants import permuted_places
from mlirlite.dialects.vector._known import dims_of, no_vector, shape_of
from mlirlite.dialects.vector.elements import FromElementsOp
from mlirlite.dialects.vector.masks import ConstantMaskOp, CreateMaskOp
from mlirlite.dialects.vector.shapes import (
    BroadcastOp,
    ShapeCastOp,
    TransposeOp,
    broadcast_problem,
)
from mlirlite.dialects.vector.shuffles import InterleaveOp, ShuffleOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr, i64_array
from mlirlite.ir.types import VectorType
from mlirlite.rewriting import (
    Rewriter,
    canonicalization,
    canonicalizations,
    computed,
    folding,
    rule,
    terms,
    variables,
)

# Broadcasts


@folding
def broadcast_of_shape_cast(op: BroadcastOp, rw: Rewriter) -> bool | None:
    """broadcast(shape_cast(v)) --> broadcast(v), if it only adds or removes leading ones"""
    maker, result = op.source.defining_op, op.vector.type
    if not isinstance(maker, ShapeCastOp) or not isinstance(result, VectorType):
        return rw.fail("the source is not a shape_cast")
    before, after = dims_of(maker.source), dims_of(op.source)
    common = min(len(before), len(after))
    if before[len(before) - common :] != after[len(after) - common :]:
        return rw.fail("the last dimensions change")
    if broadcast_problem(maker.source.type, result):
        return rw.fail("the source of the shape_cast cannot be broadcast")
    with rw.modify(op):
        op.set_operand(0, maker.source)
    return True


x, p, q = variables("x p q")
Broadcast, Shuffle, Transpose = terms(BroadcastOp, ShuffleOp, TransposeOp)


@computed
def permuted(p: DenseArrayAttr, q: DenseArrayAttr) -> DenseArrayAttr:
    """Two permutations, one after the other."""
    return i64_array([p.value[d] for d in q.value])


canonicalizations(broadcast_of_broadcast=rule(Broadcast(Broadcast(x)), Broadcast(x)))


# Shape casts


@folding
def shape_cast_of_moved(op: ShapeCastOp, rw: Rewriter) -> bool | None:
    """shape_cast(shape_cast(v)) --> shape_cast(v); of a transpose that moves dimensions of one
    element, too"""
    maker = op.source.defining_op
    if isinstance(maker, TransposeOp) and maker.keeps_order:
        source = maker.vector
    elif isinstance(maker, ShapeCastOp):
        source = maker.source
    else:
        return rw.fail("the order of elements changes, or the source is not known")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@folding
def shape_cast_back(op: ShapeCastOp, rw: Rewriter) -> bool | None:
    """shape_cast(broadcast(x)) --> x"""
    maker = op.source.defining_op
    if not isinstance(maker, BroadcastOp) or maker.source.type is not op.result.type:
        return rw.fail("the source is not a broadcast of such a vector")
    rw.replace(op, maker.source)
    return True


@canonicalization
def shape_cast_of_broadcast(op: ShapeCastOp, rw: Rewriter) -> bool | None:
    """shape_cast(broadcast(x)) --> shape_cast(x) or broadcast(x)"""
    maker, result = op.source.defining_op, op.result.type
    if not isinstance(maker, BroadcastOp) or not isinstance(result, VectorType):
        return rw.fail("the source is not a broadcast")
    source, given = maker.source, maker.source.type
    if _same_count(given, result):
        rw.replace(op, ShapeCastOp.create((source,), (result,)))
    elif not broadcast_problem(given, result):
        rw.replace(op, BroadcastOp.create((source,), (result,)))
    else:
        return rw.fail("the repeated vector does not fit into the new shape")
    return True


def _same_count(a: Type, b: VectorType) -> bool:
    """True for vectors with the same number of elements for every vscale."""
    return (
        isinstance(a, VectorType)
        and a.num_elements == b.num_elements
        and a.scalable_dims.count(True) == b.scalable_dims.count(True)
    )


@canonicalization
def shape_cast_of_mask(op: ShapeCastOp, rw: Rewriter) -> bool | None:
    """shape_cast(create_mask(a, 1)) : vector<4x1xi1> to vector<4xi1> --> create_mask(a)"""
    maker, result = op.source.defining_op, op.result.type
    if not isinstance(maker, (CreateMaskOp, ConstantMaskOp)) or not isinstance(result, VectorType):
        return rw.fail("the source is not a mask")
    before, kept = dims_of(op.source), list(dims_of(op.source))
    while len(kept) > 1 and kept[-1] == (1, False):
        kept.pop()
    left = len(kept)
    if left == len(before) or tuple(kept) != dims_of(op.result):
        return rw.fail("not all that is dropped are the last dimensions of one element")
    if isinstance(maker, CreateMaskOp):
        if any(constant_number(v) != 1 for v in maker.operands[left:]):
            return rw.fail("a dropped dimension may not be set")
        rw.replace(op, CreateMaskOp.create(maker.operands[:left], (result,)))
        return True
    sizes = maker.mask_dim_sizes.value
    if any(n != 1 for n in sizes[left:]):
        return rw.fail("a dropped dimension is not set")
    rw.replace(op, _constant_mask(sizes[:left], result))
    return True


def _constant_mask(sizes: Sequence[int], type: VectorType) -> ConstantMaskOp:
    return ConstantMaskOp.create((), (type,), {"mask_dim_sizes": i64_array(sizes)})


# Transposes


@canonicalization
def transpose_of_mask(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(create_mask(a, b), [1, 0]) --> create_mask(b, a); of a constant_mask, too"""
    maker, result = op.vector.defining_op, op.result.type
    if isinstance(maker, CreateMaskOp):
        sizes = [maker.operands[d] for d in op.permutation]
        rw.replace(op, CreateMaskOp.create(sizes, (result,)))
        return True
    if isinstance(maker, ConstantMaskOp) and isinstance(result, VectorType):
        rw.replace(
            op, _constant_mask([maker.mask_dim_sizes.value[d] for d in op.permutation], result)
        )
        return True
    return rw.fail("the vector is not a mask")


@canonicalization
def transpose_of_shape_cast(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(shape_cast(v)) --> shape_cast(v), where it moves dimensions of one element only"""
    maker = op.vector.defining_op
    if not isinstance(maker, ShapeCastOp) or not op.keeps_order:
        return rw.fail("the vector is not a shape_cast, or the order of elements changes")
    rw.replace(op, ShapeCastOp.create((maker.source,), op.result_types))
    return True


canonicalizations(
    transpose_of_transpose=rule(Transpose(Transpose(x, p), q), Transpose(x, permuted(p, q)))
)


@canonicalization
def transpose_of_elements(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(from_elements(a, b, c, d)) --> from_elements(a, c, b, d)"""
    maker = op.vector.defining_op
    if not isinstance(maker, FromElementsOp):
        return rw.fail("the elements are not known")
    places = permuted_places(shape_of(op.vector), op.permutation.value)
    elements = [maker.operands[p] for p in places]
    rw.replace(op, FromElementsOp.create(elements, op.result_types))
    return True


@canonicalization
def transpose_of_broadcast(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(broadcast(x)) --> broadcast(x), where the moved dimensions repeat x"""
    maker = op.vector.defining_op
    if not isinstance(maker, BroadcastOp):
        return rw.fail("the vector is not a broadcast")
    given = dims_of(maker.source)
    added = len(op.permutation) - len(given)
    # Dimensions may be permuted between two that x has: there, and in front, x is repeated.
    low = 0
    for d, dim in enumerate(given):
        if dim != (1, False) or (d and given[d - 1] != (1, False)):
            high = d + added
            if any(not low <= p < high for p in op.permutation.value[low:high]):
                return rw.fail("a dimension of the repeated vector moves")
            low = high
    rw.replace(op, BroadcastOp.create((maker.source,), op.result_types))
    return True


# Shuffles


canonicalizations(
    shuffle_of_splats=rule(Shuffle(Broadcast(x), Broadcast(x)), Broadcast(x), where=no_vector(x))
)


@canonicalization
def shuffle_that_interleaves(op: ShuffleOp, rw: Rewriter) -> bool | None:
    """shuffle(a, b) [0, 2, 1, 3] --> interleave(a, b)"""
    half = len(op.mask) // 2
    in_turn = tuple([p for i in range(half) for p in (i, half + i)])
    alike = op.v1.type is op.v2.type and prod(shape_of(op.v1)) == half
    if not alike or len(shape_of(op.vector)) != 1 or op.mask.value != in_turn:
        return rw.fail("the elements are not taken in turn")
    rw.replace(op, InterleaveOp.create((op.v1, op.v2), op.result_types))
    return True


@canonicalization
def shuffle_of_single_elements(op: ShuffleOp, rw: Rewriter) -> bool | None:
    """shuffle(a : vector<f32>, b) [1] --> broadcast(b)"""
    if shape_of(op.v1) or len(op.mask) != 1:
        return rw.fail("the vectors have dimensions")
    taken = op.v2 if op.mask.value[0] else op.v1
    rw.replace(op, BroadcastOp.create((taken,), op.result_types))
    return True
