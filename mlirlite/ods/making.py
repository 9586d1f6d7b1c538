"""What C++ expressions that make types mean: `VectorType::get({4}, $_builder.getF32Type())`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from mlirlite.ir.types import (
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    FloatType,
    IntegerType,
    NoneType,
    Signedness,
    VectorType,
)

CONTEXT = object()
"""A context, or a builder: an argument that types here do without."""

_FLOAT = re.compile(r"(?:B?Float|FloatTF)\d+(\w*?)Type")


def _integer(width: int, signed: Any = None) -> IntegerType:
    if signed is None:
        return IntegerType(width)
    return IntegerType(width, Signedness.SIGNED if signed else Signedness.UNSIGNED)


def _vector(shape: Any, element: Any, scalable: Any = ()) -> VectorType:
    flags = tuple(bool(flag) for flag in scalable)
    if flags:
        return VectorType(tuple(shape), element, flags)
    return VectorType(tuple(shape), element)


MAKERS: dict[str, Callable[..., Any]] = {
    "IntegerType": _integer,
    "VectorType": _vector,
    "IndexType": lambda: INDEX,
    "NoneType": NoneType,
}


def maker(short: str) -> Callable[..., Any] | None:
    """What `X::get` and `getType<X>` make for a builtin type; None for another one."""
    if short in MAKERS or not _FLOAT.fullmatch(short):
        return MAKERS.get(short)
    keyword = short.removesuffix("Type").replace("FloatTF", "tf").replace("BFloat", "bf")
    return lambda: FloatType(keyword.replace("Float", "f"))


def made(make: Callable[..., Any], values: list[Any]) -> Any:
    """A type of some arguments; the context is left out."""
    return make(*[value for value in values if value is not CONTEXT])


def _scaled(type: Any, factor: int) -> Any:
    element = type.element_type
    kinds = {32: F32, 64: F64, 16: F16}
    width = element.width * factor
    new = IntegerType(width) if isinstance(element, IntegerType) else kinds[width]
    return type.replace(element_type=new)


def _cloned(type: Any, shape: Any, element: Any) -> Any:
    if shape:
        return type.replace(shape=tuple(shape), element_type=element)
    return type.replace(element_type=element)


def _without(type: Any, dim: int) -> Any:
    shape, flags = list(type.shape), list(type.scalable_dims)
    del shape[dim], flags[dim]
    return VectorType(tuple(shape), type.element_type, tuple(flags))


def _resized(type: Any, dim: int, size: int) -> Any:
    shape = list(type.shape)
    shape[dim] = size
    return type.replace(shape=tuple(shape))


METHODS: dict[tuple[str, int], Callable[..., Any]] = {
    ("getContext", 0): lambda value: CONTEXT,
    ("getIntegerType", 1): lambda builder, width: _integer(width),
    ("getIntegerType", 2): lambda builder, width, signed: _integer(width, signed),
    ("getIndexType", 0): lambda builder: INDEX,
    ("getNoneType", 0): lambda builder: NoneType(),
    ("clone", 1): lambda t, element: _cloned(t, (), element),
    ("cloneWith", 2): _cloned,
    ("scaleElementBitwidth", 1): _scaled,
    ("dropDim", 1): _without,
    ("setDim", 2): _resized,
    ("setElementType", 1): lambda t, element: t.replace(element_type=element),
    ("drop_front", 0): lambda values: list(values)[1:],
    **{(f"getI{t.width}Type", 0): (lambda b, t=t: t) for t in (I1, I8, I16, I32, I64)},
    **{(f"getF{w}Type", 0): (lambda b, t=t: t) for w, t in ((16, F16), (32, F32), (64, F64))},
    ("getBF16Type", 0): lambda builder: FloatType("bf16"),
    ("getTF32Type", 0): lambda builder: FloatType("tf32"),
}
"""Methods of builders, and those that make a type of another."""
