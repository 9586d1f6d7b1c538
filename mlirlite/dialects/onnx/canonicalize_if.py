"""Canonical forms of onnx.If."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.region_types import common_type, sharper, yielded
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import RankedTensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import canonicalization
from mlirlite.rewriting.rewriter import Rewriter


@canonicalization
def if_with_known_condition(op: onnx.IfOp, rw: Rewriter) -> bool | None:
    """If(true) then A else B --> A"""
    taken = op.taken()
    if taken is None or not taken.has_one_block:
        return rw.fail("the condition is not known")
    values = yielded(taken)
    last = taken.entry.last
    if last is None or len(values) != len(op.results):
        return rw.fail("the branch gives no values")
    rw.erase(last)
    rw.inline_block_before(taken.entry, op)
    rw.replace(op, values)
    return True


@canonicalization
def if_of_different_ranks(op: onnx.IfOp, rw: Rewriter) -> bool | None:
    """f(If(c) then (a : tensor<f32>) else (b : tensor<1xf32>)) --> If(c) then f(a) else f(b)

    It is repeated until both branches give the same rank, since a buffer has only one rank.
    """
    branches = [op.then_branch, op.else_branch]
    if not any(map(_ranks_differ, op.results, *map(yielded, branches))):
        return rw.fail("the branches give values of the same ranks")
    user = _first_user(op)
    if not isinstance(user, OnnxOp):
        return rw.fail("what uses the values cannot be moved into the branches")
    kept = [i for i, r in enumerate(op.results) if any(u is not user for u in _users(op, r))]
    rw.move_before(op, user)
    values = [_with_user(op, user, region, kept, rw) for region in branches]
    types = [op.results[i].type for i in kept]
    given = zip(*(v[len(kept) :] for v in values), strict=True)
    types += [_both(r.type, a.type, b.type) for r, (a, b) in zip(user.results, given, strict=True)]
    rw.set_before(op)
    made = type(op).create(
        op.operands,
        types,
        dict(op.properties),
        dict(op.attributes) or None,
        [taken_region(region, rw) for region in branches],
        location=op.location,
    )
    rw.insert(made)
    rw.replace(user, made.results[len(kept) :])
    replaced: list[Value | None] = [None] * len(op.results)
    for index, value in zip(kept, made.results, strict=False):
        replaced[index] = value
    rw.replace(op, replaced)
    return True


def _ranks_differ(result: Value, first: Value, second: Value) -> bool:
    types = first.type, second.type
    unknown = isinstance(result.type, UnrankedTensorType) and result.has_uses
    return unknown and all(isinstance(t, RankedTensorType) for t in types)


def _users(op: Operation, value: Value) -> list[Operation]:
    """The ops beside an op that use a value, or in which it is used."""
    found = []
    for user in value.users:
        while user.parent is not op.parent and user.parent_op is not None:
            user = user.parent_op
        found.append(user)
    return found


def _first_user(op: Operation) -> Operation | None:
    """The first op that uses a result of another one."""
    users = {u for r in op.results for u in _users(op, r)}
    following = op.next
    while following is not None and following not in users:
        following = following.next
    return following


def _with_user(
    op: Operation, user: OnnxOp, region: Region, kept: Sequence[int], rw: Rewriter
) -> list[Value]:
    """Compute in a branch the user of its values. Returns the new results of the branch: the kept
    ones, and the user's results."""
    values = yielded(region)
    last = region.entry.last
    if last is None:
        raise ValueError("the branch has no terminator")
    rw.set_before(last)
    copy = user.clone(dict(zip(op.results, values, strict=True)))
    rw.insert(copy)
    try:
        types = [sharper(r.type, t) for r, t in zip(copy.results, copy.infer_shapes(), strict=True)]
    except ValueError:  # a contradiction, in a branch for shapes that the model never meets
        types = list(copy.result_types)
    for result, type in zip(copy.results, types, strict=True):
        rw.set_type(result, type)
    found = [*(values[i] for i in kept), *copy.results]
    rw.insert(onnx.YieldOp(found))
    rw.erase(last)
    return found


def _both(stated: Type, first: Type, second: Type) -> Type:
    """The declared type of a value, combined with those of both branches."""
    common = common_type(first, second)
    try:
        return stated if common is None else sharper(stated, common)
    except ValueError:
        return stated


def taken_region(region: Region, rw: Rewriter) -> Region:
    """A new region with the ops of another one."""
    block = Block()
    rw.merge_blocks(region.entry, block)
    return Region([block])
