"""Declarative rules: an equation between two expressions of op classes and variables.

x, y = variables("x y")
Add, Sub = terms(arith.AddIOp, arith.SubIOp)
sub_of_add = rule(Sub(Add(x, y), y), x, name="sub_of_add")     # (x + y) - y --> x
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.ir.operation import Operation
from mlirlite.rewriting.folding import FoldFunction, fold_by_rules
from mlirlite.rewriting.pattern import CANONICAL, Pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.rewriting.rule_compiler import compile_folds, compile_pattern, orders
from mlirlite.rewriting.terms import (
    OP,
    Call,
    Constant,
    Term,
    Variable,
    as_expression,
    definition,
    is_number,
    shown_as,
    variables_in,
)
from mlirlite.support.extensions import note_extension


class Rule(Pattern):
    """An equation: what matches `lhs` becomes `results`, where the conditions hold. It is compiled
    when first tried."""

    def __init__(
        self,
        lhs: Term,
        results: tuple[Any, ...],
        where: tuple[Call, ...],
        reason: str,
        name: str,
        benefit: int,
    ) -> None:
        self.lhs = lhs
        self.results = results
        self.where = where
        self.reason = reason
        condition = f" where {', '.join(map(str, where))}" if where else ""
        text = f"{lhs} --> {', '.join(map(shown_as, results))}{condition}"
        super().__init__(self._first, (lhs.cls,), benefit, name or text)
        self.__doc__ = text
        self.__module__ = ""
        self.line = "", 0

    @property
    def code(self) -> tuple[str, int]:
        return self.line

    def _first(self, op: Operation, rw: Rewriter) -> bool:
        self.function = function = compile_pattern(self)
        return function(op, rw)

    def wanted(self) -> list[dict[int, type[Operation] | None]]:
        fixed = {f.attribute: f.fixed for f in definition(self.lhs.cls).operands}
        ways = []
        for term in orders(self.lhs):
            way: dict[int, type[Operation] | None] = {}
            for name, e in term.fields:
                index = fixed.get(name)
                if index is None:
                    continue
                if isinstance(e, Term):
                    way[index] = e.cls
                elif isinstance(e, Constant) or is_number(e):
                    way[index] = None
            ways.append(way)
        return ways


def rule(
    lhs: Term,
    rhs: Any,
    *,
    where: Any = (),
    reason: str = "the condition does not hold",
    name: str = "",
    benefit: int = 1,
) -> Rule:
    """The pattern that replaces what matches `lhs` by `rhs`.

    On the left a number matches an equal constant or splat, and ops with the trait Commutative
    match with their operands in both orders; their constants are written last, where folding puts
    them. A result's name stands for its type: `ExtUI(x, out=t)`; for an unused result, `UNUSED`. On
    the right a number is a constant of the type of the operands beside it, and the outermost op has
    the types of the op that it replaces. A computation (`a + b`, `flags & others`, a `computed`
    function, or a lambda whose parameters are names of variables, constants as attributes, `op` the
    root) gives an attribute, a type, a value, a property, or None: then the rule does not apply.
    `where` is one condition or several. A tuple on the right has an expression for each result,
    None for an unused one. TypeError when the right side has a variable that the left side lacks.
    """
    known = {v.name: v for v in variables_in(lhs)} | {"op": OP}
    results = tuple(as_expression(r, known) for r in (rhs if isinstance(rhs, tuple) else (rhs,)))
    results = tuple(_complete(r, known) for r in results)
    conditions = where if isinstance(where, tuple) else (where,)
    calls = tuple(as_expression(c, known) for c in conditions)
    for expression in (*results, *calls):
        for wanted in variables_in(expression):
            if wanted not in known.values():
                raise TypeError(f"rule {lhs}: the left side has no variable '{wanted}'")
    made = Rule(lhs, results, calls, reason, name, benefit)
    caller = sys._getframe(1)
    made.__module__ = caller.f_globals["__name__"]
    made.line = caller.f_code.co_filename, caller.f_lineno
    return made


def _complete(expression: Any, known: dict[str, Variable]) -> Any:
    """An expression with the functions in it as calls."""
    if not isinstance(expression, Term):
        return as_expression(expression, known)
    return expression.with_fields((n, _complete(e, known)) for n, e in expression.fields)


def canonicalizations(**named: Rule | Iterable[Rule]) -> None:
    """Rules that the canonicalize pass applies, under the names that reports show; several may
    have one name."""
    for name, rules in named.items():
        for one in (rules,) if isinstance(rules, Rule) else _rules(rules):
            one.name = name
            CANONICAL.add(one)


def _rules(given: object) -> Iterable[Rule]:
    """The rules that are given. TypeError for anything else."""
    rules: list[Any] = list(given) if isinstance(given, Iterable) else [given]
    for one in rules:
        if not isinstance(one, Rule):
            raise TypeError(f"expected a rule, as rule(…) makes it, found {one!r}")
    return rules


def folds(*rules: Rule) -> None:
    """Rules whose right side makes no op: a value, a number, a constant, or the op itself with
    other operands. They are part of folding and run before the op's own `fold`."""
    note_extension(*rules)
    for one in _rules(rules):
        FOLDS.setdefault(one.lhs.cls, []).append(one)
    for cls in {one.lhs.cls for one in rules}:
        fold_by_rules(cls, _compiling(cls))


def _compiling(cls: type[Operation]) -> FoldFunction:
    """Compiles the folds of a class when its first op is folded."""

    def fold(op: Operation, constants: Sequence[Any]) -> Any:
        function = compile_folds(FOLDS[cls])
        fold_by_rules(cls, function)
        return function(op, constants)

    return fold


FOLDS: dict[type[Operation], list[Rule]] = {}
"""The folds that are rules, by op class."""
