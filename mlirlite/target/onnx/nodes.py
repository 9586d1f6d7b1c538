"""One node of a graph -> one op, without the contents of its subgraphs."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx import schemas
from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.own_operators import OnnxOperator, own_operator
from mlirlite.dialects.onnx.region_types import Repeats, settle_types
from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import InferShape
from mlirlite.ir.locations import NameLoc
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, NONE, NoneType, TensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.printer import print_attribute
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.target.onnx.attributes import import_attributes, import_free_attribute
from mlirlite.target.onnx.claims import Claims, Contradiction, without_shape
from mlirlite.target.onnx.devices import import_placements
from mlirlite.target.onnx.own_nodes import own_op
from mlirlite.target.onnx.protobuf import Message
from mlirlite.target.onnx.scope import Body, Scope, plain_domain
from mlirlite.target.onnx.tensors import TensorReader


class NodeImporter:
    """Makes ops of nodes; errors name the node and the model."""

    def __init__(self, model: Message, name: str, tensors: TensorReader) -> None:
        self.tensors = tensors
        self.file: NameLoc = NameLoc(name)
        self.claims = Claims()
        self.functions = {(plain_domain(f.domain), f.name, f.overload): f for f in model.functions}

    def location(self, name: str) -> NameLoc:
        """`loc("name"("model.onnx"))`."""
        return NameLoc(shortened(name), self.file) if name else self.file

    def fail(self, message: str, name: str = "") -> DiagnosticError:
        """An error at a node, or another named thing, of the model."""
        return DiagnosticError(shortened(message, 4 * _LONGEST), self.location(name))

    def bind(self, scope: Scope, name: str, value: Value, maker: str) -> None:
        """Give a value its name."""
        if name in scope.values:
            raise self.fail(f"'{name}' is made a second time", maker)
        scope.values[name] = value

    def append(self, op: Operation, node: Message, name: str, scope: Scope) -> None:
        """Put the op of a node into the scope's block and bind its results."""
        scope.block.append(op)
        if node.has("device_configurations"):
            op.attributes.update(import_placements(node))
        for output, result in zip(node.output, op.results, strict=False):
            if output:
                self.bind(scope, output, result, name)

    def schema_of(self, node: Message, domain: str, body: Body) -> Schema:
        """The operator's schema in the current opset. ValueError when there is none."""
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
        raise ValueError(f"is not an operator of {where}{near}")

    def make(
        self,
        op_name: str,
        operands: Sequence[Value],
        properties: dict[str, Attribute],
        regions: Sequence[Region],
        node: Message,
        schema: Schema,
        target: Schema,
        name: str,
        scope: Scope,
        body: Body,
    ) -> Operation:
        """The op of a node, with types as precise as its operands allow."""
        cls = onnx.DIALECT.op_class(op_name)
        if cls is None:
            raise ValueError(f"has no op '{op_name}'")
        attributes: dict[str, Attribute] | None = None
        if node.name:
            attributes = {NODE_NAME: StringAttr(body.name + node.name)}
        results = self._provisional_types(node, schema, target, scope)
        op = cls.create(operands, results, properties, attributes, regions, (), self.location(name))
        if isinstance(op, Repeats):
            self.claims.repeat(settle_types(op))
        assert isinstance(op, InferShape)
        self._settle_types(op, node, scope)
        return op

    def operands(self, node: Message, schema: Schema, target: Schema, scope: Scope) -> list[Value]:
        """The operands of the op of a node. ValueError for too few or too many inputs."""
        names = list(node.input)
        most = schema.max_inputs
        while names and not names[-1] and (most is None or len(names) > schema.min_inputs):
            names.pop()
        if len(names) < schema.min_inputs or (most is not None and len(names) > most):
            raise ValueError(f"has {len(names)} inputs, expected {_range(schema.min_inputs, most)}")
        operands = [self.value(n, node, scope) if n else scope.nothing() for n in names]
        for index, parameter in enumerate(target.inputs):
            if index < len(names) and not names[index] and parameter.option == "single":
                raise ValueError(f"misses its input '{parameter.name}'")
            if index >= len(operands) and parameter.option != "variadic":
                operands.append(scope.nothing())
        return operands

    def value(self, name: str, node: Message, scope: Scope) -> Value:
        """The value of a name. ValueError for an undefined name."""
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

    def note_makers(self, failed: DiagnosticError, node: Message, scope: Scope) -> None:
        """Add which nodes make the values that do not fit together."""
        for name in node.input:
            value = scope.find(name) if name else None
            if value is None or not isinstance(value.type, TensorType):
                continue
            maker = value.defining_op
            who = f"is made by '{maker.name}'" if maker is not None else "is an input"
            where = maker.location if maker is not None else self.file
            text = f"'{name}' of type '{print_attribute(value.type)}' {who}"
            failed.diagnostics[0].note(text, where)

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
        return [without_shape(scope.declared.get(n, _UNKNOWN)) if n else NONE for n in names]

    def _settle_types(self, op: InferShape, node: Message, scope: Scope) -> None:
        try:
            inferred = op.infer_shapes()
        except ValueError as e:
            if not scope.conditional:
                raise Contradiction(str(e)) from None
            inferred = op.result_types
        for name, result, type in zip(node.output, op.results, inferred, strict=False):
            if not name or type is NONE:
                continue
            if type is _UNKNOWN and scope.conditional:
                type = UnrankedTensorType(getattr(op.operands[0].type, "element_type", F32))
            if type is _UNKNOWN:
                raise ValueError(f"has an output '{name}' whose type is not known")
            result.type = type
            self.claims.add(result, name, scope.declared.get(name))

    def constant(self, node: Message, name: str, schema: Schema, scope: Scope, body: Body) -> None:
        """Append a Constant."""
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
        self.append(op, node, name, scope)
        self.claims.add(op.results[0], node.output[0], scope.declared.get(node.output[0]))

    def custom(self, node: Message, name: str, scope: Scope, body: Body) -> None:
        """Append a node of a domain that ONNX does not define."""
        cls = own_operator(node.domain, node.op_type)
        if cls is not None:
            self._own(cls, node, name, scope, body)
            return
        attributes = {
            key: import_free_attribute(a, self.tensors, key)
            for key, a in body.attributes(node).items()
        }
        attributes["domain_name"] = StringAttr(node.domain or MICROSOFT)
        if node.name:
            attributes[NODE_NAME] = StringAttr(body.name + node.name)
        operands = [self.value(n, node, scope) if n else scope.nothing() for n in node.input]
        element: Type = F32
        like = ELEMENTS_OF.get(node.op_type, 0) if node.domain in ("", MICROSOFT) else 0
        type = operands[like].type if like < len(operands) else None
        if isinstance(type, TensorType):
            element = type.element_type
        unknown: Type = UnrankedTensorType(element)
        types = [without_shape(scope.declared.get(n, unknown)) if n else NONE for n in node.output]
        op = onnx.CustomOp.create(
            operands,
            types,
            {"function_name": StringAttr(node.op_type)},
            attributes,
            location=self.location(name),
        )
        self.append(op, node, name, scope)
        for output, result in zip(node.output, op.results, strict=True):
            if output:
                self.claims.add(result, output, scope.declared.get(output))

    def _own(
        self, cls: type[OnnxOperator], node: Message, name: str, scope: Scope, body: Body
    ) -> None:
        """Append a node of a plugin's operator."""
        attributes = {
            key: import_free_attribute(a, self.tensors, key)
            for key, a in body.attributes(node).items()
        }
        inputs = [self.value(n, node, scope) if n else None for n in node.input]
        elements = (getattr(v.type, "element_type", None) for v in inputs if v is not None)
        unknown: Type = UnrankedTensorType(next(filter(None, elements), F32))
        outputs = [
            without_shape(scope.declared.get(n, unknown)) if n else None for n in node.output
        ]
        op = own_op(cls, inputs, outputs, attributes, self.location(name))
        if node.name:
            op.attributes[NODE_NAME] = StringAttr(body.name + node.name)
        for result, type in zip(op.results, op.infer_shapes(), strict=True):
            result.type = type
        self.append(op, node, name, scope)
        for output, result in zip(node.output, op.results, strict=False):
            if output:
                self.claims.add(result, output, scope.declared.get(output))


