"""Compiled models on disk: found by content, made again when damaged, never larger than allowed."""

import gc
import os
import pickle
import platform
import socket
import subprocess
import sys
import warnings

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import IntegerType, RankedTensorType
from mlirlite.parser.grammar import tables
from mlirlite.runtime import cache, compiled, sources
from mlirlite.runtime.constants import Constant
from mlirlite.support.private import write_private
from mlirlite.target import llvmir

F = onnx.TensorProto.FLOAT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A separate cache that keeps small models, too."""
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


def flipped(data, at):
    data[at] ^= 0x41


def swapped(data, first, second, size):
    data[first : first + size], data[second : second + size] = (
        data[second : second + size],
        data[first : first + size],
    )


DAMAGE = {
    "cut": lambda data: data.__delitem__(slice(-100, None)),
    "cut at the front": lambda data: data.__delitem__(slice(64)),
    "longer": lambda data: data.extend(bytes(64)),
    "empty": lambda data: data.clear(),
    "a byte of the weights": lambda data: flipped(data, 2),
    "rows of the weights": lambda data: swapped(data, 0, 128, 64),
    "signs of two weights": lambda data: (flipped(data, 7), flipped(data, 15)),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_entries_are_made_again(folder, compiles, damage):
    model = linear(np.arange(64, dtype=np.float32).reshape(8, 8))
    want = result(model)
    [path] = folder.iterdir()
    data = bytearray(path.read_bytes())
    DAMAGE[damage](data)
    path.write_bytes(bytes(data))
    np.testing.assert_array_equal(result(model), want)
    assert len(compiles) == 2
    np.testing.assert_array_equal(result(model), want)
    assert len(compiles) == 2


def test_no_changed_byte_goes_unnoticed(folder):
    key = cache.cache_key(b"a model", {})
    with cache.Writer(key) as writer:
        data = DenseElementsAttr(RankedTensorType((200,), IntegerType(8)), bytes(range(200)))
        writer.constants([Constant("w", 64, data)])
        assert writer.finish({"name": "m"}, b"code" * 25)
    [path] = folder.iterdir()
    whole = path.read_bytes()
    assert cache.load(key).code == b"code" * 25
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        os.chmod(path, 0o600)
        assert cache.load(key) is None, at
        assert not path.exists()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        os.chmod(path, 0o600)
        assert cache.load(key) is None, size
    path.write_bytes(whole)
    os.chmod(path, 0o600)
    assert cache.load(key).header["name"] == "m"
    other = cache.cache_key(b"another model", {})
    os.rename(path, folder / other.name)
    assert cache.load(other) is None


def put(path, kind):
    """Something else in place of an entry."""
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(path))
    else:
        os.symlink("/dev/zero", path)


@pytest.mark.parametrize("kind", ["pipe", "folder", "socket", "device"])
def test_what_is_no_file_is_no_entry(tmp_path, monkeypatch, compiles, kind):
    folder = tmp_path / "c"
    monkeypatch.setenv("MLIRLITE_CACHE", "all")
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(folder))
    monkeypatch.chdir(tmp_path)
    model = linear(2.0)
    want = result(model)
    [path] = (folder / "models").iterdir()
    put(path.relative_to(tmp_path), kind)
    for _ in range(2):
        np.testing.assert_array_equal(result(model), want)
    assert len(compiles) == (3 if kind == "folder" else 2)


def shared(path, folder):
    os.chmod(path, 0o666)


def linked(path, folder):
    os.link(path, folder.parent / "another name")


def behind_a_link(path, folder):
    os.rename(path, folder.parent / "entry")
    os.symlink("../entry", path)


def of_another(path, folder):
    os.chown(path, 65534, 65534)


def in_a_shared_folder(path, folder):
    os.chmod(folder, 0o777)


def in_a_folder_of_a_group(path, folder):
    os.chmod(folder, 0o770)


def below_a_shared_folder(path, folder):
    os.chmod(folder.parent, 0o777)


def folder_behind_a_link(path, folder):
    os.rename(folder, folder.parent / "elsewhere")
    os.symlink("elsewhere", folder)


def folder_of_another(path, folder):
    os.chown(folder, 65534, 65534)


OTHERS = [
    shared,
    linked,
    behind_a_link,
    of_another,
    in_a_shared_folder,
    in_a_folder_of_a_group,
    below_a_shared_folder,
    folder_behind_a_link,
    folder_of_another,
]
FOR_GOOD = [below_a_shared_folder, folder_behind_a_link, folder_of_another]
"""What cannot be mended: nothing is kept, with a warning."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("change", OTHERS)
def test_what_others_may_have_written_is_not_used(folder, compiles, change):
    if "another" in change.__name__ and os.geteuid() != 0:
        pytest.skip("only root can give files away")
    model = linear(2.0)
    want = result(model)
    [path] = folder.iterdir()
    change(path, folder)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            np.testing.assert_array_equal(result(model), want)
    assert len(compiles) == (3 if change in FOR_GOOD else 2)
    said = [str(w.message) for w in caught if "compiled models are not kept: " in str(w.message)]
    assert bool(said) == (change in FOR_GOOD)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("umask", [0, 0o002, 0o022, 0o077, 0o777])
