#!/usr/bin/env python3
"""How many of ONNX's backend tests pass through the compiled session, and why the others do not.

    python bench/backend_score.py                        # unmodified models: a table; exit status 0
    python bench/backend_score.py --mode dynamic         # all dimensions of inputs are dynamic
    python bench/backend_score.py --mode constants       # inputs are constants of the model
    python bench/backend_score.py --only 'test_conv*' --failures
    python bench/backend_score.py --sanitize=address     # every memory access is checked
    python bench/backend_score.py --mode all --write     # update the three counts in README.md, and
                                                         # the tables of types and of failures with
                                                         # reasons in bench/backend_score.md

A test passes if every output of every data set has the stored type and shape, and the stored values
within the test's own tolerance. Tests run in worker processes; if one dies or takes too long, its
test fails and the worker is replaced. With inputs as constants, the models that fold completely are
also counted.
"""

from __future__ import annotations

import argparse
import collections
import fnmatch
import multiprocessing
import multiprocessing.connection
import os
import re
import statistics
import sys
import time
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
warnings.filterwarnings("ignore")  # from numpy, while onnx makes its test cases

from mlirlite.testing.onnx_suite import (  # noqa: E402
    KINDS,
    MODES,
    Outcome,
    SuiteCase,
    run_case,
    suite_cases,
)

_RANDOM = "random numbers; the stored ones come from a generator whose state is not in the test"
_ROUNDED = (
    "the stored values were rounded to 16 bits at every step; a few elements differ from ours by "
    "two units in the last place (for f16, measurements show that ours are closer to the exact "
    "values)"
)
REASONS = {
    "test_bernoulli*": _RANDOM,
    "test_dft_inverse": "where the exact value is 0, the stored one is 1.9e-7: an error of the "
    "32-bit FFT that made the file, beyond the test's own tolerance",
    "test_dft_inverse_opset19": "as test_dft_inverse",
    "test_attention_4d_causal_fp16*": _ROUNDED,
    "test_attention_4d_causal_bf16*": _ROUNDED,
    "test_affine_grid_*_expanded": "intermediate ranks depend on the data: a Squeeze "
    "without axes, and an If on the number of elements",
}
"""Why tests fail, by patterns of their names."""


def cases(pattern: str) -> dict[str, SuiteCase]:
    """Tests by name."""
    return {c.name: c for c in suite_cases() if fnmatch.fnmatch(c.name, pattern)}


def work(pattern: str, mode: str, sanitize: str, pipe: Any) -> None:
    """A worker: receives names of tests, and sends their outcomes."""
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115  open as long as the process
    table = cases(pattern)
    while (name := pipe.recv()) is not None:
        pipe.send(run_case(table[name], mode, sanitize))


