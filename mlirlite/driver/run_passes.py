"""Running a pipeline with all that the options of `pass_options` request."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from mlirlite.driver import reproducer
from mlirlite.driver.pass_options import PassArguments
from mlirlite.driver.shared.program import Streams, output_file
from mlirlite.driver.timing import Timing
from mlirlite.driver.watch import IRPrinting, Shown
from mlirlite.ir.context import Context
from mlirlite.ir.crash import CrashError
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.passes.compiler_pass import option_text
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.passes.registry import lookup
from mlirlite.printer import PrintingFlags, print_op
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error
from mlirlite.support.source import SourceFile

_LARGEST_UNASKED = 1 << 24
"""Longer texts are not written into a reproducer unless it was requested."""


class PassRunner:
    """The command line's passes, ready to run on one module after the other."""

    def __init__(
        self,
        pipeline: Pipeline,
        context: Context,
        arguments: PassArguments,
        flags: PrintingFlags,
        streams: Streams,
        timing: Timing | None,
    ) -> None:
        self.pipeline = pipeline
        self.context = context
        self.arguments = arguments
        self.flags = flags
        self.streams = streams
        self.timing = timing
        self.verify_each = arguments.verify_each
        self._recorder: Any = None

    def run(
        self,
        module: Operation,
        source: SourceFile,
        said: list[Diagnostic],
        external: ExternalResources,
    ) -> None:
        """Run the passes on a module; warnings and remarks are added to `said`. `external` are the
        module's resources that no op refers to; a reproducer keeps its pipeline there."""
        pipeline, verify_each = self.pipeline, self.verify_each
        if self.arguments.run_reproducer:
            stored = reproducer.take_configuration(external)
            pipeline, verify_each = stored.pipeline, stored.verify_each
        with contextlib.ExitStack() as around:
            watchers, at_end = self._watchers(said, around)
            if self.arguments.html is not None:
                self._record(self.arguments.html, module, source, watchers, around)
            local = self.arguments.mlir_pass_pipeline_local_reproducer
            before = reproducer.BeforePass() if local else None
            which = before or reproducer.WhichFailed()
            watchers.append(which)
            manager = PassManager(
                pipeline,
                self.context,
                verify_each=verify_each,
                emit=said.append,
                write=self.streams.stderr.write,
                instrumentations=watchers,
            )
            if self.arguments.dump_pass_pipeline:
                self.streams.stderr.write(dump(pipeline, self.context))
            stored = reproducer.Configuration(pipeline, verify_each)
            wanted = self.arguments.mlir_generate_reproducer
            if wanted is not None:
                reproducer.write_reproducer(wanted, print_op(module), stored, self.streams)
            path = self.arguments.mlir_pass_pipeline_crash_reproducer
            text = print_op(module) if path is not None and before is None else ""
            depth = self.timing.depth if self.timing else 0
            try:
                manager.run(module)
            except DiagnosticError as e:
                if before is not None:
                    text, stored = before.text, reproducer.Configuration(before.pipeline)
                problem = self._reproduce(e, path, text, stored, source, which, local)
                if problem is not None:
                    raise DiagnosticError([*e.diagnostics, problem]) from e
                raise
            finally:
                if self.timing:
                    self.timing.leave_to(depth)
                for report in at_end:
                    report()
            if self.arguments.mlir_pass_statistics:
                from mlirlite.driver.pass_statistics import statistics_text

                display = self.arguments.mlir_pass_statistics_display
                self.streams.stderr.write(statistics_text(manager, display))

    def _watchers(
        self, said: list[Diagnostic], around: contextlib.ExitStack
    ) -> tuple[list[Any], list[Callable[[], object]]]:
        """The instrumentations for the passes, and what to do when they have run."""
        arguments, write = self.arguments, self.streams.stderr.write
        watchers: list[Any] = []
        at_end: list[Callable[[], object]] = []
        shown = _shown(arguments, self.context)
        if shown.anything:
            watchers.append(IRPrinting(write, self.flags, shown))
        if arguments.check_semantics is not None:
            from mlirlite.driver.check_semantics import CheckSemantics

            watchers.append(CheckSemantics(arguments.check_semantics, said.append))
        if self.timing is not None:
            from mlirlite.driver.pass_timing import PassTiming

            watchers.append(PassTiming(self.timing))
        traced = arguments.trace_patterns
        if traced is not None:
            from mlirlite.driver.trace import PatternTrace
            from mlirlite.rewriting.trace import tracing

            if traced:
                write = around.enter_context(output_file(traced, self.streams)).write
            trace = PatternTrace(write)
            around.enter_context(tracing(trace))
            watchers.append(trace)
            at_end.append(lambda: write(trace.table()))
        if arguments.mlir_debug_counter or arguments.mlir_print_debug_counter:
            from mlirlite.rewriting.debug_counter import DebugCounters, counting

            counters = around.enter_context(counting(DebugCounters(arguments.mlir_debug_counter)))
            if arguments.mlir_print_debug_counter:
                at_end.append(lambda: self.streams.stderr.write(counters.report()))
        return watchers, at_end

    def _record(
        self,
        page: str,
        module: Operation,
        source: SourceFile,
        watchers: list[Any],
        around: contextlib.ExitStack,
    ) -> None:
        """Record for the explorer what the passes do; its page is written when they have run."""
        from mlirlite.driver.html.recording import recorded

        self._recorder = around.enter_context(
            recorded(module, page, source.name, self.streams, self._recorder)
        )
        watchers.append(self._recorder)

    def _reproduce(
        self,
        failure: DiagnosticError,
        path: str | None,
        text: str,
        stored: reproducer.Configuration,
        source: SourceFile,
        which: reproducer.WhichFailed,
        local: bool,
    ) -> Diagnostic | None:
        """Write the requested reproducer, or one for a crash; returns the text that reports it."""
        if path is None:
            if not isinstance(failure, CrashError) or len(source.text) > _LARGEST_UNASKED:
                return None
            if not text:
                text = source.text
            path = _unasked_path(text, stored)
        reproducer.write_reproducer(path, text, stored, self.streams)
        failed = which.failed if local else f"[{which.failed}]"
        problem = error("Failures have been detected while processing an MLIR pass pipeline")
        problem.hint(f"Pipeline failed while executing {failed}: reproducer generated at `{path}`")
        plugins = "".join(f"--load-plugin {p} " for p in self.arguments.load_plugin)
        return problem.hint(f"to see it again: mlirlite-opt {plugins}--run-reproducer {path}")


