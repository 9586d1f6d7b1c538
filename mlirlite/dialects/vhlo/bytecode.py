"""How VHLO's attributes and types are encoded in bytecode: a code, and their parameters. The codes
are those of StableHLO, which never change."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from mlirlite.bytecode.dialect_encoding import (
    DialectEncoding,
    EntryReader,
    EntryWriter,
    read_integer,
    write_integer,
)
from mlirlite.dialects import vhlo
from mlirlite.dialects.vhlo.types import FROM_VHLO
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr, FloatAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, FloatType, IndexType, IntegerType, ShapedType
from mlirlite.rewriting.type_conversion import NoCounterpart

Field = tuple[Callable[[EntryReader], Any], Callable[[EntryWriter, Any], None]]
"""How a parameter is read and written."""


def _list_of(field: Field) -> Field:
    read, write = field

    def write_all(entry: EntryWriter, values: Any) -> None:
        entry.varint(len(values))
        for value in values:
            write(entry, value)

    return lambda entry: tuple(entry.list_of("values", lambda: read(entry))), write_all


def _read_double(entry: EntryReader) -> float:
    found: float = struct.unpack("<d", read_integer(entry, 64).to_bytes(8, "little"))[0]
    return found


def _write_double(entry: EntryWriter, value: float) -> None:
    write_integer(entry, int.from_bytes(struct.pack("<d", value), "little"), 64)


def _read_pair(entry: EntryReader) -> tuple[Attribute, Attribute]:
    return entry.attribute(), entry.attribute()


def _write_pair(entry: EntryWriter, pair: tuple[Attribute, Attribute]) -> None:
    for attribute in pair:
        entry.attribute(attribute)


def _write_flagged(entry: EntryWriter, attribute: Attribute | None) -> None:
    entry.varint(int(attribute is not None))
    if attribute is not None:
        entry.attribute(attribute)


_NUMBER: Field = (lambda e: e.varint(), lambda e, v: e.varint(v))
_SIGNED: Field = (lambda e: e.svarint(), lambda e, v: e.svarint(v))
_SIZES = _list_of(_SIGNED)
_DOUBLE: Field = (_read_double, _write_double)
_TEXT: Field = (lambda e: e.string(), lambda e, v: e.string(v))
_TYPE: Field = (lambda e: e.type(), lambda e, v: e.type(v))
_ATTRIBUTE: Field = (lambda e: e.attribute(), lambda e, v: e.attribute(v))
_MAYBE: Field = (lambda e: e.optional_attribute(), lambda e, v: e.optional_attribute(v))
_FLAGGED: Field = (lambda e: e.attribute() if e.varint() else None, _write_flagged)
"""As `_MAYBE`, in other bytes: 0, or 1 and the attribute."""

_ATTRIBUTES: dict[int, tuple[str, tuple[Field, ...]]] = {
    1: ("array_v1", (_list_of(_ATTRIBUTE),)),
    2: ("bool_v1", ((lambda e: bool(e.varint()), lambda e, v: e.varint(int(v))),)),
    3: ("comparison_direction_v1", (_NUMBER,)),
    4: ("comparison_type_v1", (_NUMBER,)),
    5: ("api_version_v1", (_NUMBER,)),
    6: ("dict_v1", (_list_of((_read_pair, _write_pair)),)),
    7: ("fft_type_v1", (_NUMBER,)),
    10: ("output_operand_alias_v1", (_SIZES, _SIGNED, _SIZES)),
    11: ("precision_v1", (_NUMBER,)),
    12: ("rng_algorithm_v1", (_NUMBER,)),
    13: ("rng_distribution_v1", (_NUMBER,)),
    14: ("string_v1", (_TEXT,)),
    16: ("transpose_v1", (_NUMBER,)),
    17: ("type_v1", (_TYPE,)),
    18: ("type_extensions_v1", (_SIZES,)),
    19: ("result_accuracy_mode_v1", (_NUMBER,)),
    20: ("result_accuracy_v1", (_DOUBLE, _DOUBLE, _SIGNED, _ATTRIBUTE)),
    21: ("sub_axis_info_v1", (_SIGNED, _SIGNED)),
    22: ("axis_ref_v1", (_ATTRIBUTE, _FLAGGED)),
    23: ("replica_group_mesh_axes_v1", (_ATTRIBUTE, _ATTRIBUTE)),
    24: ("mesh_axis_v1", (_ATTRIBUTE, _SIGNED)),
    25: ("mesh_v1", (_ATTRIBUTE, _MAYBE)),
}
_FLOAT, _INTEGER, _TENSOR = 8, 9, 15
_NUMBERS = {"float_v1": _FLOAT, "integer_v1": _INTEGER, "tensor_v1": _TENSOR}

_STORED = (_NUMBER, _TYPE, _TYPE)
_TYPES: dict[int, tuple[str, tuple[Field, ...]]] = {
    **dict(enumerate((n, ()) for n in ("bool_v1", "", "bf16_v1", "f16_v1", "f32_v1", "f64_v1"))),
    1: ("complex_v1", (_TYPE,)),
    6: ("f8E4M3FN_v1", ()),
    7: ("f8E5M2_v1", ()),
    8: ("func_v1", (_list_of(_TYPE), _list_of(_TYPE))),
    9: ("index_v1", ()),
    **{10 + i: (f"i{4 << i}_v1", ()) for i in range(5)},
    **{15 + i: (f"ui{4 << i}_v1", ()) for i in range(5)},
    22: ("token_v1", ()),
    23: ("tuple_v1", (_list_of(_TYPE),)),
    24: ("quant_v1", (*_STORED, _DOUBLE, _SIGNED, _SIGNED, _SIGNED)),
    25: ("unranked_tensor_v1", (_TYPE,)),
    26: ("witness_v1", ()),
    27: ("f8E4M3FNUZ_v1", ()),
    28: ("f8E5M2FNUZ_v1", ()),
    29: ("f8E4M3B11FNUZ_v1", ()),
    31: ("i2_v1", ()),
    32: ("ui2_v1", ()),
    33: ("none_v1", ()),
    34: ("tf31_v1", ()),
    35: ("f8E4M3_v1", ()),
    36: ("f8E3M4_v1", ()),
    37: ("f4E2M1FN_v1", ()),
    38: ("f6E2M3FN_v1", ()),
    39: ("f6E3M2FN_v1", ()),
    40: ("f8E8M0FNU_v1", ()),
    41: ("buffer_v1", (_SIZES, _TYPE)),
    42: ("future_v1", (_list_of(_TYPE),)),
}
_RANKED, _ENCODED, _PER_AXIS = 20, 21, 30
_AXIS_FIELDS = (*_STORED, _NUMBER, _SIGNED, _SIGNED, _list_of(_DOUBLE), _list_of(_SIGNED))
_AXIS_NAMES = (
    *("flags", "storageType", "expressedType", "quantizedDimension"),
    *("storageTypeMin", "storageTypeMax", "scales", "zeroPoints"),
)

_CODES = {name: (code, fields) for code, (name, fields) in _ATTRIBUTES.items()}
_TYPE_CODES = {name: (code, fields) for code, (name, fields) in _TYPES.items()}


class VhloEncoding(DialectEncoding):
    """The encoding of VHLO."""

    def read_attribute(self, entry: EntryReader) -> Attribute:
        code = entry.varint()
        found: Attribute
        if code in (_FLOAT, _INTEGER, _TENSOR):
            found = _read_number(code, entry)
            return found
        if code not in _ATTRIBUTES:
            entry.fail(f"vhlo has no attribute of code {code}")
        name, fields = _ATTRIBUTES[code]
        cls: Any = vhlo.DIALECT.attribute_class(f"vhlo.{name}")
        values = [read(entry) for read, _ in fields]
        if issubclass(cls, EnumAttr) and values[0] not in set(cls.cases):
            entry.fail(f"'{name}' has no case {values[0]}")
        found = cls(*(map(cls.cases, values) if issubclass(cls, EnumAttr) else values))
        return found

    def write_attribute(self, attribute: Attribute, entry: EntryWriter) -> bool:
        name = type(attribute).name.removeprefix("vhlo.")
        if name in _NUMBERS:
            entry.varint(_NUMBERS[name])
            _write_number(attribute, entry)
            return True
        if name not in _CODES:
            return False
        code, fields = _CODES[name]
        entry.varint(code)
        for parameter, (_, write) in zip(type(attribute).parameters, fields, strict=True):
            write(entry, getattr(attribute, parameter))
        return True

    def read_type(self, entry: EntryReader) -> Type:
        code = entry.varint()
        made: Any = vhlo.DIALECT.type_class
        found: Type
        if code in (_RANKED, _ENCODED):
            encoding = entry.attribute() if code == _ENCODED else None
            found = made("vhlo.tensor_v1")(_SIZES[0](entry), entry.type(), encoding)
        elif code == _PER_AXIS:
            values = {n: r(entry) for n, (r, _) in zip(_AXIS_NAMES, _AXIS_FIELDS, strict=True)}
            cls = made("vhlo.quant_per_axis_v1")
            found = cls(*(values[n] for n in cls.parameters))
        elif code in _TYPES:
            name, fields = _TYPES[code]
            found = made(f"vhlo.{name}")(*[read(entry) for read, _ in fields])
        else:
            entry.fail(f"vhlo has no type of code {code}")
        return found

    def write_type(self, type: Type, entry: EntryWriter) -> bool:
        cls: Any = type.__class__
        name = cls.name.removeprefix("vhlo.")
        parameters: tuple[str, ...] = cls.parameters
        fields: tuple[Field, ...]
        if name == "tensor_v1":
            encoding = getattr(type, "encoding", None)
            entry.varint(_RANKED if encoding is None else _ENCODED)
            if encoding is not None:
                entry.attribute(encoding)
            parameters, fields = ("shape", "elementType"), (_SIZES, _TYPE)
        elif name == "quant_per_axis_v1":
            entry.varint(_PER_AXIS)
            parameters, fields = _AXIS_NAMES, _AXIS_FIELDS
        elif name in _TYPE_CODES:
            code, fields = _TYPE_CODES[name]
            entry.varint(code)
        else:
            return False
        for parameter, (_, write) in zip(parameters, fields, strict=True):
            write(entry, getattr(type, parameter))
        return True


def _read_number(code: int, entry: EntryReader) -> Attribute:
    """A number or a tensor: the type in VHLO, and the bits."""
    type = entry.type()
    try:
        stored = FROM_VHLO.convert(type)
    except NoCounterpart as e:
        entry.fail(str(e))
    value: Attribute
    if code == _FLOAT and isinstance(stored, FloatType):
        value = FloatAttr.from_bits(read_integer(entry, stored.width), stored)
        return _made("float_v1", type, value)
    if code == _INTEGER and isinstance(stored, (IntegerType, IndexType)):
        width = stored.width if isinstance(stored, IntegerType) else 64
        value = IntegerAttr(read_integer(entry, width), stored)
        return _made("integer_v1", type, value)
    if code == _TENSOR and isinstance(stored, ShapedType) and stored.has_static_shape:
        raw = entry.blob()
        value = DenseElementsAttr(stored, _booleans(raw, stored) if _is_boolean(stored) else raw)
        return _made("tensor_v1", type, value)
    entry.fail(f"a number or tensor cannot have the type {stored}")


def _made(name: str, *parameters: Any) -> Attribute:
    found: Attribute = vhlo.DIALECT.attribute_class(f"vhlo.{name}")(*parameters)
    return found


def _write_number(attribute: Any, entry: EntryWriter) -> None:
    entry.type(attribute.type)
    value = getattr(attribute, type(attribute).parameters[1])
    if isinstance(value, FloatAttr):
        write_integer(entry, value.bits, value.type.width)
    elif isinstance(value, IntegerAttr):
        width = value.type.width if isinstance(value.type, IntegerType) else 64
        write_integer(entry, value.value, width)
    elif _is_boolean(value.type):
        entry.blob(_bits(bytes(value.raw), value.type.num_elements))
    else:
        entry.blob(value.raw)


def _is_boolean(type: ShapedType) -> bool:
    return type.element_type is I1


_SPLAT = b"\xff"
_DIGITS = b"01" + bytes(range(2, 256))


def _booleans(raw: bytes | memoryview, type: ShapedType) -> bytes:
    """A byte for each Boolean, one for a splat. Old files have no bits, but these bytes."""
    count = type.num_elements
    if bytes(raw[:2]) == _SPLAT:
        return b"\1"
    if len(raw) != -(-count // 8) or len(raw) == count:
        return bytes(raw)
    digits = f"{int.from_bytes(raw, 'little'):0{8 * len(raw)}b}"[::-1][:count]
    found = digits.encode().translate(bytes(max(0, i - 48) & 255 for i in range(256)))
    return found[:1] if len(set(found)) == 1 else found


def _bits(raw: bytes, count: int) -> bytes:
    if len(raw) == 1 and count > 1:
        return _SPLAT if raw[0] else b"\0"
    bits = int(raw.translate(_DIGITS)[::-1].decode(), 2) if raw else 0
    return bits.to_bytes(-(-count // 8), "little")


ENCODING = VhloEncoding()
