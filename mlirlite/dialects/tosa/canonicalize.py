"""Canonical forms of tosa ops: padding folded into windows, clamps of clamps, redundant slices and
transposes."""

import math
from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import tensor
from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.tosa._verify import integers, shape_of
from mlirlite.dialects.tosa.attributes import NanPropagationMode, NanPropagationModeAttr
from mlirlite.dialects.tosa.bits import LogicalNotOp, SelectOp
from mlirlite.dialects.tosa.constants import const_shape
from mlirlite.dialects.tosa.convolutions import Conv2DOp, DepthwiseConv2DOp
from mlirlite.dialects.tosa.elementwise import ClampOp
from mlirlite.dialects.tosa.layout import ConcatOp, PadOp, ReshapeOp, SliceOp, TransposeOp
from mlirlite.dialects.tosa.types import storage_type
from mlirlite.dialects.tosa.windows import MaxPool2dOp
from mlirlite.ir.attributes import FALSE, FloatAttr, IntegerAttr, i32_array, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import DYNAMIC, FloatType, IntegerType, RankedTensorType, ShapedType
from mlirlite.ir.values import Value
from mlirlite.rewriting import (
    Rewriter,
    canonicalization,
    canonicalizations,
    constant_value,
    rule,
    terms,
    variables,
)

_MOST_PADDING = 8192
"""What level 8k of the specification allows."""


@canonicalization
def small_max_pool(op: MaxPool2dOp, rw: Rewriter) -> bool | None:
    """max_pool2d of images of one pixel to images of one pixel --> the images"""
    types: list[Any] = [op.input.type, op.output.type]
    if not all(isinstance(t, ShapedType) and t.has_static_shape for t in types):
        return rw.fail("a size is not known")
    if any(t.shape[1:3] != (1, 1) for t in types):
        return rw.fail("there is more than one pixel")
    rw.replace(op, op.input)
    return True


