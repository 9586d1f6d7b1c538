"""ArgMax and ArgMin by vectors: of floats, the first index of the largest or smallest number, or of
the first NaN.

Number and index are found together; a row with a NaN is scanned again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, lanes_of
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I32, I64, VectorType
from mlirlite.support.tuning import Fixed

_LARGEST: Fixed[int] = (1 << 31) - 1


def arg_in_vectors(
    b: KrnlBuilder, x: Buffer, out: Buffer, largest: bool, otherwise: Callable[[], None]
) -> None:
    """Fill the result `[outer, inner]` for `[outer, size, inner]`. Indices have 32 bits here;
    `otherwise` emits the code for more elements."""
    size = x.shape[1]
    if not isinstance(size, int):
        with b.if_(b.test("sle", size, _LARGEST)):
            _fill(b, x, out, largest)
        with b.if_(b.test("sgt", size, _LARGEST)):
            otherwise()
    elif size <= _LARGEST:
        _fill(b, x, out, largest)
    else:
        otherwise()


def _fill(b: KrnlBuilder, x: Buffer, out: Buffer, largest: bool) -> None:
    v = lanes_of(b, x)
    outer, size, inner = x.shape
    if isinstance(inner, int) and inner == 1:
        rows = b.view(x, b.memref([outer, size], x.element), [outer, size])
        with b.loops(outer) as (i,):
            index, bad = _of_row(v, rows, i, size, largest)
            out[i, 0] = index.cast(I64)
            with b.if_(bad):
                out[i, 0] = _first_nan(v, rows, i, size).cast(I64)
        return
    with b.loops(outer) as (i,):
        for places in v.row(inner, b.tuning.chains):
            indices = _of_columns(v, x, i, places, largest)
            for index, (at, lanes) in zip(indices, places, strict=True):
                v.write(index.cast(I64), out, [i, at], lanes)


def arg_of_rows(
    b: KrnlBuilder, x: Buffer, out: Buffer, largest: bool, last: bool, start: Scalar
) -> None:
    """Fill the result `[rows, 1]` for integers `[rows, size, 1]`: the best number, then the first
    or last place that has it. LLVM makes vectors of each."""
    rows, size, _ = x.shape
    with b.loops(rows) as (i,):

        def better(k: list[Ix], best: list[Scalar], i: Ix = i) -> list[Scalar]:
            value = x[i, k[0], 0]
            return [best[0].max(value) if largest else best[0].min(value)]

        (best,) = b.fold([size], [start], better)

        def place(k: list[Ix], found: list[Scalar], i: Ix = i, best: Scalar = best) -> list[Scalar]:
            beyond = b.scalar(-1, I64) if last else b.number(size)
            here = x[i, k[0], 0].eq(best).select(b.number(k[0]), beyond)
            return [found[0].max(here) if last else found[0].min(here)]

        first = b.scalar(0, I64) if last else b.number(size)
        out[i, 0] = b.fold([size], [first], place)[0]


def _integers(v: Lanes, values: Sequence[int]) -> Scalar:
    type = VectorType((v.lanes,), I32)
    return Scalar(v.b, v.b.constant(DenseElementsAttr.of(type, list(values))), I32)


def _of_row(v: Lanes, x: Buffer, i: Ix, size: Ix, largest: bool) -> tuple[Scalar, Scalar]:
    """The index, and whether a NaN was skipped. Lanes hold the first index of their vectors; they
    say 0 while nothing beats the initial infinity, which is right if all elements are that
    infinity."""
    worst = v.of(float("-inf") if largest else float("inf"))

    def better(a: Scalar, other: Scalar) -> Scalar:
        return a > other if largest else a < other

    def look(at: Ix, lanes: Ix, found: list[Scalar]) -> list[Scalar]:
        best, index, bad = found
        value = v.keep(v.read(x, [i, at], lanes), lanes, worst)
        take = better(value, best)
        here = take.select(v.b.number(at, I32), index)
        return [take.select(value, best), here, bad | value.is_nan()]

    def join(p: list[Scalar], q: list[Scalar]) -> list[Scalar]:
        take = better(q[0], p[0]) | (q[0].eq(p[0]) & (q[1] < p[1]))
        return [take.select(q[0], p[0]), take.select(q[1], p[1]), p[2] | q[2]]

    none = v.of(0).is_nan()
    start = [worst, _integers(v, [0] * v.lanes), none]
    best, index, bad = v.fold(size, start, look, join)
    top = v.reduce(best, "maximumf" if largest else "minimumf")
    here = best.eq(top).select(index + _integers(v, range(v.lanes)), _LARGEST)
    ones = bad.select(_integers(v, [1] * v.lanes), 0)
    return v.reduce(here, "minsi"), v.reduce(ones, "maxsi").ne(0)


def _first_nan(v: Lanes, x: Buffer, i: Ix, size: Ix) -> Scalar:
    beyond = _integers(v, [_LARGEST] * v.lanes)
    first = _integers(v, range(v.lanes))

    def look(at: Ix, lanes: Ix, least: list[Scalar]) -> list[Scalar]:
        here = v.read(x, [i, at], lanes).is_nan().select(first + v.b.number(at, I32), beyond)
        return [here.min(least[0])]

    (least,) = v.fold(size, [beyond], look, lambda p, q: [p[0].min(q[0])], unroll=1)
    return v.reduce(least, "minsi")


def _of_columns(
    v: Lanes, x: Buffer, i: Ix, places: list[tuple[Ix, Ix]], largest: bool
) -> list[Scalar]:
    count = len(places)
    worst = v.of(float("-inf") if largest else float("inf"))

    def look(row: list[Ix], found: list[Scalar]) -> list[Scalar]:
        values, indices = [], []
        here = v.b.number(row[0], I32)
        for (at, lanes), best, index in zip(places, found[:count], found[count:], strict=True):
            value = v.read(x, [i, row[0], at], lanes)
            take = value > best if largest else value < best
            take = take | (value.is_nan() & ~best.is_nan())
            values.append(take.select(value, best))
            indices.append(take.select(here, index))
        return [*values, *indices]

    start = [worst] * count + [_integers(v, [0] * v.lanes)] * count
    return v.b.fold([x.shape[1]], start, look)[count:]
