"""Behaviour of layers: convolutions, pools, normalisations, resampling, attention."""

from typing import Any

from mlirlite.dialects.onnx.constants import array_of, known_ints
from mlirlite.dialects.onnx.math import SameShape
from mlirlite.dialects.onnx.op import Inferred, Mismatch, OnnxOp, Shape
from mlirlite.dialects.onnx.shapes import (
    Window,
    axes_in,
    axis_in,
    broadcast,
    expect_dim,
    expect_rank,
    product,
    refine_dim,
    shape_of,
    slide,
    window_of,
)
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


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


class Pool(OnnxOp, ops="AveragePool LpPool MaxPool MaxPoolSingleOut"):
    """Pools over windows of the spatial dimensions."""

    X: Value
    kernel_shape: tuple[int, ...]
    auto_pad: str

    def window(self) -> Window | None:
        """The window, when the rank is known. With ceil_mode the last one may reach further."""
        x = shape_of(self.X)
        return None if x is None else window_of(self, self.kernel_shape, x[2:])

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


class GlobalPool(OnnxOp, ops="GlobalAveragePool GlobalLpPool GlobalMaxPool"):
    """Pools over all spatial dimensions, which stay as 1."""

    X: Value

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        if x is not None and len(x) < 3:
            raise ValueError("expects X of rank 3 or more (N, C, D…)")
        return [None if x is None else (*x[:2], *(1,) * (len(x) - 2))]


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


class RoiPool(OnnxOp, ops="MaxRoiPool RoiAlign"):
    """Pools of regions of interest to one size."""

    X: Value
    rois: Value

    def infer(self) -> Inferred:
        x, rois = shape_of(self.X), shape_of(self.rois)
        size = self.get("pooled_shape") or (self.get("output_height"), self.get("output_width"))
        count = DYNAMIC if rois is None else rois[0]
        channels = DYNAMIC if x is None else x[1]
        return [(count, channels, *size)]


class BatchNormalization(OnnxOp, ops="BatchNormalization BatchNormalizationInferenceMode"):
    """Normalisation by statistics of each channel (dimension 1)."""

    def infer(self) -> Inferred:
        x = shape_of(self.operands[0])
        channels = DYNAMIC if x is None or len(x) < 2 else x[1]
        shapes: list[Any] = [x]
        for index in range(1, len(self.operands)):
            shape = shape_of(self.operands[index])
            if shape is not None and len(shape) == 1:
                expect_dim(self, index, 0, channels)
        for index in range(1, len(self.schema.outputs)):
            source = self.operands[3 if index % 2 else 4]
            shapes.append(shape_of(source))
        return shapes


class ChannelNormalization(
    SameShape,
    ops="InstanceNormalization GroupNormalization LRN MeanVarianceNormalization",
):
    """Normalisations that keep the shape."""

    def check(self) -> Diagnostic | None:
        groups = self.get("num_groups")
        shape = shape_of(self.operands[0])
        if groups is not None and shape is not None and shape[1] != DYNAMIC and shape[1] % groups:
            return self.error(f"has {shape[1]} channels, which {groups} groups cannot share")
        return None


class LayerNormalization(OnnxOp, ops="LayerNormalization RMSNormalization RMSLayerNormalization"):
    """Normalisation over the dimensions from an axis to the last."""

    axis: int

    def infer(self) -> Inferred:
        x, scale = shape_of(self.operands[0]), shape_of(self.operands[1])
        outputs = len(self.schema.outputs)
        if x is None:
            return [None] * outputs
        axis = axis_in(self.axis, len(x))
        if scale is not None and broadcast(x, scale) is not None and len(scale) > len(x):
            raise ValueError("expects a scale of no higher rank than X")
        statistics = (*x[:axis], *(1,) * (len(x) - axis))
        return [x, *[statistics] * (outputs - 1)]


class Dropout(OnnxOp, ops="Dropout"):
    """The identity in inference; the mask says which elements stay."""

    def infer(self) -> Inferred:
        shape = shape_of(self.operands[0])
        return [shape, shape]


class DepthToSpace(OnnxOp, ops="DepthToSpace"):
    """Moves channels into blocks of the plane."""

    input: Value
    blocksize: int

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if shape is None:
            return [None]
        expect_rank(self, 0, 4)
        block = self.blocksize
        if block < 1:
            raise ValueError("Blocksize should be strictly positive")
        n, c, h, w = shape
        if c != DYNAMIC and c % (block * block):
            raise ValueError(
                "The input tensor depth must be divisible by the (blocksize * blocksize)"
            )
        return [
            (
                n,
                c if c == DYNAMIC else c // (block * block),
                h if h == DYNAMIC else h * block,
                w if w == DYNAMIC else w * block,
            )
        ]


