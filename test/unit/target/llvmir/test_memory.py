"""Lowered memrefs and globals run: views, copies, descriptors at the C interface."""

import ctypes

import numpy as np
import pytest

from mlirlite.runtime.memref import describe

from .native import F32, I32, I64, compiled, interface


def test_memrefs_through_the_c_interface():
    engine = compiled(
        """
        func.func @add_column(%m: memref<?x?xf32>, %v: memref<?xf32>, %j: index)
            attributes {llvm.emit_c_interface} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = memref.dim %m, %c0 : memref<?x?xf32>
          cf.br ^head(%c0 : index)
        ^head(%i: index):
          %more = arith.cmpi slt, %i, %n : index
          cf.cond_br %more, ^body, ^end
        ^body:
          %x = memref.load %m[%i, %j] : memref<?x?xf32>
          %y = memref.load %v[%i] : memref<?xf32>
          %z = arith.addf %x, %y : f32
          memref.store %z, %v[%i] : memref<?xf32>
          %next = arith.addi %i, %c1 : index
          cf.br ^head(%next : index)
        ^end:
          return
        }
        """
    )
    m = np.arange(12, dtype=np.float32).reshape(4, 3)
    v = np.ones(4, np.float32)
    interface(engine, "add_column")(m, v, I64(1))
    np.testing.assert_array_equal(v, m[:, 1] + 1)
    wide = np.zeros((4, 6), np.float32)[
        :, ::2
    ]  # strides other than row-major in the inner dimension
    wide[...] = m
    v = np.ones(4, np.float32)
    interface(engine, "add_column")(np.ascontiguousarray(wide), v, I64(2))
    np.testing.assert_array_equal(v, m[:, 2] + 1)


VIEWS = """
func.func @f(%m: memref<4x6xf32>, %i: index, %out: memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %s = memref.subview %m[%i, 1] [2, 3] [1, 2]
      : memref<4x6xf32> to memref<2x3xf32, strided<[6, 2], offset: ?>>
  %a = memref.load %s[%c1, %c2] : memref<2x3xf32, strided<[6, 2], offset: ?>>
  memref.store %a, %out[%c0] : memref<?xf32>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x6xf32> to memref<6x4xf32, strided<[1, 6]>>
  %b = memref.load %t[%c5, %c2] : memref<6x4xf32, strided<[1, 6]>>
  memref.store %b, %out[%c1] : memref<?xf32>
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3]
      : memref<4x6xf32> into memref<4x2x3xf32>
  %c = memref.load %e[%c3, %c1, %c2] : memref<4x2x3xf32>
  memref.store %c, %out[%c2] : memref<?xf32>
  %k = memref.collapse_shape %e [[0, 1], [2]] : memref<4x2x3xf32> into memref<8x3xf32>
  %d = memref.load %k[%c5, %c0] : memref<8x3xf32>
  memref.store %d, %out[%c3] : memref<?xf32>
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [3], strides: [7]
      : memref<4x6xf32> to memref<3xf32, strided<[7], offset: ?>>
  %x = memref.load %r[%c2] : memref<3xf32, strided<[7], offset: ?>>
  memref.store %x, %out[%c4] : memref<?xf32>
  %o = memref.subview %m[0, %i] [4, 1] [1, 1]
      : memref<4x6xf32> to memref<4xf32, strided<[6], offset: ?>>
  %y = memref.load %o[%c3] : memref<4xf32, strided<[6], offset: ?>>
  memref.store %y, %out[%c5] : memref<?xf32>
  return
}
"""


def test_views():
    engine = compiled(VIEWS)
    m = np.arange(24, dtype=np.float32).reshape(4, 6)
    out = np.zeros(6, np.float32)
    i = 2
    interface(engine, "f")(m, I64(i), out)
    expected = [
        m[i : i + 2, 1:6:2][1, 2],
        m.T[5, 2],
        m.reshape(4, 2, 3)[3, 1, 2],
        m.reshape(8, 3)[5, 0],
        m.reshape(-1)[i + 14],
        m[:, i][3],
    ]
    np.testing.assert_array_equal(out, np.array(expected, np.float32))


