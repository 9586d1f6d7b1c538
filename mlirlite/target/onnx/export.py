"""A module of onnx ops -> a ModelProto, the way back from import_."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import onnx as onnx_package

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx import schemas
from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.op import DECLARED, AttributeField, OnnxOp, attribute_field
from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.dialects.onnx.sharding.placement import PLACEMENTS
from mlirlite.dialects.onnx.types import spelling
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import (
    DenseResourceAttr,
    ElementsAttr,
    SparseElementsAttr,
)
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.op_def import OpDef
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE, RankedTensorType, TensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import new_file, replaced_by
from mlirlite.target.onnx.devices import export_configurations, export_placements
from mlirlite.target.onnx.messages import (
    attribute_kind,
    fill_attribute,
    fill_tensor,
    fill_value_info,
)
from mlirlite.target.onnx.weights import WeightsFile

_SINGLE_RESULT = {
    "BatchNormalizationInferenceMode": "BatchNormalization",
    "MaxPoolSingleOut": "MaxPool",
}
"""Ops that are an operator's form with one result."""


def export_model(module: Operation, weights: WeightsFile | None = None) -> onnx_package.ModelProto:
    """The model of the module's entry function, or of its only function.

    The opset is the one of the imported model if it has all operators as they are, else the next
    one that has. Large constants go to the file of weights, if there is one. DiagnosticError,
    naming the op, for ops without an ONNX operator, and if no opset has all of them.
    """
    function = _entry(module)
    metadata = _metadata(module)
    opsets = _opsets(module, metadata.get("opset_import") or {})
    model = onnx_package.ModelProto()
    # Before version 4 of the format, initializers had to be inputs too.
    model.ir_version = max(metadata.get("ir_version") or 10, 4)
    for name in ("producer_name", "producer_version", "domain", "doc_string"):
        setattr(model, name, metadata.get(name) or "")
    model.model_version = metadata.get("model_version") or 0
    for key, value in (metadata.get("metadata_props") or {}).items():
        model.metadata_props.add(key=key, value=value)
    for domain, version in opsets.items():
        model.opset_import.add(domain=domain, version=version)
    export_configurations(module, model)
    graph = model.graph
    graph.name = metadata.get("graph") or "main_graph"
    _Exporter(opsets, weights).function(function, graph)
    return model


def export_op(op: Operation) -> tuple[onnx_package.ModelProto, list[Value]]:
    """A model of one operator, and the values that are its inputs `v0`, `v1`, …: the op's operands,
    and the outside values that its regions use. DiagnosticError as for `export_model`."""
    exporter = _Exporter(_opsets(op, {}))
    inside: set[Value] = {r for o in op.walk() for r in o.results}
    inside |= {a for o in op.walk() for r in o.regions for b in r for a in b.args}
    used = dict.fromkeys(v for o in op.walk() for v in o.operands)
    inputs = [v for v in used if v not in inside and v.type is not NONE]
    model = onnx_package.ModelProto()
    model.ir_version = 10
    for domain, version in exporter.opsets.items():
        model.opset_import.add(domain=domain, version=version)
    model.graph.name = "one"
    for i, value in enumerate(inputs):
        fill_value_info(model.graph.input.add(), exporter.name(value, f"v{i}"), value.type, {})
    if isinstance(op, onnx.CustomOp):
        exporter.custom(op, model.graph.node.add())
    elif isinstance(op, OnnxOp):
        exporter.node(op, model.graph.node.add())
    else:
        raise DiagnosticError(op.error("is not an operator of ONNX and cannot be exported"))
    for result in op.results:
        if result.type is not NONE:
            fill_value_info(model.graph.output.add(), exporter.name(result), result.type, {})
    return model, inputs


def save_model(module: Operation, path: str, *, most: int = 1 << 30) -> None:
    """Write a module as a model. Weights of more than `most` bytes in total go to `<path>.data`
    beside it, without a copy in memory. DiagnosticError as for `export_model`, and when a file
    cannot be written."""
    constants = [op.elements() for op in module.walk() if isinstance(op, onnx.ConstantOp)]
    total = sum(len(c.resource.data) for c in constants if isinstance(c, DenseResourceAttr))
    if total <= most or replaced_by(path) is None:
        _save(export_model(module), path)
        return
    with WeightsFile(f"{path}.data") as weights:
        _save(export_model(module, weights), path)


def _save(model: Any, path: str) -> None:
    """Write a ModelProto in the format that the suffix names."""
    formats = onnx_package.serialization.registry
    name = formats.get_format_from_file_extension(os.path.splitext(path)[1])
    data = formats.get(name or "protobuf").serialize_proto(model)
    with new_file(path, binary=True) as file:
        file.write(data)


