"""Records and classes, the values that refer to them, and the keeper of all that a file defines."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from mlirlite.support.diagnostics import Diagnostic, Severity
from mlirlite.support.source import SourceSpan
from mlirlite.tablegen.budget import Budget
from mlirlite.tablegen.types import BIT, INT, STRING, RecordType, Type
from mlirlite.tablegen.values import (
    UNSET,
    Bits,
    Fault,
    Int,
    MapResolver,
    Resolver,
    Text,
    Unset,
    Value,
    Var,
    VarBit,
)


class Field(NamedTuple):
    """The declaration of a field or of a template argument."""

    name: str
    type: Type
    may_be_open: bool = False
    """Declared with `field`: its value may hold variables in a record."""
    at: SourceSpan | None = None


class Check(NamedTuple):
    """An `assert`, or a `dump` if there is no condition."""

    condition: Value | None
    message: Value
    at: SourceSpan | None

    def resolve(self, resolver: Resolver) -> Check:
        """The same with what the resolver knows."""
        condition = self.condition.resolve(resolver) if self.condition is not None else None
        return Check(condition, self.message.resolve(resolver), self.at)


class Record:
    """A class, or a record. `values` has a value for each field, in order."""

    def __init__(self, name: Value, keeper: Keeper, at: SourceSpan | None, kind: str) -> None:
        self.name_value = name
        self.keeper = keeper
        self.places = [at] if at is not None else []
        """Where it is written, and which `defm` made it."""
        self.kind = kind
        """class, def, anonymous or multiclass"""
        self.fields: dict[str, Field] = {}
        self.values: dict[str, Value] = {}
        self.arguments: dict[str, Field] = {}
        self.defaults: dict[str, Value] = {}
        """Template arguments by their full names, and their values."""
        self.parents: list[Record] = []
        self.ancestors: dict[Record, None] = {}
        self.checks: list[Check] = []
        self._type: RecordType | None = None
        self._parents_typed = -1

    @property
    def name(self) -> str:
        """Its name as far as it is known."""
        return self.name_value.bare()

    @property
    def type(self) -> RecordType:
        """The type of its records if it is a class; else its own type."""
        if self.kind == "class":
            if self._type is None:
                self._type = RecordType([self])
            return self._type
        if self._parents_typed != len(self.parents) or self._type is None:
            single = len(self.parents) == 1
            self._type = self.parents[0].type if single else RecordType(self.parents)
            self._parents_typed = len(self.parents)
        return self._type

    def qualified(self, name: str) -> str:
        """The full name of a template argument."""
        return f"{self.name}{'::' if self.kind == 'multiclass' else ':'}{name}"

    def declare(self, field: Field, argument: bool = False) -> None:
        """Add a field without value; one that is there loses its value and keeps its type."""
        known = self.arguments if argument else self.fields
        values = self.defaults if argument else self.values
        kind = known.setdefault(field.name, field).type
        values[field.name] = _no_value(kind)

    def set(self, name: str, value: Value) -> bool:
        """Give a field a value; False if the types do not fit."""
        kind = (self.fields.get(name) or self.arguments[name]).type
        if kind.text.startswith("bits<"):
            found = value.cast(kind)
            if found is not None and not isinstance(found, Bits):
                found = Bits(tuple([found.bit(i) for i in range(kind.width)]))
        else:
            found = value.cast(kind)
        if found is None:
            return False
        (self.values if name in self.fields else self.defaults)[name] = found
        return True

    def copy(self) -> Record:
        """The same record once more."""
        new = Record(self.name_value, self.keeper, None, self.kind)
        new.places = list(self.places)
        new.fields, new.values = dict(self.fields), dict(self.values)
        new.parents, new.ancestors = list(self.parents), dict(self.ancestors)
        new.checks = list(self.checks)
        return new

    def inherit(self, parent: Record, given: dict[str, Value], at: SourceSpan | None) -> None:
        """Take the fields of a class whose template arguments have these values. Fault if it is
        inherited already."""
        for name, field in parent.fields.items():
            self.fields.setdefault(name, field)
        if self.values:
            for name, value in parent.values.items():
                if name not in self.values:
                    self.values[name] = value
                elif not self.set(name, value):
                    raise _misfit(self, name, value)
        else:
            self.values.update(parent.values)
        self.checks += parent.checks
        if self.kind == "class":
            own: Value = Var(self.qualified("NAME"), STRING)
        else:
            own = self.name_value
        given[parent.qualified("NAME")] = own
        self.resolve(MapResolver(self.keeper, given, self))
        self.add_parent(parent)

    def add_parent(self, parent: Record) -> None:
        """Note that it inherits from a class."""
        if parent in self.ancestors or parent is self:
            raise Fault(f"Already subclass of '{parent.name}'!")
        self.parents.append(parent)
        self.ancestors.update(parent.ancestors)
        self.ancestors[parent] = None

    def resolve(self, resolver: Resolver, skip: str = "") -> None:
        """Put in what a resolver knows."""
        if not self.name_value.concrete:
            self.name_value = self.name_value.resolve(resolver)
        for name, value in self.values.items():
            if value.concrete or name == skip:
                continue
            new = value.resolve(resolver)
            if new is not value and not self.set(name, new):
                raise _misfit(self, name, new)
        if self.checks:
            self.checks = [check.resolve(resolver) for check in self.checks]

    def finish(self) -> None:
        """Let the fields refer to each other's values."""
        self.resolve(RecordResolver(self))

    def text(self, name: str, otherwise: str = "") -> str:
        """The value of a field of type string; the other text if it is unset or missing."""
        value = self.values.get(name)
        return value.text if isinstance(value, Text) else otherwise

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"


