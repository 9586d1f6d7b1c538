"""Reproducers: a module with the pipeline to run on it in its `{-# … #-}` section, as for
upstream's --mlir-generate-reproducer and --run-reproducer."""

from __future__ import annotations

from mlirlite.driver.pass_names import pass_name
from mlirlite.driver.shared.program import Streams, output_file
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import PassRun, Pipeline, parse_pipeline
from mlirlite.printer import print_op
from mlirlite.printer.literals import quoted
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.record import Record

USER = "mlir_reproducer"
"""The name of the section."""


class Configuration(Record):
    """How a reproducer is to be run."""

    pipeline: Pipeline
    verify_each: bool = True

    def __str__(self) -> str:
        return (
            "{-#\n  external_resources: {\n    mlir_reproducer: {\n"
            f"      pipeline: {quoted(str(self.pipeline))},\n"
            "      disable_threading: true,\n"
            f"      verify_each: {str(self.verify_each).lower()}\n"
            "    }\n  }\n#-}\n"
        )


def take_configuration(external: ExternalResources) -> Configuration:
    """The settings of a module that is a reproducer; they are removed from the module's resources.
    DiagnosticError when there are none."""
    found = external.pop(USER, {})
    pipeline = found.get("pipeline")
    if not isinstance(pipeline, str):
        raise DiagnosticError(
            "--run-reproducer: the input has no section "
            '{-# external_resources: { mlir_reproducer: { pipeline: "…" } } #-}'
        )
    return Configuration(parse_pipeline(pipeline), found.get("verify_each") is not False)


def write_reproducer(path: str, text: str, configuration: Configuration, streams: Streams) -> None:
    """Write the text of a module, and how to run it, to a file."""
    with output_file(path, streams) as file:
        file.write(text if text.endswith("\n") else text + "\n")
        file.write(f"\n{configuration}")


class WhichFailed(Instrumentation):
    """Remembers which pass failed, and on what."""

    def __init__(self) -> None:
        self.failed = ""

    def after_failure(self, run: PassRun, op: Operation) -> None:
        self.failed = self.failed or failed_on(run, op)


class BeforePass(WhichFailed):
    """Remembers the text of the module before the pass that runs, and the pipeline of that pass."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.pipeline = Pipeline()

    def before_pass(self, run: PassRun, op: Operation) -> None:
        module = op
        while module.parent_op is not None:
            module = module.parent_op
        self.text = print_op(module)
        self.pipeline = _around(op, run)


def failed_on(run: PassRun, op: Operation) -> str:
    """A pass and its op, as upstream's message names them."""
    return f"`{pass_name(run.flag)}` on '{op.name}' operation"


def _around(op: Operation, run: PassRun) -> Pipeline:
    """The pipeline that runs one pass on ops of this name."""
    pipeline = Pipeline(op.name, [run])
    parent = op.parent_op
    while parent is not None:
        pipeline = Pipeline(parent.name, [pipeline])
        parent = parent.parent_op
    return pipeline
