#!/usr/bin/env python3
"""Language models with random weights of 4 bits, beside onnxruntime: tokens per second of decoding
and of prefill, on one core.

    python bench/llm.py                               # shapes of two models, few layers
    python bench/llm.py --models qwen2.5-0.5b --layers 24 --contexts 128,2048
    python bench/llm.py --write                       # and put it into bench/RESULTS.md

A model has the operators that onnxruntime-genai's builder writes: MatMulNBits in blocks of 32,
GroupQueryAttention with rotary positions and a cache of a fixed size, norms that add, SwiGLU. All
layers are alike, so that few of them tell the time of a layer; the head is measured with them.
A step of decoding has one row at the end of the context; the caches are bound as inputs and results
(`io_binding`), and so updated in place by both. Times are processor time, the least of --rounds in
turns. `--memory` prints load time and resident memory in place of that, `--accuracy` errors of the
logits against f32."""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from results import write_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OMP_NUM_THREADS", "1")
HEADING = "## Language models"
BLOCK = 32


@dataclass(frozen=True)
class Shape:
    """Sizes of a model."""

    hidden: int
    inner: int
    heads: int
    groups: int
    words: int
    layers: int

    @property
    def width(self) -> int:
        """Of a head."""
        return self.hidden // self.heads


SHAPES = {
    "qwen2.5-0.5b": Shape(896, 4864, 14, 2, 151936, 24),
    "tinyllama-1.1b": Shape(2048, 5632, 32, 4, 32000, 22),
}


