// RUN: mlirlite-opt %s --parallelize-loops=least-work=100 --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: affine.parallel (%[[I:.*]]) = (0) to (64)
// CHECK-NEXT: affine.for
func.func @rows(%m: memref<64x8xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i, %j] : memref<64x8xf32>
    }
  }
  return
}

// -----

// Too few rows for two threads: the columns are taken together with them.

// CHECK-LABEL: func.func @few_rows
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (3, 64)
func.func @few_rows(%m: memref<3x64xf32>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 64 {
      affine.store %x, %m[%i, %j] : memref<3x64xf32>
    }
  }
  return
}

// -----

// Blocks and what is left over are split; the rest is not worth it.

// CHECK-LABEL: func.func @blocks_and_rest
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (3, 20)
// CHECK: affine.for
// CHECK-NEXT: affine.for %{{.*}} = 80 to 90
func.func @blocks_and_rest(%m: memref<3x90xf32>, %v: vector<4xf32>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 20 {
      %at = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
      vector.store %v, %m[%i, %at] : memref<3x90xf32>, vector<4xf32>
    }
    affine.for %j = 80 to 90 {
      affine.store %x, %m[%i, %j] : memref<3x90xf32>
    }
  }
  return
}

// -----

// Vectors of 16 that are 8 apart overlap.

// CHECK-LABEL: func.func @overlap
// CHECK-NOT: affine.parallel
func.func @overlap(%m: memref<1024xf32>, %v: vector<16xf32>) {
  affine.for %j = 0 to 100 {
    %at = affine.apply affine_map<(d0) -> (d0 * 8)>(%j)
    vector.store %v, %m[%at] : memref<1024xf32>, vector<16xf32>
  }
  return
}

// -----

// An iteration reads what the one before it wrote.

// CHECK-LABEL: func.func @recurrence
// CHECK-NOT: affine.parallel
func.func @recurrence(%m: memref<1024xf32>) {
  affine.for %i = 1 to 1024 {
    %x = affine.load %m[%i - 1] : memref<1024xf32>
    affine.store %x, %m[%i] : memref<1024xf32>
  }
  return
}

// -----

// The outer loop uses one buffer again and again; the inner ones are parallel.

// CHECK-LABEL: func.func @shared_buffer
// CHECK: affine.for
// CHECK-NEXT: affine.parallel
// CHECK: affine.parallel
func.func @shared_buffer(%m: memref<64x64xf32>) {
  %b = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %m[%i, %j] : memref<64x64xf32>
      affine.store %x, %b[%j] : memref<64xf32>
    }
    affine.for %j = 0 to 64 {
      %x = affine.load %b[-%j + 63] : memref<64xf32>
      affine.store %x, %m[%i, %j] : memref<64x64xf32>
    }
  }
  memref.dealloc %b : memref<64xf32>
  return
}

// -----

// A buffer of the iteration's own does not matter. Two arguments may be the same memory.

// CHECK-LABEL: func.func @own_buffer
// CHECK: affine.parallel
func.func @own_buffer(%m: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %b = memref.alloc() : memref<4xf32>
    %x = affine.load %m[%i] : memref<64xf32>
    affine.store %x, %b[0] : memref<4xf32>
    affine.store %x, %m[%i] : memref<64xf32>
    memref.dealloc %b : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @two_arguments
// CHECK-NOT: affine.parallel
func.func @two_arguments(%m: memref<64xf32>, %n: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %n[-%i + 63] : memref<64xf32>
    affine.store %x, %m[%i] : memref<64xf32>
  }
  return
}

// -----

// A sum is not; and calls may do anything.

// CHECK-LABEL: func.func @sum
// CHECK-NOT: affine.parallel
func.func private @g()
func.func @sum(%m: memref<64xf32>, %z: f32) -> f32 {
  %s = affine.for %i = 0 to 64 iter_args(%a = %z) -> f32 {
    %x = affine.load %m[%i] : memref<64xf32>
    %y = arith.addf %a, %x : f32
    affine.yield %y : f32
  }
  affine.for %i = 0 to 64 {
    func.call @g() : () -> ()
    affine.store %z, %m[%i] : memref<64xf32>
  }
  return %s : f32
}

// -----

// What follows from a sum goes with it when rows are split.

// CHECK-LABEL: func.func @sum_and_rest
// CHECK: affine.parallel (%[[I:.*]]) = (0) to (3)
// CHECK: %[[S:.*]] = affine.for
// CHECK: %[[D:.*]] = arith.mulf %[[S]], %[[S]]
// CHECK: affine.store %[[D]]
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (3, 64)
// CHECK-NOT: arith.mulf
func.func @sum_and_rest(%m: memref<3x64xf32>, %z: f32) {
  %b = memref.alloc() : memref<3xf32>
  affine.for %i = 0 to 3 {
    %s = affine.for %j = 0 to 64 iter_args(%a = %z) -> f32 {
      %x = affine.load %m[%i, %j] : memref<3x64xf32>
      %y = arith.addf %a, %x : f32
      affine.yield %y : f32
    }
    %d = arith.mulf %s, %s : f32
    affine.store %d, %b[%i] : memref<3xf32>
    affine.for %j = 0 to 64 {
      affine.store %z, %m[%i, %j] : memref<3x64xf32>
    }
  }
  memref.dealloc %b : memref<3xf32>
  return
}

// -----

// What the following row is asked for is not read.

// CHECK-LABEL: func.func @asked_for
// CHECK: affine.parallel (%{{.*}}) = (0) to (64)
// CHECK: affine.prefetch
func.func @asked_for(%x: f32) {
  %m = memref.alloc() : memref<64x8xf32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 8 {
      affine.prefetch %m[%i + 1, %j], read, locality<3>, data : memref<64x8xf32>
      affine.store %x, %m[%i, %j] : memref<64x8xf32>
    }
  }
  return
}

// -----

// Images of a batch may be only one: their rows are shared out, too, or the numbers of each where it
// has no rows. Rows without much to do in them are not split.

// CHECK-LABEL: func.func @batch
// CHECK-SAME: %[[N:arg[0-9]+]]: index, %[[H:arg[0-9]+]]: index
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (symbol(%[[N]]), symbol(%[[H]]))
// CHECK-NEXT: affine.for
// CHECK: affine.for %{{.*}} = 0 to %[[N]]
// CHECK-NEXT: affine.parallel (%{{.*}}) = (0) to (1000)
// CHECK: affine.parallel (%{{.*}}) = (0) to (symbol(%[[N]]))
// CHECK-NEXT: affine.for
func.func @batch(
    %n: index, %h: index, %m: memref<?x?x30xf32>, %p: memref<?x1000xf32>, %r: memref<?x16xf32>, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %h {
      affine.for %k = 0 to 30 {
        affine.store %x, %m[%i, %j, %k] : memref<?x?x30xf32>
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %k = 0 to 1000 {
      affine.store %x, %p[%i, %k] : memref<?x1000xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %k = 0 to 16 {
      affine.store %x, %r[%i, %k] : memref<?x16xf32>
    }
  }
  return
}
