"""One function of a module, compiled for this machine and called with numbers and arrays."""

from __future__ import annotations

import ctypes
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlirlite.dialects.llvm.attributes import EXTERNAL
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.structors import structors
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.context import Context
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables, symbol_name, symbol_ops
from mlirlite.ir.types import DYNAMIC, FloatType, IndexType, IntegerType, MemRefType
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Pipeline
from mlirlite.runtime.compiler import STAGES, level_of, lower
from mlirlite.runtime.constants import constants_of
from mlirlite.runtime.memref import describe, descriptor_class, held_by_numpy, to_array
from mlirlite.runtime.print_library import print_functions
from mlirlite.runtime.runs import call, call_text, run_symbols
from mlirlite.runtime.values import has_numpy_type
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.in_process import InProcess
from mlirlite.support.memory import NOT_HEAP
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.levels import DEFAULT_LEVEL, checked_level

EXTRA = {
    "complex": ("convert-complex-to-standard", "convert-complex-to-llvm"),
    "vector": (
        "convert-vector-to-scf",
        "lower-affine",
        "convert-scf-to-cf",
        "convert-vector-to-llvm",
        "convert-ub-to-llvm",
    ),
}
"""Passes that the pipeline of models does not need, by dialect."""


def _flush() -> None:
    """Flush what compiled code printed by C's functions, so that Python's output comes after it."""
    ctypes.CDLL(None).fflush(None)


def find_function(module: Operation, name: str) -> Any:
    """A function with a body, by name. DiagnosticError when there is none."""
    known = {symbol_name(op) or "": op for op in symbol_ops(module)}
    found = known.get(name)
    if found is None:
        raise DiagnosticError(
            f"there is no function '{name}' in the module{did_you_mean(name, known)}"
        )
    if not isinstance(found, FunctionLike) or found.is_declaration:
        raise DiagnosticError(f"'{name}' is not a function with a body")
    return found


class CompiledFunction(InProcess):
    """A function that takes and returns numbers and memrefs, which are arrays here.

        f = CompiledFunction(module, context, "main")
        [y] = f(2.0, numpy.ones(4, "f4"))

    `write` takes the text that the function prints by the functions of upstream's runner.
    The module is lowered in place. Arrays are passed without a copy, so that what the function
    writes is visible in them; a read-only one is copied. DiagnosticError for other types, and for
    an op without a lowering."""

    def __init__(
        self,
        module: Operation,
        context: Context,
        name: str,
        *,
        opt_level: int = DEFAULT_LEVEL,
        write: Callable[[str], object] | None = None,
    ) -> None:
        checked_level(opt_level)
        function = find_function(module, name)
        self.name = name
        self.type = function.signature()
        for type in (*self.type.inputs, *self.type.results):
            _c_type(type)
        self._symbol = name
        if function.name != "llvm.func":
            self._symbol = f"_mlir_ciface_{name}"
            function.attributes["llvm.emit_c_interface"] = UnitAttr()
        compile_module(module, context)
        constructors = structors(module, "ctors")
        self._destructors = structors(module, "dtors")
        tables = SymbolTables()
        for called in (*constructors, *self._destructors):
            found = tables.lookup_in(module, called)
            if isinstance(found, LLVMFuncOp):
                found.linkage = EXTERNAL  # they are looked up by name
        self._constants = constants_of(module)
        symbols = {n: array.ctypes.data for n, array in self._constants.items()}
        symbols |= run_symbols(lists=False)
        printing = {} if write is None else print_functions(write)
        for symbol, callback in printing.items():
            symbols[symbol] = ctypes.cast(callback, ctypes.c_void_p).value or 0
        text = to_llvmir(module) + self._call_text()
        self._engine = Engine(text, opt_level=opt_level, symbols=symbols, keep=printing.values())
        self._borrowed = frozenset((NOT_HEAP, *(a.ctypes.data for a in self._constants.values())))
        for called in constructors:
            self._engine.function(called)()

    @property
    def _by_value(self) -> bool:
        """Whether the function returns a number, and not results in memory."""
        results = self.type.results
        return len(results) == 1 and not isinstance(results[0], MemRefType)

    def _call_text(self) -> str:
        inputs, results = self.type.inputs, self.type.results
        parameters = ["ptr" if isinstance(t, MemRefType) else _ir_type(t) for t in inputs]
        if self._by_value:
            return call_text(self._symbol, parameters, _ir_type(results[0]))
        return call_text(self._symbol, ["ptr", *parameters] if results else parameters)

    def close(self) -> None:
        """Run the module's destructors, each once; its constructors ran when it was loaded."""
        while self._destructors:
            self._engine.function(self._destructors.pop(0))()

    def __call__(self, *arguments: Any) -> list[Any]:
        """The results for numbers and arrays of the types of the function."""
        inputs, results = self.type.inputs, self.type.results
        if len(arguments) != len(inputs):
            raise DiagnosticError(
                f"function '{self.name}' takes {len(inputs)} arguments, found {len(arguments)}"
            )
        kept = [_passed(v, t, i) for i, (v, t) in enumerate(zip(arguments, inputs, strict=True))]
        pointers = [ctypes.addressof(v) for v in kept]
        fields = [(f"r{i}", _c_type(t)) for i, t in enumerate(results)]
        holder: Any = type("Results", (ctypes.Structure,), {"_fields_": fields})()
        if results:
            pointers.insert(len(pointers) if self._by_value else 0, ctypes.addressof(holder))
        call(self._engine, pointers, f"function '{self.name}'")
        _flush()
        if self._by_value:
            return [_number(holder.r0, results[0])]
        borrowed = {
            *self._borrowed,
            *(v.allocated for v in kept if isinstance(v, ctypes.Structure)),
        }
        found = []
        for i, result in enumerate(results):
            value = getattr(holder, f"r{i}")
            if isinstance(result, MemRefType):
                dtype = numpy_dtype(result.element_type)
                what = f"function '{self.name}': result {i}"
                with held_by_numpy(what, value.sizes if result.rank else ()):
                    found.append(to_array(value, result.rank, dtype, borrowed))
                borrowed.add(value.allocated)
            else:
                found.append(_number(value, result))
        return found


