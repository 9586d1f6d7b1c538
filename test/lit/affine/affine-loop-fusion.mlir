// RUN: mlirlite-opt %s --affine-loop-fusion --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @raw() {
  %m = memref.alloc() : memref<10xf32>
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 10 {
    affine.store %cf7, %m[%i0] : memref<10xf32>
  }
  affine.for %i1 = 0 to 10 {
    %v0 = affine.load %m[%i1] : memref<10xf32>
  }
  return
}

// CHECK-LABEL: func.func @raw
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.store %[[CST]], %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @chain() {
  %a = memref.alloc() : memref<10xf32>
  %b = memref.alloc() : memref<10xf32>
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 10 {
    affine.store %cf7, %a[%i0] : memref<10xf32>
  }
  affine.for %i1 = 0 to 10 {
    %v0 = affine.load %a[%i1] : memref<10xf32>
    affine.store %v0, %b[%i1] : memref<10xf32>
  }
  affine.for %i2 = 0 to 10 {
    %v1 = affine.load %b[%i2] : memref<10xf32>
  }
  return
}

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %[[ALLOC_0:.+]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.store %[[CST]], %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ALLOC_0]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ALLOC_0]][0] : memref<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @two_dims() {
  %a = memref.alloc() : memref<10x10xf32>
  %b = memref.alloc() : memref<10x10xf32>
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 10 {
    affine.for %i1 = 0 to 10 {
      %v0 = affine.load %a[%i0, %i1] : memref<10x10xf32>
      affine.store %v0, %b[%i0, %i1] : memref<10x10xf32>
    }
  }
  affine.for %i2 = 0 to 10 {
    affine.for %i3 = 0 to 10 {
      %v1 = affine.load %b[%i3, %i2] : memref<10x10xf32>
      affine.store %cf7, %a[%i2, %i3] : memref<10x10xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @two_dims
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1x1xf32>
// CHECK-NEXT: %[[ALLOC_0:.+]] = memref.alloc() : memref<10x10xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ALLOC_0]][%[[ARG1]], %[[ARG0]]] : memref<10x10xf32>
// CHECK-NEXT:     affine.store %[[V0]], %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:     %[[V1:.+]] = affine.load %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:     affine.store %[[CST]], %[[ALLOC_0]][%[[ARG0]], %[[ARG1]]] : memref<10x10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @escapes(%arg0: memref<10xf32>, %arg1: memref<10xf32>) {
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 10 {
    affine.store %cf7, %arg0[%i0] : memref<10xf32>
  }
  affine.for %i1 = 0 to 10 {
    %v0 = affine.load %arg0[%i1] : memref<10xf32>
    affine.store %v0, %arg1[%i1] : memref<10xf32>
  }
  return
}

// CHECK-LABEL: func.func @escapes
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>, %[[ARG1:.+]]: memref<10xf32>) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.store %[[CST]], %[[ARG0]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG1]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @shifted() {
  %m = memref.alloc() : memref<100xf32>
  %n = memref.alloc() : memref<100xf32>
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 100 {
    affine.store %cf7, %m[%i0] : memref<100xf32>
  }
  affine.for %i1 = 0 to 99 {
    %v0 = affine.load %m[%i1 + 1] : memref<100xf32>
    affine.store %v0, %n[%i1] : memref<100xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @shifted
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %[[ALLOC_0:.+]] = memref.alloc() : memref<100xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 99 {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG0]])
// CHECK-NEXT:   affine.store %[[CST]], %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V1:.+]] = affine.apply #[[$MAP0]](%[[ARG0]])
// CHECK-NEXT:   %[[V2:.+]] = affine.load %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   affine.store %[[V2]], %[[ALLOC_0]][%[[ARG0]]] : memref<100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Siblings: both read %arg0.

func.func @siblings(%arg0: memref<10x10xf32>, %arg1: memref<10x10xf32>, %arg2: memref<10x10xf32>) {
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 10 {
    affine.for %i1 = 0 to 10 {
      %v0 = affine.load %arg0[%i0, %i1] : memref<10x10xf32>
      %v1 = arith.addf %v0, %cf7 : f32
      affine.store %v1, %arg1[%i0, %i1] : memref<10x10xf32>
    }
  }
  affine.for %i2 = 0 to 10 {
    affine.for %i3 = 0 to 10 {
      %v0 = affine.load %arg0[%i2, %i3] : memref<10x10xf32>
      %v1 = arith.mulf %v0, %cf7 : f32
      affine.store %v1, %arg2[%i2, %i3] : memref<10x10xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @siblings
// CHECK-SAME: (%[[ARG0:.+]]: memref<10x10xf32>, %[[ARG1:.+]]: memref<10x10xf32>, %[[ARG2:.+]]: memref<10x10xf32>) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.for %[[ARG4:.+]] = 0 to 10 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG4]]] : memref<10x10xf32>
// CHECK-NEXT:     %[[V1:.+]] = arith.addf %[[V0]], %[[CST]] : f32
// CHECK-NEXT:     affine.store %[[V1]], %[[ARG1]][%[[ARG3]], %[[ARG4]]] : memref<10x10xf32>
// CHECK-NEXT:     %[[V2:.+]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG4]]] : memref<10x10xf32>
// CHECK-NEXT:     %[[V3:.+]] = arith.mulf %[[V2]], %[[CST]] : f32
// CHECK-NEXT:     affine.store %[[V3]], %[[ARG2]][%[[ARG3]], %[[ARG4]]] : memref<10x10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @matvec(%arg0: memref<10x10xf32>, %arg1: memref<10xf32>, %out0: memref<10xf32>, %out1: memref<10xf32>) {
  affine.for %i0 = 0 to 10 {
    affine.for %i1 = 0 to 10 {
      %v0 = affine.load %arg0[%i0, %i1] : memref<10x10xf32>
      %v1 = affine.load %arg1[%i1] : memref<10xf32>
      %v2 = arith.mulf %v0, %v1 : f32
      %v3 = affine.load %out0[%i0] : memref<10xf32>
      %v4 = arith.addf %v2, %v3 : f32
      affine.store %v4, %out0[%i0] : memref<10xf32>
    }
  }
  affine.for %i2 = 0 to 10 {
    affine.for %i3 = 0 to 10 {
      %v5 = affine.load %arg0[%i2, %i3] : memref<10x10xf32>
      %v6 = affine.load %arg1[%i3] : memref<10xf32>
      %v7 = arith.mulf %v5, %v6 : f32
      %v8 = affine.load %out1[%i2] : memref<10xf32>
      %v9 = arith.addf %v7, %v8 : f32
      affine.store %v9, %out1[%i2] : memref<10xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @matvec
// CHECK-SAME: (%[[ARG0:.+]]: memref<10x10xf32>, %[[ARG1:.+]]: memref<10xf32>, %[[ARG2:.+]]: memref<10xf32>, %[[ARG3:.+]]: memref<10xf32>) {
// CHECK-NEXT: affine.for %[[ARG4:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.for %[[ARG5:.+]] = 0 to 10 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<10x10xf32>
// CHECK-NEXT:     %[[V1:.+]] = affine.load %[[ARG1]][%[[ARG5]]] : memref<10xf32>
// CHECK-NEXT:     %[[V2:.+]] = arith.mulf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:     %[[V3:.+]] = affine.load %[[ARG2]][%[[ARG4]]] : memref<10xf32>
// CHECK-NEXT:     %[[V4:.+]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:     affine.store %[[V4]], %[[ARG2]][%[[ARG4]]] : memref<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.for %[[ARG5]] = 0 to 10 {
// CHECK-NEXT:     %[[V0]] = affine.load %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<10x10xf32>
// CHECK-NEXT:     %[[V1]] = affine.load %[[ARG1]][%[[ARG5]]] : memref<10xf32>
// CHECK-NEXT:     %[[V2]] = arith.mulf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:     %[[V3]] = affine.load %[[ARG3]][%[[ARG4]]] : memref<10xf32>
// CHECK-NEXT:     %[[V4]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:     affine.store %[[V4]], %[[ARG3]][%[[ARG4]]] : memref<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// What lies between forbids it; nests with results.

func.func @stays(%arg0: memref<10xf32>) -> f32 {
  %m = memref.alloc() : memref<10xf32>
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 10 {
    affine.store %cf7, %m[%i0] : memref<10xf32>
  }
  %v = affine.load %m[9] : memref<10xf32>
  affine.store %v, %m[0] : memref<10xf32>
  affine.for %i1 = 0 to 10 {
    %v0 = affine.load %m[%i1] : memref<10xf32>
    affine.store %v0, %arg0[%i1] : memref<10xf32>
  }
  %r = affine.for %i2 = 0 to 10 iter_args(%s = %cf7) -> f32 {
    %v0 = affine.load %arg0[%i2] : memref<10xf32>
    %v1 = arith.addf %s, %v0 : f32
    affine.yield %v1 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>) -> f32 {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<10xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.store %[[CST]], %[[ALLOC]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ALLOC]][9] : memref<10xf32>
// CHECK-NEXT: affine.store %[[V0]], %[[ALLOC]][0] : memref<10xf32>
// CHECK-NEXT: affine.for %[[ARG1]] = 0 to 10 {
// CHECK-NEXT:   %[[V2:.+]] = affine.load %[[ALLOC]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:   affine.store %[[V2]], %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.+]] = affine.for %[[ARG1]] = 0 to 10 iter_args(%[[ARG2:.+]] = %[[CST]]) -> (f32) {
// CHECK-NEXT:   %[[V2]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:   %[[V3:.+]] = arith.addf %[[ARG2]], %[[V2]] : f32
// CHECK-NEXT:   affine.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }

// -----

func.func @multi_consumer() {
  %a = memref.alloc() : memref<10xf32>
  %cf7 = arith.constant 7.0 : f32
  affine.for %i0 = 0 to 10 {
    affine.store %cf7, %a[%i0] : memref<10xf32>
  }
  affine.for %i1 = 0 to 10 {
    %v0 = affine.load %a[%i1] : memref<10xf32>
  }
  affine.for %i2 = 0 to 10 {
    %v0 = affine.load %a[%i2] : memref<10xf32>
  }
  return
}

// CHECK-LABEL: func.func @multi_consumer
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.store %[[CST]], %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @stencil(%in: memref<32xf32>, %out: memref<32xf32>) {
  %t = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    %0 = affine.load %in[%i] : memref<32xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %t[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 31 {
    %0 = affine.load %t[%i] : memref<32xf32>
    %1 = affine.load %t[%i + 1] : memref<32xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %out[%i] : memref<32xf32>
  }
  return
}

// CHECK-LABEL: func.func @stencil
// CHECK-SAME: (%[[ARG0:.+]]: memref<32xf32>, %[[ARG1:.+]]: memref<32xf32>) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<32xf32>
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 32 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<32xf32>
// CHECK-NEXT:   %[[V1:.+]] = arith.addf %[[V0]], %[[V0]] : f32
// CHECK-NEXT:   affine.store %[[V1]], %[[ALLOC]][%[[ARG2]]] : memref<32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG2]] = 0 to 31 {
// CHECK-NEXT:   %[[V0]] = affine.load %[[ALLOC]][%[[ARG2]]] : memref<32xf32>
// CHECK-NEXT:   %[[V1]] = affine.load %[[ALLOC]][%[[ARG2]] + 1] : memref<32xf32>
// CHECK-NEXT:   %[[V2:.+]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   affine.store %[[V2]], %[[ARG1]][%[[ARG2]]] : memref<32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @matmul_relu(%A: memref<16x32xf32>, %B: memref<32x8xf32>, %C: memref<16x8xf32>, %z: f32) {
  %t = memref.alloc() : memref<16x8xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      affine.store %z, %t[%i, %j] : memref<16x8xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 32 {
        %0 = affine.load %A[%i, %k] : memref<16x32xf32>
        %1 = affine.load %B[%k, %j] : memref<32x8xf32>
        %2 = affine.load %t[%i, %j] : memref<16x8xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %t[%i, %j] : memref<16x8xf32>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %t[%i, %j] : memref<16x8xf32>
      %1 = arith.maximumf %0, %z : f32
      affine.store %1, %C[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @matmul_relu
// CHECK-SAME: (%[[ARG0:.+]]: memref<16x32xf32>, %[[ARG1:.+]]: memref<32x8xf32>, %[[ARG2:.+]]: memref<16x8xf32>, %[[ARG3:.+]]: f32) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1x1xf32>
// CHECK-NEXT: affine.for %[[ARG4:.+]] = 0 to 16 {
// CHECK-NEXT:   affine.for %[[ARG5:.+]] = 0 to 8 {
// CHECK-NEXT:     affine.store %[[ARG3]], %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:     affine.for %[[ARG6:.+]] = 0 to 32 {
// CHECK-NEXT:       %[[V2:.+]] = affine.load %[[ARG0]][%[[ARG4]], %[[ARG6]]] : memref<16x32xf32>
// CHECK-NEXT:       %[[V3:.+]] = affine.load %[[ARG1]][%[[ARG6]], %[[ARG5]]] : memref<32x8xf32>
// CHECK-NEXT:       %[[V4:.+]] = affine.load %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:       %[[V5:.+]] = arith.mulf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:       %[[V6:.+]] = arith.addf %[[V4]], %[[V5]] : f32
// CHECK-NEXT:       affine.store %[[V6]], %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:     %[[V1:.+]] = arith.maximumf %[[V0]], %[[ARG3]] : f32
// CHECK-NEXT:     affine.store %[[V1]], %[[ARG2]][%[[ARG4]], %[[ARG5]]] : memref<16x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @transposed(%in: memref<8x16xf32>, %out: memref<16x8xf32>) {
  %t = memref.alloc() : memref<8x16xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %in[%i, %j] : memref<8x16xf32>
      affine.store %0, %t[%i, %j] : memref<8x16xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %t[%j, %i] : memref<8x16xf32>
      affine.store %0, %out[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @transposed
// CHECK-SAME: (%[[ARG0:.+]]: memref<8x16xf32>, %[[ARG1:.+]]: memref<16x8xf32>) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1x1xf32>
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 16 {
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = 0 to 8 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG2]]] : memref<8x16xf32>
// CHECK-NEXT:     affine.store %[[V0]], %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:     %[[V1:.+]] = affine.load %[[ALLOC]][0, 0] : memref<1x1xf32>
// CHECK-NEXT:     affine.store %[[V1]], %[[ARG1]][%[[ARG2]], %[[ARG3]]] : memref<16x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @partial(%in: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %0 = affine.load %in[%i] : memref<64xf32>
    affine.store %0, %t[%i] : memref<64xf32>
  }
  affine.for %i = 5 to 20 {
    %0 = affine.load %t[%i] : memref<64xf32>
    "test.use"(%0) : (f32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @partial
// CHECK-SAME: (%[[ARG0:.+]]: memref<64xf32>) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 5 to 20 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<64xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   "test.use"(%[[V1]]) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @symbolic(%in: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %0 = affine.load %in[%i] : memref<?xf32>
    affine.store %0, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %0 = affine.load %t[%i] : memref<?xf32>
    affine.store %0, %in[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @symbolic
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc(%[[ARG1]]) : memref<?xf32>
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to %[[ARG1]] {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ALLOC]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG2]] = 0 to %[[ARG1]] {
// CHECK-NEXT:   %[[V0]] = affine.load %[[ALLOC]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// The parallel loop goes outwards first, so that the slice may go below it.

// CHECK-LABEL: func.func @interchange
// CHECK:       %[[M:.*]] = memref.alloc() : memref<1xf32>
// CHECK:       affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT:    affine.store %{{.*}}, %[[M]][0] : memref<1xf32>
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT:      affine.load %[[M]][0] : memref<1xf32>
// CHECK-NEXT:      affine.store %{{.*}}, %[[M]][0] : memref<1xf32>
func.func @interchange() {
  %m = memref.alloc() : memref<10xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 10 {
    affine.store %zero, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 10 {
      %v = affine.load %m[%j] : memref<10xf32>
      affine.store %v, %m[%j] : memref<10xf32>
    }
  }
  return
}

// -----

// The slice of a flat nest for two counters, and of a nest of two for a flat counter.

// CHECK-LABEL: func.func @reshapes
// CHECK:       affine.for %[[I:.*]] = 0 to 64 {
// CHECK:         affine.apply #{{.*}}(%[[I]])
// CHECK:         affine.apply #{{.*}}(%[[I]])
// CHECK-NOT:   affine.for
func.func @reshapes(%in: memref<16x4xf32>, %out: memref<64xf32>) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %v = affine.load %in[%i, %j] : memref<16x4xf32>
      affine.store %v, %m[4 * %i + %j] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
    affine.store %v, %out[%i] : memref<64xf32>
  }
  return
}

// -----

// A nest that adds to what it wrote is not computed twice.

// CHECK-LABEL: func.func @cycle
// CHECK:       affine.for %{{.*}} = 0 to 10
// CHECK:       affine.for %{{.*}} = 0 to 9
func.func @cycle(%m: memref<10xf32>, %out: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 4 {
      %v = affine.load %m[%i] : memref<10xf32>
      %d = arith.addf %v, %v : f32
      affine.store %d, %m[%i] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 9 {
    %v = affine.load %m[%i] : memref<10xf32>
    %w = affine.load %m[%i + 1] : memref<10xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %out[%i] : memref<10xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @barrier
// CHECK:       affine.for %{{.*}} = 0 to 100 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 16 {
// CHECK:         } {slice_fusion_barrier = true}
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 16 {
func.func @barrier() {
  %m = memref.alloc() : memref<100x16xf32>
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 16 {
      %v = "op1"() : () -> f32
      affine.store %v, %m[%i, %j] : memref<100x16xf32>
    } {slice_fusion_barrier = true}
  }
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 16 {
      %v = affine.load %m[%i, %j] : memref<100x16xf32>
      "op2"(%v) : (f32) -> ()
    }
  }
  return
}

// -----

// What sees a buffer through a cast stays behind the loops that fill it.
// CHECK-LABEL: func.func @seen_through_a_cast
// CHECK:       affine.for
// CHECK:         arith.addf
// CHECK:       "print"
// CHECK:       affine.for
// CHECK:         arith.mulf
func.func @seen_through_a_cast(%x: memref<8xf32>) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %a[%i] : memref<8xf32>
  }
  %t = builtin.unrealized_conversion_cast %a : memref<8xf32> to tensor<8xf32>
  "print"(%t) : (tensor<8xf32>) -> ()
  %b = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %b[%i] : memref<8xf32>
  }
  return %b : memref<8xf32>
}
