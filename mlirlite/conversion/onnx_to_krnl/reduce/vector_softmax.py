"""Softmax of rows, and its logarithm, by vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least_finite
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import (
    prefetch_place,
    row_map,
    row_sum,
)
from mlirlite.conversion.onnx_to_krnl.registers.caches import goes_past_caches
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, lanes_of
from mlirlite.dialects.arith import FastMathFlags
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import F32
from mlirlite.support.tuning import Fixed

_BELOW_ONE = FastMathFlags.ninf | FastMathFlags.contract | FastMathFlags.afn
"""Flags of exp: no infinities, and 0 instead of numbers below the least normal one. Its last
product may be fused with a sum."""
_NORMAL_UNTIL_F32: Fixed[float] = -88.0
_NORMAL_UNTIL_F64: Fixed[float] = -708.0
"""Below, exp is less than the least normal number."""
_KEPT: Fixed[int] = 2
"""The most numbers that are kept for each row: the largest and the sum."""


def larger(a: Scalar, other: Scalar) -> Scalar:
    return (a > other).select(a, other)


def row_maximum(v: Lanes, x: Buffer, row: list[Ix], size: Ix) -> Scalar:
    """The largest number of a row; a NaN may be skipped."""
    low = v.of(float("-inf"))
    (found,) = v.fold(
        size,
        [low],
        lambda at, lanes, t: [larger(v.keep(v.read(x, [*row, at], lanes), lanes, low), t[0])],
        lambda p, q: [larger(p[0], q[0])],
    )
    return v.joined(found, larger)


def exp_at_most_one(difference: Scalar) -> Scalar:
    """exp of a number of at most 0. A result below the least normal number is 0: it adds nothing to
    a sum of at least 1, and processors take a hundred times as long for it."""
    if difference.type is F32:
        return difference.max(_NORMAL_UNTIL_F32).exp(_BELOW_ONE)
    least = _NORMAL_UNTIL_F64
    return (difference < least).select(0, difference.min(0).max(least).exp())


def row_powers(
    v: Lanes,
    x: Buffer,
    row: list[Ix],
    size: Ix,
    out: Buffer | None,
    top: Scalar | None = None,
    following: list[Ix] | None = None,
) -> Scalar:
    """The sum of exp(x - top) along a row; `top` defaults to its largest number. The exponentials
    are stored if a place is given. Meanwhile the `following` row and that place are prefetched,
    since memory is slower than the computation. If all numbers are -inf, the sum is 0."""
    if top is None:
        top = _finite_maximum(v, x, row, size)
    ahead = v.b.tuning.prefetch_elements

    def power(at: Ix, lanes: Ix) -> Scalar:
        if following is not None:
            v.prefetch_all(x, [*following, at], lanes)
            if out is not None:
                v.prefetch_all(out, [*row, at + ahead], lanes, write=True)
        value = exp_at_most_one(v.read(x, [*row, at], lanes) - top)
        if out is not None:
            v.write(value, out, [*row, at], lanes)
        return value

    return row_sum(v, size, power, zero_beyond=False, together=True)


def _finite_maximum(v: Lanes, x: Buffer, row: list[Ix], size: Ix) -> Scalar:
    return row_maximum(v, x, row, size).max(least_finite(v.element))


Step = Callable[[Ix, Ix, Sequence[Scalar]], Sequence[Scalar]]
"""A step on a row, given its number, that of a row to prefetch, and the results of the step
before."""


def _by_steps(v: Lanes, x: Buffer, *steps: Step) -> None:
    """Do all steps for each row of a matrix; several rows at a time if the L1 cache holds them.
    Combining the lanes of a row takes as long as some of its vectors, and the next step needs the
    result: meanwhile the same step runs for other rows."""
    b, (rows, size) = v.b, x.shape
    block = _rows_together(v, size)
    if block == 1:
        with b.loops(rows) as (row,):
            found: Sequence[Scalar] = ()
            for step in steps:
                found = step(row, row + 1, found)
        return
    with b.loops(ceildiv(rows, block)) as (number,):
        first = number * block
        kept = [b.alloc([block], v.element) for _ in range(_KEPT)]
        known = 0
        for step in steps:
            with b.loops((0, [block, rows - first])) as (k,):
                row = first + k
                given = [buffer[k] for buffer in kept[:known]]
                found = step(row, row + block, given)
                for buffer, value in zip(kept, found, strict=False):
                    buffer[k] = value
            known = len(found)


def _rows_together(v: Lanes, size: Ix) -> int:
    """Rows whose input and output fit half of the L1 cache; a few for rows of unknown size. The
    number is constant, so that threads can get blocks."""
    room = v.b.machine.l1_bytes // 4 * 8 // bit_width(v.element) if v.b.machine else 1
    most = v.b.tuning.rows_together
    return max(1, min(most, room // size)) if isinstance(size, int) else most // 4


def softmax_of_rows(b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
    """exp(x - max) / sum of each row of a matrix. Exponentials are stored in the result, unless
    they would be rounded: then they are computed again."""
    v = lanes_of(b, x)
    size = x.shape[1]
    kept = out if out.element is v.element else None

    def largest(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        return [_finite_maximum(v, x, [row], size)]

    def powers(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        factor = 1 / row_powers(v, x, [row], size, kept, found[0], [later])
        return [factor] if kept is not None else [factor, found[0]]

    def scale(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        def share(at: Ix, lanes: Ix) -> Scalar:
            if kept is not None:
                return v.read(kept, [row, at], lanes) * found[0]
            return exp_at_most_one(v.read(x, [row, at], lanes) - found[1]) * found[0]

        row_map(v, out, [row], size, share, together=kept is None)
        return ()

    _by_steps(v, x, largest, powers, scale)


def _log_sum(
    v: Lanes, x: Buffer, out: Buffer | None = None, past: Scalar | None = None
) -> list[Step]:
    """The largest number of each row of a matrix, and the logarithm of the sum of exp(x - that):
    NaN if it is infinite, -inf if all numbers are -inf. `out` is written next, unless by
    non-temporal stores (`past`)."""
    size = x.shape[1]

    def largest(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        return [row_maximum(v, x, [row], size)]

    def add(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        (top,) = found
        shift = top.eq(float("-inf")).select(0, top)

        def power(at: Ix, lanes: Ix) -> Scalar:
            v.prefetch_all(x, [later, at], lanes)
            if out is not None:
                prefetch_place(v, out, [row, at], past, lanes=lanes)
            return exp_at_most_one(v.read(x, [row, at], lanes) - shift)

        return [top, row_sum(v, size, power, zero_beyond=False, together=True)]

    def finish(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        top, total = found
        return [top, total.log()]

    return [largest, add, finish]


def _infinity_or_nan(v: Lanes, x: Buffer, row: Ix, top: Scalar) -> Scalar:
    """NaN if a row whose largest number is infinite contains one, which may have been skipped."""
    b = v.b
    size = b.index_select(top.eq(float("inf")), x.shape[1], 0)

    def add(at: Ix, lanes: Ix, total: list[Scalar]) -> list[Scalar]:
        element = v.read(x, [row, at], lanes)
        return [total[0] + v.keep(element.is_nan().select(element, 0), lanes, v.of(0))]

    (found,) = v.fold(size, [v.of(0)], add, lambda p, q: [p[0] + q[0]])
    return top + v.reduce(found, "add")


def log_sums_of_rows(b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
    """The logarithm of the sum of exp(x) of each row of a matrix."""
    v = lanes_of(b, x)
    largest, add, finish = _log_sum(v, x)

    def store(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        top, rest = finish(row, later, found)
        infinite = _infinity_or_nan(v, x, row, top)
        out[row] = top.eq(float("inf")).select(infinite, top + rest)
        return ()

    _by_steps(v, x, largest, add, store)


def log_softmax_of_rows(b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
    """x - log(sum of exp(x)) of each row of a matrix."""
    v = lanes_of(b, x)

    # For short rows, two versions of the stores cost more than they save.
    past = goes_past_caches(v.b, out, v.lanes) if _rows_together(v, x.shape[1]) == 1 else None

    def store(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        def shifted(at: Ix, lanes: Ix) -> Scalar:
            return v.read(x, [row, at], lanes) - found[0] - found[1]

        row_map(v, out, [row], x.shape[1], shifted, past)
        return ()

    _by_steps(v, x, *_log_sum(v, x, out, past), store)
