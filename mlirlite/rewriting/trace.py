"""Trace: which patterns applied where, which did not and why, how often and for how long. Off
unless a sink is installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.record import Record, field


class PatternStatistics(Record, frozen=False):
    """Counts of one pattern; `seconds` is the time spent in it."""

    hits: int = 0
    misses: int = 0
    seconds: float = 0.0
    reasons: dict[str, int] = field(factory=dict)


class TraceSink:
    """Is told what the drivers do. The base class counts; override `applied` and `failed` to write
    events."""

    def __init__(self) -> None:
        self.statistics: dict[str, PatternStatistics] = {}

    def before(self, name: str, op: Operation) -> object:
        """Called before a pattern is tried; what it returns comes back in `applied` (the op's text,
        say)."""
        return None

    def applied(
        self,
        name: str,
        op: Operation,
        before: object,
        new: list[Operation],
        values: Sequence[Value | None],
        seconds: float,
    ) -> None:
        """A pattern or fold applied: it inserted `new`, and the values replaced the op's results.
        The op may already be erased (without a block)."""
        found = self.statistics.setdefault(name, PatternStatistics())
        found.hits += 1
        found.seconds += seconds

    def failed(self, name: str, op: Operation, reason: str, seconds: float) -> None:
        """A pattern did not apply; `reason` is the one it gave, if any."""
        found = self.statistics.setdefault(name, PatternStatistics())
        found.misses += 1
        found.seconds += seconds
        if reason:
            found.reasons[reason] = found.reasons.get(reason, 0) + 1


_active: TraceSink | None = None


def active_trace() -> TraceSink | None:
    """The installed sink; drivers ask once per run."""
    return _active


@contextmanager
def tracing(sink: TraceSink) -> Iterator[TraceSink]:
    """Report what drivers do within this context to a sink."""
    global _active
    previous, _active = _active, sink
    try:
        yield sink
    finally:
        _active = previous
