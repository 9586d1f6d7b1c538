"""The weights of convolutions in blocks of channels, and their order if the run tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import each
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.squares import transpose_rows
from mlirlite.conversion.onnx_to_krnl.registers.tile import Part, blocks, row_parts


class Filters(NamedTuple):
    """The weights, [groups * outputs, channels, kernel rows, kernel columns], and the start values
    of sums."""

    origin: Buffer
    """The original weights."""
    array: Any
    """Their elements; None if the run tells them."""
    bias: Buffer | None = None
    groups: int = 1

    @property
    def shape(self) -> Sequence[int]:
        """All sizes, which are known."""
        return self.origin.type.shape if self.array is None else tuple(self.array.shape)


class Panels(NamedTuple):
    """The order in which tiles read weights: groups, some vectors of a group's outputs, blocks of
    input channels, taps, channels of a block, outputs of these vectors."""

    groups: int
    outputs: int
    vectors: int
    """The largest number of vectors at a time."""
    inputs: Sequence[Part]
    lanes: int


def pack_at_run_time(b: KrnlBuilder, w: Buffer, order: Panels) -> Buffer:
    """A copy of weights that are no constants, by squares that are transposed in registers. What
    fills the last vector of outputs is any number."""
    outputs, channels, *kernel = w.type.shape
    taps, lanes = kernel[0] * kernel[1], order.lanes
    steps, total = channels * taps, -(-order.outputs // lanes)
    v = Lanes(b, w.element, lanes)
    flat = b.view(w, b.memref([outputs, steps], w.element), [outputs, steps])
    made = b.alloc([order.groups * total * lanes * steps], w.element)
    with each(b, order.groups) as g:
        for outs in row_parts(total, order.vectors):
            with blocks(b, outs) as (_, first):
                row, wide = first * lanes, outs.size * lanes
                rows: Ix = wide
                if order.outputs % lanes:
                    rows = b.index_min(wide, order.outputs - row)
                panel, depth = (g * total + first) * (lanes * steps), 0
                for part in order.inputs:
                    start = panel + depth * wide
                    _pack(v, flat, (g * order.outputs + row, rows), (part, taps), made, start, wide)
                    depth += part.count * part.size * taps
    return made


def _pack(
    v: Lanes,
    w: Buffer,
    rows: tuple[Ix, Ix],
    depth: tuple[Part, int],
    made: Buffer,
    start: Ix,
    wide: int,
) -> None:
    """Pack rows of outputs, for a number of blocks of input channels and their taps."""
    part, taps = depth

    def place(j: Ix, i: Ix) -> list[Ix]:
        channel, tap = j // taps, j % taps
        step = (channel // part.size * taps + tap) * part.size + channel % part.size
        return [start + step * wide + i]

    columns = part.count * part.size * taps
    source = (w, lambda i, j: [i, part.start * taps + j])
    transpose_rows(v, source, rows, columns, (made, place), room=True)
