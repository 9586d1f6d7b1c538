"""Products, recurrent layers, attention and row operators in tiles, against onnxruntime: odd shapes
around the sizes of tiles, static and dynamic."""

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from mlirlite.ir.context import Context
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.machine import MACHINES
from mlirlite.target.onnx import import_model

pytestmark = [pytest.mark.covering(2), pytest.mark.sampled(11)]

RNG = np.random.default_rng(0)
NODE = helper.make_node


def array(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def agree(nodes, shapes, constants, feeds, outputs=("y",), tolerance=1e-4, machine=None, threads=1):
    """The compiled graph of these nodes and declared inputs gives what onnxruntime gives."""
    kinds = {"float32": TensorProto.FLOAT, "bool": TensorProto.BOOL, "int64": TensorProto.INT64}
    inputs = [
        helper.make_tensor_value_info(n, kinds[feeds[n].dtype.name], s) for n, s in shapes.items()
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        inputs,
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in outputs],
        [numpy_helper.from_array(a, n) for n, a in constants.items()],
    )
    imports = [helper.make_opsetid("", 21)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=10).SerializeToString()
    peer = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    found = InferenceSession(model, machine=machine, threads=threads).run(None, feeds)
    for got, want in zip(found, peer.run(None, feeds), strict=True):
        assert got.shape == want.shape
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)


def declared(shape, dynamic, letter):
    return [f"{letter}{i}" for i in range(len(shape))] if dynamic else list(shape)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize(
    ("rows", "depth", "columns"),
    [(1, 1, 1), (1, 7, 33), (13, 5, 17), (8, 16, 48), (25, 3, 100), (12, 40, 1024)],
)
def test_a_product_and_its_fused_ops(rows, depth, columns, dynamic, threads):
    nodes = [
        NODE("MatMul", ["x", "w"], ["p"]),
        NODE("Add", ["p", "b"], ["a"]),
        NODE("Gelu", ["a"], ["g"]),
        NODE("Add", ["r", "g"], ["y"]),
    ]
    height = "rows" if dynamic else rows
    agree(
        nodes,
        {"x": [height, depth], "r": [height, columns]},
        {"w": array(depth, columns), "b": array(columns)},
        {"x": array(rows, depth), "r": array(rows, columns)},
        tolerance=1e-3,
        threads=threads,
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("columns", [1, 15, 64, 300])
@pytest.mark.parametrize("rows", [0, 1, 65])
def test_a_product_with_a_dynamic_number_of_rows(rows, columns, threads):
    """The right side is an input of known sizes; few columns are less than a panel."""
    agree(
        [NODE("MatMul", ["x", "w"], ["y"])],
        {"x": ["n", "rows", 29], "w": [29, columns]},
        {},
        {"x": array(2, rows, 29), "w": array(29, columns)},
        threads=threads,
    )


@pytest.mark.parametrize("machine", [None, "haswell"])
def test_a_product_with_more_rows_than_fit_into_the_cache(machine):
    nodes = [NODE("MatMul", ["x", "w"], ["p"]), NODE("Add", ["p", "b"], ["y"])]
    x, w, b = array(541, 1000), array(1000, 35), array(541, 35)
    agree(
        nodes,
        {"x": [541, 1000], "b": [541, 35]},
        {"w": w},
        {"x": x, "b": b},
        tolerance=1e-3,
        machine=machine,
    )


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("right", [0, 1])
@pytest.mark.parametrize("constant", [0, 1])
@pytest.mark.parametrize("dynamic", [0, 1])
def test_gemm_of_transposed_sides(left, right, constant, dynamic):
    a, w = array(*(17, 13)[:: -1 if left else 1]), array(*(13, 35)[:: -1 if right else 1])
    node = NODE("Gemm", ["x", "w", "b"], ["p"], transA=left, transB=right, alpha=0.5, beta=2.0)
    shapes = {"x": declared(a.shape, dynamic, "a")}
    constants, feeds = {"b": array(35)}, {"x": a}
    if constant:
        constants["w"] = w
    else:
        shapes["w"], feeds["w"] = declared(w.shape, dynamic, "w"), w
    agree([node, NODE("Relu", ["p"], ["y"])], shapes, constants, feeds)


@pytest.mark.parametrize("dynamic", [0, 1])
@pytest.mark.parametrize("bias", [(35,), (1,), (17, 35), (17, 1), (1, 35), (1, 1)])
def test_gemm_and_a_bias_of_any_shape(bias, dynamic):
    feeds = {"x": array(17, 13), "w": array(35, 13), "b": array(*bias)}
    shapes = {n: declared(a.shape, dynamic, n) for n, a in feeds.items()}
    agree([NODE("Gemm", list(feeds), ["y"], transB=1, beta=2.0)], shapes, {}, feeds)


@pytest.mark.covering(1)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((3, 4, 5, 6), (3, 4, 6, 7)),
        ((3, 1, 5, 6), (1, 4, 6, 17)),
        ((5, 6), (4, 6, 7)),
        ((2, 3, 0), (2, 0, 5)),
    ],
)
def test_stacks_of_products(left, right, dynamic):
    shapes = {"x": declared(left, dynamic, "a"), "w": declared(right, dynamic, "b")}
    node = NODE("MatMul", ["x", "w"], ["y"])
    agree([node], shapes, {}, {"x": array(*left), "w": array(*right)})


