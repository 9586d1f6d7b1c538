// RUN: mlirlite-run %s -e main | FileCheck %s

// What compiled code prints by C is there, before what comes after the call.

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @text("hello %d\0A\00") {addr_space = 0 : i32}
// CHECK: hello 7
// CHECK-NEXT: result0: 8
func.func @main() -> i32 {
  %c = arith.constant 7 : i32
  %p = llvm.mlir.addressof @text : !llvm.ptr
  %0 = llvm.call @printf(%p, %c) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  return %0 : i32
}
