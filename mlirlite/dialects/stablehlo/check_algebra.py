"""Checks of linear algebra, Fourier transforms, normalization and parts of complex numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.stablehlo.check import Wrong, check, tensor
from mlirlite.dialects.stablehlo.check_shapes import known, numbers
from mlirlite.dialects.stablehlo.compatible import same_shape, same_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, F32, F64, ComplexType, FloatType
from mlirlite.ods.hooks import DataOp

Types = Sequence[Type] | None


def _listed(shape: Sequence[int]) -> str:
    """Sizes as these errors list them: a dynamic one is the number that stands for it."""
    return ", ".join(str(-(1 << 63) if n == DYNAMIC else n) for n in shape)


@check("cholesky")
def check_cholesky(op: DataOp) -> Types:
    """Square matrices."""
    a = op.operands[0].type
    if a.rank < 2:
        raise Wrong(f"argument 'a' must have rank >= 2, got shape {_listed(a.shape)}.")
    if not same_size(a.shape[-2], a.shape[-1]):
        raise Wrong(f"minor dimensions of 'a' must have equal size, got shape {_listed(a.shape)}.")
    return [a]


@check("triangular_solve")
def check_triangular_solve(op: DataOp) -> Types:
    """Square matrices, and right sides that fit."""
    a, b = (v.type for v in op.operands)
    if a.rank < 2:
        raise Wrong(f"operand 'a' must have rank >= 2, but got '{a}'")
    if not same_size(a.shape[-2], a.shape[-1]):
        raise Wrong(f"two minor dimensions of operand 'a' must be compatible, but got '{a}'")
    if a.rank != b.rank:
        raise Wrong(f"operands must have equal rank, but got '{a}' and '{b}'")
    if not same_size(a.shape[-1], b.shape[-2 if op.properties["left_side"].value else -1]):
        raise Wrong(
            f"shared dimension of operands 'a' and 'b' must be compatible, but got '{a}' and '{b}'"
        )
    if not all(map(same_size, a.shape[:-2], b.shape[:-2])):
        raise Wrong(f"batch dimensions of the operands must be compatible, but got '{a}' and '{b}'")
    if op.properties["transpose_a"].value.name == "TRANSPOSE_INVALID":
        raise Wrong("Invalid transpose option value for triangular solve")
    return [b]


@check("fft")
def check_fft(op: DataOp) -> Types:
    """Lengths and types fit the kind of transform."""
    x, lengths = op.operands[0].type, numbers(op.properties["fft_length"])
    kind, count = op.properties["fft_type"].value.name, len(lengths)
    if not 1 <= count <= 3:
        raise Wrong(f"rank must be between 1 and 3, but got {count}.")
    element = x.element_type
    if kind == "RFFT":
        if element not in (F32, F64):
            raise Wrong(f"RFFT requires f32 or f64 input type, but is given '{element}'.")
        element = ComplexType(element)
    elif not isinstance(element, ComplexType):
        raise Wrong(f"FFT/IFFT/IRFFT take a complex tensor as input, but is given '{x}'.")
    elif kind == "IRFFT":
        element = element.element_type
    if x.rank < count:
        raise Wrong(
            f"operand rank must not be less than fft rank of {count} for operand of type '{x}'."
        )
    return [x.replace(shape=tuple(_transformed(x, lengths, kind)), element_type=element)]


def _transformed(x: Any, lengths: list[int], kind: str) -> list[int]:
    shape, sizes = list(x.shape), x.shape[x.rank - len(lengths) :]
    wanted = _listed(lengths)
    if kind == "RFFT":
        if not all(map(same_size, sizes, lengths)):
            raise Wrong(
                "RFFT requires innermost dimensions to be compatible with fft_length. Got: "
                f"{_listed(x.shape)} but wanted {wanted}."
            )
        if lengths[-1]:
            shape[-1] = lengths[-1] // 2 + 1
    if kind == "IRFFT":
        for size, length in zip(sizes[:-1], lengths[:-1], strict=True):
            if not same_size(size, length):
                raise Wrong(
                    "IRFFT requires non-final dimensions to be compatible with fft_length. Got: "
                    f"{_listed(x.shape)} but wanted {wanted}, and {size} != {length}."
                )
        empty = same_size(shape[-1], 0) and lengths[-1] == 0
        if not empty and not same_size(shape[-1], lengths[-1] // 2 + 1):
            raise Wrong(
                "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. "
                f"Got: {_listed(shape[-1:])} but fft_length is {wanted}."
            )
        shape[-1] = lengths[-1]
    return shape


@check("real", "imag", "abs")
def check_part(op: DataOp) -> Types:
    """The operand's type, of complex numbers that of a part."""
    x = op.operands[0].type
    element = x.element_type
    inner = element.element_type if isinstance(element, ComplexType) else element
    return [x.replace(element_type=inner)]


@check("broadcast")
def check_broadcast(op: DataOp) -> Types:
    """Sizes that are not negative come before the others."""
    x, sizes = op.operands[0].type, numbers(op.properties["broadcast_sizes"])
    for size in sizes:
        if size < 0:
            raise Wrong(f"Broadcast with negative dimension size {size}")
    return [tensor(x, (*sizes, *x.shape))]


@check("rng")
def check_rng(op: DataOp) -> Types:
    """Floats, if the distribution is normal."""
    low, high, sizes = (v.type for v in op.operands)
    uniform = op.properties["rng_distribution"].value.name == "UNIFORM"
    floats = isinstance(low.element_type, FloatType) and isinstance(high.element_type, FloatType)
    if not uniform and not floats:
        raise Wrong("mu and sigma must be floats")
    shape = known(op.operands[2])
    return [tensor(high, [DYNAMIC] * sizes.shape[0] if shape is None else shape)]


# Normalization


@check("batch_norm_training")
def check_batch_norm_training(op: DataOp) -> Types:
    """A scale and an offset for each feature."""
    x, *rest = (v.type for v in op.operands)
    return [x, *[_feature(op, [x], rest)] * 2]


@check("batch_norm_inference")
def check_batch_norm_inference(op: DataOp) -> Types:
    """Four numbers for each feature."""
    x, *rest = (v.type for v in op.operands)
    _feature(op, [x], rest)
    return [x]


@check("batch_norm_grad")
def check_batch_norm_grad(op: DataOp) -> Types:
    """Three numbers for each feature, and gradients of the operand's shape."""
    x, scale, mean, variance, gradient = (v.type for v in op.operands)
    return [x, *[_feature(op, [x, gradient], [scale, mean, variance])] * 2]


def _feature(op: DataOp, whole: list[Any], single: list[Any]) -> Type:
    """The type of numbers for each feature."""
    if not all(same_shape(t, whole[0]) for t in whole):
        raise Wrong("expects multi-dimensional operands to have compatible shapes.")
    if not all(same_shape(t, single[0]) for t in single):
        raise Wrong("expects single-dimensional operands to have compatible shapes.")
    index, rank = op.properties["feature_index"].value, whole[0].rank
    if index >= rank:
        raise Wrong(
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; got "
            f"featureIndex {index}, and rank {rank}."
        )
    size, count = single[0].shape[0], whole[0].shape[index]
    if not same_size(size, count):
        raise Wrong(
            "expects the size of single-dimensional operands to be compatible with feature count, "
            f"but the size of single-dimensional operands is {_size(size)} and the feature count "
            f"is {_size(count)}."
        )
    return tensor(whole[0], [count])


def _size(n: int) -> str:
    return "?" if n == DYNAMIC else str(n)
