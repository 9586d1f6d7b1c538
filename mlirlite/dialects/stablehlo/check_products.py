"""Checks of products, convolutions, lookups and updates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.stablehlo.check import (
    Wrong,
    check,
    distinct,
    in_bounds,
    ordered,
    precision,
    shape_text,
)
from mlirlite.dialects.stablehlo.check_regions import reducer, window, windowed
from mlirlite.dialects.stablehlo.check_shapes import known, numbers
from mlirlite.dialects.stablehlo.compatible import same_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ods.hooks import DataOp

Types = Sequence[Type] | None


def _shape_error(shape: Sequence[int], type: Any) -> None:
    fits = len(shape) == type.rank and all(map(same_size, shape, type.shape))
    if not fits:
        raise Wrong(
            f"inferred shape '[{shape_text(shape)}]' is incompatible with return type of operation "
            f"'{type}'"
        )


@check("dot_general")
def check_dot_general(op: DataOp) -> Types:
    """Pairs of dimensions have one size."""
    precision(op)
    n, sides = op.properties["dot_dimension_numbers"], [v.type for v in op.operands]
    batch = n.lhsBatchingDimensions, n.rhsBatchingDimensions
    contracted = n.lhsContractingDimensions, n.rhsContractingDimensions
    for pair, word in ((batch, "batching"), (contracted, "contracting")):
        if len(pair[0]) != len(pair[1]):
            raise Wrong(f"lhs and rhs should have the same number of {word} dimensions")
    for i, side in enumerate(("lhs", "rhs")):
        names = (f"{side}_batching_dimensions", f"{side}_contracting_dimensions")
        distinct(batch[i], contracted[i], names)
    for i, side in enumerate(("lhs", "rhs")):
        for dims, word in ((batch[i], "batching"), (contracted[i], "contracting")):
            for dim in dims:
                if not 0 <= dim < sides[i].rank:
                    raise Wrong(
                        f"{side}_{word}_dimensions value: {dim} is out of range: [0, "
                        f"{sides[i].rank})"
                    )
    for pair, word in ((batch, "batching"), (contracted, "contracting")):
        for a, b in zip(*pair, strict=True):
            if not same_size(sides[0].shape[a], sides[1].shape[b]):
                raise Wrong(f"{word} dimension sizes must match for lhs/rhs")
    _shape_error(product_shape(op), op.results[0].type)
    return None


def product_shape(op: DataOp) -> list[int]:
    """The shape of a valid `dot_general`."""
    n, sides = op.properties["dot_dimension_numbers"], [v.type for v in op.operands]
    batch = n.lhsBatchingDimensions, n.rhsBatchingDimensions
    contracted = n.lhsContractingDimensions, n.rhsContractingDimensions
    shape = [sides[0].shape[d] for d in batch[0]]
    for i in range(2):
        gone = (*batch[i], *contracted[i])
        shape += [size for d, size in enumerate(sides[i].shape) if d not in gone]
    return shape


@check("convolution", "dynamic_conv")
def check_convolution(op: DataOp) -> Types:
    """Dimensions, groups and windows fit."""
    x, w = (v.type for v in op.operands[:2])
    n, p = op.properties["dimension_numbers"], op.properties
    if x.rank != w.rank:
        raise Wrong(
            f"expects convolution arguments to have same number of dimensions. Got: '{x}' and "
            f"'{w}'."
        )
    _dimension_numbers(n, x.rank)
    if len(op.operands) < 3 or known(op.operands[2]) is not None:  # as StableHLO's verifier
        _windows(op)
    groups, batches = p["feature_group_count"].value, p["batch_group_count"].value
    _groups(n, x, w, groups, batches)
    precision(op)
    if len(op.operands) > 2:
        return None  # the padding is an operand
    _shape_error(convolution_shape(op), op.results[0].type)
    return None


def _windows(op: DataOp) -> Any:
    n, w = op.properties["dimension_numbers"], op.operands[1].type
    sizes = [w.shape[d] for d in n.kernelSpatialDimensions]
    return window(op, sizes, ("window_strides", "lhs_dilation", "rhs_dilation"))


def convolution_shape(op: DataOp) -> list[int]:
    """The shape of a valid `convolution`."""
    x, w = (v.type for v in op.operands[:2])
    n, batches = op.properties["dimension_numbers"], op.properties["batch_group_count"].value
    shape = [0] * x.rank
    count = x.shape[n.inputBatchDimension]
    shape[n.outputBatchDimension] = count if count == DYNAMIC else count // batches
    shape[n.outputFeatureDimension] = w.shape[n.kernelOutputFeatureDimension]
    for i, at in enumerate(zip(*_windows(op), strict=True)):
        size, length = x.shape[n.inputSpatialDimensions[i]], w.shape[n.kernelSpatialDimensions[i]]
        shape[n.outputSpatialDimensions[i]] = windowed(size, length, at)
    return shape


def _dimension_numbers(n: Any, rank: int) -> None:
    spatial = (n.inputSpatialDimensions, n.kernelSpatialDimensions, n.outputSpatialDimensions)
    counts = [len(s) for s in spatial]
    if len(set(counts)) > 1:
        raise Wrong(
            "expects the same size for input, kernel and output spatial-dimensions, but got "
            f"{counts[0]}, {counts[1]}, and {counts[2]} resp."
        )
    lists = {
        "input": (n.inputBatchDimension, n.inputFeatureDimension, *spatial[0]),
        "kernel": (n.kernelInputFeatureDimension, n.kernelOutputFeatureDimension, *spatial[1]),
        "output": (n.outputBatchDimension, n.outputFeatureDimension, *spatial[2]),
    }
    if any(not 0 <= d < rank for dims in lists.values() for d in dims):
        raise Wrong(
            f"expects input, kernel, and output dimension-numbers to be in-range [0, {rank})."
        )
    for word, dims in lists.items():
        if len(set(dims)) < len(dims):
            listed = ", ".join(map(str, dims))
            raise Wrong(f"expects {word} dimension-numbers to be unique, got {{{listed}}}.")


def _groups(n: Any, x: Any, w: Any, groups: int, batches: int) -> None:
    if groups > 1 and batches > 1:
        raise Wrong(
            "expects batch_group_count and feature_group_count not to be both greater than 1. "
            f"Got {batches} and {groups} resp."
        )
    count, channels = x.shape[n.inputBatchDimension], x.shape[n.inputFeatureDimension]
    inner = w.shape[n.kernelInputFeatureDimension]
    outer = w.shape[n.kernelOutputFeatureDimension]
    if count != DYNAMIC and count % batches:
        raise Wrong(
            f"expects input batch dimension ({count}) to be divisible by batch_group_count. Got "
            f"batch_group_count = {batches}."
        )
    if channels != DYNAMIC and channels % groups:
        raise Wrong(
            f"expects input feature dimension ({channels}) to be a multiple of "
            f"feature_group_count. Got feature_group_count = {groups}."
        )
    if DYNAMIC not in (channels, inner) and channels // groups != inner:
        raise Wrong(
            f"expects input feature dimension ({channels}) / feature_group_count = kernel input "
            f"feature dimension ({inner}). Got feature_group_count = {groups}."
        )
    if outer != DYNAMIC and outer % batches:
        raise Wrong(
            f"expects output feature dimension size ({outer}) to be a multiple of "
            f"batch_group_count. Got batch_group_count = {batches}."
        )
    if outer != DYNAMIC and outer % groups:
        raise Wrong(
            f"expects kernel output feature dimension ({outer}) to be divisible by "
            f"feature_group_count. For feature_group_count = {groups}."
        )


@check("gather")
def check_gather(op: DataOp) -> Types:
    """Numbers of dimensions and sizes of slices fit."""
    n, x, indices = op.properties["dimension_numbers"], *(v.type for v in op.operands[:2])
    sizes = numbers(op.properties["slice_sizes"])
    gather_numbers(n, x, indices, len(sizes))
    slice_sizes(n, x, sizes)
    kept = [
        size
        for d, size in enumerate(sizes)
        if d not in (*n.collapsedSliceDims, *n.operandBatchingDims)
    ]
    return [gathered(n, x, indices, kept)]


def gather_numbers(n: Any, x: Any, indices: Any, count: int) -> None:
    """Wrong unless numbers of dimensions fit; `count` is how many sizes of slices there are."""
    vector = n.indexVectorDim
    implied = len(n.offsetDims) + len(n.collapsedSliceDims) + len(n.operandBatchingDims)
    if implied != x.rank:
        raise Wrong(
            f"offset_dims size ({len(n.offsetDims)}) plus collapse_slice_dims size "
            f"({len(n.collapsedSliceDims)}) plus operand_batching_dims size "
            f"({len(n.operandBatchingDims)}) is not equal to operand rank ({x.rank})"
        )
    if not 0 <= vector <= indices.rank:
        raise Wrong(
            "Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. "
            f"[0, {indices.rank}]. got: {vector}."
        )
    own = indices.shape[vector] if vector < indices.rank else 1
    if own not in (DYNAMIC, len(n.startIndexMap)):
        raise Wrong(
            f"start_index_map size ({len(n.startIndexMap)}) is not equal to size of index "
            f"dimension ({vector}) of start_indices ({own})"
        )
    rows = "rank-of('operand')"
    _sorted(n.offsetDims, "offset_dims")
    _unique(n.offsetDims, "offset_dims")
    both = "collapsed_slice_dims", "operand_batching_dims"
    distinct(n.collapsedSliceDims, n.operandBatchingDims, both)
    _sorted(n.collapsedSliceDims, both[0])
    in_bounds(n.collapsedSliceDims, x.rank, both[0], rows)
    _sorted(n.operandBatchingDims, both[1])
    in_bounds(n.operandBatchingDims, x.rank, both[1], rows)
    batching = n.startIndicesBatchingDims
    _unique(batching, "start_indices_batching_dims")
    in_bounds(batching, indices.rank, "start_indices_batching_dims", "rank-of('start_indices')")
    if vector in batching:
        raise Wrong(f"expects start_indices_batching_dims not to include index_vector_dim {vector}")
    if len(batching) != len(n.operandBatchingDims):
        raise Wrong(
            "operand_batching_dims and start_indices_batching_dims should have the same size"
        )
    for i, (d, e) in enumerate(zip(n.operandBatchingDims, batching, strict=True)):
        if not same_size(x.shape[d], indices.shape[e]):
            raise Wrong(
                f"operand_batching_dims[{i}] and start_indices_batching_dims[{i}] must have "
                f"compatible sizes, but got {x.shape[d]} and {indices.shape[e]}"
            )
    distinct(n.startIndexMap, n.operandBatchingDims, ("start_index_map", both[1]))
    in_bounds(n.startIndexMap, x.rank, "start_index_map", rows)
    if count not in (DYNAMIC, x.rank):
        raise Wrong(f"slice_sizes size ({count}) not equal to operand rank ({x.rank})")


def slice_sizes(n: Any, x: Any, sizes: Sequence[int]) -> None:
    """Wrong unless slices are in the operand, and have one element where they have no dimension."""
    for i, (size, whole) in enumerate(zip(sizes, x.shape, strict=True)):
        if size < 0 or (whole != DYNAMIC and size > whole):
            raise Wrong(
                f"slice size ({size}) is out of bounds for operand dimension ({whole}) at index {i}"
            )
    names = (
        ("collapsed_slice_dims", n.collapsedSliceDims),
        (
            "operand_batching_dims",
            n.operandBatchingDims,
        ),
    )
    for name, dims in names:
        for d in dims:
            if sizes[d] > 1:
                raise Wrong(
                    f"Expects that for each dim in {name}, slice_sizes[dim] should be <= 1, but "
                    f"got {sizes[d]}"
                )


def gathered(n: Any, x: Any, indices: Any, kept: Sequence[int]) -> RankedTensorType:
    """The type of the result of a lookup of slices with these sizes."""
    vector = n.indexVectorDim
    outer = iter(size for d, size in enumerate(indices.shape) if d != vector)
    rank = len(kept) + indices.rank - (1 if vector < indices.rank else 0)
    in_bounds(n.offsetDims, rank, "offset_dims", "implied-result-rank")
    slices = iter(kept)
    shape = [next(slices) if d in n.offsetDims else next(outer) for d in range(rank)]
    made: RankedTensorType = RankedTensorType(tuple(shape), x.element_type)
    return made


def _sorted(dims: Sequence[int], name: str) -> None:
    if list(dims) != sorted(dims):
        raise Wrong(f"expects {name} to be sorted, got: [{', '.join(map(str, dims))}]")


def _unique(dims: Sequence[int], name: str) -> None:
    if len(set(dims)) < len(dims):
        raise Wrong(f"expects {name} to not repeat, got: [{', '.join(map(str, dims))}]")


@check("scatter")
def check_scatter(op: DataOp) -> Types:
    """Numbers of dimensions fit, and the body takes an element of each."""
    count = (len(op.operands) - 1) // 2
    types = [v.type for v in op.operands]
    inputs, indices, updates = types[:count], types[count], types[count + 1 :]
    n = op.properties["scatter_dimension_numbers"]
    if not 0 <= n.indexVectorDim <= indices.rank:
        raise Wrong(
            "expects scatter index leaf dimension to be within [0, "
            f"rank(scatter_indices) + 1. rank(scatter_indices) is {indices.rank} and scatter index "
            f"leaf dimension is {n.indexVectorDim}."
        )
    _scatter_numbers(n, inputs[0], indices, updates[0])
    scalars = [RankedTensorType((), t.element_type) for t in inputs]
    reducer(op.regions[0].entry, scalars, scalars, ())
    returned = op.regions[0].entry.last.operands
    return [
        t.replace(element_type=v.type.element_type) for t, v in zip(inputs, returned, strict=True)
    ]


def _scatter_numbers(n: Any, x: Any, indices: Any, updates: Any) -> None:
    size = len(n.updateWindowDims) + len(n.insertedWindowDims) + len(n.inputBatchingDims)
    if x.rank != size:
        raise Wrong(
            "Expects rank-of operand to match size-of('update_window_dims') + "
            "size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. "
            f"{size} but got {x.rank}."
        )
    ordered(n.updateWindowDims, "update_window_dims", unique=True)
    in_bounds(n.updateWindowDims, updates.rank, "update_window_dims", "rank-of('updates')")
    distinct(
        n.insertedWindowDims, n.inputBatchingDims, ("inserted_window_dims", "input_batching_dims")
    )
    ordered(n.insertedWindowDims, "inserted_window_dims")
    in_bounds(n.insertedWindowDims, x.rank, "inserted_window_dims", "rank-of('operand')")
    ordered(n.inputBatchingDims, "input_batching_dims")
    in_bounds(n.inputBatchingDims, x.rank, "input_batching_dims", "rank-of('operand')")
    in_bounds(
        n.scatterIndicesBatchingDims,
        indices.rank,
        "scatter_indices_batching_dims",
        "rank-of('scatter_indices')",
    )
    bound = indices.shape[n.indexVectorDim] if n.indexVectorDim < indices.rank else 1
    if bound not in (DYNAMIC, len(n.scatterDimsToOperandDims)):
        raise Wrong(
            f"Scatter op has {len(n.scatterDimsToOperandDims)} elements in "
            f"scatter_dims_to_operand_dims and the bound of dimension index_vector_dim="
            f"{n.indexVectorDim} of scatter_indices is {bound}. These two numbers must be equal."
        )
    distinct(
        n.scatterDimsToOperandDims,
        n.inputBatchingDims,
        ("scatter_dims_to_operand_dims", "input_batching_dims"),
    )
    in_bounds(
        n.scatterDimsToOperandDims, x.rank, "scatter_dims_to_operand_dims", "rank-of('operand')"
    )
    kept = [d for d in range(x.rank) if d not in (*n.insertedWindowDims, *n.inputBatchingDims)]
    for dim, of in zip(n.updateWindowDims, kept, strict=False):
        if DYNAMIC not in (updates.shape[dim], x.shape[of]) and updates.shape[dim] > x.shape[of]:
            raise Wrong(
                "Expects bounds of the window dimensions of updates to not exceed the bounds of "
                f"the corresponding dimensions of operand. For dimension {dim}, updates bound is "
                f"{updates.shape[dim]}, operand bound is {x.shape[of]}."
            )
