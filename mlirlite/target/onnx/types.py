"""TypeProto -> types; types of the inputs of subgraphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.onnx.control_flow import slice_type
from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.dialects.onnx.shapes import refine
from mlirlite.dialects.onnx.types import OptType, SeqType, element_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.types import (
    DYNAMIC,
    I1,
    I64,
    RankedTensorType,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.limits import RANK, TYPE_DEPTH
from mlirlite.target.onnx.protobuf import Message


def import_type(proto: Message) -> Type | None:
    """The type, or None when the message has none. ValueError for an invalid one."""
    around: list[type[SeqType] | type[OptType]] = []
    while proto.has("sequence_type") or proto.has("optional_type"):
        kind = SeqType if proto.has("sequence_type") else OptType
        around.append(kind)
        if len(around) > TYPE_DEPTH.get():
            raise ValueError(f"has {TYPE_DEPTH.error('more')}")
        proto = (proto.sequence_type if kind is SeqType else proto.optional_type).elem_type
    type = _plain(proto)
    if type is None:
        if around:
            raise ValueError("has a sequence, optional or map of an unknown type")
        return None
    for kind in reversed(around):
        if kind is SeqType and isinstance(type, RankedTensorType) and not type.rank:
            # Models declare an empty shape where they mean members of any shape.
            type = UnrankedTensorType(type.element_type)
        type = kind(type)
    return type


def _plain(proto: Message) -> Type | None:
    """A tensor or a map."""
    if proto.has("tensor_type"):
        return _tensor(proto.tensor_type)
    if proto.has("sparse_tensor_type"):
        return _tensor(proto.sparse_tensor_type)
    if proto.has("map_type"):
        value = _plain(proto.map_type.value_type)
        if value is None or isinstance(value, TupleType):
            raise ValueError("has a sequence, optional or map of an unknown type")
        value = value.element_type if isinstance(value, TensorType) else value
        return TupleType((_element(proto.map_type.key_type), value))
    return None


def _element(number: int) -> Type:
    element = element_type(number)
    if element is None:
        raise ValueError(f"has element type {number}, which ONNX does not define")
    return element


def _tensor(proto: Message) -> Type | None:
    if not proto.elem_type:
        return None
    element = _element(proto.elem_type)
    if not proto.has("shape"):
        return UnrankedTensorType(element)
    dims = proto.shape.dim
    if len(dims) > RANK.most:
        raise ValueError(f"has {RANK.error(len(dims))}")
    return RankedTensorType(tuple(_dim(d) for d in dims), element)


def _dim(dim: Message) -> int:
    if not dim.has("dim_value"):
        return DYNAMIC
    size: int = dim.dim_value
    if size < -1:
        raise ValueError(f"has a dimension of {size}")
    return DYNAMIC if size == -1 else size  # some exporters write -1 for an unknown one


def dim_params(proto: Message) -> str:
    """Names of dimensions as in onnx-mlir: `0:batch,2:length`."""
    while proto.has("sequence_type"):
        proto = proto.sequence_type.elem_type
    dims = proto.tensor_type.shape.dim
    return ",".join(f"{i}:{d.dim_param}" for i, d in enumerate(dims) if d.dim_param)


def sharpen(declared: Type | None, inferred: Type) -> Type:
    """The type that combines both. ValueError when they contradict each other."""
    if declared is None or declared is inferred:
        return inferred
    if isinstance(declared, TensorType) and isinstance(inferred, TensorType):
        if declared.element_type is inferred.element_type:
            shapes = (t.shape if t.has_rank else None for t in (declared, inferred))
            shape = refine(*shapes)
            return inferred if shape is None else RankedTensorType(shape, inferred.element_type)
    elif isinstance(declared, SeqType) and isinstance(inferred, SeqType):
        return SeqType(sharpen(declared.element_type, inferred.element_type))
    elif isinstance(declared, OptType) and isinstance(inferred, OptType):
        return OptType(sharpen(declared.element_type, inferred.element_type))
    raise ValueError("types differ")


def argument_types(
    target: Schema, operands: Sequence[Value], properties: dict[str, Attribute]
) -> list[Type | None]:
    """What the enclosing op implies for the types of a subgraph's inputs, in every run."""
    if target.name == "Loop":
        # A carried value may change its shape from one iteration to the next.
        scalars: list[Type | None] = [RankedTensorType((), I64), RankedTensorType((), I1)]
        return scalars + [_any_shape(v.type) for v in operands[2:]]
    if target.name == "SequenceMap":
        return [t.element_type if isinstance(t, SeqType) else t for t in (v.type for v in operands)]
    if target.name == "Scan":
        # As for Loop: its states are settled when the body is known.
        count: Any = properties.get("num_scan_inputs")
        given: Any = properties.get("scan_input_axes")
        # a leading batch dimension, and inputs that may be left out first
        batched = target.version == 8
        inputs = [v.type for v in operands[batched:]]
        axes = [a.value for a in given or ()] or [0] * (count.value if count is not None else 0)
        states = len(inputs) - len(axes)
        if states < 0:
            raise ValueError(f"has num_scan_inputs = {len(axes)}, but only {len(inputs)} inputs")
        slices = [slice_type(t, 0) for t in inputs[states:]] if batched else inputs[states:]
        cut = [slice_type(t, a) for t, a in zip(slices, axes, strict=True)]
        return [*map(_any_shape, inputs[:states]), *cut]
    return []


def _any_shape(type: Type) -> Type:
    return UnrankedTensorType(type.element_type) if isinstance(type, TensorType) else type
