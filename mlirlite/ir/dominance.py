"""Dominance: which blocks, ops and values are always reached before others. Trees are built per
region when first needed."""

from __future__ import annotations

from typing import NamedTuple

from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import GraphRegion, IsolatedFromAbove
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import OpResult, Value


def op_in_block(op: Operation | None, block: Block | None) -> Operation | None:
    """The op of the block that is or holds an op; None where the block does not hold it."""
    while op is not None and op._parent is not block:
        op = op.parent_op
    return op


class Ancestor(NamedTuple):
    """The ancestor of an op in a region further out."""

    op: Operation | None
    isolated: Operation | None


class DominanceInfo:
    """Dominance of one state of the IR; make a new object after blocks were changed."""

    def __init__(self) -> None:
        self._trees: dict[Region, dict[Block, tuple[int, int]]] = {}
        self._ancestors: dict[tuple[Block, Region | None], Ancestor] = {}

    def ancestor_in(self, region: Region | None, block: Block) -> Ancestor:
        """For the ops of a block: the op around them in a region (None: they are not inside it),
        and the innermost isolated op in between. Cached, so that queries for every op of a deep
        nest take linear time."""
        known = self._ancestors
        path: list[Block] = []
        at: Block | None = block
        found: Ancestor | None = None
        while found is None:
            if at is None:
                found = Ancestor(None, None)
                break
            found = known.get((at, region))
            if found is None:
                path.append(at)
                around = at.parent_op
                if around is None:
                    found = Ancestor(None, None)
                elif around.parent_region is region:
                    isolated = around if around.has_trait(IsolatedFromAbove) else None
                    found = Ancestor(around, isolated)
                    known[path.pop(), region] = found
                else:
                    at = around._parent
        for inner in reversed(path):
            around = inner.parent_op
            if around is not None and around.has_trait(IsolatedFromAbove):
                found = Ancestor(found.op, around)
            known[inner, region] = found
        return found

    def block_dominates(self, a: Block, b: Block) -> bool:
        """True when every path from the region's entry to `b` passes through `a`. A block dominates
        itself; unreachable blocks are dominated by all."""
        if a is b:
            return True
        region = a._parent
        if region is None or region is not b._parent:
            return False
        tree = self._trees.get(region)
        if tree is None:
            tree = self._trees[region] = _intervals(region)
        inner = tree.get(b)
        if inner is None:
            return True
        outer = tree.get(a)
        return outer is not None and outer[0] <= inner[0] and inner[1] <= outer[1]

    def is_reachable(self, block: Block) -> bool:
        """True when the block can be reached from its region's entry."""
        region = block._parent
        if region is None or region._first is block:
            return True
        tree = self._trees.get(region)
        if tree is None:
            tree = self._trees[region] = _intervals(region)
        return block in tree

    def value_dominates(self, value: Value, user: Operation) -> bool:
        """True when the value is defined whenever `user`, or the op around it in the value's
        region, runs."""
        block = value.parent_block
        if block is None:
            return False
        region = block._parent
        at: Operation | None = user
        if user.parent_region is not region:
            at = self.ancestor_in(region, user._parent).op if user._parent is not None else None
        if at is None or at._parent is None:
            return False
        owner = region._parent if region is not None else None
        if owner is not None and is_graph_region(owner, region):
            return True
        if isinstance(value, OpResult):
            op = value.owner
            if at._parent is block:
                return op is not at and op.is_before_in_block(at)
        elif at._parent is block:
            return True
        return self.block_dominates(block, at._parent)


def is_graph_region(owner: Operation, region: Region | None) -> bool:
    """True when values may be used before they are defined in a region of `owner`: it has the
    trait, or it is not registered and the region has one block."""
    if isinstance(owner, UnregisteredOp):
        return region is not None and region.has_one_block
    return owner.has_trait(GraphRegion)


def reverse_post_order(region: Region) -> list[Block]:
    """Reachable blocks, each before its successors except along back edges."""
    if region._first is None:
        return []
    seen = {region._first}
    order: list[Block] = []
    stack = [(region._first, iter(region._first.successors))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(successor.successors)))
                break
        else:
            stack.pop()
            order.append(block)
    return order[::-1]


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """Each reachable block but the entry with its nearest strict dominator (semi-dominators, then
    nearest common ancestors: Georgiadis' SNCA)."""
    order, parents = _preorder(region)
    number = {b: i for i, b in enumerate(order)}
    semi = list(range(len(order)))
    label = list(range(len(order)))
    ancestor = parents.copy()
    for i in range(len(order) - 1, 0, -1):
        semi[i] = parents[i]
        for block in order[i].predecessors:
            p = number.get(block)
            if p is not None:
                semi[i] = min(semi[i], semi[_least(p, i, ancestor, label, semi)])
    dominators = parents
    for i in range(1, len(order)):
        found = dominators[i]
        while found > semi[i]:
            found = dominators[found]
        dominators[i] = found
    return {order[i]: order[dominators[i]] for i in range(1, len(order))}


def _preorder(region: Region) -> tuple[list[Block], list[int]]:
    """Reachable blocks in depth-first order, and for each the number of its parent; -1 for the
    entry."""
    if region._first is None:
        return [], []
    seen = {region._first}
    order, parents = [region._first], [-1]
    stack = [(0, iter(region._first.successors))]
    while stack:
        number, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((len(order), iter(successor.successors)))
                order.append(successor)
                parents.append(number)
                break
        else:
            stack.pop()
    return order, parents


def _least(at: int, linked: int, ancestor: list[int], label: list[int], semi: list[int]) -> int:
    """The block with the least semi-dominator on the way up from one, among those numbered above
    `linked`; the path is compressed for the next time."""
    path: list[int] = []
    while ancestor[at] > linked:
        path.append(at)
        at = ancestor[at]
    for below in reversed(path):
        ancestor[below] = ancestor[at]
        if semi[label[at]] < semi[label[below]]:
            label[below] = label[at]
        at = below
    return label[at]


def _intervals(region: Region) -> dict[Block, tuple[int, int]]:
    """Entry and exit times of a walk of the dominator tree: an ancestor's interval contains those
    of its descendants."""
    children: dict[Block, list[Block]] = {}
    for block, parent in immediate_dominators(region).items():
        children.setdefault(parent, []).append(block)
    if region._first is None:
        return {}
    clock = 0
    entered: dict[Block, int] = {region._first: 0}
    times: dict[Block, tuple[int, int]] = {}
    stack = [(region._first, iter(children.get(region._first, ())))]
    while stack:
        block, rest = stack[-1]
        child = next(rest, None)
        clock += 1
        if child is None:
            stack.pop()
            times[block] = (entered[block], clock)
        else:
            entered[child] = clock
            stack.append((child, iter(children.get(child, ()))))
    return times
