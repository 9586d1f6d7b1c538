"""mlirlite-reduce: the smallest module that still shows a problem, as a lit test.

mlirlite-reduce in.mlir --my-pass                          keeps the first error of mlirlite-opt
mlirlite-reduce in.mlir --test 'not mlirlite-opt %s --my-pass 2>&1 | grep crashed'
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mlirlite.driver.opt import OptArguments
from mlirlite.driver.pass_options import pass_flags, read_with_passes
from mlirlite.driver.reproducer import take_configuration
from mlirlite.driver.shared.options import OUTPUT, Arguments, flag, option, options_of, words_of
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams, output_file, program, read_source
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module, parse_source
from mlirlite.printer import FAILURES, print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.temporary import temporary_folder
from mlirlite.testing.check_lines import escaped
from mlirlite.testing.reduction import STRATEGIES, simpler_texts, size_of
from mlirlite.testing.shell import Shell, find_tool
from mlirlite.testing.time_limit import TooLong, time_limit


class OwnArguments(Arguments):
    """What mlirlite-reduce does not give on to mlirlite-opt."""

    test: str | None = option("exit status 0 means that the problem shows; %s: the file", "cmd")
    output: str | None = OUTPUT
    allow_invalid: bool = flag("try modules that do not verify, too")
    timeout: float = option(
        "after this time, write the smallest test found so far",
        "seconds",
        default=float("inf"),
        least=0,
    )
    try_timeout: float = option(
        "a try that takes longer counts as failed (60)", "seconds", default=60.0, least=0
    )


class ReduceArguments(OwnArguments, OptArguments):
    """The command line of mlirlite-reduce."""


PAGE = Page(
    "mlirlite-reduce FILE [--test=COMMAND | options and passes of mlirlite-opt …] [-o OUT]",
    "Shrinks a module that shows a problem, and writes it as a lit test. Options of mlirlite-opt "
    "go to it; the module shrinks while its first error stays the same. Exit code 0: a test was "
    "written, 1: the problem does not show, 2: a wrong command line.",
    OwnArguments,
    (
        "mlirlite-reduce in.mlir --load-plugin=my.py --my-pass -o small.mlir",
        "mlirlite-reduce in.mlir --test 'mlirlite-opt %s --my-pass 2>&1 | grep crashed'",
    ),
)

_FILES = frozenset(("load-plugin", "load-dialect", "irdl-file"))
"""Options of mlirlite-opt that name a file to read."""

Test = Callable[[str], bool]
"""Whether a text still shows the problem."""


class _Stopped(Exception):
    """The time of the whole reduction is over."""


@dataclass
class Reducer:
    """Makes a module smaller as long as a test holds. `allow_invalid` also tries modules that do
    not verify, for problems of the verifier. `deadline` is a time of `time.monotonic`; then, or
    when the user interrupts, the smallest module so far is the result."""

    test: Test
    context: Context
    allow_invalid: bool = False
    deadline: float = float("inf")
    tried: int = 0
    stopped: bool = False

    def reduce(self, module: Operation) -> Operation:
        """The smallest module that the edits reach; the given one is not changed."""
        self._best = module
        try:
            while True:
                before = size_of(self._best), len(print_op(self._best))
                for strategy in STRATEGIES:
                    self._apply(strategy)
                self._shorten()
                if (size_of(self._best), len(print_op(self._best))) >= before:
                    break
        except (_Stopped, KeyboardInterrupt):
            self.stopped = True
        return self._best

    def _apply(self, strategy: Callable[..., Iterator[Callable[..., bool]]]) -> None:
        """Try the edits of a strategy; after one that holds, start the list again as long as that
        pays."""
        improved = True
        while improved:
            improved = False
            for edit in strategy(self._best, self.context):
                candidate = self._best.clone()
                try:
                    changed = edit(candidate)
                except (IndexError, KeyError, TypeError, ValueError):
                    continue  # the earlier module has more ops than this one
                smaller = size_of(candidate) < size_of(self._best) or (
                    size_of(candidate) == size_of(self._best) and strategy is STRATEGIES[-1]
                )
                if changed and smaller and self._holds(candidate):
                    self._best = candidate
                    improved = True

    def _shorten(self) -> None:
        improved = True
        while improved:
            improved = False
            for text in simpler_texts(print_op(self._best)):
                with contextlib.suppress(DiagnosticError):
                    candidate = parse_module(text, self.context)
                    if self._holds(candidate):
                        self._best, improved = candidate, True
                        break

    def _holds(self, candidate: Operation) -> bool:
        if time.monotonic() > self.deadline:
            raise _Stopped
        if not self.allow_invalid and verify(candidate):
            return False
        try:
            text = print_op(candidate)
        except FAILURES:
            return False
        self.tried += 1
        return self.test(text + "\n")


class CommandTest:
    """Holds when a command ends with exit status 0; `%s` in it is the file."""

    def __init__(self, command: str, folder: Path) -> None:
        self.command = command if "%s" in command else f"{command} %s"
        self._path = folder / "candidate.mlir"
        self._shell = Shell(Path.cwd(), substitutions={"%s": str(self._path)})

    def __call__(self, text: str) -> bool:
        self._path.write_text(text, encoding="utf-8", errors="surrogateescape")
        return self._shell.run(self.command).status == 0

    def run_line(self, text: str) -> list[str]:
        """The RUN line of the resulting test."""
        return [f"// RUN: {self.command}"]


class SameErrorTest:
    """Holds when mlirlite-opt reports the same first error as at the start, numbers and quoted
    names aside."""

    def __init__(self, arguments: Sequence[str], text: str, folder: str = "") -> None:
        self.arguments = list(arguments)
        self._folder = os.path.abspath(folder)
        """The path of the resulting test."""
        self.message = self._first_error(text)
        self.key = _key(self.message)

    def __call__(self, text: str) -> bool:
        return _key(self._first_error(text)) == self.key

    def _first_error(self, text: str) -> str:
        tool = find_tool("mlirlite-opt")
        if tool is None:
            raise DiagnosticError("mlirlite-opt is not installed")
        errors = io.StringIO()
        arguments = [*self.arguments, "-", "-o", "/dev/null"]
        with contextlib.redirect_stderr(errors):
            tool(arguments, stdin=io.StringIO(text), stdout=io.StringIO(), stderr=errors)
        found = re.search(r"^.*?\berror: (.*)$", errors.getvalue(), re.M)
        return found[1] if found else ""

    def run_line(self, text: str) -> list[str]:
        """The RUN line, and a check of the message, of the resulting test."""
        words = shlex.join(self._as_seen(word) for word in self.arguments)
        message = escaped(self._first_error(text))
        return [f"// RUN: not mlirlite-opt %s {words} 2>&1 | FileCheck %s", f"// CHECK: {message}"]

    def _as_seen(self, word: str) -> str:
        """An option that names a file, as the test says it: beside itself."""
        option, _, path = word.partition("=")
        if option.lstrip("-") not in _FILES or not os.path.isfile(path):
            return word
        return f"{option}=%S/{os.path.relpath(path, self._folder)}"


def limited(test: Test, seconds: float) -> Test:
    """A test that does not hold when it takes longer; without effect outside of the main thread."""

    def run(text: str) -> bool:
        try:
            with time_limit(seconds):
                return test(text)
        except TooLong:
            return False

    return run


def _key(message: str) -> str:
    return re.sub(r"'[^']*'|\d+", "_", message)


@program("mlirlite-reduce")
def main(argv: Sequence[str], streams: Streams) -> int:
    """The program: 0 when it wrote a test, 1 when the problem does not show, 2 for misuse."""
    context = Context(allow_unregistered=True)
    arguments = read_with_passes(ReduceArguments, argv, context)
    own = {o.name for o in PAGE.options}
    forwarded = [o for o in options_of(ReduceArguments) if o.name not in own]
    if PAGE.answers(arguments, streams, lambda: [*forwarded, *pass_flags(context)]):
        return OK
    path = arguments.only("file")
    source = read_source(path, streams)
    external: ExternalResources = {}
    module = parse_source(source, context, external=external)
    rest = words_of(arguments, forwarded)
    if arguments.run_reproducer:
        rest.remove("--run-reproducer")
        rest.append(f"--pass-pipeline={take_configuration(external).pipeline}")
    with temporary_folder("mlirlite-reduce-") as folder:
        test: CommandTest | SameErrorTest
        if arguments.test is not None:
            test = CommandTest(arguments.test, Path(folder).resolve())
        else:
            test = SameErrorTest(rest, source.text, os.path.dirname(arguments.output or ""))
        tries = limited(test, arguments.try_timeout)
        if not tries(print_op(module) + "\n") or (
            isinstance(test, SameErrorTest) and not test.message
        ):
            what = "the command fails on" if arguments.test else "mlirlite-opt has no error for"
            raise DiagnosticError(f"{what} '{path}' itself: nothing to keep")
        deadline = time.monotonic() + arguments.timeout
        allow_invalid = arguments.allow_invalid or bool(verify(module))
        reducer = Reducer(tries, context, allow_invalid, deadline)
        best = print_op(reducer.reduce(module)).rstrip("\n") + "\n"
        lines = "\n".join(test.run_line(best))
    with output_file(arguments.output, streams) as output:
        output.write(f"{lines}\n\n{best}")
    before = sum(1 for _ in module.walk())
    if reducer.stopped:
        streams.stderr.write("mlirlite-reduce: stopped early, this is the smallest so far\n")
    streams.stderr.write(
        f"mlirlite-reduce: {before} ops became {best.count(chr(10))} lines, {reducer.tried} tries\n"
    )
    return OK


if __name__ == "__main__":
    sys.exit(main())
