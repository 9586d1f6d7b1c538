"""Softmax of columns: rows lie side by side in memory, and vectors hold neighbors of one row.

columns in the L2 cache: some vectors at a time, from their largest number to the quotient
longer ones: row by row, with the current largest numbers and sums in buffers
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least_finite
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import row_map
from mlirlite.conversion.onnx_to_krnl.reduce.vector_softmax import exp_at_most_one, larger
from mlirlite.conversion.onnx_to_krnl.registers.caches import goes_past_caches
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, lanes_of, stripes
from mlirlite.ir.constants import bit_width


def softmax_of_columns(b: KrnlBuilder, x: Buffer, out: Buffer, log: bool) -> None:
    """Softmax, or its logarithm, along the middle one of three dimensions: some vectors of the last
    one at a time."""
    v = lanes_of(b, x)
    _, rows, columns = x.shape
    wide, past = _width(b, v, rows, columns), goes_past_caches(v.b, out, v.lanes)
    with b.loops(x.shape[0]) as (o,):
        if not wide:
            for places in v.row(columns, together=True):
                _in_registers(v, x, out, o, places, log)
            return
        for first, width in stripes(b, columns, wide):
            tops, totals = (b.alloc([width], v.element) for _ in range(2))
            _sum_up(v, x, o, (first, width), tops, totals)
            _map(v, x, out, o, (first, width), tops, totals, log, past)


def _width(b: KrnlBuilder, v: Lanes, rows: Ix, columns: Ix) -> int:
    """Columns of a stripe whose rows are read in the order of memory: as many as the L1 cache can
    hold the sums of, but some for each thread. 0 for columns that the L2 cache holds together with
    their results.

    A stripe is not narrowed to fit the L2 cache: rows a power of two apart share few sets there,
    and processors prefetch beyond a short run of each row."""
    least = b.tuning.stripe_columns
    if b.machine is None:
        return least
    bytes_of = bit_width(v.element) // 8
    most: int = b.machine.l1_bytes // 2 // bytes_of
    if isinstance(columns, int):
        if isinstance(rows, int) and 4 * rows * columns * bytes_of <= b.machine.l2_bytes:
            return 0
        share = -(-columns // b.threads)
        most = min(most, -(-share // v.wide) * v.wide)
    elif b.threads > 1:
        most //= b.threads
    return max(most, least)


def _sum_up(v: Lanes, x: Buffer, o: Ix, span: tuple[Ix, Ix], tops: Buffer, totals: Buffer) -> None:
    """The largest number of each column, and the sum of its exponentials below that. Some rows are
    processed side by side; if they have a larger number, the sum so far is scaled down."""
    b, (first, width), rows, some = v.b, span, x.shape[1], v.b.tuning.stripe_rows
    ahead = 2 * b.tuning.prefetch_elements // some
    row_map(v, tops, [], width, lambda at, lanes: v.of(least_finite(v.element)))
    row_map(v, totals, [], width, lambda at, lanes: v.of(0))
    with b.loops(ceildiv(rows, some)) as (block,):
        here = (block * some, [(block + 1) * some, rows])
        for places in v.row(width, together=True):
            for at, lanes in places:

                def look(r: list[Ix], top: list[Scalar], at: Ix = at, lanes: Ix = lanes) -> Any:
                    return [larger(v.read(x, [o, r[0], first + at], lanes), top[0])]

                before = v.read(tops, [at], lanes)
                (top,) = b.fold([here], [before], look)

                def add(
                    r: list[Ix],
                    total: list[Scalar],
                    at: Ix = at,
                    lanes: Ix = lanes,
                    top: Scalar = top,
                ) -> Any:
                    v.prefetch_all(x, [o, r[0], first + at + ahead], lanes)
                    element = v.read(x, [o, r[0], first + at], lanes)
                    return [total[0] + exp_at_most_one(element - top)]

                total = v.read(totals, [at], lanes) * exp_at_most_one(before - top)
                (total,) = b.fold([here], [total], add)
                v.write(top, tops, [at], lanes)
                v.write(total, totals, [at], lanes)


def _map(
    v: Lanes,
    x: Buffer,
    out: Buffer,
    o: Ix,
    span: tuple[Ix, Ix],
    tops: Buffer,
    totals: Buffer,
    log: bool,
    past: Scalar | None,
) -> None:
    """The last step for each element, when the sums are known."""
    first, width = span
    ahead = v.b.tuning.prefetch_elements // 2

    def prepared(at: Ix, lanes: Ix) -> Scalar:
        total = v.read(totals, [at], lanes)
        return total.log() if log else 1 / total

    row_map(v, totals, [], width, prepared)
    with v.b.loops(x.shape[1]) as (r,):

        def value(at: Ix, lanes: Ix) -> Scalar:
            v.prefetch_all(x, [o, r, at + ahead], lanes)
            element = v.read(x, [o, r, at], lanes)
            prepared = v.read(totals, [at - first], lanes)
            element = element - v.read(tops, [at - first], lanes)
            return element - prepared if log else exp_at_most_one(element) * prepared

        row_map(v, out, [o, r], span, value, past)


def _in_registers(
    v: Lanes, x: Buffer, out: Buffer, o: Ix, places: list[tuple[Ix, Ix]], log: bool
) -> None:
    b, size = v.b, x.shape[1]
    kept = out.element is v.element  # else a stored exponential would be rounded

    def elements(r: Ix, buffer: Buffer = x) -> list[Scalar]:
        return [v.read(buffer, [o, r, at], lanes) for at, lanes in places]

    def store(r: Ix, values: Sequence[Scalar]) -> None:
        for value, (at, lanes) in zip(values, places, strict=True):
            v.write(value, out, [o, r, at], lanes)

    def look(r: list[Ix], found: list[Scalar]) -> list[Scalar]:
        return [larger(e, t) for e, t in zip(elements(r[0]), found, strict=True)]

    tops = b.fold([size], [v.of(float("-inf"), lanes) for _, lanes in places], look)

    def add(r: list[Ix], found: list[Scalar]) -> list[Scalar]:
        powers = [exp_at_most_one(e - t) for e, t in zip(elements(r[0]), tops, strict=True)]
        if not log and kept:
            store(r[0], powers)
        return [a + p for a, p in zip(found, powers, strict=True)]

    totals = b.fold([size], [v.of(0, lanes) for _, lanes in places], add)
    if log:
        rests = [total.log() for total in totals]
        with b.loops(size) as (r,):
            store(r, [e - t - s for e, t, s in zip(elements(r), tops, rests, strict=True)])
        return
    factors = [1 / total for total in totals]
    with b.loops(size) as (r,):
        if kept:
            powers = elements(r, out)
        else:
            powers = [exp_at_most_one(e - t) for e, t in zip(elements(r), tops, strict=True)]
        store(r, [e * f for e, f in zip(powers, factors, strict=True)])
