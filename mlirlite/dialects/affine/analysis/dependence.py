"""Dependences between affine accesses: whether two touch the same element, in which order, and at
what distance in the loops around both.

for %i { load m[%i]; store m[%i + 1] }: the load depends on the store, at distance 1 in %i.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._compose import compose
from mlirlite.dialects.affine._scope import affine_scope
from mlirlite.dialects.affine.analysis.constraints import (
    Constraints,
    NotLinear,
    Row,
    Var,
    constant,
    plus,
)
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.dialects.affine.memory import LoadOp, StoreOp, VectorLoadOp, VectorStoreOp
from mlirlite.dialects.affine.parallel import ParallelOp
from mlirlite.dialects.memref._alias import root_of
from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import is_memory_effect_free
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import RecursiveMemoryEffects
from mlirlite.ir.values import BlockArgument, Value

AccessOp = LoadOp | StoreOp | VectorLoadOp | VectorStoreOp
READS = (LoadOp, VectorLoadOp)
WRITES = (StoreOp, VectorStoreOp)
ACCESSES = (*READS, *WRITES)


class Access:
    """An affine access with its subscripts composed."""

    def __init__(self, op: AccessOp) -> None:
        self.op = op
        self.memref: Value = op.memref_operand
        self.map, self.operands = compose(op.affine_map, op.index_operands)

    @property
    def is_write(self) -> bool:
        """True for a store."""
        return isinstance(self.op, WRITES)

    def same_place(self, other: Access) -> bool:
        """True when both have the same subscripts of the same buffer, for the same counters."""
        if self.memref is not other.memref:
            return False
        if self.operands == other.operands and self.map is other.map:
            return True
        system = Constraints()
        try:
            mine = _rows(system, self.map, self.operands)
            yours = _rows(system, other.map, other.operands)
        except NotLinear:
            return False
        return mine == yours


def _rows(system: Constraints, map: AffineMap, operands: Sequence[Value]) -> list[Row]:
    values: list[Row] = []
    for value in operands:
        number = constant_number(value)
        values.append({system.variable(value): 1} if number is None else constant(number))
    return [system.flatten(r, values[: map.num_dims], values[map.num_dims :]) for r in map.results]


class Component(NamedTuple):
    """The distance of a dependence in one common loop: bounds of target minus source."""

    loop: Operation
    low: int | None
    high: int | None


class Outcome(Enum):
    """What is known of two accesses."""

    NONE = "no dependence"
    DEPENDENT = "dependence"
    UNKNOWN = "not analysable"


class Dependence(NamedTuple):
    """Whether there is one, and its distances in the common loops."""

    outcome: Outcome
    components: tuple[Component, ...] = ()
    system: Constraints | None = None

    @property
    def may_exist(self) -> bool:
        """False only when it is certain that there is none."""
        return self.outcome is not Outcome.NONE


LOOPS = (ForOp, ParallelOp)


def enclosing_loops(op: Operation) -> list[Operation]:
    """affine.for and affine.parallel ops around an op within its affine scope, outermost first."""
    scope = affine_scope(op)
    found: list[Operation] = []
    parent = op.parent_op
    while parent is not None and (scope is None or parent is not scope.parent):
        if isinstance(parent, LOOPS):
            found.append(parent)
        parent = parent.parent_op
    return found[::-1]


def analysis_scope(op: Operation) -> Region | None:
    """The innermost region around an op that does not belong to an affine loop or affine.if.
    Control flow between ops in different such regions is not known."""
    parent = op.parent_op
    while isinstance(parent, (ForOp, ParallelOp, IfOp)):
        op, parent = parent, parent.parent_op
    return op.parent_region


def counters_of(loop: Operation) -> Sequence[BlockArgument]:
    """The counters of an affine.for or affine.parallel."""
    if isinstance(loop, ForOp):
        return (loop.induction_var,)
    return loop.induction_vars if isinstance(loop, ParallelOp) else ()


def common_loops(a: Operation, b: Operation) -> list[Operation]:
    """The loops around both ops, outermost first."""
    found = []
    for x, y in zip(enclosing_loops(a), enclosing_loops(b), strict=False):
        if x is not y:
            break
        found.append(x)
    return found


class Domain:
    """The iterations in which an op runs, as constraints on variables for the counters around it;
    each domain has its own variables for its counters. Without an op: those of the loops that are
    added."""

    def __init__(self, system: Constraints, op: Operation | None = None) -> None:
        self.system = system
        self.rows: dict[Value, Row] = {}
        self.counters: list[Var] = []
        if op is not None:
            self._add_around(op)

    def _add_around(self, op: Operation) -> None:
        scope = affine_scope(op)
        around: list[tuple[Operation, Operation]] = []
        child, parent = op, op.parent_op
        while parent is not None and (scope is None or parent is not scope.parent):
            around.append((parent, child))
            child, parent = parent, parent.parent_op
        for outer, inner in reversed(around):
            if isinstance(outer, ForOp):
                self.add_for(outer)
            elif isinstance(outer, ParallelOp):
                self._add_parallel(outer)
            elif isinstance(outer, IfOp) and inner.parent_region is outer.regions[0]:
                self._add_if(outer)

    def row(self, value: Value) -> Row:
        """The row of a value: the counter's variable, a number or a symbol."""
        found = self.rows.get(value)
        if found is None:
            number = constant_number(value)
            found = constant(number) if number is not None else {self.system.variable(value): 1}
        return found

    def rows_of(self, map: AffineMap, operands: Sequence[Value]) -> list[Row]:
        """A row for each result of a map, its operands composed first. NotLinear as
        `Constraints.flatten`."""
        map, values = compose(map, operands)
        rows = [self.row(v) for v in values]
        dims, symbols = rows[: map.num_dims], rows[map.num_dims :]
        return [self.system.flatten(r, dims, symbols) for r in map.results]

    def add_counter(self, argument: Value) -> Row:
        """A new variable for a counter, without bounds."""
        var = self.system.add_dim(argument)
        self.counters.append(var)
        self.rows[argument] = {var: 1}
        return self.rows[argument]

    def add_for(self, loop: ForOp) -> None:
        """The counter of a loop, and its bounds."""
        self.add_counter(loop.induction_var)
        self.add_bounds(loop)

    def add_bounds(self, loop: ForOp) -> None:
        """The bounds of a loop whose counter has a variable."""
        counter = self.rows[loop.induction_var]
        lower = self.rows_of(loop.lowerBoundMap.map, loop.lowerBoundOperands)
        upper = self.rows_of(loop.upperBoundMap.map, loop.upperBoundOperands)
        self._add_range(counter, lower, upper, loop.step)

    def _add_range(self, counter: Row, lower: list[Row], upper: list[Row], step: int) -> None:
        for row in lower:
            self.system.add_inequality(plus(counter, row, -1))
        for row in upper:
            self.system.add_inequality(plus(plus(row, counter, -1), constant(-1)))
        if step != 1 and len(lower) == 1:
            trip = Var("local")
            self.system.locals.append(trip)
            self.system.add_equality(plus(plus(counter, lower[0], -1), {trip: 1}, -step))

    def _add_parallel(self, loop: ParallelOp) -> None:
        groups = [g.values() for g in (loop.lowerBoundsGroups, loop.upperBoundsGroups)]
        lower = self.rows_of(loop.lowerBoundsMap.map, loop.lower_operands)
        upper = self.rows_of(loop.upperBoundsMap.map, loop.upper_operands)
        at = [0, 0]
        for i, argument in enumerate(loop.induction_vars):
            counts = [int(g[i]) for g in groups]
            parts = [
                rows[start : start + count]
                for rows, start, count in zip((lower, upper), at, counts, strict=True)
            ]
            at = [start + count for start, count in zip(at, counts, strict=True)]
            self._add_range(self.add_counter(argument), parts[0], parts[1], loop.step_numbers[i])

    def _add_if(self, op: IfOp) -> None:
        given = op.integer_set
        as_map: AffineMap = AffineMap(
            given.num_dims, given.num_symbols, tuple(e for e, _ in given.constraints)
        )
        for row, (_, is_equality) in zip(
            self.rows_of(as_map, op.operands), given.constraints, strict=True
        ):
            (self.system.add_equality if is_equality else self.system.add_inequality)(row)


