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

sys.path.insert(0, str(Path(__file__).parent))
from stablehlo_check import CHECKS, DIALECT, Differs

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


_EXPECTED = re.compile(
    r"expected-error(?P<re>-re)? *(?:@[+-]?\d+|@\w+)? *\d* *\{\{(?P<words>.*?)\}\} *$", re.M
)


def case_outcome(text: str, oracle: Oracle) -> Outcome:
    """Whether a part of StableHLO's own tests is printed as jaxlib prints it, or refused in the
    words that it expects."""
    expected = [_pattern(m["words"], bool(m["re"])) for m in _EXPECTED.finditer(text)]
    if not expected:
        return text_outcome(text, oracle)
    try:
        mlirlite.parse(text, Context(allow_unregistered=True))
    except DiagnosticError as e:
        said = str(e)
        missing = [w for w in expected if not re.search(w, said)]
        return (
            ("other words", f"{missing[0]} / {said.splitlines()[0]}") if missing else ("right", "")
        )
    return "accepted", expected[0]


def _pattern(words: str, has_patterns: bool) -> str:
    """The regular expression of an expected error, in which `{{…}}` may stand for others."""
    if not has_patterns:
        return re.escape(words)
    parts = re.split(r"\{\{(.*?)\}\}", words)
    return "".join(f"(?:{p})" if i % 2 else re.escape(p) for i, p in enumerate(parts))


def cases(root: Path, only: str) -> Iterator[tuple[str, Outcome]]:
    """Of each part of StableHLO's own tests, whether it is as expected."""
    oracle = Oracle()
    for file in sorted((root / "stablehlo" / "tests").glob("*.mlir")):
        if only not in file.name:
            continue
        for number, text in enumerate(file.read_text(encoding="utf-8").split("// -----")):
            mark = "!" if _EXPECTED.search(text) else ""
            name = f"{file.stem}:{number}{mark}"
            yield name, limited(60, lambda text=text: case_outcome(text, oracle))  # type: ignore[misc]


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


def context() -> Context:
    """A context with the ops of the tests themselves."""
    found = Context()
    found.plugins["check"] = DIALECT
    return found


def interpreted(root: Path, seconds: int) -> Iterator[tuple[str, Outcome]]:
    """Of each function of the interpreter's tests, whether its checks hold."""
    from mlirlite.interp.machine import Machine

    for file in sorted((root / "stablehlo" / "tests" / "interpret").rglob("*.mlir")):
        for number, text in enumerate(file.read_text(encoding="utf-8").split("// -----")):
            names = re.findall(r"func\.func(?: public)? @(\w+)\(\)", text)
            try:
                module = mlirlite.parse(text, context())
            except DiagnosticError as e:
                for name in names:
                    yield f"{file.stem}:{name}", ("not read", str(e.diagnostics[0].message))
                continue
            for name in names:

                def run(module: Any = module, name: str = name) -> Outcome:
                    Machine(module).call(name)
                    return "right", ""

                yield f"{file.stem}:{number}:{name}", limited(seconds, run)


def value_outcome(text: str) -> Outcome:
    """Whether a program is evaluated to what it expects."""
    from mlirlite.interp.machine import Machine
    from mlirlite.interp.stablehlo.control import CALLS

    CALLS.update(CHECKS)
    try:
        for part in text.split("// -----"):
            module = mlirlite.parse(part, context())
            for name in re.findall(r"func\.func(?: public)? @(\w+)\(\)", part):
                if name == "main" or "@main" not in part:
                    Machine(module).call(name)
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
        block.last.set_operands(results)
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
    given = [_parts(np.asarray(a)) for a in taken.arguments]
    found = session.run(None, dict(zip(names, given, strict=True)))
    try:
        for result, (name, expected) in zip(found, taken.checks, strict=True):
            value = np.asarray(result)
            if np.asarray(expected).dtype.kind == "c":
                value = np.ascontiguousarray(value).view(np.asarray(expected).dtype)[..., 0]
            CHECKS[name](None, value, np.asarray(expected).astype(value.dtype))
    except Differs as e:
        return "differs", re.sub(r"[-\d.]+(e[-+]\d+)?", "N", e.diagnostics[0].message)
    return "right", ""


def _parts(array: Any) -> Any:
    """Complex numbers as their parts in a last dimension."""
    if array.dtype.kind != "c":
        return array
    return np.array(array)[..., np.newaxis].view(array.real.dtype)


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
    if "interpret" in options.part:
        report("interpret", interpreted(options.root, options.seconds), options.show)
    if "cases" in options.part:
        found = list(cases(options.root, options.only))
        for name, wanted in (("valid cases", False), ("invalid cases", True)):
            report(name, iter([c for c in found if c[0].endswith("!") is wanted]), options.show)
    static = [f for f in files if f.parent.name != "dynamic"]
    if "code" in options.part:
        report("code", codes(static, options.seconds), options.show)
    if "values" in options.part:
        report("values", values(static, options.seconds), options.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
