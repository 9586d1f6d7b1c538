#!/usr/bin/env python3
"""What schedules are worth: the nine CNNs that the onnx package ships with plain loops, with the
schedules for this machine, and in onnxruntime; one thread, float32, batch 1.

    python bench/schedules.py                       # all, a table on standard output
    python bench/schedules.py --only resnet50,vgg19
    python bench/schedules.py --write               # and put it into bench/RESULTS.md

The three take turns, so that a drift of the machine's speed hits all of them; the figure is the
best of --rounds. The ratios are what to compare between machines."""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time

import nine_models
import numpy as np

HEADING = "## Schedules: plain loops, tiles, onnxruntime"
MARKS = "<!-- schedules: begin -->", "<!-- schedules: end -->"


def measure(name: str, rounds: int) -> dict[str, float]:
    """Best times in milliseconds and the compile time in seconds."""
    import onnxruntime

    import mlirlite

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    with tempfile.TemporaryDirectory() as folder:
        nine_models.prepare(name, folder)
        path = f"{folder}/model.onnx"
        feeds = dict(np.load(f"{folder}/feeds.npz"))
        started = time.perf_counter()
        tiles = mlirlite.InferenceSession(path)
        compile_s = time.perf_counter() - started
        sessions = {
            "plain": mlirlite.InferenceSession(path, machine=""),
            "tiles": tiles,
            "peer": onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"]),
        }
    best = dict.fromkeys(sessions, math.inf)
    for _ in range(rounds):
        for kind, session in sessions.items():
            for _ in range(1 if kind == "plain" else 3):
                started = time.perf_counter()
                session.run(None, feeds)
                best[kind] = min(best[kind], (time.perf_counter() - started) * 1e3)
    return {**best, "compile": compile_s}


def row(name: str, r: dict[str, float]) -> str:
    """A line of the table."""
    return (
        f"| {name} | {r['compile']:.1f} | {r['plain']:.1f} | {r['tiles']:.1f} | {r['peer']:.1f} "
        f"| {r['plain'] / r['peer']:.2f} | {r['tiles'] / r['peer']:.2f} |"
    )


def geomean(numbers: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def write(text: str) -> None:
    """Put the table under its heading in RESULTS.md."""
    path = nine_models.ROOT / "bench" / "RESULTS.md"
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
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    from mlirlite.testing.models import light_models

    lines = [
        "| model | compile s | plain ms | tiles ms | onnxruntime ms | plain / onnxruntime "
        "| tiles / onnxruntime |",
        "|---|---|---|---|---|---|---|",
    ]
    found = []
    for name in a.only.split(",") if a.only else light_models():
        found.append(measure(name, a.rounds))
        lines.append(row(name, found[-1]))
        print(lines[-1], flush=True)
    means = [geomean([r[k] / r["peer"] for r in found]) for k in ("plain", "tiles")]
    lines.append(f"| geometric mean | | | | | {means[0]:.2f} | {means[1]:.2f} |")
    text = f"{nine_models.machine()}. `python bench/schedules.py --write`\n\n" + "\n".join(lines)
    print(f"\n{text}")
    if a.write:
        write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
