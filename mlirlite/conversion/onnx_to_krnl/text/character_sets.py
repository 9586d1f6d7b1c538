"""Sets of characters as ranges of code points, and these as ranges of bytes of UTF-8."""

from __future__ import annotations

import unicodedata
from functools import cache

from mlirlite.support.tuning import Fixed

LAST: Fixed[int] = 0x10FFFF
Ranges = list[tuple[int, int]]

CLASSES: dict[str, Ranges] = {
    "d": [(48, 57)],
    "w": [(48, 57), (65, 90), (95, 95), (97, 122)],
    "s": [(9, 10), (12, 13), (32, 32)],
}
POSIX: dict[str, Ranges] = {
    "alnum": [(48, 57), (65, 90), (97, 122)],
    "alpha": [(65, 90), (97, 122)],
    "ascii": [(0, 127)],
    "blank": [(9, 9), (32, 32)],
    "cntrl": [(0, 31), (127, 127)],
    "digit": [(48, 57)],
    "graph": [(33, 126)],
    "lower": [(97, 122)],
    "print": [(32, 126)],
    "punct": [(33, 47), (58, 64), (91, 96), (123, 126)],
    "space": [(9, 13), (32, 32)],
    "upper": [(65, 90)],
    "word": [(48, 57), (65, 90), (95, 95), (97, 122)],
    "xdigit": [(48, 57), (65, 70), (97, 102)],
}


def merged(ranges: Ranges) -> Ranges:
    """The same characters in order, with adjacent ranges merged."""
    found: Ranges = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found


def complement(ranges: Ranges) -> Ranges:
    """All other characters."""
    found: Ranges = []
    start = 0
    for low, high in merged(ranges):
        if low > start:
            found.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        found.append((start, LAST))
    return found


@cache
def category(name: str) -> Ranges:
    """Characters of a general category: `L`, `Nd`, `Any`."""
    if name == "Any":
        return [(0, LAST)]
    found: Ranges = []
    for code in range(LAST + 1):
        if unicodedata.category(chr(code)).startswith(name):
            if found and found[-1][1] == code - 1:
                found[-1] = found[-1][0], code
            else:
                found.append((code, code))
    if not found or not name:
        raise ValueError(f"unknown category '{name}' of characters")
    return found


def utf8(low: int, high: int) -> list[list[tuple[int, int]]]:
    """Sequences of ranges of bytes that are the UTF-8 of a range of characters."""
    found: list[list[tuple[int, int]]] = []
    for first, last in ((0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x10000, LAST)):
        a, b = max(low, first), min(high, last)
        if a <= b:
            size = len(_encoded(a))
            found += _byte_ranges(_encoded(a), _encoded(b), size)
    return found


def _encoded(code: int) -> bytes:
    return chr(code).encode("utf-8", "surrogatepass")


def _byte_ranges(low: bytes, high: bytes, size: int) -> list[list[tuple[int, int]]]:
    """Both ends have the same number of bytes; all except the first run from 80 to BF."""
    if size == 1:
        return [[(low[0], high[0])]]
    if low[0] == high[0]:
        head = (low[0], low[0])
        return [[head, *rest] for rest in _byte_ranges(low[1:], high[1:], size - 1)]
    least, most = b"\x80" * (size - 1), b"\xbf" * (size - 1)
    found: list[list[tuple[int, int]]] = []
    first, last = low[0], high[0]
    if low[1:] != least:
        found += [[(first, first), *rest] for rest in _byte_ranges(low[1:], most, size - 1)]
        first += 1
    tail = []
    if high[1:] != most:
        tail = [[(last, last), *rest] for rest in _byte_ranges(least, high[1:], size - 1)]
        last -= 1
    if first <= last:
        found.append([(first, last), *[(0x80, 0xBF)] * (size - 1)])
    return found + tail


# From choices to none
