"""Runtime values. An integer or index is a Python int in the range of its type (signed for
signless types, but 0 or 1 for i1), a float is a Python float representable in its type, a vector or
tensor is a numpy array that nobody changes, a memref is a `MemRef`. POISON stands for a value that
must not be used."""

from __future__ import annotations

import enum
import numbers
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr, unpack_elements
from mlirlite.ir.types import (
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    VectorType,
    element_type_of,
)
from mlirlite.support.diagnostics import DiagnosticError

Array = np.ndarray[Any, np.dtype[Any]]


class Undefined(Exception):
    """Undefined behavior; the machine adds the op and its place to the message."""


class UsesPoison(Undefined):
    """A poison value is used: the machine turns the results of a pure op into poison."""


class Poison(enum.Enum):
    """The type of POISON."""

    POISON = "poison"

    def __repr__(self) -> str:
        return "poison"


POISON: Final = Poison.POISON
"""The value of undefined results: a shift by too much, memory that was never written. In an array
of Python objects it stands for an element; a vector that is entirely POISON is POISON itself."""

INDEX_WIDTH = 64


def width_of(type: Type) -> int:
    """Bits of an integer; an index has 64."""
    return type.width if isinstance(type, (IntegerType, FloatType)) else INDEX_WIDTH


def unsigned(value: int, type: Type) -> int:
    """The bits of an integer read as an unsigned number."""
    return value & ((1 << width_of(type)) - 1)


def signed(value: int, type: Type) -> int:
    """The bits of an integer read in two's complement; true is -1."""
    width = width_of(type)
    if not width:
        return 0
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def check_value(value: Any, type: Type) -> None:
    """TypeError for what no value of a type is at run time: an author's evaluation gave it."""
    if isinstance(type, (IntegerType, IndexType)):
        fits = isinstance(value, numbers.Integral) and wrap(int(value), type) == value
    elif isinstance(type, FloatType):
        fits = isinstance(value, numbers.Real)
    else:
        fits = value is not None and not isinstance(value, str)
    if not fits and value is not POISON:
        raise TypeError(
            f"it gave {value!r} for a result of type {type}; to_runtime(value, type) makes "
            "a number or an array fit"
        )


def wrap(value: int, type: Type) -> int:
    """The runtime value of an integer type with these low bits."""
    if isinstance(type, IntegerType) and (type.width == 1 or type.is_unsigned):
        return unsigned(value, type)
    return signed(value, type)


def rounded(value: float, type: Type) -> float:
    """The float of the type that is nearest to a value."""
    if not isinstance(type, FloatType):
        raise DiagnosticError(f"expected a float type, found {type}")
    if type.keyword in ("f80", "f128"):
        raise DiagnosticError(f"values of type {type} cannot be evaluated exactly")
    return type.format.round(value)


def dtype_of(type: Type) -> np.dtype[Any]:
    """The numpy type of the elements of arrays; Python objects where numpy has none of its own."""
    if isinstance(type, IndexType):
        return np.dtype(np.int64)
    if isinstance(type, IntegerType) and type.width == 1:
        return np.dtype(np.bool_)
    if isinstance(type, IntegerType) and type.width in (8, 16, 32, 64):
        return np.dtype(f"{'u' if type.is_unsigned else 'i'}{type.width // 8}")
    if isinstance(type, FloatType) and type.keyword in ("f16", "f32", "f64"):
        return np.dtype(f"f{type.width // 8}")
    return np.dtype(object)


def array_of(values: Sequence[Any], shape: Sequence[int], type: Type) -> Array:
    """An array of an element type from values in row-major order, any of which may be POISON."""
    poisoned = any(v is POISON for v in values)
    array = np.empty(len(values), object if poisoned else dtype_of(type))
    array[:] = values
    return array.reshape(shape)


def array_or_poison(value: Any, type: ShapedType) -> Array:
    """An array, or POISON in place of all of it, as an array."""
    if value is not POISON:
        return np.asarray(value)
    return array_of([POISON] * type.num_elements, type.shape, type.element_type)


def tidy(array: Array, type: Type) -> Any:
    """An array of objects as one of its element type, or POISON if it has no other elements."""
    if array.dtype != np.dtype(object):
        return array
    values = items(array)
    if values and all(v is POISON for v in values):
        return POISON
    return array_of(values, array.shape, element_type_of(type))


def defined(values: list[Any]) -> list[Any]:
    """The same values; none may be POISON."""
    if any(v is POISON for v in values):
        raise UsesPoison("uses a poison element")
    return values


def items(array: Array) -> list[Any]:
    """The values of an array in row-major order, as Python numbers."""
    values = array.reshape(-1).tolist()
    return [int(v) for v in values] if array.dtype == np.bool_ else values


def item(array: Array, at: Sequence[int], type: Type) -> Any:
    """One element, or the subarray for fewer indices than dimensions."""
    found = array[tuple(at)]
    return scalar(found, type) if len(at) == array.ndim else found


def scalar(value: Any, type: Type) -> Any:
    """A Python number from a number of numpy's."""
    if value is POISON:
        return POISON
    if isinstance(type, FloatType):
        return float(value)
    if isinstance(type, (IntegerType, IndexType)):
        return int(value)
    return value


def elementwise(function: Callable[..., Any], type: Type, *operands: Any) -> Any:
    """Apply a function of numbers to numbers, or to the elements of arrays; `type` is the result's.
    An element is POISON where an operand's is."""
    shapes = [o.shape for o in operands if isinstance(o, np.ndarray)]
    if not shapes:
        return function(*operands)
    shape = max(shapes, key=len)
    columns = [
        items(o if o.shape == shape else np.broadcast_to(o, shape))
        if isinstance(o, np.ndarray)
        else [o] * int(np.prod(shape, dtype=int))
        for o in operands
    ]
    rows = zip(*columns, strict=True)
    if any(isinstance(o, np.ndarray) and o.dtype == np.dtype(object) for o in operands):
        values = [POISON if any(v is POISON for v in row) else function(*row) for row in rows]
    else:
        values = [function(*row) for row in rows]
    return tidy(array_of(values, shape, element_type_of(type)), type)


def constant(attribute: Attribute, type: Type) -> Any:
    """The runtime value of a constant."""
    if isinstance(attribute, FloatAttr):
        return float(attribute.value)
    if isinstance(attribute, IntegerAttr):
        return wrap(int(attribute), type)
    if isinstance(attribute, DenseElementsAttr):
        element = attribute.type.element_type
        values = [_canonical(v, element) for v in attribute.values()]
        return array_of(values, attribute.type.shape, element)
    if isinstance(attribute, DenseResourceAttr):
        element = attribute.type.element_type
        values = unpack_elements(attribute.resource.data, element)
        return array_of([_canonical(v, element) for v in values], attribute.type.shape, element)
    raise DiagnosticError(f"a constant {attribute} cannot be evaluated")


def _canonical(value: Any, type: Type) -> Any:
    return wrap(value, type) if isinstance(type, (IntegerType, IndexType)) else value


def zero_of(type: Type) -> Any:
    """The zero of a number type, or a vector of zeros."""
    if isinstance(type, VectorType):
        element = type.element_type
        return array_of([zero_of(element)] * type.num_elements, type.shape, element)
    return 0.0 if isinstance(type, FloatType) else 0


def check_index(index: int, size: int, dimension: int) -> None:
    """Undefined behavior when an index is outside of its dimension."""
    if not 0 <= index < size:
        raise Undefined(f"index {index} is out of bounds for dimension {dimension} of size {size}")
