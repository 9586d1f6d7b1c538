"""--conv-opt-onnx: `Conv(x, w : tensor<MxCx1x1xf32>)  -->  Reshape(MatMul(w', Reshape(x)))`."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.transforms._build import integers
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("conv-opt-onnx")
def conv_opt_onnx(op: Operation, state: PassState) -> None:
    """Write convolutions with windows of one element as matrix products."""
    apply_patterns_greedily(op, [pointwise_conv], fold=False, count=state.count)


@pattern
def pointwise_conv(op: onnx.ConvOp, rw: Rewriter) -> bool | None:
    """Conv(x, w) {kernel_shape = [1, 1]} --> Reshape(MatMul(Reshape(w), Reshape(x)))"""
    shape, weights = shape_of(op.X), shape_of(op.W)
    if shape is None or weights is None or len(shape) < 3 or op.group != 1:
        return rw.fail("the rank is not known, or there are groups")
    window = op.window()
    moved = any(s != 1 for s in window.strides) or any((*window.begins, *window.ends))
    if any(k != 1 for k in window.kernel) or moved:
        return rw.fail("the window has more than one element, strides or padding")
    if DYNAMIC in weights or shape[1] == DYNAMIC:
        return rw.fail("the channels are not known")
    if sum(d == DYNAMIC for d in shape[2:]) and 0 in shape:
        return rw.fail("an empty tensor of unknown shape")

    def reshape(value: Value, target: Any) -> Value:
        to = target if isinstance(target, Value) else integers(rw, target)
        found: Value = rw.insert(onnx.ReshapeOp(value, to)).result
        return found

    # 0 copies the batch size, which need not be known.
    columns = 1
    for size in shape[2:]:
        columns = DYNAMIC if DYNAMIC in (columns, size) else columns * size
    flat = reshape(op.X, [0, shape[1], -1 if columns == DYNAMIC else columns])
    matrix = reshape(op.W, weights[:2])
    product = rw.insert(onnx.MatMulOp(matrix, flat)).result
    if op.B is not None:
        product = rw.insert(onnx.AddOp(product, reshape(op.B, [weights[0], 1]))).result
    unknown = sum(d == DYNAMIC for d in shape[2:])
    target: Any = [0, weights[0], *(-1 if d == DYNAMIC else d for d in shape[2:])]
    if unknown > 1:
        spatial = rw.insert(onnx.ShapeOp(op.X, start=2)).result
        target = rw.insert(onnx.ConcatOp([integers(rw, [0, weights[0]]), spatial], axis=0)).result
    to = target if isinstance(target, Value) else integers(rw, target)
    rw.replace(op, rw.insert(onnx.ReshapeOp(product, to, reshaped=op.results[0].type)))
    return True
