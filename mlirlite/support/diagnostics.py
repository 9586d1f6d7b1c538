"""Diagnostics: what went wrong, where, and what to do; and how they are printed."""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterable, Sequence
from typing import Protocol, Self

from mlirlite.support.record import Record, field
from mlirlite.support.source import SourceSpan


class Severity(enum.StrEnum):
    """How bad it is. The values are the words that are printed."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"
    NOTE = "note"


class HasSpan(Protocol):
    """Anything that has a position, such as an IR location."""

    def span(self) -> SourceSpan | None:
        """The place in a source text, when it is known."""

    def describe(self) -> str:
        """`file:line:col`, or another short text for a person."""


Where = SourceSpan | HasSpan | None


class Diagnostic(Record, frozen=False):
    """One message with its place and the notes that belong to it."""

    severity: Severity
    message: str
    where: Where = None
    notes: list[Diagnostic] = field(factory=list)
    extra: bool = False
    """A note that upstream does not give: `--verify-diagnostics` does not ask for it."""
    silent: bool = False
    """A note of upstream's that helps nobody: only `--verify-diagnostics` asks for it."""

    def note(self, message: str, where: Where = None) -> Self:
        """Attach a note and return self, so that calls chain."""
        self.notes.append(Diagnostic(Severity.NOTE, message, where))
        return self

    def hint(self, message: str, where: Where = None) -> Self:
        """As `note`, for a note that upstream does not give."""
        self.notes.append(Diagnostic(Severity.NOTE, message, where, extra=True))
        return self

    def echo(self, message: str, where: Where, severity: Severity = Severity.ERROR) -> Self:
        """As `then`, for an error that adds nothing to this one: it is not shown."""
        self.notes.append(Diagnostic(severity, message, where, silent=True))
        return self

    def then(self, message: str, where: Where = None) -> Self:
        """Attach an error that upstream reports next, at the same place unless another is given,
        and return self."""
        self.notes.append(Diagnostic(Severity.ERROR, message, where or self.where))
        return self

    @property
    def shown(self) -> list[Diagnostic]:
        """The notes for a person."""
        return [n for n in self.notes if not n.silent]

    def span(self) -> SourceSpan | None:
        """The source range this points at, when there is one."""
        if self.where is None or isinstance(self.where, SourceSpan):
            return self.where
        return self.where.span()

    def place(self) -> str:
        """`file:line:col`, or an empty string when nothing is known."""
        if self.where is None:
            return ""
        return str(self.where) if isinstance(self.where, SourceSpan) else self.where.describe()

    def __str__(self) -> str:
        return render(self)


def error(message: str, where: Where = None) -> Diagnostic:
    """A diagnostic of severity error."""
    return Diagnostic(Severity.ERROR, message, where)


def warn(diagnostic: Diagnostic) -> None:
    """Show a warning by Python's `warnings`, at the line that called the library; remarks are left
    out."""
    if diagnostic.severity is not Severity.WARNING:
        return
    import warnings  # late: seldom needed

    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _is_inside(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    warnings.warn(render(diagnostic), RuntimeWarning, stacklevel=level)


def _is_inside(module: str) -> bool:
    """Whether a module is of this package, or what its decorators run through."""
    return module.startswith("mlirlite.") or module == "contextlib"


class DiagnosticError(Exception):
    """Raised when input is at fault. Carries everything a driver needs to explain it; never shown
    as a traceback."""

    def __init__(
        self, diagnostics: Diagnostic | Sequence[Diagnostic] | str, where: Where = None
    ) -> None:
        if isinstance(diagnostics, str):
            diagnostics = error(diagnostics, where)
        self.diagnostics = (
            [diagnostics] if isinstance(diagnostics, Diagnostic) else list(diagnostics)
        )
        super().__init__("\n".join(d.message for d in self.diagnostics))

    def __str__(self) -> str:
        return "\n".join(render(d) for d in self.diagnostics)


_COLORS = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;35m",
    Severity.REMARK: "\x1b[1;34m",
    Severity.NOTE: "\x1b[1;36m",
}
_BOLD, _GREEN, _RESET = "\x1b[1m", "\x1b[1;32m", "\x1b[0m"
_LONGEST_LINE = 160


def error_code(diagnostic: Diagnostic) -> str:
    """The code of an error, which `--explain` knows; an empty string if it has none."""
    if diagnostic.severity is not Severity.ERROR:
        return ""
    from mlirlite.support.error_codes import code_of  # late: reads files

    return code_of(diagnostic.message, in_text=diagnostic.span() is not None)


