"""--fuse-quantized-onnx: integer arithmetic between DequantizeLinear and QuantizeLinear.

Conv(DequantizeLinear(x), DequantizeLinear(w), b)
-->  Add(DequantizeLinear(ConvInteger(x, w)), b), with the product of both scales
"""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of, constant_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.dialects.onnx.transforms._build import constant, integers, nothing
from mlirlite.dialects.onnx.transforms._packed_weights import PACKED_WEIGHTS
from mlirlite.dialects.onnx.transforms._quantized_values import has_few_channels
from mlirlite.dialects.onnx.transforms._recompose_math import made_by
from mlirlite.dialects.onnx.transforms._recompose_quantized import Quantized, dequantized
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, F32, I8, I32, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("fuse-quantized-onnx")
def fuse_quantized_onnx(op: Operation, state: PassState) -> None:
    """Compute convolutions, products of matrices and poolings of dequantized numbers in integers.

    Sums of products are exact in 32 bits; results differ from those in floats by rounding. Constant
    matrices in blocks with a scale each are not unpacked: products with them become MatMulNBits.
    DequantizeLinear is moved to its users, so that it can be fused with them.
    """
    apply_patterns_greedily(op, PATTERNS, fold=False, count=state.count)
    for nested in list(op.walk()):
        if isinstance(nested, onnx.DequantizeLinearOp) and constant_of(nested.x) is None:
            _to_its_users(nested)


def _to_its_users(op: onnx.DequantizeLinearOp) -> None:
    """A copy before each user in the block, where a lowering may fuse it."""
    if op.parent is None or not all(user.parent is op.parent for user in op.results[0].users):
        return
    rw = Rewriter(op.parent, op, op.location)
    for user in list(dict.fromkeys(op.results[0].users)):
        rw.set_before(user)
        made = rw.insert(op.clone())
        with rw.modify(user):
            for i, value in enumerate(user.operands):
                if value is op.results[0]:
                    user.set_operand(i, made.results[0])
    rw.erase(op)


@pattern
def quantize_of_dequantize(op: onnx.QuantizeLinearOp, rw: Rewriter) -> bool | None:
    """QuantizeLinear(DequantizeLinear(x, s, z), s, z) --> x"""
    source = made_by(op.x, onnx.DequantizeLinearOp)
    if source is None or source.x.type is not op.results[0].type:
        return rw.fail("it does not follow a DequantizeLinear from the same type")
    pairs = ((source.x_scale, op.y_scale), (source.x_zero_point, op.y_zero_point))
    if not all(_same(a, c) for a, c in pairs) or source.get("axis") != op.get("axis"):
        return rw.fail("scales or zero points differ")
    rw.replace(op, source.x)
    return True


def _same(a: Value | None, c: Value | None) -> bool:
    first, second = array_of(a), array_of(c)
    if first is None or second is None:
        return a is c
    return first.shape == second.shape and bool((first == second).all())


@pattern
def quantize_of_relu(op: onnx.QuantizeLinearOp, rw: Rewriter) -> bool | None:
    """QuantizeLinear(Relu(x), s, 0 : ui8) --> QuantizeLinear(x, s, 0 : ui8)"""
    relu, zero = made_by(op.x, onnx.ReluOp), array_of(op.y_zero_point)
    if relu is None or not op.x.has_one_use or zero is None:
        return rw.fail("no Relu with one user, or no constant zero point")
    lowest = -128 if element_of(op.results[0]) is I8 else 0
    if bit_width(op.results[0].type) != 8 or (zero != lowest).any():
        return rw.fail("numbers below 0 are not all the lowest one")
    with rw.modify(op):
        op.set_operand(0, relu.operands[0])
    return True


@pattern
def quantize_of_max_pool(op: onnx.QuantizeLinearOp, rw: Rewriter) -> bool | None:
    """QuantizeLinear(MaxPool(x)) --> MaxPool(QuantizeLinear(x)), with one scale for all"""
    pool = made_by(op.x, onnx.MaxPoolSingleOutOp)
    if pool is None or not op.x.has_one_use or not pool.operands[0].has_one_use:
        return rw.fail("no pooling of a value with one user")
    if any(shape_of(v) not in ((), (1,)) for v in op.operands[1:]):
        return rw.fail("its scale is not one for all")
    element: Any = element_of(op.results[0])
    small = RankedTensorType(pool.operands[0].type.shape, element)
    made = rw.insert(onnx.QuantizeLinearOp(pool.operands[0], *op.operands[1:], y=small))
    attributes = dict(pool.attributes) or None
    made = type(pool).create(
        (made.results[0],),
        op.result_types,
        dict(pool.properties),
        attributes,
        location=pool.location,
    )
    rw.replace(op, rw.insert(made))
    return True


