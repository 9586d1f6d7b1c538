"""Arithmetic on constants of tosa: splats only, as upstream."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constants import constant, scalar, signed, unsigned
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.types import (
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    element_type_of,
)


def is_foldable(*types: Type) -> bool:
    """Whether all are tensors of known rank, of integers, indices or floats."""
    return all(
        isinstance(t, RankedTensorType)
        and isinstance(t.element_type, (IntegerType, IndexType, FloatType))
        for t in types
    )


def is_splat_zero(known: Attribute | None) -> bool:
    """A splat of 0, or of -0.0."""
    found = scalar(known) if isinstance(known, DenseElementsAttr) else None
    return found is not None and found == 0


def is_splat_one(known: Attribute | None, shift: int = 0) -> bool:
    """A splat of 1.0, or of 1 before a shift to the right."""
    found = scalar(known) if isinstance(known, DenseElementsAttr) else None
    return found is not None and found == (1 if isinstance(found, float) else 1 << shift)


def splat_of(value: Any, type: Type) -> Attribute | None:
    """A constant of one number; None when the shape is not known."""
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        return None
    return constant(value, type)


def fold_splats(
    operands: Sequence[Attribute | None], type: Type, function: Callable[[Any, Any], Any]
) -> Attribute | None:
    """Apply a function to the numbers of two splats with the same elements, integers read as
    signed."""
    a, b = operands
    if not isinstance(a, DenseElementsAttr) or not isinstance(b, DenseElementsAttr):
        return None
    x, y = _signed_scalar(a), _signed_scalar(b)
    if x is None or y is None or a.element_type is not b.element_type:
        return None
    return splat_of(function(x, y), type)


def _signed_scalar(known: Attribute | None) -> Any:
    if not isinstance(known, DenseElementsAttr):
        return None
    found, type = scalar(known), known.element_type
    return (
        signed(found, type.width) if isinstance(type, IntegerType) and found is not None else found
    )


def multiply(a: Any, b: Any, shift: int, type: Type) -> Any:
    """The product, shifted to the right and rounded; None when that does not fit 32 bits."""
    product = a * b
    if not shift or isinstance(product, float):
        return product
    product = (product + (1 << shift - 1)) >> shift
    return product if -(1 << 31) <= product < 1 << 31 else None


def divide(a: int, b: int) -> int:
    """The quotient rounded toward zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def cast_splat(known: ElementsAttr, source: Type, target: ShapedType) -> Attribute | None:
    """A splat as another type; floats are rounded to even and saturate."""
    if not isinstance(known, DenseElementsAttr) or not known.is_splat:
        return None
    value, old, new = known.splat_value(), element_type_of(source), target.element_type
    if isinstance(old, FloatType) and isinstance(new, FloatType):
        return splat_of(value, target)
    if isinstance(old, IntegerType) and isinstance(new, FloatType):
        number = value if old.is_unsigned else signed(value, old.width)
        return splat_of(float(number), target)
    if isinstance(old, FloatType) and isinstance(new, IntegerType):
        return splat_of(_rounded(value, new), target)
    if isinstance(old, IntegerType) and isinstance(new, IntegerType):
        if new.width == 1:
            return splat_of(int(value != 0), target)
        extend = unsigned if old.is_unsigned or old.width == 1 else signed
        return splat_of(extend(value, old.width), target)
    return None


def _rounded(value: float, type: IntegerType) -> int:
    if math.isnan(value):
        return 0
    width = type.width
    low, high = (
        (0, (1 << width) - 1) if type.is_unsigned else (-(1 << width - 1), (1 << width - 1) - 1)
    )
    if math.isinf(value):
        return high if value > 0 else low
    return min(max(round(value), low), high)
