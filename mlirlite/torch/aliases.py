"""Results that share memory: of a tensor and its views that a graph returns, code computes the
tensor, and torch takes the views of it after the run, as eager does."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import Graph, GraphModule, Node

from mlirlite.torch.arguments import is_spread, leaves

_VIEWS = ("aten._unsafe_view.default",)
"""Ops that return views without saying so in their schemas."""


@dataclass(frozen=True)
class Aliases:
    """A graph without the views at its end, and these views."""

    graph: GraphModule
    """What is to be computed: it returns tensors that are no views, and sizes that views need."""
    views: GraphModule
    """The results of the whole graph, from those of `graph` and the inputs at `places`."""
    places: tuple[int, ...]

    def call(self, computed: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        """The whole graph as a function of a list of its inputs, which is emptied. `computed` is
        the function of `graph`."""
        views, places = self.views.forward, self.places

        def whole(args: list[Any]) -> Any:
            held = [args[i] for i in places]
            return views(*computed(args), *held)

        made: Any = whole
        made._boxed_call = True  # AOTAutograd asks for it
        return whole


def split_aliases(graph: GraphModule) -> Aliases | None:
    """A graph in two, if results share memory with each other, with inputs, or within themselves;
    None for other graphs. The graph given stays as it is."""
    [output] = graph.graph.find_nodes(op="output")
    results = leaves(output.args[0])
    chains = {n: _chain(n) for n in results if isinstance(n, Node) and _is_tensor(n)}
    counts = Counter(chains[n][0] for n in results if n in chains)
    taken = {n: chain for n, chain in chains.items() if _is_taken(n, chain, counts)}
    if not taken:
        return None
    views = {step for chain in taken.values() for step in chain[1:]}
    needed = [chain[0] for chain in taken.values()]
    needed += [n for step in views for n in step.all_input_nodes if n not in views]
    needed += [n for n in results if isinstance(n, Node) and n not in taken]
    inputs = graph.graph.find_nodes(op="placeholder")
    held = [n for n in inputs if n in needed]
    computed = [n for n in graph.graph.nodes if n in needed and n.op != "placeholder"]
    return Aliases(
        _without(graph, views, computed),
        _only(graph, views, [*computed, *held], results),
        tuple(inputs.index(n) for n in held),
    )


def _chain(node: Node) -> list[Node]:
    """The views that lead to a tensor, from the tensor whose memory it is."""
    chain = [node]
    while (steps := _viewed(chain[0])) is not None:
        chain[:1] = steps + chain[:1]
    return chain


def _viewed(node: Node) -> list[Node] | None:
    """What a tensor is a view of, and the op with several results between, if there is one; None
    where it is no view."""
    made = [node]
    if node.target is operator.getitem and isinstance(node.args[0], Node):
        made = [node.args[0]]
    op = made[0].target
    if made[0].op != "call_function" or not _is_view(op):
        return None
    sources = [n for n in made[0].all_input_nodes if _is_tensor(n)]
    if len(sources) != 1 or _storage(sources[0]) != _storage(node):
        return None
    return [*sources, *(n for n in made if n is not node)]


def _is_view(target: Any) -> bool:
    if not isinstance(target, torch._ops.OpOverload) or target.namespace not in ("aten", "prims"):
        return False
    schema = target._schema
    shares = any(a.alias_info is not None for a in schema.arguments)
    return (shares and not schema.is_mutable) or str(target) in _VIEWS


def _is_taken(node: Node, chain: Sequence[Node], counts: Counter[Node]) -> bool:
    """Whether a result is had from its source after the run: several results have the source, or
    it is an input, or code cannot lay out the result."""
    source = chain[0]
    if source.op == "placeholder":
        return True
    if source.op == "get_attr" or not _is_laid_out(source):
        return False
    return counts[source] > 1 or not _is_laid_out(node)


def _is_laid_out(node: Node) -> bool:
    """Whether code makes a tensor with torch's strides: not where elements share memory, or where
    there are gaps that the run tells."""
    fake = node.meta["val"]
    return not is_spread(fake) or all(isinstance(s, int) and s for s in fake.stride())


def _is_tensor(node: Node) -> bool:
    """Whether a node makes a tensor with strides."""
    fake = node.meta.get("val")
    return isinstance(fake, torch.Tensor) and fake.layout is torch.strided


def _storage(node: Node) -> int:
    address: int = node.meta["val"].untyped_storage()._cdata
    return address


def _without(graph: GraphModule, views: set[Node], results: Sequence[Node]) -> GraphModule:
    """The graph with other results, without views that nothing else needs."""
    made, new = Graph(), dict[Node, Node]()
    for node in graph.graph.nodes:
        if node.op != "output":
            new[node] = made.node_copy(node, lambda n: new[n])
    made.output(tuple(new[n] for n in results))
    for node in reversed(graph.graph.nodes):
        if node in views and not new[node].users:
            made.erase_node(new[node])
    return GraphModule(graph, made)


def _only(
    graph: GraphModule, views: set[Node], given: Sequence[Node], results: Sequence[Any]
) -> GraphModule:
    """Views as a graph of its own."""
    made = Graph()
    new = {node: made.placeholder(node.name) for node in given}
    for node in graph.graph.nodes:
        if node in views:
            new[node] = made.node_copy(node, lambda n: new[n])
    made.output(tuple(new[n] if isinstance(n, Node) else n for n in results))
    return GraphModule(graph, made)
