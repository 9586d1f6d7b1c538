"""Combining two values: reductions of vectors, of parallel loops, and atomic updates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.interp.arith import maximum, maxnum, minimum, minnum
from mlirlite.interp.values import POISON, elementwise, rounded, signed, unsigned, wrap
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import FloatType, element_type_of

_FLOAT: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "maximum": maximum,
    "minimum": minimum,
    "maxnum": maxnum,
    "minnum": minnum,
}
_INTEGER: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "maxs": max,
    "mins": min,
    "maxu": max,
    "minu": min,
}


def combine(kind: str, a: Any, b: Any, type: Type) -> Any:
    """`kind` is `add`, `mul`, `and`, `or`, `xor`, `maxs`, `maxu`, `mins`, `minu`, `maximum`,
    `maxnum`, `minimum` or `minnum`; the values may be arrays."""
    if a is POISON or b is POISON:
        return POISON
    element = element_type_of(type)
    if isinstance(element, FloatType):
        function = _FLOAT[kind]
        return elementwise(lambda x, y: rounded(function(x, y), element), type, a, b)
    whole = _INTEGER[kind]
    read = unsigned if kind in ("maxu", "minu") else signed
    return elementwise(
        lambda x, y: wrap(whole(read(x, element), read(y, element)), element), type, a, b
    )


def combine_atomic(kind: str, old: Any, new: Any, type: Type) -> Any:
    """Combine as one of arith's atomic kinds: `addf`, `maxs`, `assign` …"""
    if kind == "assign":
        return new
    name = kind[:-1] if kind[-1] in "fi" else kind
    return combine(name, old, new, type)


def combine_vector(kind: str, a: Any, b: Any, type: Type) -> Any:
    """Combine as one of vector's kinds: `add`, `minsi`, `maximumf` …"""
    name = kind.rstrip("_")
    name = name[:-1] if name not in ("add", "mul", "and", "or", "xor") else name
    return combine(name, a, b, type)
