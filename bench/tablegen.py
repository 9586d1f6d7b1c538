"""Reads every .td file of installed packages, beside llvm-tblgen 22, and scores the dialects.

python bench/tablegen.py                                   # all of libmlir-22-dev and llvm-22-dev
python bench/tablegen.py mlir/Dialect/SMT/IR/SMT.td        # some of them
python bench/tablegen.py --dialects                        # what is known of each dialect's ops
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mlirlite.ods import load_dialect
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.tablegen import read
from mlirlite.tablegen.dump import to_json

FOLDERS = ["/usr/lib/llvm-22/include", "/usr/include/llvm-22"]
ORACLE = "llvm-tblgen-22"


def theirs(path: Path) -> tuple[Any, float]:
    """The records of llvm-tblgen, None if it rejects the file; and its seconds."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [ORACLE, str(path), "--dump-json", "-o", file.name, *[f"-I{f}" for f in FOLDERS]]
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=False)
        seconds = time.perf_counter() - start
        return (json.load(file) if done.returncode == 0 else None), seconds


def ours(path: Path) -> tuple[Any, float]:
    """The same of ours, in seconds of the processor."""
    start = time.process_time()
    try:
        keeper = read(str(path), FOLDERS)
    except DiagnosticError:
        return None, time.process_time() - start
    seconds = time.process_time() - start
    return json.loads(json.dumps(to_json(keeper))), seconds


def score(path: Path) -> tuple[str, float]:
    """One word for a file: same, differs, or who rejects it."""
    expected, _ = theirs(path)
    found, seconds = ours(path)
    if expected is None or found is None:
        both = expected is None and found is None
        return ("rejected by both" if both else "rejected by one"), seconds
    return ("same" if found == expected else "differs"), seconds


def compare(paths: list[Path]) -> None:
    """Print each file that is not the same, the slowest, and the sums."""
    sums: Counter[str] = Counter()
    times: list[tuple[float, str]] = []
    for path in paths:
        word, seconds = score(path)
        sums[word] += 1
        times.append((seconds, path.name))
        if word in ("differs", "rejected by one"):
            print(f"{word}: {path}", flush=True)
    for seconds, name in sorted(times, reverse=True)[:5]:
        print(f"{seconds:6.2f} s  {name}")
    print(", ".join(f"{word}: {count}" for word, count in sums.items()))


def dialects(paths: list[Path]) -> None:
    """A line for each dialect: its ops, those without syntax, what is not known."""
    ops = known = 0
    seen = set()
    for path in paths:
        try:
            found = load_dialect(str(path), None, FOLDERS)
        except DiagnosticError:
            continue
        for dialect in found:
            names = dialect.op_names()
            if not names or (dialect.name, len(names)) in seen:
                continue
            seen.add((dialect.name, len(names)))
            problems = dialect.problems()
            bare = sum(len(v) for k, v in problems.items() if k.startswith("syntax"))
            unknown = sum(k.startswith("predicate") for k in problems)
            traits = sum(k.startswith("trait") for k in problems)
            print(
                f"{dialect.name:16} {len(names):4} ops, {bare:3} without syntax, {unknown:2} "
                f"predicates and {traits:2} traits not known  ({path.name})",
                flush=True,
            )
            ops, known = ops + len(names), known + len(names) - bare
    print(f"{known} of {ops} ops have their syntax")


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--dialects", action="store_true")
    arguments = parser.parse_args()
    roots = [Path(FOLDERS[0]) / "mlir", Path(FOLDERS[1]) / "llvm"]
    paths = [Path(FOLDERS[0]) / f for f in arguments.files]
    paths = paths or sorted(p for root in roots for p in root.rglob("*.td"))
    dialects(paths) if arguments.dialects else compare(paths)


if __name__ == "__main__":
    main()
