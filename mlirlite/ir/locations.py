"""Source locations as attributes: `loc("file":1:2)`, names, call sites, fusions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mlirlite.ir.attribute import Attribute
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.source import SourceSpan


class Location(Attribute):
    """Base of locations."""

    def span(self) -> SourceSpan | None:
        """The range in a source text in memory; None, since IR locations only name places."""
        return None

    def describe(self) -> str:
        """Short text for the start of a message."""
        return ""


class UnknownLoc(Location):
    """`loc(unknown)`."""


class FileLineColRange(Location):
    """`loc("file":1:2)`, or `loc("file":1:2 to 3:4)` when the end differs from the start."""

    file: str
    line: int
    column: int
    end_line: int = -1
    end_column: int = -1

    @classmethod
    def normalize(cls, *args: object) -> tuple[object, ...]:
        file, line, column, end_line, end_column = args
        if end_line == -1:
            end_line, end_column = line, column
        return file, line, column, end_line, end_column

    def describe(self) -> str:
        if not self.line:  # the whole file
            return self.file
        return f"{self.file}:{self.line}:{self.column}"


class NameLoc(Location):
    """`loc("name")` or `loc("name"(child))`."""

    value: str
    child: Location = UnknownLoc()

    def describe(self) -> str:
        inner = self.child.describe()
        return f'"{self.value}"({inner})' if inner else f'"{self.value}"'


class CallSiteLoc(Location):
    """`loc(callsite(callee at caller))`."""

    callee: Location
    caller: Location

    def describe(self) -> str:
        return self.callee.describe()


class FusedLoc(Location):
    """`loc(fused<metadata>[a, b])`."""

    locations: tuple[Location, ...]
    metadata: Attribute | None = None

    def describe(self) -> str:
        return next((text for text in (loc.describe() for loc in self.locations) if text), "")


class LateLocation:
    """A location that is read when somebody asks for it: `source.location(number)`. DiagnosticError
    when it is none."""

    __slots__ = ("number", "source")

    def __init__(self, source: LocationTable, number: int) -> None:
        self.source = source
        self.number = number

    def read(self) -> Location:
        """The location."""
        return self.source.location(self.number)

    def span(self) -> SourceSpan | None:
        """None: it is in no text."""
        return None

    def describe(self) -> str:
        """As that of the location; of a damaged one, which another error names, that of none."""
        try:
            return self.read().describe()
        except DiagnosticError:
            return UNKNOWN.describe()


class LocationTable(Protocol):
    """Locations by number."""

    def location(self, number: int) -> Location:
        """The location of this number."""


UNKNOWN = UnknownLoc()


AnyLocation = Location | LateLocation | SourceSpan
"""What an op may keep: a location, or what becomes one when it is asked for."""


def settled(location: AnyLocation | None) -> Location:
    """The location attribute of what an operation or an argument has as its location."""
    if isinstance(location, Location):
        return location
    if location is None:
        return UNKNOWN
    return location.read() if isinstance(location, LateLocation) else location_of_span(location)


def fused(locations: Sequence[Location], metadata: Attribute | None = None) -> Location:
    """A fused location, flattened as upstream does: without duplicates and unknowns; a single
    location is not fused."""
    flat: dict[Location, None] = {}
    for location in locations:
        if isinstance(location, FusedLoc) and location.metadata is metadata:
            flat.update(dict.fromkeys(location.locations))
        elif location is not UNKNOWN:
            flat[location] = None
    if metadata is None:
        if not flat:
            return UNKNOWN
        if len(flat) == 1:
            return next(iter(flat))
    return FusedLoc(tuple(flat) or (UNKNOWN,), metadata)


def location_of_span(span: SourceSpan) -> FileLineColRange:
    """The location attribute of a span."""
    line, column = span.line_col()
    result: FileLineColRange = FileLineColRange(span.source.name, line, column)
    return result
