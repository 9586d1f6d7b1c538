"""Expand and Tile: elements that are repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.broadcast_runs import BroadcastRuns
from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import broadcast_sizes
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.require import require_shape
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.movement.move import move
from mlirlite.conversion.onnx_to_krnl.registers.lanes import stripes
from mlirlite.conversion.onnx_to_krnl.registers.runs import copy_run, has_runs, merged
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import I64


@kernel("Expand")
def expand(b: KrnlBuilder) -> Any:
    """Broadcast to a shape, in which a 1 keeps the input's size."""
    x, shape = b.inputs(2)
    type = b.result_type()
    if type.has_static_shape:
        sizes: list[Ix] = list(type.shape)
    else:
        length = shape.size
        if isinstance(length, int):
            wanted = shape.ints()
        else:
            b.require(
                b.test("eq", b.index_max(length, x.rank), type.rank),
                f"the input's rank or the number of entries of the shape must be {type.rank}, "
                f"found {x.rank} and %lld",
                length,
            )
            wanted = _after_ones(b, shape, length, type.rank)
        target = Buffer(b, x.value, wanted)  # stands for the shape only
        sizes = broadcast_sizes(b, [x, target], type)
        require_shape(b, target, sizes, ones=True)
    out = b.alloc_type(type, sizes)
    require_shape(b, x, out.shape, ones=True)
    if x.type.has_static_shape:
        shape = [*[1] * (out.rank - x.rank), *x.type.shape]
        x = b.view(x, b.memref(shape, x.element), shape)
        repeat(b, x, out, [1 if n != 1 else m for n, m in zip(shape, out.shape, strict=True)])
    elif b.machine is not None and out.rank:
        BroadcastRuns(b, out, [x]).copy()
    else:
        move(b, out, x, lambda i: x.broadcast(i, out.shape))
    return out


def _after_ones(b: KrnlBuilder, shape: Buffer, length: Ix, rank: int) -> list[Ix]:
    """The entries of a shape of at most `rank`, preceded by as many 1s as are missing."""
    entries, one = b.alloc([rank], I64), b.scalar(1, I64)
    with b.loops(rank) as (i,):
        entries[i] = one
    with b.loops(b.index_min(length, rank)) as (i,):
        entries[rank - length + i] = shape[i]
    return entries.ints()


@kernel("Tile", "TileV1")
def tile(b: KrnlBuilder) -> Any:
    """The input repeated along each dimension."""
    x, repeats, axis = b.inputs(3)
    type = b.result_type()
    if axis is not None:  # opset 1: along one axis only
        at = axis.constant()
        if at is None:
            raise b.error("needs a constant axis")
        times: list[Ix] = [1] * x.rank
        times[int(at[0])] = repeats.scalar().index()
    else:
        times = repeats.ints(x.rank)
    out = b.alloc_type(type, [b.times(s, n) for s, n in zip(x.shape, times, strict=True)])
    repeat(b, x, out, times)
    return out


def repeat(b: KrnlBuilder, x: Buffer, out: Buffer, times: Sequence[Ix]) -> None:
    """Fill a result with the input, repeated along each dimension, by parts of runs that the L1
    cache holds."""
    axis = max((d for d, n in enumerate(times) if n != 1), default=0)
    run = product(x.shape[axis:])
    if not x.rank or not has_runs(b, x.element, run):
        move(
            b,
            out,
            x,
            lambda i: [
                n if t == 1 else (0 if s == 1 else n % s)
                for n, s, t in zip(i, x.shape, times, strict=True)
            ],
        )
        return
    rows = merged(b, x, axis)
    sizes = [n for pair in zip(times, rows.shape, strict=False) for n in pair]
    repeated = b.view(out, b.memref(sizes, x.element), sizes)
    part = b.machine.l1_bytes // 2 * 8 // bit_width(x.element) if b.machine else 1
    with b.loops(*rows.shape[:-1]) as row:
        for first, count in stripes(b, run, part):
            with b.loops(*times[: axis + 1]) as turn:
                place = [n for pair in zip(turn, [*row, first], strict=True) for n in pair]
                copy_run(b, (rows, [*row, first]), [(repeated, place)], count)
