"""How a dialect encodes its types and attributes in bytes rather than as text.

A dialect has its encoding as `ENCODING` in a module `bytecode` of its folder. What it does not
encode is written as text, as for all other dialects."""

from __future__ import annotations

from typing import Any, Protocol

from mlirlite.bytecode.encoding import Bytes
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.resources import Resource


class EntryReader(Bytes):
    """What an encoding reads from: bytes that refer to attributes, types, texts and resources.
    DiagnosticError where the file's tables have no such entry."""

    __slots__ = ()

    def attribute(self) -> Attribute:
        """An attribute that is referred to; a type for the attribute that holds it."""
        raise NotImplementedError

    def optional_attribute(self) -> Attribute | None:
        """An attribute that is referred to, or None."""
        raise NotImplementedError

    def type(self) -> Type:
        """A type that is referred to."""
        raise NotImplementedError

    def string(self) -> str:
        """A text that is referred to."""
        raise NotImplementedError

    def blob(self) -> bytes | memoryview:
        """Bytes behind their number."""
        raise NotImplementedError

    def resource(self) -> Resource:
        """A resource that is referred to."""
        raise NotImplementedError

    @property
    def version(self) -> int:
        """The version of the format."""
        raise NotImplementedError

    def dialect_version(self, dialect: str) -> Any:
        """The version that the file states of a dialect, as its encoding reads it; None without."""
        raise NotImplementedError


class EntryWriter(Protocol):
    """What an encoding writes to: either the bytes, or a list of what is contained."""

    version: int
    """The version of the format."""

    def varint(self, value: int) -> None:
        """An unsigned integer."""

    def svarint(self, value: int) -> None:
        """A signed integer."""

    def byte(self, value: int) -> None:
        """One byte."""

    def string(self, text: str) -> None:
        """A reference to a text."""

    def blob(self, data: bytes | bytearray | memoryview) -> None:
        """Bytes behind their number."""

    def attribute(self, attribute: Attribute) -> None:
        """A reference to an attribute; a type stands for the attribute that holds it."""

    def optional_attribute(self, attribute: Attribute | None) -> None:
        """A reference to an attribute, or none."""

    def type(self, type: Type) -> None:
        """A reference to a type."""

    def resource(self, resource: Resource) -> None:
        """A reference to a resource."""


class DialectEncoding:
    """Base of encodings. A version is what the bytes of a file say of the dialect: an object of the
    encoding's own, or None where a file has none."""

    def read_version(self, entry: EntryReader) -> Any:
        """The dialect's version in a file."""
        return None

    def write_version(self, entry: EntryWriter) -> None:
        """Write the dialect's version; nothing for none."""

    def read_attribute(self, entry: EntryReader) -> Attribute:
        """The attribute that an entry encodes. ValueError when it encodes none."""
        raise ValueError("the dialect encodes no attributes")

    def read_type(self, entry: EntryReader) -> Type:
        """The type that an entry encodes. ValueError when it encodes none."""
        raise ValueError("the dialect encodes no types")

    def write_attribute(self, attribute: Attribute, entry: EntryWriter) -> bool:
        """Write an attribute; False, and nothing written, for one that becomes text."""
        return False

    def write_type(self, type: Type, entry: EntryWriter) -> bool:
        """Write a type; False, and nothing written, for one that becomes text."""
        return False


def write_integer(entry: EntryWriter, value: int, width: int) -> None:
    """An integer whose width the reader knows: a byte, a signed integer, or several words."""
    value &= (1 << width) - 1
    if width <= 8:
        entry.byte(value)
    elif width <= 64:
        entry.svarint(_signed_word(value))
    else:
        words = max(1, -(-value.bit_length() // 64))
        entry.varint(words)
        for i in range(words):
            entry.svarint(_signed_word(value >> 64 * i & _WORD))


def read_integer(entry: EntryReader, width: int) -> int:
    """The bits that `write_integer` has written, as an unsigned integer."""
    if width <= 8:
        value = entry.byte()
    elif width <= 64:
        value = entry.svarint() & _WORD
    else:
        count = entry.count("the words of an integer")
        value = sum((entry.svarint() & _WORD) << 64 * i for i in range(count))
    return int(value & (1 << width) - 1)


_WORD = (1 << 64) - 1


def _signed_word(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value
