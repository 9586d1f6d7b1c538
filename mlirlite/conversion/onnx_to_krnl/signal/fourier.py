"""Fourier transforms, of tensors and of frames of a signal, and the matrix of mel's bands."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, pi
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.signal.fft import Numbers, Transform
from mlirlite.dialects import math
from mlirlite.ir.types import F64, I64, FloatType
from mlirlite.support.tuning import Fixed


def _integer(x: Buffer) -> Ix:
    """The number that a tensor holds, an int where it is constant."""
    known = x.constant()
    return int(known[0]) if known is not None else x.scalar().index()


def _complex(x: Buffer, at: Sequence[Ix]) -> tuple[Scalar, Scalar]:
    """An element of a tensor whose last dimension has the real and possibly the imaginary part; or
    of a real tensor without this dimension."""
    if x.rank == len(at):
        real = x[at].cast(F64)
        return real, real.coerce(0)
    real = x[[*at, 0]].cast(F64)
    parts = x.shape[-1]
    if isinstance(parts, int):
        return real, x[[*at, 1]].cast(F64) if parts == 2 else real.coerce(0)
    last = x[[*at, parts - 1]].cast(F64)
    return real, x.b.test("eq", parts, 2).select(last, 0)


@kernel("DFT", "DFTV17")
def dft(b: KrnlBuilder) -> Any:
    """The discrete Fourier transform along an axis, with the input truncated or zero-padded to a
    length; one-sided for real numbers on the other side."""
    x, size, axis = b.inputs(3)
    length = _integer(size) if size is not None else None
    known = [b.attr("axis", -2)] if axis is None else axis.constant()
    if known is not None:
        along = int(known[0])
        along += x.rank if along < 0 else 0
        out = b.output(_sizes(b, x, along, length))
        _transform(b, x, out, along, length)
        return out
    chosen = b.wrap_index(axis.scalar().index(), x.rank)
    sizes = _sizes(b, x, 0, length)
    for dim in range(x.rank - 1):
        changed = _sizes(b, x, dim, length)[dim]
        sizes[dim] = b.index_select(b.test("eq", chosen, dim), changed, x.shape[dim])
    out = b.output(sizes)
    for dim in range(x.rank - 1):
        with b.if_(b.test("eq", chosen, dim)):
            _transform(b, x, out, dim, length)
    return out


def _length(b: KrnlBuilder, x: Buffer, along: int, length: Ix | None) -> Ix:
    if length is not None:
        return length
    halved = b.attr("inverse", 0) and b.attr("onesided", 0)
    return (x.shape[along] - 1) * 2 if halved else x.shape[along]


def _sizes(b: KrnlBuilder, x: Buffer, along: int, length: Ix | None) -> list[Ix]:
    inverse, onesided = b.attr("inverse", 0), b.attr("onesided", 0)
    length = _length(b, x, along, length)
    sizes: list[Ix] = [*x.shape[:-1], 1 if inverse and onesided else 2]
    sizes[along] = length // 2 + 1 if onesided and not inverse else length
    return sizes


def _transform(b: KrnlBuilder, x: Buffer, out: Buffer, along: int, length: Ix | None) -> None:
    inverse, onesided = b.attr("inverse", 0), b.attr("onesided", 0)
    half = inverse and onesided  # the other half is the conjugate of the given one
    size = _length(b, x, along, length)
    terms = b.index_min(x.shape[along], size // 2 + 1 if half else size)
    transform = Transform(b, size)
    scale = 1.0 / b.number(size, F64)
    others = [*out.shape[:along], *out.shape[along + 1 : -1]]
    with b.loops(*others) as place:

        def at(i: Ix) -> list[Ix]:
            return [*place[:along], i, *place[along:]]

        def fill(into: Numbers) -> None:
            with b.loops(terms) as (i,):
                real, imaginary = _complex(x, at(i))
                # The inverse is the transform of exchanged parts.
                into.put(0, i, (imaginary, real) if inverse else (real, imaginary))
            if half:
                with b.loop(1, b.index_min(terms, (size + 1) // 2)) as i:
                    real, imaginary = _complex(x, at(i))
                    into.put(0, size - i, (-imaginary, real))

        spectrum = transform.run(fill)
        with b.loops(out.shape[along]) as (k,):
            parts = spectrum(k)
            if inverse:
                parts = parts[1] * scale, parts[0] * scale
            for part, value in enumerate(parts[: 1 if half else 2]):
                out[[*at(k), part]] = value


@kernel("STFT")
def stft(b: KrnlBuilder) -> Any:
    """Fourier transforms of frames of the signal, weighted by a window."""
    x, step, window, size = b.inputs(4)
    stride = step.scalar().index()
    if size is not None:
        length = _integer(size)
    elif window is not None:
        length = window.shape[0]
    else:
        raise b.error("has neither a window nor a frame_length")
    frames = (x.shape[1] - length) // stride + 1
    bins = length // 2 + 1 if b.attr("onesided", 1) else length
    out = b.output([x.shape[0], frames, bins, 2])
    transform = Transform(b, length)
    with b.loops(*out.shape[:2]) as (n, frame):

        def fill(into: Numbers) -> None:
            with b.loops(length) as (i,):
                real, imaginary = _complex(x, [n, frame * stride + i])
                if window is not None:
                    weight = window[i].cast(F64)
                    real, imaginary = real * weight, imaginary * weight
                into.put(0, i, (real, imaginary))

        spectrum = transform.run(fill)
        with b.loops(out.shape[2]) as (k,):
            for part, value in enumerate(spectrum(k)):
                out[n, frame, k, part] = value
    return out


_COSINES: Fixed[dict[str, tuple[float, float, float]]] = {
    "HannWindow": (0.5, -0.5, 0.0),
    "HammingWindow": (25 / 46, -21 / 46, 0.0),
    "BlackmanWindow": (0.42, -0.5, 0.08),
}
"""Factors of 1 and of the cosines of an angle and of twice the angle."""


_BLOCK: Fixed[int] = 32
"""Elements whose cosines follow from those of the first."""
_ROUNDING: Fixed[float] = 1e-14
"""More than what rounding takes from an element."""


@kernel("HannWindow", "HammingWindow", "BlackmanWindow")
def window(b: KrnlBuilder) -> Any:
    """Sums of cosines, computed in f64: the function of ONNX computes angles in f32, which gives
    windows in f64 the precision of f32. Cosines of elements follow from those of a block's first
    element and of the places in a block: cos(x + y) = cos x cos y - sin x sin y."""
    (size,) = b.inputs(1)
    count = size.scalar()
    out = b.output([count.index()])
    turn = count.cast(F64) - (0 if b.attr("periodic", 1) else 1)
    step = b.scalar(2 * pi, F64) / turn
    constant, once, twice = _COSINES[b.op.schema.name]
    length = out.shape[0]
    cosines, sines = (b.alloc([_BLOCK], F64) for _ in range(2))
    with b.loops(_BLOCK) as (i,):
        angle = b.number(i, F64) * step
        cosines[i], sines[i] = angle.math(math.CosOp), angle.math(math.SinOp)
    with b.loops((length + (_BLOCK - 1)) // _BLOCK) as (block,):
        first = block * _BLOCK
        angle = b.number(first, F64) * step
        across, along = angle.math(math.CosOp), angle.math(math.SinOp)
        with b.loops(b.index_min(length - first, _BLOCK)) as (i,):
            cosine = across * cosines[i] - along * sines[i]
            # cos 2x = 2 cos² x - 1
            value = (constant - twice) + once * cosine + 2 * twice * cosine * cosine
            # The largest element is 1, of integers too, where rounding leaves a bit less.
            out[first + i] = value if isinstance(out.element, FloatType) else value + _ROUNDING
    return out


@kernel("MelWeightMatrix")
def mel_weight_matrix(b: KrnlBuilder) -> Any:
    """Triangles over the bins of a spectrum, evenly spaced on the mel scale."""
    count, length, rate, lower, upper = [x.scalar() for x in b.inputs(5)]
    bands = count.index()
    out = b.output([length.index() // 2 + 1, bands])
    low, high = [(x.cast(F64) / 700).log1p() * (2595 / log(10)) for x in (lower, upper)]
    step = (high - low) / (count.cast(F64) + 2)
    edges = b.alloc([bands + 2], I64)
    with b.loops(bands + 2) as (i,):
        mel = b.number(i, F64) * step + low
        hertz = ((mel * (log(10) / 2595)).exp() - 1) * 700
        edges[i] = ((length.cast(F64) + 1) * hertz / rate.cast(F64)).floor()
    bins = out.shape[0]
    with b.loops(*out.shape) as at_all:
        out[at_all] = b.scalar(0, out.element)
    with b.loops(bands) as (band,):
        left, center, right = [edges[band + k] for k in range(3)]
        begin, end = (
            b.index_max(b.index_min(edge.index(), bins), 0)
            for edge in (left.min(center), right.max(center + 1))
        )
        with b.loop(begin, end) as row:
            at = b.number(row)
            rising = (at - left).cast(F64) / (center - left).max(1).cast(F64)
            falling = (right - at).cast(F64) / (right - center).max(1).cast(F64)
            first = ((at >= left) & (at <= center)).select(rising, 0)
            point = at.eq(center).select(1.0, first.coerce(0))
            value = left.eq(center).select(point, first)
            value = ((at >= center) & (at < right)).select(falling, value)
            out[row, band] = value
    return out
