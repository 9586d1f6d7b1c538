"""Matrix products in register tiles: vectors run along the columns of the result.

A constant right side is packed into panels as wide as a tile; any other is read where it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.packing import constant_array, is_constant, packed, row_panels
from mlirlite.conversion.onnx_to_krnl.tile import (
    Vectors,
    blocks,
    choose,
    row_parts,
    sums,
    vector_parts,
)
from mlirlite.dialects import arith
from mlirlite.ir.types import DYNAMIC, F32, F64, MemRefType
from mlirlite.ir.values import Value

_MANY = 1 << 10
"""Rows to choose a tile for when their number is not known."""


def matmul_in_tiles(b: KrnlBuilder, x: Buffer, y: Buffer, type: MemRefType) -> Buffer | None:
    """The product with a constant matrix, or of two stacks of matrices of the same shape; None
    where plain loops are to be taken."""
    if not _fits(b, x, y) or x.rank < 2 or y.rank < 2:
        return None
    columns = y.shape[-1]
    if y.rank == 2 and is_constant(y):
        rows = product(x.shape[:-1])
        out = b.alloc_type(type, [*x.shape[:-1], columns])
        left = _as_matrix(b, x, rows, x.shape[-1])
        _product(b, left, _packed(y), _zeros, _as_matrix(b, out, rows, columns))
        return out
    if x.type.shape[:-2] != y.type.shape[:-2] or not x.type.has_static_shape:
        return None
    if not y.type.has_static_shape:
        return None
    batch = product(x.shape[:-2])
    out = b.alloc_type(type, [*x.shape[:-1], columns])
    shown = [_as_stack(b, m, batch) for m in (x, y, out)]
    with b.loops(batch) as (n,):
        source = _Direct(shown[1], [n])
        _product(b, shown[0], source, _zeros, shown[2], [n])
    return out


def gemm_in_tiles(
    b: KrnlBuilder, x: Buffer, y: Buffer, c: Buffer | None, out_sizes: Sequence[Ix]
) -> Buffer | None:
    """alpha * A B' + beta * C with a constant B; None where plain loops are to be taken."""
    if not _fits(b, x, y) or not is_constant(y) or b.attr("transA", 0):
        return None
    alpha, beta = b.attr("alpha", 1.0), b.attr("beta", 1.0)
    if c is not None and not (c.type.has_static_shape and c.element is x.element):
        return None
    out = b.output(list(out_sizes))

    def start(v: Vectors, i: Ix, j: Ix, lanes: int) -> Value:
        if c is None or beta == 0:
            return v.splat_of(0)
        place = (i, j)[2 - c.rank :]
        at: list[Ix] = [0 if n == 1 else p for n, p in zip(c.shape, place, strict=True)]
        wide = c.rank > 0 and c.shape[-1] != 1
        value = v.load(c, at, lanes) if wide else v.splat(c.load(at))
        return value if beta == 1 else b.emit(arith.MulFOp, (value, v.splat_of(beta)))

    source = _packed(y, bool(b.attr("transB", 0)), alpha)
    _product(b, x, source, start, out)
    return out


def _fits(b: KrnlBuilder, x: Buffer, y: Buffer) -> bool:
    known = [*y.type.shape, x.type.shape[-1]] if x.rank and y.rank else [0]
    return (
        b.machine is not None
        and x.element in (F32, F64)
        and y.element is x.element
        and all(n != DYNAMIC and n > 0 for n in known)
        and 0 not in x.type.shape
    )


def _as_matrix(b: KrnlBuilder, x: Buffer, rows: Ix, columns: Ix) -> Buffer:
    return b.view(x, b.memref([rows, columns], x.element), [rows, columns])


def _as_stack(b: KrnlBuilder, x: Buffer, batch: Ix) -> Buffer:
    sizes = [batch, *x.shape[-2:]]
    return b.view(x, b.memref(sizes, x.element), sizes)


def _zeros(v: Vectors, i: Ix, j: Ix, lanes: int) -> Value:
    return v.splat_of(0)


class _Direct:
    """The right side as it is."""

    def __init__(self, buffer: Buffer, heads: list[Ix]) -> None:
        self.buffer, self.heads = buffer, heads
        depth, columns = buffer.shape[-2:]
        self.depth: Any = depth
        self.columns: Any = columns

    def prepare(self, b: KrnlBuilder, width: int) -> None:
        """Nothing to do."""

    def load(self, v: Vectors, k: Ix, panel: Ix, column: Ix, j: int, lanes: int) -> Value:
        """A vector of a row."""
        return v.load(self.buffer, [*self.heads, k, column + j * v.lanes], lanes)


class _Packed:
    """The right side in panels."""

    def __init__(self, like: Buffer, array: Any) -> None:
        self.like, self.array = like, array
        self.depth: Any = array.shape[0]
        self.columns: Any = array.shape[1]

    def prepare(self, b: KrnlBuilder, width: int) -> None:
        """Make panels of a width."""
        self.panels = packed(b, self.like, row_panels(self.array.T[None], width)[0])

    def load(self, v: Vectors, k: Ix, panel: Ix, column: Ix, j: int, lanes: int) -> Value:
        """A vector of a row; panels are whole."""
        return v.load(self.panels, [panel, k, j * v.lanes], v.lanes)


def _packed(y: Buffer, transposed: bool = False, factor: float = 1.0) -> _Packed:
    array = constant_array(y)
    if array is None:
        raise ValueError("the matrix is not constant")
    if transposed:
        array = array.T
    return _Packed(y, array if factor == 1 else array * array.dtype.type(factor))


def _rows(b: KrnlBuilder, rows: Ix, size: int) -> Iterator[tuple[int, Ix]]:
    """Loops over blocks of rows, then over what is left: the size of a block and its first row.
    What is emitted between two of them is the body."""
    if isinstance(rows, int):
        for part in row_parts(rows, size):
            with blocks(b, part) as (_, row):
                yield part.size, row
        return
    with b.loops(rows // size) as (block,):
        yield size, block * size
    if size > 1:
        with b.loops((rows // size * size, rows)) as (row,):
            yield 1, row


def _product(
    b: KrnlBuilder,
    x: Buffer,
    right: _Direct | _Packed,
    start: Callable[[Vectors, Ix, Ix, int], Value],
    out: Buffer,
    heads: Sequence[Ix] = (),
) -> None:
    if b.machine is None:
        raise ValueError("a tiled product needs a machine")
    element: Any = x.element
    rows, columns = x.shape[-2], right.columns
    lanes = b.machine.lanes(element.width)
    v = Vectors(b, element, lanes)
    tile = choose(b.machine, rows if isinstance(rows, int) else _MANY, columns, lanes)
    right.prepare(b, tile.vectors * lanes)
    for part in vector_parts(columns, lanes, tile.vectors):
        with blocks(b, part) as (panel, first):
            used = [part.lanes if j == part.size - 1 else lanes for j in range(part.size)]
            for size, row in _rows(b, rows, tile.rows):
                column = first * lanes
                begin = [
                    [start(v, row + i, column + j * lanes, used[j]) for j in range(part.size)]
                    for i in range(size)
                ]

                def left(at: list[Ix], i: int, row: Ix = row) -> Value:
                    return x.load([*heads, row + i, at[0]])

                def load(
                    at: list[Ix], j: int, place: tuple[Ix, Ix] = (panel, column), used: Any = used
                ) -> Value:
                    return right.load(v, at[0], *place, j, used[j])

                found = sums(v, [right.depth], begin, left, load)
                for i, line in enumerate(found):
                    for j, value in enumerate(line):
                        v.store(value, out, [*heads, row + i, column + j * lanes], used[j])
