"""Shapes of the results of tosa ops, as far as they follow from operands and properties."""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from mlirlite.dialects.tosa import (
    bits,
    casts,
    constants,
    control,
    elementwise,
    gather,
    layout,
    matmul,
    reductions,
    windows,
)
from mlirlite.dialects.tosa._verify import shape_of
from mlirlite.dialects.tosa.constants import sizes_of
from mlirlite.dialects.tosa.convolutions import (
    Conv2DOp,
    Conv3DOp,
    DepthwiseConv2DOp,
    TransposeConv2DOp,
)
from mlirlite.dialects.tosa.syntax import mlir_shape
from mlirlite.dialects.tosa.traits import ResultsBroadcastable
from mlirlite.ir.block import Region
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError, error

Shape = tuple[int, ...]
Shapes = Sequence[Shape | None] | None
"""One shape per result, None for an unknown rank; None instead of all if nothing follows from the
operands."""

infer: OpTable[Callable[[Any], Shapes]] = OpTable("tosa-shapes", "infer")


def _unknown(rank: int) -> Shape:
    return (DYNAMIC,) * rank


def _first_known(*sizes: int) -> int:
    return next((n for n in sizes if n != DYNAMIC), DYNAMIC)


def _sizes(value: Value, rank: int) -> Shape:
    """The sizes of a value; unknown ones when its rank is not known."""
    return shape_of(value) or _unknown(rank)


def _broadcast(values: Sequence[Value]) -> Shapes:
    """The shape of tensors that are broadcast. An unknown size is compatible only with itself and
    1."""
    shapes = [shape_of(v) for v in values]
    rank = max((len(s) for s in shapes if s is not None), default=0)
    found = [1] * rank
    for shape in shapes:
        if shape is None:
            return (None,)
        for i, size in enumerate(shape, rank - len(shape)):
            if found[i] == 1:
                found[i] = size
            elif size not in (1, found[i]):
                return (None,)
    return (tuple(found),)


_ELEMENTWISE = [
    cls
    for module in (bits, elementwise)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, Op) and cls.has_trait(ResultsBroadcastable)
]


@infer(*_ELEMENTWISE, casts.CastOp, constants.IdentityOp, layout.ReverseOp)
def of_elementwise(op: Operation) -> Shapes:
    """All operands, broadcast."""
    return _broadcast(op.operands)


@infer(elementwise.MulOp)
def of_mul(op: elementwise.MulOp) -> Shapes:
    """Both factors, broadcast."""
    return _broadcast(op.operands[:2])


@infer(elementwise.NegateOp, gather.TableOp, casts.RescaleOp, casts.CastFromBlockScaledOp)
def of_first(op: Operation) -> Shapes:
    """The shape of the first operand."""
    return (shape_of(op.operands[0]),)


