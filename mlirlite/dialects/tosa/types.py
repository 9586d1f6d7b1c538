"""Types of the tosa dialect, and what its ops require of tensors."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeGuard

from mlirlite.dialects.quant.types import QuantizedType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint, any_of
from mlirlite.ir.types import (
    I1,
    I8,
    I16,
    I32,
    I64,
    FloatType,
    IntegerType,
    RankedTensorType,
    Signedness,
    TensorType,
    UnrankedTensorType,
    VectorType,
    element_type_of,
)


class ShapeType(Type, name="tosa.shape"):
    """`!tosa.shape<4>`: a list of four sizes."""

    rank: int
    assembly_format = "`<` $rank `>`"

    def verify(self) -> None:
        if self.rank < 0:
            raise ValueError(f"invalid rank (must be >= 0): {self.rank}")


class MXInt8Type(Type, name="tosa.mxint8"):
    """`!tosa.mxint8`: integers of 8 bits, in 64ths (OCP MX)."""


def storage_type(type: Type) -> Type:
    """The type of a value's elements; their storage type when they are quantized."""
    element = element_type_of(type)
    if not isinstance(element, QuantizedType) or element.storage_type is None:
        return element
    if element.is_signed:
        return element.storage_type
    unsigned: Type = IntegerType(element.width, Signedness.UNSIGNED)
    return unsigned


def is_integer(t: Attribute, width: int) -> bool:
    """Whether a type is an integer of a width, of any sign."""
    return isinstance(t, IntegerType) and t.width == width


# Elements: the words of a constraint, and the test

Elements = tuple[str, Callable[[Attribute], bool]]


def _exactly(words: str, *types: Type) -> Elements:
    return words, lambda t: t in types


def _is_int(t: Attribute) -> bool:
    return isinstance(t, IntegerType) and not t.is_signed


def _is_number(t: Attribute) -> bool:
    if isinstance(t, QuantizedType):
        return t.width in (4, 8, 16, 32)
    return _is_int(t) or isinstance(t, (FloatType, MXInt8Type))


