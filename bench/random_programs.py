#!/usr/bin/env python3
"""Random programs through passes, beside mlir-opt 22: is our text the same?

    python bench/random_programs.py --count 20000     # programs, over dialects and passes
    python bench/random_programs.py --dialects arith --passes canonicalize,sccp --count 500
    python bench/random_programs.py --failures out.jsonl          # what differs, as JSON lines
    python bench/random_programs.py --show arith canonicalize 17  # one program, both texts
    python bench/random_programs.py --coverage --count 900        # how often programs have each op

A program is a function made from the declarations of a dialect's ops
(`mlirlite/testing/programs.py`). Each goes through one pass; the passes of a dialect take turns.
Programs that mlir-opt does not verify do not count, nor do those whose result it does not read
itself. It gets many programs in a file."""

from __future__ import annotations

import argparse
import difflib
import io
import json
import multiprocessing
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mlirlite.driver import opt  # noqa: E402
from mlirlite.ir.context import Context  # noqa: E402
from mlirlite.testing.programs import DIALECTS, program, program_text  # noqa: E402

COMMON = (
    *("canonicalize", "cse", "sccp", "int-range-optimizations"),
    *("convert-func-to-llvm", "convert-to-llvm"),
)
"""The passes of all dialects."""
OF_DIALECT = {
    "arith": ("convert-arith-to-llvm", "arith-expand", "arith-unsigned-when-equivalent"),
    "cf": ("convert-cf-to-llvm", "convert-arith-to-llvm", "convert-index-to-llvm"),
    "complex": (
        *("convert-complex-to-llvm", "convert-complex-to-standard", "convert-complex-to-libm"),
    ),
    "index": ("convert-index-to-llvm",),
    "math": ("convert-math-to-llvm", "convert-math-to-libm"),
    "memref": (
        *("finalize-memref-to-llvm", "expand-strided-metadata", "fold-memref-alias-ops"),
        *("memref-expand", "expand-realloc"),
    ),
    "scf": (
        *("convert-scf-to-cf", "convert-scf-to-openmp", "scf-for-loop-canonicalization"),
        *("scf-for-to-while", "scf-forall-to-parallel"),  # upstream's scf-forall-to-for may crash
    ),
    "tensor": (),
    "vector": ("convert-vector-to-llvm", "convert-vector-to-scf"),
}
"""The conversions of each, and its own passes."""
BATCH = 40
MARKER = "// ~~~~~"
SPLIT = "\n// -----\n"
TIMEOUT = 40


class Job(NamedTuple):
    """Programs of a dialect, by their numbers, through one pass."""

    dialect: str
    pass_name: str
    seeds: range


class Result(NamedTuple):
    """What became of one program."""

    seed: int
    word: str
    text: str = ""
    theirs: str = ""
    ours: str = ""


