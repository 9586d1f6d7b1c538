"""mlirlite: MLIR-style textual IR in Python, and ONNX models as native code.

module = mlirlite.parse(text)
mlirlite.run_pipeline(module, "builtin.module(canonicalize,cse)")
print(module)

session = mlirlite.InferenceSession("model.onnx")
outputs = session.run(None, {"x": x})
session = mlirlite.load("model.so")  # a library made by mlirlite-compile: the same interface

docs/reference/api.md lists all public names; authors of dialects and passes import from
mlirlite.dsl.
"""

from __future__ import annotations

import mlirlite.support.early_interrupt  # noqa: F401  # first: from here on Ctrl-C is handled

# isort: split
from typing import TYPE_CHECKING, Any

from mlirlite.support.late import import_module, provide
from mlirlite.support.version import VERSION

if TYPE_CHECKING:
    from mlirlite.bytecode import read_bytecode, write_bytecode
    from mlirlite.interp import Machine, UndefinedBehavior
    from mlirlite.interp.function import interpret
    from mlirlite.ir.builder import Builder, build
    from mlirlite.ir.context import Context
    from mlirlite.ods import load_dialect
    from mlirlite.ods.drr import load_patterns
    from mlirlite.parser import parse_attribute, parse_type
    from mlirlite.passes.manager import PassManager
    from mlirlite.printer import print_op
    from mlirlite.runtime.binding import OrtValue
    from mlirlite.runtime.calibration import quantize
    from mlirlite.runtime.function import CompiledFunction
    from mlirlite.runtime.generation.model import LanguageModel, generate
    from mlirlite.runtime.library import load
    from mlirlite.runtime.session import InferenceSession
    from mlirlite.runtime.session_words import SessionOptions
    from mlirlite.support.diagnostics import DiagnosticError
    from mlirlite.target.onnx import import_model
    from mlirlite.tasks import parse, run_pipeline

__all__ = [
    "Builder",
    "CompiledFunction",
    "Context",
    "DiagnosticError",
    "InferenceSession",
    "LanguageModel",
    "Machine",
    "OrtValue",
    "PassManager",
    "SessionOptions",
    "UndefinedBehavior",
    "build",
    "generate",
    "import_model",
    "interpret",
    "load",
    "load_dialect",
    "load_patterns",
    "parse",
    "parse_attribute",
    "parse_type",
    "print_op",
    "quantize",
    "read_bytecode",
    "run_pipeline",
    "write_bytecode",
]

# Importing the package must be cheap: each name is fetched from its module at its first use.
_HOMES = {
    "Builder": "mlirlite.ir.builder",
    "CompiledFunction": "mlirlite.runtime.function",
    "Context": "mlirlite.ir.context",
    "DiagnosticError": "mlirlite.support.diagnostics",
    "InferenceSession": "mlirlite.runtime.session",
    "LanguageModel": "mlirlite.runtime.generation.model",
    "Machine": "mlirlite.interp",
    "OrtValue": "mlirlite.runtime.binding",
    "SessionOptions": "mlirlite.runtime.session_words",
    "PassManager": "mlirlite.passes.manager",
    "UndefinedBehavior": "mlirlite.interp",
    "build": "mlirlite.ir.builder",
    "generate": "mlirlite.runtime.generation.model",
    "import_model": "mlirlite.target.onnx",
    "interpret": "mlirlite.interp.function",
    "load": "mlirlite.runtime.library",
    "load_dialect": "mlirlite.ods",
    "load_patterns": "mlirlite.ods.drr",
    "parse": "mlirlite.tasks",
    "parse_attribute": "mlirlite.parser",
    "parse_type": "mlirlite.parser",
    "print_op": "mlirlite.printer",
    "quantize": "mlirlite.runtime.calibration",
    "read_bytecode": "mlirlite.bytecode",
    "run_pipeline": "mlirlite.tasks",
    "write_bytecode": "mlirlite.bytecode",
}

__version__ = VERSION

provide("text", "mlirlite.printer")
provide("bytecode", "mlirlite.bytecode")
provide("types", "mlirlite.parser")
provide("verifier", "mlirlite.ir.verifier")
provide("operators", "mlirlite.dialects._operators")


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'mlirlite' has no attribute '{name}'")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
