"""Timing of passes, nested pipelines and analyses, for --mlir-timing."""

from __future__ import annotations

from mlirlite.driver.pass_names import pass_name
from mlirlite.driver.timing import Timing
from mlirlite.ir.operation import Operation
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import PassRun, Pipeline


class PassTiming(Instrumentation):
    """Adds passes, pipelines and analyses to a time table; the outermost pipeline has no line."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._depth = 0

    def before_pipeline(self, pipeline: Pipeline, op: Operation) -> None:
        if self._depth:
            self._timing.enter(f"'{pipeline.anchor}' Pipeline")
        self._depth += 1

    def after_pipeline(self, pipeline: Pipeline, op: Operation) -> None:
        self._depth -= 1
        if self._depth:
            self._timing.leave()

    def before_pass(self, run: PassRun, op: Operation) -> None:
        self._timing.enter(pass_name(run.flag))

    def after_pass(self, run: PassRun, op: Operation) -> None:
        self._timing.leave()

    def after_failure(self, run: PassRun, op: Operation) -> None:
        self._timing.leave()

    def before_analysis(self, name: str, op: Operation) -> None:
        self._timing.enter(f"(A) {name}")

    def after_analysis(self, name: str, op: Operation) -> None:
        self._timing.leave()
