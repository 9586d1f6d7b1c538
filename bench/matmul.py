#!/usr/bin/env python3
"""Matrix products in float32 on one core, in GFLOP/s and as a share of the measured peak, compared
with onnxruntime and numpy's OpenBLAS.

    python bench/matmul.py                        # squares of 64 to 2048, and shapes of models
    python bench/matmul.py --shapes 128x768x3072,1x768x768 --kinds constant,dynamic
    python bench/matmul.py --write                # and put it into bench/RESULTS.md

A shape is rows x depth x columns, with a fourth number in front for a batch. Kinds: `constant`
(the right side is a weight), `variable` (both sides are inputs), `transposed` (as variable, but the
right side is stored by columns), `dynamic` (a weight, and the number of rows is dynamic), `4-bits`
and `8-bits` (MatMulNBits in blocks of 32, at accuracy level 0), `4-bits-int8` and `8-bits-int8`
(the same at level 4, which allows 8 bits on the left side; numpy multiplies with f32). All take
turns, as does a loop of multiply-adds on registers, which is the peak; the best of --rounds counts.
Each engine returns a new array."""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from pathlib import Path
from typing import Any

from results import write_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
HEADING = "## Matrix products"
SQUARES = [f"{n}x{n}x{n}" for n in (64, 128, 256, 512, 768, 1024, 2048)]
MODELS = [
    "128x768x768",
    "128x768x3072",
    "128x3072x768",
    "197x384x1536",
    "197x1536x384",
    "1x768x768",
    "1x1024x256",
    "12x128x64x128",
    "12x128x128x64",
]
PACKED = ["1x2048x2048", "1x4096x4096", "1x4096x11008", "8x4096x4096", "128x4096x4096"]
PACKED_KINDS = ["4-bits", "4-bits-int8", "8-bits", "8-bits-int8"]


def model_of(shape: list[int], kind: str) -> tuple[bytes, dict[str, Any]]:
    """A model of one product, and its inputs."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    *heads, rows, depth, columns = shape
    rng = np.random.default_rng(0)
    x = rng.standard_normal((*heads, rows, depth), dtype=np.float32)
    y = rng.standard_normal((*heads, depth, columns), dtype=np.float32)
    declared: list[Any] = list(x.shape)
    if kind == "dynamic":
        declared[-2] = "n"
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, declared)]
    nodes, weights, feeds = [], [], {"x": x}
    right = "y"
    if kind in ("constant", "dynamic"):
        weights.append(numpy_helper.from_array(y, "y"))
    else:
        if kind == "transposed":
            y = np.ascontiguousarray(y.swapaxes(-1, -2))
            perm = [*range(len(heads)), len(heads) + 1, len(heads)]
            nodes.append(helper.make_node("Transpose", ["y"], ["t"], perm=perm))
            right = "t"
        inputs.append(helper.make_tensor_value_info("y", TensorProto.FLOAT, y.shape))
        feeds["y"] = y
    nodes.append(helper.make_node("MatMul", ["x", right], ["z"]))
    outputs = [helper.make_tensor_value_info("z", TensorProto.FLOAT, None)]
    graph = helper.make_graph(nodes, "g", inputs, outputs, weights)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    return made.SerializeToString(), feeds


def packed_model_of(shape: list[int], kind: str) -> tuple[bytes, dict[str, Any], Any]:
    """A model of one MatMulNBits, its input, and the weights in f32."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    from mlirlite.dialects.onnx.packed_weights import Blocks

    rows, depth, columns = shape
    bits, rng = int(kind[0]), np.random.default_rng(0)
    blocks = Blocks(columns, depth, bits, 32)
    x = rng.standard_normal((rows, depth), dtype=np.float32)
    packed = rng.integers(0, 256, (columns, blocks.count, 4 * bits), np.uint8)
    scales = rng.random((columns, blocks.count), np.float32) / 50
    node = helper.make_node(
        "MatMulNBits",
        ["x", "b", "s"],
        ["z"],
        domain="com.microsoft",
        K=depth,
        N=columns,
        bits=bits,
        block_size=blocks.size,
        accuracy_level=4 if kind.endswith("int8") else 0,
    )
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)]
    outputs = [helper.make_tensor_value_info("z", TensorProto.FLOAT, [rows, columns])]
    weights = [numpy_helper.from_array(packed, "b"), numpy_helper.from_array(scales, "s")]
    graph = helper.make_graph([node], "g", inputs, outputs, weights)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    made = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    weights_f32 = np.ascontiguousarray(blocks.weights(np, packed, scales))
    return made.SerializeToString(), {"x": x}, weights_f32


