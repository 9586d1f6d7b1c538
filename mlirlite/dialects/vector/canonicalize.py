"""Canonical forms of vector ops: elements taken from what made a vector, chains of moves, masks
that are known."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import constant_number, split
from mlirlite.dialects.ub import PoisonOp
from mlirlite.dialects.vector._constraints import integers, scalable_flags
from mlirlite.dialects.vector.elements import ExtractOp, FromElementsOp, InsertOp, ToElementsOp
from mlirlite.dialects.vector.masks import ConstantMaskOp, CreateMaskOp
from mlirlite.dialects.vector.reductions import ReductionOp
from mlirlite.dialects.vector.shapes import BitCastOp, BroadcastOp, ShapeCastOp, TransposeOp
from mlirlite.dialects.vector.shuffles import ShuffleOp
from mlirlite.dialects.vector.slices import ExtractStridedSliceOp
from mlirlite.dialects.vector.transfers import TransferReadOp, TransferWriteOp
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, bool_attr, i64_array, i64_attr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, ShapedType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


def _static(position: Sequence[Any]) -> list[int] | None:
    """The position when it is all numbers."""
    return list(position) if all(isinstance(p, int) for p in position) else None


def _extract(source: Value, position: Sequence[Any], type: Type) -> ExtractOp:
    static, dynamic = split(position)
    return ExtractOp.create((source, *dynamic), (type,), {"static_position": static})


@canonicalization
def constant_position(op: ExtractOp | InsertOp, rw: Rewriter) -> bool | None:
    """extract(v)[%c2] --> extract(v)[2]; insert likewise"""
    mixed = op.mixed_position
    found = [m if isinstance(m, int) else constant_number(m) for m in mixed]
    type = op.operands[0 if isinstance(op, ExtractOp) else 1].type
    if not isinstance(type, VectorType):
        return rw.fail("there is no vector")
    better = [
        m if n is None or not 0 <= n < size else n
        for m, n, size in zip(mixed, found, type.shape, strict=False)
    ]
    if better == mixed:
        return rw.fail("no index is a constant in bounds")
    static, dynamic = split(better)
    kept = op.operands[: len(op.operands) - len(op.dynamic_position)]
    rw.replace(
        op, type_of(op).create((*kept, *dynamic), op.result_types, {"static_position": static})
    )
    return True


def type_of(op: Operation) -> Any:
    """The op's class."""
    return type(op)


