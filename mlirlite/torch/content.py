"""The content of a graph, by which its code is kept: two graphs of equal contents become the same
code."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Mapping
from typing import Any

import torch
from torch.fx import GraphModule, Node

_PLAIN = (
    bool,
    int,
    float,
    complex,
    str,
    type(None),
    type(...),
    torch.dtype,
    torch.device,
    torch.layout,
    torch.memory_format,
)
"""Arguments whose text says all of them."""


class NoContent(Exception):
    """Raised for a part of a graph whose content has no text."""


def content_of(graph: GraphModule, weights: Mapping[int, torch.Tensor]) -> str | None:
    """A hash of all that an import reads of a graph, with the inputs that are constants, by their
    places. None where something has no text: sizes that are known at run time only, about which
    the import may ask what the guards of the graph then depend on; graphs inside of graphs; ops
    of others."""
    digest = hashlib.sha256(torch.__version__.encode())
    position = 0
    try:
        for node in graph.graph.nodes:
            digest.update(_text(node).encode())
            if node.op == "placeholder":
                if position in weights:
                    _add_elements(digest, weights[position])
                position += 1
            elif node.op == "get_attr":
                _add_elements(digest, operator.attrgetter(str(node.target))(graph))
    except NoContent:
        return None
    return digest.hexdigest()


def _text(node: Node) -> str:
    """A node with what torch says about its result, and the user's line."""
    if node.op == "call_function":
        target = _target(node.target)
    elif node.op in ("placeholder", "get_attr", "output"):
        target = str(node.target)
    else:
        raise NoContent
    parts = [node.op, node.name, target, *map(argument_text, (node.args, node.kwargs))]
    parts += [argument_text(node.meta.get("val")), node.meta.get("stack_trace") or ""]
    return repr(parts)


def _target(target: Any) -> str:
    """The name of an op of torch."""
    if target is operator.getitem:
        return "getitem"
    ordered = target is torch.ops.higher_order.with_effects
    known = isinstance(target, torch._ops.OpOverload) and target.namespace in ("aten", "prims")
    if ordered or known:
        return str(target)
    raise NoContent


def argument_text(value: Any) -> str:
    """An argument of a node. NoContent for classes that are not known."""
    if isinstance(value, Node):
        return f"%{value.name}"
    if isinstance(value, torch._ops.OpOverload):
        return _target(value)
    if isinstance(value, torch.Tensor):
        return _tensor(value)
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(map(argument_text, value))})"
    if isinstance(value, dict):
        return f"dict{argument_text([*value.items()])}"
    if isinstance(value, slice):
        return f"slice{argument_text((value.start, value.stop, value.step))}"
    if type(value) in _PLAIN:
        return repr(value)
    raise NoContent


def _tensor(fake: torch.Tensor) -> str:
    """Type, sizes and strides of a (fake) tensor."""
    if fake.layout is not torch.strided:
        raise NoContent
    sizes = argument_text([*fake.shape, *fake.stride()])
    return f"{fake.dtype} on {fake.device}: {sizes}, {fake.is_conj()} {fake.is_neg()}"


def _add_elements(digest: Any, found: Any) -> None:
    """Add a constant."""
    if not isinstance(found, torch.Tensor) or found.layout is not torch.strided:
        raise NoContent
    if found.device.type != "cpu":
        raise NoContent
    plain = found.detach().resolve_conj().resolve_neg().contiguous()
    digest.update(f"{plain.dtype} {tuple(plain.shape)}".encode())
    if plain.numel():
        digest.update(plain.reshape(-1).view(torch.uint8).numpy())
