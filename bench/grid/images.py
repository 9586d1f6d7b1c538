"""Recipes of convolutions, pools, resampling, detection and signals."""

from __future__ import annotations

from typing import Any

from grid.rows import Tensor, Variant, Variants, image, ints, number, recipe, v, w, x


def _conv(size: int) -> list[tuple[str, tuple[int, ...], tuple[int, ...], dict[str, Any]]]:
    """Name, shape of the data, shape of the weight, attributes."""
    n, _, h, _ = image(size).shape
    c, out = ((16, 16), (64, 64), (128, 128))[size]
    side = (32, 224, 224)[size]
    few = (8, 28, 28)[size]
    h = min(h, (14, 56, 28)[size])
    return [
        ("3x3", (n, c, h, h), (out, c, 3, 3), {"pads": [1] * 4}),
        ("1x1", (n, c, h, h), (out * 4, c, 1, 1), {}),
        ("1x1 stride 2", (n, c, h, h), (out, c, 1, 1), {"strides": [2, 2]}),
        ("3x3 stride 2", (n, c, h, h), (out, c, 3, 3), {"pads": [1] * 4, "strides": [2, 2]}),
        ("7x7 stem", (n, 3, side, side), (out, 3, 7, 7), {"pads": [3] * 4, "strides": [2, 2]}),
        ("5x5", (n, c, few, few), (out, c, 5, 5), {"pads": [2] * 4}),
        ("depthwise", (n, c, h, h), (c, 1, 3, 3), {"pads": [1] * 4, "group": c}),
        (
            "depthwise 2",
            (n, c, h, h),
            (c, 1, 3, 3),
            {"pads": [1] * 4, "group": c, "strides": [2, 2]},
        ),
        ("groups", (n, c, h, h), (out, c // 4, 3, 3), {"pads": [1] * 4, "group": 4}),
        ("dilated", (n, c, few, few), (out, c, 3, 3), {"pads": [2] * 4, "dilations": [2, 2]}),
        ("many channels", (n, c * 8, 7, 7), (out * 8, c * 8, 3, 3), {"pads": [1] * 4}),
        ("odd channels", (n, 17, few, few), (33, 17, 3, 3), {"pads": [1] * 4}),
        ("rank 3", (n, c, few * few), (out, c, 3), {"pads": [1, 1]}),
        ("rank 5", (1, c // 4, 8, few // 2, few // 2), (out, c // 4, 3, 3, 3), {"pads": [1] * 6}),
    ]


@recipe("Conv")
def conv(size: int) -> Variants:
    for name, data, weight, extra in _conv(size):
        yield Variant(name, [x(*data), w(*weight), w(weight[0])], extra)
    for name, data, weight, extra in _conv(size)[:2]:
        yield Variant(f"{name}, variable", [x(*data), v(*weight), v(weight[0])], extra)


@recipe("ConvInteger", vary="T1")
def conv_integer(size: int) -> Variants:
    for name, data, weight, extra in _conv(size)[:12]:
        zero = number(3), Tensor((), 0, "i8", True)
        yield Variant(name, [x(*data), w(*weight, type="i8"), *zero], extra)


@recipe("QLinearConv", vary="T1")
def qlinear_conv(size: int) -> Variants:
    scale, out = number(0.02, "f32"), number(0.5, "f32")
    for name, data, weight, extra in _conv(size)[:12]:
        signed = [w(*weight, type="i8"), scale, Tensor((), 0, "i8", True)]
        yield Variant(name, [x(*data), scale, number(3), *signed, out, number(3)], extra)


@recipe("ConvTranspose")
def conv_transpose(size: int) -> Variants:
    c, h = (16, 64, 128)[size], (8, 28, 28)[size]
    n = (1, 1, 8)[size]
    for name, kernel, extra in (
        ("2x2 stride 2", (c, c // 2, 2, 2), {"strides": [2, 2]}),
        ("4x4 stride 2", (c, c // 2, 4, 4), {"strides": [2, 2], "pads": [1] * 4}),
        ("3x3", (c, c, 3, 3), {"pads": [1] * 4}),
        ("depthwise", (c, 1, 4, 4), {"strides": [2, 2], "pads": [1] * 4, "group": c}),
    ):
        yield Variant(name, [x(n, c, h, h), w(*kernel)], extra)
    yield Variant("rank 3", [x(n, c, h * h), w(c, c // 2, 8)], {"strides": [4], "pads": [2, 2]})


@recipe("DeformConv")
def deform_conv(size: int) -> Variants:
    c, h = (8, 32, 64)[size], (8, 28, 56)[size]
    data = [x(1, c, h, h), w(c, c, 3, 3), x(1, 18, h, h, values="small")]
    yield Variant("3x3", data, {"pads": [1] * 4})


@recipe("MaxPool", "AveragePool", "LpPool")
def pool(size: int, op: str) -> Variants:
    side = (14, 112, 112)[size]
    data = x((1, 1, 8)[size], 64, side, side)
    half = {"strides": [2, 2]}
    yield Variant("3x3 stride 2", [data], {"kernel_shape": [3, 3], "pads": [1] * 4, **half})
    yield Variant("2x2 stride 2", [data], {"kernel_shape": [2, 2], **half})
    yield Variant("3x3", [data], {"kernel_shape": [3, 3], "pads": [1] * 4})
    yield Variant("5x5", [image(size)], {"kernel_shape": [5, 5], "pads": [2] * 4})
    yield Variant("ceil", [data], {"kernel_shape": [3, 3], "ceil_mode": 1, **half})
    yield Variant("rank 3", [x(1, 64, side * side)], {"kernel_shape": [4], "strides": [4]})
    small = side // 4
    cube = {"kernel_shape": [2, 2, 2], "strides": [2, 2, 2]}
    yield Variant("rank 5", [x(1, 64, 4, small, small)], cube)
    if op == "MaxPool":
        yield Variant("indices", [data], {"kernel_shape": [2, 2], **half}, 2)
        dilated = {"kernel_shape": [3, 3], "dilations": [2, 2]}
        yield Variant("dilated", [data], dilated)
    if op == "AveragePool":
        counted = {"kernel_shape": [3, 3], "pads": [1] * 4, "count_include_pad": 1}
        yield Variant("count pads", [data], counted)


@recipe("MaxUnpool")
def unpool(size: int) -> Variants:
    side = (7, 28, 56)[size]
    index = x(1, 64, side, side, values="unpooled", type="i64")
    half = {"kernel_shape": [2, 2], "strides": [2, 2]}
    yield Variant("2x2", [x(1, 64, side, side), index], half)


@recipe("Resize")
def resize(size: int) -> Variants:
    n, side = (1, 1, 4)[size], (8, 28, 56)[size]
    data, twice = x(n, 64, side, side), Tensor((4,), [1, 1, 2, 2], "f32", True, fixed=True)
    half = Tensor((4,), [1, 1, 0.5, 0.5], "f32", True, fixed=True)
    asymmetric = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    yield Variant("linear", [data, None, twice], {"mode": "linear"})
    yield Variant("nearest", [data, None, twice], {"mode": "nearest", **asymmetric})
    corners = {"coordinate_transformation_mode": "align_corners"}
    yield Variant("corners", [data, None, twice], {"mode": "linear", **corners})
    yield Variant("half", [data, None, half], {"mode": "linear"})
    yield Variant("antialias", [data, None, half], {"mode": "linear", "antialias": 1})
    yield Variant("cubic", [data, None, twice], {"mode": "cubic"})
    sizes = ints(n, 64, side + 5, side + 3, constant=False)
    yield Variant("variable sizes", [data, None, None, sizes], {"mode": "linear"})


@recipe("GridSample")
def grid_sample(size: int) -> Variants:
    side = (8, 56, 112)[size]
    data, grid = x(1, 32, side, side), x(1, side, side, 2, values="grid", type="f32")
    for mode in ("linear", "nearest", "cubic"):
        for padding in ("zeros", "border") if mode == "linear" else ("zeros",):
            extra = {"mode": mode, "padding_mode": padding}
            yield Variant(f"{mode} {padding}", [data, grid], extra)


@recipe("AffineGrid")
def affine_grid(size: int) -> Variants:
    side = (8, 56, 224)[size]
    yield Variant("plane", [x(1, 2, 3), ints(1, 3, side, side)])


@recipe("RoiAlign", "MaxRoiPool")
def regions(size: int, op: str) -> Variants:
    count, side = (4, 100, 500)[size], (14, 56, 100)[size]
    boxes = v(count, 4, values="boxes")
    if op == "MaxRoiPool":
        rois = v(count, 5, values="numbered boxes")
        yield Variant("7x7", [x(1, 64, side, side), rois], {"pooled_shape": [7, 7]})
        return
    batches = v(count, values=("index", 1), type="i64")
    seven = {"output_height": 7, "output_width": 7, "sampling_ratio": 2}
    for mode in ("avg", "max"):
        yield Variant(mode, [x(1, 64, side, side), boxes, batches], {**seven, "mode": mode})


@recipe("NonMaxSuppression")
def nms(size: int) -> Variants:
    count, classes = ((50, 1), (1000, 4), (4000, 20))[size]
    boxes = x(1, count, 4, values="boxes")
    limits = [ints(100), Tensor((1,), [0.5], "f32", True), Tensor((1,), [0.3], "f32", True)]
    yield Variant("classes", [boxes, x(1, classes, count, values="unit"), *limits])


@recipe("DFT")
def dft(size: int) -> Variants:
    for length in ((16, 30), (512, 400), (4096, 1000))[size]:
        last = number(1, "i64")
        yield Variant(f"real {length}", [x(8, length, 1), None, last], {"onesided": 1})
        yield Variant(f"complex {length}", [x(8, length, 2), None, last])
        yield Variant(f"inverse {length}", [x(8, length, 2), None, last], {"inverse": 1})


@recipe("STFT")
def stft(size: int) -> Variants:
    samples, frame = ((256, 32), (16_000, 400), (160_000, 512))[size]
    sides = [number(frame // 4, "i64"), w(frame), number(frame, "i64")]
    yield Variant("window", [x(1, samples, 1), *sides])


@recipe("HannWindow", "HammingWindow", "BlackmanWindow", vary="T2")
def window(size: int, op: str) -> Variants:
    from grid.rows import onnx_type

    if size:
        n = (0, 400, 100_000)[size]
        yield Variant(
            "variable", [number(n, "i64", constant=False)], {"output_datatype": onnx_type}
        )


@recipe("MelWeightMatrix", vary="T3")
def mel(size: int) -> Variants:
    from grid.rows import onnx_type

    if size == 1:
        sides = [number(n, "i64", constant=False) for n in (80, 400, 16_000)]
        edges = [number(n, "f32", constant=False) for n in (0, 8000)]
        yield Variant("80", [*sides, *edges], {"output_datatype": onnx_type})


@recipe("QuantizeLinear", vary="T1")
def quantize(size: int) -> Variants:
    for to in ("u8", "i8", "u16", "i16"):
        yield Variant(f"{to}", [image(size), number(0.05), number(3, to)])
    yield Variant(
        "channels", [image(size), w(64, values="positive"), w(64, type="u8", values=[3] * 64)]
    )


@recipe("DequantizeLinear", vary="T1")
def dequantize(size: int) -> Variants:
    yield Variant("number", [image(size), number(0.05, "f32"), number(3)])
    yield Variant("to f16", [image(size), number(0.05, "f16"), number(3)])
    yield Variant("channels", [image(size), w(64, type="f32"), w(64, values=[3] * 64)])


@recipe("DynamicQuantizeLinear")
def dynamic_quantize(size: int) -> Variants:
    yield Variant("image", [image(size)], outputs=3)
    rows, columns = ((8, 64), (128, 768), (512, 4096))[size]
    yield Variant("rows", [x(rows, columns)], outputs=3)
