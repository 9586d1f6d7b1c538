"""Diagnostics: what went wrong, where, and what to do; and how they are shown to a person."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Protocol, Self

from mlirlite.support.source import SourceSpan


class Severity(enum.StrEnum):
    """How bad it is; the words are the ones that are printed."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"
    NOTE = "note"


class HasSpan(Protocol):
    """Anything that can say where it stands: an IR location does."""

    def span(self) -> SourceSpan | None:
        """The place in a source text, when it is known."""

    def describe(self) -> str:
        """`file:line:col`, or another short text for a person."""


Where = SourceSpan | HasSpan | None


@dataclass(slots=True)
class Diagnostic:
    """One message with its place and the notes that belong to it."""

    severity: Severity
    message: str
    where: Where = None
    notes: list[Diagnostic] = field(default_factory=list)

    def note(self, message: str, where: Where = None) -> Self:
        """Attach a note and return self, so that calls chain."""
        self.notes.append(Diagnostic(Severity.NOTE, message, where))
        return self

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


_COLOURS = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;35m",
    Severity.REMARK: "\x1b[1;34m",
    Severity.NOTE: "\x1b[1;36m",
}
_BOLD, _GREEN, _RESET = "\x1b[1m", "\x1b[1;32m", "\x1b[0m"
_LONGEST_LINE = 160


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """The message, the source line it points at with carets under the range, then its notes."""
    place = diagnostic.place()
    head = f"{place}: " if place else ""
    word = f"{diagnostic.severity}: "
    if colour:
        head, word = f"{_BOLD}{head}{_RESET}", f"{_COLOURS[diagnostic.severity]}{word}{_RESET}"
    lines = [f"{head}{word}{diagnostic.message}"]
    span = diagnostic.span()
    if span is not None:
        lines += _excerpt(span, colour)
    lines += [render(n, colour) for n in diagnostic.notes]
    return "\n".join(lines)


def _excerpt(span: SourceSpan, colour: bool) -> list[str]:
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
    return [shown, f"{pad}{_GREEN}{carets}{_RESET}" if colour else f"{pad}{carets}"]


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest candidate, or an empty string."""
    near = get_close_matches(word, list(candidates), n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else ""
