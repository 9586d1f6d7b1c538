"""mlir.lark, loaded: LALR tables come from the user's cache when they fit this grammar and this
Lark, else they are made (0.1 s)."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import lark

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import cache_directory
from mlirlite.support.output import new_file

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
    """A Lark parser, from the cache if possible. A cache that cannot be read or written is done
    without."""
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
    file = folder / f"mlir-{hashlib.sha256(versions.encode()).hexdigest()[:24]}.lalr"
    try:
        with file.open("rb") as stream:
            return lark.Lark.load(stream)
    except Exception:
        pass  # not there, or of no use: it is made again
    made = lark.Lark(text, **options)
    _save(made, file)
    return made


def _save(parser: lark.Lark, file: Path) -> None:
    """For the next run; where that cannot be, it makes the tables again."""
    with contextlib.suppress(DiagnosticError, OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with new_file(str(file), binary=True) as stream:
            parser.save(stream)
