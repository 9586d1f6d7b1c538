"""Everything that has a lowering → llvm, in one walk, without casts between the levels.

func, cf, arith, math, complex, index, memref, vector, omp and ub together, and ptr, mpi and
processors' dialects if they occur; ops without a lowering stay.
"""

from __future__ import annotations

from functools import cache

from mlirlite.conversion import (
    arith_to_llvm,
    cf_to_llvm,
    complex_to_llvm,
    func_to_llvm,
    index_to_llvm,
    math_to_llvm,
    openmp_to_llvm,
    ub_to_llvm,
    vector_to_llvm,
)
from mlirlite.conversion._llvm_types import llvm_types
from mlirlite.conversion.finalize_memref_to_llvm.allocation import Allocator, lowerings
from mlirlite.dialects.dlti.layout import index_width
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.late import import_module

_TABLES: dict[str, Lowerings | None] = {
    "func": func_to_llvm.lower,
    "cf": cf_to_llvm.lower,
    "arith": arith_to_llvm.lower,
    "math": math_to_llvm.lower,
    "complex": complex_to_llvm.lower,
    "index": index_to_llvm.lower,
    "vector": vector_to_llvm.lower,
    "ub": ub_to_llvm.lower,
    "omp": openmp_to_llvm.lower,
    "memref": None,
}
"""Lowerings by dialect; memref's are made for an allocator."""
_RARE = {"nvvm": "nvvm_to_llvm", "ptr": "_ptr_to_llvm", "mpi": "_mpi_to_llvm"}
"""Dialects whose lowerings are imported only if they occur: no lowering makes their ops."""


@cache
def _lowerings(dialects: tuple[str, ...], index_bitwidth: int) -> Lowerings:
    memref = lowerings(Allocator())
    tables = [_TABLES[name] or memref for name in dialects if name in _TABLES]
    types = llvm_types(index_bitwidth)
    for name in dialects:
        if name in _RARE:
            module = import_module(f"mlirlite.conversion.{_RARE[name]}")
            tables.append(module.lower)
            add_types = getattr(module, "add_types", None)
            types = add_types(types) if add_types is not None else types
    return Lowerings("convert-to-llvm", types, include=tables)


def _dialects_of(op: Operation) -> tuple[str, ...]:
    """The dialects that have lowerings; of the rare ones only those that occur in an op."""
    names = {inner.name for inner in op.walk()}
    there = {name.partition(".")[0] for name in names}
    return (*_TABLES, *(d for d in _RARE if d in there))


@compiler_pass("convert-to-llvm")
def convert_to_llvm(
    op: Operation,
    state: PassState,
    *,
    filter_dialects: list[str] = [],  # noqa: B006
) -> None:
    """Lower every dialect that has a lowering to the llvm dialect.

    It changes the symbols of a module, so run it on the module.

    filter_dialects: the only dialects that are lowered; all if none is named
    """
    for name in filter_dialects:
        if name not in (*_TABLES, *_RARE):
            known = ", ".join(sorted((*_TABLES, *_RARE)))
            raise DiagnosticError(
                op.error(f"dialect '{name}' has no lowering to the llvm dialect; known: {known}")
            )
    table = _lowerings(tuple(filter_dialects) or _dialects_of(op), index_width(op))
    legal = {"llvm": True, "omp": openmp_to_llvm.with_llvm_types(table.types)}
    table.convert(op, legal=legal)
