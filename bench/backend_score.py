#!/usr/bin/env python3
"""How many of ONNX's backend tests pass through the compiled session, and why the others do not.

    python bench/backend_score.py                        # all, a table; exit status 0 when it ran
    python bench/backend_score.py --only 'test_conv*' --failures
    python bench/backend_score.py --write                # and put the count into README.md

A test passes when every output of every data set has the stored type, shape and values within the
test's own tolerance. Tests run in worker processes; one that dies or takes too long fails its test
and is replaced. Models that would have to be downloaded fail.
"""

from __future__ import annotations

import argparse
import collections
import fnmatch
import multiprocessing
import multiprocessing.connection
import os
import re
import sys
import time
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
warnings.filterwarnings("ignore")  # numpy, while onnx makes its test cases
KINDS = ("node", "simple", "pytorch-converted", "pytorch-operator")


def cases(pattern: str) -> dict[str, tuple[str, Any]]:
    """Tests by name, with their kind."""
    from onnx.backend.test.loader import load_model_tests

    return {
        case.name: (kind, case)
        for kind in KINDS
        for case in load_model_tests(kind=kind)
        if fnmatch.fnmatch(case.name, pattern)
    }


def value_of(stored: Any) -> Any:
    """Arrays, lists and optionals of a stored value."""
    import onnx
    from onnx import numpy_helper

    match stored:
        case onnx.TensorProto():
            return numpy_helper.to_array(stored)
        case onnx.SequenceProto():
            return numpy_helper.to_list(stored)
        case onnx.OptionalProto():
            return numpy_helper.to_optional(stored)
    return stored


def read(path: Path, type_proto: Any) -> Any:
    """A stored value of a declared type."""
    import onnx

    kinds = {"sequence_type": onnx.SequenceProto, "optional_type": onnx.OptionalProto}
    stored = kinds.get(type_proto.WhichOneof("value"), onnx.TensorProto)()
    stored.ParseFromString(path.read_bytes())
    return value_of(stored)


def data_sets(case: Any, model: Any) -> list[tuple[list[Any], list[Any]]]:
    """Inputs and outputs of each data set."""
    if case.data_sets is not None:
        return [([*map(value_of, i)], [*map(value_of, o)]) for i, o in case.data_sets]
    found = []
    for folder in sorted(Path(case.model_dir).glob("test_data_set_*")):
        sides = []
        for side, infos in (("input", model.graph.input), ("output", model.graph.output)):
            count = len(list(folder.glob(f"{side}_*.pb")))
            sides.append([read(folder / f"{side}_{i}.pb", infos[i].type) for i in range(count)])
        found.append((sides[0], sides[1]))
    return found


def differs(want: Any, got: Any, rtol: float, atol: float) -> str:
    """What is wrong with a value, or an empty string."""
    import numpy as np

    if want is None:
        return "" if got is None else "expected nothing"
    if isinstance(want, list):
        if not isinstance(got, (list, tuple)) or len(got) != len(want):
            return "another number of elements"
        return next(
            (d for w, g in zip(want, got, strict=True) if (d := differs(w, g, rtol, atol))), ""
        )
    got, want = np.asarray(got), np.asarray(want)
    if want.dtype.kind in "OU":
        same = got.shape == want.shape and (got.astype(object) == want.astype(object)).all()
        return "" if same else "other strings"
    if got.dtype != want.dtype:
        return f"type {got.dtype}, expected {want.dtype}"
    if got.shape != want.shape:
        return f"shape {got.shape}, expected {want.shape}"
    if want.dtype.kind == "b":
        return "" if (got == want).all() else "other values"
    if want.dtype.kind not in "iufc":  # bf16 and smaller: as float32, a step of theirs allowed
        got, want, rtol = got.astype(np.float32), want.astype(np.float32), max(rtol, 1e-2)
    close = np.allclose(got, want, rtol=rtol, atol=atol, equal_nan=True)
    return "" if close else "other values"


