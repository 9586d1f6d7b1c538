"""Where in an author's own file a mistake is: the line that raised an exception, the class that is
declared wrongly. Late imports here are needed for errors only."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.source import SourceFile, SourceSpan

if TYPE_CHECKING:
    import ast


class DeclarationError(DiagnosticError, TypeError):
    """A class of an op, type or attribute is declared wrongly; the place is in its file."""


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def raised_at(cause: BaseException) -> SourceSpan | None:
    """The innermost line of a traceback that is not in a package: a line of an author's, or one
    that is not valid Python. None if the mistake is not in an author's file."""
    if isinstance(cause, SyntaxError) and cause.filename and cause.lineno:
        start, end = (cause.offset or 1) - 1, cause.end_offset or 0
        return _span(cause.filename, cause.lineno, start, end - 1)
    from traceback import TracebackException

    frames = TracebackException.from_exception(cause, lookup_lines=False).stack
    for frame in reversed(frames):
        if _is_own(frame.filename):
            last = frame.end_colno if frame.end_lineno == frame.lineno else None
            return _span(frame.filename, frame.lineno or 1, frame.colno or 0, last)
    return None


def written_at(code: object) -> SourceSpan | None:
    """Where an author's function or class begins, or the line of a file and a number; None for
    those of a package."""
    if isinstance(code, type):
        declared = declared_at(code)
        return declared if declared is not None and _is_own(declared.source.name) else None
    if isinstance(code, tuple):
        path, line = code
    else:
        code = getattr(code, "func", code)  # what functools.partial calls
        found = getattr(code, "__code__", None) or getattr(type(code).__call__, "__code__", None)
        path, line = (found.co_filename, found.co_firstlineno) if found is not None else ("", 0)
    return _span(path, line, 0, None) if _is_own(path) else None


def declared_at(cls: type, attribute: str = "") -> SourceSpan | None:
    """Where a class, or an attribute of it, is declared; None when its source is not known."""
    import ast

    path = getattr(sys.modules.get(cls.__module__), "__file__", None)
    source = source_of(path) if path else None
    if path is None or source is None:
        return None
    body: list[ast.stmt] = ast.parse(source.text).body
    found: ast.ClassDef | None = None
    for name in cls.__qualname__.split("."):
        found = next((s for s in body if isinstance(s, ast.ClassDef) and s.name == name), None)
        if found is None:
            return None
        body = found.body
    for statement in body:
        if isinstance(statement, ast.Assign) and attribute in _targets(statement):
            value = statement.value
            last = value.end_col_offset if value.end_lineno == value.lineno else None
            return _span(path, value.lineno, value.col_offset, last)
    return _span(path, found.lineno, found.col_offset, None) if found is not None else None


def _targets(statement: ast.Assign) -> list[str]:
    return [getattr(target, "id", "") for target in statement.targets]


@cache  # asked once for each op and module, and few files hold functions
def _is_own(path: str) -> bool:
    """Whether a file belongs to no package and not to Python."""
    if path.startswith(_PACKAGE + os.sep):
        return False
    return os.path.isfile(path) and not os.path.realpath(path).startswith(_packages())


@cache
def _packages() -> tuple[str, ...]:
    import sysconfig

    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return tuple(os.path.realpath(folder) + os.sep for folder in (_PACKAGE, *folders))


def source_of(path: str) -> SourceFile | None:
    """A Python file, named as from the current folder where it is inside."""
    import tokenize

    try:
        with tokenize.open(path) as stream:
            text = stream.read()
    except (OSError, SyntaxError, UnicodeError):
        return None
    here = os.getcwd() + os.sep
    return SourceFile(path.removeprefix(here), text)


def _span(path: str, line: int, first: int, last: int | None) -> SourceSpan | None:
    """From a byte of a line, skipping blanks, to its end or to the byte `last`."""
    source = source_of(path)
    text = source.line_text(line) if source is not None else None
    if source is None or text is None:
        return None
    raw = text.encode()
    start = sum(len(each) for each in source.text.splitlines(True)[: line - 1])
    blanks = len(text) - len(text.lstrip())
    begin = max(blanks, len(raw[:first].decode(errors="replace")))
    end = len(raw[:last].decode(errors="replace"))
    return SourceSpan(source, start + begin, start + max(begin + 1, end))
