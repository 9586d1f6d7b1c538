"""`--verify-diagnostics`: `expected-error {{text}}` comments compared with the diagnostics of a
run, as strictly as in mlir-opt: every diagnostic and every note needs its comment.

// expected-error @+1 {{expects one operand}}
// expected-note-re @below 2 {{defined {{here|there}}}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mlirlite.support.diagnostics import Diagnostic, error
from mlirlite.support.record import Record, replace
from mlirlite.support.source import SourceFile, SourceSpan

# MLIR differs: a line may have several comments, text may follow, a number says how often the
# diagnostic occurs, and `@#name` means the line that has `#name` in a comment.
_COMMENT = re.compile(
    r"expected-(?P<severity>error|warning|note|remark)(?P<regex>-re)?[ \t]*"
    r"(?:@(?P<offset>[+-]\d+|above|below|unknown|#[\w-]+))?[ \t]*(?P<count>\d+)?[ \t]*"
    r"\{\{(?P<text>(?:[^{}\n]|\{(?!\{)|\}(?!\})|\{\{(?:(?!\}\})[^\n])*\}\}(?=[^\n]*\}\}))*)\}\}"
)
_UNFINISHED = re.compile(
    r"expected-(?:error|warning|note|remark)-re[ \t]*(?:@\S+)?[ \t]*\{\{\{\{\}\}"
)
_PLACE = re.compile(r"(.*):([0-9]+):[0-9]+")
_NOWHERE = -1


class Expectation(Record, frozen=False):
    """One comment: the expected text, its line (-1: no place in a file), how often it still has to
    occur. `again`: it may occur more often, as no number says how often."""

    severity: str
    line: int
    pattern: re.Pattern[str]
    text: str
    count: int
    span: SourceSpan
    again: bool = False


def expectations(source: SourceFile) -> tuple[list[Expectation], list[Diagnostic]]:
    """All comments of a source, and errors for invalid ones."""
    matches = list(_COMMENT.finditer(source.text))
    lines = {source.line_col(m.start()).line for m in matches}
    found = []
    problems = [
        error("found start of regex with no end '}}'", SourceSpan(source, m.start(), m.end()))
        for m in _UNFINISHED.finditer(source.text)
    ]
    for m in matches:
        span = SourceSpan(source, m.start(), m.end())
        if any((s := p.span()) is not None and s.start == span.start for p in problems):
            continue
        line = _target(source, source.line_col(m.start()).line, m["offset"], lines)
        if line is None:
            problems.append(error(f"no line has the marker '{m['offset'][1:]}'", span))
            continue
        try:
            pattern = _pattern(m["text"], bool(m["regex"]))
        except re.error as e:
            problems.append(error(f"invalid regex: {_words(e)}", span))
            continue
        count, again = int(m["count"] or 1), m["count"] is None
        found.append(Expectation(m["severity"], line, pattern, m["text"], count, span, again))
    return found, problems


def _target(source: SourceFile, line: int, offset: str | None, marked: set[int]) -> int | None:
    """The line that a comment in `line` is about. `@above` and `@below` skip lines that have such
    comments."""
    if offset is None:
        return line
    if offset == "unknown":
        return _NOWHERE
    if offset in ("above", "below"):
        step = 1 if offset == "below" else -1
        line += step
        while line in marked:
            line += step
        return line
    if offset[0] == "#":
        m = re.search(rf"//[^\n]*(?<!@){re.escape(offset)}(?![\w-])", source.text)
        return None if m is None else source.line_col(m.start()).line
    return line + int(offset)


def _pattern(text: str, regex: bool) -> re.Pattern[str]:
    if not regex:
        return re.compile(re.escape(text))
    parts = re.split(r"\{\{(.*?)\}\}", text)
    for part in parts[1::2]:
        re.compile(part)
    return re.compile("".join(f"(?:{p})" if i % 2 else re.escape(p) for i, p in enumerate(parts)))


def _words(e: re.error) -> str:
    return "parentheses not balanced" if "parenthes" in e.msg or "unterminated" in e.msg else e.msg


def check_expectations(
    source: SourceFile, diagnostics: Iterable[Diagnostic], only_expected: bool = False
) -> list[Diagnostic]:
    """Errors for expected diagnostics that did not occur, and for unexpected ones; empty when all
    is as the comments say. With `only_expected`, unexpected ones are allowed."""
    wanted, problems = expectations(source)
    for diagnostic in diagnostics:
        for emitted in (diagnostic, *diagnostic.notes):
            where = emitted.where or diagnostic.where  # a note without a place has its error's
            problem = _check(source, replace(emitted, where=where), wanted, only_expected)
            if problem is not None:
                problems.append(problem)
    problems += [
        error(f'expected {e.severity} "{e.text}" was not produced', e.span)
        for e in wanted
        if e.count > 0
    ]
    return problems


def _check(
    source: SourceFile, emitted: Diagnostic, wanted: list[Expectation], only_expected: bool
) -> Diagnostic | None:
    """Remove a diagnostic from the list of expected ones; returns an error when it is not on it."""
    span = emitted.span()
    line = _NOWHERE
    if span is not None:
        line = span.line_col().line if span.source.name == source.name else _NOWHERE - 1
    elif emitted.place():
        place = _PLACE.fullmatch(emitted.place())
        here = place is not None and place[1] == source.name
        line = int(place[2]) if here and place is not None else _NOWHERE - 1
        if emitted.place() == source.name:
            line = 0  # a module that stands for the whole file, as upstream
    near, known = None, False
    for e in wanted:
        if e.line == line and (e.count > 0 or e.again) and e.pattern.search(emitted.message):
            if e.severity == emitted.severity and e.count > 0:
                e.count -= 1
                return None
            known = known or e.severity == emitted.severity
            near = near or e
    if known or emitted.extra:
        return None
    if near is not None:
        return error(
            f"'{emitted.severity}' diagnostic emitted when expecting a '{near.severity}'", near.span
        )
    if only_expected:
        return None
    return error(f"unexpected {emitted.severity}: {emitted.message}", emitted.where)
