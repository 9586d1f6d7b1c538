"""vector → llvm. `vector.load %m[%i] : memref<?xf32>, vector<8xf32>` --> a pointer and `llvm.load …
-> vector<8xf32>`.

What has no direct counterpart (contract, transfers that permute) is to be lowered to simpler vector
ops before.
"""

from __future__ import annotations

from functools import cache

import mlirlite.conversion.vector_to_llvm.elements
import mlirlite.conversion.vector_to_llvm.memory
import mlirlite.conversion.vector_to_llvm.reductions  # noqa: F401  (fills the table)
from mlirlite.conversion.vector_to_llvm.table import VectorTypes, lower
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings


@cache
def _lowerings(reassociate: bool, vector_alignment: bool) -> Lowerings:
    types = VectorTypes(reassociate=reassociate, vector_alignment=vector_alignment)
    return Lowerings(lower.name, types, include=[lower])


@compiler_pass("convert-vector-to-llvm")
def convert_vector_to_llvm(
    op: Operation,
    state: PassState,
    *,
    reassociate_fp_reductions: bool = False,
    use_vector_alignment: bool = False,
) -> None:
    """Lower the vector dialect to the llvm dialect.

    reassociate_fp_reductions: let float reductions go in any order
    use_vector_alignment: align loads and stores as the whole vector, not as one element
    """
    _lowerings(reassociate_fp_reductions, use_vector_alignment).convert(op, legal=("llvm",))
