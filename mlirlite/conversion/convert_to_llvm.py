"""Everything that has a lowering → llvm, in one walk, without casts between the levels.

func, cf, arith, math, index, memref, vector and ub together; what has none stays.
"""

from __future__ import annotations

from functools import cache

from mlirlite.conversion import (
    arith_to_llvm,
    cf_to_llvm,
    func_to_llvm,
    index_to_llvm,
    math_to_llvm,
    ub_to_llvm,
    vector_to_llvm,
)
from mlirlite.conversion.finalize_memref_to_llvm.allocation import Allocator, lowerings
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings


@cache
def all_lowerings() -> Lowerings:
    """One table of all of them."""
    tables = [
        m.lower
        for m in (
            func_to_llvm,
            cf_to_llvm,
            arith_to_llvm,
            math_to_llvm,
            index_to_llvm,
            vector_to_llvm,
            ub_to_llvm,
        )
    ]
    memref = lowerings(Allocator())
    return Lowerings("convert-to-llvm", memref.types, include=[*tables, memref])


@compiler_pass("convert-to-llvm")
def convert_to_llvm(op: Operation, state: PassState) -> None:
    """Lower every dialect that has a lowering to the llvm dialect.

    It reaches into the symbols of a module, so run it on the module.
    """
    all_lowerings().convert(op, legal=("llvm",))
