"""Arena, strings and boxes while a function is lowered: for sequences, optionals, maps and tensors
of strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import func, krnl, memref, onnx, scf
from mlirlite.dialects.krnl.boxes import ARENA, BYTES
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseStringElementsAttr
from mlirlite.ir.types import DYNAMIC, I8, I64, MemRefType, RankedTensorType
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder

LIST: MemRefType = MemRefType((DYNAMIC,), krnl.BOX)
"""Sequences, and optionals, which have one member or none."""
PAIR: MemRefType = MemRefType((2,), krnl.BOX)
"""Maps: a box of the keys and one of the values."""


def arena(b: KrnlBuilder) -> Value:
    """The arena of the enclosing function; made at its top if there is none."""
    function: Any = b.op
    while not isinstance(function, func.FuncOp):
        function = function.parent_op
        if function is None:
            raise b.error("is in no function")
    found = arena_of(function)
    if found is not None:
        return found
    rw = b.rewriter
    saved = rw.block, rw.before
    rw.set_start(function.regions[0].entry)
    made: Value = rw.insert(krnl.ArenaOp.create((), (ARENA,))).results[0]
    rw.block, rw.before = saved
    return made


def arena_of(function: func.FuncOp) -> Value | None:
    """The function's arena, if it has one."""
    for op in function.regions[0].entry:
        if isinstance(op, krnl.ArenaOp):
            return op.results[0]
    return None


# Lists of boxes


def box(b: KrnlBuilder, x: Buffer) -> Value:
    """A box with a copy of a buffer."""
    return b.emit(krnl.BoxOp, (arena(b), x.value), type=krnl.BOX)


def unbox(b: KrnlBuilder, value: Value, type: MemRefType) -> Buffer:
    """The buffer in a box, which nothing may write to."""
    return Buffer(b, b.emit(krnl.UnboxOp, (value,), type=type))


def taken_out(b: KrnlBuilder, value: Value, type: MemRefType) -> Buffer:
    """A buffer with a copy of a box's content; its sizes are compared with the type's."""
    inside = unbox(b, value, dynamic(type.rank, type.element_type))
    out = b.alloc_type(type, inside.shape)
    with b.loops(*out.shape) as i:
        out.store(inside.load(i), i)
    return out


def list_of(b: KrnlBuilder, size: Ix) -> Buffer:
    """A list of this many boxes, to be filled."""
    return b.alloc_type(LIST, [size])


def member(b: KrnlBuilder, members: Buffer, index: Ix) -> Value:
    """A box of a list; the index is clamped. An empty list gives an empty box."""
    size = members.shape[0]
    regions = [Region([Block()]), Region([Block()])]
    condition = b.test("sgt", size, 0)
    made = scf.IfOp.create((condition.value,), (krnl.BOX,), regions=regions)
    b.insert(made)

    def found() -> Value:
        return members.load([b.index_max(0, b.index_min(index, size - 1))])

    def nothing() -> Value:
        return box(b, b.alloc([0], UI8))

    for region, value in zip(regions, (found, nothing), strict=True):
        with b.inside(made, region.block):
            b.insert(scf.YieldOp.create((value(),)))
    return made.results[0]


def dynamic(rank: int, element: Type) -> MemRefType:
    """The type of a buffer of a rank and unknown sizes."""
    type: MemRefType = MemRefType((DYNAMIC,) * rank, element)
    return type


# Strings


def bytes_of(b: KrnlBuilder, text: Scalar | Value) -> Buffer:
    """The bytes of a string, which nothing may write to."""
    value = text.value if isinstance(text, Scalar) else text
    return Buffer(b, b.emit(krnl.StringBytesOp, (value,), type=BYTES))


def new_bytes(b: KrnlBuilder, size: Ix) -> Buffer:
    """Room for a string of this many bytes, with a zero after them."""
    operands = arena(b), b.value(size + 1)
    room = Buffer(b, b.emit(krnl.ArenaAllocOp, operands, type=BYTES))
    room[size] = 0
    return room


def text_of(b: KrnlBuilder, room: Buffer, offset: Ix = 0) -> Value:
    """The string that begins at a byte."""
    return b.emit(krnl.StringOfOp, (room.value, b.value(offset)), type=krnl.STRING)


def substring(b: KrnlBuilder, source: Buffer, start: Ix, end: Ix) -> Value:
    """A new string of some bytes of another one."""
    room = new_bytes(b, end - start)
    with b.loops(end - start) as (i,):
        room.store(source.load([start + i]), [i])
    return text_of(b, room)


def constant_text(b: KrnlBuilder, text: str) -> Value:
    """A constant string."""
    return texts(b, [text]).load([0])


def texts(b: KrnlBuilder, values: Sequence[str]) -> Buffer:
    """A constant buffer of strings. DiagnosticError for one with a zero in it."""
    if any("\0" in v for v in values):
        raise b.error("has a string with a zero character in it")
    shape = (len(values),)
    made = krnl.GlobalOp(
        shape=ArrayAttr((i64_attr(len(values)),)),
        name_="constant",
        value=DenseStringElementsAttr(RankedTensorType(shape, onnx.StringType()), tuple(values)),
        output=MemRefType(shape, krnl.STRING),
    )
    with b.outside():
        return Buffer(b, b.insert(made).results[0])


def packed(b: KrnlBuilder, texts: Buffer) -> Buffer:
    """A copy of the strings in one block of memory: the pointers, then the bytes. The receiver
    frees it as a whole."""
    count = texts.size
    flat = b.view(texts, b.memref([count], texts.element), [count])

    def length(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
        size = b.emit(krnl.StrlenOp, (flat.load(i),), type=I64)
        return [total[0] + Scalar(b, size, I64) + 1]

    (size,) = b.fold([count], [b.scalar(0, I64)], length)
    start = count * 8
    block = b.alloc_type(MemRefType((DYNAMIC,), I8), [start + size.index()])
    view = memref.ViewOp.create(
        (block.value, b.value(0), *([] if isinstance(count, int) else [b.value(count)])),
        (flat.type,),
    )
    pointers = Buffer(b, b.insert(view).results[0], [count])
    room = Buffer(b, b.cast(block.value, BYTES), block.shape)

    def put(i: list[Ix], places: list[Scalar]) -> list[Scalar]:
        source = bytes_of(b, flat.load(i))
        at = places[0].index()
        with b.loops(source.shape[0]) as (k,):
            room.store(source.load([k]), [at + k])
        end = at + source.shape[0]
        room[end] = 0
        pointers.store(text_of(b, room, at), i)
        return [b.number(end + 1)]

    b.fold([count], [b.number(start)], put)
    return b.view(pointers, texts.type, texts.shape)
