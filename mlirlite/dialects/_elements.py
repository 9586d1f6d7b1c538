"""Single elements of constants, as attributes."""

from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.constants import constant, zero
from mlirlite.ir.dense import DenseElementsAttr, SparseElementsAttr
from mlirlite.ir.types import ComplexType, FloatType, IndexType, IntegerType


def element_at(known: Attribute | None, index: int) -> Attribute | None:
    """The element at a row-major position; None when it is not known, or not a number."""
    if isinstance(known, DenseElementsAttr) and known.is_splat:
        return _number(known.splat_value(), known.element_type)
    if isinstance(known, (DenseElementsAttr, SparseElementsAttr)):
        if index >= known.type.num_elements:
            return None
        if isinstance(known, SparseElementsAttr):
            return _sparse_element(known, index)
        return _number(known.values()[index], known.element_type)
    return None


def _number(value: Any, type: Type) -> Attribute | None:
    """A number of a type; a complex one as its two parts."""
    if isinstance(type, ComplexType):
        parts = (value.real, value.imag) if isinstance(value, complex) else value
        return ArrayAttr(tuple(constant(part, type.element_type) for part in parts))
    return constant(value, type) if isinstance(type, (IntegerType, IndexType, FloatType)) else None


def _sparse_element(known: SparseElementsAttr, index: int) -> Attribute | None:
    values = known.values
    if not isinstance(values, DenseElementsAttr):
        return None
    for position, value in zip(known.positions(), values.values(), strict=True):
        if position == index:
            return _number(value, known.element_type)
    return zero(known.element_type)
