"""The light models with random weights: real shapes, sane numbers, the same for the same seed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from mlirlite.testing.models import light_models, random_inputs, with_random_weights

ROOT = Path(__file__).parents[3]
SMALL = ["shufflenet", "squeezenet"]


def load(name: str) -> onnx.ModelProto:
    return onnx.load(light_models()[name])


def tensors(model: onnx.ModelProto) -> dict[str, np.ndarray[Any, Any]]:
    return {i.name: onnx.numpy_helper.to_array(i) for i in model.graph.initializer}


def test_the_onnx_package_ships_nine_models() -> None:
    assert sorted(light_models()) == [
        "bvlc_alexnet",
        "densenet121",
        "inception_v1",
        "inception_v2",
        "resnet50",
        "shufflenet",
        "squeezenet",
        "vgg19",
        "zfnet512",
    ]
    assert all(path.is_file() for path in light_models().values())


@pytest.mark.parametrize("name", SMALL)
def test_random_weights_give_outputs_worth_comparing(name: str) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    model = with_random_weights(load(name))
    onnx.checker.check_model(model)
    feeds = random_inputs(model)
    assert [(array.shape, str(array.dtype)) for array in feeds.values()] == [
        ((1, 3, 224, 224), "float32")
    ]
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    (classes,) = session.run(None, feeds)
    assert classes.size == 1000
    assert np.isfinite(classes).all()
    assert classes.sum() == pytest.approx(1, abs=1e-4)
    assert classes.max() < 0.9, "one class has nearly everything"
    assert classes.std() > 1e-4, "all classes are alike"


@pytest.mark.parametrize("name", SMALL)
def test_only_weights_change(name: str) -> None:
    before, model = load(name), with_random_weights(load(name))
    assert before == load(name), "the model given is not written to"
    standins = [n for n in before.graph.node if n.op_type == "ConstantOfShape"]
    assert list(model.graph.node) == [n for n in before.graph.node if n not in standins]
    assert model.graph.output == before.graph.output
    assert model.opset_import == before.opset_import

    # Every stand-in became a weight of the shape that it would have made.
    old, new = tensors(before), tensors(model)
    for node in standins:
        assert list(new[node.output[0]].shape) == old[node.input[0]].tolist()
    # Shapes that Reshape reads are not weights.
    shapes = [n.input[1] for n in model.graph.node if n.op_type == "Reshape"]
    assert bool(shapes) == (name == "shufflenet")
    for shape in shapes:
        assert new[shape].tolist() == old[shape].tolist()
    # What nobody reads any more is gone.
    assert set(new) <= {name for node in model.graph.node for name in node.input}
    assert [i.name for i in model.graph.input if i.name in old] == []
    assert len(model.graph.input) == 1


def test_weights_suit_their_use() -> None:
    model = with_random_weights(load("shufflenet"))
    values = tensors(model)
    for node in model.graph.node:
        if node.op_type == "BatchNormalization":
            scale, bias, mean, variance = (values[name] for name in node.input[1:])
            assert scale.min() > 0.2
            assert max(abs(bias).max(), abs(mean).max()) < 0.1
            assert variance.min() > 0.5
        elif node.op_type == "Conv":
            weight = values[node.input[1]]
            assert weight.dtype == np.float32
            second_moment = float((weight**2).mean()) * weight[0].size
            assert 0.7 < second_moment < 2.5, (node.name, "activations would fade or explode")


def test_the_seed_decides() -> None:
    model = load("squeezenet")
    assert with_random_weights(model, seed=3) == with_random_weights(model, seed=3)
    assert with_random_weights(model, seed=3) != with_random_weights(model, seed=4)
    (one,), (same,), (other,) = (random_inputs(model, seed).values() for seed in (3, 3, 4))
    assert (one == same).all()
    assert (one != other).any()


def test_inputs_of_other_types() -> None:
    make = onnx.helper.make_tensor_value_info
    inputs = [
        make("ids", onnx.TensorProto.INT64, ["batch", 5]),
        make("mask", onnx.TensorProto.BOOL, [5]),
        make("half", onnx.TensorProto.FLOAT16, []),
        make("weight", onnx.TensorProto.FLOAT, [2]),
    ]
    stored = onnx.numpy_helper.from_array(np.zeros(2, np.float32), "weight")
    graph = onnx.helper.make_graph([], "g", inputs, [], initializer=[stored])
    feeds = random_inputs(onnx.helper.make_model(graph))
    assert {name: (str(array.dtype), array.shape) for name, array in feeds.items()} == {
        "ids": ("int64", (1, 5)),
        "mask": ("bool", (5,)),
        "half": ("float16", ()),
    }

    texts = onnx.helper.make_graph([], "g", [make("text", onnx.TensorProto.STRING, [1])], [])
    with pytest.raises(ValueError, match="input 'text': no random values for this element type"):
        random_inputs(onnx.helper.make_model(texts))


def test_importing_the_helpers_loads_neither_onnx_nor_numpy() -> None:
    program = (
        "import sys; from mlirlite.testing import models; models.light_models();"
        "print(*{'onnx', 'numpy'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
