"""Folding of LLVM ops: parts of aggregates, zeros, integers."""

from collections.abc import Sequence

from mlirlite.dialects._elements import element_at
from mlirlite.dialects.llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.constants import unsigned, zero
from mlirlite.ir.dense import DenseElementsAttr, SparseElementsAttr
from mlirlite.ir.types import FloatType, IntegerType, VectorType


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
        case DenseElementsAttr() | SparseElementsAttr():
            return element_at(known, index) if known.type.rank == 1 else None
        case ZeroAttr() | UndefAttr() | PoisonAttr():
            return known
    return None


def integers(*operands: Attribute | None) -> list[int] | None:
    """The operands' unsigned values, when all are integers."""
    found = []
    for operand in operands:
        if not isinstance(operand, IntegerAttr) or not isinstance(operand.type, IntegerType):
            return None
        found.append(unsigned(operand.value, operand.type.width))
    return found
