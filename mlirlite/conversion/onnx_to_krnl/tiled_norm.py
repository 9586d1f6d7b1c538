"""Softmax, normalisations and sums of rows that lie side by side in memory, by vectors: a row is
folded in several chains of vectors, then mapped.

Meanwhile the row that is read next and the place that is written next are asked for: a pass over a
row in the first cache leaves time that the passes before and after it would spend waiting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar, least_finite
from mlirlite.ir.types import F32, F64

_UNROLL = 4
"""Vectors of a step of a map; chains of a fold."""


def has_rows(b: KrnlBuilder, x: Buffer) -> bool:
    """True when rows of a buffer are done by vectors."""
    return b.machine is not None and x.element in (F32, F64) and 0 not in x.type.shape


def as_rows_of(b: KrnlBuilder, x: Buffer, kept: Sequence[Ix], reduced: Sequence[Ix]) -> Buffer:
    """A buffer as a matrix with a row for each element of the kept dimensions."""
    sizes: list[Ix] = [product(kept), product(reduced)]
    return b.view(x, b.memref(sizes, x.element), sizes)


def row_sum(
    v: Lanes, size: Ix, element: Callable[[Ix, Ix], Scalar], zero_beyond: bool = True
) -> Scalar:
    """The sum of `element(first, lanes)` along a row; without `zero_beyond` it is masked."""

    def add(at: Ix, lanes: Ix, total: list[Scalar]) -> list[Scalar]:
        value = element(at, lanes)
        return [total[0] + (value if zero_beyond else v.keep(value, lanes, v.of(0)))]

    (found,) = v.fold(size, [v.of(0)], add, lambda p, q: [p[0] + q[0]], _UNROLL)
    return v.reduce(found, "add")


def row_map(
    v: Lanes,
    out: Buffer,
    row: list[Ix],
    size: Ix | tuple[Ix, Ix],
    value: Callable[[Ix, Ix], Scalar],
) -> None:
    """Store `value(first, lanes)` along a row, or a part of it: where it begins and its size."""
    begin, count = size if isinstance(size, tuple) else (0, size)
    for places in v.row(count, _UNROLL):
        for place, lanes in places:
            at = begin + place
            v.write(value(at, lanes), out, [*row, at], lanes)


def mean_and_variance(
    v: Lanes, x: Buffer, row: list[Ix], size: Ix, count: Scalar, out: Buffer
) -> tuple[Scalar, Scalar]:
    """Of a row: two sums, so that nothing cancels out. `out` is what is written next."""
    mean = row_sum(v, size, lambda at, lanes: v.read(x, [*row, at], lanes)) / count

    def square(at: Ix, lanes: Ix) -> Scalar:
        v.prefetch(out, [*row, at], write=True)
        d = v.read(x, [*row, at], lanes) - mean
        return d * d

    return mean, row_sum(v, size, square, zero_beyond=False) / count


def layer_norm_of_rows(
    b: KrnlBuilder,
    x: Buffer,
    out: Buffer,
    scale: Buffer | None,
    bias: Buffer | None,
    epsilon: float,
    stats: Sequence[Buffer | None] = (),
    *,
    centred: bool = True,
) -> None:
    """(x - mean) / sqrt(variance + epsilon) * scale + bias of each row of a matrix; without
    `centred` x / sqrt(mean of squares + epsilon) * scale. `stats` get the mean and the inverse
    deviation, one a row."""
    v = Lanes(b, x.element)  # type: ignore[arg-type]
    rows, size = x.shape
    count = b.number(size, x.element)
    with b.loops(rows) as (i,):
        mean = None
        if centred:
            mean, variance = mean_and_variance(v, x, [i], size, count, out)
        else:

            def square(at: Ix, lanes: Ix, i: Ix = i) -> Scalar:
                v.prefetch(out, [i, at], write=True)
                element = v.read(x, [i, at], lanes)
                return element * element

            variance = row_sum(v, size, square) / count
        inverse = 1 / (variance + epsilon).sqrt()
        for buffer, value in zip(stats, (mean, inverse), strict=False):
            if buffer is not None and value is not None:
                buffer[i] = value

        def normal(at: Ix, lanes: Ix, i: Ix = i) -> Scalar:
            v.prefetch(x, [i + 1, at])
            found = v.read(x, [i, at], lanes)
            if mean is not None:
                found = found - mean
            found = found * inverse
            if scale is not None:
                found = found * v.read(scale, [at], lanes)
            return found if bias is None else found + v.read(bias, [at], lanes)

        row_map(v, out, [i], size, normal)


def as_planes(b: KrnlBuilder, x: Buffer) -> Buffer:
    """Images as a matrix with a row for each channel of each image."""
    return as_rows_of(b, x, x.shape[:2], x.shape[2:])


def group_norm_of_rows(
    b: KrnlBuilder,
    x: Buffer,
    out: Buffer,
    groups: Ix,
    scale: Buffer,
    bias: Buffer,
    epsilon: float,
    *,
    per_channel: bool = True,
) -> None:
    """Groups of channels by their own mean and variance; scale and bias have a number for each
    channel, or for each group."""
    v = Lanes(b, x.element)  # type: ignore[arg-type]
    images, channels = x.shape[:2]
    together = channels // groups
    planes, planes_out = as_planes(b, x), as_planes(b, out)
    area = planes.shape[1]
    size = together * area
    whole, whole_out = (as_rows_of(b, buffer, [images, groups], [size]) for buffer in (x, out))
    count = b.number(size, x.element)
    with b.loops(images, groups) as (n, g):
        mean, variance = mean_and_variance(v, whole, [n * groups + g], size, count, whole_out)
        inverse = 1 / (variance + epsilon).sqrt()
        with b.loops(together) as (k,):
            channel = g * together + k
            number = channel if per_channel else g
            row = n * channels + channel
            factor, shift = inverse * scale[number], bias[number]
            scale_channel(v, planes, planes_out, row, mean, factor, shift, row + together)


def scale_channel(
    v: Lanes,
    x: Buffer,
    out: Buffer,
    row: Ix,
    centre: Scalar,
    factor: Scalar,
    shift: Scalar,
    following: Ix | None = None,
) -> None:
    """(x - centre) * factor + shift of a row of a matrix. The row that is `following` is asked for
    meanwhile."""

    def value(at: Ix, lanes: Ix) -> Scalar:
        if following is not None:
            v.prefetch(x, [following, at])
        return (v.read(x, [row, at], lanes) - centre).multiply_add(factor, shift)

    row_map(v, out, [row], x.shape[1], value)


def _larger(a: Scalar, other: Scalar) -> Scalar:
    return (a > other).select(a, other)


def row_maximum(v: Lanes, x: Buffer, row: list[Ix], size: Ix) -> Scalar:
    """The largest number of a row; a NaN may be passed over."""
    low = v.of(float("-inf"))
    (found,) = v.fold(
        size,
        [low],
        lambda at, lanes, t: [_larger(v.keep(v.read(x, [*row, at], lanes), lanes, low), t[0])],
        lambda p, q: [_larger(p[0], q[0])],
        _UNROLL,
    )
    return v.reduce(found, "maximumf")


def _power(difference: Scalar) -> Scalar:
    """exp of what is not above 0. It is 0 where it would be less than the least normal number: to
    a sum of at least 1 that adds nothing, and processors take a hundred times as long for it."""
    least = -87.0 if difference.type is F32 else -708.0
    return (difference < least).select(0, difference.min(0).max(least).exp())


def row_powers(
    v: Lanes,
    x: Buffer,
    row: list[Ix],
    size: Ix,
    out: Buffer | None,
    following: list[Ix] | None = None,
) -> Scalar:
    """The sum of exp(x - max) along a row; the powers are stored when there is a place. The row
    that is `following` is asked for meanwhile: the maximum is found faster than memory gives it. Of
    infinities below 0 alone the sum is 0."""
    top = row_maximum(v, x, row, size).max(least_finite(v.element))

    def power(at: Ix, lanes: Ix) -> Scalar:
        if following is not None:
            v.prefetch(x, [*following, at])
            if out is not None:
                v.prefetch(out, [*following, at], write=True)
        value = _power(v.read(x, [*row, at], lanes) - top)
        if out is not None:
            v.write(value, out, [*row, at], lanes)
        return value

    return row_sum(v, size, power, zero_beyond=False)


def softmax_of_rows(b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
    """exp(x - max) / sum of each row of a matrix."""
    v = Lanes(b, x.element)  # type: ignore[arg-type]
    rows, size = x.shape
    with b.loops(rows) as (i,):
        inverse = 1 / row_powers(v, x, [i], size, out, [i + 1])
        row_map(v, out, [i], size, lambda at, lanes: v.read(out, [i, at], lanes) * inverse)


def log_sum_of_powers(v: Lanes, x: Buffer, row: Ix, size: Ix, out: Buffer | None = None) -> Scalar:
    """The logarithm of the sum of exp(x) along a row of a matrix; infinite maxima are taken as they
    are. `out` is what is written next."""
    top = row_maximum(v, x, [row], size)
    infinite = top.abs().eq(float("inf"))
    shift = infinite.select(0, top)

    def power(at: Ix, lanes: Ix) -> Scalar:
        v.prefetch(x, [row + 1, at])
        if out is not None:
            v.prefetch(out, [row, at], write=True)
        return _power(v.read(x, [row, at], lanes) - shift)

    found = shift + row_sum(v, size, power, zero_beyond=False).log()
    return infinite.select(top, found)


def log_softmax_of_rows(b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
    """x - log(sum of exp(x)) of each row of a matrix."""
    v = Lanes(b, x.element)  # type: ignore[arg-type]
    rows, size = x.shape
    with b.loops(rows) as (i,):
        shift = log_sum_of_powers(v, x, i, size, out)
        row_map(v, out, [i], size, lambda at, lanes: v.read(x, [i, at], lanes) - shift)


def softmax_of_columns(b: KrnlBuilder, x: Buffer, out: Buffer, log: bool) -> None:
    """Softmax, or its logarithm, along the middle one of three dimensions: some vectors of the last
    one at a time."""
    v = Lanes(b, x.element)  # type: ignore[arg-type]
    with b.loops(x.shape[0]) as (o,):
        for places in v.row(x.shape[2], _UNROLL):
            _softmax_of_stripe(v, x, out, o, places, log)


def _softmax_of_stripe(
    v: Lanes, x: Buffer, out: Buffer, o: Ix, places: list[tuple[Ix, Ix]], log: bool
) -> None:
    b, size = v.b, x.shape[1]

    def elements(r: Ix, buffer: Buffer = x) -> list[Scalar]:
        return [v.read(buffer, [o, r, at], lanes) for at, lanes in places]

    def store(r: Ix, values: Sequence[Scalar]) -> None:
        for value, (at, lanes) in zip(values, places, strict=True):
            v.write(value, out, [o, r, at], lanes)

    def larger(r: list[Ix], found: list[Scalar]) -> list[Scalar]:
        return [_larger(e, t) for e, t in zip(elements(r[0]), found, strict=True)]

    tops = b.fold([size], [v.of(float("-inf"))] * len(places), larger)

    def add(r: list[Ix], found: list[Scalar]) -> list[Scalar]:
        powers = [_power(e - t) for e, t in zip(elements(r[0]), tops, strict=True)]
        if not log:
            store(r[0], powers)
        return [a + p for a, p in zip(found, powers, strict=True)]

    totals = b.fold([size], [v.of(0)] * len(places), add)
    if log:
        shifts = [top + total.log() for top, total in zip(tops, totals, strict=True)]
        with b.loops(size) as (r,):
            store(r, [e - s for e, s in zip(elements(r), shifts, strict=True)])
        return
    factors = [1 / total for total in totals]
    with b.loops(size) as (r,):
        store(r, [e * f for e, f in zip(elements(r, out), factors, strict=True)])
