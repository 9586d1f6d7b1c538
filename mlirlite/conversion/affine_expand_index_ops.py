"""--affine-expand-index-ops: linearized and delinearized indices become divisions, remainders,
products and sums.

affine.linearize_index [%i, %j] by (4, %n)  -->  %i * %n + %j
"""

from __future__ import annotations

from mlirlite.conversion._index_ops import expand_delinearize, expand_linearize
from mlirlite.dialects.affine import DelinearizeIndexOp, LinearizeIndexOp
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern


@compiler_pass("affine-expand-index-ops")
def affine_expand_index_ops(op: Operation, state: PassState) -> None:
    """Lower affine operations operating on indices into more fundamental operations.

    affine.delinearize_index and affine.linearize_index, to the arith dialect.
    """
    patterns = [delinearize_to_arith, linearize_to_arith]
    apply_patterns_greedily(op, patterns, top_down=False, count=state.count)


@pattern
def delinearize_to_arith(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize_index(i, basis) --> quotients and remainders"""
    rw.set_before(op)
    rw.replace(op, expand_delinearize(op, rw))
    return True


@pattern
def linearize_to_arith(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize_index(indices, basis) --> sum(indices * strides)"""
    rw.set_before(op)
    rw.replace(op, [expand_linearize(op, rw)])
    return True