@pattern
def integer_conv(op: onnx.ConvOp, rw: Rewriter) -> bool | None:
    """Conv(DequantizeLinear(x, s, z), DequantizeLinear(w, t), b)
    --> Add(DequantizeLinear(ConvInteger(x, w, z), s * t), b)"""
    found = _factors(op.X, op.W, 0, rw)
    shape, weights = shape_of(op.results[0]), shape_of(op.W)
    if found is None or shape is None or weights is None:
        return rw.fail("its operands are not dequantized from bytes")
    if has_few_channels(op, weights):
        return rw.fail("its groups have few channels")
    bias = _numbers(op.B)
    if bias is None and op.B is not None:
        return rw.fail("its bias is not constant")
    rw.replace(op, _integer_conv(op, *found, shape, bias, dict(op.properties), rw))
    return True


@pattern
def integer_gemm(op: onnx.GemmOp, rw: Rewriter) -> bool | None:
    """Gemm(DequantizeLinear(x), DequantizeLinear(w), c)
    --> a ConvInteger of images of one pixel, as `integer_conv`"""
    transposed = op.get("transB", 0)
    found = _factors(op.A, op.B, 0 if transposed else 1, rw)
    shape, rows = shape_of(op.results[0]), shape_of(op.A)
    if found is None or shape is None or rows is None or len(rows) != 2 or op.get("transA", 0):
        return rw.fail("its operands are not dequantized from bytes")
    if op.get("alpha", 1.0) != 1 or op.get("beta", 1.0) != 1:
        return rw.fail("its products are scaled")
    x, w, scale = found
    bias = _numbers(op.C)
    if op.C is not None and (bias is None or bias.size not in (1, shape[1])):
        return rw.fail("its addend is not constant for each column")
    import numpy as np

    weights = np.asarray(array_of(w.x))
    weights = weights if transposed else weights.T
    image = (*rows, 1, 1)
    given = rw.insert(
        onnx.ReshapeOp(
            x.x, integers(rw, [0, rows[1], 1, 1]), reshaped=_type(image, element_of(x.x))
        )
    ).result
    w = w._replace(x=_constant(rw, np.ascontiguousarray(weights)[..., None, None], I8))
    x = x._replace(x=given)
    made = _integer_conv(op, x, w, scale, (*shape, 1, 1), bias, {}, rw)
    back = onnx.ReshapeOp(made, integers(rw, [0, shape[1]]), reshaped=op.results[0].type)
    rw.replace(op, rw.insert(back))
    return True


@pattern
def integer_matmul(op: onnx.MatMulOp, rw: Rewriter) -> bool | None:
    """MatMul(DequantizeLinear(x, s, z), DequantizeLinear(w, t))
    --> Mul(Cast(MatMulInteger(x, w, z)), s * t)"""
    found = _factors(op.A, op.B, 1, rw)
    shape, given, weights = (shape_of(v) for v in (op.results[0], op.A, op.B))
    if found is None or shape is None or given is None or weights is None:
        return rw.fail("its operands are not dequantized from bytes")
    if len(given) < 2 or len(weights) != 2 or shape_of(found[0].zero) not in ((), (1,)):
        return rw.fail("it is not a product of a matrix with one zero point and one of weights")
    x, w, scale = found
    sums = onnx.MatMulIntegerOp(x.x, w.x, x.zero, nothing(rw), Y=_type(shape, I32))
    real = onnx.CastOp(rw.insert(sums).result, to=F32, output=op.results[0].type)
    factor = _constant(rw, scale.reshape(()) if scale.size == 1 else scale, F32)
    rw.replace(op, rw.insert(onnx.MulOp(rw.insert(real).result, factor, C=op.results[0].type)))
    return True


