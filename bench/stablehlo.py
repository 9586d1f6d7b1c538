"""StableHLO's own tests: how many of its programs are read and printed as jaxlib prints them, are
evaluated to the results that they expect, and are compiled to code with these results.

    python bench/stablehlo.py DIR [--part text|values|code|interpret|cases] [--only WORD] [--each 8]
                              [--show 5] [--seconds 20]

DIR is a checkout of github.com/openxla/stablehlo. `text`, `values` and `code` run
`stablehlo/testdata`, `interpret` the functions of `stablehlo/tests/interpret`, `cases` the parts of
`stablehlo/tests/*.mlir`. Needs jax for `text` and `cases`."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import mlirlite
from mlirlite.ir.context import Context
from mlirlite.support.diagnostics import DiagnosticError

Outcome = tuple[str, str]
"""`right`, or the kind of failure; and why."""


def testdata(root: Path, only: str, each: int) -> list[Path]:
    """The programs to run."""
    files = sorted((root / "stablehlo" / "testdata").rglob("*.mlir"))
    return [f for f in files if only in f.name][::each]


class Oracle:
    """jaxlib's parser and printer."""

    def __init__(self) -> None:
        from jax._src.interpreters.mlir import make_ir_context
        from jaxlib.mlir import ir

        self._ir = ir
        self._context = make_ir_context()
        self._context.allow_unregistered_dialects = True

    def printed(self, text: str) -> str | None:
        """The module as jaxlib prints it; None if it refuses the text."""
        with self._context:
            try:
                return str(self._ir.Module.parse(text))
            except self._ir.MLIRError:
                return None


def text_outcome(text: str, oracle: Oracle) -> Outcome:
    """Whether a text is read and printed as jaxlib does."""
    expected = oracle.printed(text)
    try:
        module = mlirlite.parse(text, Context(allow_unregistered=True))
    except DiagnosticError as e:
        return ("right", "") if expected is None else ("not read", str(e.diagnostics[0].message))
    found = str(module)
    if expected is None:  # jaxlib knows no quantized types: read what was printed instead
        if "!quant" not in text:
            return "accepted", "jaxlib refuses it"
        expected = str(mlirlite.parse(found, Context(allow_unregistered=True)))
    if found.strip() == expected.strip():
        return "right", ""
    lines = zip(found.splitlines(), expected.splitlines(), strict=False)
    a, b = next(((a, b) for a, b in lines if a != b), ("", ""))
    return "printed otherwise", f"{a.strip()[:150]}\n      {b.strip()[:150]}"


class TimeIsUp(Exception):
    """A program took too long."""


def limited(seconds: int, run: Callable[[], Outcome]) -> Outcome:
    """What a function returns, or that it failed or took too long."""

    def stop(*_: Any) -> None:
        raise TimeIsUp

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        return run()
    except TimeIsUp:
        return "slow", f"more than {seconds} s"
    except DiagnosticError as e:
        return "refused", str(e.diagnostics[0].message)
    except Exception as e:
        return "fails", f"{type(e).__name__}: {e}"
    finally:
        signal.alarm(0)


def report(name: str, outcomes: Iterator[tuple[str, Outcome]], show: int) -> None:
    """Print how many are right, and the commonest reasons of others."""
    kinds: Counter[str] = Counter()
    reasons: dict[str, list[str]] = {}
    for label, (kind, why) in outcomes:
        kinds[kind] += 1
        if kind != "right":
            key = re.sub(r"tensor<[^>]*>", "tensor<…>", f"{kind}: {why}")
            reasons.setdefault(key, []).append(label)
    total = sum(kinds.values())
    print(f"{name}: {kinds['right']} of {total} right", dict(kinds), flush=True)
    for key, labels in sorted(reasons.items(), key=lambda r: -len(r[1]))[:show]:
        print(f"  {len(labels):5} {key}\n        {', '.join(labels[:3])}")


def texts(files: list[Path]) -> Iterator[tuple[str, Outcome]]:
    """Of each program, whether its text is printed as jaxlib prints it."""
    oracle = Oracle()
    for file in files:
        text = file.read_text(encoding="utf-8")
        yield file.stem, limited(60, lambda text=text: text_outcome(text, oracle))  # type: ignore[misc]


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path, metavar="DIR")
    parser.add_argument("--part", nargs="*", default=["text", "values", "code", "interpret"])
    parser.add_argument("--only", default="", help="programs whose name has this word")
    parser.add_argument("--each", type=int, default=1, help="every n-th program")
    parser.add_argument("--show", type=int, default=5, help="how many reasons of failures")
    parser.add_argument("--seconds", type=int, default=20, help="at most, for each program")
    options = parser.parse_args()
    files = testdata(options.root, options.only, options.each)
    if "text" in options.part:
        report("text", texts(files), options.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
