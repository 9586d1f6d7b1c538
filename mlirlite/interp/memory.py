"""Memory: buffers of bytes that know what was written, and memrefs, which see a buffer through an
offset, sizes and strides, so that views alias as they do in machine code."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from mlirlite.interp.values import POISON, Array, Undefined, array_of, check_index, dtype_of, items
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import element_size, pack_elements, unpack_elements
from mlirlite.ir.types import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    VectorType,
    element_type_of,
)

LARGEST = 1 << 32


class Buffer:
    """Bytes, for each whether it was ever written, and whether all were freed. Elements that have
    no raw form (memrefs) are kept as objects."""

    __slots__ = ("data", "freed", "objects", "written")

    def __init__(self, size: int) -> None:
        if not 0 <= size <= LARGEST:
            raise Undefined(f"asks for a buffer of {size} bytes")
        self.data = np.zeros(size, np.uint8)
        self.written = np.zeros(size, np.bool_)
        self.objects: dict[int, Any] = {}
        self.freed = False


def bytes_of(type: Type) -> int:
    """Bytes that an element of a buffer takes."""
    if isinstance(type, VectorType):
        return type.num_elements * element_size(type.element_type)
    return element_size(type) if _is_number(type) else 8


def _is_number(type: Type) -> bool:
    return isinstance(type, (IntegerType, IndexType, FloatType, ComplexType, VectorType))


def row_major(sizes: Sequence[int]) -> tuple[int, ...]:
    """Strides of a contiguous buffer of these sizes, in elements."""
    return tuple(math.prod(sizes[i + 1 :]) for i in range(len(sizes)))


@dataclass(frozen=True, slots=True)
class MemRef:
    """A view of a buffer: element (i, j) is at byte `start`, plus `offset + i * strides[0] + j *
    strides[1]` elements."""

    buffer: Buffer
    element_type: Type
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0
    start: int = 0

    @classmethod
    def allocate(
        cls, sizes: Sequence[int], element_type: Type, strides: Sequence[int] | None = None
    ) -> MemRef:
        """New memory that was not written yet."""
        for d, size in enumerate(sizes):
            if size < 0:
                raise Undefined(f"asks for a negative size {size} in dimension {d}")
        strides = row_major(sizes) if strides is None else strides
        last = sum((n - 1) * s for n, s in zip(sizes, strides, strict=True))
        count = 0 if 0 in sizes else last + 1
        buffer = Buffer(count * bytes_of(element_type))
        return cls(buffer, element_type, tuple(sizes), tuple(strides))

    @classmethod
    def of(cls, array: Array, element_type: Type) -> MemRef:
        """New memory with the values of an array, whose last dimensions are those of the elements
        when these are vectors."""
        inner = len(element_type.shape) if isinstance(element_type, VectorType) else 0
        found = cls.allocate(array.shape[: array.ndim - inner], element_type)
        raw = pack_elements(items(array), element_type_of(element_type))
        found.buffer.data[:] = np.frombuffer(raw, np.uint8)
        found.buffer.written[:] = True
        return found

    def at(self, indices: Sequence[int]) -> int:
        """The byte where an element is; undefined behaviour out of bounds or when freed."""
        where = self.offset
        for d, (i, size, stride) in enumerate(zip(indices, self.sizes, self.strides, strict=True)):
            check_index(i, size, d)
            where += i * stride
        size = bytes_of(self.element_type)
        where = self.start + where * size
        if self.buffer.freed:
            raise Undefined("accesses a buffer that was freed")
        if not 0 <= where <= len(self.buffer.data) - size:
            raise Undefined(f"accesses byte {where} of a buffer of {len(self.buffer.data)} bytes")
        return where

    def load(self, indices: Sequence[int]) -> Any:
        """An element; POISON when it was never written."""
        where = self.at(indices)
        type = self.element_type
        if not _is_number(type):
            return self.buffer.objects.get(where, POISON)
        end = where + bytes_of(type)
        written = self.buffer.written[where:end]
        if not isinstance(type, VectorType):
            if not written.all():
                return POISON
            return unpack_elements(self.buffer.data[where:end].tobytes(), type)[0]
        if not written.any():
            return POISON
        values = unpack_elements(self.buffer.data[where:end].tobytes(), type.element_type)
        known = np.asarray(written.reshape(len(values), -1).all(axis=1)).tolist()
        return array_of(
            [v if k else POISON for v, k in zip(values, known, strict=True)],
            type.shape,
            type.element_type,
        )

    def store(self, indices: Sequence[int], value: Any) -> None:
        """Write an element; poison makes it as if it was never written."""
        where = self.at(indices)
        type = self.element_type
        if not _is_number(type):
            self.buffer.objects[where] = value
            return
        end = where + bytes_of(type)
        self.buffer.written[where:end] = value is not POISON
        if value is not POISON:
            values = items(value) if isinstance(value, np.ndarray) else [value]
            known = [v is not POISON for v in values]
            raw = pack_elements(
                [v if k else 0 for v, k in zip(values, known, strict=True)], element_type_of(type)
            )
            self.buffer.data[where:end] = np.frombuffer(raw, np.uint8)
            self.buffer.written[where:end] = np.repeat(known, len(raw) // len(known))

    def points(self) -> Iterator[tuple[int, ...]]:
        """All indices, in row-major order."""
        return product(*map(range, self.sizes))

    def copy_from(self, source: MemRef) -> None:
        """Copy the elements of a memref of the same sizes; the two may overlap."""
        if source.sizes != self.sizes:
            raise Undefined(
                f"copies a buffer of sizes {list(source.sizes)} to one of sizes {list(self.sizes)}"
            )
        values = [source.load(p) for p in source.points()]
        for point, value in zip(self.points(), values, strict=True):
            self.store(point, value)

    def with_view(self, offset: int, sizes: Sequence[int], strides: Sequence[int]) -> MemRef:
        """The same buffer through another offset, in elements, other sizes and strides."""
        return replace(self, offset=offset, sizes=tuple(sizes), strides=tuple(strides))

    def numpy(self) -> Array:
        """A copy of the elements; those never written are zero. See `written`."""
        values = [self.load(p) for p in self.points()]
        type = self.element_type
        if isinstance(type, VectorType):
            blank = np.zeros(type.shape, dtype_of(type.element_type))
            rows = [blank if v is POISON else np.where(np.equal(v, POISON), 0, v) for v in values]
            return np.array(rows, blank.dtype).reshape(*self.sizes, *type.shape)
        return array_of([0 if v is POISON else v for v in values], self.sizes, type)

    def written(self) -> Array:
        """For each element whether it was written."""
        size = bytes_of(self.element_type)
        flags = [bool(self.buffer.written[w : w + size].all()) for w in map(self.at, self.points())]
        return np.array(flags, np.bool_).reshape(self.sizes)
