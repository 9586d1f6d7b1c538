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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OMP_NUM_THREADS", "1")
HEADING = "## Memory-bound ops"
MARKS = "<!-- bandwidth: begin -->", "<!-- bandwidth: end -->"


@dataclass(frozen=True, slots=True)
class Case:
    """Nodes as (op, inputs, output, attributes); how many arrays of full size are moved."""

    nodes: tuple[tuple[str, tuple[str, ...], str, dict[str, Any]], ...]
    moved: float
    image: bool = False
    """Seen as images of a batch of 4, with 16 channels at least."""


def one(op: str, *inputs: str, moved: float = 2, image: bool = False, **attributes: Any) -> Case:
    """A case of one node on `x`, and what else it is given."""
    return Case(((op, ("x", *inputs), "y", attributes),), moved, image)


CASES: dict[str, Case] = {
    "Add": one("Add", "z", moved=3),
    "Div": one("Div", "z", moved=3),
    "Where": Case((("Where", ("c", "x", "z"), "y", {}),), 3.25),
    "Relu(x * z + row)": Case(
        (
            ("Mul", ("x", "z"), "a", {}),
            ("Add", ("a", "row"), "b", {}),
            ("Relu", ("b",), "y", {}),
        ),
        3,
    ),
    "Clip": one("Clip", "low", "high"),
    "Cast to float16": one("Cast", moved=1.5, to=10),
    "Cast to int32": one("Cast", to=6),
    "Sqrt": one("Sqrt"),
    "HardSwish": one("HardSwish"),
    "Sigmoid": one("Sigmoid"),
    "Swish": Case((("Sigmoid", ("x",), "s", {}), ("Mul", ("x", "s"), "y", {})), 2),
    "Tanh": one("Tanh"),
    "Exp": one("Exp"),
    "Log": one("Log"),
    "Sin": one("Sin"),
    "Erf": one("Erf"),
    "Gelu": one("Gelu"),
    "Gelu by tanh": one("Gelu", approximate="tanh"),
    "Softplus": one("Softplus"),
    "Mish": one("Mish"),
    "Elu": one("Elu"),
    "Pow 3": one("Pow", "three"),
    "Pow": one("Pow", "z", moved=3),
    "Softmax": one("Softmax", axis=-1),
    "Softmax of columns": one("Softmax", axis=0),
    "LogSoftmax": one("LogSoftmax", axis=-1),
    "LayerNormalization": one("LayerNormalization", "row", "row", axis=-1),
    "RMSNormalization": one("RMSNormalization", "row", axis=-1),
    "BatchNormalization": one("BatchNormalization", *["channel"] * 4, image=True),
    "InstanceNormalization": one("InstanceNormalization", *["channel"] * 2, image=True),
    "GroupNormalization": one("GroupNormalization", *["channel"] * 2, image=True, num_groups=4),
    "ReduceMean of rows": one("ReduceMean", "last", moved=1, keepdims=0),
    "ReduceMax of columns": one("ReduceMax", "first", moved=1, keepdims=0),
    "ReduceSum of batch and space": one("ReduceSum", "but_channel", moved=1, image=True),
    "ReduceLogSumExp of rows": one("ReduceLogSumExp", "last", moved=1),
    "ArgMax of rows": one("ArgMax", moved=1, axis=-1),
    "GlobalAveragePool": one("GlobalAveragePool", moved=1, image=True),
    "Transpose": one("Transpose", perm=[1, 0]),
    "Transpose of channels": one("Transpose", image=True, perm=[0, 2, 3, 1]),
    "Concat of columns": one("Concat", "z", moved=4, axis=1),
    "Slice of columns": one("Slice", "first", "half", "last", moved=1),
    "CumSum": one("CumSum", "last"),
}


def shape_of(case: Case, rows: int, columns: int) -> tuple[int, ...]:
    """The shape of `x`: a matrix, or images with as many elements."""
    if not case.image:
        return rows, columns
    channels = max(16, rows // 32)
    side = max(1, math.isqrt(rows * columns // (4 * channels)))
    return 4, channels, side, side


def model_of(case: Case, shape: tuple[int, ...]) -> tuple[bytes, dict[str, Any]]:
    """A model of a case, and its inputs."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(0)
    used = {name for _, inputs, _, _ in case.nodes for name in inputs}
    feeds = {n: rng.standard_normal(shape, dtype=np.float32) for n in ("x", "z") if n in used}
    if case.nodes[0][0] in ("Log", "Sqrt", "Pow", "Div"):
        feeds = {n: np.abs(a) + np.float32(0.5) for n, a in feeds.items()}
    if "c" in used:
        feeds["c"] = rng.random(shape) < 0.5
    inputs = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), shape)
        for n, a in feeds.items()
    ]
    constants = {
        "row": rng.standard_normal(shape[-1], dtype=np.float32),
        "channel": rng.random(shape[1] if len(shape) > 1 else 1, dtype=np.float32) + 0.5,
        "low": np.float32(-0.5),
        "high": np.float32(0.5),
        "three": np.float32(3),
        "last": np.array([-1], np.int64),
        "first": np.array([0], np.int64),
        "half": np.array([shape[-1] // 2], np.int64),
        "but_channel": np.array([0, 2, 3], np.int64),
    }
    weights = [numpy_helper.from_array(np.asarray(a), n) for n, a in constants.items() if n in used]
    made = [helper.make_node(op, ins, [out], **attrs) for op, ins, out, attrs in case.nodes]
    kinds = {"Cast": case.nodes[0][3].get("to"), "ArgMax": TensorProto.INT64}
    kind = kinds.get(case.nodes[0][0], TensorProto.FLOAT)
    output = helper.make_tensor_value_info("y", kind, None)
    graph = helper.make_graph(made, "g", inputs, [output], weights)
    imports = [helper.make_opsetid("", 23)]
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


def measure(case: Case, rows: int, columns: int, rounds: int) -> dict[str, float]:
    """GB/s of the engines and of a copy of as many bytes."""
    import numpy as np

    repeats = max(1, min(500, (1 << 23) // (rows * columns)))
    empty = best_of(session_calls(*model_of(one("Relu"), (1, 1))), rounds, 200)
    shape = shape_of(case, rows, columns)
    calls = session_calls(*model_of(case, shape))
    moved = math.prod(shape) * case.moved
    half = int(moved / 2)
    source, target = np.ones(half, np.float32), np.zeros(half, np.float32)
    calls["copy"] = lambda: np.copyto(target, source)
    best = best_of(calls, rounds, repeats)
    size = 4 * moved / 1e9
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
    for name, case in CASES.items():
        if a.only and name not in a.only.split(","):
            continue
        r = measure(case, a.rows, a.columns, a.rounds)
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
