"""vector.create_mask, constant_mask and step → comparisons and constants; transfers that may exceed
their memref → masked ones."""

from __future__ import annotations

from functools import cache
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import (
    assembled,
    broadcast,
    constant,
    insert,
    rest_of,
    scalable_dims,
    vector_type,
    zeros,
)
from mlirlite.dialects import arith, llvm, memref, tensor, vector
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import TRUE, ArrayAttr, i32_array, i64_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import DYNAMIC, I1, I32, I64, INDEX, MemRefType, ShapedType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import constant_value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


def _less(rw: Builder, a: Value, b: Value) -> Value:
    return rw.insert(arith.CmpIOp(CmpIPredicate.slt, a, b)).result


@pattern
def unroll_create_mask(op: vector.CreateMaskOp, rw: Rewriter) -> bool | None:
    """create_mask(a, b) : vector<2x4xi1> --> insert(select(0 < a, create_mask(b), false))[0], …"""
    type = vector_type(op.results[0])
    if type.rank <= 1:
        return rw.fail("it has one dimension")
    if scalable_dims(type)[0]:
        return rw.fail("the leading dimension is scalable")
    bound, *others = op.operands
    inner = rest_of(type)
    on = create(rw, vector.CreateMaskOp, others, inner)
    off = zeros(rw, inner)
    start = zeros(rw, type)

    def one(i: int) -> Value:
        inside = _less(rw, index_constant(rw, i), bound)
        return rw.insert(arith.SelectOp(inside, on, off)).result

    rw.replace(op, assembled(rw, start, one))
    return True


@pattern
def lower_constant_mask(op: vector.ConstantMaskOp, rw: Rewriter) -> bool | None:
    """constant_mask [2] : vector<4xi1> --> constant dense<[true, true, false, false]>"""
    type, sizes = vector_type(op.results[0]), list(op.mask_dim_sizes)
    if type.rank <= 1:
        count = type.num_elements
        bits = [int(i < sizes[0]) for i in range(count)]
        value = bits[0] if len(set(bits)) == 1 else bits
        rw.replace(op, constant(rw, DenseElementsAttr.of(type, value), type))
        return True
    if scalable_dims(type)[0]:
        return rw.fail("the leading dimension is scalable")
    properties: dict[str, Attribute] = {"mask_dim_sizes": i64_array(sizes[1:])}
    on = create(rw, vector.ConstantMaskOp, (), rest_of(type), properties)
    found = zeros(rw, type)
    for i in range(sizes[0]):
        found = insert(rw, on, found, i)
    rw.replace(op, found)
    return True


def lanes_below(rw: Builder, type: VectorType, bound: Value, index: Type) -> Value:
    """A mask of the lanes whose number, an integer of the index type, is below a bound."""
    steps: VectorType = VectorType(type.shape, index, type.scalable_dims)
    if type.is_scalable:
        lanes = create(rw, llvm.StepVectorOp, (), steps)
    else:
        numbers = range(type.shape[0]) if type.shape else 0
        lanes = constant(rw, DenseElementsAttr.of(steps, numbers), steps)
    if bound.type is not index:
        bound = create(rw, arith.IndexCastOp, (bound,), index)
    return _less(rw, lanes, broadcast(rw, bound, steps))


@cache
def create_mask_patterns(index_width: int) -> tuple[Pattern, ...]:
    """The pattern for masks of one dimension, whose lanes are numbered by integers of this
    width."""
    index = I32 if index_width == 32 else I64

    @pattern
    def lower_create_mask(op: vector.CreateMaskOp, rw: Rewriter) -> bool | None:
        """create_mask(n) : vector<4xi1> --> cmpi slt, [0, 1, 2, 3], broadcast(n)"""
        type = vector_type(op.results[0])
        if type.rank > 1:
            return rw.fail("it has several dimensions")
        rw.replace(op, lanes_below(rw, type, op.operands[0], index))
        return True

    return (lower_create_mask,)


@pattern
def mask_transfer(op: vector.TransferReadOp | vector.TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer_read %m[%i] --> transfer_read %m[%i], create_mask(dim(%m) - %i)"""
    type = vector_type(op.vector_value)
    if all(op.in_bounds_flags):
        return rw.fail("it stays in bounds")
    if type.rank > 1 or not op.indices:
        return rw.fail("it moves no vector of one dimension")
    last = len(op.indices) - 1
    left = rw.insert(arith.SubIOp(_size(rw, op.base, last), op.indices[last])).result
    mask = create(rw, vector.CreateMaskOp, (left,), type.replace(element_type=I1))
    if op.mask is not None:
        mask = rw.insert(arith.AndIOp(mask, op.mask)).result
    kept = op.operands[: len(op.operands) - (op.mask is not None)]
    segments: Any = op.properties["operandSegmentSizes"]
    with rw.modify(op):
        op.set_operands((*kept, mask))
        op.properties["operandSegmentSizes"] = i32_array([*segments.value[:-1], 1])
        op.properties["in_bounds"] = ArrayAttr((TRUE,))
    return True


def _size(rw: Rewriter, base: Value, dim: int) -> Value:
    type = base.type
    size = type.shape[dim] if isinstance(type, ShapedType) else DYNAMIC
    if size != DYNAMIC:
        return index_constant(rw, size)
    cls: Any = memref.DimOp if isinstance(type, MemRefType) else tensor.DimOp
    return create(rw, cls, (base, index_constant(rw, dim)), INDEX)


@pattern
def lower_step(op: vector.StepOp, rw: Rewriter) -> bool | None:
    """step : vector<4xindex> --> constant dense<[0, 1, 2, 3]>"""
    type = vector_type(op.results[0])
    if type.is_scalable:
        return rw.fail("a scalable vector has an intrinsic")
    rw.replace(op, constant(rw, DenseElementsAttr.of(type, range(type.shape[0])), type))
    return True


@pattern
def select_of_one_lane(op: arith.SelectOp, rw: Rewriter) -> bool | None:
    """select(c, dense<true>, dense<false>) : vector<1xi1> --> broadcast(c)"""
    type = op.results[0].type
    if type is not VectorType((1,), I1) or op.condition.type is not I1:
        return rw.fail("it does not choose between masks of one lane")
    known = [constant_value(v) for v in op.operands[1:]]
    if known != [DenseElementsAttr.of(type, 1), DenseElementsAttr.of(type, 0)]:
        return rw.fail("the masks are not all true and all false")
    rw.replace(op, broadcast(rw, op.condition, type))
    return True


MASK_PATTERNS = (unroll_create_mask, lower_constant_mask)
