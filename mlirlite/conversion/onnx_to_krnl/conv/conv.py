"""Convolutions: a row of the output at a time, so that the innermost loop has unit stride."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.any_size import AnySizeConv
from mlirlite.conversion.onnx_to_krnl.conv.any_size_winograd import AnySizeWinograd
from mlirlite.conversion.onnx_to_krnl.conv.block_rows import row_of
from mlirlite.conversion.onnx_to_krnl.conv.blocked import BlockedConv
from mlirlite.conversion.onnx_to_krnl.conv.blocked_dot import conv_of_dots
from mlirlite.conversion.onnx_to_krnl.conv.columns import conv_in_columns
from mlirlite.conversion.onnx_to_krnl.conv.depthwise import depthwise
from mlirlite.conversion.onnx_to_krnl.conv.filters import Filters
from mlirlite.conversion.onnx_to_krnl.conv.tiled import conv_in_tiles
from mlirlite.conversion.onnx_to_krnl.conv.winograd import Winograd
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.emit.window import Window, window_of
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import Epilogue
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array
from mlirlite.dialects.onnx import schedules
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.types import BF16, DYNAMIC, MemRefType


@kernel("Conv")
def conv(b: KrnlBuilder) -> Any:
    """Y[n, m] = B[m] + sum of X[n, c] * W[m, c] over channels of the group and kernel taps."""
    x, w, bias = b.inputs(3)
    type = b.result_type()
    if block_of(b.op.results[0]) is not None:
        window = window_of(b, x.shape[2:4], w.shape[2:], type.shape[2:4])
        if x.element is BF16:
            return conv_of_dots(b, x, w, window, bias)
        return _conv_in_blocks(b, x, w, bias, window)
    window = window_of(b, x.shape[2:], w.shape[2:], type.shape[2:])
    made = conv_in_tiles(b, x, w, bias, type, window)
    made = made or conv_in_columns(b, x, w, bias, type, window)
    if made is not None:
        return made
    out = b.alloc_type(type, [x.shape[0], w.shape[0], *window.output])
    if _is_pointwise(window):
        _convolve(b, _flat(b, x), _flat(b, w), bias, _flat(b, out), _pointwise(x, out))
    else:
        _convolve(b, x, w, bias, out, window)
    return out


def _conv_in_blocks(
    b: KrnlBuilder, x: Buffer, w: Buffer, bias: Buffer | None, window: Window
) -> Buffer:
    """The convolution and its epilogue, with a result in blocks of channels."""
    array, lanes = constant_array(w), block_of(b.op.results[0])
    if lanes is None or DYNAMIC in w.type.shape:
        raise b.error("in blocks of channels expects weights of known sizes")
    axes = row_of(window, 0), row_of(window, 1)
    groups = b.attr("group", 1)
    total = groups * -(-(w.type.shape[0] // groups) // lanes)
    filters = Filters(w, array, bias, groups)
    epilogue = Epilogue.claim(b)
    out = b.alloc_type(b.result_type(), [x.shape[0], total, *[r.output for r in axes], lanes])
    epilogue.require_fit(b, out)
    match b.schedule(schedules.Schedule):
        case schedules.Depthwise() as schedule:
            depthwise(b, x, w, bias, axes, out, epilogue, schedule)
        case schedules.AnySizeWinograd() as schedule:
            AnySizeWinograd(b, x, filters, axes, out, epilogue, schedule).emit()
        case schedules.Winograd() as schedule:
            Winograd(b, x, filters, axes, out, epilogue, schedule).emit()
        case schedules.AnySizeConv() as schedule:
            planes = block_of(b.op.operands[0]) is None
            AnySizeConv(b, x, filters, axes, schedule, planes).emit(out, epilogue)
        case schedule:
            direct = schedule if isinstance(schedule, schedules.BlockedConv) else None
            planes = block_of(b.op.operands[0]) is None
            made = BlockedConv(b, x, filters, axes, direct or schedules.BlockedConv(), planes)
            made.emit(out, epilogue)
    return out


def _is_pointwise(window: Window) -> bool:
    """A kernel of one tap that reads every element once: space is then a single dimension."""
    return (
        len(window.input) > 1
        and all(k == 1 for k in window.kernel)
        and all(s == 1 for s in window.strides)
        and all(p == 0 for p in (*window.begins, *window.ends))
    )


def _pointwise(x: Buffer, out: Buffer) -> Window:
    sizes = [product(x.shape[2:])]
    return Window(sizes, [1], [1], [1], [0], [0], [product(out.shape[2:])])


def _flat(b: KrnlBuilder, x: Buffer) -> Buffer:
    size = product(x.shape[2:])
    shape = (*x.type.shape[:2], size if isinstance(size, int) else DYNAMIC)
    return b.view(x, MemRefType(shape, x.element), [*x.shape[:2], size])


def _convolve(
    b: KrnlBuilder, x: Buffer, w: Buffer, bias: Buffer | None, out: Buffer, window: Window
) -> None:
    groups = b.attr("group", 1)
    channels = w.shape[1]
    per_group = w.shape[0] // groups
    *rows, columns = window.output
    last = len(rows)
    sum_in_place = compute_type(out.element) is out.element

    with b.loops(x.shape[0], *([groups] if groups != 1 else []), per_group) as (n, *g, m):
        group: Ix = g[0] if g else 0
        m = group * per_group + m
        start = bias[m] if bias else b.scalar(0, compute_type(out.element))
        with b.loops(*rows) as row:

            def element(c: Ix, taps: list[Ix], column: Ix) -> Scalar:
                place = [
                    window.position(d, i, t)
                    for d, (i, t) in enumerate(zip([*row, column], taps, strict=True))
                ]
                return x[[n, group * channels + c, *place]]

            if not sum_in_place:  # narrow floats lose the sum if it is stored at every step
                with b.loops(columns) as (column,):
                    ranges = [window.taps(d, i) for d, i in enumerate([*row, column])]
                    total = b.fold(
                        [channels, *ranges],
                        [start],
                        lambda i, v: [element(i[0], i[1:], column).multiply_add(w[[m, *i]], v[0])],
                    )
                    out[[n, m, *row, column]] = total[0]
                return
            with b.loops(columns) as (column,):
                out[[n, m, *row, column]] = start
            ranges = [window.taps(d, i) for d, i in enumerate(row)]
            with b.loops(channels, *ranges, window.kernel[last]) as (c, *taps):
                factor = w[[m, c, *taps]]
                lower, upper = window.outputs(last, taps[-1])
                with b.loop(lower, upper) as column:
                    at = [n, m, *row, column]
                    out[at] = element(c, taps, column).multiply_add(factor, out[at])
