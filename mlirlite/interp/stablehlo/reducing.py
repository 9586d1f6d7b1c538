"""Reductions, windows and sorts: ops that apply a region to elements."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import numpy as np

from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.stablehlo.arrays import VECTORIZED, all_finished, op_class, read
from mlirlite.interp.stablehlo.moving import numbers, pad
from mlirlite.interp.values import Array
from mlirlite.ir.block import Region
from mlirlite.ods.hooks import DataOp

Steps = Generator[Enter, Leave, Any]
_ENDS = frozenset(("stablehlo.return",))


def works_by_element(region: Region) -> bool:
    """Whether a region can be run with arrays in place of its scalars."""
    return all(op.name in VECTORIZED or op.name in _ENDS for op in region.entry)


def applied(region: Region, arguments: Sequence[Array], shape: Sequence[int]) -> Steps:
    """What a region makes of scalars, for each of these; all at once where that is possible."""
    if works_by_element(region):
        done = yield Enter(region, list(arguments))
        return [np.broadcast_to(np.asarray(v), shape) for v in done.values]
    count = int(np.prod(shape, dtype=int))
    flat = [np.broadcast_to(a, shape).reshape(-1) for a in arguments]
    rows: list[list[Any]] = []
    for i in range(count):
        done = yield Enter(region, [a[i] for a in flat])
        rows.append([np.asarray(v) for v in done.values])
    if not rows:
        end = region.entry.last
        return [np.zeros(shape) for _ in (end.operands if end is not None else ())]
    return [np.stack(column).reshape(shape) for column in zip(*rows, strict=True)]


def folded(region: Region, columns: Sequence[Array], start: Sequence[Array]) -> Steps:
    """Elements combined along the first dimension, one after the other."""
    shape = columns[0].shape[1:]
    found = [np.broadcast_to(s, shape).astype(c.dtype) for s, c in zip(start, columns, strict=True)]
    for i in range(columns[0].shape[0]):
        found = yield from applied(region, [*found, *(c[i] for c in columns)], shape)
        found = [
            f.astype(c.dtype) if f.dtype != c.dtype else f
            for f, c in zip(found, columns, strict=True)
        ]
    return found


@evaluate(op_class("stablehlo.reduce"))
def run_reduce(m: Machine, op: DataOp) -> Steps:
    """Elements along dimensions combined by the region."""
    operands = [read(m, v) for v in op.operands]
    half = len(operands) // 2
    axes = numbers(op.properties["dimensions"])
    columns = []
    for x in operands[:half]:
        rest = [d for d in range(x.ndim) if d not in axes]
        moved = np.transpose(x, [*axes, *rest])
        columns.append(moved.reshape(-1, *moved.shape[len(axes) :]) if axes else moved[None])
    found = yield from folded(op.regions[0], columns, operands[half:])
    return as_list(all_finished(found, op), op)


def as_list(found: Any, op: DataOp) -> list[Any]:
    """Results as a list."""
    return list(found) if len(op.results) != 1 else [found]


@evaluate(op_class("stablehlo.map"))
def run_map(m: Machine, op: DataOp) -> Steps:
    """The region of each element."""
    operands = [read(m, v) for v in op.operands]
    found = yield from applied(op.regions[0], operands, operands[0].shape)
    return as_list(all_finished(found, op), op)


class Windows:
    """The windows of an op: for each place in a window, the elements of all windows there."""

    def __init__(self, op: DataOp, rank: int) -> None:
        ones = [1] * rank
        given = op.properties

        def of(name: str) -> list[int]:
            return numbers(given.get(name)) or ones

        self.sizes, self.strides = of("window_dimensions"), of("window_strides")
        self.base, self.window = of("base_dilations"), of("window_dilations")
        flat = numbers(given.get("padding")) or [0] * (2 * rank)
        self.low, self.high = flat[::2], flat[1::2]

    def padded(self, x: Array, value: Any) -> Array:
        """The array with its padding."""
        return pad(x, value, self.low, self.high, [n - 1 for n in self.base])

    def shape(self, padded: Sequence[int]) -> list[int]:
        """How many windows there are."""
        found = []
        for size, width, dilation, stride in zip(
            padded, self.sizes, self.window, self.strides, strict=True
        ):
            whole = (width - 1) * dilation + 1 if width else 0
            found.append(0 if size == 0 or whole > size else (size - whole) // stride + 1)
        return found

    def columns(self, padded: Array) -> Array:
        """Elements by their place in the window, then by window."""
        shape = self.shape(padded.shape)
        parts = []
        for place in np.ndindex(*self.sizes):
            at = tuple(
                slice(p * d, p * d + (n - 1) * s + 1 if n else 0, s)
                for p, d, s, n in zip(place, self.window, self.strides, shape, strict=True)
            )
            parts.append(padded[at])
        return np.stack(parts) if parts else np.zeros((0, *shape), padded.dtype)


@evaluate(op_class("stablehlo.reduce_window"))
def run_reduce_window(m: Machine, op: DataOp) -> Steps:
    """Elements of each window combined by the region."""
    operands = [read(m, v) for v in op.operands]
    half = len(operands) // 2
    inits = operands[half:]
    windows = Windows(op, operands[0].ndim)
    columns = [
        windows.columns(windows.padded(x, init))
        for x, init in zip(operands[:half], inits, strict=True)
    ]
    found = yield from folded(op.regions[0], columns, inits)
    return as_list(all_finished(found, op), op)


@evaluate(op_class("stablehlo.select_and_scatter"))
def run_select_and_scatter(m: Machine, op: DataOp) -> Steps:
    """Elements of another array added where the region selects one of each window."""
    x, source, init = (read(m, v) for v in op.operands)
    windows = Windows(op, x.ndim)
    values = windows.columns(windows.padded(x, x.dtype.type(0)))
    places = windows.columns(windows.padded(np.arange(x.size).reshape(x.shape), -1))
    chosen, best = places[0], values[0]
    for i in range(1, len(values)):
        stays = yield from applied(op.regions[0], [best, values[i]], best.shape)
        keep = (stays[0].astype(bool) | (places[i] < 0)) & (chosen >= 0)
        best, chosen = np.where(keep, best, values[i]), np.where(keep, chosen, places[i])
    found = np.full(x.size, init, x.dtype)
    flat = source.reshape(-1)
    parts = [found]
    yield from combine(op.regions[1], parts, chosen.reshape(-1), [flat])
    return as_list(all_finished([parts[0].reshape(x.shape)], op), op)


def combine(region: Region, targets: list[Array], places: Array, updates: Sequence[Array]) -> Steps:
    """Change elements of flat arrays by the region, in the order of the updates; a place below
    zero is left out."""
    left = np.nonzero(places >= 0)[0]
    while left.size:
        _, first = np.unique(places[left], return_index=True)
        now = left[np.sort(first)]
        at = places[now]
        given = [*(t[at] for t in targets), *(u[now] for u in updates)]
        found = yield from applied(region, given, (len(now),))
        for target, values in zip(targets, found, strict=True):
            target[at] = values
        left = np.setdiff1d(left, now, assume_unique=True)


@evaluate(op_class("stablehlo.sort"))
def run_sort(m: Machine, op: DataOp) -> Steps:
    """Elements along a dimension in the order of the region."""
    operands = [read(m, v) for v in op.operands]
    if operands[0].size == 0 or operands[0].ndim == 0:
        return as_list(all_finished(operands, op), op)
    axis = (
        op.properties["dimension"].value % operands[0].ndim if "dimension" in op.properties else -1
    )
    moved = [np.moveaxis(x, axis, -1) for x in operands]
    size = moved[0].shape[-1]
    order = np.empty(moved[0].shape, np.int64)
    for at in np.ndindex(*moved[0].shape[:-1]):
        rows = [x[at] for x in moved]
        order[at] = yield from _order(op.regions[0], rows, size)
    found = [np.moveaxis(np.take_along_axis(x, order, -1), -1, axis) for x in moved]
    return as_list(all_finished(found, op), op)


def _order(region: Region, rows: Sequence[Array], size: int) -> Steps:
    """The stable order of a row: how many elements are before each one."""
    before = np.zeros(size, np.int64)
    step = max(1, (1 << 20) // size)
    for start in range(0, size, step):
        part = slice(start, min(start + step, size))
        shape = (part.stop - part.start, size)
        pairs = []
        for x in rows:
            pairs += [np.broadcast_to(x, shape), np.broadcast_to(x[part, None], shape)]
        less = yield from applied(region, pairs, shape)
        swapped = [p for i in range(0, len(pairs), 2) for p in (pairs[i + 1], pairs[i])]
        more = yield from applied(region, swapped, shape)
        earlier = np.arange(size)[None, :] < np.arange(part.start, part.stop)[:, None]
        first = less[0].astype(bool) | (~more[0].astype(bool) & earlier)
        before[part] = first.sum(axis=1)
    order = np.empty(size, np.int64)
    order[before] = np.arange(size)
    return order
