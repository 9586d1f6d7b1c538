"""What goes in and out of compiled graphs, and how tensors lie in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import GraphModule, Node


@dataclass
class Argument:
    """An input or output of the compiled function."""

    kind: str
    """`tensor`, `size` (an integer), or `fixed` (a value that is known)."""
    fake: Any = None
    """The fake tensor, or the fixed value."""
    order: tuple[int, ...] | None = None
    """The order of dimensions in which the memory is contiguous; None for the usual one."""


def notes_on(inputs: Sequence[Argument], outputs: Sequence[Argument]) -> Any:
    """What a graph does not say of its arguments, in terms of JSON."""
    return [[(a.kind, a.order) for a in each] for each in (inputs, outputs)]


def noted(graph: GraphModule, notes: Any) -> tuple[list[Argument], list[Argument]]:
    """The inputs and outputs of a graph with such notes."""
    given = [n.meta.get("val") for n in graph.graph.find_nodes(op="placeholder")]
    [output] = graph.graph.find_nodes(op="output")
    made = [n.meta.get("val") if isinstance(n, Node) else n for n in leaves(output.args[0])]
    inputs, outputs = (
        [
            Argument(kind, fake, None if order is None else tuple(order))
            for (kind, order), fake in zip(each, fakes, strict=True)
        ]
        for each, fakes in zip(notes, (given, made), strict=True)
    )
    for argument in outputs:
        if argument.kind == "fixed" and isinstance(argument.fake, torch.Tensor):
            argument.fake = None  # a token
    return inputs, outputs


def leaves(tree: Any) -> list[Any]:
    """What lists and tuples hold in the end."""
    if isinstance(tree, (tuple, list)):
        return [leaf for branch in tree for leaf in leaves(branch)]
    return [tree]


PARTS = {torch.complex64: torch.float32, torch.complex128: torch.float64}
"""The types of the parts of complex numbers."""


def order_of(fake: Any) -> tuple[int, ...] | None:
    """The order of dimensions in which a dense tensor's memory is contiguous; None for the usual
    order, and for tensors that are not dense."""
    strides, shape = _hints(fake.stride()), _hints(fake.shape)
    if 0 in shape or strides == contiguous_strides(shape):
        return None
    order = sorted(range(len(shape)), key=lambda d: (-strides[d], shape[d] == 1))
    step = 1
    for d in reversed(order):
        if shape[d] != 1 and strides[d] != step:
            return None
        step *= shape[d]
    return None if order == list(range(len(shape))) else tuple(order)


def is_spread(fake: Any) -> bool:
    """Whether a tensor's memory has gaps, or elements in common."""
    strides, shape = _hints(fake.stride()), _hints(fake.shape)
    if 0 in shape or order_of(fake) is not None:
        return False
    usual = contiguous_strides(shape)
    return any(n != 1 and s != u for n, s, u in zip(shape, strides, usual, strict=True))


def contiguous_strides(shape: Sequence[int]) -> list[int]:
    """The strides of a contiguous tensor."""
    steps = [1]
    for n in reversed(shape[1:]):
        steps.insert(0, steps[0] * max(n, 1))
    return steps[: len(shape)]


def _hints(sizes: Sequence[Any]) -> list[int]:
    """Sizes, those that are known at run time only as at the first call: comparing such a size
    itself would bind the graph to the outcome."""
    return [n if isinstance(n, int) else int(n.node.hint or 2) for n in sizes]
