"""ODS: dialects of the records that .td files define. `load_dialect("X.td", context)`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.ir.context import Context, builtin_dialect_names
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.reading import read_text

if TYPE_CHECKING:
    from mlirlite.ods.data import Records
    from mlirlite.ods.dialect import ODSDialect


def load_dialect(
    path: str, context: Context | None = None, folders: Sequence[str] = ()
) -> list[ODSDialect]:
    """Read a .td file, or the JSON that llvm-tblgen writes, and register the dialects that it
    defines in a context; those of the package stay as they are, unless the file itself declares
    ops or types of them. A file that only includes others stands for these. `folders` are searched
    for included files, after the file's own. A file `X.py` beside `X.td` may define hooks (see
    hooks.py). DiagnosticError if the file is wrong."""
    from mlirlite.ods.data import read_records  # late: dialects of the package need no .td
    from mlirlite.ods.dialect import ODSDialect
    from mlirlite.ods.hooks import Hooks

    here = os.path.dirname(path) or "."
    records = read_records(path, [*folders, here])
    beside = os.path.splitext(path)[0] + ".py"
    hooks = Hooks.read(beside) if os.path.isfile(beside) else Hooks()
    own = _own(path, records)
    made, known = [], False
    for record in records.derived("Dialect"):
        dialect = ODSDialect(record, hooks.of, hooks.classes_of(record.text("name")))
        is_known = record.text("name") in builtin_dialect_names()
        known = known or is_known
        declares = any(map(dialect.defined_in, own))
        if not is_known or declares:
            made.append(dialect)
            if context is not None and (declares or not _is_part(dialect, context)):
                context.register(dialect)
    if not made and not known:
        raise DiagnosticError(f"'{path}' defines no dialect")
    return made


def _is_part(dialect: ODSDialect, context: Context) -> bool:
    """Whether another file has declared more of a dialect: this one includes some of it."""
    from mlirlite.ods.dialect import ODSDialect  # late: dialects of the package need no .td

    known = context.plugins.get(dialect.name)
    return isinstance(known, ODSDialect) and len(dialect.names()) <= len(known.names())


def _own(path: str, records: Records) -> list[str]:
    """The names of the files that a file stands for: itself, and what it includes if it defines
    nothing."""
    own = os.path.basename(path)
    if not path.endswith(".td") or records.defined_in(own) or not os.path.isfile(path):
        return [own]
    included = re.findall(r'^\s*include\s+"([^"]*)"', read_text(path), re.MULTILINE)
    return [own, *map(os.path.basename, included)]
