"""Operators on sequences and optionals: lists of boxes, which are immutable."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.boxes import (
    box,
    dynamic,
    list_of,
    member,
    taken_out,
    unbox,
)
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects import onnx
from mlirlite.ir.types import I1, I64
from mlirlite.ir.values import Value


@kernel("SequenceEmpty")
def sequence_empty(b: KrnlBuilder) -> Any:
    """No members."""
    return list_of(b, 0)


@kernel("SequenceConstruct")
def sequence_construct(b: KrnlBuilder) -> Any:
    """The operands as members."""
    inputs = b.all_inputs()
    out = list_of(b, len(inputs))
    for i, x in enumerate(inputs):
        out.store(box(b, x), [i])
    return out


def _place(b: KrnlBuilder, position: Buffer | None, size: Ix, otherwise: Ix) -> Ix:
    """The index of a member; a negative position counts from the end."""
    if position is None:
        return otherwise
    return b.wrap_index(position.scalar().cast(I64).index(), size)


@kernel("SequenceAt")
def sequence_at(b: KrnlBuilder) -> Any:
    """A member; a position outside is clamped."""
    members, position = b.inputs(2)
    place = _place(b, position, members.shape[0], 0)
    return taken_out(b, member(b, members, place), b.result_type())


@kernel("SequenceLength")
def sequence_length(b: KrnlBuilder) -> Any:
    """The number of members."""
    (members,) = b.inputs(1)
    out = b.output([])
    out[()] = b.number(members.shape[0])
    return out


@kernel("SequenceInsert")
def sequence_insert(b: KrnlBuilder) -> Any:
    """One more member, at the end or before another one."""
    members, x, position = b.inputs(3)
    size = members.shape[0]
    place = b.index_max(0, b.index_min(_place(b, position, size, size), size))
    new = box(b, x)
    out = list_of(b, size + 1)
    with b.loops(size) as (i,):
        to = b.index_select(b.test("sge", i, place), i + 1, i)
        out.store(members.load([i]), [to])
    out.store(new, [place])
    return out


@kernel("SequenceErase")
def sequence_erase(b: KrnlBuilder) -> Any:
    """One member less; an empty list stays empty."""
    members, position = b.inputs(2)
    size = members.shape[0]
    place = _place(b, position, size, size - 1)
    place = b.index_max(0, b.index_min(place, size - 1))
    left = b.index_max(0, size - 1)
    out = list_of(b, left)
    with b.loops(left) as (i,):
        source = b.index_select(b.test("sge", i, place), i + 1, i)
        out.store(members.load([source]), [i])
    return out


@kernel("ConcatFromSequence")
def concat_from_sequence(b: KrnlBuilder) -> Any:
    """The members one after the other along an axis, or stacked along a new one."""
    (members,) = b.inputs(1)
    type = b.result_type()
    stacked = b.attr("new_axis", 0)
    rank = type.rank - stacked
    axis = b.attr("axis") % type.rank
    inner = dynamic(rank, type.element_type)

    def grow(i: list[Ix], found: list[Scalar]) -> list[Scalar]:
        *sizes, fits = found
        shape = [b.number(n) for n in unbox(b, members.load(i), inner).shape]
        same = b.scalar(1, I1)
        for d, (size, before) in enumerate(zip(shape, sizes, strict=True)):
            if stacked or d != axis:
                same = same & size.eq(before)
        if not stacked:
            shape[axis] = shape[axis] + sizes[axis]
        return [*shape, fits & (same | b.test("eq", i[0], 0))]

    inits = [*[b.scalar(0, I64)] * rank, b.scalar(1, I1)]
    *shape, fits = b.fold([members.shape[0]], inits, grow)
    b.require(fits, "has members whose sizes differ")
    sizes = [n.index() for n in shape]
    if stacked:
        sizes.insert(axis, members.shape[0])
    out = b.output(sizes)

    def put(i: list[Ix], places: list[Scalar]) -> list[Scalar]:
        source = unbox(b, members.load(i), inner)
        start = places[0].index()
        with b.loops(*source.shape) as at:
            if stacked:
                to = [*at[:axis], i[0], *at[axis:]]
            else:
                to = [*at[:axis], at[axis] + start, *at[axis + 1 :]]
            out.store(source.load(at), to)
        return [places[0] if stacked else places[0] + b.number(source.shape[axis])]

    b.fold([members.shape[0]], [b.scalar(0, I64)], put)
    return out


@kernel("SplitToSequence")
def split_to_sequence(b: KrnlBuilder) -> Any:
    """Pieces along an axis: of size 1, of one size (the last possibly smaller), or of given
    sizes."""
    x, split = b.inputs(2)
    axis = b.attr("axis", 0)
    axis += x.rank if axis < 0 else 0
    extent = x.shape[axis]
    drops = split is None and not b.attr("keepdims", 1)

    def piece(start: Ix, size: Ix) -> Value:
        shape = [*x.shape[:axis], *([] if drops else [size]), *x.shape[axis + 1 :]]
        part = b.alloc(shape, x.element)
        with b.loops(*shape) as at:
            rest = at[axis:] if drops else at[axis + 1 :]
            along = start if drops else start + at[axis]
            part.store(x.load([*at[:axis], along, *rest]), at)
        return box(b, part)

    if split is not None and split.rank == 1:
        (whole,) = b.fold(
            [split.shape[0]], [b.scalar(0, I64)], lambda i, v: [v[0] + split[i].cast(I64)]
        )
        sums = whole.index()
        b.require(
            b.test("eq", sums, extent), "has a split of %lld for a size of %lld", sums, extent
        )
        out = list_of(b, split.shape[0])

        def put(i: list[Ix], places: list[Scalar]) -> list[Scalar]:
            start = b.index_min(places[0].index(), extent)
            size = split[i].cast(I64).index()
            size = b.index_max(0, b.index_min(size, extent - start))
            out.store(piece(start, size), i)
            return [b.number(start + size)]

        b.fold([split.shape[0]], [b.scalar(0, I64)], put)
        return out
    size: Ix = 1
    if split is not None:  # one that exceeds the total is as large as the total
        size = b.index_max(1, b.index_min(split.scalar().cast(I64).index(), extent))
    out = list_of(b, ceildiv(extent, size))
    with b.loops(*out.shape) as (i,):
        start = i * size
        out.store(piece(start, b.index_min(size, extent - start)), [i])
    return out


@kernel("Optional")
def optional(b: KrnlBuilder) -> Any:
    """The operand, or nothing."""
    inputs = [x for x in b.all_inputs() if x is not None]
    out = list_of(b, len(inputs))
    for x in inputs:
        out.store(box(b, x), [0])
    return out


@kernel("OptionalHasElement", "OptionalHasElementV15")
def optional_has_element(b: KrnlBuilder) -> Any:
    """Whether there is a value."""
    out = b.output([])
    (x,) = b.inputs(1)
    if x is not None and isinstance(b.op.operands[0].type, onnx.OptType):
        out[()] = b.test("sgt", x.shape[0], 0)
    else:
        out[()] = b.scalar(int(x is not None), I1)
    return out


@kernel("OptionalGetElement", "OptionalGetElementV15")
def optional_get_element(b: KrnlBuilder) -> Any:
    """The value; if there is none, a buffer of size 0."""
    (x,) = b.inputs(1)
    if not isinstance(b.op.operands[0].type, onnx.OptType):
        return x
    inside = member(b, x, 0)
    return taken_out(b, inside, b.result_type())
