"""Examples in files, in batches that are read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mlirlite.runtime.batches.images import Preparation
from mlirlite.runtime.batches.model import ROWS, stated_size
from mlirlite.runtime.batches.read import UnequalRowsError, load_arrays, open_rows
from mlirlite.runtime.batches.rows import Arrays
from mlirlite.runtime.calibration import split_batches
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import DiagnosticError


class ExampleFiles:
    """Batches of the rows of files for these inputs, read anew each time they are iterated over:
    one batch is in memory at a time. A batch has as many rows as the model takes, or up to 64 where
    it takes any number; what is left is filled up with copies of the last row. Inputs without a
    common number of rows get the arrays of a file as they are. DiagnosticError as `open_rows`
    says."""

    def __init__(
        self, files: Sequence[str], inputs: Sequence[NodeArg], images: Preparation | None = None
    ) -> None:
        self._files, self._inputs, self._images = files, inputs, images
        self._seen = 0
        try:
            self._fixed, self._are_rows = stated_size(inputs), True
        except DiagnosticError:
            self._fixed, self._are_rows = 0, False

    def __len__(self) -> int:
        """How many batches there were; before they are read, as many as there are if the rows of
        all files fit together."""
        if self._seen:
            return self._seen
        size, rows = self._fixed or ROWS, 0
        for file in self._files if self._are_rows else ():
            try:
                with open_rows(file, self._inputs, self._images) as found:
                    rows += found.count
            except UnequalRowsError:
                rows += size
        return max(1, -(-rows // size), 0 if self._are_rows else len(self._files))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        seen = 0
        for batch in self._batches():
            seen += 1
            yield batch
        self._seen = seen

    def _batches(self) -> Iterator[Arrays]:
        held: list[Arrays] = []
        for file in self._files:
            for part in self._parts(file):
                if part is None:
                    yield from self._filled(held)
                    yield from self._whole(file)
                    held = []
                    continue
                if held and _shapes(held[0]) != _shapes(part):
                    yield from self._filled(held)
                    held = []
                held.append(part)
                while (count := _count(held)) >= (size := self._fixed or ROWS):
                    rows = _joined(held)
                    yield {name: a[:size] for name, a in rows.items()}
                    rest = {name: a[size:] for name, a in rows.items()}
                    held = [rest] if count > size else []
        yield from self._filled(held)

    def _parts(self, file: str) -> Iterator[Arrays | None]:
        """The rows of a file; None for one whose arrays are not rows."""
        if not self._are_rows:
            yield None
            return
        try:
            with open_rows(file, self._inputs, self._images) as rows:
                yield from rows.parts(self._fixed or ROWS)
        except UnequalRowsError:
            yield None

    def _filled(self, held: list[Arrays]) -> Iterator[Arrays]:
        """What is held, with as many rows as the model takes."""
        if not held:
            return
        rows = _joined(held)
        more = max(0, self._fixed - _count([rows]))
        yield {n: np.concatenate([a, np.repeat(a[-1:], more, axis=0)]) for n, a in rows.items()}

    def _whole(self, file: str) -> Iterator[Arrays]:
        """The arrays of a file, as they are or in batches of what the model takes."""
        loaded = load_arrays(file, f"'{file}'")
        arrays = loaded if isinstance(loaded, dict) else {self._inputs[0].name: loaded}
        yield from split_batches(self._inputs, arrays)


def _shapes(rows: Arrays) -> dict[str, Any]:
    return {name: a.shape[1:] for name, a in rows.items()}


def _count(held: list[Arrays]) -> int:
    return sum(len(next(iter(rows.values()))) for rows in held)


def _joined(held: list[Arrays]) -> Arrays:
    return {n: np.concatenate([rows[n] for rows in held]) for n in held[0]} if held[1:] else held[0]
