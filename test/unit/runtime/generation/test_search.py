"""Which token is chosen from logits."""

from __future__ import annotations

import numpy as np
import pytest

from mlirlite.runtime.generation.drafts import Drafts
from mlirlite.runtime.generation.search import Chooser, Search, probabilities, search_of

RNG = np.random.default_rng(0)


def by_masks(logits: np.ndarray, search: Search) -> np.ndarray:
    """Probabilities of all tokens: each rule says which ones are left."""
    logits = logits.astype(np.float64) / search.temperature
    if search.top_k:
        least = np.sort(logits)[-search.top_k]
        logits = np.where(logits < least, -np.inf, logits)
    chances = np.exp(logits - logits.max())
    chances /= chances.sum()
    before = np.array([chances[chances > c].sum() for c in chances])
    chances = np.where(before < search.top_p, chances, 0)
    return chances / chances.sum()


@pytest.mark.parametrize("top_k", [0, 1, 7])
@pytest.mark.parametrize("top_p", [1.0, 0.8, 1e-9])
@pytest.mark.parametrize("temperature", [0.3, 1.0, 4.0])
def test_probabilities(top_k: int, top_p: float, temperature: float) -> None:
    search = Search(top_k=top_k, top_p=top_p, temperature=temperature)
    for _ in range(20):
        logits = 3 * RNG.standard_normal(50).astype(np.float32)
        chances, tokens = probabilities(logits, search)
        found = np.zeros(50)
        found[tokens] = chances
        np.testing.assert_allclose(found, by_masks(logits, search), atol=1e-12)


def test_tokens_are_drawn_as_often_as_their_probabilities_say() -> None:
    logits = np.log(np.array([0.5, 0.25, 0.15, 0.1], np.float32))
    choose = Chooser(Search(temperature=1.0), 0, [])
    counts = np.bincount([choose(logits) for _ in range(20000)], minlength=4) / 20000
    np.testing.assert_allclose(counts, [0.5, 0.25, 0.15, 0.1], atol=0.015)


def test_a_penalty_makes_tokens_less_likely() -> None:
    logits = np.array([2.0, 1.5, -1.0], np.float32)
    choose = Chooser(Search(repetition_penalty=2.0), 0, [0])
    assert [choose(logits) for _ in range(3)] == [1, 0, 0]
    assert (logits == [2.0, 1.5, -1.0]).all(), "logits are not changed"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("penalty", [1e-30, 0.5, 1.5, 1e30])
def test_a_penalty_and_a_temperature_keep_numbers(penalty: float) -> None:
    logits = np.array([3e38, -3e38, 1, 0, -np.inf], np.float32)
    for temperature in (0, 1e-320, np.float16(6e-8), 1e308):
        search = Search(repetition_penalty=penalty, temperature=temperature)
        assert Chooser(search, 0, range(5))(logits) in range(4)


def test_how_to_draw_asks_for_a_temperature() -> None:
    assert search_of(Search(), {}).temperature == 0
    assert search_of(Search(), {"top_k": 5}).temperature == 1
    assert search_of(Search(temperature=0.7, top_k=5), {"top_p": 0.9}).temperature == 0.7
    assert search_of(Search(temperature=0.7), {"temperature": 0}).temperature == 0
    assert search_of(Search(stop=(3,)), {"stop": 4}).stop == (4,)


def test_drafts_follow_the_last_occurrence() -> None:
    """Beside a search of the whole sequence at each place."""

    def searched(tokens: list[int], count: int) -> list[int]:
        for size in range(min(3, len(tokens) - 1), 0, -1):
            for at in range(len(tokens) - size - 1, -1, -1):
                if tokens[at : at + size] == tokens[-size:]:
                    return tokens[at + size : at + size + count]
        return []

    tokens: list[int] = []
    drafts = Drafts([])
    for token in RNG.integers(0, 4, 300).tolist():
        assert drafts.ahead(5) == searched(tokens, 5)
        drafts.add([token])
        tokens.append(token)
    assert drafts.ahead(0) == []
