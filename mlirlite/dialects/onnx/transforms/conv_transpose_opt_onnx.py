"""--conv-transpose-opt-onnx: `ConvTranspose(x, w) {strides = [2, 2]}
-->  Slice(Reshape(Transpose(Reshape(Conv(x, w')))))`.

An output at `s * q + r` takes the taps `r, r + s, …` of inputs that end at q: for each phase r a
convolution without strides. All phases are channels of one convolution, and are then interleaved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.transforms._build import array_like, integers, nothing
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, NONE
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("conv-transpose-opt-onnx")
def conv_transpose_opt_onnx(op: Operation, state: PassState) -> None:
    """Write transposed convolutions of constant weights as convolutions without strides."""
    apply_patterns_greedily(op, [phases], fold=False, count=state.count)


@dataclass(frozen=True, slots=True)
class _Axis:
    """One spatial dimension: the stride, the taps of a phase, pads of the convolution, its output
    size, and where the result begins in it."""

    step: int
    taps: int
    left: int
    right: int
    places: int
    begin: int


def _axis(size: int, kernel: int, step: int, dilation: int, begin: int, wanted: int) -> _Axis:
    taps = -(-kernel // step)
    reach = (taps - 1) * dilation
    first = min(begin // step, reach)
    right = max(0, -(-(begin + wanted) // step) - size)
    return _Axis(step, taps, reach - first, right, size + right - first, begin - first * step)


def _axes(op: OnnxOp, x: tuple[int, ...], kernel: tuple[int, ...]) -> list[_Axis] | None:
    """The spatial dimensions; None if there are both a dilation and a stride."""
    rank = len(kernel)
    wanted = shape_of(op.results[0])
    steps = op.get("strides") or [1] * rank
    dilations = op.get("dilations") or [1] * rank
    extra = op.get("output_padding") or [0] * rank
    pads = op.get("pads") or [0] * (2 * rank)
    auto = op.get("auto_pad", "NOTSET")
    chosen = op.get("output_shape") is not None or auto.startswith("SAME")
    found = []
    for d in range(rank):
        if steps[d] != 1 and dilations[d] != 1:
            return None
        size = wanted[2 + d] if wanted is not None else DYNAMIC
        begin = 0 if auto == "VALID" else pads[d]
        if chosen:
            whole = (x[2 + d] - 1) * steps[d] + extra[d] + (kernel[d] - 1) * dilations[d] + 1
            spare = max(0, whole - size)
            begin = spare // 2 if auto == "SAME_UPPER" else spare - spare // 2
        found.append(_axis(x[2 + d], kernel[d], steps[d], dilations[d], begin, size))
    return found


def _weights(array: Any, groups: int, axes: list[_Axis]) -> Any:
    """w[c, o, tap…] as w'[o, phase…, c, tap…], taps from the last to the first."""
    import numpy as np

    rank = len(axes)
    channels, outputs = array.shape[0] // groups, array.shape[1]
    room = [(0, a.step * a.taps - k) for a, k in zip(axes, array.shape[2:], strict=True)]
    array = np.pad(array, [(0, 0), (0, 0), *room])
    split = [n for a in axes for n in (a.taps, a.step)]
    array = array.reshape(groups, channels, outputs, *split)
    taps, steps = [3 + 2 * d for d in range(rank)], [4 + 2 * d for d in range(rank)]
    array = np.flip(array, tuple(taps)).transpose(0, 2, *steps, 1, *taps)
    return array.reshape(-1, channels, *(a.taps for a in axes))


@pattern
def phases(op: onnx.ConvTransposeOp, rw: Rewriter) -> bool | None:
    """ConvTranspose(x, w) --> Slice(Reshape(Transpose(Reshape(Conv(x, w')))))"""
    x, wanted, weights = shape_of(op.X), shape_of(op.results[0]), array_of(op.W)
    bias = array_of(op.B) if op.B is not None and op.B.type is not NONE else None
    if weights is None or (op.B is not None and op.B.type is not NONE and bias is None):
        return rw.fail("weights or bias are not constants")
    if x is None or wanted is None or DYNAMIC in (*x[1:], *wanted[1:]) or 0 in (*x, *wanted):
        return rw.fail("sizes are not known, or 0")
    if not len(x) == len(wanted) == weights.ndim:
        return rw.fail("images, weights and result differ in rank")
    axes = _axes(op, x, weights.shape[2:])
    if axes is None:
        return rw.fail("a dilation meets a step")
    steps = [a.step for a in axes]
    phases = 1
    for step in steps:
        phases *= step
    made = array_like(rw, _weights(weights, op.group, axes), op.W)
    added = array_like(rw, bias.repeat(phases), op.B) if bias is not None else nothing(rw)
    found: Value = rw.insert(
        onnx.ConvOp(
            op.X,
            made,
            added,
            group=op.group,
            kernel_shape=[a.taps for a in axes],
            dilations=op.get("dilations"),
            pads=[*(a.left for a in axes), *(a.right for a in axes)],
        )
    ).result
    places = [a.places for a in axes]
    if phases > 1:
        rank = len(axes)
        found = _reshape(rw, found, [0, wanted[1], *steps, *places])
        order = [0, 1, *(n for d in range(rank) for n in (2 + rank + d, 2 + d))]
        found = rw.insert(onnx.TransposeOp(found, perm=order)).result
        places = [n * s for n, s in zip(places, steps, strict=True)]
        found = _reshape(rw, found, [0, wanted[1], *places])
    begins = [a.begin for a in axes]
    if any(begins) or places != list(wanted[2:]):
        ends = [b + n for b, n in zip(begins, wanted[2:], strict=True)]
        spatial = range(2, len(wanted))
        bounds = [integers(rw, n) for n in (begins, ends, spatial, [1] * len(axes))]
        found = rw.insert(onnx.SliceOp(found, *bounds)).result
    rw.replace(op, [found])
    return True


def _reshape(rw: Rewriter, value: Value, shape: list[int]) -> Value:
    found: Value = rw.insert(onnx.ReshapeOp(value, integers(rw, shape))).result
    return found
