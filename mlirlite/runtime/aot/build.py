"""One LLVM module of a model and its runtime, for a target, optimized."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm

from mlirlite.dialects.llvm.globals import GlobalOp
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.runtime import gomp
from mlirlite.runtime.aot.abi import RUNTIME, Entry, entries_of, exported
from mlirlite.runtime.aot.constants import (
    Placed,
    checksum,
    image,
    placed_constants,
    placeholders,
    total_size,
)
from mlirlite.runtime.aot.entry import NO_BLOCKS, entry_text
from mlirlite.runtime.aot.texts import bare_text, common_text, runtime_text, words_for
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.machine import Compiled, Target, parse_text, run_passes, with_target
from mlirlite.target.llvmir.support import with_support
from mlirlite.target.object.elf import is_elf, symbols_of

ARENA = "static_arena"
"""The global that --static-arena makes."""
PROGRAM = "omRanksProgram"
"""The global that has a rank's program."""


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """Options of a library."""

    target: Target = dataclasses.field(default_factory=Target)
    tag: str = ""
    """Suffix of a second set of symbols; "" for none."""
    side_file: str = ""
    """Name of the file that has the constants; "" puts them into the object."""
    static: bool = False
    """No malloc: all memory is in the object."""
    bare: bool = False
    """No C library: nothing is called."""
    no_malloc: bool = False
    """Functions that allocate memory are left out."""
    parallel: bool = False
    """Parallel loops call an OpenMP runtime, GCC's libgomp."""
    checks: bool = True
    """Inputs are checked before a run."""
    compiler: str = "mlirlite"
    """Name and version of the program that makes the library."""
    note: str = ""
    """The options as the user gave them, for omCompilationInfo."""
    program: tuple[int, ...] = ()
    """What a rank computes and exchanges, as `MlirliteRanks.h` reads it; () for a whole model."""

    @property
    def parts(self) -> list[str]:
        """The runtime's files that belong to the library."""
        parts = ["records", "tensor", "check", "thread", "run"]
        if self.parallel:
            parts.append("team")
        if not (self.static and self.no_malloc):
            parts.append("create")
        if not self.static:
            parts += ["blocks", "results"]
        return parts if self.bare else [*parts, "print"]


@dataclasses.dataclass(slots=True)
class Library:
    """A compiled model, before it is written."""

    compiled: Compiled
    entries: Sequence[Entry]
    constants: Sequence[Placed]
    options: Options
    info: Mapping[str, Any]
    arena: int = 0
    """Bytes that a run allocates and frees, if known."""

    @property
    def big_endian(self) -> bool:
        """The target's byte order."""
        return self.options.target.data_layout().startswith("E")

    @property
    def symbols(self) -> list[str]:
        """The library's exported symbols."""
        if self.entries:
            return _exported(self.entries, self.options)
        return defined(self.compiled.module)

    def prefixed(self, name: str) -> str:
        """The name of a constant in the object: two models can be in one program."""
        return _prefixed(name, self.options.tag)


def _exported(entries: Sequence[Entry], options: Options) -> list[str]:
    found = exported(entries, options.tag, options.parts)
    return [*found, PROGRAM] if options.program else found


def _arena(module: Operation) -> int:
    """Bytes of the static arena; 0 without one."""
    for op in symbol_ops(module):
        if symbol_name(op) == ARENA and isinstance(op, GlobalOp):
            type = op.global_type
            return type.count if isinstance(type, LLVMArrayType) else 0
    return 0


def _check_python(made: Any) -> None:
    """DiagnosticError for calls into Python, which sessions answer and libraries cannot."""
    calls = [f.name for f in made.functions if f.is_declaration and f.name.startswith("mlirlite_")]
    if calls:
        raise DiagnosticError(
            f"the model needs Python at run time ({', '.join(calls)}: onnx.ImageDecoder goes "
            "through Pillow), which a library has not; run it in a session"
        )


def _check_calls(library: Library) -> None:
    """DiagnosticError that lists the functions that an object would call although it must not call
    any."""
    code = library.compiled.object_code()
    if not is_elf(code):
        return
    known = {library.prefixed(c.name) for c in library.constants}
    missing = [n for n, here in symbols_of(code).items() if not here and n not in known]
    if missing:
        raise DiagnosticError(
            f"the model needs {', '.join(sorted(missing))}, which --no-libc has no version of"
        )


def is_elf_target(target: Target) -> bool:
    """True where object files are ELF."""
    triple = str(target.machine().triple)
    return not re.search(r"wasm|darwin|macos|ios|windows|win32|cygwin|mingw", triple)


def _prefixed(name: str, tag: str) -> str:
    return f"om.{tag}.{name}" if tag else f"om.{name}"


