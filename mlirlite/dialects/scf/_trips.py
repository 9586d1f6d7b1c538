"""How often a loop runs, where that is known."""

from mlirlite.dialects._mixed import Mixed, constant_number, number_of
from mlirlite.dialects.arith.enums import IntegerOverflowFlags
from mlirlite.dialects.arith.integer import AddIOp
from mlirlite.ir.types import IntegerType
from mlirlite.ir.values import Value


def trip_count(lower: Mixed, upper: Mixed, step: Mixed, *, signed: bool = True) -> int | None:
    """Number of iterations from `lower` to below `upper`; None when it is not known. A step that
    is not positive makes none (upstream: constantTripCount)."""
    stride = number_of(step)
    if lower is upper or (stride is not None and stride <= 0):
        return 0
    distance = _distance(lower, upper, signed)
    if distance is None or distance <= 0:
        return None if distance is None else 0
    return None if stride is None else -(-distance // stride)


def _distance(lower: Mixed, upper: Mixed, signed: bool) -> int | None:
    first, end = number_of(lower), number_of(upper)
    if first is not None and end is not None:
        if not signed:
            first, end = _unsigned(first, lower), _unsigned(end, upper)
        return end - first
    made = upper.defining_op if isinstance(upper, Value) else None
    promised = IntegerOverflowFlags.nsw if signed else IntegerOverflowFlags.nuw
    if not isinstance(made, AddIOp) or made.lhs is not lower:
        return None
    return constant_number(made.rhs) if made.overflowFlags.value & promised else None


def _unsigned(number: int, bound: Mixed) -> int:
    type = bound.type if isinstance(bound, Value) else None
    return number & ((1 << (type.width if isinstance(type, IntegerType) else 64)) - 1)
