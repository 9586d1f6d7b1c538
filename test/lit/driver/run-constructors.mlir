// Constructors run before the entry point by ascending priority, destructors after it by descending.
// RUN: mlirlite-run %s -e entry --entry-point-result=void | FileCheck %s
// RUN: mlirlite-run %s -e entry --entry-point-result=void --interpret | FileCheck %s

// CHECK: 1{{$}}
// CHECK-NEXT: 2{{$}}
// CHECK-NEXT: 3{{$}}
// CHECK-NEXT: 5{{$}}
// CHECK-NEXT: 4{{$}}
llvm.mlir.global_ctors ctors = [@second, @first], priorities = [9 : i32, 0 : i32], data = [#llvm.zero, #llvm.zero]
llvm.mlir.global_dtors dtors = [@last, @before], priorities = [0 : i32, 9 : i32], data = [#llvm.zero, #llvm.zero]
llvm.func @printNewline()
llvm.func @printI64(i64)
llvm.func internal @show(%n: i64) {
  llvm.call @printI64(%n) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}
llvm.func internal @first() {
  %0 = llvm.mlir.constant(1 : i64) : i64
  llvm.call @show(%0) : (i64) -> ()
  llvm.return
}
llvm.func @second() {
  %0 = llvm.mlir.constant(2 : i64) : i64
  llvm.call @show(%0) : (i64) -> ()
  llvm.return
}
llvm.func @entry() {
  %0 = llvm.mlir.constant(3 : i64) : i64
  llvm.call @show(%0) : (i64) -> ()
  llvm.return
}
llvm.func @last() {
  %0 = llvm.mlir.constant(4 : i64) : i64
  llvm.call @show(%0) : (i64) -> ()
  llvm.return
}
llvm.func @before() {
  %0 = llvm.mlir.constant(5 : i64) : i64
  llvm.call @show(%0) : (i64) -> ()
  llvm.return
}
