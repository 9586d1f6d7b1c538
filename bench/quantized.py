#!/usr/bin/env python3
"""What int8 gains: a CNN of the onnx package, or a transformer of models.py, in float32 and
quantized, run alternately in one process. For comparison: onnxruntime in both, and the peak rate
of int8 multiply-adds on one core.

    python bench/quantized.py                         # a table on standard output
    python bench/quantized.py --only resnet50,vgg19
    python bench/quantized.py --only bert/dynamic     # as onnxruntime does it: ranges at run time
    python bench/quantized.py --write                 # and put it into bench/RESULTS.md

The ratio is the median over rounds of two consecutive calls, so that the machine's load affects
both. Accuracy is measured on --inputs inputs that calibration has not seen, with seeded random
weights: errors are those of sums of random numbers."""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
import time

import models
import nine_models
import numpy as np
from results import write_group

HEADING = "## int8: the same models, quantized"
LENGTH = 128
"""Of sequences."""


def dot_text(lanes: int, sums: int) -> str:
    """A function in the llvm dialect: n rounds of krnl.dot on that many sums."""
    v, a = f"vector<{lanes}xi32>", f"vector<{4 * lanes}xi8>"
    carried = ", ".join(f"%s{i} = %x" for i in range(sums))
    steps = "\n".join(
        f"      %t{i} = krnl.dot %u, %w, %s{i} : vector<{4 * lanes}xui8>, {a} into {v}"
        for i in range(sums)
    )
    total = "\n".join(f"    %a{i} = arith.addi %a{i - 1}, %r#{i} : {v}" for i in range(1, sums))
    return f"""
  func.func @peak(%n: index, %p: memref<{lanes}xi32>) attributes {{llvm.emit_c_interface}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = vector.load %p[%c0] : memref<{lanes}xi32>, {v}
    %w = vector.bitcast %x : {v} to {a}
    %u = builtin.unrealized_conversion_cast %w : {a} to vector<{4 * lanes}xui8>
    %r:{sums} = scf.for %i = %c0 to %n step %c1 iter_args({carried}) -> ({", ".join([v] * sums)}) {{
{steps}
      scf.yield {", ".join(f"%t{i}" for i in range(sums))} : {", ".join([v] * sums)}
    }}
    %a0 = arith.addi %r#0, %x : {v}
{total}
    vector.store %a{sums - 1}, %p[%c0] : memref<{lanes}xi32>, {v}
    return
  }}
"""


def dot_peak(rounds: int = 20) -> str:
    """GOP/s of one core with sums in registers; a multiply-add counts as two operations, and the
    best round counts. Without such an instruction there is nothing to measure."""
    from mlirlite.ir.context import Context
    from mlirlite.parser import parse_module
    from mlirlite.runtime.function import CompiledFunction
    from mlirlite.runtime.host import host_machine
    from mlirlite.support.machine import machine

    m = machine(host_machine())
    if not m.sums_bytes:
        return "no int8 dot-product instruction"
    lanes, sums = m.lanes(32), m.registers // 2
    context = Context()
    function = CompiledFunction(parse_module(dot_text(lanes, sums), context), context, "peak")
    room = np.ones(lanes, np.int32)
    count, best = 400_000, math.inf
    for _ in range(rounds):
        started = time.perf_counter()
        function(count, room)
        best = min(best, time.perf_counter() - started)
    return f"{2 * 4 * lanes * sums * count / best / 1e9:.0f} GOP/s of int8"


def onnxruntime_sessions(path: str, small: str) -> dict[str, object]:
    """onnxruntime on the model and on the quantized one, one thread."""
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    providers = ["CPUExecutionProvider"]
    return {
        "onnxruntime f32": onnxruntime.InferenceSession(path, options, providers=providers),
        "onnxruntime int8": onnxruntime.InferenceSession(small, options, providers=providers),
    }


def has_bf16() -> bool:
    """Whether this processor has an instruction for sums of products of bf16."""
    from mlirlite.runtime.host import host_machine
    from mlirlite.support.machine import MACHINES

    found = MACHINES.get(host_machine())
    return found is not None and bool({"vdpbf16ps", "bfdot"}.intersection(found.dots))


def in_bf16(path: str):
    """A session of the model after --convert-f32-to-bf16."""
    import mlirlite
    from mlirlite.ir.context import Context
    from mlirlite.passes.manager import PassManager
    from mlirlite.passes.pipeline import parse_pipeline
    from mlirlite.runtime.compiler import STAGES, load_module, run_stages

    context = Context()
    module, _ = load_module(path, context)
    run_stages(module, context, STAGES[:1])
    PassManager(parse_pipeline("builtin.module(convert-f32-to-bf16)"), context).run(module)
    return mlirlite.InferenceSession(module)


