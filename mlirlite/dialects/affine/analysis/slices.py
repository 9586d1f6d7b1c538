"""Slices: which iterations of a source nest compute what one iteration of a target nest needs.

source `for %i { store m[%i] }`, target `for %j { load m[%j + 1] }`: at depth 1 the slice is
`%j + 1 <= %i < %j + 2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mlirlite.dialects.affine._compose import canonicalize_map
from mlirlite.dialects.affine._loop_utils import IDENTITY, constant_trip_count, difference
from mlirlite.dialects.affine._simplify import simplify
from mlirlite.dialects.affine.analysis.constraints import (
    Constraints,
    NotLinear,
    Row,
    Var,
    constant,
    plus,
    scaled,
)
from mlirlite.dialects.affine.analysis.dependence import (
    READS,
    Access,
    AccessOp,
    Domain,
    Outcome,
    check_dependence,
    common_loops,
    enclosing_loops,
    is_parallel,
)
from mlirlite.dialects.affine.analysis.reductions import reductions_of
from mlirlite.dialects.affine.analysis.representations import represent, sum_of
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value

Bound = tuple[AffineMap, list[Value]]


class Slice(NamedTuple):
    """For each loop of the source nest its bounds over the target's counters; None for those that
    it has already."""

    loops: tuple[ForOp, ...]
    lower: tuple[Bound | None, ...]
    upper: tuple[Bound | None, ...]
    target: ForOp
    """The loop in which the slice is put, at its beginning."""
    at_end: bool = False
    """At its end instead, because the source comes after the target."""

    @property
    def target_loops(self) -> list[ForOp]:
        """The loops around the slice, outermost first."""
        around = [loop for loop in enclosing_loops(self.target) if isinstance(loop, ForOp)]
        return [*around, self.target]

    def trip_counts(self) -> dict[Operation, int] | None:
        """How often each loop of the source runs in one slice; None when that is not constant. As
        upstream, steps count as 1."""
        counts: dict[Operation, int] = {}
        for loop, low, high in zip(self.loops, self.lower, self.upper, strict=True):
            if low is None or high is None:
                first, end = loop.constant_bounds
                if first is not None and end is not None:
                    count: int | None = end - first
                else:
                    count = constant_trip_count(loop)
            else:
                count = _length(low, high)
            if count is None:
                return None
            counts[loop] = count
        return counts

    def is_unit(self) -> bool:
        """True when a slice is certainly one iteration."""
        counts = self.trip_counts()
        return counts is not None and all(n == 1 for n in counts.values())

    def is_maximal(self) -> bool | None:
        """True when all slices together do everything that the source nest does; None when that is
        not known."""
        fast = self._same_loops()
        if fast is not None:
            return fast
        # As upstream: the variables of the slices are those of the target, by position.
        system = Constraints()
        domain = Domain(system)
        counters = [domain.add_counter(loop.induction_var) for loop in self.target_loops]
        if len(counters) > len(self.loops):
            return None
        counters += [{system.add_dim(): 1} for _ in self.loops[len(counters) :]]
        try:
            for i, (low, high) in enumerate(zip(self.lower, self.upper, strict=True)):
                if low is not None and high is not None and _is_single(low, high):
                    twin = self._twin(low)
                    if twin is None:
                        return None
                    domain.add_bounds(twin)
                    continue
                if low is not None:
                    for row in domain.rows_of(*low):
                        system.add_inequality(plus(counters[i], row, -1))
                if high is not None:
                    for row in domain.rows_of(*high):
                        system.add_inequality(plus(plus(row, counters[i], -1), constant(-1)))
            source = self._source_domain()
        except NotLinear:
            return None
        if system.locals or system.symbols or source.symbols:
            return None
        places: dict[Var, Row] = {
            v: {source.dims[i]: 1} for i, row in enumerate(counters) for v in row if v is not None
        }
        return _is_within(source, system, places)

    def is_valid(self) -> bool | None:
        """True when the slices do nothing that the source nest does not; None when that is not
        known."""
        if self._same_loops():
            return True
        system = Constraints()
        around, own = Domain(system), Domain(system)
        try:
            source = self._source_domain()
            if source.symbols or source.locals:
                return None
            for loop in self.target_loops:
                around.add_for(loop)
            for loop in self.loops:
                own.add_counter(loop.induction_var)
            for loop, low, high in zip(self.loops, self.lower, self.upper, strict=True):
                counter = own.rows[loop.induction_var]
                if low is None or high is None:
                    own.add_bounds(loop)
                    continue
                for row in around.rows_of(*low):
                    system.add_inequality(plus(counter, row, -1))
                for row in around.rows_of(*high):
                    system.add_inequality(plus(plus(row, counter, -1), constant(-1)))
        except NotLinear:
            return None
        return _is_within(system, source, dict(zip(source.dims, own.rows.values(), strict=True)))

    def _source_domain(self) -> Constraints:
        """What the source nest does."""
        system = Constraints()
        domain = Domain(system)
        for loop in self.loops:
            domain.add_for(loop)
        return system

    def _twin(self, low: Bound) -> ForOp | None:
        """The loop of the target whose counter is the bound."""
        counter = low[1][0] if low[0] == IDENTITY else None
        return next((t for t in self.target_loops if t.induction_var is counter), None)

    def _same_loops(self) -> bool | None:
        """True when each loop of the source is one of the target, with the same constant bounds;
        False when they differ, None when bounds are not as simple."""
        for loop, low, high in zip(self.loops, self.lower, self.upper, strict=True):
            if low is None or high is None or not _is_single(low, high):
                return None
            twin = self._twin(low)
            if twin is None or None in (*loop.constant_bounds, *twin.constant_bounds):
                return None
            if twin.constant_bounds != loop.constant_bounds or twin.step != loop.step:
                return False
        return True


def _is_within(inner: Constraints, outer: Constraints, places: dict[Var, Row]) -> bool:
    """True when the outer system follows from the inner one; `places` has the rows of its variables
    in that."""
    rows = [*outer.inequalities, *outer.equalities, *(scaled(r, -1) for r in outer.equalities)]
    for row in rows:
        total = constant(row.get(None, 0))
        for var, factor in row.items():
            if var is not None:
                total = plus(total, places[var], factor)
        if not inner.implies(total):
            return False
    return True


def _is_single(low: Bound, high: Bound) -> bool:
    """True for bounds of one iteration whose position is not a number."""
    if len(low[0].results) != 1 or isinstance(low[0].results[0], AffineConst):
        return False
    return _length(low, high) == 1


def _length(low: Bound, high: Bound) -> int | None:
    if len(low[0].results) != 1 or len(high[0].results) != 1:
        return None
    found, _ = difference(high, low)
    only = found.results[0]
    return max(0, only.value) if isinstance(only, AffineConst) else None


def slice_at(first: Access, second: Access, depth: int, *, forward: bool = False) -> Slice | None:
    """The slice of the nest of `first` that `second` needs, put at loop `depth` (from 1) around it;
    None where the accesses do not depend on each other. `forward`: the slice of the nest of
    `second` that needs `first`, put around that. ValueError when that is not known."""
    both_read = isinstance(first.op, READS) and isinstance(second.op, READS)
    shared = len(common_loops(first.op, second.op))
    found = check_dependence(first, second, shared + 1, reads_too=both_read, keep=True)
    if found.outcome is Outcome.NONE:
        return None
    if found.outcome is Outcome.UNKNOWN or found.system is None:
        raise ValueError("the accesses cannot be analyzed")
    loops = [
        [loop for loop in enclosing_loops(access.op) if isinstance(loop, ForOp)]
        for access in (first, second)
    ]
    system, count = found.system, len(loops[0])
    if len(system.dims) != count + len(loops[1]):
        raise ValueError("there are parallel loops around")
    dims = system.dims[:count], system.dims[count:]
    source_loops, target_loops = loops[forward], loops[not forward]
    own, others = dims[forward], dims[not forward]
    count = len(source_loops)
    system = system.without(others[depth:])
    lower: list[Bound | None] = []
    upper: list[Bound | None] = []
    for bound in _bounds(system, own, others[:depth]):
        lower.append(bound[0])
        upper.append(bound[1])
    target = target_loops[depth - 1]
    slice = Slice(tuple(source_loops), tuple(lower), tuple(upper), target, forward)
    for i, loop in enumerate(source_loops):
        sequential = both_read and (loop.inits or not is_parallel(loop))
        if not sequential and "slice_fusion_barrier" not in loop.attributes:
            continue
        innermost = depth >= count
        if innermost and is_parallel_reduction(loop) and slice.is_unit() and slice.is_maximal():
            continue
        rest = (None,) * (count - i)
        return slice._replace(lower=slice.lower[:i] + rest, upper=slice.upper[:i] + rest)
    return slice


def is_parallel_reduction(loop: ForOp) -> bool:
    """True for a loop that carries nothing but reductions, and at least one."""
    reductions = reductions_of(loop)
    return bool(reductions) and len(reductions) == len(loop.inits) and is_parallel(loop)


def _bounds(
    system: Constraints, own: Sequence[Var], others: Sequence[Var]
) -> list[tuple[Bound | None, Bound | None]]:
    """Bounds of `own` variables over the others and the symbols (upstream: getSliceBounds)."""
    symbols = system.symbols
    operands = [v.value for v in (*others, *symbols) if v.value is not None]
    known: dict[Var, AffineExpr] = {v: AffineDim(i) for i, v in enumerate(others)}
    known |= {v: AffineSymbol(i) for i, v in enumerate(symbols)}
    system.normalize()
    known = represent(system, known, [*own, *system.locals])
    small: Constraints | None = None
    found: list[tuple[Bound | None, Bound | None]] = []

    def as_bound(exprs: Iterable[AffineExpr]) -> Bound | None:
        simple = tuple(dict.fromkeys(simplify(e) for e in exprs))
        map = AffineMap(len(others), len(symbols), simple)
        return canonicalize_map(map, operands) if simple else None

    for var in own:
        if var in known:
            found.append((as_bound([known[var]]), as_bound([known[var] + 1])))
            continue
        lows: list[AffineExpr] = []
        highs: list[AffineExpr] = []
        if not system.locals:
            if small is None:
                small = system.copy()
                small.remove_redundant()
            for row in small.inequalities:
                factor = row.get(var, 0)
                rest = sum_of(row, var, known) if factor else None
                if rest is not None and factor > 0:
                    lows.append((-rest).ceildiv(factor))
                elif rest is not None:
                    highs.append(rest // -factor + 1)
        for exprs, is_lower in ((lows, True), (highs, False)):
            number = system.constant_bound(var, lower=is_lower)
            if len(exprs) != 1 and number is not None:
                exprs[:] = [AffineConst(number if is_lower else number + 1)]
        found.append((as_bound(lows), as_bound(highs)))
    return found


def union(a: Slice, b: Slice) -> Slice | None:
    """A slice that covers two; None when their bounds cannot be compared."""
    if a == b:
        return a
    if a.loops != b.loops:
        return None
    lower: list[Bound] = []
    upper: list[Bound] = []
    for i in range(len(a.loops)):
        pairs = [_bounds_of(slice, i) for slice in (a, b)]
        if any(_length(*pair) is None for pair in pairs):
            return None
        low = _outer(pairs[0][0], pairs[1][0], sign=1)
        high = _outer(pairs[0][1], pairs[1][1], sign=-1)
        if low is None or high is None:
            return None
        lower.append(low)
        upper.append(high)
    return a._replace(lower=tuple(lower), upper=tuple(upper))


def _bounds_of(slice: Slice, i: int) -> tuple[Bound, Bound]:
    """The bounds of a loop in a slice: its own where it has none there."""
    low, high, loop = slice.lower[i], slice.upper[i], slice.loops[i]
    if low is not None and high is not None:
        return low, high
    return (
        (loop.lowerBoundMap.map, list(loop.lowerBoundOperands)),
        (loop.upperBoundMap.map, list(loop.upperBoundOperands)),
    )


def _outer(x: Bound, y: Bound, sign: int) -> Bound | None:
    """The lower one (sign 1) or the higher one (-1) of two bounds; None when that is not known."""
    if x == y:
        return x
    only = difference(x, y)[0].results[0]
    if isinstance(only, AffineConst):
        return y if only.value * sign > 0 else x
    found = (_constant_extreme(bound, lower=sign > 0) for bound in (x, y))
    numbers = [n for n in found if n is not None]
    if len(numbers) < 2:
        return None
    return AffineMap.constant(min(numbers) if sign > 0 else max(numbers)), []


def _constant_extreme(bound: Bound, *, lower: bool) -> int | None:
    """The smallest or largest number that a bound over counters of loops can be."""
    system = Constraints()
    domain = Domain(system)
    try:
        for value in bound[1]:
            block = value.parent_block if isinstance(value, BlockArgument) else None
            loop = block.parent_op if block is not None else None
            if isinstance(loop, ForOp) and value is loop.induction_var:
                domain.add_for(loop)
        row = domain.rows_of(*bound)[0]
    except NotLinear:
        return None
    var = system.add_dim()
    system.add_equality(plus(row, {var: 1}, -1))
    return system.constant_bound(var, lower=lower)


def slice_union(
    firsts: Sequence[AccessOp], seconds: Sequence[AccessOp], depth: int, *, forward: bool = False
) -> Slice | None:
    """The slice that covers those of all pairs; None when there is none or it is not known
    (upstream: computeSliceUnion)."""
    total: Slice | None = None
    around: list[Operation] = []
    for a in firsts:
        for b in seconds:
            first, second = Access(a), Access(b)
            if first.memref is not second.memref:
                continue
            inside = a if forward else b
            if len(enclosing_loops(inside)) < depth:
                return None
            try:
                found = slice_at(first, second, depth, forward=forward)
            except ValueError:
                return None
            if found is None:
                continue
            around.append(inside)
            total = found if total is None else union(total, found)
            if total is None:
                return None
    if total is None or common_depth(around) < depth or not total.is_valid():
        return None
    return total


def common_depth(ops: Sequence[Operation]) -> int:
    """How many loops are around all of the ops."""
    return min(len(common_loops(ops[0], op)) for op in ops)
