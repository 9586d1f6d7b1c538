"""Behavior of pools."""

from collections.abc import Iterator

from mlirlite.dialects.onnx.constants import known_ints
from mlirlite.dialects.onnx.nn.conv import windows_fit
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Equal,
    Requirement,
    Within,
    at_least,
    has_sizes,
    size_of,
)
from mlirlite.dialects.onnx.shapes import Window, shape_of, slide, window_of
from mlirlite.dialects.onnx.terms import Count, Element, Integer, product_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


def not_empty(op: OnnxOp) -> Iterator[Requirement]:
    """There are elements in an image."""
    for dim, size in list(enumerate(size_of(op, 0) or ()))[1:]:
        yield at_least(size, 1, f"the size of X in dimension {dim}")


class Pool(OnnxOp, ops="AveragePool LpPool MaxPool MaxPoolSingleOut"):
    """Pools over windows of the spatial dimensions."""

    X: Value
    kernel_shape: tuple[int, ...]
    auto_pad: str

    def window(self) -> Window | None:
        """The window, when the rank is known. With ceil_mode the last window may extend further."""
        x = shape_of(self.X)
        if x is None:
            return None
        window = window_of(self, self.kernel_shape, x[2:])
        for pads, extent in zip((*window.begins, *window.ends), window.extents * 2, strict=True):
            if pads >= extent:
                raise ValueError(f"pads of {pads} are not less than the window's size, {extent}")
        return window

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        window = self.window()
        outputs = len(self.schema.outputs)
        if x is None or window is None:
            return [None] * outputs
        if len(x) < 3:
            raise ValueError("expects X of rank 3 or more (N, C, D…)")
        pooled = (*x[:2], *slide(window, x[2:], self.auto_pad, bool(self.get("ceil_mode"))))
        return [pooled] * outputs

    def requirements(self) -> Iterator[Requirement]:
        yield from not_empty(self)
        x, window = size_of(self, 0), self.window()
        if x is not None and window is not None:
            taps = [Integer(k) for k in window.kernel]
            yield from windows_fit(x[2:], taps, window, bool(self.get("ceil_mode")))

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        return (self.X, index) if index < 2 else None


class GlobalPool(OnnxOp, ops="GlobalAveragePool GlobalLpPool GlobalMaxPool"):
    """Pools over all spatial dimensions, which stay as 1."""

    X: Value

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        if x is not None and len(x) < 3:
            raise ValueError("expects X of rank 3 or more (N, C, D…)")
        return [None if x is None else (*x[:2], *(1,) * (len(x) - 2))]

    def requirements(self) -> Iterator[Requirement]:
        yield from not_empty(self)

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        return (self.X, index) if index < 2 else None


class MaxUnpool(OnnxOp, ops="MaxUnpool"):
    """Puts values where MaxPool's indices say."""

    X: Value
    output_shape: Value | None
    kernel_shape: tuple[int, ...]

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        if x is None:
            return [None]
        if self.output_shape is not None:
            given = known_ints(self.output_shape)
            return [tuple(given) if given is not None else (DYNAMIC,) * len(x)]
        window = window_of(self, self.kernel_shape, x[2:])
        spatial = (
            DYNAMIC
            if d == DYNAMIC
            else (d - 1) * window.strides[i] + k - window.begins[i] - window.ends[i]
            for i, (d, k) in enumerate(zip(x[2:], window.kernel, strict=True))
        )
        return [(*x[:2], *spatial)]

    def requirements(self) -> Iterator[Requirement]:
        x, shape = size_of(self, 0), shape_of(self.X)
        if x is None or shape is None:
            return
        yield from has_sizes(self, 1, x)
        window = window_of(self, self.kernel_shape, shape[2:])
        pads = [a + b for a, b in zip(window.begins, window.ends, strict=True)]
        spatial = [
            (size - 1) * window.strides[d] + window.kernel[d] - pads[d]
            for d, size in enumerate(x[2:])
        ]
        for size in spatial:
            yield at_least(size, 1, "the result's size in a spatial dimension")
        yield Within(1, Integer(0), product_of([*x[:2], *spatial]) - 1, "I")
        if self.output_shape is not None:
            yield Equal(Count(2), Integer(len(x)), "the number of sizes and of X's dimensions")
            for dim, least in enumerate([*x[:2], *spatial]):
                yield at_least(Element(2, dim), least, f"output_shape in dimension {dim}")
