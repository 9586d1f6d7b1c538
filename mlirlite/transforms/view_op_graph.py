"""--view-op-graph: the IR as a Graphviz graph. Ops are nodes, blocks and ops with regions
are frames, values are edges."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from typing import Any, NamedTuple

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, UnitAttr
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.names import Names
from mlirlite.support.diagnostics import DiagnosticError

_LARGE = 16
"""Arrays with more elements are not shown."""
_ESCAPED = str.maketrans({c: "\\" + c for c in '{|<}>\n"'})


@compiler_pass("view-op-graph")
def view_op_graph(
    op: Operation,
    state: PassState,
    *,
    max_label_len: int = 20,
    print_attrs: bool = True,
    print_control_flow_edges: bool = False,
    print_data_flow_edges: bool = True,
    print_result_types: bool = True,
    svg: str = "",
) -> None:
    """Print Graphviz visualization of an operation.

    max_label_len: texts of attributes and types are cut to this length
    print_attrs: show attributes
    print_control_flow_edges: edges from each op to the next one
    print_data_flow_edges: edges from values to their uses
    print_result_types: show the types of values
    svg: draw the graph into this file instead, with Graphviz's `dot`
    """
    graph = _Graph(op, max_label_len, print_attrs, print_result_types)
    text = graph.text(op, control=print_control_flow_edges, data=print_data_flow_edges)
    if svg:
        _draw(text, svg)
    else:
        state.write(text)


def _draw(text: str, file: str) -> None:
    dot = shutil.which("dot")
    if dot is None:
        raise DiagnosticError(
            f"cannot draw '{file}': there is no 'dot' on the PATH; install Graphviz, or leave "
            "the option 'svg' out to get the graph's text"
        )
    run = subprocess.run(
        [dot, "-Tsvg", "-o", file], input=text, text=True, capture_output=True, check=False
    )
    if run.returncode:
        raise DiagnosticError(f"'dot' cannot draw '{file}': {run.stderr.strip()}")


class _Node(NamedTuple):
    """A node: its number, and that of its frame when it stands for one."""

    number: int
    cluster: int | None = None


class _Graph:
    """Writes one graph. Nodes and frames are numbered together."""

    def __init__(self, op: Operation, longest: int, attributes: bool, types: bool) -> None:
        root = op
        while root.parent_op is not None:
            root = root.parent_op
        self.names = Names(root, PrintingFlags()).values
        self.longest = longest
        self.attributes = attributes
        self.types = types
        kinds = dict.fromkeys(inner.name for inner in op.walk_post_order())
        self.hues = {name: i / len(kinds) for i, name in enumerate(kinds)}
        self.lines: list[str] = []
        self.depth = 1
        self.count = 0
        self.nodes: dict[Value, _Node] = {}
        self.sequence: list[tuple[_Node, _Node]] = []
        self.uses: list[tuple[Value, _Node]] = []

    def text(self, op: Operation, *, control: bool, data: bool) -> str:
        """The whole graph."""
        stack: list[Iterator[Any]] = [self._op(op)]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(inner)
        if control:
            for source, target in self.sequence:
                self._edge(source, target, "dashed")
        if data:
            for value, target in self.uses:
                if value in self.nodes:
                    self._edge(self.nodes[value], target, "solid", value)
        return "\n".join(["digraph G {", "  compound = true;", *self.lines, "}"]) + "\n"

    # Generators yield what comes next inside: deep nests need no deep calls.

    def _op(self, op: Operation, before: list[_Node] | None = None) -> Iterator[Any]:
        """An op; `before` holds the node of the op before it, and then its own."""
        if op.regions:
            node = self._open_frame(self._frame_label(op))
            for region in op.regions:
                for block in region:
                    yield self._block(block)
            self._close_frame()
        else:
            self.count += 1
            node = _Node(self.count)
            self._line(
                f'v{node.number} [fillcolor = "{self.hues[op.name]:f} 0.3 0.95", '
                f'label = "{self._label(op)}", shape = Mrecord, style = filled];'
            )
        self.uses += [(value, node) for value in op.operands]
        self.nodes.update(dict.fromkeys(op.results, node))
        if before is not None:
            if before:
                self.sequence.append((before.pop(), node))
            before.append(node)

    def _block(self, block: Block) -> Iterator[Any]:
        self._open_frame("")
        for argument in block.args:
            self.count += 1
            self.nodes[argument] = _Node(self.count)
            self._line(
                f'v{self.count} [label = "{self._port("res", argument, self.types)}", '
                "shape = Mrecord];"
            )
        before: list[_Node] = []
        for op in block:
            yield self._op(op, before)
        self._close_frame()

    # Lines

    def _line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def _open_frame(self, label: str) -> _Node:
        """Begin a frame; it contains an empty node, where edges to the frame end."""
        node = _Node(self.count + 2, self.count + 1)
        self.count += 2
        self._line(f"subgraph cluster_{node.cluster} {{")
        self.depth += 1
        self._line(f'v{node.number} [label = " ", shape = plain];')
        self._line(f'label = "{label}";')
        return node

    def _close_frame(self) -> None:
        self.depth -= 1
        self._line("}")

    def _edge(self, source: _Node, target: _Node, style: str, value: Value | None = None) -> None:
        start, end = f"v{source.number}", f"v{target.number}"
        marks = []
        if target.cluster is not None:
            marks.append(f"lhead = cluster_{target.cluster}")
        elif value is not None:
            end += f":arg_{self._name(value)}:n"
        if source.cluster is not None:
            marks.append(f"ltail = cluster_{source.cluster}")
        elif value is not None:
            start += f":res_{self._name(value)}:s"
        marks.append(f"style = {style}")
        self._line(f"{start} -> {end}[{', '.join(marks)}];")

    # Labels

    def _name(self, value: Value) -> str:
        return self.names[value][1:].replace("#", "_")

    def _port(self, kind: str, value: Value, typed: bool) -> str:
        text = f"<{kind}_{self._name(value)}> {self.names[value]}"
        return f"{text} {self._cut(str(value.type))}" if typed else text

    def _label(self, op: Operation) -> str:
        """A record: operands above, name and attributes, results below."""
        parts = [f"{op.name}\\l{self._attributes(op)}"]
        if op.operands:
            ports = "|".join([self._port("arg", v, False) for v in op.operands])
            parts.insert(0, f"{{{ports}}}")
        if op.results:
            ports = "|".join([self._port("res", v, self.types) for v in op.results])
            parts.append(f"{{{ports}}}")
        return f"{{{'|'.join(parts)}}}"

    def _frame_label(self, op: Operation) -> str:
        text = op.name
        if self.types:
            text += f" : ({', '.join([self._cut(str(t)) for t in op.result_types])})"
        if self.attributes:
            text += "\\l" + self._attributes(op)[2:]
        return text

    def _attributes(self, op: Operation) -> str:
        """`\\lname: value\\l…`, nothing without attributes."""
        found = {**op.properties, **op.attributes}
        if not self.attributes or not found:
            return ""
        lines = [f"{name}: {self._attribute(found[name])}\\l" for name in sorted(found)]
        return "\\l" + "".join(lines)

    def _attribute(self, attribute: Attribute) -> str:
        if isinstance(attribute, DenseElementsAttr) and attribute.is_splat:
            return str(attribute).translate(_ESCAPED)
        if isinstance(attribute, ElementsAttr) and attribute.type.num_elements > _LARGE:
            rank = len(attribute.type.shape)
            return f"{'[' * rank}...{']' * rank} : {self._cut(str(attribute.type))}"
        if isinstance(attribute, ArrayAttr) and len(attribute) > _LARGE:
            return "[...]"
        return self._cut("unit" if isinstance(attribute, UnitAttr) else str(attribute))

    def _cut(self, text: str) -> str:
        longest = self.longest
        shown = text if len(text) <= longest else text[:longest] + "..."
        return shown.translate(_ESCAPED)
