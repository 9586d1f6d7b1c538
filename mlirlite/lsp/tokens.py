"""Names in a text: `%values`, `^blocks`, `@symbols`, `#` and `!aliases`, outside of comments and
strings, and the braces that scope them."""

from __future__ import annotations

import enum
import re
from bisect import bisect_right
from dataclasses import dataclass

from mlirlite.support.regex import many


class Kind(enum.Enum):
    """The kind of a name, by its sigil."""

    VALUE = "%"
    BLOCK = "^"
    SYMBOL = "@"
    ATTRIBUTE = "#"
    TYPE = "!"


@dataclass(frozen=True, slots=True)
class Name:
    """One occurrence of a name: `text` with its sigil, without `#1`, at `[start, end)`."""

    kind: Kind
    text: str
    start: int
    end: int
    scope: int
    """The number of the innermost brace pair around it."""


@dataclass(slots=True)
class Scope:
    """A brace pair `[start, end)`; the whole text is the first one."""

    parent: int
    start: int
    end: int


_SUFFIX = r"(?:[0-9]++|[A-Za-z_$.-][A-Za-z0-9_$.-]*+)"
_STRING = '"' + many(r'[^"\\\n]++|\\.') + '"'
_token = re.compile(
    rf"//[^\n]*+|{_STRING}|(?P<brace>[{{}}])|(?P<name>[%^#!]{_SUFFIX})"
    rf"|(?P<symbol>@(?:[A-Za-z_][A-Za-z0-9_$.]*+|{_STRING}))",
    re.ASCII,
).finditer


class Tokens:
    """All names and scopes of a text, in its order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.names: list[Name] = []
        self.scopes = [Scope(-1, 0, len(text))]
        scope = 0
        for m in _token(text):
            brace = m["brace"]
            if brace == "{":
                self.scopes.append(Scope(scope, m.start(), len(text)))
                scope = len(self.scopes) - 1
            elif brace == "}":
                if scope:
                    self.scopes[scope].end = m.end()
                    scope = self.scopes[scope].parent
            elif m["name"] or m["symbol"]:
                found = m[0]
                if found[0] == "#" and text[m.start() - 1 : m.start()].isalnum():
                    continue  # `%x#1`
                if found[0] in "#!" and "." in found:
                    continue  # an attribute or type of a dialect
                self.names.append(Name(Kind(found[0]), found, m.start(), m.end(), scope))
        self.starts = [n.start for n in self.names]

    def at(self, offset: int) -> Name | None:
        """The name that an offset touches."""
        index = bisect_right(self.starts, offset) - 1
        if index >= 0 and self.names[index].end >= offset:
            return self.names[index]
        return None

    def scope_at(self, offset: int) -> int:
        """The innermost brace pair around an offset."""
        found = 0
        for number, scope in enumerate(self.scopes):
            if scope.start < offset <= scope.end:
                found = number
            elif scope.start >= offset:
                break
        return found

    def within(self, scope: int, outer: int) -> bool:
        """Whether a scope is another one, or inside it."""
        while scope >= 0:
            if scope == outer:
                return True
            scope = self.scopes[scope].parent
        return False
