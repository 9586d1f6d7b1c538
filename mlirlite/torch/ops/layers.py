"""Rules of convolutions, pools, normalizations and softmax."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from mlirlite.ir.types import I64, NONE, RankedTensorType
from mlirlite.torch.builder import Builder, Tensor, wide
from mlirlite.torch.ops.pointwise import is_nan
from mlirlite.torch.ops.reductions import reduced
from mlirlite.torch.ops.views import sliced
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Unsupported, tensor_type


def each(values: Any, count: int) -> list[int]:
    """One number for each of the dimensions of an image."""
    found = list(values) if isinstance(values, (list, tuple)) else [values]
    if any(not isinstance(v, int) for v in found):
        raise Unsupported("a window that is known at run time only")
    return found * count if len(found) == 1 else found


class Window:
    """Steps, borders and distances of a convolution."""

    def __init__(self, rank: int, stride: Any, padding: Any, dilation: Any) -> None:
        self.strides, self.pads, self.dilations = (
            each(v, rank - 2) for v in (stride, padding, dilation)
        )

    @property
    def attributes(self) -> dict[str, list[int]]:
        """As onnx names them."""
        return {"strides": self.strides, "pads": self.pads * 2, "dilations": self.dilations}


def _convolution(
    b: Builder,
    x: Tensor,
    w: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: int,
) -> Tensor:
    window = Window(w.rank, stride, padding, dilation)
    if not transposed:
        return x("Conv", w, bias, group=groups, **window.attributes)
    rest = each(output_padding, w.rank - 2)
    return x("ConvTranspose", w, bias, group=groups, output_padding=rest, **window.attributes)


def _convolution_backward(
    b: Builder,
    g: Tensor,
    x: Tensor,
    w: Tensor,
    bias_sizes: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: int,
    wanted: Sequence[bool],
) -> Sequence[Tensor | None]:
    window = Window(w.rank, stride, padding, dilation)
    left = right = bias = None
    if wanted[0]:
        if transposed:
            left = g("Conv", w, None, group=groups, **window.attributes)
        else:
            left = _image(g, w, x.static[2:], window, groups)
    if wanted[1]:
        pair = (g, x) if transposed else (x, g)
        right = _filters(*pair, w.static[2:], window, groups)
    if wanted[2]:
        bias = reduced(g, "Sum", [0, *range(2, g.rank)])
    return left, right, bias


def _image(g: Tensor, w: Tensor, sizes: Sequence[int], window: Window, groups: int) -> Tensor:
    """The gradient of a convolution's input; the rest is what the last window does not reach."""
    rest = [
        n + 2 * p - ((m - 1) * s + (k - 1) * d + 1)
        for n, p, m, s, d, k in zip(
            sizes, window.pads, g.static[2:], window.strides, window.dilations, w.static[2:],
            strict=True,
        )
    ]  # fmt: skip
    return g("ConvTranspose", w, None, group=groups, output_padding=rest, **window.attributes)