class Worker:
    """A process that runs one test at a time."""

    def __init__(self, pattern: str, mode: str, sanitize: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        arguments = (pattern, mode, sanitize, theirs)
        self.process = context.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.name = ""
        self.since = 0.0

    def start(self, name: str) -> None:
        """Give it a test."""
        self.name, self.since = name, time.monotonic()
        self.pipe.send(name)


def score(
    pattern: str, jobs: int, timeout: float, mode: str = "static", sanitize: str = ""
) -> dict[str, Outcome]:
    """The outcome of each test."""
    todo = collections.deque(cases(pattern))
    results: dict[str, Outcome] = {}
    workers = [Worker(pattern, mode, sanitize) for _ in range(min(jobs, len(todo)))]
    busy = []
    for worker in workers:
        worker.start(todo.popleft())
        busy.append(worker)
    while busy:
        ready = multiprocessing.connection.wait([w.pipe for w in busy], timeout=0.5)
        for worker in list(busy):
            outcome = None
            died = True
            if worker.pipe in ready:
                try:
                    outcome, died = worker.pipe.recv(), False
                except EOFError:
                    worker.process.join()
                    outcome = Outcome(f"the process died: exit code {worker.process.exitcode}")
            elif time.monotonic() - worker.since > timeout + 60 * (not results):
                outcome = Outcome(f"took longer than {timeout:.0f} s")
            if outcome is None:
                continue
            results[worker.name] = outcome
            busy.remove(worker)
            if died:
                worker.process.kill()
                worker = Worker(pattern, mode, sanitize)
            if todo:
                worker.start(todo.popleft())
                busy.append(worker)
    return results


def element_types(model: Any) -> set[str]:
    """Names of the element types that a model's inputs and outputs have."""
    import onnx

    found = set()
    for info in (*model.graph.input, *model.graph.output):
        type = info.type
        while (kind := type.WhichOneof("value")) in ("sequence_type", "optional_type"):
            found.add(kind.removesuffix("_type"))
            type = getattr(type, kind).elem_type
        if kind is not None:
            number = getattr(type, kind).elem_type
            found.add(onnx.TensorProto.DataType.Name(number).lower())
    return found


def why(name: str, reason: str) -> str:
    """The reason for a failure: the known one, or what went wrong."""
    for pattern, known in REASONS.items():
        if fnmatch.fnmatch(name, pattern):
            return known
    return reason


def report(results: dict[str, dict[str, str]]) -> str:
    """Tables of element types and of failing tests, in Markdown."""
    table = cases("*")
    modes = list(results)
    lines = [
        "# ONNX's backend tests",
        "",
        "Made by `python bench/backend_score.py --mode all --write`. A test counts for each",
        "element type that its inputs and outputs have. `static`: unmodified models; `dynamic`:",
        "no dimension of an input is known; `constants`: inputs are part of the model.",
        "",
        f"| | tests | {' | '.join(modes)} |",
        f"|---|---{'|---' * len(modes)}|",
    ]
    groups: dict[str, list[str]] = {"all": list(table)}
    for kind in KINDS:
        groups[kind] = [n for n, c in table.items() if c.kind == kind]
    types: dict[str, list[str]] = {}
    for name, case in table.items():
        for type in element_types(case.model):
            types.setdefault(type, []).append(name)
    groups |= {f"`{t}`": names for t, names in sorted(types.items(), key=lambda e: -len(e[1]))}
    for group, names in groups.items():
        counts = [f"{sum(not results[m][n] for n in names):,}" for m in modes]
        lines.append(f"| {group} | {len(names):,} | {' | '.join(counts)} |")
    lines += ["", "| fails | mode | why |", "|---|---|---|"]
    for name in sorted(table):
        failing = [m for m in modes if results[m][name]]
        reasons = {why(name, results[m][name]).replace("|", "\\|") for m in failing}
        if failing:
            lines.append(f"| {name} | {', '.join(failing)} | {'; '.join(sorted(reasons))} |")
    return "\n".join(lines) + "\n"


def write(results: dict[str, dict[str, str]]) -> None:
    """Update the counts in README.md, and the tables in bench/backend_score.md."""
    counts = {m: f"{sum(not r for r in found.values()):,}" for m, found in results.items()}
    total = f"{len(next(iter(results.values()))):,}"
    said = f"{counts['static']} of {total}"
    if len(counts) > 1:
        said += f"; dynamic {counts['dynamic']}, constants {counts['constants']}"
    path = ROOT / "README.md"
    text = re.sub(r"(onnx\.reference`: 1,999\) \| )[^|]*\|", rf"\g<1>{said} |", path.read_text())
    path.write_text(text)
    if len(counts) > 1:
        (ROOT / "bench" / "backend_score.md").write_text(report(results))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="*", help="a name pattern")
    parser.add_argument("--mode", default="static", choices=(*MODES, "all"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--timeout", type=float, default=60, help="seconds a test may take")
    parser.add_argument("--sanitize", default="", help="'address': check accesses to memory")
    parser.add_argument("--failures", action="store_true", help="list each failing test")
    parser.add_argument("--write", action="store_true", help="update the tables")
    a = parser.parse_args()
    table = cases(a.only)
    found: dict[str, dict[str, str]] = {}
    for mode in MODES if a.mode == "all" else (a.mode,):
        outcomes = score(a.only, a.jobs, a.timeout, mode, a.sanitize)
        results = found[mode] = {name: o.reason for name, o in outcomes.items()}
        reasons = collections.Counter(re.sub(r"\d+", "N", r)[:100] for r in results.values() if r)
        for name, reason in sorted(results.items()):
            if a.failures and reason:
                print(f"{name}: {why(name, reason)}")
        for reason, count in reasons.most_common(20):
            print(f"{count:6d}  {reason}")
        for kind in KINDS:
            names = [n for n, c in table.items() if c.kind == kind]
            if names:
                print(f"{kind}: {sum(not results[n] for n in names)} of {len(names)}")
        passed = sum(not r for r in results.values())
        print(f"{mode}: passed: {passed} of {len(results)}")
        times = [o.compile_time for o in outcomes.values() if o.compile_time]
        if times:
            print(f"{mode}: compiled in {statistics.median(times):.3f} s (median)")
        folded = sum(not o.reason and not o.operators for o in outcomes.values())
        if mode == "constants":
            print(f"folded completely: {folded} of {len(results)}")
    if a.write and a.only == "*":
        write(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
