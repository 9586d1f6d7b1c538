"""mlirlite-diff: the differences between two modules, op by op; names of values do not count.

mlirlite-diff before.mlir after.mlir
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal

from mlirlite.driver.shared.options import UsageError, flag, option
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.plugins import PluginArguments, context_of
from mlirlite.driver.shared.program import Streams, read_source
from mlirlite.driver.shared.terminal import wants_color
from mlirlite.ir.equivalence import structurally_equal
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.parser import parse_source
from mlirlite.printer import PrintingFlags, print_op

_VALUE = re.compile(r"%[\w$.-]+")
_NEW_SCOPE = re.compile(r"\s*(\^|\S*func\b|\"\S*func\")")
SAME, DIFFERENT, TROUBLE = 0, 1, 2
_FLAGS = PrintingFlags(local_scope=True)
_COLORS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}


class DiffArguments(PluginArguments):
    """The command line of mlirlite-diff."""

    allow_unregistered_dialect: bool = flag("accept ops of unknown dialects")
    color: Literal["auto", "always", "never"] = option(
        "always, never, or auto: on a terminal", "when", default="auto"
    )
    context: int = option("lines around each difference (default: 3)", "n", default=3)


PAGE = Page(
    "mlirlite-diff [options] a.mlir b.mlir",
    "Shows how two modules differ: by symbol, then by op. Names of values, order of symbols, and "
    "locations do not count. Exit code 0: equal, 1: different, 2: an error.",
    DiffArguments,
    ("mlirlite-diff before.mlir after.mlir", "mlirlite-opt --cse a.mlir | mlirlite-diff a.mlir -"),
    failed=TROUBLE,
)


@PAGE.program
def main(arguments: DiffArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    if len(arguments.inputs) != 2:
        raise UsageError(f"expected two files, found {len(arguments.inputs)}")
    context = context_of(arguments)
    context.allow_unregistered = arguments.allow_unregistered_dialect
    a, b = (parse_source(read_source(path, streams), context) for path in arguments.inputs)
    when = arguments.color
    color = when == "always" or (when == "auto" and wants_color(streams.stdout))
    code = SAME
    for line in differences(a, b, max(0, arguments.context)):
        start = _COLORS.get(line[0], "") if color else ""
        streams.stdout.write(f"{start}{line}\x1b[0m\n" if start else f"{line}\n")
        code = DIFFERENT
    return code


def differences(a: Operation, b: Operation, context: int = 3) -> Iterator[str]:
    """The lines that show how two modules differ: `@@` begins a symbol, `-` lines are of a, `+`
    lines of b."""
    if structurally_equal(a, b):
        return
    left, right = _symbols(a), _symbols(b)
    if left is None or right is None or a.attributes != b.attributes:
        yield from _lines("module", a, b, context)
        return
    for name in dict.fromkeys([*left, *right]):
        one, other = left.get(name), right.get(name)
        if one is None and other is not None:
            yield f"@@ only in the second: {other.name} @{name}"
            yield from (f"+ {line}" for line in _text(other))
        elif other is None and one is not None:
            yield f"@@ only in the first: {one.name} @{name}"
            yield from (f"- {line}" for line in _text(one))
        elif one is not None and other is not None and not structurally_equal(one, other):
            yield from _lines(f"{one.name} @{name}", one, other, context)


def _symbols(module: Operation) -> dict[str, Operation] | None:
    """The ops of a module by symbol; None when some have no symbol, or two have the same."""
    ops = list(module.regions[0].entry) if module.regions else []
    found = {symbol_name(op) or "": op for op in ops}
    return found if "" not in found and len(found) == len(ops) else None


def _text(op: Operation) -> list[str]:
    return print_op(op, _FLAGS).rstrip("\n").split("\n")


def _lines(title: str, a: Operation, b: Operation, context: int) -> Iterator[str]:
    """The rows in which two ops differ, with equal ones around them."""
    rows = list(_rows(_text(a), _text(b)))
    changed = [n for n, row in enumerate(rows) if row[0] != " "]
    context = min(context, len(rows))
    shown = {m for n in changed for m in range(n - context, n + context + 1)}
    if changed:
        yield f"@@ {title}"
    last = -1
    for number in sorted(shown & set(range(len(rows)))):
        if last >= 0 and number != last + 1:
            yield "@@ …"
        yield rows[number]
        last = number


def _rows(left: list[str], right: list[str]) -> Iterator[str]:
    """Both texts as one, with lines aligned by their text without the names of values. A line also
    differs if a name of the first text stands for another value than in the lines before."""
    bare = [[_VALUE.sub("%", line) for line in lines] for lines in (left, right)]
    matcher: SequenceMatcher[str] = SequenceMatcher(None, bare[0], bare[1], autojunk=False)
    names: dict[str, str] = {}
    for tag, i, k, j, m in matcher.get_opcodes():
        if tag != "equal":
            yield from (f"- {line}" for line in left[i:k])
            yield from (f"+ {line}" for line in right[j:m])
            continue
        for one, other in zip(left[i:k], right[j:m], strict=True):
            pairs = list(zip(_VALUE.findall(one), _VALUE.findall(other), strict=True))
            made = (
                len(pairs)
                if _NEW_SCOPE.match(one)
                else len(_VALUE.findall(one.partition(" = ")[0]))
            )
            if all(names.setdefault(x, y) == y for x, y in pairs[made:]):
                yield f"  {one}"
            else:
                yield f"- {one}"
                yield f"+ {other}"
            names.update(pairs[:made])


if __name__ == "__main__":
    import sys

    sys.exit(main())
