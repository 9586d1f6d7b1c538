"""Everything that has a lowering → llvm, in one walk, without casts between the levels.

func, cf, arith, math, complex, index, memref, vector, omp and ub together, and ptr, mpi and
processors' dialects if they occur; ops without a lowering stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from mlirlite.conversion import (
    arith_to_llvm,
    cf_to_llvm,
    func_to_llvm,
    index_to_llvm,
    math_to_libm,
    math_to_llvm,
    ub_to_llvm,
    vector_to_llvm,
)
from mlirlite.conversion._llvm_types import WORD, LLVMTypes, llvm_types
from mlirlite.conversion.finalize_memref_to_llvm.allocation import Allocator, lowerings
from mlirlite.conversion.func_to_llvm import FunctionTypes, bare_functions
from mlirlite.dialects.dlti.layout import index_width
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import VectorType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowering, Lowerings
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.late import import_module

_TABLES: dict[str, Lowerings] = {
    "func": func_to_llvm.lower,
    "cf": cf_to_llvm.lower,
    "arith": arith_to_llvm.lower,
    "math": math_to_llvm.lower,
    "index": index_to_llvm.lower,
    "vector": vector_to_llvm.lower,
    "ub": ub_to_llvm.lower,
    "memref": lowerings(Allocator()),
}
"""Lowerings by dialect."""
_RARE = {
    "complex": "complex_to_llvm",
    "mpi": "_mpi_to_llvm",
    "nvvm": "nvvm_to_llvm",
    "omp": "openmp_to_llvm",
    "ptr": "_ptr_to_llvm",
}
"""Dialects whose lowerings are imported only if they occur: no lowering makes their ops."""


@cache
def _lowerings(dialects: tuple[str, ...], libm: bool, shapes: bool) -> Lowerings:
    own = {**_TABLES, "math": _math() if libm else math_to_llvm.lower}
    if shapes:
        own["memref"] = lowerings(Allocator(), shapes=True)
    tables = [own[name] for name in dialects if name in own]
    tables += [_module(name).lower for name in dialects if name in _RARE]
    return Lowerings("convert-to-llvm", include=tables)


@cache
def _math() -> Lowerings:
    """math's lowerings to LLVM's intrinsics, or else to calls of libm."""
    found = Lowerings("convert-math-to-llvm")
    tables = [math_to_llvm.lowerings(lower_float_tests=True).table, math_to_libm.lower.table]
    for cls in dict.fromkeys(cls for table in tables for cls in table):
        functions = [table.get(cls) for table in tables]
        found.add(cls, _first_of([f for f in functions if f is not None]))
    return found


def _first_of(functions: Sequence[Lowering]) -> Lowering:
    def lower_by_first(op: Operation, rw: ConversionRewriter) -> Any:
        found: Any = False
        for function in functions:
            found = function(op, rw)
            if found is not False:
                break
        return found

    return functions[0] if len(functions) == 1 else lower_by_first


def _types(op: Operation, dialects: Sequence[str]) -> LLVMTypes:
    """The types, for functions that take pointers in place of descriptors, too."""
    width, named = index_width(op), bare_functions(op)
    types = FunctionTypes(width or WORD, bare_functions=named) if named else llvm_types(width)
    for name in dialects:
        add_types = getattr(_module(name), "add_types", None) if name in _RARE else None
        types = add_types(types) if add_types is not None else types
    return types


def _module(dialect: str) -> Any:
    return import_module(f"mlirlite.conversion.{_RARE[dialect]}")


def _dialects_of(op: Operation) -> tuple[str, ...]:
    """The dialects that have lowerings; of the rare ones only those that occur in an op."""
    names = {inner.name for inner in (op, *op.inside())}
    there = {name.partition(".")[0] for name in names}
    return (*_TABLES, *(d for d in _RARE if d in there))


def _is_no_scalable_row(op: Operation) -> bool:
    """Masks that only --convert-vector-to-llvm lowers."""
    type = op.results[0].type
    return not isinstance(type, VectorType) or type.rank != 1 or not type.is_scalable


@compiler_pass("convert-to-llvm", each_function=True)
def convert_to_llvm(
    op: Operation,
    state: PassState,
    *,
    filter_dialects: list[str] = [],  # noqa: B006
    libm: bool = False,
    shapes: bool = False,
) -> None:
    """Lower every dialect that has a lowering to the llvm dialect.

    It changes the symbols of a module, so run it on the module.

    filter_dialects: the only dialects that are lowered; all if none is named
    libm: lower all of math: where LLVM has no intrinsic, by calls of libm; isinf and isnormal
    shapes: lower memref's subviews and changes of shape, too
    """
    for name in filter_dialects:
        if name not in (*_TABLES, *_RARE):
            known = ", ".join(sorted((*_TABLES, *_RARE)))
            raise DiagnosticError(
                op.error(f"dialect '{name}' has no lowering to the llvm dialect; known: {known}")
            )
    dialects = tuple(filter_dialects) or _dialects_of(op)
    types = _types(op, dialects)
    legal: dict[str, Any] = {"llvm": True}
    legal["vector.create_mask"] = _is_no_scalable_row  # as upstream: --convert-vector-to-llvm
    if "omp" in dialects:
        legal["omp"] = _module("omp").with_llvm_types(types)
    _lowerings(dialects, libm, shapes).convert(op, legal=legal, types=types)
