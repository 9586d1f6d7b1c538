"""Private buffers for fused nests, as large as one iteration needs."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.affine._compose import canonicalize_map, compose
from mlirlite.dialects.affine._simplify import simplify
from mlirlite.dialects.affine.analysis.dependence import (
    ACCESSES,
    WRITES,
    Access,
    AccessOp,
    runs_before,
)
from mlirlite.dialects.affine.analysis.regions import Region, region_of
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.dialects.memref.allocation import AllocOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, MemRefType
from mlirlite.ir.values import Value


def make_private(
    stores: Sequence[AccessOp],
    nest: ForOp,
    inner: ForOp,
    depth: int,
    fast_space: int | None,
    local_limit: int,
) -> Operation | None:
    """Let the accesses of a nest use a private allocation, for what its stores to a buffer write in
    one iteration of the `depth` outermost loops; None when these write different elements. The
    producer was put at the beginning of the `inner` loop. In `fast_space` when it has at most
    `local_limit` bytes."""
    memref, first = stores[0].memref_operand, Access(stores[0])
    type = memref.type
    if not all(first.same_place(Access(op)) for op in stores[1:]):
        return None
    region = region_of(stores[0], depth)
    if region is None or not isinstance(type, MemRefType) or nest.parent_region is None:
        return None
    space = type.memory_space
    if fast_space is not None and region.size <= local_limit:
        space = IntegerAttr(fast_space, I64)
    small = MemRefType(region.shape, type.element_type, None, space)
    made: Operation = AllocOp([], memref=small)
    made.location = nest.location
    nest.parent_region.entry.prepend(made)
    first_op = _first_writer(stores, inner)
    for op in [o for o in nest.walk() if isinstance(o, ACCESSES)]:
        if op.memref_operand is memref and (first_op.is_ancestor(op) or runs_before(first_op, op)):
            _retarget(op, made.results[0], region)
    return made


def _first_writer(stores: Sequence[AccessOp], inner: ForOp) -> Operation:
    """The first op with a store in it, of the innermost block that has the stores and the loop's
    body inside."""
    loop: Operation = inner
    while not all(loop.is_ancestor(op) for op in stores) and loop.parent_op is not None:
        loop = loop.parent_op
    return next(op for op in loop.regions[0].entry if any(op.is_ancestor(s) for s in stores))


def _retarget(op: AccessOp, buffer: Value, region: Region) -> None:
    """Let an access use the buffer: its old subscripts less the corner of the region."""
    map, operands = op.affine_map, list(op.index_operands)
    counters = region.counters
    moved = counters or any(corner is not AffineConst(0) for corner in region.corner)
    if moved and not map.is_identity:
        _leave_subscripts(op)
    n = map.num_dims
    exprs = []
    shift = [AffineDim(n + i) for i in range(len(counters))]
    for result, corner in zip(map.results, region.corner, strict=True):
        exprs.append(simplify(result - corner.replace(shift, ())))
    total = AffineMap(n + len(counters), map.num_symbols, tuple(exprs))
    new_map, values = canonicalize_map(*compose(total, [*operands[:n], *counters, *operands[n:]]))
    group = 1 if isinstance(op, WRITES) else 0
    if op.definition is not None:
        op.definition.set_operand_group(op, group, buffer)
        op.definition.set_operand_group(op, group + 1, values)
    op.properties["map"] = AffineMapAttr(new_map)


def _leave_subscripts(op: AccessOp) -> None:
    """As upstream, the old subscripts stay as affine.apply, although nothing uses them."""
    map = op.affine_map
    b = Builder.before_op(op)
    for result in map.results:
        single = AffineMapAttr(map._replace(results=(result,)))
        b.insert(ApplyOp(single, op.index_operands))
