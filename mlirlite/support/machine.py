"""What a schedule has to know of a processor: vectors, registers, rates per cycle, caches.

`machine("haswell")` looks one up; schedules ask it instead of holding constants.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.tuning import Tuning

_BYTE_DOTS = frozenset(("vpdpbusd", "sdot", "usdot"))


@dataclass(frozen=True, slots=True)
class Machine:
    """One core. Sizes are in bytes; rates are whole vectors per cycle."""

    name: str
    vector_bytes: int
    registers: int
    """Vector registers that an instruction can name."""
    spare: int
    """How many of these a tile leaves for factors: the one in use and those being loaded. LLVM
    loads early, and spills sums when too few are left."""
    operands: int = 2
    """How many registers a tile of a blocked convolution leaves for pixels, besides its weights."""
    multiply_adds: int = 2
    loads: float = 2
    """Loads, as loops reach them beside multiply-adds."""
    latency: int = 4
    """Cycles until the result of a multiply-add can be used."""
    l1_bytes: int = 32 << 10
    l2_bytes: int = 512 << 10
    bytes_per_cycle: float = 8.0
    """Rate at which data streams in from beyond the L2 cache."""
    dots: tuple[str, ...] = ()
    """Instructions for krnl.dot, by the manual's names: sums of products of neighboring bytes,
    16-bit integers, and bf16."""
    line_bytes: int = 64
    """A cache line."""
    threads: int = 1
    """How many such cores share the loops of an op."""
    tuning: Tuning = field(default_factory=Tuning)
    """What measurements found best."""

    @property
    def sums_bytes(self) -> bool:
        """Whether one instruction sums up products of neighboring bytes. Their signs do not
        matter: other signs are handled by an offset."""
        return not _BYTE_DOTS.isdisjoint(self.dots)

    @property
    def sums_pairs(self) -> bool:
        """Whether instructions sum up products of two neighbors, bytes in 16 bits (vpmaddubsw) and
        16-bit integers in 32 (vpmaddwd), and none does so for four bytes."""
        return "vpmaddwd" in self.dots and not self.sums_bytes

    @property
    def permutes_words(self) -> bool:
        """Whether an instruction gives each lane any other lane's 32 bits (vpermps)."""
        return "vpmaddwd" in self.dots

    def lanes(self, bits: int) -> int:
        """Elements of a width in one vector."""
        return self.vector_bytes * 8 // bits

    def holds(self, rows: int, vectors: int) -> bool:
        """True when the sums of a tile and the operands of one step fit into the registers."""
        return rows * vectors + vectors + self.spare <= self.registers


_NEOVERSE: dict[str, Any] = {"operands": 4, "l1_bytes": 64 << 10, "l2_bytes": 1 << 20}

MACHINES = {
    m.name: m
    for m in (
        Machine("haswell", 32, 16, 2, loads=1.5, latency=5, l2_bytes=256 << 10, dots=("vpmaddwd",)),
        Machine("skylake-avx512", 64, 32, 7, l2_bytes=1 << 20, dots=("vpmaddwd",)),
        Machine("cascadelake", 64, 32, 7, l2_bytes=1 << 20, dots=("vpdpbusd", "vpmaddwd")),
        Machine(
            "cooperlake", 64, 32, 7, l2_bytes=1 << 20, dots=("vpdpbusd", "vpmaddwd", "vdpbf16ps")
        ),
        Machine("cortex-a72", 16, 32, 4, operands=4, loads=1, latency=7),
        Machine("neoverse-n1", 16, 32, 4, dots=("sdot",), **_NEOVERSE),
        Machine("neoverse-v1", 16, 32, 4, dots=("sdot", "usdot", "bfdot"), **_NEOVERSE),
    )
}
"""Machines by LLVM's name of the processor. Unknown processors are looked up by their features."""


def machine(name: str) -> Machine:
    """The machine of a name. DiagnosticError when there is none."""
    found = MACHINES.get(name)
    if found is None:
        raise DiagnosticError(
            f"unknown machine '{name}'{did_you_mean(name, MACHINES)}; "
            f"expected one of {', '.join(MACHINES)}"
        )
    return found
