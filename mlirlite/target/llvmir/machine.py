"""LLVM IR text → checked, optimized, machine code, by llvmlite. What LLVM rejects becomes a
DiagnosticError at its line."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from llvmlite.binding.newpassmanagers import NewPassManager

from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.forks import wait_before_fork
from mlirlite.support.interruptible import interruptibly
from mlirlite.support.once import once
from mlirlite.support.source import SourceFile, SourceSpan
from mlirlite.target.llvmir.levels import DEFAULT_LEVEL, Effort
from mlirlite.target.llvmir.processor import Processor, host_processor
from mlirlite.target.llvmir.support import with_support
from mlirlite.target.llvmir.triples import (
    check_processor,
    defaults_for,
    normalized,
    unknown_triple,
)

_SIMPLIFYING = 1
"""The level of passes for what is simplified only: level 2 takes a third longer, for code of the
same speed."""
# llvmlite locks each call of LLVM. Its module has no public name for that lock.
wait_before_fork(llvm.ffi.lib._lock._lock)


@dataclass(frozen=True, slots=True)
class Target:
    """The target of code. Empty fields mean this machine (processor.py); `cpu` may be `native`.
    `features` are in LLVM's form: `+avx2,-avx512f`. `level` is 0 (none) to 3 (most optimization).
    Code is position independent."""

    triple: str = ""
    cpu: str = ""
    features: str = ""
    level: int = DEFAULT_LEVEL

    @property
    def is_host(self) -> bool:
        """True when neither triple nor cpu name another machine."""
        return not self.triple and self.cpu in ("", "native")

    def machine(self) -> Any:
        """LLVM's target machine. DiagnosticError for a triple or cpu that LLVM does not know."""
        return _machine(self, host_processor())

    def own_machine(self) -> Any:
        """As `machine`, but of this thread: threads must not share one for making code."""
        key = self, host_processor()
        if key not in _own.machines:
            _own.machines[key] = _new_machine(*key)
        return _own.machines[key]

    def data_layout(self) -> str:
        """LLVM's data layout string."""
        return str(self.machine().target_data)


class _Own(threading.local):
    """Target machines of a thread: LLVM takes a millisecond for the first code of each."""

    def __init__(self) -> None:
        self.machines: dict[tuple[Target, Processor], Any] = {}


_own = _Own()


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for inline assembly


@cache
def _initialize_all() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


@cache
def _machine(target: Target, here: Processor) -> Any:
    return _new_machine(target, here)


def _new_machine(target: Target, here: Processor) -> Any:
    _initialize()
    triple = normalized(target.triple) or here.triple
    if target.triple:
        _initialize_all()
    try:
        found = llvm.Target.from_triple(triple)
    except RuntimeError as e:
        raise unknown_triple(target.triple) from e
    usual = defaults_for(triple)
    if target.is_host:
        # LLVM prefers 256-bit vectors on some machines with 512-bit registers; our kernels are made
        # for the full width.
        features = f"{here.features},-prefer-256-bit".lstrip(",")
        cpu = here.name
    else:
        check_processor(triple, target.cpu, "")
        cpu, features = target.cpu or usual.cpu, usual.features
        if cpu == "native":
            cpu, features = here.name, here.features
    if target.features:
        features = f"{features},{target.features}" if features else target.features
    try:
        return found.create_target_machine(
            cpu=cpu,
            features=features,
            opt=target.level,
            reloc=usual.relocation,
            codemodel="small",
            abiname=usual.abi,
        )
    except RuntimeError as e:
        raise DiagnosticError(f"no code can be made for '{triple}', cpu '{cpu}': {e}") from e


_PLACE = re.compile(r"^[^:\n]*:(\d+):(\d+): error: (.*)$", re.M)


def _rejected(text: str, e: Exception) -> DiagnosticError:
    """LLVM's message, at its location in the text if it has one."""
    found = _PLACE.search(str(e))
    if found is None:
        message = " ".join(str(e).removeprefix("LLVM IR parsing error").split())
        return DiagnosticError(f"LLVM rejects the IR: {message}")
    line, column = int(found[1]), int(found[2])
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    offset = starts[min(line, len(starts)) - 1] + column - 1
    span = SourceSpan(SourceFile("<llvm ir>", text), offset, offset + 1)
    return DiagnosticError(error(f"LLVM rejects the IR: {found[3]}", span))


