"""Quantized operators of com.microsoft: dequantize, compute, quantize."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import rank_of
from mlirlite.dialects.onnx.transforms._build import nothing, scalar
from mlirlite.dialects.onnx.transforms._microsoft_build import (
    Decomposition,
    Refused,
    attribute,
    built,
    operand,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, F64
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter


def _real(op: Operation, first: int, rw: Rewriter, axis: int = 1) -> Value:
    """The dequantized numbers of operands `first` (quantized), +1 (scale) and +2 (zero point); with
    a scale for each index along the axis, or one."""
    zero = operand(op, first + 2)
    made = onnx.DequantizeLinearOp(
        op.operands[first],
        op.operands[first + 1],
        nothing(rw) if zero is None else zero,
        axis=axis,
    )
    return built(rw, made)


def _quantized(op: Operation, x: Value, scale: int, rw: Rewriter) -> Value:
    """Numbers quantized with operands `scale` and +1 (zero point)."""
    zero = operand(op, scale + 1)
    made = onnx.QuantizeLinearOp(x, op.operands[scale], nothing(rw) if zero is None else zero)
    return built(rw, made)


def _binary(name: str) -> Callable[[Operation, Rewriter], Value]:
    def build(op: Operation, rw: Rewriter) -> Value:
        cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
        return _quantized(op, built(rw, cls(_real(op, 0, rw), _real(op, 3, rw))), 6, rw)

    return build


def _unary(name: str, *names: str) -> Callable[[Operation, Rewriter], Value]:
    """`names`: the attributes that belong to it."""

    def build(op: Operation, rw: Rewriter) -> Value:
        cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
        given = {n: attribute(op, n, None) for n in names if n in op.attributes}
        values = {n: [a.value for a in v] if isinstance(v, tuple) else v for n, v in given.items()}
        return _quantized(op, built(rw, cls(_real(op, 0, rw), **values)), 3, rw)

    return build


def _channels_first(op: Operation) -> None:
    if attribute(op, "channels_last", 0):
        raise Refused("channels are last")


def _concat(op: Operation, rw: Rewriter) -> Value:
    parts = [_real(op, i, rw) for i in range(2, len(op.operands), 3)]
    axis = attribute(op, "axis", 1)
    return _quantized(op, built(rw, onnx.ConcatOp(parts, axis=axis)), 0, rw)


def _where(op: Operation, rw: Rewriter) -> Value:
    chosen = onnx.WhereOp(op.operands[0], _real(op, 1, rw), _real(op, 4, rw))
    return _quantized(op, built(rw, chosen), 7, rw)


def _gemm(op: Operation, rw: Rewriter) -> Value:
    """The bias is in units of both scales; without its own scale the result is real. Sums of
    integers are exact: those of f32 lose digits from 2^24 on, and f64 does not wrap."""
    sides = (
        built(rw, onnx.TransposeOp(op.operands[i], perm=[1, 0]))
        if attribute(op, n, 0)
        else op.operands[i]
        for i, n in ((0, "transA"), (3, "transB"))
    )
    found = built(rw, onnx.MatMulIntegerOp(*sides, op.operands[2], op.operands[5]))
    summand = operand(op, 6)
    if summand is not None:
        both = [built(rw, onnx.CastOp(x, to=F64)) for x in (found, summand)]
        found = built(rw, onnx.AddOp(*both))
    scale = built(rw, onnx.MulOp(op.operands[1], op.operands[4]))
    found = built(rw, onnx.MulOp(built(rw, onnx.CastOp(found, to=F32)), scale))
    alpha = attribute(op, "alpha", 1.0)
    if alpha != 1:
        found = built(rw, onnx.MulOp(found, scalar(rw, alpha, found)))
    return found if operand(op, 7) is None else _quantized(op, found, 7, rw)


def _check_softmax(op: Operation) -> None:
    if attribute(op, "opset", 13) < 13 and attribute(op, "axis", 1) not in (
        -1,
        (rank_of(op.operands[0]) or 0) - 1,
    ):
        raise Refused("it flattens")


def _quantize(op: Operation, rw: Rewriter) -> Value:
    zero = operand(op, 2)
    made = onnx.QuantizeLinearOp(
        op.operands[0],
        op.operands[1],
        nothing(rw) if zero is None else zero,
        axis=attribute(op, "axis", 1),
    )
    return built(rw, made)


def _dequantize(op: Operation, rw: Rewriter) -> Value:
    zero = operand(op, 2)
    made = onnx.DequantizeLinearOp(
        op.operands[0],
        op.operands[1],
        nothing(rw) if zero is None else zero,
        axis=attribute(op, "axis", 1),
    )
    return built(rw, made)


def _always(op: Operation) -> None:
    """Nothing to check."""


# Products of integers


def _integer_product(
    a: Value, b: Value, zeros: tuple[Value | None, Value | None], scale: Value, rw: Rewriter
) -> Value:
    first, second = (nothing(rw) if z is None else z for z in zeros)
    product = built(rw, onnx.MatMulIntegerOp(a, b, first, second))
    return built(rw, onnx.MulOp(built(rw, onnx.CastOp(product, to=F32)), scale))


def _biased(product: Value, bias: Value | None, rw: Rewriter) -> Value:
    return product if bias is None else built(rw, onnx.AddOp(product, bias))


def _dynamic_quantize_matmul(op: Operation, rw: Rewriter) -> Value:
    found = rw.insert(onnx.DynamicQuantizeLinearOp(op.operands[0])).results
    scale = built(rw, onnx.MulOp(found[1], op.operands[2]))
    zeros = found[2], operand(op, 3)
    product = _integer_product(found[0], op.operands[1], zeros, scale, rw)
    return _biased(product, operand(op, 4), rw)


def _matmul_integer_to_float(op: Operation, rw: Rewriter) -> Value:
    scale = built(rw, onnx.MulOp(op.operands[2], op.operands[3]))
    zeros = operand(op, 4), operand(op, 5)
    product = _integer_product(op.operands[0], op.operands[1], zeros, scale, rw)
    return _biased(product, operand(op, 6), rw)


_POOL = ("auto_pad", "ceil_mode", "count_include_pad", "kernel_shape", "pads", "strides")

QUANTIZED: dict[str, Decomposition] = {
    "QLinearAdd": (_always, _binary("Add"), (0,)),
    "QLinearMul": (_always, _binary("Mul"), (0,)),
    "QLinearSigmoid": (_always, _unary("Sigmoid"), (0,)),
    "QLinearLeakyRelu": (_always, _unary("LeakyRelu", "alpha"), (0,)),
    "QLinearSoftmax": (_check_softmax, _unary("Softmax", "axis"), (0,)),
    "QLinearAveragePool": (_channels_first, _unary("AveragePool", *_POOL), (0,)),
    "QLinearGlobalAveragePool": (_channels_first, _unary("GlobalAveragePool"), (0,)),
    "QLinearConcat": (_always, _concat, (0,)),
    "QLinearWhere": (_always, _where, (0,)),
    "QGemm": (_always, _gemm, (0,)),
    "QuantizeLinear": (_always, _quantize, (0,)),
    "DequantizeLinear": (_always, _dequantize, (0,)),
    "DynamicQuantizeMatMul": (_always, _dynamic_quantize_matmul, (0,)),
    "MatMulIntegerToFloat": (_always, _matmul_integer_to_float, (0,)),
}
