"""Elements, parts and shapes of vectors: extract, insert, broadcast, shuffle, slices, transpose,
casts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._llvm import (
    compare,
    constant,
    extract,
    fastmath,
    index,
    insert,
    make,
    poison,
    positions,
    select,
    types_of,
)
from mlirlite.conversion.vector_to_llvm.table import (
    dense,
    element,
    from_rows,
    lower,
    numbers,
    row,
    row_of,
    shape_of,
    shuffle,
    spread,
    vector_type,
    with_element,
    with_row,
)
from mlirlite.dialects import llvm, vector
from mlirlite.dialects.llvm.attributes import NO_FASTMATH
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I32, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


def _position(op: Operation, rw: ConversionRewriter, first: int) -> list[int | Value]:
    """Static and dynamic indices in order; `first` is the operand where the dynamic ones begin."""
    dynamic = iter(rw.operands[first:])
    return [next(dynamic) if n == DYNAMIC else n for n in numbers(op.properties["static_position"])]


@lower(vector.ExtractOp)
def lower_extract(op: vector.ExtractOp, rw: ConversionRewriter) -> Any:
    """extractvalue for the leading dimensions, extractelement for the last."""
    source = rw.operand(0)
    position = _position(op, rw, 1)
    rank = len(shape_of(op.operands[0].type))
    if not position and isinstance(op.results[0].type, VectorType):
        return (source,)
    outer = position if isinstance(op.results[0].type, VectorType) else position[: max(rank - 1, 0)]
    if not all(isinstance(n, int) for n in outer):
        return rw.fail("a leading index is not constant")
    value = row(rw, source, [n for n in outer if isinstance(n, int)])
    if isinstance(op.results[0].type, VectorType):
        return (value,)
    if not isinstance(value.type, VectorType):
        return rw.fail("it takes no element of a vector")
    return (element(rw, value, position[-1] if rank else 0),)


@lower(vector.InsertOp)
def lower_insert(op: vector.InsertOp, rw: ConversionRewriter) -> Any:
    """insertvalue for the leading dimensions, insertelement for the last."""
    new, target, *_ = rw.operands
    position = _position(op, rw, 2)
    rank = len(shape_of(op.operands[1].type))
    whole = isinstance(op.operands[0].type, VectorType)
    if whole and not position:
        return (new,)
    outer = position if whole else position[: max(rank - 1, 0)]
    if not all(isinstance(n, int) for n in outer):
        return rw.fail("a leading index is not constant")
    place = [n for n in outer if isinstance(n, int)]
    if not whole:
        new = with_element(rw, row(rw, target, place), new, position[-1] if rank else 0)
    return (with_row(rw, target, new, place),)


@lower(vector.BroadcastOp)
def lower_broadcast(op: vector.BroadcastOp, rw: ConversionRewriter) -> Any:
    """insertelement and a shuffle; the same vector at every leading position."""
    type = vector_type(op.results[0])
    result = rw.convert(type)
    inner = row_of(result)
    if not isinstance(inner, VectorType):
        return rw.fail("it makes no vector")
    if inner.is_scalable and shape_of(op.operands[0].type):
        return rw.fail("scalable vectors are only made of scalars")
    source = rw.operand(0)
    if not isinstance(op.operands[0].type, VectorType):
        if not type.shape:
            zero = constant(rw, IntegerAttr(0, I32), I32)
            return (make(rw, llvm.InsertElementOp, (poison(rw, inner), source, zero), inner),)
        if len(type.shape) == 1:
            return (spread(rw, source, inner),)
        found = poison(rw, result)
        one = spread(rw, source, inner, again=True)
        for place in positions(type.shape[:-1]):
            found = insert(rw, found, one, *place)
        return (found,)
    return (_broadcast_vector(source, op.operands[0].type, result, inner, rw),)


def _broadcast_vector(
    source: Value, type: VectorType, result: Type, inner: VectorType, rw: ConversionRewriter
) -> Value:
    leading = type.shape[:-1]

    def one(place: tuple[int, ...]) -> Value:
        tail = place[len(place) - len(leading) :] if leading else ()
        where = [0 if n == 1 else i for n, i in zip(leading, tail, strict=True)]
        part = row(rw, source, where)
        count = vector_type(part).shape[0]
        return part if count == inner.shape[0] else shuffle(rw, part, part, [0] * inner.shape[0])

    return from_rows(rw, result, one)


@lower(vector.FMAOp)
def lower_fma(op: vector.FMAOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.fmuladd`."""
    result = rw.convert(op.results[0].type)
    operands = rw.operands

    def one(place: tuple[int, ...]) -> Value:
        parts = [row(rw, v, place) for v in operands]
        return _float(rw, llvm.FMulAddOp, *parts)

    return (from_rows(rw, result, one),)


