"""mlirlite-bisect: the first pass, and in it the first rewrite, that breaks a command.

mlirlite-bisect 'mlirlite-opt in.mlir --canonicalize --cse | mlirlite-run - -e main | grep -q 42'
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mlirlite.driver.shared.options import Arguments, UsageError
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.shell import Shell
from mlirlite.testing.shell_syntax import ShellError

OPTION = "--mlir-debug-counter"
_PROGRAM = re.compile(r"(?<![\w/.-])mlirlite-opt(?![\w.-])")
_LINE = re.compile(r"^(\S.*?)\s*: \{(\d+),\d+,-?\d+\}(?:  last: (.*))?$", re.M)
_MOST = 1 << 40

PAGE = Page(
    "mlirlite-bisect 'COMMAND'",
    "Finds the first pass, and in it the first rewrite, that makes a command fail. Exit code 0: "
    "found, 1: there is nothing to find, 2: a wrong command line.",
    Arguments,
    (
        "mlirlite-bisect 'mlirlite-opt in.mlir --canonicalize --cse | mlirlite-run - -e main'",
        "mlirlite-bisect 'mlirlite-opt in.mlir --load-plugin=my.py --my-pass | mlirlite-run -'",
    ),
)


class BisectError(ValueError):
    """The command has nothing to bisect."""


@dataclass(frozen=True)
class Found:
    """The first try that breaks the command: its counter, its number (from 1), what it did."""

    counter: str
    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.counter} {self.number} breaks the command: {self.what}"


def bisect(command: str, cwd: Path) -> list[Found]:
    """The first pass that makes a command fail, and the first rewrite in it that does, if it is a
    rewrite. Raises BisectError when the command does not fail, or fails even without passes."""
    if not _PROGRAM.search(command):
        raise BisectError("the command does not run mlirlite-opt")
    if _run(command, "", cwd)[0]:
        raise BisectError("the command succeeds: there is nothing to find")
    found = [_first(command, "pass", "", cwd)]
    before = f"pass-count={found[0].number},"
    if not _run(command, f"{before}rewrite-count=0", cwd)[0]:
        return found  # it breaks without any rewrite
    return [*found, _first(command, "rewrite", before, cwd)]


def _first(command: str, counter: str, fixed: str, cwd: Path) -> Found:
    """The first try of a counter with which the command fails."""

    def succeeds(count: int) -> bool:
        return _run(command, f"{fixed}{counter}-count={count}", cwd)[0]

    if not succeeds(0):
        raise BisectError(f"the command fails without any {counter}, too: they are not at fault")
    low, high = 0, 1
    while succeeds(high):
        low, high = high, 2 * high
        if high > _MOST:
            raise BisectError(f"no number of tries of '{counter}' makes the command fail")
    number = _search(succeeds, low, high)
    said = _run(command, f"{fixed}{counter}-count={number}", cwd)[1]
    what = next((m[3] for m in _LINE.finditer(said) if m[1] == counter and m[3]), "(unknown)")
    return Found(counter, number, what)


def _search(succeeds: Callable[[int], bool], low: int, high: int) -> int:
    """The least number that fails, between one that succeeds and one that fails."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if succeeds(middle) else (low, middle)
    return high


def _run(command: str, setting: str, cwd: Path) -> tuple[bool, str]:
    """Whether the command succeeds with a setting of the counters, and its output."""
    options = f" {OPTION}={setting} --mlir-print-debug-counter" if setting else ""
    line = _PROGRAM.sub(lambda m: m[0] + options, command)
    outcome = Shell(cwd).run(line)
    return outcome.status == 0, "".join(c.stderr for c in outcome.commands)


@PAGE.program
def main(arguments: Arguments, streams: Streams) -> int:
    """The program: 0 when something was found, 1 when there is nothing to find, 2 for misuse."""
    if len(arguments.inputs) != 1:
        raise UsageError(f"expected one command in quotes, found {len(arguments.inputs)} words")
    try:
        for found in bisect(arguments.inputs[0], Path.cwd()):
            streams.stdout.write(f"{found}\n")
    except (BisectError, ShellError) as e:
        raise DiagnosticError(str(e)) from e
    return OK


if __name__ == "__main__":
    sys.exit(main())