def measure(shape: list[int], kind: str, rounds: int) -> dict[str, float]:
    """GFLOP/s of each engine, and of multiply-adds on registers."""
    import numpy as np
    import onnx
    import onnxruntime
    import peak

    import mlirlite

    is_packed, y = "bits" in kind, None
    if is_packed:
        model, feeds, y = packed_model_of(shape, kind)
    else:
        model, feeds = model_of(shape, kind)
    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    peer = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    ours = mlirlite.InferenceSession(model)
    x = feeds["x"]
    if y is None:
        y = feeds.get("y")
    if y is None:
        y = onnx.numpy_helper.to_array(onnx.load_from_string(model).graph.initializer[0])
    elif kind == "transposed":
        y = y.swapaxes(-1, -2)
    want = peer.run(None, feeds)[0]
    got = ours.run(None, feeds)[0]
    error = 2e-2 if kind.endswith("int8") else 1e-4
    if not np.allclose(got, want, rtol=1e-3, atol=error * float(np.abs(want).max())):
        raise SystemExit(f"{shape} {kind}: the product is wrong")
    calls = {
        "mlirlite": lambda: ours.run(None, feeds),
        "onnxruntime": lambda: peer.run(None, feeds),
        "numpy": lambda: np.matmul(x, y),
    }
    operations = dict.fromkeys(calls, 2 * math.prod(shape))
    calls["peak"], operations["peak"] = peak.fma_loop()
    best = dict.fromkeys(calls, math.inf)
    for _ in range(rounds):
        for name, call in calls.items():
            repeats = max(1, min(2000, int(2e8 / operations[name])))
            started = time.perf_counter()
            for _ in range(repeats):
                call()
            best[name] = min(best[name], (time.perf_counter() - started) / repeats)
    return {name: operations[name] / seconds / 1e9 for name, seconds in best.items()}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shapes", default="")
    parser.add_argument("--kinds", default="")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    a = parser.parse_args()
    import nine_models

    lines = [
        "| rows x depth x columns | right side | mlirlite | onnxruntime | numpy | peak "
        "| share of peak |",
        "|---|---|---|---|---|---|---|",
    ]
    kinds = a.kinds.split(",") if a.kinds else ["constant", "variable"]
    names = a.shapes.split(",") if a.shapes else [*SQUARES, *MODELS]
    rows = [(name, kinds) for name in names]
    if not a.shapes and not a.kinds:
        rows += [(name, PACKED_KINDS) for name in PACKED]
    for name, kinds in rows:
        shape = [int(n) for n in name.split("x")]
        for kind in kinds:
            if len(shape) > 3 and kind in ("constant", "dynamic"):
                continue
            r = measure(shape, kind, a.rounds)
            cells = " | ".join(f"{r[n]:.0f}" for n in ("mlirlite", "onnxruntime", "numpy", "peak"))
            lines.append(f"| {name} | {kind} | {cells} | {r['mlirlite'] / r['peak']:.2f} |")
            print(lines[-1], flush=True)
    text = f"{nine_models.machine()}. One thread, GFLOP/s.\n\n"
    text += "\n".join(lines)
    if a.write:
        write_table("matmul", HEADING, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
