"""mlirlite-reduce: the smallest module that still shows a problem, as a lit test.

mlirlite-reduce in.mlir --my-pass                          keeps the first error of mlirlite-opt
mlirlite-reduce in.mlir --test 'not mlirlite-opt %s --my-pass 2>&1 | grep crashed'
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module, parse_source
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.source import SourceFile

from .check_lines import escaped
from .reduction import STRATEGIES, simpler_texts, size_of
from .shell import Shell, find_tool

Test = Callable[[str], bool]
"""Whether a text still shows the problem."""


@dataclass
class Reducer:
    """Makes a module smaller as long as a test holds. `allow_invalid` also tries modules that do
    not verify, for problems of the verifier."""

    test: Test
    context: Context
    allow_invalid: bool = False
    tried: int = 0

    def reduce(self, module: Operation) -> Operation:
        """A module that is as small as the edits make it; the given one is left alone."""
        best = module
        while True:
            before = size_of(best), len(print_op(best))
            for strategy in STRATEGIES:
                best = self._apply(best, strategy)
            best = self._shorten(best)
            if (size_of(best), len(print_op(best))) >= before:
                return best

    def _apply(
        self, best: Operation, strategy: Callable[..., Iterator[Callable[..., bool]]]
    ) -> Operation:
        """Try the edits of a strategy, from the start of the list again after one that holds for as
        long as that pays."""
        improved = True
        while improved:
            improved = False
            for edit in strategy(best, self.context):
                candidate = best.clone()
                try:
                    changed = edit(candidate)
                except (IndexError, KeyError, TypeError, ValueError):
                    continue  # the module of before has more ops than this one
                smaller = size_of(candidate) < size_of(best) or (
                    size_of(candidate) == size_of(best) and strategy is STRATEGIES[-1]
                )
                if changed and smaller and self._holds(candidate):
                    best = candidate
                    improved = True
        return best

    def _shorten(self, best: Operation) -> Operation:
        improved = True
        while improved:
            improved = False
            for text in simpler_texts(print_op(best)):
                with contextlib.suppress(DiagnosticError):
                    candidate = parse_module(text, self.context)
                    if self._holds(candidate):
                        best, improved = candidate, True
                        break
        return best

    def _holds(self, candidate: Operation) -> bool:
        if not self.allow_invalid and verify(candidate):
            return False
        try:
            text = print_op(candidate)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
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
        """The RUN line of the test that this makes."""
        return [f"// RUN: {self.command}"]


class SameErrorTest:
    """Holds when mlirlite-opt says the same as at first: the message of its first error, numbers
    and quoted names aside."""

    def __init__(self, arguments: Sequence[str], text: str) -> None:
        self.arguments = list(arguments)
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
        """The RUN line, and a check of the message, of the test that this makes."""
        words = shlex.join(self.arguments)
        message = escaped(self._first_error(text))
        return [f"// RUN: not mlirlite-opt %s {words} 2>&1 | FileCheck %s", f"// CHECK: {message}"]


def _key(message: str) -> str:
    return re.sub(r"'[^']*'|\d+", "_", message)


def main(
    argv: list[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """The program: 0 when it wrote a test, 1 when the problem does not show, 2 for misuse."""
    stdout, stderr = stdout or sys.stdout, stderr or sys.stderr
    parser = argparse.ArgumentParser(
        "mlirlite-reduce",
        usage="mlirlite-reduce FILE [--test COMMAND | OPTIONS of mlirlite-opt …] [-o OUT]",
        description="Shrink a module that shows a problem, and write it as a lit test. Options "
        "that are not below go to mlirlite-opt, and its first error is what is kept.",
    )
    parser.add_argument("file", type=Path, help="the module, or a reproducer")
    parser.add_argument(
        "--test",
        metavar="COMMAND",
        help="exit status 0 means that the problem shows; %%s: the file",
    )
    parser.add_argument("-o", metavar="OUT", help="where to write (default: standard output)")
    parser.add_argument("--load-plugin", action="append", default=[], metavar="PATH")
    parser.add_argument("--allow-invalid", action="store_true", help="try invalid modules, too")
    try:
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            options, rest = parser.parse_known_args(argv)
    except SystemExit as exit_request:
        return int(exit_request.code or 0)
    try:
        return _reduce(options, rest, stdout, stderr)
    except (DiagnosticError, OSError) as error:
        stderr.write(f"mlirlite-reduce: {error}\n")
        return 1


def _reduce(options: argparse.Namespace, rest: list[str], stdout: TextIO, stderr: TextIO) -> int:
    context = Context(allow_unregistered=True)
    for plugin in options.load_plugin:
        context.load_plugin(plugin)
        rest += ["--load-plugin", plugin]
    text = options.file.read_text(encoding="utf-8", errors="surrogateescape")
    external: ExternalResources = {}
    module = parse_source(SourceFile(str(options.file), text), context, external=external)
    if "--run-reproducer" in rest:
        rest.remove("--run-reproducer")
        rest.append(f"--pass-pipeline={_pipeline_of(external)}")
    with tempfile.TemporaryDirectory(prefix="mlirlite-reduce-") as folder:
        test: CommandTest | SameErrorTest
        if options.test is not None:
            test = CommandTest(options.test, Path(folder).resolve())
        else:
            test = SameErrorTest(rest, text)
        if not test(print_op(module) + "\n") or (
            isinstance(test, SameErrorTest) and not test.message
        ):
            what = "the command fails on" if options.test else "mlirlite-opt has no error for"
            stderr.write(
                f"mlirlite-reduce: error: {what} '{options.file}' itself: nothing to keep\n"
            )
            return 1
        reducer = Reducer(test, context, options.allow_invalid or bool(verify(module)))
        best = print_op(reducer.reduce(module)).rstrip("\n") + "\n"
        lines = "\n".join(test.run_line(best))
    result = f"{lines}\n\n{best}"
    if options.o is None:
        stdout.write(result)
    else:
        Path(options.o).write_text(result, encoding="utf-8", errors="surrogateescape")
    before = sum(1 for _ in module.walk())
    stderr.write(
        f"mlirlite-reduce: {before} ops became {best.count(chr(10))} lines, {reducer.tried} tries\n"
    )
    return 0


def _pipeline_of(external: ExternalResources) -> str:
    """The pipeline of a reproducer."""
    found = external.get("mlir_reproducer", {}).get("pipeline")
    if not isinstance(found, str):
        raise DiagnosticError("--run-reproducer: the file has no pipeline in a {-# … #-} section")
    return found


if __name__ == "__main__":
    sys.exit(main())
