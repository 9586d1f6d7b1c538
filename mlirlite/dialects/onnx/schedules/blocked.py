"""Convolutions in blocks of channels: direct and depthwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.nn.conv import Conv
from mlirlite.dialects.onnx.schedules.conv_tiles import (
    COLUMNS,
    MANY,
    best_tile,
    large_tiles,
    tile_for_any_width,
    unrolling,
)
from mlirlite.dialects.onnx.schedules.schedule import Allowed, Entries, Schedule, entry, up_to
from mlirlite.dialects.onnx.shapes import Shape, Window, element_of, known_shape
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.constants import bit_width
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BF16, DYNAMIC, F32
from mlirlite.ir.values import Value
from mlirlite.support.machine import Machine

UNROLL = range(1, 33)
"""The most unrolled steps: more are more code, and not faster."""


def is_pointwise(kernel: Shape, window: Window) -> bool:
    """True for a kernel of one tap that reads every pixel once."""
    numbers = (*kernel, *window.strides)
    return all(n == 1 for n in numbers) and not any((*window.begins, *window.ends))


def window_of(op: Conv) -> Window:
    """The window of a convolution whose image has a known rank."""
    window = op.window()
    if window is None:
        raise ValueError(f"'{op.operands[0].type}' has no known rank")
    return window


def shapes_of(op: Conv) -> tuple[Shape, Shape, Shape]:
    """The shapes of a convolution's image, weights and result."""
    x, w, y = (known_shape(v) for v in (op.operands[0], op.operands[1], op.results[0]))
    return x, w, y


