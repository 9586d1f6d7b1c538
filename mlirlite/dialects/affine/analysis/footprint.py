"""How much memory a loop nest touches: for each buffer the box around all elements accessed."""

from __future__ import annotations

from mlirlite.dialects.affine.analysis.constraints import Constraints, plus
from mlirlite.dialects.affine.analysis.dependence import ACCESSES, Access, Domain
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, FloatType, IndexType, IntegerType, MemRefType, VectorType
from mlirlite.ir.values import Value


def footprint_bytes(root: Operation) -> int | None:
    """Bytes of all boxes together; None when a size is not known. NotLinear when an access cannot
    be analyzed."""
    boxes: dict[Value, list[tuple[int, int]]] = {}
    for op in root.walk():
        if not isinstance(op, ACCESSES):
            continue
        access = Access(op)
        box = access_box(access)
        if box is None:
            return None
        known = boxes.get(access.memref)
        boxes[access.memref] = (
            box
            if known is None
            else [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(known, box, strict=True)]
        )
    total = 0
    for memref, box in boxes.items():
        if not isinstance(memref.type, MemRefType):
            return None
        size = element_bytes(memref.type)
        if size is None:
            return None
        for low, high in box:
            size *= max(0, high - low + 1)
        total += size
    return total


def access_box(access: Access) -> list[tuple[int, int]] | None:
    """The first and last index in each dimension, over all iterations; None where unbounded.
    NotLinear as `Constraints.flatten`."""
    type = access.memref.type
    system = Constraints()
    domain = Domain(system, access.op)
    rows = domain.rows_of(access.map, access.operands)
    box = []
    for d, row in enumerate(rows):
        var = system.add_dim()
        measured = system.copy()
        measured.add_equality(plus(row, {var: 1}, -1))
        low = measured.constant_bound(var, lower=True)
        high = measured.constant_bound(var, lower=False)
        if low is None or high is None:
            if not isinstance(type, MemRefType) or type.shape[d] == DYNAMIC:
                return None
            low, high = 0, type.shape[d] - 1
        box.append((low, high))
    return box


def element_bytes(type: MemRefType) -> int | None:
    """Bytes of one element; None for elements of unknown size."""
    element, count = type.element_type, 1
    if isinstance(element, VectorType):
        for size in element.shape:
            count *= size
        element = element.element_type
    if isinstance(element, IndexType):
        return 8 * count
    if isinstance(element, (IntegerType, FloatType)):
        return -(-element.width * count // 8)
    return None
