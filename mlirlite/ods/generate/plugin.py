"""A plugin of a dialect's declarations, for those who go on by hand."""

from __future__ import annotations

import re

from mlirlite.ods.compact import Writer
from mlirlite.ods.generate import Given

_TEXT = '''"""The dialect '{name}', which {file} declares.

A class here with the name of an op takes the place of the declared one, and functions add behavior:

    @verifier("{name}.my_op")
    def _(op):
        return op.error("…") if … else None
"""

from typing import Any

from mlirlite.ods.declared import GeneratedDialect

DECLARED = """\\
{data}"""

DIALECT = GeneratedDialect({literal}, __name__, DECLARED)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
'''


def plugin_text(given: Given) -> str:
    """A Python file that `--load-plugin` takes. It needs no .td file."""
    dialect = given.dialect
    records = dialect.record.records
    writer = Writer(dialect.name)
    writer.add(records, records.dump)
    data = writer.text(given.file).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    name, file = (re.sub(r"[^\w.+ -]", "?", text) for text in (dialect.name, given.file))
    return _TEXT.format(name=name, file=file, literal=_literal(dialect.name), data=data)


def _literal(text: str) -> str:
    """A Python string that no text ends early: names of a .td file are not code."""
    return '"' + "".join(c if re.match(r"[\w.+ -]", c) else f"\\U{ord(c):08x}" for c in text) + '"'
