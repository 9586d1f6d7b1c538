"""Divisions trap for some divisors: they can be speculated only if the divisor is known to be
another one."""

from typing import Any

from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.interfaces import ConditionallySpeculatable
from mlirlite.rewriting.folding import constant_value


class Division(ConditionallySpeculatable):
    """A division that can be speculated if its divisor is a constant that cannot trap."""

    __slots__ = ()
    rhs: Any

    def is_speculatable(self) -> bool:
        divisor = constant_value(self.rhs)
        if isinstance(divisor, DenseElementsAttr):
            return all(self.may_divide_by(number) for number in divisor.values())
        return isinstance(divisor, IntegerAttr) and self.may_divide_by(divisor.value)

    def may_divide_by(self, number: int) -> bool:
        """True for a divisor that is always allowed."""
        return number != 0


class SignedDivision(Division):
    """The quotient of the smallest number and -1 does not fit."""

    __slots__ = ()

    def may_divide_by(self, number: int) -> bool:
        return number not in (0, -1)
