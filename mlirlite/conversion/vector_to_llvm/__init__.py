"""vector → llvm. `vector.load %m[%i] : memref<?xf32>, vector<8xf32>` --> a pointer and `llvm.load …
-> vector<8xf32>`.

Two steps: vector ops without an LLVM counterpart become simpler vector ops (progressive.py), then
the others become LLVM's one by one. --convert-vector-to-scf handles transfers that permute.
"""

from __future__ import annotations

from functools import cache

import mlirlite.conversion.vector_to_llvm.elements
import mlirlite.conversion.vector_to_llvm.memory
import mlirlite.conversion.vector_to_llvm.printing
import mlirlite.conversion.vector_to_llvm.reductions  # noqa: F401  (fills the table)
from mlirlite.conversion.vector_to_llvm.progressive import progressive_patterns
from mlirlite.conversion.vector_to_llvm.table import VectorTypes, lower as lower
from mlirlite.dialects import arith, memref, vector
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove, SymbolTable
from mlirlite.ir.types import I1, VectorType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.rewriting.greedy import apply_patterns_greedily


@cache
def _lowerings(reassociate: bool, vector_alignment: bool) -> Lowerings:
    types = VectorTypes(reassociate=reassociate, vector_alignment=vector_alignment)
    return Lowerings(lower.name, types, include=[lower])


def _parts(op: Operation) -> list[Operation]:
    """The functions in a module, so that those without vectors cost nothing; the op itself if it
    holds anything else."""
    inner = [child for region in op.regions for block in region for child in block]
    apart = all(child.has_trait(IsolatedFromAbove) or not child.regions for child in inner)
    simple = all(child.regions or not child.operands for child in inner)
    if op.has_trait(SymbolTable) and apart and simple:
        return [child for child in inner if child.regions]
    return [op]


def _is_simple(op: Operation) -> bool:
    """True for the frequent ops of kernels that no pattern is for, though one is for others of
    their class: of one dimension, without a mask, on a buffer that is not cast."""
    if isinstance(op, vector.BroadcastOp):
        return not isinstance(op.operands[0].type, VectorType)
    if isinstance(op, vector.FMAOp):
        type = op.results[0].type
        return isinstance(type, VectorType) and type.rank == 1
    if isinstance(op, (vector.LoadOp, vector.StoreOp)):
        return not isinstance(op.base.defining_op, memref.CastOp)
    return isinstance(op, arith.SelectOp) and op.results[0].type is not _ONE_LANE


_ONE_LANE = VectorType((1,), I1)


@compiler_pass("convert-vector-to-llvm", each_function=True)
def convert_vector_to_llvm(
    op: Operation,
    state: PassState,
    *,
    reassociate_fp_reductions: bool = False,
    force_32bit_vector_indices: bool = True,
    use_vector_alignment: bool = False,
    clean: bool = True,
) -> None:
    """Lower the vector dialect to the llvm dialect.

    reassociate_fp_reductions: allow float reductions in any order
    force_32bit_vector_indices: number the lanes of masks by i32, not i64
    use_vector_alignment: align loads and stores as the whole vector, not as one element
    clean: fold and drop dead ops in functions without ops to rewrite, too, as mlir-opt does
    """
    patterns = progressive_patterns(32 if force_32bit_vector_indices else 64)
    for part in _parts(op):
        if clean or any(
            patterns.for_class(type(inner)) and not _is_simple(inner) for inner in part.inside()
        ):
            apply_patterns_greedily(part, patterns, count=state.count)
    _lowerings(reassociate_fp_reductions, use_vector_alignment).convert(
        op, legal=("llvm", "arith", "memref")
    )
