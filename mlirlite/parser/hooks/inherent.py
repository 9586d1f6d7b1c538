"""Inherent: an op's declared properties, as the parser needs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DenseArrayAttr, DictionaryAttr
from mlirlite.ir.definition import Op, OpMeta
from mlirlite.ir.fields import PropertyField
from mlirlite.ir.native_property import NativeProperty
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS
from mlirlite.ir.types import I32


class Inherent(NamedTuple):
    """An op's declared properties."""

    fields: Mapping[str, PropertyField[Any]]
    segments: Mapping[str, int]
    """Names and lengths of the segment sizes that the op stores."""
    names: frozenset[str]
    """Inherent attributes, with the segment sizes."""
    defaults: tuple[tuple[str, Attribute], ...]
    """The values of properties that the text leaves out."""
    native: tuple[tuple[str, NativeProperty], ...] = ()
    """Those that upstream does not keep as attributes."""

    def complete(self, properties: dict[str, Attribute]) -> None:
        """Put the defaults in for properties that are missing."""
        for name, default in self.defaults:
            if name not in properties:
                properties[name] = default
        for name, kind in self.native:
            value = properties.get(name)
            if value is not None and not kind.misfit(value):
                properties[name] = kind.normalize(value)

    def missing(self, properties: Mapping[str, Attribute]) -> Iterator[str]:
        """The required properties that are not among these."""
        for name, field in self.fields.items():
            if name not in properties and not field.optional and field.default is None:
                yield name

    def settle(
        self, properties: dict[str, Attribute] | None, entries: dict[str, Attribute] | None
    ) -> tuple[dict[str, Attribute], dict[str, Attribute] | None]:
        """Properties and discardable attributes of a generic op: inherent attributes among the
        discardable ones become properties, unless they are given as such."""
        properties = {} if properties is None else properties
        if entries is not None and not self.names.isdisjoint(entries):
            for name, value in entries.items():
                if name in self.names and not self._wrong_segments(name, value):
                    properties.setdefault(name, value)
            entries = {n: a for n, a in entries.items() if n not in self.names} or None
        self.complete(properties)
        return properties, entries

    def violation(self, entries: Mapping[str, Attribute]) -> str:
        """The first constraint that a property among the entries does not satisfy, or ""."""
        for name in sorted(entries):
            field = self.fields.get(name)
            if field is not None and not field.constraint.matches(entries[name]):
                return (
                    f"{field.word} '{name}' failed to satisfy constraint: "
                    f"{field.constraint.summary}"
                )
        return ""

    def misfit(self, entries: Mapping[str, Attribute]) -> str:
        """Why entries between `<{` and `}>` cannot be properties, or ""; undeclared ones are not
        checked."""
        if not self.names:
            return "this operation does not support properties" if entries else ""
        for name, field in sorted(self.fields.items()):
            value = entries.get(name)
            if value is not None and field.native is not None:
                if problem := field.native.misfit(value):
                    return problem
            elif value is not None and not field.stores(value):
                return f"Invalid attribute `{name}` in property conversion: {value}"
        for name in self.segments:
            value = entries.get(name)
            if value is not None and (problem := self._wrong_segments(name, value)):
                return problem
        return ""

    def invalid(self, op_name: str, entries: Mapping[str, Attribute]) -> str:
        """The error about entries that cannot be an op's properties, or ""."""
        problem = self.misfit(entries)
        if not problem:
            return ""
        text = DictionaryAttr(tuple(entries.items()))
        return f"invalid properties {text} for op {op_name}: {problem}"

    def _wrong_segments(self, name: str, value: Attribute) -> str:
        expected = self.segments.get(name)
        if expected is None:
            return ""
        if not isinstance(value, DenseArrayAttr) or value.element_type is not I32:
            return "expected DenseI32ArrayAttr for key `value`"
        if len(value) != expected:
            return f"size mismatch in attribute conversion: {len(value)} vs {expected}"
        return ""


_INHERENT: dict[type[Op] | None, Inherent] = {None: Inherent({}, {}, frozenset(), ())}


def inherent_of(cls: type[Op] | None) -> Inherent:
    """An op class's declared properties; none for unregistered ops."""
    found = _INHERENT.get(cls)
    if found is None:
        assert cls is not None
        meta: OpMeta = cls
        definition = meta.definition
        fields = definition.properties
        segments = {}
        if definition.operand_sized:
            segments[OPERAND_SEGMENTS] = len(definition.operands)
        if definition.result_sized:
            segments[RESULT_SEGMENTS] = len(definition.results)
        # An optional property's default is the meaning of its absence, and is not stored.
        defaults = [
            (n, f.default) for n, f in fields.items() if f.default is not None and not f.optional
        ]
        defaults += [(n, DenseArrayAttr(I32, (0,) * size)) for n, size in segments.items()]
        names = frozenset((*fields, *segments))
        native = tuple((n, f.native) for n, f in fields.items() if f.native is not None)
        found = _INHERENT[cls] = Inherent(fields, segments, names, tuple(defaults), native)
    return found
