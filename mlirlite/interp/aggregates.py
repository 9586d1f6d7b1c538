"""Values of LLVM's types as bytes in memory, and their parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.dialects.llvm.layout import allocation_size, field_offsets
from mlirlite.dialects.llvm.slots import size_in_bits, size_in_bytes
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType, is_pointer
from mlirlite.interp.addresses import AddressSpace
from mlirlite.interp.encoding import from_bytes, to_bytes
from mlirlite.interp.memory import Buffer
from mlirlite.interp.values import POISON, array_of, items, wrap, zero_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import VectorType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError


def size_of(type: Type) -> int:
    """Bytes from one value to the next in memory."""
    found = allocation_size(type)
    if found is None:
        raise DiagnosticError(f"values of type {type} have no size")
    return found


def offsets_of(type: LLVMStructType) -> list[int]:
    """Where the fields of a struct begin."""
    found = field_offsets(type)
    if found is None:
        raise DiagnosticError(f"values of type {type} have no size")
    return found


def part_types(type: Type) -> Sequence[Type]:
    """The types of the parts of a struct or array."""
    if isinstance(type, LLVMStructType):
        return type.body
    if isinstance(type, LLVMArrayType):
        return (type.element_type,) * type.count
    raise DiagnosticError(f"values of type {type} have no parts")


def parts_of(value: Any, type: Type) -> Sequence[Any]:
    """The parts of a struct or array, even if it is poison."""
    if value is POISON:
        return (POISON,) * len(part_types(type))
    found: Sequence[Any] = value
    return found


def zero_value(type: Type) -> Any:
    """The zero of any type."""
    if isinstance(type, (LLVMStructType, LLVMArrayType)):
        return tuple(zero_value(t) for t in part_types(type))
    if isinstance(type, VectorType) and is_pointer(type.element_type):
        return array_of([0] * type.num_elements, type.shape, type.element_type)
    return zero_of(type)


def frozen(value: Any, type: Type) -> Any:
    """A value with zero in place of poison."""
    if value is POISON:
        return zero_value(type)
    if isinstance(value, tuple):
        pairs = zip(value, part_types(type), strict=True)
        return tuple(frozen(v, t) for v, t in pairs)
    if isinstance(value, np.ndarray):
        element = element_type_of(type)
        values = [zero_value(element) if v is POISON else v for v in items(value)]
        return array_of(values, value.shape, element)
    return value


def store(space: AddressSpace, address: int, value: Any, type: Type) -> None:
    """Write a value; poison makes the memory count as never written."""
    if (size := size_of(type)) > 0:
        _write(*space.find(address, size_in_bytes(type) or size), value, type)


def load(space: AddressSpace, address: int, type: Type) -> Any:
    """Read a value; memory that was never written is poison."""
    size = size_of(type)
    if not size:
        return zero_value(type)
    return _read(*space.find(address, size_in_bytes(type) or size), type)


def _places(type: Type, at: int) -> list[tuple[int, Type]]:
    if isinstance(type, LLVMStructType):
        return [(at + o, t) for o, t in zip(offsets_of(type), type.body, strict=True)]
    types = part_types(type)
    return [(at + i * size_of(t), t) for i, t in enumerate(types)]


def _write(buffer: Buffer, at: int, value: Any, type: Type) -> None:
    if isinstance(type, (LLVMStructType, LLVMArrayType)):
        for (place, inner), part in zip(_places(type, at), parts_of(value, type), strict=True):
            _write(buffer, place, part, inner)
        return
    raw, known = to_bytes(value, type)
    buffer.data[at : at + len(raw)] = np.frombuffer(raw, np.uint8)
    buffer.written[at : at + len(raw)] = known


def _read(buffer: Buffer, at: int, type: Type) -> Any:
    if isinstance(type, (LLVMStructType, LLVMArrayType)):
        return tuple(_read(buffer, place, inner) for place, inner in _places(type, at))
    end = at + (size_in_bytes(type) or size_of(type))
    return from_bytes(buffer.data[at:end].tobytes(), buffer.written[at:end].tolist(), type)


def cast_number(value: Any, source: Type, target: Type) -> Any:
    """A cast between an integer and a pointer: truncated, or zero-extended."""
    bits = value % (1 << (size_in_bits(source) or 64))
    return bits % (1 << 64) if is_pointer(target) else wrap(bits, target)
