"""Known facts about vectors: whether a mask is all true, which scalar a vector repeats, where
elements are."""

from typing import Any

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.vector._constraints import scalable_flags
from mlirlite.dialects.vector.arithmetic import VectorScaleOp
from mlirlite.dialects.vector.masks import ConstantMaskOp, CreateMaskOp
from mlirlite.dialects.vector.shapes import BroadcastOp, ShapeCastOp
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import computed, constant_value


def uniform_mask(mask: Value) -> bool | None:
    """True when all of a mask is set, False when none is, None when it is mixed or unknown."""
    maker = mask.defining_op
    if isinstance(maker, ConstantMaskOp):
        shape = shape_of(mask) or (1,)
        if maker.mask_dim_sizes.value == shape:
            return True
        return None if any(maker.mask_dim_sizes) else False
    if isinstance(maker, CreateMaskOp):
        numbers = [constant_number(v) for v in maker.operands]
        return False if any(n is not None and n <= 0 for n in numbers) else None
    known = constant_value(mask)
    if not isinstance(known, DenseElementsAttr):
        return None
    values = set(known.values())
    return bool(values.pop()) if len(values) == 1 else None


@computed
def no_vector(x: Value) -> bool:
    """Whether a value is a scalar."""
    return not isinstance(x.type, VectorType)


def splat_source(value: Value) -> Value | None:
    """The scalar that a vector.broadcast repeats to make a value."""
    maker = value.defining_op
    if isinstance(maker, BroadcastOp) and not isinstance(maker.source.type, VectorType):
        return maker.source
    return None


def broadcast_source(value: Value) -> Value | None:
    """The value that a value repeats: the operand of a vector.broadcast, or of a vector.shape_cast
    that only adds leading ones."""
    maker = value.defining_op
    if isinstance(maker, BroadcastOp):
        return maker.source
    if isinstance(maker, ShapeCastOp):
        given, result = dims_of(maker.source), dims_of(value)
        if len(given) <= len(result) and result[len(result) - len(given) :] == given:
            return maker.source
    return None


def vscale_multiple(value: Value) -> int | None:
    """The number n of a value that is n × vector.vscale."""
    maker = value.defining_op
    if isinstance(maker, VectorScaleOp):
        return 1
    if maker is None or maker.name != "arith.muli":
        return None
    for factor, other in (maker.operands, maker.operands[::-1]):
        if isinstance(factor.defining_op, VectorScaleOp):
            return constant_number(other)
    return None


# Shapes and places


def shape_of(value: Value) -> tuple[int, ...]:
    """The sizes of a vector; () for a scalar."""
    return value.type.shape if isinstance(value.type, VectorType) else ()


def is_zero(value: Value) -> bool:
    """True for a constant of zeros; not for -0.0."""
    known: Any = constant_value(value)
    if isinstance(known, DenseElementsAttr):
        return not any(known.raw)
    number = getattr(known, "value", None)
    return isinstance(number, (int, float)) and number == 0 and not str(number).startswith("-")


def dims_of(value: Value) -> tuple[tuple[int, bool], ...]:
    """The sizes of a vector, each with whether it is scalable; () for a scalar."""
    type = value.type
    if not isinstance(type, VectorType):
        return ()
    return tuple(zip(type.shape, scalable_flags(type), strict=True))


def uses_as(op: Operation, operand: int, cls: type[Operation]) -> list[Any]:
    """The ops of a class that use the result of an op as this operand."""
    return [u.owner for u in op.results[0].uses if u.operand == operand and type(u.owner) is cls]
