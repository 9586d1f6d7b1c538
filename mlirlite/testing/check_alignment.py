"""Bringing CHECK lines up to date: directives are aligned with the output; those that match stay,
those that do not are rewritten from their line, those without a line are removed."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.testing.check_generation import Writer
from mlirlite.testing.check_lines import (
    Directive,
    bare,
    bare_directive,
    first_places,
    pattern_of,
    read_directives,
    starts_scope,
)

_FREE = ("NOT", "EMPTY")
_NEAR = 0.55
"""How much of their words a directive and a line must share to belong together."""


def refresh(lines: list[str], prefixes: Sequence[str], output: list[str]) -> list[str]:
    """The lines of a chunk of a test, with directives that match the output."""
    directives = read_directives(lines, prefixes)
    groups = _groups(directives)
    aligned = _align(groups, output)
    edits: dict[int, list[str]] = {}
    writer = Writer(first_places(output))
    bindings: dict[str, str] = {}
    last: int | None = None
    scopes = _scopes(output)
    scope = -1
    for group, at in zip(groups, aligned, strict=True):
        first = group[0]
        if first.kind in _FREE:
            continue
        if at is None:
            edits |= {d.line: [] for d in group}
            continue
        if scopes[at] != scope:
            scope = scopes[at]
            writer.forget()
        before: list[str] = []
        if first.kind == "NEXT" and last is not None:
            before = [
                str(_like(first, "NEXT", writer.line(i, output[i], [], first.inside)))
                for i in range(last + 1, at)
                if output[i].strip()
            ]
        pattern = pattern_of(group, bindings)
        match = pattern.search(output[at]) if pattern else None
        if match is not None:
            bindings |= match.groupdict()
            writer.learn(at, output[at], match)
            if before:
                edits[first.line] = [*before, lines[first.line]]
        else:
            new = _written(group, writer, at, output[at], bindings)
            edits |= {d.line: [] for d in group}
            edits[first.line] = [*before, *new]
        if first.kind not in ("DAG",):
            last = at
    return [new for number, line in enumerate(lines) for new in edits.get(number, [line])]


def _scopes(output: list[str]) -> list[int]:
    """For each line the one on which its function starts."""
    found: list[int] = []
    for number, line in enumerate(output):
        found.append(number if starts_scope(line) else found[-1] if found else -1)
    return found


def _groups(directives: list[Directive]) -> list[list[Directive]]:
    groups: list[list[Directive]] = []
    for directive in directives:
        if directive.kind == "SAME" and groups:
            groups[-1].append(directive)
        else:
            groups.append([directive])
    return groups


def _align(groups: list[list[Directive]], output: list[str]) -> list[int | None]:
    """For each directive the line that it is about, in order, with the greatest total
    similarity."""
    words = [bare(line) for line in output]
    scores: list[dict[int, float]] = []
    for group in groups:
        found: dict[int, float] = {}
        if group[0].kind not in _FREE:
            pattern = pattern_of(group)
            wanted = bare_directive(group)
            total = wanted.total()
            for i, line in enumerate(output):
                if not line.strip():
                    continue
                if pattern is not None and pattern.search(line):
                    found[i] = 2.0 + len(group[0].text) / 1000
                else:
                    shared = (wanted & words[i]).total()
                    alike = 2 * shared / (total + words[i].total()) if shared else 0.0
                    if alike >= _NEAR:
                        found[i] = alike
        scores.append(found)
    return _best(scores, len(output))


def _best(scores: list[dict[int, float]], count: int) -> list[int | None]:
    """The increasing choice of one line for each with the largest sum."""
    table = [[0.0] * (count + 1)]
    for found in scores:
        above = table[-1]
        row = [0.0] * (count + 1)
        for i in range(count):
            here = above[i] + found[i] if i in found else 0.0
            row[i + 1] = max(row[i], above[i + 1], here)
        table.append(row)
    chosen: list[int | None] = [None] * len(scores)
    i = count
    for k in range(len(scores) - 1, -1, -1):
        while i and table[k + 1][i] == table[k + 1][i - 1]:
            i -= 1
        if i and (i - 1) in scores[k] and table[k + 1][i] == table[k][i - 1] + scores[k][i - 1]:
            i -= 1
            chosen[k] = i
    return chosen


def _written(
    group: list[Directive], writer: Writer, at: int, line: str, bindings: dict[str, str]
) -> list[str]:
    """A directive and its SAMEs rewritten from a line; the variables that they define keep their
    names."""
    names = [name for d in group for name in d.definitions]
    text = writer.line(at, line, names, group[0].inside)
    bindings |= writer.bound
    first = group[0]
    kind = "" if first.kind.startswith("COUNT") else first.kind
    head, paren, rest = text.partition("(")
    if len(group) > 1 and paren and rest:
        return [str(_like(first, kind, head + paren)), str(_like(group[1], "SAME", rest))]
    return [str(_like(first, kind, text))]


def _like(directive: Directive, kind: str, text: str) -> Directive:
    """A directive in the style of another one."""
    gap = directive.gap
    if kind == "NEXT" and directive.kind != "NEXT":
        gap = directive.gap[: max(1, len(directive.gap) - 5)]
    return Directive(directive.line, directive.head, directive.prefix, kind, "", gap, text)
