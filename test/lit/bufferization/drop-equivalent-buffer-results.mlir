// RUN: mlirlite-opt %s --drop-equivalent-buffer-results --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @same
// CHECK-SAME: (%{{.*}}: memref<?xf32>, %{{.*}}: i32) -> i32 {
// CHECK:        return %{{.*}} : i32
func.func private @same(%m: memref<?xf32>, %x: i32) -> (memref<4xf32>, i32) {
  %c = memref.cast %m : memref<?xf32> to memref<4xf32>
  %y = arith.addi %x, %x : i32
  return %c, %y : memref<4xf32>, i32
}

// CHECK-LABEL: func.func @caller
// CHECK-SAME: (%[[M:.*]]: memref<?xf32>, %[[X:.*]]: i32)
// CHECK-NEXT: %[[R:.*]] = call @same(%[[M]], %[[X]]) : (memref<?xf32>, i32) -> i32
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[M]] : memref<?xf32> to memref<4xf32>
// CHECK-NEXT: return %[[C]], %[[R]]
func.func @caller(%m: memref<?xf32>, %x: i32) -> (memref<4xf32>, i32) {
  %r:2 = call @same(%m, %x) : (memref<?xf32>, i32) -> (memref<4xf32>, i32)
  return %r#0, %r#1 : memref<4xf32>, i32
}

// -----

// Public functions stay, and those that do not always return the same.

// CHECK-LABEL: func.func @public
// CHECK-SAME: -> memref<4xf32>
func.func @public(%m: memref<4xf32>) -> memref<4xf32> {
  return %m : memref<4xf32>
}

// CHECK-LABEL: func.func private @either
// CHECK-SAME: -> memref<4xf32>
func.func private @either(%c: i1, %m: memref<4xf32>, %n: memref<4xf32>) -> memref<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %m : memref<4xf32>
^b:
  return %n : memref<4xf32>
}
