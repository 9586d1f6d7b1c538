"""The keywords of flags of enums."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attributes import enum_keywords


def flag_words(cases: Any, value: int) -> list[str]:
    """The keywords of the flags in a value: the largest groups first where they fit whole, in the
    order of declaration."""
    words = enum_keywords(cases)
    exact = [word for word, number in words.items() if number == value]
    if exact:
        return exact[:1]
    return [
        word
        for word, number in words.items()
        if number and value & number == number and number & (number - 1) == 0
    ]
