// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// Upstream does not look at the number of indices.

func.func @update(%m: memref<2x3xi32>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<2x3xi32> {
  ^bb0(%old: i32):
    memref.atomic_yield %old : i32
  }
  return
}
