"""Tokens that may come next because they did so before: answers often repeat parts of a prompt."""

from __future__ import annotations

from collections.abc import Iterable


class Drafts:
    """The tokens of a sequence, and where each run of up to `longest` tokens went on last."""

    def __init__(self, tokens: Iterable[int], longest: int = 3) -> None:
        self._tokens: list[int] = []
        self._longest = longest
        self._after: dict[tuple[int, ...], int] = {}
        self.add(tokens)

    def add(self, tokens: Iterable[int]) -> None:
        """Tokens that follow."""
        for token in tokens:
            for run in self._runs():
                self._after[run] = len(self._tokens)
            self._tokens.append(token)

    def ahead(self, count: int) -> list[int]:
        """At most this many tokens that followed the last ones where these occurred before, by the
        longest run that did; [] if they are new."""
        if count > 0:
            for run in self._runs():
                if run in self._after:
                    at = self._after[run]
                    return self._tokens[at : at + count]
        return []

    def _runs(self) -> list[tuple[int, ...]]:
        """The last tokens, longer runs first."""
        sizes = range(min(self._longest, len(self._tokens)), 0, -1)
        return [tuple(self._tokens[-size:]) for size in sizes]
