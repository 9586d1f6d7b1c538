"""What LLVM ops give on constants: parts of aggregates, zeros, integers."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.arith._fold import constant, unsigned, zero
from mlirlite.dialects.llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr, SparseElementsAttr
from mlirlite.ir.types import ComplexType, FloatType, IntegerType, VectorType


def zero_of(type: Type) -> Attribute:
    """Zero: a number where the type has one."""
    found = zero(type) if isinstance(type, (IntegerType, FloatType, VectorType)) else None
    return found or ZeroAttr()


def part_at(known: Attribute | None, position: Sequence[int]) -> Attribute | None:
    """The part of a constant aggregate at a position; None when it is not known."""
    for index in position:
        known = _element(known, index)
    return known


def _element(known: Attribute | None, index: int) -> Attribute | None:
    match known:
        case ArrayAttr():
            return known.value[index] if index < len(known) else None
        case DenseElementsAttr():
            values = known.values()
            return _number(values[index], known.element_type) if index < len(values) else None
        case SparseElementsAttr():
            return _sparse_element(known, index)
        case ZeroAttr() | UndefAttr() | PoisonAttr():
            return known
    return None


def _number(value: Any, type: Type) -> Attribute:
    """A number of a type; a complex one as its two parts."""
    if not isinstance(type, ComplexType):
        return constant(value, type)
    parts = (value.real, value.imag) if isinstance(value, complex) else value
    return ArrayAttr(tuple(constant(part, type.element_type) for part in parts))


def _sparse_element(known: SparseElementsAttr, index: int) -> Attribute | None:
    shape, values = known.type.shape, known.values
    if not isinstance(values, DenseElementsAttr) or index >= known.type.num_elements:
        return None
    flat = known.indices.values()
    for i, value in enumerate(values.values()):
        place = 0
        for size, at in zip(shape, flat[i * len(shape) : (i + 1) * len(shape)], strict=True):
            place = place * size + at
        if place == index:
            return _number(value, known.element_type)
    return zero(known.element_type)


def integers(*operands: Attribute | None) -> list[int] | None:
    """The operands' unsigned values, when all are integers."""
    found = []
    for operand in operands:
        if not isinstance(operand, IntegerAttr) or not isinstance(operand.type, IntegerType):
            return None
        found.append(unsigned(operand.value, operand.type.width))
    return found
