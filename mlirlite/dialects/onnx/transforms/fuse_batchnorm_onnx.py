"""--fuse-batchnorm-onnx: `BatchNormalization(Conv(x, W, b))  -->  Conv(x, W', b')`."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of, constant_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import array_like
from mlirlite.dialects.onnx.transforms.constprop_onnx import REASSOCIATION, constprop_onnx
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE, TensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("fuse-batchnorm-onnx")
def fuse_batchnorm_onnx(op: Operation, state: PassState) -> None:
    """Fold batch normalization, and factors and biases of channels, into convolutions.

    What cannot be folded becomes one Mul and one Add. Weights are computed here, so that results
    differ by rounding.
    """
    apply_patterns_greedily(op, PATTERNS, fold=False, count=state.count)
    constprop_onnx(op, state)


def _factors(op: OnnxOp) -> tuple[Any, Any] | None:
    """(a, b) of `a * x + b` for each channel, when scale, bias, mean and variance are constants."""
    import numpy as np

    arrays = [array_of(v) for v in op.operands[1:5]]
    if any(a is None for a in arrays):
        return None
    scale, bias, mean, variance = (np.asarray(a, np.float64) for a in arrays)
    factor = scale / np.sqrt(variance + op.get("epsilon"))
    return factor, bias - mean * factor


def _foldable_conv(value: Value) -> Any:
    """The convolution that makes a value, when nothing else reads it and its weights are known."""
    conv = value.defining_op
    if not isinstance(conv, onnx.ConvOp) or not value.has_one_use:
        return None
    if array_of(conv.operands[1]) is None:
        return None
    if conv.operands[2].type is not NONE and array_of(conv.operands[2]) is None:
        return None
    return conv


def _replace_conv(op: Operation, conv: Any, factor: Any, summand: Any, rw: Rewriter) -> None:
    """Replace an op by `conv * factor + summand`, both for each channel."""
    import numpy as np

    weights = array_of(conv.operands[1])
    bias = array_of(conv.operands[2])
    weights = np.zeros(0) if weights is None else weights
    summand = np.broadcast_to(summand, weights.shape[:1])
    if bias is not None:
        summand = summand + factor * bias
    operands = list(conv.operands)
    if not (np.ndim(factor) == 0 and factor == 1):
        spread = np.reshape(
            np.broadcast_to(factor, weights.shape[:1]), (-1, *[1] * (weights.ndim - 1))
        )
        made = np.empty_like(weights)
        # In doubles, a few thousand at a time: weights are large.
        np.multiply(weights, spread, out=made, dtype=np.float64, casting="unsafe")
        operands[1] = array_like(rw, made, conv.operands[1])
    operands[2] = array_like(rw, summand.astype(weights.dtype), conv.operands[1])
    fused = type(conv).create(
        operands,
        op.result_types,
        dict(conv.properties),
        dict(conv.attributes) or None,
        location=conv.location,
    )
    rw.replace(op, rw.insert(fused))


@pattern(benefit=2)
def batchnorm_of_conv(op: onnx.BatchNormalizationInferenceModeOp, rw: Rewriter) -> bool | None:
    """BatchNormalizationInferenceMode(Conv(x, W, b), …) --> Conv(x, a * W, a * b + c)"""
    conv = _foldable_conv(op.operands[0])
    if conv is None:
        return rw.fail("its operand is not a convolution with constant weights and one user")
    found = _factors(op)
    if found is None:
        return rw.fail("its statistics are not constants")
    _replace_conv(op, conv, *found, rw)
    return True


@pattern
def batchnorm_to_affine(op: onnx.BatchNormalizationInferenceModeOp, rw: Rewriter) -> bool | None:
    """BatchNormalizationInferenceMode(x, …) --> Add(Mul(x, a), b)"""
    x = op.operands[0]
    rank = rank_of(x)
    if rank is None or rank < 2:
        return rw.fail("the rank is not known")
    found = _factors(op)
    if found is None:
        return rw.fail("its statistics are not constants")
    import numpy as np

    dtype = numpy_dtype(x.type.element_type)
    a, b = (array_like(rw, np.reshape(f, (-1, *[1] * (rank - 2))).astype(dtype), x) for f in found)
    product = rw.insert(onnx.MulOp(x, a, C=op.results[0].type))
    rw.replace(op, rw.insert(onnx.AddOp(product.result, b, C=op.results[0].type)))
    return True


def _channel_constant(op: Operation) -> tuple[Value, Any] | None:
    """The tensor of a binary op, and its constant for each channel."""
    first, second = op.operands
    if constant_of(first) is not None:
        first, second = second, first
    rank, shape = rank_of(first), shape_of(second)
    array = array_of(second)
    if array is None or rank is None or shape is None or rank < 2 or len(shape) > rank:
        return None
    full = (*(1,) * (rank - len(shape)), *shape)
    if any(d != 1 for i, d in enumerate(full) if i != 1):
        return None
    return first, array.reshape(-1) if full[1] != 1 else array.reshape(())


@pattern
def mul_of_conv(op: onnx.MulOp, rw: Rewriter) -> bool | None:
    """Mul(Conv(x, W, b), c) --> Conv(x, c * W, c * b), for a constant c of the channels"""
    found = _channel_constant(op)
    conv = _foldable_conv(found[0]) if found is not None else None
    if found is None or conv is None:
        return rw.fail("no convolution times a constant of its channels")
    _replace_conv(op, conv, found[1], found[1] * 0, rw)
    return True


@pattern
def add_of_conv(op: onnx.AddOp, rw: Rewriter) -> bool | None:
    """Add(Conv(x, W, b), c) --> Conv(x, W, b + c), for a constant c of the channels"""
    found = _channel_constant(op)
    conv = _foldable_conv(found[0]) if found is not None else None
    if found is None or conv is None:
        return rw.fail("no convolution plus a constant of its channels")
    import numpy as np

    _replace_conv(op, conv, np.ones((), found[1].dtype), found[1], rw)
    return True


@pattern
def mul_of_add(op: onnx.MulOp, rw: Rewriter) -> bool | None:
    """Mul(Add(x, b), c) --> Add(Mul(x, c), b * c), for constants b and c of the channels"""
    outer = _channel_constant(op)
    add = outer[0].defining_op if outer is not None else None
    if outer is None or not isinstance(add, onnx.AddOp) or not add.results[0].has_one_use:
        return rw.fail("no sum with one user times a constant of the channels")
    inner = _channel_constant(add)
    if inner is None or not isinstance(inner[0].type, TensorType):
        return rw.fail("the sum is not with a constant of the channels")
    factor = op.operands[0] if op.operands[1] is outer[0] else op.operands[1]
    summand = add.operands[0] if add.operands[1] is inner[0] else add.operands[1]
    type = op.results[0].type
    product = rw.insert(onnx.MulOp(inner[0], factor, C=type))
    moved = rw.insert(onnx.MulOp(summand, factor))
    rw.replace(op, rw.insert(onnx.AddOp(product.result, moved.result, C=type)))
    return True


PATTERNS = (
    batchnorm_of_conv,
    batchnorm_to_affine,
    mul_of_conv,
    add_of_conv,
    mul_of_add,
    *REASSOCIATION,
)
