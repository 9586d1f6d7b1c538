"""The nodes of graphs, subgraphs and functions -> onnx ops in blocks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx import schemas
from mlirlite.dialects.onnx.nn.pool import Pool
from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import ElementsAttr, SparseElementsAttr
from mlirlite.ir.locations import NameLoc
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    F32,
    NONE,
    NoneType,
    TensorType,
    UnrankedTensorType,
)
from mlirlite.ir.values import Value
from mlirlite.printer import print_attribute
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.target.onnx.attributes import import_attributes, import_free_attribute
from mlirlite.target.onnx.functions import function_body, is_lowered_whole
from mlirlite.target.onnx.gradient import gradient
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


class GraphImporter:
    """Imports the graphs of one model; errors name the node and the model."""

    def __init__(
        self,
        model: Message,
        name: str,
        tensors: TensorReader,
        expand: Collection[str],
    ) -> None:
        self.tensors = tensors
        self.expand = expand
        self.file: NameLoc = NameLoc(name)
        self.functions = {(plain_domain(f.domain), f.name, f.overload): f for f in model.functions}
        self.calls: list[Message] = []
        self.restated: set[Value] = set()
        """Values whose shapes the model overstates, and what is computed from them: what it says of
        these does not hold."""

    def location(self, name: str) -> NameLoc:
        """`loc("name"("model.onnx"))`."""
        return NameLoc(name, self.file) if name else self.file

    def fail(self, message: str, name: str = "") -> DiagnosticError:
        """An error at a node, or another named thing, of the model."""
        return DiagnosticError(message, self.location(name))

    # Graphs

    def graph(
        self,
        graph: Message,
        scope: Scope,
        body: Body,
        argument_types: Sequence[Type | None] = (),
    ) -> list[Value]:
        """Fill the scope's block and give the outputs. `argument_types` are what is known of the
        inputs from outside."""
        for info in (*graph.value_info, *graph.output):
            type = self._type_of(info)
            if type is not None:
                scope.declared[info.name] = type
        self._initializers(graph, scope)
        for index, info in enumerate(without_initializers(graph)):
            declared = self._type_of(info)
            outside = argument_types[index] if index < len(argument_types) else None
            type = declared or outside
            if declared is not None and outside is not None:
                type = _sharper(declared, outside)
            if type is None:
                raise self.fail(f"input '{info.name}' of graph '{graph.name}' has no type")
            self._bind(scope, info.name, scope.block.add_argument(type, self.file), graph.name)
        scope.nodes = graph.node
        for node in graph.node:
            self.node(node, scope, body)
        return [self._output(info.name, graph, scope) for info in graph.output]

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

    def _initializers(self, graph: Message, scope: Scope) -> None:
        if not graph.initializer and not graph.sparse_initializer:
            return
        used = used_names(graph)
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
        self._bind(scope, name, op.results[0], name)

    def _bind(self, scope: Scope, name: str, value: Value, maker: str) -> None:
        if name in scope.values:
            raise self.fail(f"'{name}' is made a second time", maker)
        scope.values[name] = value

    # Nodes

    def node(self, node: Message, scope: Scope, body: Body) -> None:
        """Append what the node means to the scope's block, and bind its outputs."""
        name = body.name + (node.name or (node.output[0] if node.output else node.op_type))
        domain = plain_domain(node.domain)
        try:
            function = self.functions.get((domain, node.op_type, node.overload))
            if function is not None:
                given = {a.name: a for a in function.attribute_proto} | body.attributes(node)
                self._call(function, given, node, name, scope, body)
            elif domain not in schemas.domains() or _is_contributed(node, domain, body):
                self._custom(node, name, scope, body)
            else:
                schema = self._schema(node, domain, body)
                if schema.name == "Constant":
                    self._constant(node, name, schema, scope, body)
                elif schema.name == "Gradient" and "Gradient" in self.expand:
                    self._gradient(node, name, scope, body)
                elif schema.name not in self.expand or not schema.function:
                    self._operator(node, name, schema, scope, body)
                else:
                    self._expand(node, name, schema, scope, body)
        except MalformedProtobuf:
            raise
        except ValueError as e:
            failed = self.fail(f"'{node.op_type}' {e}", name)
            if isinstance(e, _Contradiction):
                self._note_makers(failed, node, scope)
            raise failed from None

    def _note_makers(self, failed: DiagnosticError, node: Message, scope: Scope) -> None:
        """Say which nodes make what does not fit together."""
        for name in node.input:
            value = scope.find(name) if name else None
            if value is None or not isinstance(value.type, TensorType):
                continue
            maker = value.defining_op
            who = f"is made by '{maker.name}'" if maker is not None else "is an input"
            where = maker.location if maker is not None else self.file
            text = f"'{name}' of type '{print_attribute(value.type)}' {who}"
            failed.diagnostics[0].note(text, where)

    def _schema(self, node: Message, domain: str, body: Body) -> Schema:
        version = body.opsets.get(domain)
        if version is None:
            raise ValueError(f"is of domain {domain or 'ai.onnx'}, which the model does not import")
        schema = schemas.lookup(node.op_type, version, domain)
        if schema is not None:
            return schema
        where = f"opset {version} of {domain or 'ai.onnx'}"
        later = schemas.versions(node.op_type, domain)
        if later:
            raise ValueError(f"is not in {where}, but only from opset {later[0]} on")
        near = did_you_mean(node.op_type, schemas.names(domain))
        raise ValueError(f"is no operator of {where}{near}")

    def _operator(self, node: Message, name: str, schema: Schema, scope: Scope, body: Body) -> None:
        """Append the op of a node and bind its results."""
        self._append(self._make(node, name, schema, scope, body), node, name, scope)

    def _append(self, op: Operation, node: Message, name: str, scope: Scope) -> None:
        scope.block.append(op)
        for output, result in zip(node.output, op.results, strict=False):
            if output:
                self._bind(scope, output, result, name)

    def _make(
        self, node: Message, name: str, schema: Schema, scope: Scope, body: Body
    ) -> Operation:
        given = body.attributes(node)
        op_name, target = op_of_node(node, given, schema)
        operands = self._operands(node, schema, target, scope)
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
                regions.append(self._subgraph(given[key].g, types, scope, body, conditional))
            elif target.attributes[key].required:
                raise ValueError(f"misses attribute '{key}'")
            else:
                regions.append(Region())
        cls = onnx.DIALECT.op_class(op_name)
        if cls is None:
            raise ValueError(f"has no op '{op_name}'")
        attributes: dict[str, Attribute] | None = None
        if node.name:
            attributes = {"onnx_node_name": StringAttr(body.name + node.name)}
        if not self.restated.isdisjoint(operands):
            for output in node.output:
                scope.declared.pop(output, None)
        results = self._provisional_types(node, schema, target, scope)
        op: Any = cls.create(
            operands, results, properties, attributes, regions, (), self.location(name)
        )
        self._settle_types(op, node, scope)
        made: Operation = op
        return made

    def _operands(self, node: Message, schema: Schema, target: Schema, scope: Scope) -> list[Value]:
        names = list(node.input)
        most = schema.max_inputs
        while names and not names[-1] and (most is None or len(names) > schema.min_inputs):
            names.pop()
        if len(names) < schema.min_inputs or (most is not None and len(names) > most):
            raise ValueError(f"has {len(names)} inputs, expected {_range(schema.min_inputs, most)}")
        operands = [self._value(n, node, scope) if n else scope.nothing() for n in names]
        for index, parameter in enumerate(target.inputs):
            if index < len(names) and not names[index] and parameter.option == "single":
                raise ValueError(f"misses its input '{parameter.name}'")
            if index >= len(operands) and parameter.option != "variadic":
                operands.append(scope.nothing())
        return operands

    def _value(self, name: str, node: Message, scope: Scope) -> Value:
        value = scope.find(name)
        if value is not None:
            return value
        for outer in scope.chain():
            for other in outer.nodes:
                if name in other.output:
                    raise ValueError(
                        f"uses '{name}' before node '{other.name or other.op_type}' makes it: "
                        "the nodes are in a cycle, or not in order"
                    )
        known = [n for s in scope.chain() for n in s.values]
        raise ValueError(f"uses '{name}', which nothing makes{did_you_mean(name, known)}")

    def _provisional_types(
        self, node: Message, schema: Schema, target: Schema, scope: Scope
    ) -> list[Type]:
        most = schema.max_outputs
        if len(node.output) < schema.min_outputs or (most is not None and len(node.output) > most):
            raise ValueError(
                f"has {len(node.output)} outputs, expected {_range(schema.min_outputs, most)}"
            )
        variadic = target.max_outputs is None
        count = len(node.output) if variadic else len(target.outputs)
        names = [*node.output, *[""] * count][:count]
        return [scope.declared.get(n, _UNKNOWN) if n else NONE for n in names]

    def _settle_types(self, op: Any, node: Message, scope: Scope) -> None:
        try:
            inferred = op.infer_shapes()
        except ValueError as e:
            if not scope.conditional:
                raise _Contradiction(str(e)) from None
            inferred = op.result_types
        if not self.restated.isdisjoint(op.operands):
            self.restated.update(op.results)
        for name, result, type in zip(node.output, op.results, inferred, strict=False):
            if not name or type is NONE:
                continue
            declared = scope.declared.get(name)
            type = declared if type is _UNKNOWN and declared is not None else type
            if type is _UNKNOWN and scope.conditional:
                type = UnrankedTensorType(getattr(op.operands[0].type, "element_type", F32))
            if type is _UNKNOWN:
                raise ValueError(f"has an output '{name}' whose type is not known")
            result.type = type
            if isinstance(op, Pool) and op.is_overstated_by(getattr(declared, "shape", None)):
                self.restated.add(result)
            self._sharpen(result, declared, name)

    def _constant(self, node: Message, name: str, schema: Schema, scope: Scope, body: Body) -> None:
        given = body.attributes(node)
        properties = import_attributes(
            given.items(), schema, schema, self.tensors, node.output[0] if node.output else name
        )
        if len(properties) != 1 or len(node.output) != 1 or node.input:
            raise ValueError("must have one attribute, no input and one output")
        op = onnx.ConstantOp.create((), [NONE], properties, None, location=self.location(name))
        elements = op.elements()
        if elements is None:
            raise ValueError("has no value")
        if "sparse_value" not in properties:
            op.properties = {"value": elements}
        op.results[0].type = elements.type
        scope.block.append(op)
        self._bind(scope, node.output[0], op.results[0], name)

    def _custom(self, node: Message, name: str, scope: Scope, body: Body) -> None:
        attributes = {
            key: import_free_attribute(a, self.tensors, key)
            for key, a in body.attributes(node).items()
        }
        attributes["domain_name"] = StringAttr(node.domain or _MICROSOFT)
        if node.name:
            attributes["onnx_node_name"] = StringAttr(body.name + node.name)
        operands = [self._value(n, node, scope) if n else scope.nothing() for n in node.input]
        element: Type = F32
        like = _ELEMENTS_OF.get(node.op_type, 0) if node.domain == _MICROSOFT else 0
        type = operands[like].type if like < len(operands) else None
        if isinstance(type, TensorType):
            element = type.element_type
        types = [
            scope.declared.get(n, UnrankedTensorType(element)) if n else NONE for n in node.output
        ]
        op = onnx.CustomOp.create(
            operands,
            types,
            {"function_name": StringAttr(node.op_type)},
            attributes,
            location=self.location(name),
        )
        scope.block.append(op)
        for output, result in zip(node.output, op.results, strict=True):
            if output:
                self._bind(scope, output, result, name)

    # Subgraphs and functions

    def _subgraph(
        self,
        graph: Message,
        types: Sequence[Type | None],
        outer: Scope,
        body: Body,
        conditional: bool,
    ) -> Region:
        block = Block()
        region = Region([block])
        scope = Scope(block, outer, conditional=conditional)
        outputs = self.graph(graph, scope, body, types)
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
    ) -> None:
        """A function's body, with the attributes `given`, in place of its call."""
        if function in self.calls:
            raise ValueError("calls itself")
        if len(node.input) > len(function.input):
            raise ValueError(f"has {len(node.input)} inputs, expected {len(function.input)}")
        if len(node.output) > len(function.output):
            raise ValueError(f"has {len(node.output)} outputs, expected {len(function.output)}")
        inner = Scope(scope.block, conditional=scope.conditional)
        for index, formal in enumerate(function.input):
            actual = node.input[index] if index < len(node.input) else ""
            inner.values[formal] = self._value(actual, node, scope) if actual else scope.nothing()
        inner.nodes = function.node
        opsets = body.opsets | opsets_of(function.opset_import)
        self.calls.append(function)
        for part in function.node:
            self.node(part, inner, Body(opsets, given, f"{name}/"))
        self.calls.pop()
        for formal, output in zip(function.output, node.output, strict=False):
            if output:
                value = self._output(formal, function, inner)
                self._sharpen(value, scope.declared.get(output), output)
                self._bind(scope, output, value, name)

    def _sharpen(self, value: Value, declared: Type | None, name: str) -> None:
        if value in self.restated:
            return
        try:
            value.type = sharpen(declared, value.type)
        except ValueError:
            raise _Contradiction(
                f"makes '{name}' of type '{value.type}', but the model says '{declared}'"
            ) from None

    def _expand(self, node: Message, name: str, schema: Schema, scope: Scope, body: Body) -> None:
        """The operators that define an operator, in place of it, unless it is lowered whole."""
        whole = self._make(node, name, schema, scope, body)
        if is_lowered_whole(whole):
            return self._append(whole, node, name, scope)
        given = body.attributes(node)
        types = [v.type for v in whole.operands[: len(node.input)]]
        opset = body.opsets[plain_domain(node.domain)]
        found = function_body(node, given, schema, types, opset)
        if found is None:
            raise ValueError("has no definition by other operators")
        known = dict(zip(node.output, whole.result_types, strict=False))
        whole.drop_all_references()
        self._call(*found, node, name, scope, body)
        for output in filter(None, node.output):
            self._sharpen(scope.values[output], known[output], output)

    def _gradient(self, node: Message, name: str, scope: Scope, body: Body) -> None:
        """The ops that compute derivatives, of ops that were imported before."""
        given = body.attributes(node)
        words = {k: [bytes(s).decode() for s in a.strings] for k, a in given.items()}
        xs, zs = words.get("xs", []), words.get("zs", [])
        names = [bytes(given["y"].s).decode(), *xs, *zs]
        y, *points = (self._value(n, node, scope) for n in names)
        if len(node.input) != len(points) or len(node.output) != len(xs):
            raise ValueError(f"has attributes for {len(points)} inputs and {len(xs)} outputs")
        operands = [self._value(n, node, scope) for n in node.input]
        block, location = scope.block, self.location(name)
        found = gradient(y, points, operands, len(xs), block, location)
        for output, value in zip(node.output, found, strict=True):
            self._bind(scope, output, value, name)


_MICROSOFT = "com.microsoft"
_CONTRIBUTED = frozenset({"LayerNormalization", "SimplifiedLayerNormalization"})
"""Operators of com.microsoft that its exporters write without a domain."""
_ELEMENTS_OF = {
    "DequantizeLinear": 1,
    "EmbedLayerNormalization": 2,
    "MatMulIntegerToFloat": 2,
    "QLinearConcat": 1,
    "QuantizeLinear": 2,
}
"""Operators of com.microsoft whose results have the elements of another operand than the first."""


def _is_contributed(node: Message, domain: str, body: Body) -> bool:
    version = body.opsets.get(domain, 0)
    return node.op_type in _CONTRIBUTED and not schemas.lookup(node.op_type, version, domain)


class _Contradiction(ValueError):
    """The types of a node's inputs and outputs do not fit together."""


class _Unknown(NoneType):
    """The type of a result that has none yet."""


_UNKNOWN = _Unknown()


def _range(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"


def _sharper(declared: Type, outside: Type) -> Type:
    """What a subgraph and the op around it say of an input; the former where they contradict."""
    try:
        return sharpen(declared, outside)
    except ValueError:
        return declared
