"""Products whose rows or columns are known only at run time: a panel pays for many rows, and if its
columns are in use. Otherwise the right side is read where it is, and nothing is copied."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.support.tuning import Fixed

FEW: Fixed[int] = 4
"""Rows that are each multiplied alone if there are fewer."""

Emit = Callable[[], None]


def product_by_size(
    b: KrnlBuilder, sizes: tuple[Ix, Ix], wide: int, column: Emit, few: Emit, many: Emit
) -> None:
    """Code for products of `sizes`, rows and columns: `column` is for a single column, `few` for
    few rows, or columns that fill less than half of a panel, which is `wide`. For known sizes, the
    schedule has decided already: `many`."""
    rows, columns = sizes
    if isinstance(columns, int):
        _by_room(b, rows - FEW if not isinstance(rows, int) else 0, few, many)
        return
    with b.if_(b.test("eq", columns, 1)):
        column()
    with b.if_(b.test("ne", columns, 1)):
        room = 2 * columns - wide
        if not isinstance(rows, int):
            room = b.index_min(rows - FEW, room)
        _by_room(b, room, few, many)


def _by_room(b: KrnlBuilder, room: Ix, few: Emit, many: Emit) -> None:
    if isinstance(room, int):
        many()
        return
    with b.if_(b.test("slt", room, 0)):
        few()
    with b.if_(b.test("sge", room, 0)):
        many()
