"""constants: values that are constant on every path that can be taken."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from mlirlite.dataflow.forward import ForwardAnalysis
from mlirlite.dataflow.registry import analysis
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Commutative
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import can_fold, constant_of, dialect_of, fold_results, is_constant


class Known(NamedTuple):
    """What is known of a value: a constant with the dialect that builds it, or None for a value
    that is not constant."""

    value: Attribute | None
    dialect: Dialect | None


VARIES = Known(None, None)


@analysis("constants")
class Constants(ForwardAnalysis[Known]):
    """Values that are constant on every path that can be taken, by the folds of ops."""

    def unknown(self, value: Value) -> Known:
        return VARIES

    def join(self, a: Known, b: Known) -> Known:
        return a if a.value == b.value else VARIES

    def constant(self, value: Value, fact: Known) -> Attribute | None:
        return fact.value

    def constants_of(self, op: Operation) -> list[Attribute | None] | None:
        found, facts = [], self.facts  # quicker than by `constant`: this runs for every op
        for value in op.operands:
            known = facts.get(value)
            if known is None:
                return None
            found.append(known.value)
        return found

    def text(self, value: Value, fact: Known) -> str:
        return "" if fact.value is None else str(fact.value)

    def visit_op(self, op: Operation) -> None:
        if is_constant(op):
            value = constant_of(op)
            self.learn(op.results[0], Known(value, dialect_of(type(op))) if value else VARIES)
            return
        constants = self.constants_of(op)
        if constants is None:
            return
        if op.regions or not can_fold(type(op)) or _is_unordered(op, constants):
            self.forget(op.results)
            return
        operands, properties, attributes = op.operands, dict(op.properties), op._attributes
        attributes = dict(attributes) if attributes else attributes
        folded = fold_results(op, constants)
        if not folded:  # nothing is known, or the op was changed in place, which gives no constant
            if op.operands != operands:
                op.set_operands(operands)
            op.properties, op._attributes = properties, attributes
            self.forget(op.results)
            return
        for result, found in zip(op.results, folded, strict=True):
            if isinstance(found, Attribute):
                self.learn(result, Known(found, dialect_of(type(op))))
                continue
            known = self.fact(found) if found in operands else self.ask(op, found)
            if known is not None:
                self.learn(result, known)


def _is_unordered(op: Operation, constants: Sequence[Attribute | None]) -> bool:
    """True for a commutative op with a constant before other operands: its fold would only move the
    constant to the end, and is not tried again (as upstream)."""
    if len(constants) < 2 or not op.has_trait(Commutative):
        return False
    return any(a is not None and b is None for a, b in pairwise(constants))