def _float(
    rw: ConversionRewriter, cls: type[Operation], *operands: Value, flags: Attribute = NO_FASTMATH
) -> Value:
    return make(rw, cls, operands, operands[0].type, {"fastmathFlags": flags})


@lower(vector.ShuffleOp)
def lower_shuffle(op: vector.ShuffleOp, rw: ConversionRewriter) -> Any:
    """A shuffle of elements, or of the parts along the first dimension."""
    first, second = rw.operands
    mask = numbers(op.properties["mask"])
    result = rw.convert(op.results[0].type)
    if isinstance(first.type, VectorType) and first.type is second.type:
        return (shuffle(rw, first, second, mask),)
    shape = shape_of(op.operands[0].type)
    count = shape[0] if shape else 1
    found = poison(rw, result)
    for i, n in enumerate(mask):
        if n < 0:
            continue
        source, place = (first, n) if n < count else (second, n - count)
        if isinstance(result, LLVMArrayType):
            found = insert(rw, found, extract(rw, source, place), i)
        else:
            found = with_element(rw, found, element(rw, source, place), i)
    return (found,)


@lower(vector.BitCastOp)
def lower_bitcast(op: vector.BitCastOp, rw: ConversionRewriter) -> Any:
    """`llvm.bitcast` of every vector."""
    source, result = rw.operand(0), rw.convert(op.results[0].type)
    inner = row_of(result)

    def one(place: tuple[int, ...]) -> Value:
        part = row(rw, source, place)
        return part if part.type is inner else make(rw, llvm.BitcastOp, (part,), inner)

    return (from_rows(rw, result, one),)


class Elements:
    """The elements of a value in row-major order, taken out when they are asked for."""

    def __init__(self, rw: ConversionRewriter, value: Value, shape: Sequence[int]) -> None:
        self.rw, self.value = rw, value
        self.places = list(positions(shape))
        self.rows: dict[tuple[int, ...], Value] = {}

    def __getitem__(self, place: tuple[int, ...]) -> Value:
        head = place[:-1]
        part = self.rows.get(head)
        if part is None:
            part = self.rows[head] = row(self.rw, self.value, head)
        return element(self.rw, part, place[-1] if place else 0)


def rebuilt(rw: ConversionRewriter, type: Type, shape: Sequence[int], one: Any) -> Value:
    """A value of a converted type; its element at a position is `one(position)`."""
    inner = row_of(type)

    def vector_at(head: tuple[int, ...]) -> Value:
        found = poison(rw, inner)
        for i in range(shape[-1] if shape else 1):
            found = with_element(rw, found, one((*head, i) if shape else ()), i)
        return found

    return from_rows(rw, type, vector_at)


@lower(vector.ShapeCastOp)
def lower_shape_cast(op: vector.ShapeCastOp, rw: ConversionRewriter) -> Any:
    """Vectors are moved as they are where both shapes have them, else joined and cut by
    shuffles."""
    before, after = vector_type(op.operands[0]), vector_type(op.results[0])
    source, result = rw.operand(0), rw.convert(after)
    if source.type is result:
        return (source,)
    if before.is_scalable or after.is_scalable:
        return rw.fail("scalable vectors")
    width, wanted = (t.shape[-1] if t.shape else 1 for t in (before, after))
    if width == wanted:
        rows = iter(list(positions(before.shape[:-1])))
        return (from_rows(rw, result, lambda place: row(rw, source, next(rows))),)
    if width % wanted == 0:
        places = list(positions(before.shape[:-1]))
        known: dict[int, Value] = {}

        def cut(i: int) -> Value:
            which, start = divmod(i * wanted, width)
            if which not in known:
                known[which] = row(rw, source, places[which])
            part = known[which]
            return shuffle(rw, part, part, range(start, start + wanted))

        count = iter(range(10**9))
        return (from_rows(rw, result, lambda place: cut(next(count))),)
    elements = Elements(rw, source, before.shape)
    order = iter(elements.places)
    return (rebuilt(rw, result, after.shape, lambda place: elements[next(order)]),)


