#!/usr/bin/env python3
"""How long a model takes to compile after a similar one: its loop nests are in the cache of
kernels, all but those that are new.

    python bench/warm.py                              # all pairs, a table on standard output
    python bench/warm.py --peer ../other-checkout     # beside another commit, in the same run
    python bench/warm.py --only resnet101 --rounds 5

In each round a cache is empty at first; a process compiles the first model of a pair, another one
the second. Columns are medians: processor time of the first and of the second model, wall time, the
peak of memory, and how many kernels were new."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CHILD = """
import json, os, resource, sys, time
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[2])])
import mlirlite
wall, cpu = time.perf_counter(), time.process_time()
session = mlirlite.InferenceSession(sys.argv[1])
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"wall": wall, "cpu": cpu, "peak": peak}))
"""


def resnet(stages: tuple[int, ...], seed: int = 0, batch: int = 1, last: str = "Relu") -> Any:
    """A residual network of bottlenecks; the first stage's first activation is `last`."""
    import numpy as np
    from models import finish, graph

    g = graph(seed)
    x = g.input("x", [batch, 3, 224, 224])

    def conv(x: str, inputs: int, outputs: int, size: int, stride: int = 1) -> str:
        weights = g.random(outputs, inputs, size, size)
        pads = [size // 2] * 4
        bias = np.zeros(outputs)
        return str(g.op("Conv", x, weights, bias, strides=[stride] * 2, pads=pads))

    x = g.op("Relu", conv(x, 3, 64, 7, 2))
    x = g.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    width = 64
    for stage, count in enumerate(stages):
        inner = 64 << stage
        for i in range(count):
            stride = 2 if stage and not i else 1
            y = g.op("Relu" if stage or i else last, conv(x, width, inner, 1))
            y = g.op("Relu", conv(y, inner, inner, 3, stride))
            y = conv(y, inner, 4 * inner, 1)
            other = x if i else conv(x, width, 4 * inner, 1, stride)
            x, width = g.op("Relu", g.op("Add", y, other)), 4 * inner
    x = g.op("Flatten", g.op("GlobalAveragePool", x))
    g.output(g.linear(x, width, 1000), "y", [batch, 1000])
    return finish(g)


def transformer(kind: str, length: int | str, others: bool = False) -> Any:
    """A model of bench/models.py; with `others`, its large weights are in the opposite order."""
    import models
    from onnx import numpy_helper

    made = models.MODELS[kind](length)
    for weights in made.graph.initializer if others else ():
        array = numpy_helper.to_array(weights)
        if array.size >= 1000:
            flipped = array.reshape(-1)[::-1].reshape(array.shape)
            weights.CopyFrom(numpy_helper.from_array(flipped, weights.name))
    return made


FIFTY, HUNDRED = (3, 4, 6, 3), (3, 4, 23, 3)
Maker = Callable[[], Any]
PAIRS: dict[str, tuple[Maker, Maker]] = {
    "resnet50, other weights": (lambda: resnet(FIFTY), lambda: resnet(FIFTY, seed=1)),
    "resnet50, one changed node": (lambda: resnet(FIFTY), lambda: resnet(FIFTY, last="LeakyRelu")),
    "resnet50, batch of 2": (lambda: resnet(FIFTY), lambda: resnet(FIFTY, batch=2)),
    "resnet101 after resnet50": (lambda: resnet(FIFTY), lambda: resnet(HUNDRED)),
    "bert, other weights": (
        lambda: transformer("bert", "n"),
        lambda: transformer("bert", "n", others=True),
    ),
    "vit, other weights": (
        lambda: transformer("vit", 1),
        lambda: transformer("vit", 1, others=True),
    ),
}


def compiled(checkout: Path, model: Path, cache: str, cores: int) -> dict[str, float]:
    """Figures of a process that compiles a model with a cache."""
    env = {**os.environ, "PYTHONPATH": str(checkout), "MLIRLITE_CACHE_DIR": cache}
    env |= {"MLIRLITE_CACHE": "on", "PYTHONPYCACHEPREFIX": str(model.parent / "bytecode")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    words = [sys.executable, "-c", CHILD, str(model), str(cores)]
    where = model.parent  # not a checkout, which would be imported from
    done = subprocess.run(words, env=env, check=True, capture_output=True, text=True, cwd=where)
    found: dict[str, float] = json.loads(done.stdout)
    kernels = Path(cache, "kernels")
    found["kernels"] = len(list(kernels.iterdir())) if kernels.exists() else 0
    return found


def measure(
    checkouts: list[Path], models: tuple[Path, Path], rounds: int, cores: int
) -> list[dict[str, float]]:
    """Medians of each checkout; they take turns."""
    found: list[list[dict[str, float]]] = [[] for _ in checkouts]
    for _ in range(rounds):
        for checkout, figures in zip(checkouts, found, strict=True):
            with tempfile.TemporaryDirectory() as cache:
                first, second = (compiled(checkout, m, cache, cores) for m in models)
            new = second["kernels"] - first["kernels"]
            figures.append({**second, "first": first["cpu"], "new": new})
    keys = ("first", "cpu", "wall", "peak", "kernels", "new")
    return [{k: statistics.median(f[k] for f in figures) for k in keys} for figures in found]


def row(name: str, figures: list[dict[str, float]]) -> str:
    """A line of the table; the last ratio is to the peer's time for the second model."""
    cells = [name]
    for f in figures:
        cells += [f"{f['first']:.2f}", f"{f['cpu']:.2f}", f"{f['wall']:.2f}"]
        cells.append(f"{f['peak'] / 1e6:.0f}")
    cells.append(f"{figures[0]['new']:.0f} of {figures[0]['kernels']:.0f}")
    if len(figures) > 1:
        cells.append(f"{figures[0]['cpu'] / figures[1]['cpu']:.2f}")
    return f"| {' | '.join(cells)} |"


def heading(peers: int) -> str:
    """The head of the table."""
    columns = ["pair", "first, CPU s", "second, CPU s", "wall s", "peak MB"]
    columns += ["peer: first", "second", "wall", "peak"] * peers
    columns += ["new kernels"] + ["ratio"] * peers
    return f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="pairs whose name begins with this")
    parser.add_argument("--peer", metavar="DIR", help="a checkout of another commit")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--prepare", metavar="DIR", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.prepare:
        import onnx

        for maker, path in zip(PAIRS[a.only], _paths(Path(a.prepare)), strict=True):
            onnx.save(maker(), str(path))
        return 0
    checkouts = [ROOT] + ([Path(a.peer).resolve()] if a.peer else [])
    print(heading(len(checkouts) - 1), flush=True)
    for name in PAIRS:
        if not name.startswith(a.only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            # In a process of its own: the peak of memory is inherited by processes that follow.
            words = [sys.executable, __file__, "--only", name, "--prepare", folder]
            subprocess.run(words, check=True)
            models = _paths(Path(folder))
            print(row(name, measure(checkouts, models, a.rounds, a.cores)), flush=True)
    return 0


def _paths(folder: Path) -> tuple[Path, Path]:
    return folder / "first.onnx", folder / "second.onnx"


if __name__ == "__main__":
    sys.exit(main())