def _no_value(kind: Type) -> Value:
    return Bits((UNSET,) * kind.width) if kind.text.startswith("bits<") else UNSET


def _misfit(record: Record, name: str, value: Value) -> Fault:
    kind, found = record.fields[name].type, value.type
    return Fault(
        f"invalid value '{value}' of type '{found}' in field '{name}' of '{record.name}', which "
        f"is of type '{kind}'"
    )


class RecordResolver(Resolver):
    """The values of a record's fields, for the last pass over it."""

    keep_unset_bits = True

    def __init__(self, record: Record) -> None:
        super().__init__(record.keeper, record, final=True)
        self.record: Record = record
        self._known: dict[str, Value | None] = {}
        self._open: list[str] = []

    def lookup(self, name: str) -> Value | None:
        if name in self._known:
            return self._known[name]
        if name in self._open:
            return None  # it refers to itself
        value = self.record.values.get(name)
        found: Value | None = None
        if value is not None and not isinstance(value, Unset):
            found = value
            if not value.concrete:
                self._open.append(name)
                found = value.resolve(self)
                self._open.pop()
        self._known[name] = found
        return found


class RecordValue(Value):
    """A record as a value."""

    __slots__ = ("record",)

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def type(self) -> RecordType:  # type: ignore[override]  # read only
        """The classes of the record."""
        return self.record.type

    def field_type(self, name: str) -> Type | None:
        field = self.record.fields.get(name)
        return field.type if field is not None else None

    def key(self) -> Hashable:
        return self.record

    def __str__(self) -> str:
        return self.record.name


class FieldOf(Value):
    """A field of a record that is not known yet."""

    __slots__ = ("field", "type", "value", "wanted")
    type: Type
    concrete = False

    def __init__(self, value: Value, field: str, kind: Type) -> None:
        self.value = value
        self.field = field
        self.type = kind
        self.wanted = value.wanted

    def fold(self, record: Record | None) -> Value:
        """The value of the field, if it is known."""
        if isinstance(self.value, RecordValue):
            found = self.value.record
            if found is record:
                raise Fault(f"'{found.name}.{self.field}' is used inside of '{found.name}' itself")
            value = found.values.get(self.field)
            if value is not None and value.concrete:
                return value
        return self

    def resolve(self, resolver: Resolver) -> Value:
        value = self.value.resolve(resolver)
        if value is self.value:
            return self
        return FieldOf(value, self.field, self.type).fold(resolver.record)

    def bit(self, index: int) -> Value:
        return self if self.type is BIT else VarBit(self, index)

    def key(self) -> Hashable:
        return ("field", self.value.key(), self.field)

    def __str__(self) -> str:
        return f"{self.value}.{self.field}"