@lower(vector.TransposeOp)
def lower_transpose(op: vector.TransposeOp, rw: ConversionRewriter) -> Any:
    """Whole vectors where the last dimension stays the last, else element by element."""
    permutation = numbers(op.properties["permutation"])
    before, after = vector_type(op.operands[0]), vector_type(op.results[0])
    if before.is_scalable:
        return rw.fail("scalable vectors")
    source, result = rw.operand(0), rw.convert(after)
    if permutation == list(range(len(permutation))):
        return (source,)

    def origin(place: tuple[int, ...]) -> tuple[int, ...]:
        back = [0] * len(place)
        for i, p in enumerate(permutation[: len(place)]):
            back[p] = place[i]
        return tuple(back)

    if permutation[-1] == len(permutation) - 1:
        return (from_rows(rw, result, lambda place: row(rw, source, origin(place))),)
    elements = Elements(rw, source, before.shape)
    return (rebuilt(rw, result, after.shape, lambda place: elements[origin(place)]),)


@lower(vector.ExtractStridedSliceOp)
def lower_extract_strided_slice(op: vector.ExtractStridedSliceOp, rw: ConversionRewriter) -> Any:
    """A shuffle of the last dimension, parts of the leading ones."""
    before, after = vector_type(op.operands[0]), vector_type(op.results[0])
    rank = len(before.shape)
    if before.is_scalable:
        return rw.fail("scalable vectors")
    offsets = numbers(op.properties["offsets"]) + [0] * rank
    strides = numbers(op.properties["strides"]) + [1] * rank
    source, result = rw.operand(0), rw.convert(after)
    last = rank - 1
    mask = [offsets[last] + i * strides[last] for i in range(after.shape[-1])]

    def one(place: tuple[int, ...]) -> Value:
        where = [offsets[d] + i * strides[d] for d, i in enumerate(place)]
        part = row(rw, source, where)
        if mask == list(range(before.shape[-1])):
            return part
        return shuffle(rw, part, part, mask)

    return (from_rows(rw, result, one),)


@lower(vector.InsertStridedSliceOp)
def lower_insert_strided_slice(op: vector.InsertStridedSliceOp, rw: ConversionRewriter) -> Any:
    """Two shuffles for each vector: the first widens the part, the second puts it in."""
    part_type, type = vector_type(op.operands[0]), vector_type(op.operands[1])
    if type.is_scalable:
        return rw.fail("scalable vectors")
    part, target = rw.operands
    rank, surplus = len(type.shape), len(type.shape) - len(part_type.shape)
    offsets = numbers(op.properties["offsets"])
    strides = [1] * surplus + numbers(op.properties["strides"])
    width, count = type.shape[-1], part_type.shape[-1]
    start = offsets[rank - 1]
    mask = [*range(start), *range(width, width + count), *range(start + count, width)]
    swapped = [i + width if i < width else i - width for i in mask]
    found = target
    for place in positions(part_type.shape[:-1]):
        where = [
            *offsets[:surplus],
            *(offsets[surplus + d] + i * strides[surplus + d] for d, i in enumerate(place)),
        ]
        where = where[: rank - 1]
        new = row(rw, part, place)
        if count != width:
            old = row(rw, found, where)
            wide = shuffle(rw, new, new, [*range(count), *[0] * (width - count)])
            new = shuffle(rw, wide, old, swapped)
        found = with_row(rw, found, new, where)
    return (found,)


@lower(vector.InterleaveOp)
def lower_interleave(op: vector.InterleaveOp, rw: ConversionRewriter) -> Any:
    """A shuffle; the intrinsic for scalable vectors."""
    first, second = rw.operands
    result = rw.convert(op.results[0].type)
    inner = row_of(result)
    if isinstance(inner, VectorType) and inner.is_scalable:
        return (make(rw, llvm.vector_interleave2, (first, second), inner),)
    count = shape_of(op.operands[0].type)[-1]
    mask = [n for i in range(count) for n in (i, i + count)]

    def one(place: tuple[int, ...]) -> Value:
        return shuffle(rw, row(rw, first, place), row(rw, second, place), mask)

    return (from_rows(rw, result, one),)


