"""Source files of any size: long hex strings, the data of resources, stay in the mapped file."""

from __future__ import annotations

import mmap
import re

from mlirlite.support.hex_digits import WINDOW, HexDigits, release
from mlirlite.support.reading import read_all
from mlirlite.support.source import BEGINNING, SourceFile

BYTECODE = b"ML\xefR"
"""The first bytes of MLIR's bytecode, which is mapped."""
_SMALL = 1 << 20
"""Files up to this many bytes are read."""
_LARGE = 16 << 20
"""Files up to this many bytes are decoded whole."""
_KEPT = 64
"""Digits that stay in the text: they encode a resource's alignment."""

_blob = re.compile(rb':[ \t\r\n]*+"0x').search
_digits = re.compile(rb"[0-9a-fA-F]*+").match


def open_source(path: str) -> SourceFile:
    """The source file at a path. OSError when it cannot be read."""
    with open(path, "rb") as file:
        try:
            size = file.seek(0, 2)
            file.seek(0)
        except OSError:  # a pipe
            size = 0
        if size > len(BYTECODE):
            begin = file.read(len(BYTECODE))
            file.seek(0)
            if begin == BYTECODE:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                return SourceFile(path, "", bytecode=memoryview(mapped))
        if size <= min(_SMALL, _LARGE):
            return source_of_bytes(path, read_all(file))
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if size > _LARGE:
        return _mapped(path, mapped)
    with mapped:
        return SourceFile(path, str(mapped, "utf-8", "surrogateescape"))


def source_of_bytes(name: str, data: bytes) -> SourceFile:
    """The source file that these bytes are."""
    if data.startswith(BYTECODE):
        return SourceFile(name, "", bytecode=memoryview(data))
    return SourceFile(name, data.decode("utf-8", "surrogateescape"))


def _mapped(path: str, file: mmap.mmap) -> SourceFile:
    pieces: list[str] = []
    cuts: dict[int, HexDigits] = {}
    done = length = 0

    def keep(end: int) -> None:
        nonlocal done, length
        piece = file[done:end].decode("utf-8", "surrogateescape")
        pieces.append(piece)
        length += len(piece)
        done = end

    m = _blob(file)
    while m is not None:
        start = m.end()
        end = _end_of_digits(file, start)
        if end - start > 2 * _KEPT:
            keep(start + _KEPT)
            cuts[length] = HexDigits(file, done, end)
            done = end
        m = _blob(file, end)
    keep(len(file))
    return SourceFile(path, "".join(pieces), BEGINNING, cuts)


def _end_of_digits(file: mmap.mmap, start: int) -> int:
    while True:
        limit = start + WINDOW
        m = _digits(file, start, limit)
        end = m.end() if m is not None else start
        release(file, start, end)
        if end < limit:
            return end
        start = end
