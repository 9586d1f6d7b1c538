"""Random numbers of a graph, drawn by torch's generator in the order in which eager draws them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node, Proxy
from torch.fx.experimental.symbolic_shapes import free_symbols
from torch.utils._sympy.interp import sympy_interp
from torch.utils._sympy.reference import PythonReferenceAnalysis

from mlirlite.torch.arguments import order_of
from mlirlite.torch.sizes import expression, symbols_of

_ATEN = torch.ops.aten
_DROPOUT = _ATEN.native_dropout.default
_FILLED = (
    "bernoulli.p", "cauchy", "exponential", "geometric", "log_normal", "normal_functional",
    "rand_like", "randint_like", "randn_like", "random", "uniform",
)  # fmt: skip
"""Ops that fill a tensor with numbers, whatever its elements were."""
_STATES = ("run_and_save_rng_state", "run_with_rng_state")
"""Calls of ops in a state of the generator."""


def is_random(target: Any) -> bool:
    """Whether an op of torch draws numbers."""
    if torch.Tag.nondeterministic_seeded in getattr(target, "tags", ()):
        return True
    return getattr(target, "__name__", "") in _STATES or _fills(target)


def is_drawn(target: Any) -> bool:
    """Whether a call draws numbers, as an op or as `draw_first` has made it."""
    return target is drawn or is_random(target)


def drawn(
    target: Any,
    sizes: Sequence[int],
    order: Sequence[int],
    dtype: torch.dtype,
    args: Any,
    kwargs: Any,
) -> torch.Tensor:
    """What an op draws for a tensor of these sizes, and this order of dimensions in memory."""
    like = torch.empty_permuted(list(sizes), list(order), dtype=dtype)
    made: torch.Tensor = target(like, *args, **kwargs)
    return made


def draw_first(graph: GraphModule) -> None:
    """Ops that draw numbers for a tensor's sizes, whatever it holds, become calls that need the
    sizes of inputs only, and can come before all that is computed. Dropout becomes a product with
    a mask. Ops whose numbers depend on elements stay."""
    nodes = [n for n in graph.graph.nodes if n.op == "call_function" and is_random(n.target)]
    if not nodes:
        return
    sizes = _symbols(graph)
    for node in nodes:
        with graph.graph.inserting_before(node):
            if _is_dropout(node):
                _masked(graph, node, sizes)
            elif _fills(node.target):
                fake = node.meta["val"]
                made = _drawn(graph, node, node.target, fake, fake, node.args[1:], sizes)
                if made is not None:
                    node.replace_all_uses_with(made)
                    graph.graph.erase_node(node)
    graph.recompile()


def _fills(target: Any) -> bool:
    if getattr(target, "namespace", "") != "aten":
        return False
    name = str(target).partition(".")[2]
    return name in _FILLED or name.partition(".")[0] in _FILLED


def _is_dropout(node: Node) -> bool:
    """Whether it is a dropout in training, whose results are taken apart."""
    if node.target is not _DROPOUT or len(node.args) < 3 or node.args[2] is False:
        return False
    return all(user.target is operator.getitem for user in node.users)


def _masked(graph: GraphModule, node: Node, sizes: dict[Any, Node]) -> None:
    x, p = node.args[0], node.args[1]
    fake, kept = node.meta["val"]
    mask = _drawn(graph, node, _ATEN.bernoulli_.float, kept, x.meta["val"], (1.0 - p,), sizes)
    if mask is None:
        return
    product = _call(graph, _ATEN.mul.Tensor, (x, mask), fake, node)
    scale = 1.0 / (1.0 - p) if p != 1.0 else 0.0
    scaled = _call(graph, _ATEN.mul.Tensor, (product, scale), fake, node)
    for user in list(node.users):
        user.replace_all_uses_with((scaled, mask)[user.args[1]])
        graph.graph.erase_node(user)
    graph.graph.erase_node(node)


def _drawn(
    graph: GraphModule,
    node: Node,
    target: Any,
    fake: Any,
    like: Any,
    args: Any,
    sizes: dict[Any, Node],
) -> Node | None:
    """The call that draws `fake`, in the order of memory of `like`; None where an argument or a
    size is computed in the graph."""
    given = (*args, *node.kwargs.values())
    missing = free_symbols(tuple(fake.shape)) - sizes.keys()
    if missing or any(isinstance(a, Node) for a in given):
        return None
    shape = tuple(n if isinstance(n, int) else _size(expression(n), sizes) for n in fake.shape)
    order = order_of(like) or tuple(range(len(shape)))
    every = (target, shape, order, fake.dtype, tuple(args), dict(node.kwargs))
    return _call(graph, drawn, every, fake, node)


def _size(size: Any, symbols: dict[Any, Node]) -> Node:
    """A node that computes a size."""
    proxies = {symbol: Proxy(node) for symbol, node in symbols.items()}
    made: Any = sympy_interp(PythonReferenceAnalysis, proxies, size)
    node: Node = made.node
    return node


def _symbols(graph: GraphModule) -> dict[Any, Node]:
    """Nodes that have the values of the symbols of sizes."""
    found: dict[Any, Node] = {}
    inputs = graph.graph.find_nodes(op="placeholder")
    first = next(n for n in graph.graph.nodes if n.op not in ("placeholder", "get_attr"))
    for node in inputs:
        val = node.meta.get("val")
        if isinstance(val, torch.SymInt):
            found |= {symbol: node for _, symbol in symbols_of([val])}
    for node in inputs:
        val = node.meta.get("val")
        for index, symbol in symbols_of(val.shape if isinstance(val, torch.Tensor) else ()):
            if symbol not in found:
                with graph.graph.inserting_before(first):
                    made = _call(graph, _ATEN.sym_size.int, (node, index), val.shape[index], node)
                found[symbol] = made
    return found


def _call(graph: GraphModule, target: Any, args: tuple[Any, ...], fake: Any, like: Node) -> Node:
    made = graph.graph.call_function(target, args)
    made.meta |= {"val": fake, "stack_trace": like.meta.get("stack_trace")}
    return made
