"""Canonicalization of some ops only, and those that rewriting them makes (upstream:
applyOpPatternsGreedily)."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.affine import canonicalize  # noqa: F401  declares the patterns
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.folding import fold_op, is_constant
from mlirlite.rewriting.pattern import CANONICAL
from mlirlite.rewriting.rewriter import Listener, Rewriter


class _Watch(Listener):
    """Keeps the ops that are still to be visited."""

    def __init__(self, ops: Sequence[Operation]) -> None:
        self.todo: dict[Operation, None] = dict.fromkeys(ops)
        self.own = set(ops)

    def inserted(self, op: Operation) -> None:
        self.own.add(op)
        self.todo[op] = None

    def modified(self, op: Operation) -> None:
        if op in self.own:
            self.todo[op] = None

    def erased(self, op: Operation) -> None:
        for inner in op.walk():
            self.todo.pop(inner, None)
            for value in inner.operands:
                maker = value.defining_op
                if maker is not None and maker in self.own:
                    self.todo[maker] = None
        self.todo.pop(op, None)


def apply_to_ops(ops: Sequence[Operation]) -> bool:
    """Fold these ops, apply their canonical forms and erase those that are dead, the last ones
    first; True when anything changed."""
    watch = _Watch(ops)
    rw = Rewriter(Block(), listener=watch)
    while watch.todo:
        op, _ = watch.todo.popitem()
        if op.parent is None:
            continue
        if Effects().is_dead(op):
            rw.erase(op)
            continue
        if is_constant(op):
            continue
        values = fold_op(op, rw)
        if values is not None:
            if tuple(values) != op.results:
                rw.replace(op, list(values))
            continue
        for pattern in CANONICAL.for_class(type(op)):
            rw.set_before(op)
            before = rw.changes
            applied = pattern(op, rw)
            if applied or (applied is None and rw.changes != before):
                break
    return rw.changes > 0
