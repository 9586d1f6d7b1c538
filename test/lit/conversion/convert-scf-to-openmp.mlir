// RUN: mlirlite-opt %s --convert-scf-to-openmp --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-scf-to-openmp=num-threads=4 --split-input-file | FileCheck %s --check-prefix=FOUR

// CHECK-LABEL: func.func @nest
// CHECK-SAME: %[[M:.*]]: memref<4x8xf32>, %[[N:.*]]: index
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop {
// CHECK-NEXT: omp.loop_nest (%[[I:.*]], %[[J:.*]]) : index = (%{{.*}}, %{{.*}}) to (%{{.*}}, %[[N]]) step (%{{.*}}, %{{.*}}) collapse(2) {
// CHECK-NEXT: memref.alloca_scope {
// CHECK-NEXT: memref.load %[[M]][%[[I]], %[[J]]]
// CHECK: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: omp.yield
// CHECK: omp.terminator
// FOUR-LABEL: func.func @nest
// FOUR: %[[T:.*]] = llvm.mlir.constant(4 : i32) : i32
// FOUR: omp.parallel num_threads(%[[T]] : i32) {
func.func @nest(%m: memref<4x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %n) step (%c1, %c1) {
    %v = memref.load %m[%i, %j] : memref<4x8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %m[%i, %j] : memref<4x8xf32>
    scf.reduce
  }
  return
}

// -----

// CHECK: omp.declare_reduction @__scf_reduction : f32 init {
// CHECK: llvm.mlir.constant(0.000000e+00 : f32)
// CHECK: combiner {
// CHECK: arith.addf
// CHECK: atomic {
// CHECK: llvm.atomicrmw fadd
// CHECK-LABEL: func.func @sum
// CHECK: %[[A:.*]] = llvm.alloca
// CHECK: llvm.store %{{.*}}, %[[A]]
// CHECK: omp.wsloop reduction(@__scf_reduction %[[A]] -> %[[P:.*]] : !llvm.ptr) {
// CHECK: %[[X:.*]] = memref.load
// CHECK: %[[Y:.*]] = llvm.load %[[P]]
// CHECK: %[[S:.*]] = arith.addf %[[Y]], %[[X]]
// CHECK: llvm.store %[[S]], %[[P]]
// CHECK: omp.terminator
// CHECK: llvm.load %[[A]]
func.func @sum(%m: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %v = memref.load %m[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %r: f32):
      %x = arith.addf %l, %r : f32
      scf.reduce.return %x : f32
    }
  }
  return %s : f32
}

// -----

// The largest of all: a comparison and a select.

// CHECK-LABEL: omp.declare_reduction @__scf_reduction : i32 init {
// CHECK: llvm.mlir.constant(-2147483648 : i32) : i32
// CHECK: } combiner {
// CHECK: arith.cmpi sgt
// CHECK: arith.select
// CHECK: } atomic {
// CHECK: llvm.atomicrmw max
// CHECK-LABEL: func.func @largest(
func.func @largest(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> i32 {
    %v = arith.index_cast %i : index to i32
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %less = arith.cmpi sgt, %a, %b : i32
      %s = arith.select %less, %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

// -----

// A loop in a loop is a team in a team.

// CHECK-LABEL: func.func @nested(
// CHECK: omp.parallel
// CHECK: omp.parallel
// CHECK-NOT: scf.parallel
func.func @nested(%m: memref<?x?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %i, %m[%i, %j] : memref<?x?xindex>
    }
  }
  return
}
