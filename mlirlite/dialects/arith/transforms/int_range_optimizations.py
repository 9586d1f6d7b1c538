"""--int-range-optimizations: what the bounds of integers decide becomes a constant.

%0 = andi %x, 7; %1 = cmpi ult, %0, 10; use %1  -->  use %true
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dataflow.analyses.int_range import IntRanges
from mlirlite.dataflow.ranges import IntRange, width_of
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.arith.division import RemSIOp, RemUIOp
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.constants import constant_or_none
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.folding import constant_value, dialect_of, is_constant
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern
from mlirlite.rewriting.regions import drop_redundant_arguments, merge_equal_blocks
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("int-range-optimizations")
def int_range_optimizations(op: Operation, state: PassState) -> None:
    """Do optimizations based on integer range analysis.

    Values with one possible number become constants; a remainder of a number that is smaller than
    the divisor becomes that number. Ops are folded where that helps.
    """
    known = _Known(IntRanges(op))
    patterns = [
        Pattern(known.materialize, (Operation,), name="materialize_known_constants"),
        Pattern(known.delete_remainder, (RemSIOp, RemUIOp), name="delete_trivial_remainder"),
    ]
    while True:
        apply_patterns_greedily(op, patterns, count=state.count)
        rw = Rewriter(Block())
        merged = merge_equal_blocks(op.regions, rw)
        if not drop_redundant_arguments(op.regions, rw) and not merged:
            return


class _Known:
    """The patterns, with what the analysis found out."""

    def __init__(self, analysis: IntRanges) -> None:
        self._analysis = analysis
        self._copied: dict[Value, IntRange] = {}
        """The ranges of new constants: those of the values that they replace."""

    def _range(self, value: Value) -> IntRange | None:
        found = self._copied.get(value)
        return found if found is not None else self._analysis.fact(value)

    def _number(self, value: Value) -> int | None:
        """The only number that a value can be; None also where nothing uses it."""
        if not value.has_uses or not width_of(value.type):
            return None
        found = self._range(value)
        return None if found is None else found.number

    def materialize(self, op: Operation, rw: Rewriter) -> bool:
        """Results and region arguments with one possible number --> constants"""
        if is_constant(op):
            return False
        replaced = False
        for value in op.results:
            if (number := self._number(value)) is not None:
                rw.set_before(op)
                replaced = self._replace(value, number, op, rw) or replaced
        if replaced and not any(r.has_uses for r in op.results) and Effects().is_droppable(op):
            rw.erase(op)  # now, so that the constants are neighbors in the next round
            return True
        for region in op.regions:
            for block in region:
                for argument in block.args:
                    if (number := self._number(argument)) is not None:
                        rw.set_start(block)
                        replaced = self._replace(argument, number, op, rw) or replaced
        return replaced

    def _replace(self, value: Value, number: int, op: Operation, rw: Rewriter) -> bool:
        attribute = constant_or_none(number, value.type)
        if attribute is None:
            return False
        made = self._constant(attribute, value, op)
        if made is None:
            return False
        rw.insert(made)
        found = self._range(value)
        if found is not None:
            self._copied[made.results[0]] = found
        rw.replace_all_uses_with(value, made.results[0])
        return True

    @staticmethod
    def _constant(attribute: Attribute, value: Value, op: Operation) -> Operation | None:
        dialect = dialect_of(type(op))
        made = dialect and dialect.materialize_constant(attribute, value.type, None)
        return made or make_constant(attribute, value.type)

    def delete_remainder(self, op: RemSIOp | RemUIOp, rw: Rewriter) -> bool:
        """rem(x, c) --> x, where 0 <= x < c"""
        lhs, rhs = op.operands
        divisor = constant_value(rhs)
        found = self._range(lhs)
        if not isinstance(divisor, IntegerAttr) or divisor.value <= 0 or found is None:
            return rw.fail("the divisor is no positive constant, or nothing is known of the number")
        bounds: Sequence[int] = (found.smin, found.smax)
        if isinstance(op, RemUIOp):
            bounds = (found.umin, found.umax)
        if not 0 <= bounds[0] <= bounds[1] < divisor.value:
            return rw.fail("the number may be as large as the divisor, or negative")
        rw.replace(op, [lhs])
        return True
