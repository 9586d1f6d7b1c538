"""mlirlite-compile: takes a model down to a level of the IR, LLVM IR, assembly or an object file.

mlirlite-compile model.onnx --emit=krnl -o model.krnl.mlir
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TextIO

from mlirlite.driver.options import (
    INPUT_SHAPES,
    STANDARD,
    Option,
    parse_arguments,
    split_list,
)
from mlirlite.driver.page import Page
from mlirlite.driver.program import OK, Streams, output_file, run_program
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean

NATIVE = {"ll": "LLVM IR", "s": "assembly", "o": "an object file"}

OPTIONS = (
    Option("emit", "what to write; default: what the output's suffix says", "value", "level"),
    Option("o", "write to a file; default: the model's name with a suffix", "value", "file"),
    Option("O", "optimisation of the generated code: 0 to 3", "value", "n", default="3"),
    Option("mcpu", "the processor to make code for; default: this one", "value", "cpu"),
    Option("mtriple", "the target triple; default: this machine's", "value", "triple"),
    Option("elide-weights", "print '__elided__' for weights, for reading"),
    *INPUT_SHAPES,
    Option("print-pipeline", "print the passes of each level and stop"),
    *STANDARD,
)

PAGE = Page(
    "mlirlite-compile model.onnx|in.mlir [--emit=level] [-o file]",
    f"Levels: onnx, krnl, affine, scf, cf, llvm (as .mlir); {', '.join(NATIVE)} (native).",
    OPTIONS,
    ("mlirlite-compile model.onnx --emit=krnl -o -", "mlirlite-compile model.onnx -o model.o"),
)


def main(
    argv: Sequence[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run the program; returns its exit code."""
    return run_program(_main, "mlirlite-compile", argv, stdin, stdout, stderr)


def _main(argv: Sequence[str], streams: Streams) -> int:
    arguments = parse_arguments(argv, OPTIONS)
    if PAGE.answers(arguments, streams):
        return OK
    from mlirlite.runtime.compiler import level_of, load_module, lower, stage_names, stages_for
    from mlirlite.runtime.host import machine_for

    levels = stage_names()
    cpu, triple = arguments["mcpu"] or "", arguments["mtriple"] or ""
    machine = machine_for(cpu, triple)
    if arguments["print-pipeline"]:
        for stage in stages_for(machine):
            streams.stdout.write(f"{stage.name}: {stage.pipeline}\n")
        return OK
    if len(arguments.inputs) != 1:
        raise DiagnosticError(f"expected one model, found {len(arguments.inputs)}")
    [source] = arguments.inputs
    emit = _emit(arguments["emit"], arguments["o"], levels)
    target = arguments["o"] or _default_output(source, emit)
    if arguments["O"] not in ("0", "1", "2", "3"):
        raise DiagnosticError(f"option '-O' needs 0 to 3, found '{arguments['O']}'")

    from mlirlite.ir.context import Context

    context = Context()
    module, _ = load_module(source, context)
    shapes, sizes = (split_list(arguments[o.name]) for o in INPUT_SHAPES)
    if shapes or sizes:
        from mlirlite.transforms.shape_inference import state_input_shapes

        state_input_shapes(module, shapes, sizes)
    end = emit if emit in levels else "llvm"
    lower(module, context, start=level_of(module), end=end, machine=machine)
    if emit in levels:
        from mlirlite.printer import PrintingFlags, print_to

        flags = PrintingFlags(elide_resources_larger=0 if arguments["elide-weights"] else None)
        with output_file(target, streams) as output:
            print_to(module, output, flags)
        return OK
    from mlirlite.target.llvmir.machine import Target

    # schedules are for the whole width of vectors, which LLVM does not prefer by itself
    features = "-prefer-256-bit" if machine == "skylake-avx512" and cpu else ""
    made_for = Target(triple=triple, cpu=cpu, features=features, level=int(arguments["O"]))
    _write_native(module, emit, target, made_for, streams)
    return OK


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
        raise DiagnosticError(
            f"option '--emit' has no level '{given}'{near} expected {', '.join(known)}"
        )
    return given


def _default_output(source: str, emit: str) -> str:
    stem = os.path.splitext(os.path.basename(source))[0]
    return f"{stem}.{emit}" if emit in NATIVE else f"{stem}.{emit}.mlir"


def _write_native(module: Any, emit: str, target: str, made_for: Any, streams: Streams) -> None:
    from mlirlite.target.llvmir import to_llvmir
    from mlirlite.target.llvmir.machine import optimised

    compiled = optimised(to_llvmir(module), target=made_for)
    if emit == "o":
        with output_file(target, streams, binary=True) as file:
            file.write(compiled.object_code())
        return
    with output_file(target, streams) as file:
        file.write(compiled.text() if emit == "ll" else compiled.assembly())


if __name__ == "__main__":
    import sys

    sys.exit(main())