@infer(casts.CastToBlockScaledOp)
def of_cast_to_block_scaled(op: casts.CastToBlockScaledOp) -> Shapes:
    """The shape of the input, and a scale for each block along the last dimension."""
    shape = shape_of(op.input_data)
    if shape is None:
        return (None,)
    last = shape[-1]
    return shape, (*shape[:-1], last if last == DYNAMIC else last // op.block_size.value.value)


@infer(
    reductions.ReduceAllOp,
    reductions.ReduceAnyOp,
    reductions.ReduceMaxOp,
    reductions.ReduceMinOp,
    reductions.ReduceProductOp,
    reductions.ReduceSumOp,
    layout.ConcatOp,
    layout.ReshapeOp,
)
def of_inferred(op: Op) -> Shapes:
    """The shape that the op's check also computes."""
    try:
        types = op.infer_types()
    except ValueError as e:
        raise DiagnosticError(error(str(e), op.where)) from None
    if types is None:
        return None
    return tuple(t.shape if isinstance(t, RankedTensorType) else None for t in types)


@infer(reductions.ArgMaxOp)
def of_argmax(op: reductions.ArgMaxOp) -> Shapes:
    """All dimensions except the one that is searched."""
    shape = shape_of(op.input)
    return (None if shape is None else shape[: op.axis] + shape[op.axis + 1 :],)


@infer(matmul.MatMulOp)
def of_matmul(op: matmul.MatMulOp) -> Shapes:
    """Batch and rows of the first factor, columns of the second one."""
    a, b = _sizes(op.a, 3), _sizes(op.b, 3)
    return ((_first_known(a[0], b[0]), a[1], b[2]),)


@infer(matmul.MatmulTBlockScaledOp)
def of_block_scaled(op: matmul.MatmulTBlockScaledOp) -> Shapes:
    """As `of_matmul`, with the second factor transposed, and broadcast when its batch is 1."""
    data, scale = _sizes(op.a_data, 3), _sizes(op.a_scale, 3)
    n, h, w = _first_known(data[0], scale[0]), _first_known(data[1], scale[1]), DYNAMIC
    for value in (op.b_data, op.b_scale):
        batch, rows, _ = _sizes(value, 3)
        if batch != 1:
            n = _first_known(n, batch)
        w = _first_known(w, rows)
    return ((n, h, w),)


@infer(matmul.FFT2dOp)
def of_fft2d(op: matmul.FFT2dOp) -> Shapes:
    """The shapes of both parts."""
    return shape_of(op.input_real), shape_of(op.input_imag)


@infer(matmul.RFFT2dOp)
def of_rfft2d(op: matmul.RFFT2dOp) -> Shapes:
    """Half of the columns, and one."""
    shape = shape_of(op.input_real)
    if shape is None:
        return None
    found = (*shape[:2], DYNAMIC if shape[2] == DYNAMIC else shape[2] // 2 + 1)
    return found, found


@infer(layout.PadOp)
def of_pad(op: layout.PadOp) -> Shapes:
    """The sizes plus the padding before and after."""
    shape, widths = shape_of(op.input1), sizes_of(op.padding)
    if shape is None:
        return (_unknown(op.padding.type.rank // 2),)
    if widths is None:
        return (_unknown(len(shape)),)
    pairs = zip(shape, widths[::2], widths[1::2], strict=False)
    return (tuple(DYNAMIC if n == DYNAMIC or min(a, b) < 0 else n + a + b for n, a, b in pairs),)


@infer(layout.SliceOp)
def of_slice(op: layout.SliceOp) -> Shapes:
    """The requested sizes, limited to the tensor; -1 for the rest of it."""
    start, size, shape = sizes_of(op.start), sizes_of(op.size), shape_of(op.input1)
    if start is None or size is None:
        return (_unknown(op.size.type.rank),)
    if shape is None:
        return (mlir_shape(size),)
    found = []
    for n, first, count in zip(shape, start, size, strict=True):
        known = DYNAMIC
        if count != 0 and count >= -1 and first >= 0 and (n == DYNAMIC or first < n):
            if n == DYNAMIC:
                known = count if count > 0 else DYNAMIC
            elif count == -1:
                known = n - first
            elif first + count <= n:
                known = count
        found.append(known)
    return (tuple(found),)


@infer(layout.TileOp)
def of_tile(op: layout.TileOp) -> Shapes:
    """The sizes, multiplied."""
    counts, shape = sizes_of(op.multiples), shape_of(op.input1)
    if counts is None or shape is None:
        return (_unknown(op.multiples.type.rank),)
    if len(counts) != len(shape):
        return None
    pairs = zip(shape, counts, strict=True)
    return (tuple(DYNAMIC if n == DYNAMIC or c == -1 else n * c for n, c in pairs),)


@infer(layout.TransposeOp)
def of_transpose(op: layout.TransposeOp) -> Shapes:
    """The sizes, permuted."""
    shape = shape_of(op.input1)
    if shape is None:
        return (None,)
    if len(op.perms) != len(shape) or any(i >= len(shape) for i in op.perms):
        return None
    return (tuple(shape[i] for i in op.perms),)


@infer(gather.GatherOp)
def of_gather(op: gather.GatherOp) -> Shapes:
    """Batch and channels of the values, and the number of indices."""
    values, indices = _sizes(op.values, 3), _sizes(op.indices, 2)
    return ((_first_known(values[0], indices[0]), indices[1], values[2]),)


@infer(gather.ScatterOp)
def of_scatter(op: gather.ScatterOp) -> Shapes:
    """The shape of the tensor that is changed."""
    n, k, c = _sizes(op.values_in, 3)
    indices, source = _sizes(op.indices, 2), _sizes(op.input, 3)
    return ((_first_known(n, indices[0], source[0]), k, _first_known(c, source[2])),)


@infer(windows.ResizeOp)
def of_resize(op: windows.ResizeOp) -> Shapes:
    """The sizes by the fractions, with offset and border."""
    shape = shape_of(op.input)
    scale, offset, border = map(sizes_of, op.operands[1:])
    if scale is None or offset is None or border is None:
        return None
    if shape is None or DYNAMIC in shape[1:3]:
        return None
    height, width = (
        _quotient((shape[i + 1] - 1) * scale[2 * i] - offset[i] + border[i], scale[2 * i + 1]) + 1
        for i in range(2)
    )
    if height < 0 or width < 0:
        message = "calculated output height and width must be non-negative, got height = "
        raise DiagnosticError(error(f"{message}{height}, width = {width}", op.where))
    return ((shape[0], height, width, shape[3]),)


def _quotient(a: int, b: int) -> int:
    """Rounded toward zero."""
    return -(-a // b) if a < 0 else a // b


@infer(windows.AvgPool2dOp, windows.MaxPool2dOp)
def of_pooling(op: windows.AvgPool2dOp | windows.MaxPool2dOp) -> Shapes:
    """One pixel per window."""
    n, height, width, c = _sizes(op.input, 4)
    spatial = [
        DYNAMIC
        if size == DYNAMIC
        else _quotient(size + op.pad[2 * i] + op.pad[2 * i + 1] - op.kernel[i], op.stride[i]) + 1
        for i, size in enumerate((height, width))
    ]
    return ((n, *spatial, c),)


def _windows(
    op: Conv2DOp | Conv3DOp | DepthwiseConv2DOp, sizes: Shape, kernels: Shape
) -> list[int]:
    """How many positions a window has along each dimension."""
    found = []
    for i, (size, kernel) in enumerate(zip(sizes, kernels, strict=True)):
        if DYNAMIC in (size, kernel):
            found.append(DYNAMIC)
            continue
        left = size + op.pad[2 * i] + op.pad[2 * i + 1] - ((kernel - 1) * op.dilation[i] + 1)
        found.append(_quotient(left, op.stride[i]) + 1)
    return found


@infer(Conv2DOp, Conv3DOp)
def of_convolution(op: Conv2DOp | Conv3DOp) -> Shapes:
    """One pixel per window; channels of the weights or of the bias."""
    rank = len(op.pad) // 2 + 2
    image, weight, bias = _sizes(op.input, rank), _sizes(op.weight, rank), _sizes(op.bias, 1)
    channels = _first_known(weight[0], bias[0])
    return ((image[0], *_windows(op, image[1:-1], weight[1:-1]), channels),)


@infer(DepthwiseConv2DOp)
def of_depthwise(op: DepthwiseConv2DOp) -> Shapes:
    """One pixel per window; several channels for each one of the input."""
    image, weight, bias = _sizes(op.input, 4), _sizes(op.weight, 4), _sizes(op.bias, 1)
    inputs = _first_known(image[3], weight[2])
    channels = DYNAMIC if DYNAMIC in (inputs, weight[3]) else prod((inputs, weight[3]))
    return ((image[0], *_windows(op, image[1:3], weight[:2]), _first_known(channels, bias[0])),)


@infer(TransposeConv2DOp)
def of_transposed(op: TransposeConv2DOp) -> Shapes:
    """The pixels that all windows together cover."""
    image, weight = _sizes(op.input, 4), _sizes(op.weight, 4)
    pad, stride = op.out_pad, op.stride
    spatial = [
        DYNAMIC
        if DYNAMIC in (size, kernel)
        else (size - 1) * stride[i] + pad[2 * i] + pad[2 * i + 1] + kernel
        for i, (size, kernel) in enumerate(zip(image[1:3], weight[1:3], strict=True))
    ]
    # MLIR differs: if the weights are unknown, upstream uses a size of the input as the channels.
    return ((image[0], *spatial, _first_known(weight[0], _sizes(op.bias, 1)[0])),)


def meet(a: Shape | None, b: Shape | None) -> Shape | None:
    """The common shape of both."""
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else DYNAMIC for x, y in zip(a, b, strict=True))


def _yielded(regions: Sequence[Region]) -> Shapes:
    """The common shapes of the values that all regions yield."""
    found: list[Shape | None] | None = None
    for region in regions:
        last: Operation | None = region.entry.last
        if isinstance(last, control.YieldOp):
            shapes = [shape_of(v) for v in last.operands]
            if found is None:
                found = shapes
            elif len(found) != len(shapes):
                return None
            else:
                found = [meet(a, b) for a, b in zip(found, shapes, strict=True)]
    return found


@infer(control.IfOp)
def of_if(op: control.IfOp) -> Shapes:
    """The shapes that both branches yield."""
    return _yielded(op.regions)


@infer(control.WhileOp)
def of_while(op: control.WhileOp) -> Shapes:
    """The shapes that the body yields."""
    return _yielded((op.body_graph,))
