"""What C++ in patterns says of values and constants: `matchPattern(value, m_Constant(&attr))`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constants import is_float, is_int
from mlirlite.ir.operation import Operation
from mlirlite.rewriting.folding import constant_of, constant_value, is_constant

Matcher = Callable[[Any], bool]
"""Whether a value's constant, or None, is what is looked for."""


class Out:
    """What a call in a source pattern sets: `&$0`, or an argument by reference. `value` is an
    attribute or a value; None as long as nothing has set it."""

    def __init__(self) -> None:
        self.value: Any = None


def _constant(value: Any) -> Attribute | None:
    if isinstance(value, Attribute):
        return value
    if isinstance(value, Operation):
        return constant_of(value) if is_constant(value) else None
    return constant_value(value)


def match_pattern(value: Any, matcher: Matcher) -> bool:
    """Whether a value, an op or an attribute is what a matcher looks for."""
    return matcher(_constant(value))


def _any_constant(out: Out | None = None) -> Matcher:
    def match(found: Any) -> bool:
        if found is not None and out is not None:
            out.value = found
        return found is not None

    return match


def _is_zero(found: Any) -> bool:
    return is_float(found, 0.0) or is_float(found, -0.0)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "matchPattern": match_pattern,
    "m_Constant": _any_constant,
    "m_Zero": lambda: lambda found: is_int(found, 0),
    "m_One": lambda: lambda found: is_int(found, 1),
    "m_AnyZeroFloat": lambda: _is_zero,
    "m_PosZeroFloat": lambda: lambda found: is_float(found, 0.0),
    "m_NegZeroFloat": lambda: lambda found: is_float(found, -0.0),
    "m_OneFloat": lambda: lambda found: is_float(found, 1.0),
    "m_AnyAttrOf": lambda *matchers: lambda found: any(m(found) for m in matchers),
    "success": bool,
    "failure": lambda flag=True: not flag,
    "succeeded": lambda found: found is not None and found is not False,
    "failed": lambda found: found is None or found is False,
}
"""Functions of C++ that only patterns call."""
