"""Constraints of NVVM's operands, in upstream's words, and which processors an op needs."""

from typing import Annotated, Any

from mlirlite.dialects.llvm.types import LLVMPointerType, LLVMStructType
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import FALSE
from mlirlite.ir.constraints import Constraint, any_of, exactly
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Trait
from mlirlite.ir.types import (
    BF16,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    FloatType,
    IntegerType,
    VectorType,
)
from mlirlite.ir.values import Value

GENERIC, GLOBAL, SHARED, CONSTANT, LOCAL, TENSOR, CLUSTER = 0, 1, 3, 4, 5, 6, 7
"""Address spaces: `shared` is that of the block, `cluster` that of all its blocks."""

OFF: Any = FALSE
"""The default of a flag that is a boolean."""


def space_of(pointer: Value) -> int:
    """The address space of a pointer; -1 for other types."""
    type = pointer.type
    return type.address_space if isinstance(type, LLVMPointerType) else -1


# Pointers


def _in(space: int) -> Constraint:
    type = LLVMPointerType(space)
    return exactly(type, f"LLVM pointer in address space {space}")


_GENERIC, _GLOBAL, _SHARED, _CONSTANT, _LOCAL, _TENSOR, _CLUSTER = map(
    _in, (GENERIC, GLOBAL, SHARED, CONSTANT, LOCAL, TENSOR, CLUSTER)
)
_POINTER = Constraint("LLVM pointer type", lambda t: isinstance(t, LLVMPointerType))

GenericPointer = Annotated[LLVMPointerType, _GENERIC]
GlobalPointer = Annotated[LLVMPointerType, _GLOBAL]
SharedPointer = Annotated[LLVMPointerType, _SHARED]
TensorPointer = Annotated[LLVMPointerType, _TENSOR]
GenericOrSharedPointer = Annotated[Type, any_of(_GENERIC, _SHARED)]
SharedOrClusterPointer = Annotated[Type, any_of(_SHARED, _CLUSTER)]
BarrierPointer = Annotated[Type, any_of(_GENERIC, _SHARED, _CLUSTER)]
PrefetchPointer = Annotated[Type, any_of(_GLOBAL, _LOCAL, _GENERIC, _CONSTANT)]

# Numbers

_I1 = exactly(I1, "1-bit signless integer")
_I16 = exactly(I16, "16-bit signless integer")
_I32 = exactly(I32, "32-bit signless integer")
_I64 = exactly(I64, "64-bit signless integer")
_F32 = exactly(F32, "32-bit float")

Int16 = Annotated[IntegerType, _I16]
Int128 = Annotated[IntegerType, exactly(IntegerType(128), "128-bit signless integer")]
Float32 = Annotated[FloatType, _F32]
Int32Or64 = Annotated[IntegerType, any_of(_I32, _I64)]
Int64Or32 = Annotated[IntegerType, any_of(_I64, _I32)]
Int32Or1 = Annotated[IntegerType, any_of(_I32, _I1)]
Int1Or32 = Annotated[IntegerType, any_of(_I1, _I32)]
Int32OrFloat32 = Annotated[Type, any_of(_I32, _F32)]
TensorPointerOrInt64 = Annotated[Type, any_of(_TENSOR, _I64)]

I16Attr = Annotated[int, I16]

# Structs and vectors

_STRUCT = Constraint("LLVM structure type", lambda t: isinstance(t, LLVMStructType))
_STRUCT_RESULT = Constraint("LLVM struct type", _STRUCT.matches)

AnyStruct = Annotated[Type, _STRUCT]
StructOrDouble = Annotated[Type, any_of(_STRUCT, exactly(F64, "64-bit float"))]
ShuffleResult = Annotated[Type, any_of(_I32, _F32, _STRUCT_RESULT)]
MatchResult = Annotated[Type, any_of(_I32, _STRUCT_RESULT)]


def _vector(words: str, element: Type, *lengths: int, prefix: str = "") -> Constraint:
    sizes = "/".join(map(str, lengths))

    def matches(t: Any) -> bool:
        return (
            isinstance(t, VectorType)
            and t.element_type is element
            and not any(t.scalable_dims)
            and t.num_elements in lengths
        )

    return Constraint(f"{prefix}vector of {words} values of length {sizes}", matches)


_INT8X2 = _vector("8-bit signless integer", I8, 2)

Int8x2 = Annotated[VectorType, _INT8X2]
Int8x4 = Annotated[VectorType, _vector("8-bit signless integer", I8, 4)]
Float16x2 = Annotated[VectorType, _vector("16-bit float", F16, 2)]
BFloat16x2 = Annotated[VectorType, _vector("bfloat16 type", BF16, 2)]
Float32x4 = Annotated[VectorType, _vector("32-bit float", F32, 4)]
Int16OrInt8x2 = Annotated[Type, any_of(_I16, _INT8X2)]
TensorWords = Annotated[
    Type, any_of(_I32, _vector("32-bit signless integer", I32, 2, 4, 8, 16, 32, 64, 128))
]
LaneMask = Annotated[
    VectorType, _vector("32-bit signless integer", I32, 4, 8, prefix="fixed-length ")
]

# Processors


class RequiresSM(Trait):
    """The op needs a processor of at least this version: `sm_90`."""

    version: int

    def holds(self, version: int, accelerated: bool) -> bool:
        """Whether a processor has the op."""
        return version >= self.version


class RequiresSMa(Trait):
    """The op needs an architecture-accelerated processor of one of these versions: `sm_90a`."""

    versions: tuple[int, ...]

    def __init__(self, *versions: int) -> None:
        object.__setattr__(self, "versions", versions)

    def holds(self, version: int, accelerated: bool) -> bool:
        """Whether a processor has the op."""
        return accelerated and version in self.versions


def runs_on(op: Operation, version: int, accelerated: bool) -> bool:
    """Whether the processor `sm_<version>`, or `sm_<version>a`, has the op."""
    return all(
        t.holds(version, accelerated)
        for t in type(op).traits
        if isinstance(t, (RequiresSM, RequiresSMa))
    )
