"""mlirlite-opt: reads IR as text, runs passes over it, prints it.

mlirlite-opt --canonicalize --cse in.mlir -o out.mlir
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from io import StringIO
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, TextIO

from mlirlite.driver.pass_options import PassArguments, pass_flags, read_with_passes
from mlirlite.driver.shared.chunks import SPLIT_MARKER, CaseArguments, split_chunks, unexpected
from mlirlite.driver.shared.inputs import check_outputs
from mlirlite.driver.shared.options import OUTPUT, UsageError, flag, option, several
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.plugins import load_dialects
from mlirlite.driver.shared.program import (
    FAILED,
    OK,
    Streams,
    output_file,
    read_source,
    rest_collector,
    run_program,
)
from mlirlite.driver.shared.terminal import colored, wants_color
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_source
from mlirlite.printer import Printer, PrintingFlags, print_op, print_to
from mlirlite.support.diagnostics import (
    Diagnostic,
    DiagnosticError,
    Severity,
    did_you_mean,
    error,
)
from mlirlite.support.record import Record, replace
from mlirlite.support.source import SourceFile

if TYPE_CHECKING:
    from mlirlite.passes.pipeline import Pipeline

# Passes and --verify-diagnostics are imported when needed: they are half of the start-up time.


class OptArguments(CaseArguments, PassArguments):
    """The command line of mlirlite-opt."""

    output: str | None = OUTPUT
    irdl_file: tuple[str, ...] = several(
        "define dialects by the irdl definitions in a file", "file"
    )
    show_unknown_predicates: bool = flag(
        "list what is not known of the dialects of --load-dialect: nothing checks it", hidden=True
    )
    allow_unregistered_dialect: bool = flag("accept ops, types and attributes of unknown dialects")
    output_split_marker: str = option(
        "what to write between the chunks", "text", default="", hidden=True
    )
    verify_roundtrip: bool = flag(
        "also check that the output parses back to the same IR", hidden=True
    )
    emit_bytecode: bool = flag("write bytecode instead of text")
    emit_bytecode_version: int | None = option(
        "write bytecode of this version of the format (default: 6)", "0…6", least=0, most=6
    )
    elide_resource_data_from_bytecode: bool = flag(
        "write bytecode without the data of resources", hidden=True
    )
    mlir_print_op_generic: bool = flag("print the generic form")
    mlir_print_debuginfo: bool = flag("print locations")
    mlir_pretty_debuginfo: bool = flag("print locations in a short form", hidden=True)
    mlir_print_local_scope: bool = flag("print without aliases", hidden=True)
    mlir_print_assume_verified: bool = flag(
        "accepted for compatibility; printing never verifies", hidden=True
    )
    mlir_print_skip_regions: bool = flag("print ops without their regions", hidden=True)
    mlir_print_unique_ssa_ids: bool = flag("number values across the whole module", hidden=True)
    mlir_print_value_users: bool = flag("print the users of each value as comments", hidden=True)
    mlir_use_nameloc_as_prefix: bool = flag("name values after their name locations", hidden=True)
    mlir_elide_elementsattrs_if_larger: int | None = option(
        "elide constants of more elements", "n", hidden=True
    )
    mlir_elide_resource_strings_if_larger: int | None = option(
        "elide resources of more characters", "n", hidden=True
    )
    mlir_print_elementsattrs_with_hex_if_larger: int = option(
        "print constants of more elements as hex", "n", default=100, hidden=True
    )
    error_limit: int | None = option("stop after this many errors (default: 20; 0: never)", "n")
    diagnostic_format: Literal["text", "json", "github"] = option(
        "how errors are written: text, json or github", "format", default="text"
    )
    no_implicit_module: bool = flag("do not wrap a single top-level op into a module", hidden=True)
    show_analysis: str | None = option("print what an analysis knows as comments", "name")
    list_passes: bool = flag("list all passes with their options")
    list_patterns: bool = flag("list folds and canonicalizations of all dialects as equations")
    show_dialects: bool = flag("list the dialects")
    explain: str | None = option("explain an error's code, with an example", "MLE0101")


PAGE = Page(
    "mlirlite-opt [options] [--PASS[=options] …] [input.mlir | -]",
    "Reads IR as text, runs the named passes in order, and prints the result.",
    OptArguments,
    ("mlirlite-opt --canonicalize --cse in.mlir", "mlirlite-opt --list-passes"),
)


def main(
    argv: Sequence[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run the program; returns its exit code."""
    if argv is None:
        rest_collector()
    return run_program(_main, "mlirlite-opt", argv, stdin, stdout, stderr)


