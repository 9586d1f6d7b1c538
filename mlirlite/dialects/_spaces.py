"""Memory spaces of memrefs: numbers, or cases of an enum that a dialect for GPUs declares."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attributes import IntegerAttr


def space_number(space: Any) -> int | None:
    """The number of a memory space; 0 without one, None if it is not a number."""
    if space is None:
        return 0
    return space.value if isinstance(space, IntegerAttr) else None


def is_case(space: Any, attribute: str, case: str) -> bool:
    """Whether a memory space is a case of an enum: `is_case(space, "gpu.address_space", "global")`.
    Capitals make no difference."""
    named = getattr(space, "name", "") == attribute
    return named and bool(space.value.name.lower() == case.lower())


def is_workgroup(space: Any) -> bool:
    """Whether a memory space is the one that threads of a workgroup share."""
    return space_number(space) == 3 or is_case(space, "gpu.address_space", "workgroup")
