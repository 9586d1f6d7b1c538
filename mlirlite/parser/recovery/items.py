"""Going on after an error: where the next operation, block or end of a region is, and which errors
the readable rest of the text has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import FindDialect, verify
from mlirlite.parser.hooks.values import ForwardReference
from mlirlite.parser.text.tokens import BARE, STRING, SUFFIX, always
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.regex import many

_token = re.compile(rf"//[^\n]*+|{STRING}|\n[ \t\r\n]*+|[()\[\]{{}}]").finditer
_RESULT = rf"%{SUFFIX}(?::[0-9]++)?"
_RESULTS = _RESULT + many(rf"\s*,\s*{_RESULT}")
_strong_start = re.compile(
    rf"{_RESULTS}\s*=(?!=)"
    rf'|"[^"\\\n]++"\s*\('  # a generic op
    rf"|\^{SUFFIX}\s*(?:\([^\n]*\)\s*)?:"  # a block
    rf"|[#!]{SUFFIX}\s*=|\{{-#",  # an alias, resources
    re.ASCII,
).match
_blanks = always(r"[ \t]*")
_word = re.compile(BARE, re.ASCII).match
_results = re.compile(rf"\s*(%{SUFFIX})(?::([0-9]++))?\s*([,=])", re.ASCII).match
_values = re.compile(rf"%{SUFFIX}", re.ASCII).findall
_CLOSES = {")": "(", "]": "[", "}": "{"}

IsOperation = Callable[[str], bool]
"""Whether a word without a dot can be the name of an op."""


def next_item(text: str, start: int, nested: bool, is_operation: IsOperation) -> tuple[int, bool]:
    """Where reading goes on after the item that begins at `start`: at the next op, block label or
    alias that begins a line or follows a region, or the `}` of the surrounding region; else the end
    of the text. Brackets are matched; where they do not match, indentation decides, and the second
    result is False."""
    indent = _indent(text, start)
    opened: list[str] = []
    fallback = len(text)
    for m in _token(text, start + 1):
        token = m[0]
        at = m.end()
        if token in ("(", "[", "{"):
            opened.append(token)
        elif token in _CLOSES:
            if token == "}" and "{" not in opened:
                if nested:
                    return m.start(), True
                continue
            while _CLOSES[token] in opened:
                if opened.pop() == _CLOSES[token]:
                    break
            if token == "}" and not opened:
                at = _blanks(text, at).end()
                if _begins(text, at, is_operation):
                    return at, True
        elif token[0] == "\n":
            if not opened:
                same = _indent(text, at) == indent and _word(text, at) is not None
                if same or _begins(text, at, is_operation):
                    return at, True
            elif _indent(text, at) <= indent:
                ends = nested and text.startswith("}", at) and _indent(text, at) < indent
                if _strong_start(text, at) and "{" not in opened:
                    return at, True
                if fallback == len(text) and (ends or _begins(text, at, is_operation)):
                    fallback = at
    return (fallback, False) if opened else (len(text), True)


_region = re.compile(r"\{[ \t]*+(?://[^\n]*+)?\n\s*+" + many(r"//[^\n]*+\n\s*+"))
_an_entry = re.compile(r"[\w$.-]+\s*=(?!=)").match
_op_name = re.compile(rf"(?:{_RESULTS}\s*=\s*)?({BARE})", re.ASCII).match


def region_in(text: str, start: int, end: int, is_operation: IsOperation) -> tuple[int, int] | None:
    """The `{` of a region that begins in a range and ends its line, and the first item in it; None
    when there is none, or the first item is not an op."""
    m = _region.search(text, start, end)
    if m is None or not _begins(text, m.end(), is_operation) or _an_entry(text, m.end()):
        return None
    return m.start(), m.end()


def name_of_op(text: str, start: int) -> str:
    """The name of an op's text, after its results; an empty string if it has none."""
    m = _op_name(text, start)
    return m[1] if m is not None else ""


def _indent(text: str, at: int) -> int:
    line = text.rfind("\n", 0, at) + 1
    return len(text[line:at]) - len(text[line:at].lstrip(" \t"))


def _begins(text: str, at: int, is_operation: IsOperation) -> bool:
    """Whether an item may begin at `at`."""
    if _strong_start(text, at):
        return True
    m = _word(text, at)
    return m is not None and ("." in m[0].rstrip(".") or is_operation(m[0]))


def named_results(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The results that an op's text names, and how many each stands for."""
    found = []
    m = _results(text, start)
    while m is not None:
        found.append((m[1], int((m[2] or "1")[:9])))
        if m[3] == "=":
            yield from found
            return
        m = _results(text, m.end())


def values_in(text: str, start: int, end: int) -> list[str]:
    """All value names in a range."""
    found: list[str] = _values(text, start, end)
    return found


def errors_of_the_rest(
    block: Block, damaged: Iterable[Region], dialect: FindDialect
) -> list[Diagnostic]:
    """Verifier errors of the ops that were read completely and use no lost value."""
    touched: set[Operation] = set()
    for region in damaged:
        op = region.parent
        while op is not None and op not in touched:
            touched.add(op)
            op = op.parent_op
    found: list[Diagnostic] = []
    tainted = _tainted(block)
    stack = list(block)
    while stack:
        op = stack.pop()
        if op in touched:
            stack += [inner for region in op.regions for b in region for inner in b]
        elif tainted.isdisjoint(op.walk()):
            found += verify(op, dialect=dialect)
    return found


def _tainted(block: Block) -> set[Operation]:
    """The ops that use a lost value, directly or indirectly."""
    todo = [inner for op in block for inner in op.walk() if _uses_lost(inner)]
    found = set(todo)
    while todo:
        for result in todo.pop().results:
            todo += [user for user in result.users if user not in found]
            found.update(todo)
    return found


def _uses_lost(op: Operation) -> bool:
    return any(isinstance(v, ForwardReference) for v in op.operands)
