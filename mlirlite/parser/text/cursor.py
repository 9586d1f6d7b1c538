"""TextCursor: a position in a source text, and readers of small items: punctuation, words,
literals, lists."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from mlirlite.ir.floats import FORMATS
from mlirlite.parser.text import tokens
from mlirlite.parser.text.tokens import (
    BARE,
    FLOAT,
    INTEGER,
    SPACE,
    STRING,
    SUFFIX,
    BadEscapeError,
    literal,
    skip_space,
    unquote,
    without_space,
)
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Where, did_you_mean, error
from mlirlite.support.source import SourceSpan

if TYPE_CHECKING:
    from mlirlite.ir.context import Context
    from mlirlite.parser.text.state import ParserState

T = TypeVar("T")

PYTHONS_LIMIT = "for integer string conversion"
"""Python's error for an integer with too many digits."""
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_BAD_NAMES = {
    "%": "invalid SSA name",
    "^": "invalid block name",
    "@": "@ identifier expected to start with letter or '_'",
    "#": "invalid attribute name",
    "!": "invalid type identifier",
}
_keyword = re.compile(rf"({BARE}){SPACE}", re.ASCII).match
_name = re.compile(rf"[%^#!]{SUFFIX}", re.ASCII).match
_token = re.compile(
    rf"[%^#!@]{SUFFIX}|{BARE}|{STRING}|{FLOAT}|{INTEGER}|->|::|.", re.ASCII | re.DOTALL
).match


