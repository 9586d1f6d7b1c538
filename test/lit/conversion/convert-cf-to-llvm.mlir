// RUN: mlirlite-opt %s --convert-cf-to-llvm --split-input-file --allow-unregistered-dialect | FileCheck %s

// The arguments of the blocks are converted with the branches.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME: %[[A0:.*]]: index, %[[A1:.*]]: memref<4xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : index to i64
// CHECK-NEXT:   llvm.br ^bb1(%[[V1]] : i64)
// CHECK-NEXT: ^bb1(%[[V2:.*]]: i64):
// CHECK-NEXT:   %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : i64 to index
// CHECK-NEXT:   %[[V4:.*]] = "test.use"(%[[V3]]) : (index) -> i1
// CHECK-NEXT:   llvm.cond_br %[[V4]] weights([1, 2]), ^bb2(%[[V0]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>), ^bb1(%[[V1]] : i64)
// CHECK-NEXT: ^bb2(%[[V5:.*]]: !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>):
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @branches(%a: index, %m: memref<4xf32>) {
  cf.br ^bb1(%a : index)
^bb1(%x: index):
  %y = "test.use"(%x) : (index) -> i1
  cf.cond_br %y weights([1, 2]), ^bb2(%m : memref<4xf32>), ^bb1(%a : index)
^bb2(%z: memref<4xf32>):
  return
}

// -----

// CHECK-LABEL: func.func @switch(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i64) -> i64 {
// CHECK-NEXT:   llvm.switch %[[A0]] : i32, ^bb1(%[[A1]] : i64) [
// CHECK-NEXT:     42: ^bb1(%[[A1]] : i64),
// CHECK-NEXT:     -1: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1(%[[V0:.*]]: i64):
// CHECK-NEXT:   return %[[V0]] : i64
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   return %[[A1]] : i64
// CHECK-NEXT: }
func.func @switch(%a: i32, %x: i64) -> i64 {
  cf.switch %a : i32, [
    default: ^bb1(%x : i64),
    42: ^bb1(%x : i64),
    -1: ^bb2
  ]
^bb1(%y: i64):
  return %y : i64
^bb2:
  return %x : i64
}

// -----

// Two messages get two names.
// CHECK: llvm.mlir.global private constant @assert_msg_0(dense<[110, 111, 0]> : tensor<3xi8>) {addr_space = 0 : i32} : !llvm.array<3 x i8>
// CHECK-LABEL: llvm.func @abort(
// CHECK-SAME: )
// CHECK-LABEL: llvm.func @puts(
// CHECK-SAME: !llvm.ptr)
// CHECK-NEXT: llvm.mlir.global private constant @assert_msg(dense<[115, 104, 97, 112, 101, 115, 32, 97, 103, 114, 101, 101, 0]> : tensor<13xi8>) {addr_space = 0 : i32} : !llvm.array<13 x i8>
// CHECK-LABEL: func.func @assert(
// CHECK-SAME: %[[A0:.*]]: i1, %[[A1:.*]]: i1) {
// CHECK-NEXT:   llvm.cond_br %[[A0]], ^bb1, ^bb3
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   llvm.cond_br %[[A1]], ^bb2, ^bb4
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   return
// CHECK-NEXT: ^bb3:
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.addressof @assert_msg : !llvm.ptr
// CHECK-NEXT:   %[[V1:.*]] = llvm.getelementptr %[[V0]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<13 x i8>
// CHECK-NEXT:   llvm.call @puts(%[[V1]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:   llvm.call @abort() : () -> ()
// CHECK-NEXT:   llvm.unreachable
// CHECK-NEXT: ^bb4:
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.addressof @assert_msg_0 : !llvm.ptr
// CHECK-NEXT:   %[[V3:.*]] = llvm.getelementptr %[[V2]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i8>
// CHECK-NEXT:   llvm.call @puts(%[[V3]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:   llvm.call @abort() : () -> ()
// CHECK-NEXT:   llvm.unreachable
// CHECK-NEXT: }
func.func @assert(%a: i1, %b: i1) {
  cf.assert %a, "shapes agree"
  cf.assert %b, "no"
  return
}
