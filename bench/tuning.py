#!/usr/bin/env python3
"""What tuning gains: a search of some minutes for schedules of the nine CNNs that the onnx package
ships; then each whole model runs with the default schedules and with the best ones found.

    python bench/tuning.py --logs tuned              # 20 minutes of search for all
    python bench/tuning.py --logs tuned --minutes 0  # measure again with what is in the logs
    python bench/tuning.py --logs tuned --only squeezenet,shufflenet --minutes 4
    python bench/tuning.py --logs rounded --f16-weights    # weights may be rounded to f16
    python bench/tuning.py --logs tuned --write      # and put it into bench/RESULTS.md

The folder of logs is kept, and a search resumes where it stopped. One thread; nothing else should
run on the machine. Both sessions take turns; the best of --rounds counts."""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from pathlib import Path

import nine_models
import numpy as np
import schedules
from results import write_table

HEADING = "## Tuning: default schedules, found schedules"


_SHARE = 0.65
"""The search's share of the time; in the rest, the best are timed again, alone and in the model."""


def search(path: str, log: str, seconds: float, f16_weights: bool) -> tuple[int, float]:
    """Continue a log; returns its number of schedules, and the ratio of the operators' times alone
    to those with the defaults."""
    from mlirlite.runtime.tuner import Tuner

    tuner = Tuner(path, log, f16_weights=f16_weights)
    if seconds > 0:
        for _ in tuner.search(1 << 20, _SHARE * seconds):
            pass
        for _ in (*tuner.confirm(), *tuner.settle()):
            pass
    return sum(len(t.tried) for t in tuner.tasks), tuner.gain


def measure(path: str, feeds: dict, log: str, rounds: int) -> tuple[float, float, float]:
    """Best milliseconds of the model with the default schedules, and with those of a log; and the
    largest difference of the outputs, relative to the largest number of an output."""
    import mlirlite

    sessions = [mlirlite.InferenceSession(path, schedules=s) for s in (None, log)]
    best = [math.inf, math.inf]
    for _ in range(rounds):
        for i, session in enumerate(sessions):
            for _ in range(3):
                started = time.perf_counter()
                session.run(None, feeds)
                best[i] = min(best[i], (time.perf_counter() - started) * 1e3)
    pairs = zip(*(s.run(None, feeds) for s in sessions), strict=True)
    error = max(float(np.abs(a - b).max() / np.abs(a).max()) for a, b in pairs)
    return best[0], best[1], error


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--logs", required=True, metavar="DIR", help="where logs are kept")
    parser.add_argument("--minutes", type=float, default=20, help="of search, for all models")
    parser.add_argument("--only", default="", help="names, comma separated")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--f16-weights", action="store_true", help="weights may be rounded to f16")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    from mlirlite.testing.models import light_models

    names = a.only.split(",") if a.only else list(light_models())
    Path(a.logs).mkdir(parents=True, exist_ok=True)
    lines = [
        "| model | schedules tried | operators alone | default ms | tuned ms | tuned / default "
        "| largest difference |",
        "|---|---|---|---|---|---|---|",
    ]
    ratios = []
    for name in names:
        log = str(Path(a.logs) / f"{name}.jsonl")
        with tempfile.TemporaryDirectory() as folder:
            nine_models.prepare(name, folder)
            path = f"{folder}/model.onnx"
            tried, alone = search(path, log, 60 * a.minutes / len(names), a.f16_weights)
            if not tried:
                raise SystemExit(f"{log} has no schedules; search for some --minutes")
            default, tuned, error = measure(
                path, dict(np.load(f"{folder}/feeds.npz")), log, a.rounds
            )
        ratios.append(tuned / default)
        lines.append(
            f"| {name} | {tried} | {alone:.2f} | {default:.2f} | {tuned:.2f} | {ratios[-1]:.3f} "
            f"| {error:.0e} |"
        )
        print(lines[-1], flush=True)
    lines.append(f"| geometric mean | | | | | {schedules.geomean(ratios):.3f} | |")
    text = f"{nine_models.machine()}. {a.minutes:g} minutes of search, one thread"
    text += ", weights may be rounded to f16.\n\n" if a.f16_weights else ".\n\n"
    text += "\n".join(lines)
    print(f"\n{text}")
    if a.write:
        write_table("tuning", HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
