"""Names of SSA values while a text is read: scopes, packs of results, and forward references."""

from __future__ import annotations

import re

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import NONE
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.parser.text.tokens import SUFFIX
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, did_you_mean, error
from mlirlite.support.source import SourceSpan

_definitions = re.compile(rf"(%{SUFFIX})(?=\s*(?:[:=]|,\s*%))", re.ASCII).findall
_FAR = 20_000
type_of = type


class ForwardReference(Value):
    """Stands for a value that was used before its definition."""

    __slots__ = ("name", "resolved", "span")

    def __init__(self, name: str, type: Type, span: SourceSpan) -> None:
        super().__init__(type)
        self.name = name
        self.span = span
        self.resolved: Value | None = None

    @property
    def parent_block(self) -> None:
        """None: nothing defines it."""
        return None

    @property
    def location(self) -> SourceSpan:
        """The use."""
        return self.span


class LostValue(ForwardReference):
    """Stands for a result of an op that could not be read: it has any requested type."""

    __slots__ = ()


def key_of(name: str, number: int) -> str:
    """The key of a value: `%x` for the first result of `%x`, `%x#1` for the second."""
    return name if number == 0 else f"{name}#{number}"


class Values:
    """The visible names. `known` is the only dict of the current isolated scope; each region
    records which names it added, and removes them at its end."""

    __slots__ = ("forward", "forward_seen", "known")

    def __init__(self) -> None:
        self.known: dict[str, Value] = {}
        self.forward: dict[ForwardReference, None] = {}
        self.forward_seen = False

    def define(
        self, name: str, number: int, value: Value, names: list[str], span: SourceSpan
    ) -> None:
        """Give a value its name. DiagnosticError when the name is taken, or was used with another
        type."""
        key = key_of(name, number)
        existing = self.known.get(key)
        if existing is not None and type(existing) is not LostValue:
            if not isinstance(existing, ForwardReference):
                raise DiagnosticError(
                    error(f"redefinition of SSA value '{name}'", span).note(
                        "previously defined here", place_of_definition(name, existing)
                    )
                )
            if existing.type is not value.type:
                raise DiagnosticError(
                    error(
                        f"definition of SSA value '{name}#{number}' has type '{value.type}'", span
                    ).note(f"previously used here with type '{existing.type}'", existing.span)
                )
            existing.replace_all_uses_with(value)
            existing.resolved = value
            del self.forward[existing]
        self.known[key] = value
        names.append(key)

    def lose(self, name: str, count: int, names: list[str], span: SourceSpan) -> None:
        """Record a name that an unreadable op would have defined."""
        for number in range(min(count, 1000)):
            key = key_of(name, number)
            existing = self.known.get(key)
            if isinstance(existing, ForwardReference):
                self.forward.pop(existing, None)
            elif existing is not None:
                continue
            self.known[key] = LostValue(name, existing.type if existing else NONE, span)
            names.append(key)

    def resolve(self, use: UnresolvedOperand, type: Type) -> Value:
        """The value of a use. An unknown name becomes a forward reference of this type."""
        key = key_of(use.name, use.number)
        value = self.known.get(key)
        if value is not None:
            if value.type is type:
                return value
            if type_of(value) is LostValue:
                return LostValue(use.name, type, use.span)
            note_at = (
                value.span
                if isinstance(value, ForwardReference)
                else place_of_definition(use.name, value)
            )
            raise DiagnosticError(
                error(
                    f"use of value '{use.name}' expects different type than prior uses: "
                    f"'{type}' vs '{value.type}'",
                    use.span,
                ).note("prior use here", note_at)
            )
        first = self.known.get(use.name)
        if type_of(first) is LostValue:
            return LostValue(use.name, type, use.span)
        if first is not None and not isinstance(first, ForwardReference):
            raise DiagnosticError("reference to invalid result number", use.span)
        made = ForwardReference(use.name, type, use.span)
        self.known[key] = made
        self.forward[made] = None
        self.forward_seen = True
        return made

    def undefined(self) -> list[Diagnostic]:
        """One error for each value that was used and never defined, in the order of the text."""
        found = []
        unknown = {r.name for r in self.forward}
        for reference in sorted(self.forward, key=lambda r: r.span.start):
            hint = did_you_mean(reference.name, _defined_near(reference.span) - unknown)
            found.append(error(f"use of undeclared SSA value name{hint}", reference.span))
        return found


def _defined_near(span: SourceSpan) -> set[str]:
    """Names that the surrounding text defines, up to the end of a top-level op."""
    text = span.source.text
    start = max(text.rfind("\n}", 0, span.start), span.start - _FAR, 0)
    end = text.find("\n}", span.start)
    return set(_definitions(text, start, min(len(text) if end < 0 else end, span.start + _FAR)))


def place_of_definition(name: str, value: Value) -> SourceSpan | None:
    """Where the text names a value: found by a search, since errors are rare and values many."""
    location = None
    if isinstance(value, OpResult):
        location = value.owner._location
    elif isinstance(value, BlockArgument):
        location = value.location
    if not isinstance(location, SourceSpan):
        return None
    if isinstance(value, OpResult):
        text = location.source.text
        pattern = re.compile(rf"{re.escape(name)}(?![\w$.-])", re.ASCII)
        line_end = location.start
        found: re.Match[str] | None = None
        while found is None and line_end > 0:
            line = text.rfind("\n", 0, line_end - 1) + 1
            found = next(reversed(list(pattern.finditer(text, line, line_end))), None)
            line_end = line
        if found is not None:
            return SourceSpan(location.source, found.start(), found.end())
    return location
