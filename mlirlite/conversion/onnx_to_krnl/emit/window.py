"""Sliding windows of convolutions and poolings: sizes, pads, and which taps are inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv


@dataclass
class Window:
    """Geometry of a window along the spatial dimensions: sizes of the input, the kernel and the
    output, strides, and pads at the beginnings and ends."""

    input: list[Ix]
    kernel: list[Ix]
    strides: Sequence[int]
    dilations: Sequence[int]
    begins: list[Ix]
    ends: list[Ix]
    output: list[Ix]
    overhangs: bool = False
    """Whether the last window may extend beyond the pads at the end (ceil mode)."""

    def position(self, dim: int, out: Ix, tap: Ix) -> Ix:
        """The input's index that a kernel tap of an output index reads."""
        return out * self.strides[dim] + tap * self.dilations[dim] - self.begins[dim]

    def taps(self, dim: int, out: Ix) -> tuple[Any, Any]:
        """The range of kernel taps that are inside the input at an output index."""
        if self.is_inside(dim):
            return 0, self.kernel[dim]
        start = out * self.strides[dim] - self.begins[dim]
        dilation = self.dilations[dim]
        lower = [0, ceildiv(-start, dilation)]
        upper = [self.kernel[dim], ceildiv(self.input[dim] - start, dilation)]
        return lower, upper

    def outputs(self, dim: int, tap: Ix) -> tuple[Any, Any]:
        """The range of output indices at which a kernel tap is inside the input."""
        if self.is_inside(dim):
            return 0, self.output[dim]
        offset = tap * self.dilations[dim] - self.begins[dim]
        stride = self.strides[dim]
        lower = [0, ceildiv(-offset, stride)]
        upper = [self.output[dim], ceildiv(self.input[dim] - offset, stride)]
        return lower, upper

    def is_inside(self, dim: int) -> bool:
        """True when no window extends beyond the input."""
        if self.begins[dim] != 0:
            return False
        end, size = self.position(dim, self.output[dim] - 1, self.kernel[dim] - 1), self.input[dim]
        if isinstance(end, int) and isinstance(size, int):
            return end < size
        return self.ends[dim] == 0 and not self.overhangs


def window_of(
    b: KrnlBuilder, input: list[Ix], kernel: list[Ix], output: Sequence[Ix], ceil_mode: bool = False
) -> Window:
    """The window that an op's attributes strides, dilations, pads and auto_pad describe. `output`
    has the static sizes of the result's type."""
    rank = len(input)
    strides = b.attr("strides") or [1] * rank
    dilations = b.attr("dilations") or [1] * rank
    pads: Any = b.attr("pads") or [0] * (2 * rank)
    auto = b.attr("auto_pad", "NOTSET")
    begins: list[Ix] = list(pads[:rank])
    ends: list[Ix] = list(pads[rank:])
    if auto == "VALID":
        begins, ends = [0] * rank, [0] * rank
    sizes: list[Ix] = []
    for dim, (size, step) in enumerate(zip(input, strides, strict=True)):
        extent = (kernel[dim] - 1) * dilations[dim] + 1
        if auto in ("SAME_UPPER", "SAME_LOWER"):
            count = ceildiv(size, step)
            total = b.index_max(0, (count - 1) * step + extent - size)
            small = total // 2
            begins[dim], ends[dim] = (
                (small, total - small) if auto == "SAME_UPPER" else (total - small, small)
            )
        else:
            room = size + begins[dim] + ends[dim] - extent
            count = (ceildiv(room, step) if ceil_mode else room // step) + 1
            if ceil_mode:  # no window starts in the pad at the end
                last = (count - 1) * step
                beyond = size + begins[dim]
                if isinstance(last, int) and isinstance(beyond, int):
                    count = count - 1 if last >= beyond else count
                else:
                    count = b.index_select(b.test("sge", last, beyond), count - 1, count)
        sizes.append(count)
    known: list[Ix] = [
        o if isinstance(o, int) and o >= 0 else s for o, s in zip(output, sizes, strict=True)
    ]
    return Window(input, kernel, strides, dilations, begins, ends, known, ceil_mode)
