"""Resize to weighted sums: rows of the input are summed up first, then the elements of that row.

out[i, n] = sum over s, t of w[i, s] * u[n, t] * x[p[i, s], q[n, t]]
-->  for each i: for k: row[k] = sum over s of w[i, s] * x[p[i, s], k]
                 for n: out[i, n] = sum over t of u[n, t] * row[q[n, t]]
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import F64, I1, IntegerType
from mlirlite.support.tuning import Fixed

_NARROW: Fixed[int] = 16
"""The most bits of integers whose weighted sums are within `_ROUNDING` of the exact ones."""
_ROUNDING: Fixed[float] = 1e-9


class Taps(Protocol):
    """Inputs of each index of an axis: `taps` positions, and their weights."""

    places: Buffer
    weights: Buffer
    taps: Ix


def weighted(element: Scalar, weight: Scalar) -> Scalar:
    """The product; 0 if the weight is 0, whatever the element: NaN does not spread."""
    return weight.eq(0).select(0, element * weight)


def rounded(total: Scalar, type: Type) -> Scalar:
    """A sum of weighted elements of a type. Integers are truncated; what rounding of the weights
    takes from a whole number is given back before, where it is known how little it is."""
    if isinstance(type, IntegerType) and type is not I1 and type.width <= _NARROW:
        total = total + (total < 0).select(-_ROUNDING, total.coerce(_ROUNDING))
    return total.cast(type)


def weighted_rows(b: KrnlBuilder, x: Buffer, out: Buffer, axes: Mapping[int, Taps]) -> None:
    """Fill a result of which some axes are interpolated."""
    type = compute_type(x.element)
    along = axes.get(x.rank - 1)
    others = {d: t for d, t in axes.items() if d != x.rank - 1}
    with b.loops(*out.shape[:-1]) as i:
        row = b.alloc([x.shape[-1]], F64)
        _add_rows(b, x, i, others, row)
        with b.loops(out.shape[-1]) as (n,):
            total = row[n] if along is None else _sum_of_taps(b, row, n, along)
            out[[*i, n]] = rounded(total, type)


def _add_rows(
    b: KrnlBuilder, x: Buffer, i: list[Ix], axes: Mapping[int, Taps], row: Buffer
) -> None:
    """Fill a row with the weighted sum of those of the input."""

    def part(taps: Sequence[Ix]) -> tuple[list[Ix], Scalar | None]:
        """The position of one of them, and its weight."""
        place, weight = list(i), None
        for (axis, t), tap in zip(axes.items(), taps, strict=True):
            place[axis] = t.places[i[axis], tap].index()
            factor = t.weights[i[axis], tap]
            weight = factor if weight is None else weight * factor
        return place, weight

    def element(place: list[Ix], weight: Scalar | None, n: Ix) -> Scalar:
        found = x[[*place, n]].cast(F64)
        return found if weight is None else weighted(found, weight)

    counts = [t.taps for t in axes.values()]
    known = [n for n in counts if isinstance(n, int)]
    if len(known) == len(counts) and math.prod(known) <= b.tuning.summed_rows:
        parts = [part(taps) for taps in itertools.product(*[range(n) for n in known])]
        with b.loops(x.shape[-1]) as (n,):
            first, *rest = [element(place, weight, n) for place, weight in parts]
            row[n] = sum(rest, first)
        return
    with b.loops(x.shape[-1]) as (n,):
        row[n] = 0
    with b.loops(*counts) as taps:
        place, weight = part(taps)
        with b.loops(x.shape[-1]) as (n,):
            row[n] = row[n] + element(place, weight, n)


def _sum_of_taps(b: KrnlBuilder, row: Buffer, n: Ix, axis: Taps) -> Scalar:
    def one(tap: Ix) -> Scalar:
        return weighted(row[axis.places[n, tap].index()], axis.weights[n, tap])

    if isinstance(axis.taps, int):
        first, *rest = [one(tap) for tap in range(axis.taps)]
        return sum(rest, first)
    zero = b.scalar(0, F64)
    return b.fold([axis.taps], [zero], lambda tap, total: [total[0] + one(tap[0])])[0]
