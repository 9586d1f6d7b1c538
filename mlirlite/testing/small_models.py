"""Small ONNX models that have each kind of message: weights inside and in a file, functions,
branches, loops, sequences, texts, sparse and narrow tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import onnx.helper as h
import onnx.numpy_helper as nh

EXTERNAL = "weights.bin"
"""The file of the external data."""

F, I64 = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64
_info, _node = h.make_tensor_value_info, h.make_node


def _numbers(shape: tuple[int, ...], name: str) -> Any:
    rng = np.random.default_rng(len(name) + sum(shape))
    return nh.from_array(rng.normal(size=shape).astype(np.float32), name)


def _integers(values: list[int], name: str) -> Any:
    return nh.from_array(np.array(values, np.int64), name)


def _model(nodes: list[Any], inputs: Any, outputs: Any, weights: Any = (), **more: Any) -> Any:
    graph = h.make_graph(nodes, "g", inputs, outputs, list(weights))
    opsets = [h.make_opsetid("", 18), h.make_opsetid("ai.onnx.ml", 3), h.make_opsetid("own", 1)]
    return h.make_model(graph, opset_imports=opsets, ir_version=9, **more)


def image() -> Any:
    """A convolution, a pool and a product, for any number of images."""
    nodes = [
        _node("Conv", ["x", "w", "b"], ["c"], pads=[1, 1, 1, 1], strides=[2, 2]),
        _node("Relu", ["c"], ["r"]),
        _node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
        _node("Flatten", ["p"], ["f"], axis=1),
        _node("Gemm", ["f", "v"], ["y"], transB=1, alpha=0.5),
    ]
    weights = [_numbers((4, 3, 3, 3), "w"), _numbers((4,), "b"), _numbers((5, 16), "v")]
    shape: list[Any] = ["n", 3, 8, 8]
    return _model(nodes, [_info("x", F, shape)], [_info("y", F, ["n", 5])], weights)


def beside() -> Any:
    """A product whose weights are in a file."""
    weights = [_numbers((8, 8), "w"), _numbers((16,), "b")]
    offset = 0
    for tensor in weights:
        size = len(tensor.raw_data)
        place = {"location": EXTERNAL, "offset": offset, "length": size}
        tensor.data_location = onnx.TensorProto.EXTERNAL
        for key, value in place.items():
            tensor.external_data.add(key=key, value=str(value))
        tensor.ClearField("raw_data")
        offset += size
    nodes = [
        _node("MatMul", ["x", "w"], ["m"]),
        _node("Concat", ["m", "x"], ["c"], axis=-1),
        _node("Add", ["c", "b"], ["y"]),
    ]
    return _model(nodes, [_info("x", F, ["n", 8])], [_info("y", F, ["n", 16])], weights)


def functions() -> Any:
    """Two functions, one calling the other, with an attribute that is passed on."""
    scale = _node("LeakyRelu", ["a"], ["b"])
    scale.attribute.add(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT)
    opsets = [h.make_opsetid("", 18), h.make_opsetid("own", 1)]
    inner = h.make_function("own", "Inner", ["a"], ["b"], [scale], opsets, attributes=["slope"])
    call = _node("Inner", ["t"], ["u"], domain="own")
    call.attribute.add(name="slope", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT)
    steps = [_node("Sub", ["p", "q"], ["t"]), call]
    outer = h.make_function("own", "Outer", ["p", "q"], ["u"], steps, opsets, attributes=["slope"])
    nodes = [
        _node("Outer", ["x", "w"], ["o"], domain="own", slope=0.25),
        _node("Softmax", ["o"], ["y"], axis=1),
    ]
    value = [_info("x", F, [3, 4])], [_info("y", F, [3, 4])]
    return _model(nodes, *value, [_numbers((3, 4), "w")], functions=[inner, outer])


def branches() -> Any:
    """A loop that carries and collects, with a branch in it."""
    then = h.make_graph([_node("Add", ["v", "x"], ["s"])], "then", [], [_info("s", F, [4])])
    other = h.make_graph([_node("Mul", ["v", "w"], ["s"])], "else", [], [_info("s", F, [4])])
    body = h.make_graph(
        [
            _node("Less", ["i", "two"], ["early"]),
            _node("If", ["early"], ["out"], then_branch=then, else_branch=other),
            _node("Identity", ["go"], ["on"]),
            _node("ReduceSum", ["out"], ["seen"], keepdims=0),
        ],
        "body",
        [_info("i", I64, []), _info("go", onnx.TensorProto.BOOL, []), _info("v", F, [4])],
        [_info("on", onnx.TensorProto.BOOL, []), _info("out", F, [4]), _info("seen", F, [])],
    )
    nodes = [_node("Loop", ["count", "", "x"], ["y", "all"], body=body)]
    weights = [_numbers((4,), "w"), nh.from_array(np.array(2), "two")]
    weights.append(nh.from_array(np.array(4), "count"))
    outputs = [_info("y", F, [4]), _info("all", F, ["k"])]
    return _model(nodes, [_info("x", F, [4])], outputs, weights)


def sequences() -> Any:
    """Parts of an array, taken out and put together."""
    nodes = [
        _node("SplitToSequence", ["x", "two"], ["s"], axis=0),
        _node("SequenceAt", ["s", "one"], ["a"]),
        _node("SequenceInsert", ["s", "a"], ["t"]),
        _node("SequenceErase", ["t", "zero"], ["e"]),
        _node("ConcatFromSequence", ["e"], ["y"], axis=1),
        _node("SequenceLength", ["t"], ["n"]),
    ]
    names = {"zero": 0, "one": 1, "two": 2}
    weights = [nh.from_array(np.array(value), name) for name, value in names.items()]
    outputs = [_info("y", F, [2, "k"]), _info("n", I64, [])]
    return _model(nodes, [_info("x", F, [6, 3])], outputs, weights)


def indices() -> Any:
    """Shapes, axes and indices that are constants, which can point elsewhere."""
    nodes = [
        _node("Reshape", ["x", "shape"], ["r"]),
        _node("Slice", ["r", "from", "to", "axes", "steps"], ["s"]),
        _node("Gather", ["s", "rows"], ["g"], axis=0),
        _node("Pad", ["g", "pads"], ["p"], mode="reflect"),
        _node("TopK", ["p", "k"], ["t", "where"], axis=1),
        _node("GatherElements", ["p", "where"], ["e"], axis=1),
        _node("Transpose", ["e"], ["y"], perm=[1, 0]),
        _node("OneHot", ["rows", "depth", "values"], ["h"], axis=0),
        _node("CumSum", ["h", "axis"], ["c"]),
    ]
    values = {
        "shape": [4, 6], "from": [0, 5], "to": [4, 0], "axes": [0, 1], "steps": [1, -2],
        "rows": [0, 2, 1], "pads": [1, 1, 0, 0], "k": [2], "values": [0, 1],
    }  # fmt: skip
    weights = [_integers(v, n) for n, v in values.items()]
    weights += [nh.from_array(np.array(v), n) for n, v in {"depth": 4, "axis": 0}.items()]
    outputs = [_info("y", F, [2, 4]), _info("c", I64, [4, 3])]
    return _model(nodes, [_info("x", F, [2, 12])], outputs, weights)


def tables() -> Any:
    """Texts, a table of keys, a sparse tensor, four bits for a number, bytes."""
    sparse = h.make_sparse_tensor(_numbers((2,), "s"), _integers([1, 6], "at"), [2, 4])
    narrow = h.make_tensor("q", onnx.TensorProto.INT4, [2, 4], [1, -2, 3, 4, -5, 6, 7, -8])
    labels = {"keys_strings": ["a", "b", "c"], "values_int64s": [1, 2, 3], "default_int64": -1}
    nodes = [
        _node("LabelEncoder", ["words"], ["k"], domain="ai.onnx.ml", **labels),
        _node("Cast", ["k"], ["f"], to=F),
        _node("Constant", [], ["d"], sparse_value=sparse),
        _node("Add", ["x", "d"], ["a"]),
        _node("DequantizeLinear", ["q", "scale", "z"], ["w"], axis=0),
        _node("MatMul", ["a", "w2"], ["m"]),
        _node("Add", ["m", "f"], ["y"]),
        _node("ReduceMax", ["w"], ["r"], keepdims=0),
    ]
    words = h.make_tensor("words", onnx.TensorProto.STRING, [3], [b"a", b"c", b"zz"])
    zero = h.make_tensor("z", onnx.TensorProto.INT4, [2], [0, 1])
    weights = [words, narrow, zero, _numbers((2,), "scale"), _numbers((4, 3), "w2")]
    outputs = [_info("y", F, [2, 3]), _info("r", F, [])]
    made = _model(nodes, [_info("x", F, [2, 4])], outputs, weights)
    made.opset_import[0].version, made.ir_version = 21, 10
    return made


MODELS: dict[str, Callable[[], Any]] = {
    f.__name__: f for f in (image, beside, functions, branches, sequences, indices, tables)
}
