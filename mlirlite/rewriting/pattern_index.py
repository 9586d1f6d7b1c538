"""Which of the patterns for an op class can match an op, by the ops that define its operands."""

from __future__ import annotations

from collections.abc import Mapping

from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike
from mlirlite.rewriting.pattern import Pattern


class PatternIndex:
    """The patterns for one op class. Those that need an operand to be defined by an op of some
    class are found by the defining classes; this is decided once for each combination."""

    def __init__(self, patterns: tuple[Pattern, ...]) -> None:
        self._wanted = [(p, p.wanted()) for p in patterns]
        ways = [way for _, wanted in self._wanted for way in wanted or ()]
        self._places = sorted({i for way in ways for i in way})
        self._found: dict[tuple[type, ...], tuple[Pattern, ...]] = {}

    def candidates(self, op: Operation) -> tuple[Pattern, ...]:
        """The patterns that may match, in their order."""
        operands = op._operands
        key = tuple([operands[i].defining_op.__class__ for i in self._places])
        found = self._found.get(key)
        if found is None:
            makers = dict(zip(self._places, key, strict=True))
            found = self._found[key] = tuple(
                p
                for p, wanted in self._wanted
                if wanted is None or any(_may_match(way, makers) for way in wanted)
            )
        return found


def _may_match(way: Mapping[int, type[Operation] | None], makers: dict[int, type]) -> bool:
    for index, cls in way.items():
        maker = makers[index]
        if not issubclass(maker, Operation if cls is None else cls):
            return False
        if cls is None and not maker.has_trait(ConstantLike):
            return False
    return True