def _main(argv: Sequence[str], streams: Streams) -> int:
    context = Context()
    arguments = read_with_passes(OptArguments, argv, context)
    context.allow_unregistered = arguments.allow_unregistered_dialect
    for path in arguments.irdl_file:
        from mlirlite.dialects.irdl import load_irdl

        load_irdl(read_source(path, streams).text, context, filename=path)
    dialects = load_dialects(arguments, context)
    if arguments.show_unknown_predicates:
        _show_unknown(dialects, streams)
        return OK
    if _printed_information(arguments, context, streams):
        return OK
    if len(arguments.inputs) > 1:
        raise UsageError(f"expected one input file, found {', '.join(arguments.inputs)}")
    path = arguments.inputs[0] if arguments.inputs else "-"
    flags = printing_flags(arguments)
    streams.format = arguments.diagnostic_format
    timing = _timing(arguments)
    runner = _runner(_pipeline(arguments), context, arguments, flags, streams, timing)
    analysis = _analysis(arguments, context)
    limit = _error_limit(arguments)
    job = _Job(context, arguments, limit, flags, analysis, runner, timing, streams)
    check_outputs([arguments.html], [path])
    chunks = split_chunks(read_source(path, streams), arguments)
    code = OK
    writes_bytes = _writes_bytecode(arguments)
    with output_file(arguments.output, streams, binary=writes_bytes) as output:
        for number, (source, warnings) in enumerate(chunks):
            if number and writes_bytes:
                raise UsageError("bytecode is written of one module, not of split input")
            if number:
                output.write(f"{arguments.output_split_marker or SPLIT_MARKER}\n")
            for warning in warnings:
                streams.show(warning)
            emitted = _process(source, job, output)
            problems = unexpected(source, emitted, arguments)
            for problem in problems:
                streams.show(problem)
                if problem.severity == "error":
                    code = FAILED
        if timing is not None:
            streams.stderr.write(timing.report(arguments.mlir_timing_display))
        if code is not OK:
            raise _Failed
    _remark_unknown(dialects, streams)
    return code


def _writes_bytecode(arguments: OptArguments) -> bool:
    return arguments.emit_bytecode or arguments.emit_bytecode_version is not None


def _write_bytecode(
    module: Operation, job: _Job, output: BinaryIO, external: ExternalResources
) -> None:
    from mlirlite.bytecode import NEWEST, bytecode_pieces  # late: for these options only

    stated = job.arguments.emit_bytecode_version
    pieces = bytecode_pieces(
        module,
        job.context,
        version=NEWEST if stated is None else stated,
        external=external,
        elide_resources=job.arguments.elide_resource_data_from_bytecode,
    )
    for piece in pieces:
        output.write(piece)


def _remark_unknown(dialects: Sequence[Any], streams: Streams) -> None:
    """Say that something of the loaded dialects was not checked."""
    for dialect in dialects:
        if dialect.predicates.unknown or dialect.traits.unknown:
            message = (
                f"some predicates and traits of '{dialect.name}' are not known and were not "
                "checked; --show-unknown-predicates lists them"
            )
            streams.show(Diagnostic(Severity.REMARK, message))


def _show_unknown(dialects: Sequence[Any], streams: Streams) -> None:
    """A line for each thing of a loaded dialect whose meaning is not known here."""
    for dialect in dialects:
        for what, names in sorted(dialect.problems().items()):
            streams.stdout.write(f"{dialect.name}: {what}: {', '.join(dict.fromkeys(names))}\n")


def _timing(arguments: OptArguments) -> Any:
    """The time table that --mlir-timing asks for, or None."""
    if not arguments.mlir_timing:
        return None
    from mlirlite.driver.timing import Timing

    return Timing()


class _Failed(DiagnosticError):
    """All errors are reported; leave the output file as it was."""

    def __init__(self) -> None:
        super().__init__([])


