"""Casts between conversions: `builtin.unrealized_conversion_cast` is made and removed here.

%1 = cast(%0 : A to B); %2 = cast(%1 : B to A); use(%2)  -->  use(%0)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from mlirlite.ir.attribute import Type
from mlirlite.ir.context import Context
from mlirlite.ir.locations import AnyLocation
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter

CAST = "builtin.unrealized_conversion_cast"


@cache
def _cast_class() -> type[Operation]:
    # The builtin dialect stands right of this layer; a context finds it by its name.
    found = Context().op_class(CAST)
    if found is None:
        raise LookupError(f"the builtin dialect has no '{CAST}'")
    return found


def make_cast(
    values: Sequence[Value], types: Sequence[Type], location: AnyLocation | None
) -> Operation:
    """A detached cast of the values to the types."""
    return _cast_class().create(values, types, location=location)


def is_cast(op: Operation | None) -> bool:
    """True for an unrealized conversion cast."""
    return op is not None and op.name == CAST


def cast_of(values: Sequence[Value]) -> Operation | None:
    """The cast whose results are exactly these values in order, or None."""
    definer = values[0].defining_op if values else None
    if definer is None or definer.name != CAST or len(definer.results) != len(values):
        return None
    return definer if all(a is b for a, b in zip(definer.results, values, strict=True)) else None


def reconcile_casts(casts: Iterable[Operation], rw: Rewriter) -> list[Operation]:
    """Replace casts whose chain leads back to the types that they make, erase those that only such
    casts use; returns the remaining ones (upstream: reconcileUnrealizedCasts)."""
    given = dict.fromkeys(casts)
    for cast in reversed(given):
        step: Operation | None = cast if cast.has_uses else None
        while step is not None:
            if step.operand_types == cast.result_types:
                # The chain of a cast in a graph region may lead to the cast itself.
                if all(v.defining_op is not cast for v in step.operands):
                    for old, new in zip(cast.results, step.operands, strict=True):
                        rw.replace_all_uses_with(old, new)
                break
            step = cast_of(step.operands)
    live: dict[Operation, None] = {}
    worklist = [c for c in given if any(u.owner not in given for r in c.results for u in r.uses)]
    while worklist:
        cast = worklist.pop()
        if cast not in live:
            live[cast] = None
            definers = (v.defining_op for v in cast.operands)
            worklist += [d for d in definers if d is not None and d in given]
    dead = [c for c in given if c not in live]
    for cast in dead:
        cast.drop_all_references()
    for cast in dead:
        rw.erase(cast)
    return [c for c in given if c in live]
