"""AttributeProto -> attributes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlirlite.dialects.onnx.op import TYPES_BY_NUMBER, attribute_field
from mlirlite.dialects.onnx.schemas import AttributeSchema, Schema
from mlirlite.dialects.onnx.types import ELEMENT_TYPES, element_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.support.diagnostics import did_you_mean
from mlirlite.target.onnx.protobuf import Message
from mlirlite.target.onnx.tensors import TensorReader
from mlirlite.target.onnx.types import import_type

NamedAttribute = tuple[str, Message]

# By number: onnx.AttributeProto.AttributeType. (kind in the schemas, field)
_KINDS = {
    1: ("float", "f"),
    2: ("int", "i"),
    3: ("string", "s"),
    4: ("tensor", "t"),
    5: ("graph", "g"),
    6: ("floats", "floats"),
    7: ("ints", "ints"),
    8: ("strings", "strings"),
    9: ("tensors", "tensors"),
    10: ("graphs", "graphs"),
    11: ("sparse_tensor", "sparse_tensor"),
    12: ("sparse_tensors", "sparse_tensors"),
    13: ("type_proto", "tp"),
    14: ("type_protos", "type_protos"),
}


def kind_of(attribute: Message) -> tuple[str, str]:
    """The attribute's kind, as the schemas name it, and the field that has its value."""
    if attribute.type:
        if attribute.type not in _KINDS:
            raise ValueError(f"has attribute '{attribute.name}' of an unknown kind")
        return _KINDS[attribute.type]
    # Before version 2 of the format the kind was not stored.
    for kind, field in _KINDS.values():
        if attribute.has(field):
            return kind, field
    return "ints", "ints"


def import_attributes(
    given: Iterable[NamedAttribute],
    schema: Schema,
    target: Schema,
    tensors: TensorReader,
    name: str,
) -> dict[str, Attribute]:
    """The properties of an op of `target` for a node of `schema`, with the defaults of `schema`.

    Attributes that `target` lacks are left out. ValueError for attributes that `schema` does
    not have, of another kind, or missing. `name` names tensors.
    """
    properties: dict[str, Attribute] = {}
    for key, attribute in given:
        entry = schema.attributes.get(key)
        if entry is None:
            near = did_you_mean(key, schema.attributes)
            raise ValueError(f"has no attribute '{key}' in opset {schema.version}{near}")
        kind, field = kind_of(attribute)
        lists = kind.endswith("s") and entry.kind.endswith("s")
        if kind != entry.kind and not (lists and not getattr(attribute, field)):
            raise ValueError(f"has attribute '{key}' as {kind}, expected {entry.kind}")
        if kind == "graph" or key not in target.attributes:
            continue
        properties[key] = _property(schema, entry, attribute, field, tensors, name)
    for key, entry in schema.attributes.items():
        if key in properties or key not in target.attributes or entry.kind == "graph":
            continue
        if entry.required:
            raise ValueError(f"misses attribute '{key}'")
        if entry.default is not None:
            properties[key] = attribute_field(schema, entry).encode(entry.default)
    for key, entry in target.attributes.items():
        if key not in schema.attributes and entry.default is not None:
            properties[key] = attribute_field(target, entry).encode(entry.default)
    return properties


def _property(
    schema: Schema,
    entry: AttributeSchema,
    attribute: Message,
    field: str,
    tensors: TensorReader,
    name: str,
) -> Attribute:
    if (schema.name, entry.name) in TYPES_BY_NUMBER:
        return _named_type(attribute, entry)
    value = import_value(entry.kind, getattr(attribute, field), tensors, name)
    return attribute_field(schema, entry).encode(value)


def _named_type(attribute: Message, entry: AttributeSchema) -> Type:
    if entry.kind == "string":  # Cast of version 1
        text = bytes(attribute.s).decode("utf-8", "surrogateescape")
        found = ELEMENT_TYPES.get(text.lower())
    else:
        text = str(attribute.i)
        found = element_type(attribute.i)
    if found is None:
        raise ValueError(f"has {entry.name} = {text}, which is not an element type")
    return found


def import_value(kind: str, value: Any, tensors: TensorReader, name: str) -> Any:
    """The value of an attribute for AttributeField.encode."""
    match kind:
        case "string":
            return bytes(value).decode("utf-8", "surrogateescape")
        case "strings":
            return [bytes(v).decode("utf-8", "surrogateescape") for v in value]
        case "tensor":
            return tensors.read(value, name)
        case "sparse_tensor":
            return tensors.read_sparse(value)
        case "type_proto":
            type = import_type(value)
            if type is None:
                raise ValueError("has a type attribute without a type")
            return type
        case "int" | "float" | "ints" | "floats":
            return value
    raise ValueError(f"has an attribute of kind {kind}, which cannot be imported")


def import_free_attribute(attribute: Message, tensors: TensorReader, name: str) -> Attribute:
    """An attribute of an operator without schema."""
    kind, field = kind_of(attribute)
    value = import_value(kind, getattr(attribute, field), tensors, name)
    entry = AttributeSchema(attribute.name, kind)
    schema: Any = _NO_SCHEMA
    return attribute_field(schema, entry).encode(value)


class _NO_SCHEMA:
    name = ""
