"""Canonical forms of tensor.pad: nothing to pad, known sizes, casts, pads of pads."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import Mixed, number_of, split
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.tensor._canonical_slices import build_slice, slice_parts
from mlirlite.dialects.tensor._casts import cast_source, ranked, says_less
from mlirlite.dialects.tensor.shapes import PadOp
from mlirlite.dialects.tensor.slices import ExtractSliceOp
from mlirlite.dialects.tensor.values import CastOp
from mlirlite.ir.affine import AffineSymbol
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.block import Region
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, constant_value, folding


def _rebuild(
    op: PadOp,
    rw: Rewriter,
    source: Value,
    type: Type,
    low: Sequence[Mixed],
    high: Sequence[Mixed],
) -> Operation:
    """A pad before `op` that takes over its body."""
    (static_low, lows), (static_high, highs) = split(low), split(high)
    properties: dict[str, Any] = {
        **op.properties,
        "static_low": static_low,
        "static_high": static_high,
        OPERAND_SEGMENTS: i32_array((1, len(lows), len(highs))),
    }
    region = Region()
    rw.set_before(op)
    new = rw.insert(
        PadOp.create((source, *lows, *highs), (type,), properties, dict(op.attributes), [region])
    )
    rw.inline_region_at_end(op.region, region)
    return new


def _replace(op: PadOp, rw: Rewriter, new: Operation) -> None:
    old = op.result.type
    same = new.results[0].type is old
    rw.replace(op, new if same else CastOp.create(new.results, (old,)))


def _is_zero(widths: Sequence[Mixed]) -> bool:
    return all(number_of(w) == 0 for w in widths)


def padding_value(op: PadOp) -> Value | None:
    """The padding value, if it is a single outside value or a constant."""
    last = op.region.entry.last
    value = last.operands[0] if last is not None else None
    if value is None or constant_value(value) is not None:
        return value
    return None if value.parent_block is op.region.entry else value


@folding
def pad_of_same_type(op: PadOp, rw: Rewriter) -> bool | None:
    """pad to the same static type --> the source"""
    type = ranked(op.result)
    if op.nofold is not None or not type.has_static_shape or op.source.type is not type:
        return rw.fail("the type changes, or the padding is kept on purpose")
    rw.replace(op, op.source)
    return True


@canonicalization
def pad_nothing(op: PadOp, rw: Rewriter) -> bool | None:
    """pad by zeros --> cast, or the source"""
    if op.nofold is not None:
        return rw.fail("the padding is kept on purpose")
    source, type = op.source.type, ranked(op.result)
    static = type.has_static_shape and source is type
    if not static and not (_is_zero(op.mixed_low) and _is_zero(op.mixed_high)):
        return rw.fail("something may be padded")
    rw.replace(op, op.source if source is type else CastOp.create((op.source,), (type,)))
    return True


@canonicalization
def pad_of_cast(op: PadOp, rw: Rewriter) -> bool | None:
    """pad(cast(t)) --> cast(pad(t))"""
    source, old = cast_source(op.source), ranked(op.result)
    if source is None:
        return rw.fail("the source is not a cast that loses sizes")
    shape = []
    for size, low, high, known in zip(
        ranked(source).shape, op.static_low.value, op.static_high.value, old.shape, strict=True
    ):
        shape.append(known if DYNAMIC in (size, low, high) else size + low + high)
    type = RankedTensorType(tuple(shape), old.element_type)
    _replace(op, rw, _rebuild(op, rw, source, type, op.mixed_low, op.mixed_high))
    return True


@canonicalization
def cast_of_pad(op: PadOp, rw: Rewriter) -> bool | None:
    """cast(pad(t) : ?) : 4 --> pad(t) : 4"""
    users = op.result.users
    cast = users[0] if op.result.has_one_use else None
    if not isinstance(cast, CastOp) or not says_less(cast.dest.type, op.result.type):
        return rw.fail("the only user is not a cast that says more of the sizes")
    new = _rebuild(op, rw, op.source, cast.dest.type, op.mixed_low, op.mixed_high)
    rw.replace(cast, new)
    rw.erase(op)
    return True


@canonicalization
def pads_of_other_dims(op: PadOp, rw: Rewriter) -> bool | None:
    """pad(slice(pad(slice(t)))) of different dimensions --> pad(slice(t))"""
    inner = op.source.defining_op
    outer = inner.source.defining_op if isinstance(inner, ExtractSliceOp) else None
    first = outer.source.defining_op if isinstance(outer, PadOp) else None
    if not isinstance(first, ExtractSliceOp) or not isinstance(outer, PadOp):
        return rw.fail("the source is not a slice of a padded slice")
    if not isinstance(inner, ExtractSliceOp) or outer.nofold is not None:
        return rw.fail("the padding is kept on purpose")
    rank = op.source.type.rank
    if first.source.type.rank != rank:
        return rw.fail("dimensions are dropped")
    if not all(s == 1 for s in (*inner.mixed_strides, *first.mixed_strides)):
        return rw.fail("a stride is not 1")
    if not _is_zero(op.mixed_low) or not _is_zero(outer.mixed_low):
        return rw.fail("something is padded in front")
    values = [padding_value(op), padding_value(outer)]
    known = [None if v is None else constant_value(v) for v in values]
    if known[0] is None or known[0] != known[1]:
        return rw.fail("the padding differs or is not a constant")
    own, others = _padded(op), _padded(outer)
    if own & others:
        return rw.fail("a dimension is padded twice")
    offsets: list[Mixed] = []
    _, sizes, strides = slice_parts(inner)
    high = op.mixed_high
    for d in range(rank):
        mine, theirs = inner.mixed_offsets[d], first.mixed_offsets[d]
        if d not in own and number_of(mine) == 0:
            offsets.append(theirs)
        elif d not in others and number_of(theirs) == 0:
            offsets.append(mine)
        else:
            return rw.fail("a dimension is padded and begins later")
        if d in others:
            if number_of(sizes[d]) != inner.source.type.shape[d]:
                return rw.fail("a padded dimension is cut")
            sizes[d] = first.mixed_sizes[d]
            high[d] = outer.mixed_high[d]
    shape = tuple(split(sizes)[0].value)
    type = RankedTensorType(shape, first.source.type.element_type)
    rw.set_before(op)
    part = rw.insert(build_slice(ExtractSliceOp, [first.source], [offsets, sizes, strides], [type]))
    _replace(op, rw, _rebuild(op, rw, part.results[0], op.result.type, op.mixed_low, high))
    return True


def _padded(op: PadOp) -> set[int]:
    pairs = zip(op.mixed_low, op.mixed_high, strict=True)
    return {d for d, pair in enumerate(pairs) if not _is_zero(pair)}


@canonicalization
def pad_by_constants(op: PadOp, rw: Rewriter) -> bool | None:
    """pad(t) low[%c1] : ? --> cast(pad(t) low[1] : 5), if that makes a size of the result static"""
    old = ranked(op.result)
    low, high = (
        [m if (number := number_of(m)) is None else number for m in mixed]
        for mixed in (op.mixed_low, op.mixed_high)
    )
    shape: list[int] = []
    for size, before, after, known in zip(
        ranked(op.source).shape, low, high, old.shape, strict=True
    ):
        if DYNAMIC == known != size and isinstance(before, int) and isinstance(after, int):
            known = size + before + after
        shape.append(known)
    if tuple(shape) == old.shape:
        return rw.fail("no more of the result's sizes is known")
    type = RankedTensorType(tuple(shape), old.element_type)
    _replace(op, rw, _rebuild(op, rw, op.source, type, low, high))
    return True


@canonicalization
def pad_of_pad(op: PadOp, rw: Rewriter) -> bool | None:
    """pad(pad(t)) with one value --> pad(t)"""
    inner = op.source.defining_op
    if not isinstance(inner, PadOp) or op.nofold is not None or inner.nofold is not None:
        return rw.fail("the source is not a pad, or one is kept on purpose")
    value = padding_value(op)
    if value is None or value is not padding_value(inner):
        return rw.fail("the padding differs")
    rw.set_before(op)
    total = AffineSymbol(0) + AffineSymbol(1)
    high, low = (
        [composed_apply(rw, total, pair) for pair in zip(mine, theirs, strict=True)]
        for mine, theirs in (
            (op.mixed_high, inner.mixed_high),
            (op.mixed_low, inner.mixed_low),
        )
    )
    _replace(op, rw, _rebuild(op, rw, inner.source, op.result.type, low, high))
    return True
