"""Matrix products in register tiles: how each side is read, and what is done with the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import broadcast_sizes
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FusedRows
from mlirlite.conversion.onnx_to_krnl.matmul.any_size import product_by_size
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import Finish, gemm
from mlirlite.conversion.onnx_to_krnl.matmul.copied_panels import gemm_of_copies
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
    is_constant,
    stored_type,
)
from mlirlite.conversion.onnx_to_krnl.registers.squares import Place, transpose_rows
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape, choose
from mlirlite.dialects.onnx.schedules.products import Product, Tiled
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
        right = None if array is None else Packed(y, array, _stored(b, schedule, y.element))
        left, target = _flat(b, x, rows, x.shape[-1]), _flat(b, out, rows, columns)
        _product(b, left, _Matrix(y), target, right)
        return out

    def multiply(left: list[Ix], right: list[Ix], out: Buffer, at: list[Ix]) -> None:
        _product(b, _Matrix(x, left), _Matrix(y, right), _Matrix(out, at))

    return product_of_stacks(b, x, y, type, multiply)


def product_of_stacks(
    b: KrnlBuilder,
    x: Buffer,
    y: Buffer,
    type: MemRefType,
    multiply: Callable[[list[Ix], list[Ix], Buffer, list[Ix]], None],
) -> Buffer:
    """numpy's matmul of stacks of matrices. `multiply(left, right, out, at)` writes the product of
    the matrices at these indices of x and y to the one at `at` of the result."""
    heads = [Buffer(b, m.value, m.shape[:-2]) for m in (x, y)]
    batch = broadcast_sizes(b, heads, MemRefType(type.shape[:-2], type.element_type))
    out = b.alloc_type(type, [*batch, x.shape[-2], y.shape[-1]])
    with b.loops(*batch) as at:
        multiply(heads[0].broadcast(at, batch), heads[1].broadcast(at, batch), out, at)
    return out


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
        right = Packed(y, scaled, _stored(b, b.schedule(Product), y.element))
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
    v = Lanes(b, x.stack.element)
    (rows, depth), columns = x.sizes, out.sizes[1]
    matrix = b.result_type().shape, product(out.stack.shape[:-1]), columns
    fused = FusedRows.claim(b, matrix)
    zero = v.splat_of(0)

    def left(i: Ix, k: Ix) -> Value:
        return x.stack.load([*x.heads, i, k])

    def start(i: Ix, j: Ix, lanes: Ix) -> Value:
        return zero

    def whole_row(i: Ix) -> Ix:
        found: Ix = 0
        for index, size in zip([*out.heads, i], out.stack.shape, strict=False):
            found = found * size + index
        return found

    def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
        if first is not None:
            value = first(v, value, i, j, lanes)
        value = fused.apply(v, value, whole_row(i), j, lanes)
        v.write(value, out.stack, [*out.heads, i, j], lanes)

    def alone(i: Ix) -> None:
        """A row times the right side, which is read once, in the order of memory."""
        if isinstance(right, Transposed):
            row_times_rows(
                v,
                (x.stack, lambda _, k: [*x.heads, i, k]),
                y.source,
                (depth, columns),
                _of_row(finish, i),
            )
        else:
            row_times_matrix(
                v, lambda _, k: left(i, k), y.source, (depth, columns), start, _of_row(finish, i)
            )

    def column() -> None:
        source = y.source
        if right is None:  # one column is a row, too
            shape = [*y.stack.shape[:-2], 1, y.stack.shape[-2]]
            source = b.view(y.stack, b.memref(shape, v.element), shape), matrix_of(y.heads)
        rows_times_column(v, x.source, source, (rows, depth), finish)

    schedule = b.schedule(Product)
    how = "" if schedule is None else schedule.right
    reads = right is None or isinstance(right, Transposed)
    if reads and columns == 1:
        column()
        return
    if reads and rows == 1 and how == "streamed":
        alone(0)
        return
    tile = tile_of(b, rows, columns, v.lanes)

    def each_alone() -> None:
        with b.loops(rows) as (i,):
            alone(i)

    def in_tiles(how: Right) -> None:
        gemm(v, tile, rows, left, how, start, finish)

    def in_copies() -> None:
        sizes = rows, depth, columns
        gemm_of_copies(v, tile, sizes, left, y.source, out.source, start, finish)

    sizes, wide = (rows, columns), tile.vectors * v.lanes
    if isinstance(right, Transposed):
        transposed = right
        product_by_size(b, sizes, wide, column, each_alone, lambda: in_tiles(transposed))
    elif right is None and how == "copied":
        product_by_size(b, sizes, wide, column, each_alone, in_copies)
    else:
        in_tiles(right or Direct(y.stack, (depth, columns), matrix_of(y.heads)))


def _of_row(finish: Finish, row: Ix) -> Finish:
    """`finish` for what is row 0 of a product and this row of the whole one."""
    return lambda value, _, j, lanes: finish(value, row, j, lanes)


def _stored(b: KrnlBuilder, schedule: Product | None, element: Type) -> Type:
    return stored_type(b, None if schedule is None else schedule.weights, element)


def tile_of(b: KrnlBuilder, rows: Ix, columns: Ix, lanes: int) -> Shape:
    """The tile of the op's schedule, or the best one if there is no schedule."""
    schedule = b.schedule(Tiled)
    return best_tile(b, rows, columns, lanes) if schedule is None else schedule.tile


def best_tile(b: KrnlBuilder, rows: Ix, columns: Ix, lanes: int) -> Shape:
    """The tile that suits the machine."""
    if b.machine is None:
        raise ValueError("a tiled product needs a machine")
    known = [n if isinstance(n, int) else None for n in (rows, columns)]
    return choose(b.machine, known[0], known[1], lanes)
