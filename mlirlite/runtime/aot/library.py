"""A module of the onnx dialect as a shared library."""

from __future__ import annotations

from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.runtime.aot import output
from mlirlite.runtime.aot.abi import tag_of
from mlirlite.runtime.aot.build import Options, build
from mlirlite.runtime.compiler import lower


def write_library(module: Operation, path: str, threads: int = 1) -> None:
    """Lower a module, and write its code for this machine as a library for C."""
    operators: dict[str, int] = {}
    for op in module.walk():
        if op.dialect_name == "onnx":
            operators[op.name] = operators.get(op.name, 0) + 1
    lower(module, Context(), threads=threads)
    options = Options(tag=tag_of(None, path), parallel=threads > 1)
    output.write_shared(build(module, options, operators=operators), path)
