#!/usr/bin/env python3
"""Building IR from Python: ops per second, compared with xDSL and upstream's bindings.

    python bench/build.py                                  # a table on standard output
    python bench/build.py --peers path/to/venv/bin/python --write

Each case makes `arith.addi` on i32 with a location: detached, or at the end of a block, each op
using the result of the one before. Result types are given only if the library does not infer them.
Peers run in separate processes, in any environment that has xdsl or the bindings
(iree-base-compiler, torch-mlir); a peer that is not found is reported as missing. Processes take
turns; the best CPU time of --runs counts."""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import subprocess
import sys
from pathlib import Path

from results import write_table

ROOT = Path(__file__).resolve().parent.parent

TIMER = """
import gc, time
def best(case, runs=5, count=20000):
    case(1000)
    found = 0.0
    for _ in range(runs):
        gc.collect()
        start = time.process_time()
        case(count)
        found = max(found, count / (time.process_time() - start))
    return found
"""
OURS = """
from mlirlite.dialects import arith
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.locations import FileLineColRange
from mlirlite.ir.types import I32
from mlirlite.support.version import VERSION
location = FileLineColRange("build.mlir", 1, 1)

def detached(count):
    x, y = Block([I32, I32]).args
    for _ in range(count):
        arith.AddIOp(x, y, loc=location)

def in_place(count):
    block = Block([I32, I32])
    x, y = block.args
    with Builder.at_end(block):
        for _ in range(count):
            x = arith.AddIOp(x, y, loc=location).result

def operators(count):
    block = Block([I32, I32])
    x, y = block.args
    with Builder(block, location=location):
        for _ in range(count):
            x = x + y

CASES = detached, in_place, operators
"""
XDSL = """
from xdsl.builder import Builder, ImplicitBuilder
from xdsl.dialects import arith
from xdsl.dialects.builtin import i32
from xdsl.ir import Block

def detached(count):
    x, y = Block(arg_types=[i32, i32]).args
    for _ in range(count):
        arith.AddiOp(x, y)

def in_place(count):
    block = Block(arg_types=[i32, i32])
    x, y = block.args
    with ImplicitBuilder(block):
        for _ in range(count):
            x = arith.AddiOp(x, y).result

CASES = detached, in_place
"""
BINDINGS = """
from {package} import ir
from {package}.dialects import arith, func
context = ir.Context()
location = ir.Location.file("build.mlir", 1, 1, context)

def in_place(count):
    with context, location:
        module = ir.Module.create()
        i32 = ir.IntegerType.get_signless(32)
        with ir.InsertionPoint(module.body):
            function = func.FuncOp("f", ([i32, i32], []))
        with ir.InsertionPoint(function.add_entry_block()):
            x, y = function.arguments
            for _ in range(count):
                x = arith.AddIOp(x, y, loc=location).result

def functions(count):
    with context, location:
        module = ir.Module.create()
        i32 = ir.IntegerType.get_signless(32)
        with ir.InsertionPoint(module.body):
            function = func.FuncOp("f", ([i32, i32], []))
        with ir.InsertionPoint(function.add_entry_block()):
            x, y = function.arguments
            for _ in range(count):
                x = arith.addi(x, y)

CASES = in_place, functions
"""
REPORT = """
import importlib.metadata
for case in CASES:
    print(case.__name__, best(case))
package = {package!r}
print("version", importlib.metadata.version(package) if package != "mlirlite" else VERSION)
"""
PEERS = {
    "xDSL": ("xdsl", XDSL),
    "upstream's bindings (iree-base-compiler)": (
        "iree-base-compiler",
        BINDINGS.replace("{package}", "iree.compiler"),
    ),
    "upstream's bindings (torch-mlir)": (
        "torch-mlir",
        BINDINGS.replace("{package}", "torch_mlir"),
    ),
}
SAID = {
    "detached": "detached",
    "in_place": "in place, by class",
    "operators": "in place, `x + y`",
    "functions": "in place, `arith.addi(x, y)`",
}


def measured(python: str, package: str, code: str) -> dict[str, str] | None:
    """Ops per second by case, and the version; None when the interpreter lacks the package."""
    text = TIMER + code + REPORT.replace("{package!r}", repr(package))
    environment = os.environ | {"PYTHONPATH": str(ROOT) if package == "mlirlite" else ""}
    done = subprocess.run(
        [python, "-c", text], capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        if "ModuleNotFoundError" not in done.stderr:
            print(done.stderr, file=sys.stderr)
        return None
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


def table(peers: str, runs: int) -> str:
    """The figures as a Markdown table."""
    ours = OURS, sys.executable, "mlirlite"
    known = {"mlirlite": ours} | {n: (code, peers, p) for n, (p, code) in PEERS.items()}
    best: dict[str, dict[str, float]] = {name: {} for name in known}
    versions: dict[str, str] = {}
    for _ in range(runs):
        for name, (code, python, package) in known.items():
            found = measured(python, package, code) or {}
            if "version" in found:
                versions[name] = found.pop("version")
            for case, speed in found.items():
                best[name][case] = max(best[name].get(case, 0.0), float(speed))
    lines = ["| library | version | case | ops/s |", "|---|---|---|---|"]
    for name, speeds in best.items():
        for case, speed in speeds.items():
            lines.append(f"| {name} | {versions[name]} | {SAID[case]} | {round(speed, -3):,.0f} |")
        if not speeds:
            lines.append(f"| {name} | missing | | |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print; write if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--peers", default=sys.executable, help="the interpreter of their environment"
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put the table into bench/RESULTS.md")
    arguments = parser.parse_args()
    text = table(arguments.peers, arguments.runs)
    print(text)
    if arguments.write:
        when = datetime.date.today().isoformat()
        machine = f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        said = f"{machine}, {when}. One thread. The best of {arguments.runs} processes each."
        write_table("build", "## Building IR from Python", f"{said}\n\n{text}")


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")


if __name__ == "__main__":
    main()
