"""Arrays at addresses that generated code wants: constants there are used in place, not copied."""

from __future__ import annotations

from math import prod
from typing import Any

ALIGNMENT = 64
"""Of constants, in bytes: a line of the cache, and the longest vector."""


def aligned_zeros(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros that begins at a multiple of ALIGNMENT."""
    import numpy as np  # late: most of what imports this file makes no arrays

    type = np.dtype(dtype)
    size = prod(shape) * type.itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(type).reshape(shape)
