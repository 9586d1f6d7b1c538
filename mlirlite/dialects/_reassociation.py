"""`[[0, 1], [2]]`: which dimensions become one when a shape is collapsed, or come from one when it
is expanded."""

from collections.abc import Sequence
from math import prod
from typing import Annotated

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.types import DYNAMIC, I64
from mlirlite.support.diagnostics import Diagnostic


def _index_lists(a: Attribute) -> bool:
    return isinstance(a, ArrayAttr) and all(
        isinstance(group, ArrayAttr)
        and all(isinstance(i, IntegerAttr) and i.type is I64 for i in group)
        for group in a
    )


Reassociation = Annotated[
    ArrayAttr, Constraint("Array of 64-bit integer array attributes", _index_lists)
]


def reassociation_groups(attribute: ArrayAttr) -> list[list[int]]:
    """`[[0, 1], [2]]` as Python lists."""
    return [
        [i.value for i in group if isinstance(i, IntegerAttr)]
        for group in attribute
        if isinstance(group, ArrayAttr)
    ]


def verify_reassociation(
    op: Op,
    groups: Sequence[Sequence[int]],
    expanded: Sequence[int],
    collapsed: Sequence[int],
) -> Diagnostic | None:
    """The groups cover the expanded dimensions in order, one for each collapsed dimension, with
    equal sizes."""
    if len(groups) != len(collapsed):
        return op.error(
            f"invalid number of reassociation groups: found {len(groups)}, expected "
            f"{len(collapsed)}"
        )
    following = 0
    for d, group in enumerate(groups):
        for i in group:
            if i != following:
                return op.error("reassociation indices must be contiguous")
            if i >= len(expanded):
                return op.error(f"reassociation index {i} is out of bounds")
            following += 1
        sizes = [expanded[i] for i in group]
        unknown = DYNAMIC in sizes
        if unknown != (collapsed[d] == DYNAMIC):
            return op.error(
                f"collapsed dim ({d}) must be dynamic if and only if reassociation group is dynamic"
            )
        if not unknown and prod(sizes) != collapsed[d]:
            return op.error(
                f"collapsed dim size ({collapsed[d]}) must equal reassociation group size "
                f"({prod(sizes)})"
            )
    if not collapsed:
        if any(size != 1 for size in expanded):
            return op.error("rank 0 memrefs can only be extended/collapsed with/from ones")
    elif following != len(expanded):
        return op.error(
            f"expanded rank ({len(expanded)}) inconsistent with number of reassociation indices "
            f"({following})"
        )
    return None
