"""mlirlite-translate: into and out of the IR.

mlirlite-translate --import-onnx model.onnx -o in.mlir
mlirlite-translate --export-onnx in.mlir -o model.onnx
mlirlite-translate --mlir-to-llvmir lowered.mlir
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from mlirlite.driver.options import STANDARD, Option, parse_arguments
from mlirlite.driver.page import Page
from mlirlite.driver.program import OK, Streams, output_file, read_text, run_program
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_module
from mlirlite.printer import PrintingFlags, print_to
from mlirlite.support.diagnostics import DiagnosticError

OPTIONS = (
    Option("import-onnx", "from an ONNX model to the onnx dialect"),
    Option("export-onnx", "from the onnx dialect to an ONNX model"),
    Option("mlir-to-llvmir", "from the llvm dialect to LLVM IR, verified by LLVM"),
    Option("o", "write to a file instead of standard output", "value", "file"),
    Option("elide-weights", "print '__elided__' for weights, for reading"),
    Option("mlir-print-debuginfo", "print locations"),
    Option("load-plugin", "load dialects from a Python file or module", "list", "path"),
    *STANDARD,
)
TRANSLATIONS = ("import-onnx", "export-onnx", "mlir-to-llvmir")

PAGE = Page(
    "mlirlite-translate (--import-onnx | --export-onnx | --mlir-to-llvmir) [options] input",
    "Translates between the IR and other formats.",
    OPTIONS,
    (
        "mlirlite-translate --import-onnx model.onnx -o in.mlir",
        "mlirlite-translate --export-onnx in.mlir -o model.onnx",
        "mlirlite-translate --mlir-to-llvmir lowered.mlir -o model.ll",
    ),
)


def main(
    argv: Sequence[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run the program; returns its exit code."""
    return run_program(_main, "mlirlite-translate", argv, stdin, stdout, stderr)


def _main(argv: Sequence[str], streams: Streams) -> int:
    arguments = parse_arguments(argv, OPTIONS)
    if PAGE.answers(arguments, streams):
        return OK
    chosen = [t for t in TRANSLATIONS if arguments[t]]
    if len(chosen) != 1:
        names = " or ".join(f"--{t}" for t in TRANSLATIONS)
        raise DiagnosticError(f"name one translation: {names}")
    if len(arguments.inputs) != 1:
        raise DiagnosticError(f"expected one input file, found {len(arguments.inputs)}")
    context = Context()
    for path in arguments["load-plugin"]:
        context.load_plugin(path)
    [path] = arguments.inputs
    if chosen == ["import-onnx"]:
        from mlirlite.target.onnx import import_model

        imported = import_model(streams.stdin.buffer.read() if path == "-" else path, context)
        flags = PrintingFlags(
            debuginfo=arguments["mlir-print-debuginfo"],
            elide_resources_larger=0 if arguments["elide-weights"] else None,
        )
        with output_file(arguments["o"], streams) as output:
            print_to(imported, output, flags)
        return OK
    name = "<stdin>" if path == "-" else path
    module = parse_module(read_text(path, streams), context, filename=name)
    verify_or_raise(module)
    if chosen == ["export-onnx"]:
        _export(module, arguments["o"], streams)
        return OK
    from mlirlite.target.llvmir import to_llvmir
    from mlirlite.target.llvmir.machine import verify_text

    text = to_llvmir(module)
    verify_text(text)
    with output_file(arguments["o"], streams) as output:
        output.write(text)
    return OK


def _export(module: Operation, target: str | None, streams: Streams) -> None:
    """Write the module as an ONNX model; beside a file, weights that one message cannot hold."""
    from mlirlite.target.onnx.export import export_model, save_model

    model = export_model(module)
    try:
        if target is None or target == "-":
            streams.stdout.buffer.write(model.SerializeToString())
        else:
            save_model(model, target)
    except OSError as e:
        raise DiagnosticError(f"cannot write output file '{target}': {e.strerror or e}") from e


if __name__ == "__main__":
    import sys

    sys.exit(main())
