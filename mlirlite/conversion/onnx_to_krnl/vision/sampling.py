"""Ops that read between the elements: AffineGrid, GridSample, DeformConv, RoiAlign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.emit.window import window_of
from mlirlite.conversion.onnx_to_krnl.vision.resize import keys_kernel
from mlirlite.ir.types import F64, I64
from mlirlite.support.tuning import Fixed

_MODES = {"bilinear": "linear", "bicubic": "cubic"}
_REACH: Fixed[dict[str, int]] = {"nearest": 0, "linear": 1, "cubic": 2}


def _reflected(x: Scalar, low: Scalar, high: Scalar) -> Scalar:
    """A coordinate mirrored at the borders until it is between them."""
    span = high - low
    below = x < low
    beyond = below.select(low - x, x - high)
    turns = (beyond / span).floor()
    rest = beyond - turns * span
    even = (turns - (turns / 2).floor() * 2).eq(0)
    mirrored = (below ^ even).select(high - rest, low + rest)
    outside = below | (x > high)
    return span.eq(0).select(low, outside.select(mirrored, x))


class _Sampler:
    """Reads a buffer at fractional coordinates of its last dimensions."""

    def __init__(self, b: KrnlBuilder, x: Buffer, mode: str, padding: str, corners: bool) -> None:
        self.b, self.x, self.mode, self.padding, self.corners = b, x, mode, padding, corners
        if mode not in _REACH:
            raise b.error(f"has the unknown mode '{mode}'")
        if padding not in ("zeros", "border", "reflection"):
            raise b.error(f"has the unknown padding_mode '{padding}'")

    def _borders(self, size: Scalar) -> tuple[Scalar, Scalar]:
        if self.corners:
            return size.coerce(0), size - 1
        return size.coerce(-0.5), size - 0.5

    def at(self, outer: Sequence[Ix], coordinates: Sequence[Scalar]) -> Scalar:
        """The interpolated element; `outer` are the indices of the leading dimensions."""
        b = self.b
        space = self.x.shape[len(outer) :]
        places = [self._placed(v, n) for v, n in zip(coordinates, space, strict=True)]
        if self.mode == "nearest":
            return self._pixel(outer, [p.cast(I64).index() for p in places], space)
        reach = _REACH[self.mode]
        starts = [p.floor() for p in places]
        firsts = [s.cast(I64).index() - (reach - 1) for s in starts]

        def add(taps: list[Ix], total: list[Scalar]) -> list[Scalar]:
            weight: Scalar | None = None
            for place, start, tap in zip(places, starts, taps, strict=True):
                at = start + b.number(tap - (reach - 1), place.type)
                distance = (at - place).abs()
                linear = self.mode == "linear"
                factor = (1 - distance).max(0) if linear else keys_kernel(distance, -0.75)
                weight = factor if weight is None else weight * factor
            element = self._pixel(outer, [f + t for f, t in zip(firsts, taps, strict=True)], space)
            return [total[0] + (element if weight is None else element * weight.cast(element.type))]

        type = compute_type(self.x.element)
        return b.fold([2 * reach] * len(space), [b.scalar(0, type)], add)[0]

    def _placed(self, v: Scalar, size: Ix) -> Scalar:
        if self.mode == "nearest":
            v = v.round_even()
        length = self.b.number(size, v.type)
        low, high = self._borders(length)
        if self.padding == "border":
            return ((v < low) | (v > high)).select(v.max(0).min(length - 1), v)
        return _reflected(v, low, high) if self.padding == "reflection" else v

    def _pixel(self, outer: Sequence[Ix], at: list[Ix], space: Sequence[Ix]) -> Scalar:
        b = self.b
        if self.padding == "reflection":
            at = [self._mirror(i, n) for i, n in zip(at, space, strict=True)]
        inside: Scalar | None = None
        clamped = []
        for i, n in zip(at, space, strict=True):
            test = b.test("sge", i, 0) & b.test("slt", i, n)
            inside = test if inside is None else inside & test
            clamped.append(b.index_max(0, b.index_min(i, n - 1)))
        element = self.x[[*outer, *clamped]]
        if self.padding != "zeros" or inside is None:
            return element
        return inside.select(element, 0)

    def _mirror(self, i: Ix, size: Ix) -> Ix:
        length = self.b.number(size, F64)
        return _reflected(self.b.number(i, F64), *self._borders(length)).cast(I64).index()


@kernel("GridSample", "GridSampleV16")
def grid_sample(b: KrnlBuilder) -> Any:
    """The input at coordinates in [-1, 1]; a grid point names the last dimension first."""
    x, grid = b.inputs(2)
    mode = b.attr("mode", "linear")
    corners = bool(b.attr("align_corners", 0))
    sampler = _Sampler(b, x, _MODES.get(mode, mode), b.attr("padding_mode", "zeros"), corners)
    out = b.output([*x.shape[:2], *grid.shape[1:-1]])
    rank = x.rank - 2

    def coordinate(n: Ix, place: list[Ix], d: int) -> Scalar:
        value: Scalar = grid[[n, *place, rank - 1 - d]]
        size = b.number(x.shape[2 + d], value.type)
        return (value + 1) / 2 * (size - 1) if corners else ((value + 1) * size - 1) / 2

    with b.loops(*out.shape) as (n, c, *place):
        out[[n, c, *place]] = sampler.at([n, c], [coordinate(n, place, d) for d in range(rank)])
    return out


@kernel("DeformConv")
def deform_conv(b: KrnlBuilder) -> Any:
    """A convolution whose taps are shifted by offsets and weighted by a mask."""
    x, w, offset, bias, mask = b.inputs(5)
    rank = x.rank - 2
    taps = w.shape[2:]
    window = window_of(b, x.shape[2:], taps, b.result_type().shape[2:])
    out = b.output([x.shape[0], w.shape[0], *window.output])
    groups, offset_groups = b.attr("group", 1), b.attr("offset_group", 1)
    channels, per_group = w.shape[1], w.shape[0] // groups
    per_offset = x.shape[1] // offset_groups
    area = product(taps)
    type = compute_type(out.element)
    sampler = _Sampler(b, x, "linear", "zeros", True)
    with b.loops(x.shape[0], groups, per_group) as (n, g, k):
        m = g * per_group + k
        with b.loops(*window.output) as place:

            def add(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
                c = g * channels + i[0]
                flat: Ix = (c // per_offset) * area
                tap: Ix = 0
                for t, size in zip(i[1:], taps, strict=True):
                    tap = tap * size + t
                flat = flat + tap
                coordinates = []
                for d in range(rank):
                    moved = offset[[n, flat * rank + d, *place]]
                    start = window.position(d, place[d], i[1 + d])
                    coordinates.append(b.number(start, moved.type) + moved)
                value = sampler.at([n, c], coordinates) * w[[m, *i]]
                if mask is not None:
                    value = value * mask[[n, flat, *place]]
                return [total[0] + value]

            start = bias[m] if bias is not None else b.scalar(0, type)
            out[[n, m, *place]] = b.fold([channels, *taps], [start], add)[0]
    return out


@kernel("RoiAlign", "RoiAlignV10")
def roi_align(b: KrnlBuilder) -> Any:
    """Each region of interest pooled from bilinear samples on a grid in each bin."""
    x, rois, batches = b.inputs(3)
    height, width = b.attr("output_height", 1), b.attr("output_width", 1)
    out = b.output([rois.shape[0], x.shape[1], height, width])
    type = compute_type(x.element)
    half = b.attr("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    half = half and b.op.schema.version >= 16
    scale, ratio = b.attr("spatial_scale", 1.0), b.attr("sampling_ratio", 0)
    maximum = b.attr("mode", "avg") == "max"
    with b.loops(rois.shape[0]) as (r,):
        batch = batches[r].index()
        corners = [rois[r, k] * scale - (0.5 if half else 0.0) for k in range(4)]
        starts = [corners[1], corners[0]]
        extents = [corners[3] - corners[1], corners[2] - corners[0]]
        if not half:
            extents = [e.max(1) for e in extents]
        bins = [e / n for e, n in zip(extents, (height, width), strict=True)]
        counts: list[Ix] = [ratio, ratio]
        if ratio <= 0:
            counts = [s.ceil().cast(I64).index() for s in bins]
        steps = [s / b.number(n, type) for s, n in zip(bins, counts, strict=True)]
        with b.loops(x.shape[1], height, width) as (c, *place):

            def sample(i: list[Ix], values: list[Scalar]) -> list[Scalar]:
                at = [
                    starts[d]
                    + b.number(place[d], type) * bins[d]
                    + (b.number(i[d], type) + 0.5) * steps[d]
                    for d in range(2)
                ]
                parts = _corners(b, x, [batch, c], at)
                if not maximum:
                    return [values[0] + (parts[0] + parts[1] + parts[2] + parts[3])]
                best = parts[0].max(parts[1]).max(parts[2]).max(parts[3])
                return [values[0].max(best)]

            first = b.scalar(least(type) if maximum else 0, type)
            (total,) = b.fold(counts, [first], sample)
            number = b.number(b.index_max(1, counts[0] * counts[1]), type)
            out[[r, c, *place]] = total if maximum else total / number
    return out


def _corners(b: KrnlBuilder, x: Buffer, outer: list[Ix], at: list[Scalar]) -> list[Scalar]:
    """The four weighted neighbors of a point; zeros when it is outside by more than a pixel."""
    sizes = [b.number(n, at[0].type) for n in x.shape[2:]]
    outside = (at[0] < -1) | (at[0] > sizes[0]) | (at[1] < -1) | (at[1] > sizes[1])
    pairs = []
    for value, size in zip(at, sizes, strict=True):
        inner = outside.select(0, value).max(0).min(size - 1)
        low = inner.floor()
        high = (low + 1).min(size - 1)
        part = inner - low
        pairs.append(((low.cast(I64).index(), 1 - part), (high.cast(I64).index(), part)))
    return [
        outside.select(0, x[[*outer, y, z]] * (wy * wz)) for y, wy in pairs[0] for z, wz in pairs[1]
    ]


@kernel("AffineGrid")
def affine_grid(b: KrnlBuilder) -> Any:
    """The positions that affine maps, one for each image of the batch, give to the centers of
    pixels, or with align_corners to the corners of a grid from -1 to 1."""
    theta, size = b.inputs(2)
    rank = b.result_type().rank
    batch, _, *space = size.ints(rank)
    out = b.output([batch, *space, rank - 2])
    type = theta[[0] * 3].type

    def coordinate(i: Ix, count: Ix) -> Scalar:
        at, length = b.number(i, type), b.number(count, type)
        if not b.attr("align_corners", 0):
            return (at * 2 + 1) / length - 1
        return at * 2 / (length - 1).max(1) - 1

    with b.loops(batch, *space) as (n, *place):
        # The first row of a map makes x, the coordinate along the last dimension.
        at = [coordinate(i, count) for i, count in zip(place, space, strict=True)][::-1]
        for row in range(rank - 2):
            value = theta[n, row, rank - 2]
            for column, x in enumerate(at):
                value = value + theta[n, row, column] * x
            out[[n, *place, row]] = value
    return out
