"""Constants in the order in which a kernel reads them, packed when the model is compiled."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from math import prod
from typing import TYPE_CHECKING, Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.dialects import krnl, memref
from mlirlite.ir.aligned import aligned_zeros
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, i64_attr
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr, element_size
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import BF16, F16, F32, MemRefType, RankedTensorType
from mlirlite.support.tuning import Fixed

if TYPE_CHECKING:
    import numpy as np

_LARGE: Fixed[int] = 1 << 18
"""Numbers of weights that caches do not hold: half of the bytes is half of the traffic."""
_AT_ONCE: Fixed[int] = 1 << 16
"""Numbers that are looked at together."""


def constant_array(x: Buffer) -> np.ndarray[Any, Any] | None:
    """The elements, if they are known now."""
    op = x.value.defining_op
    while isinstance(op, memref.ReinterpretCastOp):
        op = op.operands[0].defining_op
    value = op.value if isinstance(op, krnl.GlobalOp) else None
    if not isinstance(value, (DenseElementsAttr, DenseResourceAttr)):
        return None
    if isinstance(value, DenseResourceAttr):
        x.b.read.append(value)
    return value.numpy().reshape(x.type.shape)


def is_constant(x: Buffer) -> bool:
    """True when the elements are known now."""
    op = x.value.defining_op
    while isinstance(op, memref.ReinterpretCastOp):
        op = op.operands[0].defining_op
    return isinstance(op, krnl.GlobalOp) and isinstance(
        op.value, (DenseElementsAttr, DenseResourceAttr)
    )


def packed(
    b: KrnlBuilder, like: Buffer, array: np.ndarray[Any, Any], element: Type | None = None
) -> Buffer:
    """A constant of an array, with an element type, by default that of another buffer. Floats are
    rounded to f16 where that is the type, and cut to bf16, which is exact for `exact_type`."""
    import numpy as np

    shape = tuple(array.shape)
    element = element or like.element
    if element is F16 and array.dtype != np.float16:
        array = _rounded(b, array)
    elif element is BF16 and array.dtype == np.float32:
        array = (np.ascontiguousarray(array).view(np.uint32) >> 16).astype(np.uint16)
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    while b.read:
        _let_go(b.read.pop().resource.data)
    return _constant(b, shape, element, Resource("packed", data))


def packed_later(
    b: KrnlBuilder,
    shape: tuple[int, ...],
    element: Type,
    parts: Callable[[], Iterator[np.ndarray[Any, Any]]],
) -> Buffer:
    """A constant whose elements are made when they are stored, and not kept: `parts` gives arrays
    that follow each other. Large weights are so never in memory twice."""
    read, b.read[:] = [value.resource.data for value in b.read], []
    for data in read:
        _let_go(data)
    size = prod(shape) * element_size(element)
    return _constant(b, shape, element, Resource("packed", loader=_Parts(size, parts, read)))


class _Parts:
    """Elements that are made each time they are asked for, of constants that are mapped."""

    def __init__(
        self, size: int, parts: Callable[[], Iterator[Any]], read: list[memoryview]
    ) -> None:
        self.size, self._parts, self._read = size, parts, read

    def pieces(self) -> Iterator[bytes | memoryview]:
        """The elements, as bytes."""
        import numpy as np

        for part in self._parts():
            yield np.ascontiguousarray(part).reshape(-1).view(np.uint8).data
            for data in self._read:
                _let_go(data)


def _constant(b: KrnlBuilder, shape: tuple[int, ...], element: Type, data: Resource) -> Buffer:
    value = DenseResourceAttr(RankedTensorType(shape, element), data)
    made = krnl.GlobalOp(
        shape=ArrayAttr(tuple(i64_attr(n) for n in shape)),
        name_="constant",
        value=value,
        output=MemRefType(shape, element),
    )
    return Buffer(b, b.insert(made).results[0])


def _rounded(b: KrnlBuilder, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """As f16. DiagnosticError if a number is too large for it."""
    import numpy as np

    largest = float(np.finfo(np.float16).max)
    if array.size and float(max(array.max(), -array.min())) > largest:
        raise b.error(f"has weights above {largest:g}, the largest f16; expected a schedule in f32")
    return array.astype(np.float16)


def _let_go(data: memoryview) -> None:
    """Give back the memory of a mapped constant that has been copied; the file still has it."""
    import numpy as np

    file = data.obj
    if not isinstance(file, mmap.mmap) or not hasattr(mmap, "MADV_DONTNEED"):
        return
    at, whole = (np.frombuffer(x, np.uint8).ctypes.data for x in (data, file))
    offset, page = at - whole, mmap.PAGESIZE
    first, end = -(-offset // page) * page, (offset + data.nbytes) // page * page
    if end > first:
        file.madvise(mmap.MADV_DONTNEED, first, end - first)


def row_panels(array: np.ndarray[Any, Any], size: int) -> np.ndarray[Any, Any]:
    """[n, rows, depth] -> [n, blocks, depth, size]: rows in blocks, zeros at the end."""
    n, rows, depth = array.shape
    blocks = -(-rows // size)
    full = rows // size  # written in place: a second copy of large weights would be costly
    room: np.ndarray[Any, Any] = aligned_zeros((n, blocks, depth, size), array.dtype)
    whole = array[:, : full * size].reshape(n, full, size, depth)
    room[:, :full] = whole.transpose(0, 1, 3, 2)
    if full < blocks:
        room[:, full, :, : rows - full * size] = array[:, full * size :].transpose(0, 2, 1)
    return room


def exact_type(array: np.ndarray[Any, Any]) -> Type:
    """F16 or BF16 for large weights of f32 that all are such numbers, as those of a model of 16
    bits are; else F32. Nothing is rounded."""
    import numpy as np

    if array.size < _LARGE or array.dtype != np.float32:
        return F32
    rows = max(1, _AT_ONCE // max(array.size // array.shape[0], 1))
    found: list[Type] = [F16, BF16]
    for first in range(0, array.shape[0], rows):
        part = np.ascontiguousarray(array[first : first + rows])
        if BF16 in found and (part.view(np.uint32) & 0xFFFF).any():
            found.remove(BF16)
        with np.errstate(over="ignore"):
            if F16 in found and (part.astype(np.float16) != part).any():
                found.remove(F16)
        if not found:
            return F32
    return found[0]


def stored_type(b: KrnlBuilder, weights: str | None, element: Type) -> Type:
    """The type that constant weights are stored in: their own, or f16 for f32 if the schedule says
    so. Products and sums are not affected."""
    if weights is None:
        return element
    if weights != "f16" or element is not F32:
        raise b.error(f'has a schedule with weights "{weights}"; expected "f16", of f32')
    return F16
