"""Covering samples: few cases, in which each combination of values occurs."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from mlirlite.testing.covering import covering

SIDES = {"mode": 3, "threads": 2, "dynamic": 2, "scales": 4, "antialias": 2}


def grid() -> list[dict[str, int]]:
    return [
        dict(zip(SIDES, values, strict=True)) for values in product(*map(range, SIDES.values()))
    ]


@pytest.mark.parametrize(("strength", "most"), [(1, 4), (2, 14), (3, 40)])
def test_each_combination_of_values_occurs(strength: int, most: int) -> None:
    cases = grid()
    taken = covering(cases, strength)
    assert taken == sorted(set(taken))
    assert len(taken) <= most
    for names in combinations(SIDES, strength):
        found = {tuple(cases[i][n] for n in names) for i in taken}
        assert found == set(product(*(range(SIDES[n]) for n in names)))


def test_only_what_occurs_is_covered() -> None:
    """Parameters that go together are no product."""
    cases = [c for c in grid() if c["mode"] == c["threads"]]
    assert {cases[i]["scales"] for i in covering(cases, 1)} == set(range(4))


def test_few_parameters_are_whole() -> None:
    assert covering([{"a": 0}, {"a": 1}], 2) == [0, 1]
    assert covering([{}], 2) == [0]
    assert covering([], 2) == []
