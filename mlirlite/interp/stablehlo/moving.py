"""Ops that make or move elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.interp.stablehlo.arrays import native, on, shape_of, wide
from mlirlite.interp.values import Array, Undefined
from mlirlite.ods.hooks import DataOp


def numbers(attribute: Any) -> list[int]:
    """The integers of an array attribute, or of dense elements."""
    if attribute is None:
        return []
    values = attribute.value if hasattr(attribute, "value") else attribute.values()
    return [int(n) for n in values]


def ints(array: Array) -> list[int]:
    """Elements as Python's integers."""
    return [int(n) for n in wide(np.asarray(array)).reshape(-1)]


@on("iota")
def run_iota(op: DataOp) -> Array:
    """Indices along a dimension."""
    return iota(op, shape_of(op))


@on("dynamic_iota")
def run_dynamic_iota(op: DataOp, sizes: Array) -> Array:
    """The same, of sizes that are an operand."""
    return iota(op, ints(sizes))


def iota(op: DataOp, shape: Sequence[int]) -> Array:
    """Indices along the op's dimension."""
    dimension = op.properties["iota_dimension"].value
    column = np.arange(shape[dimension])
    wanted = [-1 if d == dimension else 1 for d in range(len(shape))]
    return np.broadcast_to(column.reshape(wanted), shape)


@on("reshape")
def run_reshape(op: DataOp, x: Array) -> Array:
    """The elements in another shape."""
    return x.reshape(shape_of(op))


@on("dynamic_reshape")
def run_dynamic_reshape(op: DataOp, x: Array, sizes: Array) -> Array:
    """The same, of sizes that are an operand."""
    shape = ints(sizes)
    if int(np.prod(shape, dtype=int)) != x.size:
        raise Undefined(f"{x.size} elements have no shape {shape}")
    return x.reshape(shape)


@on("transpose")
def run_transpose(op: DataOp, x: Array) -> Array:
    """Dimensions in another order."""
    return np.transpose(x, numbers(op.properties["permutation"]))


@on("reverse")
def run_reverse(op: DataOp, x: Array) -> Array:
    """Elements in reverse along dimensions."""
    return np.asarray(np.flip(x, tuple(numbers(op.properties["dimensions"]))))


@on("broadcast")
def run_broadcast(op: DataOp, x: Array) -> Array:
    """The elements once more along new first dimensions."""
    return np.broadcast_to(x, (*numbers(op.properties["broadcast_sizes"]), *x.shape))


@on("broadcast_in_dim")
def run_broadcast_in_dim(op: DataOp, x: Array) -> Array:
    """Dimensions put at places of a larger shape."""
    return broadcast(x, numbers(op.properties["broadcast_dimensions"]), shape_of(op))


@on("dynamic_broadcast_in_dim")
def run_dynamic_broadcast(op: DataOp, x: Array, sizes: Array) -> Array:
    """The same, of sizes that are an operand."""
    return broadcast(x, numbers(op.properties["broadcast_dimensions"]), ints(sizes))


def broadcast(x: Array, places: Sequence[int], shape: Sequence[int]) -> Array:
    """An array whose dimensions are at these places of a shape."""
    order = sorted(range(x.ndim), key=lambda d: places[d])
    wanted = [1] * len(shape)
    for d in range(x.ndim):
        if x.shape[d] not in (1, shape[places[d]]):
            raise Undefined(f"a size of {x.shape[d]} is broadcast to {shape[places[d]]}")
        wanted[places[d]] = x.shape[d]
    return np.broadcast_to(np.transpose(x, order).reshape(wanted), shape)


@on("concatenate")
def run_concatenate(op: DataOp, *operands: Array) -> Array:
    """Arrays one after the other."""
    return np.concatenate(operands, axis=op.properties["dimension"].value)


@on("slice")
def run_slice(op: DataOp, x: Array) -> Array:
    """Elements from a start to a limit."""
    names = ("start_indices", "limit_indices", "strides")
    return x[tuple(map(slice, *(numbers(op.properties[n]) for n in names)))]


@on("real_dynamic_slice")
def run_real_dynamic_slice(
    op: DataOp, x: Array, start: Array, limit: Array, stride: Array
) -> Array:
    """The same, of operands."""
    return x[tuple(map(slice, ints(start), ints(limit), ints(stride)))]


def clamped(starts: Sequence[Array], shape: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Starts so that a slice is inside."""
    return [
        min(max(ints(start)[0], 0), whole - size)
        for start, whole, size in zip(starts, shape, sizes, strict=True)
    ]


@on("dynamic_slice")
def run_dynamic_slice(op: DataOp, x: Array, *starts: Array) -> Array:
    """Elements from a start that is an operand."""
    sizes = numbers(op.properties["slice_sizes"])
    found = clamped(starts, x.shape, sizes)
    return x[tuple(slice(i, i + n) for i, n in zip(found, sizes, strict=True))]


@on("dynamic_update_slice")
def run_dynamic_update_slice(op: DataOp, x: Array, update: Array, *starts: Array) -> Array:
    """The array with other elements from a start."""
    found = clamped(starts, x.shape, update.shape)
    made = x.copy()
    made[tuple(slice(i, i + n) for i, n in zip(found, update.shape, strict=True))] = update
    return made


@on("pad")
def run_pad(op: DataOp, x: Array, value: Array) -> Array:
    """The array with a value around and between its elements."""
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    return pad(x, value, *(numbers(op.properties[n]) for n in names))


@on("dynamic_pad")
def run_dynamic_pad(op: DataOp, x: Array, value: Array, *given: Array) -> Array:
    """The same, of operands."""
    return pad(x, value, *map(ints, given))


def pad(
    x: Array, value: Array, low: Sequence[int], high: Sequence[int], interior: Sequence[int]
) -> Array:
    """The array with a value around and between its elements; negative counts cut."""
    for d in range(x.ndim):
        between = interior[d]
        count = x.shape[d]
        spread = count + max(count - 1, 0) * between
        shape = list(x.shape)
        shape[d] = max(low[d] + spread + high[d], 0)
        made = np.full(shape, value, x.dtype)
        places = low[d] + np.arange(count) * (between + 1)
        inside = (places >= 0) & (places < shape[d])
        at: list[Any] = [slice(None)] * x.ndim
        source = list(at)
        at[d], source[d] = places[inside], np.nonzero(inside)[0]
        made[tuple(at)] = x[tuple(source)]
        x = made
    return x


@on("get_dimension_size")
def run_get_dimension_size(op: DataOp, x: Array) -> Any:
    """The size of a dimension."""
    return np.asarray(x.shape[op.properties["dimension"].value])


@on("set_dimension_size")
def run_set_dimension_size(op: DataOp, x: Array, size: Array) -> Array:
    """The first elements of a dimension."""
    at: list[Any] = [slice(None)] * x.ndim
    at[op.properties["dimension"].value] = slice(0, ints(size)[0])
    return np.asarray(x[tuple(at)])


@on("tuple")
def run_tuple(op: DataOp, *operands: Any) -> Any:
    """The operands in a tuple."""
    return [tuple(operands)]


@on("get_tuple_element")
def run_get_tuple_element(op: DataOp, given: Any) -> Any:
    """One of them."""
    return [given[op.properties["index"].value]]


def empty(op: DataOp) -> Array:
    """An array of zeros for the first result."""
    return np.zeros(shape_of(op), native(op.results[0].type))
