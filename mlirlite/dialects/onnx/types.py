"""Types of the onnx dialect, and how ONNX spells the types of values: `tensor(float)`."""

import re
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DictionaryAttr, StringAttr
from mlirlite.ir.types import (
    BF16,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    NONE,
    ComplexType,
    FloatType,
    IntegerType,
    RankedTensorType,
    Signedness,
    TensorType,
    TupleType,
)
from mlirlite.ir.values import Value

VARYING_RANK = "onnx.varying_rank"
"""Marks results of functions: an optional that is a tensor to callers, of a rank that depends on
conditions."""

_LAYOUT = re.compile(r"STANDARD|NCHW([1-9]\d*)C|KCMN4C4K")


class StringType(Type, name="onnx.String"):
    """`!onnx.String`: the element type of tensors of text."""

    assembly_format = ""
    description = "string type"


class SeqType(Type, name="onnx.Seq"):
    """`!onnx.Seq<tensor<*xf32>>`: a list of values, all of the element type."""

    element_type: Type
    assembly_format = "`<` qualified($element_type) `>`"
    description = "SeqType"


class OptType(Type, name="onnx.Opt"):
    """`!onnx.Opt<tensor<*xf32>>`: a tensor or sequence, or nothing."""

    element_type: Type
    assembly_format = "`<` qualified($element_type) `>`"
    description = "OptType"


class LayoutAttr(Attribute, name="onnx.layout"):
    """`#onnx.layout<{dataLayout = "NCHW4C"}>`: the encoding of a tensor in blocks of channels.

    The shape of the tensor stays that of NCHW. In memory, `NCHW16C` is N x C/16 x H x W x 16, the
    last block padded; the padding's content is undefined.
    """

    # MLIR differs: onnx-mlir has blocks of 4 only; ours are as wide as the target's vectors.
    layout: str

    def verify(self) -> None:
        if not _LAYOUT.fullmatch(self.layout):
            raise ValueError(f"unexpected data layout attribute value: {self.layout}")

    @classmethod
    def blocked(cls, channels: int) -> "LayoutAttr":
        """`NCHW<channels>C`."""
        made: LayoutAttr = cls(f"NCHW{channels}C")
        return made

    @property
    def block(self) -> int | None:
        """Channels of a block of `NCHW<x>C`; None for other layouts."""
        found = _LAYOUT.fullmatch(self.layout)
        return int(found[1]) if found is not None and found[1] else None

    @classmethod
    def parse(cls, p: Any) -> "LayoutAttr":
        """Read `<{dataLayout = "…"}>`."""
        p.expect("<")
        at = p.here()
        entries = p.attribute()
        p.expect(">")
        if not isinstance(entries, DictionaryAttr):
            raise p.error("expected a dictionary with the key dataLayout", at)
        for key, value in entries.entries:
            if key != "dataLayout":
                raise p.error(f"unexpected key: {key}", at)
            if not isinstance(value, StringAttr):
                raise p.error("expected a string value for data layout", at)
        layout = entries.get("dataLayout")
        text = layout.value if isinstance(layout, StringAttr) else "STANDARD"
        if not _LAYOUT.fullmatch(text):
            raise p.error(f"unexpected data layout attribute value: {text}", at)
        attribute: LayoutAttr = cls(text)
        return attribute

    def print(self, p: Any) -> None:
        """Write `<{dataLayout = "…"}>`."""
        p.text("<")
        p.attribute(DictionaryAttr((("dataLayout", StringAttr(self.layout)),)))
        p.text(">")


STRING = StringType()
SI64 = IntegerType(64, Signedness.SIGNED)


def _unsigned(width: int) -> Type:
    return IntegerType(width, Signedness.UNSIGNED)


