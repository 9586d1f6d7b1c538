"""How an operation's properties are encoded: its inherent attributes by name, then those that are
no attributes, as they are declared; sizes of groups of operands and results at last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from mlirlite.bytecode.dialect_encoding import EntryReader, EntryWriter
from mlirlite.bytecode.sections import Since
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.definition import Op, OpMeta
from mlirlite.ir.native_properties import (
    ArrayProperty,
    BooleanProperty,
    EnumProperty,
    IntegerProperty,
    OptionalProperty,
    StringProperty,
    UnitProperty,
)
from mlirlite.ir.native_property import NativeProperty
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS

_WORD = (1 << 64) - 1


class PropertyCodec:
    """The encoding of one class of operations."""

    def __init__(self, cls: type[Op]) -> None:
        meta: OpMeta = cls
        definition = meta.definition
        self.attributes: list[tuple[str, bool]] = []
        """Names, sorted, and whether the attribute may be missing."""
        self.native: list[tuple[str, NativeProperty]] = []
        self.segments: list[tuple[str, int]] = []
        for name, field in definition.properties.items():
            kind = field.native or cls.cpp_properties.get(name)
            if kind is not None:
                self.native.append((name, kind))
                continue
            may_miss = field.optional or field.default is not None
            self.attributes.append((name, may_miss and name not in cls.required_in_bytecode))
        if definition.operand_sized:
            self.segments.append((OPERAND_SEGMENTS, len(definition.operands)))
        if definition.result_sized:
            self.segments.append((RESULT_SEGMENTS, len(definition.results)))
        self.attributes.sort()
        self.is_empty = not (self.attributes or self.native or self.segments)
        """Whether such operations have no properties."""
        self._with_segments = sorted([*self.attributes, *((n, False) for n, _ in self.segments)])

    def _listed(self, version: int) -> list[tuple[str, bool]]:
        return self.attributes if version >= Since.NATIVE_SEGMENTS else self._with_segments

    def read(self, entry: EntryReader) -> dict[str, Attribute]:
        """The properties that an entry encodes."""
        found: dict[str, Attribute] = {}
        for name, is_optional in self._listed(entry.version):
            value = entry.optional_attribute() if is_optional else entry.attribute()
            if value is not None:
                found[name] = value
        for name, kind in self.native:
            found[name] = kind.encode(_read_native(kind, entry))
        if entry.version >= Since.NATIVE_SEGMENTS:
            for name, count in self.segments:
                found[name] = i32_array(_read_sparse(entry, count))
        entry.finish()
        return found

    def write(self, properties: dict[str, Attribute], entry: EntryWriter) -> None:
        """Write the properties of an operation. KeyError for one that must have a value and has
        none."""
        for name, is_optional in self._listed(entry.version):
            if is_optional:
                entry.optional_attribute(properties.get(name))
            else:
                entry.attribute(properties[name])
        for name, kind in self.native:
            value = properties.get(name, kind.default)
            if value is None:
                raise KeyError(name)
            _write_native(kind, kind.decode(value), entry)
        if entry.version >= Since.NATIVE_SEGMENTS:
            for name, _ in self.segments:
                _write_sparse(cast(DenseArrayAttr, properties[name]).value, entry)


@cache
def codec_of(cls: type[Op]) -> PropertyCodec:
    """The encoding of a class's properties."""
    return PropertyCodec(cls)


def _read_native(kind: NativeProperty, entry: EntryReader) -> Any:
    match kind:
        case IntegerProperty():
            value = entry.varint()
            return value - (1 << 64) if value >> 63 and not kind.unsigned else value
        case EnumProperty(cases=cases):
            return cases(entry.varint())
        case BooleanProperty() | UnitProperty():
            return entry.flag()
        case StringProperty():
            return entry.string()
        case ArrayProperty(element=element):
            return entry.list_of("values", lambda: _read_native(element, entry))
        case OptionalProperty(element=element):
            return _read_native(element, entry) if entry.flag() else None
    raise NotImplementedError(type(kind).__name__)


def _write_native(kind: NativeProperty, value: Any, entry: EntryWriter) -> None:
    match kind:
        case IntegerProperty():
            entry.varint(int(value) & _WORD)
        case EnumProperty():
            entry.varint(int(getattr(value, "value", value)))
        case BooleanProperty() | UnitProperty():
            entry.byte(bool(value))
        case StringProperty():
            entry.string(value)
        case ArrayProperty(element=element):
            entry.varint(len(value))
            for one in value:
                _write_native(element, one, entry)
        case OptionalProperty(element=element):
            entry.byte(value is not None)
            if value is not None:
                _write_native(element, value, entry)
        case _:
            raise NotImplementedError(type(kind).__name__)


_WIDEST_INDEX = 8
"""The most bits of an index in a sparse array."""


def _read_sparse(entry: EntryReader, size: int) -> list[int]:
    """Numbers of a known count, of which many may be 0: all, or pairs of an index (its lowest bits)
    and a number."""
    found = [0] * size
    count, is_sparse = entry.with_flag()
    if count > size:
        entry.fail(f"expected at most {size} numbers, found {count}")
    if not is_sparse:
        for i in range(count):
            found[i] = entry.varint()
    elif count:
        bits = entry.varint()
        if bits > _WIDEST_INDEX:
            entry.fail(f"expected an index of at most {_WIDEST_INDEX} bits, found {bits}")
        for _ in range(count):
            pair = entry.varint()
            index = pair & (1 << bits) - 1
            if index >= size:
                entry.fail(f"expected an index below {size}, found {index}")
            found[index] = pair >> bits
    if any(n >= 1 << 31 for n in found):
        entry.fail("expected numbers of 32 bits")
    return found


def _write_sparse(numbers: Sequence[int], entry: EntryWriter) -> None:
    given = [i for i, n in enumerate(numbers) if n]
    last = given[-1] if given else 0
    if last > 1 << _WIDEST_INDEX or len(given) > len(numbers) // 2:
        entry.varint(len(numbers) << 1)
        for number in numbers:
            entry.varint(number)
        return
    entry.varint(len(given) << 1 | 1)
    if given:
        bits = last.bit_length()
        entry.varint(bits)
        for i in given:
            entry.varint(numbers[i] << bits | i)
