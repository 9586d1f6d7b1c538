"""mlirlite-translate: into and out of the IR.

mlirlite-translate --import-onnx model.onnx -o in.mlir
mlirlite-translate --export-onnx in.mlir -o model.onnx
mlirlite-translate --mlir-to-llvmir lowered.mlir
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.driver.chunks import SPLIT, VERIFY, expectations, held_against, split_chunks
from mlirlite.driver.options import STANDARD, Arguments, Option, UsageError, parse_arguments
from mlirlite.driver.page import Page
from mlirlite.driver.plugins import PLUGIN, context_of
from mlirlite.driver.program import OK, Streams, output_file, program, read_source
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_source
from mlirlite.printer import PrintingFlags, print_to
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError
from mlirlite.support.source import SourceFile

OPTIONS = (
    Option("import-onnx", "from an ONNX model to the onnx dialect"),
    Option("export-onnx", "from the onnx dialect to an ONNX model"),
    Option("mlir-to-llvmir", "from the llvm dialect to LLVM IR, verified by LLVM"),
    Option("to-dot", "from a module or an ONNX model to a graph for Graphviz (also: -o file.svg)"),
    Option("describe", "what a compiled library takes, gives, and how it was compiled"),
    Option("o", "write to a file instead of standard output", "value", "file"),
    Option("elide-weights", "print '__elided__' for weights, for reading"),
    Option("mlir-print-debuginfo", "print locations"),
    PLUGIN,
    SPLIT,
    VERIFY,
    *STANDARD,
)
TRANSLATIONS = ("import-onnx", "export-onnx", "mlir-to-llvmir", "to-dot", "describe")

PAGE = Page(
    "mlirlite-translate (--import-onnx | --export-onnx | --mlir-to-llvmir | --to-dot | "
    "--describe) [options] input",
    "Translates between the IR and other formats.",
    OPTIONS,
    (
        "mlirlite-translate --import-onnx model.onnx -o in.mlir",
        "mlirlite-translate --export-onnx in.mlir -o model.onnx",
        "mlirlite-translate --mlir-to-llvmir lowered.mlir -o model.ll",
        "mlirlite-translate --to-dot model.onnx -o model.svg",
        "mlirlite-translate --describe model.so",
    ),
)


@program("mlirlite-translate")
def main(argv: Sequence[str], streams: Streams) -> int:
    """Run the program; returns its exit code."""
    arguments = parse_arguments(argv, OPTIONS)
    if PAGE.answers(arguments, streams):
        return OK
    chosen = [t for t in TRANSLATIONS if arguments[t]]
    if len(chosen) != 1:
        names = " or ".join(f"--{t}" for t in TRANSLATIONS)
        raise UsageError(f"name one translation: {names}")
    if len(arguments.inputs) != 1:
        raise UsageError(f"expected one input file, found {len(arguments.inputs)}")
    if chosen == ["describe"]:
        with output_file(arguments["o"], streams) as output:
            output.write(_description(arguments.inputs[0]))
        return OK
    context = context_of(arguments)
    [path] = arguments.inputs
    if chosen == ["to-dot"]:
        _draw(path, arguments["o"], context, streams)
        return OK
    if chosen == ["import-onnx"]:
        from mlirlite.target.onnx import import_model

        source = streams.stdin.buffer.read() if path == "-" else path
        imported = import_model(source, context, notice=streams.show)
        verify_or_raise(imported)
        flags = PrintingFlags(
            debuginfo=arguments["mlir-print-debuginfo"],
            elide_resources_larger=0 if arguments["elide-weights"] else None,
        )
        with output_file(arguments["o"], streams) as output:
            print_to(imported, output, flags)
        return OK
    if chosen == ["export-onnx"]:
        _export(_read(read_source(path, streams), context), arguments["o"], streams)
        return OK
    return _to_llvmir(path, arguments, context, streams)


def _read(source: SourceFile, context: Context) -> Operation:
    module = parse_source(source, context)
    verify_or_raise(module)
    return module


def _to_llvmir(path: str, arguments: Arguments, context: Context, streams: Streams) -> int:
    """LLVM IR of each chunk of a file."""
    from mlirlite.target.llvmir import to_llvmir
    from mlirlite.target.llvmir.machine import verify_text

    asked = expectations(arguments)
    texts: list[str] = []
    wrong: list[Diagnostic] = []
    for source, said in split_chunks(read_source(path, streams), arguments):
        problems: Sequence[Diagnostic] = ()
        try:
            texts.append(to_llvmir(_read(source, context)))
            verify_text(texts[-1])
        except DiagnosticError as e:
            problems = e.diagnostics
        for warning in said:
            streams.show(warning)
        wrong += held_against(source, problems, asked)
    if wrong:
        raise DiagnosticError(wrong)
    with output_file(arguments["o"], streams) as output:
        output.write("\n".join(texts))
    return OK


def _draw(path: str, target: str | None, context: Context, streams: Streams) -> None:
    """The graph as text, or drawn by Graphviz into a file of pictures."""
    from mlirlite.target.dot import to_dot

    if path.endswith(".onnx"):
        from mlirlite.target.onnx import import_model

        module: Operation = import_model(path, context)
    else:
        module = _read(read_source(path, streams), context)
    text = to_dot(module)
    kind = (target or "").rpartition(".")[2]
    if kind not in ("svg", "png", "pdf"):
        with output_file(target, streams) as output:
            output.write(text)
        return
    import shutil
    import subprocess

    dot = shutil.which("dot")
    if dot is None:
        raise DiagnosticError(
            f"cannot draw '{target}': there is no 'dot' on the PATH; install Graphviz, or write "
            "-o file.dot"
        )
    done = subprocess.run([dot, f"-T{kind}"], input=text.encode(), capture_output=True, check=False)
    if done.returncode:
        raise DiagnosticError(f"'dot' cannot draw '{target}': {done.stderr.decode().strip()}")
    with output_file(target, streams, binary=True) as output:
        output.write(done.stdout)


def _description(path: str) -> str:
    """Entry points with their inputs and outputs, and the information of the compilation."""
    from mlirlite.runtime.library import load

    lines = []
    for entry in load(path).entries:
        model = load(path, entry)
        lines.append(f"{entry}:")
        for word, values in (("input", model.get_inputs()), ("output", model.get_outputs())):
            for value in values:
                shape = ", ".join("?" if d is None else str(d) for d in value.shape)
                lines.append(f"  {word} {value.name}: {value.type} [{shape}]")
    information = model.information
    operators = information.pop("op_stats", {})
    lines += [f"{key}: {value}" for key, value in information.items()]
    lines.append("operators: " + ", ".join(f"{n} {count}" for n, count in operators.items()))
    return "\n".join(lines) + "\n"


def _export(module: Operation, target: str | None, streams: Streams) -> None:
    """Write the module as an ONNX model; beside a file, weights that one message cannot hold."""
    from mlirlite.target.onnx.export import export_model, save_model

    try:
        if target is None or target == "-":
            streams.stdout.buffer.write(export_model(module).SerializeToString())
        else:
            save_model(module, target)
    except OSError as e:
        raise DiagnosticError(f"cannot write output file '{target}': {e.strerror or e}") from e


if __name__ == "__main__":
    import sys

    sys.exit(main())
