"""The keywords of flags of enums."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attributes import enum_keywords


def flag_words(cases: Any, value: int) -> list[str]:
    """The keywords of the flags in a value, in the order of declaration; for enums that say so,
    groups that fit whole before single flags."""
    words = enum_keywords(cases)
    exact = [word for word, number in words.items() if number == value]
    if exact:
        return exact[:1]
    whole = {w: n for w, n in words.items() if n and value & n == n}
    groups = {w: n for w, n in whole.items() if n & (n - 1)}
    found: list[str] = []
    if getattr(cases, "__groups_first__", False):
        for word, number in groups.items():
            if value & number == number:
                found.append(word)
                value &= ~number
    return found + [w for w, n in whole.items() if w not in groups and value & n]
