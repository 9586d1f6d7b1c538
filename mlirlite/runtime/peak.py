"""The most floating point operations that this processor does in a second, measured: independent
multiply-adds on f32 vectors in registers."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from mlirlite.runtime.host import host_machine
from mlirlite.support.machine import MACHINES, Machine

_STEPS = 1 << 17
_PATIENCE = 20
"""The best round counts after this many without a better one: a core speeds up when it has work."""
_MOST_ROUNDS = 400
_UNKNOWN = Machine("", 16, 16, 2), Machine("", 32, 16, 2)
"""Vectors tried for a processor whose vectors are not known; the better result counts."""


@dataclass(frozen=True, slots=True)
class PeakLoop:
    """A loop of multiply-adds that depend neither on each other nor on memory: three quarters of
    the registers are sums."""

    machine: Machine

    @property
    def chains(self) -> int:
        """How many sums there are."""
        return self.machine.registers * 3 // 4

    @property
    def flops(self) -> int:
        """Floating point operations of a step."""
        return 2 * self.machine.lanes(32) * self.chains

    def text(self) -> str:
        """LLVM IR: `peak(p, n)` does n steps with a vector at p; the sum of all is stored there, so
        that nothing can be optimized away. Each sum adds x * x, in place by a fused instruction;
        where there may be none, the sum itself is multiplied, or the product would be computed only
        once."""
        lanes, chains = self.machine.lanes(32), range(self.chains)
        v = f"<{lanes} x float>"
        name, operands = "fma", "{v} %x, {v} %x, {v} %a{c}"
        if not self.machine.name:
            name, operands = "fmuladd", "{v} %a{c}, {v} %x, {v} %x"
        lines = [
            f"declare {v} @llvm.{name}.v{lanes}f32({v}, {v}, {v})",
            "define void @peak(ptr %p, i64 %n) {",
            f"entry:\n  %x = load {v}, ptr %p\n  br label %loop",
            "loop:\n  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
        ]
        lines += [f"  %a{c} = phi {v} [ %x, %entry ], [ %b{c}, %loop ]" for c in chains]
        for c in chains:
            given = operands.format(v=v, c=c)
            lines.append(f"  %b{c} = call {v} @llvm.{name}.v{lanes}f32({given})")
        lines.append("  %next = add i64 %i, 1\n  %more = icmp ult i64 %next, %n")
        lines.append(f"  br i1 %more, label %loop, label %end\nend:\n  %s0 = fadd {v} %b0, %x")
        lines += [f"  %s{c} = fadd {v} %s{c - 1}, %b{c}" for c in chains if c]
        lines.append(f"  store {v} %s{self.chains - 1}, ptr %p\n  ret void\n}}")
        return "\n".join(lines)

    def compiled(self) -> Callable[[int], None]:
        """A function that runs the loop for this many steps."""
        import numpy as np

        from mlirlite.target.llvmir.jit import Engine  # late: it loads llvmlite

        function = Engine(self.text()).function("peak", None, ctypes.c_void_p, ctypes.c_int64)
        room = np.zeros(64 + self.machine.lanes(32), np.float32)
        start = room.ctypes.data + -room.ctypes.data % 64

        def run(steps: int, keep: object = room) -> None:
            function(start, steps)

        return run

    def gflops(self) -> float:
        """GFLOP/s on one core, in the best round."""
        run = self.compiled()
        best, since = float("inf"), 0
        for _ in range(_MOST_ROUNDS):
            began = time.perf_counter()
            run(_STEPS)
            spent = time.perf_counter() - began
            best, since = (spent, 0) if spent < best else (best, since + 1)
            if since == _PATIENCE:
                break
        return self.flops * _STEPS / best / 1e9


def peak_loops() -> list[PeakLoop]:
    """The loops whose best result is this processor's peak."""
    known = MACHINES.get(host_machine())
    return [PeakLoop(m) for m in ((known,) if known is not None else _UNKNOWN)]


def peak_gflops(threads: int = 1) -> float:
    """GFLOP/s of f32 on one core, times the threads."""
    return _core_gflops(host_machine()) * threads


@cache
def _core_gflops(machine: str) -> float:
    return max(loop.gflops() for loop in peak_loops())
