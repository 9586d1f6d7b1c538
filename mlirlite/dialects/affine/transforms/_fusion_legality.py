"""What dependences allow when a nest is fused into another one."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.affine.analysis.dependence import (
    ACCESSES,
    READS,
    WRITES,
    Access,
    AccessOp,
    Outcome,
    accesses_in,
    check_dependence,
    common_loops,
    enclosing_loops,
)
from mlirlite.dialects.affine.analysis.slices import common_depth
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def legal_depth(ops: Sequence[AccessOp]) -> int:
    """The deepest loop of the target into which the producer of what these accesses use may go
    (upstream: getMaxLoopDepth)."""
    depth = common_depth(ops)
    if all(isinstance(op, READS) for op in ops):
        return depth
    accesses = [Access(op) for op in ops]
    for a in accesses:
        for b in accesses:
            for d in range(1, len(common_loops(a.op, b.op)) + 2):
                if check_dependence(a, b, d).outcome is Outcome.DEPENDENT:
                    depth = min(depth, d - 1)
                    break
    return depth


def has_cycle(root: Operation) -> bool:
    """True when accesses of a nest depend on each other in a cycle, or on themselves (upstream:
    hasCyclicDependence)."""
    accesses = accesses_in(root)
    outer = len(enclosing_loops(root))
    after: dict[Access, list[Access]] = {}
    for a in accesses:
        for b in accesses:
            if a.memref is not b.memref:
                continue
            deepest = len(common_loops(a.op, b.op)) + 1
            if any(check_dependence(a, b, d).may_exist for d in range(outer + 1, deepest + 1)):
                after.setdefault(a, []).append(b)
    for start in accesses:
        todo, seen = list(after.get(start, ())), set()
        while todo:
            access = todo.pop()
            if access is start:
                return True
            if access not in seen:
                seen.add(access)
                todo += after.get(access, ())
    return False


def stays_before(a: Operation, b: Operation) -> bool:
    """True when there is a position for both nests together: nothing between them must come after
    the first and before the second one."""
    first, second = (a, b) if a.is_before_in_block(b) else (b, a)
    between: list[Operation] = []
    op = first.next
    while op is not None and op is not second:
        between.append(op)
        op = op.next
    after = next((i for i, op in enumerate(between) if _depends(op, _written_by(first))), None)
    if after is None:
        return True
    written = _written_by(second)
    return not any(_depends(op, written) or _feeds(op, second) for op in between[after:])


def _written_by(nest: Operation) -> dict[Value, bool]:
    """The buffers that a nest accesses, and whether it writes them."""
    found: dict[Value, bool] = {}
    for op in nest.walk():
        if isinstance(op, ACCESSES):
            memref = op.memref_operand
            found[memref] = found.get(memref, False) or isinstance(op, WRITES)
    return found


def _depends(op: Operation, written: dict[Value, bool]) -> bool:
    for inner in op.walk():
        if isinstance(inner, READS) and written.get(inner.memref_operand):
            return True
        if isinstance(inner, WRITES) and inner.memref_operand in written:
            return True
    return False


def _feeds(op: Operation, nest: Operation) -> bool:
    """True when an op of the nest uses a result of the op."""
    return any(
        isinstance(nest, ForOp) and nest in enclosing_loops(user)
        for inner in op.walk()
        if not isinstance(inner, ACCESSES)
        for result in inner.results
        for user in result.users
    )
