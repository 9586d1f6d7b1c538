#!/usr/bin/env python3
"""Memory-bound operators on one core: which share of a copy's bandwidth they reach, for arrays that
fit in the L2 cache and for larger ones, static and dynamic.

    python bench/bandwidth.py              # all
    python bench/bandwidth.py --only Gelu,Softmax --sizes 128x768
    python bench/bandwidth.py --write      # and put it into bench/RESULTS.md

The engines take turns of several calls each, so that each finds its arrays in the last-level cache;
the best time counts. The time of an empty call is subtracted from mlirlite's and onnxruntime's, so
that small sizes show the loops. For elementwise functions that reach less than 0.8 of a copy, "of
ports" is the least time that the processor's vector ports need for the instructions of that loop,
as llvm-mca counts them, divided by the time it took."""

from __future__ import annotations

import argparse
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from results import write_group

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OMP_NUM_THREADS", "1")
HEADING = "## Memory-bound ops"
IN_A_TURN = 10
SIZES = "256x256,2048x4096"
FLOAT16, BFLOAT16, INT8, INT32 = 10, 16, 3, 6


@dataclass(frozen=True, slots=True)
class Case:
    """Nodes as (op, inputs, output, attributes); how many arrays of float32's size are moved."""

    nodes: tuple[tuple[str, tuple[str, ...], str, dict[str, Any]], ...]
    moved: float
    image: bool = False
    """The input is a batch of 4 images with at least 16 channels."""
    type: str = "float32"
    """The element type of the input."""
    mapped: bool = False
    """A function of each element is computed."""


def one(op: str, *inputs: str, moved: float = 2, **options: Any) -> Case:
    """A case of one node on `x` and other inputs. Options that are not fields of a case are
    attributes of the node."""
    own = {k: options.pop(k) for k in ("image", "type", "mapped") if k in options}
    return Case(((op, ("x", *inputs), "y", options),), moved, **own)


def function(op: str, *inputs: str, **options: Any) -> Case:
    """A function of each element."""
    return one(op, *inputs, mapped=True, **options)


CASES: dict[str, Case] = {
    "Add": one("Add", "z", moved=3),
    "Add of a row": one("Add", "row"),
    "Add of a column": one("Add", "column"),
    "Add of a number": one("Add", "high"),
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
    "Cast to float16": one("Cast", moved=1.5, to=FLOAT16),
    "Cast to int8": one("Cast", moved=1.25, to=INT8),
    "Cast to int32": one("Cast", to=INT32),
    "Cast to bfloat16 and back": Case(
        (("Cast", ("x",), "n", {"to": BFLOAT16}), ("Cast", ("n",), "y", {"to": 1})), 2
    ),
    "Cast of float16": one("Cast", moved=1.5, to=1, type="float16"),
    "Cast of int8": one("Cast", moved=1.25, to=1, type="int8"),
    "QuantizeLinear": one("QuantizeLinear", "step", "zero", moved=1.25),
    "DequantizeLinear": one("DequantizeLinear", "step", "zero", moved=1.25, type="int8"),
    "Sqrt": function("Sqrt"),
    "HardSwish": function("HardSwish"),
    "Sigmoid": function("Sigmoid"),
    "Swish": Case((("Sigmoid", ("x",), "s", {}), ("Mul", ("x", "s"), "y", {})), 2, mapped=True),
    "Tanh": function("Tanh"),
    "Exp": function("Exp"),
    "Log": function("Log"),
    "Sin": function("Sin"),
    "Erf": function("Erf"),
    "Gelu": function("Gelu"),
    "Gelu by tanh": function("Gelu", approximate="tanh"),
    "Softplus": function("Softplus"),
    "Mish": function("Mish"),
    "Elu": function("Elu"),
    "Pow 3": function("Pow", "three"),
    "Pow": function("Pow", "z", moved=3),
    "Softmax": function("Softmax", axis=-1),
    "Softmax of columns": one("Softmax", axis=0),
    "LogSoftmax": function("LogSoftmax", axis=-1),
    "LayerNormalization": one("LayerNormalization", "row", "row", axis=-1),
    "RMSNormalization": one("RMSNormalization", "row", axis=-1),
    "BatchNormalization": one("BatchNormalization", *["channel"] * 4, image=True),
    "InstanceNormalization": one("InstanceNormalization", *["channel"] * 2, image=True),
    "GroupNormalization": one("GroupNormalization", *["channel"] * 2, image=True, num_groups=4),
    "ReduceMean of rows": one("ReduceMean", "last", moved=1, keepdims=0),
    "ReduceMean of columns": one("ReduceMean", "first", moved=1, keepdims=0),
    "ReduceMax of columns": one("ReduceMax", "first", moved=1, keepdims=0),
    "ReduceSum of all": one("ReduceSum", moved=1, keepdims=0),
    "ReduceSum of batch and space": one("ReduceSum", "but_channel", moved=1, image=True),
    "ReduceLogSumExp of rows": function("ReduceLogSumExp", "last", moved=1),
    "ArgMax of rows": one("ArgMax", moved=1, axis=-1),
    "TopK of rows": one("TopK", "eight", moved=1, axis=-1),
    "GlobalAveragePool": one("GlobalAveragePool", moved=1, image=True),
    "MaxPool": one("MaxPool", moved=1.25, image=True, kernel_shape=[2, 2], strides=[2, 2]),
    "Transpose": one("Transpose", perm=[1, 0]),
    "Transpose of channels": one("Transpose", image=True, perm=[0, 2, 3, 1]),
    "Concat of columns": one("Concat", "z", moved=4, axis=1),
    "Slice of columns": one("Slice", "first", "half", "last", moved=1),
    "Pad": one("Pad", "pads"),
    "Tile of rows": one("Tile", "twice", moved=3),
    "Gather of rows": one("Gather", "order", axis=0),
    "Resize": one(
        "Resize",
        "",
        "scales",
        moved=5,
        image=True,
        mode="nearest",
        coordinate_transformation_mode="asymmetric",
        nearest_mode="floor",
    ),
    "CumSum": one("CumSum", "last"),
}


