"""Transposed convolution, and unpooling: every input adds to a window of the output."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel


@kernel("ConvTranspose")
def conv_transpose(b: KrnlBuilder) -> Any:
    """out[i * stride + k * dilation - pad] += x[i] * w[k]; a row of the input at a time."""
    x, w, bias = b.inputs(3)
    rank = x.rank - 2
    strides = b.attr("strides") or [1] * rank
    dilations = b.attr("dilations") or [1] * rank
    groups = b.attr("group", 1)
    begins, sizes = _geometry(b, x.shape[2:], w.shape[2:], strides, dilations)
    per_group, channels = w.shape[1], w.shape[0] // groups
    out = b.output([x.shape[0], per_group * groups, *sizes])
    sizes = out.shape[2:]
    type = compute_type(out.element)
    with b.loops(x.shape[0], groups, per_group) as (n, g, k):
        m: Ix = g * per_group + k
        start = bias[m] if bias else b.scalar(0, type)
        with b.loops(*sizes) as place:
            # Which inputs reach this output through each tap; gathered, so that narrow floats keep
            # their sums and no output is written twice.
            def add(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
                c, taps = i[0], i[1:]
                at: list[Ix] = []
                inside: Scalar | None = None
                for d, (p, t) in enumerate(zip(place, taps, strict=True)):
                    source = p + begins[d] - t * dilations[d]
                    index = source // strides[d] if strides[d] != 1 else source
                    test = b.test("sge", source, 0) & b.test("slt", index, x.shape[2 + d])
                    if strides[d] != 1:
                        test = test & b.test("eq", source % strides[d], 0)
                    inside = test if inside is None else inside & test
                    at.append(b.index_max(0, b.index_min(index, x.shape[2 + d] - 1)))
                channel = g * channels + c
                value = x[[n, channel, *at]].multiply_add(w[[channel, k, *taps]], total[0])
                return [inside.select(value, total[0]) if inside is not None else value]

            out[[n, m, *place]] = b.fold([channels, *w.shape[2:]], [start], add)[0]
    return out


def _geometry(
    b: KrnlBuilder, input: list[Ix], kernel: list[Ix], strides: Any, dilations: Any
) -> tuple[list[Ix], list[Ix]]:
    """Pads at the beginnings, and sizes of the output."""
    rank = len(input)
    pads: Any = b.attr("pads") or [0] * (2 * rank)
    extra = b.attr("output_padding") or [0] * rank
    wanted = b.attr("output_shape")
    auto = b.attr("auto_pad", "NOTSET")
    begins: list[Ix] = []
    sizes: list[Ix] = []
    for d in range(rank):
        whole = (input[d] - 1) * strides[d] + extra[d] + (kernel[d] - 1) * dilations[d] + 1
        if wanted is None and not auto.startswith("SAME"):
            begin, end = (0, 0) if auto == "VALID" else (pads[d], pads[rank + d])
            begins.append(begin)
            sizes.append(whole - begin - end)
            continue
        size = input[d] * strides[d] if wanted is None else wanted[d - rank]
        total = b.index_max(0, whole - size)
        begins.append(total // 2 if auto == "SAME_UPPER" else total - total // 2)
        sizes.append(size)
    return begins, sizes


@kernel("MaxUnpool")
def max_unpool(b: KrnlBuilder) -> Any:
    """Elements stored at the flat indices that MaxPool gave; zeros elsewhere."""
    x, places, shape = b.inputs(3)
    rank = x.rank - 2
    taps = b.attr("kernel_shape")
    strides = b.attr("strides") or [1] * rank
    pads = b.attr("pads") or [0] * (2 * rank)
    inferred = [
        (s - 1) * strides[d] + taps[d] - pads[d] - pads[rank + d] for d, s in enumerate(x.shape[2:])
    ]
    sizes: list[Ix] = [*x.shape[:2], *inferred]
    type = b.result_type()
    if shape is not None and not type.has_static_shape:
        sizes = shape.ints(x.rank)
    out = b.alloc_type(type, sizes)
    # The indices are flat in the size that the attributes imply, whatever the result's size is.
    flat_sizes: list[Ix] = [*x.shape[:2], *inferred]
    with b.loops(*out.shape) as i:
        out[i] = 0
    if shape is None or list(out.shape) == flat_sizes:
        flat = [b.view(v, b.memref((v.size,), v.element), [v.size]) for v in (x, places, out)]
        with b.loops(x.size) as i:
            flat[2].store(flat[0].load(i), [flat[1][i].index()])
        return out
    with b.loops(*x.shape) as i:
        rest = places[i].index()
        at: list[Ix] = []
        for size in reversed(flat_sizes):
            at.insert(0, rest % size)
            rest = rest // size
        out.store(x.load(i), at)
    return out
