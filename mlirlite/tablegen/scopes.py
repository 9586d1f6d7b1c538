"""Which names are known where: local variables, the fields and arguments of what is being read,
and the variables of loops."""

from __future__ import annotations

from mlirlite.tablegen.records import Record
from mlirlite.tablegen.types import STRING
from mlirlite.tablegen.values import Value, Var


class Scope:
    """One level of names; what it does not know, its parent may."""

    def __init__(
        self,
        parent: Scope | None = None,
        record: Record | None = None,
        loop: Var | None = None,
    ) -> None:
        self.parent = parent
        self.record = record
        """A class, a record, or the arguments of a multiclass."""
        self.loop = loop
        self.locals: dict[str, Value] = {}

    def find(self, name: str) -> Value | None:
        """The value of a name; None if it is not known here."""
        scope: Scope | None = self
        while scope is not None:
            found = scope._own(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def _own(self, name: str) -> Value | None:
        if name in self.locals:
            return self.locals[name]
        if self.loop is not None:
            return self.loop if self.loop.name == name else None
        record = self.record
        if record is None:
            return None
        field = record.fields.get(name)
        if field is not None:
            return Var(name, field.type)
        if record.kind in ("class", "multiclass"):
            full = record.qualified(name)
            argument = record.arguments.get(full)
            if argument is not None:
                return Var(full, argument.type)
            if name == "NAME":
                return Var(full, STRING)
        return None
