"""A reader of ONNX's protobuf messages that copies nothing: a field is decoded when it is accessed,
and weights stay views of the mapped file.

The onnx package's own reader copies every weight, takes 170 ms to import, and stops at 2 GiB.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from typing import Any

_FIELDS = """
ModelProto: 1 ir_version i64; 2 producer_name str; 3 producer_version str; 4 domain str;
    5 model_version i64; 6 doc_string str; 7 graph GraphProto; 8 *opset_import OperatorSetIdProto;
    14 *metadata_props StringStringEntryProto; 20 *training_info bytes; 25 *functions FunctionProto;
    26 *configuration DeviceConfigurationProto
DeviceConfigurationProto: 1 name str; 2 num_devices i64; 3 *device str
OperatorSetIdProto: 1 domain str; 2 version i64
GraphProto: 1 *node NodeProto; 2 name str; 5 *initializer TensorProto; 10 doc_string str;
    11 *input ValueInfoProto; 12 *output ValueInfoProto; 13 *value_info ValueInfoProto;
    15 *sparse_initializer SparseTensorProto; 16 *metadata_props StringStringEntryProto
NodeProto: 1 *input str; 2 *output str; 3 name str; 4 op_type str; 5 *attribute AttributeProto;
    6 doc_string str; 7 domain str; 8 overload str; 9 *metadata_props StringStringEntryProto;
    10 *device_configurations NodeDeviceConfigurationProto
NodeDeviceConfigurationProto: 1 configuration_id str; 2 *sharding_spec ShardingSpecProto;
    3 pipeline_stage i64
ShardingSpecProto: 1 tensor_name str; 2 *device i64;
    3 *index_to_device_group_map IntIntListEntryProto; 4 *sharded_dim ShardedDimProto
IntIntListEntryProto: 1 key i64; 2 *value i64
ShardedDimProto: 1 axis i64; 2 *simple_sharding SimpleShardedDimProto
SimpleShardedDimProto: 1 dim_value i64; 2 dim_param str; 3 num_shards i64
AttributeProto: 1 name str; 2 f f32; 3 i i64; 4 s bytes; 5 t TensorProto; 6 g GraphProto;
    7 *floats f32; 8 *ints i64; 9 *strings bytes; 10 *tensors TensorProto; 11 *graphs GraphProto;
    13 doc_string str; 14 tp TypeProto; 15 *type_protos TypeProto; 20 type i64;
    21 ref_attr_name str; 22 sparse_tensor SparseTensorProto; 23 *sparse_tensors SparseTensorProto
TensorProto: 1 *dims i64; 2 data_type i64; 4 *float_data f32; 5 *int32_data i64;
    6 *string_data bytes; 7 *int64_data i64; 8 name str; 9 raw_data bytes; 10 *double_data f64;
    11 *uint64_data u64; 12 doc_string str; 13 *external_data StringStringEntryProto;
    14 data_location i64
SparseTensorProto: 1 values TensorProto; 2 indices TensorProto; 3 *dims i64
StringStringEntryProto: 1 key str; 2 value str
ValueInfoProto: 1 name str; 2 type TypeProto; 3 doc_string str
TypeProto: 1 tensor_type TypeProto.Tensor; 4 sequence_type TypeProto.Sequence;
    5 map_type TypeProto.Map; 6 denotation str; 8 sparse_tensor_type TypeProto.SparseTensor;
    9 optional_type TypeProto.Optional
TypeProto.Tensor: 1 elem_type i64; 2 shape TensorShapeProto
TypeProto.SparseTensor: 1 elem_type i64; 2 shape TensorShapeProto
TypeProto.Sequence: 1 elem_type TypeProto
TypeProto.Optional: 1 elem_type TypeProto
TypeProto.Map: 1 key_type i64; 2 value_type TypeProto
TensorShapeProto: 1 *dim TensorShapeProto.Dimension
TensorShapeProto.Dimension: 1 dim_value i64; 2 dim_param str; 3 denotation str
FunctionProto: 1 name str; 4 *input str; 5 *output str; 6 *attribute str; 7 *node NodeProto;
    8 doc_string str; 9 *opset_import OperatorSetIdProto; 10 domain str;
    11 *attribute_proto AttributeProto; 12 *value_info ValueInfoProto; 13 overload str
