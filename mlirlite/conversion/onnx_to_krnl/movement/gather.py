"""Gather and scatter: elements at indices that are known only at run time.

MLIR differs: an index out of range ends the run, or without checks is clamped, and gathering from
empty data gives 0; onnx-mlir reads outside the buffer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.boxes import constant_text
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.in_place import grown
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.movement.move import move
from mlirlite.conversion.onnx_to_krnl.registers.runs import copy_run, merged
from mlirlite.dialects import krnl
from mlirlite.dialects.onnx.transforms.update_in_place_onnx import IN_PLACE
from mlirlite.ir.types import I1, I64


def _place(b: KrnlBuilder, indices: Buffer, at: Sequence[Ix], size: Ix) -> Ix:
    """The index that is stored at a position; a negative one counts from the end."""
    index = b.wrap_index(indices[at].index(), size)
    if b.checks:
        return index
    if isinstance(index, int) and isinstance(size, int) and 0 <= index < size:
        return index
    return b.index_max(0, b.index_min(index, size - 1))


@contextmanager
def _where_data(b: KrnlBuilder, data: Buffer, out: Buffer | None = None) -> Iterator[None]:
    """Ops that run only if the data has elements, where that is not known; else `out` is all
    zeros."""
    sizes = [n for n in data.shape if not isinstance(n, int) or not n]
    if not sizes:
        yield
        return
    some = b.scalar(1, I1)
    for size in sizes:
        some = some & b.test("sgt", size, 0)
    if out is not None:
        with b.if_(~some):
            clear(b, out)
    with b.if_(some):
        yield


def clear(b: KrnlBuilder, out: Buffer) -> None:
    """Make all elements zeros, or empty strings."""
    nothing = constant_text(b, "") if out.element is krnl.STRING else None
    with b.loops(*out.shape) as i:
        if nothing is not None:
            out.store(nothing, i)
        else:
            out[i] = 0


@kernel("Gather")
def gather(b: KrnlBuilder) -> Any:
    """Slices of the data along an axis, one per index."""
    x, indices = b.inputs(2)
    axis = b.attr("axis", 0)
    axis += x.rank if axis < 0 else 0
    out = b.output([*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]])
    end = axis + indices.rank
    slices, target = merged(b, x, axis + 1), merged(b, out, end)
    with _where_data(b, x, out), b.loops(*out.shape[:end]) as outer:
        index = _place(b, indices, outer[axis:], x.shape[axis])
        source = slices, [*outer[:axis], index, 0]
        copy_run(b, source, [(target, [*outer, 0])], slices.shape[-1])
    return out


@kernel("GatherElements")
def gather_elements(b: KrnlBuilder) -> Any:
    """out[i][j] = data[indices[i][j]][j] for axis 0."""
    x, indices = b.inputs(2)
    axis = b.attr("axis", 0)
    axis += x.rank if axis < 0 else 0
    out = b.output(indices.shape)

    def where(i: list[Ix]) -> list[Ix]:
        return [*i[:axis], _place(b, indices, i, x.shape[axis]), *i[axis + 1 :]]

    with _where_data(b, x, out):
        move(b, out, x, where)
    return out


@kernel("GatherND")
def gather_nd(b: KrnlBuilder) -> Any:
    """The last dimension of the indices is a place in the data."""
    x, indices = b.inputs(2)
    batch = b.attr("batch_dims", 0)
    end = indices.rank - 1
    count = end + x.rank - batch - b.result_type().rank  # the indices' last dimension
    out = b.output([*indices.shape[:end], *x.shape[batch + count :]])
    slices, target = merged(b, x, batch + count), merged(b, out, end)
    with _where_data(b, x, out), b.loops(*out.shape[:end]) as outer:
        place = [_place(b, indices, [*outer, k], x.shape[batch + k]) for k in range(count)]
        source = slices, [*outer[:batch], *place, 0]
        copy_run(b, source, [(target, [*outer, 0])], slices.shape[-1])
    return out


def copy(b: KrnlBuilder, x: Buffer, index: int = 0) -> Buffer:
    """A new buffer for a result with the input's elements."""
    out = b.output(x.shape, index)
    move(b, out, x, lambda i: i)
    return out


def _updated(b: KrnlBuilder, x: Buffer) -> Buffer:
    """The buffer of a result that begins as x: x itself if nothing reads that later."""
    return x if IN_PLACE in b.op.attributes else copy(b, x)


