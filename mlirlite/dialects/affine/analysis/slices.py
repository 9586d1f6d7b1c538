"""Slices: which iterations of a source nest compute what one iteration of a target nest needs.

source `for %i { store m[%i] }`, target `for %j { load m[%j + 1] }`: at depth 1 the slice is
`%j + 1 <= %i < %j + 2`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.dialects.affine._compose import canonicalize_map, simplify
from mlirlite.dialects.affine._loop_utils import constant_trip_count, difference
from mlirlite.dialects.affine.analysis.constraints import Constraints, Row, Var, constant, plus
from mlirlite.dialects.affine.analysis.dependence import (
    READS,
    Access,
    Outcome,
    check_dependence,
    common_loops,
    enclosing_loops,
    is_parallel,
)
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value

Bound = tuple[AffineMap, list[Value]]


class Slice(NamedTuple):
    """For each loop of the source nest its bounds over the target's counters; None for those that
    it has already."""

    loops: tuple[ForOp, ...]
    lower: tuple[Bound | None, ...]
    upper: tuple[Bound | None, ...]
    target: ForOp
    """The loop in which the slice is put, at its beginning."""

    def trip_counts(self) -> dict[Operation, int] | None:
        """How often each loop of the source runs in one slice; None when that is not constant."""
        counts: dict[Operation, int] = {}
        for loop, low, high in zip(self.loops, self.lower, self.upper, strict=True):
            if low is None or high is None:
                count = constant_trip_count(loop)
            else:
                count = _length(low, high, loop.step)
            if count is None:
                return None
            counts[loop] = count
        return counts

    def is_maximal(self) -> bool:
        """True when all slices together do everything that the source nest does."""
        targets = [loop for loop in enclosing_loops(self.target) if isinstance(loop, ForOp)]
        targets.append(self.target)
        by_counter = {loop.induction_var: loop for loop in targets}
        for loop, low, high in zip(self.loops, self.lower, self.upper, strict=True):
            if low is None or high is None:
                continue
            numbers = low[0].single_constant, high[0].single_constant
            if None not in numbers and numbers == loop.constant_bounds:
                continue
            counter = low[1][0] if low[0] == AffineMap(1, 0, (AffineDim(0),)) else None
            twin = by_counter.get(counter) if counter is not None else None  # type: ignore[call-overload]
            if twin is None or _length(low, high, loop.step) != 1 or twin.step != loop.step:
                return False
            if None in loop.constant_bounds or twin.constant_bounds != loop.constant_bounds:
                return False
        return True


def _length(low: Bound, high: Bound, step: int) -> int | None:
    if len(low[0].results) != 1 or len(high[0].results) != 1:
        return None
    found, _ = difference(high, low)
    only = found.results[0]
    return max(0, -(-only.value // step)) if isinstance(only, AffineConst) else None


def slice_at(source: Access, target: Access, depth: int) -> Slice | None:
    """The slice of the source's nest that `target` needs, put at loop `depth` (from 1) around it;
    None where the accesses do not depend on each other. ValueError when that is not known."""
    both_read = isinstance(source.op, READS) and isinstance(target.op, READS)
    shared = len(common_loops(source.op, target.op))
    found = check_dependence(source, target, shared + 1, reads_too=both_read, keep=True)
    if found.outcome is Outcome.NONE:
        return None
    if found.outcome is Outcome.UNKNOWN or found.system is None:
        raise ValueError("the accesses cannot be analysed")
    source_loops = [loop for loop in enclosing_loops(source.op) if isinstance(loop, ForOp)]
    target_loops = [loop for loop in enclosing_loops(target.op) if isinstance(loop, ForOp)]
    count = len(source_loops)
    system = found.system
    if len(system.dims) != count + len(target_loops):
        raise ValueError("there are parallel loops around")
    own, others = system.dims[:count], system.dims[count:]
    system = system.without(others[depth:])
    lower: list[Bound | None] = []
    upper: list[Bound | None] = []
    for bound in _bounds(system, own, others[:depth]):
        lower.append(bound[0])
        upper.append(bound[1])
    for i, loop in enumerate(source_loops):
        if both_read and not _is_parallel(loop, source_loops[0]):
            lower[i:] = [None] * (count - i)
            upper[i:] = [None] * (count - i)
            break
    return Slice(tuple(source_loops), tuple(lower), tuple(upper), target_loops[depth - 1])


def _is_parallel(loop: ForOp, root: ForOp) -> bool:
    return not loop.inits and is_parallel(loop)


def _bounds(
    system: Constraints, own: Sequence[Var], others: Sequence[Var]
) -> list[tuple[Bound | None, Bound | None]]:
    """Bounds of `own` variables over the others and the symbols (upstream: getSliceBounds)."""
    symbols = system.symbols
    operands = [v.value for v in (*others, *symbols) if v.value is not None]
    known: dict[Var, Row] = {}
    changed = True
    while changed:
        changed = False
        for var in own:
            row = None if var in known else _solved(system, var, known, own)
            if row is not None:
                known[var] = row
                changed = True
    small: Constraints | None = None
    found: list[tuple[Bound | None, Bound | None]] = []

    def as_bound(rows: Sequence[tuple[Row, int]], *, is_lower: bool) -> Bound | None:
        exprs = []
        for row, divisor in rows:
            expr = system.expression(row, others, symbols)
            expr = expr.ceildiv(divisor) if is_lower else expr // divisor + 1
            exprs.append(simplify(expr))
        if not exprs:
            return None
        map = AffineMap(len(others), len(symbols), tuple(dict.fromkeys(exprs)))
        return canonicalize_map(map, operands)

    for var in own:
        row = known.get(var)
        if row is not None:
            found.append(
                (as_bound([(row, 1)], is_lower=True), as_bound([(row, 1)], is_lower=False))
            )
            continue
        lows: list[tuple[Row, int]] = []
        highs: list[tuple[Row, int]] = []
        if not system.locals:
            if small is None:
                small = system.copy()
                small.remove_redundant()
            for given in small.inequalities:
                factor = given.get(var, 0)
                if not factor or any(v in given for v in own if v is not var):
                    continue
                rest = {v: -n if factor > 0 else n for v, n in given.items() if v is not var}
                (lows if factor > 0 else highs).append((rest, abs(factor)))
        for rows, is_lower in ((lows, True), (highs, False)):
            number = system.constant_bound(var, lower=is_lower)
            if not rows and number is not None:
                rows.append((constant(number), 1))
        found.append((as_bound(lows, is_lower=True), as_bound(highs, is_lower=False)))
    return found


def _solved(system: Constraints, var: Var, known: dict[Var, Row], own: Sequence[Var]) -> Row | None:
    number = system.constant_value(var)
    if number is not None:
        return constant(number)
    for given in system.equalities:
        factor = given.get(var, 0)
        if factor not in (1, -1):
            continue
        rest: Row = {}
        for v, n in given.items():
            if v is var:
                continue
            if v in known:
                rest = plus(rest, known[v], -factor * n)
            elif v in own or (v is not None and v.kind == "local"):
                break
            else:
                rest = plus(rest, {v: n}, -factor)
        else:
            return rest
    return None


def union(a: Slice, b: Slice) -> Slice | None:
    """A slice that covers two; None when their bounds cannot be compared."""
    if a.loops != b.loops:
        return None
    lower: list[Bound | None] = []
    upper: list[Bound | None] = []
    for x, y in zip(a.lower, b.lower, strict=True):
        best = _outer(x, y, sign=1)
        if best is False:
            return None
        lower.append(best)  # type: ignore[arg-type]
    for x, y in zip(a.upper, b.upper, strict=True):
        best = _outer(x, y, sign=-1)
        if best is False:
            return None
        upper.append(best)  # type: ignore[arg-type]
    return a._replace(lower=tuple(lower), upper=tuple(upper))


def _outer(x: Bound | None, y: Bound | None, sign: int) -> Bound | bool | None:
    if x is None or y is None:
        return None
    if x == y:
        return x
    if len(x[0].results) != 1 or len(y[0].results) != 1:
        return False
    only = difference(x, y)[0].results[0]
    if not isinstance(only, AffineConst):
        return False
    return y if only.value * sign > 0 else x


def slice_union(
    sources: Sequence[Operation], targets: Sequence[Operation], depth: int
) -> Slice | None:
    """The slice that covers what all targets need of the sources; None when there is none or it is
    not known (upstream: computeSliceUnion)."""
    total: Slice | None = None
    for a in sources:
        for b in targets:
            first, second = Access(a), Access(b)  # type: ignore[arg-type]
            if first.memref is not second.memref:
                continue
            deep = len(enclosing_loops(b))
            if deep < depth:
                return None
            try:
                found = slice_at(first, second, depth)
            except ValueError:
                return None
            if found is None:
                continue
            total = found if total is None else union(total, found)
            if total is None:
                return None
    return total
