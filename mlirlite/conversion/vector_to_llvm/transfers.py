"""vector.transfer_read and transfer_write of one dimension → vector.load, store and their masked
forms."""

from __future__ import annotations

from functools import cache

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import broadcast
from mlirlite.dialects import vector
from mlirlite.dialects._constraints import NOT_NONTEMPORAL
from mlirlite.dialects.vector.memory import has_unit_stride
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.types import MemRefType, VectorType
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter

_PLAIN: dict[str, Attribute] = {"nontemporal": NOT_NONTEMPORAL}
Transfer = vector.TransferReadOp | vector.TransferWriteOp


def _repeated(op: Transfer) -> list[int] | None:
    """The repeated dimensions of the vector, if the others are the last ones of the memref in
    order; None for any other map."""
    map = op.map
    if map.num_dims < len(map.results):
        return None
    found = []
    first = map.num_dims - len(map.results)
    for i, result in enumerate(map.results):
        if not isinstance(result, AffineDim):
            found.append(i)
        elif result.position != first + i:
            return None
    return found


def _problem(op: Transfer, type: VectorType, moved: VectorType) -> str:
    """Why a transfer is not a plain vector access; "" if it is one."""
    if isinstance(op.parent_op, vector.MaskOp):
        return "it stands in a mask"
    base = op.base.type
    if not isinstance(base, MemRefType):
        return "it is not of a memref"
    if not has_unit_stride(base, VectorType((2,), type.element_type)):
        return "the last dimension of the memref has a stride"
    element = base.element_type
    if element is not (moved if isinstance(element, VectorType) else type.element_type):
        return "the elements of memref and vector differ"
    if not all(op.in_bounds_flags):
        return "it may leave the memref"
    if op.mask is not None and type.rank != 1:
        return "a masked access is of one dimension"
    return ""


@cache
def transfer_patterns(max_rank: int | None) -> tuple[Pattern, Pattern]:
    """The patterns for transfers of at most this many dimensions; of any with None."""

    @pattern
    def read_to_load(op: vector.TransferReadOp, rw: Rewriter) -> bool | None:
        """transfer_read %m[%i], %pad {in_bounds = true} --> load %m[%i]"""
        type = op.vector_value.type
        repeated = _repeated(op)
        if not isinstance(type, VectorType) or repeated is None:
            return rw.fail("it permutes or repeats")
        if max_rank is not None and type.rank > max_rank:
            return rw.fail("it has too many dimensions")
        shape = [1 if d in repeated else n for d, n in enumerate(type.shape)]
        moved = VectorType(tuple(shape), type.element_type, type.scalable_dims)
        problem = _problem(op, type, moved)
        if problem:
            return rw.fail(problem)
        address = (op.base, *op.indices)
        if op.mask is None:
            made = create(rw, vector.LoadOp, address, moved, dict(_PLAIN))
        else:
            fill = broadcast(rw, op.padding, moved)
            made = create(rw, vector.MaskedLoadOp, (*address, op.mask, fill), moved)
        rw.replace(op, broadcast(rw, made, type) if repeated else made)
        return True

    @pattern
    def write_to_store(op: vector.TransferWriteOp, rw: Rewriter) -> bool | None:
        """transfer_write %v, %m[%i] {in_bounds = true} --> store %v, %m[%i]"""
        type = op.vector_value.type
        if not isinstance(type, VectorType) or _repeated(op) != []:
            return rw.fail("it permutes or repeats")
        if max_rank is not None and type.rank > max_rank:
            return rw.fail("it has too many dimensions")
        problem = _problem(op, type, type)
        if problem:
            return rw.fail(problem)
        address = (op.base, *op.indices)
        if op.mask is None:
            rw.insert(vector.StoreOp.create((op.vector_value, *address), (), dict(_PLAIN)))
        else:
            rw.insert(vector.MaskedStoreOp.create((*address, op.mask, op.vector_value), ()))
        rw.erase(op)
        return True

    return read_to_load, write_to_store
