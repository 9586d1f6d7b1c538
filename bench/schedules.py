#!/usr/bin/env python3
"""What schedules gain: the nine CNNs that the onnx package ships, with plain loops, with the
schedules for this machine, in onnxruntime, and in OpenVINO if it is installed; float32, batch 1.

    python bench/schedules.py                       # all, a table on standard output
    python bench/schedules.py --only resnet50,vgg19
    python bench/schedules.py --threads 2           # without plain loops
    python bench/schedules.py --write               # and put it into bench/RESULTS.md

All take turns, so that a drift of the machine's speed affects all of them; the best of --rounds
counts. Compare ratios between machines, not times."""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time

import nine_models
import numpy as np
from results import named, write_group

HEADING = "## Schedules: plain loops, tiles, onnxruntime"


def measure(name: str, rounds: int, threads: int) -> dict[str, float]:
    """Best times in milliseconds and the compile time in seconds."""
    import mlirlite

    with tempfile.TemporaryDirectory() as folder:
        nine_models.prepare(name, folder)
        path = f"{folder}/model.onnx"
        feeds = dict(np.load(f"{folder}/feeds.npz"))
        started = time.perf_counter()
        ours = mlirlite.InferenceSession(path, threads=threads)
        compile_s = time.perf_counter() - started
        engines = {"mlirlite": lambda: ours.run(None, feeds)}
        if threads == 1:
            plain = mlirlite.InferenceSession(path, machine="")
            engines["plain"] = lambda: plain.run(None, feeds)
        engines |= {k: v for k, peer in PEERS.items() if (v := peer(path, feeds, threads))}
    best = dict.fromkeys(engines, math.inf)
    for _ in range(rounds):
        for kind, run in engines.items():
            for _ in range(1 if kind == "plain" else 3):
                started = time.perf_counter()
                run()
                best[kind] = min(best[kind], (time.perf_counter() - started) * 1e3)
    peers = [best[k] for k in PEERS if k in best]
    return {**best, "peer": min(peers), "compile": compile_s}


def onnxruntime_engine(path: str, feeds: dict, threads: int):
    """A call of onnxruntime."""
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda: session.run(None, feeds)


def openvino_engine(path: str, feeds: dict, threads: int):
    """A call of OpenVINO, or None if it is not installed."""
    try:
        import openvino
    except ImportError:
        return None
    core = openvino.Core()
    options = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY"}
    options["INFERENCE_PRECISION_HINT"] = "f32"
    request = core.compile_model(core.read_model(path), "CPU", options).create_infer_request()
    return lambda: request.infer(feeds)


PEERS = {"onnxruntime": onnxruntime_engine, "OpenVINO": openvino_engine}


def row(name: str, r: dict[str, float]) -> str:
    """A line of the table."""
    columns = [f"{r[k]:.1f}" if k in r else "" for k in ("plain", "mlirlite", *PEERS)]
    plain = f"{r['plain'] / r['peer']:.2f}" if "plain" in r else ""
    ratio = f"{r['mlirlite'] / r['peer']:.2f}"
    return f"| {name} | {r['compile']:.1f} | {' | '.join(columns)} | {plain} | {ratio} |"


def geomean(numbers: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="names, comma separated")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    from mlirlite.testing.models import light_models

    lines = [
        "| model | compile s | plain ms | mlirlite ms | onnxruntime ms | OpenVINO ms "
        "| plain / best peer | mlirlite / best peer |",
        "|---|---|---|---|---|---|---|---|",
    ]
    found = []
    for name in a.only.split(",") if a.only else light_models():
        found.append(measure(name, a.rounds, a.threads))
        lines.append(row(name, found[-1]))
        print(lines[-1], flush=True)
    plain = [r["plain"] / r["peer"] for r in found if "plain" in r]
    mean = geomean([r["mlirlite"] / r["peer"] for r in found])
    shown = f"{geomean(plain):.2f}" if plain else ""
    lines.append(f"| geometric mean | | | | | | {shown} | {mean:.2f} |")
    threads = "" if a.threads == 1 else f" --threads {a.threads}"
    command = f"`python bench/schedules.py{threads} --write`"
    text = f"{nine_models.machine()}. {command}\n\n" + "\n".join(lines)
    print(f"\n{text}")
    if a.write:
        write_group(named("schedules", a.threads), HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
