"""Operators on quantized numbers from those between DequantizeLinear and QuantizeLinear, for
--recompose-onnx."""

from __future__ import annotations

from typing import Any, NamedTuple

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.quantization import QuantizeLinear
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.dialects.onnx.transforms._build import nothing
from mlirlite.dialects.onnx.transforms._recompose_math import made_by
from mlirlite.ir.types import F32, I32, IntegerType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


class Quantized(NamedTuple):
    """A quantized tensor: numbers, scale, zero point."""

    x: Value
    scale: Value
    zero: Value


def dequantized(value: Value, channels: int | None = None) -> Quantized | None:
    """The source of a dequantized value: 8-bit numbers with a scale for all of them, or one per
    index of the dimension `channels`."""
    op = made_by(value, onnx.DequantizeLinearOp)
    if op is None or op.x_zero_point is None or element_of(op.x_scale) is not F32:
        return None
    if op.get("block_size") or not _is_byte(element_of(op.x)):
        return None
    scale = shape_of(op.x_scale)
    if scale is None or scale != shape_of(op.x_zero_point):
        return None
    if scale in ((), (1,)) or (len(scale) == 1 and op.axis == channels):
        return Quantized(op.x, op.x_scale, op.x_zero_point)
    return None


def _is_byte(element: Any) -> bool:
    return isinstance(element, IntegerType) and element.width == 8


def _target(op: QuantizeLinear) -> tuple[Value, Value] | None:
    """Scale and zero point of a QuantizeLinear with one scale for all."""
    if op.y_zero_point is None or element_of(op.y_scale) is not F32 or op.get("block_size"):
        return None
    if shape_of(op.y_scale) not in ((), (1,)) or shape_of(op.y_zero_point) not in ((), (1,)):
        return None
    return (op.y_scale, op.y_zero_point) if _is_byte(element_of(op.results[0])) else None


@pattern
def quantized_matmul(op: onnx.QuantizeLinearOp, rw: Rewriter) -> bool | None:
    """QuantizeLinear(MatMul(DequantizeLinear(a), DequantizeLinear(b))) --> QLinearMatMul(a, b)"""
    product = made_by(op.x, onnx.MatMulOp)
    target = _target(op)
    if product is None or target is None or not op.x.has_one_use:
        return rw.fail("no product with one user and a scale for all of it")
    a, b = map(dequantized, product.operands)
    if a is None or b is None or element_of(a.zero) is None:
        return rw.fail("its factors are not dequantized with one scale for all")
    type = op.results[0].type
    rw.replace(op, rw.insert(onnx.QLinearMatMulOp(*a, *b, *target, y=type)))
    return True


@pattern
def quantized_conv(op: onnx.QuantizeLinearOp, rw: Rewriter) -> bool | None:
    """QuantizeLinear(Conv(DequantizeLinear(x), DequantizeLinear(w))) --> QLinearConv(x, w)"""
    conv = made_by(op.x, onnx.ConvOp)
    target = _target(op)
    if conv is None or target is None or not op.x.has_one_use:
        return rw.fail("no convolution with one user and a scale for all of it")
    x, w = dequantized(conv.X), dequantized(conv.W, 0)
    bias = _bias(conv.B, x, w)
    if x is None or w is None or (conv.B is not None and bias is None):
        return rw.fail("its operands are not dequantized as QLinearConv takes them")
    operands = [*x, *w, *target, bias if bias is not None else nothing(rw)]
    made = onnx.QLinearConvOp.create(
        operands, op.result_types, dict(conv.properties), location=conv.location
    )
    rw.replace(op, rw.insert(made))
    return True


def _bias(value: Value | None, x: Quantized | None, w: Quantized | None) -> Value | None:
    """The 32-bit integers of a bias whose scale is the product of the other two."""
    op = made_by(value, onnx.DequantizeLinearOp)
    if op is None or x is None or w is None or element_of(op.x) is not I32:
        return None
    import numpy as np

    scales = [array_of(v) for v in (op.x_scale, x.scale, w.scale)]
    zero = array_of(op.x_zero_point) if op.x_zero_point is not None else np.zeros(1)
    if zero is None or zero.any() or any(s is None for s in scales):
        return None
    mine, first, second = (np.asarray(s, np.float32).reshape(-1) for s in scales)
    bias: Value = op.x
    return bias if np.allclose(mine, first * second, rtol=1e-5, atol=0) else None


QUANTIZED: tuple[Pattern, ...] = (quantized_matmul, quantized_conv)
