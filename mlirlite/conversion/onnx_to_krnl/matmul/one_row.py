"""One row times a matrix that is read once, in the order of memory.

z[j] = sum over k of x[k] * y[k, j]
-->  for some rows k at a time: for all j: z[j] += x[k] * y[k, j]
z[j] = sum over k of x[k] * y[j, k]
-->  for as many rows j as a vector has lanes: for vectors of k: sums[j] += x[k] * y[j, k]

A matrix times one column is read in the order of memory, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import Finish, Left, Start, row_blocks
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, stripes, transposed
from mlirlite.conversion.onnx_to_krnl.registers.squares import Place


def row_times_matrix(
    v: Lanes,
    left: Left,
    matrix: tuple[Buffer, Place],
    sizes: tuple[Ix, Ix],
    start: Start,
    finish: Finish,
) -> None:
    """The product of row 0 of the left side and a matrix of `sizes`; `blocks.py` describes the
    functions. Sums are kept in a buffer, which the L1 cache should hold; they are read and written
    once per some rows of the matrix."""
    b = v.b
    (buffer, place), (depth, columns) = matrix, sizes
    for first, width in stripes(b, columns, b.tuning.stripe_vectors * v.lanes):
        sums = b.alloc([width], v.element)
        for j, lanes in in_vectors(v, width):
            v.store(start(0, first + j, lanes), sums, [j], lanes)
        for count, k in row_blocks(b, depth, b.tuning.streams):
            factors = [v.splat(left(0, k + n)) for n in range(count)]
            for j, lanes in in_vectors(v, width):
                total = v.load(sums, [j], lanes)
                for n, factor in enumerate(factors):
                    found = v.load(buffer, place(k + n, first + j), lanes)
                    total = v.multiply_add(factor, found, total)
                v.store(total, sums, [j], lanes)
        for j, lanes in in_vectors(v, width):
            finish(v.read(sums, [j], lanes), 0, first + j, lanes)


def row_times_rows(
    v: Lanes,
    row: tuple[Buffer, Place],
    matrix: tuple[Buffer, Place],
    sizes: tuple[Ix, Ix],
    finish: Finish,
) -> None:
    """The product of row 0 of a matrix and one that is stored by columns, `place(column, k)`; the
    rest is as for `row_times_matrix`. Sums of a row stay in a vector; those of as many rows as it
    has lanes form a square that is transposed to join them."""
    b, (x, x_place), (y, y_place), (depth, columns) = v.b, row, matrix, sizes

    def block(j: Ix, used: Ix) -> None:
        last = used - 1
        inside = [
            min(n, last) if isinstance(last, int) else b.index_min(n, last) for n in range(v.lanes)
        ]

        def step(k: Ix, lanes: Ix, found: list[Scalar]) -> list[Scalar]:
            factor = v.load(x, x_place(0, k), lanes)
            rows = [v.load(y, y_place(j + i, k), lanes) for i in inside]
            return [
                Scalar(b, v.multiply_add(factor, r, s.value), s.type)
                for r, s in zip(rows, found, strict=True)
            ]

        def join(a: list[Scalar], c: list[Scalar]) -> list[Scalar]:
            return [p + q for p, q in zip(a, c, strict=True)]

        zeros = [v.of(0)] * v.lanes
        square = [s.value for s in v.fold(depth, zeros, step, join, unroll=1)]
        parts = [Scalar(b, c, v.element) for c in transposed(b, square)]
        while len(parts) > 1:
            parts = join(parts[::2], parts[1::2])
        finish(parts[0], 0, j, used)

    for vectors in v.row(columns):
        for j, used in vectors:
            block(j, used)


def rows_times_column(
    v: Lanes,
    rows: tuple[Buffer, Place],
    column: tuple[Buffer, Place],
    sizes: tuple[Ix, Ix],
    finish: Finish,
) -> None:
    """The product of a matrix and one column, `place(0, k)`; `sizes` are rows and depth. Each row
    has several sums, since a single one would wait for itself, and lose what is small beside it."""
    b, (x, x_place), (y, y_place), (count, depth) = v.b, rows, column, sizes

    def join(a: list[Scalar], c: list[Scalar]) -> list[Scalar]:
        return [p + q for p, q in zip(a, c, strict=True)]

    with b.loops(count) as (i,):

        def step(k: Ix, lanes: Ix, found: list[Scalar]) -> list[Scalar]:
            factor, other = v.load(x, x_place(i, k), lanes), v.load(y, y_place(0, k), lanes)
            return [Scalar(b, v.multiply_add(factor, other, s.value), s.type) for s in found]

        [total] = v.fold(depth, [v.of(0)], step, join)
        finish(v.reduce(total, "add").spread(v.type), i, 0, 1)


def in_vectors(v: Lanes, size: Ix) -> Iterator[tuple[Ix, Ix]]:
    """The vectors of a row: first element and lanes."""
    for block in v.row(size, v.b.tuning.chains // 2):
        yield from block
