"""What cf.switch and llvm.switch share: a default successor, and one for each case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attributes import i32_array
from mlirlite.ir.interfaces import BranchOp


class Switch(BranchOp):
    """A branch on an integer. The operands of all cases are one field, `caseOperands`, which
    `case_operand_segments` divides."""

    __slots__ = ()

    case_values: Any
    defaultOperands: Any
    caseOperands: Any
    case_operand_segments: Any

    @property
    def case_numbers(self) -> list[int]:
        """The value of each case."""
        return [] if self.case_values is None else self.case_values.values()

    def successor_operand_range(self, index: int) -> range:
        sizes = [len(self.defaultOperands), *self.case_operand_segments]
        start = 1 + sum(sizes[:index])
        return range(start, start + sizes[index])

    def erase_successor_operands(self, index: int, positions: Sequence[int]) -> None:
        """Pass a successor no values at these positions."""
        indices = self.successor_operand_range(index)
        removed = {indices[position] for position in positions}
        if not index:
            self.defaultOperands = [self.operands[i] for i in indices if i not in removed]
            return
        sizes = list(self.case_operand_segments)
        sizes[index - 1] -= len(removed)
        first = 1 + len(self.defaultOperands)
        self.caseOperands = [
            v for i, v in enumerate(self.operands[first:], first) if i not in removed
        ]
        self.case_operand_segments = i32_array(sizes)