def _printed_information(arguments: OptArguments, context: Context, streams: Streams) -> bool:
    """Answer --help and similar options; True when there was one."""
    write = streams.stdout.write
    if PAGE.answers(arguments, streams, lambda: pass_flags(context)):
        if arguments.full_help:
            write("\npasses:\n")
            _list_passes(context, streams)
    elif arguments.list_passes:
        _list_passes(context, streams)
    elif arguments.list_patterns:
        _list_patterns(context, streams)
    elif arguments.explain is not None:
        write(_explanation(arguments.explain))
    elif arguments.show_dialects:
        write(f"Available Dialects: {','.join(context.available())}\n")
    else:
        return False
    return True


def _explanation(code: str) -> str:
    from mlirlite.support.error_codes import error_pages

    page = error_pages().get(code.upper())
    if page is None:
        near = did_you_mean(code.upper(), error_pages()) or "; codes are in brackets after errors"
        raise UsageError(f"there is no error '{code}'{near}")
    return page.text


def _list_passes(context: Context, streams: Streams) -> None:
    from mlirlite.passes import registry

    for info in registry.describe_passes(context):
        streams.stdout.write(f"  --{info.flag:<34} {info.summary}\n")
        for known in info.options:
            default = known.default_text or "none"
            streams.stdout.write(f"      {known.name:<33} {known.type_name}, default {default}\n")


def _list_patterns(context: Context, streams: Streams) -> None:
    """A line for each: marked `function` where the equation only documents a function."""
    from mlirlite.transforms.canonicalize import patterns_of

    for name in context.available():
        dialect = context.dialect(name)
        folds, patterns = patterns_of(dialect) if dialect is not None else ([], [])
        for fold in folds:
            streams.stdout.write(f"{name:<14} rule      fold: {fold.equation}\n")
        for pattern in patterns:
            kind = "rule" if pattern.wanted() is not None else "function"
            streams.stdout.write(f"{name:<14} {kind:<9} {pattern.name}: {pattern.equation}\n")


def _pipeline(arguments: OptArguments) -> Pipeline | None:
    """The pass flags, in order, and then the pass pipelines; None when there are none."""
    wanted = (
        arguments.passes,
        arguments.pass_pipeline,
        arguments.run_reproducer,
        arguments.dump_pass_pipeline,
        arguments.mlir_generate_reproducer,
        arguments.html,
    )
    if not any(wanted):
        return None
    from mlirlite.passes.pipeline import Pipeline, parse_pass, parse_pipeline

    pipeline = Pipeline.of(*(parse_pass(name, value) for name, value in arguments.passes))
    for text in arguments.pass_pipeline:
        if "(" not in text:
            raise DiagnosticError(
                "expected pass pipeline to be wrapped with the anchor operation type, e.g. "
                f"'builtin.module(...)', found '{text}'"
            )
        pipeline.extend(parse_pipeline(text))
    return pipeline


class _Job(Record):
    """Processes each source as the command line says."""

    context: Context
    arguments: OptArguments
    error_limit: int
    flags: PrintingFlags
    analysis: Any
    runner: Any
    timing: Any
    streams: Streams


def _process(source: SourceFile, job: _Job, output: Any) -> list[Diagnostic]:
    """Parse, verify, run the passes and print one source; returns the diagnostics."""
    context, arguments, runner, timing = job.context, job.arguments, job.runner, job.timing
    emitted: list[Diagnostic] = []
    external: ExternalResources = {}
    scope = nullcontext if timing is None else timing.scope
    try:
        with scope("Parser"):
            module = parse_source(
                source,
                context,
                implicit_module=not arguments.no_implicit_module,
                error_limit=job.error_limit,
                external=external,
            )
            problems = verify(
                module,
                allow_unregistered=context.allow_unregistered,
                one_a_scope=job.error_limit == 1,
                dialect=context.dialect,
                emit=emitted.append,
            )
        if problems:
            return [*emitted, *_limited(problems, job.error_limit)]
        if runner is not None:
            if arguments.no_implicit_module and not arguments.pass_pipeline:
                runner.pipeline.anchor = module.name
            runner.run(module, source, emitted, external)
        flags = job.flags if job.analysis is None else _with_comments(job, module)
    except DiagnosticError as e:
        return [*emitted, *e.diagnostics]
    if _writes_bytecode(arguments):
        with scope("Output"):
            _write_bytecode(module, job, output, external)
        return emitted
    with scope("Output"):
        if output is not job.streams.stdout or not wants_color(output):
            print_to(module, output, flags, external=external)
        else:
            text = StringIO()
            print_to(module, text, flags, external=external)
            output.write(colored(text.getvalue(), output))
        output.write("\n")  # mlir-opt leaves an empty line, too
    if arguments.verify_roundtrip:
        emitted += _check_roundtrip(module, context)
    return emitted


