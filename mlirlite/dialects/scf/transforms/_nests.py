"""Nests of scf.for in place of loops with several counters."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects._index_values import value_of
from mlirlite.dialects.scf.control import YieldOp
from mlirlite.dialects.scf.forall import ForallOp
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value

Bounds = tuple[Sequence[Value], Sequence[Value], Sequence[Value]]


def bounds_of(b: Builder, loop: ForallOp) -> Bounds:
    """Lower bounds, upper bounds and steps as values."""
    mixed = (loop.mixed_lower_bounds, loop.mixed_upper_bounds, loop.mixed_steps)
    lower, upper, steps = ([value_of(b, entry) for entry in entries] for entries in mixed)
    return lower, upper, steps


def move_into_nest(b: Builder, loop: Operation, body: Block, bounds: Bounds) -> None:
    """Replace a loop without results by a nest of scf.for around its body, whose terminator is
    erased."""
    counters: list[Value] = []
    inner: Block | None = None
    for lower, upper, step in zip(*bounds, strict=True):
        inner = Block([INDEX])
        inner.append(YieldOp([]))
        b.insert(ForOp(lower, upper, step, [], region=Region([inner]), results_=[]))
        b.set_start(inner)
        counters.append(inner.args[0])
    end = body.last
    if inner is None or inner.last is None or end is None:
        raise ValueError("a loop without counters")
    for argument, counter in zip(body.args, counters, strict=False):
        argument.replace_all_uses_with(counter)
    end.erase()
    for op in body.ops:
        op.move_before(inner.last)
    loop.erase()
