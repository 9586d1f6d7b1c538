"""Moving data among devices until a value is divided in another way."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import shard, tensor
from mlirlite.dialects._mixed import split
from mlirlite.dialects.shard.interface import Copies
from mlirlite.dialects.shard.sharding import (
    Parts,
    Sharding,
    axes_array,
    axes_attr,
)
from mlirlite.dialects.shard.sizes import gathered, group_size
from mlirlite.dialects.tensor._canonical_slices import build_slice
from mlirlite.ir.attributes import index_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.support.diagnostics import DiagnosticError


def reshard(op: Operation, part: Value, source: Sharding, target: Sharding, to: Copies) -> Value:
    """A device's part of the result of a `shard.shard`, made of its part of the operand.
    DiagnosticError when that is not possible."""
    if source.equals(target) or (source.is_replicated and target.is_replicated):
        return part
    if _only_halos_differ(source, target):
        return _update_halo(op, part, source, target, to)
    if source.halos or source.offsets or target.halos or target.offsets:
        # MLIR differs: upstream stops at an assertion.
        raise DiagnosticError(
            op.error("cannot reshard: halos or offsets of the parts change with other things")
        )
    return _Steps(op, part, source, to).run(target)


class _Steps:
    """Collectives that bring a value step by step from one sharding to another."""

    def __init__(self, op: Operation, part: Value, source: Sharding, to: Copies) -> None:
        self.op = op
        self.whole: Any = op.operands[0].type
        self.part = part
        self.now = source
        self.to = to
        self.parts = Parts(op, to.tables)

    def run(self, target: Sharding) -> Value:
        # MLIR differs: upstream takes one step, and stops at an assertion if that is not enough.
        while not self.now.equals(target):
            rank = max(len(self.now.split), len(target.split))
            if not (
                self._move(target, rank) or self._split(target, rank) or self._gather(target, rank)
            ):
                raise DiagnosticError(
                    self.op.error(f"cannot reshard from @{self.now.grid.root} to another grid")
                )
        return self.part

    def _move(self, target: Sharding, rank: int) -> bool:
        """[[0, 1], [2]] --> [[0], [2, 1]]: an all_to_all"""
        for source in range(rank):
            own = self.now.axes(source)
            for dimension in range(rank):
                wanted = target.axes(dimension)
                if source == dimension or not own or own[-1:] != wanted[-1:]:
                    continue
                if own[:-1] == wanted[:-1]:
                    self._all_to_all(source, dimension, own[-1])
                    return True
        return False

    def _split(self, target: Sharding, rank: int) -> bool:
        """[[0]] --> [[0, 1]]: an all_slice"""
        used = {axis for axes in self.now.split for axis in axes}
        for dimension in range(rank):
            own, wanted = self.now.axes(dimension), target.axes(dimension)
            if len(own) < len(wanted) and wanted[: len(own)] == own:
                axis = wanted[len(own)]
                if axis not in used:
                    self._all_slice(dimension, axis)
                    return True
        return False

    def _gather(self, target: Sharding, rank: int) -> bool:
        """[[0, 1]] --> [[0]]: an all_gather"""
        for dimension in range(rank):
            own, wanted = self.now.axes(dimension), target.axes(dimension)
            if own != wanted[: len(own)]:
                self._all_gather(dimension, own[-1])
                return True
        return False

    def _size(self, axis: int) -> int:
        return group_size((axis,), list(self.parts.grid(self.now).shape))

    def _all_slice(self, dimension: int, axis: int) -> None:
        shape = list(self._shape())
        shape[dimension] = self.parts.divided(shape[dimension], self._size(axis))
        made = shard.AllSliceOp(
            self.now.grid,
            axes_array((axis,)),
            input=self.part,
            slice_axis=index_attr(dimension),
            result=self._type(shape),
        )
        self.part = self.to.builder.insert(made).results[0]
        self.now = self.now.with_axes({dimension: (*self.now.axes(dimension), axis)})

    def _all_gather(self, dimension: int, axis: int) -> None:
        shape = list(self._shape())
        shape[dimension] = gathered(shape[dimension], self._size(axis))
        made = shard.AllGatherOp(
            self.now.grid,
            axes_array((axis,)),
            input=self.part,
            gather_axis=index_attr(dimension),
            result=self._type(shape),
        )
        self._finish(made, {dimension: self.now.axes(dimension)[:-1]})

    def _all_to_all(self, source: int, dimension: int, axis: int) -> None:
        shape, count = list(self._shape()), self._size(axis)
        shape[source] = gathered(shape[source], count)
        shape[dimension] = self.parts.divided(shape[dimension], count)
        made = shard.AllToAllOp(
            self.now.grid,
            axes_array((axis,)),
            input=self.part,
            split_axis=index_attr(dimension),
            concat_axis=index_attr(source),
            result=self._type(shape),
        )
        changes = {source: self.now.axes(source)[:-1], dimension: (*self.now.axes(dimension), axis)}
        self._finish(made, changes)

    def _finish(self, made: Operation, changes: dict[int, tuple[int, ...]]) -> None:
        """Insert a collective right after its operand, as upstream, and a cast to the type of a
        part."""
        self.now = self.now.with_axes(changes)
        b = _after(self.part, self.op)
        result = b.insert(made).results[0]
        type = self.parts.type(self.whole, self.now)
        self.part = b.insert(tensor.CastOp(result, dest=type)).results[0]

    def _shape(self) -> tuple[int, ...]:
        type: Any = self.part.type
        return tuple(type.shape)

    def _type(self, shape: list[int]) -> RankedTensorType:
        return RankedTensorType(tuple(shape), self.whole.element_type)


def _after(value: Value, at: Operation) -> Builder:
    """Right after a value, with the location of an op."""
    if isinstance(value, BlockArgument):
        b = Builder.at_start(value.owner)
    else:
        made = value.defining_op
        assert made is not None
        b = Builder.after_op(made)
    b.location = at._location
    return b


def _only_halos_differ(source: Sharding, target: Sharding) -> bool:
    offsets = source.offsets or target.offsets
    return source.same_split(target) and not offsets and source.halos != target.halos


def _update_halo(
    op: Operation, part: Value, source: Sharding, target: Sharding, to: Copies
) -> Value:
    """Copy what a device owns into a tensor with other halos, and get these from neighbors."""
    type: Any = part.type
    old, new = (
        [size for size in sharding.halos if isinstance(size, int)] for sharding in (source, target)
    )
    known = len(old) + len(new) == len(source.halos) + len(target.halos)
    if not known or DYNAMIC in type.shape:
        message = "dynamic shapes/halos are not supported yet for shard-partition"
        raise DiagnosticError(op.error(message))
    rank = len(type.shape)
    own, from_, into, full = list(type.shape), [0] * rank, [0] * rank, list(type.shape)
    divided = [dimension for dimension in range(rank) if source.axes(dimension)]
    for i, dimension in enumerate(divided):
        before, after = old[2 * i : 2 * i + 2] or [0, 0], new[2 * i : 2 * i + 2] or [0, 0]
        own[dimension] -= sum(before)
        full[dimension] = own[dimension] + sum(after)
        from_[dimension], into[dimension] = before[0], after[0]
    b, ones = to.builder, [1] * rank
    whole = type.replace(shape=tuple(full))
    empty = b.insert(tensor.EmptyOp((), result=whole)).results[0]
    piece = type.replace(shape=tuple(own))
    core = b.insert(build_slice(tensor.ExtractSliceOp, (part,), (from_, own, ones), (piece,)))
    pair = (core.results[0], empty)
    filled = b.insert(build_slice(tensor.InsertSliceOp, pair, (into, own, ones), (whole,)))
    sizes, dynamic = split(target.halos)
    made = shard.UpdateHaloOp(
        filled.results[0], source.grid, axes_attr(source.split), dynamic, sizes, result=whole
    )
    exchanged: Operation = to.builder.insert(made)
    return exchanged.results[0]
