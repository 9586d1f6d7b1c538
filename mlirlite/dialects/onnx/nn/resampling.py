"""Behavior of operators between resolutions."""

import math
from collections.abc import Iterator

from mlirlite.dialects.onnx.constants import array_of, known_ints
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Divides,
    Equal,
    Reals,
    Requirement,
    at_least,
    has_sizes,
    size_of,
)
from mlirlite.dialects.onnx.shapes import Shape, axes_in, expect_rank, rank_of, shape_of
from mlirlite.dialects.onnx.terms import Count, Element, Integer, smaller
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def _image_and_block(op: OnnxOp, x: Value, block: int) -> tuple[int, ...] | None:
    """The sizes of images whose blocks are moved; None when they are not known."""
    shape = shape_of(x)
    if shape is None:
        return None
    expect_rank(op, 0, 4)
    if block < 1:
        raise ValueError("Blocksize should be strictly positive")
    return tuple(shape)


class DepthToSpace(OnnxOp, ops="DepthToSpace"):
    """Moves channels into blocks of the plane."""

    input: Value
    blocksize: int

    def infer(self) -> Inferred:
        block = self.blocksize
        shape = _image_and_block(self, self.input, block)
        if shape is None:
            return [None]
        n, c, h, w = shape
        return [
            (
                n,
                c if c == DYNAMIC else c // (block * block),
                h if h == DYNAMIC else h * block,
                w if w == DYNAMIC else w * block,
            )
        ]

    def requirements(self) -> Iterator[Requirement]:
        x, block = size_of(self, 0), Integer(self.blocksize**2)
        if x is not None and len(x) == 4:
            what = "The input tensor depth must be divisible by the (blocksize * blocksize): it"
            yield Divides(block, x[1], what)


class SpaceToDepth(OnnxOp, ops="SpaceToDepth"):
    """Moves blocks of the plane into channels."""

    input: Value
    blocksize: int

    def infer(self) -> Inferred:
        block = self.blocksize
        shape = _image_and_block(self, self.input, block)
        if shape is None:
            return [None]
        n, c, h, w = shape
        return [
            (
                n,
                c if c == DYNAMIC else c * block * block,
                h if h == DYNAMIC else h // block,
                w if w == DYNAMIC else w // block,
            )
        ]

    def requirements(self) -> Iterator[Requirement]:
        x, block = size_of(self, 0), Integer(self.blocksize)
        if x is not None and len(x) == 4:
            for size, name in ((x[2], "height"), (x[3], "width")):
                what = f"The input tensor {name} must be divisible by the block size: it"
                yield Divides(block, size, what)


_LARGEST = float.fromhex("0x1.fffffep127")
"""The largest f32."""


class Resize(OnnxOp, ops="Resize Upsample"):
    """Resampling by scales or to sizes."""

    X: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        rank = len(shape)
        unknown = (DYNAMIC,) * rank
        axes = axes_in(self.get("axes") or range(rank), rank)
        sizes, scales = self.get("sizes"), self.scales_known()
        result = list(shape)
        if isinstance(sizes, Value):
            wanted = known_ints(sizes)
            if wanted is None:
                return [unknown]
            if len(wanted) != len(axes):
                return [unknown]
            policy = self.get("keep_aspect_ratio_policy", "stretch")
            for axis, size in zip(axes, wanted, strict=True):
                result[axis] = max(size, DYNAMIC)
            if policy != "stretch":
                self._keep_aspect(shape, axes, wanted, policy, result)
            return [tuple(result)]
        if scales is None:
            return [unknown]
        if len(scales) != len(axes):
            return [unknown]
        for axis, scale in zip(axes, scales, strict=True):
            if not 0 < scale < math.inf:
                raise ValueError(f"has scale {scale}, expected a finite one above 0")
            result[axis] = DYNAMIC if shape[axis] == DYNAMIC else int(shape[axis] * scale)
        return [tuple(result)]

    def requirements(self) -> Iterator[Requirement]:
        x = size_of(self, 0)
        if x is None:
            return
        axes = axes_in(self.get("axes") or range(len(x)), len(x))
        place = {
            p.name: i
            for i, p in enumerate(self.schema.inputs)
            if i < len(self.operands) and shape_of(self.operands[i]) not in (None, (0,))
        }
        if "sizes" in place and "scales" not in place:
            sizes = place["sizes"]
            keeps_aspect = self.get("keep_aspect_ratio_policy", "stretch") != "stretch"
            yield Equal(Count(sizes), Integer(len(axes)), "the number of sizes and that of axes")
            for position, axis in enumerate(axes):
                wanted = Element(sizes, position)
                yield at_least(wanted, 0, f"the wanted size of dimension {axis}")
                least = 1 if keeps_aspect else smaller(wanted, 1)
                yield at_least(x[axis], least, f"the size of X in dimension {axis}")
        elif "scales" in place:
            what = "the number of scales and that of axes"
            yield Equal(Count(place["scales"]), Integer(len(axes)), what)
            if self.scales_known() is None:  # others are checked where the shape is inferred
                yield Reals(place["scales"], 0, _LARGEST, "scales", above=True)
        if self.get("coordinate_transformation_mode") == "tf_crop_and_resize" and "roi" in place:
            what = "the number of ends in roi and that of the axes'"
            yield Equal(Count(place["roi"]), Integer(2 * len(axes)), what)

    def scales_known(self) -> tuple[float, ...] | None:
        """The scales, one for each of `axes`, as float32; None when they are not constant."""
        if "height_scale" in self.schema.attributes:
            return (1.0, 1.0, self.get("height_scale"), self.get("width_scale"))
        scales = self.get("scales")
        if isinstance(scales, Value):
            array = array_of(scales)
            if array is None or not array.size:
                return None
            scales = [float(s) for s in array.reshape(-1)]
        return None if scales is None else tuple(scales)

    def _keep_aspect(
        self, shape: Shape, axes: tuple[int, ...], sizes: list[int], policy: str, result: list[int]
    ) -> None:
        if DYNAMIC in sizes or any(shape[a] == DYNAMIC for a in axes):
            for axis in axes:
                result[axis] = DYNAMIC
            return
        for axis in axes:
            if not shape[axis]:
                raise ValueError(f"has no numbers in dimension {axis}, expected some to resample")
        ratios = [s / shape[a] for a, s in zip(axes, sizes, strict=True)]
        scale = min(ratios) if policy == "not_larger" else max(ratios)
        for axis in axes:
            result[axis] = int(scale * shape[axis] + 0.5)


