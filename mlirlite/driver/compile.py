"""mlirlite-compile: lowers a model to a level of the IR, or to a library that C programs link.

mlirlite-compile model.onnx -o model.so
mlirlite-compile model.onnx --mtriple=aarch64-linux-gnu -o model.o
mlirlite-compile model.onnx --emit=krnl -o model.krnl.mlir
"""

from __future__ import annotations

import contextlib
import os
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mlirlite.driver.compile_ranks import check_ranks, outputs_of, parts
from mlirlite.driver.compile_steps import Steps
from mlirlite.driver.shared.inputs import check_outputs, files_of
from mlirlite.driver.shared.model import NO_SCHEDULES, CodeArguments, model_of, module_of
from mlirlite.driver.shared.options import UsageError, flag, option, several, words_of
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams, output_file
from mlirlite.driver.shared.progress import COMPILATION, Progress
from mlirlite.driver.shared.version import version_text
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.machine import machine as machine_of
from mlirlite.support.output import replaced_by

if TYPE_CHECKING:
    from mlirlite.passes.pipeline import Pipeline

NATIVE = {
    "ll": "LLVM IR",
    "bc": "LLVM bitcode",
    "s": "assembly",
    "o": "an object file",
    "a": "a static library",
    "so": "a shared library",
}

_MANY = 16
"""Threads that parallel loops are made for if the target is another machine; how many run is
decided at run time."""


class CompileArguments(CodeArguments):
    """The command line of mlirlite-compile."""

    emit: str | None = option("what to write; default: what the output's suffix says", "level")
    output: str | None = option(
        "write to a file; default: the model's name with a suffix", "file", name="o"
    )
    level: int = option(
        "optimization of the generated code: 0 to 3", "n", name="O", default=2, least=0, most=3
    )
    mtriple: str = option("the target triple; default: this machine's", "triple", default="")
    mcpu: str = option("the processor; default: this one, or any of --mtriple's", "cpu", default="")
    mattr: tuple[str, ...] = several("features of the processor to add or remove", "+avx2,-avx512f")
    tag: str | None = option("suffix of the symbols; default: the output's name; NONE: none", "tag")
    store_constants_to_file: bool = flag(
        "put constants into <output>.constants.bin, mapped when loaded"
    )
    parallel: int = option(
        "share loops among n threads of libgomp, or this machine's, or OMP_NUM_THREADS",
        "n",
        default=1,
        implied=0,
        least=1,
    )
    static_arena: bool = flag("put all memory that the model needs into the object (static shapes)")
    no_malloc: bool = flag("the object allocates no memory at run time; implies --static-arena")
    no_libc: bool = flag("the object calls no external functions; implies --no-malloc")
    shard: str | None = option(
        "a library for each rank of MPI, run by MlirliteRanks.h: tensor=2", "axis=ranks,…"
    )
    network: str = option(
        "what exchanges between ranks cost, for --shard", "10GB/s,5us", default="", hidden=True
    )
    no_input_checks: bool = flag("trust C programs: inputs are not checked before a run")
    print_schedule: bool = flag("print how operators are computed, for --load-schedule, and stop")
    elide_weights: bool = flag("print '__elided__' for weights, for reading", hidden=True)
    html: str | None = option(
        "write a page of what each pass did and where values come from", "file"
    )
    print_pipeline: bool = flag("print the passes of each level and stop")
    timing: bool = flag("print how long each level, pass and step of LLVM took")
    quiet: bool = flag("no progress and no summary", name="q")

    @property
    def features(self) -> str:
        """Features of the processor, as LLVM writes them."""
        return ",".join(self.mattr)

    @property
    def allocates(self) -> bool:
        """Whether the object may take memory at run time."""
        return not (self.no_malloc or self.no_libc)

    @property
    def static(self) -> bool:
        """Whether all memory is in the object."""
        return self.static_arena or not self.allocates

    @property
    def threads(self) -> int:
        """How many threads parallel loops are made for."""
        if self.parallel:
            return self.parallel
        if self.mcpu not in ("", "native") or self.mtriple:
            return _MANY
        return max(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else _MANY)


