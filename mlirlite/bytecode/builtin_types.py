"""How builtin's types are encoded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.bytecode.dialect_encoding import EntryReader, EntryWriter
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import AffineMapAttr, StridedLayoutAttr
from mlirlite.ir.types import (
    INDEX,
    NONE,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    RankedTensorType,
    Signedness,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    may_be_in_memref,
    may_be_in_tensor,
    may_be_in_vector,
)

(
    _INTEGER,
    _INDEX,
    _FUNCTION,
    _BF16,
    _F16,
    _F32,
    _F64,
    _F80,
    _F128,
    _COMPLEX,
    _MEMREF,
    _MEMREF_IN_SPACE,
    _NONE,
    _TENSOR,
    _ENCODED_TENSOR,
    _TUPLE,
    _UNRANKED_MEMREF,
    _UNRANKED_MEMREF_IN_SPACE,
    _UNRANKED_TENSOR,
    _VECTOR,
    _SCALABLE_VECTOR,
) = range(21)

_FLOATS = {
    "bf16": _BF16,
    "f16": _F16,
    "f32": _F32,
    "f64": _F64,
    "f80": _F80,
    "f128": _F128,
}


def read_type(entry: EntryReader) -> Type:
    """The type of builtin that an entry encodes."""
    code = entry.varint()
    read = _READERS.get(code)
    if read is None:
        entry.fail(f"builtin has no type of code {code}")
    return read(entry)


def _made(cls: Any, *parameters: Any) -> Type:
    found: Type = cls(*parameters)
    return found


def _read_integer(entry: EntryReader) -> Type:
    found = entry.varint()
    signedness = found & 3
    if signedness > 2:
        entry.fail("expected a signless, signed or unsigned integer type")
    return _made(IntegerType, found >> 2, Signedness(signedness))


def _shape(entry: EntryReader) -> tuple[int, ...]:
    return tuple(entry.list_of("dimensions", entry.svarint))


def _types(entry: EntryReader) -> tuple[Type, ...]:
    return tuple(entry.list_of("types", entry.type))


def _element(entry: EntryReader, kind: str, may_be: Callable[[Type], bool]) -> Type:
    found = entry.type()
    if not may_be(found):
        entry.fail(f"expected a type that may be in a {kind}, found {found}")
    return found


def _read_memref(entry: EntryReader, has_space: bool) -> Type:
    space = entry.attribute() if has_space else None
    shape, element = _shape(entry), _element(entry, "memref", may_be_in_memref)
    layout = entry.attribute()
    if not (
        isinstance(layout, (AffineMapAttr, StridedLayoutAttr))
        or getattr(layout, "is_memref_layout", False)
    ):
        entry.fail(f"expected the layout of a memref, found {type(layout).__name__}")
    return _made(MemRefType, shape, element, layout, space)


def _read_tensor(entry: EntryReader, is_encoded: bool) -> Type:
    encoding = entry.attribute() if is_encoded else None
    shape, element = _shape(entry), _element(entry, "tensor", may_be_in_tensor)
    return _made(RankedTensorType, shape, element, encoding)


def _read_unranked_memref(entry: EntryReader, has_space: bool) -> Type:
    space = entry.attribute() if has_space else None
    return _made(UnrankedMemRefType, _element(entry, "memref", may_be_in_memref), space)


def _read_vector(entry: EntryReader, is_scalable: bool) -> Type:
    scalable = tuple(entry.list_of("scalable dimensions", entry.flag)) if is_scalable else ()
    shape, element = _shape(entry), _element(entry, "vector", may_be_in_vector)
    if is_scalable and len(scalable) != len(shape):
        entry.fail(f"expected {len(shape)} flags of dimensions, found {len(scalable)}")
    return _made(VectorType, shape, element, scalable)


def _float(keyword: str) -> Callable[[EntryReader], Type]:
    found = _made(FloatType, keyword)
    return lambda entry: found


_READERS: dict[int, Callable[[EntryReader], Type]] = {
    _INTEGER: _read_integer,
    _INDEX: lambda e: INDEX,
    _FUNCTION: lambda e: _made(FunctionType, _types(e), _types(e)),
    **{code: _float(keyword) for keyword, code in _FLOATS.items()},
    _COMPLEX: lambda e: _made(ComplexType, e.type()),
    _MEMREF: lambda e: _read_memref(e, False),
    _MEMREF_IN_SPACE: lambda e: _read_memref(e, True),
    _NONE: lambda e: NONE,
    _TENSOR: lambda e: _read_tensor(e, False),
    _ENCODED_TENSOR: lambda e: _read_tensor(e, True),
    _TUPLE: lambda e: _made(TupleType, _types(e)),
    _UNRANKED_MEMREF: lambda e: _read_unranked_memref(e, False),
    _UNRANKED_MEMREF_IN_SPACE: lambda e: _read_unranked_memref(e, True),
    _UNRANKED_TENSOR: lambda e: _made(UnrankedTensorType, _element(e, "tensor", may_be_in_tensor)),
    _VECTOR: lambda e: _read_vector(e, False),
    _SCALABLE_VECTOR: lambda e: _read_vector(e, True),
}


def write_type(type: Type, w: EntryWriter) -> bool:
    """Write a type of builtin; False for a float type that has no code."""
    match type:
        case IntegerType():
            w.varint(_INTEGER)
            w.varint(type.width << 2 | type.signedness)
        case IndexType():
            w.varint(_INDEX)
        case FloatType():
            if type.keyword not in _FLOATS:
                return False
            w.varint(_FLOATS[type.keyword])
        case FunctionType():
            w.varint(_FUNCTION)
            _write_types(type.inputs, w)
            _write_types(type.results, w)
        case TupleType():
            w.varint(_TUPLE)
            _write_types(type.types, w)
        case NoneType():
            w.varint(_NONE)
        case ComplexType():
            w.varint(_COMPLEX)
            w.type(type.element_type)
        case UnrankedTensorType():
            w.varint(_UNRANKED_TENSOR)
            w.type(type.element_type)
        case _:
            return _write_shaped(type, w)
    return True


def _write_shaped(type: Any, w: EntryWriter) -> bool:
    match type:
        case RankedTensorType():
            _write_optional(type.encoding, _TENSOR, _ENCODED_TENSOR, w)
            _write_shape(type.shape, type.element_type, w)
        case MemRefType():
            _write_optional(type.memory_space, _MEMREF, _MEMREF_IN_SPACE, w)
            _write_shape(type.shape, type.element_type, w)
            w.attribute(type.layout or AffineMapAttr(AffineMap.identity(type.rank)))
        case UnrankedMemRefType():
            _write_optional(type.memory_space, _UNRANKED_MEMREF, _UNRANKED_MEMREF_IN_SPACE, w)
            w.type(type.element_type)
        case VectorType():
            scalable = type.scalable_dims
            w.varint(_SCALABLE_VECTOR if scalable else _VECTOR)
            if scalable:
                w.varint(len(scalable))
                for flag in scalable:
                    w.byte(flag)
            _write_shape(type.shape, type.element_type, w)
        case _:
            return False
    return True


def _write_optional(found: Attribute | None, without: int, code: int, w: EntryWriter) -> None:
    w.varint(without if found is None else code)
    if found is not None:
        w.attribute(found)


def _write_shape(shape: tuple[int, ...], element: Type, w: EntryWriter) -> None:
    w.varint(len(shape))
    for size in shape:
        w.svarint(size)
    w.type(element)


def _write_types(types: tuple[Type, ...], w: EntryWriter) -> None:
    w.varint(len(types))
    for type in types:
        w.type(type)
