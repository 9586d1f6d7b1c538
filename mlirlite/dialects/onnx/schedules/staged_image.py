"""Geometry of images staged for windows: a tap is a constant distance from the first one, for all
pixels.

A staged image contains the pads, and groups pixels by phases of the stride: place (row, column) of
phase (i, j) is pixel (row * step + i - pad, column * step + j - pad), or a filler outside the
image.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.dialects.onnx.schedules.tiles import Shape, choose
from mlirlite.support.machine import Machine

_PHASES = 16
"""The most copies of the staging loops; wider steps use plain loops."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A spatial dimension of known sizes. The staged image has `size` places for each of `phases`
    remainders of the step."""

    input: int
    output: int
    kernel: int
    stride: int
    dilation: int
    pad: int

    @property
    def phases(self) -> int:
        """Remainders of the step that taps have."""
        return max((t * self.dilation) % self.stride for t in range(self.kernel)) + 1

    @property
    def size(self) -> int:
        """Places of one phase."""
        return self.output + (self.kernel - 1) * self.dilation // self.stride

    @property
    def is_plain(self) -> bool:
        """True when the image itself can be used: steps of 1 and no pads."""
        return self.stride == 1 and self.pad == 0 and self.size <= self.input

    def filled(self, phase: int) -> tuple[int, int]:
        """The places of a phase that hold a pixel; those outside hold the filler."""
        first = -((phase - self.pad) // self.stride)
        end = -((phase - self.pad - self.input) // self.stride)
        low = min(max(first, 0), self.size)
        return low, max(low, min(end, self.size))


def axes_of(dimensions: Sequence[Sequence[Any]]) -> tuple[Axis, Axis] | None:
    """Height and width, of one or two dimensions given by the numbers of an axis; None for what is
    not staged: sizes that are not numbers or 0, negative pads, wide steps."""
    if len(dimensions) not in (1, 2):
        return None
    found = [Axis(1, 1, 1, 1, 1, 0)] * (2 - len(dimensions))
    for numbers in dimensions:
        if not all(isinstance(n, int) for n in numbers):
            return None
        if min(numbers[:5]) < 1 or numbers[5] < 0:
            return None
        found.append(Axis(*numbers))
    high, wide = found
    return (high, wide) if high.phases * wide.phases <= _PHASES else None


class StagedImage:
    """A staged image. Results have `columns` places, in rows of `pitch` of which the first
    `wide.output` count."""

    def __init__(self, high: Axis, wide: Axis, *, always: bool = False) -> None:
        self.high, self.wide = high, wide
        self.is_needed = always or not (high.is_plain and wide.is_plain)
        self.pitch = wide.size if self.is_needed else wide.input
        self.plane = (high.size if self.is_needed else high.input) * self.pitch
        self.size = high.phases * wide.phases * self.plane
        self.columns = self.columns_of(high.output)

    @property
    def is_dense(self) -> bool:
        """True when every position holds a result."""
        return self.pitch == self.wide.output

    def columns_of(self, rows: int) -> int:
        """Positions that this many rows of results span."""
        return (rows - 1) * self.pitch + self.wide.output

    def heights(self) -> list[int]:
        """How many rows may be computed before they are copied to the result: all if there are no
        gaps between them."""
        high = self.high.output
        return [high] if self.is_dense else [h for h in range(1, high + 1) if high % h == 0]

    def best_tile(
        self, machine: Machine, outputs: int, groups: int, bits: int
    ) -> tuple[Shape, int]:
        """The tile of output channels by vectors of pixels for a convolution with this many
        outputs, and the rows computed at a time: as many as fit into the L2 cache, with the
        fewest unused positions."""
        high, lanes = self.high.output, machine.lanes(bits)

        def vectors(height: int) -> int:
            return high // height * -(-self.columns_of(height) // lanes)

        row = outputs * self.pitch * bits // 8
        heights = self.heights()
        fitting = [h for h in heights if h * row <= machine.l2_bytes] or heights[:1]
        rows = min(fitting, key=lambda h: (vectors(h), -h))
        return choose(machine, outputs // groups, self.columns_of(rows), lanes), rows
