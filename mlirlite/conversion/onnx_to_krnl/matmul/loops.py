"""Matrix products in plain loops: rows of the result in the innermost loop, so that it has unit
stride."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import broadcast_sizes
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import MemRefType


def matmul_of(
    b: KrnlBuilder, x: Buffer, y: Buffer, left: Any, right: Any, type: MemRefType
) -> Buffer:
    """The product, of a type, with functions `(element, indices)` applied to both sides."""
    row, column = x.rank == 1, y.rank == 1
    if row:
        x = _with_dims(b, x, (1, *x.type.shape), [1, *x.shape])
    if column:
        y = _with_dims(b, y, (*y.type.shape, 1), [*y.shape, 1])
    batch_type = MemRefType(
        type.shape[: len(type.shape) - (not row) - (not column)], type.element_type
    )
    heads = [_heads(b, x), _heads(b, y)]
    batch = broadcast_sizes(b, heads, batch_type)
    rows, columns = x.shape[-2], y.shape[-1]
    sizes = [*batch, *([] if row else [rows]), *([] if column else [columns])]
    out = b.alloc_type(type, sizes)

    def place(at: Sequence[Ix], i: Ix, j: Ix) -> list[Ix]:
        return [*at, *([] if row else [i]), *([] if column else [j])]

    with b.loops(*batch) as at:
        ax, ay = heads[0].broadcast(at, batch), heads[1].broadcast(at, batch)
        product_of(
            b,
            (rows, columns, x.shape[-1]),
            lambda i, k: left(x[[*ax, i, k]], [*ax, i, k]),
            lambda k, j: right(y[[*ay, k, j]], [*ay, k, j]),
            lambda i, j: place(at, i, j),
            out,
        )
    return out


def _with_dims(b: KrnlBuilder, x: Buffer, shape: Sequence[int], sizes: list[Ix]) -> Buffer:
    return b.view(x, MemRefType(tuple(shape), x.element), sizes)


def _heads(b: KrnlBuilder, x: Buffer) -> Buffer:
    """Represents the batch dimensions in broadcasting; nothing is loaded from it."""
    return Buffer(b, x.value, x.shape[:-2])


def product_of(
    b: KrnlBuilder,
    sizes: tuple[Ix, Ix, Ix],
    left: Any,
    right: Any,
    place: Any,
    out: Buffer,
    start: Any = None,
) -> None:
    """out[place(i, j)] = start(i, j) + sum over k of left(i, k) * right(k, j)."""
    rows, columns, depth = sizes
    type = compute_type(out.element)
    first = start or (lambda i, j: b.scalar(0, type))
    if type is not out.element:  # narrow floats lose the sum if it is stored at every step
        with b.loops(rows, columns) as (i, j):
            out[place(i, j)] = b.fold(
                [depth],
                [first(i, j)],
                lambda k, v: [
                    left(i, k[0]).cast(type).multiply_add(right(k[0], j).cast(type), v[0])
                ],
            )[0]
        return
    with b.loops(rows) as (i,):
        with b.loops(columns) as (j,):
            out[place(i, j)] = first(i, j)
        with b.loops(depth) as (k,):
            factor = left(i, k).cast(type)
            with b.loops(columns) as (j,):
                at = place(i, j)
                out[at] = factor.multiply_add(right(k, j).cast(type), out[at])


def dot_products(
    b: KrnlBuilder,
    sizes: tuple[Ix, Ix, Ix],
    left: Any,
    right: Any,
    start: Any,
    out: Buffer,
    type: Type,
) -> None:
    """Rows of both matrices are contiguous: several sums run side by side along them."""
    rows, columns, depth = sizes
    step = 2 * b.tuning.chains
    while not isinstance(columns, int) or columns % step:
        step = step // 2 if isinstance(columns, int) else 1
        if step == 1:
            break
    zero = b.scalar(0, type)
    with b.loops(rows, columns // step) as (i, block):
        js = [block * step + n for n in range(step)]

        def add(k: list[Ix], sums: list[Scalar]) -> list[Scalar]:
            factor = left(i, k[0])
            return [factor.multiply_add(right(k[0], j), s) for j, s in zip(js, sums, strict=True)]

        for j, total in zip(js, b.fold([depth], [zero] * step, add), strict=True):
            out[[i, j]] = total + start(i, j)


def product_of_stacks(
    b: KrnlBuilder,
    x: Buffer,
    y: Buffer,
    type: MemRefType,
    multiply: Callable[[list[Ix], list[Ix], Buffer, list[Ix]], None],
) -> Buffer:
    """numpy's matmul of stacks of matrices. `multiply(left, right, out, at)` writes the product of
    the matrices at these indices of x and y to the one at `at` of the result."""
    heads = [_heads(b, x), _heads(b, y)]
    batch = broadcast_sizes(b, heads, MemRefType(type.shape[:-2], type.element_type))
    out = b.alloc_type(type, [*batch, x.shape[-2], y.shape[-1]])
    with b.loops(*batch) as at:
        multiply(heads[0].broadcast(at, batch), heads[1].broadcast(at, batch), out, at)
    return out
