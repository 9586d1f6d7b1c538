"""Operators of com.microsoft with weights of few bits: they stay packed."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.packed_weights import Blocks, packed, unpacked
from mlirlite.dialects.onnx.shapes import rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import array_like, constant, integers, nothing
from mlirlite.dialects.onnx.transforms._microsoft_build import (
    Decomposition,
    Refused,
    attribute,
    built,
    merged,
    operand,
)
from mlirlite.ir.dense import DenseElementsAttr, numpy_dtype
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import IntegerType, RankedTensorType, Signedness, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError

UI8 = IntegerType(8, Signedness.UNSIGNED)


def _blocks(op: Operation) -> Blocks:
    names = (("N", 0), ("K", 0), ("bits", 4), ("block_size", 32))
    return Blocks(*(attribute(op, name, default) for name, default in names))


def _check(op: Operation) -> None:
    blocks = _blocks(op)
    if blocks.bits not in (2, 4, 8):
        raise Refused("the weights have neither 2, 4 nor 8 bits")
    if min(blocks.columns, blocks.depth) <= 0:
        raise Refused("N or K is not positive")
    if not blocks.is_valid:
        raise Refused("block_size is not a power of two from 16 on")
    for index in (1, 2, 3, 4):
        value = operand(op, index)
        if value is not None and array_of(value) is None:
            raise Refused("the weights are not constants")
    count = blocks.columns * blocks.count
    sizes = {"B": count * blocks.size * blocks.bits // 8, "scales": count}
    for index, (name, size) in enumerate(sizes.items(), start=1):
        array = array_of(op.operands[index])
        if array is None:
            raise Refused("weights or scales are missing")
        if array.size != size:
            text = f"MatMulNBits has {array.size} elements in {name}, expected {size}"
            raise DiagnosticError(op.error(text))
    groups = array_of(operand(op, 4))
    if groups is not None and _out_of_range(groups.reshape(-1)[: blocks.depth], blocks):
        raise Refused("g_idx does not name a group for each row")


def _out_of_range(groups: Any, blocks: Blocks) -> bool:
    return groups.size != blocks.depth or not 0 <= groups.min() <= groups.max() < blocks.count


def _matmul_n_bits(op: Operation, rw: Rewriter) -> Value:
    """Groups of rows become blocks, by another order of the rows."""
    x, weights, scales = op.operands[:3]
    zeros, bias = (operand(op, i) for i in (3, 5))
    groups = array_of(operand(op, 4))
    if groups is not None:
        order = _order(groups.reshape(-1)[: _blocks(op).depth], _blocks(op))
        if order is None:
            return _unpacked_groups(op, rw)
        x = built(rw, onnx.GatherOp(x, integers(rw, order.tolist()), axis=-1))
        weights = _reordered(op, order, rw)
    blocks = _blocks(op)
    made = onnx.MatMulNBitsOp(
        x,
        weights,
        scales,
        nothing(rw) if zeros is None else zeros,
        nothing(rw) if bias is None else bias,
        N=blocks.columns,
        K=blocks.depth,
        bits=blocks.bits,
        block_size=blocks.size,
        accuracy_level=attribute(op, "accuracy_level", 0),
    )
    return built(rw, made)


def _order(groups: Any, blocks: Blocks) -> Any:
    """The rows by groups, if each group then is one block; else None."""
    import numpy as np

    order = np.argsort(groups, kind="stable")
    regular = np.arange(blocks.depth) // blocks.size
    return order if (groups[order] == regular).all() else None


def _reordered(op: Operation, order: Any, rw: Rewriter) -> Value:
    import numpy as np

    blocks, given = _blocks(op), array_of(op.operands[1])
    assert given is not None  # checked
    bytes_ = given.view(np.uint8).reshape(blocks.columns, -1)
    numbers = unpacked(np, bytes_, blocks.bits).copy()
    numbers[:, : blocks.depth] = numbers[:, order]
    return array_like(rw, packed(np, numbers, blocks.bits).reshape(given.shape), op.operands[1])


def _unpacked_groups(op: Operation, rw: Rewriter) -> Value:
    """Groups of any sizes: the weights become floats."""
    import numpy as np

    blocks = _blocks(op)
    given, scales, zeros, groups = (array_of(operand(op, i)) for i in range(1, 5))
    assert given is not None  # checked
    assert scales is not None
    assert groups is not None
    chosen = groups.reshape(-1)[: blocks.depth]
    numbers = unpacked(np, given.view(np.uint8).reshape(blocks.columns, -1), blocks.bits)
    zero: Any = np.float32(blocks.usual_zero)
    if zeros is not None:
        points = blocks.zeros(np, zeros.reshape(blocks.columns, -1))
        zero = points.astype(np.float32)[:, chosen]
    scale = scales.astype(np.float32).reshape(blocks.columns, -1)[:, chosen]
    weights = ((numbers[:, : blocks.depth].astype(np.float32) - zero) * scale).T
    element: Any = element_type_of(op.operands[0].type)
    array = np.ascontiguousarray(weights).astype(numpy_dtype(element))
    type = RankedTensorType((blocks.depth, blocks.columns), element)
    matrix = constant(rw, elements_from(np, array, type))
    product = built(rw, onnx.MatMulOp(op.operands[0], matrix))
    summand = operand(op, 5)
    return product if summand is None else built(rw, onnx.AddOp(product, summand))


def _check_gather(op: Operation) -> None:
    data, scales = (shape_of(op.operands[i]) for i in (0, 2))
    if data is None or scales is None or rank_of(op.operands[1]) is None:
        raise Refused("the ranks are not known")
    gathered, quantized = (attribute(op, f"{n}_axis", d) for n, d in _AXES)
    rank, bits, size = len(data), attribute(op, "bits", 4), attribute(op, "block_size", 128)
    if not all(-rank <= axis < rank for axis in (gathered, quantized)):
        raise Refused("an axis is not one of the data")
    if gathered % rank == quantized % rank:
        raise Refused("blocks lie along the axis of the indices")
    if not Blocks(1, 1, bits, size).is_valid:
        raise Refused("block_size is not a power of two from 16 on")
    if element_type_of(op.operands[0].type) is not UI8:
        if bits != 4:
            raise Refused("numbers of 4 bits have another number of bits")
    elif bits not in (4, 8) or gathered % rank or quantized % rank != rank - 1:
        raise Refused("bytes hold neither 4 nor 8 bits, or not in rows")


def _gather_block_quantized(op: Operation, rw: Rewriter) -> Value:
    """Rows of numbers, scales and zero points are taken, and only they are dequantized."""
    indices, bits = op.operands[1], attribute(op, "bits", 4)
    rank = rank_of(op.operands[0]) or 0
    gathered, axis = (attribute(op, f"{n}_axis", d) % rank for n, d in _AXES)
    data, scales, zeros = (
        None if x is None else built(rw, onnx.GatherOp(x, indices, axis=gathered))
        for x in (operand(op, i) for i in (0, 2, 3))
    )
    assert data is not None  # they have been checked
    assert scales is not None
    if element_type_of(data.type) is UI8:
        if zeros is None:
            shape = built(rw, onnx.ShapeOp(scales))
            point = DenseElementsAttr.of(RankedTensorType((1,), UI8), 1 << bits - 1)
            zeros = built(rw, onnx.ConstantOfShapeOp(shape, value=point))
        elif bits == 4:
            end = built(rw, onnx.ShapeOp(scales, start=-1))
            bounds = integers(rw, [0]), end, integers(rw, [-1]), integers(rw, [1])
            zeros = built(rw, onnx.SliceOp(_nibbles(zeros, rw), *bounds))
        data = _nibbles(data, rw) if bits == 4 else data
    more = (rank_of(indices) or 0) - 1 if axis > gathered else 0
    made = onnx.DequantizeLinearOp(
        data,
        scales,
        nothing(rw) if zeros is None else zeros,
        axis=axis + more,
        block_size=attribute(op, "block_size", 128),
    )
    return built(rw, made)


def _nibbles(x: Value, rw: Rewriter) -> Value:
    """The numbers of 4 bits that bytes hold, the lower one first."""
    low = built(rw, onnx.BitwiseAndOp(x, _byte(15, rw)))
    high = built(rw, onnx.BitShiftOp(x, _byte(4, rw), direction="RIGHT"))
    last = integers(rw, [-1])
    pair = [built(rw, onnx.UnsqueezeOp(v, last)) for v in (low, high)]
    together = built(rw, onnx.ConcatOp(pair, axis=-1))
    return merged(together, rw)


def _byte(number: int, rw: Rewriter) -> Value:
    return constant(rw, DenseElementsAttr.of(RankedTensorType((), UI8), number))


_AXES = (("gather", 0), ("quantize", 1))
"""Which axes there are, and what they are by default."""

PACKED: dict[str, Decomposition] = {
    "MatMulNBits": (_check, _matmul_n_bits, (0,)),
    "GatherBlockQuantized": (_check_gather, _gather_block_quantized, (0,)),
}
