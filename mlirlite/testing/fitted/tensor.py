"""Slices, reshapes, borders and coordinates of tensors."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UNIT, ArrayAttr, IntegerAttr, i32_array, i64_array
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.types import DYNAMIC, I64, INDEX, RankedTensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.testing.fitted import Parts, Program, fits
from mlirlite.testing.shapes import groups_of, loosened, random_shape, split_sizes


def _slice_of(p: Program, whole: Any) -> tuple[Any, list[Any], dict[str, Attribute]]:
    """The type of a slice, its numbers as operands, and their properties."""
    (offsets, starts), (sizes, shape), (strides, steps) = p.box(whole.shape)
    kept = tuple(shape)
    if p.rng.random() < 0.3:
        kept = tuple(size for size in shape if size != 1 or p.rng.random() < 0.5)
    properties: dict[str, Attribute] = {
        "static_offsets": i64_array(starts),
        "static_sizes": i64_array(shape),
        "static_strides": i64_array(steps),
    }
    counts = (len(offsets), len(sizes), len(strides))
    properties[OPERAND_SEGMENTS] = i32_array(counts)
    return RankedTensorType(kept, whole.element_type), [*offsets, *sizes, *strides], properties


def _counted(properties: dict[str, Attribute], *first: int) -> dict[str, Attribute]:
    """The properties with these counts of operands before those of the numbers."""
    counts: Any = properties[OPERAND_SEGMENTS]
    return {**properties, OPERAND_SEGMENTS: i32_array((*first, *counts.value))}


@fits("tensor.extract_slice")
def _extract_slice(p: Program) -> Parts | None:
    whole = p.pick(RankedTensorType, 1)
    if whole is None:
        return None
    part, numbers, properties = _slice_of(p, whole)
    return Parts((p.value(whole), *numbers), (part,), _counted(properties, 1))


@fits("tensor.insert_slice")
def _insert_slice(p: Program) -> Parts | None:
    whole = p.pick(RankedTensorType, 1)
    if whole is None:
        return None
    part, numbers, properties = _slice_of(p, whole)
    operands = (p.value(part), p.value(whole), *numbers)
    return Parts(operands, (whole,), _counted(properties, 1, 1))


def parallel_insert_slice(p: Program, shared: Value) -> Parts:
    """One iteration's part of a tensor that a loop fills."""
    part, numbers, properties = _slice_of(p, shared.type)
    operands = (p.value(part), shared, *numbers)
    return Parts(operands, (), _counted(properties, 1, 1))


@fits("tensor.cast")
def _cast(p: Program) -> Parts | None:
    source = p.pick(RankedTensorType)
    if source is None:
        return None
    unranked = UnrankedTensorType(source.element_type)
    other: Any = unranked if p.rng.random() < 0.2 else loosened(p.rng, source)
    first, second = p.rng.sample((source, other), 2)
    return Parts((p.value(first),), (second,))


def _groups(groups: list[list[int]]) -> dict[str, Attribute]:
    parts = tuple(ArrayAttr(tuple(IntegerAttr(d, I64) for d in g)) for g in groups)
    return {"reassociation": ArrayAttr(parts)}


@fits("tensor.collapse_shape")
def _collapse_shape(p: Program) -> Parts | None:
    source = p.pick(RankedTensorType, 1)
    if source is None:
        return None
    groups = groups_of(p.rng, source.rank)
    result = RankedTensorType(p.merged(source.shape, groups), source.element_type)
    return Parts((p.value(source),), (result,), _groups(groups))


@fits("tensor.expand_shape")
def _expand_shape(p: Program) -> Parts | None:
    source = p.pick(RankedTensorType)
    if source is None:
        return None
    groups, shape = p.divided([split_sizes(p.rng, size) for size in source.shape])
    given = [p.value(INDEX) for size in shape if size == DYNAMIC]
    properties = {**_groups(groups), "static_output_shape": i64_array(shape)}
    result = RankedTensorType(tuple(shape), source.element_type)
    return Parts((p.value(source), *given), (result,), properties)


@fits("tensor.from_elements")
def _from_elements(p: Program) -> Parts | None:
    type = p.pick(RankedTensorType, where=lambda t: t.has_static_shape and t.num_elements <= 8)
    if type is None:
        return None
    return Parts([p.value(type.element_type) for _ in range(type.num_elements)], (type,))


@fits("tensor.generate")
def _generate(p: Program) -> Parts | None:
    type = p.pick(RankedTensorType)
    if type is None:
        return None
    sizes = [p.value(INDEX) for size in type.shape if size == DYNAMIC]
    body = p.computes((INDEX,) * type.rank, type.element_type, "tensor.yield")
    return Parts(sizes, (type,), {}, (body,))


@fits("tensor.pad")
def _pad(p: Program) -> Parts | None:
    source = p.pick(RankedTensorType)
    if source is None:
        return None
    most = p.rng.choice((1, 3))
    low, below = p.mixed([p.rng.randrange(most) for _ in source.shape])
    high, above = p.mixed([p.rng.randrange(most) for _ in source.shape])
    shape = [
        DYNAMIC if DYNAMIC in (size, a, b) else size + a + b
        for size, a, b in zip(source.shape, below, above, strict=True)
    ]
    properties: dict[str, Attribute] = {
        "static_low": i64_array(below),
        "static_high": i64_array(above),
        OPERAND_SEGMENTS: i32_array((1, len(low), len(high))),
    }
    if p.rng.random() < 0.2:
        properties["nofold"] = UNIT
    body = p.computes((INDEX,) * source.rank, source.element_type, "tensor.yield")
    result = RankedTensorType(tuple(shape), source.element_type)
    return Parts((p.value(source), *low, *high), (result,), properties, (body,))


def _coordinates(p: Program, whole: Any) -> tuple[Any, Any, list[int]]:
    """Types of coordinates and of the parts that they take, and the dimensions they are of."""
    rng = p.rng
    dims = sorted(rng.sample(range(whole.rank), rng.randrange(1, whole.rank + 1)))
    batch = random_shape(rng)[:2]
    sizes = [1 if d in dims else size for d, size in enumerate(whole.shape)]
    if rng.random() < 0.5:
        sizes = [size for d, size in enumerate(whole.shape) if d not in dims]
    coordinates = RankedTensorType((*batch, len(dims)), INDEX)
    return coordinates, RankedTensorType((*batch, *sizes), whole.element_type), dims


@fits("tensor.gather")
def _gather(p: Program) -> Parts | None:
    whole = p.pick(RankedTensorType, 1)
    if whole is None:
        return None
    coordinates, parts, dims = _coordinates(p, whole)
    operands = (p.value(whole), p.value(coordinates))
    return Parts(operands, (parts,), {"gather_dims": i64_array(dims)})


@fits("tensor.scatter")
def _scatter(p: Program) -> Parts | None:
    whole = p.pick(RankedTensorType, 1)
    if whole is None:
        return None
    coordinates, parts, dims = _coordinates(p, whole)
    operands = (p.value(parts), p.value(whole), p.value(coordinates))
    properties: dict[str, Attribute] = {"scatter_dims": i64_array(dims), "unique": UNIT}
    return Parts(operands, (whole,), properties)