class ClassCall(Value):
    """A class with arguments where a value is expected: a record without name, once the arguments
    are known. Its arguments have positions, or full names."""

    __slots__ = ("_key", "args", "at", "type", "wanted")
    concrete = False

    def __init__(
        self, cls: Record, args: tuple[tuple[int | str, Value], ...], at: SourceSpan | None
    ) -> None:
        self.type: RecordType = cls.type
        self.args = args
        self.wanted = frozenset().union(*[v.wanted for _, v in args])
        self._key = (cls, *[(k, v.key()) for k, v in args])
        self.at = cls.keeper.first_place(self._key, at)
        """Where this class is called first with these arguments."""

    @property
    def cls(self) -> Record:
        """The class."""
        [found] = self.type.classes
        assert isinstance(found, Record)
        return found

    def fold(self) -> Value:
        """The record, if the arguments are known."""
        return self if self.wanted else self.cls.keeper.instance(self)

    def resolve(self, resolver: Resolver) -> Value:
        args = tuple([(k, v if v.concrete else v.resolve(resolver)) for k, v in self.args])
        if all(a[1] is b[1] for a, b in zip(args, self.args, strict=True)):
            return self
        return ClassCall(self.cls, args, self.at).fold()

    def key(self) -> Hashable:
        return self._key

    def __str__(self) -> str:
        texts = [str(v) if isinstance(k, int) else f"{k}={v}" for k, v in self.args]
        return f"{self.cls.name}<{', '.join(texts)}>"


class Keeper:
    """All that a file and those it includes define."""

    def __init__(self) -> None:
        self.classes: dict[str, Record] = {}
        self.records: dict[str, Record] = {}
        self.globals: dict[str, Value] = {}
        self.warnings: list[Diagnostic] = []
        self.dumped: list[Diagnostic] = []
        self.budget = Budget()
        self.files: list[str] = []
        """The files that were read."""
        self._instances: dict[Hashable, RecordValue] = {}
        self._count = 0
        self._places: dict[Hashable, SourceSpan | None] = {}

    def new_name(self) -> str:
        """A name for a record without one."""
        self._count += 1
        return f"anonymous_{self._count - 1}"

    def first_place(self, call: Hashable, at: SourceSpan | None) -> SourceSpan | None:
        """Where a class was first called with some arguments; here, if it never was."""
        return self._places.setdefault(call, at)

    def add(self, record: Record) -> None:
        """Keep a finished record."""
        self.records[record.name] = record

    def instance(self, call: ClassCall) -> RecordValue:
        """The record of a class with arguments; the same for the same arguments."""
        key = call.key()
        found = self._instances.get(key)
        if found is not None:
            return found
        cls = call.cls
        record = Record(Text(self.new_name()), self, call.at, "anonymous")
        record.fields.update(cls.fields)
        record.values.update(cls.values)
        record.checks = list(cls.checks)
        given = dict(cls.defaults)
        names = list(cls.defaults)
        for slot, value in call.args:
            given[names[slot] if isinstance(slot, int) else slot] = value
        record.resolve(MapResolver(self, given, record))
        record.add_parent(cls)
        record.finish()
        self.add(record)
        run_checks(record.checks, self)
        result = self._instances[key] = RecordValue(record)
        return result

    def derived(self, *names: str) -> Iterator[Record]:
        """The records that inherit from all of these classes, by name."""
        wanted = [self.classes.get(name) for name in names]
        for _, record in sorted(self.records.items()):
            if all(w is not None and w in record.ancestors for w in wanted):
                yield record


class CheckFailed(Fault):
    """An assertion that does not hold."""

    def __init__(self, message: str, at: SourceSpan | None) -> None:
        super().__init__(message)
        self.at = at


def run_checks(checks: list[Check], keeper: Keeper) -> None:
    """Run assertions and dumps. CheckFailed if an assertion does not hold."""
    for check in checks:
        if check.condition is None:
            note = Diagnostic(Severity.NOTE, check.message.bare(), check.at)
            keeper.dumped.append(note)
            continue
        number = check.condition.convert(INT)
        if not isinstance(number, Int):
            raise CheckFailed(
                f"assert condition must be of type bit, bits, or int: {check.condition}", check.at
            )
        if not number.value:
            raise CheckFailed(f"assertion failed: {check.message.bare()}", check.at)
