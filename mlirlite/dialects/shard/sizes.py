"""Numbers of devices and sizes of parts, which may be unknown (DYNAMIC)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlirlite.ir.types import DYNAMIC


def group_size(axes: Iterable[int], shape: Sequence[int]) -> int:
    """How many devices there are along some axes of a grid."""
    size = 1
    for axis in axes:
        if shape[axis] == DYNAMIC:
            return DYNAMIC
        size *= shape[axis]
    return size


def gathered(size: int, count: int) -> int:
    """The size of `count` parts together."""
    return DYNAMIC if DYNAMIC in (size, count) else size * count


def divided(size: int, count: int) -> int:
    """The size of one of `count` parts."""
    return DYNAMIC if DYNAMIC in (size, count) else size // count