@dataclass(frozen=True)
class BlockedConv(Schedule[Conv]):
    """Direct products; of bytes and bf16 a step is a group of channels as wide as a word."""

    sums: ClassVar = (("columns", "blocks"),)
    columns: int = entry("pixels of a row whose sums stay in registers")
    blocks: int = entry("vectors of output channels whose sums stay in registers")
    rows: int = entry("rows of the output that are done for all channels before the next ones")
    unroll: int = entry("input channels, or groups of them, of a step")
    weights: str | None = entry('"f16": f32 weights are rounded when they are packed', None)

    @classmethod
    def fits(cls, op: Conv) -> bool:
        """For results in blocks of channels of more than one input each, of known height and
        width."""
        if block_of(op.results[0]) is None or Depthwise.fits(op):
            return False
        return has_known_pixels(op)

    @classmethod
    def constants(cls, op: Conv) -> Sequence[Value]:
        """Weights, unless they are f32: these may be packed at run time."""
        return () if element_of(op.operands[1]) is F32 else op.operands[1:2]

    @classmethod
    def default(cls, op: Conv, machine: Machine) -> Self | None:
        """The tile with the fewest cycles, and as many rows as the L2 cache has room for."""
        x, w, _ = shapes_of(op)
        window, groups = window_of(op), op.group
        channels, outputs = x[1] // groups, _vectors_of_outputs(op)
        bytes_each = bit_width(op.operands[0].type) // 8
        high, wide = _pixels(op)
        depth = -(-channels * bytes_each // 4) * w[2] * w[3]
        columns, blocks = best_tile(machine, wide, outputs, depth)
        room = machine.l2_bytes // 2
        if is_pointwise(w[2:], window):
            pixels = max(room // (channels * bytes_each), columns)
            rows = min(pixels // columns * columns, wide)
        else:
            row = channels * x[3] * bytes_each * window.strides[0]
            rows = max(1, min(high, room // row - w[2] + 1))
            rows = -(-high // -(-high // rows))
        unroll = unrolling(columns, blocks)
        return cls(columns=columns, blocks=blocks, rows=rows, unroll=unroll)

    @classmethod
    def legal(cls, op: Conv, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Rows of a pointwise convolution are pixels."""
        _, w, _ = shapes_of(op)
        high, wide = _pixels(op)
        if is_pointwise(w[2:], window_of(op)):
            high = wide
        more: dict[str, Allowed] = {}
        if has_f32_weights(op):
            more["weights"] = ("f16",)
        blocks = up_to(_vectors_of_outputs(op))
        more |= {"columns": up_to(wide), "rows": up_to(high)}
        return {**more, "blocks": blocks, "unroll": UNROLL}

    @classmethod
    def space(cls, op: Conv, machine: Machine) -> Iterator[Self]:
        """Tiles that fill the registers, by rows of a cache block, by channels of a step."""
        usual = cls.default(op, machine)
        if usual is None or not isinstance(op, onnx.ConvOp):
            return
        _, w, _ = shapes_of(op)
        high, wide = _pixels(op)
        pointwise = is_pointwise(w[2:], window_of(op))
        limit = wide if pointwise else high
        choices = {usual.rows, usual.rows // 2, usual.rows // 4, usual.rows * 2, limit}
        for columns, blocks in large_tiles(machine):
            if columns > wide or blocks > _vectors_of_outputs(op):
                continue
            for rows in sorted({max(1, min(r, limit)) for r in choices}):
                if pointwise:
                    rows = min(-(-rows // columns) * columns, wide)
                for unroll in (1, 2, 4):
                    yield cls(columns=columns, blocks=blocks, rows=rows, unroll=unroll)

    def with_f16_weights(self, op: Conv) -> Self | None:
        """As in the base class."""
        return replace(self, weights="f16") if has_f32_weights(op) else None


@dataclass(frozen=True)
class AnySizeConv(BlockedConv):
    """As `BlockedConv`, for images whose height and width are known at run time. `rows` counts
    pixels of the image: these are read for all channels before the next ones."""

    @classmethod
    def fits(cls, op: Conv) -> bool:
        """For results in blocks of channels of more than one input each."""
        if block_of(op.results[0]) is None or Depthwise.fits(op):
            return False
        return not has_known_pixels(op)

    @classmethod
    def default(cls, op: Conv, machine: Machine) -> Self | None:
        """The tile that has the fewest cycles for many widths."""
        _, w, _ = shapes_of(op)
        bytes_each = bit_width(op.operands[0].type) // 8
        depth = -(-w[1] * bytes_each // 4) * w[2] * w[3]
        outputs = _vectors_of_outputs(op)
        if is_pointwise(w[2:], window_of(op)):
            columns, blocks = best_tile(machine, MANY, outputs, depth)
        else:
            columns, blocks = tile_for_any_width(machine, outputs, depth)
        pixels = max(1, machine.l2_bytes // 2 // (w[1] * bytes_each) // columns) * columns
        unroll = unrolling(columns, blocks)
        return cls(columns=columns, blocks=blocks, rows=pixels, unroll=unroll)

    @classmethod
    def legal(cls, op: Conv, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Tiles of any width."""
        more: dict[str, Allowed] = {"weights": ("f16",)} if has_f32_weights(op) else {}
        more |= {"columns": up_to(machine.registers), "rows": up_to(machine.l2_bytes)}
        return {**more, "blocks": up_to(_vectors_of_outputs(op)), "unroll": UNROLL}

    @classmethod
    def space(cls, op: Conv, machine: Machine) -> Iterator[Self]:
        """None: what is best depends on the sizes."""
        return iter(())


def has_known_pixels(op: Conv) -> bool:
    """True if height and width of the image and of the result are known."""
    x, _, y = shapes_of(op)
    return DYNAMIC not in (*x[2:], *y[2:])


def has_f32_weights(op: Operation) -> bool:
    """True for weights that are a constant of f32."""
    weights = op.operands[1]
    return constant_of(weights) is not None and element_of(weights) is F32


def _pixels(op: Conv) -> tuple[int, int]:
    """Rows and columns of the result; one row for pointwise convolutions."""
    _, w, y = shapes_of(op)
    high, wide = y[2:]
    return (1, high * wide) if is_pointwise(w[2:], window_of(op)) else (high, wide)


def _vectors_of_outputs(op: Conv) -> int:
    """Vectors of output channels of a group."""
    lanes = block_of(op.results[0])
    outputs = known_shape(op.operands[1])[0] // op.group
    return -(-outputs // (lanes or 1))


@dataclass(frozen=True)
class Depthwise(Schedule[Conv]):
    """A vector is one pixel of a block's channels."""

    sums: ClassVar = (("columns", "blocks"),)
    columns: int = entry("pixels of a row whose sums stay in registers")
    blocks: int = entry("vectors of channels, always 1")

    @classmethod
    def fits(cls, op: Conv) -> bool:
        """For one filter per channel, with a result in blocks of channels."""
        if not isinstance(op, onnx.ConvOp) or block_of(op.results[0]) is None:
            return False
        x, w, _ = shapes_of(op)
        one_each: bool = op.group == x[1] == w[0] > 1
        return one_each and element_of(op.operands[0]) is not BF16

    @classmethod
    def constants(cls, op: Conv) -> Sequence[Value]:
        """Weights, unless they are f32: these may be packed at run time."""
        return () if element_of(op.operands[1]) is F32 else op.operands[1:2]

    @classmethod
    def default(cls, op: Conv, machine: Machine) -> Self | None:
        """Half of the registers for sums."""
        columns = machine.registers // 2
        width = known_shape(op.results[0])[3]
        return cls(columns=min(COLUMNS if width == DYNAMIC else width, columns))

    @classmethod
    def legal(cls, op: Conv, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Of a row."""
        return {"columns": cls._columns(op, machine), "blocks": (1,)}

    @classmethod
    def space(cls, op: Conv, machine: Machine) -> Iterator[Self]:
        """All that is legal."""
        return (cls(columns=c) for c in cls._columns(op, machine))

    @staticmethod
    def _columns(op: Conv, machine: Machine) -> range:
        width = known_shape(op.results[0])[3]
        return up_to(machine.registers if width == DYNAMIC else min(width, machine.registers))
