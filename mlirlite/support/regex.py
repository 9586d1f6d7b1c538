"""Groups of a regular expression that, once matched, are not tried another way.

Python before 3.11.5 does not put the position back when the last turn of `(?:...)*+` fails halfway
(python/cpython#106052). There an atomic group does the same, but it takes memory for each turn."""

import sys

_POSSESSIVE = sys.version_info >= (3, 11, 5)


def many(pattern: str) -> str:
    """The pattern, any number of times."""
    return f"(?:{pattern})*+" if _POSSESSIVE else f"(?>(?:{pattern})*)"


def maybe(pattern: str) -> str:
    """The pattern, or nothing."""
    return f"(?:{pattern})?+" if _POSSESSIVE else f"(?>(?:{pattern})?)"
