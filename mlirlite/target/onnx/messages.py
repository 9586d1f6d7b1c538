"""Types, attributes and constants as ONNX's messages: the way back from `types`, `attributes` and
`tensors`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import onnx as onnx_package

from mlirlite.dialects.onnx.constants import array_from
from mlirlite.dialects.onnx.node import DIM_PARAMS
from mlirlite.dialects.onnx.types import OptType, SeqType, data_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
    ElementsAttr,
    SparseElementsAttr,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, IntegerType, RankedTensorType, TensorType, TupleType
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx.weights import WeightsFile


def type_proto(type: Type) -> onnx_package.TypeProto:
    """The type as an ONNX message; empty for no value."""
    proto = onnx_package.TypeProto()
    fill_type(proto, type, {})
    return proto


def fill_value_info(info: Any, name: str, type: Type, attributes: dict[str, str]) -> None:
    """An input or output: name, type, and names of sizes that are not known (`onnx.dim_params`)."""
    info.name = name
    params = {}
    for part in filter(None, attributes.get(DIM_PARAMS, "").split(",")):
        index, _, text = part.partition(":")
        params[int(index)] = text
    fill_type(info.type, type, params)


def fill_type(proto: Any, type: Type, params: dict[int, str]) -> None:
    """A type; `params` names dimensions of unknown size."""
    if isinstance(type, SeqType):
        fill_type(proto.sequence_type.elem_type, type.element_type, params)
    elif isinstance(type, OptType):
        fill_type(proto.optional_type.elem_type, type.element_type, {})
    elif isinstance(type, TupleType):
        proto.map_type.key_type = data_type(type.types[0]) or 0
        proto.map_type.value_type.tensor_type.elem_type = data_type(type.types[-1]) or 0
        proto.map_type.value_type.tensor_type.shape.SetInParent()
    elif isinstance(type, TensorType):
        proto.tensor_type.elem_type = data_type(type.element_type) or 0
        if isinstance(type, RankedTensorType):
            proto.tensor_type.shape.SetInParent()
            for index, size in enumerate(type.shape):
                dim = proto.tensor_type.shape.dim.add()
                if size != DYNAMIC:
                    dim.dim_value = size
                elif index in params:
                    dim.dim_param = params[index]


def fill_attribute(proto: Any, kind: str, attribute: Any, op: Operation) -> None:
    """The value of an attribute of a kind, named as in schemas. DiagnosticError for a kind that
    ONNX has no message for."""
    kinds = onnx_package.AttributeProto
    proto.type = getattr(kinds, kind.upper() if kind != "type" else "INT")
    match kind:
        case "int":
            proto.i = attribute.value
        case "float":
            proto.f = attribute.value
        case "string":
            proto.s = _bytes(attribute.value)
        case "ints":
            proto.ints.extend(a.value for a in attribute)
        case "floats":
            proto.floats.extend(a.value for a in attribute)
        case "strings":
            proto.strings.extend(_bytes(a.value) for a in attribute)
        case "tensor":
            fill_tensor(proto.t, attribute, op, "")
        case "type":
            proto.i = data_type(attribute) or 0
        case "type_proto":
            fill_type(proto.tp, attribute, {})
        case _:
            raise DiagnosticError(
                op.error(f"has an attribute of kind {kind} that ONNX cannot have")
            )


def attribute_kind(attribute: Attribute, op: Operation) -> str:
    """The kind of an attribute without a schema. DiagnosticError if it has none."""
    match attribute:
        case IntegerAttr():
            return "int"
        case FloatAttr():
            return "float"
        case StringAttr():
            return "string"
        case ElementsAttr():
            return "tensor"
        case Type():
            return "type_proto"
        case ArrayAttr(value=parts):
            return attribute_kind(parts[0], op) + "s" if parts else "ints"
    raise DiagnosticError(op.error(f"has the attribute {attribute}, which ONNX cannot have"))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def fill_tensor(
    proto: Any,
    elements: ElementsAttr,
    op: Operation,
    name: str,
    weights: WeightsFile | None = None,
) -> None:
    """A constant; its bytes go into the file of `weights` if there is one. DiagnosticError for
    elements that ONNX does not know."""
    proto.name = name
    proto.dims.extend(elements.type.shape)
    number = data_type(elements.element_type)
    if number is None:
        raise DiagnosticError(op.error(f"has elements of {elements.element_type}, unknown to ONNX"))
    proto.data_type = number
    count = elements.type.num_elements
    if isinstance(elements, DenseStringElementsAttr):
        texts = [_bytes(t) for t in elements.value]
        proto.string_data.extend(texts * count if len(texts) == 1 else texts)
        return
    if isinstance(elements, SparseElementsAttr):
        raw: Any = array_from(elements).tobytes()
    elif isinstance(elements, DenseResourceAttr):
        raw = elements.resource.data
    elif isinstance(elements, DenseElementsAttr):
        raw = bytes(elements.raw) * (count if elements.is_splat else 1)
    else:
        raise DiagnosticError(op.error("has elements of an unknown kind"))
    bits = getattr(elements.element_type, "width", 8)
    packs = bits < 8 and not (isinstance(elements.element_type, IntegerType) and bits == 1)
    data = _packed(raw, bits) if packs else raw
    if weights is not None:
        weights.put(proto, data)
    else:
        proto.raw_data = bytes(data)


def _packed(raw: Sequence[int], bits: int) -> bytes:
    """One byte each packed into as few bits as needed, low bits first."""
    stream = 0
    for position, byte in enumerate(bytes(raw)):
        stream |= (byte & ((1 << bits) - 1)) << (position * bits)
    return stream.to_bytes(-(-len(raw) * bits // 8), "little")
