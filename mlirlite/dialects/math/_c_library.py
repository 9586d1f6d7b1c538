"""Functions from the C library. Upstream folds with them: those of f32 do not always give the float
that is nearest, and the sign of a NaN is theirs."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

_LIBRARIES = (None, "libm.so.6", "libm.dylib")
"""The functions that Python itself is linked with, else the library."""


@cache
def c_function(name: str, arity: int, width: int) -> Callable[..., float] | None:
    """The function of an op (`"math.exp"` of 32 bits is `expf`) with this many operands; None where
    the C library does not have it."""
    symbol = name.removeprefix("math.")
    symbol = "pow" if symbol == "powf" else symbol
    if width == 32:
        symbol += "f"
    type = ctypes.c_float if width == 32 else ctypes.c_double
    for library in _LIBRARIES:
        try:
            found = getattr(ctypes.CDLL(library), symbol)
        except (OSError, AttributeError, TypeError):
            continue
        found.restype = type
        found.argtypes = [type] * arity
        function: Callable[..., float] = found
        return function
    return None
