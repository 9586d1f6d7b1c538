"""Canonical forms of onnx.If, and of what becomes one."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import DECLARED, OnnxOp
from mlirlite.dialects.onnx.region_types import common_type, ranks_of_branches, sharper, yielded
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.transforms._build import integers
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import InferShape
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    I1,
    I64,
    RankedTensorType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import canonicalization
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.limits import VARYING_RANK_OPS


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
    if sum(1 for _ in op.walk()) > VARYING_RANK_OPS.get():
        return rw.fail("there is too much in the branches already")
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


@canonicalization
def squeeze_of_unknown_sizes(op: onnx.SqueezeOp, rw: Rewriter) -> bool | None:
    """Squeeze(x : tensor<?xf32>) --> If(Shape(x) == [1]) then Squeeze(x, [0]) else x

    Only if neither the model nor another op tells the rank of the result.
    """
    if not isinstance(op.results[0].type, UnrankedTensorType) or DECLARED in op.attributes:
        return rw.fail("the rank of the result is known")
    unknown = op.axes_in_doubt()
    if not unknown:
        return rw.fail("no dimensions, or too many, may have size 1")
    ones = [axis for axis, size in enumerate(shape_of(op.data) or ()) if size == 1]
    rw.replace(op, _squeezed(op.data, ones, unknown, rw))
    return True


def _squeezed(x: Value, axes: Sequence[int], unknown: Sequence[int], rw: Rewriter) -> Value:
    """A tensor without the axes, and without those of unknown size whose size is 1."""
    element = element_type_of(x.type)
    if not unknown:
        shape = [n for i, n in enumerate(shape_of(x) or ()) if i not in axes]
        kept = RankedTensorType(tuple(shape), element)
        squeeze: Operation = onnx.SqueezeOp(x, integers(rw, axes), squeezed=kept)
        return rw.insert(squeeze).results[0]
    axis, *rest = unknown
    one = RankedTensorType((1,), I64)
    attributes = {"start": axis, "end": axis + 1}
    size = rw.insert(onnx.ShapeOp(x, **attributes, shape=one)).results[0]
    truth = RankedTensorType((1,), I1)
    is_one = rw.insert(onnx.EqualOp(size, integers(rw, [1]), C=truth)).results[0]
    saved = rw.block, rw.before
    regions = []
    for gone in ([*axes, axis], axes):
        block = Block()
        rw.set_end(block)
        rw.insert(onnx.YieldOp([_squeezed(x, gone, rest, rw)]))
        regions.append(Region([block]))
    rw.block, rw.before = saved
    made: Operation = onnx.IfOp.create((is_one,), (UnrankedTensorType(element),), regions=regions)
    return rw.insert(made).results[0]


def _ranks_differ(result: Value, first: Value, second: Value) -> bool:
    unknown = isinstance(result.type, UnrankedTensorType) and result.has_uses
    return unknown and None not in ranks_of_branches(first) | ranks_of_branches(second)


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
    for inner in copy.walk_post_order():
        _infer(inner, rw)
    found = [*(values[i] for i in kept), *copy.results]
    rw.insert(onnx.YieldOp(found))
    rw.erase(last)
    return found


def _infer(op: Operation, rw: Rewriter) -> None:
    """Let the results of an op, and the arguments of its regions, have the types that follow."""
    if not isinstance(op, InferShape):
        return
    try:
        types = [*zip(op.results, op.infer_shapes(), strict=True), *op.infer_argument_types()]
        known = [(value, sharper(value.type, type)) for value, type in types]
    except ValueError:  # a contradiction, in a branch for shapes that the model never meets
        return
    for value, type in known:
        rw.set_type(value, type)


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
