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
from mlirlite.conversion.onnx_to_krnl.vision.resize import keys_kernel
from mlirlite.ir.types import F64, I64
from mlirlite.support.tuning import Fixed

_MODES = {"bilinear": "linear", "bicubic": "cubic"}
_CORNERS: Fixed[int] = 4
"""Neighbors of a point of a plane."""
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


_Point = tuple[list[Scalar], list[Scalar], list[Ix]]
"""By dimension: a coordinate, that of the element before it, and the first element to read."""


class Sampler:
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

    @property
    def count(self) -> int:
        """Elements that each dimension is interpolated from."""
        return 2 * _REACH[self.mode] or 1

    def at(self, outer: Sequence[Ix], coordinates: Sequence[Scalar]) -> Scalar:
        """The interpolated element; `outer` are the indices of the leading dimensions."""
        b = self.b
        space = self.x.shape[len(outer) :]
        point = self._point(coordinates, space)

        def add(taps: list[Ix], total: list[Scalar]) -> list[Scalar]:
            pixel, inside, weight = self._tap(point, taps, space)
            element = self._where(inside, self.x[[*outer, *pixel]])
            return [total[0] + (element if weight is None else element * weight.cast(element.type))]

        type = compute_type(self.x.element)
        return b.fold([self.count] * len(space), [b.scalar(0, type)], add)[0]

    def note(
        self, coordinates: Sequence[Scalar], space: Sequence[Ix], into: tuple[Buffer, Buffer], i: Ix
    ) -> None:
        """Write what the i-th point is interpolated from into a row of two buffers: the flat places
        of elements of the space, -1 outside, and their weights."""
        b = self.b
        point = self._point(coordinates, space)
        with b.loops(*[self.count] * len(space)) as taps:
            pixel, inside, weight = self._tap(point, taps, space)
            flat, number = flat_index(pixel, space), flat_index(taps, [self.count] * len(space))
            place = b.number(flat, I64)
            into[0][[i, number]] = place if inside is None else inside.select(place, -1)
            if weight is not None:
                into[1][[i, number]] = weight

    def _point(self, coordinates: Sequence[Scalar], space: Sequence[Ix]) -> _Point:
        """Where a point is, and the elements before it."""
        places = [self._placed(v, n) for v, n in zip(coordinates, space, strict=True)]
        starts = places if self.mode == "nearest" else [p.floor() for p in places]
        before = max(_REACH[self.mode] - 1, 0)
        return places, starts, [s.cast(I64).index() - before for s in starts]

    def _tap(
        self, point: _Point, taps: Sequence[Ix], space: Sequence[Ix]
    ) -> tuple[list[Ix], Scalar | None, Scalar | None]:
        """One element that a point is interpolated from: where it is, whether that is inside if it
        is 0 elsewhere, and its weight; no weight for the nearest one."""
        b, reach = self.b, _REACH[self.mode]
        weight: Scalar | None = None
        for place, start, tap in zip(*point[:2], taps, strict=True):
            if self.mode == "nearest":
                break
            at = start + b.number(tap - (reach - 1), place.type)
            distance = (at - place).abs()
            linear = self.mode == "linear"
            factor = (1 - distance).max(0) if linear else keys_kernel(distance, -0.75)
            weight = factor if weight is None else weight * factor
        pixel, inside = self._inside([f + t for f, t in zip(point[2], taps, strict=True)], space)
        return pixel, inside, weight

    def _placed(self, v: Scalar, size: Ix) -> Scalar:
        if self.mode == "nearest":
            v = v.round_even()
        length = self.b.number(size, v.type)
        low, high = self._borders(length)
        if self.padding == "border":
            return ((v < low) | (v > high)).select(v.max(0).min(length - 1), v)
        return _reflected(v, low, high) if self.padding == "reflection" else v

    def _inside(self, at: list[Ix], space: Sequence[Ix]) -> tuple[list[Ix], Scalar | None]:
        """A place that exists, and whether it is the wanted one if elements are 0 elsewhere."""
        b = self.b
        if self.padding == "reflection":
            at = [self._mirror(i, n) for i, n in zip(at, space, strict=True)]
        inside: Scalar | None = None
        clamped = []
        for i, n in zip(at, space, strict=True):
            test = b.test("sge", i, 0) & b.test("slt", i, n)
            inside = test if inside is None else inside & test
            clamped.append(b.index_max(0, b.index_min(i, n - 1)))
        return clamped, inside if self.padding == "zeros" else None

    def _where(self, inside: Scalar | None, element: Scalar) -> Scalar:
        return element if inside is None else inside.select(element, 0)

    def _mirror(self, i: Ix, size: Ix) -> Ix:
        length = self.b.number(size, F64)
        return _reflected(self.b.number(i, F64), *self._borders(length)).cast(I64).index()


