"""The most floating point operations that this processor does in a second, measured: independent
fused multiply-adds on f32 vectors in registers."""

from __future__ import annotations

import ctypes
import time
from functools import cache

from mlirlite.runtime.host import host_machine
from mlirlite.support.machine import MACHINES

_CHAINS = 16
_STEPS = 1 << 18
_ROUNDS = 12


def _ir(lanes: int) -> str:
    """A loop of so many chains of multiply-adds; the sum of all is stored, so that nothing of it
    can be left out."""
    v = f"<{lanes} x float>"
    lines = [
        f"declare {v} @llvm.fma.v{lanes}f32({v}, {v}, {v})",
        f"define void @peak(ptr %p, i64 %n) {{\nentry:\n  %x = load {v}, ptr %p\n  br label %loop",
        "loop:\n  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
    ]
    chains = range(_CHAINS)
    lines += [f"  %a{c} = phi {v} [ %x, %entry ], [ %b{c}, %loop ]" for c in chains]
    lines += [
        f"  %b{c} = call {v} @llvm.fma.v{lanes}f32({v} %a{c}, {v} %x, {v} %x)" for c in chains
    ]
    lines.append("  %next = add i64 %i, 1\n  %more = icmp ult i64 %next, %n")
    lines.append("  br i1 %more, label %loop, label %end\nend:")
    lines.append("  %s0 = fadd " + f"{v} %b0, zeroinitializer")
    lines += [f"  %s{c} = fadd {v} %s{c - 1}, %b{c}" for c in chains if c]
    lines.append(f"  store {v} %s{_CHAINS - 1}, ptr %p\n  ret void\n}}")
    return "\n".join(lines)


@cache
def peak_gflops(threads: int = 1) -> float:
    """GFLOP/s of f32 on one core, times the threads."""
    import numpy as np

    from mlirlite.target.llvmir.jit import Engine  # late: it loads llvmlite

    known = MACHINES.get(host_machine())
    lanes = known.lanes(32) if known is not None else 4
    engine = Engine(_ir(lanes))
    function = engine.function("peak", None, ctypes.c_void_p, ctypes.c_int64)
    room = np.zeros(64 + lanes, np.float32)
    start = room.ctypes.data + -room.ctypes.data % 64
    best = float("inf")
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        function(start, _STEPS)
        best = min(best, time.perf_counter() - began)
    return 2 * lanes * _CHAINS * _STEPS / best / 1e9 * threads
