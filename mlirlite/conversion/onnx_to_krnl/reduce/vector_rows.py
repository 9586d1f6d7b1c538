"""Softmax, normalizations and sums of rows that lie side by side in memory, by vectors: a row is
folded in several chains of vectors, then mapped.

Meanwhile the row that is read next and the memory that is written next are prefetched: a pass over
a row in the L1 cache has time for it, while the passes before and after it would have to wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import VECTOR_FLOATS
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least_finite
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, lanes_of
from mlirlite.conversion.onnx_to_krnl.registers.nontemporal import goes_past_caches
from mlirlite.conversion.onnx_to_krnl.registers.tile import L1, L2
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


def has_rows(b: KrnlBuilder, x: Buffer) -> bool:
    """True when rows of a buffer are computed by vectors."""
    return b.machine is not None and x.element in VECTOR_FLOATS and 0 not in x.type.shape


def as_rows_of(b: KrnlBuilder, x: Buffer, kept: Sequence[Ix], reduced: Sequence[Ix]) -> Buffer:
    """A buffer as a matrix with a row for each element of the kept dimensions."""
    sizes: list[Ix] = [product(kept), product(reduced)]
    return b.view(x, b.memref(sizes, x.element), sizes)


def row_sum(
    v: Lanes,
    size: Ix,
    element: Callable[[Ix, Ix], Scalar],
    zero_beyond: bool = True,
    together: bool = False,
) -> Scalar:
    """The sum of `element(first, lanes)` along a row; without `zero_beyond` it is masked. With
    `together`, functions are computed on several vectors at once."""

    def add(at: Ix, lanes: Ix, total: list[Scalar]) -> list[Scalar]:
        value = element(at, lanes)
        return [total[0].plus_product(value if zero_beyond else v.keep(value, lanes, v.of(0)))]

    (found,) = v.fold(size, [v.of(0)], add, lambda p, q: [p[0] + q[0]], together=together)
    return v.reduce(found, "add")


def row_map(
    v: Lanes,
    out: Buffer,
    row: list[Ix],
    size: Ix | tuple[Ix, Ix],
    value: Callable[[Ix, Ix], Scalar],
    past: Scalar | None = None,
    together: bool = False,
) -> None:
    """Store `value(first, lanes)` along a row, or a part of it, given by its start and size. With
    `past`, stores are non-temporal from the first aligned vector on. With `together`, functions are
    computed on several vectors at once."""
    begin, count = size if isinstance(size, tuple) else (0, size)
    if past is None:
        _map(v, out, row, begin, count, value, together)
        return
    with v.b.if_(past):
        place: Ix = begin
        for d, index in enumerate(row, 1):
            place = place + index * product(out.shape[d:])
        head = v.b.index_min((v.lanes - place % v.lanes) % v.lanes, count)
        v.write(value(begin, head), out, [*row, begin], head)
        _map(v, out, row, begin + head, count - head, value, together, past=True)
    with v.b.if_(~past):
        _map(v, out, row, begin, count, value, together)


def _map(
    v: Lanes,
    out: Buffer,
    row: list[Ix],
    begin: Ix,
    count: Ix,
    value: Callable[[Ix, Ix], Scalar],
    together: bool,
    past: bool = False,
) -> None:
    tuning = v.b.tuning
    stored = v.lanes * bit_width(out.element)
    together = together or (past and stored < tuning.nontemporal_bytes * 8)
    for places in v.row(count, tuning.chains, together):
        for place, lanes in places:
            at = begin + place
            if past and isinstance(lanes, int) and lanes >= v.lanes:
                v.write_past_caches(value(at, lanes), out, [*row, at])
            else:
                v.write(value(at, lanes), out, [*row, at], lanes)


def _prefetch_place(
    v: Lanes, out: Buffer, at: list[Ix], past: Scalar | None, near: int = L1, lanes: Ix = 1
) -> None:
    """Prefetch where a vector of this many lanes is written next, unless by a non-temporal
    store."""
    if past is None:
        v.prefetch_all(out, at, lanes, near, write=True)
        return
    with v.b.if_(~past):
        v.prefetch_all(out, at, lanes, near, write=True)


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
            _prefetch_place(v, out, [*row, first + at], past, near=L2)
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
    past = goes_past_caches(v, out)
    with b.loops(rows) as (i,):
        mean = None
        if centered:
            mean, variance = mean_and_variance(v, x, [i], size, count, out, past)
        else:

            def square(at: Ix, lanes: Ix, i: Ix = i) -> Scalar:
                _prefetch_place(v, out, [i, at], past)
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
    ahead, past = _distance(b, x, size), goes_past_caches(v, out)
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
        _prefetch_place(v, out, [row, at + usual], past)
        return (v.read(x, [row, at], lanes) - center).multiply_add(factor, shift)

    row_map(v, out, [row], x.shape[1], value, past)


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
                _prefetch_place(v, out, [row, at], past, lanes=lanes)
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
    past = goes_past_caches(v, out) if _rows_together(v, x.shape[1]) == 1 else None

    def store(row: Ix, later: Ix, found: Sequence[Scalar]) -> Sequence[Scalar]:
        def shifted(at: Ix, lanes: Ix) -> Scalar:
            return v.read(x, [row, at], lanes) - found[0] - found[1]

        row_map(v, out, [row], x.shape[1], shifted, past)
        return ()

    _by_steps(v, x, *_log_sum(v, x, out, past), store)
