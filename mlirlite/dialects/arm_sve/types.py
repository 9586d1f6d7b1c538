"""Constraints on the scalable vectors of SVE, in upstream's words."""

from collections.abc import Callable, Sequence
from typing import Annotated

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint
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
    VectorType,
)

_PREDICATES = (16, 8, 4, 2, 1)


def _scalable(summary: str, test: Callable[[VectorType], bool]) -> Constraint:
    return Constraint(
        summary, lambda t: isinstance(t, VectorType) and any(t.scalable_dims) and test(t)
    )


def _of(summary: str, lengths: Sequence[int], elements: Sequence[Type]) -> Constraint:
    listed = "/".join(map(str, lengths))
    return _scalable(
        f"scalable vector of {summary} values of length {listed}",
        lambda t: t.rank == 1 and t.shape[0] in lengths and t.element_type in elements,
    )


def _mask(lengths: Sequence[int]) -> Constraint:
    listed = ", ".join(map(str, lengths))
    return _scalable(
        "trailing scalable vector of 1-bit signless integer values with dim -1 having a size of "
        f"{{{listed}}}",
        lambda t: (
            t.element_type is I1
            and t.shape[-1] in lengths
            and bool(t.scalable_dims[-1])
            and not any(t.scalable_dims[:-1])
        ),
    )


_ELEMENTS = {2: (I64, F64), 4: (I32, F32), 8: (I16, F16, BF16), 16: (I8,)}


def is_predicate(t: Attribute) -> bool:
    """A mask for vectors of 128 bits times the machine's factor."""
    return (
        isinstance(t, VectorType)
        and t.rank == 1
        and t.element_type is I1
        and bool(t.scalable_dims[0])
        and t.shape[0] in _PREDICATES
    )


SVBOOL = VectorType((16,), I1, (True,))
PREDICATE_WORDS = (
    "vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>"
)
SVBool = Annotated[VectorType, Constraint("vector<[16]xi1>", lambda t: t is SVBOOL)]
Predicate = Annotated[VectorType, Constraint(PREDICATE_WORDS, is_predicate)]
BoolMask = Annotated[VectorType, _mask((16,))]
PredicateMask = Annotated[VectorType, _mask(_PREDICATES)]
SVEVector = Annotated[
    VectorType,
    _scalable(
        "an SVE vector with element size <= 64-bit",
        lambda t: t.rank == 1 and t.element_type in _ELEMENTS.get(t.shape[0], ()),
    ),
]
AnyScalable = Annotated[VectorType, _scalable("scalable vector of any type values", lambda t: True)]
Scalable1D = Annotated[VectorType, _scalable(" of ranks 1", lambda t: t.rank == 1)]
Mask = Annotated[
    VectorType,
    _scalable("scalable vector of 1-bit signless integer values", lambda t: t.element_type is I1),
]
Floats = Annotated[
    VectorType,
    _scalable(
        "scalable vector of floating-point values", lambda t: isinstance(t.element_type, FloatType)
    ),
]
Integers = Annotated[
    VectorType,
    _scalable(
        "scalable vector of 8-bit signless integer or 16-bit signless integer or "
        "32-bit signless integer or 64-bit signless integer values",
        lambda t: t.element_type in (I8, I16, I32, I64),
    ),
]
DotSum = Annotated[
    VectorType,
    _of("32-bit signless integer or 64-bit signless integer", (4, 2), (I32, I64)),
]
DotFactor = Annotated[
    VectorType,
    _of("8-bit signless integer or 16-bit signless integer", (16, 8), (I8, I16)),
]
MatrixSum = Annotated[VectorType, _of("32-bit signless integer", (4,), (I32,))]
MatrixFactor = Annotated[VectorType, _of("8-bit signless integer", (16,), (I8,))]
FloatSum = Annotated[VectorType, _of("32-bit float", (4,), (F32,))]
BrainFactor = Annotated[VectorType, _of("bfloat16 type", (8,), (BF16,))]
