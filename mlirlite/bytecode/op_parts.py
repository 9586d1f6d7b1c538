"""What operations of a file have in common: their declarations, and dictionaries of attributes and
properties, which are decoded once."""

from __future__ import annotations

from typing import Any

from mlirlite.bytecode.encoding import Bytes
from mlirlite.bytecode.properties import codec_of
from mlirlite.bytecode.tables import Entry, OpName, Tables
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DictionaryAttr
from mlirlite.ir.definition import Op
from mlirlite.parser.hooks.inherent import inherent_of
from mlirlite.support.diagnostics import did_you_mean

Template = tuple[dict[str, Attribute] | None, dict[str, Attribute], Attribute | None]
"""Discardable attributes, properties, and what else stands between `<` and `>`."""


class _Name:
    """An operation's name, as this program knows it."""

    __slots__ = ("_is_sought", "known", "name", "registered", "tables")

    def __init__(self, stated: OpName, tables: Tables) -> None:
        self.name, self.registered = stated
        self.tables = tables
        self._is_sought = False
        self.known: type[Op] | None = None
        """The class, when a template was made; None also when the operation is not declared."""

    @property
    def cls(self) -> type[Op] | None:
        """The class; None when the operation is not declared."""
        if not self._is_sought:
            self.known = self.tables.context.op_class(self.name)
            self._is_sought = True
        return self.known


class OpParts:
    """The names of operations, and their templates by number of the name, of the attributes and of
    the properties (-1: none)."""

    def __init__(self, tables: Tables, properties: Bytes | None) -> None:
        self._tables = tables
        self.names = [_Name(name, tables) for name in tables.op_names]
        self.templates: dict[tuple[int, int, int], Template] = {}
        self._properties: list[Bytes] = []
        if properties is not None and properties.left:
            for _ in range(properties.count("properties")):
                what = f"properties {len(self._properties)}"
                self._properties.append(properties.part(properties.varint(), what))
            properties.finish()

    def template(self, at: Bytes, number: int, attributes: int, properties: int) -> Template:
        """The template of an operation that stands `at` a place."""
        name = self.names[number]
        cls = name.cls
        if cls is None:
            self._check_undeclared(at, name)
        entries = self._dictionary(at, attributes)
        stated: dict[str, Attribute] | None = None
        whole: Attribute | None = None
        if properties >= 0:
            if properties >= len(self._properties):
                at.fail(f"expected properties below {len(self._properties)}, found {properties}")
            entry = self._tables.entry(self._properties[properties])
            entry.what = f"properties of '{name.name}'"
            stated, whole = self._read_properties(name, entry)
        if cls is None:
            found: Template = (entries, stated or {}, whole)
        else:
            inherent = inherent_of(cls)
            known, rest = inherent.settle(stated, entries)
            if problem := inherent.invalid(name.name, known):
                at.fail(problem)
            found = (rest, known, None)
        self.templates[number, attributes, properties] = found
        return found

    def _check_undeclared(self, at: Bytes, name: _Name) -> None:
        context = self._tables.context
        dialect = context.dialect(name.name.partition(".")[0])
        if context.allow_unregistered or (dialect and dialect.allows_unknown_operations):
            return
        near = did_you_mean(name.name, dialect.op_names()) if dialect is not None else ""
        at.fail(
            f"operation '{name.name}' is not declared{near}; --allow-unregistered-dialect accepts "
            "it"
        )

    def _dictionary(self, at: Bytes, number: int) -> dict[str, Attribute] | None:
        if number < 0:
            return None
        found = self._tables.attribute(number) if number < len(self._tables.attributes) else None
        if not isinstance(found, DictionaryAttr):
            at.fail(f"expected a dictionary as attribute {number}")
        return dict(found.entries)

    def _read_properties(
        self, name: _Name, entry: Entry
    ) -> tuple[dict[str, Attribute] | None, Attribute | None]:
        """Properties, and what else stands between `<` and `>`."""
        cls: Any = name.cls
        if name.registered:
            if cls is None:
                entry.fail("their encoding is not known without the operation's declaration")
            return codec_of(cls).read(entry), None
        found = entry.attribute()
        entry.finish()
        if isinstance(found, DictionaryAttr) and (found.entries or cls is not None):
            return dict(found.entries), None
        if cls is not None:
            entry.fail("expected a dictionary")
        return None, found
