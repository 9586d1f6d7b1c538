"""Rules of ops that make or move elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.ir.types import I64, ComplexType, FloatType, element_type_of
from mlirlite.ods.hooks import DataOp


def listed(attribute: Any) -> list[int]:
    """The integers of an array attribute, or of dense elements."""
    if attribute is None:
        return []
    values = attribute.value if hasattr(attribute, "value") else attribute.values()
    return [int(n) for n in values]


def shape_of(op: DataOp, index: int = 0) -> tuple[int, ...]:
    """The static shape of a result."""
    shape = tuple(op.results[index].type.shape)
    if any(n < 0 for n in shape):
        raise Refused("a size that is known at run time only")
    return shape


@rule("iota")
def iota(b: Builder, op: DataOp) -> Tensor:
    """Indices along a dimension."""
    shape, dimension = shape_of(op), op.properties["iota_dimension"].value
    element = element_type_of(op.results[0].type)
    if isinstance(element, ComplexType):  # the real parts
        element = element.element_type
    row = b.counts(shape[dimension]).to(element)
    wanted = [shape[d] if d == dimension else 1 for d in range(len(shape))]
    return row.reshape(wanted).expand(shape)


@rule("reshape")
def reshape(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The elements in another shape."""
    return x.reshape(shape_of(op))


