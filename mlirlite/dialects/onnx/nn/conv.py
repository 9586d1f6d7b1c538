"""Behavior of convolutions, and of images as columns."""

from collections.abc import Iterator, Sequence

from mlirlite.dialects.onnx.constants import known_ints
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Divides,
    Equal,
    Requirement,
    at_least,
    at_most,
    has_sizes,
    is_number,
    name_of,
    size_of,
)
from mlirlite.dialects.onnx.shapes import (
    Window,
    product,
    rank_of,
    shape_of,
    shape_of_rank,
    slide,
    window_of,
)
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Term, product_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


def windows_fit(
    spatial: Sequence[Term], kernel: Sequence[Term], window: Window, ceil: bool = False
) -> Iterator[Requirement]:
    """Each window lies inside the padded image; with `ceil`, less than a step beyond its end.
    Windows of SAME_UPPER and SAME_LOWER have sufficient padding."""
    for dim, (size, taps) in enumerate(zip(spatial, kernel, strict=True)):
        begin, end = window.begins[dim], window.ends[dim]
        if DYNAMIC not in (begin, end):
            extent = (taps - 1) * window.dilations[dim] + 1
            if ceil:
                extent = extent - (window.strides[dim] - 1)
            what = f"the padded size of spatial dimension {dim}, of which a window is a part,"
            yield at_least(size + (begin + end), extent, what)


def filters_fit(
    op: OnnxOp, x: int, w: int, group: int, kernel: Sequence[int] | None
) -> Iterator[Requirement]:
    """W is (M, channels of X / group, …) with at least one tap, of the declared size."""
    image, filters = size_of(op, x), size_of(op, w)
    if image is None or filters is None:
        return
    yield from has_sizes(op, w, [None, None, *(kernel or (None,) * (len(image) - 2))])
    if len(filters) != len(image):
        return
    what = "Channel Axis for input tensor X must be equal to group times that of W: they"
    yield Equal(image[1], filters[1] * group, what)
    yield Divides(Integer(group), filters[0], "the number of groups, which the filters have,")
    for dim, taps in enumerate(filters[2:]):
        yield at_least(taps, 1, f"the size of W in spatial dimension {dim}")


def positions(size: Term, taps: Term, window: Window, dim: int) -> Term:
    """How many positions a window has along a dimension; its padding is known."""
    room = size + (window.begins[dim] + window.ends[dim]) - (taps - 1) * window.dilations[dim] - 1
    return room // window.strides[dim] + 1


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
        channels = DYNAMIC if w is None else w[0]
        return [(x[0], channels, *slide(window or Window(*5 * ((),)), x[2:], self.auto_pad))]

    def requirements(self) -> Iterator[Requirement]:
        yield from filters_fit(self, 0, self.filters, self.group, self.kernel_shape)
        x, w, window = size_of(self, 0), size_of(self, self.filters), self.window()
        if x is None or w is None or len(x) != len(w) or window is None:
            return
        yield from windows_fit(x[2:], w[2:], window)
        if self.schema.name == "Conv":
            yield from has_sizes(self, 2, [w[0]])
            return
        quantized = self.schema.name == "QLinearConv"
        if quantized:
            yield from has_sizes(self, 8, [w[0]])
        yield from is_number(self, *((1, 2, 6, 7) if quantized else (2,)))
        for operand in (4, 5) if quantized else (3,):
            for mine in size_of(self, operand) or ():
                what = f"the filters and the entries of {name_of(self, operand)}"
                yield Broadcast(w[0], mine, what, one_way=True)

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """The batch is the images', the channels are the filters."""
        return {0: (self.operands[0], 0), 1: (self.operands[self.filters], 0)}.get(index)


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
        for more, *steps in zip(extra, window.strides, window.dilations, strict=False):
            if more and more >= max(steps):
                raise ValueError(
                    f"output_padding of {more} is not less than the stride or the dilation, "
                    f"{max(steps)}"
                )
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

    def requirements(self) -> Iterator[Requirement]:
        x, w, window = size_of(self, 0), size_of(self, 1), self.window()
        if x is None or w is None or window is None:
            return
        kernel = self.kernel_shape or (None,) * (len(x) - 2)
        yield from has_sizes(self, 1, [x[1], None, *kernel])
        yield Divides(Integer(self.group), x[1], "the number of groups, which the channels have,")
        yield from has_sizes(self, 2, [w[1] * self.group])
        extra = self.output_padding or (0,) * len(x[2:])
        for dim, (size, taps) in enumerate(zip(x[2:], w[2:], strict=False)):
            yield at_least(size, 1, f"the size of X in spatial dimension {dim}")
            yield at_least(taps, 1, f"the size of W in spatial dimension {dim}")
            pads, stride = (window.begins[dim], window.ends[dim]), window.strides[dim]
            extent = (taps - 1) * window.dilations[dim] + 1
            full = (size - 1) * stride + extent + extra[dim]
            if self.output_shape is not None:
                wanted = Integer(self.output_shape[dim + 2 - len(x)])
                what = f"output_shape in spatial dimension {dim}"
                yield at_most(wanted, full + (stride - 1 - extra[dim]), what)
            elif DYNAMIC not in pads:
                what = f"the result's size in spatial dimension {dim}"
                yield at_least(full - sum(pads), 0, what)


