"""What ops of a conversion fold to, found before any of them is lowered: a fold sees the IR as it
was, not what lowerings made of its operands (upstream: replacements take effect at the end)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.rewriting.casts import make_cast
from mlirlite.rewriting.folding import Folded, can_fold, constant_value, fold_results, materialize

_IN_PLACE = 100
"""An op that folds in place comes to an end within this many steps, or never."""


class Folds:
    """The ops that fold, each with what its results become. Ops that fold in place are changed."""

    def __init__(self, may_fold: Callable[[type[Operation]], bool]) -> None:
        self._may_fold = may_fold
        self._classes: dict[type[Operation], bool] = {}
        self.found: dict[Operation, Sequence[Folded]] = {}
        self._held: dict[Operation, Operation] = {}
        self._changed: dict[Operation, Operation] = {}
        """The operands of ops that folded in place before they folded, as they were."""
        self._lowered: dict[Value, Attribute] = {}
        """Casts of constants that were lowered: the ops that lowerings make see the constants."""

    def find(self, ops: Iterable[Operation], is_legal: Callable[[Operation], bool]) -> None:
        """Fold these ops, in this order, unless they are legal."""
        for op in ops:
            cls = type(op)
            wanted = self._classes.get(cls)
            if wanted is None:
                wanted = self._classes[cls] = can_fold(cls) and self._may_fold(cls)
            if not wanted or is_legal(op):
                continue
            operands = tuple(op._operands)
            folded = self._fold(op)
            for _ in range(_IN_PLACE):
                if folded is None or folded:
                    break
                folded = self._fold(op)
            if folded:
                self._keep(op, folded)
                if operands != tuple(op._operands):
                    self._changed[op] = make_cast(operands, (), None)

    def lowered(self, constant: Attribute | None, values: Iterable[Value | None]) -> None:
        """Remember the constant that these values stand for, since it was lowered."""
        for value in values:
            if value is not None and constant is not None:
                self._lowered[value] = constant

    def _fold(self, op: Operation) -> Sequence[Folded] | None:
        known = self._lowered
        if not known or known.keys().isdisjoint(op._operands):
            return fold_results(op)
        constants = [known[v] if v in known else constant_value(v) for v in op._operands]
        return fold_results(op, constants)

    def _keep(self, op: Operation, folded: Sequence[Folded]) -> None:
        self.found[op] = folded
        values = [v for v in folded if isinstance(v, Value)]
        if values:  # a detached op: its operands follow the values when those are replaced
            self._held[op] = make_cast(values, (), None)

    def take(self, op: Operation) -> Sequence[Value | Operation] | None:
        """For each result of an op the value that it becomes, or a detached constant. None when
        its dialect has no such constant."""
        folded = self.found.pop(op)
        held = self._held.pop(op, None)
        values = iter(held.operands if held is not None else ())
        if held is not None:
            held.drop_all_references()
        made: list[Value | Operation] = []
        for result, found in zip(op._results, folded, strict=True):
            if not isinstance(found, Attribute):
                made.append(next(values))
                continue
            constant = materialize(op, found, result.type)
            if constant is None:
                return None
            made.append(constant)
        return made

    def restore(self, op: Operation) -> None:
        """Undo what folding in place did to an op before it folded to something that cannot be."""
        held = self._changed.pop(op, None)
        if held is not None:
            op.set_operands(held.operands)
            held.drop_all_references()

    def drop(self) -> None:
        """Let go of the values of ops that were never taken."""
        for held in (*self._held.values(), *self._changed.values()):
            held.drop_all_references()
        self._held.clear()
        self._changed.clear()


def reachable_ops(root: Operation) -> list[Operation]:
    """All nested ops in blocks that can be reached, parents first; blocks depth first along the
    branches (upstream's order of visiting them)."""
    found: list[Operation] = []
    stack: list[Any] = [*_reached(root)]
    while stack:
        at = stack.pop()
        if not isinstance(at, Operation):
            at = at._first
        while at is not None:
            found.append(at)
            if at._regions:
                if at._next is not None:
                    stack.append(at._next)
                stack += _reached(at)
                break
            at = at._next
    return found


def _reached(op: Operation) -> Iterator[Block]:
    """The blocks of an op that can be reached, the last one first."""
    for region in reversed(op._regions):
        first = region._first
        if first is not None:
            yield from (first,) if first.next is None else reversed(_depth_first(first))


def _depth_first(entry: Block) -> list[Block]:
    seen: dict[Block, None] = {}
    stack = [entry]
    while stack:
        block = stack.pop()
        if block not in seen:
            seen[block] = None
            stack += reversed(block.successors)
    return list(seen)
