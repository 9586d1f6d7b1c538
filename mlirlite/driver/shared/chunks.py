"""`--split-input-file` and `--verify-diagnostics`: files of several cases, in every program that
reads the IR."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from mlirlite.driver.shared.options import Arguments, option
from mlirlite.support.diagnostics import Diagnostic, Severity
from mlirlite.support.source import SourceFile, SourceSpan

SPLIT_MARKER = "// -----"


class CaseArguments(Arguments):
    """A command line that reads files of cases."""

    split_input_file: str = option(
        f"treat chunks split by '{SPLIT_MARKER}' as files of their own",
        "marker",
        default="",
        implied=SPLIT_MARKER,
    )
    verify_diagnostics: Literal["all", "only-expected"] | None = option(
        "check 'expected-error {{…}}' comments", "all|only-expected", implied="all"
    )


def split_chunks(
    source: SourceFile, arguments: CaseArguments
) -> list[tuple[SourceFile, list[Diagnostic]]]:
    """The chunks of a source, each with warnings about what looks almost like a marker."""
    marker = arguments.split_input_file
    if not marker or source.bytecode is not None:
        return [(source, [])]
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


def unexpected(
    source: SourceFile, problems: Sequence[Diagnostic], arguments: CaseArguments
) -> Sequence[Diagnostic]:
    """The problems of a file. With --verify-diagnostics: problems that no comment of the file
    expects, and comments without a problem."""
    asked = arguments.verify_diagnostics
    if asked is None:
        return problems
    from mlirlite.driver.shared.expected import check_expectations

    return check_expectations(source, problems, asked == "only-expected")
