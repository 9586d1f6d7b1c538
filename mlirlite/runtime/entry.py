"""The function of a model that is called."""

from __future__ import annotations

from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.support.diagnostics import DiagnosticError

ENTRY_POINTS = ("onnx.EntryPoint", "krnl.entry_point")
DEFAULT_ENTRY = "main_graph"


def entry_function(module: Operation) -> Operation:
    """The function that the module's entry point names, or else the only function with a body, or
    `main_graph`. DiagnosticError when there is none."""
    functions = {
        symbol_name(op) or "": op
        for region in module.regions
        for block in region
        for op in block
        if isinstance(op, FunctionLike) and not op.is_declaration
    }
    for region in module.regions:
        for block in region:
            for op in block:
                if op.name in ENTRY_POINTS:
                    name = getattr(op.attribute("func"), "root", "")
                    if name in functions:
                        return functions[name]
                    raise DiagnosticError(op.error(f"names a function '{name}' that is not there"))
    if DEFAULT_ENTRY in functions:
        return functions[DEFAULT_ENTRY]
    if len(functions) == 1:
        return next(iter(functions.values()))
    names = ", ".join(f"'{n}'" for n in functions) or "none"
    raise DiagnosticError(
        f"the module has no entry point: expected a function 'main_graph', found {names}"
    )
