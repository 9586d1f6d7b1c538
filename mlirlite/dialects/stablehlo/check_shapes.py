"""Checks of ops that make, move or look up elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.stablehlo.check import (
    Wrong,
    check,
    kept_bounds,
    same_start_types,
    shape_text,
    tensor,
)
from mlirlite.dialects.stablehlo.compatible import compatible, most_specific, same_shape, same_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.ods.hooks import DataOp
from mlirlite.rewriting.folding import constant_value

Types = Sequence[Type] | None


def numbers(attribute: Any) -> list[int]:
    """The integers of an array attribute, or of dense elements."""
    if attribute is None:
        return []
    values = attribute.value if hasattr(attribute, "value") else attribute.values()
    return [int(n) for n in values]


def known(value: Value) -> list[int] | None:
    """The integers of an operand that is a constant; None for another one."""
    attribute = constant_value(value)
    if attribute is None:
        return None
    found = numbers(attribute)
    type: Any = value.type
    count = type.num_elements
    return found * count if len(found) == 1 and count != 1 else found


@check("iota")
def check_iota(op: DataOp) -> Types:
    """The dimension is one of the result's."""
    rank = op.results[0].type.rank
    if rank == 0:
        raise Wrong("does not support scalars.")
    if op.properties["iota_dimension"].value >= rank:
        raise Wrong("iota dimension cannot go beyond the output rank.")
    return None


@check("reshape")
def check_reshape(op: DataOp) -> Types:
    """The number of elements stays."""
    source, target = op.operands[0].type, op.results[0].type
    if DYNAMIC not in (*source.shape, *target.shape):
        found, expected = target.num_elements, source.num_elements
        if found != expected:
            raise Wrong(
                f"number of output elements ({found}) doesn't match expected number of elements "
                f"({expected})"
            )
    return None


@check("transpose")
def check_transpose(op: DataOp) -> Types:
    """Each dimension occurs once."""
    type, order = op.operands[0].type, numbers(op.properties["permutation"])
    if len(order) != type.rank:
        raise Wrong(
            f"TransposeOp operand rank {type.rank} does not match permutation size {len(order)}"
        )
    if sorted(order) != list(range(type.rank)):
        wanted = ", ".join(map(str, range(type.rank)))
        found = ", ".join(map(str, order))
        raise Wrong(f"attribute permutation must be a permutation of [{wanted}] but got {found}")
    bounds = kept_bounds(type)
    moved = None if bounds is None else [bounds[d] for d in order]
    return [tensor(type, [type.shape[d] for d in order], moved)]


@check("reverse")
def check_reverse(op: DataOp) -> Types:
    """Dimensions of the operand, each once."""
    dims, rank = numbers(op.properties["dimensions"]), op.operands[0].type.rank
    if len(set(dims)) < len(dims):
        raise Wrong(f"dimensions should be unique. Got: {', '.join(map(str, dims))}")
    for dim in dims:
        if dim < 0:
            raise Wrong(f"all dimensions should be non-negative. Got dimension: {dim}.")
        if dim >= rank:
            raise Wrong(f"all dimensions should be between [0, {rank}). Got dimension: {dim}.")
    return None


@check("broadcast_in_dim")
def check_broadcast(op: DataOp) -> Types:
    """Each dimension goes to one of its size."""
    source, target = op.operands[0].type, op.results[0].type
    dims = numbers(op.properties["broadcast_dimensions"])
    if len(dims) != source.rank:
        raise Wrong(
            f"broadcast_dimensions size ({len(dims)}) does not match operand rank ({source.rank})"
        )
    if len(set(dims)) < len(dims):
        raise Wrong("broadcast_dimensions should not have duplicates")
    for i, (dim, size) in enumerate(zip(dims, source.shape, strict=True)):
        if not 0 <= dim < target.rank:
            raise Wrong(
                f"broadcast_dimensions contains invalid value {dim} for result with rank "
                f"{target.rank}"
            )
        if size not in (1, DYNAMIC, target.shape[dim]):
            raise Wrong(
                f"size of operand dimension {i} ({size}) is not equal to 1 or size of result "
                f"dimension {dim} ({target.shape[dim]})"
            )
    return None


@check("concatenate")
def check_concatenate(op: DataOp) -> Types:
    """Sizes of other dimensions are equal."""
    types, dim = [v.type for v in op.operands], op.properties["dimension"].value
    first = types[0]
    if first.rank == 0:
        raise Wrong("rank-0 values cannot be concatenated")
    if dim >= first.rank:
        raise Wrong(f"dimension {dim} is out-of-bounds for input rank {first.rank}")
    for i, type in enumerate(types):
        if type.rank != first.rank:
            raise Wrong(f"operands (0) and ({i}) do not match rank")
        for d, (a, b) in enumerate(zip(first.shape, type.shape, strict=True)):
            if d != dim and not same_size(a, b):
                raise Wrong(
                    f"shapes of operand (0) and ({i}) are not compatible at non-concat index {d}: "
                    f"({shape_text(first.shape)}) != ({shape_text(type.shape)})"
                )
    shape = [max(column) for column in zip(*(t.shape for t in types), strict=True)]
    sizes = [t.shape[dim] for t in types]
    shape[dim] = DYNAMIC if DYNAMIC in sizes else sum(sizes)
    return [tensor(first, shape)] if all(kept_bounds(t) is None for t in types) else None