"""

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_MANY = 1024
"""Packed numbers of at least this many bytes are decoded by numpy."""


class MalformedProtobuf(ValueError):
    """The bytes are not a message of the expected kind, or end too early."""


class Message:
    """A message over bytes; its fields are attributes. A missing one is empty: 0, "", (), or an
    empty message. `has` tells whether it is there."""

    __slots__ = ("_parts", "_values", "data", "kind")

    def __init__(self, kind: str, data: memoryview | bytes = b"") -> None:
        self.kind = kind
        self.data = memoryview(data)
        self._parts = _split(self.data, kind)
        self._values: dict[str, Any] = {}

    def has(self, name: str) -> bool:
        """Whether the field is present."""
        return _KINDS[self.kind][name][0] in self._parts

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            pass
        field = _KINDS[self.kind].get(name)
        if field is None:
            raise AttributeError(f"{self.kind} has no field '{name}'")
        _, repeated, type = field
        parts = self.chunks(name)
        try:
            if not repeated:
                value = _one(type, parts[-1]) if parts else _EMPTY.get(type)
                if value is None:
                    value = Message(type)
            elif type in _NUMBERS:
                value = [n for part in parts for n in _numbers(type, part)]
            else:
                value = [_one(type, part) for part in parts]
        except (TypeError, struct.error) as e:
            raise MalformedProtobuf(f"field '{name}' of a {self.kind} is malformed: {e}") from None
        self._values[name] = value
        return value

    def chunks(self, name: str) -> list[Any]:
        """The undecoded parts of a field: views, or single integers."""
        number, _, type = _KINDS[self.kind][name]
        parts = self._parts.get(number, [])
        if type not in _INTEGERS and any(isinstance(p, int) for p in parts):
            raise MalformedProtobuf(f"field '{name}' of a {self.kind} is an integer")
        return parts

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>" if "name" in _KINDS[self.kind] else f"<{self.kind}>"


def _parse_fields() -> dict[str, dict[str, tuple[int, bool, str]]]:
    kinds: dict[str, dict[str, tuple[int, bool, str]]] = {}
    fields: dict[str, tuple[int, bool, str]] = {}
    for line in _FIELDS.strip().splitlines():
        if not line.startswith(" "):
            kind, _, line = line.partition(":")
            fields = kinds[kind] = {}
        for entry in filter(str.strip, line.split(";")):
            number, name, type = entry.split()
            fields[name.lstrip("*")] = (int(number), name.startswith("*"), type)
    return kinds


_KINDS = _parse_fields()
_EMPTY: dict[str, Any] = {"i64": 0, "u64": 0, "f32": 0.0, "f64": 0.0, "str": "", "bytes": b""}
_INTEGERS = frozenset({"i64", "u64"})
_NUMBERS: dict[str, tuple[int, Callable[[Any], Any] | None]] = {
    "i64": (0, None),
    "u64": (0, None),
    "f32": (4, None),
    "f64": (8, None),
}


@cache
def message_fields(kind: str, target: str) -> tuple[tuple[str, bool], ...]:
    """The fields of a kind of message through which one gets to messages of the kind `target`, and
    whether each is repeated."""

    def leads(to: str, seen: frozenset[str]) -> bool:
        inner = {type for _, _, type in _KINDS.get(to, {}).values()} - seen
        return to == target or any(leads(i, seen | {to}) for i in inner)

    return tuple(
        (name, repeated)
        for name, (_, repeated, type) in _KINDS[kind].items()
        if leads(type, frozenset())
    )


def _split(data: memoryview, kind: str) -> dict[int, list[Any]]:
    """Field number -> its parts: integers, or views."""
    parts: dict[int, list[Any]] = {}
    at, end = 0, len(data)
    while at < end:
        tag, at = _varint(data, at, kind)
        number, wire = tag >> 3, tag & 7
        if wire == _BYTES:
            length, at = _varint(data, at, kind)
            part: Any = data[at : at + length]
            at += length
        elif wire == _VARINT:
            part, at = _varint(data, at, kind)
        elif wire == _FIXED32:
            part, at = data[at : at + 4], at + 4
        elif wire == _FIXED64:
            part, at = data[at : at + 8], at + 8
        else:
            raise MalformedProtobuf(f"byte {at} of a {kind} is not a field of a protobuf message")
        if at > end:
            raise MalformedProtobuf(f"it ends {at - end} bytes too early, in a {kind}")
        if not number:
            raise MalformedProtobuf(f"byte {at} of a {kind} is not a field of a protobuf message")
        if number in parts:
            parts[number].append(part)
        else:
            parts[number] = [part]
    return parts


def _varint(data: memoryview, at: int, kind: str) -> tuple[int, int]:
    value = shift = 0
    try:
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, at
            shift += 7
            if shift > 63:
                raise MalformedProtobuf(f"byte {at} of a {kind} is in no valid number")
    except IndexError:
        raise MalformedProtobuf(f"it ends too early, in a {kind}") from None


def _one(type: str, part: Any) -> Any:
    if type == "str":
        return bytes(part).decode("utf-8", "surrogateescape")
    if type == "bytes":
        return memoryview(part)
    if type in _NUMBERS:
        numbers = _numbers(type, part)
        if not numbers:
            raise TypeError("it has no number")
        return numbers[-1]
    return Message(type, memoryview(part))


def _numbers(type: str, part: Any) -> list[Any]:
    """The numbers of one part: a single one, or packed ones."""
    if type in ("f32", "f64"):
        return memoryview(part).cast("f" if type == "f32" else "d").tolist()
    if isinstance(part, int):
        return [_signed(part) if type == "i64" else part & _MASK]
    if len(part) >= _MANY:
        return _many_varints(part, type)
    found, at = [], 0
    while at < len(part):
        number, at = _varint(part, at, "packed field")
        found.append(_signed(number) if type == "i64" else number & _MASK)
    return found


_MASK = (1 << 64) - 1


def _signed(number: int) -> int:
    number &= _MASK
    return number - (1 << 64) if number >> 63 else number


def _many_varints(part: memoryview, type: str) -> list[int]:
    import numpy as np

    data = np.frombuffer(part, np.uint8)
    ends = np.flatnonzero(data < 0x80)
    if not ends.size or ends[-1] != data.size - 1:
        raise MalformedProtobuf("it ends too early, in packed numbers")
    starts = np.concatenate(([0], ends[:-1] + 1))
    lengths = ends - starts + 1
    numbers = np.zeros(ends.size, np.uint64)
    for place in range(min(int(lengths.max()), 10)):
        longer = lengths > place
        digits = (data[starts[longer] + place] & 0x7F).astype(np.uint64)
        numbers[longer] |= digits << np.uint64(7 * place)
    result: list[int] = (numbers.view(np.int64) if type == "i64" else numbers).tolist()
    return result
