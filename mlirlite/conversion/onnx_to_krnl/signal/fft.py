"""Fast Fourier transforms in f64, after Stockham: each pass of a radix r reads r parts of a plane
and writes the other plane in order.

A length whose primes are small has a pass for each. Another length, and one that is known at run
time only and no power of 2, has a convolution with a chirp (Bluestein), by transforms of a power
of 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import math
from mlirlite.ir.types import F64, I64
from mlirlite.support.tuning import Fixed

Complex = tuple[Scalar, Scalar]
"""A real and an imaginary part."""

_RADICES: Fixed[tuple[int, ...]] = (4, 2, 3, 5, 7, 11, 13)
_CONSTANT: Fixed[int] = 1 << 14
"""Tables of up to this many twiddle factors are constants."""
_FINE: Fixed[int] = 64
"""In larger tables each factor is the product of one of this many fine ones and a coarse one."""


class Numbers:
    """Complex numbers in memory: two planes of real, and two of imaginary parts."""

    def __init__(self, b: KrnlBuilder, size: Ix) -> None:
        self.re, self.im = b.alloc([2, size], F64), b.alloc([2, size], F64)

    def get(self, row: Ix, at: Ix) -> Complex:
        """A number of a plane."""
        return self.re[row, at], self.im[row, at]

    def put(self, row: Ix, at: Ix, number: Complex) -> None:
        """Store a number in a plane."""
        self.re[row, at], self.im[row, at] = number


class Twiddles:
    """A table of complex numbers."""

    def __init__(self, re: Buffer, im: Buffer) -> None:
        self.re, self.im = re, im

    def __getitem__(self, at: Ix) -> Complex:
        return self.re[at], self.im[at]


class Transform:
    """Forward transforms of one length."""

    def __init__(self, b: KrnlBuilder, size: Ix) -> None:
        self.b, self.size = b, size
        self.radices: list[int] | None = None
        self.chirp: Twiddles | None = None
        self.smooth: Scalar | None = None
        """At run time: whether no chirp is needed."""
        if isinstance(size, int):
            self.inner: Ix = size
            self.radices = _radices(size)
            if self.radices is None:
                self.inner = 1 << (2 * size - 2).bit_length()
                self.radices = _radices(self.inner)
        else:
            number = b.number(size)
            self.smooth = (number & (number - 1)).eq(0)
            bits = 64 - (number * 2 - 2).math(math.CountLeadingZerosOp)
            padded = (b.scalar(1, I64) << bits).index()
            self.inner = b.index_max(b.index_select(self.smooth, size, padded), 1)
        self.twiddles = _twiddles(b, self.inner, self.inner, lambda i: i)
        if self.inner is not size:
            self._make_chirp()

    def _make_chirp(self) -> None:
        """The chirp: exp(-pi i k^2 / n) for each k, and the transform of the conjugates."""
        b, size, inner = self.b, self.size, self.inner
        twice = size * 2
        self.chirp = _twiddles(b, size, twice, lambda i: (i * i) % twice)
        if isinstance(size, int) and isinstance(inner, int) and inner <= _CONSTANT:
            import numpy as np

            angles = np.arange(size, dtype=object) ** 2 % twice
            wave = np.zeros(inner, complex)
            wave[:size] = np.exp(1j * pi / size * angles.astype(float))
            wave[inner - size + 1 :] = wave[1:size][::-1]
            found = np.fft.fft(wave) / inner
            self.spectrum = Twiddles(
                *(b.table(part.tolist(), F64) for part in (found.real, found.imag))
            )
            return
        x = Numbers(b, inner)
        with b.loops(inner) as (i,):
            x.put(0, i, (b.scalar(0, F64), b.scalar(0, F64)))
        with b.loops(self._if_chirp(size)) as (i,):
            re, im = self.chirp[i]
            x.put(0, i, (re, -im))
            x.put(0, (inner - i) % inner, (re, -im))
        row = self._passes(x, 0)
        self.spectrum = Twiddles(b.alloc([inner], F64), b.alloc([inner], F64))
        scale = 1.0 / b.number(inner, F64)
        with b.loops(inner) as (i,):
            re, im = x.get(row, i)
            self.spectrum.re[i], self.spectrum.im[i] = re * scale, im * scale

    def _if_chirp(self, count: Ix) -> Ix:
        """A number of steps, none if there is no chirp."""
        return count if self.smooth is None else self.b.index_select(self.smooth, 0, count)

    def run(self, fill: Callable[[Numbers], None]) -> Callable[[Ix], Complex]:
        """The transform of the first plane as `fill` left it, which was 0."""
        b, size, inner = self.b, self.size, self.inner
        x = Numbers(b, inner)
        with b.loops(inner) as (i,):
            x.put(0, i, (b.scalar(0, F64), b.scalar(0, F64)))
        fill(x)
        if self.chirp is None:
            row = self._passes(x, 0)
            return lambda i: x.get(row, i)
        chirp = self.chirp
        with b.loops(self._if_chirp(size)) as (i,):
            x.put(0, i, _times(x.get(0, i), chirp[i]))
        row = self._passes(x, 0)

        def convolve() -> None:
            with b.loops(inner) as (i,):
                re, im = _times(x.get(row, i), self.spectrum[i])
                x.put(row, i, (im, re))  # exchanged: the next transform is the inverse
            last = self._passes(x, row)
            with b.loops(size) as (i,):
                im, re = x.get(last, i)
                x.put(row, i, _times((re, im), chirp[i]))

        if self.smooth is None:
            convolve()
        else:
            with b.if_(~self.smooth):
                convolve()
        return lambda i: x.get(row, i)

    def _passes(self, x: Numbers, row: Ix) -> Ix:
        """The transform of a plane; returns in which plane it is."""
        if self.radices is None:
            return self._passes_of_any(x, row)
        n, s = self.inner, 1
        for radix in self.radices:
            self._pass(x, row, (n, s), radix)
            n, s, row = n // radix, s * radix, 1 - row
        return row

    def _passes_of_any(self, x: Numbers, row: Ix) -> Ix:
        """Of a power of 2 that is known at run time."""
        b, inner = self.b, self.inner
        bits = b.number(inner).math(math.CountTrailingZerosOp)
        fours, odd = bits >> 1, (bits & 1).ne(0)
        self._pass(x, row, (inner, 1), 4)  # without steps for less than 4
        row = b.index_select(b.test("eq", fours.index(), 0), row, 1 - row)
        rest = b.index_max(fours.index() - 1, 0)

        def step(_: list[Ix], carried: list[Scalar]) -> list[Scalar]:
            s, row = (c.index() for c in carried)
            self._pass(x, row, (inner // s, s), 4)
            return [carried[0] * 4, 1 - carried[1]]

        row = b.fold([rest], [b.scalar(4, I64), b.number(row)], step)[1].index()
        half = b.index_select(odd, inner // 2, 0)
        with b.loops(half) as (q,):
            self._butterfly(x, row, (2, half), 2, (0, q), None)
        return b.index_select(odd, 1 - row, row)

    def _pass(self, x: Numbers, row: Ix, sizes: tuple[Ix, Ix], radix: int) -> None:
        """One pass over numbers of `n` in a transform, of which `s` are interleaved."""
        b, (n, s) = self.b, sizes
        count = n // radix

        def twiddles(p: Ix) -> Sequence[Complex]:
            return [self.twiddles[p * k * s] for k in range(1, radix)]

        if count == 1:
            with b.loops(s) as (q,):
                self._butterfly(x, row, sizes, radix, (0, q), None)
        elif s == 1:
            with b.loops(count) as (p,):
                self._butterfly(x, row, sizes, radix, (p, 0), twiddles(p))
        else:
            with b.loops(count) as (p,):
                by = twiddles(p)
                with b.loops(s) as (q,):
                    self._butterfly(x, row, sizes, radix, (p, q), by)

    def _butterfly(
        self,
        x: Numbers,
        row: Ix,
        sizes: tuple[Ix, Ix],
        radix: int,
        place: tuple[Ix, Ix],
        twiddles: Sequence[Complex] | None,
    ) -> None:
        (n, s), (p, q) = sizes, place
        step = n // radix * s
        found = _small([x.get(row, q + p * s + step * j) for j in range(radix)])
        for k, number in enumerate(found):
            rotated = _times(number, twiddles[k - 1]) if k and twiddles else number
            x.put(1 - row, q + (p * radix + k) * s, rotated)


def _radices(size: int) -> list[int] | None:
    """Radices whose product is the size; None where a prime is too large."""
    found: list[int] = []
    for radix in _RADICES:
        while size > 1 and size % radix == 0:
            found.append(radix)
            size //= radix
    return found if size <= 1 else None


def _twiddles(b: KrnlBuilder, count: Ix, whole: Ix, part: Callable[[Ix], Ix]) -> Twiddles:
    """exp(-2 pi i part(k) / whole) for each k below a count."""
    if isinstance(count, int) and isinstance(whole, int) and count <= _CONSTANT:
        angles = [-2 * pi * (part(k) / whole) for k in range(count)]  # type: ignore[operator]  # of integers
        return Twiddles(
            b.table([cos(a) for a in angles], F64), b.table([sin(a) for a in angles], F64)
        )
    step = b.scalar(-2 * pi, F64) / b.number(whole, F64)
    low, high = _angles(b, _FINE, step), _angles(b, whole // _FINE + 1, step * _FINE)
    made = Twiddles(b.alloc([count], F64), b.alloc([count], F64))
    with b.loops(count) as (k,):
        at = part(k)
        made.re[k], made.im[k] = _times(low[at % _FINE], high[at // _FINE])
    return made


def _angles(b: KrnlBuilder, count: Ix, step: Scalar) -> Twiddles:
    """exp(i k step) for each k below a count."""
    made = Twiddles(b.alloc([count], F64), b.alloc([count], F64))
    with b.loops(count) as (k,):
        angle = b.number(k, F64) * step
        made.re[k], made.im[k] = angle.math(math.CosOp), angle.math(math.SinOp)
    return made


def _plus(x: Complex, y: Complex) -> Complex:
    return x[0] + y[0], x[1] + y[1]


def _minus(x: Complex, y: Complex) -> Complex:
    return x[0] - y[0], x[1] - y[1]


def _times(x: Complex, y: Complex) -> Complex:
    (a, b), (c, d) = x, y
    return a.multiply_add(c, -(b * d)), a.multiply_add(d, b * c)


def _small(x: Sequence[Complex]) -> list[Complex]:
    """The transform of a few numbers."""
    count = len(x)
    if count == 2:
        return [_plus(*x), _minus(*x)]
    if count == 4:
        even, odd = _small([x[0], x[2]]), _small([x[1], x[3]])
        re, im = odd[1]
        rotated = im, -re
        return [
            _plus(even[0], odd[0]),
            _plus(even[1], rotated),
            _minus(even[0], odd[0]),
            _minus(even[1], rotated),
        ]
    pairs = range(1, count // 2 + 1)
    sums = [_plus(x[j], x[count - j]) for j in pairs]
    differences = [_minus(x[j], x[count - j]) for j in pairs]
    first = x[0]
    for term in sums:
        first = _plus(first, term)
    found = [first] * count
    for k in pairs:
        re, im = x[0]
        along, across = re.coerce(0), re.coerce(0)
        for j, total, (dre, dim) in zip(pairs, sums, differences, strict=True):
            angle = 2 * pi * (j * k % count) / count
            cosine, sine = re.coerce(cos(angle)), re.coerce(sin(angle))
            re, im = total[0].multiply_add(cosine, re), total[1].multiply_add(cosine, im)
            along, across = dim.multiply_add(sine, along), dre.multiply_add(sine, across)
        found[k] = re + along, im - across
        found[count - k] = re - along, im + across
    return found