@canonicalization
def padded_window(op: Conv2DOp | DepthwiseConv2DOp | MaxPool2dOp, rw: Rewriter) -> bool | None:
    """conv2d(pad(x)) --> conv2d(x), with more padding of its own"""
    pad = op.input.defining_op
    if not isinstance(pad, PadOp):
        return rw.fail("the input is not a pad")
    widths = integers(pad.padding)
    if widths is None or len(widths) != 8:
        return rw.fail("the padding is not a constant for four dimensions")
    if any(widths[:2]) or any(widths[6:]):
        return rw.fail("batch or channels are padded")
    whole = [a + b for a, b in zip(op.pad, widths[2:6], strict=True)]
    if isinstance(op, MaxPool2dOp):
        if any(p >= op.kernel[i // 2] for i, p in enumerate(whole)):
            return rw.fail("the kernel is not larger than the padding")
        fits = _is_lowest(pad.pad_const)
    else:
        fits = _is_zero_point(pad.pad_const, op.input_zp)
    if not fits:
        return rw.fail("it is not padded with what the op pads with")
    if any(p > _MOST_PADDING for p in whole):
        return rw.fail(f"more padding than {_MOST_PADDING}")
    with rw.modify(op):
        op.set_operand(0, pad.input1)
        op.properties["pad"] = i64_array(whole)
        if "local_bound" in op.definition.properties:  # upstream builds a new op, which has it
            op.properties.setdefault("local_bound", FALSE)
    return True


def _single(value: Value) -> DenseElementsAttr | None:
    known = constant_value(value)
    if not isinstance(known, DenseElementsAttr) or known.type.num_elements != 1:
        return None
    return known


def _is_lowest(padding: Value) -> bool:
    """Whether it is the smallest number of its type."""
    known = _single(padding)
    if known is None:
        return False
    value, type = known.splat_value(), known.element_type
    if isinstance(type, FloatType):
        return bool(value == -type.format.decode(type.format.largest))
    if isinstance(type, IntegerType):
        return bool(value == (0 if type.is_unsigned else -(1 << type.width - 1)))
    return False


def _is_zero_point(padding: Value, zero: Value) -> bool:
    known, point = _single(padding), constant_value(zero)
    if known is None:
        return False
    if isinstance(known.element_type, FloatType):
        return bool(known.splat_value() == 0)
    return isinstance(point, DenseElementsAttr) and known.splat_value() == point.values()[0]


x, y, c, t = variables("x y c t")
Cast, Concat, Not, Select = terms(tensor.CastOp, ConcatOp, LogicalNotOp, SelectOp)

canonicalizations(
    concat_of_one=(
        rule(Concat([x], output=t), x, where=has_type(x, t)),
        rule(Concat([x]), Cast(x)),
    ),
    select_of_not=rule(Select(Not(c), x, y), Select(c, y, x)),
)


@canonicalization
def transpose_of_transpose(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(transpose(x, p), q) --> transpose(x, p[q])"""
    inner = op.input1.defining_op
    if not isinstance(inner, TransposeOp):
        return rw.fail("the input is not a transpose")
    first, second = inner.perms, op.perms
    if not len(second) or len(first) != len(second):
        return rw.fail("nothing to permute")
    with rw.modify(op):
        op.set_operand(0, inner.input1)
        op.properties["perms"] = i32_array(first[i] for i in second)
    return True


@canonicalization
def transpose_as_reshape(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose that only moves dimensions of size 1 --> reshape"""
    source = op.input1
    neighbors = [source.defining_op, *(use.owner for use in op.output.uses)]
    if any(isinstance(n, TransposeOp) for n in neighbors):
        return rw.fail("two transposes become one")
    type = source.type
    if not isinstance(type, RankedTensorType) or type.num_dynamic_dims > 1:
        return rw.fail("several sizes are not known")
    moved = [i for i in op.perms if type.shape[i] != 1]
    if moved != sorted(moved):
        return rw.fail("elements move")
    rw.set_before(op)
    shape = rw.insert(const_shape([type.shape[i] for i in op.perms], op.location))
    rw.replace(op, ReshapeOp.create((source, shape.output), (op.output.type,)))
    return True


@canonicalization
def clamp_to_everything(op: ClampOp, rw: Rewriter) -> bool | None:
    """clamp to the full range of the type --> the input"""
    type, low, high = op.input.type, _bound(op.min_val), _bound(op.max_val)
    element = type.element_type if isinstance(type, RankedTensorType) else None
    if isinstance(element, FloatType):
        least, most = -math.inf, math.inf
    elif isinstance(element, IntegerType):
        width = element.width
        unsigned = element.is_unsigned or width == 1
        least = 0 if unsigned else -(1 << width - 1)
        most = (1 << (width if unsigned else width - 1)) - 1
    else:
        return rw.fail("neither integers nor floats")
    if low > least or high < most:
        return rw.fail("some values are outside")
    rw.replace(op, op.input)
    return True


def _bound(attribute: Any) -> Any:
    return attribute.value


@canonicalization
def clamp_of_clamp(op: ClampOp, rw: Rewriter) -> bool | None:
    """clamp(clamp(x, a, b), c, d) --> clamp(x, max(a, c), min(b, d))"""
    inner = op.input.defining_op
    if not isinstance(inner, ClampOp):
        return rw.fail("the input is not a clamp")
    ignores = NanPropagationModeAttr(NanPropagationMode.IGNORE)
    if op.nan_mode is ignores and inner.nan_mode is not ignores:
        return rw.fail("NaNs from the inner clamp are ignored")
    (a, b), (c, d) = ((_bound(o.min_val), _bound(o.max_val)) for o in (op, inner))
    if not (a < d and c < b):
        return rw.fail("the ranges do not overlap")
    type: Any = storage_type(op.input.type)
    cls = FloatAttr if isinstance(type, FloatType) else IntegerAttr
    with rw.modify(op):
        op.set_operand(0, inner.input)
        op.properties["min_val"] = cls(max(a, c), type)
        op.properties["max_val"] = cls(min(b, d), type)
        if inner.nan_mode is ignores:
            op.properties["nan_mode"] = ignores
    return True


def _replace_slice(
    op: SliceOp, rw: Rewriter, source: Value, start: Value, size: Sequence[int] | Value
) -> None:
    if not isinstance(size, Value):
        size = rw.insert(const_shape(size, op.location)).output
    rw.replace(op, SliceOp.create((source, start, size), (op.output.type,), location=op.location))


@canonicalization
def slice_of_concat(op: SliceOp, rw: Rewriter) -> bool | None:
    """slice(concat(x, y)) --> slice(x), when it takes nothing else"""
    concat = op.input1.defining_op
    if not isinstance(concat, ConcatOp):
        return rw.fail("the input is not a concat")
    start, size = integers(op.start), integers(op.size)
    if not _is_static(concat.output.type) or start is None or size is None:
        return rw.fail("a size is not known")
    axis = concat.axis
    for value in concat.operands:
        shape = shape_of(value)
        if shape is None or DYNAMIC in shape:
            return rw.fail("a size is not known")
        length = shape[axis]
        if start[axis] >= 0 and start[axis] + size[axis] <= length:
            rw.set_before(op)
            begin = rw.insert(const_shape(start, op.location))
            _replace_slice(op, rw, value, begin.output, size)
            return True
        start[axis] -= length
    return rw.fail("it takes something of several operands")


def _is_static(type: Any) -> bool:
    return isinstance(type, RankedTensorType) and type.has_static_shape


@canonicalization
def slice_of_pad(op: SliceOp, rw: Rewriter) -> bool | None:
    """slice(pad(x)) --> slice(pad(x)) with no more padding than is taken"""
    pad = op.input1.defining_op
    if not isinstance(pad, PadOp) or not pad.output.has_one_use:
        return rw.fail("the input is not a pad for this slice alone")
    type, widths = pad.input1.type, integers(pad.padding)
    start, size = integers(op.start), integers(op.size)
    if not isinstance(type, RankedTensorType) or not isinstance(pad.output.type, RankedTensorType):
        return rw.fail("a rank is not known")
    if widths is None or start is None or size is None:
        return rw.fail("start, size or padding are not constant")
    if any(
        n == DYNAMIC and (a, s) != (0, -1) for n, a, s in zip(type.shape, start, size, strict=True)
    ):
        return rw.fail("it takes a part of a size that is not known")
    new_start, new_widths, shape = list(start), list(widths), [DYNAMIC] * type.rank
    for i, n in enumerate(type.shape):
        if n == DYNAMIC:
            continue
        low, high = widths[2 * i : 2 * i + 2]
        end = start[i] + size[i]
        if start[i] < 0 or end > low + n + high:
            return rw.fail("it takes more than there is")
        new_start[i] = max(start[i] - low, 0)
        less = max(low - start[i], 0), max(end - low - n, 0)
        new_widths[2 * i : 2 * i + 2] = less
        shape[i] = less[0] + n + less[1]
    if new_start == start and new_widths == widths:
        return rw.fail("all padding is taken")
    rw.set_before(op)
    padding = rw.insert(const_shape(new_widths, op.location)).output
    new_type = RankedTensorType(tuple(shape), type.element_type)
    new = rw.insert(
        PadOp.create((pad.input1, padding, pad.pad_const), (new_type,), location=pad.location)
    )
    begin = rw.insert(const_shape(new_start, op.location)).output
    _replace_slice(op, rw, new.output, begin, op.size)
    return True


@canonicalization
def slice_of_known_size(op: SliceOp, rw: Rewriter) -> bool | None:
    """a size of -1 that is static in the type --> the size"""
    size, type = integers(op.size), op.output.type
    if size is None or not isinstance(type, RankedTensorType):
        return rw.fail("the size is not constant")
    known = [n if s == -1 and n != DYNAMIC else s for s, n in zip(size, type.shape, strict=True)]
    if known == size:
        return rw.fail("no size follows from the type")
    rw.set_before(op)
    _replace_slice(op, rw, op.input1, op.start, known)
    return True
