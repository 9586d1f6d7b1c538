"""What ops on grids of devices have to satisfy, in upstream's words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects.shard.sizes import divided, gathered, group_size
from mlirlite.ir.interfaces import AsmNames, SymbolUser
from mlirlite.ir.types import DYNAMIC
from mlirlite.ods.hooks import DataOp, behavior, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None
Check = Callable[[Any, tuple[int, ...], Sequence[int]], Problem]
"""Of an op, the sizes of its grid, and the axes that it names."""


def plain(op: DataOp, message: str) -> Diagnostic:
    """An error at an op that does not begin with its name."""
    return error(message, op.where)


def _numbers(axes: Any) -> list[int]:
    return [getattr(axis, "value", axis) for axis in axes.value]


def _axes(op: DataOp, grid: Any, axes: Sequence[int]) -> Problem:
    if len(set(axes)) != len(axes):
        return plain(op, "Grid axes contains duplicate elements.")
    rank = len(grid.shape)
    for axis in axes:
        if not 0 <= axis < rank:
            return plain(
                op,
                f"0-based grid axis index {axis} is out of bounds. The referenced grid "
                f'"{grid.sym_name}" is of rank {rank}.',
            )
    return None


def _size(op: DataOp, axis: int, expected: int) -> Problem:
    found = op.results[0].type.shape[axis]
    if found in (DYNAMIC, expected):
        return None
    words = "dynamic" if expected == DYNAMIC else str(expected)
    return plain(
        op,
        f"Dimension size mismatch for result axis {axis}. Expected {words}, but got {found}.",
    )


def _sizes(op: DataOp, expected: Sequence[int]) -> Problem:
    for axis, size in enumerate(expected):
        found = _size(op, axis, size)
        if found is not None:
            return found
    return None


def _gather(op: DataOp, shape: tuple[int, ...], axes: Sequence[int]) -> Problem:
    axis, rank = op.gather_axis, len(op.results[0].type.shape)
    if not 0 <= axis < rank:
        return plain(op, f"Gather axis {axis} is out of bounds [0, {rank}).")
    sizes = list(op.input.type.shape)
    sizes[axis] = gathered(group_size(axes, shape), sizes[axis])
    return _sizes(op, sizes)


def _scatter_along(name: str) -> Check:
    def check(op: DataOp, shape: tuple[int, ...], axes: Sequence[int]) -> Problem:
        axis = getattr(op, name)
        sizes = op.input.type.shape
        for i, size in enumerate(sizes):
            found = None if i == axis else _size(op, i, size)
            if found is not None:
                return found
        group, size = group_size(axes, shape), sizes[axis]
        if DYNAMIC not in (group, size) and size % group:
            return plain(
                op,
                f"Operand dimension size {size} is not divisible by collective device group size "
                f"{group} for tensor axis {axis}.",
            )
        return _size(op, axis, divided(size, group))

    return check


def _all_to_all(op: DataOp, shape: tuple[int, ...], axes: Sequence[int]) -> Problem:
    split, concat, sizes = op.split_axis, op.concat_axis, op.input.type.shape
    for i, size in enumerate(sizes):
        found = _size(op, i, size) if i not in (split, concat) or split == concat else None
        if found is not None:
            return found
    if split == concat:
        return None
    group = group_size(axes, shape)
    part = divided(sizes[split], group)
    if part != DYNAMIC and sizes[split] % group:
        part = DYNAMIC
    return _size(op, concat, gathered(sizes[concat], group)) or _size(op, split, part)


def _device(name: str) -> Check:
    def check(op: DataOp, shape: tuple[int, ...], axes: Sequence[int]) -> Problem:
        device = getattr(op, name)
        if device is None:
            return None
        index = list(device)
        if len(index) != len(axes):
            return plain(
                op,
                f'In-group device "{name}" has unexpected multi-index size {len(index)}. '
                f"Expected {len(axes)}.",
            )
        for i, (position, axis) in enumerate(zip(index, axes, strict=True)):
            if DYNAMIC not in (position, shape[axis]) and shape[axis] <= position:
                return plain(
                    op,
                    f'Out of bounds coordinate {i} for in-group device "{name}". Got {position}, '
                    f"but expected value in the range [0, {shape[axis] - 1}].",
                )
        return None

    return check


def _results(op: DataOp, shape: tuple[int, ...], axes: Sequence[int]) -> Problem:
    expected = len(axes) or len(shape)
    if len(op.results) == expected:
        return None
    return plain(op, f"Unexpected number of results {len(op.results)}. Expected {expected}.")


def _shift(op: DataOp, shape: tuple[int, ...], axes: Sequence[int]) -> Problem:
    if op.shift_axis in axes:
        return None
    return plain(
        op, f"Invalid shift axis {op.shift_axis}. It must be one of the grouping grid axes."
    )


_CHECKS: dict[str, tuple[Check, ...]] = {
    "all_gather": (_gather,),
    "all_reduce": (),
    "all_slice": (_scatter_along("slice_axis"),),
    "all_to_all": (_all_to_all,),
    "broadcast": (_device("root"),),
    "gather": (_device("root"), _gather),
    "grid_shape": (_results,),
    "neighbors_linear_indices": (),
    "process_linear_index": (),
    "process_multi_index": (_results,),
    "recv": (_device("source"),),
    "reduce": (_device("root"),),
    "reduce_scatter": (_scatter_along("scatter_axis"),),
    "scatter": (_device("root"), _scatter_along("scatter_axis")),
    "send": (_device("destination"),),
    "shift": (_shift,),
    "update_halo": (),
}


_NAMES = {
    "neighbors_linear_indices": ("down_linear_idx", "up_linear_idx"),
    "process_linear_index": ("proc_linear_idx",),
    "process_multi_index": ("proc_linear_idx",),
    "update_halo": ("",),
}
"""The names of results that are not named after their op."""


def _grid(op: DataOp, tables: Any) -> Any:
    """The grid of an op, or the error that there is none."""
    name = op.properties["grid"]
    found = tables.lookup(op, name)
    if getattr(found, "name", "") == "shard.grid":
        return found
    return plain(op, f'Undefined required grid symbol "{name.root}".')


@behavior(*(f"shard.{name}" for name in _CHECKS))
class OnGrid(SymbolUser, AsmNames):
    """An op that names a grid; its results are named after it."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        short = self.name.removeprefix("shard.")
        first = _NAMES.get(short, (short,))
        return [*first, *("" for _ in self.results[len(first) :])]

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        grid = _grid(self, tables)
        if isinstance(grid, Diagnostic):
            return grid
        named = self.properties.get("grid_axes", self.properties.get("axes"))
        axes = list(named.value) if named is not None else []
        shape = tuple(grid.shape)
        found = _axes(self, grid, axes)
        for check in _CHECKS[self.name.removeprefix("shard.")]:
            found = found or check(self, shape, axes)
        return found


