"""Where allocations may go: blocks that dominate all uses, out of loops or up to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mlirlite.dialects.memref._alias import VIEWS
from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dominance import DominanceInfo, op_in_block
from mlirlite.ir.interfaces import BranchOp, LoopLike, RegionBranchOp, passed_on
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState


def is_loop(op: Operation) -> bool:
    """True for ops that run a region repeatedly."""
    if issubclass(type(op), LoopLike):
        return True
    if not isinstance(op, RegionBranchOp):
        return False
    return any(_returns_to(op, region, region) for region in op.regions)


def _returns_to(op: RegionBranchOp, start: Region, goal: Region) -> bool:
    seen: set[Region] = set()
    todo = [start]
    while todo:
        for target in op.region_successors(todo.pop()):
            if target is goal:
                return True
            if target is not None and target not in seen:
                seen.add(target)
                todo.append(target)
    return False


def is_known_control_flow(op: Operation) -> bool:
    """True for ops whose regions run as interfaces say."""
    return issubclass(type(op), (LoopLike, RegionBranchOp))


def allocations(function: Operation, kinds: tuple[type[Operation], ...]) -> list[Operation]:
    """memref.alloc ops (then memref.alloca ones, when wanted) in order."""
    ops = list(function.walk())
    found: list[Operation] = [op for op in ops if isinstance(op, AllocOp) and AllocOp in kinds]
    return found + [op for op in ops if isinstance(op, AllocaOp) and AllocaOp in kinds]


def aliases_of(value: Value) -> list[Value]:
    """The value and its possible aliases: views, and values that branches and regions pass it
    to."""
    found = [value]
    for alias in found:
        for user in alias.users:
            more: Sequence[Value] = ()
            if isinstance(user, VIEWS) and user.operands[0] is alias:
                more = user.results
            elif isinstance(user, BranchOp):
                more = _block_arguments(user, alias)
            elif user.name == "arith.select":
                more = user.results
            else:
                more = _region_values(user, alias)
            found += [v for v in more if v not in found]
    return found


def _block_arguments(branch: BranchOp, value: Value) -> list[Value]:
    found: list[Value] = []
    for i, block in enumerate(branch.successors):
        passed = [branch.operands[at] for at in branch.successor_operand_range(i)]
        arguments = block.args[len(block.args) - len(passed) :]
        found += [a for a, v in zip(arguments, passed, strict=True) if v is value]
    return found


def _region_values(user: Operation, value: Value) -> list[Value]:
    found: list[Value] = []
    parent: object = user.parent_op
    if isinstance(user, RegionBranchOp):
        targets = user.region_successors(None)
        for target in targets:
            pairs = zip(
                user.region_entry_operands(target), user.region_inputs(target), strict=False
            )
            found += [b for a, b in pairs if a is value]
    if isinstance(parent, RegionBranchOp) and user.parent is not None and user is user.parent.last:
        for target in parent.region_successors(user.parent.parent):
            passed = passed_on(user, target)
            if passed is not None:
                pairs = zip(passed, parent.region_inputs(target), strict=False)
                found += [b for a, b in pairs if a is value]
    return found


class Placement:
    """Dominance over the blocks of a function, across nested regions."""

    def __init__(self) -> None:
        self.info = DominanceInfo()

    def dominates(self, a: Block, b: Block) -> bool:
        """True when `b` runs only after `a` began."""
        at: Block | None = b
        while at is not None and at.parent is not a.parent:
            owner = at.parent_op
            at = owner.parent if owner is not None else None
        return at is not None and self.info.block_dominates(a, at)

    def properly_dominates(self, a: Block, b: Block) -> bool:
        """`dominates`, and they are not the same."""
        return a is not b and self.dominates(a, b)

    def common_dominator(self, a: Block, b: Block) -> Block | None:
        """The nearest block that dominates both."""
        at: Block | None = a
        while at is not None and not self.dominates(at, b):
            at = self.up(at)
        return at

    def up(self, block: Block) -> Block | None:
        """The immediate dominator; of an entry block the block around its op."""
        return self.immediate(block) or (
            block.parent_op.parent if block.parent_op is not None else None
        )

    def immediate(self, block: Block) -> Block | None:
        """The immediate dominator in the same region."""
        region = block.parent
        if region is None or region.first is block:
            return None
        best: Block | None = None
        for other in region:
            above = other is not block and self.info.block_dominates(other, block)
            if above and (best is None or self.info.block_dominates(best, other)):
                best = other
        return best

    def climb(self, block: Block) -> Iterator[tuple[Block, Operation | None]]:
        """The blocks above, the nearest first: immediate dominators, with None, and blocks around
        an op, with the op that is left."""
        while True:
            above, left = self.immediate(block), None
            if above is None:
                left = block.parent_op
                above = left.parent if left is not None else None
            if above is None:
                return
            yield above, left
            block = above

    def of_operands(self, op: Operation | None) -> Block | None:
        """The innermost block that defines an operand; None without operands."""
        found: Block | None = None
        for operand in op.operands if op is not None else ():
            block = operand.parent_block
            if block is not None and (found is None or self.dominates(found, block)):
                found = block
        return found

    def of_uses(self, value: Value, aliases: Sequence[Value]) -> Block | None:
        """The nearest block that dominates the definitions and uses of all aliases."""
        found = value.parent_block
        for alias in aliases:
            if found is not None and alias.parent_block is not None:
                found = self.common_dominator(found, alias.parent_block)
            for user in alias.users:
                if found is not None and user.parent is not None:
                    found = self.common_dominator(found, user.parent)
        return found


def start_operation(value: Value, block: Block) -> Operation | None:
    """Where to put an allocation in a block: at its first use in its own block, before the
    terminator elsewhere, but before anything that uses it."""
    maker = value.defining_op
    start: Operation | None = block.last
    if maker is not None and maker.parent is block:
        start = maker
    for user in value.users:
        at = op_in_block(user, block)
        if at is not None and start is not None and at.is_before_in_block(start):
            start = at
    return start


def hoist(
    function: Operation,
    state: PassState,
    kinds: tuple[type[Operation], ...],
    place: Callable[[Placement, Value, Block], Block],
) -> None:
    """Move allocations of these kinds to the blocks that `place` finds for them, which is given the
    buffer and the block that it is in."""
    places = Placement()
    for alloc in allocations(function, kinds):
        value, own = alloc.results[0], alloc.parent
        start = start_operation(value, place(places, value, own)) if own is not None else None
        if start is not None and start is not alloc:
            alloc.move_before(start)
            state.count("num-moved", 1)
