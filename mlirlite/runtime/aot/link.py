"""Linking: the C compiler of the system for a target, or the one in the PyPI package ziglang."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from mlirlite.support.diagnostics import DiagnosticError


@dataclass(frozen=True, slots=True)
class Linker:
    """A program that links, with its first arguments."""

    command: tuple[str, ...]
    flags: tuple[str, ...] = ()


def find_linker(triple: str = "") -> Linker:
    """The compiler that the environment variable CC names, else the system's for the triple (cc;
    `<triple>-gcc` for another machine), else ziglang's. DiagnosticError that says which package
    helps."""
    if os.environ.get("CC") and not triple:
        return Linker(tuple(shlex.split(os.environ["CC"])))
    names = cross_compilers(triple) if triple else ("cc", "gcc", "clang")
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return Linker((found,))
    if importlib.util.find_spec("ziglang") is not None:
        target = ("-target", zig_target(triple)) if triple else ()
        return Linker((sys.executable, "-m", "ziglang", "cc"), target)
    package = f"gcc-{names[0].removesuffix('-gcc')}" if triple else "gcc"
    raise DiagnosticError(
        f"no linker found: there is no {' or '.join(names)} on the PATH; install a C compiler "
        f"(Debian: {package}) or 'pip install ziglang', or write an object file with --emit=o, "
        "which needs none"
    )


def cross_compilers(triple: str) -> tuple[str, ...]:
    """Names of the compiler for a triple, on Debian and elsewhere."""
    arch, _, rest = triple.partition("-")
    system = re.sub(r"^(unknown|pc)-", "", rest) or "linux-gnu"
    arch = re.sub(r"^(arm|thumb)v\d.*", "arm", arch)
    return tuple(dict.fromkeys((f"{arch}-{system}-gcc", f"{triple}-gcc")))


def zig_target(triple: str) -> str:
    """A triple as zig spells it: architecture-system-environment."""
    arch, _, rest = triple.partition("-")
    system = re.sub(r"^(unknown|pc)-", "", rest) or "linux-gnu"
    return f"{re.sub(r'^(arm|thumb)v.*', 'arm', arch)}-{system}"


def link_shared(
    objects: Sequence[str], output: str, *, triple: str = "", libraries: Sequence[str] = ("m",)
) -> None:
    """A shared library of object files. DiagnosticError with the linker's output when it fails."""
    linker = find_linker(triple)
    command = [
        *linker.command,
        *linker.flags,
        "-shared",
        "-Wl,-Bsymbolic",
        "-Wl,--no-undefined",
        "-Wl,-z,noexecstack",
        "-o",
        output,
        *objects,
        *(f"-l{name}" for name in libraries),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as e:
        raise DiagnosticError(f"cannot run the linker '{linker.command[0]}': {e.strerror}") from e
    if done.returncode:
        words = "\n  ".join(done.stderr.strip().splitlines()[-12:])
        raise DiagnosticError(f"the linker failed: {shlex.join(command)}\n  {words}")