@verifier("shard.grid")
def _grid_shape(op: DataOp) -> Problem:
    found: Problem = None
    shape = list(op.shape)
    if not shape:
        found = op.error("rank of grid is expected to be a positive integer")
    elif any(size < 0 and size != DYNAMIC for size in shape):
        found = op.error("dimension size of a grid is expected to be non-negative or dynamic")
    return found


@behavior("shard.sharding")
class Sharding(SymbolUser, AsmNames):
    """How a tensor is divided among the devices of a grid."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        return ["sharding"]

    def verify_op(self: Any) -> Problem:
        groups = [_numbers(axes) for axes in self.split_axes.axes]
        seen: set[int] = set()
        for axis in (axis for axes in groups for axis in axes):
            if axis < 0:
                return plain(self, "grid axis is expected to be non-negative")
            if axis in seen:
                return plain(self, "grid axis duplicated")
            seen.add(axis)
        halos = len(self.static_halo_sizes)
        if halos and len(self.static_sharded_dims_offsets):
            found: Problem = self.error("halo sizes and shard offsets are mutually exclusive")
            return found
        if halos and halos != 2 * sum(bool(axes) for axes in groups):
            return plain(self, "halo sizes must be specified for all split axes.")
        return None

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        grid = _grid(self, tables)
        offsets = list(self.static_sharded_dims_offsets)
        if isinstance(grid, Diagnostic) or not offsets:
            return grid if isinstance(grid, Diagnostic) else None
        shape = list(grid.shape)
        if DYNAMIC in shape:
            return plain(
                self,
                "sharded dims offsets are not allowed for device grids with dynamic shape.",
            )
        found: Problem = self.verify_offsets(offsets, shape)
        return found

    def verify_offsets(self: Any, offsets: list[int], shape: list[int]) -> Problem:
        """Whether each split dimension has as many offsets as devices, and one more."""
        start = 0
        for axes in self.split_axes.axes:
            if not _numbers(axes):
                continue
            count = sum(shape[axis] for axis in _numbers(axes))
            own = offsets[start : start + count + 1]
            static = [offset for offset in own if offset != DYNAMIC]
            if static != sorted(static) or min(static, default=0) < 0:
                return plain(self, "sharded dims offsets must be non-decreasing.")
            if len(own) <= count:
                return plain(self, "sharded dims offsets has wrong size.")
            start += count + 1
        return None


@behavior("shard.shard", "shard.shard_shape")
class Names(AsmNames):
    """Results are named after what they are."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        first = "sharding_annotated" if self.name == "shard.shard" else "shard_shape"
        return [first, *("" for _ in self.results[1:])]
