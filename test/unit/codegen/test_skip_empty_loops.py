"""Arrays without elements that have one huge dimension: a run ends at once for all operators."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from onnx import ModelProto, ValueInfoProto, parser, shape_inference

import mlirlite

HUGE = 2**40
UNARY = (
    "Relu", "Sin", "Erf", "Identity", "Gelu", "Cast<to = 7>", "IsNaN", "Clip", "Transpose",
    "Trilu", "Dropout",
)  # fmt: skip
ALONG = ("Softmax", "LogSoftmax", "Hardmax", "LpNormalization")
BINARY = ("Add", "Sub", "Max", "Pow", "Less", "PRelu")
NODES = [
    *[f"{op}({value})" for op in UNARY for value in ("x", "low")],
    *[f"{op}<axis = {axis}>({v})" for op in ALONG for axis in (0, 1) for v in ("x", "low")],
    *[f"{op}(x, {other})" for op in BINARY for other in ("z", "row")],
    "Concat<axis = 1>(x, z)",
    "Where(no, x, z)",
    "Sum(x, z, row)",
    "CumSum(x, zero)",
    "CumSum(low, zero)",
    "Add(low, low)",
    "Concat<axis = 0>(low, low)",
    "ReduceSum(low, first)",
    "Tile(x, twos)",
    "Pad(x, pads)",
    "Expand(row, wide)",
    "Expand(x, wide)",
    "ConstantOfShape(wide)",
    "Reshape(x, wide)",
    "LayerNormalization(x, row)",
    "RMSNormalization(x, row)",
    "Slice(x, zeros, zeros)",
    "Gather(x, zeros)",
    "Gather<axis = 1>(x, none)",
    "GatherElements<axis = 1>(x, empty)",
    "ScatterElements<axis = 1>(x, empty, z)",
    "MatMul(x, square)",
    "Gemm(x, square)",
    "NonZero(x)",
    "ReduceSum<keepdims = 0>(x, zeros)",
    "ArgMax<axis = 0>(x)",
    "QuantizeLinear(x, one)",
    "Squeeze(tall, zeros)",
    "Unsqueeze(x, zeros)",
    "Softmax<axis = 2>(tall)",
    "Softmax<axis = 1>(tall)",
    "Add(tall, row)",
    "DepthToSpace<blocksize = 1>(image)",
    "Transpose<perm = [1, 3, 0, 2]>(image)",
    "BatchNormalization(image, row, row, row, row)",
    "InstanceNormalization(image, row, row)",
]
INPUTS = {
    "x": ("float[N, M]", np.zeros((HUGE, 0), np.float32)),
    "z": ("float[N, M]", np.zeros((HUGE, 0), np.float32)),
    "low": ("float[B, C]", np.zeros((0, HUGE), np.float32)),
    "first": ("int64[1]", np.ones(1, np.int64)),
    "row": ("float[M]", np.zeros(0, np.float32)),
    "no": ("bool[N, M]", np.zeros((HUGE, 0), bool)),
    "tall": ("float[A, N, M]", np.zeros((1, HUGE, 0), np.float32)),
    "image": ("float[N, M, H, W]", np.zeros((HUGE, 0, 3, 3), np.float32)),
    "square": ("float[M, K]", np.zeros((0, 0), np.float32)),
    "empty": ("int64[N, M]", np.zeros((HUGE, 0), np.int64)),
    "none": ("int64[Z]", np.zeros(0, np.int64)),
    "zero": ("int64", np.array(0)),
    "zeros": ("int64[1]", np.zeros(1, np.int64)),
    "twos": ("int64[L]", np.array([1, 2])),
    "pads": ("int64[P]", np.array([1, 0, 0, 0])),
    "wide": ("int64[2]", np.array([HUGE, 0])),
    "one": ("float", np.array(1, np.float32)),
}


def model() -> ModelProto:
    """All nodes in one graph: its loop nests are outlined, too."""
    inputs = ", ".join(f"{type} {name}" for name, (type, _) in INPUTS.items())
    nodes = [f"r{i} = {node}" for i, node in enumerate(NODES)]
    nodes.append("values, indices = TopK(x, zeros)")
    head = '<ir_version: 10, opset_import: ["" : 23]>'
    made = parser.parse_model(f"{head} g ({inputs}) => () {{ {' '.join(nodes)} }}")
    known = {v.name: v for v in shape_inference.infer_shapes(made).graph.value_info}
    for node in made.graph.node:
        made.graph.output.extend(known.get(n, ValueInfoProto(name=n)) for n in node.output)
    return made


def run(**options: Any) -> None:
    session = mlirlite.InferenceSession(model(), **options)
    feeds = {name: value for name, (_, value) in INPUTS.items()}
    assert all(result.size == 0 for result in session.run(None, feeds))


@pytest.mark.bulk
@pytest.mark.parametrize("options", ["threads=2", "machine=''"])
def test_a_huge_dimension_beside_one_of_zero_takes_no_time(options: str) -> None:
    """In a separate process, which can be killed: loops of 2^40 iterations take hours."""
    code = f"import {__name__.rpartition('.')[2]} as test; test.run({options})"
    place = os.path.dirname(__file__)
    subprocess.run([sys.executable, "-c", code], cwd=place, timeout=200, check=True)
