"""Transposed matrices, by squares as wide as a vector that are transposed in registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import memory_bits
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.caches import goes_past_caches, is_beyond_caches
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, transposed
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import I1, FloatType, IntegerType
from mlirlite.support.tuning import Fixed

_NARROW: Fixed[int] = 128
"""Bits of a vector of narrow elements: every processor interleaves such ones by one instruction."""
_WIDE: Fixed[int] = 32
_BYTE: Fixed[int] = 8

Place = Callable[[Ix, Ix], list[Ix]]
"""The indices of a matrix's element."""


def transpose_rows(
    v: Lanes,
    source: tuple[Buffer, Place],
    rows: tuple[Ix, Ix],
    columns: Ix,
    target: tuple[Buffer, Place],
    room: bool = False,
    whole: bool = False,
) -> None:
    """`target[j, i] = source[first + i, j]` for i of `rows`, given by the first one and their
    number, and all columns j. With `room`, rows of the target end in whole vectors, and the rest of
    them is written too, with any number.

    Rows of the target that are far apart share few sets of a cache. So, if the L2 cache does not
    hold them and their distance is known, neighboring lines are written one after the other before
    the next rows: the addresses of adjacent squares take long to compute. Else whole rows are
    processed. `whole` says that rows of the target are contiguous and written completely: large
    ones are stored non-temporally, if that is not too much code."""
    b, lanes = v.b, v.lanes
    first, count = rows
    (x, place), (out, target_place) = source, target
    known = isinstance(count, int)
    past = None
    if whole and isinstance(columns, int) and not (known and count % lanes):
        past = goes_past_caches(b, out, lanes)
    if past is not None and not known:
        past = past & b.test("eq", count % lanes, 0)

    def square(j: Ix, width: Ix, i: Ix, height: Ix, down: bool, past: bool) -> None:
        asked = width if isinstance(width, int) and not past else 0
        for c in range(asked):
            ahead = (lanes, 0) if down else (0, b.tuning.prefetch_steps * lanes)
            v.prefetch(out, target_place(j + c + ahead[0], i + ahead[1]), write=True)
        # Missing rows repeat the last one; their results are not stored.
        found = []
        for r in range(lanes):
            inside = min(r, height - 1) if isinstance(height, int) else b.index_min(r, height - 1)
            found.append(v.load(x, place(first + i + inside, j), width))
        turned = transposed(b, found)
        used = lanes if room else height
        for c in range(lanes if not isinstance(width, int) else width):
            if past and isinstance(width, int):
                v.write_past_caches(Scalar(b, turned[c], v.element), out, target_place(j + c, i))
                continue
            if isinstance(width, int):
                v.store(turned[c], out, target_place(j + c, i), used)
                continue
            with b.if_(b.test("slt", c, width)):
                v.store(turned[c], out, target_place(j + c, i), used)

    def squares(down: bool, past: bool = False, when: Scalar | None = None) -> None:
        if down:
            for stripe in v.row(count, b.tuning.adjacent_lines):
                with _if(b, when):
                    for block in v.row(columns):
                        for j, width in block:
                            for i, height in stripe:
                                square(j, width, i, height, down, past)
            return
        for block in v.row(columns, b.tuning.adjacent_lines):
            with _if(b, when):
                for stripe in v.row(count):
                    for i, height in stripe:
                        for j, width in block:
                            square(j, width, i, height, down, past)

    down = known and is_beyond_caches(b, out)
    if past is None:
        squares(down)
    else:  # conditions are inside the loops that threads share
        squares(down=True, past=True, when=past)
        squares(down, when=~past)


def _if(b: KrnlBuilder, when: Scalar | None) -> AbstractContextManager[None]:
    return nullcontext() if when is None else b.if_(when)


