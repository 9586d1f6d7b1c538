"""The tables of a file: its texts, dialects and names of operations, and the attributes and types,
which are read when they are first referred to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from mlirlite.bytecode.dialect_encoding import DialectEncoding, EntryReader
from mlirlite.bytecode.encoding import ONE_BYTE, Bytes
from mlirlite.bytecode.encodings import encoding_of
from mlirlite.bytecode.resources import ResourceTable
from mlirlite.bytecode.sections import NAMES, Section, Since
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DistinctAttr
from mlirlite.ir.context import Context
from mlirlite.ir.locations import Location
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.parser.readers import READERS
from mlirlite.parser.text.state import ParserState
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.source import SourceFile

_DEPTH = 48
"""Entries that are read inside one another; deeper ones are read first."""
_SMALL = 1 << 16
"""Bytes of an entry that are copied."""
_ATTRIBUTE, _TYPE = "attribute", "type"


def read_strings(section: Bytes) -> list[str]:
    """The texts of the string section: their lengths stand in reverse order before them."""
    sizes = section.list_of("texts", section.varint)[::-1]
    found = []
    for size in sizes:
        raw = bytes(section.take(size, "a text"))
        if not raw.endswith(b"\0"):
            section.fail("expected a zero byte after a text", section.pos - 1)
        found.append(raw[:-1].decode("utf-8", "surrogateescape"))
    section.finish()
    return found


class DialectEntry:
    """A dialect that a file names. `version` are the bytes that say which version it has."""

    __slots__ = ("_loaded", "encoding", "name", "version", "version_value")

    def __init__(self, name: str, version: Bytes | None) -> None:
        self.name = name
        self.version = version
        self.version_value: Any = None
        self.encoding: DialectEncoding | None = None
        self._loaded = False

    def load(self, tables: Tables) -> DialectEncoding | None:
        """How the dialect encodes attributes and types; None where it does not."""
        if not self._loaded:
            self._loaded = True
            self.encoding = encoding_of(tables.context.dialect(self.name))
            if self.encoding is not None and self.version is not None:
                entry = tables.entry(self.version)
                self.version_value = self.encoding.read_version(entry)
        return self.encoding


class OpName(NamedTuple):
    """The name of an operation, and whether its producer had its declaration."""

    name: str
    registered: bool


def groups(
    section: Bytes, dialects: Sequence[DialectEntry], count: int
) -> Iterator[tuple[DialectEntry, int]]:
    """The dialects of `count` things that are listed by dialect, and how many each has here."""
    while count > 0:
        at = section.pos
        number = section.varint()
        if number >= len(dialects):
            section.fail(f"expected a dialect below {len(dialects)}, found {number}", at)
        size = section.varint()
        if not 0 < size <= count:
            section.fail(f"expected a group of 1 to {count}, found {size}", at)
        count -= size
        yield dialects[number], size


def read_dialects(
    section: Bytes, strings: Sequence[str], version: int
) -> tuple[list[DialectEntry], list[OpName]]:
    """The dialects of the dialect section, and the names of operations."""

    def text(number: int) -> str:
        if number >= len(strings):
            section.fail(f"expected a text below {len(strings)}, found {number}")
        return strings[number]

    dialects = []
    for _ in range(section.count("dialects")):
        if version < Since.DIALECT_VERSIONS:
            dialects.append(DialectEntry(text(section.varint()), None))
            continue
        number, is_versioned = section.with_flag()
        name = text(number)
        stated = read_section(section, Section.DIALECT_VERSIONS) if is_versioned else None
        dialects.append(DialectEntry(name, stated))
    names: list[OpName] = []

    def read_name(dialect: DialectEntry) -> None:
        number, registered = section.varint(), True
        if version >= Since.NATIVE_PROPERTIES:
            number, registered = number >> 1, bool(number & 1)
        word = text(number)
        names.append(OpName(f"{dialect.name}.{word}" if word else dialect.name, registered))

    if version >= Since.ELIDED_LOCATIONS:
        for dialect, size in groups(section, dialects, section.count("names of operations")):
            for _ in range(size):
                read_name(dialect)
        section.finish()
    else:
        while section.left:
            at = section.pos
            section.varint()
            size = section.varint()
            if not size:
                section.fail("expected a group of names", at)
            section.pos = at
            for dialect, found in groups(section, dialects, size):
                for _ in range(found):
                    read_name(dialect)
    return dialects, names


def read_section(data: Bytes, expected: Section) -> Bytes:
    """The body of a section, which must be of this kind."""
    at = data.pos
    number, body = any_section(data)
    if number is not expected:
        data.fail(f"expected the {NAMES[expected]}, found the {NAMES[number]}", at)
    return body


def any_section(data: Bytes) -> tuple[Section, Bytes]:
    """What a section holds, and its body."""
    at = data.pos
    code = data.byte()
    if code & 0x7F >= len(Section):
        data.fail(f"expected a section below {len(Section)}, found {code & 0x7F}", at)
    number = Section(code & 0x7F)
    size = data.varint()
    if code & 0x80:
        data.align(data.varint())
    return number, data.part(size, NAMES[number])


class _Later(Exception):
    """An entry must be read first: it is nested too deeply."""

    def __init__(self, key: tuple[str, int]) -> None:
        super().__init__()
        self.key = key


class Entry(EntryReader):
    """The bytes of an attribute, a type, a version or properties, with what they refer to."""

    __slots__ = ("tables",)

    def __init__(self, data: Bytes, tables: Tables) -> None:
        super().__init__(data.data, data.base, data.name, data.what)
        self.tables = tables

    def attribute(self) -> Attribute:
        """An attribute that is referred to."""
        at = self.pos
        number = self.varint()
        if number >= len(self.tables.attributes):
            self.fail(f"expected an attribute below {len(self.tables.attributes)}", at)
        return self.tables.attribute(number)

    def optional_attribute(self) -> Attribute | None:
        """An attribute that is referred to, or None."""
        at = self.pos
        found = self.varint()
        if not found:
            return None
        if not found & 1 or found >> 1 >= len(self.tables.attributes):
            self.fail(f"expected an attribute below {len(self.tables.attributes)}, or none", at)
        return self.tables.attribute(found >> 1)

    def type(self) -> Type:
        """A type that is referred to."""
        at = self.pos
        number = self.varint()
        if number >= len(self.tables.types):
            self.fail(f"expected a type below {len(self.tables.types)}", at)
        return self.tables.type(number)

    def string(self) -> str:
        """A text that is referred to."""
        at = self.pos
        number = self.varint()
        if number >= len(self.tables.strings):
            self.fail(f"expected a text below {len(self.tables.strings)}", at)
        return self.tables.strings[number]

    def blob(self) -> bytes | memoryview:
        """Bytes behind their number."""
        return self.take(self.varint(), "data")

    def resource(self) -> Any:
        """A resource that is referred to."""
        at = self.pos
        number = self.varint()
        known = self.tables.resources.handles
        if number >= len(known):
            self.fail(f"expected a resource below {len(known)}, found {number}", at)
        return known[number]

    @property
    def version(self) -> int:
        """The version of the format."""
        return self.tables.version

    def dialect_version(self, dialect: str) -> Any:
        """The version that the file states of a dialect, as its encoding reads it; None without."""
        found = next((d for d in self.tables.dialects if d.name == dialect), None)
        if found is None:
            return None
        found.load(self.tables)
        return found.version_value


class _Entries:
    """Where the bytes of attributes, or of types, are."""

    __slots__ = ("_dialects", "_firsts", "sizes", "starts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.sizes: list[int] = []
        """Sizes; the lowest bit says that the entry is not text."""
        self._firsts: list[int] = []
        self._dialects: list[DialectEntry] = []

    def read(self, offsets: Bytes, dialects: Sequence[DialectEntry], count: int, start: int) -> int:
        """Read the sizes of entries that stand one behind the other from `start`; where they
        end."""
        for dialect, size in groups(offsets, dialects, count):
            self._firsts.append(len(self.sizes))
            self._dialects.append(dialect)
            short = bytes(offsets.data[offsets.pos : offsets.pos + size])
            if len(short) == size and not short.translate(None, ONE_BYTE):
                offsets.pos += size
                self.sizes += [byte >> 1 for byte in short]
            else:
                self.sizes += [offsets.varint() for _ in range(size)]
        ends = list(accumulate((size >> 1 for size in self.sizes), initial=start))
        self.starts = ends[:-1]
        return ends[-1]

    def place(self, number: int) -> tuple[int, int, DialectEntry]:
        """Start, size with the flag, and dialect of an entry."""
        dialect = self._dialects[bisect_right(self._firsts, number) - 1]
        return self.starts[number], self.sizes[number], dialect


class Tables:
    """What the sections of a file say, beside the operations."""

    def __init__(
        self,
        context: Context,
        version: int,
        strings: list[str],
        dialects: list[DialectEntry],
        op_names: list[OpName],
        resources: ResourceTable,
        ours: bool,
    ) -> None:
        self.context = context
        self.version = version
        self.strings = strings
        self.dialects = dialects
        self.op_names = op_names
        self.resources = resources
        self.attributes: list[Attribute | None] = []
        """Attributes by number; None where they are not read yet."""
        self.types: list[Type | None] = []
        self._entries = {_ATTRIBUTE: _Entries(), _TYPE: _Entries()}
        self._section = Bytes(b"")
        self._depth = 0
        self._active: set[tuple[str, int]] = set()
        self._identified: dict[tuple[str, str], Type] = {}
        self._distinct: dict[int, DistinctAttr] | None = {} if ours else None
        """Distinct attributes by number, where these hold in all texts of the file. MLIR differs:
        each text of upstream's files counts from 0, so that what several share comes apart."""

    def entry(self, data: Bytes) -> Entry:
        """A buffer of these tables."""
        return Entry(data, self)

    def locate(self, offsets: Bytes, section: Bytes) -> None:
        """Find attributes and types: the offset section has their sizes."""
        self._section = section
        attributes = offsets.count("attributes")
        types = offsets.count("types")
        at = 0
        for count, kind in ((attributes, _ATTRIBUTE), (types, _TYPE)):
            at = self._entries[kind].read(offsets, self.dialects, count, at)
        if at > section.end:
            offsets.fail(f"expected entries within {section.end} bytes, found {at}")
        offsets.finish()
        self.attributes = [None] * attributes
        self.types = [None] * types

    def attribute(self, number: int) -> Attribute:
        """The attribute of this number, which is in the table."""
        found = self.attributes[number]
        return self._read((_ATTRIBUTE, number)) if found is None else found

    def type(self, number: int) -> Type:
        """The type of this number, which is in the table."""
        found = self.types[number]
        if found is None:
            read = self._read((_TYPE, number))
            assert isinstance(read, Type)
            found = read
        return found

    def location(self, number: int) -> Location:
        """The location of this number, which is in the table. DiagnosticError when it is none."""
        found = self.attribute(number)
        if not isinstance(found, Location):
            start = self._entries[_ATTRIBUTE].starts[number]
            self._section.fail(f"expected a location as attribute {number}", start)
        return found

    def _read(self, key: tuple[str, int]) -> Attribute:
        if self._depth >= _DEPTH:
            raise _Later(key)
        if self._depth:
            return self._decode(key)
        waiting = [key]
        known = {key}
        while waiting:
            try:
                found = self._decode(waiting[-1])
                known.remove(waiting.pop())
            except _Later as e:
                self._depth = 0
                self._active.clear()
                if e.key in known:
                    self._cycle(e.key)
                waiting.append(e.key)
                known.add(e.key)
        return found

    def _cycle(self, key: tuple[str, int]) -> None:
        start = self._entries[key[0]].starts[key[1]]
        self._section.fail(f"{key[0]} {key[1]} contains itself", start)

    def _decode(self, key: tuple[str, int]) -> Attribute:
        kind, number = key
        known: list[Any] = self.attributes if kind is _ATTRIBUTE else self.types
        found: Attribute | None = known[number]
        if found is not None:
            return found
        if key in self._active:
            self._cycle(key)
        start, size, dialect = self._entries[kind].place(number)
        section = self._section
        data = section.data[start : start + (size >> 1)]
        if size >> 1 < _SMALL:
            data = bytes(data)
        what = f"{kind} {number}"
        entry = Entry(Bytes(data, section.base + start, section.name, what), self)
        self._active.add(key)
        self._depth += 1
        try:
            if size & 1:
                found = self._native(kind, entry, dialect)
            else:
                found = self._from_text(kind, entry)
            entry.finish()
        except DiagnosticError:
            self._depth = 0
            raise
        except (ValueError, TypeError, AttributeError, OverflowError) as e:
            self._depth = 0
            entry.fail(str(e) or "it has no such form")
        self._depth -= 1
        self._active.discard(key)
        known[number] = found
        return found

    def _native(self, kind: str, entry: Entry, dialect: DialectEntry) -> Attribute:
        encoding = dialect.load(self)
        if encoding is None:
            entry.fail(f"dialect '{dialect.name}' has no encoding of its own here")
        found = encoding.read_attribute(entry) if kind is _ATTRIBUTE else encoding.read_type(entry)
        return found

    def _from_text(self, kind: str, entry: Entry) -> Attribute:
        text = entry.terminated("the text").decode("utf-8", "surrogateescape")
        source = SourceFile(f"<{entry.name}: {entry.what}>", text)
        state = ParserState(source, self.context, READERS)
        state.resources = self.resources.by_key
        state.identified = self._identified
        if self._distinct is not None:
            state.distinct = self._distinct
        cursor = Cursor(state)
        found = cursor.type() if kind is _TYPE else cursor.attribute()
        if not cursor.at_end:
            raise cursor.fail(f"found trailing characters: '{text[cursor.pos :]}'")
        return found
