"""What the host computes for a target region: which op inside describes the kernel, and how values
of `host_eval` may be used by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.ir.dominance import DominanceInfo
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.values import BlockArgument, Value

if TYPE_CHECKING:
    from mlirlite.ir.block import Block


def host_eval_misuse(target: Operation, arguments: Sequence[BlockArgument]) -> str:
    """The error for an invalid use of a `host_eval` value; empty if all are valid."""
    if not arguments:
        return ""
    kernel = captured_op(target)
    trip_count, parallel = _kernel_kind(target, kernel)
    for argument in arguments:
        for user in argument.users:
            wrong = _misuse(user, argument, kernel, trip_count, parallel)
            if wrong:
                return wrong
    return ""


def captured_op(root: Operation, *, once: bool = True) -> Operation | None:
    """The innermost omp op inside that contains all of the work: beside it and its parents there
    are only other dialects' ops and terminators. `once`: it must also run exactly once."""
    dominance = DominanceInfo()
    found: Operation | None = None
    pending = _children(root)
    while pending:
        op = pending.pop()
        if not op.name.startswith("omp.") or not op.regions:
            continue
        region = op.parent.parent if op.parent is not None else None
        if region is None or (once and not _runs_once(op.parent, dominance)):
            break
        siblings = (other for block in region for other in block if other is not op)
        if any(s.name.startswith("omp.") and not s.has_trait(Terminator) for s in siblings):
            break
        found = op
        if op.name == "omp.loop_nest":
            break
        pending.extend(_children(op))
    return found


def _children(op: Operation) -> list[Operation]:
    """The ops directly inside, last one first."""
    return [o for region in op.regions for block in region for o in block][::-1]


def _runs_once(block: Block | None, dominance: DominanceInfo) -> bool:
    """True when every path through the region passes through the block exactly once."""
    if block is None or block.parent is None:
        return False
    seen: set[Block] = set()
    pending = list(block.successors)
    while pending:
        following = pending.pop()
        if following not in seen:
            seen.add(following)
            pending.extend(following.successors)
    return block not in seen and all(
        dominance.block_dominates(block, exit)
        for exit in block.parent
        if not exit.successors and dominance.is_reachable(exit)
    )


def _kernel_kind(target: Operation, kernel: Operation | None) -> tuple[bool, bool]:
    """Whether the host has to count the iterations, and whether all threads run the whole kernel
    (SPMD)."""
    if kernel is None or kernel.name != "omp.loop_nest":
        return False, False
    around: list[str] = []
    parent = kernel.parent_op
    while parent is not None and parent is not target:
        around.append(parent.name)
        parent = parent.parent_op
    if around and around[0] == "omp.simd":
        del around[0]
    match around:
        case ["omp.wsloop", "omp.distribute", "omp.parallel", "omp.teams"]:
            return True, True
        case ["omp.loop", "omp.teams"]:
            return True, True
        case ["omp.distribute", "omp.teams"]:
            inner = captured_op(kernel, once=False)
            while inner is not None and inner.parent_op is not kernel:
                inner = inner.parent_op
            return True, inner is not None and inner.name == "omp.parallel"
        case ["omp.wsloop", "omp.parallel"]:
            return False, True
    return False, False


def _misuse(
    user: Operation, argument: Value, kernel: Operation | None, trip_count: bool, parallel: bool
) -> str:
    fields: Any = user
    if user.name == "omp.teams":
        if argument in (fields.num_teams_lower, fields.num_teams_upper, fields.thread_limit):
            return ""
        return "host_eval argument only legal as 'num_teams' and 'thread_limit' in 'omp.teams'"
    if user.name == "omp.parallel":
        around = kernel is not None and (user.is_ancestor(kernel))
        if parallel and around and argument is fields.num_threads:
            return ""
        return (
            "host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing "
            "target SPMD"
        )
    if user.name == "omp.loop_nest":
        if trip_count and user is kernel:
            return ""
        return (
            "host_eval argument only legal as loop bounds and steps in 'omp.loop_nest' when trip "
            "count must be evaluated in the host"
        )
    return f"host_eval argument illegal use in '{user.name}' operation"
