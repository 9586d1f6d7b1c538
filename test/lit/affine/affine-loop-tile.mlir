// RUN: mlirlite-opt %s --affine-loop-tile="tile-size=32" --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @constant() {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 512 {
      affine.for %k = 0 to 1024 {
        "test.foo"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  affine.for %x = 0 to 50 {
    "test.bar"(%x, %x) : (index, index) -> ()
  }
  affine.for %y = 0 to 21 {
    "test.foobar"(%y) : (index) -> ()
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0 + 32)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0) -> (d0 + 32, 50)>
// CHECK: #[[$MAP3:.+]] = affine_map<(d0) -> (d0 + 21)>
// CHECK-LABEL: func.func @constant
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 256 step 32 {
// CHECK-NEXT:   affine.for %[[ARG1:.+]] = 0 to 512 step 32 {
// CHECK-NEXT:     affine.for %[[ARG2:.+]] = 0 to 1024 step 32 {
// CHECK-NEXT:       affine.for %[[ARG3:.+]] = #[[$MAP0]](%[[ARG0]]) to #[[$MAP1]](%[[ARG0]]) {
// CHECK-NEXT:         affine.for %[[ARG4:.+]] = #[[$MAP0]](%[[ARG1]]) to #[[$MAP1]](%[[ARG1]]) {
// CHECK-NEXT:           affine.for %[[ARG5:.+]] = #[[$MAP0]](%[[ARG2]]) to #[[$MAP1]](%[[ARG2]]) {
// CHECK-NEXT:             "test.foo"(%[[ARG3]], %[[ARG4]], %[[ARG5]]) : (index, index, index) -> ()
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG0]] = 0 to 50 step 32 {
// CHECK-NEXT:   affine.for %[[ARG1]] = #[[$MAP0]](%[[ARG0]]) to min #[[$MAP2]](%[[ARG0]]) {
// CHECK-NEXT:     "test.bar"(%[[ARG1]], %[[ARG1]]) : (index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG0]] = 0 to 21 step 32 {
// CHECK-NEXT:   affine.for %[[ARG1]] = #[[$MAP0]](%[[ARG0]]) to #[[$MAP3]](%[[ARG0]]) {
// CHECK-NEXT:     "test.foobar"(%[[ARG1]]) : (index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Several bounds.

#lb = affine_map<()[s0] -> (0, s0)>
#ub = affine_map<()[s0, s1] -> (s0, 4096 floordiv s1)>
func.func @max_min(%A: memref<?xi32>, %L: index, %U: index) {
  %c0 = arith.constant 0 : index
  %M = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = max #lb()[%L] to min #ub()[%M, %U] {
    %0 = arith.addi %i, %i : index
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (0, s0)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0, s1] -> (s0, 4096 floordiv s1)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP3:.+]] = affine_map<(d0)[s0, s1] -> (d0 + 32, s0, 4096 floordiv s1)>
// CHECK-LABEL: func.func @max_min
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xi32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.+]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xi32>
// CHECK-NEXT: affine.for %[[ARG3:.+]] = max #[[$MAP0]]()[%[[ARG1]]] to min #[[$MAP1]]()[%[[DIM]], %[[ARG2]]] step 32 {
// CHECK-NEXT:   affine.for %[[ARG4:.+]] = #[[$MAP2]](%[[ARG3]]) to min #[[$MAP3]](%[[ARG3]])[%[[DIM]], %[[ARG2]]] {
// CHECK-NEXT:     %[[V0:.+]] = arith.addi %[[ARG4]], %[[ARG4]] : index
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @matmul(%arg0: memref<256x256xvector<64xf32>>, %arg1: memref<256x256xvector<64xf32>>, %arg2: memref<256x256xvector<64xf32>>) {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 256 {
      affine.for %k = 0 to 250 {
        %l = affine.load %arg0[%i, %k] : memref<256x256xvector<64xf32>>
        %r = affine.load %arg1[%k, %j] : memref<256x256xvector<64xf32>>
        %o = affine.load %arg2[%i, %j] : memref<256x256xvector<64xf32>>
        %m = arith.mulf %l, %r : vector<64xf32>
        %a = arith.addf %o, %m : vector<64xf32>
        affine.store %a, %arg2[%i, %j] : memref<256x256xvector<64xf32>>
      }
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0 + 32)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0) -> (d0 + 32, 250)>
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[ARG0:.+]]: memref<256x256xvector<64xf32>>, %[[ARG1:.+]]: memref<256x256xvector<64xf32>>, %[[ARG2:.+]]: memref<256x256xvector<64xf32>>) {
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to 256 step 32 {
// CHECK-NEXT:   affine.for %[[ARG4:.+]] = 0 to 256 step 32 {
// CHECK-NEXT:     affine.for %[[ARG5:.+]] = 0 to 250 step 32 {
// CHECK-NEXT:       affine.for %[[ARG6:.+]] = #[[$MAP0]](%[[ARG3]]) to #[[$MAP1]](%[[ARG3]]) {
// CHECK-NEXT:         affine.for %[[ARG7:.+]] = #[[$MAP0]](%[[ARG4]]) to #[[$MAP1]](%[[ARG4]]) {
// CHECK-NEXT:           affine.for %[[ARG8:.+]] = #[[$MAP0]](%[[ARG5]]) to min #[[$MAP2]](%[[ARG5]]) {
// CHECK-NEXT:             %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG6]], %[[ARG8]]] : memref<256x256xvector<64xf32>>
// CHECK-NEXT:             %[[V1:.+]] = affine.load %[[ARG1]][%[[ARG8]], %[[ARG7]]] : memref<256x256xvector<64xf32>>
// CHECK-NEXT:             %[[V2:.+]] = affine.load %[[ARG2]][%[[ARG6]], %[[ARG7]]] : memref<256x256xvector<64xf32>>
// CHECK-NEXT:             %[[V3:.+]] = arith.mulf %[[V0]], %[[V1]] : vector<64xf32>
// CHECK-NEXT:             %[[V4:.+]] = arith.addf %[[V2]], %[[V3]] : vector<64xf32>
// CHECK-NEXT:             affine.store %[[V4]], %[[ARG2]][%[[ARG6]], %[[ARG7]]] : memref<256x256xvector<64xf32>>
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Bounds that are symbols; only the perfect part of the nest.

func.func @symbols(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>) {
  %cst = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %0 = memref.dim %arg0, %c0 : memref<?x?xf32>
  affine.for %i0 = 0 to %0 {
    affine.for %i1 = 0 to %0 {
      affine.store %cst, %arg2[%i0, %i1] : memref<?x?xf32>
      affine.for %i2 = 0 to %0 {
        %1 = affine.load %arg0[%i0, %i2] : memref<?x?xf32>
        affine.store %1, %arg2[%i0, %i1] : memref<?x?xf32>
      }
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (d0 + 32, s0)>
// CHECK-LABEL: func.func @symbols
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xf32>, %[[ARG1:.+]]: memref<?x?xf32>, %[[ARG2:.+]]: memref<?x?xf32>) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.+]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to %[[DIM]] step 32 {
// CHECK-NEXT:   affine.for %[[ARG4:.+]] = 0 to %[[DIM]] step 32 {
// CHECK-NEXT:     affine.for %[[ARG5:.+]] = #[[$MAP0]](%[[ARG3]]) to min #[[$MAP1]](%[[ARG3]])[%[[DIM]]] {
// CHECK-NEXT:       affine.for %[[ARG6:.+]] = #[[$MAP0]](%[[ARG4]]) to min #[[$MAP1]](%[[ARG4]])[%[[DIM]]] {
// CHECK-NEXT:         affine.store %[[CST]], %[[ARG2]][%[[ARG5]], %[[ARG6]]] : memref<?x?xf32>
// CHECK-NEXT:         affine.for %[[ARG7:.+]] = 0 to %[[DIM]] {
// CHECK-NEXT:           %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG5]], %[[ARG7]]] : memref<?x?xf32>
// CHECK-NEXT:           affine.store %[[V0]], %[[ARG2]][%[[ARG5]], %[[ARG6]]] : memref<?x?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @steps(%arg0: memref<50xf32>, %arg1: index, %limit: index) {
  affine.for %i = 0 to %arg1 step 5 {
    %0 = affine.load %arg0[%i] : memref<50xf32>
  }
  affine.for %i = 0 to affine_map<()[s0, s1] -> (s0 + s1)>()[%arg1, %limit] {
    %0 = affine.load %arg0[%i] : memref<50xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (d0 + 160, s0)>
// CHECK: #[[$MAP2:.+]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK: #[[$MAP3:.+]] = affine_map<(d0)[s0, s1] -> (d0 + 32, s0 + s1)>
// CHECK-LABEL: func.func @steps
// CHECK-SAME: (%[[ARG0:.+]]: memref<50xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to %[[ARG1]] step 160 {
// CHECK-NEXT:   affine.for %[[ARG4:.+]] = #[[$MAP0]](%[[ARG3]]) to min #[[$MAP1]](%[[ARG3]])[%[[ARG1]]] step 5 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG4]]] : memref<50xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG3]] = 0 to #[[$MAP2]]()[%[[ARG1]], %[[ARG2]]] step 32 {
// CHECK-NEXT:   affine.for %[[ARG4]] = #[[$MAP0]](%[[ARG3]]) to min #[[$MAP3]](%[[ARG3]])[%[[ARG1]], %[[ARG2]]] {
// CHECK-NEXT:     %[[V0]] = affine.load %[[ARG0]][%[[ARG4]]] : memref<50xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @short(%M: index, %N: index) {
  affine.for %i = affine_map<(d0) -> (d0)>(%M) to affine_map<(d0) -> (d0 + 2)>(%M) {
    affine.for %j = affine_map<(d0) -> (d0)>(%N) to affine_map<(d0) -> (d0 + 4)>(%N) {
      "test.foo"() : () -> ()
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0 + 2)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-LABEL: func.func @short
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = #[[$MAP0]](%[[ARG0]]) to #[[$MAP1]](%[[ARG0]]) step 32 {
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = #[[$MAP0]](%[[ARG1]]) to #[[$MAP2]](%[[ARG1]]) step 32 {
// CHECK-NEXT:     affine.for %[[ARG4:.+]] = #[[$MAP0]](%[[ARG2]]) to #[[$MAP1]](%[[ARG2]]) {
// CHECK-NEXT:       affine.for %[[ARG5:.+]] = #[[$MAP0]](%[[ARG3]]) to #[[$MAP2]](%[[ARG3]]) {
// CHECK-NEXT:         "test.foo"() : () -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @partial(%M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      "test.foo"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (d0 + 32, s0)>
// CHECK-LABEL: func.func @partial
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to %[[ARG0]] step 32 {
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = 0 to %[[ARG1]] step 32 {
// CHECK-NEXT:     affine.for %[[ARG4:.+]] = #[[$MAP0]](%[[ARG2]]) to min #[[$MAP1]](%[[ARG2]])[%[[ARG0]]] {
// CHECK-NEXT:       affine.for %[[ARG5:.+]] = #[[$MAP0]](%[[ARG3]]) to min #[[$MAP1]](%[[ARG3]])[%[[ARG1]]] {
// CHECK-NEXT:         "test.foo"(%[[ARG4]], %[[ARG5]]) : (index, index) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @several(%M: index, %N: index, %P: index, %Q: index) {
  affine.for %i0 = max affine_map<(d0, d1) -> (d0, d1)>(%M, %N) to min affine_map<(d0, d1) -> (d0, d1)>(%P, %Q) {
    "test.foo"(%i0) : (index) -> ()
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0, d1, d2) -> (d2 + 32, d0, d1)>
// CHECK-LABEL: func.func @several
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG4:.+]] = max #[[$MAP0]](%[[ARG0]], %[[ARG1]]) to min #[[$MAP0]](%[[ARG2]], %[[ARG3]]) step 32 {
// CHECK-NEXT:   affine.for %[[ARG5:.+]] = #[[$MAP1]](%[[ARG4]]) to min #[[$MAP2]](%[[ARG2]], %[[ARG3]], %[[ARG4]]) {
// CHECK-NEXT:     "test.foo"(%[[ARG5]]) : (index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// What stays: bounds that depend on each other, carried values, dependences backwards.

func.func @stays(%init: index, %A: memref<64x64xf32>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      "test.foo"() : () -> ()
    }
  }
  %r = affine.for %i = 0 to 10 iter_args(%s = %init) -> index {
    "test.foo"() : () -> ()
    affine.yield %s : index
  }
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 63 {
      %0 = affine.load %A[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %0, %A[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0 + 32, 64)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0) -> (d0 + 32, 63)>
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: memref<64x64xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 128 {
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = 0 to #[[$MAP0]](%[[ARG2]]) {
// CHECK-NEXT:     "test.foo"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = affine.for %[[ARG2]] = 0 to 10 iter_args(%[[ARG3]] = %[[ARG0]]) -> (index) {
// CHECK-NEXT:   "test.foo"() : () -> ()
// CHECK-NEXT:   affine.yield %[[ARG3]] : index
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG2]] = 1 to 64 step 32 {
// CHECK-NEXT:   affine.for %[[ARG3]] = 0 to 63 step 32 {
// CHECK-NEXT:     affine.for %[[ARG4:.+]] = #[[$MAP0]](%[[ARG2]]) to min #[[$MAP1]](%[[ARG2]]) {
// CHECK-NEXT:       affine.for %[[ARG5:.+]] = #[[$MAP0]](%[[ARG3]]) to min #[[$MAP2]](%[[ARG3]]) {
// CHECK-NEXT:         %[[V1:.+]] = affine.load %[[ARG1]][%[[ARG4]] - 1, %[[ARG5]] + 1] : memref<64x64xf32>
// CHECK-NEXT:         affine.store %[[V1]], %[[ARG1]][%[[ARG4]], %[[ARG5]]] : memref<64x64xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
