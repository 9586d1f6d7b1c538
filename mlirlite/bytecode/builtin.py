"""How builtin's types and attributes are encoded: a code, and the parameters in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mlirlite.bytecode.builtin_elements import (
    read_array,
    read_dense,
    read_sparse,
    read_strings,
    write_array,
    write_dense,
    write_sparse,
    write_strings,
)
from mlirlite.bytecode.builtin_types import read_type, write_type
from mlirlite.bytecode.dialect_encoding import (
    DialectEncoding,
    EntryReader,
    EntryWriter,
    read_integer,
    write_integer,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
    SparseElementsAttr,
)
from mlirlite.ir.locations import (
    UNKNOWN,
    CallSiteLoc,
    FileLineColRange,
    FusedLoc,
    Location,
    NameLoc,
    UnknownLoc,
)
from mlirlite.ir.types import I1, FloatType, IntegerType, NoneType, ShapedType

(
    _ARRAY,
    _DICTIONARY,
    _STRING,
    _TYPED_STRING,
    _FLAT_SYMBOL,
    _SYMBOL,
    _TYPE,
    _UNIT,
    _INTEGER,
    _FLOAT,
    _CALL_SITE,
    _POSITION,
    _FUSED,
    _FUSED_WITH_METADATA,
    _NAMED,
    _UNKNOWN_LOCATION,
    _RESOURCE,
    _DENSE_ARRAY,
    _DENSE,
    _STRINGS,
    _SPARSE,
    _DISTINCT,
    _RANGE,
) = range(23)


def width_of(type: Type) -> int:
    """The bits of an attribute's number; an index has 64."""
    return type.width if isinstance(type, (IntegerType, FloatType)) else 64


# Reading


def _text(entry: EntryReader) -> str:
    """The text of a string attribute that is referred to."""
    found = entry.attribute()
    if not isinstance(found, StringAttr):
        entry.fail(f"expected a string attribute, found {_kind(found)}")
    text: str = found.value
    return text


def location(entry: EntryReader) -> Location:
    """A location that is referred to."""
    found = entry.attribute()
    if not isinstance(found, Location):
        entry.fail(f"expected a location, found {_kind(found)}")
    return found


def _kind(attribute: Attribute) -> str:
    return type(attribute).__name__


def _read_string(entry: EntryReader) -> Attribute:
    return _made(StringAttr, entry.string())


def _read_typed_string(entry: EntryReader) -> Attribute:
    return _made(StringAttr, entry.string(), entry.type())


def _made(cls: Any, *parameters: Any) -> Attribute:
    found: Attribute = cls(*parameters)
    return found


def _read_dictionary(entry: EntryReader) -> Attribute:
    count = entry.count("names and values", 2)
    return _made(DictionaryAttr, tuple([(_text(entry), entry.attribute()) for _ in range(count)]))


def _read_symbol(entry: EntryReader) -> Attribute:
    root = _text(entry)
    nested = entry.list_of("symbols", entry.attribute)
    names = tuple(n.root for n in nested if isinstance(n, SymbolRefAttr) and not n.nested)
    if len(names) != len(nested):
        entry.fail("expected symbols that are no paths")
    return _made(SymbolRefAttr, root, names)


def _read_type_attribute(entry: EntryReader) -> Attribute:
    found: Type = entry.type()
    return found


def _read_integer(entry: EntryReader) -> Attribute:
    type = entry.type()
    value = read_integer(entry, width_of(type))
    width = width_of(type)
    is_unsigned = isinstance(type, IntegerType) and type.is_unsigned
    if width and value >> width - 1 and type is not I1 and not is_unsigned:
        value -= 1 << width
    return _made(IntegerAttr, value, type)


def _read_float(entry: EntryReader) -> Attribute:
    type = entry.type()
    if not isinstance(type, FloatType):
        entry.fail(f"expected a float type, found {_kind(type)}")
    return FloatAttr.from_bits(read_integer(entry, type.width), type)


