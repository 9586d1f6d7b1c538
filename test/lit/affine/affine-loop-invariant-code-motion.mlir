// RUN: mlirlite-opt %s --affine-loop-invariant-code-motion --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @nested_arithmetic() {
  %m = memref.alloc() : memref<10xf32>
  %cf7 = arith.constant 7.0 : f32
  %cf8 = arith.constant 8.0 : f32
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %v0 = arith.addf %cf7, %cf8 : f32
      affine.store %v0, %m[%i] : memref<10xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @nested_arithmetic
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<10xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 8.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.addf %[[CST]], %[[CST_0]] : f32
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG0]] = 0 to 10 {
// CHECK-NEXT:   affine.store %[[V0]], %[[ALLOC]][%[[ARG0]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @used_below(%m: memref<10xindex>) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    affine.for %j = 0 to 10 {
      affine.store %0, %m[%j] : memref<10xindex>
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @used_below
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xindex>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG1]])
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:     affine.store %[[V0]], %[[ARG0]][%[[ARG2]]] : memref<10xindex>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @loads(%m: memref<10xf32>, %n: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %v = affine.load %m[%i] : memref<10xf32>
      %w = affine.load %n[%j] : memref<10xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %n[%j] : memref<10xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @loads
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>, %[[ARG1:.+]]: memref<10xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = 0 to 10 {
// CHECK-NEXT:     %[[V1:.+]] = affine.load %[[ARG1]][%[[ARG3]]] : memref<10xf32>
// CHECK-NEXT:     %[[V2:.+]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:     affine.store %[[V2]], %[[ARG1]][%[[ARG3]]] : memref<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @ifs(%m: memref<10xf32>) {
  %cf = arith.constant 1.0 : f32
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.if affine_set<(d0, d1) : (d1 - d0 >= 0)>(%i, %i) {
        %c = arith.addf %cf, %cf : f32
        affine.store %c, %m[%i] : memref<10xf32>
      }
    }
  }
  return
}

// CHECK: #[[$SET0:.+]] = affine_set<(d0, d1) : (d1 - d0 >= 0)>
// CHECK-LABEL: func.func @ifs
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG1]] = 0 to 10 {
// CHECK-NEXT:   affine.if #[[$SET0]](%[[ARG1]], %[[ARG1]]) {
// CHECK-NEXT:     %[[V0:.+]] = arith.addf %[[CST]], %[[CST]] : f32
// CHECK-NEXT:     affine.store %[[V0]], %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @carried(%m: memref<10xf32>, %z: f32) -> f32 {
  %r = affine.for %i = 0 to 10 iter_args(%a = %z) -> f32 {
    %v = affine.load %m[3] : memref<10xf32>
    %s = arith.addf %a, %v : f32
    affine.yield %s : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @carried
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>, %[[ARG1:.+]]: f32) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ARG0]][3] : memref<10xf32>
// CHECK-NEXT: %[[V1:.+]] = affine.for %[[ARG2:.+]] = 0 to 10 iter_args(%[[ARG3:.+]] = %[[ARG1]]) -> (f32) {
// CHECK-NEXT:   %[[V2:.+]] = arith.addf %[[ARG3]], %[[V0]] : f32
// CHECK-NEXT:   affine.yield %[[V2]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }

// -----

func.func @inner_loop(%m: memref<10xf32>, %n: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %v = affine.load %m[%j] : memref<10xf32>
      affine.store %v, %n[%j] : memref<10xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @inner_loop
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>, %[[ARG1:.+]]: memref<10xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG1]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG2]] = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// What writes or reads the buffer elsewhere in the loop keeps accesses; so do unknown effects.

func.func @stays(%m: memref<10xf32>, %cf: f32) {
  affine.for %i = 0 to 10 {
    %v = affine.load %m[0] : memref<10xf32>
    %s = arith.addf %v, %cf : f32
    affine.store %s, %m[1] : memref<10xf32>
    "test.effect"(%cf) : (f32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>, %[[ARG1:.+]]: f32) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][0] : memref<10xf32>
// CHECK-NEXT:   %[[V1:.+]] = arith.addf %[[V0]], %[[ARG1]] : f32
// CHECK-NEXT:   affine.store %[[V1]], %[[ARG0]][1] : memref<10xf32>
// CHECK-NEXT:   "test.effect"(%[[ARG1]]) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
