"""Lookups and updates at indices that are operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.stablehlo.arrays import all_finished, on, op_class, read, wide
from mlirlite.interp.stablehlo.moving import ints, numbers
from mlirlite.interp.stablehlo.reducing import Steps, as_list, combine
from mlirlite.interp.values import Array
from mlirlite.ods.hooks import DataOp


def _grid(shape: Sequence[int]) -> list[Array]:
    """The index of each element, by dimension."""
    return list(np.indices(shape, sparse=False)) if shape else []


def _component(indices: Array, batch: Sequence[Array], vector: int, k: int) -> Array:
    """A part of the index that a place has."""
    at: list[Any] = list(batch)
    if vector < indices.ndim:
        at.insert(vector, np.int64(k))
    return indices[tuple(at)] if at else indices


@on("gather")
def run_gather(op: DataOp, x: Array, indices: Array) -> Array:
    """Slices from starts that are looked up."""
    return gather(op, x, indices, numbers(op.properties["slice_sizes"]))


@on("dynamic_gather")
def run_dynamic_gather(op: DataOp, x: Array, indices: Array, sizes: Array) -> Array:
    """The same, with sizes of slices that are an operand."""
    return gather(op, x, indices, ints(sizes))


def gather(op: DataOp, x: Array, indices: Array, sizes: Sequence[int]) -> Array:
    """Slices of these sizes; starts are moved so that they are inside."""
    n = op.properties["dimension_numbers"]
    indices, vector = wide(indices), n.indexVectorDim
    dims = [d for d in range(indices.ndim) if d != vector]
    outer = [indices.shape[d] for d in dims]
    kept = [d for d in range(x.ndim) if d not in (*n.collapsedSliceDims, *n.operandBatchingDims)]
    rank = len(outer) + len(kept)
    batch_dims = [d for d in range(rank) if d not in n.offsetDims]
    shape = [0] * rank
    for d, size in zip(batch_dims, outer, strict=True):
        shape[d] = size
    for d, of in zip(n.offsetDims, kept, strict=True):
        shape[d] = sizes[of]
    grid = _grid(shape)
    batch = [grid[d] for d in batch_dims]
    at: list[Any] = [np.int64(0)] * x.ndim
    for k, d in enumerate(n.startIndexMap):
        start = _component(indices, batch, vector, k)
        limit = x.shape[d] - sizes[d]
        at[d] = np.clip(start, 0, limit) if indices.dtype.kind != "u" else np.minimum(start, limit)
        at[d] = at[d].astype(np.int64)
    for d, of in zip(n.operandBatchingDims, n.startIndicesBatchingDims, strict=True):
        at[d] = batch[of - (1 if vector < of else 0)]
    for d, of in zip(n.offsetDims, kept, strict=True):
        at[of] = at[of] + grid[d]
    found = x[tuple(at)] if at else x
    return np.broadcast_to(found, shape)


@evaluate(op_class("stablehlo.scatter"))
def run_scatter(m: Machine, op: DataOp) -> Steps:
    """Elements at places that are looked up, changed by the region; places outside are left
    out."""
    operands = [read(m, v) for v in op.operands]
    count = (len(operands) - 1) // 2
    targets, updates = operands[:count], operands[count + 1 :]
    indices = wide(operands[count])
    if indices.dtype.kind == "u":
        indices = np.minimum(indices, np.uint64(2**62)).astype(np.int64)
    places = _places(op, indices, targets[0].shape, updates[0].shape)
    flat = [x.reshape(-1).copy() for x in targets]
    yield from combine(op.regions[0], flat, places.reshape(-1), [u.reshape(-1) for u in updates])
    found = [f.reshape(x.shape) for f, x in zip(flat, targets, strict=True)]
    return as_list(all_finished(found, op), op)


def _places(op: DataOp, indices: Array, shape: Sequence[int], updates: Sequence[int]) -> Array:
    """The flat index that each element of the updates goes to, -1 outside."""
    n = op.properties["scatter_dimension_numbers"]
    vector = n.indexVectorDim
    grid = _grid(updates)
    batch = [grid[d] for d in range(len(updates)) if d not in n.updateWindowDims]
    at: list[Any] = [np.int64(0)] * len(shape)
    for k, d in enumerate(n.scatterDimsToOperandDims):
        at[d] = _component(indices, batch, vector, k).astype(np.int64)
    for d, of in zip(n.inputBatchingDims, n.scatterIndicesBatchingDims, strict=True):
        at[d] = batch[of - (1 if vector < of else 0)]
    gone = (*n.insertedWindowDims, *n.inputBatchingDims)
    kept = [d for d in range(len(shape)) if d not in gone]
    for d, of in zip(n.updateWindowDims, kept, strict=True):
        at[of] = at[of] + grid[d]
    found: Any = np.zeros(tuple(updates), np.int64)
    inside: Any = np.ones(tuple(updates), np.bool_)
    for index, size in zip(at, shape, strict=True):
        inside &= (index >= 0) & (index < size)
        found = found * size + index
    return np.where(inside, found, -1)


@on("torch_index_select")
def run_index_select(op: DataOp, x: Array, indices: Array) -> Array:
    """Elements of a dimension by index."""
    dim, batch = (op.properties[k].value for k in ("dim", "batch_dims"))
    clipped = np.clip(wide(indices), 0, x.shape[dim] - 1)
    if batch == 0:
        return np.take(x, clipped, axis=dim)
    rows = [np.take(x[at], clipped[at], axis=dim - batch) for at in np.ndindex(*x.shape[:batch])]
    return np.stack(rows).reshape(*x.shape[:batch], *rows[0].shape)
