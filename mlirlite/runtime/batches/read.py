"""Rows of arrays, tables and images, read in parts."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from struct import error as struct_error
from typing import Any
from zipfile import BadZipFile, LargeZipFile, ZipFile
from zlib import error as zlib_error

from mlirlite.runtime.batches.images import ImageRows, Images, PathRows, Preparation, listed
from mlirlite.runtime.batches.npy import ArrayStream, array_of_file, array_of_member
from mlirlite.runtime.batches.rows import Arrays, Rows, is_image, missing
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import DiagnosticError

_DAMAGED: tuple[type[Exception], ...] = (
    *(NotImplementedError, RuntimeError, LargeZipFile, zlib_error, EOFError, BadZipFile),
    *(struct_error, OverflowError, KeyError, IndexError),
)
"""What Python's readers of archives raise for damaged ones, which may name a method that does not
exist, ask for a password, or end in a header."""
with suppress(ImportError):
    from lzma import LZMAError

    _DAMAGED += (LZMAError,)


@contextmanager
def damage_as_value_error() -> Iterator[None]:
    """ValueError for what the readers of archives raise."""
    try:
        yield
    except _DAMAGED as e:
        raise ValueError(str(e) or type(e).__name__) from e


@contextmanager
def open_rows(
    path: str, inputs: Sequence[NodeArg], images: Preparation | None = None
) -> Iterator[Rows]:
    """The rows of a file for these inputs: arrays of .npz and columns of .parquet by name, the one
    array of .npy for the only input. Where an input takes numbers and the file has texts, these are
    paths of images, which are prepared as `images` says; so are the lines of .txt and an image,
    which is one row, for the only input. DiagnosticError, with the file, for one that cannot be
    read, has no array for an input, or is replaced while it is read."""
    how = images or Preparation()
    try:
        before = os.stat(path)
        if not stat.S_ISREG(before.st_mode):
            raise DiagnosticError(f"cannot read '{path}': it is not a regular file")
        with ExitStack() as stack:
            if path.endswith(".txt"):
                yield stack.enter_context(listed(path, only_input(path, inputs), how))
            elif is_image(path):
                given = only_input(path, inputs)
                yield ImageRows([path], 1, given.name, Images(given, how))
            elif path.endswith(".parquet"):
                from mlirlite.runtime.batches.parquet import ParquetRows  # late: it needs pyarrow

                rows = stack.enter_context(ParquetRows(path, inputs))
                yield PathRows(rows, path, inputs, how)
            else:
                with damage_as_value_error():
                    arrays = _arrays_of(path, inputs, stack)
                yield PathRows(arrays, path, inputs, how)
            after = os.stat(path)
    except (OSError, ValueError) as e:
        if isinstance(e, OSError) and e.filename not in (None, path):
            raise
        reason = e.strerror if isinstance(e, OSError) and e.strerror else e
        raise DiagnosticError(f"cannot read '{path}': {reason}") from e
    if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        raise DiagnosticError(f"'{path}' was changed while it was read; run the same again")


def load_arrays(path: str, what: str) -> Any:
    """The array of a .npy file; of .npz, arrays by name. DiagnosticError, with `what`, for a file
    that cannot be read, or is no such file."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise ValueError("it is not a regular file")
        with damage_as_value_error(), ExitStack() as stack:
            file = stack.enter_context(open(path, "rb"))
            first = file.read(4)
            file.seek(0)
            if first not in (b"PK\3\4", b"PK\5\6"):
                return array_of_file(file, f"cannot read {what}: it").whole()
            archive = stack.enter_context(ZipFile(file))
            return {
                n: array_of_member(archive, m, stack, f"cannot read {what}: array '{n}'").whole()
                for n, m in _arrays_in(archive).items()
            }
    except (OSError, ValueError) as e:
        reason = e.strerror if isinstance(e, OSError) and e.strerror else e
        raise DiagnosticError(f"cannot read {what}: {reason}") from e


def _arrays_of(path: str, inputs: Sequence[NodeArg], stack: ExitStack) -> _ArrayRows:
    names = [i.name for i in inputs]
    if path.endswith(".npy"):
        only_input(path, inputs)
        file = stack.enter_context(open(path, "rb"))  # noqa: SIM115 - ruff does not see it
        streams = {names[0]: array_of_file(file, f"'{path}': array '{names[0]}'")}
    else:
        archive = stack.enter_context(ZipFile(path))
        known = _arrays_in(archive)
        for name in names:
            if name not in known:
                raise missing(path, name, list(known))
        streams = {
            n: array_of_member(archive, known[n], stack, f"'{path}': array '{n}'") for n in names
        }
    for i in inputs:
        head = streams[i.name].head
        if head.dtype.kind in "US" and i.dtype.kind != "O" and len(head.shape) == 1:
            continue  # paths of images
        _check_rows(i, head.shape, f"'{path}': array '{i.name}'")
    return _ArrayRows(path, streams)


def only_input(path: str, inputs: Sequence[NodeArg]) -> NodeArg:
    """The input for a file that has rows for one. DiagnosticError when there are more."""
    if len(inputs) != 1:
        raise DiagnosticError(
            f"'{path}' has rows for one input, but the model has {len(inputs)} inputs with rows "
            f"({', '.join(i.name for i in inputs)}); use .npz or .parquet with an array for each"
        )
    return inputs[0]


def _check_rows(given: NodeArg, shape: Sequence[int], what: str) -> None:
    """DiagnosticError, before anything is read, for rows that the input does not take."""
    if not shape:
        raise DiagnosticError(f"{what} is a single number: expected rows in a first dimension")
    fits = len(shape) == len(given.shape) and all(
        n == wanted
        for n, wanted in zip(shape[1:], given.shape[1:], strict=True)
        if isinstance(wanted, int)
    )
    if not fits:
        wanted = ", ".join("?" if d is None else str(d) for d in given.shape)
        raise DiagnosticError(
            f"{what} has the wrong shape: expected [{wanted}], found {list(shape)}"
        )


def _arrays_in(archive: ZipFile) -> dict[str, str]:
    """The members of an archive by their arrays' names. Of two with one name the last one counts,
    as for numpy."""
    return {n.removesuffix(".npy"): n for n in archive.namelist()}


class UnequalRowsError(DiagnosticError):
    """Arrays of a file have different first dimensions."""


class _ArrayRows:
    """Arrays with equally many rows."""

    def __init__(self, path: str, arrays: dict[str, ArrayStream]) -> None:
        self._arrays = arrays
        counts = {n: a.head.shape[0] for n, a in arrays.items()}
        self.count = min(counts.values())
        if len(set(counts.values())) > 1:
            found = ", ".join(f"'{n}' {c}" for n, c in counts.items())
            raise UnequalRowsError(f"'{path}': arrays do not have the same number of rows: {found}")

    def parts(self, size: int) -> Iterator[Arrays]:
        for start in range(0, self.count, size):
            n = min(size, self.count - start)
            with damage_as_value_error():
                part = {name: a.rows(start, n) for name, a in self._arrays.items()}
            yield part
