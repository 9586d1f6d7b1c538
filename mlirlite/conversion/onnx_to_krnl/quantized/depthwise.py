"""Convolutions of bytes with one channel to a group: a channel of an image is copied without its
zero point, with 16 bits for each pixel and its pads around it, and LLVM makes vectors of the sums
of a line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.ir.types import I8, I16, I32
from mlirlite.support.tuning import Fixed

_IMAGE: Fixed[int] = 4
"""Dimensions of images."""
_MOST: Fixed[int] = 49
"""Taps that are written out."""

Finish = Callable[[Ix, Scalar], Scalar]
"""The result of an output channel, and a sum."""


def depthwise_of_bytes(
    b: KrnlBuilder,
    x: Buffer,
    w: Buffer,
    zeros: tuple[Scalar | None, Callable[[Ix], Scalar | None]],
    out: Buffer,
    window: Window,
    finish: Finish,
) -> bool:
    """Fill a result. False for other elements, ranks, groups and kernels. Zero points are that of
    the image, and those of output channels."""
    taps = w.type.shape[2:]
    if b.machine is None or x.rank != _IMAGE or w.type.shape[1] != 1 or not b.attr("group", 1):
        return False
    if x.element not in (UI8, I8) or w.element not in (UI8, I8):
        return False
    if min(taps) < 1 or math.prod(taps) > _MOST:
        return False
    zero, zero_of = zeros
    groups = b.attr("group", 1)
    outputs = w.shape[0] // groups
    with b.loops(x.shape[0], groups) as (n, g):
        plane = _padded(b, x, (n, g), window, zero)
        with b.loops(outputs) as (k,):
            m = g * outputs + k
            point = zero_of(m)
            factors = {}
            for tap in itertools.product(*map(range, taps)):
                factor = w[[m, 0, *tap]].cast(I32)
                factors[tap] = factor if point is None else factor - point
            with b.loops(*window.output) as (r, c):
                total = b.scalar(0, I32)
                for (i, j), factor in factors.items():
                    row = r * window.strides[0] + i * window.dilations[0]
                    first, phase = divmod(j * window.dilations[1], window.strides[1])
                    total = total + plane[phase, row, c + first].cast(I32) * factor
                out[n, m, r, c] = finish(m, total)
    return True


def _padded(
    b: KrnlBuilder, x: Buffer, image: tuple[Ix, Ix], window: Window, zero: Scalar | None
) -> Buffer:
    """What the windows of a channel read; columns that neighboring windows read are side by side:
    the first index is the column's rest by the stride."""
    high, wide = (
        (n - 1) * s + (k - 1) * d + 1
        for n, s, k, d in zip(
            window.output, window.strides, window.kernel, window.dilations, strict=True
        )
    )
    (top, left), (height, width), stride = window.begins, x.shape[2:], window.strides[1]
    out = b.alloc([stride, high, ceildiv(wide, stride)], I16)
    with b.loops(*out.shape) as at:
        out[at] = b.scalar(0, I32)
    rows = b.index_max(top, 0), b.index_min(top + height, high)
    ends = b.index_max(left, 0), b.index_min(left + width, wide)
    for phase in range(stride):
        columns = tuple(ceildiv(b.index_max(end - phase, 0), stride) for end in ends)
        with b.loops(rows, columns) as (r, c):
            value = x[[*image, r - top, c * stride + (phase - left)]].cast(I32)
            out[phase, r, c] = value if zero is None else value - zero
    return out
