"""A record of the class `Pattern` as a pattern that the drivers apply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlirlite.ir.operation import Operation
from mlirlite.ods.cpp import Unknown
from mlirlite.ods.data import DagData, RecordData
from mlirlite.ods.drr.constraints import Constraints
from mlirlite.ods.drr.declarations import Declarations
from mlirlite.ods.drr.names import op_name
from mlirlite.ods.drr.result import Build, Results, Stuck
from mlirlite.ods.drr.source import Match, Source, wanted
from mlirlite.rewriting.pattern import Pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError

Condition = Callable[[Match], bool]


class DeclaredPattern(Pattern):
    """A pattern of a .td file. It matches its source as it is written: operands of commutative ops
    are not swapped. DiagnosticError if the record is wrong, Unknown if it uses something whose
    meaning is not known."""

    def __init__(
        self, record: RecordData, declarations: Declarations, constraints: Constraints
    ) -> None:
        source: DagData = record["sourcePattern"]
        root = declarations.names.records.operator(source)
        if not root.is_a("Op"):
            raise DiagnosticError("the root of a pattern is an op")
        own = declarations.of(root)
        self.place = record.place
        self._title = record.name
        self._source = Source(declarations, constraints)
        self._matches = self._source.op(source, own)
        self._results = Results(declarations, constraints, self._source.symbols, own)
        self._conditions = [
            self._condition(dag, constraints) for dag in record.items("constraints")
        ]
        self._compile(record, own.results)
        self._wanted = [wanted(source, own, declarations)]
        deltas = [value for value, _ in record.dag("benefitDelta")]
        if len(deltas) != 1 or not isinstance(deltas[0], int):
            raise DiagnosticError("'benefitDelta' must be (addBenefit <number>)")
        benefit = self._source.weight + deltas[0]
        super().__init__(self._apply, (own.cls,), benefit, record.name)
        self.__doc__ = equation(record)
        self.__module__ = ""

    @property
    def code(self) -> tuple[str, int]:
        file, _, line = self.place.rpartition(":")
        return file, int(line or 0)

    def wanted(self) -> Sequence[Mapping[int, Any]]:
        return self._wanted

    def _condition(self, dag: DagData, constraints: Constraints) -> Condition:
        """A constraint of several symbols."""
        record = self._results.declarations.names.records.operator(dag)
        test = constraints.predicate(record)
        symbols = [self._results.symbol(name) for _, name in dag.args]
        names = [f"${i}" for i in range(len(symbols))]
        own = self._results.symbol(dag.name) if dag.name else None
        of_type = record.is_a("TypeConstraint")

        def holds(found: Match) -> bool:
            given = dict(zip(names, [s(found) for s in symbols], strict=True))
            if own is not None:
                given["$_self"] = own(found)
            elif given:
                first = given["$0"]
                given["$_self"] = first.type if of_type else first
            return test(given)

        return holds

    def _compile(self, record: RecordData, expected: int) -> None:
        """Split the results into those that replace results of the root, and those before."""
        results = self._results
        dags: list[DagData] = record.items("resultPatterns")
        after: list[DagData] = record.items("supplementalPatterns")
        for dag in (*dags, *after):
            results.name(dag)
        start, firsts = len(dags), [0] * len(dags)
        left = expected
        while start and left > 0:
            start -= 1
            left -= results.count(dags[start])
            firsts[start] = left
        if left > 0:
            raise DiagnosticError(
                f"the root has {expected} results, but the pattern gives {expected - left} values"
            )
        if left < 0:
            raise DiagnosticError(
                "a result gives values that replace results of the root and values that do not"
            )
        self._before = [results.node(dag) for dag in dags[:start]]
        rest = zip(dags[start:], firsts[start:], strict=True)
        self._replacing: list[Build] = [results.node(dag, first) for dag, first in rest]
        self._after = [results.node(dag) for dag in after]
        self._erases = expected == 0

    def _apply(self, op: Operation, rw: Rewriter) -> bool:
        found = Match(op, rw)
        if not self._matches(op, found) or not found.agrees():
            return rw.fail("looks different")
        if not all(condition(found) for condition in self._conditions):
            return rw.fail("a constraint does not hold")
        rw.set_before(op)
        before = rw.changes
        try:
            self._rewrite(op, found)
        except Stuck:
            if rw.changes != before:
                message = "a native call gives no value, after another one has changed the IR"
                raise DiagnosticError(f"{self.label}: {message}", op.where) from None
            for made in found.pending:
                made.drop_all_references()
            return rw.fail("a native call gives no value")
        except DiagnosticError as e:
            e.diagnostics[0].message = f"{self.label}: {e.diagnostics[0].message}"
            raise
        return True

    @property
    def label(self) -> str:
        """How errors name it."""
        return label(self._title, self.place)

    def _rewrite(self, op: Operation, found: Match) -> None:
        for build in self._before:
            build(found)
        values: list[Any] = []
        for build in self._replacing:
            made = build(found)
            values += made if isinstance(made, list) else [made]
        if any(v is None for v in values):
            raise Stuck
        found.insert_pending()
        for build in self._after:
            build(found)
        found.insert_pending()
        if self._erases:
            found.rw.erase(op)
        else:
            found.rw.replace(op, values)


def label(name: str, place: str) -> str:
    """How errors name a pattern."""
    return f"pattern '{name}', declared at {place}" if place else f"pattern '{name}'"


def equation(record: RecordData) -> str:
    """`before --> after` of a pattern's record."""
    source = _shown(record, record["sourcePattern"])
    results = [_shown(record, dag) for dag in record.items("resultPatterns")]
    return f"{source} --> {', '.join(results) or 'nothing'}"


def _shown(record: RecordData, value: Any, symbol: str = "") -> str:
    if isinstance(value, DagData):
        own = record.records.operator(value)
        inner = ", ".join(_shown(record, v, s) for v, s in value.args)
        if own.name == "replaceWithValue":
            return inner
        name = op_name(own) if own.is_a("Op") else _name(own)
        return f"{name}({inner})" + (f":{value.name}" if value.name else "")
    if isinstance(value, RecordData):
        return _name(value) + (f":{symbol}" if symbol else "")
    return symbol or str(value)


def _name(record: RecordData) -> str:
    if not record.fields.get("!anonymous"):
        return record.name
    for field in ("expression", "value", "summary"):
        if record.text(field):
            return f"<{record.text(field)}>"
    return record.classes[-1] if record.classes else "?"


__all__ = ["DeclaredPattern", "Unknown", "equation", "label"]
