// RUN: mlirlite-opt %s --memref-expand --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @reshape
// CHECK-SAME: (%[[M:.*]]: memref<*xf32>, %[[S:.*]]: memref<3xi32>)
// CHECK:      %[[C8:.*]] = arith.constant 8 : index
// CHECK:      %[[C1:.*]] = arith.constant 1 : index
// CHECK:      %[[L:.*]] = memref.load %[[S]][%[[C1]]] : memref<3xi32>
// CHECK:      %[[N:.*]] = arith.index_cast %[[L]] : i32 to index
// CHECK:      %[[STRIDE:.*]] = arith.muli %{{.*}}, %[[N]] : index
// CHECK:      %[[R:.*]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%{{.*}}, %[[N]], 8], strides: [%[[STRIDE]], 8, 1] : memref<*xf32> to memref<?x?x8xf32>
// CHECK:      return %[[R]]
func.func @reshape(%m: memref<*xf32>, %s: memref<3xi32>) -> memref<?x?x8xf32> {
  %r = memref.reshape %m(%s) : (memref<*xf32>, memref<3xi32>) -> memref<?x?x8xf32>
  return %r : memref<?x?x8xf32>
}

// -----

// CHECK-LABEL: func.func @unknown_rank
// CHECK:      memref.reshape
func.func @unknown_rank(%m: memref<*xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %r = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return %r : memref<*xf32>
}
