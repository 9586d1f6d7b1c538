"""Transfers of one dimension that repeat or stride → a loop over the elements."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import broadcast
from mlirlite.conversion.vector_to_scf.transfer import (
    NEAR,
    Transfer,
    element,
    guarded,
    loop,
    moved_indices,
    vector_of,
)
from mlirlite.dialects import arith, memref, vector
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.vector.memory import has_unit_stride
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


def _needs_loop(op: Transfer) -> bool:
    """One dimension of a memref, and not neighbors in memory in their order."""
    type, base = vector_of(op), op.base.type
    if type is None or type.rank != 1 or not op.map.results or not isinstance(base, MemRefType):
        return False
    if isinstance(base.element_type, VectorType):
        return False
    last = op.map.results[0]
    plain = isinstance(last, AffineDim) and last.position == base.rank - 1
    return not plain or not has_unit_stride(base, VectorType((2,), type.element_type))


def _bounds(rw: Rewriter, type: VectorType) -> list[Value]:
    zero, count = index_constant(rw, 0), index_constant(rw, type.shape[0])
    if type.is_scalable:
        scale = create(rw, vector.VectorScaleOp, (), INDEX)
        count = rw.insert(arith.MulIOp(count, scale)).result
    return [zero, count, index_constant(rw, 1)]


@pattern
def read_elements(op: vector.TransferReadOp, rw: Rewriter) -> bool | None:
    """transfer_read of a column --> scf.for that loads and inserts each element"""
    type = vector_of(op)
    if type is None or not _needs_loop(op):
        return rw.fail("its elements are neighbors")
    bounds = _bounds(rw, type)
    start = broadcast(rw, op.padding, type)

    def body(b: Builder, counter: Value, carried: Sequence[Value]) -> Sequence[Value]:
        indices = moved_indices(b, op, counter)

        def inside(b: Builder) -> Sequence[Value]:
            loaded = memref.LoadOp.create((op.base, *indices), (type.element_type,), dict(NEAR))
            value = b.insert(loaded).results[0]
            properties = {"static_position": i64_array((DYNAMIC,))}
            made = vector.InsertOp.create((value, carried[0], counter), (type,), dict(properties))
            return b.insert(made).results

        return guarded(b, op, counter, (type,), inside, lambda b: carried)

    rw.replace(op, loop(rw, bounds, (start,), body))
    return True


@pattern
def write_elements(op: vector.TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer_write of a column --> scf.for that extracts and stores each element"""
    type = vector_of(op)
    if type is None or not _needs_loop(op):
        return rw.fail("its elements are neighbors")
    bounds = _bounds(rw, type)

    def body(b: Builder, counter: Value, carried: Sequence[Value]) -> Sequence[Value]:
        indices = moved_indices(b, op, counter)

        def inside(b: Builder) -> Sequence[Value]:
            value = element(b, op.valueToStore, counter)
            b.insert(memref.StoreOp.create((value, op.base, *indices), (), dict(NEAR)))
            return ()

        return guarded(b, op, counter, (), inside, lambda b: ())

    loop(rw, bounds, (), body)
    rw.erase(op)
    return True


PATTERNS = (read_elements, write_elements)
