"""Covering samples of products of parameters: few cases in which each combination of a few values
occurs. `covering(cases, 2)` is a pairwise sample."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations


def covering(cases: Sequence[Mapping[str, Hashable]], strength: int) -> list[int]:
    """Positions, in order, of cases that contain each combination of `strength` values of the whole
    list. A case has the values of its parameters by name. It is greedy: the next case is the first
    of those with most combinations that no earlier one has. With fewer than `strength` parameters a
    combination is a whole case."""
    combined = [
        set(combinations(sorted(case.items(), key=lambda item: item[0]), min(strength, len(case))))
        for case in cases
    ]
    missing: set[tuple[tuple[str, Hashable], ...]] = set().union(*combined)
    taken: list[int] = []
    while missing:
        best = max(range(len(cases)), key=lambda i: (len(combined[i] & missing), -i))
        taken.append(best)
        missing -= combined[best]
    return sorted(taken)
