#!/usr/bin/env python3
"""How long a model takes to compile, from the file to a session: the nine CNNs that the onnx
package ships and the eight models of bench/models.py, with nothing in the cache.

    python bench/compile.py                               # all, a table on standard output
    python bench/compile.py --only mobilenet,yolo         # models of bench/vision.py work, too
    python bench/compile.py --peer ../other-checkout      # beside another commit, in the same run
    python bench/compile.py --only resnet50,bert-dynamic --rounds 5
    python bench/compile.py --cores 2                     # by default one
    python bench/compile.py --tier quick                  # to the end of the first answer
    python bench/compile.py --build DIR                   # keep the models there, or reuse them

Every compilation is a process of its own, and checkouts take turns in each round. Columns are
medians of processor time and of wall time, the peak of memory, and the best latency, in processor
time of the calling thread. For latency both processes stay alive and take turns, too. Other
programs on the machine disturb wall times most: compare processor times."""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CHILD = """
import json, os, resource, sys, time
import numpy as np
path, feeds, cores = sys.argv[1], dict(np.load(sys.argv[2])), int(sys.argv[3])
tier = sys.argv[4]
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
import mlirlite
wall, cpu = time.perf_counter(), time.process_time()
if tier:
    session = mlirlite.InferenceSession(path, tier=tier)
    session.run(None, feeds)
else:
    session = mlirlite.InferenceSession(path)
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"wall": wall, "cpu": cpu, "peak": peak}), flush=True)
for line in sys.stdin:
    if tier:
        session.wait_for_code()
    best = float("inf")
    for _ in range(int(line)):
        started = time.thread_time()
        session.run(None, feeds)
        best = min(best, time.thread_time() - started)
    print(json.dumps(best * 1e3), flush=True)
"""


def light_names() -> list[str]:
    """The nine CNNs."""
    from mlirlite.testing.models import light_models

    return list(light_models())


def names() -> list[str]:
    """All models."""
    import models

    return [*light_names(), *(f"{n}-{k}" for n in models.MODELS for k in ("static", "dynamic"))]


def build(name: str, folder: Path) -> None:
    """Write a model and inputs for it, unless they are there."""
    import models
    import numpy as np
    import onnx
    import vision

    path, feeds = folder / f"{name}.onnx", folder / f"{name}.npz"
    if path.exists() and feeds.exists():
        return
    kind, _, size = name.rpartition("-")
    if kind in models.MODELS:
        length = 1 if kind == "vit" else 128
        onnx.save(models.MODELS[kind](length if size == "static" else "n"), str(path))
        np.savez(feeds, **models.feeds_of(kind, 128))
        return
    if name in vision.MODELS:
        model = vision.MODELS[name]()
        onnx.save(model, str(path))
        np.savez(feeds, **vision.feeds_of(model))
        return
    from mlirlite.testing.models import light_models, random_inputs, with_random_weights

    model = with_random_weights(onnx.load(light_models()[name]), seed=0)
    np.savez(feeds, **random_inputs(model, seed=1))
    onnx.save(model, str(path))


class Child:
    """A process that has compiled a model and runs it when told to."""

    def __init__(self, checkout: Path, name: str, folder: Path, cores: int, tier: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(checkout), "MLIRLITE_CACHE": "off"}
        # As after an installation: modules are not compiled from their source each time.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        env["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        words = [folder / f"{name}.onnx", folder / f"{name}.npz", cores, tier]
        self._process = subprocess.Popen(
            [sys.executable, "-c", CHILD, *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=env,
            cwd=folder,
        )
        self.figures: dict[str, float] = self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"a process ended with {self._process.wait()}")
        return json.loads(line)

    def best(self, runs: int) -> float:
        """The best of some runs, in milliseconds."""
        assert self._process.stdin is not None
        print(runs, file=self._process.stdin, flush=True)
        return float(self._answer())

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


def measure(
    name: str,
    checkouts: list[Path],
    folder: Path,
    cores: int,
    rounds: int,
    runs: int,
    tier: str = "",
) -> list[dict[str, float]]:
    """Medians of each checkout."""
    found: list[list[dict[str, float]]] = [[] for _ in checkouts]
    best = [math.inf] * len(checkouts)
    for i in range(rounds):
        children = []
        for checkout, figures in zip(checkouts, found, strict=True):
            children.append(Child(checkout, name, folder, cores, tier))
            figures.append(children[-1].figures)
            if i < rounds - 1 or not runs:
                children.pop().end()
        for _ in range(runs if children else 0):
            for k, child in enumerate(children):
                best[k] = min(best[k], child.best(3))
        for child in children:
            child.end()
    return [
        {
            "cpu": statistics.median(f["cpu"] for f in figures),
            "wall": statistics.median(f["wall"] for f in figures),
            "peak": max(f["peak"] for f in figures),
            "ms": ms,
        }
        for figures, ms in zip(found, best, strict=True)
    ]


def row(name: str, figures: list[dict[str, float]]) -> str:
    """A line of the table: of every checkout, and the ratios of the first to the second."""
    cells = []
    for key, scale, digits in (("cpu", 1, 2), ("wall", 1, 2), ("peak", 1e-6, 0), ("ms", 1, 2)):
        if math.inf in [f[key] for f in figures]:  # not run
            cells += [""] * (3 if len(figures) == 2 else 1)
            continue
        cells += [f"{f[key] * scale:.{digits}f}" for f in figures]
        if len(figures) == 2:
            cells.append(f"{figures[0][key] / figures[1][key]:.2f}")
    return f"| {name} | {' | '.join(cells)} |"


def heading(peers: int) -> str:
    """The head of the table."""
    columns = []
    for key in ("CPU s", "wall s", "peak MB", "latency ms"):
        columns.append(key)
        if peers:
            columns += ["peer", "ratio"]
    return f"| model | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}"


def mean(numbers: Iterable[float]) -> float:
    """The geometric mean."""
    logs = [math.log(n) for n in numbers]
    return math.exp(sum(logs) / len(logs))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="names, comma separated")
    parser.add_argument("--peer", metavar="DIR", help="a checkout of another commit")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=5, help="turns for latency; 0: do not run")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--tier", default="", help="measure to the first answer of this tier")
    parser.add_argument("--build", metavar="DIR", help="write (or reuse) the models here")
    parser.add_argument("--prepare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if a.prepare:
        build(a.only, Path(a.build))
        return 0
    checkouts = [ROOT] + ([Path(a.peer).resolve()] if a.peer else [])
    lines, found = [heading(len(checkouts) - 1)], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(a.build or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for name in a.only.split(",") if a.only else names():
            # In a process of its own: the peak of memory is inherited by processes that follow.
            words = [sys.executable, __file__, "--only", name, "--build", str(folder), "--prepare"]
            subprocess.run(words, check=True)
            found.append(measure(name, checkouts, folder, a.cores, a.rounds, a.runs, a.tier))
            lines.append(row(name, found[-1]))
            print("\n".join(lines) if len(lines) == 2 else lines[-1], flush=True)
    if a.peer:
        keys = ("cpu", "wall", "peak", *(["ms"] if a.runs else []))
        ratios = {k: mean(f[0][k] / f[1][k] for f in found) for k in keys}
        lines.append(
            "| geometric mean | " + " | ".join(f"| | {r:.3f}" for r in ratios.values()) + " |"
        )
        print(lines[-1])
    if a.write:
        import nine_models
        from results import write_table

        text = f"{nine_models.machine()}. {a.cores} core(s), nothing in the cache.\n\n"
        write_table(f"compile {a.cores}", "## Compilation", text + "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
