"""The values that change nothing when an op combines them with others."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from mlirlite.dialects.arith import floating, integer
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, IntegerType

_FLOATS: dict[type[Operation], float] = {
    floating.AddFOp: 0.0,
    floating.MulFOp: 1.0,
    floating.MaximumFOp: -inf,
    floating.MinimumFOp: inf,
    floating.MaxNumFOp: -inf,
    floating.MinNumFOp: inf,
}
_INTEGERS: dict[type[Operation], Callable[[int], int]] = {
    integer.AddIOp: lambda width: 0,
    integer.OrIOp: lambda width: 0,
    integer.XOrIOp: lambda width: 0,
    integer.AndIOp: lambda width: -1,
    integer.MulIOp: lambda width: 1,
    integer.MaxSIOp: lambda width: -(1 << width - 1),
    integer.MinSIOp: lambda width: (1 << width - 1) - 1,
    integer.MaxUIOp: lambda width: 0,
    integer.MinUIOp: lambda width: -1,
}


def neutral_element(op: Operation) -> Attribute | None:
    """The neutral value of an op that combines two numbers; None for any other op."""
    type = op.results[0].type if op.results else None
    number = _FLOATS.get(op.__class__)
    of_width = _INTEGERS.get(op.__class__)
    if number is not None and isinstance(type, FloatType):
        return FloatAttr(number, type)
    if of_width is not None and isinstance(type, IntegerType):
        return IntegerAttr(of_width(type.width), type)
    return None
