"""`[[0, 1], [2]]`: which dimensions become one when a shape is collapsed, or come from one when it
is expanded."""

from collections.abc import Sequence
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
    *,
    expanding: bool,
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
            following += 1
        sizes = [expanded[i] for i in group if i < len(expanded)]
        unknown = sizes.count(DYNAMIC)
        if not expanding and len(group) == 1 and unknown + (collapsed[d] == DYNAMIC) == 1:
            return op.error(
                f"collapsed dim ({d}) must be dynamic if and only if reassociation group is dynamic"
            )
        if not expanding and (unknown > 0) != (collapsed[d] == DYNAMIC):
            return op.error(
                f"collapsed dim ({d}) must be dynamic if and only if reassociation group is dynamic"
            )
        if not unknown:
            product = 1
            for size in sizes:
                product *= size
            if collapsed[d] not in (product, DYNAMIC):
                return op.error(
                    f"collapsed dim size ({collapsed[d]}) must equal reassociation group size "
                    f"({product})"
                )
    if following != len(expanded):
        return op.error(f"expected reassociation groups to cover {len(expanded)} dimensions")
    return None
