// RUN: mlirlite-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))" --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @imperfect() {
  affine.for %i = 0 to 101 {
    %x = "test.addi32"(%i, %i) : (index, index) -> i32
    affine.for %j = 0 to 17 {
      %y = "test.addi32"(%i, %i) : (index, index) -> i32
      %z = "test.addi32"(%y, %y) : (i32, i32) -> i32
    }
    %w = "test.foo"(%i, %x) : (index, i32) -> i32
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @imperfect
// CHECK-NEXT: %[[C100:.+]] = arith.constant 100 : index
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 100 step 2 {
// CHECK-NEXT:   %[[V2:.+]] = "test.addi32"(%[[ARG0]], %[[ARG0]]) : (index, index) -> i32
// CHECK-NEXT:   %[[V3:.+]] = affine.apply #[[$MAP0]](%[[ARG0]])
// CHECK-NEXT:   %[[V4:.+]] = "test.addi32"(%[[V3]], %[[V3]]) : (index, index) -> i32
// CHECK-NEXT:   affine.for %[[ARG1:.+]] = 0 to 17 {
// CHECK-NEXT:     %[[V8:.+]] = "test.addi32"(%[[ARG0]], %[[ARG0]]) : (index, index) -> i32
// CHECK-NEXT:     %[[V9:.+]] = "test.addi32"(%[[V8]], %[[V8]]) : (i32, i32) -> i32
// CHECK-NEXT:     %[[V10:.+]] = affine.apply #[[$MAP0]](%[[ARG0]])
// CHECK-NEXT:     %[[V11:.+]] = "test.addi32"(%[[V10]], %[[V10]]) : (index, index) -> i32
// CHECK-NEXT:     %[[V12:.+]] = "test.addi32"(%[[V11]], %[[V11]]) : (i32, i32) -> i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V5:.+]] = "test.foo"(%[[ARG0]], %[[V2]]) : (index, i32) -> i32
// CHECK-NEXT:   %[[V6:.+]] = affine.apply #[[$MAP0]](%[[ARG0]])
// CHECK-NEXT:   %[[V7:.+]] = "test.foo"(%[[V6]], %[[V4]]) : (index, i32) -> i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = "test.addi32"(%[[C100]], %[[C100]]) : (index, index) -> i32
// CHECK-NEXT: affine.for %[[ARG0]] = 0 to 17 {
// CHECK-NEXT:   %[[V2]] = "test.addi32"(%[[C100]], %[[C100]]) : (index, index) -> i32
// CHECK-NEXT:   %[[V3]] = "test.addi32"(%[[V2]], %[[V2]]) : (i32, i32) -> i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.+]] = "test.foo"(%[[C100]], %[[V0]]) : (index, i32) -> i32
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @unknown(%N: index) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      "test.foo"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> ((s0 floordiv 2) * 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%[[ARG0:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to #[[$MAP0]]()[%[[ARG0]]] step 2 {
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 0 to %[[ARG0]] {
// CHECK-NEXT:     "test.foo"(%[[ARG1]], %[[ARG2]]) : (index, index) -> ()
// CHECK-NEXT:     %[[V0:.+]] = affine.apply #[[$MAP1]](%[[ARG1]])
// CHECK-NEXT:     "test.foo"(%[[V0]], %[[ARG2]]) : (index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG1]] = #[[$MAP0]]()[%[[ARG0]]] to %[[ARG0]] {
// CHECK-NEXT:   affine.for %[[ARG2]] = 0 to %[[ARG0]] {
// CHECK-NEXT:     "test.foo"(%[[ARG1]], %[[ARG2]]) : (index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @innermost(%n: index, %m: memref<?xf32>, %z: f32) {
  affine.for %i = 0 to 8 {
    affine.store %z, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @innermost
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: memref<?xf32>, %[[ARG2:.+]]: f32) {
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to 8 step 2 {
// CHECK-NEXT:   affine.store %[[ARG2]], %[[ARG1]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG3]])
// CHECK-NEXT:   affine.store %[[ARG2]], %[[ARG1]][%[[V0]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @carried_inside(%m: memref<21x30xf32>, %o: memref<21xf32>, %init: f32) {
  affine.for %i = 0 to 21 {
    %s = affine.for %j = 0 to 30 iter_args(%b = %init) -> f32 {
      %0 = affine.load %m[%i, %j] : memref<21x30xf32>
      %1 = arith.addf %b, %0 : f32
      affine.yield %1 : f32
    }
    affine.store %s, %o[%i] : memref<21xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @carried_inside
// CHECK-SAME: (%[[ARG0:.+]]: memref<21x30xf32>, %[[ARG1:.+]]: memref<21xf32>, %[[ARG2:.+]]: f32) {
// CHECK-NEXT: %[[C20:.+]] = arith.constant 20 : index
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to 20 step 2 {
// CHECK-NEXT:   %[[V1:.+]]:2 = affine.for %[[ARG4:.+]] = 0 to 30 iter_args(%[[ARG5:.+]] = %[[ARG2]], %[[ARG6:.+]] = %[[ARG2]]) -> (f32, f32) {
// CHECK-NEXT:     %[[V3:.+]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG4]]] : memref<21x30xf32>
// CHECK-NEXT:     %[[V4:.+]] = arith.addf %[[ARG5]], %[[V3]] : f32
// CHECK-NEXT:     %[[V5:.+]] = affine.apply #[[$MAP0]](%[[ARG3]])
// CHECK-NEXT:     %[[V6:.+]] = affine.load %[[ARG0]][%[[V5]], %[[ARG4]]] : memref<21x30xf32>
// CHECK-NEXT:     %[[V7:.+]] = arith.addf %[[ARG6]], %[[V6]] : f32
// CHECK-NEXT:     affine.yield %[[V4]], %[[V7]] : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.store %[[V1]]#0, %[[ARG1]][%[[ARG3]]] : memref<21xf32>
// CHECK-NEXT:   %[[V2:.+]] = affine.apply #[[$MAP0]](%[[ARG3]])
// CHECK-NEXT:   affine.store %[[V1]]#1, %[[ARG1]][%[[V2]]] : memref<21xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = affine.for %[[ARG3]] = 0 to 30 iter_args(%[[ARG4]] = %[[ARG2]]) -> (f32) {
// CHECK-NEXT:   %[[V1]] = affine.load %[[ARG0]][%[[C20]], %[[ARG3]]] : memref<21x30xf32>
// CHECK-NEXT:   %[[V2]] = arith.addf %[[ARG4]], %[[V1]] : f32
// CHECK-NEXT:   affine.yield %[[V2]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %[[V0]], %[[ARG1]][%[[C20]]] : memref<21xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @sum(%m: memref<21xf32>, %init: f32) -> f32 {
  %r = affine.for %i = 0 to 20 iter_args(%a = %init) -> f32 {
    %0 = affine.load %m[%i] : memref<21xf32>
    %1 = arith.addf %a, %0 : f32
    affine.yield %1 : f32
  }
  return %r : f32
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[ARG0:.+]]: memref<21xf32>, %[[ARG1:.+]]: f32) -> f32 {
// CHECK-NEXT: %[[V0:.+]]:2 = affine.for %[[ARG2:.+]] = 0 to 20 step 2 iter_args(%[[ARG3:.+]] = %[[ARG1]], %[[ARG4:.+]] = %[[ARG1]]) -> (f32, f32) {
// CHECK-NEXT:   %[[V2:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<21xf32>
// CHECK-NEXT:   %[[V3:.+]] = arith.addf %[[ARG3]], %[[V2]] : f32
// CHECK-NEXT:   %[[V4:.+]] = affine.apply #[[$MAP0]](%[[ARG2]])
// CHECK-NEXT:   %[[V5:.+]] = affine.load %[[ARG0]][%[[V4]]] : memref<21xf32>
// CHECK-NEXT:   %[[V6:.+]] = arith.addf %[[ARG4]], %[[V5]] : f32
// CHECK-NEXT:   affine.yield %[[V3]], %[[V6]] : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.+]] = arith.addf %[[V0]]#0, %[[V0]]#1 : f32
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }

// -----

// Bounds inside that depend on the loop; fewer iterations than the factor.

func.func @stays() {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      "test.foo"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @stays
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 8 {
// CHECK-NEXT:   affine.for %[[ARG1:.+]] = 0 to #[[$MAP0]](%[[ARG0]]) {
// CHECK-NEXT:     "test.foo"(%[[ARG0]], %[[ARG1]]) : (index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @few() {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 8 {
      "test.foo"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @few
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 1 {
// CHECK-NEXT:   affine.for %[[ARG1:.+]] = 0 to 8 {
// CHECK-NEXT:     "test.foo"(%[[ARG0]], %[[ARG1]]) : (index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
