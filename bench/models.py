#!/usr/bin/env python3
"""Transformers and an LSTM of realistic size with random weights, in mlirlite, onnxruntime and
OpenVINO: BERT-base, a GPT-2-like decoder, ViT-small, LSTM 2x256; static and dynamic sequence
length.

    python bench/models.py                      # all, a table on standard output
    python bench/models.py --only bert,lstm --kind static --threads 1
    python bench/models.py --build DIR          # keep the models there, or reuse them

Nothing is downloaded. The engines take turns in every round, so that a drift of the machine's speed
affects all of them; the figure is each engine's best time. Missing engines are omitted. An engine
gets no figure if an output differs from onnxruntime's by more than 1e-3 of its largest number."""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from results import named, write_group

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
HEADING = "## Transformers and LSTM"
RUN = Callable[[dict[str, Any]], list[Any]]


def graph(seed: int) -> Any:
    """A graph under construction; the builder is the one that the tests use."""
    path = ROOT / "test" / "unit" / "integration" / "build.py"
    spec = importlib.util.spec_from_file_location("build", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is not there")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Graph(seed)


def finish(g: Any) -> Any:
    """The model, unchecked: onnx.checker copies its weights several times."""
    from onnx import helper

    made = helper.make_graph(g.nodes, "main", g.inputs, g.outputs, g.weights)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", g.opset)], ir_version=10)


def block(g: Any, x: str, like: str, hidden: int, heads: int, mask: Any, *, first: bool) -> str:
    """A transformer layer; normalized before (`first`) or after its two halves."""
    width = hidden // heads
    inside = g.layer_norm(x, hidden) if first else x
    q, k, v = (g.heads(g.linear(inside, hidden, hidden), like, heads, width) for _ in range(3))
    found = g.merged(g.attention(q, k, v, width, mask), like, hidden)
    x = g.op("Add", g.linear(found, hidden, hidden), x)
    x = x if first else g.layer_norm(x, hidden)
    inside = g.layer_norm(x, hidden) if first else x
    inner = g.linear(inside, hidden, 4 * hidden)
    inner = g.gelu_tanh(inner) if first and mask is not None else g.gelu(inner)
    x = g.op("Add", g.linear(inner, 4 * hidden, hidden), x)
    return x if first else g.layer_norm(x, hidden)


def bert(length: int | str) -> Any:
    """BERT-base: 12 layers, 768, 12 heads, a mask of padding."""
    import numpy as np
    from onnx import TensorProto

    g, hidden = graph(0), 768
    ids = g.input("input_ids", [1, length], TensorProto.INT64)
    given = g.input("attention_mask", [1, length], TensorProto.INT64)
    mask = g.op("Unsqueeze", g.op("Unsqueeze", given, g.ints(1)), g.ints(2))
    mask = g.op("Sub", np.float32(1), g.op("Cast", mask, to=TensorProto.FLOAT))
    mask = g.op("Mul", mask, np.float32(-10000))
    positions = g.constant(np.arange(512, dtype=np.int64)[None])
    taken = g.op("Slice", positions, g.ints(0), g.dim(ids, 1), g.ints(1), g.ints(1))
    x = g.op("Gather", g.random(30522, hidden, scale=1), ids, axis=0)
    x = g.op("Add", x, g.op("Gather", g.random(512, hidden, scale=1), taken, axis=0))
    x = g.layer_norm(x, hidden)
    for _ in range(12):
        x = block(g, x, ids, hidden, 12, mask, first=False)
    g.output(x, "last_hidden_state", [1, length, hidden])
    return finish(g)


def gpt2(length: int | str) -> Any:
    """A decoder like GPT-2 small: 12 layers, 768, a causal mask, logits of 50257 tokens."""
    import numpy as np
    from onnx import TensorProto

    g, hidden, vocabulary = graph(1), 768, 50257
    ids = g.input("input_ids", [1, length], TensorProto.INT64)
    mask = g.causal_mask(ids)
    embedding = g.random(vocabulary, hidden, scale=1)
    positions = g.constant(np.arange(1024, dtype=np.int64))
    taken = g.op("Slice", positions, g.ints(0), g.dim(ids, 1), g.ints(0), g.ints(1))
    x = g.op("Gather", embedding, ids, axis=0)
    x = g.op("Add", x, g.op("Gather", g.random(1024, hidden, scale=1), taken, axis=0))
    for _ in range(12):
        x = block(g, x, ids, hidden, 12, mask, first=True)
    x = g.layer_norm(x, hidden)
    logits = g.op("MatMul", x, g.op("Transpose", embedding, perm=[1, 0]))
    g.output(logits, "logits", [1, length, vocabulary])
    return finish(g)


def vit(batch: int | str) -> Any:
    """ViT-small: 12 layers, 384, 6 heads, 196 patches of 16 x 16 and a token. The dynamic dimension
    is the batch."""
    import numpy as np

    g, hidden = graph(2), 384
    image = g.input("pixel_values", [batch, 3, 224, 224])
    x = g.op(
        "Conv",
        image,
        g.random(hidden, 3, 16, 16),
        g.random(hidden, scale=0.1),
        kernel_shape=[16, 16],
        strides=[16, 16],
    )
    shape = g.op("Concat", g.dim(image, 0), g.ints(hidden, -1), axis=0)
    x = g.op("Transpose", g.op("Reshape", x, shape), perm=[0, 2, 1])
    shape = g.op("Concat", g.dim(image, 0), g.ints(1, hidden), axis=0)
    token = g.op("Expand", g.random(1, 1, hidden, scale=1), shape)
    x = g.op("Add", g.op("Concat", token, x, axis=1), g.random(1, 197, hidden, scale=0.5))
    for _ in range(12):
        x = block(g, x, x, hidden, 6, None, first=True)
    first = g.op("Gather", g.layer_norm(x, hidden), np.array(0, np.int64), axis=1)
    weights, bias = g.random(1000, hidden), g.random(1000)
    g.output(g.op("Gemm", first, weights, bias, transB=1), "logits", [batch, 1000])
    return finish(g)


def lstm(length: int | str) -> Any:
    """Two LSTM layers with 256 units, on 256 features."""
    g, hidden = graph(3), 256
    x = g.input("x", [length, 1, hidden])
    for _ in range(2):
        y, _, _ = g.op(
            "LSTM",
            x,
            g.random(1, 4 * hidden, hidden, scale=1 / 16),
            g.random(1, 4 * hidden, hidden, scale=1 / 16),
            g.random(1, 8 * hidden, scale=0.1),
            outputs=3,
            hidden_size=hidden,
        )
        x = g.op("Squeeze", y, g.ints(1))
    g.output(x, "y", [length, 1, hidden])
    return finish(g)


MODELS = {"bert": bert, "gpt2": gpt2, "vit": vit, "lstm": lstm}


def feeds_of(name: str, length: int) -> dict[str, Any]:
    """Inputs for a length."""
    import numpy as np

    rng = np.random.default_rng(0)
    if name == "lstm":
        return {"x": rng.standard_normal((length, 1, 256)).astype(np.float32)}
    if name == "vit":
        return {"pixel_values": rng.standard_normal((1, 3, 224, 224)).astype(np.float32)}
    found = {"input_ids": rng.integers(0, 30000, (1, length))}
    if name == "bert":
        mask = np.ones((1, length), np.int64)
        mask[:, length - length // 8 :] = 0
        found["attention_mask"] = mask
    return found


# Engines


def onnxruntime_engine(path: str, threads: int) -> RUN:
    """onnxruntime on the CPU."""
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda feeds: list(session.run(None, feeds))


def openvino_engine(path: str, threads: int) -> RUN:
    """OpenVINO in float32."""
    import openvino

    core = openvino.Core()
    settings = {
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": 1,
        "INFERENCE_PRECISION_HINT": "f32",
        "PERFORMANCE_HINT": "LATENCY",
    }
    model = core.compile_model(core.read_model(path), "CPU", settings)
    request = model.create_infer_request()

    def run(feeds: dict[str, Any]) -> list[Any]:
        found = request.infer(feeds)
        return [found[o] for o in model.outputs]

    return run


def mlirlite_engine(path: str, threads: int) -> RUN:
    """This project."""
    import mlirlite

    session = mlirlite.InferenceSession(path, threads=threads)
    return lambda feeds: list(session.run(None, feeds))


ENGINES = {
    "onnxruntime": onnxruntime_engine,
    "openvino": openvino_engine,
    "mlirlite": mlirlite_engine,
}


def started(path: str, threads: int, only: list[str]) -> dict[str, tuple[RUN, float]]:
    """The engines that are installed, with a model, and the seconds that loading it took."""
    found: dict[str, tuple[RUN, float]] = {}
    for name in only:
        begin = time.perf_counter()
        try:
            run = ENGINES[name](path, threads)
        except ModuleNotFoundError:
            continue
        found[name] = run, time.perf_counter() - begin
    return found


def timed(engines: dict[str, tuple[RUN, float]], feeds: dict[str, Any], rounds: int) -> Any:
    """Load with the first run, and best time of each engine, in milliseconds, and the errors
    against the first one."""
    import numpy as np

    live: dict[str, RUN] = {}
    row: dict[str, dict[str, float]] = {}
    want = None
    for name, (run, load) in engines.items():
        begin = time.perf_counter()
        got = run(feeds)
        row[name] = {"load": load + time.perf_counter() - begin, "ms": math.inf, "error": 0.0}
        if want is None:
            want = got
        for g, w in zip(got, want, strict=True):
            error = float(np.abs(g - w).max() / np.abs(w).max())
            row[name]["error"] = max(row[name]["error"], error)
        if not row[name]["error"] < 1e-3:
            print(f"{name}: differs from {next(iter(engines))} by {row[name]['error']:.1e}")
            continue
        live[name] = run
    for _ in range(rounds):
        for name, run in live.items():
            for _ in range(2):
                begin = time.perf_counter()
                run(feeds)
                row[name]["ms"] = min(row[name]["ms"], (time.perf_counter() - begin) * 1e3)
    return row


def measure(path: str, feeds: dict[str, Any], threads: int, rounds: int, only: list[str]) -> Any:
    """Load and best time of each engine, in milliseconds, and the errors against onnxruntime."""
    return timed(started(path, threads, only), feeds, rounds)


HEAD = (
    "| model | compile s | onnxruntime ms | OpenVINO ms | mlirlite ms | mlirlite / best peer "
    "| largest error |\n|---|---|---|---|---|---|---|"
)


def line(name: str, row: dict[str, dict[str, float]]) -> tuple[str, float]:
    """A line of the table, and the ratio to the best peer."""
    ours = row.get("mlirlite", {"ms": math.inf, "load": math.inf, "error": math.inf})
    peers = [r["ms"] for n, r in row.items() if n != "mlirlite"]
    ratio = ours["ms"] / min(peers) if peers else math.nan
    times = [row[n]["ms"] if n in row else math.nan for n in ENGINES]
    cells = " | ".join(f"{t:.2f}" for t in times)
    return f"| {name} | {ours['load']:.1f} | {cells} | {ratio:.2f} | {ours['error']:.0e} |", ratio


def arguments(description: str | None, names: Iterable[str]) -> argparse.ArgumentParser:
    """The command line of a program that measures models in several engines."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(names), help="names, comma separated")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--build", metavar="DIR", help="write (or reuse) the models here")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    return parser


def finished(rows: Iterable[tuple[str, float]], conditions: str) -> str:
    """The table of rows with the mean of their ratios, below the machine; prints each row at
    once."""
    lines, ratios = [HEAD], []
    for text, ratio in rows:
        print(text, flush=True)
        lines.append(text)
        ratios.append(ratio)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    lines.append(f"| geometric mean | | | | | {mean:.2f} | |")
    import nine_models

    return f"{nine_models.machine()}. {conditions}, float32.\n\n" + "\n".join(lines)


def main() -> int:
    parser = arguments(__doc__, MODELS)
    parser.add_argument("--kind", default="static,dynamic")
    parser.add_argument("--length", type=int, default=128, help="of the sequence")
    a = parser.parse_args()
    import onnx

    os.environ.setdefault("OMP_NUM_THREADS", str(a.threads))

    def rows(folder: str) -> Iterator[tuple[str, float]]:
        for name in a.only.split(","):
            for kind in a.kind.split(","):
                where = Path(a.build or folder, f"{name}-{kind}-{a.length}.onnx")
                if not where.exists():
                    where.parent.mkdir(parents=True, exist_ok=True)
                    size: int | str = 1 if name == "vit" else a.length
                    onnx.save(MODELS[name](size if kind == "static" else "n"), str(where))
                feeds = feeds_of(name, a.length)
                row = measure(str(where), feeds, a.threads, a.rounds, a.engines.split(","))
                yield line(f"{name}, {kind}", row)
                if not a.build:
                    where.unlink()

    with tempfile.TemporaryDirectory() as folder:
        text = finished(rows(folder), f"{a.threads} thread(s), sequence {a.length}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"\n{text}\npeak memory of all {peak:.0f} MB")
    if a.write:
        write_group(named("models", a.threads), HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
