"""Evaluation of the ops of linalg: structured ops run their region at every point of their
loops, in order, named and generic ones alike."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import product
from typing import Any

import numpy as np

from mlirlite.dialects import linalg
from mlirlite.dialects.linalg.structured import StructuredOp
from mlirlite.interp.arith import divide_floats, maximum
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.math import quiet
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import Array, Undefined, array_or_poison, item, items, rounded, tidy
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.types import ShapedType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError

Steps = Generator[Enter, Leave, Any]


def _sizes(value: Any) -> Sequence[int]:
    return value.sizes if isinstance(value, MemRef) else np.shape(value)


def _loop_sizes(
    op: linalg.StructuredInterface, maps: Sequence[AffineMap], values: Sequence[Any]
) -> list[int]:
    """How often each loop runs; undefined behavior when two operands do not agree."""
    found: dict[int, int] = {}
    for map, value in zip(maps, values, strict=True):
        if not isinstance(value, (MemRef, np.ndarray)):
            continue
        for size, expr in zip(_sizes(value), map.results, strict=True):
            if isinstance(expr, AffineDim) and found.setdefault(expr.position, size) != size:
                raise Undefined(
                    f"has operands of sizes {found[expr.position]} and {size} for one loop"
                )
    count = op.num_loops()
    if sorted(found) != list(range(count)):
        raise DiagnosticError(op.error("has a loop whose size no operand gives"))
    return [found[d] for d in range(count)]


def _element(value: Any, at: tuple[int, ...], type: Any) -> Any:
    if isinstance(value, MemRef):
        return value.load(at)
    if isinstance(value, np.ndarray):
        if any(not 0 <= i < n for i, n in zip(at, value.shape, strict=True)):
            raise Undefined(f"reads element {list(at)} of a tensor of {list(value.shape)}")
        return item(value, at, element_type_of(type))
    return value


@evaluate(StructuredOp)
def run_structured(m: Machine, op: StructuredOp) -> Steps:
    """The region at each point with one element of each operand; what it yields are the elements of
    the outputs."""
    maps, types = op.maps(), [v.type for v in op.operands]
    inputs = len(types) - op.num_inits()
    values = [
        array_or_poison(m.raw(v), v.type).astype(object)
        if i >= inputs and isinstance(v.type, ShapedType) and v.type.kind == "tensor"
        else m.raw(v)
        for i, v in enumerate(op.operands)
    ]
    [block] = op.regions[0]
    for point in product(*map(range, _loop_sizes(op, maps, values))):
        places = [tuple(map.evaluate(point)) for map in maps]
        given = [_element(v, at, t) for v, at, t in zip(values, places, types, strict=True)]
        m.globals["linalg.point", op] = point
        done = yield Enter(op.regions[0], given[: len(block.args)])
        for value, at, new in zip(values[inputs:], places[inputs:], done.values, strict=True):
            if isinstance(value, MemRef):
                value.store(at, new)
            else:
                value[at] = new
    m.globals.pop(("linalg.point", op), None)
    rest = zip(values[inputs:], types[inputs:], strict=True)
    return [tidy(v, t) for v, t in rest if not isinstance(v, MemRef)]


@evaluate(linalg.IndexOp)
def run_index(m: Machine, op: linalg.IndexOp) -> int:
    """The current indices of the enclosing loops."""
    outer = op.parent_op
    while outer is not None and ("linalg.point", outer) not in m.globals:
        outer = outer.parent_op
    found: int = m.globals["linalg.point", outer][op.dim]
    return found


@evaluate(linalg.SoftmaxOp)
def run_softmax(m: Machine, op: linalg.SoftmaxOp) -> Any:
    """exp(x - max) over its sum, along one dimension."""
    source, target = m[op.input], m.raw(op.output)
    array = source.numpy() if isinstance(source, MemRef) else source
    type, exp = element_type_of(op.input.type), quiet(np.exp)
    found = np.empty(array.shape, object)
    lines = np.moveaxis(array, op.dimension, -1)
    for at in np.ndindex(lines.shape[:-1]):
        row = items(lines[at])
        top = row[0]
        for value in row[1:]:
            top = maximum(top, value)
        powers = [rounded(exp(rounded(v - top, type)), type) for v in row]
        total = 0.0
        for power in powers:
            total = rounded(total + power, type)
        np.moveaxis(found, op.dimension, -1)[at] = [
            rounded(divide_floats(p, total), type) for p in powers
        ]
    if isinstance(target, MemRef):
        for at in target.points():
            target.store(at, found[at])
        return []
    return tidy(found, op.input.type)


def _outer(op: linalg.PackOp | linalg.UnPackOp, rank: int) -> list[int]:
    return list(op.outer_dims_perm) if op.outer_dims_perm is not None else list(range(rank))


def _tile_sizes(m: Machine, op: linalg.PackOp | linalg.UnPackOp) -> list[int]:
    return m.numbers(op.mixed_tiles)


@evaluate(linalg.PackOp)
def run_pack(m: Machine, op: linalg.PackOp) -> Any:
    """Dimensions cut into tiles, whose dimensions go to the end."""
    source, target, positions = m[op.source], m.raw(op.dest), list(op.inner_dims_pos)
    tiles, order = _tile_sizes(m, op), _outer(op, source.ndim)
    shape = np.shape(target)
    padding = None if op.padding_value is None else m.raw(op.padding_value)
    found = np.empty(shape, object)
    for at in np.ndindex(shape):
        place = [0] * source.ndim
        for d, outer in zip(order, at, strict=False):
            place[d] = outer
        for d, size, inner in zip(positions, tiles, at[source.ndim :], strict=True):
            place[d] = place[d] * size + inner
        inside = all(i < n for i, n in zip(place, source.shape, strict=True))
        if not inside and padding is None:
            raise Undefined(f"packs element {place} of a tensor of {list(source.shape)}")
        found[at] = source[tuple(place)] if inside else padding
    return tidy(found, op.result.type)


@evaluate(linalg.UnPackOp)
def run_unpack(m: Machine, op: linalg.UnPackOp) -> Any:
    """Tiles merged back into the dimensions that they were cut from."""
    source, target, positions = m[op.source], m.raw(op.dest), list(op.inner_dims_pos)
    shape: Sequence[int] = np.shape(target)
    tiles, order = _tile_sizes(m, op), _outer(op, len(shape))
    found: Array = np.empty(shape, object)
    for at in np.ndindex(*shape):
        outer, inner = list(at), []
        for d, size in zip(positions, tiles, strict=True):
            outer[d], rest = divmod(at[d], size)
            inner.append(rest)
        found[at] = source[(*(outer[d] for d in order), *inner)]
    return tidy(found, op.result.type)
