"""Types of the gpu dialect, and constraints that name them."""

from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import (
    F16,
    F32,
    F64,
    I8,
    I32,
    I64,
    INDEX,
    FloatType,
    IntegerType,
    MemRefType,
    Signedness,
    VectorType,
)

SI8, UI8 = IntegerType(8, Signedness.SIGNED), IntegerType(8, Signedness.UNSIGNED)


class AsyncTokenType(Type, name="gpu.async.token"):
    """`!gpu.async.token`: an asynchronous operation that others wait for."""


class DnTensorHandleType(Type, name="gpu.sparse.dntensor_handle"):
    """`!gpu.sparse.dntensor_handle`: a dense tensor of a library."""


class SpMatHandleType(Type, name="gpu.sparse.spmat_handle"):
    """`!gpu.sparse.spmat_handle`: a sparse matrix of a library."""


class SpGEMMOpHandleType(Type, name="gpu.sparse.spgemmop_handle"):
    """`!gpu.sparse.spgemmop_handle`: a product of sparse matrices that a library works on."""


class MMAMatrixType(Type, name="gpu.mma_matrix"):
    """`!gpu.mma_matrix<16x16xf16, "AOp">`: a matrix that a subgroup holds together, as the left or
    right factor or the sum of a product."""

    shape: tuple[int, ...]
    element_type: Type
    operand: str

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<16x16xf16, "AOp">`."""
        where = p.here()
        p.expect("<")
        shape = p.dimension_list(allow_dynamic=False)
        element = p.type()
        p.expect(",")
        operand = p.optional_string() or ""
        p.expect(">")
        if operand not in ("AOp", "BOp", "COp"):
            raise p.error("operand expected to be one of AOp, BOp or COp", where)
        if len(shape) != 2:
            raise p.error("MMAMatrixType must have exactly two dimensions", where)
        if element not in (F16, F32, F64, SI8, UI8) and not (
            isinstance(element, IntegerType) and element.width == 32
        ):
            message = "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64"
            raise p.error(message, where)
        return cls(tuple(shape), element, operand)

    def print(self, p: Any) -> None:
        """Print shape, elements and operand."""
        p.text("<" + "".join(f"{n}x" for n in self.shape))
        p.type(self.element_type)
        p.text(f', "{self.operand}">')


TOKEN = AsyncTokenType()


def _one(type: Type, summary: str) -> Constraint:
    return Constraint(summary, lambda t: t is type, type)


AsyncToken = Annotated[AsyncTokenType, _one(TOKEN, "async token type")]
DnTensor = Annotated[DnTensorHandleType, _one(DnTensorHandleType(), "dense tensor handle type")]
SpMat = Annotated[SpMatHandleType, _one(SpMatHandleType(), "sparse matrix handle type")]
SpGEMM = Annotated[SpGEMMOpHandleType, _one(SpGEMMOpHandleType(), "SpGEMM operation handle type")]
# Not of the class MMAMatrixType: then an op's format would write the type without its name.
MMAMatrix = Annotated[Type, Constraint("MMAMatrix type", lambda t: isinstance(t, MMAMatrixType))]
_NAMES = {
    SI8: "8-bit signed integer",
    UI8: "8-bit unsigned integer",
    I8: "8-bit signless integer",
    I32: "32-bit signless integer",
    F16: "16-bit float",
    F32: "32-bit float",
    F64: "64-bit float",
}


def _listed(types: tuple[Type, ...]) -> str:
    return " or ".join(_NAMES[t] for t in types)


def _matrix_of(*elements: Type) -> Constraint:
    return Constraint(
        f"gpu.mma_matrix of {_listed(elements)} values",
        lambda t: isinstance(t, MMAMatrixType) and t.element_type in elements,
    )


Factor = Annotated[Type, _matrix_of(SI8, UI8, F16, F32, F64)]
Sum = Annotated[Type, _matrix_of(I32, F16, F32, F64)]
Storable = Annotated[Type, _matrix_of(SI8, UI8, I32, F16, F32, F64)]
MatrixElement = Annotated[
    Type,
    Constraint(_listed((SI8, UI8, I32, F16, F32)), lambda t: t in (SI8, UI8, I32, F16, F32)),
]
_STORED = (I8, I32, F16, F32, F64)
MatrixMemRef = Annotated[
    MemRefType,
    Signedness,
    Constraint(
        f"memref of {_listed(_STORED)} or vector of {_listed(_STORED)} values of ranks 1 values",
        lambda t: (
            isinstance(t, MemRefType)
            and (
                t.element_type in _STORED
                or (
                    isinstance(t.element_type, VectorType)
                    and t.element_type.rank == 1
                    and t.element_type.element_type in _STORED
                )
            )
        ),
    ),
]


def is_number(type: Attribute) -> bool:
    """Signless integers and floating-point numbers."""
    return isinstance(type, FloatType) or (isinstance(type, IntegerType) and type.is_signless)


IntegerOrFloat = Annotated[Type, Constraint("Integer or Float", is_number)]
IntegerOrFloatOr1DVector = Annotated[
    Type,
    Constraint(
        "Integer or Float or fixed-length vector of Integer or Float values of ranks 1",
        lambda t: (
            is_number(t)
            or (
                isinstance(t, VectorType)
                and t.rank == 1
                and not any(t.scalable_dims)
                and is_number(t.element_type)
            )
        ),
    ),
]
LaunchIndex = Annotated[
    Type,
    Constraint(
        "index or 32-bit signless integer or 64-bit signless integer",
        lambda t: t in (INDEX, I32, I64),
    ),
]
Printable = Annotated[
    Type,
    Constraint(
        "integer or index or floating-point",
        lambda t: t is INDEX or isinstance(t, (IntegerType, FloatType)),
    ),
]
