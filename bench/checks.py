#!/usr/bin/env python3
"""The cost of checks at run time: the same model runs with and without them (`unchecked=True`), in
alternation.

    python bench/checks.py                          # all, a table on standard output
    python bench/checks.py --only operators,models  # and: vision, cnns
    python bench/checks.py --write                  # and put it into bench/RESULTS.md

The figure is the ratio of the best times: 1.01 means one per cent slower with checks. The operators
are those dominated by their indices, and small ones dominated by the call."""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import models
import nine_models
import numpy as np
import vision
from results import write_table

HEADING = "## Checks at run time"
OPERATORS = {
    "Gather, 512 rows of 768": (
        "float[30000, 768] x, int64[B, S] i",
        "z = Gather(x, i)",
        {"x": (30000, 768), "i": (4, 128, 30000)},
    ),
    "Gather, 100,000 elements": (
        "float[100000] x, int64[M] i",
        "z = Gather(x, i)",
        {"x": (100_000,), "i": (100_000, 100_000)},
    ),
    "Gather, 100 elements": (
        "float[1000] x, int64[M] i",
        "z = Gather(x, i)",
        {"x": (1000,), "i": (100, 1000)},
    ),
    "GatherElements, 1,000,000": (
        "float[1000, 1000] x, int64[1000, 1000] i",
        "z = GatherElements<axis = 1>(x, i)",
        {"x": (1000, 1000), "i": (1000, 1000, 1000)},
    ),
    "GatherND, 5,000 rows of 64": (
        "float[100, 100, 64] x, int64[M, 2] i",
        "z = GatherND(x, i)",
        {"x": (100, 100, 64), "i": (5000, 2, 100)},
    ),
    "ScatterElements, 100,000": (
        "float[1000, 1000] x, int64[1000, 100] i, float[1000, 100] u",
        "z = ScatterElements<axis = 1>(x, i, u)",
        {"x": (1000, 1000), "i": (1000, 100, 1000), "u": (1000, 100)},
    ),
    "ScatterND, 5,000 rows of 64": (
        "float[100, 100, 64] x, int64[M, 2] i, float[M, 64] u",
        "z = ScatterND(x, i, u)",
        {"x": (100, 100, 64), "i": (5000, 2, 100), "u": (5000, 64)},
    ),
    "Add, 4 elements, sizes unknown": (
        "float[N] x, float[M] y",
        "z = Add(x, y)",
        {"x": (4,), "y": (4,)},
    ),
    "MatMul, 64 x 64 x 64, sizes unknown": (
        "float[N, K] x, float[K, M] y",
        "z = MatMul(x, y)",
        {"x": (64, 64), "y": (64, 64)},
    ),
}
"""Inputs, node, and shapes to feed; those of indices end with the indices' bound."""


def operator(name: str) -> tuple[Any, dict[str, Any]]:
    """A model of one operator and its feeds."""
    from onnx import parser

    inputs, node, shapes = OPERATORS[name]
    text = f'<ir_version: 10, opset_import: ["" : 21]> g ({inputs}) => (float z) {{ {node} }}'
    model = parser.parse_model(text)
    model.graph.output[0].type.tensor_type.ClearField("shape")
    rng = np.random.default_rng(0)
    feeds = {
        key: rng.integers(0, shape[-1], shape[:-1]) if key == "i" else rng.random(shape, "f4")
        for key, shape in shapes.items()
    }
    return model, feeds


def cases(group: str, folder: str) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Name, model and feeds of each member of a group."""
    import onnx

    path = str(Path(folder, "model.onnx"))
    if group == "operators":
        for name in OPERATORS:
            yield name, *operator(name)
    elif group == "models":
        for name in models.MODELS:
            size = 1 if name == "vit" else 128
            for kind in (size, "n"):
                onnx.save(models.MODELS[name](kind), path)
                word = "dynamic" if kind == "n" else "static"
                yield f"{name}, {word}", path, models.feeds_of(name, 128)
    elif group == "vision":
        rng = np.random.default_rng(0)
        for name, make in vision.MODELS.items():
            model = make()
            onnx.save(model, path)
            sizes = [d.dim_value for d in model.graph.input[0].type.tensor_type.shape.dim]
            yield name, path, {model.graph.input[0].name: rng.random(sizes, "f4")}
    else:
        from mlirlite.testing.models import light_models

        for name in light_models():
            nine_models.prepare(name, folder)
            yield name, path, dict(np.load(f"{folder}/feeds.npz"))


def ratio(model: Any, feeds: dict[str, Any], rounds: int) -> tuple[float, float]:
    """Best time with checks in microseconds, and its ratio to the best time without."""
    import mlirlite

    both = [mlirlite.InferenceSession(model, unchecked=u) for u in (False, True)]

    def seconds(session: Any, times: int) -> float:
        started = time.perf_counter()
        for _ in range(times):
            session.run(None, feeds)
        return (time.perf_counter() - started) / times

    times = max(1, int(0.005 / max(seconds(both[0], 2), 1e-7)))
    best = [math.inf, math.inf]
    for _ in range(rounds):
        for i, session in enumerate(both):
            best[i] = min(best[i], seconds(session, times))
    return best[0] * 1e6, best[0] / best[1]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="operators,models,vision,cnns")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    lines = ["| | with checks, us | with / without |", "|---|---|---|"]
    print("\n".join(lines))
    for group in a.only.split(","):
        found = []
        with tempfile.TemporaryDirectory() as folder:
            for name, model, feeds in cases(group, folder):
                microseconds, over = ratio(model, feeds, a.rounds)
                found.append(over)
                lines.append(f"| {name} | {microseconds:.1f} | {over:.3f} |")
                print(lines[-1], flush=True)
        mean = math.exp(sum(map(math.log, found)) / len(found))
        lines.append(f"| {group}, geometric mean | | {mean:.3f} |")
        print(lines[-1], flush=True)
    if a.write:
        write_table("checks", HEADING, f"{nine_models.machine()}.\n\n" + "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