@check("slice")
def check_slice(op: DataOp) -> Types:
    """Starts, limits and steps are inside."""
    type = op.operands[0].type
    names = ("start_indices", "limit_indices", "strides")
    starts, limits, steps = (numbers(op.properties[n]) for n in names)
    if len(starts) != type.rank:
        raise Wrong(
            f"the number of elements in start_indices ({len(starts)}) does not match the rank of "
            f"the operand ({type.rank})"
        )
    bounds = kept_bounds(type)
    shape = []
    for i, (start, limit, step) in enumerate(zip(starts, limits, steps, strict=True)):
        size, word = type.shape[i], "size"
        if size == DYNAMIC and bounds is not None:
            size, word = bounds[i], "bound"
        if start < 0:
            raise Wrong(f"negative start index {start} in dimension {i}")
        if size != DYNAMIC and limit > size:
            raise Wrong(
                f"limit index {limit} is larger than dimension {word} {size} in dimension {i}"
            )
        if start > limit:
            raise Wrong(f"start index {start} is larger than limit index {limit} in dimension {i}")
        if step <= 0:
            raise Wrong(f"stride must be positive but got {step} in dimension {i}")
        shape.append(-(-(limit - start) // step))
    return [tensor(type, shape)]


@check("dynamic_slice")
def check_dynamic_slice(op: DataOp) -> Types:
    """Sizes are inside, one for each start."""
    type, starts = op.operands[0].type, op.operands[1:]
    sizes = numbers(op.properties["slice_sizes"])
    if len(starts) != len(sizes):
        raise Wrong(
            f"has mismatched number of slice sizes ({len(sizes)}) and number of start indices "
            f"({len(starts)})"
        )
    if type.rank != len(starts):
        raise Wrong(
            f"has mismatched number of start indices ({len(starts)}) and the rank of operand "
            f"({type.rank})"
        )
    same_start_types(starts)
    for i, (size, whole) in enumerate(zip(sizes, type.shape, strict=True)):
        if size < 0:
            raise Wrong(f"has negative size index to dynamic slice: {size}")
        if whole != DYNAMIC and size > whole:
            raise Wrong(
                f"has slice size {size} greater than dimension size {whole} in dimension {i} of "
                "operand"
            )
    return [tensor(type, sizes)]


@check("dynamic_update_slice")
def check_dynamic_update_slice(op: DataOp) -> Types:
    """The update is inside."""
    type, update, starts = op.operands[0].type, op.operands[1].type, op.operands[2:]
    if update.rank != type.rank:
        raise Wrong(f"update rank does not match operand rank: {update.rank} vs {type.rank}.")
    if len(starts) != type.rank:
        raise Wrong(
            f"expects number of start_indices to match operand rank: {len(starts)} vs {type.rank}."
        )
    same_start_types(starts)
    for i, (whole, size) in enumerate(zip(type.shape, update.shape, strict=True)):
        if DYNAMIC not in (whole, size) and size > whole:
            raise Wrong(
                f"expects size at dimension {i} of update to be in range [0, {whole}]. Got: {size}."
            )
    return [type]


@check("pad")
def check_pad(op: DataOp) -> Types:
    """Sizes do not become negative."""
    type, bounds = op.operands[0].type, kept_bounds(op.operands[0].type)
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    low, high, interior = (numbers(op.properties[n]) for n in names)
    if len(low) != type.rank:
        raise Wrong(f"edge_padding_low length ({len(low)}) must match operand rank ({type.rank})")
    shape, limits = [], [DYNAMIC] * type.rank
    for i, size in enumerate(type.shape):
        if interior[i] < 0:
            raise Wrong(f"Interior padding cannot be negative: {interior[i]}")
        of, word = (size, "size") if size != DYNAMIC or bounds is None else (bounds[i], "bound")
        made = DYNAMIC
        if of != DYNAMIC:
            made = of + low[i] + high[i] + max(of - 1, 0) * interior[i]
            if made < 0:
                raise Wrong(f"Padding result in negative {word} for dimension {i}")
        shape.append(made if word == "size" else DYNAMIC)
        limits[i] = made if word == "bound" else DYNAMIC
    return [tensor(type, shape, limits)]


@check("get_dimension_size", "set_dimension_size")
def check_dimension(op: DataOp) -> Types:
    """The dimension is one of the operand's."""
    dim, rank = op.properties["dimension"].value, op.operands[0].type.rank
    if not 0 <= dim < rank:
        raise Wrong(f"requires dimension attribute in range [0, {rank}); found ({dim})")
    return None


@check("select")
def check_select(op: DataOp) -> Types:
    """Both branches are alike, and the condition has their shape, or none."""
    condition, yes, no = (v.type for v in op.operands)
    if not compatible(yes, no):
        raise Wrong("requires compatible types for non-predicate operands")
    if condition.rank and not same_shape(condition, yes):
        raise Wrong("requires the same shape for all operands")
    return [most_specific([yes, no])]


@check("clamp")
def check_clamp(op: DataOp) -> Types:
    """Bounds have the shape of the operand, or none."""
    low, type, high = (v.type for v in op.operands)
    for bound, word in ((low, "min"), (high, "max")):
        if bound.rank and not same_shape(bound, type):
            raise Wrong(
                f"{word} shape [{shape_text(bound.shape)}] is not scalar and is not compatible to "
                f"operand shape [{shape_text(type.shape)}]"
            )
    return [type]


@check("compare")
def check_compare(op: DataOp) -> Types:
    """A boolean for each element."""
    from mlirlite.ir.types import I1  # late: only here

    found = most_specific([v.type for v in op.operands])
    return [found.replace(element_type=I1)]
