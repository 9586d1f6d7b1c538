"""Debug counters: which of all rewrites, folds and passes of a run are done, by their number. With
them a person or `mlirlite-bisect` finds the first bad one.

    rewrite-skip=10,rewrite-count=5    skips 10, does 5, skips the rest
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.record import Record

REWRITE, FOLD, PASS = "rewrite", "fold", "pass"
"""Counters that always exist: all patterns, lowerings and folds; folds only; passes."""

_SETTING = re.compile(r"(.+)-(skip|count)=(\d+)")


class Counter(Record, frozen=False):
    """One counter: how many tries there were, and of how many it lets through."""

    skip: int = 0
    count: int | None = None
    seen: int = 0
    last: str = ""
    """What the last allowed try did, and where."""

    def step(self, allowed: bool, what: str, op: Operation) -> bool:
        """Count a try; True when it may be done."""
        number = self.seen
        self.seen += 1
        end = None if self.count is None else self.skip + self.count
        if not (allowed and self.skip <= number and (end is None or number < end)):
            return False
        if end is not None and number == end - 1:
            place = error("", op.where).place()
            self.last = f"{what} on '{op.name}'{place and f' at {place}'}"
        return True


class DebugCounters:
    """The counters of a run. Tries are counted even if they change nothing: a try has to have its
    number before it is made. A pattern, lowering or pass may be counted by its own name, too."""

    def __init__(self, settings: Sequence[str] = ()) -> None:
        self.counters: dict[str, Counter] = {}
        for setting in ",".join(settings).split(","):
            found = _SETTING.fullmatch(setting.strip())
            if found is not None:
                counter = self.counters.setdefault(found[1], Counter())
                if found[2] == "skip":
                    counter.skip = int(found[3])
                else:
                    counter.count = int(found[3])
            elif setting.strip():
                raise DiagnosticError(
                    f"debug counter '{setting}': expected NAME-skip=N or NAME-count=N, where NAME "
                    f"is {REWRITE}, {FOLD}, {PASS} or the name of a pattern or pass"
                )

    def allows(self, names: Sequence[str], what: str, op: Operation) -> bool:
        """Count a try under all of its names; True when it may be done."""
        allowed = True
        for name in names:
            counter = self.counters.get(name)
            if counter is None:
                counter = self.counters[name] = Counter()
            allowed = counter.step(allowed, what, op)
        return allowed

    def report(self) -> str:
        """Every counter with the number of its tries, sorted by name."""
        lines = ["DebugCounter counters:\n"]
        for name, counter in sorted(self.counters.items()):
            count = -1 if counter.count is None else counter.count
            last = f"  last: {counter.last}" if counter.last else ""
            lines.append(f"{name:<32}: {{{counter.seen},{counter.skip},{count}}}{last}\n")
        return "".join(lines)


_active: DebugCounters | None = None


def active_counters() -> DebugCounters | None:
    """The installed counters; drivers ask once per run."""
    return _active


@contextmanager
def counting(counters: DebugCounters) -> Iterator[DebugCounters]:
    """Install counters within this context."""
    global _active
    previous, _active = _active, counters
    try:
        yield counters
    finally:
        _active = previous
