"""Models whose weights are larger than what a protobuf, or the memory, should hold. The weights are
holes in sparse files, so that the tests cost little."""

import subprocess
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from mlirlite.dialects import onnx as dialect
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import save_model

MB = 1 << 20


def varint(number):
    found = b""
    while number > 127:
        found += bytes([number & 127 | 128])
        number >>= 7
    return found + bytes([number])


def write_model(path, size):
    """Add(x, w) with `size` bytes of float32 in w: zeros, but for the last number, which is 7."""
    value = helper.make_tensor_value_info
    count = size // 4
    graph = helper.make_graph(
        [helper.make_node("Add", ["x", "w"], ["y"])],
        "large",
        [value("x", TensorProto.FLOAT, [count])],
        [value("y", TensorProto.FLOAT, [count])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    rest = model.graph.SerializeToString()
    model.ClearField("graph")
    tensor = TensorProto(name="w", dims=[count], data_type=TensorProto.FLOAT).SerializeToString()
    tensor += b"\x4a" + varint(size)  # raw_data
    initializer = b"\x2a" + varint(len(tensor) + size) + tensor
    with open(path, "wb") as file:
        file.write(model.SerializeToString())
        file.write(b"\x3a" + varint(len(rest) + len(initializer) + size) + rest + initializer)
        file.seek(size - 4, 1)
        file.write(np.float32(7).tobytes())


def weights_of(module):
    [constant] = [op for op in module.walk() if isinstance(op, dialect.ConstantOp)]
    return constant.elements().numpy()


SCRIPT = """
import sys
from mlirlite.target.onnx import import_model

def own():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

before = own()
module = import_model(sys.argv[1])
print(own() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_weights_are_not_copied(tmp_path):
    """A model of 500 MB is imported with less than 150 MB beyond the file's own pages."""
    path = tmp_path / "model.onnx"
    write_model(path, 500 * MB)
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT, path], capture_output=True, text=True, check=True
    )
    assert int(found.stdout) < 150 * 1024


@pytest.mark.bulk
def test_more_than_two_gigabytes(tmp_path):
    """In one file, which protobuf cannot read, and with the weights beside the model."""
    one, two = tmp_path / "one.onnx", tmp_path / "two.onnx"
    size = 2200 * MB
    write_model(one, size)
    module = import_model(one)
    assert weights_of(module).nbytes == size
    save_model(module, str(two))
    assert two.stat().st_size < MB
    data = tmp_path / "two.onnx.data"
    assert data.stat().st_size == size
    assert data.stat().st_blocks * 512 < 8 * MB  # holes stay holes
    assert onnx.load(two, load_external_data=False).graph.initializer[0].dims == [size // 4]
    again = weights_of(import_model(two))
    assert again.shape == (size // 4,)
    assert (again[0], again[-1]) == (0, 7)
