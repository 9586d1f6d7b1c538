"""Axes that are known only at run time: a flag for each dimension, and the sizes that follow from
them."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.ir.types import I1, I64


def axis_flags(b: KrnlBuilder, axes: Buffer, rank: int) -> list[Scalar]:
    """For each dimension whether it is among the axes, which may be negative."""

    def mark(i: list[Ix], flags: list[Scalar]) -> list[Scalar]:
        axis = axes[i]
        axis = (axis < 0).select(axis + rank, axis)
        return [f | axis.eq(d) for d, f in enumerate(flags)]

    return b.fold(axes.shape, [b.scalar(0, I1)] * rank, mark)


def without(b: KrnlBuilder, sizes: Sequence[Ix], flags: Sequence[Scalar]) -> list[Ix]:
    """The sizes whose flag is not set, in order, in a list as long as the flags; the rest is
    undefined."""
    kept = b.alloc([len(sizes) + 1], I64)
    position: Scalar = b.scalar(0, I64)
    for flag, size in zip(flags, sizes, strict=True):
        kept[position.index()] = b.number(size)
        position = position + (~flag).cast(I64)
    return [kept[d].index() for d in range(len(sizes))]


def with_ones(b: KrnlBuilder, sizes: Sequence[Ix], flags: Sequence[Scalar]) -> list[Ix]:
    """The sizes in order where the flag is not set, 1 where it is; a size for each flag."""
    given = b.alloc([len(sizes) + 1], I64)
    for d, size in enumerate([*sizes, 1]):
        given[d] = b.number(size)
    position: Scalar = b.scalar(0, I64)
    found: list[Ix] = []
    for flag in flags:
        found.append(b.index_select(flag, 1, given[position.index()].index()))
        position = position + (~flag).cast(I64)
    return found
