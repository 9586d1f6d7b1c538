"""Instrumentation: observers of a pass manager at work."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.passes.pipeline import PassRun, Pipeline


class Instrumentation:
    """Called around passes and pipelines; all methods do nothing by default."""

    def before_pass(self, run: PassRun, op: Operation) -> None:
        """A pass is about to run on an op."""

    def after_pass(self, run: PassRun, op: Operation) -> None:
        """A pass has run, and the op is valid."""

    def after_failure(self, run: PassRun, op: Operation) -> None:
        """A pass failed, or left invalid IR."""

    def before_pipeline(self, pipeline: Pipeline, op: Operation) -> None:
        """A (nested) pipeline is about to run on an op."""

    def after_pipeline(self, pipeline: Pipeline, op: Operation) -> None:
        """A (nested) pipeline has run."""

    def before_analysis(self, name: str, op: Operation) -> None:
        """A pass asked for an analysis of an op, which has to be computed."""

    def after_analysis(self, name: str, op: Operation) -> None:
        """The analysis has been computed."""
