#!/usr/bin/env python3
"""Whole models all of whose sizes only the run tells, at several sizes each, in mlirlite,
onnxruntime and OpenVINO: images of any batch, height and width, sequences of any batch and length.

    python bench/dynamic.py                       # all, a table on standard output
    python bench/dynamic.py --only mobilenet,bert --rounds 4
    python bench/dynamic.py --write               # and put it into bench/RESULTS.md

The column "compile s" is that of a session of any sizes. Below the table are, for each model, the
processor seconds of compilation and the bytes of code with known sizes and with unknown ones.
Nothing is downloaded; bench/models.py says how engines are measured."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import models
import vision
from results import named, write_group

HEADING = "## Models of any size"
IMAGES = ((1, 224, 224), (1, 320, 192), (2, 224, 224), (1, 64, 96))
"""Batch, height and width; all are multiples of 32, as a U-Net's must be of 16."""
SEQUENCES = ((1, 16), (1, 128), (2, 61), (1, 384))
"""Batch and length."""


def resnet50() -> Any:
    """ResNet-50 (1512.03385, table 1) at 224 x 224."""
    g, x = vision.start(9, 224)
    x = g.op("Relu", g.conv(x, 3, 64, 7, stride=2))
    x, channels = g.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4), 64
    for inner, count in ((64, 3), (128, 4), (256, 6), (512, 3)):
        for n in range(count):
            stride, before = 1 if n or inner == 64 else 2, x
            if not n:
                before = g.conv(x, channels, 4 * inner, 1, stride=stride)
            x = g.op("Relu", g.conv(x, channels, inner, 1))
            x = g.op("Relu", g.conv(x, inner, inner, 3, stride=stride))
            x = g.op("Relu", g.op("Add", g.conv(x, inner, 4 * inner, 1), before))
            channels = 4 * inner
    return vision.classified(g, x, channels)


IMAGE_MODELS: dict[str, Callable[[], Any]] = {
    "resnet50": resnet50,
    "mobilenet": vision.mobilenet_v2,
    "unet": vision.u_net,
}
SEQUENCE_MODELS = {name: models.MODELS[name] for name in ("bert", "gpt2")}


def built(name: str, *, known: bool) -> Any:
    """The model; without known sizes, but for those of channels and features."""
    if name in SEQUENCE_MODELS:
        model = SEQUENCE_MODELS[name](128 if known else "n")
    else:
        model = IMAGE_MODELS[name]()
    if known:
        return model
    names = {0: "batch", 1: "length"} if name in SEQUENCE_MODELS else {0: "batch", 2: "h", 3: "w"}
    for value in [*model.graph.input, *model.graph.output]:
        sizes = value.type.tensor_type.shape.dim
        for axis, said in names.items():
            if axis < len(sizes):
                sizes[axis].dim_param = said
    return model


def feeds_of(name: str, size: tuple[int, ...]) -> dict[str, Any]:
    """Inputs of a size."""
    import numpy as np

    if name not in SEQUENCE_MODELS:
        shape = (size[0], 3, *size[1:])
        return {"image": np.random.default_rng(0).standard_normal(shape, dtype=np.float32)}
    return {k: np.repeat(v, size[0], 0) for k, v in models.feeds_of(name, size[1]).items()}


def cost(path: str, threads: int) -> tuple[float, int]:
    """The processor seconds of a compilation, and the bytes of its code."""
    from mlirlite.runtime.compiled import compile_model

    begin = time.process_time()
    made = compile_model(path, threads=threads)
    return time.process_time() - begin, len(made.engine.object_code)


def main() -> int:
    names = (*IMAGE_MODELS, *SEQUENCE_MODELS)
    a = models.arguments(__doc__, names).parse_args()
    import onnx

    os.environ.setdefault("OMP_NUM_THREADS", str(a.threads))
    costs = []

    def rows(folder: str) -> Iterator[tuple[str, float]]:
        for name in a.only.split(","):
            paths = []
            for known in (True, False):
                paths.append(os.path.join(a.build or folder, f"{name}-{known}.onnx"))
                os.makedirs(os.path.dirname(paths[-1]), exist_ok=True)
                if not os.path.exists(paths[-1]):
                    onnx.save(built(name, known=known), paths[-1])
            (s, least), (d, most) = (cost(path, a.threads) for path in paths)
            costs.append(
                f"{name} {s:.1f} / {d:.1f} s ({d / s:.1f}), "
                f"{least / 1e3:.0f} / {most / 1e3:.0f} kB ({most / least:.1f})"
            )
            print(costs[-1], flush=True)
            engines = models.started(paths[1], a.threads, a.engines.split(","))
            for size in SEQUENCES if name in SEQUENCE_MODELS else IMAGES:
                row = models.timed(engines, feeds_of(name, size), a.rounds)
                yield models.line(f"{name}, {'x'.join(map(str, size))}", row)

    with tempfile.TemporaryDirectory() as folder:
        text = models.finished(rows(folder), f"{a.threads} thread(s)")
    said, _, table = text.partition("\n\n")
    said += " Compiled with known / unknown sizes: " + "; ".join(costs) + "."
    print(f"\n{said}\n\n{table}")
    if a.write:
        write_group(named("dynamic", a.threads), HEADING, f"{said}\n\n{table}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
