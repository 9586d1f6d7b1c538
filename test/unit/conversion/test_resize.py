"""Resize: coordinates that should be integers are exact, and rows give what the reference gives."""

from fractions import Fraction

import numpy as np
import onnx.helper
import onnx.numpy_helper
import onnx.parser
import pytest
from onnx.reference import ReferenceEvaluator

import mlirlite

pytestmark = [pytest.mark.covering(2), pytest.mark.sampled(11)]


@pytest.mark.parametrize(
    ("size", "length", "mode"),
    [(31, 17, "ceil"), (13, 7, "floor"), (2, 8, "ceil"), (35, 14, "floor"), (3, 9, "ceil")],
)
@pytest.mark.parametrize("coordinates", ["half_pixel", "pytorch_half_pixel", "asymmetric"])
def test_nearest_is_exact(size, length, mode, coordinates):
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    node = make(
        "Resize",
        ["x", "", "", "sizes"],
        ["y"],
        nearest_mode=mode,
        coordinate_transformation_mode=coordinates,
    )
    sizes = onnx.numpy_helper.from_array(np.array([length]), "sizes")
    float32 = onnx.TensorProto.FLOAT
    values = info("x", float32, [size]), info("y", float32, [length])
    graph = onnx.helper.make_graph([node], "g", [values[0]], [values[1]], [sizes])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 19)])
    [found] = mlirlite.InferenceSession(model).run(None, {"x": np.arange(size, dtype=np.float32)})
    n = np.arange(length)
    if coordinates == "asymmetric":
        want = n * size // length if mode == "floor" else -(-n * size // length)
    else:  # ((2n + 1) size / length - 1) / 2
        twice = (2 * n + 1) * size - length
        want = twice // (2 * length) if mode == "floor" else -(-twice // (2 * length))
    np.testing.assert_array_equal(found, np.clip(want, 0, size - 1))


MODES = [
    ("asymmetric", "floor"),
    ("asymmetric", "ceil"),
    ("half_pixel", "round_prefer_floor"),
    ("pytorch_half_pixel", "round_prefer_ceil"),
]


def resized(scales, *, dynamic, threads=1, dtype=np.float32, **attributes):
    """The results of Resize here and in the reference, for two channels of three rows of some
    widths."""
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    kind = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    nodes, values, feeds = [], [], {}
    for width in (1, 7, 16, 17, 33):
        x = f"x{width}"
        feeds[x] = (np.random.default_rng(0).random((2, 3, width)) * 99).astype(dtype)
        nodes.append(make("Resize", [x, "", "scales"], [f"y{width}"], axes=[1, 2], **attributes))
        values.append(info(x, kind, [None] * 3 if dynamic else feeds[x].shape))
    outputs = [info(node.output[0], kind, None) for node in nodes]
    given = onnx.numpy_helper.from_array(np.array(scales, np.float32), "scales")
    graph = onnx.helper.make_graph(nodes, "g", values, outputs, [given])
    imports = [onnx.helper.make_opsetid("", 19)]
    model = onnx.helper.make_model(graph, opset_imports=imports, ir_version=10)
    found = mlirlite.InferenceSession(model, threads).run(None, feeds)
    return zip(found, ReferenceEvaluator(model).run(None, feeds), strict=True)


@pytest.mark.sampled(33)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize(("coordinates", "mode"), MODES)
@pytest.mark.parametrize("scales", [(2, 2), (3, 1), (1, 3), (2, 2.5), (9, 9)])
def test_rows_of_nearest_elements(scales, coordinates, mode, dynamic):
    options = {"coordinate_transformation_mode": coordinates, "nearest_mode": mode}
    for got, want in resized(scales, dynamic=dynamic, **options):
        np.testing.assert_array_equal(got, want)


@pytest.mark.sampled(33)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("mode", ["linear", "cubic"])
@pytest.mark.parametrize("scales", [(2, 2), (3, 1), (1, 3), (2.5, 0.4)])
@pytest.mark.parametrize("antialias", [0, 1])
def test_rows_of_weighted_sums(scales, mode, dynamic, threads, antialias):
    options = {"mode": mode, "antialias": antialias, "dynamic": dynamic}
    for got, want in resized(scales, threads=threads, **options):
        np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-4)
    if mode == "linear":
        for got, want in resized(scales, dtype=np.float64, **options):
            np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-10)


