"""Canonical forms of linalg.pack and linalg.unpack: they cancel out, use sizes known from casts and
operands, and ignore overwritten destinations."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import Mixed, number_of, split
from mlirlite.dialects.linalg.relayout import PackOp, RelayoutOp, UnPackOp
from mlirlite.dialects.tensor._canonical_slices import build_slice, slice_parts
from mlirlite.dialects.tensor._casts import cast_source, ranked
from mlirlite.dialects.tensor.slices import ExtractSliceOp
from mlirlite.dialects.tensor.values import CastOp
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.interfaces import DestinationStyle
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import OpResult, Value
from mlirlite.rewriting import Rewriter, canonicalization


def _alike(pack: PackOp, unpack: UnPackOp) -> bool:
    """Whether two ops go between the same layouts."""
    orders = []
    for op in (pack, unpack):
        order = op.outer_permutation
        orders.append(() if list(order) == list(range(len(order))) else order)
    tiles = zip(pack.mixed_tiles, unpack.mixed_tiles, strict=False)
    return (
        pack.inner_dims_pos == unpack.inner_dims_pos
        and orders[0] == orders[1]
        and len(pack.mixed_tiles) == len(unpack.mixed_tiles)
        and all(a is b or number_of(a) == number_of(b) is not None for a, b in tiles)
    )


@canonicalization
def pack_of_unpack(op: PackOp, rw: Rewriter) -> bool | None:
    """pack(unpack(t)) --> t"""
    inner = op.source.defining_op
    if not isinstance(inner, UnPackOp) or inner.source.type is not op.dest.type:
        return rw.fail("the source is not unpacked from this type")
    if op.padding_value is not None or not _alike(op, inner):
        return rw.fail("the layouts differ")
    rw.replace(op, inner.source)
    return True


@canonicalization
def unpack_of_pack(op: UnPackOp, rw: Rewriter) -> bool | None:
    """unpack(pack(t)) --> t"""
    inner = op.source.defining_op
    if not isinstance(inner, PackOp) or inner.source.type is not op.dest.type:
        return rw.fail("the source is not packed from this type")
    if inner.padding_value is not None or not _alike(inner, op):
        return rw.fail("the layouts differ")
    rw.replace(op, inner.source)
    return True


@canonicalization
def needless_padding(op: PackOp, rw: Rewriter) -> bool | None:
    """pack with an unused padding value --> pack without one"""
    shape = ranked(op.source).shape
    if op.padding_value is None or DYNAMIC in [shape[d] for d in op.inner_dims_pos.value]:
        return rw.fail("nothing or something unknown is padded")
    if DYNAMIC in op.static_inner_tiles.value or op.needs_padding():
        return rw.fail("tiles may not be full")
    tiles = op.inner_tiles
    with rw.modify(op):
        op.set_operands([op.source, op.dest, *tiles])
        op.properties[OPERAND_SEGMENTS] = i32_array((1, 1, 0, len(tiles)))
    return True


@canonicalization
def unpack_into_result(op: UnPackOp, rw: Rewriter) -> bool | None:
    """unpack(t) into f(…) into d --> unpack(t) into d: all of it is overwritten"""
    dest = op.dest
    maker: Any = dest.defining_op
    if not isinstance(maker, DestinationStyle) or not isinstance(dest, OpResult):
        return rw.fail("the destination is not made in a destination")
    with rw.modify(op):
        op.set_operand(1, maker.operands[maker.destination_operands()[dest.index]])
    return True


@canonicalization
def slice_of_unpack(op: UnPackOp, rw: Rewriter) -> bool | None:
    """extract_slice(unpack(t) into d) --> unpack(t) into extract_slice(d), when that still takes
    every tile"""
    user = op.result.users[0] if op.result.has_one_use else None
    if not isinstance(user, ExtractSliceOp) or not _takes_every_tile(op, user):
        return rw.fail("the only user is not a slice that takes every tile")
    rw.set_before(op)
    type = user.result.type
    part = rw.insert(build_slice(ExtractSliceOp, [op.dest], slice_parts(user), [type]))
    with rw.modify(op):
        op.set_operand(1, part.results[0])
        op.result.type = type
    rw.replace(user, op)
    return True


def _takes_every_tile(op: UnPackOp, part: ExtractSliceOp) -> bool:
    offsets, _, strides = slice_parts(part)
    shape = ranked(part.result).shape
    if len(shape) != ranked(op.dest).rank:
        return False
    if any(o != 0 for o in offsets) or any(s != 1 for s in strides):
        return False
    counts = list(ranked(op.source).shape[: len(shape)])
    for outer, d in enumerate(op.outer_permutation):
        counts[d] = ranked(op.source).shape[outer]
    for d, tile in zip(op.inner_dims_pos.value, op.static_inner_tiles.value, strict=True):
        if DYNAMIC in (shape[d], counts[d], tile) or counts[d] * tile - shape[d] >= tile:
            return False
    return True


@canonicalization
def sizes_of_each_other(op: RelayoutOp, rw: Rewriter) -> bool | None:
    """Static sizes of untiled dimensions in one of the types --> casts, so that both have them"""
    source, dest = op.operands[0], op.operands[1]
    unpacked, packed = list(op.unpacked_type.shape), list(op.packed_type.shape)
    order = op.outer_permutation or range(len(unpacked))
    tiled = set(op.inner_dims_pos.value)
    for outer, d in enumerate(order):
        if d not in tiled and (unpacked[d] == DYNAMIC) != (packed[outer] == DYNAMIC):
            known = packed[outer] if unpacked[d] == DYNAMIC else unpacked[d]
            unpacked[d] = packed[outer] = known
    shapes = (unpacked, packed) if isinstance(op, PackOp) else (packed, unpacked)
    types = [
        ranked(v).replace(shape=tuple(shape))
        for v, shape in zip((source, dest), shapes, strict=True)
    ]
    if [source.type, dest.type] == types:
        return rw.fail("neither type tells more")
    rw.set_before(op)
    operands = [
        value if value.type is type else rw.insert(CastOp.create((value,), (type,))).results[0]
        for value, type in zip((source, dest), types, strict=True)
    ]
    _retype(op, rw, operands)
    return True


def _retype(op: RelayoutOp, rw: Rewriter, operands: Sequence[Value]) -> None:
    """Give the op another source and destination, and its users a cast where its type changes."""
    result, old = op.results[0], op.results[0].type
    with rw.modify(op):
        op.set_operands([*operands, *op.operands[2:]])
        result.type = operands[1].type
    if result.type is not old:
        rw.set_after(op)
        cast = rw.insert(CastOp.create((result,), (old,)))
        rw.replace_uses_except(result, cast.results[0], cast)


@canonicalization
def relayout_of_casts(op: PackOp | UnPackOp, rw: Rewriter) -> bool | None:
    """pack(cast(t)) into cast(d) --> cast(pack(t) into d), with the sizes of tiles that it tells"""
    operands = [cast_source(v) or v for v in op.operands[:2]]
    if operands == list(op.operands[:2]):
        return rw.fail("no operand is a cast that loses sizes")
    packed = operands[1] if isinstance(op, PackOp) else operands[0]
    given = op.mixed_tiles
    tiles: list[Mixed] = []
    for size, tile in zip(ranked(packed).shape[-len(given) :], given, strict=True):
        tiles.append(size if isinstance(tile, Value) and number_of(tile) == size else tile)
    static, dynamic = split(tiles)
    padding = [op.padding_value] if isinstance(op, PackOp) and op.padding_value is not None else []
    with rw.modify(op):
        op.static_inner_tiles = static
        op.set_operands([*op.operands[:2], *padding, *dynamic])
        if isinstance(op, PackOp):
            op.properties[OPERAND_SEGMENTS] = i32_array((1, 1, len(padding), len(dynamic)))
    _retype(op, rw, operands)
    return True