def compile_module(module: Operation, context: Context) -> None:
    """Lower a module of any level to the llvm dialect, in place."""
    if any(op.dialect_name == "vector" for op in module.walk()):
        PassManager(Pipeline.of("convert-vector-to-scf"), context).run(module)
    level = level_of(module)
    if level == "llvm":
        return
    if level != "cf":
        lower(module, context, start=level, end="cf")
    found = {op.dialect_name for op in module.walk()}
    passes = [p for name, extra in EXTRA.items() if name in found for p in extra]
    PassManager(STAGES[-1].pipeline.copy().insert(*passes), context).run(module)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) and not np.ma.is_masked(value)


def _c_type(type: Type) -> Any:
    """The C type of a number or a memref descriptor."""
    if isinstance(type, MemRefType) and has_numpy_type(type.element_type):
        return descriptor_class(type.rank)
    if isinstance(type, IndexType):
        return ctypes.c_int64
    if isinstance(type, IntegerType):
        sizes = {1: ctypes.c_bool, 8: ctypes.c_int8, 16: ctypes.c_int16, 32: ctypes.c_int32}
        found = {**sizes, 64: ctypes.c_int64}.get(type.width)
        if found is not None:
            return found
    if isinstance(type, FloatType) and type.keyword in ("f32", "f64"):
        return ctypes.c_float if type.keyword == "f32" else ctypes.c_double
    raise DiagnosticError(
        f"a value of type {type} cannot be passed to or from compiled code: expected memrefs of "
        "numpy's types, index, f32, f64 or an integer of 1, 8, 16, 32 or 64 bits"
    )


def _ir_type(type: Type) -> str:
    """The type of a number in LLVM IR."""
    if isinstance(type, IndexType):
        return "i64"
    if isinstance(type, IntegerType):
        return f"i{type.width}"  # LLVM's have no sign
    return {"f32": "float", "f64": "double"}[str(type)]


def _number(value: Any, type: Type) -> Any:
    return int(value) if isinstance(type, (IntegerType, IndexType)) else float(value)


def _shown(value: Any) -> str:
    """A value, short; one with too many digits has no text."""
    try:
        return textwrap.shorten(repr(value), 80)
    except ValueError:
        return f"a value of type {type(value).__name__}"


def _fits(value: Any, type: Type) -> bool:
    """Whether a number fits into the type: an integer as a signed or an unsigned one."""
    width = type.width if isinstance(type, IntegerType) else 64
    is_whole = isinstance(type, (IntegerType, IndexType))
    return not is_whole or width == 1 or -(1 << (width - 1)) <= int(value) < 1 << width


def _passed(value: Any, type: Type, position: int) -> Any:
    """An argument for ctypes. DiagnosticError when it does not fit."""
    if not isinstance(type, MemRefType):
        try:
            found = _c_type(type)(value)
        except (TypeError, ValueError, OverflowError):
            found = None
        if found is None or not _fits(value, type):
            raise DiagnosticError(
                f"argument {position} needs a value of type {type}, found {_shown(value)}"
            )
        return found
    dtype = numpy_dtype(type.element_type)
    if not _is_array(value) or value.dtype != dtype:
        found = value.dtype if _is_array(value) else _shown(value)
        raise DiagnosticError(f"argument {position} needs an array of {dtype}, found {found}")
    pairs: Sequence[tuple[int, int]] = list(zip(type.shape, value.shape, strict=False))
    if value.ndim != type.rank or any(w not in (DYNAMIC, h) for w, h in pairs):
        raise DiagnosticError(
            f"argument {position} needs the shape of {type}, found {list(value.shape)}"
        )
    _check_layout(value, type, position)
    return describe(value if value.flags.writeable else _copy(value))


def _copy(value: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy with the same strides, in memory of its own."""
    steps = [abs(s) * (n - 1) for s, n in zip(value.strides, value.shape, strict=True) if n]
    before = sum(d for d, s in zip(steps, value.strides, strict=False) if s < 0)
    memory = np.zeros(sum(steps) + value.itemsize, np.uint8)
    found: np.ndarray[Any, Any] = np.ndarray(
        value.shape, value.dtype, memory, before, value.strides
    )
    np.copyto(found, value)
    return found


def _check_layout(value: np.ndarray[Any, Any], type: MemRefType, position: int) -> None:
    """DiagnosticError when the elements are not laid out as the type says."""
    if type.layout is None and not value.flags.c_contiguous:
        raise DiagnosticError(f"argument {position} needs a contiguous array")
    if not value.flags.aligned or any(s % value.itemsize for s in value.strides):
        raise DiagnosticError(
            f"argument {position} needs an aligned array, whose strides are whole elements"
        )
    found = [s // value.itemsize for s in value.strides]
    wanted = strides_and_offset(type)
    fits = wanted is not None and wanted[1] in (0, DYNAMIC)
    if fits and wanted is not None and type.layout is not None:
        pairs = zip(wanted[0], found, value.shape, strict=True)
        fits = all(w in (DYNAMIC, h) or size < 2 for w, h, size in pairs)
    if not fits:
        raise DiagnosticError(
            f"argument {position} needs the layout of {type}, found strides {found}"
        )
