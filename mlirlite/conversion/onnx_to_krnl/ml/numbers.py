"""Operators of ai.onnx.ml on numbers."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import unary
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.ir.types import F32


@unary("Binarizer")
def binarizer(b: KrnlBuilder, x: Scalar) -> Scalar:
    """1 above the threshold, 0 elsewhere."""
    limit = b.attr("threshold", 0.0)
    return (x > (limit if x.is_float else int(limit))).select(1, x.coerce(0))


@kernel("ArrayFeatureExtractor")
def array_feature_extractor(b: KrnlBuilder) -> Any:
    """Columns by their numbers."""
    x, columns = b.inputs(2)
    count = product(columns.shape)
    flat = b.view(columns, b.memref([count], columns.element), [count])
    rows = x.shape[:-1]
    out = b.output([*(rows or [1]), count])
    with b.loops(*out.shape) as (*row, i):
        place = b.index_max(0, b.index_min(flat[i].index(), x.shape[-1] - 1))
        out.store(x.load([*(row if rows else []), place]), [*row, i])
    return out


def _columns(b: KrnlBuilder, name: str, x: Buffer) -> Any:
    """An attribute with one number per column, or one for all, as a function of the column."""
    values = b.attr(name)
    if values is None:
        return None
    table = b.table(values, F32)
    return lambda i: table[i if len(values) != 1 else 0]


@kernel("Scaler")
def scaler(b: KrnlBuilder) -> Any:
    """(x - offset) * scale."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    offset, scale = _columns(b, "offset", x), _columns(b, "scale", x)
    with b.loops(*x.shape) as i:
        value = x[i].cast(F32)
        value = value - offset(i[-1]) if offset else value
        out[i] = value * scale(i[-1]) if scale else value
    return out


@kernel("Normalizer")
def normalizer(b: KrnlBuilder) -> Any:
    """Rows divided by their largest element, sum of absolute values, or length."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    kind = b.attr("norm", "MAX")
    with b.loops(*x.shape[:-1]) as row:

        def join(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
            value = x[[*row, *i]].cast(F32)
            if kind == "MAX":
                return [total[0].max(value)]
            return [total[0] + (value.abs() if kind == "L1" else value * value)]

        start = least(F32) if kind == "MAX" else 0
        (norm,) = b.fold([x.shape[-1]], [b.scalar(start, F32)], join)
        norm = norm.sqrt() if kind == "L2" else norm
        norm = norm.eq(0).select(1, norm)
        with b.loops(x.shape[-1]) as i:
            out[[*row, *i]] = x[[*row, *i]].cast(F32) / norm
    return out