def runs_before(a: Operation, b: Operation) -> bool:
    """True when `a` is before `b` in the innermost block that contains both."""
    ancestors: dict[object, Operation] = {}
    op: Operation | None = a
    while op is not None:
        ancestors[op.parent] = op
        op = op.parent_op
    op = b
    while op is not None and op.parent not in ancestors:
        op = op.parent_op
    if op is None:
        return False
    first = ancestors[op.parent]
    return first is not op and op.parent is not None and first.is_before_in_block(op)


def check_dependence(
    source: Access, target: Access, depth: int, *, reads_too: bool = False, keep: bool = False
) -> Dependence:
    """Whether `target` depends on `source`, carried by loop number `depth` (from 1) of the common
    ones; with a depth beyond these, in one iteration of them all. Two reads depend on each other
    only with `reads_too`. `keep` returns the system of constraints too."""
    if source.memref is not target.memref:
        return Dependence(Outcome.NONE)
    if not (reads_too or source.is_write or target.is_write):
        return Dependence(Outcome.NONE)
    scope = analysis_scope(source.op)
    if scope is None or scope is not analysis_scope(target.op):
        return Dependence(Outcome.UNKNOWN)
    loops = common_loops(source.op, target.op)
    counters = sum(len(counters_of(loop)) for loop in loops)
    if depth > counters and not (runs_before(source.op, target.op) or reads_too):
        return Dependence(Outcome.NONE)
    system = Constraints()
    try:
        from_domain, to_domain = Domain(system, source.op), Domain(system, target.op)
        from_rows = from_domain.rows_of(source.map, source.operands)
        to_rows = to_domain.rows_of(target.map, target.operands)
    except NotLinear:
        return Dependence(Outcome.UNKNOWN)
    for x, y in zip(from_rows, to_rows, strict=True):
        system.add_equality(plus(x, y, -1))
    pairs = list(zip(from_domain.counters, to_domain.counters, strict=False))[:counters]
    for i, (x_var, y_var) in enumerate(pairs[:depth]):
        distance: Row = {y_var: 1, x_var: -1}
        if i < depth - 1:
            system.add_equality(distance)
        else:
            system.add_inequality(plus(distance, constant(-1)))
    if system.is_empty():
        return Dependence(Outcome.NONE)
    components = []
    owners = [loop for loop in loops for _ in counters_of(loop)]
    for loop, (x_var, y_var) in zip(owners, pairs, strict=True):
        measured = system.copy()
        var = measured.add_dim()
        measured.add_equality({var: 1, y_var: -1, x_var: 1})
        low = measured.constant_bound(var, lower=True)
        components.append(Component(loop, low, measured.constant_bound(var, lower=False)))
    return Dependence(Outcome.DEPENDENT, tuple(components), system if keep else None)


def accesses_in(op: Operation) -> list[Access]:
    """The affine loads and stores in an op, in order."""
    return [Access(inner) for inner in op.walk() if isinstance(inner, ACCESSES)]


def is_parallel(loop: ForOp) -> bool:
    """True when no iteration depends on another one through memory (upstream:
    isLoopMemoryParallel). Buffers allocated inside do not count."""
    accesses: list[Access] = []
    for op in loop.walk():
        if op is loop:
            continue
        if isinstance(op, ACCESSES):
            if not _made_inside(op.memref_operand, loop):
                accesses.append(Access(op))
        elif not isinstance(op, (AllocOp, AllocaOp)):
            recursive = op.has_trait(RecursiveMemoryEffects)
            if not recursive and not is_memory_effect_free(op):
                return False
    depth = len(enclosing_loops(loop)) + 1
    return not any(check_dependence(a, b, depth).may_exist for a in accesses for b in accesses)


def _made_inside(memref: Value, loop: Operation) -> bool:
    """True for a buffer allocated in the loop, and views of it."""
    maker = root_of(memref).defining_op
    return isinstance(maker, (AllocOp, AllocaOp)) and loop.is_ancestor(maker)
