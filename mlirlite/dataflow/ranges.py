"""Integer intervals and their arithmetic. An interval has bounds for the bits read as a signed and
as an unsigned number: both hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    DYNAMIC,
    BaseMemRefType,
    IndexType,
    IntegerType,
    ShapedType,
    element_type_of,
)

INDEX_BITS = 64
NSW, NUW = 1, 2
"""An op's promises of no overflow, signed and unsigned."""


class IntRange(NamedTuple):
    """The integers of a bit width between bounds (inclusive)."""

    width: int
    smin: int
    smax: int
    umin: int
    umax: int

    @classmethod
    def full(cls, width: int) -> IntRange:
        """All integers."""
        half = 1 << width >> 1
        return cls(width, -half, max(half - 1, 0), 0, (1 << width) - 1)

    @classmethod
    def signed(cls, width: int, low: int, high: int) -> IntRange:
        """Those between signed bounds, which fit the width."""
        if low >= 0 or high < 0:
            size = 1 << width
            return cls(width, low, high, low % size, high % size)
        return cls(width, low, high, 0, (1 << width) - 1)

    @classmethod
    def unsigned(cls, width: int, low: int, high: int) -> IntRange:
        """Those between unsigned bounds, which fit the width."""
        size = 1 << width
        half = size >> 1
        if high < half or low >= half:
            offset = size if low >= half else 0
            return cls(width, low - offset, high - offset, low, high)
        return cls(width, -half, max(half - 1, 0), low, high)

    @classmethod
    def of(cls, width: int, number: int) -> IntRange:
        """A single number, taken modulo the width."""
        number %= 1 << width
        return cls.unsigned(width, number, number)

    @classmethod
    def around(cls, width: int, numbers: Iterable[int]) -> IntRange:
        """The smallest interval around some numbers, taken modulo the width."""
        found = [cls.of(width, number) for number in numbers]
        total = found[0]
        for one in found[1:]:
            total = total.join(one)
        return total

    def join(self, other: IntRange) -> IntRange:
        """The smallest interval around both."""
        return IntRange(
            self.width,
            min(self.smin, other.smin),
            max(self.smax, other.smax),
            min(self.umin, other.umin),
            max(self.umax, other.umax),
        )

    def meet(self, other: IntRange) -> IntRange:
        """The intersection; this one where it is empty."""
        low, high = max(self.smin, other.smin), min(self.smax, other.smax)
        ulow, uhigh = max(self.umin, other.umin), min(self.umax, other.umax)
        return self if low > high or ulow > uhigh else IntRange(self.width, low, high, ulow, uhigh)

    @property
    def number(self) -> int | None:
        """The only number in it, signed; None when there are more."""
        if self.smin == self.smax:
            return self.smin
        return IntRange.of(self.width, self.umin).smin if self.umin == self.umax else None

    def contains(self, number: int) -> bool:
        """Whether a number, taken modulo the width, is in it."""
        one = IntRange.of(self.width, number)
        return self.smin <= one.smin <= self.smax and self.umin <= one.umin <= self.umax

    def __str__(self) -> str:
        signed, unsigned = f"[{self.smin}, {self.smax}]", f"[{self.umin}, {self.umax}]"
        if self == IntRange.signed(self.width, self.smin, self.smax):
            return signed
        if self == IntRange.unsigned(self.width, self.umin, self.umax):
            return f"{unsigned} unsigned"
        return f"{signed} signed, {unsigned} unsigned"


def width_of(type: Type) -> int | None:
    """The bits of an integer type, or of the elements of a vector or tensor; None for others."""
    if isinstance(type, BaseMemRefType):
        return None
    element = element_type_of(type)
    if isinstance(element, IndexType):
        return INDEX_BITS
    return element.width if isinstance(element, IntegerType) else None


def _fitted(width: int, low: int, high: int, ulow: int, uhigh: int, flags: int) -> IntRange:
    """The range of a result from its exact bounds; bounds that overflow hold only where a flag
    promises no overflow."""
    full = IntRange.full(width)
    found = full
    if flags & NSW:
        low, high = (min(max(n, full.smin), full.smax) for n in (low, high))
    if full.smin <= low and high <= full.smax:
        found = IntRange.signed(width, low, high)
    if flags & NUW:
        ulow, uhigh = (min(max(n, 0), full.umax) for n in (ulow, uhigh))
    if ulow >= 0 and uhigh <= full.umax:
        found = found.meet(IntRange.unsigned(width, ulow, uhigh))
    return found


