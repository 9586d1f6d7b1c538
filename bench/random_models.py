#!/usr/bin/env python3
"""Random models, compared with onnxruntime and onnx.reference, with static and dynamic sizes.

    python bench/random_models.py --count 200                     # our own generator
    python bench/random_models.py --source nnsmith --count 100    # needs nnsmith and torch
    python bench/random_models.py --count 5000 --log rows.jsonl   # resumes where it stopped
    python bench/random_models.py --show own symbolic 17          # one model, in this process

The exit status is 1 when there are findings.
"""

from __future__ import annotations

import argparse
import collections
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mlirlite.testing.trust.batches import Batches, Row, known_rows, serve  # noqa: E402
from mlirlite.testing.trust.models import MODES, SOURCES, run, work  # noqa: E402
from mlirlite.testing.trust.peers import FINDINGS  # noqa: E402

_BATCH = 25


def report(rows: list[Row], most: int) -> int:
    """Print counts by category and the worst rows; returns the number of findings."""
    for mode in MODES:
        counts = collections.Counter(r["category"] for r in rows if r["mode"] == mode)
        print(f"{mode}: " + ", ".join(f"{n:,} {c}" for c, n in counts.most_common()))
    found = [r for r in rows if r["category"] in FINDINGS]
    for row in sorted(found, key=lambda r: FINDINGS.index(r["category"]))[:most]:
        print(f"\n{row['category']}: {row['reason']}\n  onnxruntime: {row.get('theirs', '')}")
        words = f"{row['name']} {row['mode']} {row['number']}"
        print(f"  python bench/random_models.py --show {words}")
    return len(found)


def show(source: str, mode: str, seed: int) -> None:
    """One model in this process."""
    model, feeds, _ = SOURCES[source](seed)
    for name, array in feeds.items():
        print(f"{name}: {array.dtype}{list(array.shape)}")
    for node in model.graph.node:
        attributes = {a.name: a for a in node.attribute}
        texts = [str(a).replace("\n", " ") for a in attributes.values()]
        print(f"{', '.join(node.output)} = {node.op_type}({', '.join(node.input)})", *texts)
    for key, value in run(source, mode, seed, lambda **said: None).items():
        print(f"{key}: {value}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", default="own", choices=tuple(SOURCES))
    parser.add_argument("--count", type=int, default=200, help="models of each mode")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--seconds", type=float, default=60, help="a step's limit")
    parser.add_argument("--log", type=Path, help="a file of what is known, which grows")
    parser.add_argument("--worst", type=int, default=50, help="findings to print")
    parser.add_argument("--show", nargs=3, metavar=("SOURCE", "MODE", "SEED"))
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    missing = [name for name in ("nnsmith", "torch") if not find_spec(name)]
    if a.source == "nnsmith" and missing:
        parser.error(f"--source=nnsmith needs {' and '.join(missing)}")
    if a.worker:
        if a.source == "nnsmith":
            SOURCES[a.source](0)  # modules that are slow to import are imported once
        serve(work, memory=16 << 30 if a.source == "nnsmith" else 4 << 30)
        return 0
    if a.show:
        show(a.show[0], a.show[1], int(a.show[2]))
        return 0
    rows = known_rows(a.log) if a.log else []
    done = {(r["name"], r["mode"], r["number"]) for r in rows}
    jobs = []
    for start in range(a.first, a.first + a.count, _BATCH):
        for mode in a.modes.split(","):
            seeds = range(start, min(start + _BATCH, a.first + a.count))
            left = [s for s in seeds if (a.source, mode, s) not in done]
            if left:
                jobs.append({"name": a.source, "mode": mode, "numbers": left})
    command = [sys.executable, __file__, "--worker", "--source", a.source]
    batches = Batches(command, a.seconds, a.jobs)
    if a.log:
        with a.log.open("a") as batches.log:
            rows += batches.run(jobs)
    else:
        rows = batches.run(jobs)
    return 1 if report(rows, a.worst) else 0


if __name__ == "__main__":
    sys.exit(main())
