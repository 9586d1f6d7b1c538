"""Checks of the attributes of ai.onnx.ml's models: lists whose lengths belong together, and numbers
that are indices. Tables are read without further checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.ml.scores import Labels


def require_entries(b: KrnlBuilder, count: int, *names: str, at_least: bool = False) -> None:
    """Each of these lists has this many entries, or at least as many."""
    for name in names:
        found = len(b.attr(name) or ())
        if found < count or (found > count and not at_least):
            few = "at least " if at_least else ""
            raise b.error(f"has {found} entries in {name}, expected {few}{count}")


def require_rows(b: KrnlBuilder, rows: int, name: str) -> None:
    """A list is a matrix of this many rows."""
    found = len(b.attr(name) or ())
    if rows < 1 or not found or found % rows:
        raise b.error(f"has {found} entries in {name}, expected {rows} rows of one length")


def require_labels(b: KrnlBuilder, known: Labels, count: int) -> None:
    """There is a label for each class; none at all is valid, too."""
    if known.count not in (0, count):
        raise b.error(f"has {known.count} labels for {count} classes")


def require_range(b: KrnlBuilder, numbers: Iterable[int], size: int, what: str) -> None:
    """Numbers are indices into something of this size."""
    for number in numbers:
        if not 0 <= number < size:
            raise b.error(f"{what} {number}, expected 0 to {size - 1}")


def require_no_cycle(b: KrnlBuilder, branches: Sequence[Sequence[int]]) -> None:
    """No walk along branches from node to node comes back; each has numbers of nodes."""
    above = [0] * len(branches)
    for targets in branches:
        for node in targets:
            above[node] += 1
    free = [node for node, count in enumerate(above) if not count]
    seen = 0
    while free:
        seen += 1
        for node in branches[free.pop()]:
            above[node] -= 1
            if not above[node]:
                free.append(node)
    if seen < len(branches):
        raise b.error("has a branch of a tree that leads back to a node above it")
