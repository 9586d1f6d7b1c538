"""A graph in parts: what is compiled, and between that what torch computes."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import Graph, GraphModule, Node
from torch.fx.experimental.symbolic_shapes import free_symbols

from mlirlite.torch.random import is_drawn
from mlirlite.torch.sizes import symbols_of


@dataclass(frozen=True)
class Part:
    """Nodes that are run together, as a graph."""

    graph: GraphModule
    compiled: bool
    """Whether it is to be compiled; else torch runs it."""
    inputs: tuple[Node, ...]
    outputs: tuple[Node, ...]


def split(graph: GraphModule, refused: Collection[Node]) -> list[Part]:
    """The parts in the order in which they run: what needs no refused node, then the refused nodes
    that need no others, and so on. So parts are as few as the graph allows, and random numbers are
    drawn in the graph's order."""
    levels = _levels(graph, refused)
    members: dict[int, list[Node]] = defaultdict(list)
    for node, level in levels.items():
        if node.op != "placeholder":
            members[level].append(node)
    return [_part(graph, members[level], level % 2 == 1) for level in sorted(members)]


def _levels(graph: GraphModule, refused: Collection[Node]) -> dict[Node, int]:
    """When a node is run: at odd levels it is compiled, at even ones torch's. Nodes of one level
    keep their order."""
    levels: dict[Node, int] = {}
    least = drawn = 0
    for node in graph.graph.nodes:
        if node.op in ("get_attr", "output"):
            continue  # an attribute is in each part that needs it
        level = max([least, *(levels[n] for n in node.all_input_nodes if n in levels)])
        if node.op != "placeholder" and not _is_free(node):
            if node not in refused and _has_results(node):
                level |= 1
            elif _changes_arguments(node):  # what reads them stays before or after it
                least = level = _even(max([level, *levels.values()]))
            else:
                level = _even(level)
                if is_drawn(node.target) or node.is_impure():
                    drawn = level = max(level, drawn)
        levels[node] = level
    return levels


def _even(level: int) -> int:
    return level + level % 2


def _is_free(node: Node) -> bool:
    """Whether a node takes results apart or computes a size, which any part can."""
    size = isinstance(node.meta.get("val"), (torch.SymInt, torch.SymFloat, torch.SymBool, int))
    return node.target is operator.getitem or size


def _has_results(node: Node) -> bool:
    return node.op == "call_function" and isinstance(
        node.meta.get("val"), (torch.Tensor, tuple, list)
    )


def _changes_arguments(node: Node) -> bool:
    schema = getattr(node.target, "_schema", None)
    return schema is not None and schema.is_mutable


def _part(graph: GraphModule, nodes: Sequence[Node], compiled: bool) -> Part:
    own = set(nodes)
    inputs = _unique(n for node in nodes for n in node.all_input_nodes if n not in own)
    outputs = [n for n in nodes if any(user not in own for user in n.users)]
    given = [n for n in inputs if n.op != "get_attr"]
    if compiled:
        given = _unique([*given, *_sizes(graph, [*given, *nodes])])
    made, new = Graph(), dict[Node, Node]()
    for node in given:
        new[node] = made.placeholder(node.name)
        new[node].meta = dict(node.meta)
    for node in (*(n for n in inputs if n.op == "get_attr"), *nodes):
        new[node] = made.node_copy(node, lambda n: new[n])
    made.output(tuple(new[n] for n in outputs))
    return Part(GraphModule(graph, made), compiled, tuple(given), tuple(outputs))


def _sizes(graph: GraphModule, nodes: Sequence[Node]) -> list[Node]:
    """The inputs of the graph that have the sizes which nodes mention."""
    vals = [n.meta.get("val") for n in nodes]
    wanted = {s for val in _flat(vals) for s in free_symbols(val)}
    found = {}
    for node in graph.graph.find_nodes(op="placeholder"):
        val = node.meta.get("val")
        for _, symbol in symbols_of([val] if isinstance(val, torch.SymInt) else _shape(val)):
            if symbol in wanted and (symbol not in found or isinstance(val, torch.SymInt)):
                found[symbol] = node
    return list(found.values())


def _shape(val: Any) -> Sequence[Any]:
    return val.shape if isinstance(val, torch.Tensor) else ()


def _flat(tree: Any) -> list[Any]:
    leaves = torch.utils._pytree.tree_leaves(tree)
    return [v for v in leaves if isinstance(v, (torch.Tensor, torch.SymInt))]


def _unique(nodes: Iterable[Node]) -> list[Node]:
    return list(dict.fromkeys(nodes))


class InParts:
    """The whole graph as a function of a list of its inputs, which is emptied; a value is dropped
    after its last use. `calls` are the functions of the parts."""

    def __init__(
        self, graph: GraphModule, parts: Sequence[Part], calls: Sequence[Callable[..., Any]]
    ) -> None:
        self._boxed_call = True
        self._inputs = graph.graph.find_nodes(op="placeholder")
        [output] = graph.graph.find_nodes(op="output")
        self._results = output.args[0]
        kept = set(output.all_input_nodes)
        self._steps: list[Any] = []
        for part, call in reversed(list(zip(parts, calls, strict=True))):
            last = [n for n in _unique([*part.inputs, *part.outputs]) if n not in kept]
            kept.update(last)
            self._steps.insert(0, (call, part.inputs, part.outputs, last))
        self._attributes = {
            n: operator.attrgetter(str(n.target))(graph)
            for n in output.all_input_nodes
            if n.op == "get_attr"
        }

    def __call__(self, args: list[Any]) -> Any:
        values = dict(zip(self._inputs, args, strict=True)) | self._attributes
        args.clear()
        for call, inputs, outputs, last in self._steps:
            values.update(zip(outputs, call([values[n] for n in inputs]), strict=True))
            for node in last:
                del values[node]
        return torch.fx.node.map_arg(self._results, values.__getitem__)
