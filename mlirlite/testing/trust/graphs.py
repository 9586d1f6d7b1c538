"""Random models: `random_model(7)` is a graph of a few operators with inputs for it, the same for
the same seed. Each node is tried alone in another engine, and kept if that engine computes it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import helper, numpy_helper

from mlirlite.testing.onnx_suite import without_sizes
from mlirlite.testing.trust.peers import onnxruntime

OPSET = 21
MOST = 4096
"""The most elements of a value."""
_LARGEST = 1e4
"""The largest number in a value: chains of large ones say nothing about errors."""


class Value(NamedTuple):
    """A value of the graph: its name, its array for the given inputs, and whether every engine
    computes exactly this."""

    name: str
    array: np.ndarray[Any, Any]
    exact: bool = True


class RandomModel(NamedTuple):
    """A model with its inputs. The sizes of `fixed` ones say how many dimensions results have."""

    model: onnx.ModelProto
    feeds: dict[str, Any]
    fixed: frozenset[str] = frozenset()

    def symbolic(self) -> onnx.ModelProto:
        """The model in which all other sizes of its inputs are unknown."""
        changed = without_sizes(self.model)
        known = {i.name: i for i in self.model.graph.input}
        for info in changed.graph.input:
            if info.name in self.fixed:
                info.CopyFrom(known[info.name])
        return changed


@dataclass
class Graph:
    """A graph while it grows."""

    seed: int
    values: list[Value] = field(default_factory=list)
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)
    feeds: dict[str, Any] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.numbers = np.random.default_rng(self.seed)

    # What recipes use

    def pick(self, kinds: str = "f", rank: int = 0, exact: bool = False) -> Value | None:
        """A value whose type is of these kinds, of some least rank; newer ones more often."""
        found = [
            v
            for v in self.values
            if v.array.dtype.kind in kinds and v.array.ndim >= rank and (v.exact or not exact)
        ]
        if not found:
            return None
        return found[max(self.rng.randrange(len(found)), self.rng.randrange(len(found)))]

    def some(self, shape: Sequence[int], dtype: Any = np.float32) -> np.ndarray[Any, Any]:
        """Random numbers of a shape and type."""
        dtype = np.dtype(dtype)
        if dtype.kind == "b":
            return self.numbers.integers(0, 2, shape).astype(bool)
        if dtype.kind in "iu":
            low = 0 if dtype.kind == "u" else -9
            return self.numbers.integers(low, 10, shape).astype(dtype)
        found: np.ndarray[Any, Any] = self.numbers.normal(0, 1, shape).astype(dtype)
        return found

    def input(self, array: np.ndarray[Any, Any]) -> Value:
        """A new input of the model."""
        value = Value(f"x{len(self.feeds)}", array)
        self.feeds[value.name] = array
        self.values.append(value)
        return value

    def given(self, array: Any, dtype: Any = np.int64, constant: float = 0.5) -> Value:
        """A value that a node needs: a constant of the model, or an input."""
        array = np.asarray(array, dtype)
        if self.rng.random() >= constant:
            value = self.input(array)
            if array.dtype == np.int64:
                self.values.pop()  # indices and sizes are for this node only
                self.fixed.add(value.name)
            return value
        value = Value(f"c{len(self.constants)}", array)
        self.constants.append(numpy_helper.from_array(array, value.name))
        return value

    def add(
        self,
        op: str,
        inputs: Sequence[Value | None],
        outputs: int = 1,
        exact: bool | None = None,
        **attributes: Any,
    ) -> bool:
        """Add a node if another engine computes it. `exact`: whether its results are exact; None:
        if its inputs are."""
        names = [v.name if v is not None else "" for v in inputs]
        results = [f"v{len(self.nodes)}_{i}" for i in range(outputs)]
        stated = {k: a for k, a in attributes.items() if a != []}
        node = helper.make_node(op, names, results, name=f"n{len(self.nodes)}", **stated)
        feeds = {v.name: v.array for v in inputs if v is not None}
        model = _model([node], feeds, results, [])
        answer = onnxruntime(model)(feeds)
        if not answer.computed or not all(map(_is_good, answer.outputs)):
            return False
        same = all(v.exact for v in inputs if v is not None) if exact is None else exact
        self.nodes.append(node)
        found = zip(results, answer.outputs, strict=True)
        self.values += [Value(n, np.asarray(a), same) for n, a in found]
        return True

    def model(self) -> RandomModel:
        """The whole model, with all unused values as outputs."""
        used = {name for node in self.nodes for name in node.input}
        made = [name for node in self.nodes for name in node.output]
        outputs = [n for n in made if n not in used] or made[-1:]
        feeds = {n: a for n, a in self.feeds.items() if n in used}
        constants = [c for c in self.constants if c.name in used]
        model = _model(self.nodes, feeds, outputs, constants)
        return RandomModel(model, feeds, frozenset(self.fixed & used))


def _is_good(array: Any) -> bool:
    array = np.asarray(array)
    if array.dtype.kind not in "fiub" or array.size > MOST:
        return False
    if array.dtype.kind != "f" or not array.size:
        return True
    return bool(np.isfinite(array).all()) and float(np.abs(array).max()) < _LARGEST


def _model(
    nodes: Sequence[onnx.NodeProto],
    feeds: Mapping[str, np.ndarray[Any, Any]],
    outputs: Sequence[str],
    constants: Sequence[onnx.TensorProto],
) -> onnx.ModelProto:
    inputs = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
        for n, a in feeds.items()
    ]
    results = [onnx.ValueInfoProto(name=n) for n in outputs]
    graph = helper.make_graph(list(nodes), "g", inputs, results, list(constants))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)


def with_every_value(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with every value as an output, in the order of the nodes."""
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    del changed.graph.output[:]
    for node in changed.graph.node:
        changed.graph.output.extend([onnx.ValueInfoProto(name=n) for n in node.output if n])
    return changed
