"""Ranges of the results of integer ops."""

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dataflow.analyses.int_range import infer_range
from mlirlite.dataflow.ranges import BINARY, IntRange, compared, extended, truncated, width_of
from mlirlite.dialects.arith import casts, compare, division, extended as wide, integer
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation

Inference = Callable[[Any, Sequence[IntRange]], Sequence[IntRange]]


def _binary(name: str) -> Inference:
    function = BINARY[name]

    def infer(op: Op, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
        flags: Any = op.properties.get("overflowFlags")
        return (function(ranges[0], ranges[1], int(flags.value) if flags is not None else 0),)

    return infer


_cls: type[Op]
for _cls, _name in (
    (integer.AddIOp, "add"),
    (integer.SubIOp, "sub"),
    (integer.MulIOp, "mul"),
    (division.DivUIOp, "divu"),
    (division.DivSIOp, "divs"),
    (division.CeilDivUIOp, "ceildivu"),
    (division.CeilDivSIOp, "ceildivs"),
    (division.FloorDivSIOp, "floordivs"),
    (division.RemUIOp, "remu"),
    (division.RemSIOp, "rems"),
    (integer.AndIOp, "and"),
    (integer.OrIOp, "or"),
    (integer.XOrIOp, "xor"),
    (integer.ShLIOp, "shl"),
    (integer.ShRUIOp, "shru"),
    (integer.ShRSIOp, "shrs"),
    (integer.MaxSIOp, "maxs"),
    (integer.MaxUIOp, "maxu"),
    (integer.MinSIOp, "mins"),
    (integer.MinUIOp, "minu"),
):
    infer_range.add(_cls, _binary(_name))


@infer_range(wide.AddUIExtendedOp)
def addui_extended(op: wide.AddUIExtendedOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """The sum, and whether it overflowed."""
    a, b = ranges
    low, high = (n >> a.width for n in (a.umin + b.umin, a.umax + b.umax))
    return BINARY["add"](a, b, 0), IntRange.unsigned(1, low, high)


def _cast(*, signed: bool) -> Inference:
    def infer(op: Operation, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
        width = width_of(op.results[0].type)
        return (extended(ranges[0], width or 0, signed=signed),)

    return infer


for _cls, _signed in (
    (casts.ExtSIOp, True),
    (casts.IndexCastOp, True),
    (casts.ExtUIOp, False),
    (casts.IndexCastUIOp, False),
):
    infer_range.add(_cls, _cast(signed=_signed))


@infer_range(casts.TruncIOp)
def trunci(op: casts.TruncIOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """The last bits."""
    return (truncated(ranges[0], width_of(op.result.type) or 0),)


@infer_range(compare.CmpIOp)
def cmpi(op: compare.CmpIOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """A comparison, if the ranges decide it."""
    return (compared(op.predicate.name, *ranges),)


@infer_range(compare.SelectOp)
def select(op: compare.SelectOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """The range of either value, or of the one that the condition selects."""
    condition, yes, no = ranges
    if condition.number is None:
        return (yes.join(no),)
    return (yes if condition.number else no,)
