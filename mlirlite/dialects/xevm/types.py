"""Constraints of xevm's operands, with upstream's summaries."""

from typing import Annotated

from mlirlite.dialects.llvm.types import LLVMPointerType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import BF16, F16, F32, I8, I16, I32, I64, FloatType, IntegerType, VectorType

_TF32 = FloatType("tf32")


def _is_matrix_element(t: Attribute) -> bool:
    return t in (F32, _TF32, F16, BF16) or (isinstance(t, IntegerType) and t.width in (8, 16, 32))


def _is_row(t: Attribute) -> bool:
    return isinstance(t, VectorType) and t.rank == 1 and not any(t.scalable_dims)


_INTEGERS = " or ".join(f"{n}-bit signless integer" for n in (8, 16, 32, 64))

Matrix = Annotated[
    VectorType,
    Constraint(
        "fixed-length vector of 8-bit integer or 16-bit integer or 32-bit integer or 32-bit float "
        "or tf32 type or 16-bit float or bfloat16 type values of ranks 1",
        lambda t: _is_row(t) and _is_matrix_element(t.element_type),
    ),
]
_PREFETCHED = [LLVMPointerType(1), LLVMPointerType(4)]
GlobalOrGenericPointer = Annotated[
    Type,
    Constraint(
        "LLVM pointer in address space 1 or LLVM pointer in address space 4",
        lambda t: t in _PREFETCHED,
    ),
]
Block = Annotated[
    Type,
    Constraint(
        f"{_INTEGERS} or fixed-length vector of {_INTEGERS} values of ranks 1",
        lambda t: (
            (t.element_type if isinstance(t, VectorType) and _is_row(t) else t)
            in (I8, I16, I32, I64)
        ),
    ),
]
