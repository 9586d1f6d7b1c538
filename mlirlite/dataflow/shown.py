"""Facts about values as `--show-analysis` shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value

Fact = TypeVar("Fact")
Comments = list[tuple[Value | None, str]]
"""The comments at an op or block: one for each value, or for the op itself (None)."""


def one_each(op: Operation, facts: Sequence[Fact], values: Sequence[Value]) -> Sequence[Fact]:
    """What a transfer function gave for the values of an op. TypeError unless it is one fact for
    each."""
    found: object = facts
    if not isinstance(found, (list, tuple)) or len(found) != len(values):
        raise TypeError(
            f"`transfer` gave {found!r} for '{op.name}', expected None or a sequence of "
            f"{len(values)} facts"
        )
    return facts


class ValueFacts(Generic[Fact]):
    """An analysis with facts about values."""

    def fact(self, value: Value) -> Fact | None:
        """What is known of a value; None when it is never computed."""
        raise NotImplementedError

    def text(self, value: Value, fact: Fact) -> str:
        """A fact as `--show-analysis` shows it; empty for one without information."""
        return str(fact)

    def comments(self, at: Operation | Block) -> Comments:
        """What is known of the results of an op, or of the arguments of a block."""
        found: Comments = []
        for value in at.args if isinstance(at, Block) else at.results:
            fact = self.fact(value)
            text = "never computed" if fact is None else self.text(value, fact)
            if text:
                found.append((value, text))
        return found
