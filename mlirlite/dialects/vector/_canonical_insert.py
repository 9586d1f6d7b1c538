"""Canonical forms of vector.insert: chains of insertions, and those that fill the whole vector."""

from math import prod
from typing import Any

from mlirlite.dialects.vector._constants import flat_position
from mlirlite.dialects.vector._known import dims_of, no_vector, shape_of, uses_as
from mlirlite.dialects.vector.elements import (
    POISON_INDEX,
    FromElementsOp,
    InsertOp,
    ToElementsOp,
)
from mlirlite.dialects.vector.shapes import BroadcastOp
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import (
    Rewriter,
    canonicalization,
    canonicalizations,
    folding,
    rule,
    terms,
    variables,
)

(x,) = variables("x")
Broadcast, Insert = terms(BroadcastOp, InsertOp)


@folding
def insert_over_insert(op: InsertOp, rw: Rewriter) -> bool | None:
    """insert(a, insert(b, v)[0])[0] --> insert(a, v)[0]"""
    maker = op.dest.defining_op
    if not isinstance(maker, InsertOp) or maker.static_position != op.static_position:
        return rw.fail("nothing was inserted at the same place")
    if tuple(maker.dynamic_position) != tuple(op.dynamic_position):
        return rw.fail("it is not known to be the same place")
    with rw.modify(op):
        op.set_operand(1, maker.dest)
    return True


@canonicalization
def insert_of_all(op: InsertOp, rw: Rewriter) -> bool | None:
    """insert(v, w)[0], where v has as many elements as w --> broadcast(v)"""
    if not isinstance(op.valueToStore.type, VectorType):
        return rw.fail("an element is inserted")
    if any(dim != (1, False) for dim in dims_of(op.dest)[: len(op.static_position)]):
        return rw.fail("some elements stay")
    rw.replace(op, BroadcastOp.create((op.valueToStore,), op.result_types))
    return True


canonicalizations(
    insert_splat_into_splat=rule(
        Insert(Broadcast(x), Broadcast(x)), Broadcast(x), where=no_vector(x)
    )
)


@canonicalization
def insertions_of_all_elements(op: InsertOp, rw: Rewriter) -> bool | None:
    """insert(b, insert(a, v)[0])[1] --> from_elements(a, b)"""
    type = op.result.type
    if not isinstance(type, VectorType) or type.is_scalable:
        return rw.fail("the number of elements is not known")
    if uses_as(op, 1, InsertOp):
        return rw.fail("another insertion follows")
    chain: list[InsertOp] = []
    maker: Any = op
    while isinstance(maker, InsertOp):
        if maker.dynamic_position or POISON_INDEX in maker.static_position:
            return rw.fail("a position is not known")
        if maker is not op and not maker.result.has_one_use:
            return rw.fail("a vector in between is used elsewhere")
        chain.append(maker)
        maker = maker.dest.defining_op
    missing = set(range(type.num_elements))
    used: list[tuple[int, Value]] = []
    for insertion in chain:
        value = insertion.valueToStore
        at = flat_position(insertion.static_position.value, type.shape)
        missing.difference_update(range(at, at + prod(shape_of(value))))
        used.append((at, value))
        if not missing:
            break
    if missing:
        return rw.fail("some elements stay")
    elements: list[Value] = [op.valueToStore] * type.num_elements
    for at, value in reversed(used):
        if isinstance(value.type, VectorType):
            taken = ToElementsOp.create((value,), (type.element_type,) * prod(shape_of(value)))
            elements[at : at + prod(shape_of(value))] = rw.insert(taken).results
        else:
            elements[at] = value
    rw.replace(op, FromElementsOp.create(elements, (type,)))
    return True
