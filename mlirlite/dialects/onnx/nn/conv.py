"""Behaviour of convolutions, and of images as columns."""

from mlirlite.dialects.onnx.constants import known_ints
from mlirlite.dialects.onnx.op import Inferred, OnnxOp, Shape
from mlirlite.dialects.onnx.shapes import (
    Window,
    expect_dim,
    expect_rank,
    product,
    shape_of,
    slide,
    window_of,
)
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class Conv(OnnxOp, ops="Conv ConvInteger QLinearConv"):
    """Convolutions of X (N, C, D…) with W (M, C / group, K…)."""

    group: int
    kernel_shape: tuple[int, ...] | None
    auto_pad: str

    @property
    def filters(self) -> int:
        """Position of W among the operands."""
        return 3 if self.schema.name == "QLinearConv" else 1

    def window(self) -> Window | None:
        """The window, when the rank is known."""
        x, w = shape_of(self.operands[0]), shape_of(self.operands[self.filters])
        if x is None:
            return None
        kernel = self.kernel_shape or (w[2:] if w is not None else (DYNAMIC,) * (len(x) - 2))
        return window_of(self, kernel, x[2:])

    def infer(self) -> Inferred:
        x, w = shape_of(self.operands[0]), shape_of(self.operands[self.filters])
        if x is None:
            return [None]
        if len(x) < 3:
            raise ValueError("expects X of rank 3 or more (N, C, D…)")
        window = self.window()
        if w is not None and window is not None:
            self._check(x, w, window)
        channels = DYNAMIC if w is None else w[0]
        return [(x[0], channels, *slide(window or Window(*5 * ((),)), x[2:], self.auto_pad))]

    def _check(self, x: Shape, w: Shape, window: Window) -> None:
        if len(w) != len(x):
            raise ValueError(f"expects W of rank {len(x)}, as X, but it has rank {len(w)}")
        if DYNAMIC not in (x[1], w[1]) and x[1] != w[1] * self.group:
            raise ValueError(
                f"Channel Axis for input tensor X must be equal to group times that of W: "
                f"{x[1]} is not {self.group} x {w[1]}"
            )
        if w[0] != DYNAMIC and w[0] % self.group:
            raise ValueError(f"has {w[0]} filters, which {self.group} groups cannot share")
        for given, stored in zip(window.kernel, w[2:], strict=True):
            if DYNAMIC not in (given, stored) and given != stored:
                raise ValueError(f"has kernel_shape {list(window.kernel)}, but W has {w[2:]}")
        bias = self.get("B")
        if isinstance(bias, Value):
            position = self.operands.index(bias)
            expect_rank(self, position, 1)
            expect_dim(self, position, 0, w[0])


class ConvTranspose(OnnxOp, ops="ConvTranspose"):
    """Transposed convolutions of X (N, C, D…) with W (C, M / group, K…)."""

    X: Value
    W: Value
    group: int
    kernel_shape: tuple[int, ...] | None
    auto_pad: str
    output_padding: tuple[int, ...] | None
    output_shape: tuple[int, ...] | None

    def window(self) -> Window | None:
        """The window with its padding; padding may be negative, and DYNAMIC when unknown."""
        x, w = shape_of(self.X), shape_of(self.W)
        if x is None or w is None:
            return None
        spatial = x[2:]
        window = window_of(self, self.kernel_shape or w[2:], spatial)
        extra = self.output_padding or (0,) * len(spatial)
        same = self.auto_pad in ("SAME_UPPER", "SAME_LOWER")
        if self.output_shape is None and not same:
            return window
        begins, ends = [], []
        for i, size in enumerate(spatial):
            if size == DYNAMIC or window.extents[i] == DYNAMIC:
                begins.append(DYNAMIC)
                ends.append(DYNAMIC)
                continue
            stride = window.strides[i]
            wanted = self.output_shape[-len(spatial) :][i] if self.output_shape else size * stride
            total = stride * (size - 1) + extra[i] + window.extents[i] - wanted
            small, large = total // 2, total - total // 2
            upper = self.auto_pad == "SAME_UPPER"
            begins.append(small if upper else large)
            ends.append(large if upper else small)
        return window._replace(begins=tuple(begins), ends=tuple(ends))

    def infer(self) -> Inferred:
        x, w = shape_of(self.X), shape_of(self.W)
        window = self.window()
        if x is None or w is None or window is None:
            return [None]
        if len(x) != len(w) or len(x) < 3:
            raise ValueError(f"expects X and W of one rank from 3 on, got {len(x)} and {len(w)}")
        channels = w[1] if w[1] == DYNAMIC else w[1] * self.group
        if self.output_shape is not None:
            return [(x[0], channels, *self.output_shape[-len(x) + 2 :])]
        extra = self.output_padding or (0,) * len(x[2:])
        spatial = []
        for i, size in enumerate(x[2:]):
            if self.auto_pad in ("SAME_UPPER", "SAME_LOWER"):
                spatial.append(size if size == DYNAMIC else size * window.strides[i])
            elif DYNAMIC in (size, window.extents[i]):
                spatial.append(DYNAMIC)
            else:
                full = window.strides[i] * (size - 1) + extra[i] + window.extents[i]
                spatial.append(full - window.begins[i] - window.ends[i])
        return [(x[0], channels, *spatial)]


class DeformConv(OnnxOp, ops="DeformConv"):
    """Convolution whose taps are moved by offsets."""

    X: Value
    W: Value
    kernel_shape: tuple[int, ...] | None

    def infer(self) -> Inferred:
        x, w = shape_of(self.X), shape_of(self.W)
        if x is None or w is None:
            return [None]
        window = window_of(self, self.kernel_shape or w[2:], x[2:])
        return [(x[0], w[0], *slide(window, x[2:], "NOTSET"))]


class CausalConv(OnnxOp, ops="CausalConvWithState"):
    """Depthwise convolution over time, with the last inputs as state."""

    input: Value
    weight: Value

    def infer(self) -> Inferred:
        shape, weight = shape_of(self.input), shape_of(self.weight)
        if shape is None or weight is None:
            return [shape, None]
        kept = DYNAMIC if weight[-1] == DYNAMIC else weight[-1] - 1
        return [shape, (*shape[:2], kept)]


class Col2Im(OnnxOp, ops="Col2Im"):
    """Sums blocks back into an image."""

    input: Value
    image_shape: Value
    block_shape: Value

    def infer(self) -> Inferred:
        shape, image = shape_of(self.input), known_ints(self.image_shape)
        block = known_ints(self.block_shape)
        if shape is None or image is None:
            return [None]
        area = DYNAMIC if block is None else product(block)
        channels = DYNAMIC if DYNAMIC in (shape[1], area) else shape[1] // area
        return [(shape[0], channels, *image)]


class Im2Col(OnnxOp, ops="Im2Col"):
    """The windows of a convolution as columns: (N, C * kernel, positions)."""

    X: Value
    kernel_shape: tuple[int, ...]
    auto_pad: str

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        if x is None:
            return [None]
        window = window_of(self, self.kernel_shape, x[2:])
        positions = product(slide(window, x[2:], self.auto_pad))
        depth = product((x[1], *self.kernel_shape))
        return [(x[0], depth, positions)]
