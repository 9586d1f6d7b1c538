"""Convolutions of planes, as products of register tiles over a staged image."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.nn.conv import Conv
from mlirlite.dialects.onnx.schedules.conv_tiles import FULL
from mlirlite.dialects.onnx.schedules.schedule import Allowed, Entries, Schedule, entry, up_to
from mlirlite.dialects.onnx.schedules.staged_image import StagedImage, axes_of
from mlirlite.dialects.onnx.shapes import element_of, known_shape, shape_of
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import F32, F64
from mlirlite.ir.values import Value
from mlirlite.support.machine import Machine


@dataclass(frozen=True)
class PlanesConv(Schedule[Conv]):
    """Rows are output channels, columns are pixels in row-major order."""

    sums: ClassVar = (("channels", "vectors"),)
    channels: int = entry("output channels whose sums stay in registers")
    vectors: int = entry("vectors of pixels whose sums stay in registers")
    rows: int = entry("rows of the output that are done before they are put where they belong")

    @classmethod
    def fits(cls, op: Conv) -> bool:
        """For planes of f32 or f64 that can be staged."""
        return isinstance(op, onnx.ConvOp) and _image(op) is not None

    @classmethod
    def constants(cls, op: Conv) -> Sequence[Value]:
        """Weights, unless each group has one output: these need not be packed."""
        return () if known_shape(op.operands[1])[0] == op.group else op.operands[1:2]

    @classmethod
    def default(cls, op: Conv, machine: Machine) -> Self | None:
        """The tile with the fewest cycles, and as many rows as the L2 cache has room for."""
        outputs = known_shape(op.operands[1])[0]
        return cls.of_image(_staged(op), machine, outputs, op.group, _bits(op))

    @classmethod
    def of_image(
        cls, image: StagedImage, machine: Machine, outputs: int, groups: int, bits: int
    ) -> Self:
        """The default for an image and a number of output channels, with elements of `bits`
        bits."""
        tile, rows = image.best_tile(machine, outputs, groups, bits)
        return cls(channels=tile.rows, vectors=tile.vectors, rows=rows)

    @classmethod
    def legal(cls, op: Conv, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Up to the op's sizes, and the capacity of the registers."""
        image, lanes = _staged(op), machine.lanes(_bits(op))
        return {
            "channels": up_to(min(machine.registers, _outputs_of_group(op))),
            "vectors": up_to(min(machine.registers, -(-image.columns // lanes))),
            "rows": tuple(image.heights()),
        }

    @classmethod
    def space(cls, op: Conv, machine: Machine) -> Iterator[Self]:
        """Tiles that fill the registers, by rows that are done at a time."""
        image, outputs = _staged(op), _outputs_of_group(op)
        lanes = machine.lanes(_bits(op))
        for rows in image.heights():
            for vectors in up_to(min(machine.registers, -(-image.columns_of(rows) // lanes))):
                for channels in up_to(min(machine.registers, outputs)):
                    full = channels * vectors >= FULL * machine.registers or channels == outputs
                    if machine.holds(channels, vectors) and full:
                        yield cls(channels=channels, vectors=vectors, rows=rows)


def _image(op: Conv) -> StagedImage | None:
    """The planes, staged; None where plain loops compute the convolution."""
    x, w, y = (shape_of(v) for v in (op.operands[0], op.operands[1], op.results[0]))
    window = op.window()
    if x is None or w is None or y is None or window is None:
        return None
    if block_of(op.results[0]) is not None or element_of(op.operands[0]) not in (F32, F64):
        return None
    if min((*x[1:], *w)) < 1:
        return None
    numbers = (window.strides, window.dilations, window.begins)
    axes = axes_of(list(zip(x[2:], y[2:], w[2:], *numbers, strict=True)))
    return StagedImage(*axes) if axes is not None else None


def _staged(op: Conv) -> StagedImage:
    image = _image(op)
    if image is None:
        raise ValueError("the image is not staged")
    return image


def _outputs_of_group(op: Conv) -> int:
    return known_shape(op.operands[1])[0] // op.group


def _bits(op: Conv) -> int:
    return bit_width(op.operands[0].type)
