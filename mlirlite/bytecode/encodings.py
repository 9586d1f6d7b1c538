"""The encodings of dialects, which are imported when they are needed."""

from __future__ import annotations

import importlib.util
import sys

from mlirlite.bytecode.builtin import ENCODING
from mlirlite.bytecode.dialect_encoding import DialectEncoding
from mlirlite.ir.dialect import Dialect
from mlirlite.support.late import import_module


def encoding_of(dialect: Dialect | None) -> DialectEncoding | None:
    """The encoding that a dialect has, or None."""
    if dialect is None:
        return None
    if dialect.name == "builtin":
        return ENCODING
    package = sys.modules.get(dialect.module)
    name = f"{dialect.module}.bytecode"
    if not hasattr(package, "__path__") or importlib.util.find_spec(name) is None:
        return None
    found: DialectEncoding = import_module(name).ENCODING
    return found
