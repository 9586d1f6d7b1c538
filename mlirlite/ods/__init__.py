"""ODS: dialects of the records that .td files define. `load_dialect("X.td", context)`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.ir.context import Context, builtin_dialect_names
from mlirlite.support.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from mlirlite.ods.dialect import ODSDialect


def load_dialect(
    path: str, context: Context | None = None, folders: Sequence[str] = ()
) -> list[ODSDialect]:
    """Read a .td file, or the JSON that llvm-tblgen writes, and register the dialects that it
    defines in a context; those of the package stay as they are, unless the file itself declares
    ops or types of them. `folders` are searched for included files, after the file's own. A file
    `X.py` beside `X.td` may define hooks (see hooks.py). DiagnosticError if the file is wrong."""
    from mlirlite.ods.data import read_records  # late: dialects of the package need no .td
    from mlirlite.ods.dialect import ODSDialect
    from mlirlite.ods.hooks import Hooks

    here = os.path.dirname(path) or "."
    records = read_records(path, [*folders, here])
    beside = os.path.splitext(path)[0] + ".py"
    hooks = Hooks.read(beside).of if os.path.isfile(beside) else {}
    own = os.path.basename(path)
    made, known = [], False
    for record in records.derived("Dialect"):
        dialect = ODSDialect(record, hooks)
        is_known = record.text("name") in builtin_dialect_names()
        known = known or is_known
        if not is_known or dialect.defined_in(own):
            made.append(dialect)
            if context is not None:
                context.register(dialect)
    if not made and not known:
        raise DiagnosticError(f"'{path}' defines no dialect")
    return made
