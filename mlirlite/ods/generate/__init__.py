"""What `mlirlite-tblgen` writes of a dialect: a plugin, a page, stubs for editors."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.ir.context import builtin_dialect_names
from mlirlite.ods.data import Records, read_records
from mlirlite.ods.dialect import ODSDialect
from mlirlite.ods.hooks import Hooks
from mlirlite.support.diagnostics import DiagnosticError


class Given(NamedTuple):
    """A dialect, and the file that declares it."""

    dialect: ODSDialect
    file: str


def read_dialect(path: str, folders: Sequence[str], name: str = "") -> Given:
    """The dialect of a .td file of which something is written: `name`, or the only one that the
    file itself declares. DiagnosticError if there is none, or several."""
    here = os.path.dirname(path) or "."
    records = read_records(path, [*folders, here])
    beside = os.path.splitext(path)[0] + ".py"
    hooks = Hooks.read(beside).of if os.path.isfile(beside) else {}
    own = os.path.basename(path)
    known = {r.text("name"): r for r in records.derived("Dialect")}
    chosen = [name] if name else _own(records, own)
    if len(chosen) != 1 or chosen[0] not in known:
        names = ", ".join(f"'{n}'" for n in sorted(known)) or "none"
        what = f"defines no dialect '{name}'" if name else "declares more than one dialect"
        what = what if chosen else "defines no dialect"
        raise DiagnosticError(f"'{path}' {what}; choose one by --dialect: {names}")
    return Given(ODSDialect(known[chosen[0]], hooks), own)


def _own(records: Records, file: str) -> list[str]:
    """The dialects of which a file declares something, else those that are not in the package."""
    dialects = [ODSDialect(record, {}) for record in records.derived("Dialect")]
    found = [d.name for d in dialects if d.defined_in(file)]
    if found or len(dialects) == 1:
        return found or [dialects[0].name]
    return [d.name for d in dialects if d.name not in builtin_dialect_names()]
