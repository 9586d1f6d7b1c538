"""--convert-f32-to-bf16: convolutions and Gemm, and the ops between them, on bf16.

Relu(Conv(x, w))  -->  Cast(Relu(Conv(Cast(x) as bf16, w as bf16))) as f32
"""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of, constant_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.math.products import Gemm
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.dialects.onnx.transforms._build import constant, integers, nothing, with_element
from mlirlite.dialects.onnx.transforms._quantized_values import is_product
from mlirlite.dialects.onnx.transforms._recompose_math import made_by
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BF16, DYNAMIC, F32, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("convert-f32-to-bf16")
def convert_f32_to_bf16(op: Operation, state: PassState) -> None:
    """Keep images, weights and ops that move or join them in bf16; sums of products stay f32.

    Convolutions and Gemm with constant weights start it. Relu, sums, MaxPool, concatenations and
    moves follow if all their operands are bf16. Everything else (means, normalizations, functions)
    and the inputs and outputs of the function stay f32.
    """
    for nested in list(op.walk()):
        if isinstance(nested, onnx.ConvOp) and _starts(nested, nested.B):
            _in_bf16(nested, Rewriter(nested.parent, nested, nested.location))
            state.count("products in bf16", 1)
        elif isinstance(nested, onnx.GemmOp) and _starts(nested, nested.C):
            state.count("products in bf16", _gemm_as_conv(nested))
    apply_patterns_greedily(op, PATTERNS, fold=False, count=state.count)


def _starts(op: Operation, bias: Value | None) -> bool:
    return is_product(op) and (bias is None or constant_of(bias) is not None)


def _cast(value: Value, element: Type, rw: Rewriter) -> Value:
    """A value with other elements: a converted constant, else a Cast."""
    array = array_of(value)
    type: Any = with_element(value.type, element)
    if array is not None:
        import numpy as np

        return constant(rw, elements_from(np, array.astype(numpy_dtype(element)), type))
    cast: Value = rw.insert(onnx.CastOp(value, to=element, output=type)).result
    return cast


def _in_bf16(op: Operation, rw: Rewriter) -> None:
    """The op on bf16, and its results as f32 again."""
    operands = [_cast(v, BF16, rw) if element_of(v) is F32 else v for v in op.operands]
    types = [with_element(t, BF16) for t in op.result_types]
    made = type(op).create(
        operands, types, dict(op.properties), dict(op.attributes) or None, location=op.location
    )
    rw.insert(made)
    rw.replace(op, [_cast(r, F32, rw) for r in made.results])


def _gemm_as_conv(op: Gemm) -> int:
    """Gemm(a, w, c) --> a convolution of images of one pixel, which can take bf16"""
    rows, shape = shape_of(op.A), shape_of(op.results[0])
    weights, addend = array_of(op.B), array_of(op.C) if op.C is not None else None
    if weights is None or rows is None or shape is None or op.parent is None:
        return 0
    if not len(rows) == len(shape) == weights.ndim == 2 or DYNAMIC in (rows[1], shape[1]):
        return 0
    if addend is not None and addend.size not in (1, shape[1]):
        return 0
    import numpy as np

    rw = Rewriter(op.parent, op, op.location)
    kernel = np.ascontiguousarray(weights if op.get("transB", 0) else weights.T)[..., None, None]
    type = RankedTensorType((*rows, 1, 1), F32)
    image = onnx.ReshapeOp(op.A, integers(rw, [0, rows[1], 1, 1]), reshaped=type)
    w = constant(rw, elements_from(np, kernel, RankedTensorType(kernel.shape, F32)))
    bias = nothing(rw)
    if addend is not None:
        room = np.broadcast_to(addend.reshape(-1), (shape[1],)).copy()
        bias = constant(rw, elements_from(np, room, RankedTensorType(room.shape, F32)))
    made = onnx.ConvOp(rw.insert(image).result, w, bias, Y=RankedTensorType((*shape, 1, 1), F32))
    conv = rw.insert(made)
    back = onnx.ReshapeOp(conv.results[0], integers(rw, [0, shape[1]]), reshaped=op.result_types[0])
    rw.replace(op, rw.insert(back))
    rw.set_before(conv)
    _in_bf16(conv, rw)
    return 1


@pattern
def light_op(
    op: onnx.ReluOp
    | onnx.AddOp
    | onnx.ClipOp
    | onnx.LeakyReluOp
    | onnx.MaxPoolSingleOutOp
    | onnx.ConcatOp
    | onnx.FlattenOp
    | onnx.ReshapeOp
    | onnx.SqueezeOp
    | onnx.TransposeOp
    | onnx.UnsqueezeOp,
    rw: Rewriter,
) -> bool | None:
    """op(Cast(x : bf16) as f32) --> Cast(op(x)) as f32, if its other operands are constants"""
    real = [v for v in op.operands if element_of(v) is F32]
    casts = [_narrow(v) for v in real]
    if not any(c is not None for c in casts):
        return rw.fail("nothing that it reads was bf16")
    if any(c is None and constant_of(v) is None for c, v in zip(casts, real, strict=True)):
        return rw.fail("it reads f32, too")
    if any(element_of(r) is not F32 for r in op.results):
        return rw.fail("it has results of another type")
    _in_bf16(op, rw)
    return True


def _narrow(value: Value) -> Value | None:
    """The bf16 that an f32 is cast from."""
    cast = made_by(value, onnx.CastOp)
    return cast.operands[0] if cast is not None and element_of(cast.operands[0]) is BF16 else None


@pattern
def cast_and_back(op: onnx.CastOp, rw: Rewriter) -> bool | None:
    """Cast(Cast(x : bf16) as f32) as bf16 --> x"""
    source = _narrow(op.operands[0])
    if source is None or source.type is not op.results[0].type:
        return rw.fail("it does not take back a Cast from bf16")
    rw.replace(op, source)
    return True


PATTERNS: tuple[Pattern, ...] = (cast_and_back, light_op)
