"""Diagnostics of a document in the protocol's form, and the edits that fix them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from mlirlite.lsp.document import Document
from mlirlite.lsp.positions import Positions
from mlirlite.support.diagnostics import Diagnostic, Severity, error_code

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.REMARK: types.DiagnosticSeverity.Information,
    Severity.NOTE: types.DiagnosticSeverity.Hint,
}
_suggestion = re.compile(r"did you mean '([^']+)'").search
_BLANKS = re.compile(r"[ \t]*")


def diagnostics_of(document: Document, uri: str) -> list[types.Diagnostic]:
    """All diagnostics of a document; notes in the same file become related information."""
    positions = Positions(document.text)
    found = []
    for chunk in document.chunks:
        for problem in chunk.problems:
            related = [
                types.DiagnosticRelatedInformation(
                    types.Location(uri, _range(note, chunk.start, positions)), note.message
                )
                for note in problem.shown
            ]
            found.append(
                types.Diagnostic(
                    _range(problem, chunk.start, positions),
                    problem.message,
                    _SEVERITIES[problem.severity],
                    code=error_code(problem) or None,
                    source="mlirlite",
                    related_information=related or None,
                )
            )
    return found


def _range(problem: Diagnostic, start: int, positions: Positions) -> types.Range:
    span = problem.span()
    if span is None:
        return positions.range(start, start)
    end = span.end if span.end > span.start else span.start + 1
    return positions.range(start + span.start, start + end)


def code_actions(
    document: Document, uri: str, wanted: list[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """For each diagnostic: take its suggestion, or expect it in a comment (for lit tests)."""
    positions = Positions(document.text)
    for diagnostic in wanted:
        m = _suggestion(diagnostic.message)
        start = positions.offset(diagnostic.range.start)
        end = positions.offset(diagnostic.range.end)
        written = document.text[start:end]
        if m is not None and written:
            sigil = written[0] if written[0] in "%^@#!" and m[1][:1] != written[0] else ""
            edit = types.TextEdit(diagnostic.range, sigil + m[1])
            yield _action(f"Change to '{sigil}{m[1]}'", uri, edit, diagnostic)
        if diagnostic.severity == types.DiagnosticSeverity.Error:
            line = positions.starts[diagnostic.range.start.line]
            blanks = _BLANKS.match(document.text, line)
            indent = blanks[0] if blanks else ""
            message = _suggestion_free(diagnostic.message)
            comment = f"{indent}// expected-error @+1 {{{{{message}}}}}\n"
            place = positions.position(line)
            edit = types.TextEdit(types.Range(place, place), comment)
            yield _action("Expect this error in a comment", uri, edit, diagnostic)


def _suggestion_free(message: str) -> str:
    first = message.split("\n")[0]
    return first.split("; did you mean")[0]


def _action(
    title: str, uri: str, edit: types.TextEdit, diagnostic: types.Diagnostic
) -> types.CodeAction:
    return types.CodeAction(
        title,
        types.CodeActionKind.QuickFix,
        [diagnostic],
        edit=types.WorkspaceEdit({uri: [edit]}),
    )
