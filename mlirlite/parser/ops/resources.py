"""The `{-# … #-}` section: the positions of resources are recorded, and their data is decoded when
it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from mlirlite.ir.resources import Resource
from mlirlite.parser.text.literals import hex_pieces
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.source import SourceSpan

if TYPE_CHECKING:
    from mlirlite.parser.text.cursor import TextCursor
    from mlirlite.support.hex_digits import HexDigits

_KEYS = ("dialect_resources", "external_resources")
_ALIGNMENT_DIGITS = 8


def read_metadata(cursor: TextCursor) -> None:
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


def _until(cursor: TextCursor, open: str, close: str, read_one: Callable[[], None]) -> None:
    cursor.expect(open)
    _items(cursor, close, read_one)


def _items(cursor: TextCursor, close: str, read_one: Callable[[], None]) -> None:
    if cursor.accept(close):
        return
    read_one()
    while cursor.accept(","):
        read_one()
    if not cursor.accept(close):
        raise cursor.wrong_token(f"expected ',' or '{close}'")


def _group(cursor: TextCursor, external: bool) -> None:
    """The entries of one dialect, or of one external user."""
    span = cursor.here()
    name = cursor.optional_keyword()
    if name is None:
        raise cursor.fail("expected identifier key for 'resource' entry")
    cursor.expect(":")
    dialect = None if external else cursor.context.dialect(name)
    if not external and dialect is None:
        hint = did_you_mean(name, cursor.context.available())
        raise cursor.fail(f"dialect '{name}' is unknown{hint}", span)
    if dialect is not None and dialect.has_resource("") is None:
        raise cursor.fail(f"unexpected 'resource' section for dialect '{name}'")
    read = _external if external else _entry
    _until(cursor, "{", "}", lambda: read(cursor, name))


def _key(cursor: TextCursor, kind: str) -> str:
    key = cursor.optional_keyword_or_string()
    if key is None:
        raise cursor.fail(f"expected identifier key for '{kind}' entry")
    cursor.expect(":")
    return key


def _entry(cursor: TextCursor, dialect: str) -> None:
    span = cursor.here()
    key = _key(cursor, "resource")
    owner = cursor.context.dialect(dialect)
    if owner is not None and not owner.has_resource(key):
        raise cursor.fail(f"unknown 'resource' key '{key}' for dialect '{dialect}'", span)
    start, end = _value(cursor, key, "hex string blob")
    _define(cursor, cursor.state.resource(dialect, key), span, start, end)


def _external(cursor: TextCursor, user: str) -> None:
    """A Boolean, a string, or a blob: a string of hex digits."""
    span = cursor.here()
    key = _key(cursor, "external_resources")
    entries = cursor.state.external.setdefault(user, {})
    first = cursor.pos
    start, end = _value(cursor, key, "string value")
    if start == end == first:
        entries[key] = cursor.text.startswith("true", first)
    elif cursor.text.startswith("0x", start):
        resource = Resource(key)
        _define(cursor, resource, span, start, end)
        entries[key] = resource
    else:
        entries[key] = cursor.unquote(cursor.text[start - 1 : end + 1], start - 1)


def _value(cursor: TextCursor, key: str, kind: str) -> tuple[int, int]:
    """Skip a value and return its extent. Strings are not scanned: they may be huge."""
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


def _define(cursor: TextCursor, resource: Resource, span: SourceSpan, start: int, end: int) -> None:
    text, key = cursor.text, resource.key
    value_span = SourceSpan(cursor.source, start, min(end, start + 16))
    rest = cursor.source.cuts.get(end)
    digits = end - start + (0 if rest is None else len(rest))
    if not text.startswith("0x", start) or digits % 2:
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
    data = _HexString(text, start + 2 + _ALIGNMENT_DIGITS, end, rest, key, span)
    resource.define(data, alignment)


class _HexString:
    """The data of a resource: digits in the text, and those that were left in the file."""

    def __init__(
        self, text: str, start: int, end: int, rest: HexDigits | None, key: str, span: SourceSpan
    ) -> None:
        self._text, self._start, self._end = text, start, end
        self._rest = rest
        self._key, self._span = key, span
        self.size = (end - start + (0 if rest is None else len(rest))) // 2

    def pieces(self) -> Iterator[bytes]:
        try:
            yield from hex_pieces(self._text, self._start, self._end)
            if self._rest is not None:
                yield from self._rest.windows()
        except ValueError:
            message = f"expected hex string blob for key '{self._key}'"
            raise DiagnosticError(message, self._span) from None
