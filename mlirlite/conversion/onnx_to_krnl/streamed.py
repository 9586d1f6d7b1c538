"""One row times a matrix that is read once, in the order of memory.

z[j] = sum over k of x[k] * y[k, j]
-->  for some rows k at a time: for all j: z[j] += x[k] * y[k, j]
"""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.gemm import Finish, Left, Start, row_blocks
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.transpose import Place

_STREAMS = 4
"""Rows of the matrix that are read side by side: sums are read and written once for all of them."""
_UNROLL = 2

_STRIPE = 64
"""Vectors of a part of the columns. Threads share parts; rows of one are long enough to stream."""


def row_times_matrix(
    v: Lanes,
    left: Left,
    matrix: tuple[Buffer, Place],
    sizes: tuple[Ix, Ix],
    start: Start,
    finish: Finish,
) -> None:
    """The product of row 0 of the left side and a matrix of `sizes`; `gemm.py` says what the
    functions are. Sums wait in a buffer, which the first cache should hold."""
    b = v.b
    (buffer, place), (depth, columns) = matrix, sizes
    for first, width in stripes(b, columns, _STRIPE * v.lanes):
        sums = b.alloc([width], v.element)
        for j, lanes in in_vectors(v, width):
            v.store(start(0, first + j, lanes), sums, [j], lanes)  # type: ignore[arg-type]
        for count, k in row_blocks(b, depth, _STREAMS):
            factors = [v.splat(left(0, k + n)) for n in range(count)]
            for j, lanes in in_vectors(v, width):
                total = v.load(sums, [j], lanes)  # type: ignore[arg-type]
                for n, factor in enumerate(factors):
                    found = v.load(buffer, place(k + n, first + j), lanes)  # type: ignore[arg-type]
                    total = v.multiply_add(factor, found, total)
                v.store(total, sums, [j], lanes)  # type: ignore[arg-type]
        for j, lanes in in_vectors(v, width):
            finish(v.read(sums, [j], lanes), 0, first + j, lanes)


def stripes(b: KrnlBuilder, size: Ix, wide: int) -> Iterator[tuple[Ix, Ix]]:
    """Loops over parts of so many columns, and what is left: the first column and how many; what
    is emitted between two of them is the body."""
    full = size // wide
    if not isinstance(full, int) or full:
        with b.loops(full) as (i,):
            yield i * wide, wide
    rest = size - full * wide
    if isinstance(rest, int):
        if rest:
            yield full * wide, rest
        return
    with b.loops(b.index_min(rest, 1)) as _:
        yield full * wide, rest


def in_vectors(v: Lanes, size: Ix) -> Iterator[tuple[Ix, Ix]]:
    """The vectors of a row: first element and lanes."""
    for block in v.row(size, _UNROLL):
        yield from block