def test_folders_are_for_this_user_only(tmp_path, monkeypatch, umask):
    base = tmp_path / "base"
    base.mkdir(0o700)
    monkeypatch.setenv("MLIRLITE_CACHE", "all")
    monkeypatch.setenv("XDG_CACHE_HOME", str(base / "cache"))
    monkeypatch.delenv("MLIRLITE_CACHE_DIR", raising=False)
    before = os.umask(umask)
    try:
        result(linear(2.0))
    finally:
        os.umask(before)
    folders = [base / "cache", *(base / "cache").rglob("*")]
    assert {p.stat().st_mode & 0o777 for p in folders if p.is_dir()} == {0o700}
    assert {p.stat().st_mode & 0o777 for p in folders if p.is_file()} == {0o600}
    os.chmod(base / "cache" / "mlirlite", 0o775)  # as an earlier version left it
    result(linear(3.0))
    assert (base / "cache" / "mlirlite").stat().st_mode & 0o777 == 0o700


def test_tables_that_others_may_have_written_are_not_loaded(tmp_path, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path))

    class Evil:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "ran"),)

    tables.load('start: "a"*', ("start",))
    [path] = (tmp_path / "tables").iterdir()
    data = pickle.dumps(Evil())
    path.write_bytes(data)  # without the digest
    tables.load('start: "a"*', ("start",))
    path.unlink()
    write_private(str(path), data)
    os.chmod(path, 0o622)
    tables.load('start: "a"*', ("start",))
    assert not (tmp_path / "ran").exists()


def external(folder, location="w.bin", value=1.0, swap=False):
    """y = x w with the weights in a file; `swap`: their place is written before its key."""
    folder.mkdir(exist_ok=True)
    model = linear(value)
    tensor = model.graph.initializer[0]
    (folder / location).write_bytes(tensor.raw_data)
    tensor.ClearField("raw_data")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value=location)
    data, name = model.SerializeToString(), bytes([len(location)]) + location.encode()
    if swap:
        usual, other = (b"\x0a\x08location\x12" + name, b"\x12" + name + b"\x0a\x08location")
        assert usual in data
        data = data.replace(usual, other)
    (folder / "m.onnx").write_bytes(data)
    os.utime(folder / location, ns=(0, 0))
    return str(folder / "m.onnx")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "options", [{}, {"location": "w" * 200}, {"swap": True}], ids=["plain", "long", "swapped"]
)
@pytest.mark.parametrize("settled", [False, True])
def test_weights_are_known_by_content(folder, compiles, tmp_path, monkeypatch, options, settled):
    monkeypatch.setattr(sources, "_WORTH", 0)
    monkeypatch.setattr(sources, "_SETTLED", -1 if settled else 60)
    first = external(tmp_path / "a", **options)
    second = external(tmp_path / "b", **options, value=2.0)  # the same model, size and times
    one = result(first)
    np.testing.assert_allclose(result(second), one * 2)
    external(tmp_path / "a", **options, value=3.0)  # written again, with the same times
    np.testing.assert_allclose(result(first), one * 3)
    external(tmp_path / "b", **options, value=1.0)
    np.testing.assert_allclose(result(second), one)
    assert len(compiles) == 3  # the first weights again, in another place
    assert bool(list(tmp_path.glob("contents/*"))) == settled


