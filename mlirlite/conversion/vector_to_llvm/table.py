"""The table of vector's lowerings, and their common helpers.

A vector of one dimension is LLVM's; of several, an array of arrays of such vectors ("rows"); of
none, a vector of one element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_elementwise import positions
from mlirlite.conversion._llvm_ops import constant, extract_value, insert_value, poison
from mlirlite.conversion._llvm_types import LLVMTypes, llvm_types
from mlirlite.conversion._vector import vector_type
from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, i32_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32, I64, ShapedType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-vector-to-llvm", llvm_types())


class VectorTypes(LLVMTypes):
    """The types, and the options of the pass."""

    def __init__(self, *, reassociate: bool = False, vector_alignment: bool = False) -> None:
        super().__init__()
        self.reassociate = reassociate
        """Float reductions in any order."""
        self.vector_alignment = vector_alignment
        """Accesses are aligned as the whole vector instead of as one element."""


def is_set(rw: ConversionRewriter, option: str) -> bool:
    """Whether the pass has the option `reassociate` or `vector_alignment`."""
    return bool(getattr(rw.types, option, False))


def shape_of(type: Type) -> tuple[int, ...]:
    """The shape of a vector; () for a scalar."""
    return type.shape if isinstance(type, ShapedType) else ()


def row_of(type: Type) -> Type:
    """The innermost vector type of a converted type."""
    while isinstance(type, LLVMArrayType):
        type = type.element_type
    return type


def row(rw: Builder, value: Value, position: Sequence[int]) -> Value:
    """The vector at a position of the leading dimensions."""
    return extract_value(rw, value, *position) if position else value


def with_row(rw: Builder, value: Value, new: Value, position: Sequence[int]) -> Value:
    """The value with another vector at a position."""
    return insert_value(rw, value, new, *position) if position else new


def from_rows(rw: Builder, type: Type, one: Callable[[tuple[int, ...]], Value]) -> Value:
    """A value of a converted type whose vector at each position is `one(position)`."""
    sizes = []
    inner = type
    while isinstance(inner, LLVMArrayType):
        sizes.append(inner.count)
        inner = inner.element_type
    if not sizes:
        return one(())
    found = poison(rw, type)
    for position in positions(sizes):
        found = insert_value(rw, found, one(position), *position)
    return found


def shuffle(rw: Builder, a: Value, b: Value, mask: Sequence[int]) -> Value:
    """llvm.shufflevector."""
    type = llvm.shuffle_type(vector_type(a), len(mask))
    return create(rw, llvm.ShuffleVectorOp, (a, b), type, {"mask": i32_array(mask)})


def element(rw: Builder, vector: Value, place: int | Value) -> Value:
    """One element of a vector of one dimension."""
    if isinstance(place, int):
        place = constant(rw, IntegerAttr(place, I64), I64)
    return create(rw, llvm.ExtractElementOp, (vector, place), vector_type(vector).element_type)


def with_element(rw: Builder, vector: Value, new: Value, place: int | Value) -> Value:
    """A vector of one dimension with one element replaced."""
    if isinstance(place, int):
        place = constant(rw, IntegerAttr(place, I64), I64)
    return create(rw, llvm.InsertElementOp, (vector, new, place), vector.type)


def spread(rw: Builder, scalar: Value, type: VectorType, *, again: bool = False) -> Value:
    """A vector of one dimension whose elements are all the scalar. `again`: the shuffle takes the
    vector twice, not poison."""
    empty = poison(rw, type)
    zero = constant(rw, IntegerAttr(0, I32), I32)
    first = create(rw, llvm.InsertElementOp, (empty, scalar, zero), type)
    if type.shape == (1,) and not again:
        return first
    return shuffle(rw, first, first if again else empty, [0] * type.shape[0])


def numbers(attribute: Attribute | None) -> list[int]:
    """The integers of an array attribute of either kind."""
    if isinstance(attribute, DenseArrayAttr):
        return list(attribute.value)
    if isinstance(attribute, ArrayAttr):
        return [a.value for a in attribute if isinstance(a, IntegerAttr)]
    return []


def dense(rw: Builder, type: VectorType, values: Sequence[int]) -> Value:
    """A constant vector of integers."""
    return constant(rw, DenseElementsAttr.of(type, values), type)


def alignment_of(op: Operation, type: VectorType, rw: ConversionRewriter) -> int:
    """The alignment of an access of a vector: the given one, or that of one element (of the whole
    vector by option)."""
    stated = op.properties.get("alignment")
    if isinstance(stated, IntegerAttr):
        return stated.value
    inner = row_of(rw.convert(type))
    single: Any = inner.element_type if isinstance(inner, VectorType) else inner
    size = element_alignment(single)
    if is_set(rw, "vector_alignment") and isinstance(inner, VectorType):
        size *= 1 << (inner.shape[0] - 1).bit_length()
    return size


def element_alignment(type: Type) -> int:
    """The alignment of an element of a vector."""
    width = getattr(type, "width", 64)
    return int(max(1, 1 << (-(-width // 8) - 1).bit_length()))
