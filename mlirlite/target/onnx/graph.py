"""The nodes of graphs, subgraphs and functions -> onnx ops in blocks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx import schemas
from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.crash import crash_at
from mlirlite.ir.dense import ElementsAttr, SparseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import RankedTensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.limits import CALL_DEPTH, GRAPH_DEPTH
from mlirlite.support.steps import Steps
from mlirlite.target.onnx.attributes import import_attributes
from mlirlite.target.onnx.claims import Contradiction, without_shape
from mlirlite.target.onnx.functions import check_expansion, function_body, is_lowered_whole
from mlirlite.target.onnx.gradient import gradient
from mlirlite.target.onnx.nodes import NodeImporter, is_contributed
from mlirlite.target.onnx.protobuf import MalformedProtobuf, Message
from mlirlite.target.onnx.scope import (
    Body,
    Scope,
    opsets_of,
    plain_domain,
    used_names,
    without_initializers,
)
from mlirlite.target.onnx.tensors import TensorReader
from mlirlite.target.onnx.types import argument_types, import_type, sharpen
from mlirlite.target.onnx.upgrade import op_of_node


class GraphImporter(NodeImporter):
    """Imports the graphs of one model. Functions that follow the nesting are generators (`Steps`)
    that yield their calls, so that no model is too deep for Python."""

    def __init__(
        self,
        model: Message,
        name: str,
        tensors: TensorReader,
        expand: Collection[str],
        given: Collection[str] = (),
    ) -> None:
        super().__init__(model, name, tensors)
        self.expand = expand
        self.given = given
        self.calls: dict[Message, None] = {}
        self.depth = 0

    # Graphs

    def graph(
        self,
        graph: Message,
        scope: Scope,
        body: Body,
        argument_types: Sequence[Type | None] | None = None,
    ) -> Steps[list[Value]]:
        """Fill the scope's block and return the outputs. `argument_types` are the types of a
        subgraph's inputs as known from outside; those of the main graph are as declared."""
        for info in (*graph.value_info, *graph.output):
            type = self._type_of(info)
            if type is not None:
                scope.declared[info.name] = type
        given = self.given if argument_types is None else ()
        self._initializers(graph, scope, given)
        for index, info in enumerate(without_initializers(graph, given)):
            declared = self._type_of(info)
            type = declared
            if argument_types is not None:
                outside = argument_types[index] if index < len(argument_types) else None
                type = _entry_type(declared, outside)
            if type is None:
                raise self.fail(f"input '{info.name}' of graph '{graph.name}' has no type")
            argument = scope.block.add_argument(type, self.file)
            self.bind(scope, info.name, argument, graph.name)
            self._claim_input(argument, info.name, declared, graph)
        scope.nodes = graph.node
        for node in graph.node:
            yield self.node(node, scope, body)
        return [self._output(info.name, graph, scope) for info in graph.output]

    def _claim_input(
        self, argument: Value, name: str, declared: Type | None, graph: Message
    ) -> None:
        try:
            self.claims.add(argument, name, declared)
        except Contradiction:
            raise self.fail(
                f"input '{name}' of graph '{graph.name}' gets '{argument.type}', but the model "
                f"says '{declared}'",
                graph.name,
            ) from None

    def _type_of(self, info: Message) -> Type | None:
        try:
            return import_type(info.type)
        except ValueError as e:
            raise self.fail(f"value '{info.name}' {e}", info.name) from None

    def _output(self, name: str, graph: Message, scope: Scope) -> Value:
        value = scope.find(name)
        if value is None:
            near = did_you_mean(name, scope.values)
            raise self.fail(
                f"nothing makes the output '{name}' of graph '{graph.name}'{near}", graph.name
            )
        return value

    def _initializers(self, graph: Message, scope: Scope, given: Collection[str]) -> None:
        if not graph.initializer and not graph.sparse_initializer:
            return
        used = used_names(graph).difference(given)
        for tensor in graph.initializer:
            if tensor.name in used:
                self._initializer(tensor.name, tensor, self.tensors.read, scope)
        for sparse in graph.sparse_initializer:
            if sparse.values.name in used:
                self._initializer(sparse.values.name, sparse, self.tensors.read_sparse, scope)

    def _initializer(
        self, name: str, tensor: Message, read: Callable[[Message], ElementsAttr], scope: Scope
    ) -> None:
        try:
            elements = read(tensor)
        except ValueError as e:
            raise self.fail(f"initializer '{name}' {e}", name) from None
        key = "sparse_value" if isinstance(elements, SparseElementsAttr) else "value"
        op = onnx.ConstantOp.create(
            (), [elements.type], {key: elements}, location=self.location(f"Initializer_{name}")
        )
        scope.block.append(op)
        self.bind(scope, name, op.results[0], name)

    # Nodes

    def node(self, node: Message, scope: Scope, body: Body) -> Steps[None]:
        """Append the ops of a node to the scope's block, and bind its outputs."""
        name = body.name + (node.name or (node.output[0] if node.output else node.op_type))
        domain = plain_domain(node.domain)
        try:
            function = self.functions.get((domain, node.op_type, node.overload))
            if function is not None:
                given = {a.name: a for a in function.attribute_proto} | body.attributes(node)
                yield self._call(function, given, node, name, scope, body)
            elif domain not in schemas.domains() or is_contributed(node, domain, body):
                self.custom(node, name, scope, body)
            else:
                schema = self.schema_of(node, domain, body)
                if schema.name == "Constant":
                    self.constant(node, name, schema, scope, body)
                elif schema.name == "Gradient" and "Gradient" in self.expand:
                    self._gradient(node, name, scope, body)
                elif schema.name not in self.expand or not schema.function:
                    op = yield self._make(node, name, schema, scope, body)
                    self.append(op, node, name, scope)
                else:
                    yield self._expand(node, name, schema, scope, body)
        except (MalformedProtobuf, DiagnosticError):
            raise
        except ValueError as e:
            failed = self.fail(f"'{node.op_type}' {e}", name)
            if isinstance(e, Contradiction):
                self.note_makers(failed, node, scope)
            raise failed from None
        except Exception as e:
            raise crash_at("import", node.op_type, self.location(name), e) from e

    def _make(
        self, node: Message, name: str, schema: Schema, scope: Scope, body: Body
    ) -> Steps[Operation]:
        """The op of a node with its subgraphs; not yet in a block."""
        given = body.attributes(node)
        op_name, target = op_of_node(node, given, schema)
        operands = self.operands(node, schema, target, scope)
        properties = import_attributes(
            given.items(), schema, target, self.tensors, node.output[0] if node.output else name
        )
        graphs = sorted(
            (k for k, a in target.attributes.items() if a.kind == "graph"), reverse=True
        )
        regions = []
        for key in graphs:
            if key in given:
                types = argument_types(target, operands, properties)
                conditional = target.name == "If"
                region = yield self._subgraph(given[key].g, types, scope, body, conditional)
                regions.append(region)
            elif target.attributes[key].required:
                raise ValueError(f"misses attribute '{key}'")
            else:
                regions.append(Region())
        return self.make(
            op_name, operands, properties, regions, node, schema, target, name, scope, body
        )

    # Subgraphs and functions

    def _subgraph(
        self,
        graph: Message,
        types: Sequence[Type | None],
        outer: Scope,
        body: Body,
        conditional: bool,
    ) -> Steps[Region]:
        if self.depth >= GRAPH_DEPTH.get():
            raise self.fail(f"the model has {GRAPH_DEPTH.error('more')}", graph.name)
        block = Block()
        region = Region([block])
        scope = Scope(block, outer, conditional=conditional)
        self.depth += 1
        outputs = yield self.graph(graph, scope, body, types)
        self.depth -= 1
        block.append(onnx.YieldOp(outputs, loc=self.location(graph.name)))
        return region

    def _call(
        self,
        function: Message,
        given: dict[str, Message],
        node: Message,
        name: str,
        scope: Scope,
        body: Body,
    ) -> Steps[None]:
        """A function's body, with the attributes `given`, in place of its call."""
        if function in self.calls:
            raise ValueError("calls itself")
        if len(self.calls) >= CALL_DEPTH.get():
            raise ValueError(f"is called by {CALL_DEPTH.error('more')}")
        if not self.calls:
            check_expansion(function, self.functions)
        if len(node.input) > len(function.input):
            raise ValueError(f"has {len(node.input)} inputs, expected {len(function.input)}")
        if len(node.output) > len(function.output):
            raise ValueError(f"has {len(node.output)} outputs, expected {len(function.output)}")
        inner = Scope(scope.block, conditional=scope.conditional)
        for index, formal in enumerate(function.input):
            actual = node.input[index] if index < len(node.input) else ""
            inner.values[formal] = self.value(actual, node, scope) if actual else scope.nothing()
        inner.nodes = function.node
        opsets = body.opsets | opsets_of(function.opset_import)
        self.calls[function] = None
        for part in function.node:
            yield self.node(part, inner, Body(opsets, given, f"{name}/"))
        del self.calls[function]
        for formal, output in zip(function.output, node.output, strict=False):
            if output:
                value = self._output(formal, function, inner)
                self.claims.add(value, output, scope.declared.get(output))
                self.bind(scope, output, value, name)

    def _expand(
        self, node: Message, name: str, schema: Schema, scope: Scope, body: Body
    ) -> Steps[None]:
        """The operators that define an operator, unless it is lowered as a whole."""
        whole = yield self._make(node, name, schema, scope, body)
        # its functions may not allow what newer versions do
        older = f"{whole.name}V{schema.version}"
        required = onnx.RequireOp.of(whole, older if onnx.DIALECT.op_class(older) else "")
        if is_lowered_whole(whole):
            if onnx.DIALECT.op_class(older):
                self._require(required, scope)
            else:
                required.drop_all_references()
            return self.append(whole, node, name, scope)
        given = body.attributes(node)
        types = [v.type for v in whole.operands[: len(node.input)]]
        opset = body.opsets[plain_domain(node.domain)]
        found = function_body(node, given, schema, types, opset)
        if found is None:
            raise ValueError("has no definition by other operators")
        known = dict(zip(node.output, whole.result_types, strict=False))
        whole.drop_all_references()
        self._require(required, scope)
        yield self._call(*found, node, name, scope, body)
        for output in filter(None, node.output):
            value = scope.values[output]
            try:
                value.type = sharpen(known[output], value.type)
            except ValueError:
                raise Contradiction(
                    f"makes '{output}' of type '{value.type}', expected '{known[output]}'"
                ) from None
        return None

    def _require(self, required: onnx.RequireOp, scope: Scope) -> None:
        """Append the requirements of an op that others replace. ValueError when the op's operands
        do not fit."""
        try:
            met = required.is_met
        except ValueError:
            met = scope.conditional  # it may never run
            if not met:
                raise
        if met:
            required.drop_all_references()
        else:
            scope.block.append(required)

    def _gradient(self, node: Message, name: str, scope: Scope, body: Body) -> None:
        """The ops that compute derivatives, of ops that were imported before."""
        given = body.attributes(node)
        words = {k: [bytes(s).decode() for s in a.strings] for k, a in given.items()}
        xs, zs = words.get("xs", []), words.get("zs", [])
        names = [bytes(given["y"].s).decode(), *xs, *zs]
        y, *points = (self.value(n, node, scope) for n in names)
        if len(node.input) != len(points) or len(node.output) != len(xs):
            raise ValueError(f"has attributes for {len(points)} inputs and {len(xs)} outputs")
        operands = [self.value(n, node, scope) for n in node.input]
        block, location = scope.block, self.location(name)
        found = gradient(y, points, operands, len(xs), block, location)
        for output, value in zip(node.output, found, strict=True):
            self.bind(scope, output, value, name)


def _entry_type(declared: Type | None, outside: Type | None) -> Type | None:
    """The type of a subgraph's input: the one that the enclosing op gives, without declared sizes.
    One element is a scalar or a list, as the subgraph declares it."""
    if outside is None:
        return None if declared is None else without_shape(declared)
    scalar = isinstance(outside, RankedTensorType) and not outside.rank
    if scalar and isinstance(declared, RankedTensorType) and declared.rank == 1:
        return RankedTensorType((1,), element_type_of(outside))
    return outside
