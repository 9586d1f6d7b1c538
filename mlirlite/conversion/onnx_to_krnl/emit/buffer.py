"""Buffer: a memref with its sizes. `y[i, j] = x[i, j] + 1` loads, adds and stores."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.onnx_to_krnl.emit.checks import Checks
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type, signless
from mlirlite.conversion.onnx_to_krnl.emit.floats import decode, encode
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Numbers, Scalar
from mlirlite.dialects import arith, krnl, memref
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr, unpack_elements
from mlirlite.ir.types import DYNAMIC, I64, FloatType, IntegerType, MemRefType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_FEW: Fixed[int] = 4096
"""Constants of up to this many elements become Python numbers."""


class Buffer:
    """A contiguous memref and the sizes of its dimensions."""

    __slots__ = ("b", "shape", "value")

    def __init__(self, b: Checks, value: Value, shape: list[Ix] | None = None) -> None:
        self.b = b
        self.value = value
        if shape is None:
            if not isinstance(value.type, MemRefType):
                raise b.error(f"has an operand of type {value.type}, expected a ranked tensor")
            shape = [self._size(i, n) for i, n in enumerate(value.type.shape)]
        self.shape = shape

    def _size(self, dim: int, size: int) -> Ix:
        if size != DYNAMIC:
            return size
        return self.b.size_of(self.value, dim)

    @property
    def element(self) -> Type:
        """The element type, as in ONNX: `ui8` is unsigned."""
        return element_type_of(self.value.type)

    @property
    def type(self) -> MemRefType:
        """The memref's type."""
        found = self.value.type
        if not isinstance(found, MemRefType):
            raise TypeError(f"{found} is not a buffer")
        return found

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> Ix:
        """Number of elements."""
        return product(self.shape)

    # Elements

    def __getitem__(self, indices: Ix | Sequence[Ix]) -> Scalar:
        """The element, as a number of its compute type."""
        return _loaded(self.b, self.load(indices), self.element)

    def __setitem__(self, indices: Ix | Sequence[Ix], number: Scalar | float) -> None:
        """Store a number, converted as ONNX's Cast does."""
        self.store(_stored(self.b, number, self.element), indices)

    def load(self, indices: Ix | Sequence[Ix]) -> Value:
        """The element as it is."""
        return self.b.emit(krnl.LoadOp, (self.value, *self._indices(indices)), type=self.element)

    def store(self, raw: Value, indices: Ix | Sequence[Ix]) -> None:
        """Store an element as it is."""
        self.b.insert(krnl.StoreOp.create((raw, self.value, *self._indices(indices))))

    def _indices(self, indices: Ix | Sequence[Ix]) -> list[Value]:
        value = self.b.value
        if isinstance(indices, Sequence):
            return [value(i) for i in indices]
        return [value(indices)]

    def broadcast(self, indices: Sequence[Ix], sizes: Sequence[Ix]) -> list[Ix]:
        """The index in this buffer of an element of a broadcast result of these sizes: dimensions
        align at the end, and the index is 0 in those of size 1."""
        offset = len(indices) - self.rank
        found: list[Ix] = []
        for dim, mine in enumerate(self.shape):
            index, size = indices[offset + dim], sizes[offset + dim]
            if isinstance(mine, int):
                found.append(0 if mine == 1 and size != 1 else index)
            elif mine is size or (isinstance(size, int) and size == 1):
                found.append(index)
            elif dim < self.rank - 1:
                # No select: LLVM would duplicate the loops for each condition.
                with self.b.outside():
                    last = self.b.value(mine - 1)
                found.append(self.b.index_min(index, self.b.index_of(last)))
            else:
                b = self.b
                with b.outside():
                    single = b.test("eq", mine, 1)
                found.append(b.index_select(single, 0, index))
        return found

    # Constants

    def constant(self) -> list[float] | None:
        """The elements in row-major order, if they are constant and few."""
        op = self.value.defining_op
        while isinstance(op, memref.ReinterpretCastOp):
            op = op.operands[0].defining_op
        if not isinstance(op, krnl.GlobalOp):
            return None
        value = op.value
        if isinstance(value, DenseElementsAttr) and value.type.num_elements <= _FEW:
            return value.values()
        if isinstance(value, DenseResourceAttr) and value.type.num_elements <= _FEW:
            return unpack_elements(value.resource.data, value.type.element_type)
        return None

    def ints(self, count: int | None = None) -> list[Ix]:
        """The integers of a tensor of known length: constants, or loaded at run time. `count` is
        the required length, for a tensor whose type does not give it."""
        found = self.constant()
        if found is not None:
            return [int(n) for n in found]
        if not isinstance(self.size, int) and count is not None:
            return [self.int_at(i) for i in range(count)]
        known = self.size
        if not isinstance(known, int):
            raise self.b.error("needs an operand with a known number of elements")
        return [self.int_at(i) for i in range(known)]

    def int_at(self, index: Ix) -> Ix:
        """One integer of a tensor with one dimension, or of a scalar."""
        found = self.constant()
        if found is not None and isinstance(index, int):
            return int(found[index])
        number = self[index] if self.rank else self[()]
        if number.is_float:
            number = number.cast(I64)
        return number.index()

    def scalar(self) -> Scalar:
        """The only element of a tensor of any rank."""
        found = self.constant()
        if found is not None and len(found) == 1:
            return self.b.scalar(found[0], compute_type(self.element))
        if not isinstance(self.size, int) or not self.size:
            some = self.b.test("sgt", self.size, 0)
            self.b.require(some, "has an operand without elements, expected one")
        return self[[0] * self.rank]


# Elements on their way to memory and back


def as_element(b: Numbers, number: Scalar | float, element: Type) -> Scalar:
    """A number as after a store to a buffer of an element type and a load."""
    type = compute_type(element)
    if type is element:
        return number.cast(type) if isinstance(number, Scalar) else b.scalar(number, type)
    return _loaded(b, _stored(b, number, element), element)


def _loaded(b: Numbers, raw: Value, element: Type) -> Scalar:
    """An element as a number of its compute type."""
    type = compute_type(element)
    if type is element:
        return Scalar(b, b.cast(raw, signless(element)), element)
    if isinstance(element, FloatType):
        return decode(b, raw, element)
    narrow = b.cast(raw, signless(element))
    unsigned = isinstance(element, IntegerType) and element.is_unsigned
    op = arith.ExtUIOp if unsigned else arith.ExtSIOp
    return Scalar(b, b.emit(op, (narrow,), type=signless(type)), type)


def _stored(b: Numbers, number: Scalar | float, element: Type) -> Value:
    """A number as an element, converted as ONNX's Cast does."""
    type = compute_type(element)
    if not isinstance(number, Scalar):
        number = b.scalar(number, type)
    number = number.cast(type)
    if type is element:
        return b.cast(number.value, element)
    if isinstance(element, FloatType):
        return encode(b, number, element)
    narrow = b.emit(arith.TruncIOp, (number.value,), type=signless(element))
    return b.cast(narrow, element)
