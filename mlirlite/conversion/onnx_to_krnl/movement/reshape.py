"""Ops that view the same elements in another shape, and ops that return the shape."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.axes import axis_flags, with_ones, without
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.ir.types import DYNAMIC, I64


def _view(b: KrnlBuilder, x: Buffer, sizes: list[Ix]) -> Buffer:
    return b.view(x, b.result_type(), sizes)


@kernel("Identity")
def identity(b: KrnlBuilder) -> Any:
    """The input."""
    (x,) = b.inputs(1)
    return x


@kernel("Reshape", "ReshapeV1")
def reshape(b: KrnlBuilder) -> Any:
    """0 keeps the input's dimension, -1 is the remainder."""
    x, shape = b.inputs(2)
    type = b.result_type()
    if type.has_static_shape and (shape is None or shape.constant() is not None):
        return b.view(x, type, list(type.shape))
    wanted: list[Ix] = list(b.attr("shape")) if shape is None else shape.ints(type.rank)
    if not b.attr("allowzero", 0):
        wanted = [_or_input(b, x, i, n) for i, n in enumerate(wanted)]
    sizes: list[Ix] = []
    for i, (n, known) in enumerate(zip(wanted, type.shape, strict=True)):
        others = product([s for k, s in enumerate(wanted) if k != i])
        if isinstance(n, int):
            settled = n if n != -1 else known
            sizes.append(_rest(b, x, n, others) if settled == DYNAMIC else settled)
            continue
        # Negative only when another entry is the -1, and then this one is not.
        sizes.append(b.index_select(b.test("eq", n, -1), _rest(b, x, n, others), n))
    return b.view(x, type, sizes)


def _or_input(b: KrnlBuilder, x: Buffer, dim: int, size: Ix) -> Ix:
    if isinstance(size, int):
        return x.shape[dim] if size == 0 else size
    if dim >= x.rank:
        return size
    return b.index_select(b.test("eq", size, 0), x.shape[dim], size)


def _rest(b: KrnlBuilder, x: Buffer, entry: Ix, others: Ix) -> Ix:
    """The value of an entry of -1. It is 0 if the others have no elements."""
    fits = b.test("ne", others, 0)
    if not isinstance(entry, int):
        fits = fits | b.test("ne", entry, -1)
    b.require(fits, "has a shape with -1 and sizes of 0, so that -1 means nothing")
    return x.size // b.index_max(others, 1)


@kernel("Flatten")
def flatten(b: KrnlBuilder) -> Any:
    """Two dimensions: before the axis, and from it on."""
    (x,) = b.inputs(1)
    axis = b.attr("axis", 1)
    axis += x.rank if axis < 0 else 0
    return _view(b, x, [product(x.shape[:axis]), product(x.shape[axis:])])


def _constant_axes(b: KrnlBuilder, axes: Buffer | None) -> list[int] | None:
    found = b.attr("axes") if axes is None else axes.constant()
    return None if found is None else [int(a) for a in found]


def _require_removed(b: KrnlBuilder, flags: list[Scalar], count: Ix, message: str) -> None:
    """End the run unless exactly `count` dimensions are flagged."""
    found = b.scalar(0, I64)
    for flag in flags:
        found = found + flag.cast(I64)
    b.require(found.eq(b.number(count)), message)


@kernel("Squeeze", "SqueezeV11")
def squeeze(b: KrnlBuilder) -> Any:
    """Without the named dimensions of size 1, or without all of them."""
    x, axes = b.inputs(2)
    type = b.result_type()
    if type.rank > x.rank:
        raise b.error(f"has a result of rank {type.rank} for an operand of rank {x.rank}")
    found = _constant_axes(b, axes)
    if found is not None:
        removed = {a % x.rank for a in found}
        sizes = [s for d, s in enumerate(x.shape) if d not in removed]
    elif axes is None:
        sizes = [s for s in x.shape if s != 1]
        sizes = sizes if len(sizes) == type.rank else list(type.shape)
    else:
        sizes = list(type.shape)
    if axes is None and found is None and not x.type.has_static_shape:
        flags = [b.test("eq", s, 1) for s in x.shape]
        _require_removed(b, flags, x.rank - type.rank, f"leaves no tensor of rank {type.rank}")
    if DYNAMIC in sizes:
        if axes is not None:
            flags = axis_flags(b, axes, x.rank)
            _require_removed(b, flags, axes.size, "has an axis twice")
        sizes = without(b, x.shape, flags)[: type.rank]
    return b.view(x, type, sizes)


@kernel("Unsqueeze", "UnsqueezeV11")
def unsqueeze(b: KrnlBuilder) -> Any:
    """With new dimensions of size 1 at the axes, counted in the result."""
    x, axes = b.inputs(2)
    type = b.result_type()
    found = _constant_axes(b, axes)
    if found is None:
        sizes: list[Ix] = list(type.shape)
        if axes is not None and not type.has_static_shape:
            flags = axis_flags(b, axes, type.rank)
            _require_removed(b, flags, axes.size, "has an axis twice")
            sizes = with_ones(b, x.shape, flags)
        return b.view(x, type, sizes)
    new = {a % type.rank for a in found}
    rest = iter(x.shape)
    return b.view(x, type, [1 if d in new else next(rest) for d in range(type.rank)])


@kernel("Shape")
def shape_of(b: KrnlBuilder) -> Any:
    """The sizes from `start` to `end`."""
    (x,) = b.inputs(1)
    start, end = b.attr("start", 0), b.attr("end")
    sizes = x.shape[slice(start, end)]
    out = b.output([len(sizes)])
    for i, size in enumerate(sizes):
        out[i] = b.number(size)
    return out


@kernel("Size")
def size_of(b: KrnlBuilder) -> Any:
    """The number of elements."""
    (x,) = b.inputs(1)
    out = b.output([])
    out[()] = b.number(x.size)
    return out


@kernel("Dim")
def dim_of(b: KrnlBuilder) -> Any:
    """The size of one dimension."""
    (x,) = b.inputs(1)
    out = b.output([1])
    out[0] = b.number(x.shape[b.attr("axis", 0)])
    return out