@pytest.mark.parametrize("mode", ["nearest", "linear", "cubic"])
@pytest.mark.parametrize("dims", ["0, 1, 2", "A, B, C"])
def test_a_size_of_zero(dims, mode):
    """It may stay 0, but cannot become another size."""

    def model(wanted):
        return onnx.parser.parse_model(
            f'<ir_version: 9, opset_import: ["" : 19]> g (float[{dims}] x) => (float[L, M, N] y) {{'
            f" s = Constant<value_ints = {wanted}>()"
            f' y = Resize<mode = "{mode}">(x, , , s) }}'
        )

    feeds = {"x": np.ones((0, 1, 2), np.float32)}
    [found] = mlirlite.InferenceSession(model([0, 3, 4])).run(None, feeds)
    assert found.shape == (0, 3, 4)
    with pytest.raises(mlirlite.DiagnosticError, match="dimension 0 must be at least 1, found 0"):
        mlirlite.InferenceSession(model([1, 3, 4])).run(None, feeds)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("size", [2, 9, 28, 55])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16])
def test_integers_are_truncated_exactly(dtype, size, dynamic):
    """Sums of fractions that are whole numbers stay whole."""
    length, rows = 2 * size, 3
    x = np.random.default_rng(size).integers(-9, 10, (rows, size)).astype(dtype)
    kind = onnx.helper.np_dtype_to_tensor_dtype(x.dtype)
    node = onnx.helper.make_node(
        "Resize",
        ["x", "", "", "sizes"],
        ["y"],
        mode="linear",
        coordinate_transformation_mode="align_corners",
    )
    shape = ["r", "c"] if dynamic else [rows, size]
    info = onnx.helper.make_tensor_value_info
    sizes = onnx.numpy_helper.from_array(np.array([rows, length]), "sizes")
    graph = onnx.helper.make_graph(
        [node], "g", [info("x", kind, shape)], [info("y", kind, None)], [sizes]
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 19)])
    [found] = mlirlite.InferenceSession(model).run(None, {"x": x})
    for row, got in zip(x.tolist(), found, strict=True):
        for i, value in enumerate(got):
            place = Fraction(i * (size - 1), length - 1)
            first = min(int(place), size - 2)
            want = row[first] + (place - first) * (row[first + 1] - row[first])
            assert value == int(want)


@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("size", ["4", "N"])
@pytest.mark.parametrize("scale", ["inf", "-inf", "nan", "0", "1e30", "4611686018427387904"])
def test_scales_that_give_no_size_are_refused(scale, size, constant):
    """Four times 2^62 is 0 in 64 bits."""
    scales = np.array([1, float(scale)], np.float32)
    text = f'<ir_version: 9, opset_import: ["" : 19]> g (float[2,{size}] x, float[2] s) => '
    model = onnx.parser.parse_model(text + "(float[a,b] y) { y = Resize(x,,s) }")
    feeds = {"x": np.ones((2, 4), np.float32), "s": scales}
    if constant:
        model.graph.initializer.append(onnx.numpy_helper.from_array(feeds.pop("s"), "s"))
        del model.graph.input[1]
    with pytest.raises((mlirlite.DiagnosticError, MemoryError), match=r"scale|out of memory"):
        mlirlite.InferenceSession(model).run(None, feeds)


def test_nothing_keeps_no_aspect():
    text = '<ir_version: 9, opset_import: ["" : 19]> g (float[2,0] x) => (float[a,b] y) '
    text += '<int64[2] s = {4, 4}> { y = Resize<keep_aspect_ratio_policy="not_larger">(x,,,s) }'
    with pytest.raises(mlirlite.DiagnosticError, match="has no numbers in dimension 1"):
        mlirlite.InferenceSession(onnx.parser.parse_model(text))
