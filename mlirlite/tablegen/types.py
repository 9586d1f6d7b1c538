"""The types of TableGen's values: bit, bits<n>, int, string, list<…>, dag, and classes.

Types are interned, so that `is` compares them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol


class ClassLike(Protocol):
    """What a type knows of a class."""

    @property
    def name(self) -> str: ...

    @property
    def ancestors(self) -> Mapping[Any, None]:
        """The classes that it inherits from, itself excluded, in order."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """Its fields, each with its `type`."""


class Type:
    """A type. `str()` is its text."""

    __slots__ = ("element", "text", "width")

    def __init__(self, text: str, width: int = 0, element: Type | None = None) -> None:
        self.text = text
        self.width = width
        self.element = element
        """The type of a list's elements; None for all other types."""

    def __str__(self) -> str:
        return self.text

    def converts_to(self, other: Type) -> bool:
        """Whether values of this type may stand where the other is expected."""
        if self is other:
            return True
        if self.element is not None and other.element is not None:
            return self.element.converts_to(other.element)
        return other in _NUMBERS_OF(self)

    def is_a(self, other: Type) -> bool:
        """Whether each value of this type is one of the other as it is."""
        if self.element is not None and other.element is not None:
            return self.element.is_a(other.element)
        return self is other


BIT = Type("bit", 1)
INT = Type("int")
STRING = Type("string")
DAG = Type("dag")


class _Numbers(frozenset[Type]):
    """The types that a number of some type converts to."""

    any_bits = False

    def __contains__(self, other: object) -> bool:
        return super().__contains__(other) or (
            self.any_bits and isinstance(other, Type) and other.text.startswith("bits<")
        )


class _AnyNumber(_Numbers):
    any_bits = True


_NONE = _Numbers()
_OF_INT = _AnyNumber([BIT, INT])


def _NUMBERS_OF(kind: Type) -> _Numbers:
    if kind is INT:
        return _OF_INT
    if kind is BIT:
        return _Numbers([INT, bits_of(1)])
    if kind.text.startswith("bits<"):
        return _Numbers([INT, BIT] if kind.width == 1 else [INT])
    return _NONE


_BITS: dict[int, Type] = {}
_LISTS: dict[Type, Type] = {}


def bits_of(width: int) -> Type:
    """The type `bits<width>`."""
    found = _BITS.get(width)
    if found is None:
        found = _BITS[width] = Type(f"bits<{width}>", width)
    return found


def list_of(element: Type) -> Type:
    """The type `list<element>`."""
    if isinstance(element, RecordType):
        return element.list_type()
    found = _LISTS.get(element)
    if found is None:
        found = _LISTS[element] = Type(f"list<{element}>", element=element)
        if _holds_records(element):
            del _LISTS[element]  # it goes with the records
    return found


def _holds_records(kind: Type | None) -> bool:
    while kind is not None and kind.element is not None:
        kind = kind.element
    return isinstance(kind, RecordType)


class RecordType(Type):
    """A type of records: those that inherit from all of its classes."""

    __slots__ = ("_list", "classes")

    def __init__(self, classes: Iterable[ClassLike]) -> None:
        self.classes = tuple(classes)
        names = ", ".join(sorted(c.name for c in self.classes))
        super().__init__(names if len(self.classes) == 1 else "{" + names + "}")
        self._list: Type | None = None

    def list_type(self) -> Type:
        """The type of lists of these records."""
        if self._list is None:
            self._list = Type(f"list<{self}>", element=self)
        return self._list

    def converts_to(self, other: Type) -> bool:
        """Whether each record of this type is one of the other."""
        if self is other:
            return True
        if not isinstance(other, RecordType):
            return False
        return all(
            any(mine is wanted or wanted in mine.ancestors for mine in self.classes)
            for wanted in other.classes
        )

    is_a = converts_to


def type_of_field(kind: Type | None, name: str) -> Type | None:
    """The type of a field of records of some type; None if there is no such field."""
    if isinstance(kind, RecordType):
        for one in kind.classes:
            if name in one.fields:
                found: Type = one.fields[name].type
                return found
    return None


def common_type(a: Type, b: Type) -> Type | None:
    """The type that values of both types have; None if there is none."""
    if a is b:
        return a
    if isinstance(a, RecordType) and isinstance(b, RecordType):
        return _common_classes(a, b)
    if a.converts_to(b):
        return b
    if b.converts_to(a):
        return a
    if a.element is not None and b.element is not None:
        element = common_type(a.element, b.element)
        return list_of(element) if element is not None else None
    return None


def _common_classes(a: RecordType, b: RecordType) -> RecordType:
    if b.converts_to(a):
        return a
    if a.converts_to(b):
        return b
    found: list[ClassLike] = []
    todo = list(reversed(a.classes))
    while todo:
        one = todo.pop()
        if any(one is c or one in c.ancestors for c in b.classes):
            if one not in found:
                found.append(one)
        else:
            todo += reversed(list(one.ancestors))
    return RecordType([c for c in found if not any(c in o.ancestors for o in found)])