def _entry(module: Operation) -> Operation:
    functions = {}
    entry = None
    for op in module.regions[0].entry if module.regions else ():
        if isinstance(op, onnx.EntryPointOp):
            entry = op.func.root
        elif isinstance(op, FunctionLike):
            functions[getattr(op.properties.get("sym_name"), "value", "")] = op
    if entry is None and len(functions) == 1:
        entry = next(iter(functions))
    found = functions.get(entry or "")
    if not isinstance(found, Operation) or found.regions[0].empty:
        raise DiagnosticError("the module has no onnx.EntryPoint and not just one function")
    return found


def _metadata(module: Operation) -> dict[str, Any]:
    found = module.attributes.get("onnx.model")
    return _python(found) if isinstance(found, DictionaryAttr) else {}


def _python(attribute: Attribute) -> Any:
    if isinstance(attribute, DictionaryAttr):
        return {k: _python(v) for k, v in attribute.entries}
    return getattr(attribute, "value", None)


def _schema(op: OnnxOp) -> Schema:
    name = _SINGLE_RESULT.get(op.schema.name)
    found = schemas.lookup(name) if name else op.schema
    return found or op.schema


def _opsets(module: Operation, wanted: dict[str, int]) -> dict[str, int]:
    """A version of each domain that has every op as it is."""
    used: dict[str, dict[Schema, OnnxOp]] = {}
    custom: dict[str, int] = {}
    for op in module.walk():
        if isinstance(op, OnnxOp):
            schema = _schema(op)
            used.setdefault(schema.domain, {})[schema] = op
        elif isinstance(op, onnx.CustomOp):
            domain = getattr(op.attributes.get("domain_name"), "value", "")
            custom[domain] = wanted.get(domain, 1)
    result = {"": 0} | {d: v for d, v in custom.items() if d}
    for domain, ops in {"": {}, **used}.items():
        newest = schemas.latest_opset(domain) or 1
        preferred = wanted.get(domain or "ai.onnx", newest)
        for version in (*range(preferred, newest + 1), *range(preferred - 1, 0, -1)):
            stranger = next((o for s, o in ops.items() if not _has(s, o, version)), None)
            if stranger is None:
                result[domain] = version
                break
        else:
            raise DiagnosticError(
                f"no opset of {domain or 'ai.onnx'} has all operators of the module; "
                "--decompose-onnx makes old versions new",
                None,
            )
    return result


def _has(schema: Schema, op: OnnxOp, version: int) -> bool:
    """Whether an opset's version of the operator can express the op."""
    found = schemas.lookup(schema.name, version, schema.domain)
    if found is None or found.deprecated != schema.deprecated:
        return False
    if found is schema:
        return True
    if schemas.canonical(found) is not schema:
        return False
    given = sum(v.type is not NONE for v in op.operands)
    return found.max_inputs is None or given <= found.max_inputs


