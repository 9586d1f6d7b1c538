"""Costs and gains of fusion: executed ops, and how much of a buffer a slice of a nest writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.dialects.affine._loop_utils import constant_trip_count
from mlirlite.dialects.affine.analysis.constraints import NotLinear
from mlirlite.dialects.affine.analysis.dependence import (
    READS,
    WRITES,
    AccessOp,
    enclosing_loops,
)
from mlirlite.dialects.affine.analysis.footprint import footprint_bytes
from mlirlite.dialects.affine.analysis.regions import region_of
from mlirlite.dialects.affine.analysis.slices import Slice
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.ir.operation import Operation


class Stats(NamedTuple):
    """For each loop of a nest: ops in its body, iterations, loops right in it."""

    ops: dict[Operation, int]
    trips: dict[Operation, int]
    children: dict[Operation, list[ForOp]]


def nest_stats(root: ForOp) -> Stats | None:
    """The numbers of a nest; None when one is not constant, or a loop is in an affine.if."""
    stats = Stats({}, {}, {})
    for loop in [op for op in root.walk() if isinstance(op, ForOp)]:
        if loop is not root:
            outer = loop.parent_op
            if not isinstance(outer, ForOp):
                return None
            stats.children.setdefault(outer, []).append(loop)
        stats.ops[loop] = sum(not isinstance(op, (ForOp, IfOp)) for op in loop.body)
        count = constant_trip_count(loop)
        if count is None:
            return None
        stats.trips[loop] = count
    return stats


def compute_cost(
    loop: ForOp,
    stats: Stats,
    trips: dict[Operation, int] | None = None,
    more: dict[Operation, int] | None = None,
) -> int:
    """Ops executed; `trips` overrides iterations, `more` adds ops to the bodies of loops."""
    count = stats.ops[loop] - 1
    for child in stats.children.get(loop, ()):
        count += compute_cost(child, stats, trips, more)
    count += (more or {}).get(loop, 0)
    return count * (trips or {}).get(loop, stats.trips[loop])


def _fused_cost(
    source: ForOp, source_stats: Stats, target: ForOp, target_stats: Stats, slice: Slice
) -> int | None:
    """Ops executed by the target with the slice in it, except those that forwarding will remove.
    None when the slice is not constant."""
    trips = slice.trip_counts()
    if trips is None:
        return None
    more: dict[Operation, int] = {}
    if slice.is_unit():
        stores = [op for op in source.walk() if isinstance(op, WRITES)]
        for memref in dict.fromkeys(op.memref_operand for op in stores):
            for user in memref.users:
                outer = user.parent_op
                if not isinstance(user, READS) or not isinstance(outer, ForOp):
                    continue
                if slice.target in enclosing_loops(user):
                    more[outer] = more.get(outer, 0) - 1
    more[slice.target] = compute_cost(source, source_stats, trips)
    return compute_cost(target, target_stats, None, more)


class Costs:
    """Fusing slices of a source nest into a target nest."""

    def __init__(self, source: ForOp, target: ForOp) -> None:
        self.source = source
        self.target = target
        self.source_stats = nest_stats(source)
        self.target_stats = nest_stats(target)

    def more_work(self, slice: Slice | None) -> float | None:
        """The additional computation, as a fraction of that of both nests; None when that is not
        known."""
        if self.source_stats is None or self.target_stats is None or slice is None:
            return None
        before = compute_cost(self.source, self.source_stats)
        before += compute_cost(self.target, self.target_stats)
        fused = _fused_cost(self.source, self.source_stats, self.target, self.target_stats, slice)
        return None if fused is None or not before else fused / before - 1

    def best_depth(
        self,
        stores: Sequence[AccessOp],
        slices: Sequence[Slice | None],
        deepest: int,
        tolerance: float,
    ) -> int | None:
        """The depth that shrinks the buffer most, with at most the tolerated redundant work; None
        when none pays. With several stores only the deepest one is considered. (upstream:
        isFusionProfitable)"""
        if len(stores) > 1:
            work = self.more_work(slices[deepest - 1])
            return deepest if work is not None and work <= tolerance else None
        whole = region_of(stores[0], 0)
        if whole is None:
            return None
        best: int | None = None
        reduction, kept = 0.0, 0
        for depth in range(deepest, 0, -1):
            slice = slices[depth - 1]
            work = self.more_work(slice)
            part = region_of(stores[0], 0, slice) if slice is not None else None
            if work is None or part is None or not part.size:
                continue
            if whole.size / part.size > reduction and work <= tolerance:
                best, reduction, kept = depth, whole.size / part.size, part.size
        if best is None:
            return None
        try:
            mine, theirs = footprint_bytes(self.source), footprint_bytes(self.target)
        except NotLinear:
            return None
        return best if mine is not None and theirs is not None and kept <= mine else None