def shape_of(case: Case, rows: int, columns: int) -> tuple[int, ...]:
    """The shape of `x`: a matrix, or images with as many elements."""
    if not case.image:
        return rows, columns
    channels = max(16, rows // 32)
    side = max(1, math.isqrt(rows * columns // (4 * channels)))
    return 4, channels, side, side


def model_of(
    case: Case, shape: tuple[int, ...], dynamic: bool = False
) -> tuple[bytes, dict[str, Any]]:
    """A model of a case, and its inputs. In a dynamic model, only the number of channels or columns
    is known."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(0)
    used = {name for _, inputs, _, _ in case.nodes for name in inputs}
    feeds = {n: rng.standard_normal(shape, dtype=np.float32) for n in ("x", "z") if n in used}
    if case.nodes[0][0] in ("Log", "Sqrt", "Pow", "Div"):
        feeds = {n: np.abs(a) + np.float32(0.5) for n, a in feeds.items()}
    if case.type != "float32":
        feeds = {n: (a * 10).astype(case.type) for n, a in feeds.items()}
    if "c" in used:
        feeds["c"] = rng.random(shape) < 0.5
    kept = 1  # columns, or channels
    stated = [n if d == kept else f"d{d}" for d, n in enumerate(shape)] if dynamic else shape
    inputs = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), stated)
        for n, a in feeds.items()
    ]
    channels = shape[1] if len(shape) > 1 else 1
    constants = {
        "row": rng.standard_normal(shape[-1], dtype=np.float32),
        "column": rng.standard_normal((shape[0], 1), dtype=np.float32),
        "channel": rng.random(channels, dtype=np.float32) + 0.5,
        "low": np.float32(-0.5),
        "high": np.float32(0.5),
        "three": np.float32(3),
        "step": np.float32(0.05),
        "zero": np.int8(3),
        "last": np.array([-1], np.int64),
        "first": np.array([0], np.int64),
        "half": np.array([shape[-1] // 2], np.int64),
        "but_channel": np.array([0, 2, 3], np.int64),
        "eight": np.array([min(8, shape[-1])], np.int64),
        "pads": np.array([1] * (2 * len(shape)), np.int64),
        "twice": np.array([2, *[1] * (len(shape) - 1)], np.int64),
        "order": rng.permutation(shape[0]),
        "scales": np.array([1, 1, 2, 2][: len(shape)], np.float32),
    }
    weights = [numpy_helper.from_array(np.asarray(a), n) for n, a in constants.items() if n in used]
    made = [helper.make_node(op, ins, [out], **attrs) for op, ins, out, attrs in case.nodes]
    if case.nodes[0][0] == "TopK":
        made[0].output.append("places")
    last = case.nodes[-1]
    kinds = {
        "Cast": last[3].get("to"),
        "ArgMax": TensorProto.INT64,
        "QuantizeLinear": TensorProto.INT8,
    }
    output = helper.make_tensor_value_info("y", kinds.get(last[0], TensorProto.FLOAT), None)
    graph = helper.make_graph(made, "g", inputs, [output], weights)
    imports = [helper.make_opsetid("", 23)]
    return helper.make_model(graph, opset_imports=imports, ir_version=10).SerializeToString(), feeds


def our_session(model: bytes) -> Any:
    """mlirlite's."""
    import mlirlite

    return mlirlite.InferenceSession(model)


def their_session(model: bytes) -> Any:
    """onnxruntime's; None for an operator that it does not have."""
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception:  # its errors have no class in common
        return None


def best_of(calls: dict[str, Callable[[], Any]], rounds: int, repeats: int) -> dict[str, float]:
    """Best seconds of a call. Each takes turns of several calls, since the cache contents left by
    the others would affect a single call."""
    best = dict.fromkeys(calls, math.inf)
    for _ in range(rounds):
        for name, call in calls.items():
            for _ in range(IN_A_TURN):
                started = time.perf_counter()
                for _ in range(repeats):
                    call()
                best[name] = min(best[name], (time.perf_counter() - started) / repeats)
    return best


def empty_calls(rounds: int) -> dict[str, float]:
    """Seconds of a call that does almost nothing."""
    model, feeds = model_of(one("Relu"), (1, 1))
    ours, theirs = our_session(model), their_session(model)
    calls = {"static": lambda: ours.run(None, feeds), "theirs": lambda: theirs.run(None, feeds)}
    found = best_of(calls, rounds, 200)
    return found | {"dynamic": found["static"]}


def measure(
    case: Case, rows: int, columns: int, rounds: int, empty: dict[str, float]
) -> dict[str, float]:
    """GB/s of the engines and of a copy of the same number of bytes; `ports` is the share of the
    time that the ports need."""
    import numpy as np

    repeats = max(1, min(80, (1 << 22) // (rows * columns)))
    shape = shape_of(case, rows, columns)
    model, feeds = model_of(case, shape)
    static, theirs = our_session(model), their_session(model)
    dynamic = our_session(model_of(case, shape, dynamic=True)[0])
    calls: dict[str, Callable[[], Any]] = {
        "static": lambda: static.run(None, feeds),
        "dynamic": lambda: dynamic.run(None, feeds),
    }
    if theirs is not None:
        calls["theirs"] = lambda: theirs.run(None, feeds)
    moved = math.prod(shape) * case.moved
    half = int(moved / 2)
    source, target = np.ones(half, np.float32), np.zeros(half, np.float32)
    calls["copy"] = lambda: np.copyto(target, source)
    best = best_of(calls, rounds, repeats)
    size = 4 * moved / 1e9
    spent = {n: max(s - empty.get(n, 0.0), 1e-9) for n, s in best.items()}
    found = {n: size / s for n, s in spent.items()}
    if case.mapped and found["static"] < 0.8 * found["copy"]:
        needed = port_seconds(static._engine.object_code, math.prod(shape))
        if needed is not None:
            found["ports"] = needed / spent["static"]
    return found


# What ports need

_INSTRUCTION = re.compile(r"\s+([0-9a-f]+):\s+(.*)")
_DIVIDER, _VECTOR_PORTS = 1, (2, 3, 7)
"""Columns of llvm-mca's table for Skylake: SKXFPDivider; ports 0, 1 and 5."""
_JUMP = re.compile(r"j\w+\s+(?:0x)?([0-9a-f]+)")


def innermost_loops(code: bytes) -> list[list[str]]:
    """The instructions of each innermost loop of an object file for x86-64."""
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(code)
        file.flush()
        command = ["objdump", "-d", "--no-show-raw-insn", file.name]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = [(int(m[1], 16), m[2]) for m in map(_INSTRUCTION.match, text.splitlines()) if m]
    places = {address: i for i, (address, _) in enumerate(found)}
    loops = []
    for i, (_, instruction) in enumerate(found):
        jump = _JUMP.match(instruction)
        begin = places.get(int(jump[1], 16)) if jump else None
        if begin is not None and begin <= i:
            loops.append((begin, i))
    inner = [x for x in loops if not any(x != y and x[0] <= y[0] and y[1] <= x[1] for y in loops)]
    return [[re.sub(r"\s*[#<].*", "", s) for _, s in found[a : b + 1]] for a, b in inner]


def port_seconds(code: bytes, elements: int) -> float | None:
    """Least seconds that the ports need for the longest loop of 512-bit vectors. Its number of
    iterations follows from the f32 vectors that it stores, or loads if it only reduces. None if
    that cannot be determined."""
    from mlirlite.runtime.peak import peak_gflops

    loops = [x for x in innermost_loops(code) if any("%zmm" in s for s in x)]
    if not loops:
        return None
    loop = max(loops, key=len)
    stored = sum(1 for s in loop if re.match(r"vmov\w+\s+%zmm\d+,.*\((?!%r[sb]p)", s))
    handled = stored or sum(1 for s in loop if re.match(r"vmov\w+\s+.*\((?!%r[sbi]p).*,%zmm", s))
    # Skylake has the same vector ports. Its square roots take longer than those of its successors,
    # which take a little longer than a division.
    lines = [s.replace("vsqrtps", "vrcp14ps") for s in loop]
    lines = [re.sub(r"^(j\w+)\s.*", r"\1 .L", s) for s in lines]
    lines = [re.sub(r"^vrcp14ps (.*),(%zmm\d+)", r"vdivps \1,\2,\2", s) for s in lines]
    command = ["llvm-mca-22", "-mtriple=x86_64", "-mcpu=skylake-avx512", "-iterations=1"]
    try:
        done = subprocess.run(
            command,
            input="\n".join([".L:", *lines, ""]),
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    if not handled:
        return None
    cycles = _vector_cycles(done.stdout)
    frequency = peak_gflops() * 1e9 / 64  # two multiply-adds of 16 numbers in a cycle
    return cycles / handled * elements / 16 / frequency


_PRESSURE = re.compile(r"\s*((?:(?:[0-9.]+|-)\s+){10})(v\S+\s.*)")
_MOVE = re.compile(r"v(?:mov|p?broadcast)\S*\s+(?:%zmm\d+|\S*\(.*\)), %zmm\d+$")


def _vector_cycles(text: str) -> float:
    """Cycles of the vector instructions in llvm-mca's table of resources: of the divider, and of
    two ports. While 512-bit instructions are in flight, the third port, to which llvm-mca assigns
    some integer instructions, accepts none; loads and register moves need no such port."""
    divider = vectors = 0.0
    for pressure, instruction in _PRESSURE.findall(text):
        used = [0.0 if n == "-" else float(n) for n in pressure.split()]
        divider += used[_DIVIDER]
        if not _MOVE.match(instruction):
            vectors += sum(used[n] for n in _VECTOR_PORTS)
    return max(divider, vectors / 2)


def size_of(text: str) -> tuple[int, int]:
    """Rows and columns of `256x256`."""
    rows, _, columns = text.partition("x")
    return int(rows), int(columns)


def row_of(r: dict[str, float]) -> str:
    """The cells of one op and size."""
    theirs = f"{r['static'] / r['theirs']:.2f}" if "theirs" in r else "–"
    ports = f"{r['ports']:.2f}" if "ports" in r else ""
    shares = f"{r['static'] / r['copy']:.2f} | {r['dynamic'] / r['copy']:.2f}"
    return f"{r['static']:.0f} | {shares} | {ports} | {theirs}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="names, comma separated")
    parser.add_argument("--sizes", default=SIZES, help="rows x columns, comma separated")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    import nine_models

    sizes = [size_of(s) for s in a.sizes.split(",")]
    empty = empty_calls(a.rounds)
    parts = [f"{nine_models.machine()}. One thread, float32, GB/s; bandwidth relative to a copy of"]
    parts.append("the same number of bytes, and speed relative to onnxruntime.")
    lines = ["| op |" + " GB/s | of a copy | dynamic | of ports | ÷ onnxruntime |" * len(sizes)]
    lines.append("|---|" + "---|---|---|---|---|" * len(sizes))
    for name, case in CASES.items():
        if a.only and name not in a.only.split(","):
            continue
        cells = [row_of(measure(case, *size, a.rounds, empty)) for size in sizes]
        lines.append(f"| {name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    named = " and ".join(f"{r} x {c} ({4 * r * c / (1 << 20):g} MB)" for r, c in sizes)
    text = f"{' '.join(parts)} Sizes: {named}.\n\n" + "\n".join(lines)
    if a.write:
        write_group("bandwidth", HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
