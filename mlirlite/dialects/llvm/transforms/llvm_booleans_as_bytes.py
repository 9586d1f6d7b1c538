"""--llvm-booleans-as-bytes: a boolean in memory is a byte that is read and written whole.

llvm.load %p : !llvm.ptr -> i1  -->  llvm.icmp "ne" (llvm.load %p : !llvm.ptr -> i8), 0
llvm.store %c, %p : i1, !llvm.ptr  -->  llvm.store (llvm.zext %c : i1 to i8), %p : i8, !llvm.ptr

LLVM makes no vectors of types that do not fill their bytes.
"""

from __future__ import annotations

from mlirlite.dialects.llvm.arithmetic import ICmpOp
from mlirlite.dialects.llvm.casts import ZExtOp
from mlirlite.dialects.llvm.enums import AtomicOrdering, ICmpPredicate
from mlirlite.dialects.llvm.memory import GEPOp, LoadOp, StoreOp
from mlirlite.dialects.llvm.values import ConstantOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, I8, VectorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("llvm-booleans-as-bytes", each_function=True)
def llvm_booleans_as_bytes(op: Operation, state: PassState) -> None:
    """Read and write booleans in memory as bytes.

    A byte is true when it is not 0. Vectors whose address counts single booleans have a byte for
    each lane; other vectors, which have a bit for each, and atomic accesses stay.
    """
    for access in [inner for inner in (op, *op.inside()) if isinstance(inner, (LoadOp, StoreOp))]:
        if access.ordering is not AtomicOrdering.not_atomic:
            continue
        if isinstance(access, LoadOp) and _is_of_bytes(access.results[0].type, access.operands[0]):
            _load(access)
            state.count("loads")
        elif isinstance(access, StoreOp) and _is_of_bytes(
            access.operands[0].type, access.operands[1]
        ):
            _store(access)
            state.count("stores")


def _is_of_bytes(type: Type, address: Value) -> bool:
    """Whether an access is to booleans that are bytes."""
    if not isinstance(type, VectorType):
        return type is I1
    steps = address.defining_op
    return type.element_type is I1 and isinstance(steps, GEPOp) and steps.elem_type is I1


def _of_bytes(type: Type) -> Type:
    """The type of as many bytes."""
    return VectorType(type.shape, I8) if isinstance(type, VectorType) else I8


def _load(op: LoadOp) -> None:
    b = Builder.before_op(op)
    b.location = op.location
    bytes_ = _of_bytes(op.results[0].type)
    made = b.insert(LoadOp.create(op.operands, (bytes_,), dict(op.properties), dict(op.attributes)))
    none = DenseElementsAttr.of(bytes_, 0) if isinstance(bytes_, VectorType) else IntegerAttr(0, I8)
    zero = b.insert(ConstantOp.create((), (bytes_,), {"value": none}))
    found = b.insert(ICmpOp(ICmpPredicate.ne, made.results[0], zero.results[0]))
    op.results[0].replace_all_uses_with(found.results[0])
    op.erase()


def _store(op: StoreOp) -> None:
    b = Builder.before_op(op)
    b.location = op.location
    value = op.operands[0]
    wide = b.insert(ZExtOp.create((value,), (_of_bytes(value.type),)))
    op.set_operand(0, wide.results[0])
