#!/usr/bin/env python3
"""onnx-mlir's own .mlir tests: how many chunks are read and printed, how many CHECK lines hold.

    python bench/onnx_mlir_tests.py onnx-mlir                 # prints both tables
    python bench/onnx_mlir_tests.py onnx-mlir --only 'onnx/' --failures out.jsonl

Chunks are separated by `// -----`. `text`: a chunk is read, printed, read again, and prints the
same, in custom and in generic form; chunks with expected errors are omitted. `passes`: chunks of
tests with a RUN line whose flags mlirlite-opt all has, run with these flags and compared with the
chunk's own CHECK lines. The folders of accelerators, StableHLO and TOSA are omitted."""

from __future__ import annotations

import argparse
import io
import json
import re
import shlex
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from upstream import GENERIC, SPLIT, UNREGISTERED, Answer, ours, run_lines

ELSEWHERE = re.compile(r"accelerators/|onnx_to_stablehlo/|onnx_to_tosa/|driver/")
RUN = re.compile(r"onnx-mlir-opt\s([^|]*)\|\s*FileCheck\s([^|]*)$")
IGNORED = re.compile(r"%s|-?-split-input-file|-?-march=.*|-?-mtriple=.*|-O3|-j|\d+")
"""Words of a RUN line that have no effect here, or that this program handles."""
GOOD = "same", "holds"


def round_trip(text: str, *flags: str) -> Answer:
    """The printed text, if it prints the same a second time."""
    first = ours(text, UNREGISTERED, *flags)
    if first.code:
        return first
    again = ours(first.text, UNREGISTERED, *flags)
    if again.code or again.text == first.text:
        return again
    return Answer(1, again.text, "is printed differently the second time")


def compare_text(chunk: str) -> tuple[str, str]:
    """The outcome of a chunk's round trip, and its messages."""
    for flags in ((), (GENERIC,)):
        answer = round_trip(chunk, *flags)
        if answer.code:
            word = "unsupported" if "not found" in answer.error else "rejected"
            return word, answer.error
    return "same", ""


def compare_checks(chunk: str, flags: list[str], check: list[str]) -> tuple[str, str]:
    """Whether the CHECK lines of a chunk hold."""
    from mlirlite.testing import filecheck

    answer = ours(chunk, *flags)
    if answer.code:
        return "error", answer.error
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(chunk)
        file.flush()
        said = io.StringIO()
        arguments = [file.name, *check]
        code = filecheck.main(arguments, stdin=io.StringIO(answer.text), stderr=said)
    return ("holds", "") if code == 0 else ("differs", said.getvalue() + answer.text)


def runs(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Flags for the pass and for FileCheck of each RUN line."""
    for line in run_lines(text):
        match = RUN.search(line)
        if match:
            words = [w for w in shlex.split(match[1]) if not IGNORED.fullmatch(w)]
            yield words, [w for w in shlex.split(match[2]) if w != "%s"]


def results_of(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """For each chunk of a file: the row of the table, the outcome, the messages, its text."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    chunks = [c for c in SPLIT.split(text) if re.sub(r"//[^\n]*", "", c).strip()]
    for chunk in chunks:
        if "expected-error" not in chunk and '"unknown.' not in chunk:
            yield "text", *compare_text(chunk), chunk
    for flags, check in runs(text):
        row = " ".join(flags)
        if not flags or ours("", *flags).code:
            continue
        for chunk in chunks:
            if re.search(r"//\s*[\w-]*-LABEL|CHECK", chunk):
                yield row, *compare_checks(chunk, flags, check), chunk


def count(
    folder: Path, only: str = "", failures: TextIO | None = None
) -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    """The outcomes of all chunks: by folder for `text`, by flags for `passes`."""
    text: dict[str, Counter[str]] = defaultdict(Counter)
    passes: dict[str, Counter[str]] = defaultdict(Counter)
    root = folder / "test" / "mlir"
    for path in sorted(root.rglob("*.mlir")):
        name = str(path.relative_to(root))
        if ELSEWHERE.search(name) or not re.search(only, name):
            continue
        for row, word, said, chunk in results_of(path):
            if row == "text":
                text[str(Path(name).parent)][word] += 1
            else:
                passes[row][word] += 1
            if failures is not None and word not in GOOD:
                record = {"file": name, "row": row, "word": word, "said": said, "text": chunk}
                failures.write(json.dumps(record) + "\n")
    return text, passes


def totals(rows: dict[str, Counter[str]]) -> tuple[int, int]:
    """How many are good, and how many there are."""
    every = sum(rows.values(), Counter[str]())
    return sum(every[g] for g in GOOD), every.total()


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a checkout of onnx-mlir")
    parser.add_argument("--only", default="", metavar="REGEX", help="files whose path matches")
    parser.add_argument("--failures", type=argparse.FileType("w"), metavar="FILE")
    options = parser.parse_args()
    for rows in count(options.folder, options.only, options.failures):
        for name, words in [*sorted(rows.items()), ("total", sum(rows.values(), Counter()))]:
            right = sum(words[g] for g in GOOD)
            rest = ", ".join(f"{w} {n}" for w, n in words.most_common())
            print(f"{name:60} {right:5} of {words.total():5}  ({rest})")
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
