"""Steps of a language model: new tokens go in, their logits come out, and keys and values of all
positions so far are kept in between."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.runtime.binding import OrtValue
from mlirlite.runtime.generation.words import Words
from mlirlite.support.diagnostics import DiagnosticError

Tokens = Sequence[Sequence[int]]
Array = np.ndarray[Any, Any]


_LEAST_ROWS = 256
"""Positions that buffers have at first, if there are so many."""


class Cache(ABC):
    """Positions of a batch of sequences. `room` limits them; `pad` fills up shorter rows."""

    def __init__(self, session: Any, words: Words, batch: int, room: int, pad: int) -> None:
        self._session, self._words = session, words
        self._batch, self.room, self._pad = batch, room, pad

    @abstractmethod
    def advance(self, new: Tokens) -> list[Array]:
        """Run the model on each sequence's new tokens, at least one of each; their logits, a row
        for each token, or the last row only if the model gives no others."""

    @abstractmethod
    def keep(self, counts: Sequence[int]) -> None:
        """Keep so many of each sequence's new tokens, and forget those after them."""

    @abstractmethod
    def spare(self) -> int:
        """How many more tokens than one may be new at the next step."""

    def _rows(self, logits: Array, new: Tokens, first: Sequence[int]) -> list[Array]:
        """Those of the new tokens, which begin at a row each."""
        count = max(map(len, new))
        found = logits.shape
        if len(found) != 3 or found[0] != self._batch or found[1] not in (1, count):
            raise DiagnosticError(
                f"{self._words.model}: '{self._words.logits.name}' has shape {list(found)}, "
                f"expected [{self._batch}, {count}, tokens]"
            )
        if found[1] == count:
            return [x[at : at + len(n)] for x, n, at in zip(logits, new, first, strict=True)]
        if any(at + len(n) != count for n, at in zip(new, first, strict=True)):
            raise DiagnosticError(
                f"{self._words.model}: there are logits of the last token only; prompts of a batch "
                "must have one length then"
            )
        return list(logits)

    def _feeds(self, ids: Array, mask: Array, places: Array) -> dict[str, Array]:
        """The inputs beside the caches that the model has."""
        w = self._words
        given = ((w.ids, ids), (w.mask, mask), (w.places, places))
        return {s.name: a.astype(s.dtype) for s, a in given if s is not None}


class Buffers(Cache):
    """One buffer for each past and its present, with room for all positions. Each sequence begins
    at its first row; what shorter ones of a batch have behind their end is overwritten later."""

    def __init__(self, session: Any, words: Words, batch: int, room: int, pad: int) -> None:
        super().__init__(session, words, batch, room, pad)
        self._ends = [0] * batch
        self._arrays = words.empty(batch, 0)
        self._held = 0
        self._binding = session.io_binding()
        self._binding.bind_output(words.logits.name)

    def _reserve(self, rows: int) -> None:
        """Buffers for this many positions: twice as many as before, so that few are copied."""
        if rows <= self._held:
            return
        held = min(self.room, max(rows, 2 * self._held, _LEAST_ROWS))
        arrays = self._words.empty(self._batch, held)
        for name, array in self._arrays.items():
            arrays[name][:, :, : self._held] = array
        self._arrays, self._held = arrays, held
        for past in self._words.caches:
            value = OrtValue(arrays[past.name])
            self._binding.bind_ortvalue_input(past.name, value)
            self._binding.bind_ortvalue_output(past.present, value)

    def advance(self, new: Tokens) -> list[Array]:
        """As in the base class."""
        count = max(map(len, new))
        self._reserve(max(self._ends) + count)
        ids = np.full((self._batch, count), self._pad)
        mask = np.zeros((self._batch, max(self._ends) + count), np.int64)
        is_first = not any(self._ends)
        for row, (tokens, end) in enumerate(zip(new, self._ends, strict=True)):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens) if is_first else end + count] = 1
        places = np.add.outer(self._ends, np.arange(count)).clip(max=self.room - 1)
        for name, feed in self._feeds(ids, mask, places).items():
            self._binding.bind_cpu_input(name, feed)
        self._session.run_with_iobinding(self._binding)
        return self._rows(self._binding.get_outputs()[0].numpy(), new, [0] * self._batch)

    def keep(self, counts: Sequence[int]) -> None:
        """As in the base class."""
        self._ends = [end + n for end, n in zip(self._ends, counts, strict=True)]

    def spare(self) -> int:
        """As in the base class."""
        return self.room - max(self._ends) - 1


class Grown(Cache):
    """A present is a past with more rows. Shorter sequences of a batch begin with rows that the
    mask hides."""

    def __init__(self, session: Any, words: Words, batch: int, room: int, pad: int) -> None:
        super().__init__(session, words, batch, room, pad)
        self._arrays = words.empty(batch, 0)
        self._mask = np.zeros((batch, 0), np.int64)
        self._new = 0
        if words.mask is None:
            self._no_batches()

    def _no_batches(self) -> None:
        if self._batch > 1:
            raise DiagnosticError(
                f"{self._words.model}: there is no input for a mask, without which prompts cannot "
                "be a batch; give one prompt at a time"
            )

    def advance(self, new: Tokens) -> list[Array]:
        """As in the base class."""
        self._new = count = max(map(len, new))
        first = [count - len(tokens) for tokens in new]
        ids, mask = np.full((self._batch, count), self._pad), np.zeros((self._batch, count), int)
        for row, (tokens, at) in enumerate(zip(new, first, strict=True)):
            ids[row, at:], mask[row, at:] = tokens, 1
        self._mask = np.concatenate([self._mask, mask], 1)
        places = (self._mask.cumsum(1) - 1).clip(0)[:, -count:]
        names = [p.present for p in self._words.caches]
        feeds = self._feeds(ids, self._mask, places) | self._arrays
        logits, *found = self._session.run([self._words.logits.name, *names], feeds)
        self._arrays = {p.name: a for p, a in zip(self._words.caches, found, strict=True)}
        return self._rows(logits, new, first)

    def keep(self, counts: Sequence[int]) -> None:
        """As in the base class."""
        left = self._mask.shape[1] - self._new + counts[0]
        if self._batch == 1 and left < self._mask.shape[1]:
            self._mask = self._mask[:, :left]
            self._arrays = {n: a[:, :, :left] for n, a in self._arrays.items()}

    def spare(self) -> int:
        """As in the base class: rows of several sequences cannot be cut at different places."""
        return 0 if self._batch > 1 else self.room - self._mask.shape[1] - 1
