"""Which values --quantize-onnx quantizes, and where their ranges are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects._function import dictionaries_of
from mlirlite.dialects.onnx.constants import array_of, constant_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of, rank_of, shape_of
from mlirlite.ir.attributes import ArrayAttr, DenseArrayAttr, DictionaryAttr
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.support.tuning import Fixed

RANGE = "range"
"""The attribute of an op: `array<f32: low, high>`, the range of its first result."""
ARGUMENT_RANGE = "onnx.range"
"""The same for an argument of the function."""
_FEW_CHANNELS: Fixed[int] = 16
"""Not a tuning number: all machines round the same values."""


_LEAST_SCALE: Fixed[float] = 2.0**-100


def has_few_channels(op: OnnxOp, weights: Sequence[int]) -> bool:
    """True if groups of a convolution have too few products per sum for integers to pay."""
    few: bool = op.get("group", 1) != 1 and weights[1] < _FEW_CHANNELS
    return few


def is_product(op: Operation) -> bool:
    """True for a convolution, Gemm or MatMul of constant f32 weights that can be computed in
    integers: all are finite, and there are some. Depthwise convolutions have too few products per
    sum to pay."""
    if isinstance(op, onnx.ConvOp):
        x, w = shape_of(op.X), shape_of(op.W)
        if x is None or w is None or len(x) != 4 or not has_numbers(op.W):
            return False
        return element_of(op.X) is F32 and not has_few_channels(op, w)
    if isinstance(op, onnx.GemmOp):
        plain = op.get("alpha", 1.0) == op.get("beta", 1.0) == 1.0 and not op.get("transA", 0)
        known = rank_of(op.A) == 2 and has_numbers(op.B)
        return plain and known and element_of(op.A) is F32
    if isinstance(op, onnx.MatMulOp):
        known = rank_of(op.B) == 2 and has_numbers(op.B)
        return known and (rank_of(op.A) or 0) > 1 and element_of(op.A) is F32
    return False


def has_numbers(value: Value) -> bool:
    """Whether a value is a constant that has a scale: of one number or more, all of them finite,
    and not so small that their scale would have no digits left."""
    array = array_of(value)
    if array is None or not array.size:
        return False
    import numpy as np

    if not np.isfinite(array).all():
        return False
    largest = float(np.abs(array).max())
    return largest == 0 or largest >= _LEAST_SCALE


def quantized_values(function: Operation) -> list[Value]:
    """The operands of products, and of sums with a product that are computed before it; none of
    those that exist in a loop or a branch only, since they have no range outside."""
    found: dict[Value, None] = {}
    for op in function.walk():
        if is_product(op):
            found[op.operands[0]] = None
        elif isinstance(op, onnx.AddOp):
            found.update(dict.fromkeys(_other_term(op)))
    body = function.regions[0].block
    return [v for v in found if element_of(v) is F32 and _is_in(v, body) and constant_of(v) is None]


def _is_in(value: Value, block: Block) -> bool:
    """Whether a value is made in a block itself, not in a region of one of its ops."""
    if isinstance(value, BlockArgument):
        return value.owner is block
    return value.defining_op is not None and value.defining_op.parent is block


def _other_term(op: OnnxOp) -> Iterator[Value]:
    """The earlier term of a sum whose later one is a product that only the sum reads."""
    first, second = op.operands
    if shape_of(first) != shape_of(second) or first is second:
        return
    later = [v for v in (first, second) if v.has_one_use and _is_product_of(v)]
    if later:
        last = later[0] if len(later) == 1 or not _before(later[0], later[1]) else later[1]
        yield second if last is first else first


def _is_product_of(value: Value) -> bool:
    op = value.defining_op
    return op is not None and is_product(op)


def _before(a: Value, c: Value) -> bool:
    first, second = a.defining_op, c.defining_op
    return first is not None and second is not None and first.is_before_in_block(second)


def range_of(value: Value) -> tuple[float, float] | None:
    """The range that is written at a value, or None."""
    found = None
    if isinstance(value, OpResult):
        found = value.defining_op.attribute(RANGE) if value.index == 0 else None
    elif isinstance(value, BlockArgument):
        found = _dictionaries(value)[value.index].get(ARGUMENT_RANGE)
    if not isinstance(found, DenseArrayAttr):
        return None
    low, high = found.value
    return float(low), float(high)


def set_range(value: Value, low: float, high: float) -> None:
    """Write the range of a value at the op or the argument."""
    made = DenseArrayAttr(F32, (low, high))
    if isinstance(value, OpResult):
        value.defining_op.attributes[RANGE] = made
    elif isinstance(value, BlockArgument):
        function: Any = value.owner.parent_op
        entries = _dictionaries(value)
        known = {**dict(entries[value.index].entries), ARGUMENT_RANGE: made}
        entries[value.index] = DictionaryAttr(tuple(known.items()))
        function.properties["arg_attrs"] = ArrayAttr(tuple(entries))


def _dictionaries(value: BlockArgument) -> list[DictionaryAttr]:
    function: Any = value.owner.parent_op
    return dictionaries_of(function, "arg_attrs", len(value.owner.args))
