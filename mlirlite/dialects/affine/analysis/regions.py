"""The part of a buffer that an access touches: a box whose corner depends on counters around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.dialects.affine.analysis.constraints import (
    Constraints,
    NotLinear,
    Row,
    Var,
    constant,
    plus,
)
from mlirlite.dialects.affine.analysis.dependence import (
    Access,
    Domain,
    counters_of,
    enclosing_loops,
)
from mlirlite.dialects.affine.analysis.footprint import element_bytes
from mlirlite.dialects.affine.analysis.slices import Slice
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value


class Region(NamedTuple):
    """The sizes of the box, its corner as rows over `counters`, and the bytes in it."""

    shape: tuple[int, ...]
    corner: tuple[Row, ...]
    counters: tuple[Var, ...]
    size: int


def region_of(op: Operation, depth: int, slice: Slice | None = None) -> Region | None:
    """The box that an access touches in one iteration of the `depth` outermost loops around it, or
    in one slice; None when its size is not constant."""
    access = Access(op)  # type: ignore[arg-type]
    type = access.memref.type
    if not isinstance(type, MemRefType):
        return None
    system = Constraints()
    outer: list[Var] = []
    try:
        if slice is not None:
            rows = _sliced(system, access, slice)
            outer = list(system.symbols)
        else:
            domain = Domain(system, op)
            rows = domain.rows_of(access.map, access.operands)
            outer = domain.counters[:depth]
    except NotLinear:
        return None
    box: list[Var] = []
    for d, row in enumerate(rows):
        var = system.add_dim()
        box.append(var)
        system.add_equality(plus(row, {var: 1}, -1))
        if type.shape[d] != DYNAMIC:
            system.add_inequality({var: 1})
            system.add_inequality(plus({None: type.shape[d] - 1}, {var: 1}, -1))
    gone = [v for v in (*system.dims, *system.locals) if v not in outer and v not in box]
    system = system.without(gone)
    shape, corner = [], []
    for var in box:
        found = _extent(system, var, box)
        if found is None:
            return None
        shape.append(found[0])
        corner.append(found[1])
    size = element_bytes(type)
    if size is None:
        return None
    for extent in shape:
        size *= extent
    return Region(tuple(shape), tuple(corner), tuple(outer), size)


def _sliced(system: Constraints, access: Access, slice: Slice) -> list[Row]:
    """The access over the source's counters, which lie in the slice; the counters of the target are
    symbols in their ranges."""
    values: dict[Value, Row] = {}
    around = [*enclosing_loops(slice.target), slice.target]
    for loop in around:
        for counter in counters_of(loop):
            system.add_symbol(counter)
    for loop in slice.loops:
        values[loop.induction_var] = {system.add_dim(loop.induction_var): 1}
    for loop, low, high in zip(slice.loops, slice.lower, slice.upper, strict=True):
        row_of = values[loop.induction_var]
        low = low or (loop.lowerBoundMap.map, list(loop.lowerBoundOperands))
        high = high or (loop.upperBoundMap.map, list(loop.upperBoundOperands))
        for row in system.rows_of(*low):
            system.add_inequality(plus(row_of, row, -1))
        for row in system.rows_of(*high):
            system.add_inequality(plus(plus(row, row_of, -1), constant(-1)))
    return system.rows_of(access.map, access.operands)


def _extent(system: Constraints, var: Var, box: Sequence[Var]) -> tuple[int, Row] | None:
    """The smallest constant number of values, and the first one."""
    lows: list[Row] = []
    highs: list[Row] = []
    for row in system.equalities:
        if row.get(var) in (1, -1) and not any(v in row for v in box if v is not var):
            factor = row[var]
            solved = {v: -n * factor for v, n in row.items() if v is not var}
            return 1, solved
    for row in system.inequalities:
        factor = row.get(var, 0)
        if factor not in (1, -1) or any(v in row for v in box if v is not var):
            continue
        rest = {v: -n if factor > 0 else n for v, n in row.items() if v is not var}
        (lows if factor > 0 else highs).append(rest)
    best: tuple[int, Row] | None = None
    for low in lows:
        for high in highs:
            length = plus(high, low, -1)
            if all(v is None for v in length):
                size = length.get(None, 0) + 1
                if best is None or size < best[0]:
                    best = size, low
    return best
