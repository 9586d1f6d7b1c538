"""Which op a node becomes: the newest version of its operator with the same meaning."""

from __future__ import annotations

from mlirlite.dialects.onnx.additional_schemas import additional_schemas
from mlirlite.dialects.onnx.schemas import Schema, canonical, lookup, mlir_name
from mlirlite.target.onnx.protobuf import Message

_LEGACY = "consumed_inputs"
"""A hint about memory in version 1 of many operators; it never had an effect."""


def op_of_node(node: Message, given: dict[str, Message], schema: Schema) -> tuple[str, Schema]:
    """The op's name and its schema, for a node of `schema` with the attributes `given`.

    Attributes that the op does not have are without effect in this node.
    """
    single = [bool(name) for name in node.output] in ([True], [True, False])
    if schema.name == "BatchNormalization" and single and _is_inference(given, schema):
        return _additional("onnx.BatchNormalizationInferenceMode")
    if schema.name == "MaxPool" and single:
        return _additional("onnx.MaxPoolSingleOut")
    target = schema
    if _LEGACY in schema.attributes:
        newer = lookup(schema.name, 6, schema.domain)
        if newer is not None and _names(newer) == _names(schema):
            target = newer
    target = canonical(target)
    if "broadcast" in target.attributes and "axis" not in given:
        # The second operand fits the end of the first one's shape: numpy's rule gives the same.
        target = lookup(schema.name, None, schema.domain) or target
    if target.name == "Cast":  # version 1 names the type by a word
        target = lookup("Cast") or target
    return mlir_name(target), target


def _additional(name: str) -> tuple[str, Schema]:
    return name, additional_schemas()[name]


def _names(schema: Schema) -> list[str]:
    return [p.name for p in schema.inputs]


def _is_inference(given: dict[str, Message], schema: Schema) -> bool:
    def number(name: str, default: int) -> int:
        return given[name].i if name in given else default

    if schema.version < 7 and not number("is_test", 0):
        return False
    return not number("training_mode", 0) and number("spatial", 1) == 1
