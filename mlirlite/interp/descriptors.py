"""Conversion of values to and from the llvm dialect: memrefs and their descriptors, vectors and
arrays, complex numbers and structs, and the arguments of a lowered function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.interp.addresses import AddressSpace, addresses
from mlirlite.interp.aggregates import load, store
from mlirlite.interp.machine import Machine
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import POISON, Undefined, array_of, array_or_poison, tidy
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    I64,
    BaseMemRefType,
    ComplexType,
    FunctionType,
    MemRefType,
    UnrankedMemRefType,
    VectorType,
)


def parts_of_memref(space: AddressSpace, memory: MemRef) -> list[int]:
    """The parts of a ranked memref's descriptor: the two pointers, the offset in elements, sizes
    and strides."""
    start = space.address_of(memory.buffer)
    return [start, start + memory.start, memory.offset, *memory.sizes, *memory.strides]


def memref_of_parts(space: AddressSpace, parts: Sequence[int], element: Type) -> MemRef:
    """The memref that a descriptor of these parts describes."""
    rank = (len(parts) - 3) // 2
    _, aligned, offset = parts[:3]
    sizes, strides = tuple(parts[3 : 3 + rank]), tuple(parts[3 + rank :])
    if 0 in sizes:
        return MemRef.allocate(sizes, element, strides)
    buffer, at = space.holder(aligned)
    return MemRef(buffer, element, sizes, strides, offset, at)


def lowered_unranked(m: Machine, memory: MemRef) -> tuple[int, int]:
    """The rank of a memref, and the address of its descriptor."""
    space = addresses(m)
    parts = parts_of_memref(space, memory)
    address = space.allocate(8 * len(parts))
    for i, part in enumerate(parts):
        store(space, address + 8 * i, part, I64)
    return len(memory.sizes), address


def _ranked(m: Machine, rank: int, address: int, element: Type) -> MemRef:
    space = addresses(m)
    parts = [load(space, address + 8 * i, I64) for i in range(3 + 2 * rank)]
    return memref_of_parts(space, parts, element)


def lowered(m: Machine, value: Any, type: Type) -> Any:
    """A value of a type in the representation of its llvm type."""
    if value is POISON:
        return POISON
    if isinstance(type, UnrankedMemRefType):
        return lowered_unranked(m, value)
    if isinstance(type, MemRefType):
        allocated, aligned, offset, *rest = parts_of_memref(addresses(m), value)
        if not rest:
            return (allocated, aligned, offset)
        return (allocated, aligned, offset, tuple(rest[: type.rank]), tuple(rest[type.rank :]))
    if isinstance(type, ComplexType):
        return (value.real, value.imag)
    if isinstance(type, VectorType):
        return _rows(array_or_poison(value, type).reshape(type.shape or (1,)), type)
    return value


def _rows(array: Any, type: VectorType) -> Any:
    if array.ndim > 1:
        return tuple(_rows(row, type) for row in array)
    return tidy(array, VectorType(array.shape, type.element_type))


def raised(m: Machine, value: Any, type: Type) -> Any:
    """The value of a type from the representation of its llvm type."""
    if value is POISON:
        return POISON
    if isinstance(type, BaseMemRefType):
        if isinstance(type, UnrankedMemRefType):
            rank, address = _known(value)
            return _ranked(m, rank, address, type.element_type)
        flat = [n for part in value for n in (part if isinstance(part, tuple) else (part,))]
        return memref_of_parts(addresses(m), _known(flat), type.element_type)
    if isinstance(type, ComplexType):
        return complex(*_known(value))
    if isinstance(type, VectorType):
        rows = _leaves(value, type)
        return tidy(array_of(rows, type.shape, type.element_type), type)
    return value


def _known(parts: Sequence[Any]) -> Sequence[Any]:
    if any(p is POISON for p in parts):
        raise Undefined("uses a memref whose descriptor is not complete")
    return parts


def _leaves(value: Any, type: VectorType) -> list[Any]:
    if isinstance(value, np.ndarray):
        return list(value.tolist())
    if value is POISON:
        return [POISON] * type.shape[-1]
    return [leaf for row in value for leaf in _leaves(row, type)]


def lowered_arguments(m: Machine, values: Sequence[Any], types: Sequence[Type]) -> list[Any]:
    """The arguments of a function after it became one of the llvm dialect: memrefs are passed in
    parts."""
    found: list[Any] = []
    for value, type in zip(values, types, strict=True):
        if isinstance(type, UnrankedMemRefType):
            found += lowered_unranked(m, value)
        elif isinstance(type, MemRefType):
            found += parts_of_memref(addresses(m), value)
        else:
            found.append(lowered(m, value, type))
    return found


def bare_arguments(m: Machine, values: Sequence[Any], types: Sequence[Type]) -> list[Any]:
    """The same by the bare-pointer convention: a memref is the pointer to its elements."""
    return [
        parts_of_memref(addresses(m), v)[1] if isinstance(t, MemRefType) else lowered(m, v, t)
        for v, t in zip(values, types, strict=True)
    ]


def call_lowered(
    m: Machine, name: str, values: Sequence[Any], type: FunctionType
) -> list[Any] | None:
    """Call a function of the llvm dialect with values of its types before lowering; the results
    have their types before lowering, too. None when it takes other arguments."""
    function: Any = m.symbol(name)
    wanted = len(function.signature().inputs)
    for passed in (lowered_arguments, bare_arguments):
        arguments = passed(m, values, type.inputs)
        if len(arguments) == wanted:
            return raised_results(m, m.call(name, arguments), type.results)
    return None


def raised_results(m: Machine, values: Sequence[Any], types: Sequence[Type]) -> list[Any]:
    """The results, of their types before lowering, from the single value that a function of the
    llvm dialect returns."""
    parts = values[0] if len(types) > 1 else values
    if parts is POISON:
        return [POISON] * len(types)
    return [raised(m, v, t) for v, t in zip(parts, types, strict=True)]
