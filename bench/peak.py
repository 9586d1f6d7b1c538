#!/usr/bin/env python3
"""The peak of one core of this machine: multiply-adds on registers, and copies.

    python bench/peak.py

Profiles compare with these multiply-adds (mlirlite/runtime/peak.py). The copied buffers are in each
cache and in memory."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def fma_loop() -> tuple[Callable[[], None], int]:
    """A call of multiply-adds on registers, to alternate with others, and its operations."""
    from mlirlite.runtime.peak import peak_loops

    loop, count = peak_loops()[0], 100_000
    run = loop.compiled()
    return lambda: run(count), loop.flops * count


def copy_rate(elements: int, rounds: int = 20) -> float:
    """GB/s read and written by numpy's copy of that many floats."""
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
    from mlirlite.runtime.peak import peak_gflops

    print(f"multiply-adds: {peak_gflops():.0f} GFLOP/s")
    for size in (1 << 12, 1 << 16, 1 << 20, 1 << 24):
        print(f"copy of {4 * size >> 10} KiB: {copy_rate(size):.0f} GB/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
