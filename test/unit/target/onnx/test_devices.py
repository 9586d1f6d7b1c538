"""ONNX's annotations for several devices: read, shown as text, and written back without loss."""

import re

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model


def model():
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["h"], name="mm"),
        helper.make_node("Add", ["h", "h"], ["y"], name="add"),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 6])],
        [numpy_helper.from_array(np.ones((4, 6), np.float32), "w")],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=11)
    made.configuration.add(name="two by two", num_devices=4, device=["a", "b", 'c "d"', "e\\"])
    made.configuration.add(name="stages", num_devices=2)
    first, second = made.graph.node
    one = first.device_configurations.add(configuration_id="two by two", pipeline_stage=0)
    spec = one.sharding_spec.add(tensor_name="w", device=[-1, -2])
    spec.index_to_device_group_map.add(key=-1, value=[0, 1])
    spec.index_to_device_group_map.add(key=-2, value=[2, 3])
    spec.sharded_dim.add(axis=1).simple_sharding.add(dim_value=6, num_shards=2)
    spec = one.sharding_spec.add(tensor_name="h", device=[0, 1, 2, 3])
    dim = spec.sharded_dim.add(axis=-1)
    dim.simple_sharding.add(dim_param='a "size"', num_shards=2)
    dim.simple_sharding.add(num_shards=3)
    one.sharding_spec.add(tensor_name="of another node", device=[2])
    first.device_configurations.add(configuration_id="stages")
    second.device_configurations.add(configuration_id="stages", pipeline_stage=1)
    return made


def annotations(made):
    """All messages about devices, with the names of values as positions."""
    names = {}
    for node in made.graph.node:
        for kind, values in (("in", node.input), ("out", node.output)):
            for position, value in enumerate(values):
                names.setdefault(value, f"{node.name} {kind} {position}")
    found = list(made.configuration)
    for node in made.graph.node:
        for one in node.device_configurations:
            for spec in one.sharding_spec:
                spec.tensor_name = names.get(spec.tensor_name, spec.tensor_name)
            found.append(one)
    return [f.SerializeToString(deterministic=True) for f in found]


def test_round_trip_through_text():
    given = model()
    module = import_model(given)
    text = str(module)
    assert '#onnx.configuration<"two by two", 4, ["a", "b", ' in text
    assert "operand 1 on [-1, -2] groups [-1 = [0, 1], -2 = [2, 3]] split [1 by 2 of 6]" in text
    assert 'result 0 on [0, 1, 2, 3] split [-1 by 2 of "a \\22size\\22" x 3]' in text
    read = mlirlite.parse(text)
    assert str(read) == text
    found = export_model(read)
    onnx.checker.check_model(found)
    assert len(annotations(found)) == 5
    assert annotations(found) == annotations(given)


PERCEPTRON = """
func.func @main_graph(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %a = onnx.Constant dense<0.5> : tensor<64x256xf32>
  %b = onnx.Constant dense<0.25> : tensor<256x64xf32>
  %0 = "onnx.MatMul"(%x, %a) : (tensor<8x64xf32>, tensor<64x256xf32>) -> tensor<8x256xf32>
  %1 = "onnx.Relu"(%0) : (tensor<8x256xf32>) -> tensor<8x256xf32>
  %2 = "onnx.MatMul"(%1, %b) : (tensor<8x256xf32>, tensor<256x64xf32>) -> tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}
"""


@pytest.mark.parametrize("shard", ["tensor=2", "data=2 tensor=2", "pipeline=2 tensor=2"])
def test_what_is_proposed_survives_in_onnx(shard):
    """The program of each rank is the same from the model that was written and read."""
    proposed = mlirlite.run_pipeline(mlirlite.parse(PERCEPTRON), f"shard-onnx{{{shard}}}")
    count = int(np.prod([int(size) for size in re.findall("[0-9]+", shard)]))
    model = export_model(proposed)
    onnx.checker.check_model(model)
    for rank in range(count):
        passes = f"partition-onnx{{rank={rank}}},canonicalize"
        here = mlirlite.run_pipeline(mlirlite.parse(str(proposed)), passes)
        there = mlirlite.run_pipeline(import_model(model), passes)
        names = [[op.name for op in m.walk() if op.dialect_name == "onnx"] for m in (here, there)]
        kinds = [
            [str(op.properties) for op in m.walk() if op.name == "onnx.Collective"]
            for m in (here, there)
        ]
        assert [n for n in names[1] if n not in ("onnx.EntryPoint", "onnx.Return")] == names[0]
        assert kinds[0] == kinds[1]
        assert kinds[0]
