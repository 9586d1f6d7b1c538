"""The tokens of a .td file and of those that it includes; directives of the preprocessor."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.regex import many
from mlirlite.support.source import SourceFile, SourceSpan

KEYWORDS = frozenset(
    [
        "assert",
        "bit",
        "bits",
        "class",
        "code",
        "dag",
        "def",
        "defm",
        "defset",
        "deftype",
        "defvar",
        "dump",
        "else",
        "false",
        "field",
        "foreach",
        "if",
        "in",
        "include",
        "int",
        "let",
        "list",
        "multiclass",
        "string",
        "then",
        "true",
    ]
)
END = "end of file"
_DEEPEST = 100
_TOKEN = re.compile(
    many(r"[ \t\r\n\f\v]|//[^\n]*+")
    + r"""
    (?: (?P<id>[A-Za-z_]\w*)
      | (?P<punct>[<>(){}\[\]:;,=?](?<!\[(?=\{)))
      | (?P<str>"(?:[^"\\\n]|\\.)*")
      | (?P<code>\[\{)
      | (?P<var>\$[A-Za-z_]\w*)
      | (?P<op>![A-Za-z]+)
      | (?P<bin>0b[01]+)
      | (?P<hex>0x[0-9a-fA-F]+)
      | (?P<mixed>[0-9]+[A-Za-z_]\w*)
      | (?P<int>[+-]?[0-9]+)
      | (?P<dots>\.\.\.)
      | (?P<mark>[.+\-])
      | (?P<hash>\#)
      | (?P<comment>/\*)
      | (?P<end>\Z)
    )""",
    re.VERBOSE | re.ASCII,
)
_DIRECTIVE = re.compile(r"#[ \t]*(define|ifdef|ifndef|else|endif)\b(?:[ \t]+([A-Za-z_]\w*))?")
_LINE_OF_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(ifdef|ifndef|else|endif)\b", re.MULTILINE)
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_BLANK = re.compile(many(r"[ \t\r\f\v]|(?>/\*.*?\*/)"))
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'"}


class Tokens:
    """Three lists of the same length: kind, text and place of each token. The kind of a keyword or
    of a mark is its text."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        self._sources: list[SourceFile] = []
        self._firsts: list[int] = []

    def enter(self, source: SourceFile) -> None:
        """The tokens from here on are of this file."""
        self._sources.append(source)
        self._firsts.append(len(self.kinds))

    def add(self, kind: str, text: str, start: int) -> None:
        """Append a token."""
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(start)

    def span(self, at: int) -> SourceSpan:
        """The place of a token."""
        at = min(at, len(self.kinds) - 1)
        source = self._sources[bisect_right(self._firsts, at) - 1]
        start = self.starts[at]
        width = 1 if self.kinds[at] in ("str", "code") else len(self.texts[at])
        return SourceSpan(source, start, min(start + width, len(source.text)))


class Reader:
    """Reads files to tokens. `defines` are the macros that are defined; `files` gets the names of
    all files that were read."""

    def __init__(
        self,
        folders: Sequence[str],
        defines: Iterable[str],
        open_file: Callable[[str], SourceFile],
    ) -> None:
        self.folders = folders
        self.defines = set(defines)
        self.open_file = open_file
        self.files: list[str] = []
        self.tokens = Tokens()
        self._including: list[SourceSpan] = []

    def read(self, source: SourceFile) -> Tokens:
        """All tokens of a file, with those that it includes. DiagnosticError if it has errors."""
        self._file(source)
        self.tokens.add(END, "", len(source.text))
        return self.tokens

    def error(self, source: SourceFile, message: str, start: int, end: int = 0) -> DiagnosticError:
        """An error with notes that say which files include this one."""
        found = error(message, SourceSpan(source, start, end or start + 1))
        for place in reversed(self._including):
            found.note("included from here", place)
        return DiagnosticError(found)

    def _file(self, source: SourceFile) -> None:
        tokens, text, match = self.tokens, source.text, _TOKEN.match
        kinds, texts, starts = tokens.kinds, tokens.texts, tokens.starts
        tokens.enter(source)
        self.files.append(source.name)
        regions: list[tuple[int, bool]] = []  # open #ifdef: where, and whether #else was seen
        at = 0
        while True:
            found = match(text, at)
            if found is None:
                at = len(text) - len(text[at:].lstrip())
                raise self.error(source, f"unexpected character {text[at : at + 1]!r}", at)
            kind = found.lastgroup
            at = found.end()
            if kind in ("id", "punct"):
                word = found[kind]
                start = at - len(word)
                if word in KEYWORDS:
                    if word == "include":
                        at = self._include(source, at)
                        continue
                    kinds.append(word)
                else:
                    kinds.append("id" if kind == "id" else word)
                texts.append(word)
                starts.append(start)
            elif kind == "end":
                break
            else:
                at = self._other(source, kind or "", found, regions)
        if regions:
            raise self.error(source, "#ifdef without #endif in this file", regions[-1][0])

    def _other(
        self,
        source: SourceFile,
        kind: str,
        found: re.Match[str],
        regions: list[tuple[int, bool]],
    ) -> int:
        """A token that is less frequent; returns where the next begins."""
        word, start, at = found[kind], found.start(kind), found.end()
        add = self.tokens.add
        if kind == "str":
            add("str", self._unescape(source, word, start), start)
        elif kind == "code":
            end = source.text.find("}]", at)
            if end < 0:
                raise self.error(source, "unterminated code: '[{' without '}]'", start, at)
            add("code", source.text[at:end], start)
            return end + 2
        elif kind in ("var", "op"):
            add(kind, word[1:], start)
        elif kind in ("int", "hex"):
            self._number(source, word, start)
        elif kind in ("bin", "mixed"):
            add(kind if kind == "bin" else "id", word, start)
        elif kind in ("dots", "mark"):
            add(word, word, start)
        elif kind == "comment":
            return self._end_of_comment(source, start)
        else:
            directive = _DIRECTIVE.match(source.text, start)
            line = source.text.rfind("\n", 0, start) + 1
            if directive and _BLANK.fullmatch(source.text, line, start):
                return self._directive(source, directive, regions)
            add("#", "#", start)
        return at

    def _number(self, source: SourceFile, word: str, start: int) -> None:
        if len(word) > 40:
            raise self.error(source, "integer does not fit into 64 bits", start, start + len(word))
        value = int(word, 0) if word.startswith("0x") else int(word)
        if not -(1 << 63) <= value < 1 << 64:
            raise self.error(source, "integer does not fit into 64 bits", start, start + len(word))
        value = (value + (1 << 63)) % (1 << 64) - (1 << 63)
        sign = "+" if word.startswith("+") else ""
        self.tokens.add("integer", f"{sign}{value}", start)

    def _unescape(self, source: SourceFile, word: str, start: int) -> str:
        inner = word[1:-1]
        if "\\" not in inner:
            return inner

        def one(found: re.Match[str]) -> str:
            if found[1] not in _ESCAPES:
                at = start + 1 + found.start()
                raise self.error(source, "invalid escape in string literal", at, at + 2)
            return _ESCAPES[found[1]]

        return _ESCAPE.sub(one, inner)

    def _end_of_comment(self, source: SourceFile, start: int) -> int:
        depth, at = 1, start + 2
        while depth:
            found = _COMMENT_EDGE.search(source.text, at)
            if found is None:
                raise self.error(source, "unterminated comment", start, start + 2)
            depth += 1 if found[0] == "/*" else -1
            at = found.end()
        return at

    def _include(self, source: SourceFile, at: int) -> int:
        found = _TOKEN.match(source.text, at)
        if found is None or found.lastgroup != "str":
            raise self.error(source, "expected filename after include", at - 7, at)
        start = found.start("str")
        name = self._unescape(source, found["str"], start)
        place = SourceSpan(source, start, found.end())
        paths = [name, *[os.path.join(folder, name) for folder in self.folders]]
        path = next((p for p in paths if os.path.isfile(p)), None)
        if path is None:
            looked = ", ".join([".", *list(self.folders)])
            message = f"could not find include file '{name}' (looked in {looked}; -I adds a folder)"
            raise self.error(source, message, start, found.end())
        if len(self._including) >= _DEEPEST:
            raise DiagnosticError(
                error(f"includes are nested too deeply: '{name}' includes itself?", place)
            )
        self._including.append(place)
        self._file(self.open_file(path))
        self._including.pop()
        self.tokens.enter(source)
        return found.end()

    def _directive(
        self, source: SourceFile, found: re.Match[str], regions: list[tuple[int, bool]]
    ) -> int:
        """Follow a directive; returns where to go on."""
        word, name, start = found[1], found[2], found.start()
        end = source.text.find("\n", found.end())
        at = len(source.text) if end < 0 else end
        if word in ("define", "ifdef", "ifndef") and not name:
            raise self.error(source, f"expected a macro name after #{word}", start, found.end())
        if word == "define":
            self.defines.add(name)
        elif word in ("ifdef", "ifndef"):
            regions.append((start, False))
            if (name in self.defines) != (word == "ifdef"):
                return self._skip(source, at, regions)
        elif not regions:
            raise self.error(source, f"#{word} without #ifdef or #ifndef", start, found.end())
        elif word == "endif":
            regions.pop()
        else:
            if regions[-1][1]:
                raise self.error(source, "double #else", start, found.end())
            regions[-1] = (regions[-1][0], True)
            return self._skip(source, at, regions)
        return at

    def _skip(self, source: SourceFile, at: int, regions: list[tuple[int, bool]]) -> int:
        """Pass over a region whose test fails; returns where its #else or #endif ends."""
        depth = 0
        for found in _LINE_OF_DIRECTIVE.finditer(source.text, at):
            word = found[1]
            if word in ("ifdef", "ifndef"):
                depth += 1
            elif depth:
                depth -= word == "endif"
            elif word == "endif":
                regions.pop()
                return found.end()
            elif not regions[-1][1]:
                regions[-1] = (regions[-1][0], True)
                return found.end()
        raise self.error(source, "#ifdef without #endif in this file", regions[-1][0])
