"""Products, convolutions, normalization, factors of matrices and Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.interp.stablehlo.arrays import on, wide
from mlirlite.interp.stablehlo.moving import ints, numbers, pad
from mlirlite.interp.values import Array
from mlirlite.ir.types import IntegerType, element_type_of
from mlirlite.ods.hooks import DataOp


def _accumulating(x: Array, type: Any) -> Array:
    """Elements in the type in which products are added."""
    element = element_type_of(type)
    if isinstance(element, IntegerType):
        return x.astype(np.int64)
    return wide(x)


@on("dot_general")
def run_dot_general(op: DataOp, a: Array, b: Array) -> Array:
    """Products added along dimensions."""
    n = op.properties["dot_dimension_numbers"]
    type = op.results[0].type
    return dot(
        _accumulating(a, type),
        _accumulating(b, type),
        (n.lhsBatchingDimensions, n.rhsBatchingDimensions),
        (n.lhsContractingDimensions, n.rhsContractingDimensions),
    )


@on("dot")
def run_dot(op: DataOp, a: Array, b: Array) -> Array:
    """Products added along the last dimension and the first."""
    type = op.results[0].type
    pair = ((a.ndim - 1,), (0,)) if a.ndim and b.ndim else ((), ())
    return dot(_accumulating(a, type), _accumulating(b, type), ((), ()), pair)


def dot(a: Array, b: Array, batch: Any, contracted: Any) -> Array:
    """Products with pairs of dimensions that are kept, and pairs that are added up."""
    if a.dtype == np.bool_:
        a, b = a.astype(np.int64), b.astype(np.int64)
    left, right = list(range(a.ndim)), [a.ndim + d for d in range(b.ndim)]
    for x, y in (*zip(*batch, strict=True), *zip(*contracted, strict=True)):
        right[y] = left[x]
    result = [left[d] for d in batch[0]]
    result += [left[d] for d in range(a.ndim) if d not in (*batch[0], *contracted[0])]
    result += [right[d] for d in range(b.ndim) if d not in (*batch[1], *contracted[1])]
    return np.asarray(np.einsum(a, left, b, right, result))


@on("einsum")
def run_einsum(op: DataOp, a: Array, b: Array) -> Array:
    """Einstein's sum."""
    type = op.results[0].type
    words = op.properties["einsum_config"].value
    return np.asarray(np.einsum(words, _accumulating(a, type), _accumulating(b, type)))


@on("unary_einsum")
def run_unary_einsum(op: DataOp, a: Array) -> Array:
    """Einstein's sum of one array."""
    words = op.properties["einsum_config"].value
    return np.asarray(np.einsum(words, _accumulating(a, op.results[0].type)))


@on("convolution")
def run_convolution(op: DataOp, x: Array, w: Array) -> Array:
    """Products of windows with a kernel, added up."""
    return convolution(op, x, w, numbers(op.properties.get("padding")))


@on("dynamic_conv")
def run_dynamic_conv(op: DataOp, x: Array, w: Array, padding: Array) -> Array:
    """The same, with a padding that is an operand."""
    return convolution(op, x, w, ints(padding))


def convolution(op: DataOp, x: Array, w: Array, padding: Sequence[int]) -> Array:
    """A convolution with the op's numbers of dimensions."""
    n, type = op.properties["dimension_numbers"], op.results[0].type
    x = np.transpose(x, [n.inputBatchDimension, n.inputFeatureDimension, *n.inputSpatialDimensions])
    w = np.transpose(
        w,
        [n.kernelOutputFeatureDimension, n.kernelInputFeatureDimension, *n.kernelSpatialDimensions],
    )
    rank = x.ndim - 2
    ones = [1] * rank

    def of(name: str) -> list[int]:
        return numbers(op.properties.get(name)) or ones

    padding = list(padding) or [0] * (2 * rank)
    between = [0, 0, *(d - 1 for d in of("lhs_dilation"))]
    x = pad(x, x.dtype.type(0), [0, 0, *padding[::2]], [0, 0, *padding[1::2]], between)
    reverse = numbers(op.properties.get("window_reversal"))
    w = np.flip(w, tuple(d + 2 for d in range(rank) if reverse and reverse[d]))
    groups, batches = (op.properties[k].value for k in ("feature_group_count", "batch_group_count"))
    x, w = _accumulating(x, type), _accumulating(w, type)
    images = np.split(x, batches) if batches > 1 else np.split(x, groups, axis=1)
    kernels = np.split(w, batches if batches > 1 else groups)
    parts = [
        _windows(i, k, of("window_strides"), of("rhs_dilation"))
        for i, k in zip(images, kernels, strict=True)
    ]
    found = np.concatenate(parts, axis=1)
    order = [n.outputBatchDimension, n.outputFeatureDimension, *n.outputSpatialDimensions]
    return np.transpose(found, np.argsort(order))