@pytest.mark.parametrize(
    ("kind", "direction", "hidden", "lengths", "dynamic", "constant", "attributes"),
    [
        ("LSTM", "bidirectional", 8, True, True, True, {}),
        ("LSTM", "forward", 33, False, False, True, {"peep": "p"}),
        ("LSTM", "reverse", 17, True, False, False, {}),
        ("GRU", "forward", 17, True, True, True, {"linear_before_reset": 1}),
        ("GRU", "bidirectional", 17, False, False, True, {}),
        ("GRU", "reverse", 16, False, True, False, {}),
        ("LSTM", "bidirectional", 33, True, "all", False, {"peep": "p"}),
        ("GRU", "reverse", 17, True, "all", False, {}),
        ("GRU", "bidirectional", 40, False, "all", False, {"linear_before_reset": 1}),
        ("RNN", "bidirectional", 20, True, False, True, {}),
    ],
)
def test_recurrent_layers(kind, direction, hidden, lengths, dynamic, constant, attributes):
    steps, batch, features = 4, 2, 6
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}[kind]
    count = 2 if direction == "bidirectional" else 1
    weights = {
        "w": array(count, gates * hidden, features) * 0.4,
        "r": array(count, gates * hidden, hidden) * 0.4,
        "b": array(count, 2 * gates * hidden) * 0.1,
    }
    weights = {name: w.astype(np.float32) for name, w in weights.items()}
    names, outputs = ["x", *weights], ["y", "h", "c"][: 3 if kind == "LSTM" else 2]
    shapes = {"x": ["t", "n", features] if dynamic else [steps, batch, features]}
    feeds, constants = {"x": array(steps, batch, features)}, {}
    if constant:
        constants = dict(weights)
    else:
        feeds.update(weights)
        shapes.update({n: declared(w.shape, dynamic == "all", n) for n, w in weights.items()})
    if lengths:
        constants["lengths"] = np.array([steps, steps - 2], np.int32)
        names.append("lengths")
    if "p" in attributes.pop("peep", ""):
        constants["p"] = array(count, 3 * hidden)
        names += [""] * (7 - len(names)) + ["p"]
    node = NODE(kind, names, outputs, hidden_size=hidden, direction=direction, **attributes)
    agree([node], shapes, constants, feeds, outputs)


@pytest.mark.covering(1)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("shape", [(3, 5, 1), (2, 7, 16), (2, 3, 65), (1, 2, 200)])
def test_rows(shape, dynamic):
    """Softmax, LogSoftmax, and LayerNormalization with its statistics."""
    width = shape[2]
    nodes = [
        NODE("Softmax", ["x"], ["y"], axis=-1),
        NODE("LogSoftmax", ["x"], ["z"], axis=-1),
        NODE("LayerNormalization", ["x", "s", "b"], ["n", "m", "i"], axis=-1),
    ]
    shapes = {"x": ["n", "m", width] if dynamic else list(shape)}
    constants = {"s": array(width), "b": array(width)}
    x = array(*shape) * 3
    agree(nodes, shapes, constants, {"x": x}, ("y", "z", "n", "m", "i"), tolerance=1e-3)


