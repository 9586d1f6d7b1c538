"""Texts of locations: `loc("file":1:2)` in full, or the pretty form that does not parse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlirlite.ir.locations import (
    CallSiteLoc,
    FileLineColRange,
    FusedLoc,
    Location,
    NameLoc,
    UnknownLoc,
)
from mlirlite.printer.literals import quoted

if TYPE_CHECKING:
    from mlirlite.printer.attributes import AttributePrinter


def location_text(p: AttributePrinter, location: Location) -> str:
    """A location as an attribute: `loc(…)`, never by its own alias."""
    body = location_body(p, location)
    return body if p.flags.pretty_debuginfo else f"loc({body})"


def trailing_text(p: AttributePrinter, location: Location) -> str:
    """A location after an operation: `loc(#loc1)` where it has an alias."""
    alias = "" if p.flags.pretty_debuginfo else p.alias_text(location)
    return f"loc({alias})" if alias else location_text(p, location)


def location_body(p: AttributePrinter, location: Location) -> str:
    """What stands between `loc(` and `)`."""
    write = _BODIES.get(type(location))
    return write(p, location) if write is not None else p.full_text(location)


def _inner(p: AttributePrinter, location: Location) -> str:
    return p.alias_text(location) or location_body(p, location)


def _unknown(p: AttributePrinter, location: Location) -> str:
    return "[unknown]" if p.flags.pretty_debuginfo else "unknown"


def _file(p: AttributePrinter, location: FileLineColRange) -> str:
    file = location.file if p.flags.pretty_debuginfo else p.quoted_file(location.file)
    line, column = location.line, location.column
    end_line, end_column = location.end_line, location.end_column
    text = f"{file}:{line}:{column}"
    if line == end_line:
        return text if column == end_column else f"{text} to :{end_column}"
    return f"{text} to {end_line}:{end_column}"


def _name(p: AttributePrinter, location: NameLoc) -> str:
    text = quoted(location.value)
    if type(location.child) is UnknownLoc:
        return text
    return f"{text}({_inner(p, location.child)})"


def _call_site(p: AttributePrinter, location: CallSiteLoc) -> str:
    callee, caller = _inner(p, location.callee), _inner(p, location.caller)
    if not p.flags.pretty_debuginfo:
        return f"callsite({callee} at {caller})"
    one_line = type(location.callee) is NameLoc and type(location.caller) is FileLineColRange
    separator = "" if one_line else "\n"
    return f"{callee}{separator} at {caller}"


def _fused(p: AttributePrinter, location: FusedLoc) -> str:
    text = "" if p.flags.pretty_debuginfo else "fused"
    if location.metadata is not None:
        text += f"<{p.attribute_text(location.metadata)}>"
    return f"{text}[{', '.join([_inner(p, inner) for inner in location.locations])}]"


_BODIES: dict[type, Any] = {
    UnknownLoc: _unknown,
    FileLineColRange: _file,
    NameLoc: _name,
    CallSiteLoc: _call_site,
    FusedLoc: _fused,
}
BUILTIN_LOCATIONS = tuple(_BODIES)