class Maker:
    """Writes a model of some layers."""

    def __init__(self, shape: Shape, layers: int, room: int, level: int) -> None:
        import numpy as np

        self.shape, self.layers, self.room, self.level = shape, layers, room, level
        self.rng = np.random.default_rng(0)
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, array: Any) -> str:
        """A weight."""
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def node(self, kind: str, inputs: list[str], outputs: list[str], **attributes: Any) -> str:
        """An operator of com.microsoft, or of ONNX for lower ones; the name of its first output."""
        from onnx import helper

        domain = "" if kind in ("Mul", "Sigmoid", "Gather") else "com.microsoft"
        if kind == "SimplifiedLayerNormalization":
            domain = ""
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, **attributes))
        return outputs[0]

    def linear(self, name: str, x: str, depth: int, columns: int) -> str:
        """A product with weights of 4 bits."""
        import numpy as np

        blocks = depth // BLOCK
        packed = self.rng.integers(0, 256, (columns, blocks, BLOCK // 2), np.uint8)
        scales = np.full((columns, blocks), 0.2 / np.sqrt(depth), np.float32)
        inputs = [x, self.constant(f"{name}.w", packed), self.constant(f"{name}.s", scales)]
        return self.node(
            "MatMulNBits",
            inputs,
            [name],
            K=depth,
            N=columns,
            bits=4,
            block_size=BLOCK,
            accuracy_level=self.level,
        )

    def ones(self, name: str) -> str:
        """The factors of a norm."""
        import numpy as np

        return self.constant(name, np.ones(self.shape.hidden, np.float32))

    def layer(self, n: int, x: str, total: str) -> tuple[str, str]:
        """One layer, from normalized numbers and their sum so far to the next ones."""
        s = self.shape
        q = self.linear(f"{n}.q", x, s.hidden, s.heads * s.width)
        k, v = (self.linear(f"{n}.{c}", x, s.hidden, s.groups * s.width) for c in "kv")
        attended = self.node(
            "GroupQueryAttention",
            [q, k, v, f"past_k{n}", f"past_v{n}", "last", "total", "cos", "sin"],
            [f"{n}.a", f"present_k{n}", f"present_v{n}"],
            num_heads=s.heads,
            kv_num_heads=s.groups,
            do_rotary=1,
        )
        out = self.linear(f"{n}.o", attended, s.heads * s.width, s.hidden)
        x, total = self.norm(f"{n}.n", out, total)
        gate, up = (self.linear(f"{n}.{c}", x, s.hidden, s.inner) for c in ("gate", "up"))
        self.node("Sigmoid", [gate], [f"{n}.sigmoid"])
        self.node("Mul", [gate, f"{n}.sigmoid"], [f"{n}.silu"])
        self.node("Mul", [f"{n}.silu", up], [f"{n}.m"])
        return self.norm(f"{n}.e", self.linear(f"{n}.down", f"{n}.m", s.inner, s.hidden), total)

    def norm(self, name: str, x: str, total: str) -> tuple[str, str]:
        """The norm of a sum, and the sum."""
        inputs, outputs = [x, total, self.ones(f"{name}.g")], [name, "", "", f"{name}.sum"]
        self.node("SkipSimplifiedLayerNormalization", inputs, outputs, epsilon=1e-6)
        return name, f"{name}.sum"

    def model(self) -> bytes:
        """All of it, from embedded words to logits."""
        import numpy as np
        from onnx import TensorProto, helper

        s = self.shape
        angles = np.arange(self.room)[:, None] / 10000 ** (np.arange(s.width // 2) * 2 / s.width)
        self.constant("cos", np.cos(angles).astype(np.float32))
        self.constant("sin", np.sin(angles).astype(np.float32))
        x = self.node(
            "SimplifiedLayerNormalization",
            ["x", self.ones("g")],
            ["start"],
            axis=-1,
            epsilon=1e-6,
            stash_type=1,
        )
        total = "x"
        for n in range(self.layers):
            x, total = self.layer(n, x, total)
        self.linear("logits", x, s.hidden, s.words)
        cache = [1, s.groups, self.room, s.width]
        info, real, whole = helper.make_tensor_value_info, TensorProto.FLOAT, TensorProto.INT32
        names = [f"{c}{n}" for n in range(self.layers) for c in "kv"]
        inputs = [info("x", real, [1, "rows", s.hidden]), info("last", whole, [1])]
        inputs += [info("total", whole, []), *(info(f"past_{n}", real, cache) for n in names)]
        outputs = [info("logits", real, [1, "rows", s.words])]
        outputs += [info(f"present_{n}", real, cache) for n in names]
        graph = helper.make_graph(self.nodes, "g", inputs, outputs, self.constants)
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        made: bytes = helper.make_model(
            graph, opset_imports=opsets, ir_version=10
        ).SerializeToString()
        return made

    def feeds(self, rows: int, before: int) -> dict[str, Any]:
        """Inputs for this many rows after a context."""
        import numpy as np

        s = self.shape
        x = self.rng.standard_normal((1, rows, s.hidden), np.float32)
        found = {"x": x, "last": np.array([before + rows - 1], np.int32)}
        found["total"] = np.array(before + rows, np.int32)
        for n in range(self.layers):
            for c in "kv":
                cache = np.zeros((1, s.groups, self.room, s.width), np.float32)
                cache[:, :, :before] = self.rng.standard_normal((before, s.width), np.float32)
                found[f"past_{c}{n}"] = cache
        return found


def ours(model: bytes) -> Any:
    """A session of ours."""
    import mlirlite

    return mlirlite.InferenceSession(model)


def theirs(model: bytes) -> Any:
    """A session of onnxruntime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


ENGINES = {"mlirlite": ours, "onnxruntime": theirs}


def in_place(session: Any, feeds: dict[str, Any]) -> tuple[Any, Any]:
    """A binding that has the caches in one buffer each, and its logits."""
    import numpy as np

    shape = [*feeds["x"].shape[:2], session.get_outputs()[0].shape[2]]
    logits, binding = np.zeros(shape, np.float32), session.io_binding()
    for name, array in feeds.items():
        binding.bind_cpu_input(name, array)
    for name, array in {"logits": logits, **feeds}.items():
        output = name.replace("past", "present")
        if output != name or name == "logits":
            binding.bind_output(output, "cpu", 0, array.dtype, array.shape, array.ctypes.data)
    return binding, logits


def measure(name: str, layers: int, level: int, rows: int, before: int, rounds: int) -> list[float]:
    """Seconds of a run of ours and of onnxruntime, and the largest difference of the logits,
    relative to the largest one. Steps of decoding have their caches in place."""
    import numpy as np

    maker = Maker(SHAPES[name], layers, max(2048, before + rows), level)
    model, feeds = maker.model(), maker.feeds(rows, before)
    sessions = [make(model) for make in ENGINES.values()]
    logits = [session.run(["logits"], feeds)[0] for session in sessions]
    difference = np.abs(logits[0] - logits[1]).max() / np.abs(logits[1]).max()
    copies = [{n: x.copy() for n, x in feeds.items()} for _ in sessions]
    bindings = [in_place(*pair) for pair in zip(sessions, copies, strict=True)]
    best = [float("inf")] * 2
    for _ in range(rounds):
        for i, session in enumerate(sessions):
            started = time.process_time()
            if rows == 1:
                session.run_with_iobinding(bindings[i][0])
            else:
                session.run(None, feeds)
            best[i] = min(best[i], time.process_time() - started)
    return [*best, float(difference)]


_LOAD = """
import os, sys, time
sys.path.insert(0, {folder!r})
import llm
os.environ["MLIRLITE_CACHE"] = "on"
import mlirlite, onnxruntime

def resident(word):
    with open("/proc/self/status", encoding="ascii") as file:
        return int(file.read().partition(word + ":")[2].split()[0]) / 1e3

shape, before = llm.SHAPES[{name!r}], resident("VmRSS")
with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
    file.write("5")
started = time.process_time()
session = llm.ENGINES[{engine!r}]({path!r})
loaded = time.process_time() - started
feeds = llm.Maker(shape, {layers}, 2048, 4).feeds(1, 128)
session.run(["logits"], feeds)
small = sum(x.nbytes for x in feeds.values()) / 1e6
print(loaded, resident("VmRSS") - before - small, resident("VmHWM") - before)
"""


def load(name: str, layers: int, level: int) -> list[tuple[float, ...]]:
    """For each engine: seconds of processor time to load a model from a file in a process of its
    own, megabytes that are resident after a run, and the most so far; then seconds and the most
    megabytes for the first process, which compiles the model."""
    import subprocess
    import tempfile

    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/model.onnx"
        Path(path).write_bytes(Maker(SHAPES[name], layers, 2048, level).model())
        for engine in ENGINES:
            words = {"name": name, "engine": engine, "path": path, "layers": layers}
            code = _LOAD.format(folder=str(Path(__file__).parent), **words)
            command = [sys.executable, "-c", code]
            rows: list[list[float]] = []
            for _ in range(2):  # the first one compiles
                variables = {**os.environ, "MLIRLITE_CACHE_DIR": folder}
                done = subprocess.run(
                    command, capture_output=True, text=True, check=True, env=variables
                )
                rows.append([float(word) for word in done.stdout.split()])
            found.append((rows[1][0], rows[1][1], rows[1][2], rows[0][0], rows[0][2]))
    return found


def accuracy(name: str, layers: int, rows: int, before: int) -> list[str]:
    """Rows of a table: errors of logits of each engine and level against level 0 of onnxruntime,
    which computes in f32, relative to the largest one; and those of ours at level 4 against
    onnxruntime's, with the share of rows that differ by more than rounding in f32 does."""
    import numpy as np

    found: dict[tuple[str, int], Any] = {}
    for level in (0, 4):
        maker = Maker(SHAPES[name], layers, 2048, level)
        model, feeds = maker.model(), maker.feeds(rows, before)
        for engine, make in ENGINES.items():
            found[engine, level] = make(model).run(["logits"], feeds)[0]
    reference = found["onnxruntime", 0]
    top = np.abs(reference).max()
    lines = []
    pairs = [(f"{e}, level {n}", x, reference) for (e, n), x in found.items() if x is not reference]
    pairs.append(("level 4, mlirlite - onnxruntime", found["mlirlite", 4], found["onnxruntime", 4]))
    for what, x, other in pairs:
        errors = np.abs(x - other) / top
        share = (errors.max(-1) > 1e-5).mean()
        numbers = f"{errors.max():.1e} | {errors.mean():.1e} | {share:.2f}"
        lines.append(f"| {name} | {layers} | {rows} at {before} | {what} | {numbers} |")
    return lines


def packed_megabytes(shape: Shape, layers: int) -> float:
    """Weights of 4 bits and their scales."""
    kv = 2 * shape.groups * shape.width
    layer = shape.hidden * (2 * shape.heads * shape.width + kv + 3 * shape.inner)
    return (layers * layer + shape.hidden * shape.words) * (0.5 + 4 / BLOCK) / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", default=",".join(SHAPES))
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--contexts", default="128,2047")
    parser.add_argument("--prefill", type=int, default=512)
    parser.add_argument("--levels", default="0,4")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    parser.add_argument("--memory", action="store_true", help="load time and resident memory")
    parser.add_argument("--accuracy", action="store_true", help="errors of logits against f32")
    a = parser.parse_args()
    import nine_models

    if a.memory:
        for name in a.models.split(","):
            size = packed_megabytes(SHAPES[name], a.layers)
            for engine, row in zip(ENGINES, load(name, a.layers, 4), strict=True):
                shown = f"{row[0]:.1f} | {row[1]:.0f} | {row[2]:.0f} | {row[3]:.1f} | {row[4]:.0f}"
                print(f"| {name} | {a.layers} | {size:.0f} | {engine} | {shown} |", flush=True)
        return 0

    if a.accuracy:
        for name in a.models.split(","):
            for rows, before in ((1, int(a.contexts.split(",")[0])), (a.prefill, 0)):
                print("\n".join(accuracy(name, a.layers, rows, before)), flush=True)
        return 0

    lines = [
        "| model | layers | accuracy level | step | mlirlite tokens/s | onnxruntime tokens/s "
        "| ratio of times | largest difference of logits |",
        "|---|---|---|---|---|---|---|---|",
    ]
    steps = [(1, int(n), f"decode at {n}") for n in a.contexts.split(",")]
    steps += [(a.prefill, 0, f"prefill of {a.prefill}")] if a.prefill else []
    for name in a.models.split(","):
        for level in map(int, a.levels.split(",")):
            for rows, before, what in steps:
                rounds = a.rounds if rows == 1 else max(2, a.rounds // 4)
                ours, peer, off = measure(name, a.layers, level, rows, before, rounds)
                speeds = f"{rows / ours:.1f} | {rows / peer:.1f} | {ours / peer:.2f}"
                lines.append(f"| {name} | {a.layers} | {level} | {what} | {speeds} | {off:.1e} |")
                print(lines[-1], flush=True)
    text = f"{nine_models.machine()}. One thread, processor time.\n\n" + "\n".join(lines)
    if a.write:
        write_table("llm", HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
