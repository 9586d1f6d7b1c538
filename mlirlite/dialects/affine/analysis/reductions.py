"""Reductions in loops: values that are carried and combined by one op in each iteration."""

from __future__ import annotations

from typing import Any, NamedTuple

from mlirlite.dialects import arith
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.arith.enums import AtomicRMWKind
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value

_KINDS: dict[type[Operation], AtomicRMWKind] = {
    arith.AddFOp: AtomicRMWKind.addf,
    arith.MulFOp: AtomicRMWKind.mulf,
    arith.AddIOp: AtomicRMWKind.addi,
    arith.AndIOp: AtomicRMWKind.andi,
    arith.OrIOp: AtomicRMWKind.ori,
    arith.MulIOp: AtomicRMWKind.muli,
    arith.MinimumFOp: AtomicRMWKind.minimumf,
    arith.MaximumFOp: AtomicRMWKind.maximumf,
    arith.MinSIOp: AtomicRMWKind.mins,
    arith.MaxSIOp: AtomicRMWKind.maxs,
    arith.MinUIOp: AtomicRMWKind.minu,
    arith.MaxUIOp: AtomicRMWKind.maxu,
    arith.XOrIOp: AtomicRMWKind.xori,
    arith.MaxNumFOp: AtomicRMWKind.maxnumf,
    arith.MinNumFOp: AtomicRMWKind.minnumf,
}
_OPS = {kind: cls for cls, kind in _KINDS.items()}


class Reduction(NamedTuple):
    """A carried value, the combining op, and the value that it is combined with in each
    iteration."""

    kind: AtomicRMWKind
    position: int
    value: Value
    op: Operation


def reductions_of(loop: ForOp) -> list[Reduction]:
    """The carried values that are reductions (upstream: getSupportedReductions)."""
    found = []
    end = loop.body.last
    yielded = end.operands if end is not None else ()
    for position, (argument, value) in enumerate(zip(loop.iter_args, yielded, strict=True)):
        op = value.defining_op
        kind = _KINDS.get(type(op)) if op is not None else None
        if op is None or kind is None or op.parent is not loop.body:
            continue
        # Only the yield uses the sum, and only the sum uses the carried value.
        if not value.has_one_use or not argument.has_one_use or argument not in op.operands:
            continue
        other = op.operands[1] if op.operands[0] is argument else op.operands[0]
        found.append(Reduction(kind, position, other, op))
    return found


def combine(b: Builder, kind: AtomicRMWKind, lhs: Value, rhs: Value) -> Value:
    """The two values combined."""
    cls: Any = _OPS[kind]
    made: Operation = b.insert(cls(lhs, rhs))
    return made.results[0]