def transpose_in_squares(b: KrnlBuilder, x: Buffer, order: Sequence[int], out: Buffer) -> bool:
    """Fill a transposed buffer; False if plain loops have to be used: for other elements, if rows
    stay rows, and for matrices smaller than a square."""
    if b.machine is None or not _has_squares(x) or 0 in x.type.shape:
        return False
    groups = _together(x, order)
    moved = [g for g in groups if any(x.type.shape[d] != 1 for d in g)]
    if not moved or moved[-1] == max(moved):
        return False
    v = Lanes(b, x.element, _lanes_of_square(x.element))
    stored = sorted(moved)
    sizes = {g[0]: product([x.shape[d] for d in g]) for g in moved}
    rows, columns = moved[-1][0], stored[-1][0]
    if any(isinstance(n, int) and 2 * n < v.lanes for n in (sizes[rows], sizes[columns])):
        return False
    source = _as_groups(b, x, [sizes[g[0]] for g in stored])
    target = _as_groups(b, out, [sizes[g[0]] for g in moved])
    others = [g[0] for g in moved if g[0] not in (rows, columns)]
    with b.loops(*[sizes[d] for d in others]) as at:
        where = dict(zip(others, at, strict=True))

        def place(groups: list[tuple[int, ...]], i: Ix, j: Ix) -> list[Ix]:
            here = {**where, rows: i, columns: j}
            return [here[g[0]] for g in groups]

        from_ = source, lambda i, j: place(stored, i, j)
        to = target, lambda j, i: place(moved, i, j)
        masked = x.element is not I1 and x.type.has_static_shape
        if memory_bits(x.element) == _BYTE and not masked:
            _transpose_overlapping(v, from_, (sizes[rows], sizes[columns]), to)
        else:
            transpose_rows(v, from_, (0, sizes[rows]), sizes[columns], to, whole=True)
    return True


def _transpose_overlapping(
    v: Lanes, source: tuple[Buffer, Place], sizes: tuple[Ix, Ix], target: tuple[Buffer, Place]
) -> None:
    """As `transpose_rows`, for booleans, whose vectors have no masks, and for bytes of sizes that
    the run tells, where masks would be too much code: the last squares overlap those before them.
    Smaller matrices are moved one by one."""
    b, lanes, (rows, columns) = v.b, v.lanes, sizes
    (x, place), (out, target_place) = source, target
    large = b.test("sge", rows, lanes) & b.test("sge", columns, lanes)
    with b.if_(large), b.loops(ceildiv(columns, lanes), ceildiv(rows, lanes)) as (block, stripe):
        i = b.index_min(stripe * lanes, rows - lanes)
        j = b.index_min(block * lanes, columns - lanes)
        found = [v.load(x, place(i + r, j), lanes) for r in range(lanes)]
        for c, value in enumerate(transposed(b, found)):
            v.store(value, out, target_place(j + c, i), lanes)
    with b.if_(~large), b.loops(columns, rows) as (j, i):
        out.store(x.load(place(i, j)), target_place(j, i))


def _has_squares(x: Buffer) -> bool:
    """Whether elements have squares."""
    type = x.element
    if not isinstance(type, (IntegerType, FloatType)):
        return False
    return type is I1 or type.width in (_BYTE, 16, 32, 64)


def _lanes_of_square(type: Type) -> int:
    """The lanes of vectors whose squares fit into the registers; 0 for those of the machine."""
    width = memory_bits(type)
    return _NARROW // width if width < _WIDE else 0


def _together(x: Buffer, order: Sequence[int]) -> list[tuple[int, ...]]:
    """The dimensions in their new order, with those that stay neighbors merged."""
    groups: list[tuple[int, ...]] = []
    for d in order:
        if groups and groups[-1][-1] == d - 1:
            groups[-1] += (d,)
        else:
            groups.append((d,))
    return groups


def _as_groups(b: KrnlBuilder, x: Buffer, sizes: list[Ix]) -> Buffer:
    return b.view(x, b.memref(sizes, x.element), sizes)