@canonicalization
def extract_of_maker(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract of what an op made --> a part of that op's operands"""
    maker, position, result = op.source.defining_op, op.mixed_position, op.result.type
    if not position and op.source.type is result:
        rw.replace(op, op.source)
        return True
    if isinstance(maker, PoisonOp):
        rw.replace(op, PoisonOp(result=result))
        return True
    if isinstance(maker, ExtractOp):
        whole = _static([*maker.mixed_position, *position])
        if whole is None:
            return rw.fail("as upstream, positions that are values stay apart")
        rw.replace(op, _extract(maker.source, whole, result))
        return True
    if isinstance(maker, BroadcastOp):
        return _extract_of_broadcast(op, maker, rw)
    if isinstance(maker, InsertOp):
        return _extract_of_insert(op, maker, rw)
    if isinstance(maker, FromElementsOp):
        static, type = _static(position), op.source.type
        if static is None or isinstance(result, VectorType) or not isinstance(type, VectorType):
            return rw.fail("the element is not known")
        at = 0
        for index, size in zip(static, type.shape, strict=True):
            at = at * size + index
        rw.replace(op, maker.operands[at])
        return True
    return rw.fail("nothing is known of the vector")


def _extract_of_broadcast(op: ExtractOp, maker: BroadcastOp, rw: Rewriter) -> bool | None:
    source, result = maker.source, op.result.type
    if source.type is result:
        rw.replace(op, source)
        return True
    given, wanted = source.type, result
    if not isinstance(wanted, VectorType):
        return rw.fail("an element of a vector is taken")
    if isinstance(given, VectorType) and given.rank > wanted.rank:
        return rw.fail("a part of the broadcast vector is taken")
    rw.replace(op, BroadcastOp.create((source,), (wanted,)))
    return True


def _extract_of_insert(op: ExtractOp, maker: InsertOp, rw: Rewriter) -> bool | None:
    mine, its = op.mixed_position, maker.mixed_position
    if mine == its and maker.valueToStore.type is op.result.type:
        rw.replace(op, maker.valueToStore)
        return True
    a, b = _static(mine), _static(its)
    if a is None or b is None:
        return rw.fail("positions are not known")
    shared = min(len(a), len(b))
    if a[:shared] != b[:shared]:
        rw.replace(op, _extract(maker.dest, mine, op.result.type))
        return True
    if len(a) > len(b):
        rw.replace(op, _extract(maker.valueToStore, a[len(b) :], op.result.type))
        return True
    return rw.fail("the extracted part has been changed")


@canonicalization
def insert_whole(op: InsertOp, rw: Rewriter) -> bool | None:
    """insert v, d [] --> v; insert splat, splat --> splat"""
    if op.valueToStore.type is op.dest.type:
        rw.replace(op, op.valueToStore)
        return True
    value, dest = op.valueToStore, op.dest.defining_op
    if isinstance(dest, BroadcastOp):
        maker = value.defining_op
        same = maker.source if isinstance(maker, BroadcastOp) else value
        if dest.source is same and not isinstance(same.type, VectorType):
            rw.replace(op, op.dest)
            return True
    return rw.fail("the parts differ")


@canonicalization
def broadcast_of_maker(op: BroadcastOp, rw: Rewriter) -> bool | None:
    """broadcast(broadcast(x)) --> broadcast(x); broadcast(poison) --> poison"""
    maker = op.source.defining_op
    if isinstance(maker, BroadcastOp):
        rw.replace(op, BroadcastOp.create((maker.source,), op.result_types))
        return True
    if isinstance(maker, PoisonOp):
        rw.replace(op, PoisonOp(result=op.vector.type))
        return True
    return rw.fail("the source is no broadcast")


@canonicalization
def transpose_of_maker(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(transpose(x)) --> transpose(x) or x; of a scalar's broadcast, of elements"""
    maker, order = op.vector.defining_op, op.permutation.value
    if isinstance(maker, TransposeOp):
        inner = maker.permutation.value
        composed = [inner[d] for d in order]
        if composed == list(range(len(order))):
            rw.replace(op, maker.vector)
        else:
            properties: dict[str, Any] = {"permutation": i64_array(composed)}
            rw.replace(op, TransposeOp.create((maker.vector,), op.result_types, properties))
        return True
    if isinstance(maker, BroadcastOp) and not (
        isinstance(maker.source.type, VectorType) and maker.source.type.rank
    ):
        rw.replace(op, BroadcastOp.create((maker.source,), op.result_types))
        return True
    if isinstance(maker, PoisonOp):
        rw.replace(op, PoisonOp(result=op.result.type))
        return True
    if isinstance(maker, FromElementsOp) and isinstance(op.result.type, VectorType):
        elements = _permuted(maker.operands, op.vector.type, order)
        rw.replace(op, FromElementsOp.create(elements, op.result_types))
        return True
    return rw.fail("the vector is not known")


def _permuted(values: Sequence[Any], type: Any, order: Sequence[int]) -> list[Any]:
    """Values in row-major order of a shape, in that of the permuted shape."""
    strides = [1] * type.rank
    for d in reversed(range(type.rank - 1)):
        strides[d] = strides[d + 1] * type.shape[d + 1]
    places = [0]
    for d in order:
        places = [p + i * strides[d] for p in places for i in range(type.shape[d])]
    return [values[p] for p in places]


@canonicalization
def shape_cast_of_maker(op: ShapeCastOp, rw: Rewriter) -> bool | None:
    """shape_cast of a scalar's broadcast, of elements, of poison --> the same in the new shape"""
    maker, result = op.source.defining_op, op.result.type
    if isinstance(maker, BroadcastOp) and not isinstance(maker.source.type, VectorType):
        rw.replace(op, BroadcastOp.create((maker.source,), (result,)))
    elif isinstance(maker, FromElementsOp):
        rw.replace(op, FromElementsOp.create(maker.operands, (result,)))
    elif isinstance(maker, PoisonOp):
        rw.replace(op, PoisonOp(result=result))
    else:
        return rw.fail("the source is not known")
    return True


@canonicalization
def bitcast_of_bitcast(op: BitCastOp, rw: Rewriter) -> bool | None:
    """bitcast(bitcast(x)) --> bitcast(x) or x"""
    maker = op.source.defining_op
    if not isinstance(maker, BitCastOp):
        return rw.fail("the source is no bitcast")
    if maker.source.type is op.result.type:
        rw.replace(op, maker.source)
    else:
        rw.replace(op, BitCastOp.create((maker.source,), op.result_types))
    return True


@canonicalization
def slice_of_maker(op: ExtractStridedSliceOp, rw: Rewriter) -> bool | None:
    """A slice that is all --> the vector; of a slice, a scalar's broadcast, a constant mask"""
    source, result = op.source, op.result.type
    if source.type is result:
        rw.replace(op, source)
        return True
    maker = source.defining_op
    if isinstance(maker, BroadcastOp) and not isinstance(maker.source.type, VectorType):
        rw.replace(op, BroadcastOp.create((maker.source,), (result,)))
        return True
    offsets, sizes = integers(op.offsets), integers(op.sizes)
    if isinstance(maker, ConstantMaskOp):
        found = []
        lengths = list(maker.mask_dim_sizes.value)
        for d, length in enumerate(lengths):
            if d < len(offsets):
                length = max(0, min(offsets[d] + sizes[d], length) - offsets[d])
            found.append(length)
        if 0 in found:
            found = [0] * len(found)
        properties: dict[str, Any] = {"mask_dim_sizes": i64_array(found)}
        rw.replace(op, ConstantMaskOp.create((), (result,), properties))
        return True
    if isinstance(maker, ExtractStridedSliceOp):
        inner, inner_sizes = integers(maker.offsets), integers(maker.sizes)
        count = max(len(inner), len(offsets))
        starts = [_at(inner, d, 0) + _at(offsets, d, 0) for d in range(count)]
        lengths = [_at(sizes, d, _at(inner_sizes, d, 0)) for d in range(count)]
        properties = {
            "offsets": _numbers(starts),
            "sizes": _numbers(lengths),
            "strides": _numbers([1] * count),
        }
        rw.replace(op, ExtractStridedSliceOp.create((maker.source,), (result,), properties))
        return True
    return rw.fail("the vector is not known")


def _at(values: Sequence[int], d: int, otherwise: int) -> int:
    return values[d] if d < len(values) else otherwise


def _numbers(values: Sequence[int]) -> ArrayAttr:
    found: ArrayAttr = ArrayAttr(tuple([i64_attr(v) for v in values]))
    return found


@canonicalization
def constant_create_mask(op: CreateMaskOp, rw: Rewriter) -> bool | None:
    """create_mask of constants --> constant_mask"""
    type, sizes = op.result.type, [constant_number(v) for v in op.operands]
    if not isinstance(type, VectorType) or not type.rank or None in sizes:
        return rw.fail("not all sizes are constants")
    found = []
    for size, limit, scalable in zip(sizes, type.shape, scalable_flags(type), strict=True):
        if size is None or (scalable and size > 0):
            return rw.fail("a scalable dimension is cut")
        found.append(max(0, min(size, limit)))
    if 0 in found:
        found = [0] * len(found)
    properties: dict[str, Any] = {"mask_dim_sizes": i64_array(found)}
    rw.replace(op, ConstantMaskOp.create((), op.result_types, properties))
    return True


@canonicalization
def shuffle_of_one(op: ShuffleOp, rw: Rewriter) -> bool | None:
    """shuffle that takes all of one vector in order --> that vector"""
    for value, start in ((op.v1, 0), (op.v2, _length(op.v1.type))):
        wanted = tuple(range(start, start + _length(value.type)))
        if op.mask.value == wanted and value.type is op.vector.type:
            rw.replace(op, value)
            return True
    return rw.fail("elements are mixed")


def _length(type: Type) -> int:
    return type.shape[0] if isinstance(type, VectorType) and type.shape else 1


@canonicalization
def elements_of_elements(op: ToElementsOp, rw: Rewriter) -> bool | None:
    """to_elements(from_elements(…)) --> the elements; of a scalar's broadcast --> that scalar"""
    maker = op.source.defining_op
    if isinstance(maker, FromElementsOp):
        rw.replace(op, list(maker.operands))
        return True
    if isinstance(maker, BroadcastOp) and not isinstance(maker.source.type, VectorType):
        rw.replace(op, [maker.source] * len(op.results))
        return True
    return rw.fail("the elements are not known")


@canonicalization
def from_known_elements(op: FromElementsOp, rw: Rewriter) -> bool | None:
    """from_elements(to_elements(v)) --> v; from_elements(x, x, …) --> broadcast(x)"""
    first = op.operands[0]
    maker = first.defining_op
    if isinstance(maker, ToElementsOp) and tuple(maker.results) == tuple(op.operands):
        source, result = maker.source, op.dest.type
        same = source.type is result
        rw.replace(op, source if same else ShapeCastOp.create((source,), (result,)))
        return True
    if all(v is first for v in op.operands) and not isinstance(maker, PoisonOp):
        rw.replace(op, BroadcastOp.create((first,), op.result_types))
        return True
    return rw.fail("the elements differ")


@canonicalization
def reduction_of_one(op: ReductionOp, rw: Rewriter) -> bool | None:
    """reduction of one element without an accumulator --> the element"""
    type = op.vector.type
    if not isinstance(type, VectorType) or type.is_scalable or type.num_elements != 1:
        return rw.fail("there are several elements")
    parent = op.parent_op
    if op.acc is not None or (parent is not None and parent.name == "vector.mask"):
        return rw.fail("the element is combined with another")
    rw.replace(op, _extract(op.vector, [0] * type.rank, op.dest.type))
    return True


@canonicalization
def transfer_in_bounds(op: TransferReadOp | TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer at constant indices that stays inside --> in_bounds is set"""
    base, vector = op.base.type, op.vector_value.type
    flags = op.in_bounds_flags
    if all(flags) or not isinstance(base, ShapedType) or not isinstance(vector, VectorType):
        return rw.fail("there is nothing to learn")
    found = list(flags)
    for i, result in enumerate(op.map.results):
        if found[i]:
            continue
        if not isinstance(result, AffineDim):
            found[i] = True
            continue
        size, start = base.shape[result.position], constant_number(op.indices[result.position])
        if size == DYNAMIC or start is None or scalable_flags(vector)[i]:
            continue
        found[i] = start + vector.shape[i] <= size
    if found == flags:
        return rw.fail("the bounds are not known")
    with rw.modify(op):
        op.properties["in_bounds"] = ArrayAttr(tuple([bool_attr(b) for b in found]))
    return True