@lower(vector.DeinterleaveOp)
def lower_deinterleave(op: vector.DeinterleaveOp, rw: ConversionRewriter) -> Any:
    """Two shuffles."""
    source = rw.operand(0)
    type = vector_type(op.operands[0])
    if len(type.shape) != 1 or type.is_scalable:
        return rw.fail("only vectors of one fixed dimension")
    empty = poison(rw, source.type)
    return [shuffle(rw, source, empty, range(i, type.shape[0], 2)) for i in (0, 1)]


@lower(vector.FromElementsOp)
def lower_from_elements(op: vector.FromElementsOp, rw: ConversionRewriter) -> Any:
    """insertelement, one after the other."""
    values = iter(rw.operands)
    type = vector_type(op.results[0])
    return (rebuilt(rw, rw.convert(type), type.shape, lambda place: next(values)),)


@lower(vector.ToElementsOp)
def lower_to_elements(op: vector.ToElementsOp, rw: ConversionRewriter) -> Any:
    """extractelement, one after the other."""
    elements = Elements(rw, rw.operand(0), shape_of(op.operands[0].type))
    return [elements[place] for place in elements.places]


@lower(vector.ConstantMaskOp)
def lower_constant_mask(op: vector.ConstantMaskOp, rw: ConversionRewriter) -> Any:
    """A constant."""
    type = vector_type(op.results[0])
    if type.is_scalable:
        return rw.fail("scalable vectors")
    bounds = numbers(op.properties["mask_dim_sizes"])
    bits = [
        int(all(i < n for i, n in zip(place, bounds, strict=False)))
        for place in positions(type.shape)
    ]
    return (constant(rw, DenseElementsAttr.of(type, bits), rw.convert(type)),)


@lower(vector.CreateMaskOp)
def lower_create_mask(op: vector.CreateMaskOp, rw: ConversionRewriter) -> Any:
    """bound > 0, 1, 2, …; off altogether beyond the bound of a leading dimension."""
    type = vector_type(op.results[0])
    result = rw.convert(type)
    inner = row_of(result)
    if not isinstance(inner, VectorType) or type.is_scalable:
        return rw.fail("only fixed vectors")
    bounds = rw.operands
    types = types_of(rw)
    last = lanes_below(rw, bounds[-1], inner.shape[0], types.index)
    if len(bounds) == 1:
        return (last,)
    off = dense(rw, inner, [0] * inner.shape[0])

    def one(place: tuple[int, ...]) -> Value:
        found = last
        for d, i in enumerate(place):
            inside = compare(rw, "sgt", bounds[d], index(rw, i, types))
            found = select(rw, inside, found, off)
        return found

    return (from_rows(rw, result, one),)


def lanes_below(rw: ConversionRewriter, bound: Value, count: int, type: Type) -> Value:
    """A mask of the lanes whose number is below a bound."""
    steps = VectorType((count,), type)
    return compare(rw, "sgt", spread(rw, bound, steps), dense(rw, steps, range(count)))


@lower(vector.StepOp)
def lower_step(op: vector.StepOp, rw: ConversionRewriter) -> Any:
    """0, 1, 2, … as a constant; the intrinsic for scalable vectors."""
    type = vector_type(op.results[0])
    result = rw.convert(type)
    if type.is_scalable:
        return (make(rw, llvm.StepVectorOp, (), result),)
    return (constant(rw, DenseElementsAttr.of(type, range(type.shape[0])), result),)


@lower(vector.VectorScaleOp)
def lower_vscale(op: vector.VectorScaleOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vscale`."""
    return (make(rw, llvm.vscale, (), types_of(rw).index),)


@lower(vector.ScalableExtractOp)
def lower_scalable_extract(op: vector.ScalableExtractOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vector.extract`."""
    result = rw.convert(op.results[0].type)
    return (make(rw, llvm.vector_extract, rw.operands, result, {"pos": op.properties["pos"]}),)


@lower(vector.ScalableInsertOp)
def lower_scalable_insert(op: vector.ScalableInsertOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vector.insert`."""
    part, target = rw.operands
    properties = {"pos": op.properties["pos"]}
    return (make(rw, llvm.vector_insert, (target, part), target.type, properties),)


def flags_of(op: Operation) -> Attribute:
    """The op's fast-math flags as LLVM's."""
    return fastmath(op.properties.get("fastmath"))