def test_weights_behind_a_link(folder, compiles, tmp_path):
    path = external(tmp_path / "m")
    for k, name in enumerate(("one", "two")):
        (tmp_path / "m" / name).write_bytes(np.full(64, k + 1, np.float32).tobytes())
        os.utime(tmp_path / "m" / name, ns=(0, 0))
        (tmp_path / "m" / "w.bin").unlink()
        os.symlink(name, tmp_path / "m" / "w.bin")
        np.testing.assert_allclose(result(path), X.sum(1, keepdims=True) * (k + 1) + np.zeros(8))


@pytest.mark.parametrize("which", ["m.onnx", "w.bin"])
def test_what_changes_while_it_is_compiled_is_not_kept(folder, tmp_path, monkeypatch, which):
    path = external(tmp_path / "m")
    original = llvmir.to_llvmir

    def changing(module):
        (tmp_path / "m" / which).write_bytes((tmp_path / "m" / which).read_bytes())
        return original(module)

    monkeypatch.setattr(llvmir, "to_llvmir", changing)
    result(path)
    assert not list(folder.iterdir())


def test_contents_of_large_files_are_noted(folder, compiles, tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "_WORTH", 0)
    monkeypatch.setattr(sources, "_SETTLED", -1)
    path = external(tmp_path / "m")
    read = []
    result(path)
    monkeypatch.setattr(sources, "_hash", None)  # nothing is read again
    assert cache.cache_key(path, {}) is not None
    for note in (tmp_path / "contents").iterdir():
        note.write_bytes(note.read_bytes()[:-1])
    monkeypatch.setattr(sources, "_hash", read.append)
    cache.cache_key(path, {})
    assert len(read) == 2  # what is damaged is read again


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
    with pytest.warns(RuntimeWarning, match="compiled models are not kept: "):
        np.testing.assert_allclose(result(linear(0.0)), 0)


@pytest.mark.bulk
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


PLUGIN = """
from mlirlite.dialects import onnx
from mlirlite.dsl import canonicalization
from neighbor import Replacement

@canonicalization
def replaced(op: onnx.CustomOp, rw):
    if op.function_name != "CachedByPlugin":
        return rw.fail("another operator")
    rw.replace(op, Replacement(op.operands[0]))
    return True
"""
PROGRAM = """
import sys
import numpy as np
import mlirlite
mlirlite.Context().load_plugin("plugin.py")
print(mlirlite.InferenceSession("m.onnx").run(None, {"x": np.full(3, -2, np.float32)})[0][0])
"""


@pytest.mark.bulk
def test_a_changed_plugin_makes_the_model_again(tmp_path):
    """Whether the plugin itself or a file that it imports has changed."""
    info = onnx.helper.make_tensor_value_info
    node = onnx.helper.make_node("CachedByPlugin", ["x"], ["y"], domain="com.acme")
    graph = onnx.helper.make_graph([node], "g", [info("x", F, [3])], [info("y", F, [3])])
    opsets = [onnx.helper.make_opsetid("", 17), onnx.helper.make_opsetid("com.acme", 1)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opsets), tmp_path / "m.onnx")
    environment = {**os.environ, "MLIRLITE_CACHE": "all", "MLIRLITE_CACHE_DIR": str(tmp_path / "c")}

    def printed(replacement, plugin=PLUGIN):
        neighbor = f"from mlirlite.dialects.onnx import {replacement} as Replacement\n"
        (tmp_path / "neighbor.py").write_text(neighbor)
        (tmp_path / "plugin.py").write_text(plugin)
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return float(done.stdout)

    def entries():
        return len(list((tmp_path / "c" / "models").iterdir()))

    assert printed("ReluOp") == 0
    assert printed("NegOp") == 2
    changed = PLUGIN.replace("op.operands[0]", "rw.insert(onnx.AbsOp(op.operands[0])).results[0]")
    assert printed("NegOp", changed) == -2
    assert entries() == 3
    assert printed("ReluOp") == 0
    assert entries() == 3