@pytest.mark.covering(1)
@pytest.mark.parametrize("machine", ["", None], ids=["plain", "tiles"])
@pytest.mark.parametrize(
    ("heads", "lengths", "widths", "rank", "mask", "causal", "dynamic"),
    [
        ((4, 2), (5, 7), (8, 8), 4, (2, 1, 5, 7), 0, False),
        ((2, 2), (33, 33), (20, 17), 3, None, 1, False),
        ((2, 2), (33, 33), (20, 17), 3, (1, 1, 1, 33), 0, True),
        ((3, 3), (1, 19), (16, 16), 4, (1, 12), 0, True),
        ((3, 3), (1, 19), (16, 16), 4, (1, 12), 0, False),
        ((2, 1), (150, 200), (16, 16), 3, (150, 200), 0, True),
    ],
)
def test_attention(heads, lengths, widths, rank, mask, causal, dynamic, machine):
    """Against onnx.reference; the import must keep the op whole."""
    q = array(2, heads[0], lengths[0], widths[0])
    k, v = (array(2, heads[1], lengths[1], w) for w in widths)
    attributes = {"is_causal": causal}
    feeds = {"q": q, "k": k, "v": v}
    if rank == 3:
        feeds = {
            n: np.ascontiguousarray(x.transpose(0, 2, 1, 3)).reshape(2, x.shape[2], -1)
            for n, x in feeds.items()
        }
        attributes |= {"q_num_heads": heads[0], "kv_num_heads": heads[1]}
    if mask:
        feeds["mask"] = array(*mask)
    inputs = []
    for n, x in feeds.items():
        shape = list(x.shape)
        if dynamic:
            unknown = range(len(shape)) if n == "mask" else (0, 1 if rank == 3 else 2)
            for i in unknown:
                shape[i] = f"{n}{i}"
        inputs.append(helper.make_tensor_value_info(n, TensorProto.FLOAT, shape))
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph(
        [NODE("Attention", list(feeds), ["y"], **attributes)], "g", inputs, [output]
    )
    imports = [helper.make_opsetid("", 23)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=10)
    module = import_model(model.SerializeToString(), Context(), expand=())
    (want,) = ReferenceEvaluator(model).run(None, feeds)
    (got,) = InferenceSession(module, machine=machine).run(None, feeds)
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("axes", [[-1], [1], [2, 3], [0], [0, 1, 2, 3], [1, 3]])
@pytest.mark.parametrize("kind", ["Mean", "Max", "Prod", "LogSum"])
def test_reductions(kind, axes, dynamic):
    x = np.abs(array(3, 2, 5, 33)) + 0.5
    node = NODE(f"Reduce{kind}", ["x", "axes"], ["y"], keepdims=int(axes != [1]))
    constants = {"axes": np.array(axes, np.int64)}
    agree([node], {"x": declared(x.shape, dynamic, "d")}, constants, {"x": x}, tolerance=2e-3)


@pytest.mark.covering(1)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize(
    ("shape", "order"),
    [
        ((33, 47), (1, 0)),
        ((16, 16), (1, 0)),
        ((2, 19, 1, 31), (0, 2, 3, 1)),
        ((2, 9, 5, 7), (0, 2, 3, 1)),  # the middle dimensions are merged
        ((2, 9, 5, 37), (0, 3, 1, 2)),
        ((3, 17, 20, 18), (3, 1, 0, 2)),
        ((4, 18, 5, 3), (0, 2, 1, 3)),  # rows stay rows
        ((40, 3), (1, 0)),  # less than a whole square
        ((0, 20), (1, 0)),
    ],
)
def test_transposes(shape, order, dynamic):
    node = NODE("Transpose", ["x"], ["y"], perm=order)
    for dtype in (np.float32, np.int64, np.int16):
        x = RNG.integers(-100, 100, shape).astype(dtype)
        model = helper.make_model(
            helper.make_graph(
                [node],
                "g",
                [
                    helper.make_tensor_value_info(
                        "x",
                        helper.np_dtype_to_tensor_dtype(x.dtype),
                        declared(shape, dynamic, "d"),
                    )
                ],
                [
                    helper.make_tensor_value_info(
                        "y", helper.np_dtype_to_tensor_dtype(x.dtype), None
                    )
                ],
            ),
            opset_imports=[helper.make_opsetid("", 21)],
        )
        for machine in (None, "haswell"):
            (found,) = InferenceSession(model, machine=machine).run(None, {"x": x})
            np.testing.assert_array_equal(found, x.transpose(order))


