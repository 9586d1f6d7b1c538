"""vector ops of several dimensions → the same ops on vectors of one dimension, at each position of
the leading dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import (
    assembled,
    broadcast,
    extract,
    insert,
    poison,
    rest_of,
    scalable_dims,
    unrolled_positions,
    vector_type,
    zeros,
)
from mlirlite.dialects import vector
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


@pattern
def unroll_bitcast(op: vector.BitCastOp, rw: Rewriter) -> bool | None:
    """bitcast(v : vector<2x4xf32>) --> insert(bitcast(extract(v)[0]), …)[0], …"""
    return _unroll(op, rw, filled=False)


@pattern
def unroll_interleave(op: vector.InterleaveOp, rw: Rewriter) -> bool | None:
    """interleave(a, b : vector<2x4xf32>) --> insert(interleave(extract(a)[0], …))[0], …"""
    return _unroll(op, rw, filled=True)


@pattern
def unroll_deinterleave(op: vector.DeinterleaveOp, rw: Rewriter) -> bool | None:
    """deinterleave(v : vector<2x8xf32>) --> insert(deinterleave(extract(v)[0])#0)[0], …"""
    return _unroll(op, rw, filled=True)


def _unroll(op: Operation, rw: Rewriter, *, filled: bool) -> bool | None:
    """The op at each position, on parts of all operands. `filled`: put into zeros, not poison."""
    type = vector_type(op.results[0])
    places = unrolled_positions(type)
    if places is None:
        return rw.fail("there is no leading dimension to unroll")
    made = [zeros(rw, type) if filled else poison(rw, type)] * len(op.results)
    for place in places:
        parts = [extract(rw, v, *place) for v in op.operands]
        inner = rest_of(type, len(place))
        part = rw.insert(type_of(op).create(parts, (inner,) * len(made), dict(op.properties)))
        made = [insert(rw, r, m, *place) for r, m in zip(part.results, made, strict=True)]
    rw.replace(op, made)
    return True


def type_of(op: Operation) -> Any:
    """The class of an op."""
    return type(op)


@pattern
def broadcast_of_vector(op: vector.BroadcastOp, rw: Rewriter) -> bool | None:
    """broadcast(v : vector<4xf32>) : vector<2x4xf32> --> insert(v, insert(v, …)[0])[1]"""
    source, type = op.operands[0], vector_type(op.results[0])
    given = source.type
    if not isinstance(given, VectorType):
        return rw.fail("a scalar is repeated as it is")
    if given.rank <= 1 and type.rank == 1:
        rw.replace(op, broadcast(rw, extract(rw, source, *(0,) * given.rank), type))
        return True
    inner = rest_of(type)
    if given.rank < type.rank:
        part = broadcast(rw, source, inner)
        rw.replace(op, assembled(rw, poison(rw, type), lambda i: part))
        return True
    stretched = next((d for d in range(type.rank) if given.shape[d] != type.shape[d]), None)
    if stretched is None:
        rw.replace(op, source)
        return True
    if stretched == 0:
        start = poison(rw, type)
        part = broadcast(rw, extract(rw, source, 0), inner)
        rw.replace(op, assembled(rw, start, lambda i: part))
        return True
    if scalable_dims(type)[0]:
        return rw.fail("the leading dimension is scalable")

    def one(i: int) -> Value:
        return broadcast(rw, extract(rw, source, i), inner)

    rw.replace(op, assembled(rw, poison(rw, type), one))
    return True


@pattern
def unroll_fma(op: vector.FMAOp, rw: Rewriter) -> bool | None:
    """fma(a, b, c : vector<2x4xf32>) --> insert(fma(extract(a)[0], …), broadcast(0))[0], …"""
    type = vector_type(op.results[0])
    if type.rank < 2:
        return rw.fail("it has one dimension")
    start = broadcast(rw, zeros(rw, type.element_type), type)

    def one(i: int) -> Value:
        parts = [extract(rw, v, i) for v in op.operands]
        return create(rw, vector.FMAOp, parts, parts[0].type)

    rw.replace(op, assembled(rw, start, one))
    return True


def _leading_is_fixed(type: VectorType) -> bool:
    return type.rank >= 2 and not scalable_dims(type)[0]


@pattern
def unroll_gather(op: vector.GatherOp, rw: Rewriter) -> bool | None:
    """gather of vector<2x4xf32> --> gathers of vector<4xf32>"""
    type = vector_type(op.results[0])
    if not _leading_is_fixed(type):
        return rw.fail("there is no leading dimension to unroll")
    *address, indices, mask, other = op.operands

    def one(i: int) -> Value:
        parts = [extract(rw, v, i) for v in (indices, mask, other)]
        properties = dict(op.properties)
        return create(rw, vector.GatherOp, (*address, *parts), rest_of(type), properties)

    rw.replace(op, assembled(rw, poison(rw, type), one))
    return True


@pattern
def unroll_from_elements(op: vector.FromElementsOp, rw: Rewriter) -> bool | None:
    """from_elements(a, b, c, d) : vector<2x2xf32> --> insert(from_elements(a, b))[0], …"""
    type = vector_type(op.results[0])
    if not _leading_is_fixed(type):
        return rw.fail("there is no leading dimension to unroll")
    count = len(op.operands) // type.shape[0]

    def one(i: int) -> Value:
        elements: Sequence[Value] = op.operands[i * count : (i + 1) * count]
        return create(rw, vector.FromElementsOp, elements, rest_of(type))

    rw.replace(op, assembled(rw, poison(rw, type), one))
    return True


@pattern
def unroll_to_elements(op: vector.ToElementsOp, rw: Rewriter) -> bool | None:
    """to_elements(v : vector<2x2xf32>) --> to_elements(extract(v)[0]), …"""
    source, type = op.operands[0], vector_type(op.operands[0])
    if not _leading_is_fixed(type):
        return rw.fail("there is no leading dimension to unroll")
    parts = [extract(rw, source, i) for i in range(type.shape[0])]
    count = len(op.results) // len(parts)
    found: list[Value] = []
    for part in parts:
        made = vector.ToElementsOp.create((part,), (type.element_type,) * count)
        found += rw.insert(made).results
    rw.replace(op, found)
    return True


PATTERNS = (
    unroll_bitcast,
    broadcast_of_vector,
    unroll_interleave,
    unroll_deinterleave,
    unroll_fma,
    unroll_gather,
    unroll_from_elements,
    unroll_to_elements,
)
