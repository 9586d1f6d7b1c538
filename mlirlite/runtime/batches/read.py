"""Rows of .npy, .npz and .parquet files, read in parts."""

from __future__ import annotations

import math
import os
import stat
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import IO, Any
from zipfile import BadZipFile, LargeZipFile, ZipFile
from zlib import error as zlib_error

import numpy as np

from mlirlite.runtime.batches.rows import Arrays, Rows, missing
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import DiagnosticError

_DAMAGED: tuple[type[Exception], ...] = (
    *(SyntaxError, KeyError, NotImplementedError, RuntimeError),
    *(LargeZipFile, zlib_error, tokenize.TokenError),
)
"""What Python's and numpy's readers raise for damaged files, which may name a method that does not
exist, ask for a password, or have a header that is no Python."""
with suppress(ImportError):
    from lzma import LZMAError

    _DAMAGED += (LZMAError,)


@contextmanager
def _damage_as_value_error() -> Iterator[None]:
    try:
        yield
    except _DAMAGED as e:
        raise ValueError(str(e) or type(e).__name__) from e


@contextmanager
def open_rows(path: str, inputs: Sequence[NodeArg]) -> Iterator[Rows]:
    """The rows of a file for these inputs: arrays of .npz and columns of .parquet by name, the one
    array of .npy for the only input. DiagnosticError, with the file, for one that cannot be
    read, has no array for an input, or is replaced while it is read."""
    try:
        before = os.stat(path)
        if not stat.S_ISREG(before.st_mode):
            raise DiagnosticError(f"cannot read '{path}': it is not a regular file")
        with ExitStack() as stack:
            if path.endswith(".parquet"):
                from mlirlite.runtime.batches.parquet import ParquetRows  # late: it needs pyarrow

                yield stack.enter_context(ParquetRows(path, inputs))
            else:
                with _damage_as_value_error():
                    arrays = _arrays_of(path, inputs, stack)
                yield arrays
            after = os.stat(path)
    except (OSError, ValueError, EOFError, BadZipFile) as e:
        if isinstance(e, OSError) and e.filename not in (None, path):
            raise
        reason = e.strerror if isinstance(e, OSError) and e.strerror else e
        raise DiagnosticError(f"cannot read '{path}': {reason}") from e
    if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        raise DiagnosticError(f"'{path}' was changed while it was read; run the same again")


def _arrays_of(path: str, inputs: Sequence[NodeArg], stack: ExitStack) -> _ArrayRows:
    names = [i.name for i in inputs]
    if path.endswith(".npy"):
        if len(names) != 1:
            raise DiagnosticError(
                f"'{path}' is one array, but the model has {len(names)} inputs with rows "
                f"({', '.join(names)}); use .npz or .parquet with an array for each"
            )
        file = stack.enter_context(open(path, "rb"))  # noqa: SIM115 - ruff does not see it
        streams: dict[str, IO[bytes]] = {names[0]: file}
    else:
        archive = stack.enter_context(ZipFile(path))
        known = [n.removesuffix(".npy") for n in archive.namelist()]
        for name in names:
            if name not in known:
                raise missing(path, name, known)
        streams = {n: stack.enter_context(archive.open(f"{n}.npy")) for n in names}
    return _ArrayRows(path, {n: _Array(s, f"'{path}': array '{n}'") for n, s in streams.items()})


class _ArrayRows:
    """Arrays with equally many rows."""

    def __init__(self, path: str, arrays: dict[str, _Array]) -> None:
        self._arrays = arrays
        counts = {n: a.shape[0] for n, a in arrays.items()}
        self.count = min(counts.values())
        if len(set(counts.values())) > 1:
            found = ", ".join(f"'{n}' {c}" for n, c in counts.items())
            raise DiagnosticError(f"'{path}': arrays do not have the same number of rows: {found}")

    def parts(self, size: int) -> Iterator[Arrays]:
        for start in range(0, self.count, size):
            n = min(size, self.count - start)
            yield {name: a.rows(start, n) for name, a in self._arrays.items()}


class _Array:
    """An array in numpy's format, read from a stream row by row. One whose first dimension changes
    fastest has no rows in a stream, and is read as a whole."""

    def __init__(self, stream: IO[bytes], what: str) -> None:
        self._stream, self._what = stream, what
        version = np.lib.format.read_magic(stream)
        headers = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }
        if version not in headers:
            raise DiagnosticError(f"{what} has version {version} of numpy's format, not 1.0 or 2.0")
        self.shape, by_columns, self._dtype = headers[version](stream)
        if self._dtype.hasobject:
            raise DiagnosticError(f"{what} has Python's objects, which are not read")
        if not self.shape:
            raise DiagnosticError(f"{what} is a single number: expected rows in a first dimension")
        self._whole: Any = None
        if by_columns:
            content = self._read(0, math.prod(self.shape))
            self._whole = content.reshape(self.shape, order="F")

    def rows(self, start: int, count: int) -> Any:
        """The next rows."""
        if self._whole is not None:
            return np.ascontiguousarray(self._whole[start : start + count])
        inner = self.shape[1:]
        return self._read(start, count * math.prod(inner)).reshape((count, *inner))

    def _read(self, start: int, items: int) -> Any:
        size = items * self._dtype.itemsize
        with _damage_as_value_error():
            content = self._stream.read(size)
        if len(content) != size:
            raise DiagnosticError(
                f"{self._what} ends early, after row {start}: expected {size} more bytes, found "
                f"{len(content)}"
            )
        return np.frombuffer(content, self._dtype) if size else np.empty(items, self._dtype)
