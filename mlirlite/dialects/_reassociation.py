"""`[[0, 1], [2]]`: which dimensions become one when a shape is collapsed, or come from one when it
is expanded."""

from collections.abc import Iterable, Sequence
from math import prod
from typing import Annotated

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, i64_attr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.types import DYNAMIC, I64
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def is_index_lists(a: Attribute) -> bool:
    """Whether an attribute is a list of lists of i64."""
    return isinstance(a, ArrayAttr) and all(
        isinstance(group, ArrayAttr)
        and all(isinstance(i, IntegerAttr) and i.type is I64 for i in group)
        for group in a
    )


Reassociation = Annotated[
    ArrayAttr, Constraint("Array of 64-bit integer array attributes", is_index_lists)
]


def reassociation_groups(attribute: ArrayAttr) -> list[list[int]]:
    """`[[0, 1], [2]]` as Python lists."""
    return [
        [i.value for i in group if isinstance(i, IntegerAttr)]
        for group in attribute
        if isinstance(group, ArrayAttr)
    ]


def verify_output_shape(
    op: Op, static_output_shape: Iterable[int], output_shape: Sequence[Value]
) -> Diagnostic | None:
    """The error of an expansion whose `static_output_shape` has another number of dynamic sizes
    than `output_shape` has values."""
    dynamic = sum(size == DYNAMIC for size in static_output_shape)
    given = len(output_shape)
    if dynamic == given:
        return None
    return op.error(
        "mismatch in dynamic dims in output_shape and static_output_shape: "
        f"static_output_shape has {dynamic} dynamic dims while output_shape has {given} values"
    )


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


def reassociation(groups: Sequence[Sequence[int]]) -> ArrayAttr:
    """Python lists as `[[0, 1], [2]]`."""
    found: ArrayAttr = ArrayAttr(tuple([ArrayAttr(tuple(map(i64_attr, g))) for g in groups]))
    return found


def regrouped(
    fine: Sequence[Sequence[int]], coarse: Sequence[Sequence[int]]
) -> list[list[int]] | None:
    """For two groupings of the same dimensions, the fine groups that form each coarse one; None
    when they are not nested."""
    found, at = [], 0
    for group in coarse:
        first = at
        while at < len(fine) and fine[at][-1] <= group[-1]:
            at += 1
        if at == first or fine[at - 1][-1] != group[-1]:
            return None
        found.append(list(range(first, at)))
    return found


def groups_between(
    larger: Sequence[int],
    larger_groups: Sequence[Sequence[int]],
    smaller: Sequence[int],
    smaller_groups: Sequence[Sequence[int]],
) -> list[list[int]] | None:
    """How to collapse one shape to another within the groups of a shape that both come from; None
    when there is no way or more than one."""
    if not larger_groups:
        return groups_for_shapes(larger, smaller)
    found: list[list[int]] = []
    for many, few in zip(larger_groups, smaller_groups, strict=True):
        sizes, wanted = [larger[d] for d in many], [smaller[d] for d in few]
        if sizes.count(DYNAMIC) > 1 and wanted.count(DYNAMIC) > 1:
            return None
        if len(sizes) == len(wanted):
            if sizes != wanted:
                return None
            found += [[d] for d in many]
            continue
        inner = groups_for_shapes(sizes, wanted)
        if inner is None:
            return None
        found += [[many[i] for i in group] for group in inner]
    return found


def groups_for_shapes(shape: Sequence[int], target: Sequence[int]) -> list[list[int]] | None:
    """How to collapse a shape to a target of lower rank: groups that multiply to the target's
    sizes; None when there are none, or they are ambiguous beyond unit dimensions."""
    if len(shape) <= len(target):
        return None
    if not target:
        return [] if all(size in (1, DYNAMIC) for size in shape) else None
    forward = _shortest_runs(shape, target)
    backward = _shortest_runs(shape[::-1], target[::-1])
    if forward is None or backward is None:
        return None
    last = len(shape) - 1
    for run, mirrored in zip(forward, backward[::-1], strict=True):
        if any(shape[d] != 1 for d in set(run) ^ {last - d for d in mirrored}):
            return None
    return [list(run) for run in forward]


def _shortest_runs(shape: Sequence[int], target: Sequence[int]) -> list[range] | None:
    """From left to right the shortest run of dimensions for each size; a dynamic size also takes
    dimensions that the next one cannot, the last one takes the remainder."""
    runs: list[range] = []
    at = 0
    for size in target:
        run = _run_for(shape, at, size)
        if run is None:
            return None
        if run.start > at:
            if not runs or target[len(runs) - 1] != DYNAMIC:
                return None
            runs[-1] = range(runs[-1].start, run.start)
        runs.append(run)
        at = run.stop
    if target[-1] != DYNAMIC and any(size != 1 for size in shape[at:]):
        return None
    runs[-1] = range(runs[-1].start, len(shape))
    return runs


def _run_for(shape: Sequence[int], start: int, size: int) -> range | None:
    """The first run that can be a size: up to a dynamic dimension, or of static ones."""
    if size == DYNAMIC:
        found = next((d for d in range(start, len(shape)) if shape[d] == DYNAMIC), None)
        return None if found is None else range(start, found + 1)
    first, product = start, 1
    for d in range(start, len(shape)):
        if shape[d] == DYNAMIC:
            first, product = d + 1, 1
            continue
        product *= shape[d]
        while product > size and first < d:
            product //= shape[first]
            first += 1
        if product == size:
            return range(first, d + 1)
    return None
