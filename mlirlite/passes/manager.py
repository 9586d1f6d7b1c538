"""The pass manager: runs a pipeline over an op, verifies after each pass, explains failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.context import Context
from mlirlite.ir.crash import crash
from mlirlite.ir.insertion import detached
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.verifier import verify
from mlirlite.passes.compiler_pass import CompilerPass, PassFunction, PassState
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import ANY, PassRun, Pipeline, parse_pipeline
from mlirlite.passes.registry import lookup
from mlirlite.rewriting.debug_counter import PASS, active_counters
from mlirlite.support.collector import collector_at_rest
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error
from mlirlite.support.mistakes import written_at


class PassManager:
    """A pipeline that is ready to run: its passes are imported and their options checked.

    `emit` receives warnings and remarks, `write` the reports of passes; both go to standard error
    by default. DiagnosticError when the pipeline names something unknown.
    """

    def __init__(
        self,
        pipeline: Pipeline | str,
        context: Context | None = None,
        *,
        verify_each: bool = True,
        emit: Callable[[Diagnostic], None] | None = None,
        write: Callable[[str], object] | None = None,
        instrumentations: Sequence[Instrumentation] = (),
    ) -> None:
        self.pipeline = parse_pipeline(pipeline) if isinstance(pipeline, str) else pipeline
        self.context = context or Context()
        self.verify_each = verify_each
        self.instrumentations = list(instrumentations)
        self.statistics: list[tuple[str, Counter[str]]] = []
        """What each pass run counted, in the order of the pipeline."""
        self._emit = emit
        self._write = write
        self._plan: dict[int, tuple[CompilerPass, dict[str, Any], Counter[str]]] = {}
        self._resolve(self.pipeline)
        self._dynamic: dict[str | int, Pipeline] = {}

    def _resolve(self, pipeline: Pipeline) -> None:
        for item in pipeline.items:
            if isinstance(item, Pipeline):
                self._resolve(item)
                continue
            try:
                found = lookup(item.flag, self.context)
                options = found.bind(item.options)
            except DiagnosticError as e:
                for diagnostic in e.diagnostics:
                    diagnostic.where = diagnostic.where or item.span
                raise
            counts: Counter[str] = Counter()
            self._plan[id(item)] = found, options, counts
            self.statistics.append((item.flag, counts))

    def run(self, op: Operation) -> None:
        """Run the pipeline on an op, in place. DiagnosticError when a pass fails; the IR is then as
        it left it."""
        anchor = self.pipeline.anchor
        if anchor not in (op.name, ANY):
            raise DiagnosticError(f"can't run '{anchor}' pass manager on '{op.name}' op", op.where)
        with collector_at_rest(), detached():
            self._run_pipeline(self.pipeline, op, {})

    def _run_pipeline(self, pipeline: Pipeline, op: Operation, analyses: dict[Any, Any]) -> None:
        for watcher in self.instrumentations:
            watcher.before_pipeline(pipeline, op)
        for item in pipeline.items:
            if isinstance(item, Pipeline):
                for inner in _nested(op, item.anchor):
                    self._run_pipeline(item, inner, {})
                analyses.clear()
                continue
            found = self._plan[id(item)][0]
            if found.anchor in (None, op.name):
                self._run_pass(item, op, analyses)
                continue
            # MLIR differs: a pass for other ops runs on those inside; upstream wants the nesting
            # written out.
            for inner in _inside(op, found.anchor or ANY):
                self._run_pass(item, inner, {})
            analyses.clear()
        for watcher in reversed(self.instrumentations):
            watcher.after_pipeline(pipeline, op)

    def _run_dynamic(
        self, pipeline: Pipeline | str, op: Operation, around: Operation, analyses: dict[Any, Any]
    ) -> None:
        """Run a pipeline that the pass on `around` made, on an op inside it."""
        chosen = self._resolved(pipeline)
        if not around.is_ancestor(op):
            raise DiagnosticError(
                "Trying to schedule a dynamic pipeline on an operation that isn't nested under the "
                "current operation the pass is processing",
                op.where,
            )
        if chosen.anchor not in (op.name, ANY):
            raise DiagnosticError(
                f"can't run '{chosen.anchor}' pass manager on '{op.name}' op", op.where
            )
        self._run_pipeline(chosen, op, analyses if op is around else {})

    def _resolved(self, pipeline: Pipeline | str) -> Pipeline:
        """A dynamic pipeline with its passes looked up, cached."""
        key = pipeline if isinstance(pipeline, str) else id(pipeline)
        found = self._dynamic.get(key)
        if found is None:
            found = parse_pipeline(pipeline) if isinstance(pipeline, str) else pipeline
            self._resolve(found)
            self._dynamic[key] = found  # kept alive, so that the ids of its parts are not reused
        return found

    def _run_pass(self, item: PassRun, op: Operation, analyses: dict[Any, Any]) -> None:
        found, options, counts = self._plan[id(item)]
        _check_schedulable(op)
        counters = active_counters()
        if counters is not None and not counters.allows((PASS, item.flag), item.flag, op):
            return
        state = PassState(
            self.context,
            emit=self._emit,
            write=self._write,
            analyses=analyses,
            run=lambda pipeline, inner: self._run_dynamic(pipeline, inner, op, analyses),
            watchers=self.instrumentations,
        )
        for watcher in self.instrumentations:
            watcher.before_pass(item, op)
        try:
            try:
                found.function(op, state, **options)
            except DiagnosticError:
                raise
            except Exception as e:
                raise crash(f"pass '{item.flag}'", op, e, found.function) from e
            if self.verify_each:
                self._verify(item, op, found.function)
        except DiagnosticError:
            for watcher in reversed(self.instrumentations):
                watcher.after_failure(item, op)
            raise
        finally:
            counts.update(state.statistics)
        if not state.preserves_all:
            for key in [k for k in analyses if k[0] not in state.preserved]:
                del analyses[key]
        for watcher in reversed(self.instrumentations):
            watcher.after_pass(item, op)

    def _verify(self, item: PassRun, op: Operation, function: PassFunction) -> None:
        problems = verify(op, dialect=self.context.dialect, emit=self._emit)
        if problems:
            text, place = f"the IR is invalid after pass '{item.flag}'", written_at(function)
            if place is None:
                problems[0].note(text)
            else:
                problems[0].hint(text, place)
            raise DiagnosticError(problems)


def run_pipeline(
    op: Operation, pipeline: Pipeline | str, context: Context | None = None, **instrumentation: Any
) -> Operation:
    """Run a pipeline on an op, in place, and return the op. Keywords are those of `PassManager`."""
    PassManager(pipeline, context, **instrumentation).run(op)
    return op


def _nested(op: Operation, anchor: str) -> list[Operation]:
    """The ops directly inside that a nested pipeline runs on."""
    found = []
    for region in op.regions:
        for block in region:
            for child in block:
                isolated = child.has_trait(IsolatedFromAbove)
                if child.name == anchor or (anchor == ANY and isolated):
                    found.append(child)
    return found


def _inside(op: Operation, name: str) -> list[Operation]:
    """The ops of a name at any depth, without those nested in another one of them."""
    found = []
    todo = [op]
    while todo:
        one = todo.pop()
        if one.name == name and one is not op:
            found.append(one)
        else:
            todo += [c for r in reversed(one.regions) for b in r for c in reversed(b) if c.regions]
    return found


def _check_schedulable(op: Operation) -> None:
    if isinstance(op, UnregisteredOp):
        raise DiagnosticError(
            error("trying to schedule a pass on an unregistered operation", op.where)
        )
    if not op.has_trait(IsolatedFromAbove):
        raise DiagnosticError(
            "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'", op.where
        )
