"""Lowered vectors run and give the right numbers."""

import math

import numpy as np
import pytest

from .native import F32, compiled, interface


def test_vectors():
    engine = compiled(
        """
        func.func @f(%m: memref<?xf32>, %out: memref<?xf32>, %s: f32)
            attributes {llvm.emit_c_interface} {
          %c0 = arith.constant 0 : index
          %c8 = arith.constant 8 : index
          %c16 = arith.constant 16 : index
          %pad = arith.constant 0.0 : f32
          %a = vector.load %m[%c0] : memref<?xf32>, vector<8xf32>
          %b = vector.broadcast %s : f32 to vector<8xf32>
          %c = vector.fma %a, %b, %a : vector<8xf32>
          vector.store %c, %out[%c0] : memref<?xf32>, vector<8xf32>
          %sum = vector.reduction <add>, %c : vector<8xf32> into f32
          memref.store %sum, %out[%c8] : memref<?xf32>
          %t = vector.transfer_read %m[%c8], %pad : memref<?xf32>, vector<8xf32>
          vector.transfer_write %t, %out[%c16] : vector<8xf32>, memref<?xf32>
          return
        }
        """
    )
    m = np.arange(12, dtype=np.float32)
    out = np.full(21, -1, np.float32)
    interface(engine, "f")(m, out, F32(2.0))
    np.testing.assert_array_equal(out[:8], m[:8] * 3)
    assert out[8] == (m[:8] * 3).sum()
    np.testing.assert_array_equal(out[16:], [8, 9, 10, 11, 0])


RESHAPES = {
    "vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>": ("4x2", lambda a: a.T),
    "vector.shape_cast %v : vector<2x4xf32> to vector<4x2xf32>": ("4x2", lambda a: a.reshape(4, 2)),
    "vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>": ("8", lambda a: a.reshape(8)),
    "vector.extract_strided_slice %v {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} "
    ": vector<2x4xf32> to vector<2x2xf32>": ("2x2", lambda a: a[:, 1:3]),
    "vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>": ("4", lambda a: a[1]),
    "arith.addf %v, %v : vector<2x4xf32>": ("2x4", lambda a: a + a),
    "math.exp %v : vector<2x4xf32>": ("2x4", np.exp),
    "math.erf %v : vector<2x4xf32>": ("2x4", np.vectorize(math.erf)),
}


@pytest.mark.parametrize("op", RESHAPES)
def test_vectors_of_two_dimensions(op):
    shape, expected = RESHAPES[op]
    engine = compiled(
        f"""
        func.func @f(%m: memref<8xf32>, %out: memref<8xf32>) attributes {{llvm.emit_c_interface}} {{
          %c0 = arith.constant 0 : index
          %c4 = arith.constant 4 : index
          %empty = ub.poison : vector<2x4xf32>
          %a = vector.load %m[%c0] : memref<8xf32>, vector<4xf32>
          %b = vector.load %m[%c4] : memref<8xf32>, vector<4xf32>
          %0 = vector.insert %a, %empty[0] : vector<4xf32> into vector<2x4xf32>
          %v = vector.insert %b, %0[1] : vector<4xf32> into vector<2x4xf32>
          %r = {op}
          %flat = vector.shape_cast %r
              : vector<{shape}xf32> to vector<{math.prod(map(int, shape.split("x")))}xf32>
          vector.store %flat
              , %out[%c0] : memref<8xf32>, vector<{math.prod(map(int, shape.split("x")))}xf32>
          return
        }}
        """
    )
    m = np.linspace(0.1, 1.5, 8, dtype=np.float32)
    out = np.zeros(8, np.float32)
    interface(engine, "f")(m, out)
    wanted = expected(m.reshape(2, 4)).reshape(-1)
    np.testing.assert_allclose(out[: wanted.size], wanted, rtol=1e-6)