class DeformConv(OnnxOp, ops="DeformConv"):
    """Convolution whose taps are shifted by offsets."""

    X: Value
    W: Value
    kernel_shape: tuple[int, ...] | None

    def infer(self) -> Inferred:
        x, w = shape_of_rank(self.X, "X", 3), shape_of_rank(self.W, "W", 3)
        if x is None or w is None:
            return [None]
        window = window_of(self, self.kernel_shape or w[2:], x[2:])
        return [(x[0], w[0], *slide(window, x[2:], "NOTSET"))]

    def requirements(self) -> Iterator[Requirement]:
        group, parts = self.get("group", 1), self.get("offset_group", 1)
        yield from filters_fit(self, 0, 1, group, self.kernel_shape)
        x, w = size_of(self, 0), size_of(self, 1)
        shapes = shape_of(self.X), shape_of(self.W)
        if x is None or w is None or shapes[0] is None or shapes[1] is None or len(x) != len(w):
            return
        window = window_of(self, self.kernel_shape or shapes[1][2:], shapes[0][2:])
        yield Divides(Integer(parts), x[1], "the number of offset groups, which the channels have,")
        yield from windows_fit(x[2:], w[2:], window)
        places = [
            positions(s, t, window, d) for d, (s, t) in enumerate(zip(x[2:], w[2:], strict=True))
        ]
        taps = product_of(w[2:]) * parts
        yield from has_sizes(self, 2, [x[0], taps * len(places), *places])
        yield from has_sizes(self, 3, [w[0]])
        yield from has_sizes(self, 4, [x[0], taps, *places])


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

    def requirements(self) -> Iterator[Requirement]:
        x, weight = size_of(self, 0), size_of(self, 1)
        yield from has_sizes(self, 0, [None] * 3)
        if x is None or weight is None or len(x) != 3:
            return
        yield from has_sizes(self, 1, [x[1], 1, None])
        yield at_least(weight[-1], 1, "the number of taps")
        yield from has_sizes(self, 2, [x[1]])
        yield from has_sizes(self, 3, [x[0], x[1], weight[-1] - 1])


class Col2Im(OnnxOp, ops="Col2Im"):
    """Sums blocks back into an image."""

    input: Value
    image_shape: Value
    block_shape: Value

    def infer(self) -> Inferred:
        shape, image = shape_of_rank(self.input, "input", 3, 3), known_ints(self.image_shape)
        block = known_ints(self.block_shape)
        if shape is None or image is None:
            return [None]
        area = DYNAMIC if block is None else product(block) or 1  # 0 is refused below
        channels = DYNAMIC if DYNAMIC in (shape[1], area) else shape[1] // area
        return [(shape[0], channels, *image)]

    def requirements(self) -> Iterator[Requirement]:
        x, image = size_of(self, 0), shape_of(self.image_shape)
        result = rank_of(self.results[0]) if self.results else None
        rank = result - 2 if result is not None else image[0] if image else DYNAMIC
        if x is None or rank in (DYNAMIC, -1, -2):
            return
        yield Equal(Count(1), Integer(rank), "the lengths of image_shape and of the result's")
        yield Equal(Count(2), Integer(rank), "the lengths of block_shape and of image_shape")
        sizes, blocks = ([Element(o, i) for i in range(rank)] for o in (1, 2))
        for name, elements in (("image_shape", sizes), ("block_shape", blocks)):
            for element in elements:
                yield at_least(element, 1, f"All '{name}' values must be positive: one")
        window = window_of(self, (1,) * rank, (1,) * rank)
        yield from windows_fit(sizes, blocks, window)
        yield Divides(product_of(blocks), x[1], "the elements of a block, which the columns have,")
        places = [
            positions(s, t, window, d) for d, (s, t) in enumerate(zip(sizes, blocks, strict=True))
        ]
        yield from has_sizes(self, 0, [None, None, product_of(places)])


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
        count = product(slide(window, x[2:], self.auto_pad))
        depth = product((x[1], *self.kernel_shape))
        return [(x[0], depth, count)]
