"""dead-stores: writes that are never read."""

from __future__ import annotations

from mlirlite.dataflow.dense import DenseBackwardAnalysis
from mlirlite.dataflow.memory import Memories, ends, overwrites, reads, writes
from mlirlite.dataflow.registry import analysis
from mlirlite.dataflow.shown import Comments
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value

Read = frozenset[Value]


@analysis("dead-stores")
class DeadStores(DenseBackwardAnalysis[Read]):
    """The memory that may be read later, and the writes of which nothing is read."""

    def __init__(self, root: Operation) -> None:
        self.memories = Memories(root)
        self._all = frozenset(self.memories.values)
        super().__init__(root)

    def unknown(self) -> Read:
        return self._all

    def nothing(self) -> Read:
        return frozenset()

    def join(self, a: Read, b: Read) -> Read:
        return a | b

    def transfer(self, op: Operation, state: Read) -> Read:
        removed = {v for v in writes(op) if v is not None and overwrites(op, v)}
        state = state.difference(removed, ends(op))
        for memory in reads(op):
            state = state.union(self.memories.aliases(memory))
        return state

    def is_dead(self, op: Operation) -> bool:
        """True when an op writes memory, and nothing of it is ever read."""
        later, written = self.after(op), writes(op)
        if later is None or not written:
            return False
        may_alias = self.memories.may_alias
        return all(w is not None and not any(may_alias(v, w) for v in later) for w in written)

    def comments(self, at: Operation | Block) -> Comments:
        """Which writes are dead."""
        return [(None, "dead")] if not isinstance(at, Block) and self.is_dead(at) else []
