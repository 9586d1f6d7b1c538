"""--mem2reg: a buffer of one element that only loads and stores use becomes values.

%m = alloca(); store %a, %m; %x = load %m; use %x  -->  use %a
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dominance import immediate_dominators
from mlirlite.ir.interfaces import (
    BranchOp,
    PromotableAllocation,
    SlotAccess,
    SlotUser,
    SlotWatcher,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("mem2reg")
def mem2reg(op: Operation, state: PassState) -> None:
    """Promotes memory slots into values.

    A slot is promoted when all its uses are loads and stores in the region where it is allocated.
    Where several stores reach a load, blocks get arguments. A load before any store gives a poison
    value.
    """
    graphs: dict[Region, _Graph] = {}
    allocations = [inner for inner in op.walk() if isinstance(inner, PromotableAllocation)]
    while True:
        left = []
        for allocation in allocations:
            if not _promote(allocation, graphs, state):
                left.append(allocation)
        if len(left) == len(allocations):
            return
        allocations = left


class _Graph:
    """The dominator tree and the dominance frontiers of a region's blocks, which do not change."""

    def __init__(self, region: Region) -> None:
        idom = immediate_dominators(region)
        self.children: dict[Block, list[Block]] = {}
        for block, parent in idom.items():
            self.children.setdefault(parent, []).append(block)
        self.reached = {region.entry, *idom}
        self.frontiers: dict[Block, list[Block]] = {}
        for block in region:
            sources = [b for b in block.predecessors if b in self.reached]
            if block not in self.reached or len(sources) < 1 + (block in idom):
                continue
            for source in sources:
                step = source
                while step is not idom.get(block):
                    found = self.frontiers.setdefault(step, [])
                    if not found or found[-1] is not block:
                        found.append(block)
                    if step not in idom:
                        break
                    step = idom[step]


def _promote(allocation: Any, graphs: dict[Region, _Graph], state: PassState) -> bool:
    type = allocation.promotable_slot()
    home, region = allocation.parent, allocation.parent_region
    if type is None or home is None or not allocation.has_uses:
        return False
    slot: Value = allocation.results[0]
    accesses: dict[Block, list[Operation]] = {}
    others: list[Operation] = []
    for user in slot.users:
        if isinstance(user, SlotUser):
            others.append(user)
            continue
        if not isinstance(user, SlotAccess) or not user.may_promote(slot, type):
            return False
        if user.parent is None or user.parent_region is not region:
            return False
        accesses.setdefault(user.parent, []).append(user)
    for other in others:  # it grows during the loop
        if not isinstance(other, SlotUser) or not other.goes_with_slot():
            return False
        others += [u for r in other.results for u in r.users if u not in others]
    for ops in accesses.values():
        ops.sort(key=_Position(ops[0].parent))
    watchers = [op for op in others if isinstance(op, SlotWatcher)]
    renaming = _Renaming(slot, type, allocation, accesses, watchers)
    if len(accesses) == 1 and home in accesses:
        renaming.run(home, {}, {home})
    else:
        graph = graphs.get(region)
        if graph is None:
            graph = graphs[region] = _Graph(region)
        merges = _merge_points(home, accesses, graph, slot, type)
        if any(not _takes_operands(b, merges) for m in merges for b in m.predecessors):
            return False
        renaming.arguments = {m: m.add_argument(type, allocation.location) for m in merges}
        renaming.run(home, graph.children, graph.reached)
    for other in reversed(others):
        if isinstance(other, SlotUser):
            other.drop_slot(Builder.before_op(other))
    allocation.erase()
    state.count("promoted slots")
    return True


class _Position:
    """Sort key: the position of an op in its block."""

    def __init__(self, block: Block | None) -> None:
        if block is not None and not block._ordered:
            block._number()

    def __call__(self, op: Operation) -> int:
        return op._order


def _merge_points(
    home: Block, accesses: dict[Block, list[Operation]], graph: _Graph, slot: Value, type: Type
) -> dict[Block, None]:
    """Blocks that different stores reach and in which, or after which, the slot is read."""
    defining = {b: None for b, ops in accesses.items() if any(_writes(op, slot) for op in ops)}
    needed: dict[Block, None] = {}
    for block, ops in accesses.items():
        for op in ops:
            if isinstance(op, SlotAccess) and op.reads_slot(slot, type):
                needed[block] = None
                break
            if _writes(op, slot):
                break
    todo = list(needed)
    while todo:
        for before in todo.pop().predecessors:
            if before not in defining and before not in needed:
                needed[before] = None
                todo.append(before)
    merges: dict[Block, None] = {}
    work = [home, *defining]
    while work:
        for block in graph.frontiers.get(work.pop(), ()):
            if block in needed and block not in merges:
                merges[block] = None
                work.append(block)
    region = home.parent
    return {b: None for b in region or () if b in merges}


