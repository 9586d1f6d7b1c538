"""Rules of products of matrices and convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import prod
from operator import add
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.elementwise import right, unsigned
from mlirlite.conversion.stablehlo_to_onnx.moving import (
    listed,
    padded,
    reversed_along,
    shape_of,
    zero,
)
from mlirlite.ir.types import (
    F32,
    F64,
    I32,
    I64,
    ComplexType,
    FloatType,
    IntegerType,
    Signedness,
    element_type_of,
)
from mlirlite.ods.hooks import DataOp


@rule("dot_general")
def dot_general(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """A MatMul of matrices whose dimensions are put together."""
    n = op.properties["dot_dimension_numbers"]
    batch = n.lhsBatchingDimensions, n.rhsBatchingDimensions
    contracted = n.lhsContractingDimensions, n.rhsContractingDimensions
    return dot(b, op, x, y, batch, contracted)


@rule("dot")
def plain_dot(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """A MatMul."""
    return dot(b, op, x, y, ((), ()), ((x.rank - 1,), (0,)))


def dot(b: Builder, op: DataOp, x: Tensor, y: Tensor, batch: Any, contracted: Any) -> Tensor:
    """Products with pairs of dimensions that are kept, and pairs that are added up."""
    element = _element(op)
    if not isinstance(element, (FloatType, IntegerType)):
        raise Refused(f"elements of type {element}")
    small = isinstance(element, IntegerType) and element.width < 32
    narrow = isinstance(element, FloatType) and element.width < 32
    inner: Any = I32 if small else F32 if narrow else element
    x, y = x.to(inner), y.to(inner)
    free_x = [d for d in range(x.rank) if d not in (*batch[0], *contracted[0])]
    free_y = [d for d in range(y.rank) if d not in (*batch[1], *contracted[1])]
    outer = [x.shape[d] for d in batch[0]]
    rows, columns = [x.shape[d] for d in free_x], [y.shape[d] for d in free_y]
    shape = [*outer, *rows, *columns]
    depth = prod(x.shape[d] for d in contracted[0])
    if 0 in shape or depth == 0:
        return b.number(zero(x), inner).expand(shape).to(element)
    left = x.transpose([*batch[0], *free_x, *contracted[0]])
    right = y.transpose([*batch[1], *contracted[1], *free_y])
    left = left.reshape([*outer, prod(rows), depth])
    right = right.reshape([*outer, depth, prod(columns)])
    return left("MatMul", right).reshape(shape).to(element)


def _element(op: DataOp) -> Any:
    """The type of the elements of the result, or of their parts."""
    element = element_type_of(op.results[0].type)
    return element.element_type if isinstance(element, ComplexType) else element


@rule("convolution")
def convolution(b: Builder, op: DataOp, x: Tensor, w: Tensor) -> Tensor:
    """A Conv, of images and kernels with their dimensions in onnx's order."""
    n = op.properties["dimension_numbers"]
    result: Any = _element(op)
    if not isinstance(result, (FloatType, IntegerType)):
        raise Refused(f"elements of type {result}")
    x, w = x.to(result), w.to(result)
    x = x.transpose([n.inputBatchDimension, n.inputFeatureDimension, *n.inputSpatialDimensions])
    w = w.transpose(
        [
            n.kernelOutputFeatureDimension,
            n.kernelInputFeatureDimension,
            *n.kernelSpatialDimensions,
        ]
    )
    order = [n.outputBatchDimension, n.outputFeatureDimension, *n.outputSpatialDimensions]
    shape = shape_of(op)
    if 0 in shape or 0 in x.shape or 0 in w.shape:
        return b.number(zero(x), result).expand(shape)
    found = _convolved(b, op, x, w) if x.is_float else _of_integers(b, op, x, w)
    return found.transpose([order.index(d) for d in range(len(order))])


