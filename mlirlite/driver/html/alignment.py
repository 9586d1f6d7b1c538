"""The structural difference of two texts of one module: lines are aligned by their ops, those of
new ops by their text; names of values do not count.

`mlirlite-diff` compares two files and knows only texts; here the identity of ops is known."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_POPULAR_FROM = 400
"""In texts of at least this many lines, frequent lines are not used as anchors: that would take
quadratic time."""


class Line(NamedTuple):
    """A line of a text: lines with equal text and values have the same `number`; lines that differ
    only in values have the same `shape`; `key` identifies what it shows and is unique in a text."""

    number: int
    shape: int
    key: tuple[int, ...]


Pair = tuple[int, int]
"""A row: positions in the old and in the new text, -1 for none."""


def aligned(old: Sequence[Line], new: Sequence[Line]) -> list[Pair]:
    """The rows of both texts side by side."""
    rows: list[Pair] = []
    i = j = 0
    for k, m in [*_anchors(old, new), (len(old), len(new))]:
        rows += _gap(old, new, i, k, j, m)
        if k < len(old):
            rows.append((k, m))
        i, j = k + 1, m + 1
    return rows


def _anchors(old: Sequence[Line], new: Sequence[Line]) -> list[Pair]:
    """A longest sequence of lines that show the same ops in the same order."""
    places = {line.key: n for n, line in enumerate(new)}
    pairs = [(n, places[line.key]) for n, line in enumerate(old) if line.key in places]
    # the longest increasing sequence of the second numbers
    ends: list[int] = []
    chosen: list[int] = []
    before: list[int] = []
    for n, (_, place) in enumerate(pairs):
        at = bisect_left(ends, place)
        before.append(chosen[at - 1] if at else -1)
        if at == len(ends):
            ends.append(place)
            chosen.append(n)
        else:
            ends[at], chosen[at] = place, n
    found: list[Pair] = []
    at = chosen[-1] if chosen else -1
    while at >= 0:
        found.append(pairs[at])
        at = before[at]
    found.reverse()
    return found


def _gap(old: Sequence[Line], new: Sequence[Line], i: int, k: int, j: int, m: int) -> list[Pair]:
    """Rows between two anchors: lines of the same shape are put side by side."""
    if i == k or j == m:
        return [*((n, -1) for n in range(i, k)), *((-1, n) for n in range(j, m))]
    left, right = ([line.shape for line in t] for t in (old[i:k], new[j:m]))
    matcher = SequenceMatcher(None, left, right, autojunk=max(k - i, m - j) > _POPULAR_FROM)
    rows: list[Pair] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            rows += ((i + n, j + c - a + n) for n in range(a, b))
        else:
            rows += ((i + n, -1) for n in range(a, b))
            rows += ((-1, j + n) for n in range(c, d))
    return rows


EQUAL, ANEW, CHANGED, REMOVED, ADDED = range(5)


def classified(
    rows: Sequence[Pair],
    old: Sequence[Line],
    new: Sequence[Line],
    same_values: Callable[[int, int, dict[int, int]], bool],
) -> list[int]:
    """The kind of each row: equal; new but the same; changed; removed; added. `same_values`, given
    two line numbers and the ops side by side, says whether they mean the same."""
    beside = {
        old[i].key[0]: new[j].key[0]
        for i, j in rows
        if i >= 0 and j >= 0 and len(old[i].key) == len(new[j].key) == 1
    }
    kinds = []
    for i, j in rows:
        if i < 0 or j < 0:
            kinds.append(ADDED if i < 0 else REMOVED)
        elif old[i].number == new[j].number:
            kinds.append(EQUAL)
        elif old[i].shape == new[j].shape and same_values(old[i].number, new[j].number, beside):
            kinds.append(ANEW)
        else:
            kinds.append(CHANGED)
    return kinds
