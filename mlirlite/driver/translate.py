"""mlirlite-translate: converts to and from the IR.

mlirlite-translate --import-onnx model.onnx -o in.mlir
mlirlite-translate --export-onnx in.mlir -o model.onnx
mlirlite-translate --mlir-to-llvmir lowered.mlir
mlirlite-translate --import-torch program.pt2 -o in.mlir
mlirlite-translate --stablehlo-to-onnx f.mlir -o f.onnx
mlirlite-translate --serialize --target=1.16.0 f.mlir -o f.mlirbc
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.driver.shared.chunks import CaseArguments, split_chunks, unexpected
from mlirlite.driver.shared.inputs import check_outputs, files_of
from mlirlite.driver.shared.model import save_onnx
from mlirlite.driver.shared.options import OUTPUT, UsageError, flag, option
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.plugins import PluginArguments, context_of
from mlirlite.driver.shared.program import (
    OK,
    Streams,
    bytes_of_standard_input,
    output_file,
    read_source,
)
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_source
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Pipeline
from mlirlite.printer import PrintingFlags, print_to
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError
from mlirlite.support.source import SourceFile


class TranslateArguments(PluginArguments, CaseArguments):
    """The command line of mlirlite-translate."""

    import_onnx: bool = flag("from an ONNX model to the onnx dialect")
    export_onnx: bool = flag("from the onnx dialect to an ONNX model")
    mlir_to_llvmir: bool = flag("from the llvm dialect to LLVM IR, verified by LLVM")
    to_dot: bool = flag(
        "from a module or an ONNX model to a graph for Graphviz (also: -o file.svg)"
    )
    import_torch: bool = flag("from a program of torch.export to the onnx dialect")
    stablehlo_to_onnx: bool = flag("from StableHLO, as JAX writes it, to an ONNX model")
    serialize: bool = flag("from StableHLO to a portable artifact, for --target")
    deserialize: bool = flag("from a portable artifact to StableHLO")
    describe: bool = flag("inputs and outputs of a compiled library, and how it was compiled")
    output: str | None = OUTPUT
    target: str = option(
        "the version of StableHLO that is to read the artifact", "version", default="current"
    )
    allow_other_dialects: bool = flag("keep ops of other dialects in the artifact")
    strip_debuginfo: bool = flag("leave locations out of the artifact")
    elide_weights: bool = flag("print '__elided__' for weights, for reading")
    mlir_print_debuginfo: bool = flag("print locations")

    @property
    def input(self) -> str:
        """The path of the input. UsageError unless there is just one."""
        return self.only("input file")


PAGE = Page(
    "mlirlite-translate (--import-onnx | --import-torch | --export-onnx | --mlir-to-llvmir | …) "
    "[options] input",
    "Translates between the IR and other formats.",
    TranslateArguments,
    (
        "mlirlite-translate --import-onnx model.onnx -o in.mlir",
        "mlirlite-translate --export-onnx in.mlir -o model.onnx",
        "mlirlite-translate --mlir-to-llvmir lowered.mlir -o model.ll",
        "mlirlite-translate --to-dot model.onnx -o model.svg",
        "mlirlite-translate --import-torch program.pt2 -o in.mlir",
        "mlirlite-translate --stablehlo-to-onnx f.mlir -o f.onnx",
        "mlirlite-translate --serialize --target=1.16.0 f.mlir -o f.mlirbc",
        "mlirlite-translate --describe model.so",
    ),
)


@PAGE.program
def main(arguments: TranslateArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    chosen = [
        translate
        for asked, translate in (
            (arguments.import_onnx, _import),
            (arguments.export_onnx, _export),
            (arguments.mlir_to_llvmir, _to_llvmir),
            (arguments.to_dot, _draw),
            (arguments.import_torch, _import_torch),
            (arguments.stablehlo_to_onnx, _from_stablehlo),
            (arguments.serialize, _serialize),
            (arguments.deserialize, _deserialize),
            (arguments.describe, _describe),
        )
        if asked
    ]
    if len(chosen) != 1:
        names = " or ".join(o.flag for o in PAGE.options[:9])
        raise UsageError(f"name one translation: {names}")
    output = arguments.output
    to_onnx = arguments.export_onnx or arguments.stablehlo_to_onnx
    beside = f"{output}.data" if to_onnx and output not in (None, "-") else None
    check_outputs([output, beside], files_of(arguments.input))
    chosen[0](arguments, streams)
    return OK


def _import(arguments: TranslateArguments, streams: Streams) -> None:
    from mlirlite.target.onnx import import_model

    path = arguments.input
    source = bytes_of_standard_input(streams) if path == "-" else path
    imported = import_model(source, context_of(arguments), notice=streams.show)
    verify_or_raise(imported)
    _write(imported, arguments, streams)


def _import_torch(arguments: TranslateArguments, streams: Streams) -> None:
    try:
        from mlirlite.torch.programs import load_program
    except ImportError as e:
        raise DiagnosticError(
            f"--import-torch needs torch: pip install 'mlirlite[torch]' ({e})"
        ) from e

    _write(load_program(arguments.input), arguments, streams)


def _write(module: Operation, arguments: TranslateArguments, streams: Streams) -> None:
    flags = PrintingFlags(
        debuginfo=arguments.mlir_print_debuginfo,
        elide_resources_larger=0 if arguments.elide_weights else None,
    )
    with output_file(arguments.output, streams) as output:
        print_to(module, output, flags)


def _export(arguments: TranslateArguments, streams: Streams) -> None:
    module = _read(read_source(arguments.input, streams), context_of(arguments))
    _write_onnx(module, arguments, streams)


def _from_stablehlo(arguments: TranslateArguments, streams: Streams) -> None:
    from mlirlite.runtime.compiler import load_module

    context = context_of(arguments)
    module, _ = load_module(_read(read_source(arguments.input, streams), context), context)
    _write_onnx(module, arguments, streams)


def _serialize(arguments: TranslateArguments, streams: Streams) -> None:
    from mlirlite.runtime.artifacts import write_artifact

    context = context_of(arguments)
    module = _read(read_source(arguments.input, streams), context)
    if arguments.strip_debuginfo:
        PassManager(Pipeline.of("strip-debuginfo"), context).run(module)
    written = write_artifact(
        module,
        arguments.target,
        context,
        allow_other_dialects=arguments.allow_other_dialects,
    )
    with output_file(arguments.output, streams, binary=True) as output:
        output.write(written)


def _deserialize(arguments: TranslateArguments, streams: Streams) -> None:
    from mlirlite.runtime.artifacts import UPGRADE

    context = context_of(arguments)
    module = _read(read_source(arguments.input, streams), context)
    PassManager(UPGRADE, context).run(module)
    _write(module, arguments, streams)


def _write_onnx(module: Operation, arguments: TranslateArguments, streams: Streams) -> None:
    if arguments.output in (None, "-"):
        from mlirlite.target.onnx.export import export_model

        streams.stdout.buffer.write(export_model(module).SerializeToString())
    else:
        save_onnx(module, arguments.output)


def _read(source: SourceFile, context: Context) -> Operation:
    module = parse_source(source, context)
    verify_or_raise(module)
    return module


def _to_llvmir(arguments: TranslateArguments, streams: Streams) -> None:
    """LLVM IR of each chunk of a file."""
    from mlirlite.target.llvmir import to_llvmir
    from mlirlite.target.llvmir.machine import verify_text

    context = context_of(arguments)
    texts: list[str] = []
    wrong: list[Diagnostic] = []
    for source, said in split_chunks(read_source(arguments.input, streams), arguments):
        problems: Sequence[Diagnostic] = ()
        try:
            texts.append(to_llvmir(_read(source, context)))
            verify_text(texts[-1])
        except DiagnosticError as e:
            problems = e.diagnostics
        for warning in said:
            streams.show(warning)
        wrong += unexpected(source, problems, arguments)
    if wrong:
        raise DiagnosticError(wrong)
    with output_file(arguments.output, streams) as output:
        output.write("\n".join(texts))


def _draw(arguments: TranslateArguments, streams: Streams) -> None:
    """The graph as text, or drawn by Graphviz into an image file."""
    from mlirlite.target.dot import to_dot

    path, target, context = arguments.input, arguments.output, context_of(arguments)
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


def _describe(arguments: TranslateArguments, streams: Streams) -> None:
    """Entry points with their inputs and outputs, and the information of the compilation."""
    from mlirlite.runtime.library import load

    path, lines = arguments.input, []
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
    with output_file(arguments.output, streams) as output:
        output.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    import sys

    sys.exit(main())
