"""Calls, results, branches, aliases and initializers run."""

import ctypes

import numpy as np

from mlirlite.target.llvmir.jit import Engine

from .native import F32, I8, I32, I64, compiled, interface, llvm


def test_calls_pointers_and_several_results():
    engine = compiled(
        """
        func.func private @pair(%a: i32) -> (i32, i32) {
          %0 = arith.addi %a, %a : i32
          return %a, %0 : i32, i32
        }
        func.func private @one(%a: i32) -> i32 {
          %0, %1 = call @pair(%a) : (i32) -> (i32, i32)
          %2 = arith.muli %0, %1 : i32
          return %2 : i32
        }
        func.func @f(%a: i32) -> i32 {
          %f = constant @one : (i32) -> i32
          %0 = call_indirect %f(%a) : (i32) -> i32
          return %0 : i32
        }
        """
    )
    assert engine.function("f", I32, I32)(5) == 50


def test_unranked_memrefs_are_passed_and_returned():
    engine = compiled(
        """
        func.func private @same(%u: memref<*xf32>) -> memref<*xf32> {
          return %u : memref<*xf32>
        }
        func.func @f(%m: memref<3xf32>) -> f32 attributes {llvm.emit_c_interface} {
          %c2 = arith.constant 2 : index
          %u = memref.cast %m : memref<3xf32> to memref<*xf32>
          %v = call @same(%u) : (memref<*xf32>) -> memref<*xf32>
          %r = memref.cast %v : memref<*xf32> to memref<3xf32>
          %x = memref.load %r[%c2] : memref<3xf32>
          return %x : f32
        }
        """
    )
    assert interface(engine, "f")(np.array([1, 2, 3], np.float32), result=F32) == 3


def test_switch_to_one_block_with_other_arguments():
    ir = llvm(
        """
        llvm.func @f(%a: i32, %x: i32, %y: i32, %z: i32) -> i32 {
          llvm.switch %a : i32, ^end(%x : i32) [
            1: ^end(%y : i32),
            2: ^end(%z : i32)
          ]
        ^end(%r: i32):
          llvm.return %r : i32
        }
        """
    )
    f = Engine(ir).function("f", I32, *[I32] * 4)
    assert [f(a, 10, 20, 30) for a in range(4)] == [10, 20, 30, 10]


def test_initializer_region_and_alias():
    ir = llvm(
        """
        llvm.mlir.global internal constant @text("hey\\00") {addr_space = 0 : i32}
        llvm.mlir.global internal constant @table() {addr_space = 0 : i32}
            : !llvm.struct<(i32, array<2 x ptr>)> {
          %0 = llvm.mlir.poison : !llvm.struct<(i32, array<2 x ptr>)>
          %1 = llvm.mlir.constant(7 : i32) : i32
          %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, array<2 x ptr>)>
          %3 = llvm.mlir.addressof @text : !llvm.ptr
          %4 = llvm.insertvalue %3, %2[1, 0] : !llvm.struct<(i32, array<2 x ptr>)>
          %5 = llvm.getelementptr %3[1] : (!llvm.ptr) -> !llvm.ptr, i8
          %6 = llvm.insertvalue %5, %4[1, 1] : !llvm.struct<(i32, array<2 x ptr>)>
          llvm.return %6 : !llvm.struct<(i32, array<2 x ptr>)>
        }
        llvm.func @f() -> i8 {
          %0 = llvm.mlir.addressof @table : !llvm.ptr
          %1 = llvm.getelementptr %0[0, 1, 1]
              : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, array<2 x ptr>)>
          %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
          %3 = llvm.load %2 : !llvm.ptr -> i8
          llvm.return %3 : i8
        }
        """
    )
    assert Engine(ir).function("f", I8)() == ord("e")


def test_variadic_call():
    ir = llvm(
        """
        llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32
        llvm.mlir.global internal constant @format("%d-%s\\00") {addr_space = 0 : i32}
        llvm.func @f(%out: !llvm.ptr, %n: i64, %x: i32) -> i32 {
          %0 = llvm.mlir.addressof @format : !llvm.ptr
          %1 = llvm.call @snprintf(%out, %n, %0, %x, %0)
              vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>)
              : (!llvm.ptr, i64, !llvm.ptr, i32, !llvm.ptr) -> i32
          llvm.return %1 : i32
        }
        """
    )
    out = ctypes.create_string_buffer(32)
    Engine(ir).function("f", I32, ctypes.c_void_p, I64, I32)(ctypes.addressof(out), 32, 42)
    assert out.value == b"42-%d-%s"
