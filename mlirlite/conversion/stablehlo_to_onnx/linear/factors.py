"""Factors of matrices: Cholesky's, LU with pivots, QR by reflections; and triangular systems.

Each is a loop over columns that works on all rows and matrices at once. Results are LAPACK's, signs
included."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Tensor
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import (
    Complex,
    chosen,
    square,
)
from mlirlite.conversion.stablehlo_to_onnx.elementwise import is_negative
from mlirlite.conversion.stablehlo_to_onnx.linear.matrices import (
    adjoint,
    columns,
    conj,
    identity,
    loop,
    most,
    pick,
    real,
    rows,
    total,
    zeros_like,
)
from mlirlite.ir.types import I32


def cholesky(b: Builder, a: Any) -> tuple[Any, Tensor]:
    """The lower factor, from the lower half; and for each matrix the number of the first column,
    from 1, where it is not positive, or 0. Where it is not, the factor is NaN."""
    count, size, _ = a.shape
    row, column = rows(b, size), columns(b, size)

    def step(j: Tensor, values: list[Any]) -> list[Any]:
        rest, found, failed = values
        below = pick(rest, 2, j)
        pivot = real(pick(below, 1, j))
        good = pivot > 0
        scaled = chosen(row >= j, below / pivot("Sqrt"), 0.0)
        number = (j + 1).to(I32)
        failed = (failed.equal(0) & ~good.reshape([count])).where(number, failed)
        rest = rest - scaled * adjoint(scaled)
        return [rest, chosen(column.equal(j), scaled, found), failed]

    start = b.number(0, I32).expand([count])
    _, found, failed = loop(b, size, [a, zeros_like(a), start], step)
    return found, failed


def triangular(b: Builder, a: Any, x: Any, lower: bool, unit: bool) -> Any:
    """The solution of a system with a triangular matrix on the left."""
    size = a.shape[1]
    row = rows(b, size)

    def step(k: Tensor, values: list[Any]) -> list[Any]:
        [x] = values
        j = k if lower else k.like(size - 1) - k
        column = pick(a, 2, j)
        own = pick(x, 1, j)
        if not unit:
            own = own / pick(column, 1, j)
        after = row > j if lower else row < j
        rest = x - chosen(after, column, 0.0) * own
        return [chosen(row.equal(j), own, rest)]

    return loop(b, size, [x], step)[0]


def lu(b: Builder, a: Any) -> tuple[Any, Tensor, Tensor]:
    """Both factors in one matrix; the row, from 1, that each row was exchanged with; and the number
    of the first pivot, from 1, that is zero, or 0."""
    count, height, width = a.shape
    steps = min(height, width)
    row, column = rows(b, height), columns(b, width)

    def step(k: Tensor, values: list[Any]) -> list[Any]:
        a, pivots, failed = values
        below = pick(a, 2, k)
        size = below.re("Abs") + below.im("Abs") if isinstance(below, Complex) else below("Abs")
        size = size("IsNaN").where(float("inf"), size)
        size = (row >= k).where(size, -1.0)
        best = size("ArgMax", axis=1, keepdims=1)
        other = total(chosen(row.equal(best), a, 0.0), 1)
        own = pick(a, 1, k)
        a = chosen(row.equal(k), other, chosen(row.equal(best), own, a))
        pivot = pick(other, 2, k)
        zero = pivot.equal(0.0)
        under = pick(a, 2, k)
        factor = chosen(
            zero,
            under,
            under / chosen(zero, pivot.b.number(1.0, pivot.element), pivot)
            if not isinstance(pivot, Complex)
            else under / chosen(zero, 1.0, pivot),
        )
        after = row > k
        used = chosen(after, factor, 0.0)
        a = a - used * chosen(column > k, other, 0.0)
        a = chosen(after & column.equal(k), factor, a)
        place = b.counts(steps).reshape([1, steps]).equal(k)
        pivots = place.where((best.reshape([count, 1]) + 1).to(I32), pivots)
        number = (k + 1).to(I32)
        failed = (failed.equal(0) & zero.reshape([count])).where(number, failed)
        return [a, pivots, failed]

    pivots = b.number(0, I32).expand([count, steps])
    failed = b.number(0, I32).expand([count])
    a, pivots, failed = loop(b, steps, [a, pivots, failed], step)
    return a, pivots, failed


def exchanged(b: Builder, x: Any, pivots: Tensor, back: bool = False) -> Any:
    """Rows exchanged as LU has exchanged them, by the numbers from 1; or back."""
    steps = pivots.shape[1]
    row = rows(b, x.shape[1])
    table = pivots.reshape([pivots.shape[0], steps, 1]) - 1

    def step(k: Tensor, values: list[Any]) -> list[Any]:
        [x] = values
        j = k.like(steps - 1) - k if back else k
        place = pick(table, 1, j).to(k.element)
        own, other = pick(x, 1, j), total(chosen(row.equal(place), x, 0.0), 1)
        return [chosen(row.equal(j), other, chosen(row.equal(place), own, x))]

    return loop(b, steps, [x], step)[0]


def reflections(b: Builder, a: Any, pivoted: bool = False) -> tuple[Any, Any, Tensor]:
    """R above the vectors of reflections, the factor of each, and the number of the column, from 1,
    that is at each place; with pivots, the longest column comes next."""
    count, height, width = a.shape
    steps = min(height, width)
    row, column = rows(b, height), columns(b, width)
    places = b.counts(steps).reshape([1, 1, steps])

    def step(j: Tensor, values: list[Any]) -> list[Any]:
        a, factors, order = values
        if pivoted:
            a, order = _longest_first(b, a, order, j)
        whole = pick(a, 2, j)
        first = pick(whole, 1, j)
        below = chosen(row > j, whole, 0.0)
        size, scale = _length(below)
        alone = size.equal(0)
        if isinstance(first, Complex):
            alone = alone & first.im.equal(0)
        scale = b("Max", [scale, _largest(first)])
        scale = scale.equal(0).where(1.0, scale)
        length = (square(first / scale) + total(square(below / scale), 1))("Sqrt") * scale
        head = real(first)
        beta = is_negative(head).where(length, -length)
        beta = alone.where(head, beta)
        safe = alone.where(beta * 0 + 1.0, beta)
        factor = (conj(first) - beta) / safe
        factor = chosen(alone, 0.0, -conj(factor))
        divisor = first - beta
        vector = (
            chosen(alone, 0.0, below / chosen(alone, 1.0, divisor))
            if isinstance(divisor, Complex)
            else alone.where(0.0, below / alone.where(1.0, divisor))
        )
        vector = chosen(row.equal(j), 1.0, vector)
        applied = total(conj(vector) * a, 1)
        changed = a - vector * (conj(factor) * applied)
        a = chosen(column > j, changed, a)
        own = column.equal(j)
        a = chosen(own & (row > j), vector, a)
        a = chosen(own & row.equal(j), _as(first, beta), a)
        return [a, chosen(places.equal(j), factor, factors), order]

    factors = zeros_like(a.slice(1, 0, 1).slice(2, 0, steps))
    order = (columns(b, width) + 1).to(I32).expand([count, 1, width])
    a, factors, order = loop(b, steps, [a, factors, order], step)
    return a, factors.reshape([count, steps]), order.reshape([count, width])


def _as(kind: Any, value: Tensor) -> Any:
    return Complex(value, value * 0) if isinstance(kind, Complex) else value


def _largest(x: Any) -> Tensor:
    if isinstance(x, Complex):
        return x.b("Max", [x.re("Abs"), x.im("Abs")])
    found: Tensor = x("Abs")
    return found


def _length(x: Any) -> tuple[Tensor, Tensor]:
    """The length of each column, which may be scaled, and its largest number."""
    scale = most(_largest(x), 1)
    safe = scale.equal(0).where(1.0, scale)
    return total(square(x / safe), 1), scale


def _longest_first(b: Builder, a: Any, order: Tensor, j: Tensor) -> tuple[Any, Tensor]:
    _, height, width = a.shape
    row, column = rows(b, height), columns(b, width)
    below = chosen(row >= j, a, 0.0)
    scale = most(most(_largest(below), 1), 2)
    safe = scale.equal(0).where(1.0, scale)
    length = (column >= j).where(total(square(below / safe), 1), -1.0)
    best = length("ArgMax", axis=2, keepdims=1)

    def exchanged(x: Any) -> Any:
        other = total(chosen(column.equal(best), x, 0 if x is order else 0.0), 2)
        own = pick(x, 2, j)
        return chosen(column.equal(j), other, chosen(column.equal(best), own, x))

    return exchanged(a), exchanged(order)


def reflected(b: Builder, a: Any, factors: Any, width: int) -> Any:
    """The first columns of the product of reflections."""
    count, height, _ = a.shape
    steps = factors.shape[1]
    row = rows(b, height)
    whole = identity(a, height).slice(2, 0, width)
    factors = factors.reshape([count, 1, steps])

    def step(k: Tensor, values: list[Any]) -> list[Any]:
        [q] = values
        j = k.like(steps - 1) - k
        vector = chosen(row > j, pick(a, 2, j), 0.0)
        vector = chosen(row.equal(j), 1.0, vector)
        applied = total(conj(vector) * q, 1)
        return [q - vector * (pick(factors, 2, j) * applied)]

    return loop(b, steps, [whole], step)[0]


def orthogonal(b: Builder, a: Any) -> tuple[Any, Any]:
    """A whole basis, whose first vectors span the columns; and R."""
    _, height, width = a.shape
    packed, factors, _ = reflections(b, a)
    q = reflected(b, packed, factors, height)
    upper = rows(b, height) <= columns(b, width)
    return q, chosen(upper, packed, 0.0)
