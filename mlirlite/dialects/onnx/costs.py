"""Costs of operators: floating point operations, and bytes that they read and write, as far as
known from their types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from mlirlite.dialects.onnx import DIALECT
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.ir.dense import element_size
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value

flops: OpTable[Callable[[Any], int]] = OpTable("flops", "flops")
"""Floating point operations of an op, a multiply-add counted as two; 0 where sizes are unknown. A
plugin adds its own. An op without a function counts one for each element of its results."""

_MOVES = (
    "Cast Concat Expand Flatten Gather GatherElements GatherND Identity LayoutTransform Pad "
    "Reshape ScatterElements ScatterND Shape Slice Split Squeeze Tile Transpose Unsqueeze"
)
"""Ops that compute nothing."""


def flops_of(op: Operation) -> int:
    """Floating point operations of an op."""
    count = flops.get(type(op))
    if count is not None:
        return count(op)
    return 0 if is_move(op) else sum(_elements(r) for r in op.results)


def is_move(op: Operation) -> bool:
    """True for an op that moves elements and computes nothing."""
    return op.name.removeprefix("onnx.") in _MOVES.split()


def bytes_of(op: Operation) -> int:
    """Bytes of an op's operands and results."""
    return sum(_bytes(v) for v in (*op.operands, *op.results))


def _shape(value: Value) -> tuple[int, ...]:
    type = value.type
    if not isinstance(type, RankedTensorType) or DYNAMIC in type.shape:
        return (0,)
    return tuple(type.shape)


def _elements(value: Value) -> int:
    return prod(_shape(value))


def _bytes(value: Value) -> int:
    if not _elements(value) or not isinstance(value.type, RankedTensorType):
        return 0
    try:
        return _elements(value) * element_size(value.type.element_type)
    except ValueError:
        return 0


def _products(op: OnnxOp) -> int:
    """Every result is a sum over the depth, which is in the filters' shape."""
    filters = _shape(op.operands[1])
    return 2 * _elements(op.results[0]) * prod(filters[1:])


def _transposed(op: OnnxOp) -> int:
    filters = _shape(op.operands[1])
    return 2 * _elements(op.operands[0]) * prod(filters[1:])


def _matmul(op: OnnxOp) -> int:
    return 2 * _elements(op.results[0]) * _shape(op.operands[0])[-1]


def _gemm(op: OnnxOp) -> int:
    depth = _shape(op.operands[0])[0 if op.get("transA", 0) else -1]
    return 2 * _elements(op.results[0]) * depth


def _window(op: OnnxOp) -> int:
    kernel: Sequence[int] = op.get("kernel_shape", ())
    return _elements(op.results[0]) * prod(kernel)


def _reads(op: OnnxOp) -> int:
    return _elements(op.operands[0])


def _five(op: OnnxOp) -> int:
    """Norms and softmax: a few passes over the input."""
    return 5 * _elements(op.operands[0])


for _names, _count in (
    ("Conv ConvInteger", _products),
    ("ConvTranspose", _transposed),
    ("MatMul MatMulInteger", _matmul),
    ("Gemm", _gemm),
    ("MaxPool AveragePool", _window),
    ("GlobalAveragePool GlobalMaxPool ReduceSum ReduceMean ReduceMax ReduceMin", _reads),
    ("Softmax LogSoftmax LayerNormalization InstanceNormalization LRN", _five),
):
    for _name in _names.split():
        _class = DIALECT.op_class(f"onnx.{_name}")
        if _class is not None:
            flops.add(_class, _count)
