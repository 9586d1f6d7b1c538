"""--llvm-fence-nontemporal: what a function stores past the caches is there when it returns.

llvm.store %v, %p {nontemporal} … llvm.return
-->  llvm.store %v, %p {nontemporal} … llvm.fence seq_cst; llvm.return

Such stores may be seen by other threads after later ordinary ones, those that say that a result is
there among them: processors order them by fences alone.
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


@compiler_pass("llvm-fence-nontemporal")
def llvm_fence_nontemporal(op: Operation, state: PassState) -> None:
    """Put a fence before the returns of functions that store past the caches.

    Functions that they call see to their own stores.
    """
    for function in [inner for inner in op.walk() if isinstance(inner, LLVMFuncOp)]:
        inside = list(function.walk())
        if not any(isinstance(s, StoreOp) and s.nontemporal for s in inside):
            continue
        for returned in [r for r in inside if isinstance(r, ReturnOp)]:
            b = Builder.before_op(returned)
            b.location = returned.location
            b.insert(FenceOp(AtomicOrdering.seq_cst))
            state.count("fences")