# By number: onnx.TensorProto.DataType.
_DATA_TYPES: tuple[tuple[str, Type] | None, ...] = (
    None,
    ("float", F32),
    ("uint8", _unsigned(8)),
    ("int8", I8),
    ("uint16", _unsigned(16)),
    ("int16", I16),
    ("int32", I32),
    ("int64", I64),
    ("string", STRING),
    ("bool", I1),
    ("float16", F16),
    ("double", F64),
    ("uint32", _unsigned(32)),
    ("uint64", _unsigned(64)),
    ("complex64", ComplexType(F32)),
    ("complex128", ComplexType(F64)),
    ("bfloat16", BF16),
    ("float8e4m3fn", FloatType("f8E4M3FN")),
    ("float8e4m3fnuz", FloatType("f8E4M3FNUZ")),
    ("float8e5m2", FloatType("f8E5M2")),
    ("float8e5m2fnuz", FloatType("f8E5M2FNUZ")),
    ("uint4", _unsigned(4)),
    ("int4", IntegerType(4)),
    ("float4e2m1", FloatType("f4E2M1FN")),
    ("float8e8m0", FloatType("f8E8M0FNU")),
    ("uint2", _unsigned(2)),
    ("int2", IntegerType(2)),
    ("float6e2m3", FloatType("f6E2M3FN")),
    ("float6e3m2", FloatType("f6E3M2FN")),
)
ELEMENT_TYPES: dict[str, Type] = dict(entry for entry in _DATA_TYPES if entry)
"""ONNX's name of an element type -> the type."""
_NAMES = {type: name for name, type in ELEMENT_TYPES.items()}
_NUMBERS = {entry[1]: number for number, entry in enumerate(_DATA_TYPES) if entry}


def element_type(number: int) -> Type | None:
    """The type for a number of onnx.TensorProto.DataType, or None."""
    entry = _DATA_TYPES[number] if 0 <= number < len(_DATA_TYPES) else None
    return entry[1] if entry else None


def numbered_type(number: int) -> Type:
    """As `element_type`; ValueError for an invalid number."""
    found = element_type(number)
    if found is None:
        raise ValueError(f"{number} is not an element type of ONNX")
    return found


def data_type(type: Type) -> int | None:
    """The number in onnx.TensorProto.DataType of an element type, or None."""
    return _NUMBERS.get(type)


_spellings: dict[Attribute, str] = {}


def spelling(type: Attribute) -> str:
    """How ONNX writes a value's type, shapes left out: `seq(tensor(float))`; `none` for no value,
    and an empty string for a type that ONNX does not have."""
    found = _spellings.get(type)
    if found is None:
        found = _spellings[type] = _spell(type)
    return found


def _spell(type: Attribute) -> str:
    if isinstance(type, TensorType):
        name = _NAMES.get(type.element_type)
        return f"tensor({name})" if name else ""
    if isinstance(type, SeqType):
        return f"seq({spelling(type.element_type)})"
    if isinstance(type, OptType):
        return f"optional({spelling(type.element_type)})"
    if isinstance(type, TupleType) and len(type.types) == 2:  # as onnx-mlir writes maps
        key, value = (_NAMES.get(t, "") for t in type.types)
        return f"map({key}, {value})"
    return "none" if type is NONE else ""


def words(spelled: str) -> str:
    """The name of types in messages: `tensor of 32-bit float values`."""
    kind, _, inner = spelled.removesuffix(")").partition("(")
    if kind == "tensor":
        return f"tensor of {_element_words(ELEMENT_TYPES.get(inner))} values"
    if kind == "seq":
        return f"SeqType of {words(inner)} values"
    if kind == "optional":
        return f"OptType of {words(inner)} values"
    if kind == "map":
        key, _, value = inner.partition(", ")
        return f"tuple of {_element_words(ELEMENT_TYPES.get(key))} and " + _element_words(
            ELEMENT_TYPES.get(value)
        )
    return "none type" if spelled == "none" else spelled


def _element_words(type: Type | None) -> str:
    match type:
        case IntegerType():
            sign = "unsigned" if type.is_unsigned else "signless"
            return f"{type.width}-bit {sign} integer"
        case ComplexType():
            return f"complex type with {_element_words(type.element_type)} elements"
        case FloatType(keyword="bf16"):
            return "bfloat16 type"
        case FloatType():
            plain = type.keyword in ("f16", "f32", "f64")
            return f"{type.width}-bit float" if plain else f"{type.keyword} type"
        case StringType():
            return "string type"
    return "unknown"


def block_of(value: Value) -> int | None:
    """Channels of a block, if a tensor is in blocks of channels."""
    encoding = value.type.encoding if isinstance(value.type, RankedTensorType) else None
    return encoding.block if isinstance(encoding, LayoutAttr) else None


def channels_of(value: Value) -> int:
    """Channels of an image, those that fill up the last block not included."""
    if not isinstance(value.type, RankedTensorType):
        raise ValueError(f"'{value.type}' has no known rank")
    return value.type.shape[1]