def build(
    module: Operation,
    options: Options,
    *,
    operators: Mapping[str, int] | None = None,
    arena: int = 0,
    step: Callable[[str], None] = lambda name: None,
) -> Library:
    """A library from a module of the llvm dialect. One without entry points becomes an object that
    has only its functions. `operators` counts those of the model, `arena` is the memory that a run
    allocates and frees, in bytes. `step` is told the progress. DiagnosticError when LLVM rejects
    the module, and for entry points that C cannot call."""
    entries = entries_of(module)
    constants = placed_constants(module)
    info = _info(options, operators or {})
    target = options.target
    arena = _arena(module) or arena
    step("emit")
    text = to_llvmir(module)
    if options.side_file:  # constants are loaded at the first run: LLVM must not read them before
        text = re.sub(r"^(@\S+ = external) constant ", r"\1 global ", text, flags=re.M)
    step("parse")
    context = llvm.create_context()
    text = with_support(text, str(target.machine().triple))
    made = parse_text(with_target(text, target), context)
    _check_python(made)
    if constants and not is_elf_target(target):
        held = placeholders(constants, target.data_layout().startswith("E"))
        made.link_in(parse_text(with_target(held, target), context))
    names = {c.name for c in constants}
    for value in made.global_variables:
        if value.name in names:
            value.visibility = "hidden"
            value.name = _prefixed(value.name, options.tag)
    if options.parallel:
        if entries:
            _rename(made, {"__kmpc_fork_call": "om.fork", "__kmpc_barrier": "om.barrier"})
        made.link_in(parse_text(with_target(gomp.IR, target), context))
    if entries:
        runtime = _runtime(entries, constants, info, options, arena)
        _link(made, parse_text(with_target(runtime, target), context), entries, options)
    else:
        _link_failure(made, context, target, options)
    if options.parallel:
        for name in gomp.PROVIDED:
            made.get_function(name).linkage = "internal"
    step("optimize")
    run_passes(made, target)
    library = Library(Compiled(made, target), entries, constants, options, info, arena)
    if options.bare:
        _check_calls(library)
    return library


def _runtime(
    entries: Sequence[Entry],
    constants: Sequence[Placed],
    info: Mapping[str, Any],
    options: Options,
    arena: int,
) -> str:
    """LLVM IR of the runtime."""
    words = words_for(options.target.triple or llvm.get_process_triple(), bare=options.bare)
    loads = bool(options.side_file) and bool(constants)
    parts = [runtime_text(p, words) for p in options.parts]
    if options.bare:
        parts.append(bare_text(words))
    if loads:
        big = options.target.data_layout().startswith("E")
        size = total_size(constants)
        more = {
            "bytes": size,
            "numbers": size // 8,
            "checksum": checksum(image(constants, big), big),
        }
        parts.append(runtime_text("load", words, **more))
    parts.append(
        entry_text(
            entries,
            json.dumps(info),
            options.tag,
            words,
            loads=loads,
            static=options.static,
            checks=options.checks,
        )
    )
    if options.static:
        parts.append(f"@omArenaSize = constant i64 {arena}")
    if options.program:
        numbers = ", ".join(f"i64 {n}" for n in options.program)
        parts.append(f"@{PROGRAM} = constant [{len(options.program)} x i64] [{numbers}]")
    used = "\n".join(parts)
    return common_text(words, used, file=options.side_file) + used


def _link(made: Any, runtime: Any, entries: Sequence[Entry], options: Options) -> None:
    """Add the runtime to the model's module; only exported symbols stay visible."""
    _rename(made, {"malloc": "om.alloc", "free": "om.release"})
    made.link_in(runtime)
    shown = set(_exported(entries, options))
    for value in [*made.functions, *made.global_variables]:
        if value.is_declaration or value.linkage in (llvm.Linkage.private, llvm.Linkage.appending):
            continue
        if value.name not in shown:
            value.linkage, value.visibility = "internal", "default"
        elif value.name in RUNTIME:  # two models in one program share the first one's
            value.linkage = "weak_odr"


def _rename(made: Any, names: Mapping[str, str]) -> None:
    """Let a model call other functions than those that it names."""
    for name, ours in names.items():
        with contextlib.suppress(NameError):
            made.get_function(name).name = ours


def _link_failure(made: Any, context: Any, target: Target, options: Options) -> None:
    """Functions outside entry points have no run to end: a failure ends the program."""
    called = {f.name for f in made.functions if f.is_declaration}
    if not called & {"om.fail", "om.poll"}:
        return
    words = words_for(target.triple or llvm.get_process_triple(), bare=options.bare)
    text = "".join([*(runtime_text(p, words) for p in ("records", "thread", "run")), NO_BLOCKS])
    text = common_text(words, text, file="") + text
    made.link_in(parse_text(with_target(text, target), context))
    for value in [*made.functions, *made.global_variables]:
        if value.name.startswith("om.") and not value.is_declaration:
            value.linkage, value.visibility = "internal", "default"


def defined(module: Any) -> list[str]:
    """Symbols that a module defines and exports."""
    return [
        v.name
        for v in [*module.functions, *module.global_variables]
        if not v.is_declaration
        and v.linkage not in (llvm.Linkage.internal, llvm.Linkage.private)
        and v.visibility is llvm.Visibility.default
    ]


def _info(options: Options, operators: Mapping[str, int]) -> dict[str, Any]:
    machine = options.target.machine()
    return {
        "compiler_version": options.compiler,
        "compile_options": options.note,
        "target": machine.triple,
        "op_stats": dict(sorted(operators.items())),
    }
