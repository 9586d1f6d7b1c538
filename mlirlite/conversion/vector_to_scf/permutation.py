"""Transfers that permute or repeat dimensions → plain transfers with vector.transpose and
broadcast."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import broadcast, scalable_dims
from mlirlite.conversion.vector_to_scf.transfer import Transfer, read, vector_of, write
from mlirlite.dialects import vector
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


def _is_minor(map: AffineMap) -> bool:
    """The last dimensions in order, where some may repeat."""
    first = map.num_dims - len(map.results)
    return first >= 0 and all(
        not isinstance(r, AffineDim) or r.position == first + i for i, r in enumerate(map.results)
    )


def _permutation(map: AffineMap) -> list[int] | None:
    """Where each result goes to make the map the last dimensions in order, where some may repeat;
    None for a map that leaves a dimension out."""
    count = len(map.results)
    first, surplus = max(map.num_dims - count, 0), max(count - map.num_dims, 0)
    found: list[int | None] = [None] * count
    taken = set()
    for i, result in enumerate(map.results):
        if isinstance(result, AffineDim):
            if result.position < first:
                return None
            place = result.position - first + surplus
            found[i] = place
            taken.add(place)
    free = (p for p in range(max(count, map.num_dims)) if p not in taken)
    return [next(free) if p is None else p for p in found]


def _inverse(order: Sequence[int]) -> list[int]:
    return [order.index(i) for i in range(len(order))]


def _transposed(b: Builder, value: Value, order: Sequence[int]) -> Value:
    type = value.type
    if not isinstance(type, VectorType):
        raise TypeError(f"'{type}' is not a vector")
    transposed = _transposed_type(type, order)
    return create(b, vector.TransposeOp, (value,), transposed, {"permutation": i64_array(order)})


def _transposed_type(type: VectorType, order: Sequence[int]) -> VectorType:
    flags = scalable_dims(type)
    transposed: VectorType = VectorType(
        tuple([type.shape[d] for d in order]), type.element_type, tuple([flags[d] for d in order])
    )
    return transposed


def _stays(op: Transfer) -> str:
    """Why no pattern here applies; "" when one may."""
    if not op.map.results:
        return "it moves no dimension"
    return "it stands in a mask" if isinstance(op.parent_op, vector.MaskOp) else ""


@pattern
def read_in_order(op: vector.TransferReadOp, rw: Rewriter) -> bool | None:
    """transfer_read (d0, d1) -> (d1, d0) --> transpose(transfer_read (d0, d1) -> (d0, d1))"""
    type, order = vector_of(op), _permutation(op.map)
    if _stays(op) or type is None or order is None or order == sorted(order):
        return rw.fail(_stays(op) or "its map is not a permutation")
    back = _inverse(order)
    map = AffineMap(op.map.num_dims, 0, tuple([op.map.results[i] for i in back]))
    inside = [op.in_bounds_flags[i] for i in back]
    made = read(rw, op, _transposed_type(type, back), map, inside, mask=op.mask)
    rw.replace(op, _transposed(rw, made.vector, order))
    return True


@pattern
def write_in_order(op: vector.TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer_write v (d0, d1) -> (d1, d0) --> transfer_write transpose(v)"""
    map, order = op.map, _permutation(op.map)
    if _stays(op) or order is None or order == sorted(order):
        return rw.fail(_stays(op) or "its map is not a permutation")
    if not all(isinstance(r, AffineDim) for r in map.results):
        return rw.fail("its map repeats a dimension")
    back = _inverse(order)
    value = _transposed(rw, op.valueToStore, back)
    dims = range(map.num_dims - len(map.results), map.num_dims)
    plain = AffineMap(map.num_dims, 0, tuple([AffineDim(d) for d in dims]))
    made = write(rw, op, value, plain, [op.in_bounds_flags[i] for i in back], mask=op.mask)
    _replace(rw, op, made)
    return True


def _replace(rw: Rewriter, op: vector.TransferWriteOp, made: vector.TransferWriteOp) -> None:
    if op.results:
        rw.replace(op, made.results)
    else:
        rw.erase(op)


@pattern
def read_less(op: vector.TransferReadOp, rw: Rewriter) -> bool | None:
    """transfer_read (d0, d1) -> (0, d1) --> broadcast(transfer_read (d0, d1) -> (d1))"""
    type, results = vector_of(op), op.map.results
    if _stays(op) or type is None:
        return rw.fail(_stays(op) or "it reads no vector")
    count = next((i for i, r in enumerate(results) if not _is_zero(r)), len(results))
    map = AffineMap(op.map.num_dims, 0, results[count:])
    if not count or not _is_minor(map):
        return rw.fail("its first dimensions are not repeated ones alone")
    flags = scalable_dims(type)
    smaller = VectorType(type.shape[count:], type.element_type, flags[count:])
    made = read(rw, op, smaller, map, op.in_bounds_flags[count:], mask=op.mask)
    rw.replace(op, broadcast(rw, made.vector, type))
    return True


def _is_zero(expr: object) -> bool:
    return isinstance(expr, AffineConst) and expr.value == 0


@pattern
def write_with_unit_dimensions(op: vector.TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer_write v (d0, d1) -> (d0) --> transfer_write broadcast(v) (d0, d1) -> (d1, d0)"""
    map = op.map
    if _stays(op) or _permutation(map) is not None:
        return rw.fail(_stays(op) or "its map leaves no dimension out")
    known = {r.position for r in map.results if isinstance(r, AffineDim)}
    if len(known) != len(map.results):
        return rw.fail("its map repeats a dimension")
    missing = [d for d in range(min(known), map.num_dims) if d not in known]
    value = _with_ones(rw, op.valueToStore, len(missing))
    mask: Value | None = op.mask
    if mask is not None:
        rank = len(missing)
        wide = _with_ones(rw, mask, rank)
        total = wide.type.rank if isinstance(wide.type, VectorType) else rank
        mask = _transposed(rw, wide, [*range(rank, total), *range(rank)])
    whole = AffineMap(map.num_dims, 0, (*(AffineDim(d) for d in missing), *map.results))
    inside = [True] * len(missing) + op.in_bounds_flags
    _replace(rw, op, write(rw, op, value, whole, inside, mask=mask))
    return True


def _with_ones(b: Builder, value: Value, count: int) -> Value:
    type = value.type
    if not isinstance(type, VectorType):
        raise TypeError(f"'{type}' is not a vector")
    flags = (False,) * count + scalable_dims(type)
    return broadcast(b, value, VectorType((1,) * count + type.shape, type.element_type, flags))


PATTERNS = (read_in_order, write_in_order, read_less, write_with_unit_dimensions)