def _read_call_site(entry: EntryReader) -> Attribute:
    return _made(CallSiteLoc, location(entry), location(entry))


def _read_position(entry: EntryReader) -> Attribute:
    file, line, column = _text(entry), entry.varint(), entry.varint()
    return _made(FileLineColRange, file, line, column, line, column)


def _read_range(entry: EntryReader) -> Attribute:
    file = _text(entry)
    numbers = entry.list_of("numbers of a range", entry.varint)
    match numbers:
        case []:
            place = (0, 0, 0, 0)
        case [line]:
            place = (line, 0, line, 0)
        case [line, column]:
            place = (line, column, line, column)
        case [line, column, last]:
            place = (line, column, line, last)
        case [line, column, last_line, last]:
            place = (line, column, last_line, last)
        case _:
            entry.fail(f"expected at most 4 numbers of a range, found {len(numbers)}")
    return _made(FileLineColRange, file, *place)


def _read_fused(entry: EntryReader, has_metadata: bool) -> Attribute:
    locations = tuple(entry.list_of("locations", partial(location, entry)))
    return _made(FusedLoc, locations, entry.attribute() if has_metadata else None)


def _read_named(entry: EntryReader) -> Attribute:
    return _made(NameLoc, _text(entry), location(entry))


def _read_resource(entry: EntryReader) -> Attribute:
    type = entry.type()
    if not isinstance(type, ShapedType):
        entry.fail(f"expected a shaped type, found {_kind(type)}")
    return _made(DenseResourceAttr, type, entry.resource())


_READERS: dict[int, Callable[[EntryReader], Attribute]] = {
    _ARRAY: lambda e: _made(ArrayAttr, tuple(e.list_of("attributes", e.attribute))),
    _DICTIONARY: _read_dictionary,
    _STRING: _read_string,
    _TYPED_STRING: _read_typed_string,
    _FLAT_SYMBOL: lambda e: _made(SymbolRefAttr, _text(e)),
    _SYMBOL: _read_symbol,
    _TYPE: _read_type_attribute,
    _UNIT: lambda e: UNIT,
    _INTEGER: _read_integer,
    _FLOAT: _read_float,
    _CALL_SITE: _read_call_site,
    _POSITION: _read_position,
    _FUSED: lambda e: _read_fused(e, False),
    _FUSED_WITH_METADATA: lambda e: _read_fused(e, True),
    _NAMED: _read_named,
    _UNKNOWN_LOCATION: lambda e: UNKNOWN,
    _RESOURCE: _read_resource,
    _DENSE_ARRAY: read_array,
    _DENSE: read_dense,
    _STRINGS: read_strings,
    _SPARSE: read_sparse,
    _DISTINCT: lambda e: _made(DistinctAttr, e.attribute()),
    _RANGE: _read_range,
}


# Writing


def _write_array(a: Any, w: EntryWriter) -> None:
    w.varint(_ARRAY)
    w.varint(len(a.value))
    for element in a.value:
        w.attribute(element)


def _write_dictionary(a: Any, w: EntryWriter) -> None:
    w.varint(_DICTIONARY)
    w.varint(len(a.entries))
    for name, value in a.entries:
        w.attribute(StringAttr(name))
        w.attribute(value)


def _write_string(a: Any, w: EntryWriter) -> None:
    typed = a.type is not None and not isinstance(a.type, NoneType)
    w.varint(_TYPED_STRING if typed else _STRING)
    w.string(a.value)
    if typed:
        w.type(a.type)


def _write_symbol(a: Any, w: EntryWriter) -> None:
    w.varint(_SYMBOL if a.nested else _FLAT_SYMBOL)
    w.attribute(StringAttr(a.root))
    if a.nested:
        w.varint(len(a.nested))
        for name in a.nested:
            w.attribute(SymbolRefAttr(name))


def _write_unit(a: Any, w: EntryWriter) -> None:
    w.varint(_UNIT)


