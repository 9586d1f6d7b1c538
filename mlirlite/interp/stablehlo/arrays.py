"""Arrays of StableHLO's element types, and the table of evaluations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlirlite.dialects.quant.types import QuantizedType, UniformQuantizedPerAxisType
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import Array
from mlirlite.ir.attribute import Type
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.ods.hooks import DataOp
from mlirlite.support.diagnostics import DiagnosticError

Function = Callable[..., Any]
VECTORIZED: set[str] = set()
"""Ops that work element by element, so that they can be given arrays in place of scalars."""


@cache
def native(type: Type) -> np.dtype[Any]:
    """The numpy type of elements. DiagnosticError for one that has none."""
    import ml_dtypes

    type = element_type_of(type)
    if isinstance(type, QuantizedType):
        return native(type.expressed_type)
    if isinstance(type, IndexType):
        return np.dtype(np.int64)
    if isinstance(type, ComplexType):
        return np.dtype(np.complex64 if native(type.element_type) == np.float32 else np.complex128)
    if isinstance(type, IntegerType):
        if type.width == 1:
            return np.dtype(np.bool_)
        sign = "uint" if type.is_unsigned else "int"
        if type.width in (8, 16, 32, 64):
            return np.dtype(f"{sign}{type.width}")
        if type.width in (2, 4):
            small: np.dtype[Any] = np.dtype(getattr(ml_dtypes, f"{sign}{type.width}"))
            return small
    if isinstance(type, FloatType):
        if type.keyword in ("f16", "f32", "f64"):
            return np.dtype(f"f{type.width // 8}")
        name = f"float{type.keyword[1]}_{type.keyword[2:].lower()}"
        found = getattr(ml_dtypes, "bfloat16" if type.keyword == "bf16" else name, None)
        if found is not None:
            made: np.dtype[Any] = np.dtype(found)
            return made
    raise DiagnosticError(f"values of type {type} cannot be evaluated")


def is_float(array: Array) -> bool:
    """Whether the elements are floats, those of ml_dtypes included."""
    kind = array.dtype.kind
    return kind == "f" or (kind == "V" and "float" in array.dtype.name)


def is_small_integer(array: Array) -> bool:
    """Whether the elements are integers of 2 or 4 bits."""
    return array.dtype.kind == "V" and "int" in array.dtype.name


def wide(array: Array) -> Array:
    """The elements in a type in which numpy computes: floats in f64, small integers in i64."""
    if is_float(array):
        return array.astype(np.float64)
    if is_small_integer(array):
        return array.astype(np.int64)
    return array.astype(np.complex128) if array.dtype.kind == "c" else array


def cast(array: Any, type: Type) -> Array:
    """Elements of a type: floats are rounded, integers wrap around."""
    array, target = np.asarray(array), native(type)
    if array.dtype == target:
        return np.asarray(array)
    element = element_type_of(type)
    with np.errstate(all="ignore"):
        if isinstance(element, IntegerType) and element.width in (2, 4):
            bits = array.astype(np.int64) & ((1 << element.width) - 1)
            half = 1 << (element.width - 1)
            bits = bits if element.is_unsigned else (bits ^ half) - half
            return np.asarray(bits.astype(target))
        return np.asarray(array.astype(target))


def constant_array(attribute: Any) -> Array:
    """The elements of a constant."""
    type = attribute.type
    if not isinstance(attribute, (DenseElementsAttr, DenseResourceAttr)):
        attribute = attribute.dense()  # few elements that are not zero
    element = type.element_type
    data = attribute.resource.data if isinstance(attribute, DenseResourceAttr) else attribute.raw
    found: Array = np.frombuffer(bytes(data), stored(element))
    if found.size == 1 and type.num_elements != 1:
        return np.broadcast_to(found, type.shape)
    return np.asarray(found.reshape(type.shape))


def stored(type: Type) -> np.dtype[Any]:
    """The numpy type of elements as a constant has them: integers, if they are quantized."""
    if isinstance(type, QuantizedType):
        assert isinstance(type.storage_type, IntegerType)
        return np.dtype(f"{'i' if type.is_signed else 'u'}{max(1, type.width // 8)}")
    return native(type)


def read(m: Machine, value: Value) -> Any:
    """An array with numpy's elements; what is no array, as it is."""
    found = m[value]
    if not isinstance(value.type, ShapedType):
        return found
    found = np.asarray(found)
    element = value.type.element_type
    if isinstance(element, QuantizedType):
        return dequantized(found, element)
    return cast(found, element) if found.dtype == np.dtype(object) else found


def read_raw(m: Machine, value: Value) -> Array:
    """An array as it is stored, also if it is quantized."""
    element = element_type_of(value.type)
    found = np.asarray(m[value])
    return found if isinstance(element, QuantizedType) else read(m, value)


def _along(type: QuantizedType, rank: int) -> tuple[Any, Any]:
    if isinstance(type, UniformQuantizedPerAxisType):
        shape = [-1 if d == type.axis else 1 for d in range(rank)]
        return np.reshape(type.scales, shape), np.reshape(type.zero_points, shape)
    whole: Any = type
    return whole.scale, whole.zero_point


def dequantized(array: Array, type: QuantizedType) -> Array:
    """What stored integers stand for."""
    scale, zero = _along(type, array.ndim)
    part: Any = native(type.expressed_type)
    shifted = (array.astype(np.int64) - zero).astype(part)
    return np.asarray((shifted * np.asarray(scale).astype(part)).astype(part))


def quantized(array: Array, type: QuantizedType) -> Array:
    """The stored integers that stand for numbers: rounded to the nearest, clamped."""
    scale, zero = _along(type, np.ndim(array))
    part: Any = native(type.expressed_type)
    with np.errstate(all="ignore"):
        scaled = array.astype(part) / np.asarray(scale).astype(part)
        found = np.rint(wide(scaled)) + zero
        inside = np.clip(found, type.storage_min, type.storage_max)
        return np.asarray(inside.astype(stored(type)))


def finished(found: Any, type: Type) -> Any:
    """A result with the elements of its type."""
    if not isinstance(type, ShapedType):
        return found
    if isinstance(type.element_type, QuantizedType):
        return quantized(np.asarray(found), type.element_type)
    return cast(found, type)


def all_finished(found: Any, op: Operation) -> Any:
    """The results of an op; one where there is just one."""
    values = found if isinstance(found, (list, tuple)) else [found]
    made = [finished(v, r.type) for v, r in zip(values, op.results, strict=True)]
    return made[0] if len(made) == 1 else made


def op_class(name: str) -> Any:
    """The class of an op."""
    dialect: Any = builtin_dialect(name.partition(".")[0])
    return dialect.op_class(name)


def on(*names: str, vectorized: bool = False) -> Callable[[Function], Function]:
    """The function of these ops, of which `stablehlo.` is left out: `f(op, *operands)` gives the
    result, or a list of results, as arrays. `vectorized`: it works element by element."""

    def register(function: Function) -> Function:
        for short in names:
            name = short if "." in short else f"stablehlo.{short}"
            if vectorized:
                VECTORIZED.add(name)

            def run(m: Machine, op: DataOp) -> Any:
                with np.errstate(all="ignore"):
                    found = function(op, *[read(m, v) for v in op.operands])
                return all_finished(found, op)

            evaluate.add(op_class(name), run)
        return function

    return register


def shape_of(op: DataOp, index: int = 0) -> tuple[int, ...]:
    """The shape of a result."""
    type = op.results[index].type
    assert isinstance(type, RankedTensorType)
    return tuple(type.shape)
