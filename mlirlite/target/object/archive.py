"""Archives of object files (`ar`), with the index that linkers read."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence


def archive_head(member: str, size: int, symbols: Sequence[str]) -> bytes:
    """What precedes the only member of an archive: the index of its symbols, its header. A newline
    follows a member of odd size."""
    names = b"".join(s.encode() + b"\0" for s in symbols)
    index_size = 4 + 4 * len(symbols) + len(names)
    at = 8 + 60 + index_size + index_size % 2
    long_name = f"{member}/\n".encode()
    needs_table = len(member) > 15
    if needs_table:
        at += 60 + len(long_name) + len(long_name) % 2
    index = struct.pack(f">I{len(symbols)}I", len(symbols), *[at] * len(symbols)) + names
    parts = [b"!<arch>\n", *_member("/", index)]
    if needs_table:
        parts += _member("//", long_name)
    parts.append(_header("/0" if needs_table else f"{member}/", size))
    return b"".join(parts)


def _member(name: str, data: bytes) -> Iterator[bytes]:
    yield _header(name, len(data))
    yield data
    if len(data) % 2:
        yield b"\n"


def _header(name: str, size: int) -> bytes:
    """Time, owner and group are 0: the same input makes the same file."""
    return f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{size:<10}`\n".encode()
