"""A model that takes any number of rows, and a file through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mlirlite.runtime.batches.images import Images, Preparation
from mlirlite.runtime.batches.read import only_input, open_rows
from mlirlite.runtime.batches.rows import Arrays, is_image
from mlirlite.runtime.batches.write import write_rows
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error

ROWS = 64
"""Rows at a time where the model takes any number."""

Unit = tuple[tuple[str, str], ...]
"""What is computed together: a file of rows and the file for its outputs, or some images of a row
each."""


class Batches:
    """A session, or a loaded library, that is given rows: entries of the first dimension of its
    inputs. Those in `constants` are the same for every row; images become rows as `images` says.

    The model takes `size` rows at a time: what its inputs state, else what is asked for, else 64.
    Where it takes a stated number, a part with fewer rows is filled up with its last row, and
    the results of those are dropped. DiagnosticError when the inputs do not have one size of their
    first dimensions, or another than what is asked for."""

    def __init__(
        self,
        session: Any,
        size: int | None = None,
        constants: Mapping[str, Any] | None = None,
        images: Preparation | None = None,
    ) -> None:
        self._session, self._constants = session, dict(constants or {})
        self._images = images or Preparation()
        known = [i.name for i in session.get_inputs()]
        for name in self._constants:
            if name not in known:
                raise DiagnosticError(
                    f"there is no input '{name}'; the model has: {', '.join(known)}"
                )
        self.inputs: list[NodeArg] = [
            i for i in session.get_inputs() if i.name not in self._constants
        ]
        self.outputs: list[NodeArg] = session.get_outputs()
        self._fixed = stated_size(self.inputs)
        if self._fixed and size not in (None, self._fixed):
            raise DiagnosticError(
                f"the model takes {self._fixed} rows at a time, but --batch-size is {size}; leave "
                "it out, or make the first dimension unknown with --shape-information"
            )
        self.size = self._fixed or size or ROWS
        self._alone = False  # whether rows were seen not to depend on those beside them

    def run(self, rows: Arrays, where: str | Sequence[str] = "", first: int = 0) -> Arrays:
        """The outputs for up to `size` rows, of which `first` is the number of the first one in
        `where`; numbers begin at 0. DiagnosticError names the row that is at fault. `where` may
        also be a file for each row."""
        try:
            return self._run(rows)
        except DiagnosticError as e:
            last = first + _length(rows) - 1
            raise self._fault(rows, where, first) or _at(e, where, first, last) from e

    def _fault(
        self, rows: Arrays, where: str | Sequence[str], first: int
    ) -> DiagnosticError | None:
        """The error of the first row that fails alone."""
        for n in range(_length(rows)):
            try:
                self._run({name: a[n : n + 1] for name, a in rows.items()}, check=False)
            except DiagnosticError as e:
                return _at(e, where, first + n, first + n)
        return None

    def _run(self, rows: Arrays, check: bool = True) -> Arrays:
        count = _length(rows)
        if not self._fixed or count == self._fixed:
            return self._called(rows, count)
        found = self._called(self._filled(rows), count)
        if check and not self._alone:
            self._compare(found, self._called(self._filled(rows, change=True), count))
            self._alone = True
        return found

    def _filled(self, rows: Arrays, change: bool = False) -> Arrays:
        """Rows up to the size that the model takes: copies of the last one; with `change`, other
        values, so that the results of the rest differ if they depend on these."""
        more = self._fixed - _length(rows)

        def filler(last: Any) -> Any:
            if not change:
                return last
            return 1 - 2 * last if last.dtype.kind == "f" else np.zeros_like(last)

        return {
            name: np.concatenate([a, np.repeat(filler(a[-1:]), more, axis=0)])
            for name, a in rows.items()
        }

    def _compare(self, found: Arrays, others: Arrays) -> None:
        for name, array in found.items():
            numbers = array.dtype.kind in "fc"
            if not np.array_equal(array, others[name], equal_nan=numbers):
                raise DiagnosticError(
                    f"the model takes {self._fixed} rows at a time, and a row of output '{name}' "
                    "depends on the rows beside it: a part with fewer rows cannot be filled up; "
                    f"give a multiple of {self._fixed} rows"
                )

    def _called(self, rows: Arrays, count: int) -> Arrays:
        """The first rows of the outputs."""
        given = _length(rows)
        results = self._session.run(None, {**rows, **self._constants})
        named = {o.name: a for o, a in zip(self.outputs, results, strict=True)}
        for name, array in named.items():
            if not isinstance(array, np.ndarray) or not array.ndim or len(array) != given:
                shape = list(array.shape) if isinstance(array, np.ndarray) else type(array).__name__
                raise DiagnosticError(
                    f"output '{name}' has no row for each row of the inputs: expected a first "
                    f"dimension of {given}, found {shape}"
                )
            if array.dtype.kind in "OU":
                raise DiagnosticError(f"output '{name}' is text, which is not written in rows")
        return {name: a[:count] for name, a in named.items()}

    def parts(self, rows: Iterable[Arrays], where: str) -> Iterator[Arrays]:
        """The outputs for parts of a file, in order."""
        first = 0
        for part in rows:
            yield self.run(part, where, first)
            first += _length(part)

    def units(self, pairs: Iterable[tuple[str, str]]) -> list[Unit]:
        """What to compute together of files and those for their outputs: up to `size` images."""
        found: list[Unit] = []
        for pair in pairs:
            together = is_image(pair[0]) and found and is_image(found[-1][0][0])
            if together and len(found[-1]) < self.size:
                found[-1] += (pair,)
            else:
                found.append((pair,))
        return found

    def unit(self, unit: Unit, done: Callable[[float], object]) -> int:
        """Write the outputs for a unit; as `file` does it."""
        files = [file for file, _ in unit]
        if not is_image(files[0]):
            return self.file(*unit[0], done)
        given = only_input(files[0], self.inputs)
        rows = {given.name: Images(given, self._images).rows(files)}
        found = self.run(rows, files)
        for n, (_, output) in enumerate(unit):
            with write_rows(output, list(found), 1) as sink:
                sink.write({name: array[n : n + 1] for name, array in found.items()})
            done((n + 1) / len(unit))
        return len(unit)

    def file(self, path: str, output: str, done: Callable[[float], object]) -> int:
        """Write the outputs for the rows of one file to another; `done` is told the share that is
        done. Returns the number of rows. DiagnosticError, with the file and the row, leaves the
        output as it was."""
        names = [o.name for o in self.outputs]
        with (
            open_rows(path, self.inputs, self._images) as rows,
            write_rows(output, names, rows.count) as sink,
        ):
            count = 0
            if not rows.count:
                raise DiagnosticError(f"'{path}' has no rows")
            for found in self.parts(rows.parts(self.size), path):
                try:
                    sink.write(found)
                except DiagnosticError as e:
                    raise _at(e, path, count, count + _length(found) - 1) from e
                count += _length(found)
                done(count / rows.count)
        return count


def stated_size(inputs: Sequence[NodeArg]) -> int:
    """The rows that inputs take, 0 for any number."""
    if not inputs:
        raise DiagnosticError("no input is left for the rows: all are given by --input")
    for i in inputs:
        if not i.shape:
            raise DiagnosticError(
                f"input '{i.name}' has no first dimension for rows; give it with --input"
            )
    sizes = {i.name: i.shape[0] for i in inputs if isinstance(i.shape[0], int)}
    if len(set(sizes.values())) > 1:
        found = ", ".join(f"'{n}' {s}" for n, s in sizes.items())
        raise DiagnosticError(
            f"inputs take different numbers of rows: {found}; give those that are the same for all "
            "rows with --input"
        )
    return next(iter(sizes.values()), 0)


def _length(rows: Arrays) -> int:
    return len(next(iter(rows.values())))


def _at(e: DiagnosticError, where: str | Sequence[str], first: int, last: int) -> DiagnosticError:
    """The same error with its rows."""
    if where and not isinstance(where, str):
        place = " to ".join(dict.fromkeys((f"'{where[first]}'", f"'{where[last]}'")))
    else:
        rows = f"row {first}" if first == last else f"rows {first} to {last}"
        place = f"'{where}', {rows}" if where else rows

    def told(d: Diagnostic) -> Diagnostic:
        made = error(f"{place}: {d.message}", d.where)
        made.notes = d.notes
        return made

    return DiagnosticError([told(e.diagnostics[0]), *e.diagnostics[1:]])