class GridSample(OnnxOp, ops="GridSample"):
    """Samples at the positions of a grid (N, D…, spatial rank)."""

    X: Value
    grid: Value

    def infer(self) -> Inferred:
        x, grid = shape_of(self.X), shape_of(self.grid)
        if x is None or grid is None:
            return [None]
        if len(x) != len(grid):
            raise ValueError(f"Input(={len(x)}) and grid(={len(grid)}) have different dim sizes.")
        if len(x) < 3:
            raise ValueError(f"expects X of rank 3 or more, got rank {len(x)}")
        batch = grid[0] if x[0] == DYNAMIC else x[0]
        return [(batch, x[1], *grid[1:-1])]

    def requirements(self) -> Iterator[Requirement]:
        x, grid = size_of(self, 0), size_of(self, 1)
        if x is None or grid is None or len(x) != len(grid) or len(x) < 3:
            return
        yield Equal(x[0], grid[0], "Input and grid must have the same batch value: they")
        yield Equal(grid[-1], Integer(len(x) - 2), "Grid last dim and the spatial dimensions of X")
        for dim, size in enumerate(x[2:], 2):
            what = "Input spatial dimensions must be non-empty for sampling:"
            yield at_least(size, 1, f"{what} that of dimension {dim}")

    def check(self) -> Diagnostic | None:
        if self.get("align_corners") not in (0, 1):
            return self.error("align_corners needs to be 0 or 1")
        for name, allowed in (
            ("mode", "linear, bilinear, trilinear, nearest, bicubic or cubic"),
            ("padding_mode", "zeros, border or reflection"),
        ):
            if self.get(name) not in allowed.replace(" or ", ", ").split(", "):
                return self.error(f"{name} needs to be {allowed}")
        return None


class AffineGrid(OnnxOp, ops="AffineGrid"):
    """A grid of positions from affine maps."""

    theta: Value
    size: Value

    def infer(self) -> Inferred:
        size = known_ints(self.size)
        count = shape_of(self.size)
        if size is None:
            rank = count[0] if count is not None else DYNAMIC
            theta = shape_of(self.theta)
            if rank == DYNAMIC and theta is not None and theta[1] != DYNAMIC:
                rank = theta[1] + 2
            return [None if rank == DYNAMIC else (*(DYNAMIC,) * (rank - 1), rank - 2)]
        if len(size) not in (4, 5):
            raise ValueError(
                f"Length of input 'size' is {len(size)}. It must be 4 for 2D or 5 for 5D."
            )
        return [(size[0], *size[2:], len(size) - 2)]

    def requirements(self) -> Iterator[Requirement]:
        length, result = shape_of(self.size), rank_of(self.results[0]) if self.results else None
        rank = result if result is not None else length[0] if length else DYNAMIC
        if rank == DYNAMIC:
            return
        yield Equal(
            Count(1), Integer(rank), "the number of sizes and that of the result's dimensions"
        )
        for position in range(rank):
            yield at_least(Element(1, position), 0, f"size[{position}]")
        yield from has_sizes(self, 0, [Element(1), rank - 2, rank - 1])
