"""--quantize-onnx: products of bytes, with the ranges that calibration has written on ops.

Conv(x, w)  -->  Conv(DequantizeLinear(QuantizeLinear(x)), DequantizeLinear(w as bytes))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.transforms._build import constant
from mlirlite.dialects.onnx.transforms._quantized_values import (
    is_product,
    quantized_values,
    range_of,
)
from mlirlite.dialects.onnx.types import ELEMENT_TYPES
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, I8, RankedTensorType
from mlirlite.ir.values import BlockArgument, Use, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean

if TYPE_CHECKING:
    import numpy as np

_ACTIVATIONS = {"ui8": ELEMENT_TYPES["uint8"], "i8": I8}


@compiler_pass("quantize-onnx", anchor="func.func")
def quantize_onnx(function: Operation, state: PassState, *, activations: str = "ui8") -> None:
    """Let convolutions, Gemm and MatMul with constant weights, and sums with them, work on bytes.

    Their operands go through QuantizeLinear and DequantizeLinear, with one scale for a tensor,
    computed from the attribute `range` of the op that makes it or `onnx.range` of an argument;
    values without a range stay. Weights become signed bytes with a scale for each output channel.
    The result is plain ONNX; --fuse-quantized-onnx turns it into integer arithmetic.

    activations: the type of values between operators, ui8 or i8
    """
    element = _ACTIVATIONS.get(activations)
    if element is None:
        near = did_you_mean(activations, _ACTIVATIONS)
        raise DiagnosticError(f"unknown type '{activations}'{near}; expected ui8 or i8")
    values = quantized_values(function)
    products = [op for op in function.walk() if isinstance(op, OnnxOp) and is_product(op)]
    done: set[Value] = set()
    for value in values:
        found = range_of(value)
        if found is None:
            state.count("values without a range", 1)
            continue
        done.add(_through_bytes(value, *scale_of(*found, element), element))
        state.count("values in bytes", 1)
    weights: dict[tuple[Value, int], Value] = {}
    for op in products:
        if op.operands[0] in done:
            _let_read_bytes(op, weights)
            state.count("products of bytes", 1)
    for definer in {value.defining_op for value, _ in weights}:
        if definer is not None and not definer.has_uses:
            definer.erase()


def scale_of(low: float, high: float, element: Type) -> tuple[float, int]:
    """Scale and zero point of a range, which is widened to contain 0."""
    low, high = min(low, 0.0), max(high, 0.0)
    least, most = (0, 255) if element is not I8 else (-128, 127)
    scale = (high - low) / 255 or 1.0
    return scale, max(least, min(most, round(least - low / scale)))


def _scalars(rw: Rewriter, scale: float, zero: int, element: Type) -> tuple[Value, Value]:
    import numpy as np

    dtype = np.int8 if element is I8 else np.uint8
    return _constant(rw, np.array(scale, np.float32), F32), _constant(
        rw, np.array(zero, dtype), element
    )


def _constant(rw: Rewriter, array: np.ndarray[Any, Any], element: Type) -> Value:
    import numpy as np

    return constant(rw, elements_from(np, array, RankedTensorType(tuple(array.shape), element)))


def _through_bytes(value: Value, scale: float, zero: int, element: Type) -> Value:
    """QuantizeLinear and DequantizeLinear between a value and its users; the function's results
    stay as they are. Returns the value that users see."""
    block, before = _after(value)
    rw = Rewriter(block, before, before.location if before is not None else None)
    parameters = _scalars(rw, scale, zero, element)
    shape: Any = value.type
    small = RankedTensorType(shape.shape, element)
    quantize = rw.insert(onnx.QuantizeLinearOp(value, *parameters, y=small))
    dequantize = onnx.DequantizeLinearOp(quantize.result, *parameters, y=value.type)
    back: Value = rw.insert(dequantize).result

    def is_user(use: Use) -> bool:
        return use.owner is not quantize and use.owner.next is not None

    rw.replace_uses_if(value, back, is_user)
    return back


def _after(value: Value) -> tuple[Block, Operation | None]:
    if isinstance(value, BlockArgument):
        return value.owner, value.owner.first
    op = value.defining_op
    if op is None or op.parent is None:
        raise ValueError("a value has no place")
    return op.parent, op.next


def _let_read_bytes(op: OnnxOp, known: dict[tuple[Value, int], Value]) -> None:
    """Let a product read its weights as bytes; others with the same ones read the same bytes."""
    axis = 0 if isinstance(op, onnx.ConvOp) or op.get("transB", 0) else 1
    key = op.operands[1], axis
    if key not in known:
        known[key] = _weights_as_bytes(*key)
    op.set_operand(1, known[key])


def _weights_as_bytes(value: Value, axis: int) -> Value:
    """Weights / scale rounded, with the scale that takes the largest of each output to 127."""
    import numpy as np

    weights = np.asarray(array_of(value), np.float32)
    others = tuple(d for d in range(weights.ndim) if d != axis)
    scale = np.abs(weights).max(others, initial=0) / np.float32(127)
    scale[scale == 0] = 1
    shape = [1] * weights.ndim
    shape[axis] = -1
    small = np.clip(np.rint(weights / scale.reshape(shape)), -127, 127).astype(np.int8)
    block, before = _after(value)
    rw = Rewriter(block, before, before.location if before is not None else None)
    operands = (
        _constant(rw, small, I8),
        _constant(rw, scale, F32),
        _constant(rw, np.zeros(scale.shape, np.int8), I8),
    )
    dequantize = onnx.DequantizeLinearOp(*operands, axis=axis, y=value.type)
    found: Value = rw.insert(dequantize).result
    return found
