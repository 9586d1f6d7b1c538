"""Types and attributes of dialects: `!dialect.mnemonic<…>`, `#dialect<body>`. Their classes read
what follows the mnemonic."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.ir.attribute import Attribute, OpaqueAttr, OpaqueType, Type
from mlirlite.ir.types import NONE
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import BARE, STRING, SUFFIX
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean, error

_mnemonic = re.compile(BARE).match
_ALIAS = re.compile(rf"{STRING}|[#!]{SUFFIX}(?![<])")
"""Matches a possible alias in a text; or a string, in which there are no aliases."""


class SymbolCursor(Cursor):
    """The cursor that hooks of dialect types and attributes get. `given_type` is the type after the
    colon, if any."""

    __slots__ = ("given_type",)

    def __init__(self, parent: TextCursor, pos: int, given_type: Type | None) -> None:
        super().__init__(parent.state, pos)
        self.given_type = given_type


def dialect_type(cursor: TextCursor, start: int, end: int) -> Type:
    """The type whose text is `!…` from `start` to `end`."""
    found: Type = _read(cursor, start, end, None, "type")
    return found


def dialect_attribute(cursor: TextCursor, start: int, end: int, type: Type | None) -> Attribute:
    """The attribute whose text is `#…` from `start` to `end`; `type` is what followed a colon."""
    found: Attribute = _read(cursor, start, end, type, "attribute")
    return found


def _read(cursor: TextCursor, start: int, end: int, type: Type | None, kind: str) -> Any:
    text, context = cursor.text, cursor.context
    dot = text.find(".", start, end)
    angle = text.find("<", start, end)
    pretty = dot >= 0 and (angle < 0 or dot < angle)
    name_end = dot if pretty else angle
    dialect_name = text[start + 1 : name_end]
    body_start = name_end + 1
    body_end = end if pretty else end - 1
    dialect = context.dialect(dialect_name)
    if dialect is None:
        body = text[body_start:body_end]
        if not context.allow_unregistered:
            raise _unregistered(cursor, start, end, dialect_name, body, type, kind)
        return _opaque(cursor, dialect_name, body, type, kind)
    m = _mnemonic(text, body_start, body_end)
    mnemonic = m[0] if m is not None else ""
    full = f"{dialect_name}.{mnemonic}"
    cls = context.type_class(full) if kind == "type" else context.attribute_class(full)
    span = cursor.span(body_start, m.end() if m is not None else body_start)
    if cls is None and dialect.allows_unknown_types:
        return _opaque(cursor, dialect_name, text[body_start:body_end], type, kind)
    if cls is None:
        sigil = "!" if kind == "type" else "#"
        names = [n.partition(".")[2] for n in dialect.classes() if n[0] == sigil]
        if not names:
            raise cursor.fail(f"dialect '{dialect_name}' provides no {kind} parsing hook", span)
        message = dialect.wrong_type(mnemonic) if kind == "type" else ""
        if not message:  # two blanks for types, as upstream
            message = f"unknown {kind:>5} `{mnemonic}` in dialect `{dialect_name}`"
        raise cursor.fail(message + did_you_mean(mnemonic, names), span)
    inner = SymbolCursor(cursor, m.end() if m is not None else body_start, type)
    try:
        found = inner.body(cls)
    except ValueError as e:
        raise cursor.fail(str(e), cursor.span(start, end)) from None
    except RecursionError:
        raise cursor.fail(f"'{full}' is nested too deeply", cursor.span(start, end)) from None
    if inner.pos != inner.skip(body_end):
        raise inner.wrong_token(f"expected end of {kind} '{text[start:end]}'")
    return found


def _opaque(cursor: TextCursor, dialect: str, body: str, type: Type | None, kind: str) -> Attribute:
    """A type or attribute that is kept as text."""
    body = _without_aliases(cursor, body)
    if kind == "type":
        return OpaqueType(dialect, body)
    return OpaqueAttr(dialect, body, NONE if type is None else type)


def _without_aliases(cursor: TextCursor, body: str) -> str:
    """A text that is kept as it is, with its aliases expanded: they are unknown where it is
    printed."""
    # MLIR differs: upstream knows the dialect, or prints a text that cannot be read again.
    if "#" not in body and "!" not in body:
        return body
    state = cursor.state

    def meaning(m: re.Match[str]) -> str:
        aliases: Any = state.attribute_aliases if m[0][0] == "#" else state.type_aliases
        found = aliases.get(m[0])
        return m[0] if found is None else str(found)

    return _ALIAS.sub(meaning, body)


def _unregistered(
    cursor: TextCursor, start: int, end: int, dialect: str, body: str, type: Type | None, kind: str
) -> DiagnosticError:
    written = (
        f'`!"{dialect}"<"{body}">`'
        if kind == "type"
        else f'#"{dialect}"<"{body}"> : \'{type or NONE}\''
    )
    problem = error(
        f"{written} {kind} created with unregistered dialect. If this is intended, please call "
        "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with "
        "the MLIR opt tool used",
        cursor.span(start, end),
    )
    return DiagnosticError(cursor.state.forgotten(dialect, problem))
