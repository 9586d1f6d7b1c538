"""Activation functions of one element."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import elementwise, unary
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects.arith import FastMathFlags
from mlirlite.ir.types import F32, F64, MemRefType
from mlirlite.support.tuning import Fixed

_QUICK = FastMathFlags.afn | FastMathFlags.contract
"""Limits for an exp whose relative error matters less the larger the argument is."""
_ONE_FROM: Fixed[int] = 64
_ZERO_UNTIL: Fixed[int] = -89
"""Above, 1 + exp(-x) is 1; below the negative of it, it is infinite in f32."""


def sigmoid(x: Scalar, times: Scalar | float = 1) -> Scalar:
    """times / (1 + exp(-x)); 0 if exp overflows. Between limits exp needs no checks of its own. As
    a factor of a number as large as x, small results need not keep all digits."""
    x = x.min(_ONE_FROM)
    x = x.max(_ZERO_UNTIL) if x.type is F32 else x
    e = (-x).exp(_QUICK if isinstance(times, Scalar) else FastMathFlags.contract)
    return times / e.coerce(1).plus_product(e)


_LOG_OF_MORE: Fixed[tuple[float, ...]] = (
    1.0,
    -0.49999648332595825,
    0.3332132399082184,
    -0.24857163429260254,
    0.1915365606546402,
    -0.13753803074359894,
    0.07920454442501068,
    -0.03006579913198948,
    0.005364826414734125,
)
"""log(1 + e) / e by e in [0, 1], to f32."""


def softplus(x: Scalar) -> Scalar:
    """log(1 + exp(x)) without overflow."""
    e = (-x.abs()).exp()
    if x.type is not F32:
        return x.max(0) + e.log1p()
    found = e.coerce(_LOG_OF_MORE[-1])
    for c in reversed(_LOG_OF_MORE[:-1]):
        found = found.multiply_add(e, e.coerce(c))
    return found.multiply_add(e, x.max(0))


def _tanh_of_softplus(x: Scalar) -> Scalar:
    """tanh(log(1 + e)) = e (e + 2) / (e (e + 2) + 2) with e = exp(x); beyond 20 it is 1."""
    e = x.min(20).exp(_QUICK)
    n = e + 2
    return e * n / e.multiply_add(n, e.coerce(2))


def _clamp01(x: Scalar) -> Scalar:
    return x.max(0).min(1)


_NEAR_ZERO: Fixed[float] = 1 / 16
_NEAR_ZERO_F64: Fixed[float] = 1e-3
"""Below these exp(x) - 1 loses more digits than five terms of its series."""


def _expm1(x: Scalar) -> Scalar:
    near = x.coerce(1 / 120)
    for c in (1 / 24, 1 / 6, 1 / 2, 1.0):
        near = near.multiply_add(x, x.coerce(c))
    limit = _NEAR_ZERO_F64 if x.type is F64 else _NEAR_ZERO
    return (x.abs() < limit).select(near * x, x.exp() - 1)


unary("Relu", "ReluV1")(lambda b, x: x.max(0))
unary("Sigmoid", "SigmoidV1")(lambda b, x: sigmoid(x))
unary("Softplus")(lambda b, x: softplus(x))
unary("Softsign")(lambda b, x: x / (1 + x.abs()))
unary("Mish")(lambda b, x: x * _tanh_of_softplus(x))
unary("HardSwish")(lambda b, x: x * _clamp01(x * (1 / 6) + 0.5))
unary("HardSigmoid", "HardSigmoidV1")(
    lambda b, x: _clamp01(x * b.attr("alpha", 0.2) + b.attr("beta", 0.5))
)
unary("LeakyRelu", "LeakyReluV1")(lambda b, x: (x < 0).select(x * b.attr("alpha", 0.01), x))
unary("Elu", "EluV1")(lambda b, x: (x < 0).select(_expm1(x) * b.attr("alpha", 1.0), x))
unary("Celu")(
    lambda b, x: x.max(0) + (_expm1(x / b.attr("alpha", 1.0)) * b.attr("alpha", 1.0)).min(0)
)
unary("ThresholdedRelu")(lambda b, x: (x > b.attr("alpha", 1.0)).select(x, 0))
unary("Swish")(lambda b, x: sigmoid(x * b.attr("alpha", 1.0), times=x))


@unary("Selu", "SeluV1")
def selu(b: KrnlBuilder, x: Scalar) -> Scalar:
    """gamma * (x > 0 ? x : alpha * (exp(x) - 1))."""
    alpha: float = b.attr("alpha")
    gamma: float = b.attr("gamma")
    return (x > 0).select(x, _expm1(x) * alpha) * gamma


@unary("Shrink")
def shrink(b: KrnlBuilder, x: Scalar) -> Scalar:
    """Pulled toward zero by the bias outside [-lambd, lambd], zero inside."""
    bias, limit = b.attr("bias", 0.0), b.attr("lambd", 0.5)
    narrow = x if x.is_float else None
    if narrow is None:
        return (x < int(-limit)).select(x + int(bias), (x > int(limit)).select(x - int(bias), 0))
    return (x < -limit).select(x + bias, (x > limit).select(x - bias, x.coerce(0)))


@unary("Gelu")
def gelu(b: KrnlBuilder, x: Scalar) -> Scalar:
    """x times the normal distribution function, exactly or by tanh."""
    if b.attr("approximate", "none") == "tanh":
        # (1 + tanh(u / 2)) / 2 = sigmoid(u)
        cubic = (x * x).multiply_add(x.coerce(0.044715 * sqrt(8 / pi)), x.coerce(sqrt(8 / pi)))
        return sigmoid(x * cubic, times=x)
    half = x * 0.5
    return half.multiply_add((x * sqrt(0.5)).erf(), half)


@kernel("SwiGLU")
def swiglu(b: KrnlBuilder) -> Any:
    """Swish of the first times the second."""
    alpha = b.attr("alpha", 1.0)
    return elementwise(b, b.inputs(2), lambda x, y: sigmoid(x * alpha, times=x) * y)


@kernel("PRelu", "PReluV6", "PReluV1")
def prelu(b: KrnlBuilder) -> Any:
    """x < 0 ? slope * x : x; before opset 7 a slope of more than one element is one per channel."""
    x, slope = b.inputs(2)
    old = b.op.schema.version < 7
    if old and slope.rank == 1 and slope.shape[0] != 1 and x.rank > 2:
        ones = [1] * (x.rank - 2)
        type_ = MemRefType((slope.type.shape[0], *ones), slope.element)
        slope = b.view(slope, type_, [*slope.shape, *ones])
    inputs: list[Buffer] = [x, slope]
    return elementwise(b, inputs, lambda v, s: (v < 0).select(v * s, v))
