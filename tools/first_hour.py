"""Times a newcomer's first hour: the README's first command in an empty environment, a first pass
with its test, the tutorial from the first chapter to the last.

python tools/first_hour.py            # prints the table; fails if a step fails
python tools/first_hour.py --write    # and puts it into docs/index.md

Needs a package index. Machine minutes are measured; reading minutes are the number of
words divided by 200.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from clean_install import build, run, unpack  # noqa: E402
from run_docs import Runner, blocks_of  # noqa: E402

from mlirlite.driver.shared.options import Arguments, UsageError, flag  # noqa: E402
from mlirlite.driver.shared.page import Page  # noqa: E402
from mlirlite.driver.shared.program import OK, Streams  # noqa: E402
from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402

MARKS = "<!-- first hour: begin -->", "<!-- first hour: end -->"


class HourArguments(Arguments):
    """The command line of first_hour.py."""

    write: bool = flag("put the table into docs/index.md")


PAGE = Page(
    "first_hour.py [--write]",
    "Times what a newcomer does in the first hour.",
    HourArguments,
)


def minutes_to_read(text: str) -> float:
    """Reading minutes of a document, without its code."""
    return len(re.sub(r"```.*?```", "", text, flags=re.S).split()) / 200


def first_command(source: Path) -> tuple[str, float, float]:
    """The README's first command, in an empty environment."""
    text = (source / "README.md").read_text(encoding="utf-8")
    block = next(b for b in blocks_of(text) if b.language == "sh")
    began = time.perf_counter()
    code, printed = Runner(source, installed=True).run(block)
    if code:
        raise DiagnosticError(f"the README's first command fails:\n{printed}")
    seconds = time.perf_counter() - began
    return "the README's first command", seconds, minutes_to_read(text[: block.start])


def first_pass(source: Path) -> tuple[str, float, float]:
    """The skeleton of a pass and its lit test, as CONTRIBUTING.md describes."""
    python = str(source / ".venv" / "bin" / "python")
    began = time.perf_counter()
    made = run(python, "tools/new.py", "pass", "my-first-pass", cwd=source)
    run(python, *shlex.split(made.splitlines()[-1].partition(": ")[2]), cwd=source)
    text = (source / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return "a pass of one's own, with its test", time.perf_counter() - began, minutes_to_read(text)


def chapters(source: Path, folder: Path) -> list[tuple[str, float, float]]:
    """The tutorial, with a separate folder for each chapter."""
    found = []
    for path in sorted((source / "docs" / "tutorial").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        work = folder / path.stem
        work.mkdir()
        runner = Runner(work, installed=True)
        runner.environment["PATH"] = f"{source / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        began = time.perf_counter()
        problems, _ = runner.check(text)
        if problems:
            raise DiagnosticError(f"{path.name}: {problems[0]}")
        title = text.partition("\n")[0].lstrip("# ")
        found.append((f"tutorial: {title}", time.perf_counter() - began, minutes_to_read(text)))
    return found


def table(steps: Sequence[tuple[str, float, float]]) -> str:
    """The steps with their minutes, and the total after each."""
    lines = ["| step | machine, minutes | reading, minutes | gone by |", "|---|---|---|---|"]
    gone = 0.0
    for what, seconds, reading in steps:
        gone += seconds / 60 + reading
        lines.append(f"| {what} | {seconds / 60:.1f} | {reading:.1f} | {gone:.0f} |")
    return "\n".join(lines)


@PAGE.program
def main(arguments: HourArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    if arguments.inputs:
        raise UsageError(f"expected no file, found '{arguments.inputs[0]}'")
    with tempfile.TemporaryDirectory(prefix="mlirlite-hour-") as name:
        folder = Path(name)
        for part in ("dist", "source", "tutorial"):
            (folder / part).mkdir()
        sdist, _ = build(folder / "dist")
        source = unpack(sdist, folder / "source")
        steps = [first_command(source), first_pass(source), *chapters(source, folder / "tutorial")]
    text = table(steps)
    streams.stdout.write(text + "\n")
    if arguments.write:
        page = ROOT / "docs" / "index.md"
        head, begin, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
        page.write_text(f"{head}{begin}\n{text}\n{MARKS[1]}{rest.partition(MARKS[1])[2]}")
    return OK


if __name__ == "__main__":
    sys.exit(main())
