"""Memory: buffers of bytes that record what was written, and memrefs, which view a buffer through
an offset, sizes and strides, so that views alias as in machine code."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from mlirlite.interp.encoding import from_bytes, has_bytes, packed_size, to_bytes
from mlirlite.interp.values import (
    POISON,
    Array,
    Undefined,
    array_of,
    array_or_poison,
    check_index,
    dtype_of,
    items,
    tidy,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import pack_elements
from mlirlite.ir.types import (
    VectorType,
)

LARGEST = 1 << 32


class Buffer:
    """Bytes, whether each was ever written, and whether the buffer was freed. Elements that have
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
    """Bytes from one element of a buffer to the next."""
    if isinstance(type, VectorType):
        count, _, step = _rows(type)
        return count * step
    return packed_size(type) if has_bytes(type) else 8


def _rows(type: VectorType) -> tuple[int, VectorType, int]:
    """The layout of a vector in memory: the number of its rows, the type of a row, and the bytes
    from one row to the next, which are a power of two."""
    length = type.shape[-1] if type.shape else 1
    row = VectorType((length,), type.element_type)
    return type.num_elements // length, row, 1 << (packed_size(row) - 1).bit_length()


def _pieces(type: Type, where: int) -> list[tuple[slice, Type]]:
    """The bytes that an element uses, row by row."""
    if not isinstance(type, VectorType):
        return [(slice(where, where + packed_size(type)), type)]
    count, row, step = _rows(type)
    starts = range(where, where + count * step, step)
    return [(slice(s, s + packed_size(row)), row) for s in starts]


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
        if inner:
            for point in found.points():
                found.store(point, array[point])
            return found
        raw = pack_elements(items(array), element_type)
        found.buffer.data[:] = np.frombuffer(raw, np.uint8)
        found.buffer.written[:] = True
        return found

    def at(self, indices: Sequence[int]) -> int:
        """The byte offset of an element; undefined behavior if out of bounds or freed."""
        where = self.offset
        for d, (i, size, stride) in enumerate(zip(indices, self.sizes, self.strides, strict=True)):
            check_index(i, size, d)
            where += i * stride
        where = self.start + where * bytes_of(self.element_type)
        if self.buffer.freed:
            raise Undefined("accesses a buffer that was freed")
        end = _pieces(self.element_type, where)[-1][0].stop
        if where < 0 or end > len(self.buffer.data):
            raise Undefined(f"accesses byte {where} of a buffer of {len(self.buffer.data)} bytes")
        return where

    def load(self, indices: Sequence[int]) -> Any:
        """An element; POISON when it was never written."""
        where = self.at(indices)
        type = self.element_type
        if not has_bytes(type):
            return self.buffer.objects.get(where, POISON)
        data, written = self.buffer.data, self.buffer.written
        rows = [
            from_bytes(data[s].tobytes(), written[s].tolist(), t) for s, t in _pieces(type, where)
        ]
        if not isinstance(type, VectorType):
            return rows[0]
        _, row, _ = _rows(type)
        values = [v for r in rows for v in items(array_or_poison(r, row))]
        return tidy(array_of(values, type.shape, type.element_type), type)

    def store(self, indices: Sequence[int], value: Any) -> None:
        """Write an element; poison makes it count as never written."""
        where = self.at(indices)
        type = self.element_type
        if not has_bytes(type):
            self.buffer.objects[where] = value
            return
        pieces = _pieces(type, where)
        rows = [value]
        if isinstance(type, VectorType):
            rows = list(array_or_poison(value, type).reshape(len(pieces), -1))
        for (place, row), part in zip(pieces, rows, strict=True):
            raw, known = to_bytes(part, row)
            self.buffer.data[place] = np.frombuffer(raw, np.uint8)
            self.buffer.written[place] = known

    def points(self) -> Iterator[tuple[int, ...]]:
        """All indices, in row-major order."""
        return product(*map(range, self.sizes))

    def copy_from(self, source: MemRef) -> None:
        """Copy the elements of a memref of the same sizes; the two may overlap."""
        if source.sizes != self.sizes:
            raise Undefined(
                f"copies a buffer of sizes {list(source.sizes)} to one of sizes {list(self.sizes)}"
            )
        to, data = self._bytes(), source._bytes()
        if to is not None and data is not None and self.element_type is source.element_type:
            for mine, theirs in zip(to, data, strict=True):
                mine[...] = theirs.copy()
            return
        values = [source.load(p) for p in source.points()]
        for point, value in zip(self.points(), values, strict=True):
            self.store(point, value)

    def with_view(self, offset: int, sizes: Sequence[int], strides: Sequence[int]) -> MemRef:
        """The same buffer through another offset, in elements, other sizes and strides."""
        return replace(self, offset=offset, sizes=tuple(sizes), strides=tuple(strides))

    def _bytes(self) -> tuple[Array, Array] | None:
        """Views of the bytes of all elements, with those of an element as the last dimension, and
        of which were written. None for elements that are vectors or objects, and when one is out of
        bounds."""
        if isinstance(self.element_type, VectorType) or not has_bytes(self.element_type):
            return None
        if self.buffer.freed:
            raise Undefined("accesses a buffer that was freed")
        size = bytes_of(self.element_type)
        strides = (*(s * size for s in self.strides), 1)
        start = self.start + self.offset * size
        if 0 in self.sizes or start < 0 or any(s < 0 for s in strides):
            return None
        try:
            data, written = (
                np.ndarray((*self.sizes, size), b.dtype, b, start, strides)
                for b in (self.buffer.data, self.buffer.written)
            )
        except (TypeError, ValueError):  # beyond the end
            return None
        return data, written

    def numpy(self) -> Array:
        """A copy of the elements; those never written are zero. See `written`."""
        dtype, views = dtype_of(self.element_type), self._bytes()
        if views is not None and dtype != np.dtype(object):
            return views[0].copy().view(dtype).reshape(self.sizes)
        values = [self.load(p) for p in self.points()]
        type = self.element_type
        if isinstance(type, VectorType):
            blank = np.zeros(type.shape, dtype_of(type.element_type))
            flat = [items(blank if v is POISON else v) for v in values]
            numbers = [0 if n is POISON else n for row in flat for n in row]
            return array_of(numbers, (*self.sizes, *type.shape), type.element_type)
        return array_of([0 if v is POISON else v for v in values], self.sizes, type)

    def written(self) -> Array:
        """For each element whether it was written."""
        type, written = self.element_type, self.buffer.written
        places = map(self.at, self.points())
        flags = [all(written[s].all() for s, _ in _pieces(type, w)) for w in places]
        return np.array(flags, np.bool_).reshape(self.sizes)