def test_allocation_copy_and_result():
    engine = compiled(
        """
        func.func @twice(%m: memref<?x3xf32>) -> memref<?x3xf32>
            attributes {llvm.emit_c_interface} {
          %c0 = arith.constant 0 : index
          %n = memref.dim %m, %c0 : memref<?x3xf32>
          %r = memref.alloc(%n) {alignment = 64} : memref<?x3xf32>
          %scratch = memref.alloc(%n) : memref<?x3xf32>
          memref.copy %m, %scratch : memref<?x3xf32> to memref<?x3xf32>
          memref.copy %scratch, %r : memref<?x3xf32> to memref<?x3xf32>
          memref.dealloc %scratch : memref<?x3xf32>
          return %r : memref<?x3xf32>
        }
        """
    )
    m = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)
    result = describe(np.empty((0, 3), np.float32))
    interface(engine, "twice")(result, m)
    assert result.aligned % 64 == 0
    assert list(result.sizes) == [5, 3]
    assert list(result.strides) == [3, 1]
    found = np.ctypeslib.as_array(
        ctypes.cast(result.aligned, ctypes.POINTER(ctypes.c_float)), (5, 3)
    ).copy()
    ctypes.CDLL(None).free(ctypes.c_void_p(result.allocated))
    np.testing.assert_array_equal(found, m)


@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (0, 4)])
def test_strided_copy(shape):
    rows, columns = shape
    engine = compiled(
        """
        func.func @copy(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: memref<?x?xf32>)
            attributes {llvm.emit_c_interface} {
          memref.copy %a, %b : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
          return
        }
        """
    )
    base = np.arange(rows * columns * 4, dtype=np.float32).reshape(columns * 2, rows * 2)
    a = base[::2, ::2].T
    b = np.zeros(shape, np.float32)
    interface(engine, "copy")(a, b)
    np.testing.assert_array_equal(b, a)


def test_globals_and_external_symbols():
    engine = compiled(
        """
        memref.global "private" constant @table : memref<2x2xi64> = dense<[[1, 2], [3, 4]]>
        memref.global "private" @counter : memref<i64> = dense<10>
        memref.global @weights : memref<4xf32>
        func.func @f(%i: index, %j: index) -> i64 {
          %t = memref.get_global @table : memref<2x2xi64>
          %c = memref.get_global @counter : memref<i64>
          %x = memref.load %t[%i, %j] : memref<2x2xi64>
          %y = memref.load %c[] : memref<i64>
          %z = arith.addi %x, %y : i64
          memref.store %z, %c[] : memref<i64>
          return %z : i64
        }
        func.func @w(%i: index) -> f32 {
          %w = memref.get_global @weights : memref<4xf32>
          %x = memref.load %w[%i] : memref<4xf32>
          return %x : f32
        }
        """,
        symbols={"weights": WEIGHTS.ctypes.data},
    )
    f = engine.function("f", I64, I64, I64)
    assert [f(0, 1), f(1, 1)] == [12, 16]
    w = engine.function("w", F32, I64)
    assert [w(i) for i in range(4)] == list(WEIGHTS)


WEIGHTS = np.array([0.5, 1.5, 2.5, 3.5], np.float32)


def test_atomic_addition_and_assertion_text():
    engine = compiled(
        """
        func.func @f(%m: memref<4xi32>, %i: index, %x: i32) -> i32
            attributes {llvm.emit_c_interface} {
          %zero = arith.constant 0 : i32
          %ok = arith.cmpi sge, %x, %zero : i32
          cf.assert %ok, "expected a number from 0 on"
          %0 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<4xi32>) -> i32
          return %0 : i32
        }
        """
    )
    m = np.array([1, 2, 3, 4], np.int32)
    assert interface(engine, "f")(m, I64(2), I32(5), result=I32) == 3
    assert list(m) == [1, 2, 8, 4]
