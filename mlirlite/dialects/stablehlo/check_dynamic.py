"""Checks of ops whose sizes are operands, and of bits as other types."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.dialects.quant.types import QuantizedType
from mlirlite.dialects.stablehlo.check import Wrong, check
from mlirlite.dialects.stablehlo.check_products import gather_numbers, gathered, slice_sizes
from mlirlite.dialects.stablehlo.check_shapes import known, numbers
from mlirlite.dialects.stablehlo.compatible import same_elements, same_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, ComplexType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.ods.hooks import DataOp

Types = Sequence[Type] | None


def _is_quantized(*types: Any) -> bool:
    return any(isinstance(element_type_of(t), QuantizedType) for t in types)


def _one_element(op: DataOp) -> None:
    x, y = op.operands[0].type, op.results[0].type
    if not _is_quantized(x, y) and not same_elements(x, y):
        raise Wrong(
            f"expects operand and result to have compatible element type. Got: '{x}' and '{y}'"
        )


def _output_shape(value: Value, result: Any) -> None:
    """Wrong if sizes that are constants are not those of the result."""
    sizes = known(value)
    if sizes is None:
        return
    fits = len(sizes) == result.rank and all(map(same_size, sizes, result.shape))
    if not fits:
        raise Wrong(
            f"output shape [{', '.join(map(str, sizes))}] is incompatible with return type of "
            f"operation '{result}'"
        )


@check("dynamic_broadcast_in_dim")
def check_dynamic_broadcast(op: DataOp) -> Types:
    """Each dimension goes to one of its size; hints name dimensions of the operand."""
    x, y = op.operands[0].type, op.results[0].type
    dims = numbers(op.properties["broadcast_dimensions"])
    _one_element(op)
    if len(dims) != x.rank:
        raise Wrong(
            f"broadcast_dimensions size ({len(dims)}) does not match operand rank ({x.rank})"
        )
    if y.rank < x.rank:
        raise Wrong(f"result rank ({y.rank}) is less than operand rank ({x.rank})")
    if len(set(dims)) < len(dims):
        raise Wrong("broadcast_dimensions should not have duplicates")
    for i, (dim, size) in enumerate(zip(dims, x.shape, strict=True)):
        if not 0 <= dim < y.rank:
            raise Wrong(
                f"broadcast_dimensions contains invalid value {dim} for result with rank {y.rank}"
            )
        if size != 1 and not same_size(size, y.shape[dim]):
            raise Wrong(
                f"size of operand dimension {i} ({size}) is not compatible with size of result "
                f"dimension {dim} ({y.shape[dim]})"
            )
    _output_shape(op.operands[1], y)
    names = ("known_expanding_dimensions", "known_nonexpanding_dimensions")
    hints = [d for name in names for d in numbers(op.properties.get(name))]
    if len(set(hints)) < len(hints):
        raise Wrong("duplicate expansion hint for at least one operand dimension")
    for d in hints:
        if not 0 <= d < x.rank:
            raise Wrong(
                f"hint for expanding dimension {d} does not refer to a valid operand dimension"
            )
    return None


@check("dynamic_reshape")
def check_dynamic_reshape(op: DataOp) -> Types:
    """The number of elements stays."""
    x, y = op.operands[0].type, op.results[0].type
    _one_element(op)
    if DYNAMIC not in (*x.shape, *y.shape) and prod(x.shape) != prod(y.shape):
        raise Wrong(
            f"number of output elements ({prod(y.shape)}) doesn't match expected number of "
            f"elements ({prod(x.shape)})"
        )
    _output_shape(op.operands[1], y)
    if op.operands[1].type.shape[0] not in (DYNAMIC, y.rank):
        raise Wrong("result should have a rank equal to the number of elements in output_shape")
    sizes = known(op.operands[1])
    if sizes is not None and DYNAMIC not in x.shape and prod(sizes) != prod(x.shape):
        raise Wrong(
            "output_shape is incompatible with input type of operation: input has "
            f"{prod(x.shape)} elements, but output_shape has {prod(sizes)}"
        )
    return None


@check("dynamic_iota")
def check_dynamic_iota(op: DataOp) -> Types:
    """The dimension is one of the result's."""
    y = op.results[0].type
    if op.properties["iota_dimension"].value >= y.rank:
        raise Wrong("iota dimension cannot go beyond the output rank.")
    _output_shape(op.operands[0], y)
    return None


@check("dynamic_pad")
def check_dynamic_pad(op: DataOp) -> Types:
    """A padding for each dimension."""
    x, y = op.operands[0].type, op.results[0].type
    size = op.operands[2].type.shape[0]
    if size != x.rank:
        raise Wrong(f"padding operands size ({size}) must match operand rank ({x.rank})")
    low, high, interior = (known(v) for v in op.operands[2:5])
    if interior is not None and any(n < 0 for n in interior):
        raise Wrong(
            f"interior_padding must be non-negative, but got {', '.join(map(str, interior))}"
        )
    if low is None or high is None or interior is None or DYNAMIC in (*x.shape, *y.shape):
        return None
    for i, (n, out) in enumerate(zip(x.shape, y.shape, strict=True)):
        want = n + low[i] + max(n - 1, 0) * interior[i] + high[i]
        if out != want:
            raise Wrong(f"expected output dimension at index {i} to equal {want}, but got {out}")
    return None


@check("dynamic_gather")
def check_dynamic_gather(op: DataOp) -> Types:
    """Numbers of dimensions and sizes of slices fit."""
    n, x, indices = op.properties["dimension_numbers"], *(v.type for v in op.operands[:2])
    gather_numbers(n, x, indices, op.operands[2].type.shape[0])
    sizes = known(op.operands[2])
    if sizes is not None:
        slice_sizes(n, x, sizes)
    gone = (*n.collapsedSliceDims, *n.operandBatchingDims)
    kept = [DYNAMIC if sizes is None else sizes[d] for d in range(x.rank) if d not in gone]
    return [gathered(n, x, indices, kept)]


@check("bitcast_convert")
def check_bitcast_convert(op: DataOp) -> Types:
    """A last dimension has the parts of wider elements."""
    x, y = op.operands[0].type, op.results[0].type
    kinds = [isinstance(t.element_type, ComplexType) for t in (x, y)]
    if kinds[0] != kinds[1]:
        raise Wrong(f"cannot convert between real and complex types, but got: '{x}' and '{y}'")
    widths = _width(x.element_type), _width(y.element_type)
    small, large = (x, y) if widths[0] < widths[1] else (y, x)
    prefix = small.shape
    if widths[0] != widths[1]:
        if small.rank != large.rank + 1:
            raise Wrong(
                f"rank of smaller element type ({small.rank}) should be 1 more than rank of larger "
                f"element type ({large.rank}), but {small.rank} != {large.rank} + 1."
            )
        last = small.shape[-1]
        if last != DYNAMIC and last * min(widths) != max(widths):
            raise Wrong(
                f"requires compatible bit widths. Got: '{x}' and '{y}', but {min(widths)} * {last} "
                f"!= {max(widths)}."
            )
        prefix = small.shape[:-1]
    if not all(map(same_size, prefix, large.shape)):
        raise Wrong(
            "operand and result shapes must match except for the innermost dimension of the shape "
            f"with the smaller element type. Got: '{x}' and '{y}'."
        )
    return None


def _width(element: Any) -> int:
    if isinstance(element, ComplexType):
        return 2 * _width(element.element_type)
    if isinstance(element, QuantizedType):
        element = element.storage_type
    return int(element.width)