def mlir_opt(text: str, *flags: str) -> tuple[int, str, str]:
    """Exit code, output and messages of mlir-opt; its code is 124 after too long a time."""
    program = shutil.which("mlir-opt-22") or shutil.which("mlir-opt") or "mlir-opt-22"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run(
                [program, file.name, *flags], capture_output=True, text=True, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            return 124, "", "took too long"
    return done.returncode, done.stdout, done.stderr


def theirs(texts: list[str], *flags: str) -> list[str | None]:
    """The texts after a pass; None for each that mlir-opt rejects, "crash" where it dies."""
    words = (*flags, "--split-input-file", f"--output-split-marker={MARKER}")
    code, out, _ = mlir_opt(SPLIT.join(texts), *words)
    parts = [p.strip("\n") for p in out.split(MARKER)]
    if code in (0, 1) and len(parts) == len(texts):
        return [p or None for p in parts]
    if len(texts) == 1:
        return ["crash"]
    half = len(texts) // 2
    return theirs(texts[:half], *flags) + theirs(texts[half:], *flags)


def ours(text: str, *flags: str) -> tuple[str | None, str]:
    """The same of ours in this process, and what it said."""
    out, err = io.StringIO(), io.StringIO()
    code = opt.main(["-", *flags], stdin=io.StringIO(text), stdout=out, stderr=err)
    return (None if code else out.getvalue().strip("\n")), err.getvalue()


def run(job: Job) -> tuple[Job, list[Result]]:
    """Compare all programs of a job."""
    texts = [program_text(seed, job.dialect) for seed in job.seeds]
    given = theirs(texts)
    chosen = [(s, g) for s, g in zip(job.seeds, given, strict=True) if g is not None]
    results = [
        Result(s, "not verified") for s, g in zip(job.seeds, given, strict=True) if g is None
    ]
    flag = f"--{job.pass_name}"
    expected = theirs([g for _, g in chosen], flag) if chosen else []
    for (seed, text), wanted in zip(chosen, expected, strict=True):
        if wanted == "crash":
            results.append(Result(seed, "mlir-opt crashes"))
            continue
        found, said = ours(text, flag)
        if found == wanted:
            results.append(Result(seed, "same" if wanted is not None else "both reject"))
            continue
        word = "differs" if found and wanted else "we reject" if wanted else "mlir-opt rejects"
        if wanted is None and found:  # it may reject what it made itself
            unverified = theirs([text], flag, "--verify-each=false")[0]
            word = "mlir-opt's is invalid" if unverified else word
        if wanted is not None and theirs([wanted])[0] is None:
            word = "mlir-opt's is invalid"
        if "Traceback" in said or "internal error" in said:
            word = "traceback"
        results.append(Result(seed, word, text, wanted or "", found or said))
    return job, results


def jobs(dialects: list[str], passes: list[str], count: int, first: int) -> Iterator[Job]:
    """`count` programs, divided among the dialects and their passes."""
    pairs = [
        (d, p) for d in dialects for p in (*COMMON, *OF_DIALECT[d]) if not passes or p in passes
    ]
    if not pairs:
        return
    each, rest = divmod(count, len(pairs))
    for i, (dialect, pass_name) in enumerate(pairs):
        size = each + (i < rest)
        for start in range(0, size, BATCH):
            seeds = range(first + start, first + min(start + BATCH, size))
            yield Job(dialect, pass_name, seeds)


GOOD = ("same", "both reject")
IGNORED = ("not verified", "mlir-opt crashes", "mlir-opt's is invalid")


def report(rows: dict[tuple[str, str], Counter[str]]) -> None:
    """A line for each pass and dialect, each pass, and all."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for (dialect, pass_name), counts in rows.items():
        for name in (f"{pass_name} {dialect}", f"{pass_name}: all", f"~{dialect}: all", "~~all"):
            sums[name].update(counts)
    for name, counts in sorted(sums.items(), key=lambda item: item[0]):
        total = sum(n for word, n in counts.items() if word not in IGNORED)
        right = sum(counts[word] for word in GOOD)
        rest = ", ".join(f"{word} {n}" for word, n in counts.most_common())
        share = 100 * right / max(total, 1)
        print(f"{name.lstrip('~'):38} {right:6} of {total:6} {share:6.2f} %  ({rest})")


def show(dialect: str, pass_name: str, seed: int) -> None:
    """One program, and how the texts differ."""
    text = program_text(seed, dialect)
    given = theirs([text])[0]
    print(given or text)
    if given is None:
        print(mlir_opt(text)[2])
        return
    wanted = mlir_opt(given, f"--{pass_name}")
    found, said = ours(given, f"--{pass_name}")
    print("mlir-opt -> ours" if found else said)
    lines = (wanted[1] or wanted[2]).strip("\n").split("\n"), (found or "").split("\n")
    print("\n".join(difflib.unified_diff(*lines, lineterm="", n=1)))


def show_coverage(dialects: list[str], count: int, first: int) -> None:
    """How often each op of the dialects occurs in `count` programs, divided among them."""
    context, found = Context(), Counter[str]()
    for dialect in dialects:
        for seed in range(first, first + count // len(dialects)):
            module = program(random.Random(f"{dialect} {seed}"), dialect)
            found.update(op.name for op in module.inside())
    for name in dialects:
        dialect = context.dialect(name)
        ops = sorted(dialect.op_names()) if dialect is not None else []
        print(f"{name}: {sum(found[op] > 0 for op in ops)} of {len(ops)} ops")
        print("   ", ", ".join(f"{op.partition('.')[2]} {found[op]}" for op in ops))


def main() -> int:
    """The program. The exit status is 1 when fewer than 99 % are the same."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first number of a program")
    parser.add_argument("--dialects", default=",".join(DIALECTS))
    parser.add_argument("--passes", default="")
    parser.add_argument("--failures", type=Path, metavar="FILE")
    parser.add_argument("--coverage", action="store_true", help="only count the ops of programs")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", nargs=3, metavar=("DIALECT", "PASS", "NUMBER"))
    options = parser.parse_args()
    if options.coverage:
        show_coverage(options.dialects.split(","), options.count, options.first)
        return 0
    if options.show:
        show(options.show[0], options.show[1], int(options.show[2]))
        return 0
    passes = options.passes.split(",") if options.passes else []
    todo = list(jobs(options.dialects.split(","), passes, options.count, options.first))
    rows: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    failures = options.failures.open("w", encoding="utf-8") if options.failures else None
    with multiprocessing.Pool(options.jobs) as pool:
        for job, results in pool.imap_unordered(run, todo):
            rows[job.dialect, job.pass_name].update(r.word for r in results)
            for r in results if failures else ():
                if failures and r.word not in (*GOOD, *IGNORED[1:]):
                    record = {"dialect": job.dialect, "pass": job.pass_name, **r._asdict()}
                    failures.write(json.dumps(record) + "\n")
                    failures.flush()
    report(rows)
    every: Counter[str] = sum(rows.values(), Counter())
    total = sum(n for word, n in every.items() if word not in IGNORED)
    return int(sum(every[word] for word in GOOD) < 0.99 * total)


if __name__ == "__main__":
    sys.exit(main())
