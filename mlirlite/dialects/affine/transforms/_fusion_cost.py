"""How many ops a nest executes, alone and with a slice of another nest in it."""

from __future__ import annotations

from typing import NamedTuple

from mlirlite.dialects.affine._loop_utils import constant_trip_count
from mlirlite.dialects.affine.analysis.dependence import READS, WRITES, enclosing_loops
from mlirlite.dialects.affine.analysis.slices import Slice
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


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


def fused_cost(
    source: ForOp, source_stats: Stats, target: ForOp, target_stats: Stats, slice: Slice
) -> int | None:
    """Ops executed by the target with the slice in it; what forwarding will remove does not count.
    None when the slice is not constant."""
    trips = slice.trip_counts()
    if trips is None:
        return None
    more: dict[Operation, int] = {}
    iterations = 1
    for count in trips.values():
        iterations *= count
    if iterations == 1:
        stores = [op for op in source.walk() if isinstance(op, WRITES)]
        written: list[Value] = [op.memref_operand for op in stores]
        for memref in dict.fromkeys(written):
            for user in memref.users:
                outer = user.parent_op
                if not isinstance(user, READS) or not isinstance(outer, ForOp):
                    continue
                if slice.target in enclosing_loops(user):
                    more[outer] = more.get(outer, 0) - 1
    more[slice.target] = compute_cost(source, source_stats, trips)
    return compute_cost(target, target_stats, None, more)
