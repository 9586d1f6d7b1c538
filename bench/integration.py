#!/usr/bin/env python3
"""Upstream's integration tests through mlirlite-opt and mlirlite-run, compiled and interpreted.

    python bench/integration.py mlir/test/Integration/Dialect/Vector mlir/test/mlir-runner
    … --only print --failures out.jsonl

A test is a RUN line `mlir-opt PASSES | mlir-runner FLAGS | FileCheck`; tests with passes or options
that mlirlite does not have are counted separately. The test's own FileCheck lines decide."""

from __future__ import annotations

import argparse
import io
import json
import re
import shlex
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mlirlite.driver import opt, run  # noqa: E402
from mlirlite.passes.registry import exists  # noqa: E402
from mlirlite.testing import filecheck  # noqa: E402

RUN = re.compile(r"^\s*//\s*RUN:\s*(.*?)\s*$", re.M)
LIMIT = 20
"""The time limit of a program, in seconds."""
LOWER_TO_LLVM = (
    *("convert-vector-to-scf", "lower-affine", "convert-scf-to-cf", "canonicalize", "cse"),
    *("convert-vector-to-llvm", "convert-math-to-llvm", "expand-strided-metadata", "lower-affine"),
    *("finalize-memref-to-llvm", "convert-func-to-llvm", "convert-arith-to-llvm"),
    *("convert-cf-to-llvm", "convert-index-to-llvm", "convert-ub-to-llvm"),
    "reconcile-unrealized-casts",
)
"""Upstream's --test-lower-to-llvm, without linalg."""
IGNORED = ("shared-libs", "O0", "O1", "O2", "O3", "argext-abi-check")


def commands(path: Path) -> list[list[list[str]]]:
    """The pipelines of a test: the words of each program."""
    text = path.read_text(errors="replace")
    lines = re.sub(r"\\\n", " ", "\n".join(RUN.findall(text))).split("\n")
    found = []
    for line in lines:
        line = re.sub(r"%if.*?%\{.*?%\}", "", line).replace("%s", str(path))
        try:
            found.append([shlex.split(part) for part in line.split("|")])
        except ValueError:
            continue
    return [p for p in found if any(words[:1] == ["mlir-runner"] for words in p)]


def opt_words(words: list[str]) -> list[str] | str:
    """The arguments of mlirlite-opt, or the feature that it lacks."""
    found = []
    for word in words:
        name = word.lstrip("-").partition("=")[0]
        if not word.startswith("-") or name in ("split-input-file", "pass-pipeline"):
            found.append(word)
        elif name == "test-lower-to-llvm":
            found += [f"--{p}" for p in LOWER_TO_LLVM]
        elif exists(name):
            found.append(word)
        else:
            return f"pass {name}"
    return found


def run_words(words: list[str]) -> list[str] | str:
    """The arguments of mlirlite-run, or the feature that it lacks."""
    found, entry, kind, words = [], "main", "f32", list(words)
    while words:
        word = words.pop(0)
        name, equals, value = word.lstrip("-").partition("=")
        if not word.startswith("-"):
            found.append(word)
        elif name in ("e", "entry-function", "entry-point-result"):
            value = value if equals else words.pop(0)
            entry, kind = (entry, value) if name.endswith("result") else (value, kind)
        elif name not in IGNORED:
            return f"option {name}"
    return [*found, "-e", entry, f"--entry-point-result={kind}"]


def call(main: Any, words: list[str], given: str | None) -> tuple[int, str, str]:
    """Run a program in this process: exit code, output, errors."""
    out, err = io.StringIO(), io.StringIO()
    if given is not None and main is not filecheck.main:
        words = [*(w for w in words if w != "-"), "-"]
    code = main(words, stdin=io.StringIO(given or ""), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def outcome(pipeline: list[list[str]], mode: str) -> tuple[str, str]:
    """`pass`, `fail` or `missing` for a pipeline, and why."""
    text: str | None = None
    for words in pipeline:
        program, arguments = words[0], words[1:]
        if program == "mlir-opt":
            translated = opt_words(arguments)
        elif program == "mlir-runner":
            translated = run_words(arguments)
        elif program == "FileCheck":
            check = [w.replace("-check", "--check").replace("---", "--") for w in arguments]
            code, out, err = call(filecheck.main, check, text)
            return ("pass", "") if code == 0 else ("fail", f"FileCheck: {out}{err}"[:600])
        else:
            return "missing", f"program {program}"
        if isinstance(translated, str):
            return "missing", translated
        main = opt.main if program == "mlir-opt" else run.main
        extra = ["--interpret"] if program == "mlir-runner" and mode == "interpreted" else []
        code, text, err = call(main, [*translated, *extra], text)
        if code:
            known = "not found|unregistered|unknown pass|does not refer|no such option"
            return ("missing" if re.search(known, err) else "fail"), f"{program}: {err}"[:600]
    return "missing", "no FileCheck"


def _late(*_: Any) -> None:
    raise TimeoutError(f"longer than {LIMIT} s")


def main() -> None:
    """Run the tests that the command line names; print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="regular expression for paths")
    parser.add_argument(
        "--failures", type=Path, help="write the tests that do not pass, one per line"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, _late)
    counts: dict[str, Counter[str]] = {"compiled": Counter(), "interpreted": Counter()}
    failures = []
    files = sorted(f for folder in options.folders for f in folder.rglob("*.mlir"))
    for path in (f for f in files if re.search(options.only, str(f))):
        for pipeline in commands(path):
            for mode, counter in counts.items():
                signal.alarm(LIMIT)
                try:
                    result, why = outcome(pipeline, mode)
                except Exception as e:
                    result, why = "fail", f"{type(e).__name__}: {e}"
                finally:
                    signal.alarm(0)
                counter[result] += 1
                if result != "pass":
                    row = {"file": str(path), "mode": mode, "result": result, "why": why}
                    failures.append(row)
    print("| mode | pass | fail | passes or dialects missing |\n|---|---|---|---|")
    for mode, counter in counts.items():
        print(f"| {mode} | {counter['pass']} | {counter['fail']} | {counter['missing']} |")
    if options.failures is not None:
        options.failures.write_text("".join(json.dumps(row) + "\n" for row in failures))


if __name__ == "__main__":
    main()
