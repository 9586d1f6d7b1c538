"""Operators of a model that are computed by functions of a library, for comparison: the stages that
call them, and where they are.

A function gets pointers to descriptors of memrefs (`mlirlite/runtime/memref.py`), of the results
first, then the operator's attributes that are numbers or texts, by name.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from mlirlite.conversion.onnx_to_krnl.calls import parse_calls
from mlirlite.runtime.compiler import Stage
from mlirlite.support.diagnostics import DiagnosticError


def with_calls(stages: Iterable[Stage], calls: str) -> list[Stage]:
    """Stages in which these operators, `MatMul:product,Conv`, are calls. Tensors keep ONNX's
    layout: there are no blocks of channels."""
    found = [stage.copy() for stage in stages]
    for stage in found:
        if stage.name == "krnl":
            stage.pipeline.remove("layout-onnx").set("convert-onnx-to-krnl", ops_for_call=calls)
    return found


def addresses(calls: str, library: str | None) -> dict[str, int]:
    """The functions of a library, or of the process, by name. DiagnosticError where there is no
    such library or function."""
    try:
        opened = ctypes.CDLL(library)
    except OSError as e:
        raise DiagnosticError(f"cannot load library '{library}': {e}") from e
    found = {}
    for function in parse_calls(calls).values():
        try:
            address = ctypes.cast(getattr(opened, function), ctypes.c_void_p).value
        except AttributeError:
            where = f"library '{library}'" if library is not None else "the process"
            raise DiagnosticError(f"there is no function '{function}' in {where}") from None
        found[function] = address or 0
    return found