def _write_integer(a: Any, w: EntryWriter) -> None:
    w.varint(_INTEGER)
    w.type(a.type)
    write_integer(w, a.value, width_of(a.type))


def _write_float(a: Any, w: EntryWriter) -> None:
    w.varint(_FLOAT)
    w.type(a.type)
    write_integer(w, a.bits, a.type.width)


def _write_call_site(a: Any, w: EntryWriter) -> None:
    w.varint(_CALL_SITE)
    w.attribute(a.callee)
    w.attribute(a.caller)


def _write_range(a: Any, w: EntryWriter) -> None:
    place = (a.line, a.column, a.end_line, a.end_column)
    if place[:2] == place[2:]:
        w.varint(_POSITION)
        w.attribute(StringAttr(a.file))
        w.varint(a.line)
        w.varint(a.column)
        return
    w.varint(_RANGE)
    w.attribute(StringAttr(a.file))
    numbers = (a.line, a.column, a.end_column) if a.line == a.end_line else place
    w.varint(len(numbers))
    for number in numbers:
        w.varint(number)


def _write_fused(a: Any, w: EntryWriter) -> None:
    w.varint(_FUSED if a.metadata is None else _FUSED_WITH_METADATA)
    w.varint(len(a.locations))
    for part in a.locations:
        w.attribute(part)
    if a.metadata is not None:
        w.attribute(a.metadata)


def _write_named(a: Any, w: EntryWriter) -> None:
    w.varint(_NAMED)
    w.attribute(StringAttr(a.value))
    w.attribute(a.child)


def _write_unknown(a: Any, w: EntryWriter) -> None:
    w.varint(_UNKNOWN_LOCATION)


def _write_resource(a: Any, w: EntryWriter) -> None:
    w.varint(_RESOURCE)
    w.type(a.type)
    w.resource(a.resource)


def _write_distinct(a: Any, w: EntryWriter) -> None:
    w.varint(_DISTINCT)
    w.attribute(a.referenced)


def _coded(code: int, write: Callable[[Any, EntryWriter], None]) -> Any:
    def coded(a: Any, w: EntryWriter) -> None:
        w.varint(code)
        write(a, w)

    return coded


_WRITERS: dict[type[Attribute], Callable[[Any, EntryWriter], None]] = {
    ArrayAttr: _write_array,
    DictionaryAttr: _write_dictionary,
    StringAttr: _write_string,
    SymbolRefAttr: _write_symbol,
    UnitAttr: _write_unit,
    IntegerAttr: _write_integer,
    FloatAttr: _write_float,
    CallSiteLoc: _write_call_site,
    FileLineColRange: _write_range,
    FusedLoc: _write_fused,
    NameLoc: _write_named,
    UnknownLoc: _write_unknown,
    DenseResourceAttr: _write_resource,
    DenseArrayAttr: _coded(_DENSE_ARRAY, write_array),
    DenseElementsAttr: _coded(_DENSE, write_dense),
    DenseStringElementsAttr: _coded(_STRINGS, write_strings),
    SparseElementsAttr: _coded(_SPARSE, write_sparse),
    DistinctAttr: _write_distinct,
}


class BuiltinEncoding(DialectEncoding):
    """The encoding of the builtin dialect."""

    def read_attribute(self, entry: EntryReader) -> Attribute:
        code = entry.varint()
        read = _READERS.get(code)
        if read is None:
            entry.fail(f"builtin has no attribute of code {code}")
        return read(entry)

    def read_type(self, entry: EntryReader) -> Type:
        return read_type(entry)

    def write_attribute(self, attribute: Attribute, entry: EntryWriter) -> bool:
        if isinstance(attribute, Type):
            entry.varint(_TYPE)
            entry.type(attribute)
            return True
        write = _WRITERS.get(type(attribute))
        if write is None:
            return False
        write(attribute, entry)
        return True

    def write_type(self, type: Type, entry: EntryWriter) -> bool:
        return write_type(type, entry)


ENCODING = BuiltinEncoding()
