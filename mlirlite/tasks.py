"""The common tasks as functions: parse a text, run a pipeline."""

from __future__ import annotations

from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_module
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline

__all__ = ["parse", "run_pipeline"]


def parse(text: str, context: Context | None = None, *, filename: str = "<string>") -> Operation:
    """The verified module that a text describes; `str(module)` is its text again. DiagnosticError
    with every error found."""
    context = context or Context()
    module = parse_module(text, context, filename=filename)
    verify_or_raise(module, allow_unregistered=context.allow_unregistered, dialect=context.dialect)
    return module


def run_pipeline(module: Operation, pipeline: str, context: Context | None = None) -> Operation:
    """Run a pipeline such as `builtin.module(canonicalize,cse)` over a module in place and return
    it. DiagnosticError when the pipeline is wrong or a pass fails."""
    PassManager(parse_pipeline(pipeline), context or Context()).run(module)
    return module
