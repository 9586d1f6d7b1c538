"""Compiled models on disk: found by content, made again when damaged, never larger than allowed."""

import gc
import os
import platform

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.ir.resources import Resource
from mlirlite.runtime import cache, compiled

F = onnx.TensorProto.FLOAT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of its own that keeps small models, too."""
    monkeypatch.setenv("MLIRLITE_CACHE", "all")
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path))
    return tmp_path / "models"


@pytest.fixture
def compiles(monkeypatch):
    """A list that grows by one each time a model is compiled."""
    found, original = [], compiled.compile_with

    def counted(model, stages, **options):
        found.append(model)
        return original(model, stages, **options)

    monkeypatch.setattr(compiled, "compile_with", counted)
    return found


def linear(factor):
    """y = x w, all of w the same number."""
    w = onnx.numpy_helper.from_array(np.full((8, 8), factor, np.float32), "w")
    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("MatMul", ["x", "w"], ["y"])],
        "g",
        [info("x", F, ["n", 8])],
        [info("y", F, ["n", 8])],
        [w],
    )
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])


X = np.arange(16, dtype=np.float32).reshape(2, 8)


def result(model, **options):
    return mlirlite.InferenceSession(model, **options).run(None, {"x": X})[0]


def test_the_second_session_is_not_compiled(folder, compiles):
    model = linear(2.0)
    first = mlirlite.InferenceSession(model)
    again = mlirlite.InferenceSession(model.SerializeToString())
    assert len(compiles) == 1 or len(list(folder.iterdir())) == 2  # the bytes may differ in order
    third = mlirlite.InferenceSession(model)
    assert len(compiles) <= 2
    for session in (again, third):
        assert session.get_inputs() == first.get_inputs()
        np.testing.assert_array_equal(session.run(None, {"x": X})[0], result(model))


@pytest.mark.processor
def test_another_model_or_option_is_another_entry(folder, compiles):
    a, b = result(linear(2.0), machine=""), result(linear(3.0), machine="")
    np.testing.assert_allclose(b, a * 1.5)
    result(linear(2.0), machine="", opt_level=1)
    result(linear(2.0), machine="haswell")
    assert len(compiles) == len(list(folder.iterdir())) == 4


@pytest.mark.skipif(platform.machine() != "x86_64", reason="names of x86-64's processors")
def test_another_processor_is_another_entry(folder, compiles, monkeypatch):
    for stated in ("x86-64", "x86-64-v2", "x86-64"):
        monkeypatch.setenv("MLIRLITE_MCPU", stated)
        result(linear(2.0), machine="")
    assert len(compiles) == len(list(folder.iterdir())) == 2


@pytest.mark.parametrize(
    "damage", ["cut", "flip the header", "flip the code", "flip a weight", "empty"]
)
def test_damaged_entries_are_made_again(folder, compiles, damage):
    model = linear(2.0)
    want = result(model)
    [path] = folder.iterdir()
    data = bytearray(path.read_bytes())
    if damage == "cut":
        del data[-100:]
    elif damage == "empty":
        data.clear()
    elif damage == "flip a weight":
        data[2] ^= 0x41
    else:
        start, _, _, _ = cache._TRAILER.unpack(data[-cache._TRAILER.size :])
        data[start + 20 if damage == "flip the header" else start - 20] ^= 0x41
    path.write_bytes(bytes(data))
    np.testing.assert_array_equal(result(model), want)
    assert len(compiles) == 2
    np.testing.assert_array_equal(result(model), want)
    assert len(compiles) == 2


def test_external_data_that_changed_is_noticed(folder, compiles, tmp_path):
    path = tmp_path / "m.onnx"
    model = linear(2.0)
    external = {"save_as_external_data": True, "location": "weights.bin", "size_threshold": 0}
    onnx.save_model(model, path, **external)
    first = result(str(path))
    os.utime(tmp_path / "weights.bin", ns=(0, 0))
    (tmp_path / "weights.bin").write_bytes(np.full(64, 4.0, np.float32).tobytes())
    np.testing.assert_allclose(result(str(path)), first * 2)
    assert len(compiles) == 2


def test_the_oldest_go_when_it_is_full(folder, monkeypatch):
    sizes = []
    for k in range(4):
        result(linear(float(k)))
        newest = max(folder.iterdir(), key=lambda p: p.stat().st_mtime_ns)
        os.utime(newest, ns=(k * 10**9, k * 10**9))
        sizes.append(newest.stat().st_size)
    kept = sorted(folder.iterdir(), key=lambda p: p.stat().st_mtime_ns)[-2:]
    monkeypatch.setenv("MLIRLITE_CACHE_SIZE", str(sum(sizes[-2:]) + max(sizes) + 100))
    result(linear(9.0))
    left = set(folder.iterdir())
    assert len(left) == 3
    assert set(kept) < left


def test_off_and_small_models_leave_no_entry(folder, monkeypatch):
    for switch in ("off", "on"):
        monkeypatch.setenv("MLIRLITE_CACHE", switch)
        result(linear(2.0))
        assert not folder.exists() or not list(folder.iterdir())


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("MLIRLITE_CACHE", "foo", "MLIRLITE_CACHE is on, all or off; found 'foo'"),
        ("MLIRLITE_CACHE_SIZE", "foo", "MLIRLITE_CACHE_SIZE needs a number of bytes, found 'foo'"),
        ("MLIRLITE_CACHE_SIZE", "-5", "MLIRLITE_CACHE_SIZE needs a number of bytes, found '-5'"),
    ],
)
def test_wrong_settings_are_refused_before_the_work(
    folder, compiles, monkeypatch, name, value, message
):
    monkeypatch.setenv(name, value)
    with pytest.raises(mlirlite.DiagnosticError) as caught:
        result(linear(2.0))
    assert message in str(caught.value)
    assert not compiles


def test_a_folder_that_cannot_be_written_is_no_error(folder):
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where the folder should be")
    np.testing.assert_allclose(result(linear(0.0)), 0)


def test_weights_are_given_back():
    gc.collect()
    before = sum(isinstance(o, Resource) for o in gc.get_objects())
    session = mlirlite.InferenceSession(linear(2.5))
    gc.collect()
    assert sum(isinstance(o, Resource) for o in gc.get_objects()) <= before
    del session


def test_code_that_all_models_share_is_made_once(folder):
    made = []

    def compiled_from(text):
        made.append(text)
        return f"code of {text}".encode()

    assert [cache.object_code(t, compiled_from) for t in "aab"] == [
        b"code of a",
        b"code of a",
        b"code of b",
    ]
    assert made == ["a", "b"]
    assert not folder.exists()  # it does not count among the models


def test_code_is_made_without_a_cache(monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    assert cache.object_code("a", str.encode) == b"a"
