"""int-range: the bounds of integers.

The transfer functions of ops are in `ranges.py` beside their dialect, or in a plugin:

    @infer_range(MyOp)
    def my_op(op: MyOp, ranges: Sequence[IntRange]) -> Sequence[IntRange]:
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dataflow.forward import ForwardAnalysis
from mlirlite.dataflow.ranges import IntRange, width_of
from mlirlite.dataflow.registry import analysis
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.constants import constant
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import IndexType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_of, dialect_of, import_part, is_constant

NO_INTEGER = IntRange.full(0)
"""The range of a value that is not an integer and has no integer elements."""
_MOST_ELEMENTS = 1024

infer_range: OpTable[Callable[[Any, Sequence[IntRange]], Sequence[IntRange]]]
infer_range = OpTable("infer_range", "infer_range")
"""By op class: a range for each result, from those of the operands. All elements share one
range."""

Counted = Callable[[Any, Value, Callable[[Value], IntRange | None]], IntRange | None]
counter_range: OpTable[Counted]
counter_range = OpTable("counter_range", "counter_range")
"""By op class: the range of a region argument that the op itself makes, None where it makes none.
The last parameter gives what is known of any value, None while that is not reached."""


@analysis("int-range")
class IntRanges(ForwardAnalysis[IntRange]):
    """Bounds of integers, read as signed and as unsigned ones."""

    patience = 3

    def unknown(self, value: Value) -> IntRange:
        width = width_of(value.type)
        return NO_INTEGER if width is None else IntRange.full(width)

    def join(self, a: IntRange, b: IntRange) -> IntRange:
        return a.join(b)

    def widen(self, value: Value, old: IntRange, new: IntRange) -> IntRange:
        """Bounds that moved go to the limit of the type; the others stay."""
        full = self.unknown(value)
        bounds = zip(new[1:], old[1:], full[1:], strict=True)
        found = IntRange(full.width, *(n if n == o else f for n, o, f in bounds))
        return found.meet(IntRange.signed(found.width, found.smin, found.smax))

    def transfer(self, op: Operation, facts: Sequence[IntRange]) -> Sequence[IntRange] | None:
        if is_constant(op):
            found = _of_constant(constant_of(op), width_of(op.results[0].type))
            return None if found is None else [found]
        _know(type(op))
        infer = infer_range.get(type(op))
        return None if infer is None else infer(op, facts)

    def made(self, op: Operation, value: Value) -> IntRange | None:
        _know(type(op))
        count = counter_range.get(type(op))
        if count is None:
            return self.unknown(value)
        return count(op, value, lambda other: self.ask(op, other))

    def constant(self, value: Value, fact: IntRange) -> Attribute | None:
        number = fact.number
        if number is None or not isinstance(value.type, (IntegerType, IndexType)):
            return None
        return constant(number, value.type)


def _know(cls: type[Operation]) -> None:
    """Import the ranges of an op's dialect."""
    dialect = dialect_of(cls)
    if dialect is not None:
        import_part(dialect, "ranges")


def _of_constant(value: Attribute | None, width: int | None) -> IntRange | None:
    if width is None:
        return None
    if isinstance(value, IntegerAttr):
        return IntRange.of(width, int(value))
    if not isinstance(value, DenseElementsAttr):
        return None
    if value.is_splat:
        return IntRange.of(width, int(value.splat_value()))
    few = 0 < value.type.num_elements <= _MOST_ELEMENTS
    return IntRange.around(width, map(int, value.values())) if few else None
