"""FileCheck directives as data: read from a test, matched with a line of output, and written from
one with the variables of the test.

    // CHECK-NEXT:  %[[SUM:.*]] = arith.addi %[[A]]    ~    %0 = arith.addi %arg0
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_KIND = r"(?:-(?P<kind>DAG|COUNT-\d+|NOT|EMPTY|NEXT|SAME|LABEL))?(?P<literal>\{LITERAL\})?"
_PIECE = re.compile(
    r"\{\{(?P<regex>.*?)\}\}"
    r"|\[\[(?P<name>\$?[A-Za-z_]\w*)(?::(?P<definition>(?:[^\[\]]|\[[^\]]*\])*))?\]\]"
    r"|\[\[(?P<number>#[^\]]*)\]\]"
)
VALUE = re.compile(r"%[\w$.-]+")
_TOKEN = re.compile(r"[\w.$@#!^-]+|\S")
_IS_CHECK_COMMENT = re.compile(r"\b(RUN|COM):")


@dataclass(frozen=True)
class Directive:
    """One directive: `head` is the text before the prefix, `gap` the text after the colon."""

    line: int
    head: str
    prefix: str
    kind: str
    literal: str
    gap: str
    text: str

    def __str__(self) -> str:
        kind = f"-{self.kind}" if self.kind else ""
        return f"{self.head}{self.prefix}{kind}{self.literal}:{self.gap}{self.text}".rstrip()

    @property
    def pieces(self) -> list[re.Match[str] | str]:
        """The text split into plain text and FileCheck's substitutions."""
        if self.literal:
            return [self.text]
        found: list[re.Match[str] | str] = []
        end = 0
        for match in _PIECE.finditer(self.text):
            found += [self.text[end : match.start()], match]
            end = match.end()
        return [p for p in (*found, self.text[end:]) if p != ""]

    @property
    def definitions(self) -> list[str]:
        """The variables that it defines, in order."""
        return [p["name"] for p in self.pieces if not isinstance(p, str) and p["definition"]]

    @property
    def inside(self) -> bool:
        """Whether its variables include the sigil of values: `[[X:%.*]]`."""
        return any(
            not isinstance(p, str) and (p["definition"] or "").startswith("%") for p in self.pieces
        )


def read_directives(lines: list[str], prefixes: Iterable[str]) -> list[Directive]:
    """The directives with one of the prefixes, in order; `line` counts from 0."""
    names = "|".join(map(re.escape, prefixes))
    pattern = re.compile(
        rf"^(?P<head>.*?(?:^|[^a-zA-Z\-_]))(?P<prefix>{names}){_KIND}:(?P<gap>[ \t]*)(?P<text>.*)$"
    )
    found = []
    for number, line in enumerate(lines):
        match = pattern.match(line)
        if match is not None and not _IS_CHECK_COMMENT.search(line):
            kind, literal = match["kind"] or "", match["literal"] or ""
            text = match["text"].rstrip()
            head, gap = match["head"], match["gap"]
            found.append(Directive(number, head, match["prefix"], kind, literal, gap, text))
    return found


def pattern_of(
    group: list[Directive], bindings: Mapping[str, str] | None = None
) -> re.Pattern[str] | None:
    """The expression that a line must match for a directive and the SAMEs after it; None when it
    uses a variable that is not bound. Without `bindings` variables match anything."""
    parts: list[str] = []
    own: set[str] = set()
    for directive in group:
        if parts:
            parts.append(r".*?")
        for piece in directive.pieces:
            if isinstance(piece, str):
                parts.append(r"[ \t]+".join(map(re.escape, re.split(r"[ \t]+", piece))))
            elif piece["regex"] is not None:
                parts.append(f"(?:{piece['regex']})")
            elif piece["number"] is not None:
                parts.append(r"-?\w+")
            elif piece["definition"] is not None and piece["name"] not in own:
                own.add(piece["name"])
                parts.append(f"(?P<{piece['name'].lstrip('$')}>{piece['definition']})")
            elif piece["name"] in own:
                parts.append(f"(?P={piece['name'].lstrip('$')})")
            elif bindings is None:
                parts.append(r"%?[\w$.-]+")
            elif piece["name"] in bindings:
                parts.append(re.escape(bindings[piece["name"]]))
            else:
                return None
    try:
        return re.compile("".join(parts))
    except re.error:
        return None


def bare(text: str) -> Counter[str]:
    """The words of a directive or a line, with all values replaced by the same word."""
    text = VALUE.sub("%", text)
    return Counter(_TOKEN.findall(text))


def bare_directive(group: list[Directive]) -> Counter[str]:
    """As `bare`, for the text that a directive and its SAMEs expect."""
    words = []
    for directive in group:
        for piece in directive.pieces:
            if isinstance(piece, str):
                words.append(piece.removesuffix("%"))
            elif piece["name"] is not None:
                words.append("%")
        words.append(" ")
    return bare("".join(words))


def escaped(text: str) -> str:
    """Text without special meaning to FileCheck."""
    text = re.sub(r"\{\{+", lambda m: "{{" + r"\{" * len(m[0]) + "}}", text)
    text = re.sub(r"\[\[+", lambda m: "{{" + r"\[" * len(m[0]) + "}}", text)
    return text


def first_places(lines: list[str]) -> dict[tuple[int, str], bool]:
    """For each value on each line whether it is defined there: at its first occurrence in the
    function."""
    found: dict[tuple[int, str], bool] = {}
    seen: set[str] = set()
    for number, line in enumerate(lines):
        if starts_scope(line):
            seen.clear()
        for match in VALUE.finditer(line):
            found.setdefault((number, match[0]), match[0] not in seen)
            seen.add(match[0])
    return found


def starts_scope(line: str) -> bool:
    """Whether the names of values start anew on a line: a function, or the end of a chunk."""
    return bool(re.match(r"\s*(\"?[\w.]*\bfunc\"?[\s(]|[\w.]*module\b|// -----)", line))
