"""LLVM IR's text of constants: numbers, vectors, arrays, strings, structs."""

import struct
from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    SparseElementsAttr,
    element_size,
    unpack_elements,
)
from mlirlite.ir.types import I1, ComplexType, FloatType, VectorType
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir.types import TypeTable, quoted, symbol

_PREFIX = {"f16": "H", "bf16": "R", "f80": "K", "f128": "L"}
_DIGITS = {"f16": 4, "bf16": 4}


def float_text(value: float, type: FloatType) -> str:
    """A float that LLVM reads exactly: six decimals if they suffice, else the bits of the
    double."""
    keyword = type.keyword
    if keyword in ("f32", "f64"):
        text = f"{value:.6e}"
        if float(text) == value and "n" not in text:
            return text
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    bits = type.format.encode(value)
    if keyword == "f128":  # the low half stands first
        return f"0xL{bits & (1 << 64) - 1:016X}{bits >> 64:016X}"
    return f"0x{_PREFIX[keyword]}{bits:0{_DIGITS.get(keyword, 20)}X}"


def constant_text(value: Attribute, type: Type, types: TypeTable) -> str:
    """The text of a constant of a type, without the type. DiagnosticError for a constant that LLVM
    cannot represent."""
    match value:
        case IntegerAttr() | FloatAttr() if isinstance(type, VectorType):
            cell = f"{types[type.element_type]} {constant_text(value, type.element_type, types)}"
            return f"splat ({cell})"
        case IntegerAttr():
            return _integer(value.value, type)
        case FloatAttr():
            if isinstance(type, FloatType):
                return float_text(value.value, type)
            return str(value.bits)  # a small float format that is stored as an integer
        case DenseElementsAttr():
            return _elements(value.type.element_type, value.raw, value.is_splat, type, types)
        case DenseResourceAttr():
            return _elements(value.type.element_type, value.resource.data, False, type, types)
        case StringAttr():
            return "c" + quoted(value.value)
        case ArrayAttr():
            return _members(value, type, types)
        case SymbolRefAttr():
            return symbol(value.root)
        case ZeroAttr():
            return "zeroinitializer"
        case UndefAttr():
            return "undef"
        case PoisonAttr():
            return "poison"
        case SparseElementsAttr():
            return constant_text(value.dense(), type, types)
    raise DiagnosticError(f"constant '{value}' has no LLVM IR form")


def _integer(value: int, type: Type) -> str:
    if type is I1:
        return "true" if value else "false"
    return str(value)


def _members(value: ArrayAttr, type: Type, types: TypeTable) -> str:
    if isinstance(type, LLVMStructType):
        inner: Sequence[Type] = type.body
        opening, closing = ("<{ ", " }>") if type.packed else ("{ ", " }")
    elif isinstance(type, LLVMArrayType):
        inner = (type.element_type,) * len(value)
        opening, closing = "[", "]"
    else:
        raise DiagnosticError(f"an array constant cannot be of type '{type}'")
    parts = [f"{types[t]} {constant_text(a, t, types)}" for a, t in zip(value, inner, strict=True)]
    return opening + ", ".join(parts) + closing


def _elements(element: Type, raw: Any, splat: bool, type: Type, types: TypeTable) -> str:
    """A dense constant in a vector type or nested array types."""
    shape: list[int] = []
    inner = type
    while isinstance(inner, (LLVMArrayType, VectorType)):
        shape.append(inner.count if isinstance(inner, LLVMArrayType) else inner.shape[0])
        inner = inner.element_type
    if not any(raw):
        return "zeroinitializer"
    word = types[inner]
    one_byte = element is not I1 and element_size(element) == 1
    if (
        one_byte
        and word == "i8"
        and not splat
        and isinstance(type, LLVMArrayType)
        and len(shape) == 1
    ):
        return f'c"{_bytes_text(bytes(raw))}"'
    # Small floats are stored as integers.
    small = one_byte and isinstance(element, FloatType)
    numbers = list(bytes(raw)) if small else unpack_elements(raw, element)
    if isinstance(element, ComplexType):
        cells = [_complex(number, element.element_type, word, types) for number in numbers]
    elif isinstance(inner, FloatType):
        cells = [f"{word} {float_text(v, inner)}" for v in numbers]
    elif inner is I1:
        cells = [f"{word} {'true' if v else 'false'}" for v in numbers]
    else:
        cells = [f"{word} {v}" for v in numbers]
    if splat:
        return _splat(type, cells[0], types)
    return _nested(type, iter(cells), types)


def _complex(number: Any, part: Type, word: str, types: TypeTable) -> str:
    """A complex number is a struct of its parts."""
    parts: Any = (number.real, number.imag) if isinstance(number, complex) else number
    if isinstance(part, FloatType):
        texts = [float_text(p, part) for p in parts]
    else:
        texts = [_integer(p, part) for p in parts]
    return f"{word} {{ {', '.join([f'{types[part]} {text}' for text in texts])} }}"


def _splat(type: Type, cell: str, types: TypeTable) -> str:
    if isinstance(type, VectorType):
        return f"splat ({cell})"
    if not isinstance(type, LLVMArrayType):
        raise DiagnosticError(f"a dense constant cannot be of type '{type}'")
    if isinstance(type.element_type, (LLVMArrayType, VectorType)):
        cell = f"{types[type.element_type]} {_splat(type.element_type, cell, types)}"
    return "[" + ", ".join([cell] * type.count) + "]"


def _nested(type: Type, cells: Any, types: TypeTable) -> str:
    if isinstance(type, VectorType):
        return "<" + ", ".join([next(cells) for _ in range(type.shape[0])]) + ">"
    if not isinstance(type, LLVMArrayType):
        raise DiagnosticError(f"a dense constant cannot be of type '{type}'")
    inner = type.element_type
    if isinstance(inner, (LLVMArrayType, VectorType)):
        word = types[inner]
        parts = [f"{word} {_nested(inner, cells, types)}" for _ in range(type.count)]
    else:
        parts = [next(cells) for _ in range(type.count)]
    return "[" + ", ".join(parts) + "]"


_BYTES = [chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:02X}" for b in range(256)]


def _bytes_text(raw: bytes) -> str:
    return "".join([_BYTES[b] for b in raw])
