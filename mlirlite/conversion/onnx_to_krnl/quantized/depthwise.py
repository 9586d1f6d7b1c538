"""Convolutions of bytes with one channel to a group: a channel of an image is copied without its
zero point, with 16 bits for each pixel and its pads around it. Rows and columns of a stride lie
apart, so that each tap of all windows is one line, and LLVM makes vectors of the sums."""

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
        plane, wide = _padded(b, x, (n, g), window, zero)
        # Ends of rows, where windows would go on in the next row, are computed and not used.
        high, used = window.output
        length = b.index_max((high - 1) * wide + used, 0)
        with b.loops(outputs) as (k,):
            m = g * outputs + k
            point = zero_of(m)
            line = b.alloc([length], out.element)
            factors = {}
            for tap in itertools.product(*map(range, taps)):
                factor = w[[m, 0, *tap]].cast(I32)
                factors[tap] = factor if point is None else factor - point
            with b.loops(length) as (at,):
                total = b.scalar(0, I32)
                for tap, factor in factors.items():
                    (r, row), (c, column) = (
                        divmod(t * d, s)
                        for t, d, s in zip(tap, window.dilations, window.strides, strict=True)
                    )
                    total = total + plane[row, column, at + r * wide + c].cast(I32) * factor
                line[at] = finish(m, total)
            with b.loops(high, used) as (i, j):
                out[n, m, i, j] = line[i * wide + j]
    return True


def _padded(
    b: KrnlBuilder, x: Buffer, image: tuple[Ix, Ix], window: Window, zero: Scalar | None
) -> tuple[Buffer, Ix]:
    """What the windows of a channel read, and the width of its rows. The first two indices are the
    rests of the row and the column by their strides, so that pixels that neighboring windows read
    are neighbors; the third one goes through all rows."""
    sizes = [
        (n - 1) * s + (k - 1) * d + 1
        for n, s, k, d in zip(
            window.output, window.strides, window.kernel, window.dilations, strict=True
        )
    ]
    strides = window.strides
    high, wide = (ceildiv(n, s) for n, s in zip(sizes, strides, strict=True))
    shape = [*strides, high, wide]
    out = b.alloc(shape, I16)
    with b.loops(*shape) as at:
        out[at] = b.scalar(0, I32)
    inside = [
        (b.index_max(begin, 0), b.index_min(begin + size, whole))
        for begin, size, whole in zip(window.begins, x.shape[2:], sizes, strict=True)
    ]
    top, left = window.begins
    for row, column in itertools.product(*map(range, strides)):
        spans = [
            tuple(ceildiv(b.index_max(end - phase, 0), s) for end in ends)
            for ends, phase, s in zip(inside, (row, column), strides, strict=True)
        ]
        with b.loops(*spans) as (r, c):
            pixel = r * strides[0] + (row - top), c * strides[1] + (column - left)
            value = x[[*image, *pixel]].cast(I32)
            out[row, column, r, c] = value if zero is None else value - zero
    flat = [*strides, high * wide]
    return b.view(out, b.memref(flat, I16), flat), wide