def run_case(case: Any) -> str:
    """Why the test fails, or an empty string."""
    import onnx

    import mlirlite.backend

    model = case.model
    if model is None:
        if not case.model_dir:
            return "the model would have to be downloaded"
        model = onnx.load(os.path.join(case.model_dir, "model.onnx"))
    try:
        compiled = mlirlite.backend.prepare(model)
        for inputs, outputs in data_sets(case, model):
            got = compiled.run(inputs)
            if len(got) < len(outputs):
                return f"{len(got)} outputs, expected {len(outputs)}"
            for want, have in zip(outputs, got, strict=False):
                if wrong := differs(want, have, case.rtol, case.atol):
                    return wrong
    except Exception as e:
        first = next(iter(str(e).splitlines()), "")
        return f"{type(e).__name__}: {first}"[:200]
    return ""


def work(pattern: str, pipe: Any) -> None:
    """A worker: receives names, answers with reasons."""
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115  open as long as the process
    table = cases(pattern)
    while (name := pipe.recv()) is not None:
        pipe.send(run_case(table[name][1]))


class Worker:
    """A process that runs one test at a time."""

    def __init__(self, pattern: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(pattern, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.name = ""
        self.since = 0.0

    def start(self, name: str) -> None:
        """Give it a test."""
        self.name, self.since = name, time.monotonic()
        self.pipe.send(name)


def score(pattern: str, jobs: int, timeout: float) -> dict[str, str]:
    """The reason of each test's failure by name, empty for those that pass."""
    todo = collections.deque(cases(pattern))
    results: dict[str, str] = {}
    workers = [Worker(pattern) for _ in range(min(jobs, len(todo)))]
    busy = []
    for worker in workers:
        worker.start(todo.popleft())
        busy.append(worker)
    while busy:
        ready = multiprocessing.connection.wait([w.pipe for w in busy], timeout=0.5)
        for worker in list(busy):
            reason = None
            if worker.pipe in ready:
                try:
                    reason = worker.pipe.recv()
                except EOFError:
                    worker.process.join()
                    reason = f"the process died: exit code {worker.process.exitcode}"
            elif time.monotonic() - worker.since > timeout + 60 * (not results):
                reason = f"took longer than {timeout:.0f} s"
            if reason is None:
                continue
            results[worker.name] = reason
            busy.remove(worker)
            if reason.startswith(("the process died", "took longer")):
                worker.process.kill()
                worker = Worker(pattern)
            if todo:
                worker.start(todo.popleft())
                busy.append(worker)
    return results


def write(passed: int, total: int) -> None:
    """Put the count where README.md has it."""
    path = ROOT / "README.md"
    text = path.read_text()
    path.write_text(
        re.sub(r"(onnx\.reference`: 1,999\) \| )[^|]*\|", rf"\g<1>{passed:,} of {total:,} |", text)
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="*", help="a name pattern")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--timeout", type=float, default=60, help="seconds a test may take")
    parser.add_argument("--failures", action="store_true", help="list each failing test")
    parser.add_argument("--write", action="store_true", help="update README.md")
    a = parser.parse_args()
    table = cases(a.only)
    results = score(a.only, a.jobs, a.timeout)
    reasons = collections.Counter(re.sub(r"\d+", "N", r)[:100] for r in results.values() if r)
    for name, reason in sorted(results.items()):
        if a.failures and reason:
            print(f"{name}: {reason}")
    for reason, count in reasons.most_common(20):
        print(f"{count:6d}  {reason}")
    for kind in KINDS:
        names = [n for n, (k, _) in table.items() if k == kind]
        if names:
            print(f"{kind}: {sum(not results[n] for n in names)} of {len(names)}")
    passed = sum(not r for r in results.values())
    print(f"passed: {passed} of {len(results)}")
    if a.write and a.only == "*":
        write(passed, len(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
