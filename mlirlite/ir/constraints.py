"""Constraints on types and attributes: a test and the words for it in error messages (upstream's
ODS summaries)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.types import (
    F16,
    F32,
    F64,
    I1,
    I8,
    I32,
    I64,
    INDEX,
    BaseMemRefType,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    ShapedType,
    TensorType,
    UnrankedMemRefType,
    VectorType,
)
from mlirlite.support.record import Record


class Constraint(Record):
    """A predicate with its summary. `exact` is the type or attribute that satisfies it, if there is
    only one: result types with such a constraint need not be written or given."""

    summary: str
    matches: Callable[[Attribute], bool]
    exact: Attribute | None = None


class TypeInterface(Constraint):
    """A constraint that is an interface of types. As for a class of types, formats check the type
    of a single operand or result while they read it."""


class IntegerElements(Constraint):
    """A constraint on dense elements, which a property cannot hold unless they are integers."""


ANY = Constraint("any type", lambda t: True)
SYMBOL_NAME = object()
"""In an annotation: the string is the name of a symbol, written `@name` in text."""


def is_a(*classes: type[Attribute], summary: str = "") -> Constraint:
    """Instances of these classes."""
    words = summary or " or ".join(c.description or f"{c.__name__}" for c in classes)
    return Constraint(words, lambda t: isinstance(t, classes))


def exactly(type: Type, summary: str) -> Constraint:
    """One type only."""
    return Constraint(summary, lambda t: t is type, type)


def any_of(*constraints: Constraint) -> Constraint:
    """At least one holds."""
    tests = [c.matches for c in constraints]
    return Constraint(
        " or ".join(c.summary for c in constraints), lambda t: any(m(t) for m in tests)
    )


def both(first: Constraint, second: Constraint, summary: str = "") -> Constraint:
    """Both hold."""
    return Constraint(
        summary or f"{first.summary} and {second.summary}",
        lambda t: first.matches(t) and second.matches(t),
    )


def _elements(t: Attribute, test: Callable[[Attribute], bool], tensors: bool = True) -> bool:
    if isinstance(t, (VectorType, TensorType) if tensors else VectorType):
        t = t.element_type
    return test(t)


def like(summary: str, test: Callable[[Attribute], bool]) -> Constraint:
    """The scalar, or vectors and tensors of it (upstream: …Like)."""
    return Constraint(summary, lambda t: _elements(t, test))


def _signless(t: Attribute) -> bool:
    return isinstance(t, IntegerType) and t.is_signless


def constraint_of(annotation: object) -> Constraint:
    """The constraint in an annotation's argument: `Annotated[X, constraint]`, or a type or
    attribute class. TypeError otherwise."""
    for part in getattr(annotation, "__metadata__", ()):
        if isinstance(part, Constraint):
            return part
    if annotation is Type or annotation is Attribute:
        return ANY
    if isinstance(annotation, type) and issubclass(annotation, Attribute):
        return is_a(annotation)
    if isinstance(annotation, Type):
        raise TypeError(
            f"{annotation!r} is one type: use Float32, Int32, Index, … or "
            "Annotated[..., exactly(...)]"
        )
    raise TypeError(
        f"{annotation!r} states no constraint; use a type class or Annotated[..., Constraint]"
    )


AnyType = Annotated[Type, ANY]
AnyInteger = Annotated[IntegerType, is_a(IntegerType, summary="integer")]
AnyFloat = Annotated[FloatType, is_a(FloatType, summary="floating-point")]
AnyComplex = Annotated[ComplexType, is_a(ComplexType, summary="complex-type")]
SignlessInteger = Annotated[IntegerType, Constraint("signless integer", _signless)]
Index = Annotated[IndexType, exactly(INDEX, "index")]
Bool = Annotated[IntegerType, exactly(I1, "1-bit signless integer")]
Int8 = Annotated[IntegerType, exactly(I8, "8-bit signless integer")]
Int32 = Annotated[IntegerType, exactly(I32, "32-bit signless integer")]
Int64 = Annotated[IntegerType, exactly(I64, "64-bit signless integer")]
Float16 = Annotated[FloatType, exactly(F16, "16-bit float")]
Float32 = Annotated[FloatType, exactly(F32, "32-bit float")]
Float64 = Annotated[FloatType, exactly(F64, "64-bit float")]
SignlessIntegerOrIndex = Annotated[
    Type, Constraint("signless integer or index", lambda t: _signless(t) or t is INDEX)
]
SignlessIntegerLike = Annotated[Type, like("signless-integer-like", _signless)]
SignlessIntegerOrIndexLike = Annotated[
    Type, like("signless-integer-like", lambda t: _signless(t) or t is INDEX)
]
BoolLike = Annotated[Type, like("bool-like", lambda t: t is I1)]
FloatLike = Annotated[Type, like("floating-point-like", lambda t: isinstance(t, FloatType))]
AnyVector = Annotated[VectorType, is_a(VectorType, summary="vector of any type values")]
AnyTensor = Annotated[TensorType, is_a(TensorType, summary="tensor of any type values")]
AnyRankedTensor = Annotated[
    RankedTensorType, is_a(RankedTensorType, summary="ranked tensor of any type values")
]
AnyMemRef = Annotated[MemRefType, is_a(MemRefType, summary="memref of any type values")]
AnyUnrankedMemRef = Annotated[
    UnrankedMemRefType, is_a(UnrankedMemRefType, summary="unranked.memref of any type values")
]
AnyRankedOrUnrankedMemRef = Annotated[
    BaseMemRefType,
    is_a(BaseMemRefType, summary="ranked or unranked memref of any type values"),
]
AnyShaped = Annotated[ShapedType, is_a(ShapedType, summary="shaped of any type values")]
Function = Annotated[FunctionType, is_a(FunctionType, summary="function type")]