def _unasked_path(text: str, stored: reproducer.Configuration) -> str:
    import os
    import tempfile
    from zlib import crc32

    name = f"mlirlite-crash-{crc32((text + str(stored)).encode('utf-8', 'replace')):08x}.mlir"
    return os.path.join(tempfile.gettempdir(), name)


def _shown(arguments: PassArguments, context: Context) -> Shown:
    before: tuple[str, ...] | None = arguments.mlir_print_ir_before
    after: tuple[str, ...] | None = arguments.mlir_print_ir_after
    for name in (*arguments.mlir_print_ir_before, *arguments.mlir_print_ir_after):
        lookup(name, context)
    on_change = arguments.mlir_print_ir_after_change
    on_failure = arguments.mlir_print_ir_after_failure
    tree = arguments.mlir_print_ir_tree_dir
    if arguments.mlir_print_ir_before_all:
        before = None
    # MLIR differs: there, --mlir-print-ir-after-change alone prints nothing, and
    # --mlir-print-ir-tree-dir alone writes nothing.
    if (
        arguments.mlir_print_ir_after_all
        or (after == () and (on_change or on_failure))
        or (after == before == () and tree is not None)
    ):
        after = None
    return Shown(before, after, on_change, on_failure, arguments.mlir_print_ir_module_scope, tree)


def dump(pipeline: Pipeline, context: Context) -> str:
    """The pipeline with the value of every option, one pass per line, as upstream's
    --dump-pass-pipeline prints it."""
    lines = [f"Pass Manager with {len(pipeline.items)} passes:"]
    _dump(pipeline, 0, lines, "", context)
    return "\n".join(lines) + "\n\n"


def _dump(pipeline: Pipeline, depth: int, lines: list[str], comma: str, context: Context) -> None:
    indent = "  " * depth
    lines.append(f"{indent}{pipeline.anchor}(")
    for i, item in enumerate(pipeline.items):
        after = "," if i + 1 < len(pipeline.items) else ""
        if isinstance(item, Pipeline):
            _dump(item, depth + 1, lines, after, context)
        else:
            lines.append(f"{indent}  {_with_options(item, context)}{after}")
    lines.append(f"{indent}){comma}")


def _with_options(run: PassRun, context: Context) -> str:
    found = lookup(run.flag, context)
    bound = found.bind(run.options)
    values = {o.name: option_text(bound.get(o.parameter, o.default)) for o in found.options}
    texts = [f"{name}={values[name]}" for name in sorted(values) if values[name]]
    return f"{run.flag}{{{' '.join(texts)}}}" if texts else run.flag
