"""The processor that this process makes code for and runs it on: the only place that queries the
machine.

`MLIRLITE_MCPU=haswell` makes it another one: programs, sessions and tests choose schedules and
instructions as they would there.
"""

from __future__ import annotations

import platform
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import llvmlite.binding as llvm

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import declare
from mlirlite.target.llvmir.triples import check_processor

MCPU = declare(
    "MLIRLITE_MCPU",
    "make schedules and code for this processor, as LLVM names it, instead of this machine's own; "
    "what this machine cannot do is left out",
)


_UNSOUND = frozenset({"avx512bf16"})
"""Features that are disabled: with vectors of bf16 in registers LLVM's instruction selection fails
an assertion for convolutions of bf16 (test_error_bounds.py), which aborts the process."""


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor that code made here can be run on."""

    triple: str
    name: str
    """As LLVM names it."""
    stated: bool
    """True if it was named; its features are then those of that name."""
    features: str
    """In LLVM's form: this machine's features, or those of the named processor that it lacks."""

    def has(self) -> dict[str, bool]:
        """The setting of each feature."""
        return {f[1:]: f[0] == "+" for f in self.features.split(",") if f}


def host_processor() -> Processor:
    """This machine's processor, or the one named by the environment. DiagnosticError for a name
    that LLVM does not know."""
    return _processor(MCPU.get())


@cache
def _processor(stated: str) -> Processor:
    triple = llvm.get_process_triple()
    features = llvm.get_host_cpu_features()
    for name in _UNSOUND & features.keys():
        features[name] = False
    if stated in ("", "native"):
        return Processor(triple, llvm.get_host_cpu_name(), False, features.flatten())
    try:
        check_processor(triple, stated, "")
    except DiagnosticError as e:
        raise DiagnosticError(f"{MCPU.name}: {e.diagnostics[0].message}") from e
    lacking = ",".join(f"-{name}" for name, here in sorted(features.items()) if not here)
    return Processor(triple, stated, True, lacking)


def processor_model() -> str:
    """What two machines have in common whose times can be compared: the model of the processor as
    the system calls it, and its name in LLVM."""
    model = platform.processor() or platform.machine()
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        named = (line.partition(": ")[2] for line in file if line.startswith("model name"))
        model = next(named, model).strip()
    return f"{model} ({host_processor().name})"