def prepare(name: str, folder: str) -> dict[str, object]:
    """Write model.onnx into a folder; returns inputs."""
    if name not in models.MODELS:
        nine_models.prepare(name, folder)
        return dict(np.load(f"{folder}/feeds.npz"))
    with open(f"{folder}/model.onnx", "wb") as file:
        file.write(models.MODELS[name](LENGTH).SerializeToString())
    return models.feeds_of(name, LENGTH)


def batches_of(name: str, feeds: dict, inputs: list, count: int, seed: int) -> list[dict]:
    """Seeded inputs; a text transformer gets different words with the same mask."""
    from mlirlite.runtime.calibration import random_batches

    if "input_ids" not in feeds:
        return random_batches(inputs, count, seed=seed)
    rng = np.random.default_rng(seed)
    shape = feeds["input_ids"].shape
    return [{**feeds, "input_ids": rng.integers(0, 30000, shape)} for _ in range(count)]


def measure(name: str, rounds: int, inputs: int, peers: bool) -> dict[str, float]:
    """Milliseconds, ratios, and loss of accuracy of one model."""
    import mlirlite
    from mlirlite.runtime.calibration import losses, quantize
    from mlirlite.target.onnx.export import save_model

    name, _, kind = name.partition("/")
    with tempfile.TemporaryDirectory() as folder:
        path, small = f"{folder}/model.onnx", f"{folder}/int8.onnx"
        feeds = prepare(name, folder)
        plain = mlirlite.InferenceSession(path)
        given = plain.get_inputs()
        if kind == "dynamic":
            from onnxruntime.quantization import QuantType, quantize_dynamic

            quantize_dynamic(path, small, weight_type=QuantType.QInt8)
        else:
            save_model(quantize(path, batches_of(name, feeds, given, 8, 7)), small)
        started = time.perf_counter()
        sessions = {"f32": plain, "int8": mlirlite.InferenceSession(small)}
        compile_s = time.perf_counter() - started
        if has_bf16():
            sessions["bf16"] = in_bf16(path)
        if peers:
            sessions |= onnxruntime_sessions(path, small)
        [loss] = losses(plain, sessions["int8"], batches_of(name, feeds, given, inputs, 99))
    times: dict[str, list[float]] = {k: [] for k in sessions}
    for _ in range(rounds):
        for kind, session in sessions.items():
            started = time.perf_counter()
            session.run(None, feeds)
            times[kind].append((time.perf_counter() - started) * 1e3)
    ratios = {  # to int8
        k: statistics.median(a / b for a, b in zip(times[k], times["int8"], strict=True))
        for k in sessions
    }
    return {
        "compile": compile_s,
        **{f"{k} ms": min(v) for k, v in times.items()},
        **{f"{k} / int8": v for k, v in ratios.items()},
        "largest": loss.largest,
        "rms": loss.root_mean_square,
        "agreed": loss.agreed,
        "rows": loss.rows,
    }


def row(name: str, r: dict[str, float]) -> str:
    """A line of the table."""

    def shown(key: str, digits: int) -> str:
        return f"{r[key]:.{digits}f}" if key in r else ""

    cells = [name, shown("f32 ms", 1), shown("bf16 ms", 1), shown("int8 ms", 1)]
    cells.append(shown("f32 / int8", 2))
    cells += [shown("onnxruntime f32 / int8", 2), shown("onnxruntime int8 / int8", 2)]
    cells += [f"{100 * r['largest']:.2f} %", f"{100 * r['rms']:.2f} %"]
    cells += [f"{r['agreed']:.0f} of {r['rows']:.0f}", shown("compile", 1)]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", default="resnet50,bert,bert/dynamic", help="names, comma separated"
    )
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--inputs", type=int, default=32, help="inputs for the accuracy")
    parser.add_argument("--no-peers", action="store_true", help="without onnxruntime")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    from mlirlite.runtime.peak import peak_gflops

    lines = [
        "| model | f32 ms | bf16 ms | int8 ms | f32 / int8 | onnxruntime f32 / int8 "
        "| onnxruntime int8 / int8 | largest error | rms error | same top-1 | compile s |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name in a.only.split(","):
        lines.append(row(name, measure(name, a.rounds, a.inputs, not a.no_peers)))
        print(lines[-1], flush=True)
    peaks = (
        "Peak of multiply-adds with all operands in registers: "
        f"{peak_gflops():.0f} GFLOP/s of f32, {dot_peak()}"
    )
    missing = (
        "" if has_bf16() else " bf16 is not measured: the processor has no instruction for it."
    )
    text = (
        f"{nine_models.machine()}. `python bench/quantized.py --only {a.only} --write`\n\n"
        f"One thread, batch 1. Times are the best of {a.rounds} rounds, `f32 / int8` is the median "
        f"of the rounds' ratios. {peaks}.{missing}\n\n" + "\n".join(lines)
    )
    print(f"\n{text}")
    if a.write:
        write_group("quantized", HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
