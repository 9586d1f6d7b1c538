"""The reader of protobuf messages against the onnx package's own."""

import contextlib
from functools import partial

import onnx
import pytest

from mlirlite.target.onnx import protobuf
from mlirlite.target.onnx.protobuf import MalformedProtobuf, Message

_TYPES = {1: "f64", 2: "f32", 3: "i64", 4: "u64", 5: "i64", 9: "str", 12: "bytes", 14: "i64"}


def descriptors():
    found, todo = {}, [onnx.ModelProto.DESCRIPTOR]
    while todo:
        message = todo.pop()
        name = message.full_name.removeprefix("onnx.")
        if name not in found:
            found[name] = message
            todo += [f.message_type for f in message.fields if f.message_type]
    return found


@pytest.mark.parametrize("kind", sorted(protobuf._KINDS))
def test_fields_are_those_of_onnx(kind):
    fields = {f.name: f for f in descriptors()[kind].fields}
    for name, (number, repeated, type) in protobuf._KINDS[kind].items():
        field = fields[name]
        wanted = _TYPES.get(field.type)
        if field.message_type:
            wanted = field.message_type.full_name.removeprefix("onnx.")
        if name == "training_info":  # only its presence counts
            wanted = "bytes"
        assert (field.number, field.is_repeated, wanted) == (number, repeated, type), name


def test_numbers_and_defaults():
    tensor = onnx.TensorProto(dims=[2, -1], name="a", int32_data=[-3, 5, 1 << 20])
    tensor.uint64_data.extend([1 << 63, 0])
    tensor.float_data.extend([0.5, -2.0])
    read = Message("TensorProto", tensor.SerializeToString())
    assert read.dims == [2, -1]
    assert read.int32_data == [-3, 5, 1 << 20]
    assert read.uint64_data == [1 << 63, 0]
    assert read.float_data == [0.5, -2.0]
    assert read.name == "a"
    assert not read.has("raw_data")
    assert (read.raw_data, read.data_type, read.external_data) == (b"", 0, [])


@pytest.mark.parametrize("count", [3, 5000])
def test_packed_numbers(count):
    numbers = [(-1) ** i * i * 12345 for i in range(count)]
    tensor = onnx.TensorProto(int64_data=numbers)
    assert Message("TensorProto", tensor.SerializeToString()).int64_data == numbers


def test_bytes_are_not_copied():
    data = onnx.TensorProto(raw_data=b"\1" * 1000).SerializeToString()
    view = memoryview(data)
    assert Message("TensorProto", view).raw_data.obj is data


@pytest.mark.parametrize("data", [b"\x0a\x05ab", b"\xff", b"\x0b\x01", b"\x00\x00", b"\xff" * 11])
def test_malformed(data):
    with pytest.raises(MalformedProtobuf):
        Message("ModelProto", data)


def test_malformed_fields_are_found_when_they_are_read():
    read = Message("TensorProto", b"\x42\x00\x20\x07")  # name, then float_data as a number
    with pytest.raises(MalformedProtobuf, match="float_data"):
        _ = read.float_data


def test_a_number_of_no_bytes_is_malformed():
    read = Message("TensorShapeProto.Dimension", b"\x0a\x00")  # dim_value, as packed numbers
    with pytest.raises(MalformedProtobuf, match=r"'dim_value' .* has no number"):
        _ = read.dim_value


@pytest.mark.parametrize("kind", sorted(protobuf._KINDS))
@pytest.mark.parametrize("wire", [0, 1, 2, 5])
def test_fields_of_other_wire_types_are_malformed_or_read(kind, wire):
    content = {0: b"\xff" * 8 + b"\x01", 1: b"\x01" * 8, 2: b"\x01\x01", 5: b"\x01" * 4}[wire]
    for name, (number, _, type) in protobuf._KINDS[kind].items():
        tag = number << 3 | wire
        bytes_of_tag = bytes([tag]) if tag < 128 else bytes([tag & 127 | 128, tag >> 7])
        read = Message(kind, bytes_of_tag + content)
        for look in (partial(getattr, read), read.chunks):
            if wire == 0 and type not in ("i64", "u64"):
                with pytest.raises(MalformedProtobuf, match=f"'{name}' .* is an integer"):
                    look(name)
            else:
                with contextlib.suppress(MalformedProtobuf):
                    look(name)