@rule("transpose")
def transpose(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Dimensions in another order."""
    return x.transpose(listed(op.properties["permutation"]))


@rule("reverse")
def reverse(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Elements in reverse along dimensions."""
    return reversed_along(b, x, listed(op.properties["dimensions"]))


def reversed_along(b: Builder, x: Tensor, axes: Sequence[int]) -> Tensor:
    """Elements in reverse along dimensions."""
    if not axes:
        return x
    n = len(axes)
    ends = [-(x.shape[d] + 1) for d in axes]
    return x(
        "Slice",
        b.integers(*[-1] * n),
        b.integers(*ends),
        b.integers(*axes),
        b.integers(*[-1] * n),
    )


@rule("broadcast")
def broadcast(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The elements once more along new first dimensions."""
    return x.expand(shape_of(op))


@rule("broadcast_in_dim")
def broadcast_in_dim(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Dimensions put at places of a larger shape."""
    shape, places = shape_of(op), listed(op.properties["broadcast_dimensions"])
    order = sorted(range(x.rank), key=lambda d: places[d])
    wanted = [1] * len(shape)
    for d in range(x.rank):
        wanted[places[d]] = x.shape[d]
    return x.transpose(order).reshape(wanted).expand(shape)


@rule("concatenate")
def concatenate(b: Builder, op: DataOp, *operands: Tensor) -> Tensor:
    """Tensors one after the other."""
    return b.concat(operands, op.properties["dimension"].value)


@rule("slice")
def cut(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Elements from a start to a limit."""
    names = ("start_indices", "limit_indices", "strides")
    starts, limits, strides = (listed(op.properties[n]) for n in names)
    axes = [d for d in range(x.rank) if (starts[d], limits[d], strides[d]) != (0, x.shape[d], 1)]
    if not axes:
        return x
    given = [b.integers(*(v[d] for d in axes)) for v in (starts, limits)]
    steps = b.integers(*(strides[d] for d in axes))
    return x("Slice", *given, b.integers(*axes), steps)


@rule("pad")
def pad(b: Builder, op: DataOp, x: Tensor, value: Tensor) -> Tensor:
    """The tensor with a value around and between its elements."""
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    return padded(b, x, value, *(listed(op.properties[n]) for n in names))


def padded(
    b: Builder,
    x: Tensor,
    value: Tensor,
    low: Sequence[int],
    high: Sequence[int],
    interior: Sequence[int] = (),
) -> Tensor:
    """The tensor with a value around and between its elements; negative counts cut."""
    for d, between in enumerate(interior):
        if between and x.shape[d] > 1:
            x = _spread(b, x, value, d, between)
    for d in range(x.rank):
        cut_low, cut_high = max(-low[d], 0), max(-high[d], 0)
        x = x.slice(d, cut_low, max(x.shape[d] - cut_high, cut_low))
    pads = [max(n, 0) for n in (*low, *high)]
    return around(b, x, value, pads) if any(pads) else x


def around(b: Builder, x: Tensor, value: Tensor, pads: Sequence[int]) -> Tensor:
    """The tensor with a value before and after it along each dimension."""
    if x.is_bool:
        from mlirlite.ir.types import I8  # late: few programs have it

        whole = around(b, x.to(I8), value.to(I8), pads)
        return whole.to(x.element)
    return x("Pad", b.integers(*pads), value.reshape([]), None)


def _spread(b: Builder, x: Tensor, value: Tensor, d: int, between: int) -> Tensor:
    """The value put between the elements along a dimension."""
    shape = list(x.shape)
    split = [*shape[: d + 1], 1, *shape[d + 1 :]]
    pads = [0] * (2 * len(split))
    pads[len(split) + d + 1] = between
    wide = around(b, x.reshape(split), value, pads)
    whole = shape[d] * (between + 1)
    return wide.reshape([*shape[:d], whole, *shape[d + 1 :]]).slice(d, 0, whole - between)


@rule("dynamic_slice")
def dynamic_slice(b: Builder, op: DataOp, x: Tensor, *starts: Tensor) -> Tensor:
    """Elements from a start that is an operand."""
    sizes = listed(op.properties["slice_sizes"])
    for d, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        if size != x.shape[d]:
            places = clamped(start, x.shape[d] - size).reshape([1]) + b.counts(size)
            x = x("Gather", places, axis=d)
    return x


def clamped(start: Tensor, limit: int) -> Tensor:
    """A start that is neither below zero nor above a limit, as 64-bit integer."""
    b = start.b
    if start.is_unsigned and start.width == 64:
        start = b("Min", [start, start.like(limit)])
    wide = start.to(I64)
    return b("Min", [b("Max", [wide, wide.like(0)]), wide.like(limit)])


@rule("dynamic_update_slice")
def dynamic_update_slice(
    b: Builder, op: DataOp, x: Tensor, update: Tensor, *starts: Tensor
) -> Tensor:
    """The tensor with other elements from a start."""
    partial = [d for d in range(x.rank) if update.shape[d] != x.shape[d]]
    if not partial:
        return update
    if 0 in update.shape:
        return x
    first, last = partial[0], partial[-1]
    if first == last and x.shape[first] and update.shape[first] * 4 >= x.shape[first]:
        return _update_by_mask(b, x, update, first, starts[first])
    shape = update.shape[: last + 1]
    parts = []
    for d in range(last + 1):
        places = clamped(starts[d], x.shape[d] - shape[d]).reshape([1]) + b.counts(shape[d])
        parts.append(places.reshape([-1 if k == d else 1 for k in range(last + 1)] + [1]))
    grid = [
        p.reshape([*(shape[d] if k == d else 1 for k in range(last + 1)), 1])
        for d, p in enumerate(parts)
    ]
    indices = b.concat([p.expand([*shape, 1]) for p in grid], last + 1)
    return x("ScatterND", indices, update)


def _update_by_mask(b: Builder, x: Tensor, update: Tensor, d: int, start: Tensor) -> Tensor:
    """The update chosen where it lies, along one dimension."""
    size, whole = update.shape[d], x.shape[d]
    offset = b.counts(whole) - clamped(start, whole - size).reshape([1])
    inside = (offset >= 0) & (offset < size)
    places = b("Min", [b("Max", [offset, offset.like(0)]), offset.like(size - 1)])
    wanted = [whole if k == d else 1 for k in range(x.rank)]
    return inside.reshape(wanted).where(update("Gather", places, axis=d), x)


@rule("get_dimension_size")
def get_dimension_size(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The size of a dimension."""
    d = op.properties["dimension"].value
    size = x("Shape", start=d, end=d + 1)
    return size.to(element_type_of(op.results[0].type)).reshape([])


def zero(x: Tensor) -> float | int:
    """Zero of an element type."""
    return 0.0 if isinstance(x.element, FloatType) else 0
