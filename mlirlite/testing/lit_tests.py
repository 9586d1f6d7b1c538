"""Lit tests: which files are lit tests, and the `RUN:` lines and other keywords of a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

SUFFIXES = (".mlir", ".test", ".onnxtxt")
EXCLUDED_FOLDERS = ("Inputs", "Output")
SUITE_MARKER = "lit.cfg.py"  # a folder with this file is a suite: each test file in it must run
_KEYWORD = re.compile(r"(RUN|REQUIRES|UNSUPPORTED|XFAIL|DEFINE|REDEFINE|END)([:.])(.*)")


class LitError(ValueError):
    """A test file that cannot be understood."""


def is_test(path: Path) -> bool:
    """Whether a file is a lit test: one with a RUN: line, or any test file of a lit suite."""
    if path.suffix not in SUFFIXES or any(part in EXCLUDED_FOLDERS for part in path.parts):
        return False
    if not path.is_file():
        return False
    if any((folder / SUITE_MARKER).exists() for folder in path.parents):
        return True
    try:
        return "RUN:" in path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def discover(names: Iterable[str]) -> Iterator[Path]:
    """The tests that `names` stand for: files as they are, folders searched. Raises LitError."""
    for name in names:
        if not name:
            raise LitError("error: the name of a test or folder is empty")
        path = Path(name)
        if path.is_dir():
            yield from sorted(file for file in path.absolute().rglob("*.*") if is_test(file))
        elif path.exists():
            yield path
        else:
            raise LitError(f"error: no such file or folder: {path}")


@dataclass
class LitTest:
    """The text of a test file and its keywords; a run line is its first line number and its
    text."""

    path: Path
    text: str
    run_lines: list[tuple[int, str]] = field(default_factory=list)
    requires: list[str] = field(default_factory=list)
    unsupported: list[str] = field(default_factory=list)
    xfail: list[str] = field(default_factory=list)


def read_test(path: Path) -> LitTest:
    """Read the keyword lines of a file, in comments of any syntax. Raises LitError."""
    try:
        if not path.is_file():
            raise OSError("it is not a regular file")
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise LitError(f"{path}: error: cannot read the test: {reason}") from None
    test = LitTest(path, text)
    lists = {"REQUIRES": test.requires, "UNSUPPORTED": test.unsupported, "XFAIL": test.xfail}
    for number, line in enumerate(text.splitlines(), start=1):
        match = _KEYWORD.search(line)
        if match is None or (match[1] == "END") != (match[2] == "."):
            continue
        keyword, value = match[1], match[3].strip()
        if keyword == "END":
            break
        if keyword in lists:
            lists[keyword] += [part.strip() for part in value.split(",") if part.strip()]
        elif keyword != "RUN":
            raise LitError(f"{path}:{number}: error: {keyword}: is not supported")
        elif test.run_lines and test.run_lines[-1][1].endswith("\\"):
            first, begun = test.run_lines[-1]
            test.run_lines[-1] = (first, begun[:-1] + value)
        else:
            test.run_lines.append((number, value))
    if not test.run_lines:
        raise LitError(f"{path}: error: the test has no RUN: line")
    if test.run_lines[-1][1].endswith("\\"):
        raise LitError(f"{path}:{test.run_lines[-1][0]}: error: the RUN: line never ends")
    for number, line in test.run_lines:
        if re.search(r"(?<!%)%T", line):
            raise LitError(f"{path}:{number}: error: lit has dropped %T, use %t")
    return test


def substitutions(path: Path, output_folder: Path) -> dict[str, str]:
    """The substitutions for `%s` and the like in the RUN lines of a test."""
    return {
        "%s": str(path),
        "%S": str(path.parent),
        "%p": str(path.parent),
        "%t": str(output_folder / f"{path.name}.tmp"),
        "%PYTHON": sys.executable,
    }


def display(path: Path) -> str:
    """The path as a person would type it here."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
