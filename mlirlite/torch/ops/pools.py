"""Rules of pools, and of their gradients."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from mlirlite.ir.types import I64, NONE, RankedTensorType
from mlirlite.torch.builder import Builder, Tensor, wide
from mlirlite.torch.ops.layers import each
from mlirlite.torch.ops.pointwise import is_nan
from mlirlite.torch.ops.reductions import reduced
from mlirlite.torch.ops.views import padded
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Unsupported, tensor_type


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
            return _window_sums(b, x, kernel, stride, padding) * (1 / divisor)
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
        if all(isinstance(n, int) and n == 1 for n in sizes):
            return reduced(x.to(wide(x.dtype)), "Mean", list(last), True).to(b.dtype)
        found = x
        for axis, n in zip(last, sizes, strict=True):
            found = _along(found, axis, _shares(b, x.shape[axis], n, x.dtype))
        return found

    return rule


def _along(x: Tensor, axis: int, matrix: Tensor) -> Tensor:
    """The product of each row along an axis with a matrix."""
    perm = [*(d for d in range(x.rank) if d != axis), axis]
    return x.transpose(perm)("MatMul", matrix).transpose([perm.index(d) for d in range(x.rank)])


def _shares(b: Builder, size: Any, count: Any, dtype: torch.dtype) -> Tensor:
    """The share of each element in each of the means, a matrix."""
    if not isinstance(size, int) or not isinstance(count, int):
        whole, parts = b.size(size), b.size(count)
        zero, one = b.number(0, torch.int64), b.number(1, torch.int64)
        element = b("Range", zero, whole.reshape([]), one).reshape([size, 1])
        part = b("Range", zero, parts.reshape([]), one)
        begin, end = part * whole / parts, ((part + 1) * whole + parts - 1) / parts
        inside = (element >= begin) & (element < end)
        return inside.to(dtype) / (end - begin).to(dtype)
    shares = torch.zeros(size, count)
    for i in range(count):
        first, last = i * size // count, -(-(i + 1) * size // count)
        shares[first:last, i] = 1 / (last - first)
    return b.constant(shares.to(dtype))


def pool_back(spatial: int) -> Rule:
    """The gradient of the largest of each window, which are at given places of their planes."""

    def rule(b: Builder, g: Tensor, x: Tensor, *rest: Any) -> Tensor:
        lead = x.rank - spatial
        planes, count = math.prod(x.static[:lead]), math.prod(x.static[lead:])
        each_plane = [planes, math.prod(g.static[lead:])]
        flat = b.filled(0, [planes, count], b.dtype)
        indices = rest[-1].reshape(each_plane)
        found = flat("ScatterElements", indices, g.reshape(each_plane), axis=1, reduction="add")
        return found.reshape(x.shape)

    return rule


def _window_sums(b: Builder, x: Tensor, kernel: Any, stride: Any, padding: Any) -> Tensor:
    """The sum of each window, also of those that reach beyond the borders."""
    spatial = len(kernel)
    steps = each(stride, spatial) if stride else list(kernel)
    pads = each(padding, spatial)
    lead, sizes = x.static[: x.rank - spatial], x.static[x.rank - spatial :]
    counts = b.static[x.rank - spatial :]
    ends = [
        max((m - 1) * s + k - n - p, 0)
        for m, s, k, n, p in zip(counts, steps, kernel, sizes, pads, strict=True)
    ]
    planes = x.reshape([math.prod(lead), 1, *sizes])
    ones = b.filled(1, [1, 1, *kernel], b.dtype)
    found = planes("Conv", ones, None, strides=steps, pads=[*pads, *ends])
    return found.reshape(b.shape)


def average_back(spatial: int) -> Rule:
    """Each element of a window gets the same share: a transposed convolution with ones."""

    def rule(
        b: Builder, g: Tensor, x: Tensor, kernel: Any, stride: Any, padding: Any, ceil: bool,
        count_pads: bool, divisor: int | None,
    ) -> Tensor:  # fmt: skip
        kernel = each(kernel, spatial)
        steps = each(stride, spatial) if stride else kernel
        pads = each(padding, spatial)
        lead = x.rank - spatial
        sizes, counts = x.static[lead:], g.static[lead:]
        rows = [
            _window_sizes(*given, count_pads)
            for given in zip(sizes, counts, kernel, steps, pads, strict=True)
        ]
        shares = torch.ones([])
        for row in rows:
            shares = shares.unsqueeze(-1) * row
        divisors = torch.full_like(shares, divisor) if divisor is not None else shares
        share = g * b.constant((1 / divisors).to(g.dtype))
        planes = share.reshape([math.prod(g.static[:lead]), 1, *counts])
        found = planes("ConvTranspose", b.filled(1, [1, 1, *kernel], b.dtype), None, strides=steps)
        borders: list[int] = []
        for n, m, p in zip(sizes, found.static[2:], pads, strict=True):
            borders = [-p, n + p - m, *borders]
        return padded(found, borders).reshape(x.shape)

    return rule


def _window_sizes(
    size: int, count: int, kernel: int, step: int, pad: int, count_pads: bool
) -> torch.Tensor:
    """How many elements each window along a dimension has, with or without borders."""
    starts = torch.arange(count) * step - pad
    ends = torch.clamp(starts + kernel, max=size + pad)
    if not count_pads:
        starts, ends = starts.clamp(min=0), ends.clamp(max=size)
    return (ends - starts).to(torch.float64)


def adaptive_average_back(spatial: int) -> Rule:
    """The gradient of means of windows of nearly equal sizes."""

    def rule(b: Builder, g: Tensor, x: Tensor) -> Tensor:
        found = g
        for axis in range(x.rank - spatial, x.rank):
            shares = _shares(b, x.shape[axis], g.shape[axis], x.dtype)
            found = _along(found, axis, shares.swapped())
        return found

    return rule


add({
    "adaptive_max_pool2d": adaptive_max(2),
    "adaptive_max_pool2d_backward": pool_back(2),
    "adaptive_max_pool3d": adaptive_max(3),
    "adaptive_max_pool3d_backward": pool_back(3),
    "avg_pool1d": average_pool(1),
    "avg_pool2d": average_pool(2),
    "avg_pool2d_backward": average_back(2),
    "avg_pool3d": average_pool(3),
    "avg_pool3d_backward": average_back(3),
    "max_pool2d_with_indices": max_pool(2),
    "max_pool2d_with_indices_backward": pool_back(2),
    "max_pool3d_with_indices": max_pool(3),
    "max_pool3d_with_indices_backward": pool_back(3),
    "_adaptive_avg_pool2d": adaptive_average(2),
    "_adaptive_avg_pool2d_backward": adaptive_average_back(2),
    "_adaptive_avg_pool3d": adaptive_average(3),
    "_adaptive_avg_pool3d_backward": adaptive_average_back(3),
})  # fmt: skip
