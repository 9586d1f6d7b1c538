#!/usr/bin/env python3
"""The grid: every operator, element type, knowledge of shapes, variant and size, beside onnxruntime
(where it has no kernel: OpenVINO, or numpy), with results compared.

    python bench/operators.py --thin                      # a row for each operator, type and mode
    python bench/operators.py --sample 5                  # five random rows of each operator
    python bench/operators.py --only Conv,'Reduce*' --type f16 --shape dynamic
    python bench/operators.py --shard 0/4 --minutes 30    # a part; a later run does the rest
    python bench/operators.py --report                    # what the file of results says
    python bench/operators.py --show Conv 'f32|known|3x3|medium'
    python bench/operators.py --mcpu haswell --write      # our code as there; into bench/RESULTS.md

Rows come from the operators' declarations (bench/grid/rows.py and the recipes). A row's time is the
least of five rounds in which both engines take turns: processor time if there is one thread. Each
is called with everything bound: our session by a dict of arrays, which allocates its outputs;
onnxruntime by an IOBinding, whose outputs stay. Two threads need two idle cores. The row `(call)`,
an Add of one number, is what a call costs in both, and rows of less than three of our calls are
marked. Errors are against results in f64, over the largest number. Rows run in processes that may
die or hang, and are kept in a file of JSON lines."""

from __future__ import annotations

import argparse
import fnmatch
import os
import random
import sys
import time
import zlib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

HEADING = "## The grid: every operator, type and shape mode"
_BATCH = 12
"""Rows of a fork."""


def numbers_of(a: Any, op: str, domain: str) -> list[str]:
    """The rows of an operator that the command line asks for."""
    from grid.rows import MODES, rows_of, types_of

    modes = {"dynamic": MODES[1:], "": MODES}.get(a.shape) or a.shape.split(",")
    found = []
    for type in types_of(op, domain):
        if a.type and type not in a.type.split(","):
            continue
        rows = [r for r in rows_of(op, type, domain) if not a.size or r.size in a.size.split(",")]
        rows = [r for r in rows if fnmatch.fnmatch(r.variant.name, a.variant)]
        for mode in modes:
            part, parts = (int(n) for n in a.shard.split("/"))
            if zlib.crc32(f"{op} {type} {mode}".encode()) % parts == part:
                found += [f"{type}|{mode}|{r.key}" for r in (rows[:1] if a.thin else rows)]
    if a.sample:
        found = random.Random(f"{op} {a.seed}").sample(found, min(a.sample, len(found)))
    return found


def jobs_of(a: Any, known: set[tuple[str, str]]) -> list[dict[str, Any]]:
    """The jobs that are left."""
    from grid.measure import CALL
    from grid.rows import RECIPES

    more = {"threads": a.threads, "mcpu": os.environ.get("MLIRLITE_MCPU", "")}
    call = f"f32|known|{CALL.key}"
    jobs = [] if ("Add", call) in known else [{"name": "Add", "numbers": [call], **more}]
    for domain, op in sorted(RECIPES):
        if any(fnmatch.fnmatch(op, pattern) for pattern in a.only.split(",")):
            left = [n for n in numbers_of(a, op, domain) if (op, n) not in known]
            jobs += [
                {"name": op, "numbers": left[i : i + _BATCH], **more}
                for i in range(0, len(left), _BATCH)
            ]
    random.Random(0).shuffle(jobs)  # what a limit leaves out is spread over operators
    return jobs


def default_log(threads: int) -> Path:
    """Outside the repository, one for each processor that code is made for."""
    from results import kind_of_processor

    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "mlirlite-grid" / f"{kind_of_processor()}-{threads}.jsonl"


def show(op: str, number: str, threads: int) -> None:
    """One row in this process."""
    from grid.measure import measure

    for key, value in measure(op, number, threads, lambda **said: print(said)).items():
        print(f"{key}: {value}")


def write(rows: list[dict[str, Any]], threads: int) -> None:
    """Put the summary into bench/RESULTS.md."""
    from grid.report import Summary
    from nine_models import machine
    from results import named, write_group

    s = Summary(rows)
    more = "" if threads == 1 else f" --threads {threads}"
    said = f"{machine()}. `python bench/operators.py{more} --write`. All: {s.figures(s.timed)}."
    write_group(named("operators", threads), HEADING, f"{said}\n\n{s.table()}")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="*", help="patterns of operators, comma separated")
    parser.add_argument("--type", default="", help="f32, f16, bf16, f64, i8 … bool")
    parser.add_argument("--shape", default="", help="known, batch, unknown; dynamic: the last two")
    parser.add_argument("--size", default="", help="small, medium, large")
    parser.add_argument("--variant", default="*", help="a pattern of variants")
    parser.add_argument("--thin", action="store_true", help="the first variant in medium size")
    parser.add_argument("--sample", type=int, default=0, help="random rows of each operator")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--shard", default="0/1", help="i/n: the i-th of n parts")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="a limit for the run")
    parser.add_argument("--seconds", type=float, default=60, help="a step's limit")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--mcpu", default="", help="the processor that our code is made for")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once: times get worse")
    parser.add_argument("--log", type=Path, help="the file of results, which grows")
    parser.add_argument("--again", action="store_true", help="measure rows that are known, too")
    parser.add_argument("--report", action="store_true", help="run nothing")
    parser.add_argument("--worst", type=int, default=50, help="how many rows to print")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    parser.add_argument("--count", action="store_true", help="only say how many rows are left")
    parser.add_argument("--show", nargs=2, metavar=("OPERATOR", "NUMBER"))
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    a = options()
    if a.mcpu:
        os.environ["MLIRLITE_MCPU"] = a.mcpu
    os.environ["MLIRLITE_CACHE"] = "off"
    from grid.measure import work
    from grid.report import text

    from mlirlite.testing.trust.batches import Batches, known_rows, serve

    if a.worker:
        import onnxruntime  # noqa: F401  once, before workers fork

        serve(work, memory=12 << 30)
        return 0
    if a.show:
        show(*a.show, a.threads)
        return 0
    log = a.log or default_log(a.threads)
    made = a.threads, os.environ.get("MLIRLITE_MCPU", "")
    rows = [r for r in known_rows(log) if (r["threads"], r["mcpu"]) == made]
    known = set() if a.again else {(r["name"], r["number"]) for r in rows}
    jobs = [] if a.report else jobs_of(a, known)
    print(
        f"{len(rows):,} rows are known, {sum(len(j['numbers']) for j in jobs):,} to measure: {log}"
    )
    if a.count:
        return 0
    log.parent.mkdir(parents=True, exist_ok=True)
    batches = Batches([sys.executable, __file__, "--worker"], a.seconds, a.jobs)
    batches.until = time.monotonic() + 60 * a.minutes
    with log.open("a") as batches.log:
        rows += batches.run(jobs)
    print(text(rows, a.worst))
    if a.write:
        write(rows, a.threads)
    return 0


if __name__ == "__main__":
    sys.exit(main())
