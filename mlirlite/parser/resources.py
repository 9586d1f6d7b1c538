"""The `{-# … #-}` section: resources are noted where they stand, and their data is decoded when
somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.source import SourceSpan

if TYPE_CHECKING:
    from mlirlite.parser.cursor import Cursor

_KEYS = ("dialect_resources", "external_resources")
_ALIGNMENT_DIGITS = 8


def read_metadata(cursor: Cursor) -> None:
    """Read the section at the cursor. Resources that were mentioned before get their data, the
    others become known."""
    cursor.expect("{-#")

    def section() -> None:
        span = cursor.here()
        key = cursor.optional_keyword()
        if key is None:
            raise cursor.fail("expected identifier key in file metadata dictionary")
        cursor.expect(":")
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS)
            raise cursor.fail(f"unknown key '{key}' in file metadata dictionary{hint}", span)
        _until(cursor, "{", "}", lambda: _group(cursor, key == "external_resources"))

    _items(cursor, "#-}", section)


def _until(cursor: Cursor, open: str, close: str, read_one: Callable[[], None]) -> None:
    cursor.expect(open)
    _items(cursor, close, read_one)


def _items(cursor: Cursor, close: str, read_one: Callable[[], None]) -> None:
    if cursor.accept(close):
        return
    read_one()
    while cursor.accept(","):
        read_one()
    if not cursor.accept(close):
        raise cursor.wrong_token(f"expected ',' or '{close}'")


def _group(cursor: Cursor, external: bool) -> None:
    """The entries of one dialect, or of one external user (which are read and forgotten)."""
    span = cursor.here()
    name = cursor.optional_keyword()
    if name is None:
        raise cursor.fail("expected identifier key for 'resource' entry")
    cursor.expect(":")
    if not external and cursor.context.dialect(name) is None:
        hint = did_you_mean(name, cursor.context.available())
        raise cursor.fail(f"dialect '{name}' is unknown{hint}", span)
    _until(cursor, "{", "}", lambda: _entry(cursor, None if external else name))


def _entry(cursor: Cursor, dialect: str | None) -> None:
    span = cursor.here()
    key = cursor.optional_keyword_or_string()
    if key is None:
        kind = "resource" if dialect is not None else "external_resources"
        raise cursor.fail(f"expected identifier key for '{kind}' entry")
    cursor.expect(":")
    start, end = _value(cursor, key, "string value" if dialect is None else "hex string blob")
    if dialect is not None:
        _define(cursor, dialect, key, span, start, end)


def _value(cursor: Cursor, key: str, kind: str) -> tuple[int, int]:
    """Pass over a value; its extent. Strings are not looked into: they may be huge."""
    text, start = cursor.text, cursor.pos
    if not text.startswith('"', start):
        if cursor.optional_keyword("true", "false") is None:
            raise cursor.fail(f"expected {kind} for key '{key}'")
        return start, start
    end = text.find('"', start + 1)
    while end > 0 and text[end - 1] == "\\":
        end = text.find('"', end + 1)
    if end < 0:
        raise cursor.fail("expected '\"' in string literal")
    cursor.pos = cursor.skip(end + 1)
    return start + 1, end


def _define(cursor: Cursor, dialect: str, key: str, span: SourceSpan, start: int, end: int) -> None:
    text = cursor.text
    value_span = SourceSpan(cursor.source, start, min(end, start + 16))
    if not text.startswith("0x", start) or (end - start) % 2:
        raise cursor.fail(f"expected hex string blob for key '{key}'", value_span)
    head = text[start + 2 : min(start + 2 + _ALIGNMENT_DIGITS, end)]
    try:
        first = bytes.fromhex(head)
    except ValueError:
        raise cursor.fail(f"expected hex string blob for key '{key}'", value_span) from None
    where = f"expected hex string blob for key '{key}' to encode alignment in first 4 bytes"
    if len(first) < 4:
        raise cursor.fail(where, value_span)
    alignment = int.from_bytes(first, "little")
    if alignment & (alignment - 1):
        raise cursor.fail(f"{where}, but got non-power-of-2 value: {alignment}", value_span)
    data_start = start + 2 + _ALIGNMENT_DIGITS

    def load() -> bytes:
        try:
            return bytes.fromhex(text[data_start:end])
        except ValueError:
            message = f"expected hex string blob for key '{key}'"
            raise DiagnosticError(message, span) from None

    cursor.state.resource(dialect, key).define(load, alignment)
