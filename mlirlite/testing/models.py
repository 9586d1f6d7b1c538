"""Real CNNs without a download: the onnx package's light models, filled with random weights.

session = onnxruntime.InferenceSession(
    with_random_weights(onnx.load(light_models()["resnet50"])).SerializeToString())
"""

from __future__ import annotations

import importlib.util
import math
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import onnx

# Codes of onnx.TensorProto.DataType; this module works on protobuf messages and needs no `onnx`.
_FLOAT = 1
_DTYPES = {1: "float32", 6: "int32", 7: "int64", 9: "bool", 10: "float16", 11: "float64"}
_VIEWS = ("Identity", "Reshape", "Unsqueeze")


def light_models() -> dict[str, Path]:
    """Files of the nine CNNs that the onnx package ships, by name: `resnet50`, `vgg19` and so on.

    They are small since ConstantOfShape nodes replace the weights. Raises FileNotFoundError
    where the onnx package is missing or was installed without its test data.
    """
    spec = importlib.util.find_spec("onnx")
    folders = (spec and spec.submodule_search_locations) or []
    for folder in folders:
        files = sorted(Path(folder, "backend", "test", "data", "light").glob("light_*.onnx"))
        if files:
            return {f.stem.removeprefix("light_"): f for f in files}
    raise FileNotFoundError("no onnx/backend/test/data/light: install the onnx package")


def with_random_weights(model: onnx.ModelProto, seed: int = 0) -> onnx.ModelProto:
    """A copy of a model with seeded random weights, stored as float32 initializers.

    Weights are float initializers and ConstantOfShape nodes of known shape. Their scale follows
    from their use, so that activations keep their magnitude through deep networks: He-uniform for
    convolutions and Gemm, variances and factors around 1, means and biases small. Integer
    initializers stay as they are; initializers are no longer listed as inputs of the graph.
    """
    import numpy as np

    result = type(model)()
    result.CopyFrom(model)
    graph = result.graph
    uses = _Uses(graph)
    rng = np.random.default_rng(seed)

    stored = {i.name: i for i in graph.initializer}
    nodes = list(graph.node)
    shapes: dict[str, list[int]] = {}
    for node in nodes:
        source = stored.get(node.input[0]) if node.op_type == "ConstantOfShape" else None
        if source is not None and all(a.t.data_type == _FLOAT for a in node.attribute):
            shapes[node.output[0]] = [int(n) for n in _int64(source)]
    shapes |= {i.name: list(i.dims) for i in stored.values() if i.data_type == _FLOAT}

    del graph.node[:]
    graph.node.extend(n for n in nodes if n.output[0] not in shapes)
    read = {name for node in graph.node for name in node.input}
    kept = [i for i in stored.values() if i.name not in shapes and i.name in read]
    del graph.initializer[:]
    graph.initializer.extend(kept)
    for name, shape in shapes.items():
        if name in read:
            low, high = uses.range_of(name, shape)
            tensor = graph.initializer.add(name=name, data_type=_FLOAT, dims=shape)
            tensor.raw_data = _uniform(rng, shape, low, high)

    inputs = [i for i in graph.input if i.name not in stored]
    del graph.input[:]
    graph.input.extend(inputs)
    # Before version 4, initializers had to be inputs too.
    result.ir_version = max(result.ir_version, 4)
    return result


def random_inputs(model: onnx.ModelProto, seed: int = 0) -> dict[str, np.ndarray[Any, Any]]:
    """Seeded values for the inputs of a model that have no initializer; unknown dimensions are 1.

    Floats are normal with deviation 1, like a normalized image, integers are 0 to 9.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    stored = {i.name for i in model.graph.initializer}
    feeds: dict[str, np.ndarray[Any, Any]] = {}
    for value in model.graph.input:
        if value.name in stored:
            continue
        tensor = value.type.tensor_type
        if tensor.elem_type not in _DTYPES:
            raise ValueError(f"input {value.name!r}: no random values for this element type")
        dtype = np.dtype(_DTYPES[tensor.elem_type])
        shape = [d.dim_value if d.HasField("dim_value") else 1 for d in tensor.shape.dim]
        if dtype.kind == "f":
            feeds[value.name] = rng.standard_normal(shape, dtype="float32").astype(dtype)
        else:
            feeds[value.name] = rng.integers(0, 2 if dtype.kind == "b" else 10, shape).astype(dtype)
    return feeds


class _Range(NamedTuple):
    low: float
    high: float


_SMALL = _Range(-0.05, 0.05)
_AROUND_ONE = _Range(0.8, 1.2)


class _Uses:
    """The readers of each value of a graph, and the range of a weight that suits its reader."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self.readers: dict[str, list[tuple[onnx.NodeProto, int]]] = defaultdict(list)
        self.producer: dict[str, onnx.NodeProto] = {}
        for node in graph.node:
            for position, name in enumerate(node.input):
                self.readers[name].append((node, position))
            for name in node.output:
                self.producer[name] = node

    def range_of(self, name: str, shape: list[int]) -> _Range:
        """Bounds of the weight's uniform distribution."""
        for node, position in self.readers[name]:
            match node.op_type, position:
                case op, 0 if op in _VIEWS:
                    return self.range_of(node.output[0], shape)
                case "Conv", 1:
                    return self._matrix(node, math.prod(shape[1:]))
                case "Gemm", 1:
                    transposed = any(a.name == "transB" and a.i for a in node.attribute)
                    return self._matrix(node, shape[-1] if transposed else shape[-2])
                case "MatMul", 1:
                    return self._matrix(node, shape[-2])
                case "BatchNormalization", 1:
                    factor = self._join_factor(node)
                    return _Range(factor * _AROUND_ONE.low, factor * _AROUND_ONE.high)
                case ("BatchNormalization", 4) | ("Mul", _):
                    return _AROUND_ONE
        return _SMALL

    def _matrix(self, node: onnx.NodeProto, fan_in: int) -> _Range:
        bound = math.sqrt(3.0 * self._gain(node.output[0]) / max(fan_in, 1))
        return _Range(-bound, bound)

    def _gain(self, name: str) -> float:
        """A layer's factor of variance: Relu halves it again, Softmax wants values close by."""
        for reader, _ in self.readers[name]:
            match reader.op_type:
                case "Relu":
                    return 2.0
                case "Softmax":
                    return 0.1
                case "BatchNormalization" | "Mul" | "Add":
                    return self._gain(reader.output[0])
        return 1.0

    def _join_factor(self, node: onnx.NodeProto) -> float:
        """Keeps the magnitude where a residual branch ends in a sum, which would double it."""
        for reader, _ in self.readers[node.output[0]]:
            if reader.op_type == "Sum":
                ends = [self.producer.get(name) for name in reader.input]
                if all(e is not None and e.op_type == "BatchNormalization" for e in ends):
                    return 1 / math.sqrt(len(ends))
                return 0.3
        return 1.0


def _uniform(rng: np.random.Generator, shape: list[int], low: float, high: float) -> bytes:
    values = rng.random(shape, dtype="float32")
    values *= high - low
    values += low
    return values.tobytes()


def _int64(tensor: onnx.TensorProto) -> list[int]:
    if not tensor.raw_data:
        return list(tensor.int64_data)
    import numpy as np

    return [int(n) for n in np.frombuffer(tensor.raw_data, "<i8")]
