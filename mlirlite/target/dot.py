"""--to-dot: a graph to look at. One box per op with its attributes, constants written into the ops
that read them, types along the edges; functions and regions are frames.

`--view-op-graph` draws every operand, attribute and constant instead, as upstream does."""

from __future__ import annotations

import html
from collections.abc import Iterator

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import StringAttr, SymbolRefAttr
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.labels import GraphNode
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.traits import ConstantLike, Terminator
from mlirlite.ir.types import NONE, ShapedType
from mlirlite.ir.values import Value
from mlirlite.printer import print_attribute

_MOST_ATTRIBUTES = 5
_LONGEST = 30
_PALETTE = (
    "#cfe2f3",
    "#d9ead3",
    "#fff2cc",
    "#f4cccc",
    "#d9d2e9",
    "#fce5cd",
    "#d0e0e3",
    "#ead1dc",
    "#e6e6e6",
)
_HEAD = """\
digraph G {
  rankdir = TB; ranksep = 0.35; nodesep = 0.25; compound = true;
  node [shape = box, style = "rounded,filled", fontname = "Helvetica", fontsize = 11,
        margin = "0.12,0.06", height = 0.3, color = "#5f6b7a", fillcolor = white];
  edge [fontname = "Helvetica", fontsize = 8, fontcolor = "#5f6b7a", color = "#7b8794",
        arrowsize = 0.6];
"""


def to_dot(module: Operation) -> str:
    """The ops of a module as a Graphviz graph."""
    graph = _Graph()
    graph.lines.append(_HEAD.rstrip("\n"))
    stack: list[Iterator[Operation | str]] = [graph.inside(module)]
    while stack:
        item = next(stack[-1], None)
        if item is None:
            stack.pop()
        elif isinstance(item, str):
            graph.lines.append(item)
        else:
            stack.append(graph.op(item))
    return "\n".join([*graph.lines, *graph.edges, "}"]) + "\n"


class _Graph:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.edges: list[str] = []
        self._nodes: dict[Value, str] = {}
        self._constants: dict[Value, str] = {}
        self._colors: dict[str, str] = {}
        self._count = 0

    def inside(self, op: Operation) -> Iterator[Operation | str]:
        """The contents of an op's regions: block arguments as ovals, then the ops."""
        for region in op.regions:
            for block in region:
                for argument in block.args:
                    node = self._node()
                    self._nodes[argument] = node
                    yield (
                        f"  {node} [shape = oval, fillcolor = white, label = "
                        f"<input {argument.index}{_small(_type(argument.type))}>];"
                    )
                yield from block

    def op(self, op: Operation) -> Iterator[Operation | str]:
        """A box, or a frame for an op with regions."""
        if op.has_trait(ConstantLike) and len(op.results) == 1:
            self._constants[op.results[0]] = _constant(op)
            return
        node = self._node()
        if op.regions:
            name = symbol_name(op)
            title = html.escape(f"{op.name} @{name}" if name else op.name)
            yield (
                f'  subgraph cluster_{node} {{ label = "{title}"; fontname = "Helvetica"; '
                'fontsize = 11; color = "#c4ccd6"; style = rounded;'
            )
            if op.operands or op.results:
                yield f"  {node} [label = <<b>{html.escape(op.name)}</b>>];"
            yield from self.inside(op)
            yield "  }"
        elif op.has_trait(Terminator):
            if not op.operands:
                return
            yield f"  {node} [shape = oval, label = <{html.escape(op.name.split('.')[-1])}>];"
        else:
            color = self._colors.setdefault(op.name, _PALETTE[len(self._colors) % len(_PALETTE)])
            yield f'  {node} [fillcolor = "{color}", label = <{self._label(op)}>];'
        self._nodes.update(dict.fromkeys(op.results, node))
        for value in op.operands:
            if value in self._nodes and (not op.regions or value not in self._constants):
                shown = html.escape(_type(value.type))
                self.edges.append(f'  {self._nodes[value]} -> {node} [label = " {shown}"];')

    def _node(self) -> str:
        self._count += 1
        return f"n{self._count}"

    def _label(self, op: Operation) -> str:
        """The name in bold, then constants and attributes in small lines."""
        label = op.name_attribute if isinstance(op, GraphNode) else ""
        name = op.name.partition(".")[2] if label else op.name
        lines = [
            f"{n}: {self._constants[v]}"
            for n, v in enumerate(op.operands)
            if self._constants.get(v)
        ]
        attributes = {**op.properties, **op.attributes}
        shown = []
        for key, attribute in attributes.items():
            if key == label or isinstance(attribute, (Type, ElementsAttr)):
                continue
            if isinstance(attribute, StringAttr) and attribute.value in ("", "NOTSET"):
                continue
            quoted = isinstance(attribute, (StringAttr, SymbolRefAttr))
            text = print_attribute(attribute).strip('"' if quoted else "")
            if not quoted:
                text = text.partition(" : ")[0]
            shown.append(f"{key} {text}"[:_LONGEST])
        lines += shown[:_MOST_ATTRIBUTES]
        return f"<b>{html.escape(name)}</b>" + "".join(map(_small, lines))


def _small(text: str) -> str:
    return f'<br/><font point-size="8" color="#3d4753">{html.escape(text)}</font>' if text else ""


def _type(type: Type) -> str:
    """`1x64x55x55 f32` for tensors and memrefs, else the type's text."""
    text = print_attribute(type)
    if isinstance(type, ShapedType) and "<" in text:
        inner = text[text.index("<") + 1 : -1].partition(",")[0]
        shape, _, element = inner.rpartition("x")
        text = f"{shape} {element}" if shape else inner
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _constant(op: Operation) -> str:
    """A constant as its readers show it: a number, or the type; nothing for a missing value."""
    for attribute in (*op.properties.values(), *op.attributes.values()):
        if isinstance(attribute, DenseElementsAttr) and attribute.type.num_elements == 1:
            return print_attribute(attribute).partition("<")[2].rpartition(">")[0].split(">")[0]
        if not isinstance(attribute, (ElementsAttr, StringAttr)):
            text = print_attribute(attribute).partition(" : ")[0]
            return text if len(text) <= _LONGEST else _type(op.results[0].type)
    return "" if op.results[0].type is NONE else _type(op.results[0].type)
