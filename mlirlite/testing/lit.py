"""The lit runner: runs the `RUN:` lines of a test file, our own programs inside this process.

`// RUN: mlirlite-opt %s --cse | FileCheck %s` takes a millisecond where a process takes 200. The
same files pass under LLVM's lit.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from mlirlite.driver.shared.options import Arguments, UsageError, flag, option
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import FAILED, OK, Streams, output_file
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.temporary import temporary_folder
from mlirlite.testing.features import FeatureError, available_features, evaluate
from mlirlite.testing.lit_tests import (
    LitError,
    LitTest,
    discover,
    display,
    read_test,
    substitutions,
)
from mlirlite.testing.shell import Outcome, Shell, Tool, substitute
from mlirlite.testing.shell_syntax import ShellError
from mlirlite.testing.time_limit import TooLong, time_limit
from mlirlite.testing.update_checks import update

_LONGEST_OUTPUT = 8000
_TESTS_FOR_A_PROCESS = 50
"""Another process is worth starting for this many tests."""


class LitArguments(Arguments):
    """The command line of mlirlite-lit."""

    verbose: bool = flag("name each test", short="v")
    filter: str = option("only paths that match", "regex", default="")
    jobs: int = option(
        "number of processes (default: one per core for many tests)", "n", short="j", default=0
    )
    timeout: int = option(
        "a test that takes longer fails; 0: no limit", "seconds", least=0, default=600
    )
    bless: bool = flag("update CHECK lines of failing tests")


PAGE = Page(
    "mlirlite-lit [options] FILE|FOLDER …",
    "Runs the RUN: lines of lit tests, mlirlite's programs in this process. Exit code 0: all pass, "
    "1: a test fails or none was found, 2: a wrong command line.",
    LitArguments,
    ("mlirlite-lit -v test/lit/arith/ops.mlir", "mlirlite-lit -j4 --filter=canonicalize test/lit"),
)


class Code(StrEnum):
    """The outcomes, by lit's names."""

    PASS = "PASS"
    FAIL = "FAIL"
    XFAIL = "XFAIL"
    XPASS = "XPASS"
    UNSUPPORTED = "UNSUPPORTED"
    UNRESOLVED = "UNRESOLVED"
    TIMEOUT = "TIMEOUT"


@dataclass(frozen=True)
class Result:
    """Outcome of one test; `output` says why it is not a pass."""

    code: Code
    output: str = ""

    @property
    def ok(self) -> bool:
        """Whether the test suite as a whole may still pass."""
        return self.code not in (Code.FAIL, Code.XPASS, Code.UNRESOLVED, Code.TIMEOUT)


def run_test(
    path: Path,
    *,
    tools: Mapping[str, Tool] | None = None,
    features: AbstractSet[str] | None = None,
    timeout: float = 0,
) -> Result:
    """Run one test file in a temporary folder. `tools` adds in-process programs by name; `timeout`
    is in seconds, 0 for no limit."""
    features = available_features() if features is None else features
    path = path.absolute()
    try:
        test = read_test(path)
        missing = [name for name in test.requires if not evaluate(name, features)]
        barred = [name for name in test.unsupported if evaluate(name, features)]
        expects_failure = any(evaluate(name, features) for name in test.xfail)
    except FeatureError as error:
        return Result(Code.UNRESOLVED, f"{display(path)}: error: {error}\n")
    except LitError as error:
        return Result(Code.UNRESOLVED, f"{error}\n")
    if missing:
        return Result(Code.UNSUPPORTED, f"requires {', '.join(missing)}")
    if barred:
        return Result(Code.UNSUPPORTED, f"unsupported with {', '.join(barred)}")
    try:
        with time_limit(timeout):
            failure = _run_lines(test, tools or {})
    except TooLong:
        text = f"{display(path)}: error: takes more than {timeout:g} s (option '--timeout')\n"
        return Result(Code.TIMEOUT, text)
    if expects_failure:
        if failure:
            return Result(Code.XFAIL, f"expected to fail: {', '.join(test.xfail)}")
        return Result(Code.XPASS, f"{display(path)}: error: passes, though XFAIL: says it fails\n")
    return Result(Code.FAIL, failure) if failure else Result(Code.PASS)


