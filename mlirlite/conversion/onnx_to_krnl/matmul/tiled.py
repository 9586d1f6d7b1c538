"""Matrix products in register tiles: how each side is read, and what is done with the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FusedRows
from mlirlite.conversion.onnx_to_krnl.matmul.any_size import product_by_size
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import Finish, gemm, tile_of
from mlirlite.conversion.onnx_to_krnl.matmul.copied_panels import gemm_of_copies
from mlirlite.conversion.onnx_to_krnl.matmul.loops import product_of_stacks
from mlirlite.conversion.onnx_to_krnl.matmul.one_row import (
    row_times_matrix,
    row_times_rows,
    rows_times_column,
)
from mlirlite.conversion.onnx_to_krnl.matmul.panels import (
    Direct,
    Packed,
    Right,
    Transposed,
    matrix_of,
)
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.packing import (
    constant_array,
    exact_type,
    is_constant,
    stored_type,
)
from mlirlite.conversion.onnx_to_krnl.registers.squares import Place, transpose_rows
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape
from mlirlite.dialects.onnx.schedules.products import Product
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, F32, F64, MemRefType
from mlirlite.ir.values import Value


class _Matrix(NamedTuple):
    """A matrix of a stack: its last two dimensions, at these indices of the others."""

    stack: Buffer
    heads: Sequence[Ix] = ()

    @property
    def sizes(self) -> tuple[Ix, Ix]:
        return self.stack.shape[-2], self.stack.shape[-1]

    @property
    def source(self) -> tuple[Buffer, Place]:
        return self.stack, matrix_of(self.heads)


def is_tiled(b: KrnlBuilder, x: Buffer, y: Buffer) -> bool:
    """True when a product of two buffers is computed in tiles."""
    return _in_registers(b, x, y) and x.rank > 1 and y.rank > 1


def _in_registers(b: KrnlBuilder, x: Buffer, y: Buffer) -> bool:
    return (
        b.machine is not None
        and x.element in (F32, F64)
        and y.element is x.element
        and 0 not in (*x.type.shape, *y.type.shape)
    )


def matmul_by_vector(b: KrnlBuilder, x: Buffer, y: Buffer, type: MemRefType) -> Buffer | None:
    """numpy's matmul by a vector on the right, or of a vector by one column; None if plain loops
    have to be used."""
    column = x.rank == 1 and y.type.shape[1:] == (1,)
    if not ((y.rank == 1 or column) and _in_registers(b, x, y)):
        return None
    v = Lanes(b, x.element)
    rows, depth = product(x.shape[:-1]), x.shape[-1]
    out = b.alloc_type(type, [*x.shape[:-1], *y.shape[1:]])
    left, right = _flat(b, x, rows, depth), _flat(b, y, 1, depth)
    target = _flat(b, out, rows, 1)

    def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
        v.write(value, target.stack, [i, j], lanes)

    rows_times_column(v, left.source, right.source, (rows, depth), finish)
    return out


def matmul_in_tiles(b: KrnlBuilder, x: Buffer, y: Buffer, type: MemRefType) -> Buffer | None:
    """numpy's matmul of buffers with two dimensions or more; None if plain loops have to be
    used."""
    if not is_tiled(b, x, y):
        return None
    if y.rank == 2:  # the left side is one matrix
        rows, columns = product(x.shape[:-1]), y.shape[-1]
        out = b.alloc_type(type, [*x.shape[:-1], columns])
        schedule = b.schedule(Product)
        keeps = schedule is not None and schedule.right != "packed"
        array = constant_array(y) if is_constant(y) and not keeps else None
        right = None if array is None else Packed(y, array, _stored(b, schedule, array, y.element))
        left, target = _flat(b, x, rows, x.shape[-1]), _flat(b, out, rows, columns)
        _product(b, left, _Matrix(y), target, right)
        return out

    def multiply(left: list[Ix], right: list[Ix], out: Buffer, at: list[Ix]) -> None:
        _product(b, _Matrix(x, left), _Matrix(y, right), _Matrix(out, at))

    return product_of_stacks(b, x, y, type, multiply)


def gemm_in_tiles(
    b: KrnlBuilder, x: Buffer, y: Buffer, c: Buffer | None, out_sizes: Sequence[Ix]
) -> Buffer | None:
    """alpha * A' B' + beta * C; None if plain loops have to be used."""
    if not is_tiled(b, x, y):
        return None
    alpha, beta = b.attr("alpha", 1.0), b.attr("beta", 1.0)
    if c is not None and c.element is not x.element:
        return None
    out = b.output(list(out_sizes))
    if c is not None and beta != 0:
        c = _expanded(b, c, out_sizes)
    transposed = bool(b.attr("transB", 0))
    array = constant_array(y) if is_constant(y) else None
    right: Right | None = None
    if array is not None:
        array = array.T if transposed else array
        scaled = array if alpha == 1 else array * array.dtype.type(alpha)
        right = Packed(y, scaled, _stored(b, b.schedule(Product), scaled, y.element))
        alpha = 1.0
    elif transposed:
        right = Transposed(y, (y.shape[1], y.shape[0]), matrix_of([]))
    if b.attr("transA", 0):
        v = Lanes(b, x.element)
        flipped = b.alloc([x.shape[1], x.shape[0]], x.element)
        whole = matrix_of([])
        transpose_rows(v, (x, whole), (0, x.shape[0]), x.shape[1], (flipped, whole))
        x = flipped

    def finish(v: Lanes, value: Scalar, i: Ix, j: Ix, lanes: Ix) -> Scalar:
        if alpha != 1:
            value = value * alpha
        if c is None or beta == 0:
            return value
        place = (i, j)[2 - c.rank :]
        at: list[Ix] = [0 if n == 1 else p for n, p in zip(c.shape, place, strict=True)]
        wide = c.rank > 0 and c.shape[-1] != 1
        found = v.read(c, at, lanes) if wide else c[at].spread(v.type)
        return value + (found if beta == 1 else found * beta)

    _product(b, _Matrix(x), _Matrix(y), _Matrix(out), right, finish)
    return out


def _expanded(b: KrnlBuilder, c: Buffer, sizes: Sequence[Ix]) -> Buffer:
    """What is added to a result, with its sizes where the run tells which of them are broadcast."""
    if DYNAMIC not in c.type.shape:
        return c
    known = zip(c.type.shape, sizes[len(sizes) - c.rank :], strict=True)
    out = b.alloc([1 if n == 1 else size for n, size in known], c.element)
    with b.loops(*out.shape) as at:
        out[at] = c[c.broadcast(at, out.shape)]
    return out


def _flat(b: KrnlBuilder, x: Buffer, rows: Ix, columns: Ix) -> _Matrix:
    """All of a buffer as one matrix."""
    return _Matrix(b.view(x, b.memref([rows, columns], x.element), [rows, columns]))


def _product(
    b: KrnlBuilder,
    x: _Matrix,
    y: _Matrix,
    out: _Matrix,
    right: Right | None = None,
    first: Any = None,
) -> None:
    """One product. `right` is how the right side is read, unless the schedule says it; `first` is
    applied to the sums before the fused ops."""
    made = _OneProduct(b, x, y, out, right, first)
    schedule = b.schedule(Product)
    how = "" if schedule is None else schedule.right
    (rows, _), columns = x.sizes, out.sizes[1]
    reads = right is None or isinstance(right, Transposed)
    if reads and columns == 1:
        made.column()
        return
    if reads and rows == 1 and how == "streamed":
        made.row(0)
        return
    tile = tile_of(b, rows, columns, made.v.lanes)
    ways = (rows, columns), tile.vectors * made.v.lanes, made.column, made.each_row
    if isinstance(right, Transposed):
        product_by_size(b, *ways, partial(made.in_tiles, tile, right))
    elif right is None and how == "copied":
        product_by_size(b, *ways, partial(made.in_copies, tile))
    else:
        sizes = x.sizes[1], columns
        made.in_tiles(tile, right or Direct(y.stack, sizes, matrix_of(y.heads)))


class _OneProduct:
    """The ways to compute a product of two matrices, with the ops that are fused into it."""

    def __init__(
        self,
        b: KrnlBuilder,
        x: _Matrix,
        y: _Matrix,
        out: _Matrix,
        right: Right | None,
        first: Any,
    ) -> None:
        self.b, self.x, self.y, self.out = b, x, y, out
        self.right, self.first = right, first
        self.v = Lanes(b, x.stack.element)
        (self.rows, self.depth), self.columns = x.sizes, out.sizes[1]
        rows_of_all = product(out.stack.shape[:-1])
        self.fused = FusedRows.claim(b, (b.result_type().shape, rows_of_all, self.columns))
        self.zero = self.v.splat_of(0)

    def left(self, i: Ix, k: Ix) -> Value:
        """An element of the left side."""
        return self.x.stack.load([*self.x.heads, i, k])

    def start(self, i: Ix, j: Ix, lanes: Ix) -> Value:
        """What sums begin with."""
        return self.zero

    def finish(self, value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
        """Store sums, after what is fused."""
        out = self.out
        if self.first is not None:
            value = self.first(self.v, value, i, j, lanes)
        row: Ix = 0
        for index, size in zip([*out.heads, i], out.stack.shape, strict=False):
            row = row * size + index
        value = self.fused.apply(self.v, value, row, j, lanes)
        self.v.write(value, out.stack, [*out.heads, i, j], lanes)

    def row(self, i: Ix) -> None:
        """A row times the right side, which is read once, in the order of memory."""
        source, sizes = self.y.source, (self.depth, self.columns)
        finish = _of_row(self.finish, i)
        if isinstance(self.right, Transposed):
            left = self.x.stack, lambda _, k: [*self.x.heads, i, k]
            row_times_rows(self.v, left, source, sizes, finish)
        else:
            row_times_matrix(
                self.v, lambda _, k: self.left(i, k), source, sizes, self.start, finish
            )

    def each_row(self) -> None:
        """Row by row."""
        with self.b.loops(self.rows) as (i,):
            self.row(i)

    def column(self) -> None:
        """By the only column of the right side."""
        b, y, source = self.b, self.y, self.y.source
        if self.right is None:  # one column is a row, too
            shape = [*y.stack.shape[:-2], 1, y.stack.shape[-2]]
            source = b.view(y.stack, b.memref(shape, self.v.element), shape), matrix_of(y.heads)
        sizes = self.rows, self.depth
        rows_times_column(self.v, self.x.source, source, sizes, self.finish)

    def in_tiles(self, tile: Shape, right: Right) -> None:
        """In register tiles, the right side read as it says."""
        gemm(self.v, tile, self.rows, self.left, right, self.start, self.finish)

    def in_copies(self, tile: Shape) -> None:
        """In register tiles, the right side copied into panels."""
        sizes, left = (self.rows, self.depth, self.columns), self.left
        source, target = self.y.source, self.out.source
        gemm_of_copies(self.v, tile, sizes, left, source, target, self.start, self.finish)


def _of_row(finish: Finish, row: Ix) -> Finish:
    """`finish` for what is row 0 of a product and this row of the whole one."""
    return lambda value, _, j, lanes: finish(value, row, j, lanes)


def _stored(b: KrnlBuilder, schedule: Product | None, array: Any, element: Type) -> Type:
    given = stored_type(b, None if schedule is None else schedule.weights, element)
    return exact_type(array) if given is F32 else given
