"""Behaviour of elementwise operators, activations, products, signals, losses, random numbers."""

from mlirlite.dialects.onnx.math.elementwise import (
    AlongAxis,
    Broadcast,
    Cast,
    CastLike,
    Clip,
    PRelu,
    SameShape,
    SwiGLU,
    Unary,
)
from mlirlite.dialects.onnx.math.loss import Loss
from mlirlite.dialects.onnx.math.products import Det, Einsum, Gemm, MatMul, matmul, parse_equation
from mlirlite.dialects.onnx.math.random import Multinomial, Random, RandomLike
from mlirlite.dialects.onnx.math.signal import DFT, STFT, MelWeightMatrix, Windowing

__all__ = [
    "DFT",
    "STFT",
    "AlongAxis",
    "Broadcast",
    "Cast",
    "CastLike",
    "Clip",
    "Det",
    "Einsum",
    "Gemm",
    "Loss",
    "MatMul",
    "MelWeightMatrix",
    "Multinomial",
    "PRelu",
    "Random",
    "RandomLike",
    "SameShape",
    "SwiGLU",
    "Unary",
    "Windowing",
    "matmul",
    "parse_equation",
]
