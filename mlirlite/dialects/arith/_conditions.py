"""Conditions on types, flags and predicates for rules of arith, and numbers that depend on a
width."""

from collections.abc import Callable
from typing import Any

from mlirlite.dialects.arith.enums import (
    CmpIPredicate,
    FastMathFlags,
    IntegerOverflowFlags,
    IntegerOverflowFlagsAttr,
)
from mlirlite.dialects.ub import PoisonAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.constants import (
    OPERATORS,
    bit_width,
    combined,
    constant_or_none,
    is_int,
    signed,
    unsigned,
)
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.types import I1, FloatType, IntegerType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting import Number, computed

smax = Number("smax", lambda type: (1 << bit_width(type) >> 1) - 1)
smin = Number("smin", lambda type: -(1 << bit_width(type) >> 1))
umax = Number("umax", lambda type: (1 << bit_width(type)) - 1)

INVERSE = {
    CmpIPredicate.eq: CmpIPredicate.ne,
    CmpIPredicate.slt: CmpIPredicate.sge,
    CmpIPredicate.sle: CmpIPredicate.sgt,
    CmpIPredicate.ult: CmpIPredicate.uge,
    CmpIPredicate.ule: CmpIPredicate.ugt,
}
INVERSE |= {inverse: predicate for predicate, inverse in INVERSE.items()}
_TRUE_OF_EQUALS = frozenset(
    {CmpIPredicate.eq, CmpIPredicate.sle, CmpIPredicate.sge, CmpIPredicate.ule, CmpIPredicate.uge}
)


@computed
def is_number(value: Attribute, number: int | Number) -> bool:
    """Whether a constant is a number, in every element."""
    type: Any = getattr(value, "type", None)
    return is_int(value, number.of(type) if isinstance(number, Number) else number)


@computed
def inverse(predicate: CmpIPredicate) -> CmpIPredicate:
    """The negated predicate."""
    return INVERSE[predicate]


@computed
def of_equals(predicate: CmpIPredicate, type: Type) -> Attribute | None:
    """The result of comparing a number with itself."""
    return constant_or_none(int(predicate in _TRUE_OF_EQUALS), type)


@computed
def equality(predicate: CmpIPredicate) -> bool:
    """Whether a predicate is `eq` or `ne`."""
    return predicate in (CmpIPredicate.eq, CmpIPredicate.ne)


@computed
def kept(
    flags: IntegerOverflowFlagsAttr, a: Attribute, operation: str, b: Attribute
) -> IntegerOverflowFlagsAttr:
    """The flags of a sum of sums: without those that adding the constants violates."""
    found = flags.value
    for flag, read in ((IntegerOverflowFlags.nsw, signed), (IntegerOverflowFlags.nuw, unsigned)):
        if found & flag and not _fits(a, b, OPERATORS[operation], read):
            found &= ~flag
    return IntegerOverflowFlagsAttr(found)


def _fits(
    a: Attribute, b: Attribute, operation: Callable[[int, int], int], read: Callable[..., int]
) -> bool:
    """Whether the results for two constants, as signed or unsigned numbers, fit their type."""
    assert isinstance(a, IntegerAttr | ElementsAttr)
    type: Type = a.type
    width = bit_width(type)

    def fits(a: int, b: int) -> int | None:
        exact = operation(read(a, width), read(b, width))
        return 0 if read(exact, width) == exact else None

    return combined((a, b), type, fits) is not None


@computed
def without_nsw(flags: IntegerOverflowFlagsAttr) -> IntegerOverflowFlagsAttr:
    """The flags for a result that is no longer the same number when read as signed."""
    return IntegerOverflowFlagsAttr(flags.value & ~IntegerOverflowFlags.nsw)


@computed
def several_bits(type: Type) -> bool:
    """Whether the integers of a type have more than one bit."""
    return bit_width(type) > 1


@computed
def boolean(x: Value) -> bool:
    """Whether a value is an i1, or has such elements."""
    return element_type_of(x.type) is I1


@computed
def wide(type: Type) -> bool:
    """Whether a type is an integer of more than one bit."""
    return isinstance(type, IntegerType) and type.width > 1


@computed
def narrower(x: Value, type: Type) -> bool:
    """Whether a value has fewer bits than a type."""
    return bit_width(x.type) < bit_width(type)


@computed
def wider(x: Value, type: Type) -> bool:
    """Whether a value has more bits than a type."""
    return bit_width(x.type) > bit_width(type)


@computed
def no_narrower(between: Type, type: Type) -> bool:
    """Whether a type has at least the bits of another one."""
    return bit_width(between) >= bit_width(type)


@computed
def more_precise(x: Value, wide: Type, type: Type) -> bool:
    """Whether a float is wider than a type, and a third type holds each of its numbers."""
    source, between, target = (element_type_of(t) for t in (x.type, wide, type))
    return (
        isinstance(source, FloatType)
        and isinstance(between, FloatType)
        and isinstance(target, FloatType)
        and source.width > target.width
        and source.format.exponent <= between.format.exponent
        and source.format.mantissa <= between.format.mantissa
    )


@computed
def cuts_off(amount: Attribute, x: Value, type: Type) -> bool:
    """Whether a shift by an amount and a truncation to a type leave no bit that came in."""
    return is_int(amount, bit_width(x.type) - bit_width(type))


@computed
def poison(attribute: Attribute) -> bool:
    """Whether a constant is poison."""
    return isinstance(attribute, PoisonAttr)


def _has(flags: Any) -> Any:
    def has(found: Any) -> bool:
        return found is not None and found.value & flags == flags

    has.__name__ = "_".join(str(f.name) for f in type(flags) if f and f in flags)
    return computed(has)


nsw = _has(IntegerOverflowFlags.nsw)
nuw = _has(IntegerOverflowFlags.nuw)
nsz = _has(FastMathFlags.nsz)
contract = _has(FastMathFlags.contract)
