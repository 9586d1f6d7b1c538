"""How a tensor is divided among the devices of a grid, apart from the ops that say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from mlirlite.dialects import shard
from mlirlite.dialects._mixed import Mixed, merge, split
from mlirlite.dialects.shard.sizes import group_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    SymbolRefAttr,
    dense_array,
    i64_attr,
)
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import DYNAMIC, IntegerType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.record import Record

Axes = tuple[int, ...]
"""Axes of a grid, by number."""


class Sharding(Record):
    """Along which axes of a grid each dimension of a tensor is divided. Dimensions at the end that
    `split` leaves out are not divided."""

    grid: SymbolRefAttr
    split: tuple[Axes, ...] = ()
    halos: tuple[Mixed, ...] = ()
    """Two sizes for each divided dimension: how much of each neighbor's part a part repeats."""
    offsets: tuple[Mixed, ...] = ()
    """Where the parts of each divided dimension begin, and where the last one ends."""

    def equals(self, other: Sharding | None) -> bool:
        """True when both divide a tensor in the same way."""
        return (
            other is not None
            and self.same_split(other)
            and self.halos == other.halos
            and self.offsets == other.offsets
        )

    def same_split(self, other: Sharding) -> bool:
        """True when both divide the same dimensions along the same axes of one grid."""
        return self.grid is other.grid and _trimmed(self.split) == _trimmed(other.split)

    @property
    def is_replicated(self) -> bool:
        """True when every device has the whole tensor."""
        return not any(self.split)

    def axes(self, dimension: int) -> Axes:
        """The axes along which a dimension is divided."""
        return self.split[dimension] if dimension < len(self.split) else ()

    def with_axes(self, changes: dict[int, Axes]) -> Sharding:
        """Other axes for some dimensions, without halos and offsets."""
        count = max(len(self.split), *(dimension + 1 for dimension in changes))
        return Sharding(self.grid, tuple(changes.get(i, self.axes(i)) for i in range(count)))


def _trimmed(axes: Sequence[Axes]) -> Sequence[Axes]:
    count = len(axes)
    while count and not axes[count - 1]:
        count -= 1
    return axes[:count]


def short(axes: Iterable[Axes]) -> tuple[Axes, ...]:
    """Axes without empty ones at the end, of which the first stays."""
    found = list(axes)
    while len(found) > 1 and not found[-1]:
        found.pop()
    return tuple(found)


def sharding_of(op: Operation) -> Sharding | None:
    """The sharding that a `shard.shard` gives its operand; None when it comes from no
    `shard.sharding`."""
    made: Any = op.operands[1].defining_op
    return read_sharding(made) if isinstance(made, shard.ShardingOp) else None


def read_sharding(op: shard.ShardingOp) -> Sharding:
    """What a `shard.sharding` says."""
    groups = axes_of(op.split_axes)
    if not groups:
        return Sharding(op.grid)
    return Sharding(
        op.grid,
        groups,
        tuple(merge(op.static_halo_sizes, op.dynamic_halo_sizes)),
        tuple(merge(op.static_sharded_dims_offsets, op.dynamic_sharded_dims_offsets)),
    )


def axes_of(attribute: Any) -> tuple[Axes, ...]:
    """The axes of an attribute `[[0], [1, 2]]`."""
    return tuple(tuple(int(axis) for axis in axes.value) for axes in attribute.axes)


def axes_attr(split: Iterable[Axes]) -> Any:
    """The attribute `[[0], [1, 2]]`."""
    groups = [ArrayAttr(tuple([i64_attr(axis) for axis in axes])) for axes in split]
    return shard.GridAxesArrayAttr(tuple(groups))


def axes_array(axes: Iterable[int]) -> DenseArrayAttr:
    """The attribute `[0, 1]`: axes of a group of devices."""
    return dense_array(IntegerType(16), axes)


def insert_sharding(b: Builder, sharding: Sharding) -> Value:
    """A `shard.sharding` that says this."""
    halos, dynamic_halos = split(sharding.halos)
    offsets, dynamic_offsets = split(sharding.offsets)
    made: Operation = b.insert(
        shard.ShardingOp(
            sharding.grid,
            axes_attr(sharding.split),
            offsets,
            dynamic_offsets,
            halos,
            dynamic_halos,
        )
    )
    return made.results[0]


class Parts:
    """The types of an op's values on one device."""

    def __init__(self, op: Operation, tables: SymbolTables) -> None:
        self.op = op
        self.tables = tables

    def grid(self, sharding: Sharding) -> Any:
        """The `shard.grid` that a sharding names. DiagnosticError if there is none."""
        found = self.tables.lookup(self.op, sharding.grid)
        if isinstance(found, shard.GridOp):
            return found
        message = f'Undefined required grid symbol "{sharding.grid.root}".'
        raise DiagnosticError(message, self.op.where)

    def divided(self, size: int, count: int) -> int:
        """The size of one of `count` equal parts; DYNAMIC if unknown. DiagnosticError if there are
        none."""
        if DYNAMIC in (size, count):
            return DYNAMIC
        if size % count:
            # MLIR differs: a release build of upstream rounds down.
            message = f"cannot divide a dimension of size {size} among {count} devices equally"
            raise DiagnosticError(self.op.error(message))
        return size // count

    def type(self, type: Type, sharding: Sharding | None) -> Type:
        """The type of a device's part of a value; the type itself without a sharding, or for
        anything but a tensor with dimensions."""
        if sharding is None or not isinstance(type, RankedTensorType) or not type.shape:
            return type
        shape, sizes = list(self.grid(sharding).shape), list(type.shape)
        if sharding.offsets:
            _sizes_of_offsets(sizes, shape, sharding)
        else:
            self._equal_parts(sizes, shape, sharding)
        return type.replace(shape=tuple(sizes))

    def _equal_parts(self, sizes: list[int], shape: list[int], sharding: Sharding) -> None:
        halos = iter(sharding.halos)
        for dimension, axes in enumerate(sharding.split):
            size = self.divided(sizes[dimension], group_size(axes, shape))
            if axes and sharding.halos:
                around = [next(halos), next(halos)]
                known = [halo for halo in around if isinstance(halo, int)]
                unknown = size == DYNAMIC or len(known) < len(around)
                size = DYNAMIC if unknown else size + sum(known)
            sizes[dimension] = size


def _sizes_of_offsets(sizes: list[int], shape: list[int], sharding: Sharding) -> None:
    """The sizes of the parts where all are equal, else DYNAMIC."""
    position = 0
    for dimension, axes in enumerate(sharding.split):
        if axes:
            count = sum(shape[axis] for axis in axes)
            own = sharding.offsets[position : position + count + 1]
            starts = [start for start in own if isinstance(start, int)]
            steps = {end - start for start, end in pairwise(starts)}
            equal = len(steps) == 1 and len(starts) == len(own)
            sizes[dimension] = steps.pop() if equal else DYNAMIC
            position += count + 1