def _join(b: KrnlBuilder, out: Buffer, at: Sequence[Ix], update: Scalar) -> None:
    reduction = b.attr("reduction", "none")
    if reduction == "none":
        out[at] = update
        return
    old = out[at]
    joined = {
        "add": lambda: old + update,
        "mul": lambda: old * update,
        "max": lambda: old.max(update),
        "min": lambda: old.min(update),
    }.get(reduction)
    if joined is None:
        raise b.error(f"has the unknown reduction '{reduction}'")
    out[at] = joined()


@kernel("ScatterElements", "ScatterV9", "Scatter")
def scatter_elements(b: KrnlBuilder) -> Any:
    """A copy of the data in which out[indices[i][j]][j] = updates[i][j] for axis 0."""
    x, indices, updates = b.inputs(3)
    axis = b.attr("axis", 0)
    axis += x.rank if axis < 0 else 0
    out = _updated(b, x)
    with _where_data(b, x), b.loops(*indices.shape) as i:
        at = [*i[:axis], _place(b, indices, i, x.shape[axis]), *i[axis + 1 :]]
        _join(b, out, at, updates[i])
    return out


@kernel("ScatterND")
def scatter_nd(b: KrnlBuilder) -> Any:
    """A copy of the data with slices replaced at places."""
    x, indices, updates = b.inputs(3)
    count = indices.rank - 1 + x.rank - updates.rank  # the indices' last dimension
    out = _updated(b, x)
    with _where_data(b, x), b.loops(*indices.shape[:-1]) as outer:
        place = [_place(b, indices, [*outer, k], x.shape[k]) for k in range(count)]
        with b.loops(*x.shape[count:]) as inner:
            _join(b, out, [*place, *inner], updates[[*outer, *inner]])
    return out


@kernel("TensorScatter")
def tensor_scatter(b: KrnlBuilder) -> Any:
    """The past cache with the update written along an axis, from each sample's index on; writes
    outside are left out."""
    past, update, starts = b.inputs(3)
    axis = b.attr("axis", -2)
    axis += past.rank if axis < 0 else 0
    circular = b.attr("mode", "linear") == "circular"
    out = grown(b, 0, 0, past.shape, axis)
    size = past.shape[axis]
    with b.loops(*update.shape) as i:
        at = list(i)
        at[axis] = i[axis] + (starts[i[0]].index() if starts is not None else 0)
        if circular:
            at[axis] = at[axis] % size
        inside = b.test("sge", at[axis], 0) & b.test("slt", at[axis], size)
        with b.if_(inside):
            out.store(update.load(i), at)
    return out


@kernel("Compress")
def compress(b: KrnlBuilder) -> Any:
    """The slices, or the elements, whose condition is true."""
    x, condition = b.inputs(2)
    axis = b.attr("axis")
    if axis is None:
        flat = b.view(x, b.memref((x.size,), x.element), [x.size])
        x, axis = flat, 0
    axis += x.rank if axis < 0 else 0
    limit = b.index_min(condition.shape[0], x.shape[axis])
    places, count = true_places(b, limit, lambda i: condition[i])
    out = b.output([*x.shape[:axis], count, *x.shape[axis + 1 :]])
    slices, target = merged(b, x, axis + 1), merged(b, out, axis + 1)
    with b.loops(*x.shape[:axis], count) as i:
        source = slices, [*i[:axis], places[i[axis]].index(), 0]
        copy_run(b, source, [(target, [*i, 0])], slices.shape[-1])
    return out


def true_places(b: KrnlBuilder, size: Ix, test: Any) -> tuple[Buffer, Ix]:
    """A buffer of the indices for which a test holds, in order, and their number."""
    places = b.alloc([size], I64)

    def look(i: list[Ix], found: list[Scalar]) -> list[Scalar]:
        # Always written, counted if true: the index is always in bounds.
        places[found[0].index()] = b.number(i[0])
        return [found[0] + test(i[0]).cast(I64)]

    count = b.fold([size], [b.scalar(0, I64)], look)[0]
    return places, count.index()


@kernel("NonZero")
def non_zero(b: KrnlBuilder) -> Any:
    """The indices of non-zero elements, one column each, row-major."""
    (x,) = b.inputs(1)
    size = product(x.shape)
    flat = b.view(x, b.memref((size,), x.element), [size])
    places, count = true_places(b, size, lambda i: flat[i].ne(0))
    rank = max(x.rank, 1) if b.result_type().shape[0] != 0 else 0
    out = b.output([rank, count])
    with b.loops(count) as (n,):
        rest = places[n].index()
        for d in reversed(range(x.rank)):
            out[d, n] = b.number(rest % x.shape[d])
            rest = rest // x.shape[d]
    return out
