"""CausalConvWithState: each channel convolved over time with earlier elements."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel


@kernel("CausalConvWithState")
def causal_conv_with_state(b: KrnlBuilder) -> Any:
    """`y[t] = sum_j w[j] x[t - k + 1 + j]`; times before 0 are in the state, zeros without one.
    The new state are the last k - 1 times."""
    x, weight, bias, past = b.inputs(4)
    batch, channels, length = x.shape
    taps = weight.shape[2]
    activation = b.attr("activation", "none")
    if activation not in ("none", "silu", "swish"):
        raise b.error(f"has the unknown activation '{activation}'")
    line = b.alloc([batch, channels, length + (taps - 1)], x.element)
    with b.loops(batch, channels) as (n, c):
        with b.loops(taps - 1) as (t,):
            line[n, c, t] = past[n, c, t] if past is not None else 0
        with b.loops(length) as (t,):
            line[n, c, t + (taps - 1)] = x[n, c, t]
    out = b.output([batch, channels, length])
    with b.loops(batch, channels, length) as (n, c, t):

        def add(j: list[Ix], total: list[Scalar]) -> list[Scalar]:
            return [total[0] + weight[c, 0, j[0]] * line[n, c, t + j[0]]]

        start = bias[c] if bias is not None else line[n, c, t].coerce(0)
        (value,) = b.fold([taps], [start], add)
        if activation != "none":
            value = value / ((-value).exp() + 1)
        out[n, c, t] = value
    if not b.wants(1):
        return [out, None]
    state = b.output([batch, channels, taps - 1], 1)
    with b.loops(batch, channels, taps - 1) as (n, c, t):
        state[n, c, t] = line[n, c, t + length]
    return [out, state]
