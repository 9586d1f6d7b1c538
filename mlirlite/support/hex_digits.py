"""Hex digits left in a mapped file: the data of resources."""

from __future__ import annotations

import mmap
from collections.abc import Iterator

WINDOW = 4 << 20
"""Bytes that are read at once."""


class HexDigits:
    """A run of hex digits in a mapped file; its length is their number."""

    __slots__ = ("_end", "_file", "_start")

    def __init__(self, file: mmap.mmap, start: int, end: int) -> None:
        self._file = file
        self._start = start
        self._end = end

    def __len__(self) -> int:
        return self._end - self._start

    def windows(self) -> Iterator[bytes]:
        """The bytes that the digits encode, a few MiB at a time. ValueError for an odd number."""
        for start in range(self._start, self._end, WINDOW):
            end = min(start + WINDOW, self._end)
            yield bytes.fromhex(self._file[start:end].decode("ascii"))
            release(self._file, start, end)


def release(file: mmap.mmap, start: int, end: int) -> None:
    """Give back the memory of a range that has been read."""
    first = start - start % mmap.PAGESIZE
    if hasattr(mmap, "MADV_DONTNEED"):
        file.madvise(mmap.MADV_DONTNEED, first, end - first)
