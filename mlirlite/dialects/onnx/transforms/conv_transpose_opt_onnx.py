"""--conv-transpose-opt-onnx: `ConvTranspose(x, w) {strides = [2, 2]}
-->  Slice(Reshape(Transpose(Reshape(Conv(x, w')))))`.

An output at `s * q + r` takes the taps `r, r + s, …` of inputs that end at q: for each phase r a
convolution without strides. All phases are channels of one convolution, and are then interleaved.
Where there are a stride and a dilation, the kernel has zeros between its taps instead.
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
from mlirlite.support.tuning import Fixed


@compiler_pass("conv-transpose-opt-onnx")
def conv_transpose_opt_onnx(op: Operation, state: PassState) -> None:
    """Write transposed convolutions of constant weights as convolutions without strides."""
    apply_patterns_greedily(op, [phases], fold=False, count=state.count)


@dataclass(frozen=True, slots=True)
class _Axis:
    """One spatial dimension: the stride, the taps of a phase, pads of the convolution, and how many
    elements of its interleaved phases are before and after the result. None of them depends on the
    size of the image."""

    step: int
    taps: int
    left: int
    right: int
    before: int
    after: int


def _axis(kernel: int, step: int, dilation: int, extra: int, pads: tuple[int, int]) -> _Axis:
    taps = -(-kernel // step)
    reach = (taps - 1) * dilation
    first = min(pads[0] // step, reach)
    end = extra + (kernel - 1) * dilation + 1 - pads[1]
    right = max(0, -(-end // step) - 1)
    before, after = pads[0] - first * step, (right + 1) * step - end
    return _Axis(step, taps, reach - first, right, before, after)


def _axes(op: OnnxOp, x: tuple[int, ...], kernel: tuple[int, ...]) -> list[_Axis] | None:
    """The spatial dimensions; None if pads depend on a size that is not known."""
    rank = len(kernel)
    wanted = shape_of(op.results[0]) or (DYNAMIC,) * (2 + rank)
    steps = op.get("strides") or [1] * rank
    dilations = _dilations(op, rank)
    extra = op.get("output_padding") or [0] * rank
    pads = op.get("pads") or [0] * (2 * rank)
    auto = op.get("auto_pad", "NOTSET")
    chosen = op.get("output_shape") is not None or auto.startswith("SAME")
    found = []
    for d in range(rank):
        around = (0, 0) if auto == "VALID" else (pads[d], pads[rank + d])
        if chosen:
            if DYNAMIC in (x[2 + d], wanted[2 + d]):
                return None
            whole = (x[2 + d] - 1) * steps[d] + extra[d] + (kernel[d] - 1) * dilations[d] + 1
            spare = max(0, whole - wanted[2 + d])
            begin = spare // 2 if auto == "SAME_UPPER" else spare - spare // 2
            around = begin, whole - wanted[2 + d] - begin
        found.append(_axis(kernel[d], steps[d], dilations[d], extra[d], around))
    return found


def _dilations(op: OnnxOp, rank: int) -> list[int]:
    """Those of the convolution: none in a dimension with a stride."""
    steps = op.get("strides") or [1] * rank
    dilations = op.get("dilations") or [1] * rank
    return [1 if s != 1 else d for s, d in zip(steps, dilations, strict=True)]


def _spread(array: Any, op: OnnxOp) -> Any:
    """Weights with zeros between the taps of dimensions that have a stride and a dilation."""
    import numpy as np

    rank = array.ndim - 2
    dilations = op.get("dilations") or [1] * rank
    gaps = [d if m != d else 1 for d, m in zip(dilations, _dilations(op, rank), strict=True)]
    sizes = [(k - 1) * n + 1 for k, n in zip(array.shape[2:], gaps, strict=True)]
    room = np.zeros((*array.shape[:2], *sizes), array.dtype)
    taps = [slice(None, None, n) for n in (1, 1, *gaps)]
    room[tuple(taps)] = array
    return room


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


_END: Fixed[int] = (1 << 63) - 1
"""Where a slice ends that leaves out nothing."""


@pattern
def phases(op: onnx.ConvTransposeOp, rw: Rewriter) -> bool | None:
    """ConvTranspose(x, w) --> Slice(Reshape(Transpose(Reshape(Conv(x, w')))))"""
    x, wanted, weights = shape_of(op.X), shape_of(op.results[0]), array_of(op.W)
    bias = array_of(op.B) if op.B is not None and op.B.type is not NONE else None
    if weights is None or (op.B is not None and op.B.type is not NONE and bias is None):
        return rw.fail("weights or bias are not constants")
    if x is None or wanted is None or DYNAMIC in (x[1], wanted[1]) or 0 in (*x, *wanted):
        return rw.fail("ranks or channels are not known, or a size is 0")
    if not len(x) == len(wanted) == weights.ndim:
        return rw.fail("images, weights and result differ in rank")
    weights = _spread(weights, op)
    axes = _axes(op, x, weights.shape[2:])
    if axes is None:
        return rw.fail("pads depend on a size that is not known")
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
            dilations=_dilations(op, len(axes)),
            pads=[*(a.left for a in axes), *(a.right for a in axes)],
        )
    ).result
    if phases > 1:
        found = _interleaved(rw, found, wanted[1], steps)
    if any(a.before or a.after for a in axes):
        ends = [-a.after or _END for a in axes]
        spatial = range(2, len(wanted))
        bounds = [integers(rw, n) for n in ([a.before for a in axes], ends, spatial)]
        found = rw.insert(onnx.SliceOp(found, *bounds, integers(rw, [1] * len(axes)))).result
    rw.replace(op, [found])
    return True


def _interleaved(rw: Rewriter, found: Value, channels: int, steps: list[int]) -> Value:
    """An image [n, channels * steps…, places…] as [n, channels, places * steps…]."""
    rank = len(steps)
    places: Any = shape_of(found)
    places = None if places is None or DYNAMIC in places[2:] else places[2:]
    if places is None and rank == 2 and steps[0] == steps[1]:
        turned = onnx.DepthToSpaceOp(found, blocksize=steps[0], mode="CRD")
        made: Value = rw.insert(turned).result
        return made
    sizes = rw.insert(onnx.ShapeOp(found, start=2)).result if places is None else None

    def reshape(value: Value, first: list[int], last: list[int], factors: Any) -> Value:
        target = integers(rw, [*first, *last])
        if sizes is not None:
            rest = sizes if factors is None else rw.insert(onnx.MulOp(sizes, factors)).result
            target = rw.insert(onnx.ConcatOp([integers(rw, first), rest], axis=0)).result
        made: Value = rw.insert(onnx.ReshapeOp(value, target)).result
        return made

    found = reshape(found, [0, channels, *steps], list(places or ()), None)
    order = [0, 1, *(n for d in range(rank) for n in (2 + rank + d, 2 + d))]
    found = rw.insert(onnx.TransposeOp(found, perm=order)).result
    whole = [n * s for n, s in zip(places or (), steps, strict=places is not None)]
    return reshape(found, [0, channels], whole, integers(rw, steps))
