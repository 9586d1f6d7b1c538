#!/usr/bin/env python3
"""What one core of this machine can do at most: multiply-adds from registers, and copies.

    python bench/peak.py

The multiply-adds are a loop of independent vector.fma on as many sums as registers hold, compiled
as models are; the copies are of buffers in each cache and in memory."""

from __future__ import annotations

import ctypes
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def fma_text(lanes: int, sums: int) -> str:
    """LLVM IR: `peak(n, x)` does n rounds of multiply-adds on so many sums of a vector type."""
    v = f"<{lanes} x float>"
    body, phis = [], []
    for i in range(sums):
        phis.append(f"  %s{i} = phi {v} [ %x, %entry ], [ %t{i}, %loop ]")
        body.append(f"  %t{i} = call {v} @llvm.fma.v{lanes}f32({v} %s{i}, {v} %x, {v} %x)")
    total, last = [], "%t0"
    for i in range(1, sums):
        total.append(f"  %u{i} = fadd {v} {last}, %t{i}")
        last = f"%u{i}"
    return "\n".join(
        [
            f"declare {v} @llvm.fma.v{lanes}f32({v}, {v}, {v})",
            "define void @peak(i64 %n, ptr %p) {",
            "entry:",
            f"  %x = load {v}, ptr %p, align 64",
            "  br label %loop",
            "loop:",
            "  %i = phi i64 [ 0, %entry ], [ %j, %loop ]",
            *phis,
            *body,
            "  %j = add i64 %i, 1",
            "  %c = icmp slt i64 %j, %n",
            "  br i1 %c, label %loop, label %end",
            "end:",
            *total,
            f"  store {v} {last}, ptr %p, align 64",
            "  ret void",
            "}",
        ]
    )


def fma_loop() -> tuple[Callable[[], None], int]:
    """A call of multiply-adds from registers, for turns with others; how many operations it is."""
    from mlirlite.runtime.host import host_machine
    from mlirlite.support.machine import machine
    from mlirlite.target.llvmir.jit import Engine

    name = host_machine()
    lanes, registers = (16, 32) if not name else (machine(name).lanes(32), machine(name).registers)
    sums = registers // 2 if registers < 32 else 24
    function = Engine(fma_text(lanes, sums)).function("peak", None, ctypes.c_int64, ctypes.c_void_p)
    room = np.zeros(64, np.float32)
    count = 100_000

    def run() -> None:
        function(count, (room.ctypes.data + 63) & ~63)

    return run, 2 * lanes * sums * count


def fma_peak(rounds: int = 40) -> float:
    """GFLOP/s of one core in float32: the best of some rounds."""
    run, operations = fma_loop()
    best = math.inf
    for _ in range(rounds):
        started = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - started)
    return operations / best / 1e9


def copy_rate(elements: int, rounds: int = 20) -> float:
    """GB/s read and written by numpy's copy of so many floats."""
    a, b = np.ones(elements, np.float32), np.zeros(elements, np.float32)
    repeats = max(1, (1 << 22) // elements)
    best = math.inf
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(repeats):
            np.copyto(b, a)
        best = min(best, (time.perf_counter() - started) / repeats)
    return 8 * elements / best / 1e9


def main() -> int:
    print(f"multiply-adds: {fma_peak():.0f} GFLOP/s")
    for size in (1 << 12, 1 << 16, 1 << 20, 1 << 24):
        print(f"copy of {4 * size >> 10} KiB: {copy_rate(size):.0f} GB/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