def _of_integers(b: Builder, op: DataOp, x: Tensor, w: Tensor) -> Tensor:
    """A convolution of integers: of their words of 16 bits, whose sums of products f64 has
    exactly. Only words that reach the result count."""
    count = -(-x.width // _WORD)
    words = [[_word(b, v, i) for i in range(count)] for v in (x, w)]
    parts = [
        _convolved(b, op, words[0][i], words[1][j]).to(I64) * (1 << _WORD * (i + j))
        for i in range(count)
        for j in range(count - i)
    ]
    return reduce(add, parts).to(x.element)


_WORD = 16


def _word(b: Builder, x: Tensor, number: int) -> Tensor:
    """A word of each integer, counted from the lowest, as f64."""
    if x.width > _WORD:
        x = right(b, unsigned(x), _WORD * number).to(IntegerType(_WORD, Signedness.UNSIGNED))
    return x.to(F64)


def _convolved(b: Builder, op: DataOp, x: Tensor, w: Tensor) -> Tensor:
    rank = x.rank - 2

    def of(name: str) -> list[int]:
        return listed(op.properties.get(name)) or [1] * rank

    padding = listed(op.properties.get("padding")) or [0] * (2 * rank)
    low, high = padding[::2], padding[1::2]
    spread = of("lhs_dilation")
    if any(n != 1 for n in spread) or any(n < 0 for n in padding):
        ahead = [n for n in low if n >= 0] == low and [n for n in high if n >= 0] == high
        kept = [0] * rank
        x = padded(
            b,
            x,
            b.number(zero(x), x.element),
            [0, 0, *(kept if ahead else low)],
            [0, 0, *(kept if ahead else high)],
            [0, 0, *(n - 1 for n in spread)],
        )
        low, high = (low, high) if ahead else (kept, kept)
    reverse = listed(op.properties.get("window_reversal"))
    w = reversed_along(b, w, [d + 2 for d in range(rank) if reverse and reverse[d]])
    groups, batches = (op.properties[k].value for k in ("feature_group_count", "batch_group_count"))
    if batches > 1:
        count, channels, *sizes = x.shape
        x = x.reshape([batches, count // batches, channels, *sizes])
        x = x.transpose([1, 0, *range(2, rank + 3)])
        x = x.reshape([count // batches, batches * channels, *sizes])
        groups = batches
    if rank == 0:
        return _without_space(x, w, groups)
    return _conv(x, w, of("window_strides"), of("rhs_dilation"), [*low, *high], groups)


def _conv(
    x: Tensor,
    w: Tensor,
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Sequence[int],
    groups: int,
) -> Tensor:
    return x.b(
        "Conv",
        x,
        w,
        None,
        strides=list(strides),
        dilations=list(dilations),
        pads=list(pads),
        group=groups,
        kernel_shape=list(w.shape[2:]),
    )


def _without_space(x: Tensor, w: Tensor, groups: int) -> Tensor:
    """A convolution of single pixels: products of matrices."""
    whole = _conv(x.reshape([*x.shape, 1]), w.reshape([*w.shape, 1]), [1], [1], [0, 0], groups)
    return whole.reshape(whole.shape[:2])


def mean_along(x: Tensor, axes: Sequence[int]) -> Tensor:
    """The mean along dimensions, which stay with a size of 1."""
    return x("ReduceMean", x.b.integers(*axes), keepdims=1)


def _along(values: Tensor, x: Tensor, dim: int) -> Tensor:
    return values.reshape([x.shape[dim] if d == dim else 1 for d in range(x.rank)])


@rule("batch_norm_inference")
def batch_norm(
    b: Builder, op: DataOp, x: Tensor, scale: Tensor, offset: Tensor, mean: Tensor, var: Tensor
) -> Tensor:
    """Elements with the mean and variance of their feature taken off."""
    dim, epsilon = op.properties["feature_index"].value, op.properties["epsilon"].value
    scale, offset, mean, var = (_along(v, x, dim) for v in (scale, offset, mean, var))
    deviation: Tensor = (var + epsilon)("Sqrt")
    return (x - mean) / deviation * scale + offset


@rule("batch_norm_training")
def batch_norm_training(
    b: Builder, op: DataOp, x: Tensor, scale: Tensor, offset: Tensor
) -> list[Tensor]:
    """The same with the mean and variance of the batch, which are results, too."""
    dim, epsilon = op.properties["feature_index"].value, op.properties["epsilon"].value
    axes = [d for d in range(x.rank) if d != dim]
    mean = mean_along(x, axes)
    centered = x - mean
    var = mean_along(centered * centered, axes)
    found = centered / (var + epsilon)("Sqrt") * _along(scale, x, dim) + _along(offset, x, dim)
    size = [x.shape[dim]]
    return [found, mean.reshape(size), var.reshape(size)]


@rule("batch_norm_grad")
def batch_norm_grad(
    b: Builder, op: DataOp, x: Tensor, scale: Tensor, mean: Tensor, var: Tensor, grad: Tensor
) -> list[Tensor]:
    """The gradients of the training form."""
    dim, epsilon = op.properties["feature_index"].value, op.properties["epsilon"].value
    axes = b.integers(*(d for d in range(x.rank) if d != dim))
    centered = x - _along(mean, x, dim)
    deviation = (_along(var, x, dim) + epsilon)("Sqrt")
    count = prod(x.shape) // x.shape[dim]
    total = grad("ReduceSum", axes, keepdims=1)
    products = (grad * centered)("ReduceSum", axes, keepdims=1)
    inner = grad * float(count) - total - centered * products / (deviation * deviation)
    size = [x.shape[dim]]
    return [
        _along(scale, x, dim) / deviation / float(count) * inner,
        (products / deviation).reshape(size),
        total.reshape(size),
    ]
