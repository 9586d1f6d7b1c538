"""Ops that make tensors from sizes, ranges and numbers."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.ir.types import F64, I64


@kernel("ConstantOfShape")
def constant_of_shape(b: KrnlBuilder) -> Any:
    """A tensor of a shape with one value everywhere."""
    (shape,) = b.inputs(1)
    type = b.result_type()
    out = b.alloc_type(type, list(type.shape) if type.has_static_shape else shape.ints(type.rank))
    value = b.attr("value")
    number = value.values()[0] if value is not None else 0.0
    with b.loops(*out.shape) as i:
        out[i] = number
    return out


@kernel("Range")
def range_(b: KrnlBuilder) -> Any:
    """start, start + delta, … up to the limit."""
    start, limit, delta = (x.scalar() for x in b.inputs(3))
    b.require(delta.ne(0), "has a delta of 0")
    if start.is_float:
        count = ((limit - start) / delta).ceil().max(0).cast(I64)
    else:
        # The quotient rounded up: toward zero, and one more if there is a remainder in its
        # direction.
        first, last, step = (x.cast(I64) for x in (start, limit, delta))
        _require_no_wrap(b, first, last)
        span, step = last - first, step.eq(0).select(1, step)
        quotient, rest = span / step, span % step
        more = rest.ne(0) & ((rest > 0) ^ (step < 0))
        count = more.select(quotient + 1, quotient).max(0)
    out = b.output([count.index()])
    with b.loops(*out.shape) as (i,):
        out[i] = start + b.number(i, start.type) * delta
    return out


def _require_no_wrap(b: KrnlBuilder, start: Scalar, limit: Scalar) -> None:
    """End the run as out of memory when the distance is not representable."""
    distance = limit.cast(F64) - start.cast(F64)
    b.require_memory(distance.abs() < float(1 << 62))


@kernel("EyeLike")
def eye_like(b: KrnlBuilder) -> Any:
    """Ones on the k-th diagonal."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    k = b.attr("k", 0)
    one = b.scalar(1, compute_type(out.element))
    with b.loops(*x.shape) as (i, j):
        out[i, j] = b.test("eq", j, i + k).select(one, 0)
    return out


@kernel("OneHot", "OneHotV9")
def one_hot(b: KrnlBuilder) -> Any:
    """A new dimension with the on-value at the index and the off-value elsewhere; negative indices
    count from its end, but before opset 11 they are off everywhere."""
    indices, depth, values = b.inputs(3)
    type = b.result_type()
    axis = b.attr("axis", -1)
    axis += type.rank if axis < 0 else 0
    size = depth.int_at(0) if depth.rank else depth.scalar().cast(I64).index()
    out = b.alloc_type(type, [*indices.shape[:axis], size, *indices.shape[axis:]])
    off, on = values[0], values[1]
    wraps = b.op.schema.version >= 11
    with b.loops(*out.shape) as i:
        element = indices[[*i[:axis], *i[axis + 1 :]]]
        index: Ix = element.cast(I64).index()
        if wraps:
            index = b.wrap_index(index, out.shape[axis])
        out[i] = b.test("eq", index, i[axis]).select(on, off)
    return out
