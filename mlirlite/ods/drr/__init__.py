"""DRR: the patterns of .td files. `load_patterns("X.td", context)`."""

from __future__ import annotations

import os
from collections.abc import Sequence

from mlirlite.ir.context import Context
from mlirlite.ods.cpp import Unknown
from mlirlite.ods.data import Records, read_records
from mlirlite.ods.dialect import ODSDialect
from mlirlite.ods.drr.constraints import Constraints
from mlirlite.ods.drr.declarations import Declarations
from mlirlite.ods.drr.names import PatternNames
from mlirlite.ods.drr.pattern import DeclaredPattern, equation, label
from mlirlite.ods.hooks import Hooks
from mlirlite.rewriting.pattern import Pattern
from mlirlite.support.diagnostics import DiagnosticError


class PatternFile:
    """The patterns of a file, in the order of their records. `unknown` has those that use C++, or
    an op, whose meaning is not known: they are left out."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.patterns: list[Pattern] = []
        self.unknown: dict[str, str] = {}
        """What is not known, by the pattern's name."""
        self.equations: dict[str, str] = {}
        """`before --> after` of every pattern, by its name."""

    def describe(self) -> list[str]:
        """A line for each pattern: its equation and benefit, or what of it is not known."""
        said = {p.name: f"benefit {p.benefit}" for p in self.patterns}
        said |= {name: f"not known: {why}" for name, why in self.unknown.items()}
        return [f"{name}: {text} ({said[name]})" for name, text in self.equations.items()]


def load_patterns(
    path: str, context: Context | None = None, folders: Sequence[str] = ()
) -> PatternFile:
    """Read the patterns of a .td file, or of the JSON that llvm-tblgen writes. Dialects that the
    file defines and that are not known otherwise are registered in the context. `folders` are
    searched for included files, after the file's own. A file `X.py` beside `X.td` may define
    functions that native calls and constraints name (`@function`). DiagnosticError if a pattern is
    wrong."""
    context = context or Context()
    here = os.path.dirname(path) or "."
    records = read_records(path, [*folders, here], "Pattern")
    beside = os.path.splitext(path)[0] + ".py"
    hooks = Hooks.read(beside).of if os.path.isfile(beside) else {}
    _register(records, context, hooks)
    names = PatternNames(records, context, hooks)
    declarations, constraints = Declarations(names), Constraints(names)
    found = PatternFile(path)
    for record in records.derived("Pattern"):
        try:
            found.equations[record.name] = equation(record)
            found.patterns.append(DeclaredPattern(record, declarations, constraints))
        except Unknown as e:
            found.unknown[record.name] = " ".join(str(e).split())
        except DiagnosticError as e:
            where = label(record.name, record.place)
            raise DiagnosticError(f"{where}: {e.diagnostics[0].message}") from e
    return found


def _register(records: Records, context: Context, hooks: dict[str, dict[str, object]]) -> None:
    for record in records.derived("Dialect"):
        if context.dialect(record.text("name")) is None:
            context.register(ODSDialect(record, hooks))


__all__ = ["PatternFile", "load_patterns"]