_CONTROLS = (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Characters that move a terminal's cursor, change its colors or the order of others. Names and
texts are anybody's, and must not do so."""
_AS_ESCAPES = {c: f"\\x{c:02x}" if c < 0x100 else f"\\u{c:04x}" for c in _CONTROLS}
_AS_ONE = dict.fromkeys(_CONTROLS, "\ufffd") | {9: "\t"}


def _escaped_controls(text: str, keep: str = "") -> str:
    """A text whose control characters are shown as escapes, but for those in `keep`."""
    if text.isprintable():
        return text
    return text.translate({c: s for c, s in _AS_ESCAPES.items() if chr(c) not in keep})


def render(diagnostic: Diagnostic, color: bool = False, after: str = "") -> str:
    """The message and `after`, the source line with carets under the range, then the notes."""
    place = _escaped_controls(diagnostic.place())
    message = _escaped_controls(diagnostic.message, "\t\n")
    head = f"{place}: " if place else ""
    word = f"{diagnostic.severity}: "
    if color:
        head, word = f"{_BOLD}{head}{_RESET}", f"{_COLORS[diagnostic.severity]}{word}{_RESET}"
    lines = [f"{head}{word}{message}{after}"]
    span = diagnostic.span()
    if span is not None:
        lines += _excerpt(span, color)
    lines += [render(n, color) for n in diagnostic.shown]
    return "\n".join(lines)


def render_json(diagnostic: Diagnostic) -> str:
    """One line of JSON: severity, message, code of an error, file, line, column, end_line,
    end_column (from 1, the end is exclusive) where known, and notes of the same shape."""
    import json

    return json.dumps(_as_dict(diagnostic), ensure_ascii=True)


def _as_dict(diagnostic: Diagnostic) -> dict[str, object]:
    found: dict[str, object] = {
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
    }
    if code := error_code(diagnostic):
        found["code"] = code
    span = diagnostic.span()
    if span is not None:
        found["file"] = span.source.name
        found["line"], found["column"] = span.line_col()
        found["end_line"], found["end_column"] = span.source.line_col(span.end)
    elif diagnostic.place():
        found["location"] = diagnostic.place()
    found["notes"] = [_as_dict(note) for note in diagnostic.shown]
    return found


_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def render_github(diagnostic: Diagnostic) -> str:
    """A workflow command of GitHub Actions, which annotates the line; notes are part of the
    message."""
    message = diagnostic.message
    for note in diagnostic.shown:
        place = note.place()
        message += f"\nnote: {note.message}" + (f" ({place})" if place else "")
    where = ""
    span = diagnostic.span()
    if span is not None:
        line, column = span.line_col()
        end_line, end_column = span.source.line_col(span.end)
        where = f" file={_escaped(span.source.name, True)},line={line},endLine={end_line}"
        if line == end_line:
            where += f",col={column},endColumn={max(column, end_column)}"
    return f"::{_GITHUB.get(diagnostic.severity, 'notice')}{where}::{_escaped(message)}"


def _escaped(text: str, in_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text


def _excerpt(span: SourceSpan, color: bool) -> list[str]:
    line, column = span.line_col()
    text = span.source.line_text(line)
    if text is None or not text.strip():
        return []
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    cut = max(0, column - 1 - _LONGEST_LINE // 2) if len(text) > _LONGEST_LINE else 0
    shown = text[cut : cut + _LONGEST_LINE]
    width = max(1, min(width, len(shown) - (column - 1 - cut)))
    pad = "".join("\t" if c == "\t" else " " for c in shown[: column - 1 - cut])
    carets = "^" * width
    shown = shown.translate(_AS_ONE)
    return [shown, f"{pad}{_GREEN}{carets}{_RESET}" if color else f"{pad}{carets}"]


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest candidate, or an empty string. Of equally near ones,
    the one with the longest common prefix."""
    from difflib import SequenceMatcher, get_close_matches

    near = get_close_matches(word, list(candidates), n=8, cutoff=0.6)
    if not near:
        return ""

    def nearness(candidate: str) -> tuple[float, int]:
        pairs = enumerate(zip(candidate, word, strict=False))
        alike = next((i for i, (a, b) in pairs if a != b), min(len(candidate), len(word)))
        return SequenceMatcher(None, candidate, word).ratio(), alike

    return f"; did you mean '{max(near, key=nearness)}'?"
