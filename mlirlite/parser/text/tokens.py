"""The lexical level of MLIR text: one regular expression for each kind of token. No token
objects."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import cast

from mlirlite.support.regex import many, maybe

_BLANKS = r"[ \t\r\n\0]*+"
SPACE = _BLANKS + many(rf"//[^\n]*+{_BLANKS}")
"""White space and comments."""
BARE = r"[A-Za-z_][A-Za-z0-9_$.]*+"
SUFFIX = r"(?:[0-9]++|[A-Za-z$._-][A-Za-z0-9$._-]*+)"
"""What follows `%`, `^`, `#` or `!`; it may have `-` in it."""
STRING = '"' + many(r'[^"\\\n\r\v\f]++|\\.') + '"'
INTEGER = r"(?:0x[0-9a-fA-F]++|[0-9]++)"
FLOAT = r"[0-9]++\.[0-9]*+(?:[eE][+-]?+[0-9]++)?"

Match = Callable[..., "re.Match[str] | None"]


def spaced(pattern: str) -> Match:
    """`match(text, pos)` of a pattern (in one group) and the white space after it."""
    return re.compile(f"({pattern}){SPACE}", re.ASCII).match


def always(pattern: str) -> Callable[..., re.Match[str]]:
    """`match(text, pos)` of a pattern that matches an empty text, too."""
    return cast("Callable[..., re.Match[str]]", re.compile(pattern).match)


skip_space = always(SPACE)
string_literal = spaced(STRING)
_MINUS = maybe(rf"-{SPACE}")
integer = spaced(_MINUS + INTEGER)
number = spaced(rf"{_MINUS}(?:{FLOAT}|{INTEGER})")
ssa_use = re.compile(rf"(%{SUFFIX})(?:{SPACE}#([0-9]++))?{SPACE}", re.ASCII).match
ssa_name = spaced(rf"%{SUFFIX}")
block_name = spaced(rf"\^{SUFFIX}")
hash_id = spaced(rf"#{SUFFIX}")
bang_id = spaced(rf"!{SUFFIX}")
symbol = spaced(rf"@(?:{BARE}|{STRING})")

_IDENTIFIER_END = re.compile(r"[A-Za-z0-9_$.]", re.ASCII)


@cache
def literal(word: str) -> Match:
    """`match(text, pos)` of a punctuation or a keyword and the white space after it. A keyword ends
    where its letters end; `-` is not the head of `->`."""
    pattern = re.escape(word)
    if _IDENTIFIER_END.match(word[-1]) and word != ".":
        pattern += r"(?![A-Za-z0-9_$.])"
    elif word == "-":
        pattern += "(?!>)"
    return re.compile(pattern + SPACE).match


def without_space(number: str) -> str:
    """A number's text without space between the sign and the digits."""
    return number if number[0] != "-" else "-" + number[skip_space(number, 1).end() :]


_ESCAPE = re.compile(r'\\(?:([0-9a-fA-F]{2})|(["\\nt]))|\\')
_SIMPLE_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}


class BadEscapeError(ValueError):
    """A backslash in a string literal that starts no escape. `offset` counts from the literal's
    start."""

    def __init__(self, offset: int) -> None:
        super().__init__("unknown escape in string literal")
        self.offset = offset


def unquote(token: str) -> str:
    r"""The text of a string literal. Bytes given as `\HH` are decoded as UTF-8 where valid; others
    are kept as surrogate escapes, so that printing gives the same bytes."""
    if "\\" not in token:
        return token[1:-1]
    if "\\" not in token.replace("\\n", "").replace("\\t", "").replace('\\"', ""):
        return token[1:-1].replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"')
    out = bytearray()
    at = 1
    for m in _ESCAPE.finditer(token, 1, len(token) - 1):
        out += token[at : m.start()].encode("utf-8", "surrogateescape")
        at = m.end()
        if m[1] is not None:
            out.append(int(m[1], 16))
        elif m[2] is not None:
            out += _SIMPLE_ESCAPES[m[2]].encode()
        else:
            raise BadEscapeError(m.start())
    out += token[at:-1].encode("utf-8", "surrogateescape")
    return out.decode("utf-8", "surrogateescape")


_BRACKET = re.compile(rf'{STRING}|//[^\n]*+|->|[<>]=|[<>()\[\]{{}}]|"').finditer
_CLOSES = {">": "<", ")": "(", "]": "[", "}": "{"}


_DEEP = 16


def balanced_end(text: str, pos: int, known: dict[int, int] | None = None) -> tuple[int, int]:
    """Where the bracket at `pos` closes: (end, -1) with the offset after it, or (offset of the
    mismatch, offset of the bracket that is open there). Strings, comments and `->` do not count,
    nor do `>=` and `<=` inside parentheses. `known` caches the ends of deeply nested brackets, so
    that not every level searches for its own."""
    if known and pos in known:
        return known[pos], -1
    opened: list[str] = []
    places: list[int] = []
    for m in _BRACKET(text, pos):
        token = m[0]
        if len(token) == 2 and token[1] == "=":
            if opened and opened[-1] == "(":
                continue
            token = token[0]
        if token in "<([{":
            opened.append(token)
            places.append(m.start())
        elif token in _CLOSES:
            if opened[-1] != _CLOSES[token]:
                return m.start(), places[-1]
            opened.pop()
            if not opened:
                return m.start() + 1, -1
            start = places.pop()
            if len(opened) > _DEEP and known is not None:
                known[start] = m.start() + 1
        elif token == '"':
            return m.start(), places[-1]
    return len(text), places[-1]
