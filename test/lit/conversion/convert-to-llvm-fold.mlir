// RUN: mlirlite-opt %s --convert-to-llvm --split-input-file | FileCheck %s

// What folds is folded before it is lowered.

// CHECK-LABEL: llvm.func @same_type(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT:     llvm.return %[[ARG0]] : vector<2xf32>
// CHECK-NEXT:   }
func.func @same_type(%v: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.broadcast %v : vector<2xf32> to vector<2xf32>
  %1 = vector.shuffle %0, %v [0, 1] : vector<2xf32>, vector<2xf32>
  return %1 : vector<2xf32>
}

// -----

// CHECK-LABEL: llvm.func @numbers(
// CHECK-SAME:    %[[ARG0:.*]]: i32) -> !llvm.struct<(i32, i32)> {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(9 : i32) : i32
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(i32, i32)>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[ARG0]], %[[POISON]][0] : !llvm.struct<(i32, i32)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[CONSTANT_2]], %[[INSERTVALUE]][1] : !llvm.struct<(i32, i32)>
// CHECK-NEXT:     llvm.return %[[INSERTVALUE_1]] : !llvm.struct<(i32, i32)>
// CHECK-NEXT:   }
func.func @numbers(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %x, %c0 : i32
  %1 = arith.muli %c3, %c3 : i32
  return %0, %1 : i32, i32
}

// -----

// Not what does not fold.
// CHECK-LABEL: llvm.func @kept(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xf32>, %[[ARG1:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[ARG0]], %[[ARG1]] [0, 3] : vector<2xf32>
// CHECK-NEXT:     llvm.return %[[SHUFFLEVECTOR]] : vector<2xf32>
// CHECK-NEXT:   }
func.func @kept(%v: vector<2xf32>, %w: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.shuffle %v, %w [0, 3] : vector<2xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}
