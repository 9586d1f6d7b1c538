"""Predicates of records as functions, from the expressions at their leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constraints import Constraint
from mlirlite.ods.cpp import Names, Unknown, compiled
from mlirlite.ods.data import RecordData
from mlirlite.support.diagnostics import DiagnosticError

Test = Callable[[dict[str, Any]], bool | None]
"""True, false, or None where it is not known."""


class Predicates:
    """Compiles predicates. `unknown` gets those whose meaning is not known, with the records that
    have them; they hold for everything, and `--show-unknown-predicates` lists them."""

    def __init__(self, classes: Names) -> None:
        self.classes = classes
        self.unknown: dict[str, list[str]] = {}
        self._made: dict[tuple[str, str], Test] = {}

    def constraint(
        self, record: RecordData, owner: str, exact: Attribute | None = None
    ) -> Constraint:
        """A constraint of types or of attributes, which an owner has."""
        test = self.test(record["predicate"], owner)
        return Constraint(
            record.text("summary") or record.name,
            lambda value: test({"$_self": value}) is not False,
            exact,
        )

    def test(self, predicate: RecordData | None, owner: str, wrap: str = "{}") -> Test:
        """A predicate as a function of an environment. `wrap` surrounds the expressions at the
        leaves."""
        if predicate is None:
            return lambda env: True
        key = (predicate.name, wrap)
        if key not in self._made:
            self._made[key] = self._compile(predicate, owner, wrap)
        return self._made[key]

    def _compile(self, predicate: RecordData, owner: str, wrap: str) -> Test:
        if not predicate.is_a("CombinedPred"):
            return self._leaf(predicate.text("predExpr"), owner, wrap)
        kind, children = _combined(predicate)
        if kind == "SubstLeaves":
            pattern, new = predicate.text("pattern"), predicate.text("replacement")
            return self._substituted(children[0], owner, wrap, pattern, new)
        if kind == "Concat":
            text = expression(children[0])
            whole = predicate.text("prefix") + text + predicate.text("suffix")
            return self._leaf(whole, owner, wrap)
        tests = [self.test(child, owner, wrap) for child in children]
        if kind == "Not":
            return lambda env: _not(tests[0](env))
        return _all(tests) if kind == "And" else _any(tests)

    def _substituted(
        self, child: RecordData, owner: str, wrap: str, pattern: str, new: str
    ) -> Test:
        return self._leaf(expression(child).replace(pattern, new), owner, wrap)

    def _leaf(self, text: str, owner: str, wrap: str) -> Test:
        try:
            function = compiled(wrap.format(text) if wrap != "{}" else text, self.classes)
        except Unknown as e:
            self.unknown.setdefault(" ".join(str(e).split()), []).append(owner)
            return lambda env: None

        def test(env: dict[str, Any]) -> bool | None:
            try:
                return bool(function(env))
            except (Unknown, AttributeError, TypeError, IndexError):
                return False if _is_builtin(env) else None

        return test


def _is_builtin(env: dict[str, Any]) -> bool:
    """Whether a method that is missing is missing for good: upstream's casts would have failed."""
    return "$_op" not in env


def _combined(predicate: RecordData) -> tuple[str, list[RecordData]]:
    """How a combined predicate combines which others. DiagnosticError if it does not say it."""
    kind = predicate.record("kind").name.removeprefix("PredCombiner")
    children = predicate.items("children")
    alone = kind in ("Not", "SubstLeaves", "Concat")
    if not all(isinstance(c, RecordData) for c in children) or (alone and len(children) != 1):
        raise DiagnosticError(f"'children' of '{predicate.name}' must be predicates")
    return kind, children


def expression(predicate: RecordData) -> str:
    """The C++ expression that a predicate stands for."""
    if not predicate.is_a("CombinedPred"):
        return f"({predicate.text('predExpr')})"
    kind, children = _combined(predicate)
    parts = [expression(child) for child in children]
    if kind == "Not":
        return f"(!{parts[0]})"
    if kind == "SubstLeaves":
        return parts[0].replace(predicate.text("pattern"), predicate.text("replacement"))
    if kind == "Concat":
        return f"({predicate.text('prefix')}{parts[0]}{predicate.text('suffix')})"
    if not parts:
        return "true" if kind == "And" else "false"
    return "(" + (" && " if kind == "And" else " || ").join(parts) + ")"


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(tests: list[Test]) -> Test:
    def test(env: dict[str, Any]) -> bool | None:
        found: bool | None = True
        for one in tests:
            value = one(env)
            if value is False:
                return False
            found = found and value
        return found

    return test


def _any(tests: list[Test]) -> Test:
    def test(env: dict[str, Any]) -> bool | None:
        found: bool | None = False
        for one in tests:
            value = one(env)
            if value:
                return True
            found = None if value is None else found
        return found

    return test