class SpaceToDepth(OnnxOp, ops="SpaceToDepth"):
    """Moves blocks of the plane into channels."""

    input: Value
    blocksize: int

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if shape is None:
            return [None]
        expect_rank(self, 0, 4)
        block = self.blocksize
        if block < 1:
            raise ValueError("Blocksize should be strictly positive")
        n, c, h, w = shape
        for size, what in ((h, "height"), (w, "width")):
            if size != DYNAMIC and size % block:
                raise ValueError(f"The input tensor {what} must be divisible by the block size")
        return [
            (
                n,
                c if c == DYNAMIC else c * block * block,
                h if h == DYNAMIC else h // block,
                w if w == DYNAMIC else w // block,
            )
        ]


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
                raise ValueError(f"has {len(wanted)} sizes for {len(axes)} axes")
            policy = self.get("keep_aspect_ratio_policy", "stretch")
            for axis, size in zip(axes, wanted, strict=True):
                result[axis] = size
            if policy != "stretch":
                self._keep_aspect(shape, axes, wanted, policy, result)
            return [tuple(result)]
        if scales is None:
            return [unknown]
        if len(scales) != len(axes):
            raise ValueError(f"has {len(scales)} scales for {len(axes)} axes")
        for axis, scale in zip(axes, scales, strict=True):
            if scale <= 0:
                raise ValueError(f"has scale {scale}, expected one above 0")
            result[axis] = DYNAMIC if shape[axis] == DYNAMIC else int(shape[axis] * scale)
        return [tuple(result)]

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
        if DYNAMIC not in (x[0], grid[0]) and x[0] != grid[0]:
            raise ValueError("Input and grid must have the same batch value.")
        if grid[-1] not in (len(x) - 2, DYNAMIC):
            raise ValueError(
                f"Grid last dim must have been '{len(x) - 2}' instead of '{grid[-1]}'."
            )
        return [(refine_dim(x[0], grid[0]), x[1], *grid[1:-1])]

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
            return [None if rank == DYNAMIC else (*(DYNAMIC,) * (rank - 1), rank - 2)]
        return [(size[0], *size[2:], len(size) - 2)]


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


class Attention(OnnxOp, ops="Attention"):
    """Scaled dot-product attention on 3-D (batch, sequence, hidden) or 4-D tensors."""

    Q: Value
    K: Value
    V: Value
    past_key: Value | None
    past_value: Value | None
    q_num_heads: int | None
    kv_num_heads: int | None

    def infer(self) -> Inferred:
        q, k, v = (self._heads(x, n) for x, n in self._operands())
        if q is None or k is None or v is None:
            return [shape_of(self.Q) if shape_of(self.V) == shape_of(self.Q) else None, *[None] * 3]
        past = shape_of(self.past_key)
        total = k[2]
        if self.past_key is not None:
            total = DYNAMIC if past is None or DYNAMIC in (past[2], k[2]) else past[2] + k[2]
        y: Shape = (q[0], q[1], q[2], v[3])
        if len(shape_of(self.Q) or ()) == 3:
            y = (q[0], q[2], product((q[1], v[3])))
        return [y, (k[0], k[1], total, k[3]), (v[0], v[1], total, v[3]), (q[0], q[1], q[2], total)]

    def _operands(self) -> list[tuple[Value, int | None]]:
        return [
            (self.Q, self.q_num_heads),
            (self.K, self.kv_num_heads),
            (self.V, self.kv_num_heads),
        ]

    def _heads(self, value: Value, heads: int | None) -> Shape | None:
        shape = shape_of(value)
        if shape is None or len(shape) == 4:
            return shape
        if len(shape) != 3:
            raise ValueError(f"expects Q, K and V of rank 3 or 4, got rank {len(shape)}")
        if not heads:
            raise ValueError("needs q_num_heads and kv_num_heads when Q, K and V have rank 3")
        batch, length, hidden = shape
        if hidden != DYNAMIC and hidden % heads:
            raise ValueError(f"has a hidden size of {hidden}, which {heads} heads cannot share")
        return (batch, heads, length, hidden if hidden == DYNAMIC else hidden // heads)


class RotaryEmbedding(SameShape, ops="RotaryEmbedding"):
    """Rotates pairs of features by their position."""


class FlexAttention(OnnxOp, ops="FlexAttention"):
    """Attention with user-given functions of the scores."""

    Q: Value
    V: Value

    def infer(self) -> Inferred:
        q, v = shape_of(self.Q), shape_of(self.V)
        return [None if q is None or v is None else (*q[:-1], v[-1])]


class LinearAttention(OnnxOp, ops="LinearAttention"):
    """Attention with a recurrent state."""

    query: Value
    key: Value
    value: Value
    past_state: Value | None
    q_num_heads: int
    kv_num_heads: int

    def infer(self) -> Inferred:
        q, k, v = shape_of(self.query), shape_of(self.key), shape_of(self.value)
        if q is None or k is None or v is None:
            return [None, shape_of(self.past_state)]
        if len(q) != 3:
            raise Mismatch(f"operand 'query' has rank {len(q)}, rank should be 3")
        width = DYNAMIC if v[2] == DYNAMIC else v[2] // self.kv_num_heads
        keys = DYNAMIC if k[2] == DYNAMIC else k[2] // self.kv_num_heads
        hidden = DYNAMIC if width == DYNAMIC else width * self.q_num_heads
        return [(q[0], q[1], hidden), (q[0], self.kv_num_heads, keys, width)]