def _run_lines(test: LitTest, tools: Mapping[str, Tool]) -> str:
    """Run the lines in order up to the first failure; its report, or "" when there is none."""
    with temporary_folder("mlirlite-lit-") as folder:
        cwd = Path(folder).resolve()
        shell = Shell(cwd, substitutions=substitutions(test.path, cwd), tools=tools)
        for index, (number, line) in enumerate(test.run_lines):
            where = f"{display(test.path)}:{number}"
            try:
                outcome = shell.run(line)
            except ShellError as error:
                return f"{where}: error: {error}\n  RUN: {line}\n"
            if outcome.status:
                return _report(test, index, where, outcome)
    return ""


def _report(test: LitTest, index: int, where: str, outcome: Outcome) -> str:
    """Which command failed, its output, and the lines to paste to reproduce it."""
    source = str(test.path)
    parts = [f"{where}: error: RUN: {test.run_lines[index][1]}"]
    for command in outcome.commands:
        if command.status == 0 and not command.stderr:
            continue
        what = "crashed" if command.crashed else f"exit status {command.status}"
        words = shlex.join(command.args).replace(source, display(test.path))
        parts.append(f"--- {what}: {words}")
        parts.append(_clip(command.stderr.replace(source, display(test.path))))
    if outcome.stdout:
        parts.append(f"--- standard output\n{_clip(outcome.stdout)}")
    # A line that reads a file made by an earlier one needs that one too.
    first = 0 if "%t" in test.run_lines[index][1] else index
    for _, line in test.run_lines[first : index + 1]:
        parts.append(f"rerun: {_pasteable(test.path, line)}")
    return "\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _pasteable(path: Path, line: str) -> str:
    known = substitutions(path, Path(tempfile.gettempdir()))
    known |= {"%s": display(path), "%S": display(path.parent)}
    quoted = {name: shlex.quote(value) for name, value in known.items()}
    return re.sub(r"\bFileCheck\b", "filecheck", substitute(line, quoted))


def _clip(text: str) -> str:
    if len(text) <= _LONGEST_OUTPUT:
        return text
    half = _LONGEST_OUTPUT // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"


def _run_all(tests: list[Path], jobs: int, timeout: int) -> Iterator[Result]:
    """The results of tests in order, run in several processes when that pays."""
    run = partial(run_test, timeout=timeout)
    if jobs < 2:
        yield from map(run, tests)
        return
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    with context.Pool(min(jobs, len(tests))) as pool:
        yield from pool.imap(run, tests, chunksize=max(1, min(16, len(tests) // (4 * jobs))))


def _bless(path: Path, result: Result, timeout: int, streams: Streams) -> Result:
    """The result after the CHECK lines of a test were brought up to date."""
    found = update(path)
    if not found.changed:
        return result
    with output_file(str(path), streams) as output:
        output.write(found.after)
    streams.stdout.write(f"updated {display(found.path)}\n")
    return run_test(path, timeout=timeout)


@PAGE.program
def main(arguments: LitArguments, streams: Streams) -> int:
    """`mlirlite-lit`: 0 when all tests pass, 1 when one fails or there is none, 2 for misuse."""
    if not arguments.inputs:
        raise UsageError("expected test files, or folders to search")
    try:
        wanted = re.compile(arguments.filter)
    except re.error as e:
        raise UsageError(f"option '--filter' needs a regular expression: {e}") from None
    try:
        found = discover(arguments.inputs)
        tests = [path for path in found if wanted.search(str(path))]
    except LitError as e:
        streams.stderr.write(f"mlirlite-lit: {e}\n")
        return FAILED
    if not tests:
        raise DiagnosticError("no tests found")
    counts = dict.fromkeys(Code, 0)
    jobs = arguments.jobs or min(os.cpu_count() or 1, len(tests) // _TESTS_FOR_A_PROCESS)
    for path, result in zip(tests, _run_all(tests, jobs, arguments.timeout), strict=True):
        if arguments.bless and result.code is Code.FAIL:
            result = _bless(path, result, arguments.timeout, streams)
        counts[result.code] += 1
        if arguments.verbose or not result.ok:
            streams.stdout.write(f"{result.code}: {display(path.absolute())}\n")
        if not result.ok:
            streams.stdout.write(f"{result.output}\n")
    summary = ", ".join(f"{count} {code}" for code, count in counts.items() if count)
    streams.stdout.write(f"{summary}\n")
    return OK if not any(counts[code] for code in Code if not Result(code).ok) else FAILED


if __name__ == "__main__":
    sys.exit(main())
