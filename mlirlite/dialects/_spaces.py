"""Memory spaces of memrefs: numbers, or cases of the enum of dialects for GPUs."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.gpu.enums import AddressSpace, AddressSpaceAttr
from mlirlite.ir.attributes import IntegerAttr


def space_number(space: Any) -> int | None:
    """The number of a memory space; 0 without one, None if it is not a number."""
    if space is None:
        return 0
    return space.value if isinstance(space, IntegerAttr) else None


def is_workgroup(space: Any) -> bool:
    """Whether a memory space is the one that threads of a workgroup share."""
    if isinstance(space, AddressSpaceAttr):
        return space.value is AddressSpace.workgroup
    return space_number(space) == 3


def is_global(space: Any) -> bool:
    """Whether a memory space is the one that all threads share."""
    if isinstance(space, AddressSpaceAttr):
        return space.value is AddressSpace.global_
    return space_number(space) in (0, 1)
