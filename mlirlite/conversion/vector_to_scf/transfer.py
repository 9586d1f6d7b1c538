"""Transfers of vectors: made, moved along a dimension, and guarded where they may leave their
base."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion._create import create
from mlirlite.dialects import arith, memref, scf, tensor, vector
from mlirlite.dialects._index_values import index_constant, value_of
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import FALSE, TRUE, AffineMapAttr, ArrayAttr, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType, ShapedType, VectorType
from mlirlite.ir.values import Value

Transfer = vector.TransferReadOp | vector.TransferWriteOp
Build = Callable[[Builder], Sequence[Value]]

NEAR = {"nontemporal": FALSE}
"""What upstream writes at accesses with indices."""


def vector_of(op: Transfer) -> VectorType | None:
    """The type that a transfer moves; None for a scalar or something unknown."""
    type = op.vector_value.type
    return type if isinstance(type, VectorType) else None


def read(
    b: Builder,
    like: vector.TransferReadOp,
    type: VectorType,
    map: AffineMap,
    inside: Sequence[bool],
    *,
    indices: Sequence[Value] | None = None,
    mask: Value | None = None,
) -> vector.TransferReadOp:
    """A read of the same base and padding."""
    return b.insert(
        vector.TransferReadOp(
            base=like.base,
            indices=list(like.indices if indices is None else indices),
            padding=like.padding,
            mask=mask,
            permutation_map=AffineMapAttr(map),
            in_bounds=flags(inside),
            vector=type,
        )
    )


def write(
    b: Builder,
    like: vector.TransferWriteOp,
    value: Value,
    map: AffineMap,
    inside: Sequence[bool],
    *,
    indices: Sequence[Value] | None = None,
    mask: Value | None = None,
) -> vector.TransferWriteOp:
    """A write to the same base."""
    return b.insert(
        vector.TransferWriteOp(
            valueToStore=value,
            base=like.base,
            indices=list(like.indices if indices is None else indices),
            mask=mask,
            permutation_map=AffineMapAttr(map),
            in_bounds=flags(inside),
            result=like.base.type if like.results else None,
        )
    )


def flags(inside: Sequence[bool]) -> ArrayAttr:
    """`[true, false]`."""
    return ArrayAttr(tuple([TRUE if flag else FALSE for flag in inside]))


def first_dim(op: Transfer) -> int | None:
    """The dimension of the base that the vector's first goes along; None where it repeats."""
    first = op.map.results[0]
    return first.position if isinstance(first, AffineDim) else None


def moved_indices(b: Builder, op: Transfer, counter: Value) -> list[Value]:
    """The indices of the row or element that a counter of the first dimension names."""
    found: list[Value] = list(op.indices)
    dim = first_dim(op)
    if dim is not None:
        found[dim] = _sum(b, found[dim], counter)
    return found


def _sum(b: Builder, base: Value, counter: Value) -> Value:
    sum = AffineMap(2, 0, (AffineDim(0) + AffineDim(1),))
    return value_of(b, composed_apply(b, sum, (base, counter)))


def guarded(
    b: Builder, op: Transfer, counter: Value, types: Sequence[Type], inside: Build, outside: Build
) -> Sequence[Value]:
    """`inside` where the first dimension of a transfer lies in its base and the mask of one
    dimension is on, else `outside`."""
    dim = first_dim(op)
    holds: Value | None = None
    if dim is not None and not op.in_bounds_flags[0]:
        size = size_of(b, op.base, dim)
        place = _sum(b, op.indices[dim], counter)
        holds = b.insert(arith.CmpIOp(CmpIPredicate.sgt, size, place)).results[0]
    mask = op.mask
    if mask is not None and dim is not None and len(mask_shape(mask)) == 1:
        lane = element(b, mask, counter)
        holds = lane if holds is None else b.insert(arith.AndIOp(holds, lane)).results[0]
    if holds is None:
        return inside(b)
    regions = []
    for build in (inside, outside):
        block = Block()
        inner = Builder.at_end(block)
        inner.location = b.location
        inner.insert(scf.YieldOp.create(tuple(build(inner))))
        regions.append(Region([block]))
    made = scf.IfOp.create((holds,), tuple(types), None, None, tuple(regions))
    return b.insert(made).results


def mask_shape(mask: Value) -> tuple[int, ...]:
    """The sizes of a mask."""
    return mask.type.shape if isinstance(mask.type, VectorType) else ()


def element(b: Builder, source: Value, place: Value) -> Value:
    """vector.extract at a value of the first dimension of a vector of one dimension."""
    type = source.type.element_type if isinstance(source.type, VectorType) else source.type
    properties = {"static_position": i64_array((DYNAMIC,))}
    made = vector.ExtractOp.create((source, place), (type,), dict(properties))
    return b.insert(made).results[0]


def size_of(b: Builder, base: Value, dim: int) -> Value:
    """The size of a dimension of a memref or tensor."""
    type = base.type
    size = type.shape[dim] if isinstance(type, ShapedType) else DYNAMIC
    if size != DYNAMIC:
        return index_constant(b, size)
    position = index_constant(b, dim)
    if isinstance(type, MemRefType):
        return create(b, memref.DimOp, (base, position), INDEX)
    return create(b, tensor.DimOp, (base, position), INDEX)


def loop(
    b: Builder,
    bounds: Sequence[Value],
    carried: Sequence[Value],
    body: Callable[[Builder, Value, Sequence[Value]], Sequence[Value]],
) -> Sequence[Value]:
    """scf.for that carries values."""
    block = Block((INDEX, *(v.type for v in carried)))
    inner = Builder.at_end(block)
    inner.location = b.location
    results = body(inner, block.args[0], block.args[1:])
    inner.insert(scf.YieldOp.create(tuple(results)))
    types = tuple(v.type for v in carried)
    made = scf.ForOp.create((*bounds, *carried), types, None, None, (Region([block]),))
    return b.insert(made).results