_MXFP = ("f8E4M3FN", "f8E5M2", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN")
NUMBER: Elements = "number", _is_number
_INT_OR_FLOAT: Elements = (
    "unsigned integer or signless integer or floating-point",
    lambda t: _is_int(t) or isinstance(t, FloatType),
)
_I8_ELEMENTS = _exactly("8-bit signless integer", I8)
_I32_ELEMENTS = _exactly("32-bit signless integer", I32)
_INDICES = _exactly("32-bit signless integer or 64-bit signless integer", I32, I64)
_MXFP_NUMBER: Elements = (
    "micro-scaling format number",
    lambda t: isinstance(t, MXInt8Type) or (isinstance(t, FloatType) and t.keyword in _MXFP),
)
_MXFP_SCALE: Elements = (
    "micro-scaling format scale number",
    lambda t: isinstance(t, FloatType) and t.keyword == "f8E8M0FNU",
)


# Tensors: no dimension is 0


def _holds(t: Attribute, elements: Elements) -> TypeGuard[RankedTensorType]:
    return (isinstance(t, RankedTensorType) and 0 not in t.shape) and elements[1](t.element_type)


def _unranked(elements: Elements) -> Constraint:
    words, test = elements
    return Constraint(
        f"tosa-conformant unranked tensor of {words} values",
        lambda t: isinstance(t, UnrankedTensorType) and test(t.element_type),
    )


def _tensor_of(elements: Elements) -> Constraint:
    unranked = _unranked(elements)
    return Constraint(
        f"tosa-conformant tensor of {elements[0]} values",
        lambda t: _holds(t, elements) or unranked.matches(t),
    )


def _of_ranks(elements: Elements, ranks: Iterable[int], summary: str = "") -> Constraint:
    """A tensor of one of these ranks, or of none."""
    ranks = tuple(ranks)
    words = f"{'/'.join(f'{rank}D' for rank in ranks)} tensor of {elements[0]} values"
    ranked = Constraint(words, lambda t: _holds(t, elements) and t.rank in ranks)
    either = any_of(_unranked(elements), ranked)
    return Constraint(summary or either.summary, either.matches)


def _scalar(unranked: Elements, elements: Elements) -> Constraint:
    """A tensor of one element in one dimension, or of no rank."""
    words = f"tosa-conformant scalar tensor of {elements[0]} values"
    scalar = Constraint(words, lambda t: _holds(t, elements) and t.shape == (1,))
    return any_of(_unranked(unranked), scalar)


def _at_least_1d(elements: Elements) -> Constraint:
    unranked = _unranked(elements)
    return Constraint(
        "tosa-conformant tensor of at least rank 1",
        lambda t: (_holds(t, elements) and t.rank >= 1) or unranked.matches(t),
    )


def _of_rank(rank: int) -> Constraint:
    return _of_ranks(NUMBER, (rank,), f"{rank}-d tosa-conformant tensor")


def _builtin_1d(words: str, *types: Type) -> Constraint:
    return Constraint(
        f"1D tensor of {words} values",
        lambda t: isinstance(t, RankedTensorType) and t.rank == 1 and t.element_type in types,
    )


Tensor = Annotated[TensorType, _tensor_of(NUMBER)]
BoolTensor = Annotated[TensorType, _tensor_of(_exactly("1-bit signless integer", I1))]
FloatTensor = Annotated[
    TensorType, _tensor_of(("floating-point", lambda t: isinstance(t, FloatType)))
]
Int32Or64Tensor = Annotated[TensorType, _tensor_of(_INDICES)]
Tensor1D = Annotated[TensorType, _of_rank(1)]
Tensor3D = Annotated[TensorType, _of_rank(3)]
Tensor4D = Annotated[TensorType, _of_rank(4)]
Tensor5D = Annotated[TensorType, _of_rank(5)]
IndexTensor2D = Annotated[
    TensorType,
    any_of(
        _unranked(NUMBER),
        Constraint(
            f"2D tensor of {_INDICES[0]} values",
            lambda t: _holds(t, _INDICES) and t.rank == 2,
        ),
    ),
]
TensorAtLeast1D = Annotated[TensorType, _at_least_1d(NUMBER)]
ScalarTensor = Annotated[TensorType, _scalar(_INT_OR_FLOAT, NUMBER)]
ScalarInt8Tensor = Annotated[TensorType, _scalar(_I8_ELEMENTS, _I8_ELEMENTS)]
ScalarInt32Tensor = Annotated[TensorType, _scalar(_I32_ELEMENTS, _I32_ELEMENTS)]
ScalarIntOrFloatTensor = Annotated[TensorType, _scalar(_INT_OR_FLOAT, _INT_OR_FLOAT)]
Int8Tensor1D = Annotated[TensorType, _builtin_1d("8-bit signless integer", I8)]
Int16Or32Tensor1D = Annotated[
    TensorType,
    _builtin_1d("16-bit signless integer or 32-bit signless integer", I16, I32),
]
MXFPDataTensor3D = Annotated[TensorType, _of_ranks(_MXFP_NUMBER, (3,))]
MXFPScaleTensor3D = Annotated[TensorType, _of_ranks(_MXFP_SCALE, (3,))]
MXFPDataTensorAtLeast1D = Annotated[TensorType, _at_least_1d(_MXFP_NUMBER)]
MXFPScaleTensorAtLeast1D = Annotated[TensorType, _at_least_1d(_MXFP_SCALE)]

# Not of the class ShapeType: then an op's format would write the type without its name.
Shape: Any = Annotated[
    Type,
    Constraint("Shape with static rank and Index element type", lambda t: isinstance(t, ShapeType)),
]


def shape_of_rank(rank: int) -> Any:
    """The type of shapes of one rank."""
    type = ShapeType(rank)
    return Annotated[Type, Constraint(f"Tosa shape type of rank {rank}", lambda t: t is type)]


Shape2, Shape4 = shape_of_rank(2), shape_of_rank(4)


def _like(elements: Elements, summary: str) -> Constraint:
    """The scalar, a vector or a tensor of it."""
    test, tensor = elements[1], _tensor_of(elements)
    return Constraint(
        summary,
        lambda t: (
            test(t)
            or tensor.matches(t)
            or (isinstance(t, VectorType) and t.rank > 0 and test(t.element_type))
        ),
    )


IntLike = Annotated[Type, _like(("", _is_int), "signless-integer-like")]
Int8Like = Annotated[Type, _like(_I8_ELEMENTS, "signless-integer-8-bit-like")]
