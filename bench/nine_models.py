#!/usr/bin/env python3
"""The nine CNNs that the onnx package ships, with seeded random weights: compile time, peak memory,
latency, largest error.

    python bench/nine_models.py                       # all, a table on standard output
    python bench/nine_models.py --only resnet50,vgg19
    python bench/nine_models.py --write               # and put it into bench/RESULTS.md

Each model is written to a file and compiled in a separate process, whose peak memory the operating
system reports. Latency is the best of --runs in that process; onnxruntime runs on the same image.
Compare ratios between machines, not times."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from results import stated_processor, write_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
LIMIT_SECONDS, LIMIT_ERROR = 60.0, 1e-3


def prepare(name: str, folder: str) -> None:
    """Write the model and an image (in a separate process, so that its memory is freed)."""
    import numpy as np
    import onnx

    from mlirlite.testing.models import light_models, random_inputs, with_random_weights

    model = with_random_weights(onnx.load(light_models()[name]), seed=0)
    np.savez(f"{folder}/feeds.npz", **random_inputs(model, seed=1))
    onnx.save(model, f"{folder}/model.onnx")


def compile_and_run(folder: str, runs: int) -> None:
    """Compile the model, run it, and report as JSON."""
    import numpy as np

    import mlirlite

    feeds = dict(np.load(f"{folder}/feeds.npz"))
    started = time.perf_counter()
    session = mlirlite.InferenceSession(f"{folder}/model.onnx")
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    outputs = session.run(None, feeds)
    np.save(f"{folder}/ours.npy", outputs[0])
    print(
        json.dumps(
            {
                "compile_s": seconds,
                "peak": peak,
                "ms": fastest(lambda: session.run(None, feeds), runs),
            }
        )
    )


def peer(folder: str, runs: int) -> None:
    """The same in onnxruntime, with one thread."""
    import numpy as np
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    feeds = dict(np.load(f"{folder}/feeds.npz"))
    session = onnxruntime.InferenceSession(
        f"{folder}/model.onnx", options, providers=["CPUExecutionProvider"]
    )
    np.save(f"{folder}/peer.npy", session.run(None, feeds)[0])
    print(json.dumps({"ms": fastest(lambda: session.run(None, feeds), runs)}))


def fastest(call, runs: int) -> float:
    """Best time of some runs, in milliseconds."""
    best = float("inf")
    for _ in range(runs):
        started = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - started)
    return best * 1e3


def child(*words: str) -> dict:
    """Run one step of this file in a separate process."""
    done = subprocess.run(
        [sys.executable, __file__, *words], capture_output=True, text=True, cwd=ROOT
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout.splitlines()[-1]) if done.stdout.strip() else {}


def measure(name: str, runs: int) -> dict:
    """All figures of one model."""
    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        child("--step", "prepare", "--only", name, "--folder", folder)
        weights = os.path.getsize(f"{folder}/model.onnx")
        ours = child("--step", "compile", "--folder", folder, "--runs", str(runs))
        theirs = child("--step", "peer", "--folder", folder, "--runs", str(max(runs, 5)))
        got = np.load(f"{folder}/ours.npy").astype(np.float64)
        want = np.load(f"{folder}/peer.npy").astype(np.float64)
    error = float(np.abs(got - want).max() / np.abs(want).max())
    allowed = 3 * weights + (1 << 30)
    fits = ours["compile_s"] <= LIMIT_SECONDS and ours["peak"] <= allowed and error < LIMIT_ERROR
    return {
        "weights": weights,
        **ours,
        "allowed": allowed,
        "error": error,
        "peer_ms": theirs["ms"],
        "ok": fits,
    }


def table(rows: dict[str, dict]) -> str:
    """The rows as Markdown."""
    lines = [
        "| model | weights MB | compile s | peak MB (allowed) | latency ms | onnxruntime ms | "
        "ratio | largest error |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, r in rows.items():
        lines.append(
            f"| {name} | {r['weights'] / 1e6:.0f} | {r['compile_s']:.1f} | {r['peak'] / 1e6:.0f} "
            f"({r['allowed'] / 1e6:.0f}) "
            f"| {r['ms']:.0f} | {r['peer_ms']:.1f} | {r['ms'] / r['peer_ms']:.1f} | "
            f"{r['error']:.1e} |"
        )
    return "\n".join(lines)


def machine() -> str:
    """The processor and versions that were measured."""
    cpu = Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else ""
    lines = (line for line in cpu.splitlines() if line.startswith("model name"))
    model = next(lines, platform.machine()).partition(":")[2].strip()
    names = ("llvmlite", "onnx", "onnxruntime", "numpy")
    packages = ", ".join(f"{n} {importlib.metadata.version(n)}" for n in names)
    python = f"Python {platform.python_version()}"
    parts = [model, f"{os.cpu_count()} cores", python, packages, stated_processor()]
    return ", ".join([*filter(None, parts), time.strftime("%Y-%m-%d")])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="names, comma separated")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    parser.add_argument("--step", choices=("prepare", "compile", "peer"), help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.step == "prepare":
        prepare(a.only, a.folder)
        return 0
    if a.step:
        (compile_and_run if a.step == "compile" else peer)(a.folder, a.runs)
        return 0
    from mlirlite.testing.models import light_models

    rows = {}
    for name in a.only.split(",") if a.only else light_models():
        rows[name] = measure(name, a.runs)
        print(table({name: rows[name]}).splitlines()[-1], flush=True)
    text = f"{machine()}. One thread, batch 1, float32.\n\n{table(rows)}"
    print(f"\n{text}")
    if a.write:
        write_table("nine models", "## The nine CNNs", text)
    bad = [n for n, r in rows.items() if not r["ok"]]
    if bad:
        print(f"\nover a limit (60 s, 3 x weights + 1 GiB, error 1e-3): {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
