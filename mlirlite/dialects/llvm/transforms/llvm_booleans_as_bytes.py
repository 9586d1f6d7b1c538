"""--llvm-booleans-as-bytes: a boolean in memory is a byte that is read and written whole.

llvm.load %p : !llvm.ptr -> i1  -->  llvm.icmp "ne" (llvm.load %p : !llvm.ptr -> i8), 0
llvm.store %c, %p : i1, !llvm.ptr  -->  llvm.store (llvm.zext %c : i1 to i8), %p : i8, !llvm.ptr

LLVM makes no vectors of types that do not fill their bytes.
"""

from __future__ import annotations

from mlirlite.dialects.llvm.arithmetic import ICmpOp
from mlirlite.dialects.llvm.casts import ZExtOp
from mlirlite.dialects.llvm.enums import AtomicOrdering, ICmpPredicate
from mlirlite.dialects.llvm.memory import LoadOp, StoreOp
from mlirlite.dialects.llvm.values import ConstantOp
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, I8
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("llvm-booleans-as-bytes", each_function=True)
def llvm_booleans_as_bytes(op: Operation, state: PassState) -> None:
    """Read and write booleans in memory as bytes.

    A byte is true when it is not 0. Atomic accesses and vectors of booleans stay.
    """
    for access in [inner for inner in (op, *op.inside()) if isinstance(inner, (LoadOp, StoreOp))]:
        if access.ordering is not AtomicOrdering.not_atomic:
            continue
        if isinstance(access, LoadOp) and access.results[0].type is I1:
            _load(access)
            state.count("loads")
        elif isinstance(access, StoreOp) and access.operands[0].type is I1:
            _store(access)
            state.count("stores")


def _load(op: LoadOp) -> None:
    b = Builder.before_op(op)
    b.location = op.location
    made = b.insert(LoadOp.create(op.operands, (I8,), dict(op.properties), dict(op.attributes)))
    zero = b.insert(ConstantOp.create((), (I8,), {"value": IntegerAttr(0, I8)}))
    found = b.insert(ICmpOp(ICmpPredicate.ne, made.results[0], zero.results[0]))
    op.results[0].replace_all_uses_with(found.results[0])
    op.erase()


def _store(op: StoreOp) -> None:
    b = Builder.before_op(op)
    b.location = op.location
    wide = b.insert(ZExtOp.create((op.operands[0],), (I8,)))
    op.set_operand(0, wide.results[0])