MICROSOFT = "com.microsoft"
_CONTRIBUTED = frozenset({"LayerNormalization", "SimplifiedLayerNormalization"})
"""Operators of com.microsoft that its exporters write without a domain."""
ELEMENTS_OF = {
    "DequantizeLinear": 1,
    "EmbedLayerNormalization": 2,
    "GatherBlockQuantized": 2,
    "MatMulIntegerToFloat": 2,
    "QGemm": 8,  # the zero point of the result, which is of f32 without one
    "QLinearConcat": 1,
    "QLinearWhere": 1,
    "QuantizeLinear": 2,
    "SimplifiedLayerNormalization": 1,
}
"""Operators of com.microsoft whose results have the elements of another operand than the first."""


def is_contributed(node: Message, domain: str, body: Body) -> bool:
    """Whether a node without a domain is an operator of com.microsoft."""
    version = body.opsets.get(domain, 0)
    return node.op_type in _CONTRIBUTED and not schemas.lookup(node.op_type, version, domain)


class _Unknown(NoneType):
    """The type of a result that has none yet."""


_UNKNOWN = _Unknown()


_LONGEST = 500


def shortened(text: str, most: int = _LONGEST) -> str:
    """A text for messages: a long one is cut in the middle."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-most // 2 :]}"


def _range(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"
