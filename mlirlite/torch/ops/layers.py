"""Rules of convolutions, normalizations and softmax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from mlirlite.ir.types import NONE
from mlirlite.torch.builder import Builder, Tensor, wide
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
            for axis, n in enumerate(x.static[2:], 2):
                left = left if left.static[axis] == n else sliced(left, axis, 0, n)
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
    "convolution": _convolution,
    "convolution_backward": _convolution_backward,
    "native_group_norm": _group_norm,
    "native_layer_norm": _layer_norm,
    "_log_softmax": soft("LogSoftmax"),
    "_native_batch_norm_legit_no_training": _batch_norm,
    "_softmax": soft("Softmax"),
})  # fmt: skip
