#!/usr/bin/env python3
"""Elementwise ops, softmax, normalisation and reductions on one core: bytes that must be read and
written in a second, beside a copy of as many and beside onnxruntime.

    python bench/bandwidth.py              # all
    python bench/bandwidth.py --only Gelu,Softmax --rows 128 --columns 768
    python bench/bandwidth.py --write      # and put it into bench/RESULTS.md

All take turns; figures are the best of --rounds. The time of an empty call is taken off mlirlite's
and onnxruntime's, so that small sizes show the loops."""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OMP_NUM_THREADS", "1")
HEADING = "## Memory-bound ops"
MARKS = "<!-- bandwidth: begin -->", "<!-- bandwidth: end -->"
# Name -> nodes as (op, inputs, output, attributes), and how many arrays of full size are moved.
CASES: dict[str, tuple[list[tuple[str, list[str], str, dict[str, Any]]], int]] = {
    "Add": ([("Add", ["x", "z"], "y", {})], 3),
    "Relu(x * z + row)": (
        [("Mul", ["x", "z"], "a", {}), ("Add", ["a", "row"], "b", {}), ("Relu", ["b"], "y", {})],
        3,
    ),
    "Sigmoid": ([("Sigmoid", ["x"], "y", {})], 2),
    "Tanh": ([("Tanh", ["x"], "y", {})], 2),
    "Exp": ([("Exp", ["x"], "y", {})], 2),
    "Erf": ([("Erf", ["x"], "y", {})], 2),
    "Gelu": ([("Gelu", ["x"], "y", {})], 2),
    "Softmax": ([("Softmax", ["x"], "y", {"axis": -1})], 2),
    "LayerNormalization": ([("LayerNormalization", ["x", "row", "row"], "y", {"axis": -1})], 2),
    "ReduceMean of rows": ([("ReduceMean", ["x", "last"], "y", {"keepdims": 0})], 1),
    "ReduceMax of columns": ([("ReduceMax", ["x", "first"], "y", {"keepdims": 0})], 1),
}


def model_of(nodes: list[Any], rows: int, columns: int) -> tuple[bytes, dict[str, Any]]:
    """A model of the nodes, and its inputs."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(0)
    used = {name for _, inputs, _, _ in nodes for name in inputs}
    shape = (rows, columns)
    feeds = {n: rng.standard_normal(shape, dtype=np.float32) for n in ("x", "z") if n in used}
    inputs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n in feeds]
    constants = {
        "row": rng.standard_normal(columns, dtype=np.float32),
        "last": np.array([-1], np.int64),
        "first": np.array([0], np.int64),
    }
    weights = [numpy_helper.from_array(a, n) for n, a in constants.items() if n in used]
    made = [helper.make_node(op, ins, [out], **attrs) for op, ins, out, attrs in nodes]
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph(made, "g", inputs, [output], weights)
    imports = [helper.make_opsetid("", 21)]
    return helper.make_model(graph, opset_imports=imports, ir_version=10).SerializeToString(), feeds


def session_calls(model: bytes, feeds: dict[str, Any]) -> dict[str, Any]:
    """The engines' calls."""
    import onnxruntime

    import mlirlite

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    peer = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    ours = mlirlite.InferenceSession(model)
    return {
        "mlirlite": lambda: ours.run(None, feeds),
        "onnxruntime": lambda: peer.run(None, feeds),
    }


def best_of(calls: dict[str, Any], rounds: int, repeats: int) -> dict[str, float]:
    """Best seconds of a call, in turns."""
    best = dict.fromkeys(calls, math.inf)
    for _ in range(rounds):
        for name, call in calls.items():
            started = time.perf_counter()
            for _ in range(repeats):
                call()
            best[name] = min(best[name], (time.perf_counter() - started) / repeats)
    return best


def measure(nodes: list[Any], moved: int, rows: int, columns: int, rounds: int) -> dict[str, float]:
    """GB/s of the engines and of a copy of as many bytes."""
    import numpy as np

    repeats = max(1, min(500, (1 << 23) // (rows * columns)))
    empty = best_of(session_calls(*model_of([("Relu", ["x"], "y", {})], 1, 1)), rounds, 200)
    calls = session_calls(*model_of(nodes, rows, columns))
    half = rows * columns * moved // 2
    source, target = np.ones(half, np.float32), np.zeros(half, np.float32)
    calls["copy"] = lambda: np.copyto(target, source)
    best = best_of(calls, rounds, repeats)
    size = 4 * rows * columns * moved / 1e9
    return {n: size / max(s - empty.get(n, 0.0), 1e-9) for n, s in best.items()}


def write(text: str) -> None:
    """Put the table under its heading in RESULTS.md."""
    path = ROOT / "bench" / "RESULTS.md"
    old = path.read_text()
    if MARKS[0] not in old:
        old = f"{old.rstrip()}\n\n{HEADING}\n\n{MARKS[0]}\n{MARKS[1]}\n"
    head, _, rest = old.partition(MARKS[0])
    path.write_text(f"{head}{MARKS[0]}\n{text}\n{MARKS[1]}{rest.partition(MARKS[1])[2]}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="names, comma separated")
    parser.add_argument("--rows", type=int, default=2048)
    parser.add_argument("--columns", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    import nine_models

    lines = ["| op | mlirlite | onnxruntime | copy | share of copy |", "|---|---|---|---|---|"]
    for name, (nodes, moved) in CASES.items():
        if a.only and name not in a.only.split(","):
            continue
        r = measure(nodes, moved, a.rows, a.columns, a.rounds)
        cells = " | ".join(f"{r[n]:.0f}" for n in ("mlirlite", "onnxruntime", "copy"))
        lines.append(f"| {name} | {cells} | {r['mlirlite'] / r['copy']:.2f} |")
        print(lines[-1], flush=True)
    text = f"{nine_models.machine()}. One thread, {a.rows} x {a.columns} float32, GB/s.\n\n"
    text += "\n".join(lines)
    if a.write:
        write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
