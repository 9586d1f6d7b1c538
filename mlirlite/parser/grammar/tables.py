"""mlir.lark, loaded: LALR tables come from the user's cache when they fit this grammar and this
Lark, else they are made (0.1 s)."""

from __future__ import annotations

import contextlib
import hashlib
import io
import sys
from functools import cache
from pathlib import Path
from typing import Any

import lark

from mlirlite.support.env import TABLES, cache_directory
from mlirlite.support.private import read_private, write_private

GRAMMAR = Path(__file__).with_name("mlir.lark")
VALUE_STARTS = (
    "type",
    "attribute",
    "location",
    "affine_map",
    "integer_set",
    "affine_list",
    "affine_expr",
)
OTHER_STARTS = ("module", "elements", "sparse_elements")


@cache
def grammar() -> lark.Lark:
    """The part of the grammar that reads types, attributes, affine maps and locations."""
    return load(GRAMMAR.read_text(encoding="utf-8"), VALUE_STARTS)


@cache
def whole_grammar() -> lark.Lark:
    """The grammar with all its start symbols: what the fast parsers are compared with."""
    return load(GRAMMAR.read_text(encoding="utf-8"), (*VALUE_STARTS, *OTHER_STARTS))


def load(text: str, starts: tuple[str, ...]) -> lark.Lark:
    """A Lark parser, from the cache if possible. A cache that cannot be read or written is
    ignored."""
    options: dict[str, Any] = {
        "parser": "lalr",
        "lexer": "contextual",
        "start": list(starts),
        "maybe_placeholders": True,
    }
    folder = cache_directory()
    if folder is None:
        return lark.Lark(text, **options)
    versions = f"{lark.__version__} {sys.version_info[:2]} {starts} {text}"
    name = f"mlir-{hashlib.sha256(versions.encode()).hexdigest()[:24]}.lalr"
    file = str(folder / TABLES / name)
    saved = read_private(file)  # it is a pickle, which can run any code
    if saved is not None:
        with contextlib.suppress(Exception):  # unusable: the tables are made again
            return lark.Lark.load(io.BytesIO(saved))
    made = lark.Lark(text, **options)
    tables = io.BytesIO()
    made.save(tables)
    with contextlib.suppress(OSError):  # the next run makes them again
        write_private(file, tables.getvalue())
    return made