class _Exporter:
    def __init__(self, opsets: dict[str, int], weights: WeightsFile | None = None) -> None:
        self.opsets = opsets
        self.weights = weights
        self.names: dict[Value, str] = {}
        self.taken: set[str] = set()

    def name(self, value: Value, wish: str = "") -> str:
        """The value's name in the graph."""
        found = self.names.get(value)
        if found is None:
            if not wish:
                wish = f"v{len(self.names)}"
            found = wish
            while found in self.taken:
                found = f"{wish}_{len(self.taken)}"
            self.names[value] = found
            self.taken.add(found)
        return found

    def function(self, function: Any, graph: Any) -> None:
        """Fill the main graph."""
        block = function.regions[0].entry
        inputs = _dictionaries(function.properties.get("arg_attrs"), len(block.args))
        for argument, attributes in zip(block.args, inputs, strict=True):
            name = self.name(argument, attributes.get("onnx.name") or "")
            fill_value_info(graph.input.add(), name, argument.type, attributes)
        last = block.last
        outputs = _dictionaries(
            function.properties.get("res_attrs"), len(last.operands) if last is not None else 0
        )
        for value, attributes in zip(last.operands if last else (), outputs, strict=True):
            self.name(value, attributes.get("onnx.name") or "")
        self.block(block, graph)
        for value, attributes in zip(last.operands if last else (), outputs, strict=True):
            wanted = attributes.get("onnx.name") or self.name(value)
            if wanted != self.name(value):  # one value under two names
                graph.node.add(op_type="Identity", input=[self.name(value)], output=[wanted])
            fill_value_info(graph.output.add(), wanted, _stated_type(value), attributes)

    def block(self, block: Block, graph: Any) -> None:
        """Add the nodes of a block."""
        for op in block:
            if isinstance(op, onnx.ConstantOp):
                self.constant(op, graph)
            elif isinstance(op, (onnx.ReturnOp, onnx.YieldOp)) or op.name == "func.return":
                continue
            elif isinstance(op, onnx.CustomOp):
                self.custom(op, graph.node.add())
            elif isinstance(op, OnnxOp):
                self.node(op, graph.node.add())
            elif not isinstance(op, (onnx.NoValueOp, onnx.RequireOp)):
                raise DiagnosticError(op.error("is not an operator of ONNX and cannot be exported"))

    def constant(self, op: onnx.ConstantOp, graph: Any) -> None:
        """A Constant node, or an initializer when it is large."""
        elements = op.elements()
        name = self.name(op.results[0])
        if elements is None:
            raise DiagnosticError(op.error("has no value"))
        if isinstance(elements, DenseResourceAttr) or not self._constant_takes(elements):
            fill_tensor(graph.initializer.add(), elements, op, name, self.weights)
            return
        node = graph.node.add(op_type="Constant", output=[name])
        attribute = node.attribute.add(name="value", type=onnx_package.AttributeProto.TENSOR)
        if isinstance(elements, SparseElementsAttr) and self.opsets[""] >= 11:
            attribute.name, attribute.type = (
                "sparse_value",
                onnx_package.AttributeProto.SPARSE_TENSOR,
            )
            fill_tensor(attribute.sparse_tensor.values, elements.values, op, name)
            fill_tensor(attribute.sparse_tensor.indices, elements.indices, op, "")
            attribute.sparse_tensor.dims.extend(elements.type.shape)
        else:
            fill_tensor(attribute.t, elements, op, name)

    def _constant_takes(self, elements: ElementsAttr) -> bool:
        """Whether the opset's Constant may have these elements; before 9 it was for floats only."""
        schema = schemas.lookup("Constant", self.opsets[""])
        allowed = schema.allowed_types(schema.outputs[0]) if schema is not None else ()
        return spelling(RankedTensorType((), elements.element_type)) in allowed

    def node(self, op: OnnxOp, node: Any) -> None:
        """An operator."""
        schema = _schema(op)
        version = self.opsets[schema.domain]
        target = schemas.lookup(schema.name, version, schema.domain) or schema
        node.op_type, node.domain = schema.name, schema.domain
        self.values(op, node)
        definition: OpDef = op.definition
        for key, attribute in op.properties.items():
            field = definition.properties[key]
            if not isinstance(field, AttributeField):
                continue
            entry = target.attributes.get(key)
            if entry is not None and attribute == attribute_field(target, entry).default:
                continue
            if entry is None:
                if attribute != field.default:
                    raise DiagnosticError(
                        op.error(f"has attribute '{key}', which opset {version} does not have")
                    )
                continue
            fill_attribute(node.attribute.add(name=key), field.schema.kind, attribute, op)
        graphs = [f.name for f in definition.regions]
        for key, region in zip(graphs, op.regions, strict=True):
            if not region.empty:
                self.subgraph(region, node, key)

    def custom(self, op: onnx.CustomOp, node: Any) -> None:
        """An operator of another domain."""
        node.op_type = op.function_name
        node.domain = getattr(op.attributes.get("domain_name"), "value", "")
        self.values(op, node)
        for key, attribute in op.attributes.items():
            if key not in ("domain_name", NODE_NAME, DECLARED, PLACEMENTS):
                fill_attribute(
                    node.attribute.add(name=key), attribute_kind(attribute, op), attribute, op
                )

    def values(self, op: Operation, node: Any) -> None:
        """Inputs, outputs and the node's name."""
        name = op.attributes.get(NODE_NAME)
        if isinstance(name, StringAttr):
            node.name = name.value
        export_placements(op, node, self.name)
        node.input.extend(_trimmed("" if v.type is NONE else self.name(v) for v in op.operands))
        node.output.extend(_trimmed("" if v.type is NONE else self.name(v) for v in op.results))

    def subgraph(self, region: Region, node: Any, key: str) -> None:
        """A region as a graph attribute."""
        attribute = node.attribute.add(name=key, type=onnx_package.AttributeProto.GRAPH)
        graph, block = attribute.g, region.entry
        graph.name = key
        for argument in block.args:
            fill_value_info(graph.input.add(), self.name(argument), argument.type, {})
        self.block(block, graph)
        made_here = {n for inner in graph.node for n in inner.output}
        made_here |= {i.name for i in graph.initializer}
        for value in block.last.operands if block.last is not None else ():
            name = self.name(value)
            if name not in made_here or any(o.name == name for o in graph.output):
                copy = f"{name}_out{len(self.taken)}"
                self.taken.add(copy)
                graph.node.add(op_type="Identity", input=[name], output=[copy])
                name = copy
            fill_value_info(graph.output.add(), name, value.type, {})


def _trimmed(names: Iterator[str]) -> list[str]:
    found = list(names)
    while found and not found[-1]:
        found.pop()
    return found


def _dictionaries(attribute: Any, count: int) -> list[dict[str, str]]:
    if not isinstance(attribute, ArrayAttr):
        return [{} for _ in range(count)]
    return [_python(a) for a in attribute]


def _stated_type(value: Value) -> Type:
    """The type of an output; the declared one if no rank follows from the operators."""
    op = value.defining_op
    declared = op.attributes.get(DECLARED) if op is not None else None
    if not isinstance(value.type, UnrankedTensorType) or not isinstance(declared, ArrayAttr):
        return value.type
    stated = declared.value[op.results.index(value)] if op is not None else NONE
    return stated if isinstance(stated, TensorType) else value.type
