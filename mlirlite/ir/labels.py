"""Readable names: of an op's node in a model, and of values."""

from __future__ import annotations

from typing import ClassVar

from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.operation import Operation, OpInterface


class GraphNode(OpInterface):
    """Stands for a node of a model's graph. A discardable attribute may hold the node's name, which
    only tells people where the op comes from: equal ops may differ in it."""

    __slots__ = ()
    name_attribute: ClassVar[str]


def node_name(op: Operation) -> str:
    """The name of the node that an op stands for; "" if it has none."""
    name = op.attribute(op.name_attribute) if isinstance(op, GraphNode) else None
    return name.value if isinstance(name, StringAttr) else ""


class NamesMultiples(OpInterface):
    """A number known only at run time; multiples of it are named after it."""

    __slots__ = ()

    def multiple_name(self, factor: int) -> str:
        """The name of a constant times the only result: `c8_vscale`."""
        raise NotImplementedError
