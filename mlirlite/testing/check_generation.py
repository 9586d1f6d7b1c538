"""Writing CHECK lines from output: values become variables that are named after their ops."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mlirlite.testing.check_lines import VALUE, escaped, first_places, starts_scope

_SYMBOL = re.compile(r"@(\"[^\"]*\"|[\w$.-]+)")
HERE = "\x1a/"
"""Stands for the folder of the test in output."""
ELSEWHERE = "\x1a\x1a/"
"""Stands for a folder in output that differs in each run."""
_PLACE = re.compile(rf"{HERE}([^\s:]+)(:\d+)?")


class Writer:
    """Turns lines of output into texts of directives. `places` tells where values are defined."""

    def __init__(self, places: Mapping[tuple[int, str], bool]) -> None:
        self._places = places
        self._names: dict[str, tuple[str, bool]] = {}
        """For each value the variable that holds it, and whether it includes the `%`."""
        self._used: set[str] = set()
        self.bound: dict[str, str] = {}
        """The bindings of the variables of the last line."""

    def forget(self) -> None:
        """A new function begins: values have other names."""
        self._names.clear()
        self._used.clear()

    def learn(self, number: int, line: str, match: re.Match[str]) -> None:
        """Adopt the variables with which a directive matched a line."""
        for name, value in match.groupdict().items():
            if value is None:
                continue
            inside = value.startswith("%")
            text = value if inside else f"%{value}"
            sign = match.start(name) > 0 and line[match.start(name) - 1] == "%"
            if VALUE.fullmatch(text) and (inside or sign):
                self._names[text] = (name, inside)
                self._used.add(name)

    def line(self, number: int, line: str, names: list[str], inside: bool = False) -> str:
        """The text of a directive that matches a line; `names` are used first for the values that
        it defines."""
        wanted = iter(names)
        self.bound = {}
        text = line.strip()
        parts: list[str] = []
        end = 0
        for match in VALUE.finditer(text):
            parts.append(escaped(text[end : match.start()]))
            end = match.end()
            value = match[0]
            if self._places.get((number, value)) and value not in self._names:
                name = next(wanted, None) or self._fresh(value, text)
                self._names[value] = (name, inside)
                self._used.add(name)
                self.bound[name] = value if inside else value[1:]
                parts.append(f"[[{name}:%.*]]" if inside else f"%[[{name}:.*]]")
            elif value in self._names:
                name, has_sign = self._names[value]
                parts.append(f"[[{name}]]" if has_sign else f"%[[{name}]]")
            else:
                parts.append("%{{.*}}")
        parts.append(escaped(text[end:]))
        return _PLACE.sub(_any_line, "".join(parts).replace(ELSEWHERE, "{{.*}}"))

    def _fresh(self, value: str, text: str) -> str:
        """A variable for a value: named after it, or else after its op."""
        base = value[1:]
        if re.fullmatch(r"\d+([_-]\d+)?", base):
            op = re.search(r"=\s+\"?(?:\w+\.)*(\w+)", text)
            base = op[1] if op else "VAL"
        base = re.sub(r"\W", "_", base).upper()
        if not re.match(r"[A-Z_]", base):
            base = f"V{base}"
        name, count = base, 0
        while name in self._used:
            count += 1
            name = f"{base}_{count}"
        return name


def _any_line(match: re.Match[str]) -> str:
    """A location in the test file, on any line: directives move the lines."""
    return "{{.*}}" + match[1] + (":{{[0-9]+}}" if match[2] else "")


def generate(lines: list[str], prefix: str, output: list[str]) -> list[str]:
    """The lines of a chunk of a test with directives for all of its output: a function's before the
    function, others at the end."""
    writer = Writer(first_places(output))
    blocks: list[tuple[str | None, list[str]]] = []
    for number, line in enumerate(output):
        if not line.strip() or re.match(r"(// -----|module\b.*\{$|\}$)", line):
            continue
        depth = len(line) - len(line.lstrip())
        symbol = _SYMBOL.search(line) if starts_scope(line) or "func" in line else None
        if starts_scope(line):
            writer.forget()
        text = writer.line(number, line, [])
        if starts_scope(line) and symbol is not None:
            head, paren, rest = text.partition("(")
            block = [f"// {prefix}-LABEL: {head}{paren}"]
            if rest:
                block.append(f"// {prefix}-SAME:    {rest}")
            blocks.append((symbol[0], block))
            continue
        if not blocks:
            blocks.append((None, []))
        kind = "-NEXT" if blocks[-1][1] else "     "
        pad = " " * max(1, depth + 1)
        blocks[-1][1].append(
            f"// {prefix}{kind}:{pad}{text}" if kind.strip() else f"// {prefix}:{pad}{text}"
        )
    placed = [(_place(lines, symbol_text), block) for symbol_text, block in blocks]
    placed.reverse()
    result = list(lines)
    for at, block in sorted(placed, key=lambda p: -p[0]):
        result[at:at] = block
    return result


def _place(lines: list[str], symbol: str | None) -> int:
    """Where directives about a symbol go: before the line that defines it; else at the end of the
    comments that begin the chunk."""
    if symbol is not None:
        wanted = re.compile(rf"^\s*[\w.\"]+.*{re.escape(symbol)}(?![\w$.-])")
        for number, line in enumerate(lines):
            if wanted.match(line) and not line.lstrip().startswith("//"):
                return number
    number = 0
    while number < len(lines) and (
        not lines[number].strip() or lines[number].lstrip().startswith("//")
    ):
        number += 1
    return number
