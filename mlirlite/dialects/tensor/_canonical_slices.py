"""Canonical forms of tensor slices: constant offsets, whole tensors, casts, slices of slices."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import Mixed, number_of, split
from mlirlite.dialects._slices import slice_is_in_bounds
from mlirlite.dialects.tensor._casts import cast_source, ranked, says_less
from mlirlite.dialects.tensor.slices import (
    ExtractSliceOp,
    InsertSliceOp,
    ParallelInsertSliceOp,
    kept_dims,
)
from mlirlite.dialects.tensor.values import CastOp, compatible
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, folding

Slice = ExtractSliceOp | InsertSliceOp | ParallelInsertSliceOp
Parts = Sequence[Sequence[Mixed]]
"""Offsets, sizes and strides."""


def slice_parts(op: Slice) -> list[list[Mixed]]:
    """Offsets, sizes and strides."""
    return [op.mixed_offsets, op.mixed_sizes, op.mixed_strides]


def build_slice(
    cls: type[Operation], tensors: Sequence[Value], parts: Parts, types: Sequence[Type]
) -> Operation:
    """A detached op of one of the slice classes."""
    pairs = [split(entries) for entries in parts]
    properties: dict[str, Any] = {
        f"static_{name}": static
        for name, (static, _) in zip(("offsets", "sizes", "strides"), pairs, strict=True)
    }
    counts = [1] * len(tensors) + [len(dynamic) for _, dynamic in pairs]
    properties[OPERAND_SEGMENTS] = i32_array(counts)
    values = [*tensors, *(v for _, dynamic in pairs for v in dynamic)]
    return cls.create(values, types, properties)


def _before(op: Slice, rw: Rewriter) -> None:
    """Move the insertion point to where ops that compute the slice may be placed."""
    around = op.parent_op
    inner = isinstance(op, ParallelInsertSliceOp) and around is not None
    rw.set_before(around if inner and around is not None else op)


def _result_types(op: Slice) -> Sequence[Type]:
    return op.result_types if isinstance(op, InsertSliceOp) else ()


def _known(parts: Parts) -> list[list[Mixed]]:
    """The parts with numbers for valid constants."""
    found: list[list[Mixed]] = []
    for i, entries in enumerate(parts):
        numbers = [(number_of(m), m) for m in entries]
        found.append([m if n is None or (n == 0 if i == 2 else n < 0) else n for n, m in numbers])
    return found


@canonicalization
def constant_slice(op: Slice, rw: Rewriter) -> bool | None:
    """Offsets, sizes and strides that are constants become numbers, with a cast to the old type"""
    parts = slice_parts(op)
    known = _known(parts)
    if known == parts:
        return rw.fail("nothing more is constant")
    part = op.result if isinstance(op, ExtractSliceOp) else op.source
    whole = op.source if isinstance(op, ExtractSliceOp) else op.dest
    old = part.type
    if not slice_is_in_bounds(whole.type.shape, *known):
        return rw.fail("the slice is not in the tensor")
    sizes = split(known[1])[0].value
    kept = kept_dims(op.static_sizes.value, old.shape)
    if kept is None:
        return rw.fail("the kept dimensions are not known")
    better = old.replace(shape=tuple([sizes[d] for d in kept]))
    rw.set_before(op)
    if isinstance(op, ExtractSliceOp):
        new = build_slice(ExtractSliceOp, [op.source], known, [better])
        if better is not old:
            new = CastOp.create(rw.insert(new).results, (old,))
        rw.replace(op, new)
        return True
    source: Value = op.source
    if better is not old:
        _before(op, rw)
        source = rw.insert(CastOp.create((source,), (better,))).results[0]
    rw.replace(op, build_slice(type(op), [source, op.dest], known, _result_types(op)))
    return True


@folding
def whole_slice(op: ExtractSliceOp | InsertSliceOp, rw: Rewriter) -> bool | None:
    """A slice that is all of a static tensor --> the tensor"""
    whole = op.source if isinstance(op, ExtractSliceOp) else op.dest
    part = op.result if isinstance(op, ExtractSliceOp) else op.source
    type = whole.type
    if not isinstance(type, RankedTensorType) or part.type is not type:
        return rw.fail("the slice has another type")
    offsets, sizes, strides = ([number_of(m) for m in part] for part in slice_parts(op))
    if any(o != 0 for o in offsets) or any(s != 1 for s in strides):
        return rw.fail("the slice does not begin at 0 with stride 1")
    if DYNAMIC in type.shape or sizes != list(type.shape):
        return rw.fail("the slice has other sizes")
    rw.replace(op, op.source)
    return True


@folding
def empty_slice(op: InsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice of no elements --> the destination"""
    if 0 not in map(number_of, op.mixed_sizes):
        return rw.fail("there may be elements")
    rw.replace(op, op.dest)
    return True


@canonicalization
def slice_of_cast(op: ExtractSliceOp, rw: Rewriter) -> bool | None:
    """extract_slice(cast(t)) --> extract_slice(t)"""
    source = cast_source(op.source)
    if source is None:
        return rw.fail("the source is not a cast that loses sizes")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@canonicalization
