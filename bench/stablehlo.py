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
import mlirlite.ir.types
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


class Differs(DiagnosticError):
    """A result is not the expected one."""


_CLOSE = 3
"""How many floats may be between a result and the expected one, as in StableHLO."""


def ordered(array: Any) -> Any:
    """Floats as integers that count them."""
    size = array.dtype.itemsize
    bits = np.ascontiguousarray(array).view(f"i{size}").astype(np.int64)
    return np.where(bits < 0, np.int64(-(2 ** (8 * size - 1))) - bits, bits)


def check_close(op: Any, found: Any, expected: Any, limit: int = _CLOSE) -> list[Any]:
    """Differs if a result is further from what is expected than some floats."""
    if found.dtype.kind == "c":
        check_close(op, found.real.copy(), expected.real.copy(), limit)
        return check_close(op, found.imag.copy(), expected.imag.copy(), limit)
    a, b = found.astype(np.float64), expected.astype(np.float64)
    apart = np.abs(ordered(found) - ordered(expected)) > limit
    apart &= ~((a != a) & (b != b)) & (a != b)
    return _complain(apart, found, expected)


def check_equal(op: Any, found: Any, expected: Any) -> list[Any]:
    """Differs if a result is not what is expected."""
    apart = (found != expected) & ~((found != found) & (expected != expected))
    return _complain(apart, found, expected)


def check_almost(op: Any, found: Any, expected: Any) -> list[Any]:
    """Differs if a result is further from what is expected than 0.0001."""
    wide: Any = np.complex128 if found.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        a, b = found.astype(wide), expected.astype(wide)
        apart = (np.abs(a - b) > 1e-4) & (a != b) | ((a != a) != (b != b))
    return _complain(apart, found, expected)


def check_eq(op: Any, expected: Any, found: Any) -> list[Any]:
    """Whether a result is what is expected."""
    check_almost(op, found, expected)
    return [np.asarray(True)]


def _complain(apart: Any, found: Any, expected: Any) -> list[Any]:
    apart = np.asarray(apart)
    if apart.any():
        at = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(apart)))
        a, b = np.atleast_1d(found)[at], np.atleast_1d(expected)[at]
        raise Differs(f"{apart.sum()} of {apart.size} differ, the first {a}, not {b}")
    return []


CHECKS: dict[str, Any] = {
    "check.expect_close": check_close,
    "check.expect_eq": check_equal,
    "check.expect_almost_eq": check_almost,
    "check.eq": check_eq,
}


def value_outcome(text: str) -> Outcome:
    """Whether a program is evaluated to what it expects."""
    from mlirlite.interp.machine import Machine
    from mlirlite.interp.stablehlo.control import CALLS

    CALLS.update(CHECKS)
    try:
        Machine(mlirlite.parse(text)).call("main", [])
    except Differs as e:
        return "differs", re.sub(r"[-\d.]+(e[-+]\d+)?", "N", e.diagnostics[0].message)
    return "right", ""


class Taken:
    """A program of testdata as a function: its inputs as arguments, and what is checked as
    results."""

    def __init__(self, text: str) -> None:
        from mlirlite.interp.machine import Machine

        whole = mlirlite.parse(text)
        self.module = mlirlite.parse(text)
        functions = {f.sym_name: f for f in self.module.regions[0].entry if f.name == "func.func"}
        main = functions["main"]
        block = main.regions[0].entry
        known: dict[Any, Any] = {}
        self.arguments: list[Any] = []
        self.checks: list[tuple[str, Any]] = []
        results = []
        for op in list(block):
            called = str(op.properties["callee"].root) if op.name == "func.call" else ""
            if called in ("inputs", "expected") and not op.operands:
                made = Machine(whole).call(called)
                for value, array in zip(op.results, made, strict=True):
                    if called == "inputs":
                        value.replace_all_uses_with(block.add_argument(value.type))
                        self.arguments.append(array)
                    else:
                        known[value] = array
            elif op.name == "stablehlo.custom_call":
                name = op.properties["call_target_name"].value
                if name in CHECKS:
                    found, expected = op.operands
                    self.checks.append((name, known[expected]))
                    results.append(found)
                    op.erase()
        block.last.operands = results
        types = [a.type for a in block.args], [v.type for v in results]
        main.function_type = mlirlite.ir.types.FunctionType(*map(tuple, types))
        main.properties.pop("res_attrs", None)
        main.properties.pop("arg_attrs", None)
        for op in list(block):
            if op.name == "func.call" and op.properties["callee"].root == "expected":
                op.erase()


def code_outcome(text: str) -> Outcome:
    """Whether a program is compiled to code that gives what it expects."""
    taken = Taken(text)
    session = mlirlite.InferenceSession(taken.module)
    names = [i.name for i in session.get_inputs()]
    found = session.run(None, dict(zip(names, taken.arguments, strict=True)))
    try:
        for value, (name, expected) in zip(found, taken.checks, strict=True):
            CHECKS[name](None, np.asarray(value), np.asarray(expected).astype(value.dtype))
    except Differs as e:
        return "differs", re.sub(r"[-\d.]+(e[-+]\d+)?", "N", e.diagnostics[0].message)
    return "right", ""


def codes(files: list[Path], seconds: int) -> Iterator[tuple[str, Outcome]]:
    """Of each program, whether it is compiled right."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        yield file.stem, limited(seconds, lambda text=text: code_outcome(text))  # type: ignore[misc]


def values(files: list[Path], seconds: int) -> Iterator[tuple[str, Outcome]]:
    """Of each program, whether it is evaluated right."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        yield file.stem, limited(seconds, lambda text=text: value_outcome(text))  # type: ignore[misc]


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
    static = [f for f in files if f.parent.name == "testdata"]
    if "code" in options.part:
        report("code", codes(static, options.seconds), options.show)
    if "values" in options.part:
        report("values", values(static, options.seconds), options.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
