"""Programs of torch.export -> modules, ONNX models and libraries for C."""

from __future__ import annotations

import os
import warnings
import zipfile
from collections import Counter
from collections.abc import Sequence
from typing import Any

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, OutputKind

from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.locations import FileLineColRange, NameLoc
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.output import new_file
from mlirlite.torch.compiling import decompositions
from mlirlite.torch.importer import import_graph, location_of
from mlirlite.torch.table import rule_for

_SUFFIXES = (".so", ".onnx", ".mlir")


def export(
    model: Any,
    args: Sequence[Any],
    path: str,
    *,
    kwargs: dict[str, Any] | None = None,
    dynamic_shapes: Any = None,
    threads: int = 1,
) -> None:
    """Write a module of torch (or an ExportedProgram) for arguments like `args` to a file: a
    library for C (`.so`), an ONNX model (`.onnx`), or the onnx dialect (`.mlir`).
    `dynamic_shapes` is as for `torch.export.export`; dimensions that it does not name have the
    sizes of `args`. `threads` is how many share the loops of a library. DiagnosticError that names
    the user's line for an op that has no counterpart, and for a model that changes its buffers."""
    path = os.fspath(path)
    suffix = os.path.splitext(path)[1]
    if suffix not in _SUFFIXES:
        raise DiagnosticError(
            f"cannot tell from '{path}' what to write: expected a name that ends in "
            f"{', '.join(_SUFFIXES)}"
        )
    program = model
    if not isinstance(model, ExportedProgram):
        program = torch.export.export(
            model, tuple(args), kwargs=kwargs, dynamic_shapes=dynamic_shapes
        )
    module = import_program(program)
    if suffix == ".onnx":
        from mlirlite.target.onnx.export import save_model  # late: it loads onnx

        save_model(module, path)
    elif suffix == ".mlir":
        from mlirlite.printer import print_to  # late: only here

        file: Any
        with new_file(path) as file:
            print_to(module, file, debuginfo=True)
    else:
        from mlirlite.runtime.aot.library import write_library  # late: it loads llvmlite

        write_library(module, path, threads)


def load_program(path: str) -> Operation:
    """The module of a program that `torch.export.save` has written. DiagnosticError when it cannot
    be read."""
    if not zipfile.is_zipfile(path):  # torch logs a traceback for such a file
        kind = "no zip archive" if os.path.exists(path) else "no such file"
        raise DiagnosticError(f"'{path}' is not a program of torch.export: {kind}")
    try:
        program = torch.export.load(path)
    except Exception as e:  # of zip files, JSON, pickles
        raise DiagnosticError(f"'{path}' is not a program of torch.export: {e}") from e
    return import_program(program)


def import_program(program: ExportedProgram) -> Operation:
    """The module of a program: weights are constants that share torch's memory. DiagnosticError as
    for `export`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # torch's, of its own use of pytree
        program = program.run_decompositions(_all_decompositions())
    signature = program.graph_signature
    weights: dict[int, torch.Tensor] = {}
    names = []
    for index, spec in enumerate(signature.input_specs):
        if spec.kind is InputKind.USER_INPUT:
            names.append(spec.arg.name)
            continue
        target = spec.target or ""
        found = program.constants.get(target)
        weights[index] = found if found is not None else program.state_dict[target]
    kept, results = [], []
    for index, out in enumerate(signature.output_specs):
        if out.kind is not OutputKind.USER_OUTPUT:
            raise DiagnosticError(
                f"the model changes '{out.target}' in each run, which a compiled library cannot: "
                "call model.eval() before the export"
            )
        kept.append(index)
        results.append(out.arg.name)
    imported = import_graph(program.graph_module, weights, names, results, orders=False)
    for node, reason in imported.refused.items():
        raise DiagnosticError(
            error(f"'{node.target}' has no counterpart: {reason}", location_of(node))
        )
    verify_or_raise(imported.module)
    module: Operation = imported.module
    # Buffers that inference does not read, and the like, are no part of what is written.
    apply_patterns_greedily(module, (), fold=False, cse_constants=False)
    _name_nodes(module)
    return module


def _name_nodes(module: Operation) -> None:
    """Name each operator after torch's and the user's line, `addmm model.py:11`, which profiles
    show; further ones of one name have a number."""
    seen: Counter[str] = Counter()
    for op in module.walk():
        where = op.location
        if not (isinstance(where, NameLoc) and isinstance(op, OnnxOp) and op.operands):
            continue
        inner = where.child
        if isinstance(inner, FileLineColRange):
            name = f"{where.value} {os.path.basename(inner.file)}:{inner.line}"
            seen[name] += 1
            text = name if seen[name] == 1 else f"{name} {seen[name]}"
            op.attributes[NODE_NAME] = StringAttr(text)


def _all_decompositions() -> dict[Any, Any]:
    """As for compiled graphs; programs also have ops that autograd takes apart."""
    table = dict(torch.export.default_decompositions().items()) | decompositions()
    return {op: made for op, made in table.items() if rule_for(op) is None}
