#!/usr/bin/env python3
"""Runs the code blocks of documents and compares what they print with what the document shows.

python tools/run_docs.py docs/tutorial/*.md            # check
python tools/run_docs.py --update docs/tutorial/*.md   # write outputs into the documents

A block with title="file" is that file; with title="file (more)" it is appended to the file,
after two empty lines. `sh` and `python` blocks run in order in one new folder; a `text`, `mlir`,
`llvm` or `json` block below one shows its output, where a line `...` matches any lines and `...`
within a line matches any text. `mermaid` is a figure. No other blocks are allowed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN, OUTPUT, FIGURE = ("sh", "python"), ("text", "mlir", "llvm", "json"), ("mermaid",)
MORE = " (more)"
"""Ends the title of a block that is added to a file."""
_FENCE = re.compile(r"^(?P<fence>```+)(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=fence)$", re.M | re.S)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True)
class Block:
    """A fenced block of a document; `start` and `end` are the offsets of its text."""

    language: str
    title: str
    text: str
    start: int
    end: int
    line: int


def blocks_of(document: str) -> list[Block]:
    """The fenced blocks of a document in Markdown."""
    found = []
    for m in _FENCE.finditer(document):
        language, _, rest = m["info"].strip().partition(" ")
        title = _TITLE.search(rest)
        line = document.count("\n", 0, m.start()) + 1
        name = title[1] if title else ""
        found.append(Block(language, name, m["text"], m.start("text"), m.end("text"), line))
    return found


def matches(shown: str, printed: str) -> bool:
    """True if a document's text matches the output; `...` matches anything."""
    lines = [
        re.escape(line.rstrip()).replace(r"\.\.\.", ".*") for line in shown.rstrip().splitlines()
    ]
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == ".*" else f"{line}\n" for line in lines)
    text = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    return re.fullmatch(pattern, text) is not None


class Runner:
    """Runs the blocks of one document in a folder."""

    def __init__(self, folder: Path, installed: bool = False, skip: str = "") -> None:
        """installed: use what is on PATH, not this checkout. Blocks that contain the text `skip`
        are omitted."""
        self.folder, self.skip = folder, skip
        self.environment = dict(os.environ, NO_COLOR="1", COLUMNS="100")
        self.environment.pop("VIRTUAL_ENV", None)
        if not installed:
            here = [os.path.dirname(sys.executable), str(ROOT / "tools")]
            self.environment["PATH"] = os.pathsep.join([*here, os.environ.get("PATH", "")])
            self.environment["PYTHONPATH"] = str(ROOT)

    def run(self, block: Block) -> tuple[int, str]:
        """The exit code and the output of a block."""
        path = self.folder / ".PATH"
        if block.language == "python":
            command = ["python", "-c", block.text]
        else:
            keep = f'trap \'printf %s "$PATH" > "{path}"\' EXIT\n'
            # Without this, a program sometimes fails because its reader closes the pipe early.
            keep += 'head() { command head "$@"; cat > /dev/null; }\n'
            command = ["bash", "-e", "-o", "pipefail", "-c", keep + block.text]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if path.exists():
            self.environment["PATH"] = path.read_text()
            path.unlink()
        return done.returncode, done.stdout

    def write(self, block: Block) -> None:
        """Write a file, or add to it."""
        path = self.folder / block.title.removesuffix(MORE)
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") + "\n\n" if block.title.endswith(MORE) else ""
        path.write_text(before + block.text, encoding="utf-8")

    def check(self, document: str, verbose: bool = False) -> tuple[list[str], str]:
        """The problems, and the document with the output of its blocks."""
        problems: list[str] = []
        pieces: list[str] = []
        copied = 0
        printed: str | None = None
        ran = False
        for block in blocks_of(document):
            if block.title:
                self.write(block)
            elif block.language in RUN:
                if self.skip and self.skip in block.text:
                    print(f"left out, line {block.line}: {block.text.splitlines()[0]}")
                    printed, ran = None, True
                    continue
                if verbose:
                    print(f"-- line {block.line}\n{block.text}", end="", flush=True)
                code, printed = self.run(block)
                ran = True
                if verbose:
                    print(printed, end="", flush=True)
                if code:
                    problems.append(f"line {block.line}: exit code {code}\n{printed}")
                    printed = None  # an error does not belong in the document
            elif block.language in OUTPUT and ran:
                if printed is not None and not matches(block.text, printed):
                    problems.append(f"line {block.line}: it prints\n{printed}")
                    pieces += [document[copied : block.start], printed.rstrip("\n") + "\n"]
                    copied = block.end
                printed, ran = None, False
            elif block.language not in FIGURE:
                problems.append(f"line {block.line}: nothing runs or checks this block")
        return problems, "".join([*pieces, document[copied:]])


def main(argv: Sequence[str] | None = None) -> int:
    """Check or update documents; exit code 1 when one differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--update", action="store_true", help="write the output of blocks")
    parser.add_argument("--installed", action="store_true", help="use what is installed")
    parser.add_argument("--folder", type=Path, help="run here, not in a new folder")
    parser.add_argument("--skip", default="", help="omit blocks that contain this text")
    parser.add_argument("-v", "--verbose", action="store_true", help="show what runs")
    arguments = parser.parse_args(argv)
    failed = False
    for path in arguments.documents:
        text = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as temporary:
            folder = arguments.folder or Path(temporary)
            runner = Runner(folder, arguments.installed, arguments.skip)
            problems, updated = runner.check(text, arguments.verbose)
        if arguments.update and updated != text:
            path.write_text(updated, encoding="utf-8")
            print(f"{path}: updated")
        for problem in problems:
            if not (arguments.update and "it prints" in problem):
                failed = True
                print(f"{path}:{problem.removeprefix('line ')}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
