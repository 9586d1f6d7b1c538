#!/usr/bin/env python3
"""Reading, verifying and printing text, and three passes: whole processes, compared with xdsl-opt
and mlir-opt.

    python bench/text_speed.py                         # a table on standard output
    python bench/text_speed.py --ops 100000 --only generic,custom
    python bench/text_speed.py --xdsl path/to/xdsl-opt --write   # and put it into RESULTS.md

Figures are the user plus system CPU time of a process, including start-up, the best of --runs, and
its peak memory. Compare ratios between machines, not times. Tools that are not found are omitted;
all use their bytecode caches."""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from results import write_table

ROOT = Path(__file__).resolve().parent.parent
ELEMENTS_PER_OP = {"dense-list": 10, "dense-hex": 100}
NESTED = 200


def empty(_: int) -> Iterator[str]:
    """A module without ops, for the start-up time."""
    yield "module {\n}\n"


def generic(ops: int, name: str = "test.op") -> Iterator[str]:
    """Ops in generic form in one region, each with two operands and two attributes."""
    tensor = "tensor<4x8xf32>"
    yield f'"{name}"() ({{\n^bb0(%0: {tensor}, %1: {tensor}):\n'
    for i in range(2, ops + 2):
        yield f'  %{i} = "{name}"(%{i - 1}, %{i - 2}) {{index = {i} : i32, text = "t{i}"}} : '
        yield f"({tensor}, {tensor}) -> {tensor}\n"
    yield '  "test.termop"() : () -> ()\n' if name == "test.op" else ""
    yield "}) : () -> ()\n"


def unregistered(ops: int) -> Iterator[str]:
    """As `generic`, with a dialect that no tool knows."""
    return generic(ops, "foo.op")


