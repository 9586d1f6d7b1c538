"""Behavior of elementwise operators, activations, products, signals, losses, random numbers."""

from mlirlite.dialects.onnx.math.elementwise import (
    AlongAxis as AlongAxis,
    Broadcast as Broadcast,
    Cast as Cast,
    CastLike as CastLike,
    Clip as Clip,
    PRelu as PRelu,
    SameShape as SameShape,
    SwiGLU as SwiGLU,
    Unary as Unary,
)
from mlirlite.dialects.onnx.math.loss import Loss as Loss
from mlirlite.dialects.onnx.math.products import (
    Det as Det,
    Einsum as Einsum,
    Gemm as Gemm,
    MatMul as MatMul,
    matmul as matmul,
    parse_equation as parse_equation,
)
from mlirlite.dialects.onnx.math.random import (
    Multinomial as Multinomial,
    Random as Random,
    RandomLike as RandomLike,
)
from mlirlite.dialects.onnx.math.signal import (
    DFT as DFT,
    STFT as STFT,
    MelWeightMatrix as MelWeightMatrix,
    Windowing as Windowing,
)
