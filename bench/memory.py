#!/usr/bin/env python3
"""Memory of the nine CNNs that the onnx package ships: resident memory while they run, compared
with onnxruntime, and the peak while they are compiled.

    python bench/memory.py                       # all, a table; exit status 1 when over a limit
    python bench/memory.py --only squeezenet
    python bench/memory.py --write               # and put it into bench/RESULTS.md

Each step is a separate process: one compiles into an empty cache, one loads from the cache and
runs, as a server does, and one does the same in onnxruntime. Resident memory is what the operating
system reports for the process after the runs, including libraries. Limits: 1.3 times onnxruntime's
resident memory; while compiling, 2.5 times the weights plus 300 MB."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from nine_models import ROOT, machine, prepare
from results import write_table

RUNS = 5


def status(field: str) -> int:
    """Bytes that the operating system reports for this process: VmRSS, VmHWM."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise SystemExit(f"/proc/self/status has no {field}")


def ours(folder: str) -> dict[str, int]:
    """Load from the cache, or compile if it is empty; then run."""
    import numpy as np

    import mlirlite

    feeds = dict(np.load(f"{folder}/feeds.npz"))
    session = mlirlite.InferenceSession(f"{folder}/model.onnx")
    for _ in range(RUNS):
        session.run(None, feeds)
    return {"resident": status("VmRSS"), "peak": status("VmHWM")}


def theirs(folder: str) -> dict[str, int]:
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
    for _ in range(RUNS):
        session.run(None, feeds)
    return {"resident": status("VmRSS"), "peak": status("VmHWM")}


def step(name: str, folder: str, model: str = "") -> dict[str, int]:
    """Run one step of this file in a separate process, with its own cache."""
    environment = {**os.environ, "MLIRLITE_CACHE": "all", "MLIRLITE_CACHE_DIR": f"{folder}/cache"}
    command = [sys.executable, __file__, "--step", name, "--folder", folder, "--only", model]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    if done.returncode:
        raise SystemExit(f"{name} of {model or folder} failed:\n{done.stderr[-3000:]}")
    found: dict[str, int] = json.loads(done.stdout.splitlines()[-1]) if done.stdout.strip() else {}
    return found


def measure(name: str) -> dict[str, int]:
    """All figures of one model, in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        step("prepare", folder, name)
        weights = os.path.getsize(f"{folder}/model.onnx")
        compiled = step("ours", folder)
        served = step("ours", folder)
        peer = step("theirs", folder)
    return {
        "weights": weights,
        "compiling": compiled["peak"],
        "allowed": weights * 5 // 2 + 300_000_000,
        "resident": served["resident"],
        "peer": peer["resident"],
    }


def within(row: dict[str, int]) -> bool:
    """Whether a model keeps both limits."""
    return row["compiling"] <= row["allowed"] and row["resident"] <= 1.3 * row["peer"]


def table(rows: dict[str, dict[str, int]]) -> str:
    """The rows as Markdown, in MB."""
    lines = [
        "| model | weights | peak compiling (allowed) | resident | onnxruntime's | ratio |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in rows.items():
        weights, compiling, allowed, resident, peer = (f"{n / 1e6:.0f}" for n in row.values())
        lines.append(
            f"| {name} | {weights} | {compiling} ({allowed}) | {resident} | {peer} "
            f"| {row['resident'] / row['peer']:.2f} |"
        )
    return "\n".join(lines)


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="names, comma separated")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    parser.add_argument("--step", choices=("prepare", "ours", "theirs"), help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.step == "prepare":
        prepare(a.only, a.folder)
        return 0
    if a.step:
        print(json.dumps((ours if a.step == "ours" else theirs)(a.folder)))
        return 0
    from mlirlite.testing.models import light_models

    rows = {}
    for name in a.only.split(",") if a.only else light_models():
        rows[name] = measure(name)
        print(table({name: rows[name]}).splitlines()[-1], flush=True)
    text = f"{machine()}. MB; batch 1, one thread.\n\n{table(rows)}"
    print(f"\n{text}")
    if a.write:
        write_table("memory", "## Memory of the nine CNNs", text)
    over = [n for n, row in rows.items() if not within(row)]
    if over:
        print(f"\nover a limit: {', '.join(over)}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
