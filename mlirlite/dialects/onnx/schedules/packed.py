"""Products with weights of few bits, which stay packed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import ClassVar, Self

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.packed_weights import Blocks
from mlirlite.dialects.onnx.schedules.conv_tiles import FULL
from mlirlite.dialects.onnx.schedules.products import Tiled
from mlirlite.dialects.onnx.schedules.schedule import Allowed, Entries, entry, up_to
from mlirlite.dialects.onnx.schedules.tiles import Shape, choose
from mlirlite.dialects.onnx.shapes import known_shape, shape_of
from mlirlite.ir.types import DYNAMIC, F32
from mlirlite.ir.values import Value
from mlirlite.support.machine import Machine

_MOST_ROWS = 1 << 20
"""More than any number at run time."""
_MANY = 32
"""From this many rows on, unpacking to a panel is faster than unpacking for each tile of rows."""
_VECTORS = 4
"""Vectors of columns that hide the latency of a multiply-add for one row."""
_INT8 = 4
"""The accuracy level that allows left factors of 8 bits."""


@dataclass(frozen=True)
class PackedProduct(Tiled[OnnxOp]):
    """MatMulNBits: few rows are multiplied with what is unpacked in registers, many with panels."""

    sums: ClassVar[tuple[tuple[str, str], ...]] = (
        ("rows", "vectors"),
        ("panel_rows", "panel_vectors"),
    )
    panel_rows: int = entry("`rows` of the product with unpacked panels")
    panel_vectors: int = entry("`vectors` of the product with unpacked panels")
    many: int = entry("rows from which on panels are unpacked", _MANY)
    left: str = entry(
        '"f32": the left side as it is; "i8": its blocks are rounded to 8 bits, if the accuracy '
        "level allows",
        "f32",
    )

    @property
    def panel_tile(self) -> Shape:
        """The tile of the product with unpacked panels."""
        return Shape(self.panel_rows, self.panel_vectors)

    @classmethod
    def fits(cls, op: OnnxOp) -> bool:
        """Always, if the number of dimensions is known and nothing is empty."""
        shape = shape_of(op.operands[0])
        return shape is not None and 0 not in shape

    @classmethod
    def constants(cls, op: OnnxOp) -> Sequence[Value]:
        """Weights, scales and zero points."""
        return op.operands[1:4]

    @classmethod
    def default(cls, op: OnnxOp, machine: Machine) -> Self | None:
        """As many vectors of columns as hide the latency for one row."""
        lanes, rows, columns = machine.lanes(F32.width), _rows(op), Blocks.of(op).columns
        vectors = min(_VECTORS if rows in (1, None) else _VECTORS // 2, -(-columns // lanes))
        few = max(1, machine.registers // 2 // vectors)
        bytes_ = takes_bytes(op, machine)
        tile = _tile_of_bytes(vectors) if bytes_ else choose(machine, None, columns, lanes)
        return cls(
            rows=few if rows is None else min(rows, few),
            vectors=vectors,
            panel_rows=tile.rows,
            panel_vectors=tile.vectors,
            left="i8" if bytes_ else "f32",
        )

    @classmethod
    def legal(cls, op: OnnxOp, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Up to the op's sizes, and the capacity of the registers."""
        rows = _rows(op) or _MOST_ROWS
        most = machine.registers
        vectors = min(most, -(-Blocks.of(op).columns // machine.lanes(F32.width)))
        tile = {"rows": up_to(min(most, rows)), "vectors": up_to(vectors)}
        panel: dict[str, Allowed] = {f"panel_{name}": allowed for name, allowed in tile.items()}
        left = ("f32", "i8") if takes_bytes(op, machine) else ("f32",)
        if given.get("left") == "i8":  # a panel of bytes is read in equal parts
            whole = int(given.get("vectors", 1))
            panel["panel_vectors"] = tuple(n for n in up_to(whole) if whole % n == 0)
        return {**tile, **panel, "many": up_to(_MOST_ROWS), "left": left}

    @classmethod
    def space(cls, op: OnnxOp, machine: Machine) -> Iterator[Self]:
        """Tiles for few rows, or for panels."""
        usual = cls.default(op, machine)
        if usual is None:
            return
        rows = _rows(op) or _MOST_ROWS
        most = -(-Blocks.of(op).columns // machine.lanes(F32.width))
        for v in up_to(min(most, 8)):
            for r in up_to(min(rows, 8)):
                if machine.holds(r, v) and (usual.left == "f32" or v % usual.panel_vectors == 0):
                    yield replace(usual, rows=r, vectors=v)
        for v in up_to(min(most, 8)) if rows >= usual.many and usual.left == "f32" else ():
            for r in up_to(min(rows, 32)):
                if machine.holds(r, v) and r * v >= FULL * machine.registers:
                    yield replace(usual, panel_rows=r, panel_vectors=v)


def _tile_of_bytes(vectors: int) -> Shape:
    """Many rows whose factors are bytes: vectors divide those of a panel."""
    return Shape(4, 2 if vectors % 2 == 0 else 1)


def takes_bytes(op: OnnxOp, machine: Machine) -> bool:
    """Whether left factors of 8 bits are allowed, and pay."""
    if op.get("accuracy_level", 0) != _INT8 or Blocks.of(op).book:
        return False
    return machine.sums_bytes or (machine.sums_pairs and op.get("bits", 4) <= 4)


def _rows(op: OnnxOp) -> int | None:
    """Rows that are multiplied with one matrix; None if they are known only at run time."""
    if op.schema.name == "RoutedMatMulNBits":
        return 1 if known_shape(op.operands[5])[0] == 1 else None
    shape = known_shape(op.operands[0])[:-1]
    return None if DYNAMIC in shape else prod(shape)
