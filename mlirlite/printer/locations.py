"""Texts of locations: `loc("file":1:2)` in full, or the pretty form that does not parse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlirlite.ir.locations import (
    CallSiteLoc,
    FileLineColRange,
    FusedLoc,
    Location,
    NameLoc,
    UnknownLoc,
)
from mlirlite.printer.literals import quoted
from mlirlite.printer.texts import Texts


def location_text(p: Texts, location: Location) -> str:
    """A location as an attribute: `loc(…)`, never by its own alias."""
    body = location_body(p, location)
    return body if p.flags.pretty_debuginfo else f"loc({body})"


def trailing_text(p: Texts, location: Location) -> str:
    """A location after an operation: `loc(#loc1)` where it has an alias."""
    alias = "" if p.flags.pretty_debuginfo else p.alias_text(location)
    return f"loc({alias})" if alias else location_text(p, location)


def location_body(p: Texts, location: Location) -> str:
    """The text between `loc(` and `)`."""
    out: list[str] = []
    todo: list[Any] = list(_parts(p, location))[::-1]
    while todo:
        item = todo.pop()
        if type(item) is str:
            out.append(item)
            continue
        alias = p.alias_text(item)
        if alias:
            out.append(alias)
        elif not p.waits(item):
            todo += list(_parts(p, item))[::-1]
    return "".join(out)


def _parts(p: Texts, location: Location) -> Iterable[str | Location]:
    """The parts of the text of a location; the locations inside are still to be printed."""
    write = _BODIES.get(type(location))
    return write(p, location) if write is not None else (p.full_text(location),)


def _unknown(p: Texts, location: Location) -> Iterable[str | Location]:
    yield "[unknown]" if p.flags.pretty_debuginfo else "unknown"


def _file(p: Texts, location: FileLineColRange) -> Iterable[str | Location]:
    file = location.file if p.flags.pretty_debuginfo else p.quoted_file(location.file)
    line, column = location.line, location.column
    end_line, end_column = location.end_line, location.end_column
    yield f"{file}:{line}:{column}"
    if line != end_line:
        yield f" to {end_line}:{end_column}"
    elif column != end_column:
        yield f" to :{end_column}"


def _name(p: Texts, location: NameLoc) -> Iterable[str | Location]:
    yield quoted(location.value)
    if type(location.child) is not UnknownLoc:
        yield from ("(", location.child, ")")


def _call_site(p: Texts, location: CallSiteLoc) -> Iterable[str | Location]:
    callee, caller = location.callee, location.caller
    if not p.flags.pretty_debuginfo:
        return "callsite(", callee, " at ", caller, ")"
    one_line = type(callee) is NameLoc and type(caller) is FileLineColRange
    return callee, " at " if one_line else "\n at ", caller


def _fused(p: Texts, location: FusedLoc) -> Iterable[str | Location]:
    yield "" if p.flags.pretty_debuginfo else "fused"
    if location.metadata is not None:
        yield f"<{p.attribute_text(location.metadata)}>"
    for i, inner in enumerate(location.locations):
        yield ", " if i else "["
        yield inner
    yield "]" if location.locations else "[]"


_BODIES: dict[type, Any] = {
    UnknownLoc: _unknown,
    FileLineColRange: _file,
    NameLoc: _name,
    CallSiteLoc: _call_site,
    FusedLoc: _fused,
}
BUILTIN_LOCATIONS = tuple(_BODIES)
