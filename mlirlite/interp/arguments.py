"""From numbers and arrays to runtime values and back, and seeded random arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.interp.machine import UndefinedBehavior
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import POISON, Undefined, array_of, dtype_of, items, rounded, wrap
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    DYNAMIC,
    INDEX,
    BaseMemRefType,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    ShapedType,
    VectorType,
)
from mlirlite.support.diagnostics import DiagnosticError

_LARGEST = 1 << 16
"""How many elements a random argument has."""


def to_runtime(value: Any, type: Type, what: str = "the result") -> Any:
    """The value that the interpreter has for a number, or for an array where the type is shaped:
    integers wrap around, floats are rounded. DiagnosticError, which begins with `what`, when it
    does not fit the type."""
    if not isinstance(type, ShapedType):
        return _number(value, type, what)
    array = np.asarray(value)
    element = type.element_type
    inner = element.shape if isinstance(element, VectorType) else ()
    scalar = element.element_type if isinstance(element, VectorType) else element
    kinds = "iub"
    if isinstance(scalar, (FloatType, ComplexType)):
        kinds = "fiub" if isinstance(scalar, FloatType) else "cfiub"
    if array.dtype.kind not in kinds and array.dtype != np.dtype(object):
        raise DiagnosticError(f"{what} needs elements of type {element}, found {array.dtype}")
    if type.has_rank:
        shape = (*type.shape, *inner)
        pairs = zip(shape, array.shape, strict=False)
        if len(shape) != array.ndim or any(w not in (DYNAMIC, h) for w, h in pairs):
            raise DiagnosticError(f"{what} needs the shape of {type}, found {list(array.shape)}")
    exact = array.dtype == dtype_of(scalar) and array.dtype != np.dtype(object)
    flat = items(array) if exact else [_number(v, scalar, what) for v in items(array)]
    if isinstance(type, BaseMemRefType):
        memory = MemRef.of(array_of(flat, array.shape, scalar), element)
        if isinstance(type, MemRefType) and type.layout is not None:
            return _laid_out(memory, type, what)
        return memory
    return array_of(flat, array.shape, scalar)


def _laid_out(memory: MemRef, type: MemRefType, what: str) -> MemRef:
    """A copy with the strides and offset of a type; if these are unknown, elements are contiguous
    after a gap."""
    layout = strides_and_offset(type)
    if layout is None:
        raise DiagnosticError(f"{what} has a layout: {type} cannot be made of an array")
    known, start = layout
    offset = 3 if start == DYNAMIC else start
    strides: list[int] = []
    for d in reversed(range(len(memory.sizes))):
        after = 2 if d == len(known) - 1 else max(1, strides[0] * memory.sizes[d + 1])
        strides.insert(0, after if known[d] == DYNAMIC else known[d])
    last = sum(max(0, n - 1) * s for n, s in zip(memory.sizes, strides, strict=True))
    whole = MemRef.allocate((offset + last + 1,), memory.element_type)
    found = whole.with_view(offset, memory.sizes, strides)
    found.copy_from(memory)
    return found


def _number(value: Any, type: Type, what: str) -> Any:
    try:
        if isinstance(type, FloatType):
            return rounded(float(value), type)
        if isinstance(type, ComplexType) and isinstance(part := type.element_type, FloatType):
            number = complex(value)
            return complex(rounded(number.real, part), rounded(number.imag, part))
        if isinstance(type, (IntegerType, IndexType)) and int(value) == value:
            width = type.width if isinstance(type, IntegerType) else 64
            if isinstance(value, (bool, np.bool_)) or -(1 << width >> 1) <= value < 1 << width:
                return wrap(int(value), type)
    except (TypeError, ValueError, OverflowError):
        pass
    raise DiagnosticError(f"{what} needs a value of type {type}, found {value}")


def to_numpy(value: Any) -> Any:
    """A number, or an array of the elements of a vector, tensor or memref; None for poison.
    UndefinedBehavior when a memref exceeds its buffer, or was freed."""
    if isinstance(value, MemRef):
        try:
            return value.numpy()
        except Undefined as e:
            raise UndefinedBehavior(f"a memref cannot be read: {e}") from None
    return None if value is POISON else value


def check_shape(value: Any, type: Type) -> None:
    """UndefinedBehavior when a tensor or memref does not have the sizes of its type."""
    sizes = getattr(value, "sizes", None) or getattr(value, "shape", None)
    if sizes is None or not isinstance(type, ShapedType) or not type.has_rank:
        return
    pairs = zip(type.shape, sizes, strict=False)
    if len(sizes) != type.rank or any(w not in (DYNAMIC, h) for w, h in pairs):
        raise UndefinedBehavior(f"a value of sizes {list(sizes)} is returned as {type}")


def random_argument(type: Type, rng: np.random.Generator, unknown: int = 4) -> Any:
    """A random number, or an array for a shaped type, in which unknown dimensions have a size of
    `unknown`: floats between -2 and 2 in steps of 1/8, integers from -8 to 8, indices from 0 to
    `unknown`. DiagnosticError for a type that has no values here."""
    if isinstance(type, ShapedType):
        if not type.has_rank:
            raise DiagnosticError(f"there are no random values of type {type}")
        shape: list[int] = [unknown if n == DYNAMIC else n for n in type.shape]
        element = type.element_type
        if isinstance(element, VectorType):
            shape, element = [*shape, *element.shape], element.element_type
        count = int(np.prod(shape, dtype=int))
        if count > _LARGEST:
            raise DiagnosticError(f"values of type {type} are too large to be tried")
        values = [random_argument(element, rng, unknown) for _ in range(count)]
        return array_of(values, shape, element)
    if isinstance(type, FloatType):
        return rounded(float(rng.integers(-16, 17)) / 8, type)
    if type is INDEX:
        return int(rng.integers(0, unknown + 1))
    if isinstance(type, IntegerType):
        return wrap(int(rng.integers(-8, 9)), type)
    raise DiagnosticError(f"there are no random values of type {type}")


def difference(before: Any, after: Any, type: Type) -> str | None:
    """Where and how two results differ: numbers and arrays from `to_numpy`. Poison may become
    anything; floats may differ in the last 4 bits of their type."""
    if before is None:
        return None
    if after is None:
        return f"{_text(before)} before, poison after"
    if not isinstance(before, np.ndarray) and not isinstance(after, np.ndarray):
        same = _same(before, after, type)
        return None if same else f"{_text(before)} before, {_text(after)} after"
    a, b = np.asarray(before), np.asarray(after)
    if a.shape != b.shape:
        return f"shape {list(a.shape)} before, {list(b.shape)} after"
    element = type.element_type if isinstance(type, ShapedType) else type
    if isinstance(element, VectorType):
        element = element.element_type
    rows = enumerate(zip(items(a), items(b), strict=True))
    for i, (x, y) in rows:
        if not _same(x, y, element):
            at = [int(n) for n in np.unravel_index(i, a.shape)]
            return f"{_text(x)} before, {_text(y)} after, at {at}"
    return None


def _same(a: Any, b: Any, type: Type) -> bool:
    if a is POISON or b is POISON:
        return a is POISON
    if not isinstance(type, FloatType):
        return bool(a == b)
    if a == b or (a != a and b != b):
        return True
    spread = abs(a - b)
    return bool(spread <= max(abs(a), abs(b)) * 2.0 ** (4 - type.format.mantissa))


def _text(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)
