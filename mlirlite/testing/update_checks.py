"""mlirlite-update-checks: writes CHECK lines of lit tests, and updates those that no longer match.
Lines that match stay as they were written, and variables keep their names.

mlirlite-update-checks test/lit/mine.mlir
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from mlirlite.driver.shared.options import Arguments, UsageError, flag
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import FAILED, OK, Streams, output_file
from mlirlite.support.reading import read_text
from mlirlite.support.temporary import temporary_folder
from mlirlite.testing import filecheck
from mlirlite.testing.check_alignment import refresh
from mlirlite.testing.check_generation import ELSEWHERE, HERE, generate
from mlirlite.testing.check_lines import read_directives
from mlirlite.testing.lit_tests import (
    LitError,
    LitTest,
    discover,
    display,
    read_test,
    substitutions,
)
from mlirlite.testing.shell import Shell
from mlirlite.testing.shell_syntax import ShellError

_MARKER = re.compile(r"^\s*// -----\s*$")
_NEGATIVE = ("NOT", "EMPTY")


class UpdateArguments(Arguments):
    """The command line of mlirlite-update-checks."""

    dry_run: bool = flag("show the difference, write nothing", short="n")


PAGE = Page(
    "mlirlite-update-checks [options] FILE|FOLDER …",
    "Writes CHECK lines of lit tests, and updates those that fail; passing ones stay. "
    "Exit code 0: all tests pass, 1: a test needs work by hand, 2: a wrong command line.",
    UpdateArguments,
    ("mlirlite-update-checks test/lit/mine.mlir", "mlirlite-update-checks -n test/lit"),
)


@dataclass(frozen=True)
class Run:
    """One FileCheck of a test: its arguments without the file, the prefixes, its input (with
    ELSEWHERE for the folder of this run)."""

    arguments: tuple[str, ...]
    prefixes: tuple[str, ...]
    text: str


@dataclass
class Update:
    """The outcome of a test: its old and new text; and what is left to a person."""

    path: Path
    before: str
    after: str = ""
    problems: list[str] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        """Whether there is anything to write."""
        return self.after != self.before


def update(path: Path) -> Update:
    """The test with its directives written or updated; the file is not changed. Raises LitError
    when it cannot be read or run."""
    path = path.absolute()
    test = read_test(path)
    result = Update(path, test.text, test.text)
    runs, problems = record(test)
    result.problems += problems
    known = {p for r in runs for p in r.prefixes}
    for run in runs:
        passes = _passes(run, result.after, path)
        result.after = _rewrite(result.after, run, runs, known, path, passes)
    for run in runs:
        messages = _failure(run, result.after, path)
        if messages:
            result.problems.append(messages)
    return result


def record(test: LitTest) -> tuple[list[Run], list[str]]:
    """Run the RUN lines of a test with a FileCheck that only records; also returns what failed."""
    path = test.path
    runs: list[Run] = []
    problems: list[str] = []

    def take_notes(
        argv: list[str] | None = None,
        *,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
    ) -> int:
        words = list(argv or [])
        said = filecheck.read_command_line(words)
        source = said.input_file
        text = (stdin or sys.stdin).read() if source == "-" else read_text(source)
        kept = tuple(w for w in words if w != str(path) and "-input-file=" not in w)
        prefixes = said.check_prefixes or ("CHECK",)
        runs.append(Run(kept, prefixes, text.replace(f"{cwd}/", ELSEWHERE)))
        return 0

    tools = {"FileCheck": take_notes, "filecheck": take_notes}
    with temporary_folder("mlirlite-lit-") as folder:
        cwd = Path(folder).resolve()
        shell = Shell(cwd, substitutions=substitutions(path, cwd), tools=tools)
        for number, line in test.run_lines:
            try:
                outcome = shell.run(line)
            except ShellError as error:
                raise LitError(f"{display(path)}:{number}: error: {error}") from None
            if outcome.status:
                said = "".join(c.stderr for c in outcome.commands)
                problems.append(f"{display(path)}:{number}: error: the command fails\n{said}")
    return runs, problems


def _has_directives(text: str, prefixes: Sequence[str]) -> bool:
    return any(d.kind not in _NEGATIVE for d in read_directives(text.splitlines(), prefixes))


def _passes(run: Run, text: str, path: Path) -> bool:
    return not _failure(run, text, path)


def _failure(run: Run, text: str, path: Path) -> str:
    """FileCheck's error for a text of the test; "" when it passes."""
    with temporary_folder("mlirlite-lit-") as folder:
        candidate = Path(folder) / path.name
        candidate.write_text(text, encoding="utf-8")
        messages = io.StringIO()
        status = filecheck.main(
            [str(candidate), *run.arguments], stdin=io.StringIO(run.text), stderr=messages
        )
        return messages.getvalue().replace(str(candidate), display(path)) if status else ""


def _rewrite(
    text: str, run: Run, runs: list[Run], known: set[str], path: Path, passes: bool
) -> str:
    """The text with the directives of one run updated, unless it passes, and written in chunks
    without any."""
    chunks = _split(text.split("\n"))
    outputs = _split(run.text.replace(str(path), f"{HERE}{path.name}").split("\n"))
    if len(outputs) != len(chunks):
        chunks, outputs = [text.split("\n")], [run.text.split("\n")]
    writes_all = not _has_directives(text, run.prefixes)
    done = []
    for number, (lines, output) in enumerate(zip(chunks, outputs, strict=True)):
        if read_directives(lines, run.prefixes):
            done.append(lines if passes else refresh(lines, run.prefixes, output))
        elif writes_all or not read_directives(lines, known):
            done.append(generate(lines, _own_prefix(run, runs, number), output))
        else:
            done.append(lines)
    return "\n".join("\n".join(c) for c in done)


def _own_prefix(run: Run, runs: list[Run], number: int) -> str:
    """The first prefix of a run whose other runs all have the same output for a chunk."""

    def chunk(other: Run) -> list[str]:
        return [*_split(other.text.split("\n")), *[[]] * (number + 1)][number]

    for prefix in run.prefixes:
        if all(chunk(r) == chunk(run) for r in runs if prefix in r.prefixes):
            return prefix
    return run.prefixes[-1]


def _split(lines: list[str]) -> list[list[str]]:
    """Chunks of a split file; each but the first begins with the marker."""
    chunks: list[list[str]] = [[]]
    for line in lines:
        if _MARKER.match(line):
            chunks.append([])
        chunks[-1].append(line)
    return chunks


@PAGE.program
def main(arguments: UpdateArguments, streams: Streams) -> int:
    """The program: 0 when all tests pass after it, 1 when one needs a person, 2 for misuse."""
    if not arguments.inputs:
        raise UsageError("expected test files, or folders to search")
    code = OK
    try:
        for path in discover(arguments.inputs):
            found = update(path)
            if found.changed and arguments.dry_run:
                streams.stdout.write(_difference(found))
            elif found.changed:
                with output_file(str(path), streams) as output:
                    output.write(found.after)
                streams.stdout.write(f"updated {display(found.path)}\n")
            for problem in found.problems:
                streams.stderr.write(f"{problem.rstrip()}\n")
                code = FAILED
    except LitError as e:
        streams.stderr.write(f"mlirlite-update-checks: {e}\n")
        return FAILED
    return code


def _difference(found: Update) -> str:
    import difflib

    name = display(found.path)
    before, after = (t.splitlines(keepends=True) for t in (found.before, found.after))
    return "".join(difflib.unified_diff(before, after, name, name))


if __name__ == "__main__":
    sys.exit(main())
