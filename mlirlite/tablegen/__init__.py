"""TableGen: reads .td files to records, as llvm-tblgen does.

`read("X.td", ["include"])` gives a `Keeper` with all classes and records."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Sequence

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.reading import read_all
from mlirlite.support.source import SourceFile
from mlirlite.tablegen.lexer import Reader
from mlirlite.tablegen.parser import Parser
from mlirlite.tablegen.records import Keeper
from mlirlite.tablegen.statements import Statements

_DEEPEST = 10_000
"""How many calls values that refer to each other may take."""


def open_td(path: str) -> SourceFile:
    """A file as a source. DiagnosticError if it cannot be read."""
    try:
        with open(path, "rb") as stream:
            return SourceFile(path, read_all(stream).decode("utf-8", "surrogateescape"))
    except OSError as e:
        raise DiagnosticError(f"cannot open input file '{path}': {e.strerror or e}") from e


def read(path: str, folders: Sequence[str] = (), defines: Iterable[str] = ()) -> Keeper:
    """The records of a file. `folders` are searched for included files, `defines` are macros.
    DiagnosticError if the file has an error or cannot be read."""
    return read_source(open_td(path), folders, defines)


def read_source(
    source: SourceFile, folders: Sequence[str] = (), defines: Iterable[str] = ()
) -> Keeper:
    """As `read`, for a source."""
    reader = Reader(folders, defines, open_td)
    keeper = Keeper()
    limit, collects = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(limit, _DEEPEST))
    gc.disable()  # values live as long as the records: looking for garbage takes half of the time
    try:
        tokens = reader.read(source)
        Statements(keeper, tokens).run(Parser(tokens).statements())
    finally:
        sys.setrecursionlimit(limit)
        if collects:
            gc.enable()
    keeper.files = reader.files
    return keeper
