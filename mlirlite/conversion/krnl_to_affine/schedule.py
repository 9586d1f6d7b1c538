"""The schedule of a function: the effects of krnl.block, permute, unroll and parallel on each loop.

(i, j), i blocked by 4, permuted [0, 2, 1]  -->  nest order: i.block, j, i.local
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import NamedTuple

from mlirlite.dialects import krnl
from mlirlite.ir.affine import (
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    largest_known_divisor,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError

_IDENTITY = AffineMap.identity(1)


class Range(NamedTuple):
    """From the largest result of one map to the smallest of another, in steps."""

    lower: AffineMap
    lower_operands: tuple[Value, ...]
    upper: AffineMap
    upper_operands: tuple[Value, ...]
    step: int

    def trip_counts(self) -> list[AffineExpr]:
        """Numbers of iterations, of which the smallest counts; empty when the lower bound is a
        maximum."""
        if len(self.lower.results) != 1:
            return []
        places: dict[Value, AffineExpr] = {}
        for operand in (*self.lower_operands, *self.upper_operands):
            places.setdefault(operand, AffineDim(len(places)))
        start = _over(places, self.lower, self.lower_operands)[0]
        ends = _over(places, self.upper, self.upper_operands)
        return [(end - start).ceildiv(self.step) for end in ends]

    @property
    def constant_count(self) -> int | None:
        """The number of iterations when it is a constant."""
        counts = [c.value for c in self.trip_counts() if isinstance(c, AffineConst)]
        if not counts or len(counts) != len(self.upper.results):
            return None
        return max(0, min(counts))


def _over(
    places: dict[Value, AffineExpr], map: AffineMap, operands: Sequence[Value]
) -> list[AffineExpr]:
    dims = [places[v] for v in operands[: map.num_dims]]
    symbols = [places[v] for v in operands[map.num_dims :]]
    return [r.replace(dims, symbols) for r in map.results]


class Loop:
    """A loop that `krnl.define_loops` made, or a part of one after `krnl.block`."""

    __slots__ = (
        "block",
        "iv",
        "local",
        "made",
        "parallel",
        "parent",
        "position",
        "root",
        "source",
        "steps",
        "tile",
        "value",
    )

    def __init__(self, value: Value, parent: Loop | None = None) -> None:
        self.value = value
        self.parent = parent
        self.root: Loop = parent.root if parent is not None else self
        self.block: Loop | None = None
        self.local: Loop | None = None
        self.tile = 0
        self.steps: dict[int, krnl.BlockOp | krnl.PermuteOp] = {}
        """For a defined loop: the ops that split and reorder it and its parts, by their position in
        the function."""
        self.source: Range | None = None
        """The range that krnl.iterate gave a defined loop."""
        self.position = (-1, -1)
        """Position in the nest: the krnl.iterate that began it, and the depth in it."""
        self.parallel: krnl.ParallelOp | None = None
        self.iv: Value | None = None
        """The induction variable of the latest loop op."""
        self.made: list[tuple[Operation, Range]] = []
        """The loop ops made from it."""

    def extent(self, op: Operation) -> Range:
        """The bounds of the loop, for the iterate `op`. DiagnosticError when a loop around it does
        not exist yet."""
        parent = self.parent
        if parent is None:
            if self.source is None:
                raise DiagnosticError(
                    op.error("runs a loop that no krnl.iterate around it gives bounds to")
                )
            return self.source
        whole = parent.extent(op)
        if self is parent.block:
            return whole._replace(step=whole.step * parent.tile)
        start = parent.block.iv if parent.block is not None else None
        if start is None:
            raise DiagnosticError(
                op.error("runs the loop over the points of a tile outside of the loop over tiles")
            )
        return _tile(whole, parent.tile, start)

    def parts(self) -> list[Loop]:
        """The loop itself and all that it was split into."""
        found = [self]
        for loop in found:
            found += [part for part in (loop.block, loop.local) if part is not None]
        return found


def _tile(whole: Range, tile: int, start: Value) -> Range:
    """The points of the tile that begins at `start`; the end is a minimum only if tiles may be
    partial."""
    counts = whole.trip_counts()
    constant = whole.constant_count
    if constant is not None and constant < tile:
        end = AffineMap(1, 0, (AffineDim(0) + constant * whole.step,))
        return Range(_IDENTITY, (start,), end, (start,), whole.step)
    if counts and _divisor(counts) % tile == 0:
        end = AffineMap(1, 0, (AffineDim(0) + tile * whole.step,))
        return Range(_IDENTITY, (start,), end, (start,), whole.step)
    upper, operands = whole.upper, whole.upper_operands
    dims = upper.num_dims
    results = (AffineDim(dims) + tile * whole.step, *upper.results)
    end = AffineMap(dims + 1, upper.num_symbols, results)
    return Range(_IDENTITY, (start,), end, (*operands[:dims], start, *operands[dims:]), whole.step)


def _divisor(counts: Sequence[AffineExpr]) -> int:
    return gcd(*(largest_known_divisor(c) for c in counts))


class Schedule:
    """The loops of a function by value, from its scheduling ops in order."""

    def __init__(self, ops: Iterable[Operation]) -> None:
        self._loops: dict[Value, Loop] = {}
        self._begun = 0
        self.unrolled: list[tuple[krnl.UnrollOp, Loop]] = []
        for place, op in enumerate(ops):
            self._add(place, op)

    def __getitem__(self, value: Value) -> Loop:
        found = self._loops.get(value)
        if found is None:
            found = self._loops[value] = Loop(value)
        return found

    def _add(self, place: int, op: Operation) -> None:
        if isinstance(op, krnl.BlockOp):
            parent = self[op.operands[0]]
            if parent.block is not None:
                raise DiagnosticError(op.error("blocks a loop that is blocked already"))
            parent.tile = op.tile_size
            block, local = op.results
            parent.block = self._loops[block] = Loop(block, parent)
            parent.local = self._loops[local] = Loop(local, parent)
            parent.root.steps[place] = op
        elif isinstance(op, krnl.PermuteOp):
            for value in op.operands:
                self[value].root.steps[place] = op
        elif isinstance(op, krnl.UnrollOp):
            self.unrolled.append((op, self[op.operands[0]]))
        elif isinstance(op, krnl.ParallelOp):
            for value in op.loops:
                self[value].parallel = op

    def begin(self, op: krnl.IterateOp) -> None:
        """Adopt the bounds of the loops that an iterate starts, and position their parts."""
        ranges = op.ranges()
        if not ranges:
            return
        for r in ranges:
            loop = self[r.loop]
            if loop.parent is not None:
                raise DiagnosticError(op.error("gives bounds to a loop that krnl.block made"))
            loop.source = Range(r.lower, r.lower_operands, r.upper, r.upper_operands, 1)
            for part in loop.parts():
                part.iv = None
        self._begun += 1
        for depth, loop in enumerate(self._order([self[r.loop] for r in ranges])):
            loop.position = (self._begun, depth)

    def _order(self, roots: list[Loop]) -> list[Loop]:
        """The parts of these loops, outer ones first."""
        order = list(roots)
        steps = {place: op for root in roots for place, op in root.steps.items()}
        for place in sorted(steps):
            op = steps[place]
            loops = [self._loops[v] for v in op.operands]
            if isinstance(op, krnl.BlockOp):
                at = order.index(loops[0])
                order[at : at + 1] = [self._loops[r] for r in op.results]
                continue
            if not set(loops) <= set(order):
                raise DiagnosticError(
                    op.error(
                        "permutes loops that no krnl.iterate gives bounds to together, or that are "
                        "blocked already"
                    )
                )
            places = sorted(order.index(loop) for loop in loops)
            for loop, new in zip(loops, op.order, strict=True):
                order[places[new]] = loop
        return order
