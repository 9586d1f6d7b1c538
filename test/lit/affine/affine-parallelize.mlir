// RUN: mlirlite-opt %s --affine-parallelize --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @elementwise(%a: memref<100x100xf32>, %b: memref<100x100xf32>, %n: index) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i, %j] : memref<100x100xf32>
      affine.store %0, %b[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: (%[[ARG0:.+]]: memref<100x100xf32>, %[[ARG1:.+]]: memref<100x100xf32>, %[[ARG2:.+]]: index) {
// CHECK-NEXT: affine.parallel (%[[ARG3:.+]]) = (0) to (100) {
// CHECK-NEXT:   affine.parallel (%[[ARG4:.+]]) = (0) to (symbol(%[[ARG2]])) {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG4]]] : memref<100x100xf32>
// CHECK-NEXT:     affine.store %[[V0]], %[[ARG1]][%[[ARG3]], %[[ARG4]]] : memref<100x100xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @stencil(%a: memref<100x100xf32>) {
  affine.for %i = 1 to 100 {
    affine.for %j = 0 to 100 {
      %0 = affine.load %a[%i - 1, %j] : memref<100x100xf32>
      affine.store %0, %a[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @stencil
// CHECK-SAME: (%[[ARG0:.+]]: memref<100x100xf32>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 1 to 100 {
// CHECK-NEXT:   affine.parallel (%[[ARG2:.+]]) = (0) to (100) {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG1]] - 1, %[[ARG2]]] : memref<100x100xf32>
// CHECK-NEXT:     affine.store %[[V0]], %[[ARG0]][%[[ARG1]], %[[ARG2]]] : memref<100x100xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @matmul(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %a[%i, %k] : memref<64x64xf32>
        %1 = affine.load %b[%k, %j] : memref<64x64xf32>
        %2 = affine.load %c[%i, %j] : memref<64x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[ARG0:.+]]: memref<64x64xf32>, %[[ARG1:.+]]: memref<64x64xf32>, %[[ARG2:.+]]: memref<64x64xf32>) {
// CHECK-NEXT: affine.parallel (%[[ARG3:.+]]) = (0) to (64) {
// CHECK-NEXT:   affine.parallel (%[[ARG4:.+]]) = (0) to (64) {
// CHECK-NEXT:     affine.for %[[ARG5:.+]] = 0 to 64 {
// CHECK-NEXT:       %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG5]]] : memref<64x64xf32>
// CHECK-NEXT:       %[[V1:.+]] = affine.load %[[ARG1]][%[[ARG5]], %[[ARG4]]] : memref<64x64xf32>
// CHECK-NEXT:       %[[V2:.+]] = affine.load %[[ARG2]][%[[ARG3]], %[[ARG4]]] : memref<64x64xf32>
// CHECK-NEXT:       %[[V3:.+]] = arith.mulf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:       %[[V4:.+]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:       affine.store %[[V4]], %[[ARG2]][%[[ARG3]], %[[ARG4]]] : memref<64x64xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @local(%a: memref<100xf32>, %n: index, %m: index) {
  affine.for %i = max affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] to 100 step 2 {
    %t = memref.alloc() : memref<1xf32>
    %0 = affine.load %a[%i] : memref<100xf32>
    affine.store %0, %t[0] : memref<1xf32>
    %1 = affine.load %t[0] : memref<1xf32>
    affine.store %1, %a[%i] : memref<100xf32>
  }
  return
}

// CHECK-LABEL: func.func @local
// CHECK-SAME: (%[[ARG0:.+]]: memref<100xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: affine.parallel (%[[ARG3:.+]]) = (max(symbol(%[[ARG1]]), symbol(%[[ARG2]]))) to (100) step (2) {
// CHECK-NEXT:   %[[ALLOC:.+]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG3]]] : memref<100xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ALLOC]][0] : memref<1xf32>
// CHECK-NEXT:   affine.store %[[V1]], %[[ARG0]][%[[ARG3]]] : memref<100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Mod: the same element again and again; unknown effects; carried values.

func.func @stays(%a: memref<100xf32>, %z: f32) -> f32 {
  affine.for %i = 0 to 100 {
    affine.store %z, %a[%i mod 8] : memref<100xf32>
  }
  affine.for %i = 0 to 100 {
    "test.effect"(%i) : (index) -> ()
  }
  %r = affine.for %i = 0 to 100 iter_args(%s = %z) -> f32 {
    %0 = affine.load %a[%i] : memref<100xf32>
    %1 = arith.addf %s, %0 : f32
    affine.yield %1 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<100xf32>, %[[ARG1:.+]]: f32) -> f32 {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 100 {
// CHECK-NEXT:   affine.store %[[ARG1]], %[[ARG0]][%[[ARG2]] mod 8] : memref<100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG2]] = 0 to 100 {
// CHECK-NEXT:   "test.effect"(%[[ARG2]]) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = affine.for %[[ARG2]] = 0 to 100 iter_args(%[[ARG3:.+]] = %[[ARG1]]) -> (f32) {
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<100xf32>
// CHECK-NEXT:   %[[V2:.+]] = arith.addf %[[ARG3]], %[[V1]] : f32
// CHECK-NEXT:   affine.yield %[[V2]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }

// -----

// A buffer of each iteration, seen through a cast.

// CHECK-LABEL: func.func @own_buffer
// CHECK:      affine.parallel
// CHECK-NOT:  affine.for
func.func @own_buffer(%x: f32) {
  affine.for %i = 0 to 100 {
    %m = memref.alloc() : memref<128xf32>
    %v = memref.cast %m : memref<128xf32> to memref<?xf32>
    affine.store %x, %v[0] : memref<?xf32>
  }
  return
}
