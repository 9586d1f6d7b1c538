"""mlirlite: MLIR-style textual IR in Python, and ONNX models as native code.

module = mlirlite.parse(text)
mlirlite.run_pipeline(module, "builtin.module(canonicalize,cse)")
print(module)

session = mlirlite.InferenceSession("model.onnx")
outputs = session.run(None, {"x": x})
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlirlite.ir.context import Context
    from mlirlite.runtime.session import InferenceSession
    from mlirlite.support.diagnostics import DiagnosticError
    from mlirlite.tasks import parse, run_pipeline

__version__ = "0.1.0"
__all__ = ["Context", "DiagnosticError", "InferenceSession", "parse", "run_pipeline"]

# What is cheap to name must be cheap to import: each name is fetched from its module at its first
# use.
_HOMES = {
    "Context": "mlirlite.ir.context",
    "DiagnosticError": "mlirlite.support.diagnostics",
    "InferenceSession": "mlirlite.runtime.session",
    "parse": "mlirlite.tasks",
    "run_pipeline": "mlirlite.tasks",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'mlirlite' has no attribute '{name}'")
    value = globals()[name] = getattr(importlib.import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
