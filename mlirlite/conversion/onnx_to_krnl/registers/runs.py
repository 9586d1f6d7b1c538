"""Runs: neighboring elements that stay neighbors, copied by vectors.

out[i, first + j] = x[k, begin + j] for j in size
-->  for each few vectors of the run: prefetch the lines that are written later; load; store

Writes take longest: a missing line is read before it is written, and a processor does not look as
far ahead for those as for lines that are read.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.registers.caches import is_beyond_caches
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, interleaved
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import FloatType, IntegerType

Place = tuple[Buffer, Sequence[Ix]]
"""A buffer, and the indices of an element of it."""


def copy_run(b: KrnlBuilder, source: Place, targets: Sequence[Place], size: Ix) -> None:
    """Copy `size` elements from one place to others, in buffers whose last dimension has room for
    them."""
    x = source[0]

    def one(n: Ix) -> None:
        found = x.load(_on(source, n))
        for target in targets:
            target[0].store(found, _on(target, n))

    if not has_runs(b, x.element, size):
        with b.loops(size) as (n,):
            one(n)
        return
    v = Lanes(b, x.element)
    asked = [t for t in targets if is_beyond_caches(b, t[0])]
    ahead = ahead_of(b, x.element)

    def vectors(first: Ix, count: int) -> None:
        places = [first + j * v.lanes for j in range(count)]
        for target in asked:
            for n in places:
                v.prefetch(target[0], _on(target, n + ahead), write=True)
        found = [v.load(x, _on(source, n), v.lanes) for n in places]
        for target in targets:
            for n, value in zip(places, found, strict=True):
                v.store(value, target[0], _on(target, n), v.lanes)

    unroll = b.tuning.chains
    wide = v.lanes * unroll
    full = size // wide
    if not isinstance(full, int) or full:
        with b.loops(full) as (i,):
            vectors(i * wide, unroll)
    if isinstance(size, int):
        for n in range(size // wide * wide, size, v.lanes):
            vectors(min(n, size - v.lanes), 1)  # the last vector may overlap the one before it
        return
    with b.loops((full * unroll, size // v.lanes)) as (i,):
        vectors(i * v.lanes, 1)
    with b.loops((size // v.lanes * v.lanes, size)) as (n,):
        one(n)


def copy_box(b: KrnlBuilder, source: Place, target: Place, sizes: Sequence[Ix]) -> None:
    """Copy a box of elements from one place to another one."""
    (x, begin), (out, start) = source, target
    axis = len(sizes) - 1
    while axis > 0 and _is_whole(x, begin, axis, sizes) and _is_whole(out, start, axis, sizes):
        axis -= 1
    inner = product(sizes[axis + 1 :])
    if not sizes or not has_runs(b, x.element, sizes[axis] * inner):
        with b.loops(*sizes) as i:
            found = x.load([n + m for n, m in zip(begin, i, strict=True)])
            out.store(found, [n + m for n, m in zip(start, i, strict=True)])
        return
    rows, out_rows = merged(b, x, axis), merged(b, out, axis)
    with b.loops(*sizes[:axis]) as i:
        places = [
            [*[n + m for n, m in zip(at, i, strict=False)], at[axis] * inner]
            for at in (begin, start)
        ]
        copy_run(b, (rows, places[0]), [(out_rows, places[1])], sizes[axis] * inner)


def is_interleaved(b: KrnlBuilder, element: Type, rows: int, size: Ix) -> bool:
    """True if `interleave` takes this many rows of this size."""
    if not has_runs(b, element, size) or b.machine is None:
        return False
    return rows > 1 and rows & (rows - 1) == 0 and rows <= b.machine.lanes(bit_width(element))


def interleave(b: KrnlBuilder, rows: Sequence[Place], target: Place, size: Ix) -> None:
    """Store `size` elements of each row in turn: the first element of each row, then the second of
    each row."""
    v, count = Lanes(b, rows[0][0].element), len(rows)
    out = target[0]
    with b.loops(size // v.lanes) as (i,):
        first = i * v.lanes
        found = interleaved(b, [v.load(row[0], _on(row, first), v.lanes) for row in rows])
        for j, value in enumerate(found):
            v.store(value, out, _on(target, first * count + j * v.lanes), v.lanes)
    with b.loops((size // v.lanes * v.lanes, size)) as (n,):
        for j, row in enumerate(rows):
            out.store(row[0].load(_on(row, n)), _on(target, n * count + j))


def has_runs(b: KrnlBuilder, element: Type, size: Ix) -> bool:
    """True if runs of elements of a type are copied by vectors."""
    if b.machine is None or not isinstance(element, (FloatType, IntegerType)):
        return False
    if element.width not in ((16, 32, 64) if isinstance(element, FloatType) else (8, 16, 32, 64)):
        return False
    return not isinstance(size, int) or size >= b.machine.lanes(element.width)


def merged(b: KrnlBuilder, x: Buffer, axis: int) -> Buffer:
    """A buffer whose last dimension merges a dimension and all later ones."""
    sizes = [*x.shape[:axis], product(x.shape[axis:])]
    return b.view(x, b.memref(sizes, x.element), sizes)


def ahead_of(b: KrnlBuilder, element: Type) -> int:
    """Elements from what is written to what is prefetched."""
    return b.tuning.prefetch_bytes * 8 // bit_width(element)


def _on(place: Place, distance: Ix) -> list[Ix]:
    *row, first = place[1]
    return [*row, first + distance]


def _is_whole(x: Buffer, begin: Sequence[Ix], dim: int, sizes: Sequence[Ix]) -> bool:
    """True when a box covers all of a dimension."""
    mine, size = x.shape[dim], sizes[dim]
    same = mine is size or (isinstance(mine, int) and isinstance(size, int) and mine == size)
    return same and isinstance(begin[dim], int) and begin[dim] == 0