def _filters(x: Tensor, g: Tensor, kernel: Sequence[int], window: Window, groups: int) -> Tensor:
    """The gradient of filters: of each group the input convolved with the gradient of the output,
    where images and channels change places, and so do steps and distances."""
    swap = [1, 0, *range(2, x.rank)]
    steps = {"strides": window.dilations, "dilations": window.strides, "pads": window.pads * 2}
    parts = []
    for index in range(groups):
        image, slope = (
            sliced(v, 1, index * n, (index + 1) * n) if groups > 1 else v
            for v in (x, g)
            for n in [v.static[1] // groups]
        )
        found = image.transpose(swap)("Conv", slope.transpose(swap), None, **steps)
        for axis, n in enumerate(kernel, 2):
            if found.static[axis] != n:
                found = sliced(found, axis, 0, n)
        parts.append(found.transpose(swap))
    return parts[0] if groups == 1 else x.b("Concat", parts, axis=0)


# Pools


def _batched(x: Tensor, spatial: int) -> Tensor:
    return x if x.rank == spatial + 2 else x.reshape([1, *x.shape])


def max_pool(spatial: int) -> Rule:
    """The largest of each window, and its place in its plane."""

    def rule(
        b: Builder, x: Tensor, kernel: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1,
        ceil: bool = False,
    ) -> Sequence[Tensor | None]:  # fmt: skip
        kernel = each(kernel, spatial)
        steps = each(stride, spatial) if stride else kernel
        attributes = {
            "kernel_shape": kernel, "strides": steps, "pads": each(padding, spatial) * 2,
            "dilations": each(dilation, spatial), "ceil_mode": int(ceil),
        }  # fmt: skip
        image = _batched(x, spatial)
        shape = tensor_type(b.shape, b.dtype).shape
        if len(shape) != image.rank:
            shape = (1, *shape)
        types: list[Any] = [RankedTensorType(shape, image.type.element_type)]
        types.append(RankedTensorType(shape, I64) if b.used(1) else NONE)
        found = b.all("MaxPool", [image], types, **attributes)
        values = found[0].reshape(b.shape)
        if not b.used(1):
            return values, None
        plane = math.prod(image.static[2:])
        return values, b("Mod", found[1], b.number(plane, torch.int64)).reshape(b.shape)

    return rule


def average_pool(spatial: int) -> Rule:
    """The mean of each window."""

    def rule(
        b: Builder, x: Tensor, kernel: Any, stride: Any = (), padding: Any = 0, ceil: bool = False,
        count_pads: bool = True, divisor: int | None = None,
    ) -> Tensor:  # fmt: skip
        kernel = each(kernel, spatial)
        if divisor is not None and ceil:
            raise Unsupported("a divisor of its own for windows that are cut")
        count_pads = count_pads or divisor is not None
        found = _batched(x, spatial)(
            "AveragePool", kernel_shape=kernel, strides=each(stride, spatial) if stride else kernel,
            pads=each(padding, spatial) * 2, ceil_mode=int(ceil), count_include_pad=int(count_pads),
        )  # fmt: skip
        if divisor is not None:
            found = found * (math.prod(kernel) / divisor)
        return found.reshape(b.shape)

    return rule


def adaptive_max(spatial: int) -> Rule:
    """The largest of windows of nearly equal sizes, and its place in its plane."""

    def rule(b: Builder, x: Tensor, sizes: Any) -> Sequence[Tensor | None]:
        wanted = each(sizes, spatial)
        whole = x.static[x.rank - spatial :]
        if 0 in x.static or 0 in wanted:
            raise Unsupported("windows without elements")
        if not any(n % m for n, m in zip(whole, wanted, strict=True)):
            kernel = [n // m for n, m in zip(whole, wanted, strict=True)]
            found: Sequence[Tensor | None] = max_pool(spatial)(b, x, kernel)
            return found
        tables = [_places(n, m) for n, m in zip(whole, wanted, strict=True)]
        planes = math.prod(x.static[: x.rank - spatial])
        flat, plane = torch.zeros((), dtype=torch.int64), 1
        for axis in reversed(range(spatial)):
            shape = [1] * (2 * spatial)
            shape[axis], shape[spatial + axis] = tables[axis].shape
            flat = flat + tables[axis].reshape(shape) * plane
            plane *= whole[axis]
        outer = math.prod(wanted)
        flat = flat.reshape(outer, -1)
        values = x.reshape([planes, plane])("Gather", b.constant(flat), axis=1)
        best, where = _largest(values)
        table = b.constant(flat)("Unsqueeze", b.integers(0)).expand(values.shape)
        place = table("GatherElements", where, axis=2)
        return [v.reshape(tuple(r.shape)) for v, r in zip((best, place), b.result, strict=True)]

    return rule


def _largest(x: Tensor) -> tuple[Tensor, Tensor]:
    """The largest along the last dimension and its place; a NaN is above all."""
    bad = is_nan(x).to(torch.int32)
    first, best = bad("ArgMax", axis=2, keepdims=1), x("ArgMax", axis=2, keepdims=1)
    where = reduced(bad, "Max", [2], True).to(torch.bool).where(first, best)
    return x("GatherElements", where, axis=2), where


def _places(size: int, count: int) -> torch.Tensor:
    """The places of each window along a dimension; the last one again where it is short."""
    begins = [i * size // count for i in range(count)]
    ends = [-(-(i + 1) * size // count) for i in range(count)]
    most = max(e - s for s, e in zip(begins, ends, strict=True))
    rows = [[min(s + k, e - 1) for k in range(most)] for s, e in zip(begins, ends, strict=True)]
    return torch.tensor(rows)


def adaptive_average(spatial: int) -> Rule:
    """Means of windows of nearly equal sizes: of all, or by a matrix for each dimension."""

    def rule(b: Builder, x: Tensor, sizes: Any) -> Tensor:
        last = range(x.rank - spatial, x.rank)
        if all(n == 1 for n in each(sizes, spatial)):
            return reduced(x.to(wide(x.dtype)), "Mean", list(last), True).to(b.dtype)
        found = x
        for axis, n in zip(last, each(sizes, spatial), strict=True):
            shares = b.constant(_shares(x.static[axis], n).to(x.dtype))
            perm = [*(d for d in range(x.rank) if d != axis), axis]
            found = found.transpose(perm)("MatMul", shares)
            found = found.transpose([perm.index(d) for d in range(x.rank)])
        return found

    return rule


def _shares(size: int, count: int) -> torch.Tensor:
    """The share of each element in each of the means."""
    shares = torch.zeros(size, count)
    for i in range(count):
        first, last = i * size // count, -(-(i + 1) * size // count)
        shares[first:last, i] = 1 / (last - first)
    return shares


def _pool_backward(
    b: Builder, g: Tensor, x: Tensor, kernel: Any, stride: Any, padding: Any, dilation: Any,
    ceil: bool, indices: Tensor,
) -> Tensor:  # fmt: skip
    planes = math.prod(x.static[:-2])
    count = math.prod(x.static[-2:])
    flat = b.filled(0, [planes, count], b.dtype)
    each_plane = [planes, math.prod(g.static[-2:])]
    found = flat(
        "ScatterElements", indices.reshape(each_plane), g.reshape(each_plane),
        axis=1, reduction="add",
    )  # fmt: skip
    return found.reshape(x.shape)


def _average_backward(
    b: Builder, g: Tensor, x: Tensor, kernel: Any, stride: Any, padding: Any, ceil: bool,
    count_pads: bool, divisor: int | None,
) -> Tensor:  # fmt: skip
    """Each element of a window gets the same share: a transposed convolution with ones."""
    kernel = each(kernel, 2)
    if ceil or (not count_pads and any(each(padding, 2))):
        raise Unsupported("windows of several sizes")
    window = Window(4, stride or kernel, padding, 1)
    share = g * (1 / (divisor or math.prod(kernel)))
    ones = b.filled(1, [1, 1, *kernel], b.dtype)
    planes = share.reshape([math.prod(g.static[:-2]), 1, *g.static[-2:]])
    return _image(planes, ones, x.static[-2:], window, 1).reshape(x.shape)


# Normalizations


def _layer_norm(
    b: Builder, x: Tensor, shape: Sequence[int], w: Tensor | None, bias: Tensor | None, eps: float
) -> Sequence[Tensor | None]:
    axis = x.rank - len(shape)
    scale = w if w is not None else b.filled(1, shape, x.dtype)
    types: list[Any] = [tensor_type(x.shape, x.dtype)]
    made = list(b.result)
    for i in (1, 2):
        types.append(tensor_type(made[i].shape, torch.float32) if b.used(i) else NONE)
    found = b.all(
        "LayerNormalization", [x, scale, bias], types, axis=axis, epsilon=eps, stash_type=1
    )
    return [f.to(r.dtype) if b.used(i) or not i else None for i, (f, r) in enumerate(
        zip(found, made, strict=True)
    )]  # fmt: skip


def _group_norm(
    b: Builder, x: Tensor, w: Tensor | None, bias: Tensor | None, n: Any, c: Any, hw: Any,
    groups: int, eps: float,
) -> Sequence[Tensor]:  # fmt: skip
    flat = x.to(wide(x.dtype)).reshape([n, groups, (c // groups) * hw])
    mean = reduced(flat, "Mean", [2], True)
    centre = flat - mean
    inverse = (reduced(centre * centre, "Mean", [2], True) + eps)("Sqrt")("Reciprocal")
    found = (centre * inverse).reshape(x.shape)
    channels = [1, c, *[1] * (x.rank - 2)]
    if w is not None:
        found = found * w.reshape(channels)
    if bias is not None:
        found = found + bias.reshape(channels)
    return [
        v.reshape(r.shape).to(r.dtype)
        for v, r in zip((found, mean, inverse), b.result, strict=True)
    ]


def _batch_norm(
    b: Builder, x: Tensor, w: Tensor | None, bias: Tensor | None, mean: Tensor, var: Tensor,
    momentum: float, eps: float,
) -> Sequence[Tensor | None]:  # fmt: skip
    w = w if w is not None else b.filled(1, mean.shape, mean.dtype)
    bias = bias if bias is not None else b.filled(0, mean.shape, mean.dtype)
    found = x("BatchNormalization", w, bias, mean, var, epsilon=eps)
    none = [b.filled(0, r.shape, r.dtype) if b.used(i) else None
            for i, r in enumerate(b.result) if i]  # fmt: skip
    return [found, *none]


def soft(name: str) -> Rule:
    """Softmax or its logarithm."""

    def rule(b: Builder, x: Tensor, dim: int, to_float: bool = False) -> Tensor:
        x = x.to(wide(b.dtype))
        if not x.rank:
            return x.reshape([1])(name, axis=0).reshape([]).to(b.dtype)
        return x(name, axis=x.axis(dim)).to(b.dtype)

    return rule


add({
    "adaptive_max_pool2d": adaptive_max(2),
    "adaptive_max_pool3d": adaptive_max(3),
    "avg_pool1d": average_pool(1),
    "avg_pool2d": average_pool(2),
    "avg_pool2d_backward": _average_backward,
    "avg_pool3d": average_pool(3),
    "convolution": _convolution,
    "convolution_backward": _convolution_backward,
    "max_pool2d_with_indices": max_pool(2),
    "max_pool2d_with_indices_backward": _pool_backward,
    "max_pool3d_with_indices": max_pool(3),
    "native_group_norm": _group_norm,
    "native_layer_norm": _layer_norm,
    "_adaptive_avg_pool2d": adaptive_average(2),
    "_adaptive_avg_pool3d": adaptive_average(3),
    "_log_softmax": soft("LogSoftmax"),
    "_native_batch_norm_legit_no_training": _batch_norm,
    "_softmax": soft("Softmax"),
})  # fmt: skip
