"""The functions of C++ that upstream's patterns on arith call, by name."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.arith._conditions import INVERSE
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.constants import bit_width, operate, scalar, signed
from mlirlite.ir.types import FloatType, IntegerType, element_type_of
from mlirlite.ods.hooks import function


@function("addIntegerAttrs")
def _add(builder: Any, result: Any, a: Attribute, b: Attribute) -> Attribute | None:
    return operate("+", a, b)


@function("subIntegerAttrs")
def _subtract(builder: Any, result: Any, a: Attribute, b: Attribute) -> Attribute | None:
    return operate("-", a, b)


@function("mulIntegerAttrs")
def _multiply(builder: Any, result: Any, a: Attribute, b: Attribute) -> Attribute | None:
    return operate("*", a, b)


@function("mergeOverflowFlags")
def _common_flags(a: Attribute, b: Attribute) -> Attribute | None:
    return operate("&", a, b)


@function("invertPredicate")
def _inverted(predicate: Any) -> Attribute:
    return IntegerAttr(int(INVERSE[CmpIPredicate(predicate.value)]), predicate.type)


@function("getIntOrSplatIntValue")
def _integer(attribute: Any) -> int | None:
    """The signed number of an integer, or of a splat of integers; None for anything else."""
    found = scalar(attribute)
    if not isinstance(found, int):
        return None
    return signed(found, bit_width(attribute.type))


@function("getScalarOrElementWidth")
def _width(of: Any) -> int:
    """The bits of a value's type or of its elements; 0 for a type without a width."""
    type = element_type_of(getattr(of, "type", of))
    return type.width if isinstance(type, IntegerType | FloatType) else 0
