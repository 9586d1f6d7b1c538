"""Integer arithmetic on bits, shared by arith and index: divisions and shifts with their edge
cases."""

from __future__ import annotations

from mlirlite.interp.values import POISON, Poison, Undefined


def check_divisor(divisor: int) -> None:
    """Undefined behavior for a division by zero."""
    if divisor == 0:
        raise Undefined("divides by zero")


def check_quotient(a: int, b: int, width: int) -> None:
    """Undefined behavior for a division by zero, or of the smallest number by -1."""
    check_divisor(b)
    if b == -1 and a == -(1 << (width - 1)):
        raise Undefined(f"divides {a} by -1, which overflows {width} bits")


def divide(a: int, b: int) -> int:
    """The quotient rounded toward zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def remainder(a: int, b: int) -> int:
    """The remainder of `divide`; it has the sign of the dividend."""
    return a - divide(a, b) * b


def shift(a: int, by: int, width: int, *, left: bool) -> int | Poison:
    """A shift of a number; poison if it is by the width or more."""
    if not 0 <= by < width:
        return POISON
    return a << by if left else a >> by


def compare(name: str, a: int, b: int, ua: int, ub: int) -> bool:
    """A comparison by its name: `slt`, `ule` …; the numbers are given signed and unsigned."""
    if name == "eq":
        return a == b
    if name == "ne":
        return a != b
    x, y = (ua, ub) if name[0] == "u" else (a, b)
    return {"lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}[name[1:]]