def custom(ops: int) -> Iterator[str]:
    """Functions with arithmetic, each with a loop and a conditional, in custom syntax."""
    for number in range(ops // 125):
        yield f"func.func @f{number}(%a: i32, %b: i32, %n: index, %m: memref<16xi32>) -> i32 {{\n"
        value, other = "%a", "%b"
        for i in range(29):
            yield f"  %s{i} = arith.addi {value}, {other} : i32\n"
            yield f"  %p{i} = arith.muli %s{i}, {other} : i32\n"
            yield f"  %c{i} = arith.cmpi slt, %p{i}, {value} : i32\n"
            yield f"  %x{i} = arith.select %c{i}, %s{i}, %p{i} : i32\n"
            value, other = f"%x{i}", f"%s{i}"
        yield f"  %r = scf.for %i = %n to %n step %n iter_args(%k = {value}) -> (i32) {{\n"
        yield "    %l = memref.load %m[%i] : memref<16xi32>\n    %t = arith.addi %k, %l : i32\n"
        yield "    %c = arith.cmpi sgt, %t, %b : i32\n    %z = scf.if %c -> (i32) {\n"
        yield "      scf.yield %t : i32\n    } else {\n      scf.yield %k : i32\n    }\n"
        yield "    scf.yield %z : i32\n  }\n  return %r : i32\n}\n"


def _numbers(count: int) -> list[float]:
    rng = random.Random(0)
    return list(
        struct.unpack(
            f"<{count}f", struct.pack(f"<{count}f", *(rng.random() for _ in range(count)))
        )
    )


def _constant(count: int, body: str) -> str:
    shape = f"tensor<{count}xf32>"
    constant = f"  %0 = arith.constant dense<{body}> : {shape}\n"
    return f"func.func @f() -> {shape} {{\n{constant}  return %0 : {shape}\n}}\n"


def dense_list(count: int) -> Iterator[str]:
    """One constant, its elements as decimals."""
    yield _constant(count, "[" + ", ".join(f"{x:.6e}" for x in _numbers(count)) + "]")


def dense_hex(count: int) -> Iterator[str]:
    """One constant, its elements as one string."""
    yield _constant(count, f'"0x{struct.pack(f"<{count}f", *_numbers(count)).hex().upper()}"')


def nested(_: int) -> Iterator[str]:
    """Regions in regions."""
    yield '"test.op"() ({\n' * NESTED + '"test.termop"() : () -> ()\n'
    yield '}) : () -> ()\n"test.termop"() : () -> ()\n' * (NESTED - 1) + "}) : () -> ()\n"


def chain(ops: int) -> Iterator[str]:
    """Sums of constants that fold to one."""
    yield "func.func @f() -> i32 {\n  %0 = arith.constant 1 : i32\n  %1 = arith.constant 3 : i32\n"
    for i in range(2, ops + 2):
        yield f"  %{i} = arith.addi %{i - 1}, %{i - 2} : i32\n"
    yield f"  return %{ops + 1} : i32\n}}\n"


def equal(ops: int) -> Iterator[str]:
    """Groups of ten equal ops, of which the last is used."""
    value = "%a"
    yield "func.func @f(%a: i32) -> i32 {\n"
    for i in range(ops):
        yield f"  %v{i} = arith.addi {value}, {value} : i32\n"
        if i % 10 == 9:
            value = f"%v{i}"
            yield f'  "test.use"({value}) : (i32) -> ()\n'
    yield f"  return {value} : i32\n}}\n"


def dead(ops: int) -> Iterator[str]:
    """Ops with unused results."""
    yield "func.func @f(%a: i32, %b: i32) -> i32 {\n"
    yield "  %0 = arith.addi %a, %b : i32\n  %1 = arith.addi %a, %b : i32\n"
    for i in range(2, ops + 2):
        yield f"  %{i} = arith.muli %{i - 1}, %{i - 2} : i32\n"
    yield "  return %a : i32\n}\n"


KINDS: dict[str, Callable[[int], Iterator[str]]] = {
    "empty": empty,
    "generic": generic,
    "unregistered": unregistered,
    "custom": custom,
    "nested": nested,
    "canonicalize": chain,
    "cse": equal,
    "dce": dead,
    "dense-list": dense_list,
    "dense-hex": dense_hex,  # last: a child's peak memory is at least what this process has
}
PASSES = {"canonicalize": "canonicalize", "cse": "cse", "dce": "canonicalize"}
"""The pass of a kind; in xdsl-opt it has the kind's name. Other kinds run no pass."""


def measure(command: list[str], runs: int) -> tuple[float, float] | None:
    """Least CPU seconds and the peak memory in MB; None when the tool refuses the file."""
    best: tuple[float, float] | None = None
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(runs):
        child = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        _, status, use = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            return None
        found = use.ru_utime + use.ru_stime, use.ru_maxrss / 1024
        best = found if best is None else min(best, found)
    return best


def pass_flags(tool: str, kind: str) -> list[str]:
    """The option with which a tool runs the pass of a kind."""
    if kind not in PASSES:
        return []
    return ["-p", kind] if tool == "xdsl-opt" else [f"--{PASSES[kind]}"]


def table(tools: dict[str, list[str]], kinds: list[str], ops: int, runs: int) -> str:
    """The figures as a Markdown table."""
    peers = [name for name in tools if name != "mlirlite-opt"]
    heads = ["file", "size"] + [f"{name} s (MB)" for name in tools] + [f"/ {p}" for p in peers]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            size = {"empty": 0, "nested": NESTED}.get(kind, ops * ELEMENTS_PER_OP.get(kind, 1))
            path = Path(folder) / f"{kind}.mlir"
            with path.open("w") as file:
                file.writelines(KINDS[kind](size))
            flags = ["--allow-unregistered-dialect", str(path)]
            found = {
                name: measure(command + flags + pass_flags(name, kind), runs)
                for name, command in tools.items()
            }
            cells = [f"{r[0]:.3f} ({r[1]:.0f})" if r else "refused" for r in found.values()]
            ours = found["mlirlite-opt"]
            for peer in peers:
                theirs = found[peer]
                cells.append(f"{ours[0] / theirs[0]:.3f}" if ours and theirs else "")
            lines.append(f"| {kind} | {size} | " + " | ".join(cells) + " |")
            print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def main() -> None:
    """Measure and print; write if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--ops", type=int, default=10_000)
    parser.add_argument("--only", default=",".join(KINDS))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--xdsl", default=shutil.which("xdsl-opt"))
    parser.add_argument("--mlir", default=shutil.which("mlir-opt-22") or shutil.which("mlir-opt"))
    parser.add_argument("--write", action="store_true", help="put the table into bench/RESULTS.md")
    arguments = parser.parse_args()
    tools = {"mlirlite-opt": [sys.executable, str(ROOT / "tools" / "mlirlite-opt")]}
    for name, path in (("xdsl-opt", arguments.xdsl), ("mlir-opt", arguments.mlir)):
        if path:
            tools[name] = [path]
    text = table(tools, arguments.only.split(","), arguments.ops, arguments.runs)
    print(text)
    if arguments.write:
        machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
        head = f"{arguments.ops} ops, {machine}. CPU seconds and peak memory of a process."
        title = "## Text: parse, verify, print"
        write_table(f"text speed {arguments.ops}", title, f"{head}\n\n{text}")


if __name__ == "__main__":
    main()
