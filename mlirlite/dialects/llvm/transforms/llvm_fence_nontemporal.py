"""--llvm-fence-nontemporal: a function's non-temporal stores are visible when it returns.

llvm.store %v, %p {nontemporal} … llvm.return
-->  llvm.store %v, %p {nontemporal} … llvm.fence seq_cst; llvm.return

Other threads may see such stores after later ordinary ones, even those that publish the result:
processors order them only by fences.
"""

from __future__ import annotations

from mlirlite.dialects.llvm.atomics import FenceOp
from mlirlite.dialects.llvm.control_flow import ReturnOp
from mlirlite.dialects.llvm.enums import AtomicOrdering
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.memory import StoreOp
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("llvm-fence-nontemporal", each_function=True)
def llvm_fence_nontemporal(op: Operation, state: PassState) -> None:
    """Put a fence before the returns of functions with non-temporal stores.

    Called functions have their own fences.
    """
    for function in [inner for inner in (op, *op.inside()) if isinstance(inner, LLVMFuncOp)]:
        inside = function.inside()
        if not any(isinstance(s, StoreOp) and s.nontemporal for s in inside):
            continue
        for returned in [r for r in inside if isinstance(r, ReturnOp)]:
            b = Builder.before_op(returned)
            b.location = returned.location
            b.insert(FenceOp(AtomicOrdering.seq_cst))
            state.count("fences")
