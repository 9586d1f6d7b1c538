"""What LLVM must be told about a target besides its triple, and which processors it knows."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean


@dataclass(frozen=True, slots=True)
class Defaults:
    """The defaults for an architecture."""

    cpu: str = ""
    features: str = ""
    abi: str = ""
    relocation: str = "pic"


_DEFAULTS = (
    ("x86_64", Defaults("x86-64")),
    ("aarch64|arm64", Defaults("generic")),
    ("armv7|thumbv7", Defaults("generic", "+neon,+vfp3")),
    ("riscv64", Defaults("generic-rv64", "+m,+a,+f,+d,+c", "lp64d")),
    ("riscv32", Defaults("generic-rv32", "+m,+a,+f,+d,+c", "ilp32d")),
    ("s390x", Defaults("z13")),
    ("wasm32", Defaults("generic", "+bulk-memory,+nontrapping-fptoint,+sign-ext", "", "static")),
)
KNOWN = (
    "x86_64-linux-gnu",
    "aarch64-linux-gnu",
    "arm64-apple-darwin",
    "armv7-linux-gnueabihf",
    "riscv64-linux-gnu",
    "riscv32-linux-gnu",
    "s390x-linux-gnu",
    "powerpc64le-linux-gnu",
    "wasm32-unknown-unknown",
)
"""Triples to suggest for an unknown one."""


_SYSTEMS = re.compile(r"linux|none|freestanding|darwin|macos|ios|windows|freebsd|wasi|android")


def normalized(triple: str) -> str:
    """The triple with a vendor: LLVM expects one as the second word.

    aarch64-linux-gnu  -->  aarch64-unknown-linux-gnu
    """
    arch, dash, rest = triple.partition("-")
    return f"{arch}-unknown-{rest}" if dash and _SYSTEMS.match(rest) else triple


def defaults_for(triple: str) -> Defaults:
    """The settings that an architecture needs."""
    for pattern, found in _DEFAULTS:
        if re.match(pattern, triple):
            return found
    return Defaults()


def unknown_triple(triple: str) -> DiagnosticError:
    """The error for a triple that LLVM has no target for."""
    return DiagnosticError(
        f"unknown target triple '{triple}'{did_you_mean(triple, KNOWN) or ';'} expected an "
        f"architecture, a system and an environment, such as {', '.join(KNOWN[:5])}"
    )


@cache
def processors(triple: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Processors and features that LLVM knows for a triple. LLVM prints them only to the error
    stream, so a separate process asks."""
    code = (
        "import sys, llvmlite.binding as l; l.initialize_all_targets(); "
        "l.initialize_all_asmprinters(); "
        "l.Target.from_triple(sys.argv[1]).create_target_machine(cpu='help')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, triple], capture_output=True, text=True, check=False
    )
    cpus, _, features = done.stderr.partition("Available features for this target:")
    name = re.compile(r"^  (\S+)\s+- ", re.M)
    return tuple(name.findall(cpus)), tuple(name.findall(features))


def check_processor(triple: str, cpu: str, features: str) -> None:
    """DiagnosticError, with the nearest name, for a processor or feature that LLVM would ignore."""
    wanted = [f for f in features.split(",") if f]
    for feature in wanted:
        if feature[0] not in "+-":
            raise DiagnosticError(
                f"feature '{feature}' needs '+' or '-' before it: --mattr=+{feature}"
            )
    if not wanted and cpu in ("", "native", defaults_for(triple).cpu):
        return
    cpus, known = processors(triple)
    if not cpus:
        return
    if cpu not in ("", "native") and cpu not in cpus:
        others = (t for t in KNOWN if cpu in processors(t)[0])
        if other := next(others, ""):
            raise DiagnosticError(
                f"'{cpu}' is not a processor of '{triple}'; say its target: --mtriple={other}"
            )
        near = did_you_mean(cpu, cpus) or ";"
        raise DiagnosticError(
            f"unknown processor '{cpu}' for '{triple}'{near} there are {len(cpus)}, "
            f"such as {', '.join(cpus[:4])}"
        )
    for feature in wanted:
        if feature[1:] not in known:
            near = did_you_mean(feature[1:], known) or ";"
            raise DiagnosticError(
                f"unknown feature '{feature[1:]}' for '{triple}'{near} there are {len(known)}"
            )
