"""The order of the loops of a perfect nest: which permutations dependences allow, and making them
(upstream: LoopUtils).

for %i { for %j { m[%j] = f(m[%j]) } }  -->  for %j { for %i { m[%j] = f(m[%j]) } }
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mlirlite.dialects._loops import perfect_nest
from mlirlite.dialects.affine.analysis.dependence import (
    Component,
    Outcome,
    accesses_in,
    check_dependence,
)
from mlirlite.dialects.affine.loops import ForOp

Dependences = list[tuple[Component, ...]]


def dependence_components(root: ForOp, depth: int) -> Dependences:
    """The distances of all dependences in a nest that are carried by the `depth` outermost loops
    around it."""
    accesses = accesses_in(root)
    found: Dependences = []
    for d in range(1, depth + 1):
        for a in accesses:
            for b in accesses:
                result = check_dependence(a, b, d)
                if result.outcome is Outcome.DEPENDENT:
                    found.append(result.components)
    return found


def may_permute(dependences: Dependences, order: Sequence[int]) -> bool:
    """True when loop `i` may become loop `order[i]`: no distance becomes negative."""
    inverse = sorted(range(len(order)), key=order.__getitem__)
    for components in dependences:
        for i in inverse:
            low = components[i].low
            if low is None or low < 0:
                return False
            if low > 0:
                break
    return True


def permute(loops: Sequence[ForOp], order: Sequence[int]) -> ForOp:
    """Let loop `i` of a perfect nest become loop `order[i]`; returns the outermost one."""
    inverse = [loops[i] for i in sorted(range(len(order)), key=order.__getitem__)]
    root, innermost = inverse[0], inverse[-1]
    place, body = loops[0], loops[-1].body
    if root is not place:
        root.move_before(place)
        place.detach()
    for loop in loops[1:]:
        if loop is not root:
            loop.detach()
    if innermost.body is not body:
        for op in body.ops[:-1]:
            innermost.body.insert_before(innermost.body.last, op.detach())
    for outer, inner in pairwise(inverse):
        outer.body.prepend(inner)
    return root


def sink_sequential_loops(root: ForOp) -> ForOp:
    """Move the loops of a perfect nest that carry dependences inwards, where that is legal; returns
    the outermost one."""
    loops = perfect_nest(root)
    if len(loops) < 2:
        return root
    dependences = dependence_components(root, len(loops))
    sequential = [
        any((c[i].low, c[i].high) != (0, 0) for c in dependences) for i in range(len(loops))
    ]
    turn = sorted(range(len(loops)), key=sequential.__getitem__)
    order = sorted(range(len(loops)), key=turn.__getitem__)
    if order == list(range(len(loops))) or not may_permute(dependences, order):
        return root
    return permute(loops, order)