def add(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a + b"""
    sums = a.smin + b.smin, a.smax + b.smax, a.umin + b.umin, a.umax + b.umax
    return _fitted(a.width, *sums, flags)


def sub(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a - b"""
    differences = a.smin - b.smax, a.smax - b.smin, a.umin - b.umax, a.umax - b.umin
    return _fitted(a.width, *differences, flags)


def mul(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a * b"""
    corners = [x * y for x in (a.smin, a.smax) for y in (b.smin, b.smax)]
    bounds = min(corners), max(corners), a.umin * b.umin, a.umax * b.umax
    return _fitted(a.width, *bounds, flags)


def shl(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a << b; poison when b is the width or more: the limit, as upstream, where a flag is there"""
    if b.umin >= a.width:
        full = IntRange.full(a.width)
        low, high = (full.smin if n < 0 else full.smax for n in (a.smin, a.smax))
        known = IntRange.signed(a.width, low, high) if flags & NSW else full
        return known.meet(IntRange.of(a.width, -1)) if flags & NUW else known
    low, high = b.umin, min(b.umax, a.width - 1)
    corners = [x << y for x in (a.smin, a.smax) for y in (low, high)]
    return _fitted(a.width, min(corners), max(corners), a.umin << low, a.umax << high, flags)


def shrs(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a >> b, the sign shifted in; anything, as upstream, if b may be the width"""
    if b.umax >= a.width:
        return IntRange.full(a.width)
    corners = [x >> y for x in (a.smin, a.smax) for y in (b.umin, b.umax)]
    return IntRange.signed(a.width, min(corners), max(corners))


def shru(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a >> b, zeros shifted in; anything, as upstream, if b may be the width"""
    if b.umax >= a.width:
        return IntRange.full(a.width)
    return IntRange.unsigned(a.width, a.umin >> b.umax, a.umax >> b.umin)


def _signed_quotient(quotient: Callable[[int, int], int]) -> Callable[..., IntRange]:
    """A signed division: the quotient is monotonic in each operand where the divisor has one sign,
    so its bounds are at corners."""

    def divided(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
        full = IntRange.full(a.width)
        if b.smin <= 0 <= b.smax:  # upstream: anything, as it is undefined for zero
            return full
        corners = [quotient(x, y) for x in (a.smin, a.smax) for y in (b.smin, b.smax)]
        low, high = (min(max(n, full.smin), full.smax) for n in (min(corners), max(corners)))
        return IntRange.signed(a.width, low, high)

    return divided


def _truncated(a: int, b: int) -> int:
    found = abs(a) // abs(b)
    return found if (a < 0) == (b < 0) else -found


divs = _signed_quotient(_truncated)
ceildivs = _signed_quotient(lambda a, b: -(-a // b))
floordivs = _signed_quotient(lambda a, b: a // b)


def divu(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a / b of unsigned numbers, toward zero"""
    low = a.umin // b.umax if b.umax else 0
    return IntRange.unsigned(a.width, low, a.umax // max(b.umin, 1))


def ceildivu(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a / b of unsigned numbers, upwards"""
    if not b.umin:  # undefined where the divisor is zero
        return divu(a, b)
    return IntRange.unsigned(a.width, -(-a.umin // b.umax), -(-a.umax // b.umin))


def remu(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a % b of unsigned numbers"""
    by = b.umin
    if by == b.umax and by and a.umin // by == a.umax // by:
        return IntRange.unsigned(a.width, a.umin % by, a.umax % by)
    return IntRange.unsigned(a.width, 0, min(a.umax, b.umax - 1) if b.umax else a.umax)


def rems(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a % b with the sign of a; anything, as upstream, if b may be zero"""
    if b.smin <= 0 <= b.smax:
        return IntRange.full(a.width)
    largest = max(abs(b.smin), abs(b.smax)) - 1
    if b.smin == b.smax and a.smax - a.smin <= largest:
        low, high = (n - b.smin * _truncated(n, b.smin) for n in (a.smin, a.smax))
        if low <= high:
            return IntRange.signed(a.width, low, high)
    return IntRange.signed(a.width, -largest if a.smin < 0 else 0, largest if a.smax > 0 else 0)


def _bits(a: IntRange) -> tuple[int, int]:
    """The bits that are certainly set, and those that may be: all numbers of the interval agree on
    the leading ones."""
    unsure = (1 << (a.umin ^ a.umax).bit_length()) - 1
    return a.umin & ~unsure, a.umax | unsure


def and_(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a & b"""
    (a_set, a_may), (b_set, b_may) = _bits(a), _bits(b)
    return IntRange.unsigned(a.width, a_set & b_set, a_may & b_may)


def or_(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a | b"""
    (a_set, a_may), (b_set, b_may) = _bits(a), _bits(b)
    return IntRange.unsigned(a.width, a_set | b_set, a_may | b_may)


def xor(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
    """a ^ b"""
    (a_set, a_may), (b_set, b_may) = _bits(a), _bits(b)
    low = (a_set & ~b_may) | (b_set & ~a_may)
    return IntRange.unsigned(a.width, low, (a_may & ~b_set) | (b_may & ~a_set))


def _chosen(choose: Callable[[int, int], int], *, signed: bool) -> Callable[..., IntRange]:
    def chosen(a: IntRange, b: IntRange, flags: int = 0) -> IntRange:
        if signed:
            return IntRange.signed(a.width, choose(a.smin, b.smin), choose(a.smax, b.smax))
        return IntRange.unsigned(a.width, choose(a.umin, b.umin), choose(a.umax, b.umax))

    return chosen


BINARY: dict[str, Callable[[IntRange, IntRange, int], IntRange]] = {
    "add": add,
    "sub": sub,
    "mul": mul,
    "shl": shl,
    "shrs": shrs,
    "shru": shru,
    "divs": divs,
    "ceildivs": ceildivs,
    "floordivs": floordivs,
    "rems": rems,
    "divu": divu,
    "ceildivu": ceildivu,
    "remu": remu,
    "and": and_,
    "or": or_,
    "xor": xor,
    "maxs": _chosen(max, signed=True),
    "maxu": _chosen(max, signed=False),
    "mins": _chosen(min, signed=True),
    "minu": _chosen(min, signed=False),
}
"""Transfer functions of operations on two integers of one width, for all dialects."""


def extended(a: IntRange, width: int, *, signed: bool) -> IntRange:
    """Resized to a width: sign-extended, zero-extended or truncated."""
    if width < a.width:
        return truncated(a, width)
    if signed:
        return IntRange.signed(width, a.smin, a.smax)
    return IntRange.unsigned(width, a.umin, a.umax)


def truncated(a: IntRange, width: int) -> IntRange:
    """Truncated to the last bits."""
    size = 1 << width
    half = size >> 1
    found = IntRange.full(width)
    if a.umin // size == a.umax // size:
        found = found.meet(IntRange.unsigned(width, a.umin % size, a.umax % size))
    if (a.smin + half) // size == (a.smax + half) // size:
        low, high = ((n + half) % size - half for n in (a.smin, a.smax))
        found = found.meet(IntRange.signed(width, low, high))
    return found


def compared(predicate: str, a: IntRange, b: IntRange) -> IntRange:
    """A comparison by its name: `slt`, `ule` …; the result has one bit."""
    if predicate in ("eq", "ne"):
        apart = a.smax < b.smin or b.smax < a.smin or a.umax < b.umin or b.umax < a.umin
        same = a.number is not None and a.number == b.number
        if apart or same:
            return IntRange.of(1, int(same == (predicate == "eq")))
        return IntRange.full(1)
    low_a, high_a, low_b, high_b = (
        (a.umin, a.umax, b.umin, b.umax)
        if predicate[0] == "u"
        else (a.smin, a.smax, b.smin, b.smax)
    )
    if predicate[1:] in ("gt", "ge"):
        low_a, high_a, low_b, high_b = low_b, high_b, low_a, high_a
    strict = predicate[2] == "t"
    if high_a < low_b or (not strict and high_a == low_b):
        return IntRange.of(1, 1)
    if low_a > high_b or (strict and low_a == high_b):
        return IntRange.of(1, 0)
    return IntRange.full(1)


def size_range(type: Type, index: IntRange) -> IntRange:
    """The size of the dimension `index` of a shaped type: not negative, and one of its sizes."""
    largest = IntRange.full(INDEX_BITS).smax
    anything = IntRange.signed(INDEX_BITS, 0, largest)
    if not isinstance(type, ShapedType) or not type.has_rank:
        return anything
    sizes = type.shape
    if index.number is not None:
        sizes = sizes[index.number : index.number + 1] if index.number >= 0 else ()
    if not sizes or DYNAMIC in sizes:
        return anything
    return IntRange.signed(INDEX_BITS, min(sizes), max(sizes))
