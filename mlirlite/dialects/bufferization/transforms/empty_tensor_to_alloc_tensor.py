"""--empty-tensor-to-alloc-tensor: tensors without contents get their own buffers.

tensor.empty(%n)  -->  bufferization.alloc_tensor(%n)
"""

from __future__ import annotations

from mlirlite.dialects.bufferization.ops import AllocTensorOp
from mlirlite.dialects.tensor import EmptyOp
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern


@compiler_pass("empty-tensor-to-alloc-tensor")
def empty_tensor_to_alloc_tensor(op: Operation, state: PassState) -> None:
    """Replace all empty ops by alloc_tensor ops."""
    apply_patterns_greedily(op, [empty_to_alloc], top_down=False, count=state.count)


@pattern
def empty_to_alloc(op: EmptyOp, rw: Rewriter) -> bool | None:
    """tensor.empty(sizes) --> alloc_tensor(sizes)"""
    rw.set_before(op)
    rw.replace(op, AllocTensorOp(op.operands, result=op.results[0].type))
    return True
