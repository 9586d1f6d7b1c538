"""The syntax of RUN lines: text to a list of pipelines, nothing is run here.

`a | b 2>&1 && c > f` --> [("", (a, b 2>&1)), ("&&", (c > f,))]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_SPACE = re.compile(r"\s+")
_REDIRECT = re.compile(r"(?P<fd>[0-9]?)(?:>&(?P<dup>[0-9])|(?P<op>>>|>|<(?![<(])))|(?P<both>&>)")
_OPERATOR = re.compile(r"\|\||&&|\||;")
_PLAIN = re.compile(r"[^\s'\"\\|&;<>`$()]+")
_EXPANSION = re.compile(r"\$[A-Za-z_{(0-9?@*]|`")


class ShellError(ValueError):
    """A line that this shell does not understand or cannot start."""


@dataclass(frozen=True)
class Redirect:
    """`fd` opened on the file `target` (mode r, w or a), or made a copy of fd `target` (dup)."""

    fd: int
    mode: str
    target: str


@dataclass
class Command:
    """One program with its arguments, without quotes, and its redirections in order."""

    words: list[str] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)


Pipeline = tuple[Command, ...]


def parse(line: str) -> list[tuple[str, Pipeline]]:
    """Pipelines of a line, each with the operator before it: "" (the first), "&&", "||" or ";".

    Raises ShellError, with the text that is not understood, for what lit's shell lacks too:
    variables, command substitution, here-documents, sub-shells, background jobs.
    """
    return _Parser(line).line()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def line(self) -> list[tuple[str, Pipeline]]:
        pipelines: list[tuple[str, Pipeline]] = []
        commands: list[Command] = []
        connector = ""
        while True:
            commands.append(self.command())
            operator = self.match(_OPERATOR)
            if operator == "|":
                continue
            pipelines.append((connector, tuple(commands)))
            if not operator or (operator == ";" and not self.text[self.position :].strip()):
                return pipelines
            connector, commands = operator, []

    def command(self) -> Command:
        command = Command()
        while True:
            self.match(_SPACE)
            if self.position == len(self.text) or _OPERATOR.match(self.text, self.position):
                break
            redirect = _REDIRECT.match(self.text, self.position)
            if redirect is None:
                command.words.append(self.word())
            else:
                self.position = redirect.end()
                command.redirects += self.redirections(redirect)
        if not command.words:
            raise self.error("expected a command")
        return command

    def redirections(self, match: re.Match[str]) -> list[Redirect]:
        if match["dup"] is not None:
            return [Redirect(int(match["fd"] or 1), "dup", match["dup"])]
        self.match(_SPACE)
        target = self.word()
        if match["both"]:
            return [Redirect(1, "w", target), Redirect(2, "dup", "1")]
        mode = {">": "w", ">>": "a", "<": "r"}[match["op"]]
        return [Redirect(int(match["fd"] or (0 if mode == "r" else 1)), mode, target)]

    def word(self) -> str:
        """One word: plain text and quoted parts side by side, quotes removed."""
        parts: list[str] = []
        start = self.position
        while self.position < len(self.text):
            character = self.text[self.position]
            if character == "'":
                end = self.text.find("'", self.position + 1)
                if end < 0:
                    raise self.error("a single quote is not closed")
                parts.append(self.text[self.position + 1 : end])
                self.position = end + 1
            elif character == '"':
                parts.append(self.double_quoted())
            elif character == "\\" and self.position + 1 < len(self.text):
                parts.append(self.text[self.position + 1])
                self.position += 2
            elif _EXPANSION.match(self.text, self.position):
                raise self.error("lit's shell has no expansion of variables and commands")
            elif character == "$":
                parts.append(character)
                self.position += 1
            elif plain := self.match(_PLAIN):
                parts.append(plain)
            else:
                break
        if self.position == start:
            raise self.error("expected a word")
        return "".join(parts)

    def double_quoted(self) -> str:
        parts: list[str] = []
        self.position += 1
        while self.position < len(self.text):
            character = self.text[self.position]
            if character == '"':
                self.position += 1
                return "".join(parts)
            if character == "\\" and self.text[self.position + 1 : self.position + 2] in '"\\$`':
                self.position += 1
                character = self.text[self.position : self.position + 1]
            elif _EXPANSION.match(self.text, self.position):
                raise self.error("lit's shell has no expansion of variables and commands")
            parts.append(character)
            self.position += 1
        raise self.error("a double quote is not closed")

    def match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match.group()

    def error(self, what: str) -> ShellError:
        rest = self.text[self.position :].strip()
        return ShellError(f"{what} at {rest[:40]!r}" if rest else f"{what} at the end of the line")
