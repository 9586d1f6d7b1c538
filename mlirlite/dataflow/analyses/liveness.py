"""liveness: which values an observable effect needs."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dataflow.backward import BackwardAnalysis
from mlirlite.dataflow.flow import is_region_branch
from mlirlite.dataflow.registry import analysis
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.values import Value
from mlirlite.rewriting.effects import Effects, own_effects


@analysis("liveness")
class Liveness(BackwardAnalysis[bool]):
    """Values that an effect or the outside needs. All others may be anything."""

    def __init__(self, root: Operation) -> None:
        self.effects = Effects()
        super().__init__(root)

    def unused(self, value: Value) -> bool:
        return False

    def unknown(self, value: Value) -> bool:
        return True

    def join(self, a: bool, b: bool) -> bool:
        return a or b

    def transfer(self, op: Operation, facts: Sequence[bool]) -> Sequence[bool]:
        parent = op.parent_op
        ends = op.has_trait(Terminator) and not op.successors
        if ends and parent is not None and is_region_branch(parent):
            return [self._is_needed(parent) or own_effects(op) != 0] * len(op.operands)
        return [self._is_needed(op)] * len(op.operands)

    def _is_needed(self, op: Operation) -> bool:
        return any(map(self.fact, op.results)) or not self.effects.is_droppable(op)

    def text(self, value: Value, fact: bool) -> str:
        return "live" if fact else "dead"
