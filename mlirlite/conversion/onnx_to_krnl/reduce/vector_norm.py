"""Normalizations of rows and of planes, by vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import (
    as_rows_of,
    prefetch_place,
    row_map,
    row_sum,
)
from mlirlite.conversion.onnx_to_krnl.registers.caches import goes_past_caches
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, lanes_of
from mlirlite.conversion.onnx_to_krnl.registers.tile import L2
from mlirlite.ir.constants import bit_width


def mean_and_variance(
    v: Lanes,
    x: Buffer,
    row: list[Ix],
    size: Ix,
    count: Scalar,
    out: Buffer | None,
    past: Scalar | None = None,
) -> tuple[Scalar, Scalar]:
    """Mean and variance of a row, by two sums, so that nothing cancels out. `out` is written next,
    unless by non-temporal stores (`past`). A row that exceeds the L1 cache is summed up by parts,
    so that it is read from memory once: the sums of squares about the parts' means are combined as
    by Chan, Golub and LeVeque."""
    b = v.b
    part = b.machine.l1_bytes // 2 * 8 // bit_width(v.element) if b.machine else 1
    if isinstance(size, int) and size <= part:
        mean, squares = _mean_and_squares(v, x, row, (0, size), count, (out, past))
        return mean, squares / count

    def join(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
        mean, squares, before = found
        first = at[0] * part
        length = b.index_min(part, size - first)
        here = b.number(length, v.element)
        its_mean, its_squares = _mean_and_squares(
            v, x, row, (first, length), here, (out, past), first + part
        )
        total = before + here
        difference, weight = its_mean - mean, here / total
        mean = mean + difference * weight
        # In this order: a square that is too large must not meet the 0 before the first part.
        between = difference * (before * weight) * difference
        return [mean, squares + its_squares + between, total]

    zero = b.scalar(0, v.element)
    mean, squares, _ = b.fold([ceildiv(size, part)], [zero] * 3, join)
    return mean, squares / count


def _mean_and_squares(
    v: Lanes,
    x: Buffer,
    row: list[Ix],
    span: tuple[Ix, Ix],
    count: Scalar,
    written: tuple[Buffer | None, Scalar | None],
    following: Ix | None = None,
) -> tuple[Scalar, Scalar]:
    """The mean of a part of a row, and the sum of squared deviations. Meanwhile as many elements
    from `following` on are prefetched."""
    (first, size), (out, past) = span, written
    mean = row_sum(v, size, lambda at, lanes: v.read(x, [*row, first + at], lanes)) / count

    def square(at: Ix, lanes: Ix) -> Scalar:
        if out is not None:
            prefetch_place(v, out, [*row, first + at], past, near=L2)
        if following is not None:
            v.prefetch(x, [*row, following + at], near=L2)
        d = v.read(x, [*row, first + at], lanes) - mean
        return d.product(d)

    return mean, row_sum(v, size, square, zero_beyond=False)


def layer_norm_of_rows(
    b: KrnlBuilder,
    x: Buffer,
    out: Buffer,
    scale: Buffer | None,
    bias: Buffer | None,
    epsilon: float,
    stats: Sequence[Buffer | None] = (),
    *,
    centered: bool = True,
) -> None:
    """(x - mean) / sqrt(variance + epsilon) * scale + bias of each row of a matrix; without
    `centered` x / sqrt(mean of squares + epsilon) * scale. `stats` get the mean and the inverse
    deviation, one per row."""
    v = lanes_of(b, x)
    rows, size = x.shape
    count = b.number(size, v.element)
    past = goes_past_caches(v.b, out, v.lanes)
    with b.loops(rows) as (i,):
        mean = None
        if centered:
            mean, variance = mean_and_variance(v, x, [i], size, count, out, past)
        else:

            def square(at: Ix, lanes: Ix, i: Ix = i) -> Scalar:
                prefetch_place(v, out, [i, at], past)
                element = v.read(x, [i, at], lanes)
                return element.product(element)

            variance = row_sum(v, size, square) / count
        inverse = 1 / (variance + epsilon).sqrt()
        for buffer, value in zip(stats, (mean, inverse), strict=False):
            if buffer is not None and value is not None:
                buffer[i] = value

        def normal(at: Ix, lanes: Ix, i: Ix = i) -> Scalar:
            v.prefetch(x, [i + 1, at], near=L2)
            found = v.read(x, [i, at], lanes)
            if mean is not None:
                found = found - mean
            found = found * inverse
            if scale is None:
                return found
            factor = v.read(scale, [at], lanes)
            if bias is None:
                return found * factor
            return found.multiply_add(factor, v.read(bias, [at], lanes))

        row_map(v, out, [i], size, normal, past)


def lp_norm_of_rows(b: KrnlBuilder, x: Buffer, out: Buffer, two: bool) -> None:
    """Each row of a matrix over its 2-norm, or over its 1-norm; 0 over 0 is 0."""
    v = lanes_of(b, x)
    rows, size = x.shape
    with b.loops(rows) as (i,):

        def term(at: Ix, lanes: Ix, i: Ix = i) -> Scalar:
            element = v.read(x, [i, at], lanes)
            return element.product(element) if two else element.abs()

        total = row_sum(v, size, term)
        norm = total.sqrt() if two else total
        divisor = norm.eq(0).select(1, norm)

        def normal(at: Ix, lanes: Ix, i: Ix = i, divisor: Scalar = divisor) -> Scalar:
            return v.read(x, [i, at], lanes) / divisor

        row_map(v, out, [i], size, normal)


def mean_variance_of_rows(b: KrnlBuilder, x: Buffer, out: Buffer, kept: Sequence[int]) -> None:
    """(x - mean) / (deviation + 1e-9) over all dimensions but those that are kept, which the last
    one is not. The last ones that are not kept are rows."""
    v = lanes_of(b, x)
    tail = max(kept, default=-1) + 1
    size = product(x.shape[tail:])
    sizes = [*x.shape[:tail], size]
    rows, rows_out = (b.view(t, b.memref(sizes, t.element), sizes) for t in (x, out))
    folded = [d for d in range(tail) if d not in kept]
    many = [x.shape[d] for d in folded]
    with b.loops(*[x.shape[d] for d in kept]) as outer:

        def place(i: Sequence[Ix]) -> list[Ix]:
            found = dict(zip([*kept, *folded], [*outer, *i], strict=True))
            return [found[d] for d in range(tail)]

        def mean_of(term: Callable[[Scalar], Scalar]) -> Scalar:
            def add(i: list[Ix], found: list[Scalar]) -> list[Scalar]:
                def element(at: Ix, lanes: Ix) -> Scalar:
                    return term(v.read(rows, [*place(i), at], lanes))

                return [found[0] + row_sum(v, size, element, zero_beyond=False)]

            total = b.fold(many, [b.scalar(0, v.element)], add)[0]
            return total / b.number(product([*many, size]), v.element)

        mean = mean_of(lambda element: element)

        def square(element: Scalar) -> Scalar:
            difference = element - mean
            return difference.product(difference)

        deviation = mean_of(square).sqrt() + 1e-9
        with b.loops(*many) as i:
            at_row = place(i)

            def normal(at: Ix, lanes: Ix) -> Scalar:
                return (v.read(rows, [*at_row, at], lanes) - mean) / deviation

            row_map(v, rows_out, at_row, size, normal)


def _distance(b: KrnlBuilder, x: Buffer, size: Ix) -> Ix:
    """Elements from what is read to what is prefetched: a row, if the L2 cache holds one, its
    result and the next one."""
    room = b.machine.l2_bytes // 3 if b.machine is not None else 0
    most = room * 8 // bit_width(x.element)
    ahead = b.tuning.prefetch_elements
    if isinstance(size, int):
        return size if size <= most else ahead
    return b.index_select(b.test("sle", size, most), size, ahead)


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
    v = lanes_of(b, x)
    images, channels = x.shape[:2]
    together = channels // groups
    planes, planes_out = as_planes(b, x), as_planes(b, out)
    area = planes.shape[1]
    size = together * area
    whole = as_rows_of(b, x, [images, groups], [size])
    count = b.number(size, v.element)
    ahead, past = _distance(b, x, size), goes_past_caches(v.b, out, v.lanes)
    with b.loops(images, groups) as (n, g):
        mean, variance = mean_and_variance(v, whole, [n * groups + g], size, count, out=None)
        inverse = 1 / (variance + epsilon).sqrt()
        with b.loops(together) as (k,):
            channel = (g + 1) * together - 1 - k  # what was read last is still in a near cache
            number = channel if per_channel else g
            row = n * channels + channel
            factor, shift = inverse * scale[number], bias[number]
            scale_channel(v, planes, planes_out, row, mean, factor, shift, past, ahead)


def scale_channel(
    v: Lanes,
    x: Buffer,
    out: Buffer,
    row: Ix,
    center: Scalar,
    factor: Scalar,
    shift: Scalar,
    past: Scalar | None,
    ahead: Ix | None = None,
) -> None:
    """(x - center) * factor + shift of a row of a matrix, stored non-temporally with `past`.
    Meanwhile elements so far `ahead` are prefetched."""
    usual = v.b.tuning.prefetch_elements

    def value(at: Ix, lanes: Ix) -> Scalar:
        v.prefetch(x, [row, at + (usual if ahead is None else ahead)], near=L2)
        prefetch_place(v, out, [row, at + usual], past)
        return (v.read(x, [row, at], lanes) - center).multiply_add(factor, shift)

    row_map(v, out, [row], x.shape[1], value, past)