@pattern
def qlinear_conv(op: onnx.QLinearConvOp, rw: Rewriter) -> bool | None:
    """QLinearConv(x, s, z, w, t, 0, u, v, b)
    --> QuantizeLinear(Add(DequantizeLinear(ConvInteger(x, w, z), s * t), b * s * t), u, v)"""
    x, w = Quantized(*op.operands[:3]), Quantized(*op.operands[3:6])
    zero, s, t = (array_of(v) for v in (w.zero, x.scale, w.scale))
    if zero is None or zero.any() or s is None or t is None or s.size != 1:
        return rw.fail("weights have a zero point, or scales are not known")
    if element_of(w.x) is not I8 or constant_of(w.x) is None or constant_of(x.zero) is None:
        return rw.fail("its weights are not a constant of signed bytes")
    shape, given = shape_of(op.results[0]), shape_of(w.x)
    if shape is None or given is None or has_few_channels(op, given):
        return rw.fail("its shape is not known, or groups have few channels")
    target = op.operands[6:8]
    if any(shape_of(v) not in ((), (1,)) for v in target):
        return rw.fail("its result has several scales")
    if DYNAMIC in (shape_of(x.x) or (DYNAMIC,))[1:]:
        return rw.fail("a convolution of unknown size quantizes its sums itself")
    scale, bias = s.reshape(-1) * t.reshape(-1), None
    if op.B is not None:
        sums = array_of(op.B)
        if sums is None:
            return rw.fail("its bias is not constant")
        bias = (sums * scale.astype("float64")).astype("float32")
    value = _integer_conv(op, x, w, scale, shape, bias, dict(op.properties), rw)
    made = onnx.QuantizeLinearOp(value, *target, y=op.results[0].type)
    rw.replace(op, rw.insert(made))
    return True


def _numbers(value: Value | None) -> Any:
    """A constant in f32, dequantized or not; None for another."""
    op = made_by(value, onnx.DequantizeLinearOp)
    if op is None:
        return array_of(value) if value is not None else None
    x, scale, zero = (array_of(v) for v in (op.x, op.x_scale, op.x_zero_point))
    if x is None or scale is None or x.ndim != 1 or op.get("block_size", 0):
        return None
    return ((x.astype("float64") - (0 if zero is None else zero)) * scale).astype("float32")


def _factors(
    x: Value, w: Value, axis: int, rw: Rewriter
) -> tuple[Quantized, Quantized, Any] | None:
    """The quantized sources of both factors, and the product of their scales: constant weights of
    signed bytes without a zero point."""
    first, second = dequantized(x), dequantized(w, axis)
    if first is None or second is None or element_of(second.x) is not I8:
        return None
    if constant_of(second.x) is None or constant_of(first.zero) is None:
        return None
    zero, s, t = (array_of(v) for v in (second.zero, first.scale, second.scale))
    if zero is None or zero.any() or s is None or t is None:
        return None
    return first, second, s.reshape(-1) * t.reshape(-1)


def _integer_conv(
    op: OnnxOp,
    x: Quantized,
    w: Quantized,
    scale: Any,
    shape: tuple[int, ...],
    bias: Any,
    properties: dict[str, Any],
    rw: Rewriter,
) -> Value:
    """Add(DequantizeLinear(ConvInteger(x, w), scale), bias)"""
    attributes = dict(op.attributes) or None
    zero = x.zero
    if shape_of(zero) != ():
        known: Any = array_of(zero)
        zero = _constant(rw, known.reshape(()), element_of(zero))
    made = onnx.ConvIntegerOp.create(
        (x.x, w.x, zero, nothing(rw)),
        (_type(shape, I32),),
        properties,
        attributes,
        location=op.location,
    )
    sums = rw.insert(made).results[0]
    real = _type(shape, F32)
    factor = _constant(rw, scale.reshape(()) if scale.size == 1 else scale, F32)
    back = onnx.DequantizeLinearOp(sums, factor, nothing(rw), axis=1, y=real)
    value: Value = rw.insert(back).result
    if bias is None:
        return value
    ones = (1,) * (len(shape) - 2)
    term = _constant(rw, bias.reshape((1, -1, *ones)), F32)
    total: Value = rw.insert(onnx.AddOp(value, term, C=real)).result
    return total


def _type(shape: tuple[int, ...], element: Type | None) -> RankedTensorType:
    if element is None:
        raise ValueError("an element type is not known")
    return RankedTensorType(tuple(shape), element)


def _constant(rw: Rewriter, array: Any, element: Type | None) -> Value:
    import numpy as np

    return constant(rw, elements_from(np, array, _type(array.shape, element)))


PATTERNS: tuple[Pattern, ...] = (
    quantize_of_dequantize,
    quantize_of_relu,
    quantize_of_max_pool,
    integer_conv,
    integer_gemm,
    integer_matmul,
    qlinear_conv,
    *PACKED_WEIGHTS,
)
