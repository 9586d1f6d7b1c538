"""GatherBlockQuantized gives what numpy does from the numbers that it takes, and what onnxruntime
gives; the table stays packed."""

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite

RNG = np.random.default_rng(0)
INDICES = np.array([[1, 4, -1], [0, -6, 5]])


class Table:
    """A table of numbers in blocks, and the model that looks them up."""

    def __init__(self, kind, rows=6, columns=64, block=16, zeros=True, bits=4):
        low, high = (-8, 8) if kind == "INT4" else (0, 1 << bits)
        blocks = -(-columns // block)
        numbers = RNG.integers(low, high, (rows, columns))
        points = RNG.integers(low, high, (rows, blocks))
        scales = (RNG.random((rows, blocks)) + 0.1).astype(np.float32)
        usual = 1 << bits - 1 if kind == "UINT8" else 0
        used = points if zeros else np.full_like(points, usual)
        wide = [x.repeat(block, 1)[:, :columns].astype(np.float64) for x in (used, scales)]
        self.wanted = ((numbers - wide[0]) * wide[1])[INDICES]
        made = [("data", numbers), ("zeros", points)][: 1 + zeros]
        weights = [self._tensor(kind, name, x, bits) for name, x in made]
        weights.append(numpy_helper.from_array(scales, "scales"))
        node = helper.make_node(
            "GatherBlockQuantized",
            ["data", "i", "scales", "zeros"][: 3 + zeros],
            ["y"],
            domain="com.microsoft",
            block_size=block,
            **({"bits": bits} if kind == "UINT8" else {}),
        )
        shapes = [("i", TensorProto.INT64, ["a", "b"]), ("y", TensorProto.FLOAT, None)]
        given, result = ([helper.make_tensor_value_info(*s)] for s in shapes)
        graph = helper.make_graph([node], "g", given, result, weights)
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        made = helper.make_model(graph, opset_imports=opsets, ir_version=10)
        self.model = made.SerializeToString()

    @staticmethod
    def _tensor(kind, name, numbers, bits):
        if kind == "UINT8" and bits == 8:
            return numpy_helper.from_array(numbers.astype(np.uint8), name)
        even = np.pad(numbers, [(0, 0), (0, numbers.shape[1] % 2 if kind == "UINT8" else 0)])
        flat = even.reshape(-1)
        flat = np.pad(flat, (0, flat.size % 2)) & 15
        data = (flat[::2] | flat[1::2] << 4).astype(np.uint8)
        shape = (len(even), even.shape[1] // 2) if kind == "UINT8" else numbers.shape
        return helper.make_tensor(name, getattr(TensorProto, kind), shape, data.tobytes(), raw=True)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", ["INT4", "UINT4", "UINT8"])
@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize(("columns", "block"), [(64, 16), (48, 32), (32, 64)])
def test_all_forms(kind, zeros, columns, block):
    table = Table(kind, columns=columns, block=block, zeros=zeros)
    check(table)


def check(table):
    found = mlirlite.InferenceSession(table.model).run(None, {"i": INDICES})[0]
    np.testing.assert_allclose(found, table.wanted, rtol=1e-6)
    session = onnxruntime.InferenceSession(table.model, providers=["CPUExecutionProvider"])
    np.testing.assert_allclose(found, session.run(None, {"i": INDICES})[0], rtol=1e-6)


@pytest.mark.parametrize("zeros", [False, True])
def test_bytes(zeros):
    check(Table("UINT8", zeros=zeros, bits=8))


def test_indices_outside_are_an_error():
    session = mlirlite.InferenceSession(Table("UINT8").model)
    with pytest.raises(mlirlite.DiagnosticError, match="idx=6 must be within"):
        session.run(None, {"i": np.array([[6]])})