class TextCursor:
    """A position in a text. Methods named `optional_…` return None (or False) and do not move when
    the item is absent."""

    __slots__ = ("context", "pos", "source", "state", "text")

    def __init__(self, state: ParserState, pos: int = 0) -> None:
        self.state = state
        self.context: Context = state.context
        self.source = state.source
        self.text = state.source.text
        self.pos = self.skip(pos)

    # Places and errors

    def skip(self, pos: int) -> int:
        """The offset after white space and comments."""
        return skip_space(self.text, pos).end()

    def span(self, start: int, end: int | None = None) -> SourceSpan:
        """A range of the text; without an end, the token at `start`."""
        if end is None:
            token = _token(self.text, start)
            end = token.end() if token is not None else start
        return SourceSpan(self.source, start, end)

    def here(self) -> SourceSpan:
        """The next token."""
        return self.span(self.pos)

    @property
    def at_end(self) -> bool:
        """True at the end of the text."""
        return self.pos >= len(self.text)

    def fail(self, message: str, span: Where = None) -> DiagnosticError:
        """An error at a place, or at the next token. Give it to `raise`."""
        if PYTHONS_LIMIT in message:
            return self._too_many_digits()
        if span is not None and not (isinstance(span, SourceSpan) and span.start == self.pos):
            return DiagnosticError(message, span)
        if self.at_end:  # upstream moves back by one
            return DiagnosticError(message, self.span(max(0, len(self.text) - 1)))
        return DiagnosticError(self.lexical_error() or error(message, span or self.here()))

    def _too_many_digits(self) -> DiagnosticError:
        """The error for an integer that Python does not read because it would take too long."""
        most = sys.get_int_max_str_digits()
        digits = re.compile(rf"(?<![0-9A-Fa-fx])[0-9]{{{most + 1},}}")
        found = digits.search(self.text, self.state.item)
        span = self.here() if found is None else self.span(found.start(), found.end())
        count = "more" if found is None else f"{len(found[0])}"
        return DiagnosticError(
            f"expected an integer of at most {most} digits, found {count}; write it in hexadecimal",
            span,
        )

    def error(self, message: str, span: Where = None) -> DiagnosticError:
        """What a hook raises: `raise p.error("expected …")`."""
        if span is None and self.at_end:  # not moved, as upstream
            return DiagnosticError(message, self.here())
        return self.fail(message, span)

    @contextmanager
    def then(self, message: str, span: Where = None) -> Iterator[None]:
        """Add the error that upstream reports next when reading inside this context fails; without
        a place, where reading ended."""
        try:
            yield
        except DiagnosticError as e:
            (next,) = self.error(message, span or self.here()).diagnostics
            for last in e.diagnostics[-1:]:  # none: the error has been reported
                last.then(next.message, next.where)
            raise

    def nearest(self, words: Iterable[str]) -> str:
        """`; did you mean 'x'?` when the next bare identifier resembles one of the words."""
        m = _keyword(self.text, self.pos)
        return did_you_mean(m[1], words) if m is not None else ""

    def wrong_token(self, message: str) -> DiagnosticError:
        """An error about a missing token: at the end of the token before, as upstream. Its range
        extends to the end of the token found instead, when that is on the same line."""
        text, pos = self.text, min(self.pos, len(self.text))
        if self.at_end and pos:
            pos -= 1
        before = text[max(0, pos - 4096) : pos]
        offset = pos - len(before)
        while True:
            before = before.rstrip(" \t")
            if not before:
                return self.fail(message)
            if before[-1] not in "\r\n":
                break
            before = before[:-1]
            line = before.rfind("\n") + 1
            comment = before.find("//", line)
            if comment >= 0:
                before = before[:comment]
        place = offset + len(before)
        if place == pos:
            return self.fail(message)
        end = place if text.find("\n", place, pos) >= 0 else self.here().end
        return DiagnosticError(
            self.lexical_error() or error(message, SourceSpan(self.source, place, end))
        )

    def lexical_error(self) -> Diagnostic | None:
        """The message when there is no valid token at `pos`."""
        text, pos = self.text, self.pos
        char = text[pos : pos + 1]
        if char == '"' or text.startswith('@"', pos):
            pos += char == "@"
            if tokens.string_literal(text, pos) is None:
                end = text.find("\n", pos)
                end = len(text) if end < 0 else end
                return error("expected '\"' in string literal", SourceSpan(self.source, pos, end))
            return None
        span = SourceSpan(self.source, pos, pos + 1)
        if char in _BAD_NAMES and not (tokens.symbol(text, pos) or _name(text, pos)):
            return error(_BAD_NAMES[char], span)
        if char == "." and not text.startswith("...", pos):
            return error("expected three consecutive dots for an ellipsis", span)
        if char and not (char.isascii() and (char.isalnum() or char in "_%^#!@.-+*?/|<>()[]{}:,=")):
            return error("unexpected character", span)
        return None

    # Punctuation and words

    def peek(self, word: str) -> bool:
        """True when this punctuation or keyword is next."""
        return literal(word)(self.text, self.pos) is not None

    def accept(self, word: str) -> bool:
        """Read this punctuation or keyword if it is next."""
        m = literal(word)(self.text, self.pos)
        if m is None:
            return False
        self.pos = m.end()
        return True

    def expect(self, word: str, where: str = "") -> None:
        """Read this punctuation or keyword; an error when something else is next. `where` ends the
        message (" in …")."""
        m = literal(word)(self.text, self.pos)
        if m is None:
            message = f"expected '{word}'{where}"
            if word[0].isalpha():
                raise self.error(message)
            raise self.wrong_token(message)
        self.pos = m.end()

    def optional_keyword(self, *allowed: str) -> str | None:
        """The next bare identifier; with arguments, only if it is one of them."""
        m = _keyword(self.text, self.pos)
        if m is None or (allowed and m[1] not in allowed):
            return None
        self.pos = m.end()
        return m[1]

    def keyword(self) -> str:
        """A bare identifier."""
        found = self.optional_keyword()
        if found is None:
            raise self.error("expected valid keyword")
        return found

    def optional_keyword_or_string(self) -> str | None:
        """A bare identifier or the text of a string literal."""
        return self.optional_keyword() or self.optional_string()

    def keyword_or_string(self) -> str:
        """A bare identifier or the text of a string literal."""
        found = self.optional_keyword_or_string()
        if found is None:
            raise self.error("expected valid keyword or string")
        return found

    # Literals

    def optional_string(self) -> str | None:
        """The text of a string literal."""
        m = tokens.string_literal(self.text, self.pos)
        if m is None:
            return None
        value = self.unquote(m[1], m.start(1))
        self.pos = m.end()
        return value

    def string(self) -> str:
        """The text of a string literal."""
        found = self.optional_string()
        if found is None:
            raise self.error("expected string")
        return found

    def unquote(self, token: str, start: int) -> str:
        """The text of a string literal at an offset."""
        try:
            return unquote(token)
        except BadEscapeError as e:
            span = self.span(start + e.offset, start + e.offset + 1)
            raise DiagnosticError(str(e), span) from None

    def optional_symbol_name(self) -> str | None:
        """The name of `@name`."""
        m = tokens.symbol(self.text, self.pos)
        if m is None:
            return None
        name = m[1][1:]
        if name[0] == '"':
            name = self.unquote(name, m.start(1) + 1)
        self.pos = m.end()
        return name

    def symbol_name(self) -> str:
        """The name of `@name`."""
        found = self.optional_symbol_name()
        if found is None:
            raise self.error("expected valid '@'-identifier for symbol name")
        return found

    def optional_integer(self) -> int | None:
        """An integer literal, decimal or hexadecimal, with an optional `-`; `true` and `false`
        count as 1 and 0."""
        m = tokens.integer(self.text, self.pos)
        if m is None:
            word = self.optional_keyword("true", "false")
            return None if word is None else int(word == "true")
        self.pos = m.end()
        text = without_space(m[1])
        return int(text, 16) if "x" in text else int(text)

    def integer(self) -> int:
        """An integer literal, decimal or hexadecimal, with an optional `-`."""
        found = self.optional_integer()
        if found is None:
            raise self.error("expected integer value")
        return found

    def optional_float_literal(self) -> float | None:
        """A float literal with an optional `-`, or the bits of a double in hexadecimal; no other
        integer."""
        m = tokens.number(self.text, self.pos)
        if m is not None and "." in m[1]:
            self.pos = m.end()
            return float(without_space(m[1]))
        m = tokens.integer(self.text, self.pos)
        if m is None or not m[1].startswith("0x"):
            return None
        self.pos = m.end()
        return FORMATS["f64"].decode(int(m[1], 16) & (1 << 64) - 1)

    def float_literal(self) -> float:
        """A float literal with an optional `-`."""
        found = self.optional_float_literal()
        if found is None:
            raise self.error("expected floating point literal")
        return found

    # Lists

    def comma_list(
        self, parse_one: Callable[[], T], open: str = "", close: str = "", where: str = ""
    ) -> list[T]:
        """Call `parse_one` for each item of a comma-separated list. With `open` the list is in
        brackets and may be empty; `close` follows from it. `where` ends error messages (" in
        operand list")."""
        if open:
            self.expect(open, where)
            close = close or _CLOSING.get(open, "")
            if self.accept(close):
                return []
        found = [parse_one()]
        while self.accept(","):
            found.append(parse_one())
        if close:
            self.expect(close, where)
        return found
