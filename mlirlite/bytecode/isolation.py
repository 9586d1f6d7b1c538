"""Which operations are isolated from above: none inside uses a value from outside."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove


class Isolation:
    """The isolated ones among an operation and those inside, and the position of each operation in
    the file: `numbers`."""

    def __init__(self, root: Operation) -> None:
        self.numbers: dict[Operation, int] = {}
        self.isolated: set[Operation] = set()
        # A region's depth in the nest tells how many operations around a use are not isolated.
        around: list[tuple[Operation, bool]] = []
        waiting: list[tuple[Operation, bool]] = [(root, False)]
        while waiting:
            op, is_done = waiting.pop()
            if is_done:
                around.pop()
                continue
            if around and not around[-1][1]:
                self._open(op, around)
            self.numbers[op] = len(self.numbers)
            if not op.regions:
                continue
            declared = type(op).has_trait(IsolatedFromAbove)
            self.isolated.add(op)
            around.append((op, declared))
            waiting.append((op, True))
            inside = [(o, False) for region in op.regions for block in region for o in block]
            waiting += reversed(inside)

    def _open(self, op: Operation, around: list[tuple[Operation, bool]]) -> None:
        """Record what an operation's operands say of those around it."""
        block = op.parent
        here = None if block is None else block.parent
        for operand in op.operands:
            home = operand.parent_block
            if home is None or home.parent is here:
                continue
            owner = None if home.parent is None else home.parent.parent
            for outer, is_declared in reversed(around):
                if is_declared or outer is owner:
                    break
                self.isolated.discard(outer)
