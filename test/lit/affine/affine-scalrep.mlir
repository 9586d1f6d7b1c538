// RUN: mlirlite-opt %s --affine-scalrep --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @simple() {
  %cf7 = arith.constant 7.0 : f32
  %m = memref.alloc() : memref<10xf32>
  affine.for %i0 = 0 to 10 {
    affine.store %cf7, %m[%i0] : memref<10xf32>
    %v0 = affine.load %m[%i0] : memref<10xf32>
    %v1 = arith.addf %v0, %v0 : f32
  }
  memref.dealloc %m : memref<10xf32>
  return
}

// CHECK-LABEL: func.func @simple
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 10 {
// CHECK-NEXT:   %[[V0:.+]] = arith.addf %[[CST]], %[[CST]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @affine_apply() -> memref<10x10xf32> {
  %cf7 = arith.constant 7.0 : f32
  %m = memref.alloc() : memref<10x10xf32>
  affine.for %i0 = 0 to 10 {
    affine.for %i1 = 0 to 10 {
      %t0 = affine.apply affine_map<(d0, d1) -> (d1 + 1)>(%i0, %i1)
      %t1 = affine.apply affine_map<(d0, d1) -> (d0)>(%i0, %i1)
      %idx0 = affine.apply affine_map<(d0, d1) -> (d1)>(%t0, %t1)
      %idx1 = affine.apply affine_map<(d0, d1) -> (d0 - 1)>(%t0, %t1)
      affine.store %cf7, %m[%idx0, %idx1] : memref<10x10xf32>
      %v0 = affine.load %m[%i0, %i1] : memref<10x10xf32>
      %v1 = arith.addf %v0, %v0 : f32
    }
  }
  return %m : memref<10x10xf32>
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0, d1) -> (d1 + 1)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK: #[[$MAP3:.+]] = affine_map<(d0, d1) -> (d0 - 1)>
// CHECK-LABEL: func.func @affine_apply
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<10x10xf32>
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT:     %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG0]], %[[ARG1]])
// CHECK-NEXT:     %[[V1:.+]] = affine.apply #[[$MAP1]](%[[ARG0]], %[[ARG1]])
// CHECK-NEXT:     %[[V2:.+]] = affine.apply #[[$MAP2]](%[[V0]], %[[V1]])
// CHECK-NEXT:     %[[V3:.+]] = affine.apply #[[$MAP3]](%[[V0]], %[[V1]])
// CHECK-NEXT:     affine.store %[[CST]], %[[ALLOC]][%[[V2]], %[[V3]]] : memref<10x10xf32>
// CHECK-NEXT:     %[[V4:.+]] = arith.addf %[[CST]], %[[CST]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return %[[ALLOC]] : memref<10x10xf32>
// CHECK-NEXT: }

// -----

