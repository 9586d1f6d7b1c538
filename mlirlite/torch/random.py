"""Random numbers of a graph, drawn by torch's generator in the order in which eager draws them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

_DROPOUT = torch.ops.aten.native_dropout.default


def is_random(target: Any) -> bool:
    """Whether an op of torch draws numbers."""
    return torch.Tag.nondeterministic_seeded in getattr(target, "tags", ())


def drawn(sizes: Sequence[int], p: float) -> torch.Tensor:
    """A mask whose elements are True with probability `p`."""
    return torch.empty(list(sizes), dtype=torch.bool).bernoulli_(p)


def draw_first(graph: GraphModule) -> None:
    """Dropout becomes a product with a mask that is drawn before anything is computed: the rest
    needs not be split, and the order of the draws is eager's. A graph in which other ops draw
    numbers, and dropout of sizes that are known at run time only, stay as they are."""
    nodes = [n for n in graph.graph.nodes if n.op == "call_function" and is_random(n.target)]
    if not nodes or not all(map(_is_dropout, nodes)):
        return
    first = next(n for n in graph.graph.nodes if n.op not in ("placeholder", "get_attr"))
    with graph.graph.inserting_before(first):
        masks = [_mask(graph, node) for node in nodes]
    for node, mask in zip(nodes, masks, strict=True):
        x, p = node.args[0], node.args[1]
        with graph.graph.inserting_before(node):
            fake = node.meta["val"][0]
            kept = _call(graph, torch.ops.aten.mul.Tensor, (x, mask), fake, node)
            scale = 1.0 / (1.0 - p) if p != 1.0 else 0.0
            scaled = _call(graph, torch.ops.aten.mul.Tensor, (kept, scale), fake, node)
        for user in list(node.users):
            user.replace_all_uses_with((scaled, mask)[user.args[1]])
            graph.graph.erase_node(user)
        graph.graph.erase_node(node)
    graph.recompile()


def _is_dropout(node: Node) -> bool:
    """Whether it is a dropout of known sizes, in training, whose results are taken apart."""
    if node.target is not _DROPOUT or len(node.args) < 3 or node.args[2] is False:
        return False
    fakes = node.meta.get("val")
    known = isinstance(fakes, (tuple, list)) and all(isinstance(n, int) for n in fakes[0].shape)
    return known and all(user.target is operator.getitem for user in node.users)


def _mask(graph: GraphModule, node: Node) -> Node:
    fake = node.meta["val"][1]
    return _call(graph, drawn, (tuple(fake.shape), 1.0 - node.args[1]), fake, node)


def _call(graph: GraphModule, target: Any, args: tuple[Any, ...], fake: Any, like: Node) -> Node:
    made = graph.graph.call_function(target, args)
    made.meta |= {"val": fake, "stack_trace": like.meta.get("stack_trace")}
    return made