@kernel("GridSample", "GridSampleV16")
def grid_sample(b: KrnlBuilder) -> Any:
    """The input at coordinates in [-1, 1]; a grid point names the last dimension first."""
    x, grid = b.inputs(2)
    mode = b.attr("mode", "linear")
    corners = bool(b.attr("align_corners", 0))
    sampler = Sampler(b, x, _MODES.get(mode, mode), b.attr("padding_mode", "zeros"), corners)
    out = b.output([*x.shape[:2], *grid.shape[1:-1]])
    rank = x.rank - 2

    def coordinate(n: Ix, place: list[Ix], d: int) -> Scalar:
        value: Scalar = grid[[n, *place, rank - 1 - d]]
        size = b.number(x.shape[2 + d], value.type)
        return (value + 1) / 2 * (size - 1) if corners else ((value + 1) * size - 1) / 2

    # Points are the same for all channels: those of a row first, then the elements of each channel.
    space, (first, *row) = x.shape[2:], out.shape[2:]
    size, taps = product(row), sampler.count**rank
    points = b.alloc([size, taps], I64), b.alloc([size, taps], compute_type(grid.element))
    planes = planes_of(b, x, 2, product(space))
    target = planes_of(b, out, 3, size)
    type = compute_type(x.element)
    with b.loops(x.shape[0], first) as (n, p):
        with b.loops(*row) as rest:
            at = [coordinate(n, [p, *rest], d) for d in range(rank)]
            sampler.note(at, space, points, flat_index(rest, row))
        with b.loops(x.shape[1], size) as (c, i):

            def element(k: Ix, n: Ix = n, c: Ix = c, i: Ix = i) -> Scalar:
                place = points[0][[i, k]]
                found = planes[[n, c, place.max(0).index()]]
                return (place >= 0).select(found, 0) if sampler.padding == "zeros" else found

            def add(k: list[Ix], total: list[Scalar], i: Ix = i) -> list[Scalar]:
                found = element(k[0])
                return [total[0] + found * points[1][[i, k[0]]].cast(found.type)]

            nearest = sampler.mode == "nearest"
            value = element(0) if nearest else b.fold([taps], [b.scalar(0, type)], add)[0]
            target[[n, c, p, i]] = value
    return out


def planes_of(b: KrnlBuilder, x: Buffer, outer: int, size: Ix) -> Buffer:
    """A buffer whose dimensions after some are one."""
    sizes = [*x.shape[:outer], size]
    return b.view(x, b.memref(sizes, x.element), sizes)


def flat_index(at: Sequence[Ix], sizes: Sequence[Ix]) -> Ix:
    """The number of an element, row by row."""
    found: Ix = 0
    for i, n in zip(at, sizes, strict=True):
        found = found * n + i
    return found


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
    # Points are the same for all channels: those of a region first, then the channels.
    planes = planes_of(b, x, 2, product(x.shape[2:]))
    target = planes_of(b, out, 2, height * width)
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
        samples = product(counts)
        sizes = [height * width, samples, _CORNERS]
        points = b.alloc(sizes, I64), b.alloc(sizes, type)
        with b.loops(height, width, *counts) as (*place, s, t):
            at = [
                starts[d]
                + b.number(place[d], type) * bins[d]
                + (b.number(i, type) + 0.5) * steps[d]
                for d, i in enumerate((s, t))
            ]
            for k, (pixel, weight) in enumerate(_corners(b, x, at)):
                where = [flat_index(place, (height, width)), s * counts[1] + t, k]
                points[0][where], points[1][where] = pixel, weight
        with b.loops(x.shape[1], height * width) as (c, i):

            def sample(s: list[Ix], values: list[Scalar], c: Ix = c, i: Ix = i) -> list[Scalar]:
                parts = []
                for k in range(_CORNERS):
                    pixel, weight = (p[[i, s[0], k]] for p in points)
                    element = planes[[batch, c, pixel.max(0).index()]]
                    parts.append((pixel >= 0).select(element * weight, 0))
                if not maximum:
                    return [values[0] + (parts[0] + parts[1] + parts[2] + parts[3])]
                best = parts[0].max(parts[1]).max(parts[2]).max(parts[3])
                return [values[0].max(best)]

            first = b.scalar(least(type) if maximum else 0, type)
            (total,) = b.fold([samples], [first], sample)
            number = b.number(b.index_max(1, samples), type)
            target[[r, c, i]] = total if maximum else total / number
    return out


def _corners(b: KrnlBuilder, x: Buffer, at: list[Scalar]) -> list[tuple[Scalar, Scalar]]:
    """The flat places of the four neighbors of a point, -1 when it is outside by more than a
    pixel, and their weights."""
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
        (outside.select(-1, b.number(flat_index((y, z), x.shape[2:]), I64)), wy * wz)
        for y, wy in pairs[0]
        for z, wz in pairs[1]
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