def parse_text(text: str, context: Any = None) -> Any:
    """A verified llvmlite module, in its own context unless one is given: modules that are to be
    linked share one."""
    _initialize()

    def work() -> Any:
        module = llvm.parse_assembly(text, context or llvm.create_context())
        module.verify()
        return module

    try:
        return interruptibly(work)
    except RuntimeError as e:
        raise _rejected(text, e) from e


def verify_text(text: str) -> None:
    """Let LLVM check a text. DiagnosticError with LLVM's message when it is wrong."""
    parse_text(text)


def bitcode_of(text: str) -> bytes:
    """LLVM bitcode of a text that LLVM accepts and whose inline assembly may name files that do not
    exist yet. A separate process writes it: in a process with LLVM's assembly parser, writing
    bitcode reads those files, and aborts if they are missing."""
    code = (
        "import sys, llvmlite.binding as llvm;"
        "module = llvm.parse_assembly(sys.stdin.buffer.read().decode());"
        "sys.stdout.buffer.write(module.as_bitcode())"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], input=text.encode(), capture_output=True, check=False
    )
    if made.returncode:
        raise DiagnosticError(f"LLVM writes no bitcode: {made.stderr.decode().strip()[-500:]}")
    return made.stdout


class Compiled:
    """A module after LLVM's optimizer, and its output formats."""

    def __init__(self, module: Any, target: Target, effort: Effort = Effort.FULL) -> None:
        self.module = module
        self.target = target
        quick = effort is Effort.ONCE and target.level == DEFAULT_LEVEL
        self._translation = replace(target, level=0) if quick else target

    def text(self) -> str:
        """LLVM IR."""
        return str(self.module)

    def bitcode(self) -> bytes:
        """LLVM bitcode."""
        return bytes(self.module.as_bitcode())

    def assembly(self) -> str:
        """Assembly text."""
        machine = self._translation.own_machine()
        return str(interruptibly(lambda: machine.emit_assembly(self.module)))

    @once
    def _object(self) -> bytes:
        machine = self._translation.own_machine()
        return bytes(interruptibly(lambda: machine.emit_object(self.module)))

    def object_code(self) -> bytes:
        """A relocatable object file."""
        return self._object


def with_target(text: str, target: Target) -> str:
    """The text with the target's data layout and triple at its head, unless it has its own."""
    head = text[: text.find("\ndefine")] if "\ndefine" in text else text
    lines = []
    if "target datalayout" not in head:
        lines.append(f'target datalayout = "{target.data_layout()}"')
    if "target triple" not in head:
        lines.append(f'target triple = "{target.machine().triple}"')
    return "\n".join([*lines, text]) if lines else text


def optimized(
    text: str,
    level: int = DEFAULT_LEVEL,
    target: Target | None = None,
    effort: Effort = Effort.FULL,
) -> Compiled:
    """Parse, verify and optimize a text for a target (this machine at `level` by default).
    DiagnosticError when LLVM rejects it."""
    target = target if target is not None else Target(level=level)
    module = parse_text(with_target(with_support(text, str(target.machine().triple)), target))
    run_passes(module, target, effort)
    return Compiled(module, target, effort)


def run_passes(module: Any, target: Target, effort: Effort = Effort.FULL) -> None:
    """LLVM's default pipeline of the target's level, loop and superword vectorizers included from
    level 2 on. With less effort than that only what simplifies one function at a time."""
    alone = effort is not Effort.FULL and target.level == DEFAULT_LEVEL
    level = _SIMPLIFYING if alone else target.level
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = level > 1
    options.loop_unrolling = level > 0
    builder = llvm.create_pass_builder(target.own_machine(), options)

    def work() -> None:
        if alone:
            passes = builder.getFunctionPassManager()
            parts = [f for f in module.functions if not f.is_declaration]
        else:
            passes, parts = builder.getModulePassManager(), [module]
        try:
            for part in parts:
                passes.run(part, builder)
        finally:
            # its class inherits from another one first, which has no effect
            NewPassManager._dispose(passes)
            passes.detach()

    interruptibly(work)
