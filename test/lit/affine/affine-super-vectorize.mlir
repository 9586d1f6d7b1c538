// RUN: mlirlite-opt %s --affine-super-vectorize="virtual-vector-size=128" --split-input-file | FileCheck %s

func.func @add(%A: memref<512xf32>, %B: memref<512xf32>, %C: memref<512xf32>) {
  affine.for %i = 0 to 512 {
    %a = affine.load %A[%i] : memref<512xf32>
    %b = affine.load %B[%i] : memref<512xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %C[%i] : memref<512xf32>
  }
  return
}

// CHECK-LABEL: func.func @add
// CHECK-SAME: (%[[ARG0:.+]]: memref<512xf32>, %[[ARG1:.+]]: memref<512xf32>, %[[ARG2:.+]]: memref<512xf32>) {
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to 512 step 128 {
// CHECK-NEXT:   %[[V0:.+]] = ub.poison : f32
// CHECK-NEXT:   %[[V1:.+]] = vector.transfer_read %[[ARG0]][%[[ARG3]]], %[[V0]] : memref<512xf32>, vector<128xf32>
// CHECK-NEXT:   %[[V2:.+]] = ub.poison : f32
// CHECK-NEXT:   %[[V3:.+]] = vector.transfer_read %[[ARG1]][%[[ARG3]]], %[[V2]] : memref<512xf32>, vector<128xf32>
// CHECK-NEXT:   %[[V4:.+]] = arith.addf %[[V1]], %[[V3]] : vector<128xf32>
// CHECK-NEXT:   vector.transfer_write %[[V4]], %[[ARG2]][%[[ARG3]]] : vector<128xf32>, memref<512xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @matrix(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %M: index, %N: index, %k: f32) {
  %cf1 = arith.constant 1.0 : f32
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.mulf %a, %cf1 : f32
      %t = arith.addf %s, %k : f32
      affine.store %t, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @matrix
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xf32>, %[[ARG1:.+]]: memref<?x?xf32>, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: f32) {
// CHECK-NEXT: %[[V0:.+]] = vector.broadcast %[[ARG4]] : f32 to vector<128xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG5:.+]] = 0 to %[[ARG2]] {
// CHECK-NEXT:   affine.for %[[ARG6:.+]] = 0 to %[[ARG3]] step 128 {
// CHECK-NEXT:     %[[CST_0:.+]] = arith.constant dense<1.000000e+00> : vector<128xf32>
// CHECK-NEXT:     %[[V1:.+]] = ub.poison : f32
// CHECK-NEXT:     %[[V2:.+]] = vector.transfer_read %[[ARG0]][%[[ARG5]], %[[ARG6]]], %[[V1]] : memref<?x?xf32>, vector<128xf32>
// CHECK-NEXT:     %[[V3:.+]] = arith.mulf %[[V2]], %[[CST_0]] : vector<128xf32>
// CHECK-NEXT:     %[[V4:.+]] = arith.addf %[[V3]], %[[V0]] : vector<128xf32>
// CHECK-NEXT:     vector.transfer_write %[[V4]], %[[ARG1]][%[[ARG5]], %[[ARG6]]] : vector<128xf32>, memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @invariant(%A: memref<128x256xf32>, %x: memref<128xf32>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 256 {
      %a = affine.load %x[%i] : memref<128xf32>
      affine.store %a, %A[%i, %j] : memref<128x256xf32>
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (0)>
// CHECK-LABEL: func.func @invariant
// CHECK-SAME: (%[[ARG0:.+]]: memref<128x256xf32>, %[[ARG1:.+]]: memref<128xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 128 {
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = 0 to 256 step 128 {
// CHECK-NEXT:     %[[V0:.+]] = ub.poison : f32
// CHECK-NEXT:     %[[V1:.+]] = vector.transfer_read %[[ARG1]][%[[ARG2]]], %[[V0]] {permutation_map = #[[$MAP0]]} : memref<128xf32>, vector<128xf32>
// CHECK-NEXT:     vector.transfer_write %[[V1]], %[[ARG0]][%[[ARG2]], %[[ARG3]]] : vector<128xf32>, memref<128x256xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @offset(%A: memref<512xf32>, %B: memref<512xf32>) {
  affine.for %i = 0 to 384 {
    %a = affine.load %A[%i + 5] : memref<512xf32>
    affine.store %a, %B[%i] : memref<512xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 5)>
// CHECK-LABEL: func.func @offset
// CHECK-SAME: (%[[ARG0:.+]]: memref<512xf32>, %[[ARG1:.+]]: memref<512xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 384 step 128 {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG2]])
// CHECK-NEXT:   %[[V1:.+]] = ub.poison : f32
// CHECK-NEXT:   %[[V2:.+]] = vector.transfer_read %[[ARG0]][%[[V0]]], %[[V1]] : memref<512xf32>, vector<128xf32>
// CHECK-NEXT:   vector.transfer_write %[[V2]], %[[ARG1]][%[[ARG2]]] : vector<128xf32>, memref<512xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @constant(%B: memref<512xf32>) {
  affine.for %i = 0 to 384 {
    %c = arith.constant 2.0 : f32
    affine.store %c, %B[%i] : memref<512xf32>
  }
  return
}

// CHECK-LABEL: func.func @constant
// CHECK-SAME: (%[[ARG0:.+]]: memref<512xf32>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 384 step 128 {
// CHECK-NEXT:   %[[CST:.+]] = arith.constant dense<2.000000e+00> : vector<128xf32>
// CHECK-NEXT:   vector.transfer_write %[[CST]], %[[ARG0]][%[[ARG1]]] : vector<128xf32>, memref<512xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @transposed(%A: memref<128x128xf32>, %B: memref<128x128xf32>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %a = affine.load %A[%j, %i] : memref<128x128xf32>
      affine.store %a, %B[%i, %j] : memref<128x128xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @transposed
// CHECK-SAME: (%[[ARG0:.+]]: memref<128x128xf32>, %[[ARG1:.+]]: memref<128x128xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 128 {
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = 0 to 128 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG2]]] : memref<128x128xf32>
// CHECK-NEXT:     affine.store %[[V0]], %[[ARG1]][%[[ARG2]], %[[ARG3]]] : memref<128x128xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @stencil(%A: memref<512xf32>) {
  affine.for %i = 1 to 512 {
    %a = affine.load %A[%i - 1] : memref<512xf32>
    affine.store %a, %A[%i] : memref<512xf32>
  }
  return
}