def cast_of_slice(op: CastOp, rw: Rewriter) -> bool | None:
    """cast(extract_slice(t)[%n] : ?) : 4 --> extract_slice(t)[4] : 4"""
    maker, type = op.source.defining_op, op.dest.type
    if not isinstance(maker, ExtractSliceOp) or not isinstance(type, RankedTensorType):
        return rw.fail("the source is not a slice")
    if not says_less(type, op.source.type) or type is op.source.type:
        return rw.fail("the cast does not say more of the sizes")
    kept = kept_dims(maker.static_sizes.value, ranked(maker.result).shape)
    offsets, sizes, strides = slice_parts(maker)
    for d, size in zip(kept or (), type.shape, strict=False):
        if size != DYNAMIC:
            sizes[d] = size
    rw.replace(op, build_slice(ExtractSliceOp, [maker.source], [offsets, sizes, strides], [type]))
    return True


@folding
def slice_that_was_inserted(op: ExtractSliceOp, rw: Rewriter) -> bool | None:
    """extract_slice(insert_slice(s, t)) of the same box --> s"""
    maker = op.source.defining_op
    if not isinstance(maker, InsertSliceOp) or maker.source.type is not op.result.type:
        return rw.fail("the slice was not inserted")
    if slice_parts(op) != slice_parts(maker):
        return rw.fail("the slices differ")
    rw.replace(op, maker.source)
    return True


@folding
def slice_put_back(op: InsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice(extract_slice(t), t) at the same box --> t"""
    maker = op.source.defining_op
    if not isinstance(maker, ExtractSliceOp) or maker.source is not op.dest:
        return rw.fail("the source is not a slice of the destination")
    if slice_parts(op) != slice_parts(maker):
        return rw.fail("the slices differ")
    rw.replace(op, op.dest)
    return True


@folding
def slice_inserted_over(op: InsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice(s, insert_slice(r, t)) at the same box --> insert_slice(s, t)"""
    maker = op.dest.defining_op
    if not isinstance(maker, InsertSliceOp) or maker.source.type is not op.source.type:
        return rw.fail("the destination has no such slice inserted")
    if slice_parts(op) != slice_parts(maker):
        return rw.fail("the slices differ")
    with rw.modify(op):
        op.set_operand(1, maker.dest)
    return True


@canonicalization
def insertion_of_casts(op: InsertSliceOp | ParallelInsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice(cast(s), cast(t)) --> cast(insert_slice(s, t))"""
    source, dest = cast_source(op.source) or op.source, cast_source(op.dest) or op.dest
    if source is op.source and dest is op.dest:
        return rw.fail("no operand is a cast that loses sizes")
    part, whole = ranked(source), ranked(dest)
    offsets, sizes, strides = slice_parts(op)
    if _known([offsets, sizes, strides]) != [offsets, sizes, strides]:
        return rw.fail("the place has constants first")
    kept = _kept(op.static_sizes.value, part.shape)
    if kept is None:
        return rw.fail("the kept dimensions are not known")
    for d, size in zip(kept, part.shape, strict=True):
        if size != DYNAMIC:
            sizes[d] = size
    if kept_dims(split(sizes)[0].value, part.shape) is None:
        return rw.fail("the slice would have other sizes")
    if not slice_is_in_bounds(whole.shape, offsets, sizes, strides):
        return rw.fail("the slice is not in the tensor")
    types = [whole] if isinstance(op, InsertSliceOp) else []
    new = build_slice(type(op), [source, dest], [offsets, sizes, strides], types)
    if types and whole is not op.dest.type:
        rw.set_before(op)
        new = CastOp.create(rw.insert(new).results, [op.dest.type])
    rw.replace(op, new)
    return True


def _kept(sizes: Sequence[int], shape: Sequence[int]) -> list[int] | None:
    """`kept_dims`, where a dynamic size may be any."""
    kept, at = [], 0
    for d, size in enumerate(sizes):
        fits = at < len(shape) and (shape[at] == size or DYNAMIC in (shape[at], size))
        if fits and len(sizes) - d >= len(shape) - at:
            kept.append(d)
            at += 1
        elif size != 1:
            return None
    return kept if at == len(shape) else None


@canonicalization
def insertion_of_known_size(op: InsertSliceOp | ParallelInsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice(s : ?)[4] --> insert_slice(cast(s) : 4)[4]"""
    old, whole = op.source.type, op.dest.type
    if old.rank != whole.rank:
        return rw.fail("dimensions are dropped")
    numbers = [number_of(m) for m in op.mixed_sizes]
    shape = [s if n is None else n for s, n in zip(old.shape, numbers, strict=True)]
    if any(n < 0 for n in shape if n != DYNAMIC):
        return rw.fail("a size is negative")
    better = old.replace(shape=tuple(shape))
    if better is old:
        return rw.fail("the sizes say no more than the type")
    if not says_less(better, old) or not compatible(old, better):
        return rw.fail("the sizes contradict the type")
    _before(op, rw)
    cast = rw.insert(CastOp.create((op.source,), (better,)))
    with rw.modify(op):
        op.set_operand(0, cast.results[0])
    return True
