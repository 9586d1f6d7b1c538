"""last-writes: which ops may have written the memory that is read."""

from __future__ import annotations

from collections.abc import Mapping

from mlirlite.dataflow.dense import DenseForwardAnalysis
from mlirlite.dataflow.flow import Calls, is_function, is_region_branch
from mlirlite.dataflow.memory import Memories, ends, overwrites, reads, writes
from mlirlite.dataflow.registry import analysis
from mlirlite.dataflow.shown import Comments
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value

Writers = frozenset[Operation | None]
"""None stands for what was there before."""
BEFORE: Writers = frozenset((None,))


@analysis("last-writes")
class LastWrites(DenseForwardAnalysis[Mapping[Value, Writers]]):
    """For each memory the ops that may have written what is in it."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.memories = Memories(root)
        self.calls = Calls(root)
        written = [op for op in root.walk() if self._counts(op) and writes(op)]
        self.numbers: dict[Operation | None, int] = {op: i for i, op in enumerate(written)}
        super().__init__(root)

    def _counts(self, op: Operation) -> bool:
        """False for ops whose bodies are visited."""
        known = is_region_branch(op) or is_function(op) or self.known_body(op) is not None
        return op is not self.root and not known

    def unknown(self) -> Mapping[Value, Writers]:
        state = self.entered()
        for op in self.numbers:
            state = state if op is None else self.transfer(op, state, hides=False)
        return state

    def entered(self) -> Mapping[Value, Writers]:
        return dict.fromkeys(self.memories.values, BEFORE)

    def join(
        self, a: Mapping[Value, Writers], b: Mapping[Value, Writers]
    ) -> Mapping[Value, Writers]:
        return {value: writers | b[value] for value, writers in a.items()}

    def transfer(
        self, op: Operation, state: Mapping[Value, Writers], *, hides: bool = True
    ) -> Mapping[Value, Writers]:
        """The last writers after a write; unless it `hides` them, earlier ones too."""
        written, ended = writes(op), ends(op) if hides else []
        if not written and not ended:
            return state
        new = dict(state)
        for value in ended:
            new[value] = frozenset()
        for memory in written:
            for value in self.memories.aliases(memory):
                new[value] |= {op}
            if hides and memory is not None and overwrites(op, memory):
                new[memory] = frozenset((op,))
        return new

    def writers(self, op: Operation) -> Writers | None:
        """The ops that may have written what an op reads; None for an op that is never reached, or
        that may read anything."""
        state = self.before(op)
        found: Writers = frozenset()
        for memory in reads(op):
            if memory is None or state is None:
                return None
            found |= state[memory]
        return found

    def comments(self, at: Operation | Block) -> Comments:
        """A number for each op that writes, and the writes that an op may read."""
        if isinstance(at, Block) or not self._counts(at):
            return []
        texts = [f"is write {self.numbers[at]}"] if at in self.numbers else []
        if reads(at):
            found = self.writers(at)
            numbers = sorted(self.numbers[op] for op in found or () if op is not None)
            names = [f"write {n}" for n in numbers] + ["before"] * (None in (found or ()))
            texts.append("reads anything" if found is None else f"reads {', '.join(names) or '-'}")
        return [(None, ", ".join(texts))] if texts else []