// CHECK-LABEL: func.func @stencil
// CHECK-SAME: (%[[ARG0:.+]]: memref<512xf32>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 1 to 512 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG1]] - 1] : memref<512xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[ARG1]]] : memref<512xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @sum(%A: memref<256x512xf32>, %B: memref<256xf32>) {
  %cst = arith.constant 0.0 : f32
  affine.for %i = 0 to 256 {
    %r = affine.for %j = 0 to 512 iter_args(%s = %cst) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<256x512xf32>
      %t = arith.addf %s, %a : f32
      affine.yield %t : f32
    }
    affine.store %r, %B[%i] : memref<256xf32>
  }
  return
}

// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[ARG0:.+]]: memref<256x512xf32>, %[[ARG1:.+]]: memref<256xf32>) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 256 {
// CHECK-NEXT:   %[[V0:.+]] = affine.for %[[ARG3:.+]] = 0 to 512 iter_args(%[[ARG4:.+]] = %[[CST]]) -> (f32) {
// CHECK-NEXT:     %[[V1:.+]] = affine.load %[[ARG0]][%[[ARG2]], %[[ARG3]]] : memref<256x512xf32>
// CHECK-NEXT:     %[[V2:.+]] = arith.addf %[[ARG4]], %[[V1]] : f32
// CHECK-NEXT:     affine.yield %[[V2]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG1]][%[[ARG2]]] : memref<256xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @uses_index(%A: memref<512xindex>) {
  affine.for %i = 0 to 512 {
    affine.store %i, %A[%i] : memref<512xindex>
  }
  return
}

// CHECK-LABEL: func.func @uses_index
// CHECK-SAME: (%[[ARG0:.+]]: memref<512xindex>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 512 {
// CHECK-NEXT:   affine.store %[[ARG1]], %[[ARG0]][%[[ARG1]]] : memref<512xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// A loop in the vectorized one counts as before and carries vectors.

// CHECK-LABEL: func.func @inner_loop
// CHECK-SAME: (%[[A:.*]]: memref<64x256xf32>, %[[B:.*]]: memref<256xf32>)
// CHECK:      affine.for %[[J:.*]] = 0 to 256 step 128 {
// CHECK:        %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<128xf32>
// CHECK:        %[[R:.*]] = affine.for %[[I:.*]] = 0 to 64 iter_args(%[[S:.*]] = %[[ZERO]]) -> (vector<128xf32>) {
// CHECK:          %[[V:.*]] = vector.transfer_read %[[A]][%[[I]], %[[J]]]
// CHECK:          %[[T:.*]] = arith.addf %[[S]], %[[V]] : vector<128xf32>
// CHECK:          affine.yield %[[T]] : vector<128xf32>
// CHECK:        vector.transfer_write %[[R]], %[[B]][%[[J]]]
func.func @inner_loop(%a: memref<64x256xf32>, %b: memref<256xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 256 {
    %r = affine.for %i = 0 to 64 iter_args(%s = %zero) -> (f32) {
      %v = affine.load %a[%i, %j] : memref<64x256xf32>
      %t = arith.addf %s, %v : f32
      affine.yield %t : f32
    }
    affine.store %r, %b[%j] : memref<256xf32>
  }
  return
}
