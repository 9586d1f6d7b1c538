"""Casts of numbers, and of vectors and tensors of them, and choices between values."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    I1,
    INDEX,
    FloatType,
    IntegerType,
    RankedTensorType,
    VectorType,
    element_type_of,
)
from mlirlite.testing.fitted import Parts, Program, fits
from mlirlite.testing.shapes import ELEMENTS

_CASTS: dict[str, tuple[str, str, int]] = {
    "extf": ("float", "float", 1),
    "extsi": ("int", "int", 1),
    "extui": ("int", "int", 1),
    "fptosi": ("float", "int", 0),
    "fptoui": ("float", "int", 0),
    "index_cast": ("int", "index", 0),
    "index_castui": ("int", "index", 0),
    "sitofp": ("int", "float", 0),
    "truncf": ("float", "float", -1),
    "trunci": ("int", "int", -1),
    "uitofp": ("int", "float", 0),
}
"""What a cast takes and gives, and whether the latter is wider."""


def _family(element: Type) -> str:
    if element is INDEX:
        return "index"
    return {IntegerType: "int", FloatType: "float"}.get(type(element), "")


def _reshaped(like: Any, element: Type) -> Type:
    """A type of the same shape with these elements."""
    if not isinstance(like, (VectorType, RankedTensorType)):
        return element
    found: Type = like.replace(element_type=element)
    return found


def _width(element: Any) -> int:
    return int(getattr(element, "width", 0))


@fits(*(f"arith.{name}" for name in _CASTS))
def _cast(p: Program) -> Parts | None:
    before, after, wider = _CASTS[p.name.removeprefix("arith.")]
    shapes = [t for t in p.types if type(t) in (VectorType, RankedTensorType)]
    like = p.rng.choice(shapes) if p.rng.random() < 0.5 else None
    pairs = [
        (a, b)
        for a in ELEMENTS
        for b in ELEMENTS
        if _family(a) == before and _family(b) == after and (_width(b) - _width(a)) * wider >= 0
        if not wider or _width(a) != _width(b)
    ]
    first, second = p.rng.choice(pairs)
    if after == "index" and p.rng.random() < 0.5:
        first, second = second, first
    properties = p.flags(p.name) if p.name in ("arith.extf", "arith.truncf") else {}
    return Parts((p.value(_reshaped(like, first)),), (_reshaped(like, second),), properties)


@fits("arith.select")
def _select(p: Program) -> Parts | None:
    chosen = p.rng.choice(p.types)
    condition: Type = I1
    if isinstance(chosen, (VectorType, RankedTensorType)) and p.rng.random() < 0.5:
        condition = _reshaped(chosen, I1)
    elif element_type_of(chosen) is chosen and p.known:
        chosen = p.rng.choice(list(p.known))
    return Parts((p.value(condition), p.value(chosen), p.value(chosen)), (chosen,))
