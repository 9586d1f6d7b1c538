"""Buffers: krnl.load and store, memset, prefetch, offsets.

krnl.load %m[%i]  -->  affine.load where %i is affine, memref.load elsewhere
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.conversion.krnl_to_affine.indexing import Indexing, load, store
from mlirlite.conversion.krnl_to_affine.loops import apply_map, legal_map
from mlirlite.dialects import affine, krnl, memref
from mlirlite.ir.affine import AffineConst, AffineExpr, AffineMap
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import MemRefType
from mlirlite.support.diagnostics import DiagnosticError

lower_access: OpTable[Callable[..., None]] = OpTable("krnl-to-affine", "lower_access")
"""Lowerings of ops in loops: `(op, b)` puts new ops before the op; the caller erases it."""


@lower_access(krnl.LoadOp)
def lower_load(op: krnl.LoadOp, b: Builder) -> None:
    """krnl.load --> affine.load or memref.load"""
    buffer, *indices = op.operands
    op.results[0].replace_all_uses_with(load(b, buffer, AffineMap.identity(len(indices)), indices))


@lower_access(krnl.StoreOp)
def lower_store(op: krnl.StoreOp, b: Builder) -> None:
    """krnl.store --> affine.store or memref.store"""
    value, buffer, *indices = op.operands
    store(b, value, buffer, AffineMap.identity(len(indices)), indices)


@lower_access(krnl.MemsetOp)
def lower_memset(op: krnl.MemsetOp, b: Builder) -> None:
    """krnl.memset --> loops of stores"""
    buffer, value = op.operands
    type = buffer.type
    if not isinstance(type, MemRefType):
        raise DiagnosticError(op.error("needs a ranked memref"))
    space = Indexing(b)
    with ExitStack() as loops:
        indices = [
            loops.enter_context(space.loop(0, [space.size(buffer, axis)]))
            for axis in range(type.rank)
        ]
        space.store(value, buffer, indices)


@lower_access(krnl.PrefetchOp)
def lower_prefetch(op: krnl.PrefetchOp, b: Builder) -> None:
    """krnl.prefetch --> affine.prefetch or memref.prefetch"""
    buffer, *operands = op.operands
    properties = {n: op.properties[n] for n in ("isWrite", "localityHint", "isDataCache")}
    legal = legal_map(b, op.map.map, operands)
    if legal is None:
        indices = AffineExpander(b).map(op.map.map, operands)
        b.insert(memref.PrefetchOp.create((buffer, *indices), (), properties))
        return
    properties["map"] = AffineMapAttr(legal[0])
    b.insert(affine.PrefetchOp.create((buffer, *legal[1]), (), properties))


@lower_access(krnl.GetLinearOffsetIndexOp)
def lower_offset(op: krnl.GetLinearOffsetIndexOp, b: Builder) -> None:
    """krnl.get_linear_offset_index --> ((i0 * size1) + i1) * size2 + …"""
    buffer, *operands = op.operands
    type, map = buffer.type, op.map.map
    if not isinstance(type, MemRefType):
        raise DiagnosticError(op.error("needs a ranked memref"))
    if type.has_static_shape:
        offset: AffineExpr = AffineConst(0)
        for index, stride in zip(map.results, type.row_major_strides(), strict=True):
            offset = offset + index * stride
        whole = AffineMap(map.num_dims, map.num_symbols, (offset,))
        op.results[0].replace_all_uses_with(apply_map(b, whole, operands))
        return
    expand, space = AffineExpander(b), Indexing(b)
    place = expand.constant(0)
    for axis, index in enumerate(map.results):
        if axis:
            size = apply_map(b, *space.map_of([space.size(buffer, axis)]))
            place = expand.mul(place, size)
        one = AffineMap(map.num_dims, map.num_symbols, (index,))
        place = expand.add(place, apply_map(b, one, operands))
    op.results[0].replace_all_uses_with(place)
