"""The order in which Einsum's operands are multiplied: the cheapest one for the known sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import prod

from mlirlite.ir.types import DYNAMIC
from mlirlite.support.tuning import Fixed

Order = int | tuple["Order", "Order"]
"""The number of an operand, or two orders whose results are multiplied."""

_USUAL: Fixed[int] = 64
"""A dimension that is not known counts as one of this size."""
_MOST: Fixed[int] = 8
"""Of more operands than these, the cheapest pair comes first, without a look ahead."""


def usual_size(letters: str, sizes: Mapping[str, int]) -> int:
    """The number of elements with these letters."""
    return prod(_USUAL if sizes[c] == DYNAMIC else max(1, sizes[c]) for c in letters)


def cheapest_order(terms: Sequence[str], output: str, sizes: Mapping[str, int]) -> Order:
    """How to multiply operands with these letters, two at a time: a letter is summed as soon as no
    other operand and not the output has it."""
    groups: list[tuple[Order, str]] = list(enumerate(terms))
    while len(groups) > _MOST:
        pairs = combinations(range(len(groups)), 2)
        i, j = min(pairs, key=lambda p: _cost(groups[p[0]][1] + groups[p[1]][1], sizes))
        rest = [g for n, g in enumerate(groups) if n not in (i, j)]
        used = set(output).union(*(letters for _, letters in rest))
        kept = "".join(c for c in _unique(groups[i][1] + groups[j][1]) if c in used)
        groups = [*rest, ((groups[i][0], groups[j][0]), kept)]
    return _best([letters for _, letters in groups], output, sizes, [order for order, _ in groups])


def _unique(letters: str) -> str:
    return "".join(dict.fromkeys(letters))


def _cost(letters: str, sizes: Mapping[str, int]) -> int:
    return usual_size(_unique(letters), sizes)


def _best(
    terms: Sequence[str], output: str, sizes: Mapping[str, int], orders: Sequence[Order]
) -> Order:
    everyone = frozenset(range(len(terms)))

    @cache
    def kept(group: frozenset[int]) -> str:
        used = set(output).union(*(terms[i] for i in everyone - group))
        return "".join(c for c in _unique("".join(terms[i] for i in sorted(group))) if c in used)

    @cache
    def best(group: frozenset[int]) -> tuple[int, Order]:
        first, *rest = sorted(group)
        if not rest:
            return 0, orders[first]
        found: list[tuple[int, Order]] = []
        for count in range(len(rest)):
            for some in combinations(rest, count):
                left = frozenset((first, *some))
                (cost, a), (other, b) = best(left), best(group - left)
                here = _cost(kept(left) + kept(group - left), sizes)
                found.append((cost + other + here, (a, b)))
        return min(found, key=lambda f: f[0])

    return best(everyone)[1]
