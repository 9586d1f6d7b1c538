"""Names while a graph is imported: the value of each, and the settings for its nodes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from mlirlite.dialects import onnx
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.block import Block
from mlirlite.ir.values import Value
from mlirlite.target.onnx.protobuf import Message


class Scope:
    """The values of one graph by name, and the block where its ops go."""

    def __init__(
        self, block: Block, outer: Scope | None = None, *, conditional: bool = False
    ) -> None:
        self.block = block
        self.outer = outer
        self.conditional: bool = conditional or (outer is not None and outer.conditional)
        self.values: dict[str, Value] = {}
        self.declared: dict[str, Type] = {}
        self.nodes: Sequence[Message] = ()
        self._nothing: Value | None = None

    def chain(self) -> Iterator[Scope]:
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def find(self, name: str) -> Value | None:
        """The value of a name."""
        return next((s.values[name] for s in self.chain() if name in s.values), None)

    def nothing(self) -> Value:
        """A value of type none."""
        if self._nothing is None:
            op = onnx.NoValueOp(value=UnitAttr())
            self.block.append(op)
            self._nothing = op.results[0]
        return self._nothing


class Body:
    """Settings for the nodes of a graph or of a model's function: opsets; for a function also the
    attributes of the call, which its nodes may refer to, and the call's name."""

    def __init__(
        self, opsets: dict[str, int], call: dict[str, Message] | None = None, name: str = ""
    ) -> None:
        self.opsets = opsets
        self.call = call
        self.name = name

    def attributes(self, node: Message) -> dict[str, Message]:
        """The node's attributes by name, references to the call's resolved. ValueError if a name
        occurs twice."""
        given: dict[str, Message] = {}
        for attribute in node.attribute:
            if attribute.name in given:
                raise ValueError(f"has two attributes '{attribute.name}'")
            if not attribute.ref_attr_name:
                given[attribute.name] = attribute
            elif self.call is not None and attribute.ref_attr_name in self.call:
                given[attribute.name] = self.call[attribute.ref_attr_name]
        return given


def plain_domain(domain: str) -> str:
    """The domain as in the schemas: ai.onnx is the empty one."""
    return "" if domain == "ai.onnx" else domain


def opsets_of(imports: Sequence[Message]) -> dict[str, int]:
    """Domain -> version."""
    return {plain_domain(o.domain): o.version for o in imports}


def initializer_names(graph: Message) -> set[str]:
    """The names of a graph's initializers."""
    stored = {t.name for t in graph.initializer}
    return stored | {t.values.name for t in graph.sparse_initializer}


def without_initializers(graph: Message, given: Collection[str] = ()) -> list[Message]:
    """The inputs without initializer; before version 4 of the format, weights were inputs too.
    `given` are initializers that the caller replaces: defaults of inputs."""
    stored = initializer_names(graph).difference(given)
    return [i for i in graph.input if i.name not in stored]


def used_names(graph: Message) -> set[str]:
    """Names that a graph, or a subgraph in it, reads."""
    used: set[str] = set()
    todo = [graph]
    while todo:
        graph = todo.pop()
        used.update(o.name for o in graph.output)
        for node in graph.node:
            used.update(node.input)
            todo += [a.g for a in node.attribute if a.has("g")]
    return used
