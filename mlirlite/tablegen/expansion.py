"""Where records go when they are complete: to the keeper, into a loop or into a multiclass; and how
prototypes in loops and multiclasses become records."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.tablegen.expressions import Expressions
from mlirlite.tablegen.lexer import Tokens
from mlirlite.tablegen.records import Check, Keeper, Record, RecordValue, run_checks
from mlirlite.tablegen.types import Type
from mlirlite.tablegen.values import List, MapResolver, Operator, Text, Value, Var

_OF_MULTICLASS = 10
"""What an entry of a multiclass counts that becomes one of another: each `defm` makes it again,
with longer names, and a chain of multiclasses doubles it before there is any record."""


class Loop:
    """A loop whose entries are made for each element of a list; `if` is one without variable."""

    def __init__(self, at: int, variable: Var | None, over: Value) -> None:
        self.at, self.variable, self.over = at, variable, over
        self.entries: list[Entry] = []


Entry: TypeAlias = Record | Loop | Check


class Multiclass(Record):
    """A multiclass: its template arguments, and what it makes."""

    def __init__(self, name: str, keeper: Keeper, at: Any) -> None:
        super().__init__(Text(name), keeper, at, "multiclass")
        self.entries: list[Entry] = []


class Defset(NamedTuple):
    element: Type
    found: list[Value]


class Expansion(Expressions):
    """Keeps records, and makes them of prototypes."""

    def __init__(self, keeper: Keeper, tokens: Tokens) -> None:
        super().__init__(keeper, tokens)
        self.loops: list[Loop] = []
        self.defsets: list[Defset] = []

    def _add(self, entry: Entry, at: int) -> None:
        if self.loops:
            self.loops[-1].entries.append(entry)
        elif isinstance(entry, Loop):
            into = self.multiclass.entries if isinstance(self.multiclass, Multiclass) else None
            self._expand_loop(entry, {}, self.multiclass is None, into, at)
        elif isinstance(self.multiclass, Multiclass):
            self.multiclass.entries.append(entry)
        elif isinstance(entry, Check):
            run_checks([entry], self.keeper)
        else:
            self._finish(entry, at)

    def _finish(self, record: Record, at: int) -> None:
        """A record that is complete: let its fields refer to each other, and keep it."""
        old = self.keeper.records.get(record.name)
        if old is not None:
            if record.kind != "anonymous":
                found = error(f"def already exists: {record.name}", self.tokens.span(at))
                raise DiagnosticError(found.note("location of previous definition", old.places[0]))
            record.name_value = Text(self.keeper.new_name())
        record.finish()
        for name, value in record.values.items():
            if not value.concrete and not record.fields[name].may_be_open:
                raise self.error(
                    f"Initializer of '{name}' in '{record.name}' could not be fully resolved: "
                    f"{value}",
                    at,
                )
        if not isinstance(record.name_value, Text):
            raise self.error(f"record name '{record.name}' could not be fully resolved", at)
        run_checks(record.checks, self.keeper)
        for defset in self.defsets:
            if not record.type.is_a(defset.element):
                raise self.error(
                    f"adding record of incompatible type '{record.type}' to defset", at
                )
            defset.found.append(RecordValue(record))
        self.keeper.add(record)

    def _expand(
        self,
        entries: list[Entry],
        values: dict[str, Value],
        final: bool,
        into: list[Entry] | None,
        at: int,
        place: int | None = None,
    ) -> None:
        """Make what entries are with these values: records that are kept, or again entries. `place`
        is that of a defm, which records have beside their own, except those in loops and ifs that
        wait for its arguments, as upstream."""
        self.keeper.budget.spend_entries(len(entries) * (1 if into is None else _OF_MULTICLASS))
        for entry in list(entries):
            if isinstance(entry, Loop):
                self._expand_loop(entry, values, final, into, at)
                continue
            resolver = MapResolver(self.keeper, dict(values))
            made: Entry
            if isinstance(entry, Check):
                made = entry.resolve(resolver)
                if into is None:
                    run_checks([made], self.keeper)
                    continue
            else:
                made = entry.copy()
                if place is not None:
                    made.places.append(self.tokens.span(place))
                resolver.record = made
                made.resolve(resolver)
                if into is None:
                    self._finish(made, at)
                    continue
            into.append(made)

    def _expand_loop(
        self,
        loop: Loop,
        values: dict[str, Value],
        final: bool,
        into: list[Entry] | None,
        at: int,
    ) -> None:
        over = loop.over.resolve(MapResolver(self.keeper, dict(values)))
        if isinstance(over, Operator) and over.op == "if" and final:
            over = over.resolve(MapResolver(self.keeper, dict(values), final=True))
        if not isinstance(over, List):
            if final or into is None:
                raise self.error(f"attempting to loop over '{over}', expected a list", loop.at)
            inner = Loop(loop.at, loop.variable, over)
            into.append(inner)
            self._expand(loop.entries, values, False, inner.entries, at)
            return
        self.keeper.budget.spend_entries(len(over.items))
        for item in over.items:
            if loop.variable is not None:
                values = {**values, loop.variable.name: item}
            self._expand(loop.entries, values, final, into, at)
