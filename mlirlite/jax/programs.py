"""Functions of JAX -> modules, ONNX models and libraries for C."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TextIO, cast

import jax

from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_module
from mlirlite.runtime.compiler import load_module
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import new_file

_SUFFIXES = (".so", ".onnx", ".mlir")


def export(
    function: Callable[..., Any],
    args: Sequence[Any],
    path: str,
    *,
    kwargs: dict[str, Any] | None = None,
    threads: int = 1,
) -> None:
    """Write a function of JAX for arguments like `args` to a file: a library for C (`.so`), an ONNX
    model (`.onnx`), or StableHLO (`.mlir`). Its inputs are the leaves of `args`, `input0` and so
    on, its outputs those of what it returns. A `jax.ShapeDtypeStruct` stands for an array.
    `threads` is how many share the loops of a library. DiagnosticError that names the user's line
    for an op that has no counterpart."""
    path = os.fspath(path)
    suffix = os.path.splitext(path)[1]
    if suffix not in _SUFFIXES:
        raise DiagnosticError(
            f"cannot tell from '{path}' what to write: expected a name that ends in "
            f"{', '.join(_SUFFIXES)}"
        )
    jitted = jax.jit(function, keep_unused=True)
    module = module_of(jitted.lower(*args, **(kwargs or {})))
    if suffix == ".mlir":
        from mlirlite.printer import print_to  # late: only here

        with new_file(path) as file:
            print_to(module, cast("TextIO", file))
        return
    module, _ = load_module(module, Context())
    if suffix == ".onnx":
        from mlirlite.target.onnx.export import save_model  # late: it loads onnx

        save_model(module, path)
    else:
        from mlirlite.runtime.aot.library import write_library  # late: it loads llvmlite

        write_library(module, path, threads)


def module_of(lowered: Any) -> Operation:
    """The StableHLO of a function that was lowered, with the user's lines as locations."""
    context = Context(allow_unregistered=True)  # attributes of sdy and mhlo
    text = lowered.as_text(debug_info=True)
    if " sdy." in text:  # ops of sdy are known in their generic form only
        operation = lowered.compiler_ir().operation
        text = operation.get_asm(print_generic_op_form=True, enable_debug_info=True)
    module = parse_module(text, context, filename="<jax>")
    verify_or_raise(module)
    found: Operation = module
    return found