func.func @nested(%N: index) -> f32 {
  %cf7 = arith.constant 7.0 : f32
  %cf9 = arith.constant 9.0 : f32
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<10xf32>
  affine.for %i0 = 0 to 10 {
    affine.store %cf7, %m[%i0] : memref<10xf32>
    affine.for %i1 = 0 to %N {
      %v0 = affine.load %m[%i0] : memref<10xf32>
      %v1 = arith.addf %v0, %v0 : f32
      "test.use"(%v1) : (f32) -> ()
    }
  }
  %v = affine.load %m[%c0] : memref<10xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[ARG0:.+]]: index) -> f32 {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 9.000000e+00 : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<10xf32>
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.store %[[CST]], %[[ALLOC]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 0 to %[[ARG0]] {
// CHECK-NEXT:     %[[V1:.+]] = affine.load %[[ALLOC]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:     %[[V2:.+]] = arith.addf %[[V1]], %[[V1]] : f32
// CHECK-NEXT:     "test.use"(%[[V2]]) : (f32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ALLOC]][%[[C0]]] : memref<10xf32>
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }

// -----

func.func @store_in_between(%N: index) {
  %cf7 = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<10xf32>
  affine.for %i0 = 0 to 5 {
    affine.store %cf7, %m[%i0] : memref<10xf32>
    affine.for %i1 = 0 to %N {
      %v0 = affine.load %m[%i0] : memref<10xf32>
      %v1 = arith.addf %v0, %v0 : f32
    }
    affine.store %cf7, %m[%c0] : memref<10xf32>
  }
  return
}

// CHECK-LABEL: func.func @store_in_between
// CHECK-SAME: (%[[ARG0:.+]]: index) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 5 {
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 0 to %[[ARG0]] {
// CHECK-NEXT:     %[[V0:.+]] = arith.addf %[[CST]], %[[CST]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @redundant_loads(%in: memref<10xf32>) {
  affine.for %i0 = 0 to 10 {
    %v0 = affine.load %in[%i0] : memref<10xf32>
    affine.for %i1 = 0 to 10 {
      %v1 = affine.load %in[%i0] : memref<10xf32>
      %v2 = arith.addf %v0, %v1 : f32
      "test.use"(%v2) : (f32) -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @redundant_loads
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:     %[[V1:.+]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:     %[[V2:.+]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:     "test.use"(%[[V2]]) : (f32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @dead_store(%a: memref<512xf32>, %n: index) {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0 : f32
  affine.for %i = 0 to 512 {
    affine.store %c0, %a[%i] : memref<512xf32>
    affine.store %c1, %a[%i] : memref<512xf32>
    %0 = affine.load %a[%i] : memref<512xf32>
    "test.use"(%0) : (f32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @dead_store
// CHECK-SAME: (%[[ARG0:.+]]: memref<512xf32>, %[[ARG1:.+]]: index) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 512 {
// CHECK-NEXT:   affine.store %[[CST_0]], %[[ARG0]][%[[ARG2]]] : memref<512xf32>
// CHECK-NEXT:   "test.use"(%[[CST_0]]) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @with_if(%m: memref<10xf32>, %arg: index) -> f32 {
  %cf7 = arith.constant 7.0 : f32
  affine.store %cf7, %m[%arg] : memref<10xf32>
  affine.if affine_set<()[s0] : (s0 - 5 >= 0)>()[%arg] {
    %v = affine.load %m[%arg] : memref<10xf32>
    "test.use"(%v) : (f32) -> ()
  }
  %w = affine.load %m[%arg] : memref<10xf32>
  return %w : f32
}

// CHECK: #[[$SET0:.+]] = affine_set<()[s0] : (s0 - 5 >= 0)>
// CHECK-LABEL: func.func @with_if
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>, %[[ARG1:.+]]: index) -> f32 {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: affine.store %[[CST]], %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT: affine.if #[[$SET0]]()[%[[ARG1]]] {
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT:   "test.use"(%[[V1]]) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<10xf32>
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }

// -----

func.func @vector(%in: memref<64xf32>, %out: memref<64xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.vector_load %in[%i * 8] : memref<64xf32>, vector<8xf32>
    affine.vector_store %v, %out[%i * 8] : memref<64xf32>, vector<8xf32>
    %w = affine.vector_load %out[%i * 8] : memref<64xf32>, vector<8xf32>
    "test.use"(%w) : (vector<8xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @vector
// CHECK-SAME: (%[[ARG0:.+]]: memref<64xf32>, %[[ARG1:.+]]: memref<64xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 8 {
// CHECK-NEXT:   %[[V0:.+]] = affine.vector_load %[[ARG0]][%[[ARG2]] * 8] : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:   affine.vector_store %[[V0]], %[[ARG1]][%[[ARG2]] * 8] : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:   "test.use"(%[[V0]]) : (vector<8xf32>) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @aliasing(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32, %y: f32) -> f32 {
  affine.store %x, %a[0] : memref<10xf32>
  affine.store %y, %b[0] : memref<10xf32>
  %v = affine.load %a[0] : memref<10xf32>
  %m = memref.alloc() : memref<10xf32>
  affine.store %x, %m[0] : memref<10xf32>
  affine.store %y, %b[0] : memref<10xf32>
  %w = affine.load %m[0] : memref<10xf32>
  %s = arith.addf %v, %w : f32
  return %s : f32
}

// CHECK-LABEL: func.func @aliasing
// CHECK-SAME: (%[[ARG0:.+]]: memref<10xf32>, %[[ARG1:.+]]: memref<10xf32>, %[[ARG2:.+]]: f32, %[[ARG3:.+]]: f32) -> f32 {
// CHECK-NEXT: affine.store %[[ARG2]], %[[ARG0]][0] : memref<10xf32>
// CHECK-NEXT: affine.store %[[ARG3]], %[[ARG1]][0] : memref<10xf32>
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ARG0]][0] : memref<10xf32>
// CHECK-NEXT: affine.store %[[ARG3]], %[[ARG1]][0] : memref<10xf32>
// CHECK-NEXT: %[[V1:.+]] = arith.addf %[[V0]], %[[ARG2]] : f32
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }

// -----

func.func @stays(%N: index, %x: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 9 {
    affine.store %x, %m[%i] : memref<10xf32>
    %v = affine.load %m[%i + 1] : memref<10xf32>
    "test.use"(%v) : (f32) -> ()
  }
  affine.for %i = 0 to 9 {
    affine.store %x, %m[%i] : memref<10xf32>
    "test.effect"() : () -> ()
    %v = affine.load %m[%i] : memref<10xf32>
    "test.use"(%v) : (f32) -> ()
  }
  affine.for %i = 0 to %N {
    affine.store %x, %m[%c1] : memref<10xf32>
  }
  %v = affine.load %m[%c1] : memref<10xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: f32) -> f32 {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<10xf32>
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 9 {
// CHECK-NEXT:   affine.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ALLOC]][%[[ARG2]] + 1] : memref<10xf32>
// CHECK-NEXT:   "test.use"(%[[V1]]) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG2]] = 0 to 9 {
// CHECK-NEXT:   affine.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT:   "test.effect"() : () -> ()
// CHECK-NEXT:   %[[V1]] = affine.load %[[ALLOC]][%[[ARG2]]] : memref<10xf32>
// CHECK-NEXT:   "test.use"(%[[V1]]) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG2]] = 0 to %[[ARG0]] {
// CHECK-NEXT:   affine.store %[[ARG1]], %[[ALLOC]][%[[C1]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ALLOC]][%[[C1]]] : memref<10xf32>
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }

// -----

// What a loop or branch of another dialect does is not followed: its body may run again.

// CHECK-LABEL: func.func @other_regions
// CHECK:       scf.for
// CHECK:         affine.load
// CHECK:         affine.store
// CHECK:       scf.if
// CHECK:         affine.load
// CHECK:       affine.load
func.func @other_regions(%n: index, %c: i1, %v: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<1xi32>
  affine.store %v, %m[0] : memref<1xi32>
  scf.for %i = %c0 to %n step %c1 {
    %a = affine.load %m[0] : memref<1xi32>
    %s = arith.addi %a, %v : i32
    affine.store %s, %m[0] : memref<1xi32>
  }
  %r = scf.if %c -> i32 {
    %a = affine.load %m[0] : memref<1xi32>
    scf.yield %a : i32
  } else {
    scf.yield %v : i32
  }
  %z = affine.load %m[0] : memref<1xi32>
  return %r, %z : i32, i32
}
