"""RotaryEmbedding: pairs of features, turned by the angle of their position."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.support.tuning import Fixed

_IMAGE: Fixed[int] = 4
"""Dimensions of operands that have one of heads; others have these side by side."""


@kernel("RotaryEmbedding")
def rotary_embedding(b: KrnlBuilder) -> Any:
    """(a cos - c sin, a sin + c cos) of features a and c, which are neighbors or halves of what
    turns; features behind that are copied."""
    x, cos, sin, positions = b.inputs(4)
    out, half, neighbors = b.output(x.shape), cos.shape[-1], b.attr("interleaved", 0)
    if x.rank == _IMAGE:
        batch, heads, length, width = x.shape
    else:
        batch, length, width = x.shape
        heads = b.attr("num_heads", 1)
        width = width // heads
    with b.loops(batch, length, heads) as (n, s, h):
        angle: list[Ix] = [n, s] if positions is None else [positions[n, s].index()]

        def place(feature: Ix) -> list[Ix]:
            return [n, h, s, feature] if x.rank == _IMAGE else [n, s, h * width + feature]

        with b.loops(half) as (i,):
            first, second = (2 * i, 2 * i + 1) if neighbors else (i, half + i)
            a, c = x[place(first)], x[place(second)]
            near, far = cos[[*angle, i]], sin[[*angle, i]]
            out[place(first)] = a * near - c * far
            out[place(second)] = a * far + c * near
        with b.loop(2 * half, width) as i:
            out[place(i)] = x[place(i)]
    return out
