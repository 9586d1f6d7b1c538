"""Numbers and bytes of the format: `Bytes` reads them from a buffer, `Emitter` collects them.

An unsigned integer has a prefix in its lowest bits: as many zeros as bytes follow the first, then
a one; a first byte of zero is followed by eight bytes. Signed ones are zigzag: 0, -1, 1, -2, …"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn, TypeVar

from mlirlite.ir.locations import FileLineColRange
from mlirlite.support.diagnostics import DiagnosticError, error

T = TypeVar("T")

ONE_BYTE = bytes(range(1, 256, 2))
"""The bytes that are integers of their own."""
PADDING = 0xCB
"""Fills the space before what is aligned."""


class Bytes:
    """A position in a buffer. `base` is the offset of the buffer in the file, for errors, which
    also name `what` is read."""

    __slots__ = ("base", "data", "end", "name", "pos", "what")

    def __init__(
        self, data: bytes | memoryview, base: int = 0, name: str = "<bytecode>", what: str = "file"
    ) -> None:
        self.data = data
        self.pos = 0
        self.end = len(data)
        self.base = base
        self.name = name
        self.what = what

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        """Raise a DiagnosticError: what is wrong at an offset of the buffer, by default here."""
        offset = self.base + (self.pos if at is None else at)
        raise damaged(self.name, f"{message}, in the {self.what}", offset)

    @property
    def left(self) -> int:
        """How many bytes follow."""
        return self.end - self.pos

    def byte(self) -> int:
        """One byte."""
        if self.pos >= self.end:
            self.fail("expected a byte, found the end")
        found = self.data[self.pos]
        self.pos += 1
        return found

    def flag(self) -> bool:
        """A byte that is 0 or 1."""
        found = self.byte()
        if found > 1:
            self.fail(f"expected a Boolean, found byte {found}", self.pos - 1)
        return bool(found)

    def varint(self) -> int:
        """An unsigned integer of 64 bits."""
        pos = self.pos
        if pos >= self.end:
            self.fail("expected an integer, found the end")
        first = self.data[pos]
        if first & 1:
            self.pos = pos + 1
            return first >> 1
        value, self.pos = self.long_varint(pos)
        return value

    def long_varint(self, pos: int) -> tuple[int, int]:
        """An integer of several bytes at a position, and the position that follows."""
        first = self.data[pos]
        size = (first & -first).bit_length() if first else 9
        stop = pos + size
        if stop > self.end:
            self.fail(f"expected an integer of {size} bytes, found {self.end - pos}", pos)
        if first:
            return int.from_bytes(self.data[pos:stop], "little") >> size, stop
        return int.from_bytes(self.data[pos + 1 : stop], "little"), stop

    def svarint(self) -> int:
        """A signed integer of 64 bits."""
        found = self.varint()
        return found >> 1 ^ -(found & 1)

    def with_flag(self) -> tuple[int, bool]:
        """An integer whose lowest bit is a flag."""
        found = self.varint()
        return found >> 1, bool(found & 1)

    def count(self, what: str, least: int = 1) -> int:
        """How many things follow, each of `least` bytes or more."""
        at = self.pos
        found = self.varint()
        if found * least > self.end - self.pos:
            self.fail(f"expected {what}, found {found} of them in {self.left} bytes", at)
        return found

    def list_of(self, what: str, read: Callable[[], T], least: int = 1) -> list[T]:
        """A list: how many things, and these."""
        return [read() for _ in range(self.count(what, least))]

    def take(self, size: int, what: str) -> bytes | memoryview:
        """The next bytes."""
        start = self.pos
        if size > self.end - start:
            self.fail(f"expected {size} bytes of {what}, found {self.left}")
        self.pos = start + size
        return self.data[start : self.pos]

    def terminated(self, what: str) -> bytes:
        """The bytes before the next zero byte."""
        stop = bytes(self.data[self.pos : self.end]).find(0)
        if stop < 0:
            self.fail(f"expected a zero byte after {what}")
        found = bytes(self.take(stop, what))
        self.pos += 1
        return found

    def align(self, alignment: int) -> None:
        """Skip padding up to a multiple of a power of two, counted from the start of the buffer."""
        if alignment & (alignment - 1) or not alignment:
            self.fail(f"expected an alignment that is a power of two, found {alignment}")
        stop = -(-(self.pos + self.base) // alignment) * alignment - self.base
        if stop > self.end:
            self.fail(f"expected padding up to a multiple of {alignment}, found the end")
        while self.pos < stop:
            if self.byte() != PADDING:
                self.fail(f"expected padding, bytes of {PADDING:#x}", self.pos - 1)

    def part(self, size: int, what: str) -> Bytes:
        """The next bytes as a buffer of their own, which holds the `what`."""
        start = self.pos
        return Bytes(self.take(size, f"the {what}"), self.base + start, self.name, what)

    def finish(self) -> None:
        """Fail unless everything was read."""
        if self.pos < self.end:
            self.fail(f"expected the end, found {self.left} more bytes")


def damaged(name: str, message: str, offset: int | None = None) -> DiagnosticError:
    """The error about a file of bytecode."""
    at = "" if offset is None else f" at byte {offset}"
    return DiagnosticError(error(f"invalid bytecode{at}: {message}", FileLineColRange(name, 0, 0)))


class Emitter:
    """What is written, in pieces: those of others are not copied. `alignment` is what the start of
    the whole must have."""

    __slots__ = ("_parts", "_size", "alignment", "tail")

    def __init__(self) -> None:
        self.tail = bytearray()
        self._parts: list[bytes | bytearray | memoryview] = []
        self._size = 0
        self.alignment = 1

    @property
    def size(self) -> int:
        """Number of bytes up to now."""
        return self._size + len(self.tail)

    def varint(self, value: int) -> None:
        """An unsigned integer."""
        if value < 128:
            self.tail.append(value << 1 | 1)
        else:
            self.tail += long_varint(value)

    def svarint(self, value: int) -> None:
        """A signed integer of 64 bits."""
        self.varint((value << 1 ^ value >> 63) & (1 << 64) - 1)

    def with_flag(self, value: int, flag: bool) -> None:
        """An integer and a flag."""
        self.varint(value << 1 | flag)

    def byte(self, value: int) -> None:
        """One byte."""
        self.tail.append(value)

    def raw(self, data: bytes | bytearray | memoryview) -> None:
        """Bytes as they are; many are not copied."""
        if len(data) < 1 << 12:
            self.tail += data
            return
        self._parts += (self.tail, data)
        self._size += len(self.tail) + len(data)
        self.tail = bytearray()

    def blob(self, data: bytes | bytearray | memoryview) -> None:
        """Bytes behind their number."""
        self.varint(len(data))
        self.raw(data)

    def align(self, alignment: int) -> None:
        """Padding up to a multiple of a power of two."""
        if alignment > 1:
            self.tail += bytes((PADDING,)) * (-self.size % alignment)
            self.alignment = max(self.alignment, alignment)

    def section(self, number: int, body: Emitter) -> None:
        """Another emitter's bytes as a section, aligned as that needs it."""
        code = len(self.tail)
        self.tail.append(number)
        self.varint(body.size)
        if self.size % body.alignment:
            self.varint(body.alignment)
            self.align(body.alignment)
            self.tail[code] |= 0x80
        else:
            self.alignment = max(self.alignment, body.alignment)
        for piece in body.pieces():
            self.raw(piece)

    def pieces(self) -> Iterator[bytes | bytearray | memoryview]:
        """All bytes, in pieces."""
        yield from self._parts
        yield self.tail


def long_varint(value: int) -> bytes:
    """An integer of more than seven bits."""
    size = -(-value.bit_length() // 7)
    if size > 8:
        return b"\0" + value.to_bytes(8, "little")
    return ((value << 1 | 1) << size - 1).to_bytes(size, "little")