def _windows(x: Array, w: Array, strides: Sequence[int], dilations: Sequence[int]) -> Array:
    """The sum over places in the window of products over channels."""
    shape = []
    for size, width, stride, dilation in zip(
        x.shape[2:], w.shape[2:], strides, dilations, strict=True
    ):
        whole = (width - 1) * dilation + 1
        shape.append(0 if whole > size or not width else (size - whole) // stride + 1)
    found = np.zeros((x.shape[0], w.shape[0], *shape), np.result_type(x, w))
    for place in np.ndindex(*w.shape[2:]):
        at = tuple(
            slice(p * d, p * d + (c - 1) * s + 1 if c else 0, s)
            for p, d, s, c in zip(place, dilations, strides, shape, strict=True)
        )
        image = x[(slice(None), slice(None), *at)]
        kernel = w[(slice(None), slice(None), *place)]
        found += np.moveaxis(np.tensordot(image, kernel, (1, 1)), -1, 1)
    return found


# Normalization


def _along(values: Array, x: Array, dim: int) -> Array:
    return wide(values).reshape([-1 if d == dim else 1 for d in range(x.ndim)])


@on("batch_norm_inference")
def run_batch_norm(
    op: DataOp, x: Array, scale: Array, offset: Array, mean: Array, var: Array
) -> Array:
    """Elements with the mean and variance of their feature taken off."""
    dim, epsilon = op.properties["feature_index"].value, op.properties["epsilon"].value
    scale, offset, mean, var = (_along(v, x, dim) for v in (scale, offset, mean, var))
    found: Array = (wide(x) - mean) / np.sqrt(var + epsilon) * scale + offset
    return found


@on("batch_norm_training")
def run_batch_norm_training(op: DataOp, x: Array, scale: Array, offset: Array) -> list[Array]:
    """The same with the mean and variance of the batch, which are results, too."""
    dim, epsilon = op.properties["feature_index"].value, op.properties["epsilon"].value
    axes = tuple(d for d in range(x.ndim) if d != dim)
    value = wide(x)
    mean, var = value.mean(axis=axes), value.var(axis=axes)
    centered = (value - _along(mean, x, dim)) / np.sqrt(_along(var, x, dim) + epsilon)
    return [centered * _along(scale, x, dim) + _along(offset, x, dim), mean, var]


@on("batch_norm_grad")
def run_batch_norm_grad(
    op: DataOp, x: Array, scale: Array, mean: Array, var: Array, grad: Array
) -> list[Array]:
    """The gradients of the training form."""
    dim, epsilon = op.properties["feature_index"].value, op.properties["epsilon"].value
    axes = tuple(d for d in range(x.ndim) if d != dim)
    g, centered = wide(grad), wide(x) - _along(mean, x, dim)
    deviation = np.sqrt(_along(var, x, dim) + epsilon)
    count = x.size / x.shape[dim]
    total = g.sum(axis=axes)
    products = (g * centered).sum(axis=axes)
    inner = count * g - _along(total, x, dim)
    inner = inner - centered * _along(products, x, dim) / deviation**2
    return [
        _along(scale, x, dim) / deviation / count * inner,
        (g * (centered / deviation)).sum(axis=axes),
        total,
    ]


# Matrices


@on("cholesky")
def run_cholesky(op: DataOp, a: Array) -> Array:
    """The triangular factor."""
    lower = bool(op.properties["lower"].value) if "lower" in op.properties else False
    value = wide(a)
    half = np.tril(value, -1) if lower else np.conj(np.swapaxes(np.triu(value, 1), -1, -2))
    diagonal = np.real(np.diagonal(value, axis1=-2, axis2=-1))
    whole = half + np.conj(np.swapaxes(half, -1, -2))
    index = np.arange(a.shape[-1])
    whole[..., index, index] = diagonal
    try:
        found = np.linalg.cholesky(whole)
    except np.linalg.LinAlgError:
        found = np.full(a.shape, np.nan, whole.dtype)
    return found if lower else np.conj(np.swapaxes(found, -1, -2))


@on("triangular_solve")
def run_triangular_solve(op: DataOp, a: Array, b: Array) -> Array:
    """The solution of a system with a triangular matrix."""
    p = op.properties
    value, right = wide(a), wide(b)
    value = np.tril(value) if p["lower"].value else np.triu(value)
    if p["unit_diagonal"].value:
        index = np.arange(a.shape[-1])
        value = value.copy()
        value[..., index, index] = 1
    kind = p["transpose_a"].value.name
    if kind in ("TRANSPOSE", "ADJOINT"):
        value = np.swapaxes(value, -1, -2)
    if kind == "ADJOINT":
        value = np.conj(value)
    if p["left_side"].value:
        return np.linalg.solve(value, right)
    solved = np.linalg.solve(np.swapaxes(value, -1, -2), np.swapaxes(right, -1, -2))
    return np.swapaxes(solved, -1, -2)


@on("fft")
def run_fft(op: DataOp, x: Array) -> Array:
    """A Fourier transform of the last dimensions."""
    lengths = numbers(op.properties["fft_length"])
    axes = list(range(x.ndim - len(lengths), x.ndim))
    if x.size == 0 or 0 in lengths:
        return np.zeros(op.results[0].type.shape)
    kind = op.properties["fft_type"].value.name
    run: Any = {
        "FFT": np.fft.fftn,
        "IFFT": np.fft.ifftn,
        "RFFT": np.fft.rfftn,
        "IRFFT": np.fft.irfftn,
    }[kind]
    value = wide(x)
    found: Array = (
        run(value, s=lengths, axes=axes) if kind in ("RFFT", "IRFFT") else run(value, axes=axes)
    )
    return found
