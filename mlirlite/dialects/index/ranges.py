"""Ranges of the results of index ops: an index has 64 bits here."""

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dataflow.analyses.int_range import infer_range
from mlirlite.dataflow.ranges import BINARY, IntRange, compared, extended, width_of
from mlirlite.dialects.index import arithmetic, values
from mlirlite.ir.definition import Op

Inference = Callable[[Any, Sequence[IntRange]], Sequence[IntRange]]


def _binary(name: str) -> Inference:
    function = BINARY[name]
    return lambda op, ranges: (function(ranges[0], ranges[1], 0),)


_cls: type[Op]
for _cls, _name in (
    (arithmetic.AddOp, "add"),
    (arithmetic.SubOp, "sub"),
    (arithmetic.MulOp, "mul"),
    (arithmetic.DivSOp, "divs"),
    (arithmetic.DivUOp, "divu"),
    (arithmetic.CeilDivSOp, "ceildivs"),
    (arithmetic.CeilDivUOp, "ceildivu"),
    (arithmetic.FloorDivSOp, "floordivs"),
    (arithmetic.RemSOp, "rems"),
    (arithmetic.RemUOp, "remu"),
    (arithmetic.MaxSOp, "maxs"),
    (arithmetic.MaxUOp, "maxu"),
    (arithmetic.MinSOp, "mins"),
    (arithmetic.MinUOp, "minu"),
    (arithmetic.ShlOp, "shl"),
    (arithmetic.ShrSOp, "shrs"),
    (arithmetic.ShrUOp, "shru"),
    (arithmetic.AndOp, "and"),
    (arithmetic.OrOp, "or"),
    (arithmetic.XOrOp, "xor"),
):
    infer_range.add(_cls, _binary(_name))


def _cast(*, signed: bool) -> Inference:
    return lambda op, r: (extended(r[0], width_of(op.results[0].type) or 0, signed=signed),)


infer_range.add(values.CastSOp, _cast(signed=True))
infer_range.add(values.CastUOp, _cast(signed=False))


@infer_range(values.CmpOp)
def cmp(op: values.CmpOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """A comparison, if the ranges decide it."""
    return (compared(values.IndexCmpPredicate(op.pred.value).name, *ranges),)