def _runner(
    pipeline: Pipeline | None,
    context: Context,
    arguments: OptArguments,
    flags: PrintingFlags,
    streams: Streams,
    timing: Any,
) -> Any:
    """The pass runner; None when there are no passes."""
    if pipeline is None:
        return None
    from mlirlite.driver.run_passes import PassRunner

    return PassRunner(pipeline, context, arguments, flags, streams, timing)


def _analysis(arguments: OptArguments, context: Context) -> Any:
    """The analysis that --show-analysis names, or None. DiagnosticError when there is none."""
    if arguments.show_analysis is None:
        return None
    from mlirlite.dataflow.registry import lookup

    return lookup(arguments.show_analysis, context)


def _with_comments(job: _Job, module: Operation) -> PrintingFlags:
    """Printing flags with the analysis's comments on a module."""
    from mlirlite.dataflow.registry import commented

    return replace(job.flags, comments=commented(job.analysis, module))


def _error_limit(arguments: OptArguments) -> int:
    """How many errors to report; with --verify-diagnostics reading stops at the first, as upstream,
    unless a limit is given."""
    if arguments.error_limit is not None:
        return max(0, arguments.error_limit)
    return 1 if arguments.verify_diagnostics else 20


def _limited(problems: list[Diagnostic], limit: int) -> list[Diagnostic]:
    return problems[:limit] if limit > 1 else problems


def printing_flags(arguments: OptArguments) -> PrintingFlags:
    """The printing options of a command line."""
    return PrintingFlags(
        generic=arguments.mlir_print_op_generic,
        debuginfo=arguments.mlir_print_debuginfo,
        pretty_debuginfo=arguments.mlir_pretty_debuginfo,
        local_scope=arguments.mlir_print_local_scope,
        skip_regions=arguments.mlir_print_skip_regions,
        unique_ssa_ids=arguments.mlir_print_unique_ssa_ids,
        value_users=arguments.mlir_print_value_users,
        nameloc_as_prefix=arguments.mlir_use_nameloc_as_prefix,
        elide_elements_larger=arguments.mlir_elide_elementsattrs_if_larger,
        elide_resources_larger=arguments.mlir_elide_resource_strings_if_larger,
        hex_elements_larger=arguments.mlir_print_elementsattrs_with_hex_if_larger,
    )


def _check_roundtrip(module: Operation, context: Context) -> list[Diagnostic]:
    """Read the printed text again. A different module is an error in the generic form, as upstream,
    and a warning in the custom form: some of upstream's custom forms leave things out."""
    expected = _fingerprint(module)
    if _fingerprint(_read_back(module, context, generic=False)) == expected:
        emitted = []
    else:
        emitted = [Diagnostic(Severity.WARNING, _another_module("custom"))]
    if _fingerprint(_read_back(module, context, generic=True)) != expected:
        raise DiagnosticError(_another_module("generic"))
    return emitted


def _another_module(form: str) -> str:
    return f"the {form} form reads back as another module (--verify-roundtrip)"


def _read_back(module: Operation, context: Context, *, generic: bool) -> Operation:
    form = "generic" if generic else "custom"
    source = SourceFile(f"<{form} form>", print_op(module, generic=generic))
    try:
        return parse_source(source, context)
    except DiagnosticError as e:
        raise DiagnosticError(
            [error(f"the {form} form cannot be read back (--verify-roundtrip)"), *e.diagnostics]
        ) from None


def _fingerprint(module: Operation) -> bytes:
    """A digest of a module's generic form, which may be too large to keep."""
    from hashlib import blake2b

    found = blake2b()
    for chunk in Printer(PrintingFlags(generic=True)).print(module):
        found.update(chunk.encode(errors="surrogatepass"))
    return found.digest()


if __name__ == "__main__":
    sys.exit(main())
