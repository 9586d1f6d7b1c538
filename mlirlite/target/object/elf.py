"""Adds a section with data to a relocatable ELF file, and defines symbols in it that the file
leaves undefined: constants reach the object without going through LLVM.

with_section(object, ".rodata.om", size, {"w": (0, 4000)})  -->  the file without the section's
bytes, and where these go
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from mlirlite.support.diagnostics import DiagnosticError

PROGBITS, SYMTAB, NOBITS = 1, 2, 8
WRITE, ALLOC = 1, 2
_OBJECT, _HIDDEN = 1, 2


@dataclass(frozen=True, slots=True)
class _Format:
    """Offsets of fields in one class and byte order of ELF."""

    order: str
    wide: bool

    @property
    def section(self) -> struct.Struct:
        """name, type, flags, address, offset, size, link, info, alignment, entry size"""
        return struct.Struct(self.order + ("IIQQQQIIQQ" if self.wide else "IIIIIIIIII"))

    @property
    def place(self) -> tuple[struct.Struct, int]:
        """The file's offset of its section headers, and where it is stored."""
        return (struct.Struct(self.order + "Q"), 40) if self.wide else (self.word, 32)

    @property
    def word(self) -> struct.Struct:
        """32 bits."""
        return struct.Struct(self.order + "I")

    @property
    def counts(self) -> tuple[struct.Struct, int]:
        """Size of a section header, their number, the index of the names; and where these are
        stored."""
        return struct.Struct(self.order + "HHH"), 58 if self.wide else 46


@dataclass(frozen=True, slots=True)
class Placed:
    """A file in three parts: `head`, then the section's data, then `tail`."""

    head: bytes
    tail: bytes
    found: frozenset[str]
    """The symbols that the file names: data of others is skipped."""


def is_elf(data: bytes) -> bool:
    """True for the bytes of an ELF file."""
    return data[:4] == b"\x7fELF"


def with_section(
    data: bytes,
    name: str,
    size: int,
    symbols: Mapping[str, tuple[int, int]],
    *,
    alignment: int = 64,
    in_file: bool = True,
) -> Placed:
    """Add a section of `size` bytes. `symbols` are offset and size in it by name; they become
    hidden. With `in_file` false the section takes memory but no bytes of the file. DiagnosticError
    for anything but a relocatable ELF file."""
    if not is_elf(data):
        raise DiagnosticError("expected an ELF object file")
    form = _Format("<" if data[5] == 1 else ">", data[4] == 2)
    buffer = bytearray(data)
    headers = _headers(buffer, form)
    counts, counts_at = form.counts
    header_size, count, names_index = counts.unpack_from(buffer, counts_at)
    if count == 0 or count >= 0xFF00:
        raise DiagnosticError(f"an object file with {count} sections cannot take another")
    found = _define(buffer, form, headers, symbols, count)

    names = headers[names_index]
    table = bytes(buffer[names[4] : names[4] + names[5]])
    texts = table + name.encode() + b"\0"
    pad = -len(buffer) % alignment
    head = bytes(buffer) + b"\0" * pad
    stored = size if in_file else 0
    at = len(head) + stored
    tail = bytearray(b"\0" * (-at % 8))
    names_at = at + len(tail)
    tail += texts
    tail += b"\0" * (-(at + len(tail)) % 8)
    headers_at = at + len(tail)
    headers[names_index] = (*names[:4], names_at, len(texts), *names[6:])
    kind, flags = (PROGBITS, ALLOC) if in_file else (NOBITS, ALLOC | WRITE)
    headers.append((len(table), kind, flags, 0, len(head), size, 0, 0, alignment, 0))
    for header in headers:
        tail += form.section.pack(*header)
    patched = bytearray(head)
    place, place_at = form.place
    if not form.wide and headers_at >= 1 << 32:
        raise DiagnosticError("constants of 4 GB and more do not fit into a 32-bit object file")
    place.pack_into(patched, place_at, headers_at)
    counts.pack_into(patched, counts_at, header_size, count + 1, names_index)
    return Placed(bytes(patched), bytes(tail), frozenset(found))


def _headers(data: bytearray, form: _Format) -> list[tuple[int, ...]]:
    place, at = form.place
    (start,) = place.unpack_from(data, at)
    counts, counts_at = form.counts
    _, count, _ = counts.unpack_from(data, counts_at)
    size = form.section.size
    return [form.section.unpack_from(data, start + i * size) for i in range(count)]


def _define(
    data: bytearray,
    form: _Format,
    headers: list[tuple[int, ...]],
    symbols: Mapping[str, tuple[int, int]],
    section: int,
) -> set[str]:
    """Turn undefined symbols into symbols of a section; returns the names that were found."""
    entry = struct.Struct(form.order + ("IBBHQQ" if form.wide else "IIIBBH"))
    found = set()
    for header in headers:
        if header[1] != SYMTAB:
            continue
        texts = headers[header[6]][4]
        for at in range(header[4], header[4] + header[5], entry.size):
            fields = entry.unpack_from(data, at)
            start = texts + fields[0]
            name = data[start : data.index(b"\0", start)].decode("utf-8", "surrogateescape")
            place = symbols.get(name)
            if place is None:
                continue
            found.add(name)
            offset, size = place
            info = (fields[1] if form.wide else fields[3]) & 0xF0 | _OBJECT
            if form.wide:
                entry.pack_into(data, at, fields[0], info, _HIDDEN, section, offset, size)
            else:
                entry.pack_into(data, at, fields[0], offset, size, info, _HIDDEN, section)
    return found


def symbols_of(data: bytes) -> dict[str, bool]:
    """Global symbols of an ELF object file: True for those that it defines."""
    form = _Format("<" if data[5] == 1 else ">", data[4] == 2)
    entry = struct.Struct(form.order + ("IBBHQQ" if form.wide else "IIIBBH"))
    headers = _headers(bytearray(data), form)
    found = {}
    for header in headers:
        if header[1] != SYMTAB:
            continue
        texts = headers[header[6]][4]
        for at in range(header[4] + entry.size, header[4] + header[5], entry.size):
            fields = entry.unpack_from(data, at)
            info, section = (fields[1], fields[3]) if form.wide else (fields[3], fields[5])
            if info >> 4 == 0:
                continue
            start = texts + fields[0]
            found[data[start : data.index(b"\0", start)].decode()] = section != 0
    return found
