"""Determinants."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel


@kernel("Det")
def det(b: KrnlBuilder) -> Any:
    """Determinants of the matrices in the last two dimensions, by elimination with pivots."""
    (x,) = b.inputs(1)
    size = x.shape[-1]
    out = b.output(x.shape[:-2])
    type = compute_type(x.element)
    work = b.alloc([size, size], type)
    with b.loops(*x.shape[:-2]) as outer:
        with b.loops(size, size) as (i, j):
            work[i, j] = x[[*outer, i, j]]

        def eliminate(step: list[Ix], product: list[Scalar]) -> list[Scalar]:
            k = step[0]

            def larger(i: list[Ix], best: list[Scalar]) -> list[Scalar]:
                value = work[i[0], k].abs()
                take = value > best[0]
                return [take.select(value, best[0]), take.select(b.number(i[0]), best[1])]

            first = [work[k, k].abs(), b.number(k)]
            row = b.fold([(k + 1, size)], first, larger)[1].index()
            with b.loops((k, size)) as (j,):
                one, other = work[k, j], work[row, j]
                work[k, j], work[row, j] = other, one
            pivot = work[k, k]
            divisor = pivot.eq(0).select(1, pivot)
            with b.loops((k + 1, size)) as (i,):
                factor = work[i, k] / divisor
                with b.loops((k + 1, size)) as (j,):
                    work[i, j] = work[i, j] - factor * work[k, j]
            swapped = b.test("ne", row, k)
            return [product[0] * swapped.select(-pivot, pivot)]

        out[outer] = b.fold([size], [b.scalar(1, type)], eliminate)[0]
    return out