def _writes(op: Operation, slot: Value) -> bool:
    return isinstance(op, SlotAccess) and op.writes_slot(slot)


_CASES = "case_operand_segments"


def _group(branch: Operation, index: int) -> int | None:
    """The operand field that goes to a successor; None when the successor has no field of its
    own."""
    if not isinstance(branch, BranchOp) or branch.definition is None:
        return None
    ranges = [branch.successor_operand_range(i) for i in range(len(branch.successors))]
    sizes = list(branch.definition.operand_segments(branch))
    cases = branch.properties.get(_CASES)
    if isinstance(cases, DenseArrayAttr):
        sizes[-1:] = cases.value
    first = len(sizes) - len(ranges)
    if first < 0:
        return None
    start = sum(sizes[:first])
    for size, found in zip(sizes[first:], ranges, strict=True):
        if (found.start, found.stop) != (start, start + size):
            return None
        start += size
    return first + index


def _append(branch: Operation, index: int, group: int, value: Value) -> None:
    """Pass one more value to a successor."""
    span: Any = branch
    indices = span.successor_operand_range(index)
    passed = [*(branch.operands[k] for k in indices), value]
    definition = branch.definition
    if definition is None:
        return
    cases = branch.properties.get(_CASES)
    if not isinstance(cases, DenseArrayAttr) or not index:
        definition.set_operand_group(branch, group, passed)
        return
    sizes = list(cases.value)
    sizes[index - 1] += 1
    last = len(definition.operand_segments(branch)) - 1
    begin = sum(definition.operand_segments(branch)[:last])
    operands = [*branch.operands[begin : indices.stop], value, *branch.operands[indices.stop :]]
    definition.set_operand_group(branch, last, operands)
    branch.properties[_CASES] = i32_array(sizes)


def _takes_operands(block: Block, merges: dict[Block, None]) -> bool:
    last = block.last
    return last is not None and all(
        s not in merges or _group(last, i) is not None for i, s in enumerate(last.successors)
    )


class _Renaming:
    """Walks down the dominator tree with the value that the slot holds."""

    def __init__(
        self,
        slot: Value,
        type: Type,
        allocation: Any,
        accesses: dict[Block, list[Operation]],
        watchers: Sequence[SlotWatcher],
    ) -> None:
        self.slot = slot
        self.type = type
        self.allocation = allocation
        self.accesses = accesses
        self.watchers = watchers
        self.arguments: dict[Block, BlockArgument] = {}
        self.default: Value | None = None

    def run(self, home: Block, children: dict[Block, list[Block]], reached: set[Block]) -> None:
        """Replace the loads and erase all accesses."""
        stack: list[tuple[Block, Value | None]] = [(home, None)]
        done: set[Block] = set()
        while stack:
            block, value = stack.pop()
            done.add(block)
            value = self._visit(block, self.arguments.get(block, value))
            stack += [(child, value) for child in reversed(children.get(block, ()))]
        for block in [b for b in self.accesses if b not in done]:
            self._rewrite(block, None)
        self._from_unreached(done)
        if self.default is not None and not self.default.has_uses:
            made = self.default.defining_op
            if made is not None:
                made.erase()

    def _from_unreached(self, done: set[Block]) -> None:
        """Unreachable blocks have to pass a value, too."""
        for merge in self.arguments:
            for before in merge.predecessors:
                if before not in done:
                    self._pass_on(before, None)

    def _visit(self, block: Block, value: Value | None) -> Value | None:
        argument = self.arguments.get(block)
        if argument is not None:
            for watcher in self.watchers:
                watcher.slot_set(argument, Builder(block, block.first))
        value = self._rewrite(block, value)
        self._pass_on(block, value)
        return value

    def _rewrite(self, block: Block, value: Value | None) -> Value | None:
        """Replace the accesses in a block; returns the slot's value at its end."""
        for op in self.accesses.get(block, ()):
            if not isinstance(op, SlotAccess) or not isinstance(op, Operation):
                continue
            b = Builder.before_op(op)
            held = value

            def current(held: Value | None = held) -> Value:
                return held if held is not None else self._poison()

            if op.writes_slot(self.slot):
                value = op.value_stored(self.type, current, b)
                for watcher in self.watchers:
                    watcher.slot_set(value, b)
            op.take_value(self.slot, current, b)
            op.erase()
        return value

    def _pass_on(self, block: Block, value: Value | None) -> None:
        last = block.last
        for i, successor in enumerate(last.successors if last is not None else ()):
            group = _group(last, i) if last is not None and successor in self.arguments else None
            if group is not None and last is not None:
                _append(last, i, group, value or self._poison())

    def _poison(self) -> Value:
        if self.default is None:
            made: Operation = self.allocation.default_value(self.type)
            made.location = self.allocation.location
            self.allocation.parent.prepend(made)
            self.default = made.results[0]
        return self.default
