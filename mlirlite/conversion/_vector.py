"""Ops of vector that conversions insert, made without the checks of the constructors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from mlirlite.conversion._create import create
from mlirlite.dialects import vector
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.ub import POISON, PoisonOp
from mlirlite.dialects.vector.elements import rest_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, i64_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import FloatType, IndexType, IntegerType, VectorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.type_conversion import NoCounterpart


def vector_type(value: Value) -> VectorType:
    """The vector type of a value. NoCounterpart for another type."""
    if not isinstance(value.type, VectorType):
        raise NoCounterpart(f"'{value.type}' is not a vector")
    return value.type


def scalable_dims(type: VectorType) -> tuple[bool, ...]:
    """Which dimensions are scalable, one flag each."""
    return tuple(type.scalable_dims) or (False,) * type.rank


def rest_of(type: VectorType, count: int = 1) -> VectorType:
    """The vector type without its first dimensions."""
    rest: VectorType = VectorType(
        type.shape[count:], type.element_type, scalable_dims(type)[count:]
    )
    return rest


def extract(rw: Builder, source: Value, *position: int) -> Value:
    """The part of a vector at a position in its leading dimensions."""
    type = rest_type(vector_type(source), len(position))
    return create(rw, vector.ExtractOp, (source,), type, {"static_position": i64_array(position)})


def insert(rw: Builder, value: Value, target: Value, *position: int) -> Value:
    """A vector with the part at a position replaced."""
    properties: dict[str, Attribute] = {"static_position": i64_array(position)}
    return create(rw, vector.InsertOp, (value, target), target.type, properties)


def broadcast(rw: Builder, source: Value, type: Type) -> Value:
    """A vector that repeats a value."""
    return create(rw, vector.BroadcastOp, (source,), type)


def poison(rw: Builder, type: Type) -> Value:
    """A vector to fill by inserting."""
    return create(rw, PoisonOp, (), type, {"value": POISON})


def constant(rw: Builder, value: Attribute, type: Type) -> Value:
    """arith.constant."""
    return create(rw, ConstantOp, (), type, {"value": value})


def zeros(rw: Builder, type: Type) -> Value:
    """A constant 0 of a number type, or a vector of them."""
    return constant(rw, zero_attribute(type), type)


def zero_attribute(type: Type) -> Attribute:
    """0 as an attribute of a number or vector type. NoCounterpart for another type."""
    element = element_type_of(type)
    number: float | int = 0.0 if isinstance(element, FloatType) else 0
    if isinstance(type, VectorType):
        return DenseElementsAttr.of(type, number)
    if isinstance(type, FloatType):
        return FloatAttr(number, type)
    if isinstance(type, (IntegerType, IndexType)):
        return IntegerAttr(int(number), type)
    raise NoCounterpart(f"'{type}' has no zero")


def assembled(rw: Builder, start: Value, one: Callable[[int], Value]) -> Value:
    """A vector whose part at each index of the first dimension is `one(index)`, inserted into
    `start`."""
    found = start
    for i in range(vector_type(start).shape[0]):
        found = insert(rw, one(i), found, i)
    return found


def unrolled_positions(type: VectorType, rank: int = 1) -> Iterator[tuple[int, ...]] | None:
    """The positions in the non-scalable leading dimensions that leave vectors of a rank; None when
    there is nothing to unroll."""
    leading = type.shape[: max(type.rank - rank, 0)]
    flags = scalable_dims(type)
    fixed = next((d for d in range(len(leading)) if flags[d]), len(leading))
    return product(*map(range, leading[:fixed])) if fixed else None
