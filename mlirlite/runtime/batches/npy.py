"""Numpy's format of an array, read from a stream that anybody may have written.

numpy reads the head of an array as an expression of Python, and asks the stream for as many bytes
as the head claims. Here the head is a list of three known entries, and no more is asked for
than there is."""

from __future__ import annotations

import math
import os
import re
from contextlib import ExitStack
from typing import IO, Any
from zipfile import ZipFile

import numpy as np

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.record import Record

_MAGIC = b"\x93NUMPY"
_LENGTH_BYTES = {1: 2, 2: 4, 3: 4}
"""Of the head's length, by version."""
_LONGEST_HEAD = 1 << 16
_ENTRY = re.compile(
    r"""\s*(?:'descr'|"descr")\s*:\s*(?P<descr>'[^'\\]*'|"[^"\\]*"|\[.*\])\s*"""
    r"""|\s*(?:'fortran_order'|"fortran_order")\s*:\s*(?P<fortran_order>True|False)\s*"""
    r"""|\s*(?:'shape'|"shape")\s*:\s*\((?P<shape>[\d\s,L]*)\)\s*""",
    re.DOTALL,
)
_TYPE = re.compile(r"[<>|=]?(?:[biufcSUV][1-9]\d{0,9}|[SUV]0|\?)")
_MOST_DIMENSIONS = 64
_PIECE = 16 << 20


class Head(Record):
    """What an array's first bytes say of the rest."""

    dtype: Any
    shape: tuple[int, ...]
    by_columns: bool
    """Whether the first dimension changes fastest."""

    @property
    def size(self) -> int:
        """Bytes of the elements."""
        return math.prod(self.shape) * int(self.dtype.itemsize)


def read_head(stream: IO[bytes], what: str) -> Head:
    """The head of an array at the beginning of a stream. DiagnosticError for any that numpy does
    not write, and for types that no tensor has."""
    start = stream.read(len(_MAGIC) + 2)
    if len(start) < len(_MAGIC) + 2 or not start.startswith(_MAGIC):
        raise DiagnosticError(f"{what} is not in numpy's format: found {start!r} at its beginning")
    version = start[-2], start[-1]
    if version[0] not in _LENGTH_BYTES or version[1]:
        raise DiagnosticError(
            f"{what} has version {version[0]}.{version[1]} of numpy's format: expected 1.0, 2.0 or "
            "3.0"
        )
    count = int.from_bytes(stream.read(_LENGTH_BYTES[version[0]]), "little")
    if count > _LONGEST_HEAD:
        raise DiagnosticError(
            f"{what} has a head of {count} bytes: expected at most {_LONGEST_HEAD}"
        )
    text = stream.read(count)
    if len(text) < count:
        raise DiagnosticError(
            f"{what} ends early: expected a head of {count} bytes, found {len(text)}"
        )
    return _head_of(text.decode("latin1" if version[0] < 3 else "utf-8", "replace"), what)


def _head_of(text: str, what: str) -> Head:
    entries: dict[str, str] = {}
    body = text.strip()
    at, end = 1, len(body) - 1
    while at < end and (found := _ENTRY.match(body, at, end)):
        key = found.lastgroup or ""
        at = found.end() + 1
        if key in entries or (found.end() < end and body[found.end()] != ","):
            break
        entries[key] = found[key]
    if (
        not body.startswith("{")
        or not body.endswith("}")
        or body[at:end].strip()
        or len(entries) < 3
    ):
        raise DiagnosticError(
            f"{what} has a head that numpy does not write: expected 'descr', 'fortran_order' and "
            f"'shape', found {_short(body)}"
        )
    sizes = [s.strip().removesuffix("L") for s in entries["shape"].split(",")]
    if sizes and not sizes[-1]:
        sizes.pop()
    if not all(s.isdecimal() and len(s) < 20 for s in sizes) or len(sizes) > _MOST_DIMENSIONS:
        raise DiagnosticError(
            f"{what}: expected a shape of at most {_MOST_DIMENSIONS} sizes, found "
            f"({_short(entries['shape'])})"
        )
    shape = tuple(map(int, sizes))
    if math.prod(max(s, 1) for s in shape) > 2**62:
        raise DiagnosticError(f"{what} has shape {list(shape)}, more than memory has addresses for")
    return Head(_type_of(entries["descr"], what), shape, entries["fortran_order"] == "True")


def _type_of(descr: str, what: str) -> Any:
    if "|O" in descr or descr[1:-1] == "O":
        raise DiagnosticError(f"{what} has Python's objects, which are not read")
    name = "" if descr.startswith("[") else descr[1:-1]
    if _TYPE.fullmatch(name):
        try:
            return np.dtype(name)
        except (TypeError, ValueError, OverflowError):
            pass
    raise DiagnosticError(
        f"{what} has elements of type {_short(descr)}, which no tensor has: expected one such as "
        "'<f4'"
    )


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


class ArrayStream:
    """An array that is read from a stream row by row; `size` is how many bytes the stream has. One
    whose first dimension changes fastest has no rows in a stream, and is read as a whole.
    DiagnosticError for a head that claims more than the stream has."""

    def __init__(self, stream: IO[bytes], size: int, what: str) -> None:
        self._stream, self._what = stream, what
        self.head = read_head(stream, what)
        self._whole: Any = None
        wanted = math.prod(self.head.shape) * self.head.dtype.itemsize
        found = max(0, size - stream.tell())
        if wanted > found:  # before anyone plans by the number of rows
            raise DiagnosticError(
                f"{what} ends early: expected {wanted} bytes of elements, found {found}"
            )

    def whole(self) -> Any:
        """All of it, before any rows are read; DiagnosticError when the stream ends early."""
        if self._whole is None:
            order: Any = "F" if self.head.by_columns else "C"
            content = self._read(0, math.prod(self.head.shape))
            self._whole = content.reshape(self.head.shape, order=order)
        return self._whole

    def rows(self, start: int, count: int) -> Any:
        """The next rows; DiagnosticError when the stream ends early."""
        if self.head.by_columns:
            return np.ascontiguousarray(self.whole()[start : start + count])
        inner = self.head.shape[1:]
        return self._read(start, count * math.prod(inner)).reshape((count, *inner))

    def _read(self, start: int, items: int) -> Any:
        size = items * self.head.dtype.itemsize
        content = bytearray()
        # in pieces: a zip's reader copies what it has for each 64 KB that it adds
        while len(content) < size and (
            piece := self._stream.read(min(_PIECE, size - len(content)))
        ):
            content += piece
        if len(content) != size:
            raise DiagnosticError(
                f"{self._what} ends early, after row {start}: expected {size} more bytes, found "
                f"{len(content)}"
            )
        return np.frombuffer(content, self.head.dtype) if size else np.empty(items, self.head.dtype)


def array_of_file(stream: IO[bytes], what: str) -> ArrayStream:
    """The array of an open .npy file."""
    return ArrayStream(stream, os.fstat(stream.fileno()).st_size, what)


def array_of_member(archive: ZipFile, member: str, stack: ExitStack, what: str) -> ArrayStream:
    """The array of a member of a .npz file, which `stack` closes."""
    stream = stack.enter_context(archive.open(member))
    return ArrayStream(stream, archive.getinfo(member).file_size, what)
