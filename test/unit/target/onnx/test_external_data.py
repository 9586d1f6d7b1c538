"""External data: only regular files inside the model's folder, wherever a message names them."""

import os

import numpy as np
import onnx
import onnx.helper as h
import pytest

import mlirlite
from mlirlite.driver import compile, quantize, run, translate
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.external import locations
from mlirlite.target.onnx.protobuf import Message, message_fields

DATA = np.arange(64, dtype=np.float32)


def external(location, name="w", **more):
    """A tensor whose 64 numbers are in a file."""
    tensor = onnx.TensorProto(name=name, data_type=onnx.TensorProto.FLOAT, dims=[64])
    tensor.data_location = onnx.TensorProto.EXTERNAL
    for key, value in {"location": location, **more}.items():
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def product(location, **more):
    """y = x w."""
    x, y = (h.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [64]) for n in "xy")
    graph = h.make_graph(
        [h.make_node("Mul", ["x", "w"], ["y"])], "g", [x], [y], [external(location, **more)]
    )
    return h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=9)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder `m` for the model, with files that it may and may not read, and another folder."""
    for folder in ("m/inner", "outside"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("m/w.bin", "m/inner/w.bin", "outside/w.bin"):
        (tmp_path / name).write_bytes(DATA.tobytes())
    monkeypatch.chdir(tmp_path / "m")
    os.symlink("../outside", "folder")
    os.symlink("../outside/w.bin", "link")
    os.symlink("w.bin", "link_inside")
    os.symlink("inner", "folder_inside")
    os.symlink("turn", "turn")
    os.symlink("/dev/zero", "device")
    os.link("../outside/w.bin", "hard")
    os.mkfifo("pipe")
    return tmp_path / "m"


@pytest.mark.parametrize(
    "location", ["w.bin", "./w.bin", "inner/w.bin", "link_inside", "folder_inside/w.bin"]
)
def test_what_is_inside_is_read(place, location):
    (place / "m.onnx").write_bytes(product(location).SerializeToString())
    session = mlirlite.InferenceSession("m.onnx")
    np.testing.assert_array_equal(session.run(None, {"x": DATA})[0], DATA * DATA)


REFUSED = {
    "folder/w.bin": "which escapes the model's folder: it leads to",
    "link": "which escapes the model's folder: it leads to",
    "device": "which escapes the model's folder: it leads to '/dev/zero'",
    "hard": "a file with another name (a hard link) outside of its folder: copy it",
    "pipe": "cannot open its external data 'pipe': it is not a regular file",
    "inner": "cannot open its external data 'inner': it is not a regular file",
    "turn": "cannot open its external data 'turn': Too many levels of symbolic links",
    "w.bin/w.bin": "cannot open its external data 'w.bin/w.bin': Not a directory",
    "a\0b": "has the external data location 'a\\x00b', which has a zero byte",
    "a" * 300: "File name too long",
}


@pytest.mark.parametrize("location", REFUSED)
def test_what_is_outside_or_no_file_is_refused(place, location):
    made = product(location)
    (place / "m.onnx").write_bytes(made.SerializeToString())
    for model, options in (("m.onnx", {}), (made, {"directory": "."})):
        with pytest.raises(DiagnosticError) as caught:
            import_model(model, **options)
        assert REFUSED[location] in str(caught.value)


@pytest.mark.parametrize(
    ("program", "options"),
    [
        (translate, ["--import-onnx"]),
        (compile, ["-o", "out.so"]),
        (run, ["--random-inputs"]),
        (quantize, ["-o", "out.onnx"]),
    ],
)
@pytest.mark.parametrize("location", ["folder/w.bin", "pipe"])
def test_every_program_refuses_it(place, capsys, program, options, location):
    (place / "m.onnx").write_bytes(product(location).SerializeToString())
    assert program.main(["m.onnx", *options]) == 1
    assert REFUSED[location] in capsys.readouterr().err
    assert not list(place.glob("out.*"))


def test_files_of_a_hub_lie_where_links_of_model_and_data_lead(place):
    hub = place.parent / "hub"
    (hub / "blobs").mkdir(parents=True)
    (hub / "snapshot").mkdir()
    (hub / "blobs" / "1").write_bytes(product("m.data").SerializeToString())
    (hub / "blobs" / "2").write_bytes(DATA.tobytes())
    os.symlink("../blobs/1", hub / "snapshot" / "m.onnx")
    os.symlink("../blobs/2", hub / "snapshot" / "m.data")
    import_model(str(hub / "snapshot" / "m.onnx"))
    (hub / "snapshot" / "m.data").unlink()
    os.symlink("../../outside/w.bin", hub / "snapshot" / "m.data")
    with pytest.raises(DiagnosticError, match="which escapes the model's folder"):
        import_model(str(hub / "snapshot" / "m.onnx"))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"offset": "four"},
            "has external data in 'w.bin' with offset 'four', which is not a number",
        ),
        ({"length": "9" * 5000}, "with length '9999"),
        ({"offset": -4, "length": 256}, "has external data at -4 to 252 of 'w.bin'"),
        ({"offset": 2**63 - 1, "length": 256}, "of 'w.bin', which has 256 bytes"),
        ({"length": 255}, "has 255 bytes of data, expected 256"),
    ],
)
def test_places_in_the_file_are_checked(place, more, message):
    with pytest.raises(DiagnosticError) as caught:
        import_model(product("w.bin", **more), directory=".")
    assert message in str(caught.value)


@pytest.mark.parametrize("more", [{}, {"length": 0}, {"length": 256}, {"offset": 4}])
def test_without_a_length_the_tensor_says_how_much_is_read(place, more):
    (place / "long.bin").write_bytes(np.tile(DATA, 3).tobytes())
    onnx.save(product("long.bin", **more), "model.onnx")
    found = mlirlite.InferenceSession("model.onnx").run(None, {"x": np.ones(64, np.float32)})[0]
    start = more.get("offset", 0) // 4
    np.testing.assert_array_equal(found, np.tile(DATA, 3)[start : start + 64])


def test_a_model_that_is_no_regular_file(place, capsys):
    for name in ("pipe", "device", "inner"):
        with pytest.raises(DiagnosticError, match="it is not a regular file"):
            mlirlite.InferenceSession(name)


def filled(kind, location, depth=0):
    """A message for each field that can hold a tensor."""
    if kind == "TensorProto":
        yield external(location)
        return
    for name, repeated in message_fields(kind, "TensorProto"):
        if depth > 4 and name in ("g", "graphs"):
            continue
        field = getattr(onnx, kind).DESCRIPTOR.fields_by_name[name]
        for part in filled(field.message_type.name, location, depth + 1):
            made = getattr(onnx, kind)()
            if repeated:
                getattr(made, name).append(part)
            else:
                getattr(made, name).CopyFrom(part)
            yield made


def test_locations_are_found_wherever_a_message_has_a_tensor():
    long = "w" * 300
    count = 0
    for model in filled("ModelProto", long):
        assert locations(Message("ModelProto", model.SerializeToString())) == [long]
        count += 1
    assert count > 50


def test_locations_are_found_in_any_order_of_fields():
    entry = b"\x12\x05w.bin\x0a\x08location"  # the value before its key
    tensor = b"\x70\x01\x6a" + bytes([len(entry)]) + entry + b"\x08\x40\x10\x01"
    graph = b"\x2a" + bytes([len(tensor)]) + tensor
    model = Message("ModelProto", b"\x3a" + bytes([len(graph)]) + graph)
    assert locations(model) == ["w.bin"]
