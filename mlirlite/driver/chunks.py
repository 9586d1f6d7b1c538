"""`--split-input-file` and `--verify-diagnostics`: files of several cases, in every program that
reads the IR."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mlirlite.driver.options import Arguments, Option, UsageError
from mlirlite.support.diagnostics import Diagnostic, Severity, did_you_mean
from mlirlite.support.source import SourceFile, SourceSpan

SPLIT_MARKER = "// -----"
SPLIT = Option(
    "split-input-file",
    f"treat chunks split by '{SPLIT_MARKER}' as files of their own",
    "optional",
    "marker",
)
VERIFY = Option(
    "verify-diagnostics",
    "check 'expected-error {{…}}' comments",
    "optional",
    "all|only-expected",
)


def split_chunks(
    source: SourceFile, arguments: Arguments
) -> list[tuple[SourceFile, list[Diagnostic]]]:
    """The files that a source stands for, each with warnings of what looks almost like a marker."""
    split = arguments[SPLIT.name]
    if not split:
        return [(source, [])]
    marker = SPLIT_MARKER if split is True else split
    chunks: list[SourceFile] = []
    start = 0
    for m in re.finditer(re.escape(marker) + r"|\Z", source.text):
        chunks.append(source.part(start, m.start()))
        start = m.end()
    return [(chunk, _near_misses(chunk, marker)) for chunk in chunks]


def _near_misses(chunk: SourceFile, marker: str) -> list[Diagnostic]:
    prefix = marker[:-2]
    if len(prefix) < 2:
        return []
    return [
        Diagnostic(
            Severity.WARNING,
            "near miss with file split marker",
            SourceSpan(chunk, m.start(), m.end()),
        )
        for m in re.finditer(rf"^{re.escape(prefix)}\S{{0,3}}[ \t]*$", chunk.text, re.M)
    ]


def expectations(arguments: Arguments) -> str | None:
    """What --verify-diagnostics asks for: all, only-expected, None for nothing. UsageError for
    another value."""
    asked = arguments[VERIFY.name]
    if asked in (None, True):
        return asked and "all"
    if asked not in ("all", "only-expected"):
        raise UsageError(
            f"option '--verify-diagnostics' takes all or only-expected; found '{asked}'"
            + did_you_mean(asked, ("all", "only-expected"))
        )
    return str(asked)


def held_against(
    source: SourceFile, problems: Sequence[Diagnostic], asked: str | None
) -> Sequence[Diagnostic]:
    """The problems of a file. Where `expectations` were asked for: problems that no comment of the
    file expects, and comments that no problem meets."""
    if asked is None:
        return problems
    from mlirlite.driver.expected import check_expectations

    return check_expectations(source, problems, asked == "only-expected")
