"""Casts of tensors that only lose static sizes: their users may use the source."""

from mlirlite.dialects.tensor.values import CastOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value


def ranked(value: Value) -> RankedTensorType:
    """The type of a value that is a tensor of known rank. TypeError otherwise."""
    type = value.type
    if not isinstance(type, RankedTensorType):
        raise TypeError(f"{type} is not a ranked tensor")
    return type


def says_less(a: Type, b: Type) -> bool:
    """Whether all static sizes of the type `b` are static in `a`, too (upstream:
    preservesStaticInformation)."""
    return (
        isinstance(a, RankedTensorType)
        and isinstance(b, RankedTensorType)
        and a.element_type is b.element_type
        and a.encoding is b.encoding
        and a.rank == b.rank
        and all(y in (x, DYNAMIC) for x, y in zip(a.shape, b.shape, strict=True))
    )


def cast_source(value: Value) -> Value | None:
    """The source of the cast that made a value, if the cast only lost static sizes."""
    cast = value.defining_op
    if isinstance(cast, CastOp) and says_less(cast.source.type, cast.dest.type):
        found: Value = cast.source
        return found
    return None