PAGE = Page(
    "mlirlite-compile model.onnx|in.mlir [--emit=level] [-o file]",
    f"Levels: onnx, krnl, affine, scf, cf, llvm (as .mlir); {', '.join(NATIVE)} (native).",
    CompileArguments,
    (
        "mlirlite-compile model.onnx -o model.so",
        "mlirlite-compile model.onnx --mtriple=riscv64-linux-gnu -o model.o",
    ),
)


@PAGE.program
def main(arguments: CompileArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    from mlirlite.runtime.compiler import stage_names, stages_for
    from mlirlite.runtime.host import machine_for

    levels = stage_names()
    cpu, triple, features = arguments.mcpu, arguments.mtriple, arguments.features
    machine = machine_for(cpu, triple, features)
    if features or triple or (cpu and not machine):
        from mlirlite.target.llvmir.machine import Target
        from mlirlite.target.llvmir.triples import check_processor

        check_processor(str(Target(triple=triple).machine().triple), cpu, features)
    if arguments.print_pipeline:
        for stage in stages_for(machine):
            streams.stdout.write(f"{stage.name}: {stage.pipeline}\n")
        return OK
    source = arguments.model
    if (arguments.print_schedule or arguments.load_schedule is not None) and not machine:
        raise DiagnosticError("no schedules are known for this processor; name one by --mcpu")
    if arguments.print_schedule:
        from mlirlite.runtime.schedules import default_schedules

        lines = default_schedules(
            model_of(arguments), machine, arguments.load_schedule, arguments.threads
        )
        for line in lines or [NO_SCHEDULES]:
            streams.stdout.write(line + "\n")
        return OK
    emit = _emit(arguments.emit, arguments.output, levels)
    output = arguments.output or _default_output(source, emit)
    outputs = [output]
    if arguments.shard is not None:
        check_ranks(arguments, emit)
        outputs = outputs_of(arguments, output)
    check_outputs(
        [*outputs, arguments.html, *(b for o in outputs for b in _beside(arguments, emit, o))],
        files_of(source, arguments.load_schedule),
    )
    progress = Progress(streams.stderr, quiet=arguments.quiet, shares=COMPILATION)
    steps = Steps(progress, timed=arguments.timing)
    try:
        if emit in levels:
            lowered = _lowered(arguments, emit, machine, steps, streams)
            steps.begin("write the file")
            _write_level(lowered.module, output, arguments.elide_weights, streams)
            return OK
        if arguments.sanitize:
            raise DiagnosticError(
                f"code for --sanitize runs in a session (mlirlite-run --sanitize=address); "
                f"expected a level of the IR to print, found --emit={emit}"
            )
        if emit == "so" and "wasm" in triple:
            raise DiagnosticError("WebAssembly has no shared libraries of C; write --emit=o")
        if emit in ("so", "a") and output == "-":
            raise DiagnosticError("a library cannot be written to standard output; say -o file")
        options = _library_options(arguments, output, machine)
        if arguments.shard is not None:
            _write_ranks(arguments, output, machine, steps, streams)
            return OK
        lowered = _lowered(arguments, "llvm", machine, steps, streams)
        _write_native(lowered, emit, output, options, steps, streams, quiet=arguments.quiet)
    finally:
        progress.done()
        streams.stderr.write(steps.report())
    return OK


def _write_ranks(
    arguments: CompileArguments, output: str, machine: str, steps: Steps, streams: Streams
) -> None:
    """Write the library of each rank."""
    steps("read")
    module, context = module_of(arguments)
    note = shlex.join(words_of(arguments, PAGE.options))
    for part in parts(module, context, arguments, output, note):
        options = replace(
            _library_options(arguments, part.output, machine), program=part.table, note=note
        )
        given = part.module, part.context
        lowered = _lowered(arguments, "llvm", machine, steps, streams, given)
        _write_native(lowered, "so", part.output, options, steps, streams, quiet=arguments.quiet)


def _emit(given: str | None, output: str | None, levels: Sequence[str]) -> str:
    known = [*levels, *NATIVE]
    if given is None:
        suffix = os.path.splitext(output or "")[1].lstrip(".")
        if suffix in NATIVE:
            return suffix
        if suffix == "mlir" or output in (None, "-"):
            return "llvm"
        raise DiagnosticError(
            f"cannot tell from '{output}' what to write; say --emit={'|'.join(known)}"
        )
    if given not in known:
        near = did_you_mean(given, known)
        raise UsageError(
            f"option '--emit' has no level '{given}'{near} expected {', '.join(known)}"
        )
    return given


def _default_output(source: str, emit: str) -> str:
    stem = os.path.splitext(os.path.basename(source))[0]
    return f"{stem}.{emit}" if emit in NATIVE else f"{stem}.{emit}.mlir"


def _library_options(arguments: CompileArguments, output: str, machine: str) -> Any:
    """The options of the library. DiagnosticError for a target that LLVM does not know, and for a
    tag that is not a name."""
    from mlirlite.runtime.aot.abi import tag_of
    from mlirlite.runtime.aot.build import Options
    from mlirlite.target.llvmir.machine import Target
    from mlirlite.target.llvmir.triples import check_processor

    cpu, triple, level = arguments.mcpu, arguments.mtriple, arguments.level
    target = Target(triple=triple, cpu=cpu, level=level)
    check_processor(str(target.machine().triple), cpu, arguments.features)
    # schedules use the full width of vectors, which LLVM does not prefer by default
    wide = "-prefer-256-bit" if cpu and machine and machine_of(machine).vector_bytes == 64 else ""
    features = ",".join(f for f in (wide, arguments.features) if f)
    bare = arguments.no_libc
    parallel = arguments.threads > 1
    if parallel and arguments.static:
        raise DiagnosticError("--parallel needs memory for each thread: leave out --static-arena")
    options = Options(
        target=Target(triple=triple, cpu=cpu, features=features, level=level),
        tag=tag_of(arguments.tag, output),
        side_file=f"{_stem(output)}.constants.bin" if arguments.store_constants_to_file else "",
        static=arguments.static,
        no_malloc=not arguments.allocates,
        bare=bare,
        parallel=parallel,
        checks=not arguments.no_input_checks,
        compiler=version_text("mlirlite").partition("\n")[0],
        note=shlex.join(words_of(arguments, PAGE.options)),
    )
    if options.side_file and replaced_by(output) is None:
        raise DiagnosticError(
            f"--store-constants-to-file needs an output file to stand beside: '{output}' is not one"
        )
    if options.side_file and (bare or "linux" not in str(target.machine().triple)):
        raise DiagnosticError(
            "--store-constants-to-file needs a system that maps files: a Linux target and no "
            "--no-libc"
        )
    return options


def _stem(output: str) -> str:
    return os.path.basename(output).split(".", 1)[0]


def _beside(arguments: CompileArguments, emit: str, output: str) -> list[str]:
    """Files that are perhaps written beside the output."""
    stems = [_stem(output)] if arguments.store_constants_to_file else []
    if emit in ("ll", "bc", "s"):
        stems.append(os.path.splitext(os.path.basename(output))[0])
    return [os.path.join(os.path.dirname(output), f"{s}.constants.bin") for s in stems]


@dataclass(frozen=True, slots=True)
class Lowered:
    """A model at a level; how many operators of each kind it had; the bytes of its arenas."""

    module: Any
    operators: Counter[str]
    arena: int


def _lowered(
    arguments: CompileArguments,
    end: str,
    machine: str,
    steps: Steps,
    streams: Streams,
    given: tuple[Any, Any] | None = None,
) -> Lowered:
    """The model, or a given module and its context, at a level."""
    from mlirlite.dialects.memref.transforms.memory_plan import planned_bytes
    from mlirlite.runtime.compiler import level_of, run_stages, stages_between
    from mlirlite.runtime.library_calls import with_calls
    from mlirlite.runtime.schedules import with_schedules

    if given is None:
        steps("read")
    module, context = given or module_of(arguments)
    operators = Counter(op.name for op in module.walk() if op.dialect_name == "onnx")
    steps.progress("lower")
    level = level_of(module)
    extra = _extra_passes(arguments)
    if level not in (None, "onnx", "krnl", "llvm") and "affine" in extra:
        _run(module, extra.pop("affine"), context)

    arena = 0
    watchers = steps.watchers

    def after(stage: Any, module: Any) -> None:
        nonlocal arena
        steps.progress(stage.name)
        if stage.name == "affine":
            arena = planned_bytes(module)
        if stage.name in extra:
            _run(module, extra[stage.name], context, watchers)
        steps.begin(next(rest, ""))

    stages = stages_between(level, end, machine, arguments.threads, not arguments.no_runtime_checks)
    if arguments.load_schedule is not None:
        stages = with_schedules(stages, arguments.load_schedule)
    if arguments.calls:
        stages = with_calls(stages, arguments.calls)
    if arguments.sanitize:
        from mlirlite.runtime.sanitizer import check_kind, sanitized

        check_kind(arguments.sanitize)
        stages = sanitized(stages)
    rest = iter([s.name for s in stages])
    steps.begin(next(rest, ""))
    with contextlib.ExitStack() as around:
        if arguments.html is not None:
            from mlirlite.driver.html.recording import recorded

            title = os.path.basename(arguments.model)
            page = recorded(module, arguments.html, title, streams)
            watchers.append(around.enter_context(page))
        run_stages(module, context, stages, after, instrumentations=watchers)
    return Lowered(module, operators, arena)


def _extra_passes(arguments: CompileArguments) -> dict[str, Pipeline]:
    """Passes that options add, by the level after which they run."""
    from mlirlite.passes.pipeline import PassRun, Pipeline

    found = {}
    if arguments.static:
        found["affine"] = Pipeline.of("static-arena")
    if arguments.no_libc:
        found["scf"] = Pipeline.of(PassRun.of("math-polynomial-approximation", f64=True))
    return found


def _run(module: Any, pipeline: Pipeline, context: Any, watchers: Sequence[Any] = ()) -> None:
    """Run passes on a module in place."""
    from mlirlite.passes.manager import PassManager

    PassManager(pipeline, context, instrumentations=watchers).run(module)


def _write_level(module: Any, output: str, elide: bool, streams: Streams) -> None:
    from mlirlite.printer import PrintingFlags, print_to

    flags = PrintingFlags(elide_resources_larger=0 if elide else None)
    with output_file(output, streams) as file:
        print_to(module, file, flags)


def _write_native(
    lowered: Lowered,
    emit: str,
    output: str,
    options: Any,
    steps: Steps,
    streams: Streams,
    *,
    quiet: bool,
) -> None:
    from mlirlite.runtime.aot import output as writers
    from mlirlite.runtime.aot.build import build

    library = build(
        lowered.module, options, operators=lowered.operators, arena=lowered.arena, step=steps
    )
    steps("write")
    if emit == "so":
        writers.write_shared(library, output)
    elif emit in ("o", "a", "bc"):
        with output_file(output, streams, binary=True) as file:
            if emit == "o":
                writers.write_object(library, file)
            elif emit == "a":
                writers.write_archive(library, file, f"{_stem(output)}.o")
            else:
                file.write(writers.bitcode(library, output))
    else:
        with output_file(output, streams) as file:
            file.write(writers.text(library, output, assembly=emit == "s"))
    if options.side_file and library.constants:
        writers.write_constants(
            library, os.path.join(os.path.dirname(os.path.abspath(output)), options.side_file)
        )
    steps.progress.done()
    if output != "-" and not quiet and replaced_by(output) is not None:
        streams.stdout.write(_summary(library, output, steps.progress.seconds) + "\n")


def _summary(library: Any, output: str, seconds: float) -> str:
    from mlirlite.runtime.aot.constants import total_size

    parts = [f"{output}: {_size(os.path.getsize(output))}"]
    constants = total_size(library.constants)
    where = f" in {library.options.side_file}" if library.options.side_file else ""
    parts.append(f"constants {_size(constants)}{where}")
    parts.append(f"arena {_size(library.arena)}")
    names = ", ".join(e.symbol for e in library.entries) or "none"
    parts.append(f"entry points: {names}")
    return "; ".join(parts) + f" ({seconds:.1f} s)"


def _size(count: float) -> str:
    for unit in ("B", "KB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}" if unit != "B" else f"{count} B"
        count /= 1000
    return f"{count:.3g} GB"


if __name__ == "__main__":
    import sys

    sys.exit(main())
