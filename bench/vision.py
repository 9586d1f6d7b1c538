#!/usr/bin/env python3
"""Recent vision models with random weights, in mlirlite, onnxruntime and OpenVINO: MobileNet-V2,
EfficientNet-B0, ConvNeXt-tiny, a detector like YOLOv8n, a U-Net.

    python bench/vision.py                      # all, a table on standard output
    python bench/vision.py --only efficientnet,yolo --threads 2
    python bench/vision.py --write              # and put it into bench/RESULTS.md

They have what is rare in the nine CNNs: depthwise convolutions of 3, 5 and 7, gates of whole
channels, x * sigmoid(x), LayerNormalization over channels, resized maps, convolutions that keep a
large image. Nothing is downloaded; bench/models.py says how engines are measured."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import models
from results import named, write_group

HEADING = "## Vision models"


def start(seed: int, side: int) -> tuple[Any, str]:
    """A graph and its input, an image."""
    g = models.graph(seed)
    return g, g.input("image", [1, 3, side, side])


def classified(g: Any, x: str, channels: int) -> Any:
    """The model, with a classifier of 1,000 classes at the end."""
    pooled = g.op("Flatten", g.op("GlobalAveragePool", x), axis=1)
    g.output(g.linear(pooled, channels, 1000), "classes", [1, 1000])
    return models.finish(g)


def swish(g: Any, x: str) -> str:
    """x * sigmoid(x), as exporters write it."""
    return g.op("Mul", x, g.op("Sigmoid", x))


def mobilenet_v2() -> Any:
    """MobileNet-V2 (1801.04381, table 2) at 224 x 224."""
    import numpy as np

    g, x = start(4, 224)

    def clipped(x: str) -> str:
        return g.op("Clip", x, np.float32(0), np.float32(6))

    x, channels = clipped(g.conv(x, 3, 32, 3, stride=2)), 32
    rows = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2))
    for wider, out, count, stride in (*rows, (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
        for n in range(count):
            before, inner = x, channels * wider
            if wider > 1:
                x = clipped(g.conv(x, channels, inner, 1))
            x = clipped(g.conv(x, inner, inner, 3, stride=1 if n else stride, group=inner))
            x = g.conv(x, inner, out, 1)
            x = g.op("Add", x, before) if n else x
            channels = out
    return classified(g, clipped(g.conv(x, channels, 1280, 1)), 1280)


def efficientnet() -> Any:
    """EfficientNet-B0 (1905.11946, table 1) at 224 x 224."""
    g, x = start(5, 224)
    x, channels = swish(g, g.conv(x, 3, 32, 3, stride=2)), 32
    rows = ((1, 3, 16, 1, 1), (6, 3, 24, 2, 2), (6, 5, 40, 2, 2), (6, 3, 80, 3, 2))
    for wider, size, out, count, stride in (
        *rows,
        (6, 5, 112, 3, 1),
        (6, 5, 192, 4, 2),
        (6, 3, 320, 1, 1),
    ):
        for n in range(count):
            before, inner = x, channels * wider
            if wider > 1:
                x = swish(g, g.conv(x, channels, inner, 1))
            x = swish(g, g.conv(x, inner, inner, size, stride=1 if n else stride, group=inner))
            gate = swish(g, g.conv(g.op("GlobalAveragePool", x), inner, channels // 4, 1))
            gate = g.op("Sigmoid", g.conv(gate, channels // 4, inner, 1))
            x = g.conv(g.op("Mul", x, gate), inner, out, 1)
            x = g.op("Add", x, before) if n else x
            channels = out
    return classified(g, swish(g, g.conv(x, channels, 1280, 1)), 1280)


def conv_next() -> Any:
    """ConvNeXt-tiny (2201.03545) at 224 x 224; channels last inside a block, as PyTorch exports
    it."""
    g, x = start(6, 224)

    def normalized(x: str, channels: int) -> str:
        x = g.op("Transpose", x, perm=[0, 2, 3, 1])
        return g.op("Transpose", g.layer_norm(x, channels), perm=[0, 3, 1, 2])

    channels = 0
    for n, (out, count) in enumerate(((96, 3), (192, 3), (384, 9), (768, 3))):
        size = 2 if n else 4
        if n:
            x = normalized(x, channels)
        x = g.conv(x, channels or 3, out, size, stride=size, pads=[0] * 4)
        x = x if n else normalized(x, out)
        for _ in range(count):
            inside = g.conv(x, out, out, 7, group=out)
            inside = g.layer_norm(g.op("Transpose", inside, perm=[0, 2, 3, 1]), out)
            inside = g.linear(g.gelu(g.linear(inside, out, 4 * out)), 4 * out, out)
            inside = g.op("Mul", inside, g.random(out, scale=0.1))
            x = g.op("Add", x, g.op("Transpose", inside, perm=[0, 3, 1, 2]))
        channels = out
    pooled = g.op("Flatten", g.op("GlobalAveragePool", x), axis=1)
    g.output(g.linear(g.layer_norm(pooled, 768), 768, 1000), "classes", [1, 1000])
    return models.finish(g)


def yolo() -> Any:
    """A detector with the layers of YOLOv8n at 320 x 320: backbone, the pyramid in both directions,
    heads at three scales."""
    import numpy as np

    g, x = start(7, 320)

    def conv(x: str, n: int, m: int, k: int = 3, stride: int = 1) -> str:
        return swish(g, g.conv(x, n, m, k, stride=stride))

    def split_block(x: str, n: int, m: int, count: int, *, add: bool) -> str:
        half = m // 2
        parts = list(g.op("Split", conv(x, n, m, 1), outputs=2, axis=1, num_outputs=2))
        for _ in range(count):
            inside = conv(conv(parts[-1], half, half), half, half)
            parts.append(g.op("Add", parts[-1], inside) if add else inside)
        return conv(g.op("Concat", *parts, axis=1), (2 + count) * half, m, 1)

    def doubled(x: str) -> str:
        scales = g.constant(np.array([1, 1, 2, 2], np.float32))
        options = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
        return g.op("Resize", x, None, scales, mode="nearest", **options)

    x = conv(x, 3, 16, stride=2)
    kept = []
    for n, m, count in ((16, 32, 1), (32, 64, 2), (64, 128, 2), (128, 256, 1)):
        x = split_block(conv(x, n, m, stride=2), m, m, count, add=True)
        kept.append(x)
    x = conv(x, 256, 128, 1)
    pools = [x]
    for _ in range(3):
        pools.append(g.op("MaxPool", pools[-1], kernel_shape=[5, 5], pads=[2] * 4, strides=[1, 1]))
    x9 = conv(g.op("Concat", *pools, axis=1), 512, 256, 1)
    x12 = split_block(g.op("Concat", doubled(x9), kept[2], axis=1), 384, 128, 1, add=False)
    x15 = split_block(g.op("Concat", doubled(x12), kept[1], axis=1), 192, 64, 1, add=False)
    down = g.op("Concat", conv(x15, 64, 64, stride=2), x12, axis=1)
    x18 = split_block(down, 192, 128, 1, add=False)
    down = g.op("Concat", conv(x18, 128, 128, stride=2), x9, axis=1)
    x21 = split_block(down, 384, 256, 1, add=False)
    found = []
    for x, n in ((x15, 64), (x18, 128), (x21, 256)):
        box = g.conv(conv(conv(x, n, 64), 64, 64), 64, 64, 1)
        kind = g.conv(conv(conv(x, n, 80), 80, 80), 80, 80, 1)
        found.append(g.reshape(g.op("Concat", box, kind, axis=1), 1, 144, -1))
    every = g.op("Concat", *found, axis=2)
    boxes, kinds = g.op("Split", every, g.ints(64, 80), outputs=2, axis=1)
    spread = g.op(
        "Softmax", g.op("Transpose", g.reshape(boxes, 1, 4, 16, 2100), perm=[0, 2, 1, 3]), axis=1
    )
    sides = g.conv(spread, 16, 1, 1, bias=False)
    out = g.op("Concat", g.reshape(sides, 1, 4, 2100), g.op("Sigmoid", kinds), axis=1)
    g.output(out, "boxes", [1, 84, 2100])
    return models.finish(g)


def u_net() -> Any:
    """A U-Net (1505.04597) with 32 to 512 channels at 256 x 256 and padded convolutions."""
    g, x = start(8, 256)

    def twice(x: str, n: int, m: int) -> str:
        return g.op("Relu", g.conv(g.op("Relu", g.conv(x, n, m, 3)), m, m, 3))

    kept, channels = [], 3
    for out in (32, 64, 128, 256):
        x = twice(x, channels, out)
        kept.append((x, out))
        x, channels = g.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2]), out
    x, channels = twice(x, channels, 512), 512
    for skipped, out in reversed(kept):
        weights, bias = g.random(channels, out, 2, 2), g.random(out, scale=0.1)
        x = g.op("ConvTranspose", x, weights, bias, kernel_shape=[2, 2], strides=[2, 2])
        x, channels = twice(g.op("Concat", skipped, x, axis=1), 2 * out, out), out
    g.output(g.conv(x, channels, 2, 1), "mask", [1, 2, 256, 256])
    return models.finish(g)


MODELS: dict[str, Callable[[], Any]] = {
    "mobilenet": mobilenet_v2,
    "efficientnet": efficientnet,
    "convnext": conv_next,
    "yolo": yolo,
    "unet": u_net,
}


def feeds_of(model: Any) -> dict[str, Any]:
    """A random image for a model."""
    import numpy as np

    shape = [d.dim_value for d in model.graph.input[0].type.tensor_type.shape.dim]
    return {"image": np.random.default_rng(0).standard_normal(shape, dtype=np.float32)}


def main() -> int:
    a = models.arguments(__doc__, MODELS).parse_args()
    import onnx

    os.environ.setdefault("OMP_NUM_THREADS", str(a.threads))

    def rows(folder: str) -> Iterator[tuple[str, float]]:
        for name in a.only.split(","):
            where = Path(a.build or folder, f"{name}.onnx")
            if not where.exists():
                where.parent.mkdir(parents=True, exist_ok=True)
                onnx.save(MODELS[name](), str(where))
            feeds = feeds_of(onnx.load(where, load_external_data=False))
            engines = a.engines.split(",")
            yield models.line(name, models.measure(str(where), feeds, a.threads, a.rounds, engines))

    with tempfile.TemporaryDirectory() as folder:
        text = models.finished(rows(folder), f"{a.threads} thread(s)")
    print(f"\n{text}")
    if a.write:
        write_group(named("vision", a.threads), HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
