"""Kernels over tiles: krnl.matmul and the copies from and to tile buffers become loops."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from mlirlite.conversion.krnl_to_affine.access import lower_access
from mlirlite.conversion.krnl_to_affine.indexing import Indexing
from mlirlite.dialects import arith, krnl
from mlirlite.ir.affine import AffineConst, AffineExpr
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import FloatType, MemRefType, element_type_of
from mlirlite.ir.values import Value


def _shape(buffer: Value) -> tuple[int, ...]:
    return buffer.type.shape if isinstance(buffer.type, MemRefType) else ()


@lower_access(krnl.MatMulOp)
def lower_matmul(op: krnl.MatMulOp, b: Builder) -> None:
    """krnl.matmul --> for i, j: { c += sum over k of a * b }"""
    space = Indexing(b)
    starts = [
        space.dim(v)
        for v in (
            op.iGlobalIndexComputeStart,
            op.jGlobalIndexComputeStart,
            op.kGlobalIndexComputeStart,
        )
    ]
    ends = [space.dim(v) for v in (op.iGlobalUB, op.jGlobalUB, op.kGlobalUB)]
    sizes = _tile_sizes(op)
    limits = [
        [AffineConst(size), end - start]
        for size, start, end in zip(sizes, starts, ends, strict=True)
    ]

    def place(origin: Sequence[Value], row: AffineExpr, column: AffineExpr) -> list[AffineExpr]:
        *fixed, first, second = [space.dim(v) for v in origin]
        return [*fixed, row - first, column - second]

    with ExitStack() as loops:
        i, j, k = (
            loops.enter_context(space.loop(0, _tightest(limit))) + start
            for limit, start in zip(limits, starts, strict=True)
        )
        left = space.load(op.A, place(op.aGlobalIndexMemStart, i, k))
        right = space.load(op.B, place(op.bGlobalIndexMemStart, k, j))
        target = place(op.cGlobalIndexMemStart, i, j)
        before = space.load(op.C, target)
        is_float = isinstance(element_type_of(op.C.type), FloatType)
        mul, add = (arith.MulFOp, arith.AddFOp) if is_float else (arith.MulIOp, arith.AddIOp)
        product = b.insert(mul(left, right)).result
        space.store(b.insert(add(before, product)).result, op.C, target)


def _tile_sizes(op: krnl.MatMulOp) -> list[int]:
    """Rows, columns and depth of the computed tile: the given ones, else those of the buffers."""
    stated = krnl.sizes_of(op.computeTileSize)
    if stated:
        return stated
    a = krnl.sizes_of(op.aTileSize) or list(_shape(op.A)[-2:])
    c = krnl.sizes_of(op.cTileSize) or list(_shape(op.C)[-2:])
    return [c[0], c[1], a[1]]


def _tightest(limits: Sequence[AffineExpr]) -> list[AffineExpr]:
    """The limits whose minimum counts, with only the smallest of several constants."""
    constants = [e.value for e in limits if isinstance(e, AffineConst) and e.value >= 0]
    others = [e for e in limits if not isinstance(e, AffineConst)]
    return [*others, *([AffineConst(min(constants))] if constants else ())]


def _extent(tile: int, size: AffineExpr, start: AffineExpr) -> list[AffineExpr]:
    """How far a tile extends in a buffer of a size. Tiles start at multiples of their size, so they
    are full if that divides the buffer's."""
    if isinstance(size, AffineConst) and size.value % tile == 0:
        return [AffineConst(tile)]
    return _tightest([AffineConst(tile), size - start])


@lower_access(krnl.CopyToBufferOp)
def lower_copy_to_buffer(op: krnl.CopyToBufferOp, b: Builder) -> None:
    """krnl.copy_to_tile_buffer --> loops that copy the existing part, loops that pad the rest"""
    space = Indexing(b)
    shape = _shape(op.buffer)
    sizes = krnl.sizes_of(op.tileSize) or list(shape)
    pads = krnl.sizes_of(op.padToNext) or [1] * len(shape)
    axes = list(range(len(op.starts)))  # of the source, in the order of the buffer's
    if op.transpose:
        axes[-2:] = axes[:-3:-1]
    prefix = len(axes) - len(shape)
    starts = [space.dim(v) for v in op.starts]
    filled = [
        _extent(size, space.size(op.source, axis), starts[axis])
        for size, axis in zip(sizes, axes[prefix:], strict=True)
    ]
    padded = [
        _padded(size, limits, pad) for size, limits, pad in zip(sizes, filled, pads, strict=True)
    ]

    def pad(depth: int, indices: list[AffineExpr]) -> None:
        if depth == len(shape):
            space.store(op.padValue, op.buffer, indices)
            return
        with space.loop(0, padded[depth]) as index:
            pad(depth + 1, [*indices, index])

    def copy(depth: int, indices: list[AffineExpr]) -> None:
        if depth == len(shape):
            source = list(starts)
            for index, axis in zip(indices, axes[prefix:], strict=True):
                source[axis] = starts[axis] + index
            space.store(space.load(op.source, source), op.buffer, indices)
            return
        with space.loop(0, filled[depth]) as index:
            copy(depth + 1, [*indices, index])
        if pads[depth] > 1 and padded[depth] != filled[depth]:
            with space.loop(_smallest(space, filled[depth]), padded[depth]) as index:
                pad(depth + 1, [*indices, index])

    copy(0, [])


def _padded(size: int, limits: list[AffineExpr], pad: int) -> list[AffineExpr]:
    """The ends after padding to the next multiple, at most the tile's."""
    return _tightest([AffineConst(size), *(e.ceildiv(pad) * pad for e in limits)])


def _smallest(space: Indexing, limits: list[AffineExpr]) -> AffineExpr:
    """The least of the limits as one expression."""
    if len(limits) == 1:
        return limits[0]
    return space.minimum(limits)


@lower_access(krnl.CopyFromBufferOp)
def lower_copy_from_buffer(op: krnl.CopyFromBufferOp, b: Builder) -> None:
    """krnl.copy_from_tile_buffer --> loops that copy as far as the destination extends"""
    space = Indexing(b)
    shape = _shape(op.buffer)
    sizes = krnl.sizes_of(op.tileSize) or list(shape)
    starts = [space.dim(v) for v in op.starts]
    prefix = len(starts) - len(shape)
    with ExitStack() as loops:
        indices = [
            loops.enter_context(
                space.loop(0, _extent(size, space.size(op.dest, axis), starts[axis]))
            )
            for axis, size in enumerate(sizes, prefix)
        ]
        target = [*starts[:prefix]]
        target += [start + i for start, i in zip(starts[prefix:], indices, strict=True)]
        space.store(space.load(op.buffer, indices), op.dest, target)
