"""Weights in blocks with a scale each, in ONNX's own form: they stay packed.

MatMul(x, DequantizeLinear(w, s, z) {axis = 0, block_size = 32})  -->  MatMulNBits(x, w', s', z')
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.packed_weights import Blocks, packed
from mlirlite.dialects.onnx.shapes import axis_in, element_of, shape_of
from mlirlite.dialects.onnx.transforms._build import array_like, constant, nothing
from mlirlite.dialects.onnx.transforms._recompose_math import made_by
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import FloatType, IntegerType, RankedTensorType, Signedness
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.tuning import Fixed

_AT_ONCE: Fixed[int] = 1 << 22
"""Numbers that are brought into another order at once."""
UI8 = IntegerType(8, Signedness.UNSIGNED)
_F4 = FloatType("f4E2M1FN")
_POSITIVE: Fixed[tuple[float, ...]] = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
_E2M1 = (*_POSITIVE, *(-n for n in _POSITIVE))
"""The floats of 4 bits, in the order of these bits."""


class _Weights(NamedTuple):
    """A constant matrix, by columns: `[columns, depth]`, and a scale and a zero point for each
    block of a column."""

    bits: int
    block: int
    numbers: Any
    offset: int
    """What makes the numbers unsigned."""
    scales: Any
    zeros: Any
    like: Value
    """A value with the element type of the scales."""
    book: tuple[float, ...] = ()
    """What the numbers stand for, if they are floats."""


@pattern
def product_of_blocks(op: onnx.MatMulOp, rw: Rewriter) -> bool | None:
    """MatMul(x, DequantizeLinear(w, s, z) {block_size = 32}) --> MatMulNBits(x, w', s', z')"""
    found = _weights(op.operands[1], False)
    if found is None or not _takes(op):
        return rw.fail("the right side is not a constant in blocks of few bits")
    rw.replace(op, _product(op, found, None, rw))
    return True


@pattern
def gemm_of_blocks(op: onnx.GemmOp, rw: Rewriter) -> bool | None:
    """Gemm(x, DequantizeLinear(w, s, z) {block_size = 32}, c) --> MatMulNBits(x, w', s', z', c)"""
    if op.get("transA", 0) or op.get("alpha", 1.0) != 1 or op.get("beta", 1.0) != 1:
        return rw.fail("it transposes the left side, or has factors")
    found = _weights(op.operands[1], bool(op.get("transB", 0)))
    if found is None or not _takes(op):
        return rw.fail("the right side is not a constant in blocks of few bits")
    c = op.operands[2]
    columns = found.numbers.shape[0]
    if shape_of(c) == (columns,):
        rw.replace(op, _product(op, found, c, rw))
        return True
    product = _product(op, found, None, rw)
    if shape_of(c) is not None:
        made = rw.insert(onnx.AddOp(product, c))
        product = made.results[0]
    rw.replace(op, product)
    return True


def _takes(op: OnnxOp) -> bool:
    left = shape_of(op.operands[0])
    return left is not None and len(left) > 0


def _weights(value: Value, transposed: bool) -> _Weights | None:
    """What a right side is made of; `transposed` if it is stored by columns."""
    import numpy as np

    transpose = made_by(value, onnx.TransposeOp)
    if transpose is not None and tuple(transpose.get("perm", (1, 0)) or (1, 0)) == (1, 0):
        value, transposed = transpose.operands[0], not transposed
    source = made_by(value, onnx.DequantizeLinearOp)
    element = None if source is None else element_of(source.x)
    if source is None or element is None or not _is_packed(element):
        return None
    block, shape = source.get("block_size", 0), shape_of(source.x)
    if shape is None or len(shape) != 2:
        return None
    if axis_in(source.get("axis", 1), 2) != int(transposed):
        return None
    arrays = [array_of(v) for v in (source.x, source.x_scale, source.x_zero_point)]
    if arrays[0] is None or arrays[1] is None:
        return None
    if source.x_zero_point is not None and arrays[2] is None:
        return None
    book = _E2M1 if element is _F4 else ()
    if book:  # their zero points are 0, which is checked
        arrays[0], arrays[2] = arrays[0].view(np.uint8), None
    numbers, scales, zeros = (a if a is None or transposed else a.T for a in arrays)
    assert numbers is not None  # checked
    assert scales is not None
    columns, depth = numbers.shape
    bits = bit_width(element)
    if not Blocks(columns, depth, bits, block).is_valid:
        return None
    is_signed = isinstance(element, IntegerType) and not element.is_unsigned
    offset = 1 << bits - 1 if is_signed else 0
    if zeros is None and not offset and not book:
        zeros = np.zeros(scales.shape, np.uint8)
    zeros = None if zeros is None else _moved(zeros, offset)
    return _Weights(bits, block, numbers, offset, scales, zeros, source.x_scale, book)


def _is_packed(element: Type) -> bool:
    if isinstance(element, IntegerType):
        return element.width in (2, 4, 8)
    return element is _F4


def _moved(array: Any, offset: int) -> Any:
    """As unsigned numbers."""
    import numpy as np

    return (array.astype(np.int16) + offset).astype(np.uint8)


def _product(op: OnnxOp, w: _Weights, bias: Value | None, rw: Rewriter) -> Value:
    import numpy as np

    columns, depth = w.numbers.shape
    blocks = Blocks(columns, depth, w.bits, w.block)
    weights = np.zeros((columns, blocks.count, w.block * w.bits // 8), np.uint8)
    some = max(1, _AT_ONCE // depth)
    for first in range(0, columns, some):  # copies of all would take many times the memory
        part = _moved(w.numbers[first : first + some], w.offset)
        numbers = np.zeros((len(part), blocks.count * w.block), np.uint8)
        numbers[:, :depth] = part
        weights[first : first + some] = packed(np, numbers, w.bits).reshape(
            len(part), *weights.shape[1:]
        )
    zeros = None if w.zeros is None else packed(np, w.zeros, w.bits)
    made = onnx.MatMulNBitsOp(
        op.operands[0],
        _bytes(weights, rw),
        array_like(rw, np.ascontiguousarray(w.scales), w.like),
        nothing(rw) if zeros is None else _bytes(zeros, rw),
        nothing(rw) if bias is None else bias,
        N=columns,
        K=depth,
        bits=w.bits,
        block_size=w.block,
        **({"code_book": w.book} if w.book else {}),
        Y=op.results[0].type,
    )
    value: Value = rw.insert(made).results[0]
    return value


def _bytes(array: Any, rw: Rewriter) -> Value:
    import numpy as np

    type = RankedTensorType(tuple(array.shape), UI8)
    return constant(rw, elements_from(np, np.ascontiguousarray(array), type))


PACKED_WEIGHTS: tuple[Pattern, ...] = (product_of_blocks, gemm_of_blocks)
