"""Elements, parts and shapes of vectors: extract, insert, broadcast, shuffle, slices, transpose,
casts."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_elementwise import positions
from mlirlite.conversion._llvm_ops import (
    constant,
    extract_value,
    fastmath,
    index_constant,
    insert_value,
    poison,
)
from mlirlite.conversion._llvm_types import types_of
from mlirlite.conversion._vector import vector_type
from mlirlite.conversion.vector_to_llvm.masks import lanes_below
from mlirlite.conversion.vector_to_llvm.table import (
    element,
    lower,
    numbers,
    row,
    row_of,
    shape_of,
    shuffle,
    spread,
    with_element,
    with_row,
)
from mlirlite.dialects import llvm, vector
from mlirlite.dialects.llvm.attributes import NO_FASTMATH
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I32, I64, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

SEVERAL = "vectors of several dimensions are to be unrolled before"


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
    whole = len(position) < rank
    if not position and whole:
        return (source,)
    outer = position if whole else position[: max(rank - 1, 0)]
    if not all(isinstance(n, int) for n in outer):
        return rw.fail("a leading index is not constant")
    value = row(rw, source, [n for n in outer if isinstance(n, int)])
    if whole:
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
    """A scalar: insertelement and a shuffle; the same vector at every leading position."""
    type = vector_type(op.results[0])
    result = rw.convert(type)
    inner = row_of(result)
    if not isinstance(inner, VectorType):
        return rw.fail("it makes no vector")
    if isinstance(op.operands[0].type, VectorType):
        return rw.fail("broadcast from vector type not handled")
    source = rw.operand(0)
    if not type.shape:
        empty = poison(rw, inner)
        zero = constant(rw, IntegerAttr(0, I32), I32)
        return (create(rw, llvm.InsertElementOp, (empty, source, zero), inner),)
    if len(type.shape) == 1:
        return (spread(rw, source, inner),)
    found = poison(rw, result)
    one = spread(rw, source, inner, again=True)
    for place in positions(type.shape[:-1]):
        found = insert_value(rw, found, one, *place)
    return (found,)


@lower(vector.FMAOp)
def lower_fma(op: vector.FMAOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.fmuladd` of vectors of one dimension."""
    if isinstance(rw.convert(op.results[0].type), LLVMArrayType):
        return rw.fail(SEVERAL)
    return (_float(rw, llvm.FMulAddOp, *rw.operands),)


def _float(
    rw: ConversionRewriter, cls: type[Operation], *operands: Value, flags: Attribute = NO_FASTMATH
) -> Value:
    return create(rw, cls, operands, operands[0].type, {"fastmathFlags": flags})


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
        source, place = (first, n) if n < count else (second, n - count)
        if isinstance(result, LLVMArrayType):
            found = insert_value(rw, found, extract_value(rw, source, place), i)
        else:
            part = element(rw, source, index_constant(rw, place, types_of(rw)))
            found = with_element(rw, found, part, index_constant(rw, i, types_of(rw)))
    return (found,)


@lower(vector.BitCastOp)
def lower_bitcast(op: vector.BitCastOp, rw: ConversionRewriter) -> Any:
    """`llvm.bitcast` of vectors of one dimension."""
    result = rw.convert(op.results[0].type)
    if isinstance(result, LLVMArrayType):
        return rw.fail(SEVERAL)
    return (create(rw, llvm.BitcastOp, rw.operands, result),)


@lower(vector.InterleaveOp)
def lower_interleave(op: vector.InterleaveOp, rw: ConversionRewriter) -> Any:
    """A shuffle; the intrinsic for scalable vectors."""
    type = vector_type(op.results[0])
    if len(type.shape) != 1:
        return rw.fail(SEVERAL)
    first, second = rw.operands
    result = rw.convert(type)
    if type.is_scalable:
        return (create(rw, llvm.vector_interleave2, (first, second), result),)
    count = type.shape[0] // 2
    return (shuffle(rw, first, second, [n for i in range(count) for n in (i, i + count)]),)


@lower(vector.DeinterleaveOp)
def lower_deinterleave(op: vector.DeinterleaveOp, rw: ConversionRewriter) -> Any:
    """Two shuffles; the intrinsic for scalable vectors."""
    type = vector_type(op.operands[0])
    if len(type.shape) != 1:
        return rw.fail(SEVERAL)
    source = rw.operand(0)
    if type.is_scalable:
        half = rw.convert(op.results[0].type)
        both = create(rw, llvm.vector_deinterleave2, (source,), LLVMStructType((half, half)))
        return [extract_value(rw, both, i) for i in (0, 1)]
    empty = poison(rw, source.type)
    return [shuffle(rw, source, empty, range(i, type.shape[0], 2)) for i in (0, 1)]


@lower(vector.FromElementsOp)
def lower_from_elements(op: vector.FromElementsOp, rw: ConversionRewriter) -> Any:
    """insertelement, one after the other."""
    type = vector_type(op.results[0])
    if len(type.shape) > 1:
        return rw.fail(SEVERAL)
    found = poison(rw, rw.convert(type))
    for i, value in enumerate(rw.operands):
        found = with_element(rw, found, value, i)
    return (found,)


@lower(vector.ToElementsOp)
def lower_to_elements(op: vector.ToElementsOp, rw: ConversionRewriter) -> Any:
    """extractelement, one after the other, of the used elements."""
    if len(shape_of(op.operands[0].type)) > 1:
        return rw.fail(SEVERAL)
    source = rw.operand(0)
    return [
        element(rw, source, i) if result.has_uses else None for i, result in enumerate(op.results)
    ]


@lower(vector.CreateMaskOp)
def lower_create_mask(op: vector.CreateMaskOp, rw: ConversionRewriter) -> Any:
    """A comparison of the lanes' numbers and the bound."""
    type = vector_type(op.results[0])
    if len(type.shape) > 1:
        return rw.fail(SEVERAL)
    return (lanes_below(rw, type, op.operands[0], I64),)


@lower(vector.StepOp)
def lower_step(op: vector.StepOp, rw: ConversionRewriter) -> Any:
    """The intrinsic for scalable vectors."""
    type = vector_type(op.results[0])
    if not type.is_scalable:
        return rw.fail("a fixed vector is a constant")
    return (create(rw, llvm.StepVectorOp, (), rw.convert(type)),)


@lower(vector.VectorScaleOp)
def lower_vscale(op: vector.VectorScaleOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vscale`."""
    return (create(rw, llvm.vscale, (), types_of(rw).index),)


@lower(vector.ScalableExtractOp)
def lower_scalable_extract(op: vector.ScalableExtractOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vector.extract`."""
    result = rw.convert(op.results[0].type)
    return (create(rw, llvm.vector_extract, rw.operands, result, {"pos": op.properties["pos"]}),)


@lower(vector.ScalableInsertOp)
def lower_scalable_insert(op: vector.ScalableInsertOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vector.insert`."""
    part, target = rw.operands
    properties = {"pos": op.properties["pos"]}
    return (create(rw, llvm.vector_insert, (target, part), target.type, properties),)


def flags_of(op: Operation) -> Attribute:
    """The op's fast-math flags as LLVM's."""
    return fastmath(op.properties.get("fastmath"))
