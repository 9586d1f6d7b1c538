"""Transposed matrices, by squares as wide as a vector that are turned in registers."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.lanes import Lanes, transposed

Place = Callable[[Ix, Ix], list[Ix]]
"""The indices of a matrix's element."""


def transpose_rows(
    v: Lanes,
    source: tuple[Buffer, Place],
    rows: tuple[Ix, Ix],
    columns: Ix,
    target: tuple[Buffer, Place],
    room: bool = False,
) -> None:
    """`target[j, i] = source[first + i, j]` for i of `rows`, which is the first one and how many
    are taken, and all columns j. With `room`, rows of the target end in whole vectors, and what is
    beyond is written too, with any number."""
    b, lanes = v.b, v.lanes
    first, count = rows
    (x, place), (out, target_place) = source, target

    def square(j: Ix, width: Ix, i: Ix, height: Ix) -> None:
        # Rows that are not there are the last one again; what they give is not stored.
        found = []
        for r in range(lanes):
            inside = min(r, height - 1) if isinstance(height, int) else b.index_min(r, height - 1)
            found.append(v.load(x, place(first + i + inside, j), width))  # type: ignore[arg-type]
        turned = transposed(b, found)
        used = lanes if room else height
        for c in range(lanes if not isinstance(width, int) else width):
            if isinstance(width, int):
                v.store(turned[c], out, target_place(j + c, i), used)  # type: ignore[arg-type]
                continue
            with b.if_(b.test("slt", c, width)):
                v.store(turned[c], out, target_place(j + c, i), used)  # type: ignore[arg-type]

    for block in v.row(columns):
        for j, width in block:
            for stripe in v.row(count):
                for i, height in stripe:
                    square(j, width, i, height)
