// RUN: mlirlite-opt %s --affine-raise-from-memref --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @raised
// CHECK-SAME: (%[[M:.*]]: memref<?x?xf32>, %[[N:.*]]: index)
// CHECK:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK:        %[[V:.*]] = affine.load %[[M]][%[[I]] + symbol(%[[N]]), %[[I]] * 3 + 1] : memref<?x?xf32>
// CHECK:        affine.store %[[V]], %[[M]][symbol(%[[N]]), %[[I]]] : memref<?x?xf32>
func.func @raised(%m: memref<?x?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 8 {
    %0 = arith.addi %i, %n : index
    %1 = arith.muli %i, %c3 : index
    %2 = arith.addi %1, %c1 : index
    %v = memref.load %m[%0, %2] : memref<?x?xf32>
    memref.store %v, %m[%n, %i] : memref<?x?xf32>
  }
  return
}

// -----

// Products of counters, loaded indices and carried values are not affine subscripts.

// CHECK-LABEL: func.func @stays
// CHECK:      memref.load
// CHECK:      memref.load
// CHECK:      memref.store
func.func @stays(%m: memref<?xf32>, %at: memref<?xindex>, %n: index) {
  %r = affine.for %i = 0 to 8 iter_args(%a = %n) -> index {
    %0 = arith.muli %i, %i : index
    %v = memref.load %m[%0] : memref<?xf32>
    %k = "index"() : () -> index
    %w = memref.load %m[%k] : memref<?xf32>
    memref.store %v, %m[%a] : memref<?xf32>
    affine.yield %k : index
  }
  return
}
