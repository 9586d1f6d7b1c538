// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK: wasmssa.import_global "x" from "env" as @x mutable : i32
wasmssa.import_global "x" from "env" as @x mutable : i32

// CHECK: wasmssa.global exported @y i32 mutable : {
wasmssa.global exported @y i32 mutable : {
  %0 = wasmssa.const 1 : i32
  wasmssa.return %0 : i32
}

// CHECK: wasmssa.func exported @f(%[[X:.*]]: !wasmssa<local ref to i32>) -> i32 {
wasmssa.func exported @f(%x: !wasmssa<local ref to i32>) -> i32 {
  // CHECK-NEXT: %[[C:.*]] = wasmssa.local_get %[[X]] :  ref to i32
  %c = wasmssa.local_get %x : ref to i32
  // CHECK-NEXT: wasmssa.if %[[C]] : {
  wasmssa.if %c : {
    wasmssa.block_return %c : i32
  // CHECK: } else {
  } else {
    wasmssa.block_return %c : i32
  // CHECK: }> ^bb1
  } > ^bb1
^bb1(%r: i32):
  wasmssa.return %r : i32
}
