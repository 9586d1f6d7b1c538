"""Updates of a loop's value in its memory: the results are those of a copy, whatever reads it."""

from itertools import product

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

import mlirlite

READS = {
    "none": [],
    "gather": [("Gather", ["a", "one"], ["r"])],
    "slice": [("Slice", ["a", "one", "two"], ["r"])],
    "view": [("Reshape", ["a", "whole"], ["v"]), ("Gather", ["v", "one"], ["r"])],
    "identity": [("Identity", ["a"], ["v"]), ("Gather", ["v", "one"], ["r"])],
    "sum": [("ReduceSum", ["a", "zero"], ["r"])],
}
UPDATES = {
    "ScatterND": ({}, [[1]], (1, 3)),
    "ScatterND add": ({"reduction": "add"}, [[1], [1]], (2, 3)),
    "ScatterElements": ({"axis": 0}, [[1, 0, 3]], (1, 3)),
}


def model(read: str, later: bool, update: str, trips: int, size: object) -> onnx.ModelProto:
    """A loop that updates a matrix of 4x3 with what it reads of it before or after."""
    attributes, places, shape = UPDATES[update]
    name, array = update.split()[0], np.array(places, "i8")
    constants = {"one": [1], "two": [2], "zero": [0], "whole": [4, 3], "places": array}
    reads = [helper.make_node(*node) for node in READS[read]]
    number = helper.make_node("Cast", ["i"], ["f"], to=TensorProto.FLOAT)
    rows = helper.make_node("Add", ["f", "rows"], ["u"])
    before = [] if later or not reads else [*reads, helper.make_node("Add", ["u", "r"], ["w"])]
    changed = helper.make_node(name, ["a", "places", "w" if before else "u"], ["b"], **attributes)
    after = reads if later else []
    seen = helper.make_node("Identity", ["r" if reads else "u"], ["seen"])
    f32 = TensorProto.FLOAT
    body = helper.make_graph(
        [number, rows, *before, changed, *after, seen],
        "body",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            helper.make_tensor_value_info("go", TensorProto.BOOL, []),
            helper.make_tensor_value_info("a", f32, [4, 3]),
        ],
        [
            helper.make_tensor_value_info("go", TensorProto.BOOL, []),
            helper.make_tensor_value_info("b", f32, [4, 3]),
            helper.make_tensor_value_info("seen", f32, None),
        ],
    )
    loop = helper.make_node("Loop", ["n", "yes", "x"], ["y", "all"], body=body)
    rows_of = np.arange(np.prod(shape), dtype="f4").reshape(shape)
    return helper.make_model(
        helper.make_graph(
            [loop],
            "updates",
            [helper.make_tensor_value_info("x", f32, [size, 3])],
            [
                helper.make_tensor_value_info("y", f32, [size, 3]),
                helper.make_tensor_value_info("all", f32, None),
            ],
            [
                *(onnx.numpy_helper.from_array(np.array(v, "i8"), n) for n, v in constants.items()),
                onnx.numpy_helper.from_array(np.array(trips, "i8"), "n"),
                onnx.numpy_helper.from_array(np.array(True), "yes"),
                onnx.numpy_helper.from_array(rows_of, "rows"),
            ],
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=8,
    )


@pytest.mark.parametrize("update", UPDATES)
def test_updates_are_those_of_a_copy(update):
    x = np.random.default_rng(0).standard_normal((4, 3), dtype=np.float32)
    kept = x.copy()
    for k, (read, later) in enumerate(product(READS, (False, True))):
        made = model(read, later, update, 3, (4, "n")[k % 2])
        found = mlirlite.InferenceSession(made).run(None, {"x": x})
        wanted = ReferenceEvaluator(made).run(None, {"x": x})
        for a, b in zip(found, wanted, strict=True):  # the reference joins slices: another rank
            b = b.reshape(a.shape)
            np.testing.assert_allclose(a, b, rtol=1e-6, err_msg=f"{read} {later}")
        np.testing.assert_array_equal(x, kept)
    found = mlirlite.InferenceSession(model("none", False, update, 0, 4)).run(None, {"x": x})
    np.testing.assert_array_equal(found[0], x)
