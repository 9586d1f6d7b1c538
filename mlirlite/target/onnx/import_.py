"""An ONNX model -> a module: `func.func @main_graph` of onnx ops, as onnx-mlir imports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.builtin import ModuleOp
from mlirlite.dialects.func import FuncOp
from mlirlite.dialects.onnx import schemas
from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    to_attribute,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.dense import ElementsAttr, SparseElementsAttr
from mlirlite.ir.locations import NameLoc
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    F32,
    I1,
    I64,
    NONE,
    FunctionType,
    NoneType,
    RankedTensorType,
    TensorType,
    UnrankedTensorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity, did_you_mean
from mlirlite.target.onnx.attributes import import_attributes, import_free_attribute
from mlirlite.target.onnx.functions import EXPANDED, function_body
from mlirlite.target.onnx.load import load_model
from mlirlite.target.onnx.protobuf import MalformedProtobuf, Message
from mlirlite.target.onnx.tensors import TensorReader
from mlirlite.target.onnx.types import dim_params, import_type, sharpen
from mlirlite.target.onnx.upgrade import op_of_node

ENTRY = "main_graph"


def import_model(
    model: Any,
    context: Context | None = None,
    *,
    directory: str | None = None,
    expand: Collection[str] = EXPANDED,
    notice: Callable[[Diagnostic], None] | None = None,
) -> ModuleOp:
    """The module of a model: a path, the bytes of one, or an `onnx.ModelProto`.

    Files are mapped: weights are resources over the file's bytes. `directory` is where external
    data lies, by default beside the model. Operators in `expand` become what ONNX defines them by;
    functions of the model are always inlined. `notice` is called with remarks on what was left out.
    DiagnosticError, naming node and model, when the model is not valid.
    """
    if context is not None:
        context.dialect("onnx")
    proto, name, beside = load_model(model)
    try:
        return _Importer(proto, name, TensorReader(directory or beside), expand, notice).module()
    except MalformedProtobuf as e:
        raise DiagnosticError(f"'{name}' is not an ONNX model, or is damaged: {e}") from None


class _Scope:
    """The values of one graph by name, and the block where its ops go."""

    def __init__(
        self, block: Block, outer: _Scope | None = None, *, conditional: bool = False
    ) -> None:
        self.block = block
        self.outer = outer
        self.conditional: bool = conditional or (outer is not None and outer.conditional)
        self.values: dict[str, Value] = {}
        self.declared: dict[str, Type] = {}
        self.nodes: Sequence[Message] = ()
        self._nothing: Value | None = None

    def chain(self) -> Iterator[_Scope]:
        """This scope and those around it."""
        scope: _Scope | None = self
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


class _Body:
    """What holds for the nodes of a graph or of a model's function: opsets; for a function's also
    the attributes of the call, which its nodes may refer to, and the call's name."""

    def __init__(
        self, opsets: dict[str, int], call: dict[str, Message] | None = None, name: str = ""
    ) -> None:
        self.opsets = opsets
        self.call = call
        self.name = name

    def attributes(self, node: Message) -> dict[str, Message]:
        """The node's attributes by name, references to the call's resolved."""
        given = {}
        for attribute in node.attribute:
            if not attribute.ref_attr_name:
                given[attribute.name] = attribute
            elif self.call is not None and attribute.ref_attr_name in self.call:
                given[attribute.name] = self.call[attribute.ref_attr_name]
        return given


