// RUN: mlirlite-opt %s --inline=default-pipeline= --split-input-file | FileCheck %s

// A body goes into an affine loop when its subscripts remain dimensions and symbols there.

// CHECK-LABEL: func.func @at(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index) -> f32 {
// CHECK-NEXT:     %[[LOAD:.*]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<?xf32>
// CHECK-NEXT:     return %[[LOAD]] : f32
// CHECK-NEXT:   }
func.func @at(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = affine.load %m[%i] : memref<?xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>) {
// CHECK-NEXT:     affine.for %[[ARG1:.*]] = 0 to 10 {
// CHECK-NEXT:       %[[LOAD:.*]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<?xf32>
// CHECK-NEXT:       affine.store %[[LOAD]], %[[ARG0]][%[[ARG1]] + 1] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop(%m: memref<?xf32>) {
  affine.for %i = 0 to 10 {
    %0 = func.call @at(%m, %i) : (memref<?xf32>, index) -> f32
    affine.store %0, %m[%i + 1] : memref<?xf32>
  }
  return
}

// -----

// %0 is a dimension only where it stands at the top of a function.
// CHECK-LABEL: func.func private @number(
// CHECK-SAME:    ) -> index
func.func private @number() -> index

// CHECK-LABEL: func.func @top(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     %[[CALL:.*]] = call @number() : () -> index
// CHECK-NEXT:     affine.store %[[ARG1]], %[[ARG0]][%[[CALL]]] : memref<?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @top(%m: memref<?xf32>, %x: f32) {
  %0 = call @number() : () -> index
  affine.store %x, %m[%0] : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     affine.store %[[ARG1]], %[[ARG0]][%[[C3]]] : memref<?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @constant(%m: memref<?xf32>, %x: f32) {
  %c = arith.constant 3 : index
  affine.store %x, %m[%c] : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @computed(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     affine.for %[[ARG2:.*]] = 0 to 10 {
// CHECK-NEXT:       func.call @top(%[[ARG0]], %[[ARG1]]) : (memref<?xf32>, f32) -> ()
// CHECK-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:       affine.store %[[ARG1]], %[[ARG0]][%[[C3]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @computed(%m: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    func.call @top(%m, %x) : (memref<?xf32>, f32) -> ()
    func.call @constant(%m, %x) : (memref<?xf32>, f32) -> ()
  }
  return
}

// -----

// Not effects that affine does not know, and not several blocks.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index) -> f32 {
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ARG0]][%[[ARG1]]] : memref<?xf32>
// CHECK-NEXT:     return %[[LOAD]] : f32
// CHECK-NEXT:   }
func.func @plain(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i] : memref<?xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[ARG0:.*]]: index) {
// CHECK-NEXT:     cf.br ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @blocks(%i: index) {
  cf.br ^end
^end:
  return
}

// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>) {
// CHECK-NEXT:     affine.for %[[ARG1:.*]] = 0 to 10 {
// CHECK-NEXT:       %[[CALL:.*]] = func.call @plain(%[[ARG0]], %[[ARG1]]) : (memref<?xf32>, index) -> f32
// CHECK-NEXT:       affine.store %[[CALL]], %[[ARG0]][%[[ARG1]]] : memref<?xf32>
// CHECK-NEXT:       func.call @blocks(%[[ARG1]]) : (index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @unknown(%m: memref<?xf32>) {
  affine.for %i = 0 to 10 {
    %0 = func.call @plain(%m, %i) : (memref<?xf32>, index) -> f32
    affine.store %0, %m[%i] : memref<?xf32>
    func.call @blocks(%i) : (index) -> ()
  }
  return
}
