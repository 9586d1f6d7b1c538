"""The part of a buffer that an access touches: a box whose corner depends on counters around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.dialects.affine._simplify import simplify
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
    AccessOp,
    Domain,
)
from mlirlite.dialects.affine.analysis.footprint import element_bytes
from mlirlite.dialects.affine.analysis.representations import (
    Expressions,
    represent,
    solved_for,
    sum_of,
)
from mlirlite.dialects.affine.analysis.slices import Slice
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value


class Region(NamedTuple):
    """The sizes of the box, its corner as expressions over `counters`, and the bytes in it."""

    shape: tuple[int, ...]
    corner: tuple[AffineExpr, ...]
    counters: tuple[Value, ...]
    size: int


def region_of(op: AccessOp, depth: int, slice: Slice | None = None) -> Region | None:
    """The box that an access touches in one iteration of the `depth` outermost loops around it, or
    in one slice; None when its size is not constant."""
    access = Access(op)
    type = access.memref.type
    if not isinstance(type, MemRefType):
        return None
    system = Constraints()
    outer: list[Var] = []
    try:
        if slice is not None:
            rows = _sliced(system, access, slice)
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
    # As upstream, quotients stay where the box depends on counters.
    kept = [*outer, *box, *(system.locals if depth else ())]
    system = system.without([v for v in (*system.dims, *system.locals) if v not in kept])
    linked = _linked(system, box)
    named = [v for v in (*outer, *system.symbols) if v in linked]
    known = represent(system, {v: AffineDim(i) for i, v in enumerate(named)}, system.locals)
    shape: list[int] = []
    corner: list[AffineExpr] = []
    for d, var in enumerate(box):
        found = _extent(system, var, known)
        if found is None and type.shape[d] != DYNAMIC:
            found = type.shape[d], AffineConst(0)
        if found is None:
            return None
        shape.append(found[0])
        corner.append(simplify(found[1]))
    size = element_bytes(type)
    if size is None:
        return None
    for extent in shape:
        size *= extent
    counters = tuple(v.value for v in named if v.value is not None)
    return Region(tuple(shape), tuple(corner), counters, size)


def _linked(system: Constraints, box: Sequence[Var]) -> set[Var | None]:
    """The variables that constraints connect with the box, directly or through others."""
    found: set[Var | None] = set(box)
    rows = [set(row) - {None} for row in system.rows]
    while more := [row for row in rows if row & found and not row <= found]:
        found.update(*more)
    return found


def _sliced(system: Constraints, access: Access, slice: Slice) -> list[Row]:
    """The access over the source's counters, which lie in any of the slices."""
    around, own = Domain(system), Domain(system)
    for loop in slice.target_loops:
        around.add_for(loop)
    for loop in slice.loops:
        own.add_counter(loop.induction_var)
    for loop, low, high in zip(slice.loops, slice.lower, slice.upper, strict=True):
        if low is None or high is None:
            own.add_bounds(loop)
            continue
        counter = own.rows[loop.induction_var]
        for row in around.rows_of(*low):
            system.add_inequality(plus(counter, row, -1))
        for row in around.rows_of(*high):
            system.add_inequality(plus(plus(row, counter, -1), constant(-1)))
    return own.rows_of(access.map, access.operands)


def _extent(system: Constraints, var: Var, known: Expressions) -> tuple[int, AffineExpr] | None:
    """The smallest constant number of values, and the first one."""
    for row in system.equalities:
        if row.get(var) in (1, -1):
            solved = solved_for(row, var, known)
            if solved is not None:
                return 1, solved
    lows = [row for row in system.inequalities if row.get(var, 0) > 0]
    highs = [row for row in system.inequalities if row.get(var, 0) < 0]
    best: tuple[int, AffineExpr] | None = None
    for high in highs:
        for low in lows:
            total = plus(low, high)
            rest = sum_of(low, var, known)
            if rest is None or any(v is not None for v in total):
                continue
            size = max(0, -(-(total.get(None, 0) + 1) // low[var]))
            if best is None or size < best[0]:
                best = size, (-rest).ceildiv(low[var])
    return best