class _Importer:
    def __init__(
        self,
        model: Message,
        name: str,
        tensors: TensorReader,
        expand: Collection[str],
        notice: Callable[[Diagnostic], None] | None,
    ) -> None:
        self.model = model
        self.tensors = tensors
        self.expand = expand
        self.notice = notice
        self.file: NameLoc = NameLoc(name)
        self.functions = {(_domain(f.domain), f.name, f.overload): f for f in model.functions}
        self.calls: list[Message] = []

    def location(self, name: str) -> NameLoc:
        """`loc("name"("model.onnx"))`."""
        return NameLoc(name, self.file) if name else self.file

    def fail(self, message: str, name: str = "") -> DiagnosticError:
        """An error at a node, or another named thing, of the model."""
        return DiagnosticError(message, self.location(name))

    # Model and graphs

    def module(self) -> ModuleOp:
        """The module with the main graph."""
        opsets = _opsets(self.model.opset_import) or {"": 1}
        for domain, version in opsets.items():
            newest = schemas.latest_opset(domain)
            if newest is not None and version > newest:
                raise self.fail(
                    f"the model needs opset {version} of {domain or 'ai.onnx'}, but the newest "
                    f"known one is {newest}"
                )
        if self.notice is not None and self.model.has("training_info"):
            message = "the model's training information is left out"
            self.notice(Diagnostic(Severity.REMARK, message, self.file))
        graph = self.model.graph
        block = Block()
        outputs = self.graph(graph, _Scope(block), _Body(opsets))
        block.append(onnx.ReturnOp(outputs, loc=self.file))
        inputs = _without_initializers(graph)
        function = FuncOp(
            ENTRY,
            FunctionType(tuple(a.type for a in block.args), tuple(v.type for v in outputs)),
            arg_attrs=ArrayAttr(tuple(map(_value_attributes, inputs))),
            res_attrs=ArrayAttr(tuple(map(_value_attributes, graph.output))),
            body=Region([block]),
            loc=self.location(graph.name),
        )
        module = ModuleOp.empty()
        module.location = self.file
        module.attributes["onnx.model"] = _metadata(self.model, opsets)
        module.body.append(function)
        module.body.append(onnx.EntryPointOp(func=SymbolRefAttr(ENTRY), loc=self.file))
        return module

    def graph(
        self,
        graph: Message,
        scope: _Scope,
        body: _Body,
        argument_types: Sequence[Type | None] = (),
    ) -> list[Value]:
        """Fill the scope's block and give the outputs. `argument_types` are what is known of the
        inputs from outside."""
        for info in (*graph.value_info, *graph.output):
            type = self._type_of(info)
            if type is not None:
                scope.declared[info.name] = type
        self._initializers(graph, scope)
        for index, info in enumerate(_without_initializers(graph)):
            declared = self._type_of(info)
            outside = argument_types[index] if index < len(argument_types) else None
            type = declared or outside
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

    def _output(self, name: str, graph: Message, scope: _Scope) -> Value:
        value = scope.find(name)
        if value is None:
            near = did_you_mean(name, scope.values)
            raise self.fail(
                f"nothing makes the output '{name}' of graph '{graph.name}'{near}", graph.name
            )
        return value

    def _initializers(self, graph: Message, scope: _Scope) -> None:
        if not graph.initializer and not graph.sparse_initializer:
            return
        used = _used_names(graph)
        for tensor in graph.initializer:
            if tensor.name in used:
                self._initializer(tensor.name, tensor, self.tensors.read, scope)
        for sparse in graph.sparse_initializer:
            if sparse.values.name in used:
                self._initializer(sparse.values.name, sparse, self.tensors.read_sparse, scope)

    def _initializer(
        self, name: str, tensor: Message, read: Callable[[Message], ElementsAttr], scope: _Scope
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

    def _bind(self, scope: _Scope, name: str, value: Value, maker: str) -> None:
        if name in scope.values:
            raise self.fail(f"'{name}' is made a second time", maker)
        scope.values[name] = value

    # Nodes

    def node(self, node: Message, scope: _Scope, body: _Body) -> None:
        """Append what the node means to the scope's block, and bind its outputs."""
        name = body.name + (node.name or (node.output[0] if node.output else node.op_type))
        domain = _domain(node.domain)
        try:
            function = self.functions.get((domain, node.op_type, node.overload))
            if function is not None:
                given = {a.name: a for a in function.attribute_proto} | body.attributes(node)
                self._call(function, given, node, name, scope, body)
            elif domain not in schemas.domains():
                self._custom(node, name, scope, body)
            else:
                schema = self._schema(node, domain, body)
                if schema.name == "Constant":
                    self._constant(node, name, schema, scope, body)
                elif schema.name not in self.expand or not schema.function:
                    self._operator(node, name, schema, scope, body)
                else:
                    self._expand(node, name, schema, scope, body)
        except MalformedProtobuf:
            raise
        except ValueError as e:
            raise self.fail(f"'{node.op_type}' {e}", name) from None

    def _schema(self, node: Message, domain: str, body: _Body) -> Schema:
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

    def _operator(
        self, node: Message, name: str, schema: Schema, scope: _Scope, body: _Body
    ) -> None:
        """Append the op of a node and bind its results."""
        op = self._make(node, name, schema, scope, body)
        scope.block.append(op)
        for output, result in zip(node.output, op.results, strict=False):
            if output:
                self._bind(scope, output, result, name)

    def _make(
        self, node: Message, name: str, schema: Schema, scope: _Scope, body: _Body
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
                types = _argument_types(target, operands, properties)
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
        results = self._provisional_types(node, schema, target, scope)
        op: Any = cls.create(
            operands, results, properties, attributes, regions, (), self.location(name)
        )
        self._settle_types(op, node, scope)
        made: Operation = op
        return made

    def _operands(
        self, node: Message, schema: Schema, target: Schema, scope: _Scope
    ) -> list[Value]:
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

    def _value(self, name: str, node: Message, scope: _Scope) -> Value:
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
        self, node: Message, schema: Schema, target: Schema, scope: _Scope
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

    def _settle_types(self, op: Any, node: Message, scope: _Scope) -> None:
        try:
            inferred = op.infer_shapes()
        except ValueError:
            if not scope.conditional:
                raise
            inferred = op.result_types
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
            self._sharpen(result, declared, name)

    def _constant(
        self, node: Message, name: str, schema: Schema, scope: _Scope, body: _Body
    ) -> None:
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

    def _custom(self, node: Message, name: str, scope: _Scope, body: _Body) -> None:
        attributes = {
            key: import_free_attribute(a, self.tensors, key)
            for key, a in body.attributes(node).items()
        }
        attributes["domain_name"] = StringAttr(node.domain)
        if node.name:
            attributes["onnx_node_name"] = StringAttr(body.name + node.name)
        operands = [self._value(n, node, scope) if n else scope.nothing() for n in node.input]
        element: Type = F32
        if operands and isinstance(operands[0].type, TensorType):
            element = operands[0].type.element_type
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
        outer: _Scope,
        body: _Body,
        conditional: bool,
    ) -> Region:
        block = Block()
        region = Region([block])
        scope = _Scope(block, outer, conditional=conditional)
        outputs = self.graph(graph, scope, body, types)
        block.append(onnx.YieldOp(outputs, loc=self.location(graph.name)))
        return region

    def _call(
        self,
        function: Message,
        given: dict[str, Message],
        node: Message,
        name: str,
        scope: _Scope,
        body: _Body,
    ) -> None:
        """A function's body, with the attributes `given`, in place of its call."""
        if function in self.calls:
            raise ValueError("calls itself")
        if len(node.input) > len(function.input):
            raise ValueError(f"has {len(node.input)} inputs, expected {len(function.input)}")
        if len(node.output) > len(function.output):
            raise ValueError(f"has {len(node.output)} outputs, expected {len(function.output)}")
        inner = _Scope(scope.block, conditional=scope.conditional)
        for index, formal in enumerate(function.input):
            actual = node.input[index] if index < len(node.input) else ""
            inner.values[formal] = self._value(actual, node, scope) if actual else scope.nothing()
        inner.nodes = function.node
        opsets = body.opsets | _opsets(function.opset_import)
        self.calls.append(function)
        for part in function.node:
            self.node(part, inner, _Body(opsets, given, f"{name}/"))
        self.calls.pop()
        for formal, output in zip(function.output, node.output, strict=False):
            if output:
                value = self._output(formal, function, inner)
                self._sharpen(value, scope.declared.get(output), output)
                self._bind(scope, output, value, name)

    def _sharpen(self, value: Value, declared: Type | None, name: str) -> None:
        try:
            value.type = sharpen(declared, value.type)
        except ValueError:
            raise ValueError(
                f"makes '{name}' of type '{value.type}', but the model says '{declared}'"
            ) from None

    def _expand(self, node: Message, name: str, schema: Schema, scope: _Scope, body: _Body) -> None:
        """The operators that define an operator, in place of it."""
        whole = self._make(node, name, schema, scope, body)
        given = body.attributes(node)
        types = [v.type for v in whole.operands[: len(node.input)]]
        opset = body.opsets[_domain(node.domain)]
        found = function_body(node, given, schema, types, opset)
        if found is None:
            raise ValueError("has no definition by other operators")
        known = dict(zip(node.output, whole.result_types, strict=False))
        whole.drop_all_references()
        self._call(*found, node, name, scope, body)
        for output in filter(None, node.output):
            self._sharpen(scope.values[output], known[output], output)


class _Unknown(NoneType):
    """The type of a result that has none yet."""


_UNKNOWN = _Unknown()


def _domain(domain: str) -> str:
    return "" if domain == "ai.onnx" else domain


def _opsets(imports: Sequence[Message]) -> dict[str, int]:
    return {_domain(o.domain): o.version for o in imports}


def _range(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"


def _without_initializers(graph: Message) -> list[Message]:
    """The inputs without initializer; before version 4 of the format, weights were inputs too."""
    stored = {t.name for t in graph.initializer}
    stored |= {t.values.name for t in graph.sparse_initializer}
    return [i for i in graph.input if i.name not in stored]


def _used_names(graph: Message) -> set[str]:
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


def _value_attributes(info: Message) -> DictionaryAttr:
    entries: dict[str, Attribute] = {"onnx.name": StringAttr(info.name)}
    params = dim_params(info.type)
    if params:
        entries["onnx.dim_params"] = StringAttr(params)
    result: DictionaryAttr = DictionaryAttr(tuple(entries.items()))
    return result


def _metadata(model: Message, opsets: dict[str, int]) -> Attribute:
    entries: dict[str, Any] = {
        "ir_version": model.ir_version,
        "opset_import": {domain or "ai.onnx": version for domain, version in opsets.items()},
        "graph": model.graph.name,
        "domain": model.domain,
        "producer_name": model.producer_name,
        "producer_version": model.producer_version,
        "model_version": model.model_version,
        "doc_string": model.doc_string,
        "metadata_props": {p.key: p.value for p in model.metadata_props},
    }
    return to_attribute({k: v for k, v in entries.items() if v})


def _argument_types(
    target: Schema, operands: Sequence[Value], properties: dict[str, Attribute]
) -> list[Type | None]:
    """What the op around a subgraph says about the types of its inputs."""
    if target.name == "Loop":
        scalars: list[Type | None] = [RankedTensorType((), I64), RankedTensorType((), I1)]
        return scalars + [v.type for v in operands[2:]]
    if target.name == "SequenceMap":
        return [getattr(operands[0].type, "element_type", None), *(v.type for v in operands[1:])]
    if target.name == "Scan" and target.version > 8:
        count: Any = properties.get("num_scan_inputs")
        states = len(operands) - (count.value if count is not None else 0)
        slices = (UnrankedTensorType(v.type.element_type) for v in operands[states:])  # type: ignore[attr-defined]
        return [*(v.type for v in operands[:states]), *slices]
    return []
