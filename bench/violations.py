#!/usr/bin/env python3
"""What compiled models do with invalid inputs and attributes, compared with onnxruntime and
onnx.reference.

    python bench/violations.py --each 4 --only 'test_conv*'    # four mutants a test and mode
    python bench/violations.py --each 20 --log rows.jsonl      # resumes where it stopped
    python bench/violations.py --sanitize=address              # every access is checked, too
    python bench/violations.py --show test_add_bcast feeds 7   # one trial, in this process
    python bench/violations.py --log rows.jsonl --each 0       # the tables of what is known

Each of ONNX's node tests is changed in one respect: a size, an index, a float, an attribute
(mlirlite/testing/trust/mutants.py). Inputs are placed beside inaccessible pages, and each trial
runs in a process that may crash. The exit status is 1 if there are findings.
"""

from __future__ import annotations

import argparse
import collections
import fnmatch
import itertools
import random
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mlirlite.testing.trust.batches import Batches, Job, Row, known_rows, serve  # noqa: E402
from mlirlite.testing.trust.mutants import MODES, mutant  # noqa: E402
from mlirlite.testing.trust.peers import FINDINGS  # noqa: E402
from mlirlite.testing.trust.violations import Trial, cases, operator, work  # noqa: E402


def todo(a: Any, known: list[Row]) -> list[Job]:
    """The remaining jobs, in an order determined by a seed, with the operators in turn."""
    done = {(r["name"], r["mode"], r["number"]) for r in known}
    jobs = []
    for name, mode in itertools.product(cases(), a.modes.split(",")):
        numbers = range(a.first, a.first + a.each)
        left = [n for n in numbers if (name, mode, n) not in done]
        if left and fnmatch.fnmatch(name, a.only):
            jobs.append({"name": name, "mode": mode, "numbers": left, "sanitize": a.sanitize})
    random.Random(a.seed).shuffle(jobs)
    seen: dict[tuple[str, str], itertools.count[int]] = collections.defaultdict(itertools.count)
    turns = [next(seen[operator(cases()[j["name"]].model), j["mode"]]) for j in jobs]
    jobs = [j for _, j in sorted(zip(turns, jobs, strict=True), key=lambda p: p[0])]
    return jobs[: a.most] if a.most else jobs


def described(row: Row) -> Row:
    """The row of a trial whose process died."""
    if "op" not in row and row["category"] != "nothing":
        case = cases()[row["name"]]
        made = mutant(case, row["mode"], row["number"])
        row["op"] = operator(case.model)
        if made is not None:
            row["what"], row["change"] = made.what, made.change
    return row


def report(rows: list[Row], most: int) -> int:
    """Print counts by category and the worst rows; returns the number of findings."""
    counts = collections.Counter(r["category"] for r in rows)
    for category, count in counts.most_common():
        print(f"{count:7,d}  {category}{' !' if category in FINDINGS else ''}")
    groups: dict[tuple[int, str, str, str], list[Row]] = collections.defaultdict(list)
    for row in map(described, rows):
        if row["category"] in FINDINGS:
            rank = FINDINGS.index(row["category"])
            groups[rank, row["op"], row["mode"], row.get("what", "")].append(row)
    for key in sorted(groups)[:most]:
        first = groups[key][0]
        print(f"\n{first['category']}: {first['op']}, {first.get('change')} (×{len(groups[key])})")
        print(f"  ours: {first['reason']}\n  onnxruntime: {first.get('theirs', '')}")
        words = f"{first['name']} {first['mode']} {first['number']}"
        print(f"  python bench/violations.py --show {words}")
    return sum(counts[c] for c in FINDINGS)


def show(name: str, mode: str, number: int, sanitize: str) -> None:
    """One trial in this process, step by step."""
    made = mutant(cases()[name], mode, number)
    if made is None:
        print("nothing to change")
        return
    print(made.change)
    for key, value in made.feeds.items():
        print(f"{key}: {getattr(value, 'dtype', '')}{getattr(value, 'shape', '')}\n{value}")
    row = Trial(name, mode, sanitize).run(number, lambda **said: print(said, flush=True))
    for key, value in (row or {}).items():
        print(f"{key}: {value}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--each", type=int, default=4, help="mutants of a test and mode")
    parser.add_argument("--first", type=int, default=0, help="the first mutant's number")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--only", default="*", help="a pattern of tests' names")
    parser.add_argument("--seed", type=int, default=0, help="another order of the jobs")
    parser.add_argument("--most", type=int, default=0, help="jobs at most")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--seconds", type=float, default=30, help="a step's limit")
    parser.add_argument("--log", type=Path, help="a file of what is known, which grows")
    parser.add_argument("--sanitize", default="", help="'address': check accesses to memory")
    parser.add_argument("--worst", type=int, default=100, help="findings to print")
    parser.add_argument("--show", nargs=3, metavar=("TEST", "MODE", "NUMBER"))
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.worker:
        cases()
        serve(work)
        return 0
    if a.show:
        show(a.show[0], a.show[1], int(a.show[2]), a.sanitize)
        return 0
    rows = known_rows(a.log) if a.log else []
    batches = Batches([sys.executable, __file__, "--worker"], a.seconds, a.jobs)
    jobs = todo(a, rows)
    if a.log:
        with a.log.open("a") as batches.log:
            rows += batches.run(jobs)
    else:
        rows = batches.run(jobs)
    return 1 if report(rows, a.worst) else 0


if __name__ == "__main__":
    sys.exit(main())
