"""How much a .td file may make and compute: what doubles or multiplies ends in an error, at the
statement that goes beyond."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlirlite.support.limits import TD_ENTRIES, TD_PARTS, TD_STEPS


class Fault(Exception):
    """What is wrong with a value; whoever knows a place makes it an error."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Budget:
    """What is left for a file and those it includes."""

    def __init__(self) -> None:
        self._entries, self._steps = TD_ENTRIES.get(), TD_STEPS.get()

    def spend_entries(self, count: int = 1) -> None:
        """Count records, checks and rounds of loops that are made. Fault when there are too
        many."""
        self._entries -= count
        if self._entries < 0:
            raise Fault(f"the file makes {TD_ENTRIES.error(f'more than {TD_ENTRIES.get()}')}")

    def spend_steps(self, count: int) -> None:
        """Count parts of what operators compute for the elements of lists. Fault when there are too
        many."""
        self._steps -= count
        if self._steps < 0:
            raise Fault(f"the file takes {TD_STEPS.error(f'more than {TD_STEPS.get()}')}")


def parts_of(values: Iterable[Any]) -> int:
    """How many parts a value has that is made of others. Fault when there are too many: values
    share their parts, but printing and comparing them does not."""
    count: int = 1 + sum([value.parts for value in values])
    if count > TD_PARTS.most:
        raise Fault(f"a value has {TD_PARTS.error(count)}")
    return count
