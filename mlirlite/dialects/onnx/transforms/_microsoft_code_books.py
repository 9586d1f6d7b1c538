"""com.microsoft.MatMulBnb4: weights of 4 bits that are places in a code book stay packed."""

from __future__ import annotations

from math import gcd
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.microsoft import BOOK_BLOCKS
from mlirlite.dialects.onnx.packed_weights import LEAST_BLOCK, Blocks
from mlirlite.dialects.onnx.transforms._build import array_like, constant, nothing
from mlirlite.dialects.onnx.transforms._microsoft_build import (
    Decomposition,
    Refused,
    attribute,
    built,
)
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import IntegerType, RankedTensorType, Signedness, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.tuning import Fixed

UI8 = IntegerType(8, Signedness.UNSIGNED)

_POSITIVE: Fixed[tuple[float, ...]] = (0, 0.005208333333, 2 / 3, 1, 1 / 3, 0.5, 1 / 6, 0.25)
FP4 = (*_POSITIVE, *(-n for n in _POSITIVE))
"""A sign, two bits of an exponent and one of a fraction, in the order of bitsandbytes."""
NF4 = (
    *(-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453),
    *(-0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0.0),
    *(0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224),
    *(0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0),
)
"""Quantiles of a normal distribution, the largest of which is 1."""
_BOOKS = (FP4, NF4)


def _check(op: Operation) -> None:
    columns, depth, block = _sizes(op)
    if block not in BOOK_BLOCKS:
        raise Refused(f"block_size is {block}, expected one of {', '.join(map(str, BOOK_BLOCKS))}")
    if attribute(op, "quant_type", 0) not in range(len(_BOOKS)):
        raise Refused("quant_type is neither 0 (FP4) nor 1 (NF4)")
    count = columns * depth
    sizes = {"B": -(-count // 2), "absmax": -(-count // block)}
    for index, (name, size) in enumerate(sizes.items(), start=1):
        array = array_of(op.operands[index])
        if array is None:
            raise Refused("the weights are not constants")
        if array.size != size:
            text = f"MatMulBnb4 has {array.size} elements in {name}, expected {size}"
            raise DiagnosticError(op.error(text))


def _sizes(op: Operation) -> tuple[int, int, int]:
    """N, K and the numbers of a block."""
    return attribute(op, "N", 0), attribute(op, "K", 0), attribute(op, "block_size", 0)


def _matmul_bnb4(op: Operation, rw: Rewriter) -> Value:
    """Blocks of the flat matrix are blocks of columns, or parts of them are."""
    import numpy as np

    columns, depth, block = _sizes(op)
    part = gcd(depth, block)
    if part < LEAST_BLOCK or not attribute(op, "transB", 1):
        return _unpacked(op, rw)
    given, scales = (array_of(v) for v in op.operands[1:3])
    assert given is not None  # checked
    assert scales is not None
    blocks = Blocks(columns, depth, 4, part)
    bytes_ = given.view(np.uint8).reshape(columns, blocks.count, part // 2)
    swapped = bytes_ >> np.uint8(4) | bytes_ << np.uint8(4)  # the higher half is first
    starts = np.arange(columns * blocks.count) * part // block
    type = RankedTensorType(swapped.shape, UI8)
    made = onnx.MatMulNBitsOp(
        op.operands[0],
        constant(rw, elements_from(np, swapped, type)),
        array_like(rw, scales.reshape(-1)[starts].reshape(columns, -1), op.operands[2]),
        nothing(rw),
        nothing(rw),
        N=columns,
        K=depth,
        bits=4,
        block_size=part,
        code_book=_BOOKS[attribute(op, "quant_type", 0)],
    )
    return built(rw, made)


def _unpacked(op: Operation, rw: Rewriter) -> Value:
    """Blocks that begin anywhere in a column, and products with rows: the weights become floats."""
    import numpy as np

    columns, depth, block = _sizes(op)
    given, scales = (array_of(v) for v in op.operands[1:3])
    assert given is not None  # checked
    assert scales is not None
    bytes_: Any = given.view(np.uint8).reshape(-1, 1)
    places = (bytes_ >> np.array([4, 0], np.uint8) & np.uint8(15)).reshape(-1)[: columns * depth]
    book = np.array(_BOOKS[attribute(op, "quant_type", 0)], np.float32)
    factors = np.repeat(scales.reshape(-1).astype(np.float32), block)[: columns * depth]
    weights = (book[places] * factors).reshape(columns, depth)
    if attribute(op, "transB", 1):
        weights = np.ascontiguousarray(weights.T)
    element: Any = element_type_of(op.operands[0].type)
    type = RankedTensorType(weights.shape, element)
    matrix = constant(rw, elements_from(np, weights.astype(numpy_dtype(element)), type))
    return built(rw, onnx.MatMulOp(op.operands[0], matrix))


CODE_BOOKS: dict[str, Decomposition] = {"MatMulBnb4": (_check, _matmul_bnb4, (0,))}
