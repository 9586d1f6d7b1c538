"""Ranges of the results of index ops: what holds for an index of 64 bits, and as upstream also for
one of 32 bits."""

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dataflow.analyses.int_range import infer_range
from mlirlite.dataflow.ranges import BINARY, IntRange, compared, extended, truncated, width_of
from mlirlite.dialects.index import arithmetic, values
from mlirlite.ir.definition import Op
from mlirlite.ir.types import INDEX

Inference = Callable[[Any, Sequence[IntRange]], Sequence[IntRange]]
_NARROW = 32


def _binary(name: str, bounds: slice) -> Inference:
    """By a function of two ranges. `bounds` are the fields of a range that must agree for both
    widths: where they do not, the result is in either range."""
    function = BINARY[name]

    def infer(op: Op, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
        a, b = ranges
        wide = function(a, b, 0)
        narrow = function(truncated(a, _NARROW), truncated(b, _NARROW), 0)
        if narrow[bounds] == truncated(wide, _NARROW)[bounds]:
            return (wide,)
        return (wide.join(narrow._replace(width=wide.width)),)

    return infer


_BOTH, _SIGNED, _UNSIGNED = slice(1, 5), slice(1, 3), slice(3, 5)
_cls: type[Op]
for _cls, _name, _bounds in (
    (arithmetic.AddOp, "add", _BOTH),
    (arithmetic.SubOp, "sub", _BOTH),
    (arithmetic.MulOp, "mul", _BOTH),
    (arithmetic.DivSOp, "divs", _SIGNED),
    (arithmetic.DivUOp, "divu", _UNSIGNED),
    (arithmetic.CeilDivSOp, "ceildivs", _SIGNED),
    (arithmetic.CeilDivUOp, "ceildivu", _UNSIGNED),
    (arithmetic.FloorDivSOp, "floordivs", _SIGNED),
    (arithmetic.RemSOp, "rems", _SIGNED),
    (arithmetic.RemUOp, "remu", _UNSIGNED),
    (arithmetic.MaxSOp, "maxs", _SIGNED),
    (arithmetic.MaxUOp, "maxu", _UNSIGNED),
    (arithmetic.MinSOp, "mins", _SIGNED),
    (arithmetic.MinUOp, "minu", _UNSIGNED),
    (arithmetic.ShlOp, "shl", _BOTH),
    (arithmetic.ShrSOp, "shrs", _SIGNED),
    (arithmetic.ShrUOp, "shru", _UNSIGNED),
    (arithmetic.AndOp, "and", _UNSIGNED),
    (arithmetic.OrOp, "or", _UNSIGNED),
    (arithmetic.XOrOp, "xor", _UNSIGNED),
):
    infer_range.add(_cls, _binary(_name, _bounds))


def _cast(*, signed: bool) -> Inference:
    return lambda op, r: (extended(r[0], width_of(op.results[0].type) or 0, signed=signed),)


infer_range.add(values.CastSOp, _cast(signed=True))
infer_range.add(values.CastUOp, _cast(signed=False))


@infer_range(values.SizeOfOp)
def sizeof(op: values.SizeOfOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """One of the two widths, or between them."""
    return (IntRange.unsigned(width_of(INDEX) or 0, _NARROW, 2 * _NARROW),)


@infer_range(values.CmpOp)
def cmp(op: values.CmpOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
    """A comparison, if the ranges decide it in the same way for both widths."""
    name = values.IndexCmpPredicate(op.pred.value).name
    a, b = ranges
    wide, narrow = (
        compared(name, a, b),
        compared(name, truncated(a, _NARROW), truncated(b, _NARROW)),
    )
    return (wide if wide == narrow else IntRange.full(1),)
