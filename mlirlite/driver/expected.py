"""`--verify-diagnostics`: `expected-error {{text}}` comments held against the diagnostics of a run,
as mlir-opt does.

// expected-error @+1 {{expects one operand}}
// expected-note-re @below 2 {{defined {{here|there}}}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mlirlite.support.diagnostics import Diagnostic, error
from mlirlite.support.source import SourceFile, SourceSpan

_COMMENT = re.compile(
    r"expected-(?P<severity>error|warning|note|remark)(?P<regex>-re)?[ \t]*"
    r"(?:@(?P<offset>[+-]\d+|above|below|unknown))?[ \t]*(?P<count>\d+)?[ \t]*"
    r"\{\{(?P<text>(?:[^{}\n]|\{(?!\{)|\}(?!\})|\{\{.*?\}\})*)\}\}"
)


@dataclass(slots=True)
class Expectation:
    """One comment: what should be said, in which line (None: anywhere), how often it still has to
    come."""

    severity: str
    line: int | None
    pattern: re.Pattern[str]
    text: str
    count: int
    span: SourceSpan


def expectations(source: SourceFile) -> list[Expectation]:
    """All comments of a source."""
    found = []
    for m in _COMMENT.finditer(source.text):
        line: int | None = source.line_col(m.start()).line
        offset = m["offset"]
        if offset == "unknown":
            line = None
        elif offset == "above":
            line = _code_line(source, line or 0, -1)
        elif offset == "below":
            line = _code_line(source, line or 0, 1)
        elif offset and line is not None:
            line += int(offset)
        span = SourceSpan(source, m.start(), m.end())
        found.append(
            Expectation(
                m["severity"],
                line,
                _pattern(m["text"], bool(m["regex"])),
                m["text"],
                int(m["count"] or 1),
                span,
            )
        )
    return found


def _code_line(source: SourceFile, line: int, step: int) -> int:
    """The nearest line in a direction that is not itself only an expectation comment."""
    line += step
    while True:
        text = source.line_text(line)
        if text is None or not text.lstrip().startswith("//") or "expected-" not in text:
            return line
        line += step


def _pattern(text: str, regex: bool) -> re.Pattern[str]:
    if not regex:
        return re.compile(re.escape(text))
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile("".join(f"(?:{p})" if i % 2 else re.escape(p) for i, p in enumerate(parts)))


def check_expectations(
    source: SourceFile, diagnostics: Iterable[Diagnostic], only_expected: bool = False
) -> list[Diagnostic]:
    """Errors for what was expected and did not come, and for what came unexpected; empty when all
    is as the comments say."""
    wanted = expectations(source)
    problems: list[Diagnostic] = []
    for diagnostic in diagnostics:
        for said in (diagnostic, *diagnostic.notes):
            span = said.span()
            line = span.line_col().line if span is not None else None
            hit = next(
                (
                    e
                    for e in wanted
                    if e.count > 0
                    and e.severity == said.severity
                    and (e.line is None or e.line == line)
                    and e.pattern.search(said.message)
                ),
                None,
            )
            if hit is not None:
                hit.count -= 1
            elif not only_expected and said is diagnostic:
                problems.append(error(f"unexpected {said.severity}: {said.message}", said.where))
    problems += [
        error(f'expected {e.severity} "{e.text}" was not produced', e.span)
        for e in wanted
        if e.count > 0
    ]
    return problems