@pytest.mark.parametrize(
    ("shape", "weights", "attributes"),
    [
        ((1, 6, 5, 7), (6, 4, 4, 4), {"strides": [2, 2], "pads": [1] * 4}),
        (
            (2, 6, 5, 7),
            (6, 4, 3, 3),
            {"strides": [2, 2], "pads": [1] * 4, "output_padding": [1, 1]},
        ),
        ((1, 6, 5, 7), (6, 4, 3, 3), {"pads": [1, 2, 2, 1]}),
        ((1, 6, 5, 7), (6, 4, 3, 3), {"dilations": [2, 2], "pads": [1] * 4}),
        ((1, 6, 5, 7), (6, 4, 3, 3), {"dilations": [2, 2], "strides": [2, 2]}),
        ((1, 6, 5, 7), (6, 4, 2, 5), {"strides": [3, 2], "group": 2}),
        ((1, 6, 5), (6, 4, 5), {"strides": [3], "pads": [2, 1]}),
        ((1, 2, 3, 4, 5), (2, 4, 3, 3, 2), {"strides": [2, 1, 2]}),
        ((1, 6, 5, 7), (6, 4, 3, 3), {"strides": [2, 2], "auto_pad": "SAME_UPPER"}),
        ((1, 6, 5, 7), (6, 4, 3, 3), {"strides": [2, 2], "auto_pad": "SAME_LOWER"}),
        ((1, 6, 5, 7), (6, 4, 3, 3), {"strides": [2, 2], "output_shape": [10, 15]}),
        ((1, 17, 5, 7), (17, 33, 1, 1), {"strides": [2, 2]}),
        ((1, 6, 5, 7), (6, 4, 7, 7), {"strides": [2, 2], "pads": [6] * 4}),
    ],
)
def test_transposed_convolutions(shape, weights, attributes):
    constants = {"w": array(*weights), "b": array(weights[1] * attributes.get("group", 1))}
    for names in (["w"], ["w", "b"]):
        node = NODE("ConvTranspose", ["x", *names], ["y"], **attributes)
        given = {n: constants[n] for n in names}
        agree([node], {"x": list(shape)}, given, {"x": array(*shape)}, tolerance=1e-3)


@pytest.mark.bulk
@pytest.mark.parametrize("machine", MACHINES)
def test_vectors_of_other_machines(machine):
    """A transposed right side, an elementwise chain, rows and a recurrent layer, with vectors of 4,
    8 and 16 lanes."""
    nodes = [
        NODE("Gemm", ["x", "w", "b"], ["p"], transB=1, transA=1),
        NODE("Gelu", ["p"], ["g"]),
        NODE("Softmax", ["g"], ["y"], axis=-1),
        NODE("ReduceMax", ["g", "axis"], ["m"], keepdims=0),
    ]
    constants = {"b": array(21), "axis": np.array([0], np.int64)}
    feeds = {"x": array(13, 9), "w": array(21, 13)}
    shapes = {"x": [13, 9], "w": ["n", 13]}
    agree(nodes, shapes, constants, feeds, ("y", "m"), tolerance=1e-3, machine=machine)
    weights = {"w": array(1, 60, 6), "r": array(1, 60, 15), "b": array(1, 120)}
    node = NODE("LSTM", ["x", *weights], ["y", "h", "c"], hidden_size=15)
    agree([node], {"x": [3, 2, 6]}, weights, {"x": array(3, 2, 6)}, machine=machine)
