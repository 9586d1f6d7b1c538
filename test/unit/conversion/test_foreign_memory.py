"""Kernels touch no memory but their own, in the paths for large operands, too: on machines with
small caches, these paths are taken by operands of a few kilobytes. Sizes are at and around
multiples of the machine's tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, parser

import mlirlite
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.schedules.products import Product
from mlirlite.dialects.onnx.schedules.schedule import Schedule, default_schedule
from mlirlite.dialects.onnx.schedules.tiles import choose
from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import load_module, run_stages, stages_for
from mlirlite.runtime.host import host_machine
from mlirlite.support.machine import MACHINES, Machine

HOSTS = [n for n in dict.fromkeys(("haswell", host_machine())) if n]
CACHES = (8 << 10, 64 << 10)
"""Bytes of the L2 cache."""
TYPES = {
    "f32": (np.float32, TensorProto.FLOAT, 1e-5),
    "f64": (np.float64, TensorProto.DOUBLE, 1e-12),
    "f16": (np.float16, TensorProto.FLOAT16, 1e-2),
    "bf16": (ml_dtypes.bfloat16, TensorProto.BFLOAT16, 1e-1),
    "u8": (np.uint8, TensorProto.UINT8, 0.0),
}
"""Elements, and the tolerance of a result relative to its largest element."""
FORMS = {
    "matrices": ("mk", "kn"),
    "a stack by a matrix": ("2mk", "kn"),
    "stacks": ("2mk", "2kn"),
    "a matrix by a stack": ("mk", "3kn"),
    "broadcast stacks": ("21mk", "13kn"),
    "a row by a matrix": ("k", "kn"),
    "a matrix by a column": ("mk", "k"),
    "Gemm": ("mk", "kn"),
    "Gemm, transposed": ("km", "nk"),
}
"""The shapes of both sides."""
ROWS, DEPTHS, COLUMNS = (1, 2, 3, 4), (1, 2, 3), (1, 2, 3, 4, 5)
"""Which of some sizes (`sizes`)."""


@pytest.fixture(params=[(host, cache) for host in HOSTS for cache in CACHES], ids=str)
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a processor with small caches."""
    return small(*request.param, monkeypatch)


