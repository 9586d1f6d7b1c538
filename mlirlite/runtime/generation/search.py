"""How the next token is chosen from a row of logits."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean


@dataclass(frozen=True, slots=True)
class Search:
    """How tokens are chosen, and how many. DiagnosticError for a number that is not possible."""

    max_tokens: int | None = None
    """New tokens of a prompt at most; None: as many as the model has positions for."""
    temperature: float = 0.0
    """0 takes the token with the largest logit. Else logits are divided by it, and the token is
    drawn with the probabilities that softmax gives."""
    top_k: int = 0
    """Draw from this many of the likeliest tokens only; 0 from all."""
    top_p: float = 1.0
    """Draw from the likeliest tokens whose probabilities together reach this."""
    repetition_penalty: float = 1.0
    """Divides positive logits of tokens that a sequence has already, and multiplies others."""
    stop: tuple[int, ...] = ()
    """Tokens that end a sequence; such a token is its last."""
    drafts: int = 0
    """Tokens that are proposed at each step, as they followed the last tokens earlier in the
    sequence. The model checks them in one step; the result is the same."""
    seed: int = 0
    """Of the numbers by which tokens are drawn."""

    def __post_init__(self) -> None:
        for name in ("max_tokens", "top_k", "drafts", "seed"):
            value = getattr(self, name)
            if name == "max_tokens" and value is None:
                continue
            if not _is(value, (int, np.integer)) or value < 0:
                raise DiagnosticError(f"'{name}' must be a whole number from 0 on, found {value!r}")
        for name, expected, least, most in (
            ("temperature", "from 0 on", 0, sys.float_info.max),
            ("top_p", "above 0, to 1", math.ulp(0), 1),
            ("repetition_penalty", "from 1e-30 to 1e30", 1e-30, 1e30),
        ):
            value = getattr(self, name)
            number = value.item() if isinstance(value, np.generic) else value
            if not _is(number, (int, float)) or not least <= number <= most:
                raise DiagnosticError(f"'{name}' must be a number {expected}, found {value!r}")
        for token in self.stop:
            if not _is(token, (int, np.integer)):
                raise DiagnosticError(f"'stop' has numbers of tokens, found {token!r}")


def _is(value: Any, types: tuple[type, ...]) -> bool:
    return isinstance(value, types) and not isinstance(value, bool)


def search_of(defaults: Search, options: dict[str, Any]) -> Search:
    """The defaults of a model with what a caller says. A caller who says how to draw, but not with
    which temperature, gets one of 1. DiagnosticError for an unknown option."""
    known = [f.name for f in fields(Search)]
    for name in options:
        if name not in known:
            near = did_you_mean(name, known)
            raise DiagnosticError(
                f"there is no option '{name}' of generate{near or '; options: ' + ', '.join(known)}"
            )
    values = {name: getattr(defaults, name) for name in known} | options
    if "temperature" not in options and not defaults.temperature:
        draws = any(options.get(name) is not None for name in ("top_k", "top_p"))
        values["temperature"] = 1.0 if draws else 0.0
    stop = values["stop"]
    values["stop"] = tuple(stop) if isinstance(stop, (list, tuple, set, frozenset)) else (stop,)
    return Search(**values)


class Chooser:
    """Chooses tokens of one sequence."""

    def __init__(self, search: Search, number: int, tokens: Sequence[int]) -> None:
        self._search = search
        self._random = np.random.default_rng([search.seed, number])
        self._seen = set(tokens)

    def __call__(self, logits: np.ndarray[Any, Any]) -> int:
        """The next token. DiagnosticError for logits that are not numbers."""
        s = self._search
        logits = logits.astype(np.float32)  # a copy
        if s.repetition_penalty != 1:
            places = [t for t in self._seen if t < len(logits)]
            logits[places] = _penalized(logits[places], s.repetition_penalty)
        token = int(np.argmax(logits))
        if not np.isfinite(logits[token]):
            raise DiagnosticError(
                f"the model gives {logits[token]} as a logit, of token {token}; expected numbers"
            )
        if s.temperature:
            token = self._drawn(logits)
        self._seen.add(token)
        return token

    def _drawn(self, logits: np.ndarray[Any, Any]) -> int:
        chances, tokens = probabilities(logits, self._search)
        sums = np.cumsum(chances)
        place = int(np.searchsorted(sums, self._random.random() * sums[-1], side="right"))
        return int(tokens[min(place, len(tokens) - 1)])


def _penalized(logits: np.ndarray[Any, Any], penalty: float) -> np.ndarray[Any, Any]:
    """Less likely ones, in the precision and the range of f32: those that were numbers stay so."""
    wide, factor = logits.astype(np.float64), float(np.float32(penalty))
    found, most = np.where(wide < 0, wide * factor, wide / factor), np.finfo(np.float32).max
    return np.where(np.isfinite(wide), found.clip(-most, most), wide).astype(np.float32)


def probabilities(
    logits: np.ndarray[Any, Any], search: Search
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Probabilities of the tokens that may be drawn, and these tokens, the likeliest first. Of
    equal ones the smaller token comes first."""
    tokens = np.argsort(-logits, kind="stable")
    if search.top_k:
        tokens = tokens[: search.top_k]
    kept = logits[tokens].astype(np.float64)
    with np.errstate(over="ignore"):  # of what is infinitely less likely
        powers = np.exp((kept - kept[0]) / search.temperature)
    chances = powers / powers.sum()
    if search.top_p < 1:
        count = int(np.searchsorted(np.cumsum(chances), search.top_p)) + 1
        chances, tokens = chances[:count] / chances[:count].sum(), tokens[:count]
    return chances, tokens
