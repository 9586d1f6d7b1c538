"""How quant's types are encoded in bytecode."""

from __future__ import annotations

import struct
from typing import Any

from mlirlite.bytecode.dialect_encoding import (
    DialectEncoding,
    EntryReader,
    EntryWriter,
    read_integer,
    write_integer,
)
from mlirlite.dialects.quant.types import (
    AnyQuantizedType,
    CalibratedQuantizedType,
    QuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr

_ANY, _ANY_EXPRESSED, _CALIBRATED, _UNIFORM, _PER_AXIS, _SUB_CHANNEL = range(1, 7)
_SIGNED = 1


def _read_number(entry: EntryReader) -> float:
    bits = read_integer(entry, 64)
    found: float = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
    return found


def _write_number(entry: EntryWriter, number: float) -> None:
    write_integer(entry, int.from_bytes(struct.pack("<d", number), "little"), 64)


def _range(entry: EntryReader) -> tuple[int, int]:
    return entry.svarint(), entry.svarint()


class QuantEncoding(DialectEncoding):
    """The encoding of quant: a code, how numbers are stored, and what they mean."""

    def read_type(self, entry: EntryReader) -> Type:
        code = entry.varint()
        if code == _CALIBRATED:
            return self._calibrated(entry)
        if not _ANY <= code <= _SUB_CHANNEL:
            entry.fail(f"quant has no type of code {code}")
        signed = bool(entry.varint() & _SIGNED)
        storage = entry.type()
        expressed = None if code == _ANY else entry.type()
        found: Type
        match code:
            case 1 | 2:  # _ANY, _ANY_EXPRESSED
                found = AnyQuantizedType(storage, signed, *_range(entry), expressed)
            case 4:  # _UNIFORM
                scale, zero = _read_number(entry), entry.svarint()
                found = UniformQuantizedType(
                    storage, signed, *_range(entry), expressed, scale, zero
                )
            case 5:  # _PER_AXIS
                axis = entry.varint()
                stored = _range(entry)
                scales = tuple(entry.list_of("scales", lambda: _read_number(entry)))
                zeros = tuple(entry.list_of("zero points", entry.svarint))
                if len(scales) != len(zeros):
                    entry.fail("expected as many scales as zero points")
                found = UniformQuantizedPerAxisType(
                    storage, signed, *stored, expressed, scales, zeros, axis
                )
            case _:
                found = self._sub_channel(entry, storage, signed, expressed)
        return found

    def _calibrated(self, entry: EntryReader) -> Type:
        expressed, low, high = entry.type(), _read_number(entry), _read_number(entry)
        found: Type = CalibratedQuantizedType(None, False, 0, 0, expressed, low, high)
        return found

    def _sub_channel(self, entry: EntryReader, storage: Type, signed: bool, expressed: Any) -> Type:
        stored = _range(entry)
        axes = entry.list_of("axes", entry.svarint)
        sizes = entry.list_of("sizes of blocks", entry.svarint)
        if len(axes) != len(sizes):
            entry.fail("expected as many axes as sizes of blocks")
        scales, zeros = entry.attribute(), entry.attribute()
        if not isinstance(scales, DenseElementsAttr) or not isinstance(zeros, DenseElementsAttr):
            entry.fail("expected dense scales and zero points")
        found: Type = UniformQuantizedSubChannelType(
            storage, signed, *stored, expressed, scales, zeros, tuple(zip(axes, sizes, strict=True))
        )
        return found

    def write_type(self, type: Type, entry: EntryWriter) -> bool:
        if isinstance(type, CalibratedQuantizedType):
            assert type.expressed_type is not None
            entry.varint(_CALIBRATED)
            entry.type(type.expressed_type)
            _write_number(entry, type.min)
            _write_number(entry, type.max)
            return True
        if not isinstance(type, QuantizedType) or type.storage_type is None:
            return False
        expressed = type.expressed_type
        codes: dict[Any, int] = {
            AnyQuantizedType: _ANY if expressed is None else _ANY_EXPRESSED,
            UniformQuantizedType: _UNIFORM,
            UniformQuantizedPerAxisType: _PER_AXIS,
            UniformQuantizedSubChannelType: _SUB_CHANNEL,
        }
        entry.varint(codes[type.__class__])
        entry.varint(_SIGNED if type.is_signed else 0)
        entry.type(type.storage_type)
        if expressed is not None:
            entry.type(expressed)
        if isinstance(type, UniformQuantizedType):
            _write_number(entry, type.scale)
            entry.svarint(type.zero_point)
        elif isinstance(type, UniformQuantizedPerAxisType):
            entry.varint(type.axis)
        entry.svarint(type.storage_min)
        entry.svarint(type.storage_max)
        if isinstance(type, UniformQuantizedPerAxisType):
            entry.varint(len(type.scales))
            for scale in type.scales:
                _write_number(entry, scale)
            entry.varint(len(type.zero_points))
            for zero in type.zero_points:
                entry.svarint(zero)
        elif isinstance(type, UniformQuantizedSubChannelType):
            for numbers in zip(*type.blocks, strict=True) if type.blocks else ((), ()):
                entry.varint(len(numbers))
                for number in numbers:
                    entry.svarint(number)
            entry.attribute(type.scales)
            entry.attribute(type.zero_points)
        return True


ENCODING = QuantEncoding()