def small(host: str, cache: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a processor with this much L2 cache."""
    name = f"{host} with {cache} bytes"
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", "off")
    monkeypatch.setitem(MACHINES, name, replace(MACHINES[host], l1_bytes=2048, l2_bytes=cache))
    return name


def sizes(target: Machine, rows: int, depth: int, columns: int, bits: int) -> dict[str, int]:
    """Rows, depth and columns of a product, by which of them: at and around multiples of the tile
    and of the number of tiles that share the copy of a panel."""
    lanes = target.lanes(bits)
    tile = choose(target, None, None, lanes)
    wide, shares = tile.vectors * lanes, target.tuning.copied_tiles
    return {
        "m": (1, tile.rows, 3 * tile.rows + 1, (shares + 1) * tile.rows)[rows - 1],
        "k": (1, 3 * shares, 3 * shares + 1)[depth - 1],
        "n": (1, lanes - 1, wide, 3 * wide, 5 * wide + 1)[columns - 1],
    }


def product(
    form: str, kind: str, constant: str, known: bool, size: dict[str, int]
) -> tuple[Any, dict[str, Any], Any]:
    """The model of a product, what it is fed with, and its result."""
    rng = np.random.default_rng(0)
    dtype, element, _ = TYPES[kind]
    operator = "Gemm" if "Gemm" in form else "MatMul"
    attributes = {"transA": 1, "transB": 1} if "transposed" in form else {}
    if kind == "u8":
        operator, attributes = "MatMulInteger", {}
    sides: dict[str, Any] = {}
    for name, letters in zip("ab", FORMS[form], strict=True):
        shape = [size[c] if c in size else int(c) for c in letters]
        numbers = rng.integers(0, 256, shape) if kind == "u8" else rng.standard_normal(shape)
        sides[name] = numbers.astype(dtype)
    wanted = [x.astype(np.int64 if kind == "u8" else np.float64) for x in sides.values()]
    if attributes:
        wanted = [x.T for x in wanted]
    weights = [
        helper.make_tensor(n, element, x.shape, x.tobytes(), raw=True)
        for n, x in sides.items()
        if n == constant
    ]
    inputs = [
        helper.make_tensor_value_info(
            n, element, x.shape if known else [f"{n}{i}" for i in range(x.ndim)]
        )
        for n, x in sides.items()
        if n != constant
    ]
    node = helper.make_node(operator, ["a", "b"], ["y"], **attributes)
    graph = helper.make_graph([node], "g", inputs, [onnx.ValueInfoProto(name="y")], weights)
    opset = [helper.make_opsetid("", 21)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=10).SerializeToString()
    feeds = {n: x for n, x in sides.items() if n != constant}
    return model, feeds, wanted[0] @ wanted[1]


def close(found: Any, wanted: Any, tolerance: float) -> None:
    """The same but for an error relative to the largest element."""
    assert found.shape == wanted.shape
    room = tolerance * float(np.abs(wanted).max(initial=1))
    np.testing.assert_allclose(found.astype(np.float64), wanted, rtol=0, atol=room)


@pytest.mark.covering(2)
@pytest.mark.sampled(8)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("constant", ["", "a", "b"])
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("form", [f for f in FORMS if "Gemm" not in f])
def test_products(
    form: str,
    kind: str,
    rows: int,
    depth: int,
    columns: int,
    constant: str,
    known: bool,
    machine: str,
) -> None:
    bits = 32 if kind == "u8" else 8 * np.dtype(TYPES[kind][0]).itemsize
    size = sizes(MACHINES[machine], rows, depth, columns, bits)
    model, feeds, wanted = product(form, kind, constant, known, size)
    session = mlirlite.InferenceSession(model, machine=machine, sanitize="address")
    close(session.run(None, feeds)[0], wanted, TYPES[kind][2])


@pytest.mark.covering(2)
@pytest.mark.sampled(8)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("constant", ["", "a", "b"])
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("kind", [k for k in TYPES if k != "u8"])
@pytest.mark.parametrize("form", [f for f in FORMS if "Gemm" in f])
def test_gemm(
    form: str,
    kind: str,
    rows: int,
    depth: int,
    columns: int,
    constant: str,
    known: bool,
    machine: str,
) -> None:
    test_products(form, kind, rows, depth, columns, constant, known, machine)


@pytest.mark.parametrize("constant", ["", "b"])
def test_the_last_panel_is_not_followed_by_another(
    constant: str, machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = sizes(MACHINES[machine], rows=3, depth=3, columns=4, bits=32)
    model, feeds, wanted = product("stacks", "f32", constant, True, size)
    assert {s.right for s in taken(model, machine) if isinstance(s, Product)} == {"copied"}
    session = mlirlite.InferenceSession(model, machine=machine, sanitize="address")
    close(session.run(None, feeds)[0], wanted, 1e-5)


def taken(model: Any, machine: str) -> list[Schedule[Any]]:
    """The schedules of a model's operators."""
    context = Context()
    module, _ = load_module(model, context)
    run_stages(module, context, stages_for(machine)[:1])
    operators = [op for op in module.walk() if isinstance(op, OnnxOp)]
    found = [default_schedule(op, MACHINES[machine]) for op in operators]
    return [s for s in found if s is not None]


def test_sizes_take_each_path() -> None:
    for host in HOSTS:
        with pytest.MonkeyPatch.context() as patch:
            machine = small(host, CACHES[0], patch)
            found = set()
            for form in FORMS:
                for rows, columns, constant in ((1, 5, ""), (3, 2, ""), (3, 5, ""), (3, 5, "b")):
                    size = sizes(MACHINES[machine], rows, 3, columns, 32)
                    for schedule in taken(product(form, "f32", constant, True, size)[0], machine):
                        if isinstance(schedule, Product):
                            found.add(schedule.right)
        assert found == {"packed", "copied", "direct", "streamed"}


LAYERS = {
    "1x1": ("c = Conv (x, w)", (2, 40, 13, 9), (70, 40, 1, 1)),
    "1x1 by 2": ("c = Conv <strides = [2, 2]> (x, w)", (1, 40, 28, 27), (70, 40, 1, 1)),
    "3x3": ("c = Conv <pads = [1, 1, 1, 1]> (x, w)", (1, 35, 19, 23), (48, 35, 3, 3)),
    "3x3 of many": ("c = Conv <pads = [1, 1, 1, 1]> (x, w)", (1, 96, 28, 28), (96, 96, 3, 3)),
    "3x3 without pads": ("c = Conv (x, w)", (2, 16, 28, 30), (100, 16, 3, 3)),
    "3x3 by 2": ("c = Conv <strides = [2, 2]> (x, w)", (2, 32, 28, 31), (33, 32, 3, 3)),
    "of one channel": ("c = Conv <pads = [2, 2, 2, 2]> (x, w)", (1, 1, 40, 61), (19, 1, 5, 5)),
    "of three channels": ("c = Conv <strides = [2, 2]> (x, w)", (1, 3, 65, 71), (33, 3, 7, 7)),
    "to few channels": ("c = Conv <pads = [1, 1, 1, 1]> (x, w)", (1, 64, 21, 40), (3, 64, 3, 3)),
    "depthwise": (
        "c = Conv <group = 40, pads = [1, 1, 1, 1]> (x, w)",
        (2, 40, 29, 31),
        (40, 1, 3, 3),
    ),
    "groups": ("c = Conv <group = 2> (x, w)", (1, 34, 28, 28), (66, 17, 3, 3)),
    "transposed": ("c = ConvTranspose <strides = [2, 2]> (x, w)", (1, 34, 14, 17), (34, 20, 3, 3)),
    "one dimension": ("c = Conv <pads = [2, 2]> (x, w)", (2, 40, 301), (33, 40, 5)),
    "attention": (
        "t = Transpose <perm = [0, 2, 1]> (x)  s = MatMul (x, t)  p = Softmax (s)  "
        "v = MatMul (x, w)  c = MatMul (p, v)",
        (2, 133, 40),
        (40, 33),
    ),
    "LSTM": (
        "r = Slice (w, width, end, two)  q = Slice (w, zero, width, two)  "
        "h = LSTM <hidden_size = 33> (x, r, q)  c = Neg (h)",
        (17, 7, 65),
        (1, 132, 98),
    ),
    "GRU": (
        "r = Slice (w, width, end, two)  q = Slice (w, zero, width, two)  "
        "h = GRU <hidden_size = 33> (x, r, q)  c = Neg (h)",
        (17, 7, 65),
        (1, 99, 98),
    ),
}
"""Nodes from `x` and weights `w` to `c`, and the shapes of both."""


@pytest.mark.sampled(8)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str, known: bool, machine: str) -> None:
    nodes, shape, of_weights = LAYERS[name]
    rng = np.random.default_rng(0)
    declared = ", ".join(str(n) if known or i == 1 else f"n{i}" for i, n in enumerate(shape))
    text = f"""<ir_version: 10, opset_import: ["" : 21]> g (float[{declared}] x) => (float y)
    <int64[1] zero = {{0}}, int64[1] two = {{2}}, int64[1] width = {{33}}, int64[1] end = {{98}}>
    {{ {nodes}  y = Relu (c) }}"""
    model = parser.parse_model(text)
    model.graph.output[0].type.tensor_type.ClearField("shape")
    weights = rng.standard_normal(of_weights).astype(np.float32) / np.float32(8)
    model.graph.initializer.append(onnx.numpy_helper.from_array(weights, "w"))
    source = model.SerializeToString()
    feeds = {"x": rng.standard_normal(shape).astype(np.float32)}
    peer = onnxruntime.InferenceSession(source, providers=["CPUExecutionProvider"])
    session = mlirlite.InferenceSession(source, machine=machine, sanitize="address")
    close(session.run(None, feeds)[0], peer.run(None, feeds)[0], 1e-4)
