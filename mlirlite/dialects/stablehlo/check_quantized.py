"""Checks of quantized types: of scales, zero points and the dimension along which they differ."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.dialects.quant.types import (
    QuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedType,
)
from mlirlite.dialects.stablehlo.check import Wrong, check, constraint, has_quantized
from mlirlite.dialects.stablehlo.check_shapes import numbers
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC
from mlirlite.ods.hooks import DataOp

Types = Sequence[Type] | None


def _elements(op: DataOp) -> list[Any]:
    """The element types of the first two operands, and of the result."""
    types: list[Any] = [v.type for v in (*op.operands[:2], op.results[0])]
    return [t.element_type for t in types]


def _axis(type: Any) -> int:
    return int(type.axis)


def _same_numbers(x: Any, y: Any) -> None:
    """Wrong unless scales and zero points are the same."""
    a, b = x.element_type, y.element_type
    if isinstance(a, UniformQuantizedType) and isinstance(b, UniformQuantizedType) and a is not b:
        raise Wrong(f"expect same quantization scale and zero_point but got '{x}' vs '{y}'")
    if not _both_per_axis(a, b) or len(a.scales) != len(b.scales):
        return
    if (a.scales, a.zero_points) != (b.scales, b.zero_points):
        raise Wrong(f"expect same quantization scales and zero_points but got '{x}' vs '{y}'")


def _both_per_axis(a: Any, b: Any) -> bool:
    return all(isinstance(t, UniformQuantizedPerAxisType) for t in (a, b))


@constraint("reshape", "dynamic_reshape")
def reshape(op: DataOp) -> None:
    """The dimension of scales stays, and how many elements are before it."""
    x, y = op.operands[0].type, op.results[0].type
    _same_numbers(x, y)
    if not _both_per_axis(x.element_type, y.element_type):
        return
    d, e = _axis(x.element_type), _axis(y.element_type)
    if DYNAMIC not in (x.shape[d], y.shape[e]) and x.shape[d] != y.shape[e]:
        raise Wrong(
            f"expect same quantization dimension size for operand and result '{x}' and '{y}'"
        )
    before = prod(x.shape[:d]), prod(y.shape[:e])
    if DYNAMIC not in (*x.shape, *y.shape) and before[0] != before[1]:
        raise Wrong(
            "product of dimensions before quantization dimension must match between operand and "
            f"result for {before[0]} and {before[1]}"
        )


@constraint("transpose")
def transpose(op: DataOp) -> None:
    """The dimension of scales goes where the permutation puts it."""
    x, y = op.operands[0].type, op.results[0].type
    _same_numbers(x, y)
    if not _both_per_axis(x.element_type, y.element_type):
        return
    order, d, e = (
        numbers(op.properties["permutation"]),
        _axis(x.element_type),
        _axis(y.element_type),
    )
    if order[e] != d:
        raise Wrong(
            f"operand quantization_dimension {d} is not same as permutation[{e}] = {order[e]}"
        )


@constraint("broadcast_in_dim", "dynamic_broadcast_in_dim")
def broadcast(op: DataOp) -> None:
    """The dimension of scales goes where it is put; a single scale is that of all elements."""
    x, y = op.operands[0].type, op.results[0].type
    a, b = x.element_type, y.element_type
    if isinstance(a, UniformQuantizedType):
        _same_numbers(x, y)
    if not _both_per_axis(a, b):
        return
    dims, d, e = numbers(op.properties["broadcast_dimensions"]), _axis(a), _axis(b)
    if dims[d] != e:
        raise Wrong(
            f"result quantization_dimension {e} not same as broadcast_dimensions[{d}] = {dims[d]}"
        )
    if x.shape[d] != 1:
        return
    scale, zero = float(a.scales[0]), a.zero_points[0]
    for i, (own, point) in enumerate(zip(b.scales, b.zero_points, strict=True)):
        if float(own) != scale:
            raise Wrong(
                f"mismatch result scale {i} ({float(own):e}) and operand scale 0 ({scale:e})"
            )
        if point != zero:
            raise Wrong(
                f"mismatch result zero_point {i} ({point}) and operand zero_point 0 ({zero})"
            )


def _product(op: DataOp) -> None:
    """What products and convolutions ask of the types of elements."""
    x, w, y = _elements(op)
    quantized = [isinstance(t, QuantizedType) for t in (x, w, y)]
    if not quantized[1] or quantized[0] != quantized[2]:
        raise Wrong(
            "rhs should be quantized for quantized operations and "
            "is_quantized(lhs)=is_quantized(result) should hold"
        )
    if not quantized[0]:
        if x is not w.expressed_type or x is not y:
            raise Wrong(
                "mismatched rhs quantization expressed type and lhs and result element type"
            )
        return
    if x.storage_type is not w.storage_type:
        raise Wrong("mismatched lhs and rhs quantization storage types")
    if not x.expressed_type is w.expressed_type is y.expressed_type:
        raise Wrong("mismatched lhs, rhs and result quantization expressed types")
    per_tensor = [isinstance(t, UniformQuantizedType) for t in (w, y)]
    if per_tensor[0] and not per_tensor[1]:
        raise Wrong("mismatched rhs and result quantization granularity")


@constraint("dot_general")
def dot_general(op: DataOp) -> None:
    """Zero points of the second operand are zero."""
    w = _elements(op)[1]
    if isinstance(w, UniformQuantizedType) and w.zero_point:
        raise Wrong("Zero point of rhs should be 0")
    if isinstance(w, UniformQuantizedPerAxisType):
        if any(w.zero_points):
            raise Wrong("Zero points of rhs should be 0")
        if _axis(w) in op.properties["dot_dimension_numbers"].rhsContractingDimensions:
            raise Wrong(
                "Quantization dimension of rhs should not be in the contracting dimension of rhs"
            )
    _product(op)


@constraint("convolution", "dynamic_conv")
def convolution(op: DataOp) -> None:
    """Scales differ along channels of the output only."""
    _, w, y = _elements(op)
    n = op.properties["dimension_numbers"]
    if isinstance(w, UniformQuantizedPerAxisType) and _axis(w) != n.kernelOutputFeatureDimension:
        raise Wrong(
            "quantization dimension of rhs should be same with kernel_output_feature_dimension"
        )
    if isinstance(y, UniformQuantizedPerAxisType) and _axis(y) != n.outputFeatureDimension:
        raise Wrong("quantization dimension of result should be same with output_feature_dimension")
    _product(op)


@check("add")
def check_add(op: DataOp) -> Types:
    """Types of storage and dimensions of scales fit."""
    if not has_quantized(op):
        return None
    types = _elements(op)
    if not all(isinstance(t, QuantizedType) for t in types):
        raise Wrong("expects  all operands and results to be either quantized or non-quantized")
    x, w, y = types
    if not x.storage_type is w.storage_type is y.storage_type:
        raise Wrong("mismatched operands and result quantization storage types")
    if not x.expressed_type is w.expressed_type is y.expressed_type:
        raise Wrong("mismatched operands and result quantization expressed types")
    wide = [isinstance(t, UniformQuantizedPerAxisType) for t in types]
    if not any(wide[:2]):
        if wide[2]:
            raise Wrong(
                "result per_axis quantized but none from rhs and lhs are per_axis quantized"
            )
        return None
    if not wide[2]:
        raise Wrong("result is not per_axis quantized but lhs or rhs are")
    for word, type, is_wide in (("lhs", x, wide[0]), ("rhs", w, wide[1])):
        if is_wide and _axis(type) != _axis(y):
            raise Wrong(
                f"quantization_dimension of {word} and result are not same '{type}' vs '{y}'"
            )
    return None


@check("uniform_quantize")
def check_uniform_quantize(op: DataOp) -> Types:
    """The type that is expressed is the operand's."""
    x, y = op.operands[0].type.element_type, op.results[0].type.element_type
    wanted = x.expressed_type if isinstance(x, QuantizedType) else x
    if y.expressed_type is not wanted:
        raise Wrong(
            f"Expressed type of result expected to be '{wanted}', but got '{y.expressed_type}'"
        )
    return None
