// Atomic updates that compute nothing.
// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @writes(
// CHECK-SAME:    %[[ARG0:.*]]: memref<i32>, %[[ARG1:.*]]: i32) {
// CHECK-NEXT:     omp.atomic.write %[[ARG0]] = %[[ARG1]] hint(uncontended) memory_order(relaxed) : memref<i32>, i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @writes(%x: memref<i32>, %value: i32) {
  omp.atomic.update hint(uncontended) memory_order(relaxed) %x : memref<i32> {
  ^bb0(%old: i32):
    omp.yield(%value : i32)
  }
  return
}

// -----

// CHECK-LABEL: func.func @keeps(
// CHECK-SAME:    %[[ARG0:.*]]: memref<i32>) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @keeps(%x: memref<i32>) {
  omp.atomic.update %x : memref<i32> {
  ^bb0(%old: i32):
    omp.yield(%old : i32)
  }
  return
}

// -----

// CHECK-LABEL: func.func @adds(
// CHECK-SAME:    %[[ARG0:.*]]: memref<i32>, %[[ARG1:.*]]: i32) {
// CHECK-NEXT:     omp.atomic.update %[[ARG0]] : memref<i32> {
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: i32):
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[ARG2]], %[[ARG1]] : i32
// CHECK-NEXT:       omp.yield(%[[ADDI]] : i32)
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @adds(%x: memref<i32>, %value: i32) {
  omp.atomic.update %x : memref<i32> {
  ^bb0(%old: i32):
    %new = arith.addi %old, %value : i32
    omp.yield(%new : i32)
  }
  return
}
