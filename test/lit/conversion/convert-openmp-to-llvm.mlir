// RUN: mlirlite-opt %s --convert-openmp-to-llvm --allow-unregistered-dialect --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @index_becomes_i64
// CHECK: omp.parallel
// CHECK: omp.wsloop
// CHECK: omp.loop_nest (%[[I:.*]], %[[J:.*]]) : i64 = ({{.*}}) to ({{.*}}) step ({{.*}}) collapse(2) {
// CHECK: %[[K:.*]] = builtin.unrealized_conversion_cast %[[I]] : i64 to index
// CHECK: "test.use"(%[[K]]) : (index) -> ()
func.func @index_becomes_i64(%a: index, %b: index) {
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i, %j) : index = (%a, %a) to (%b, %b) step (%b, %b) collapse(2) {
        "test.use"(%i) : (index) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// CHECK-LABEL: llvm.func @stays
// CHECK: omp.loop_nest (%{{.*}}) : i32
// CHECK-NOT: cast
llvm.func @stays(%a: i32) {
  omp.wsloop {
    omp.loop_nest (%i) : i32 = (%a) to (%a) step (%a) {
      omp.yield
    }
  }
  llvm.return
}

// -----

// What a private variable is of is converted too.

// CHECK-LABEL: omp.private {type = private} @private : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> init {
// CHECK-NEXT:  ^bb0(%{{.*}}: !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, %{{.*}}: !llvm.struct
omp.private {type = private} @private : memref<?xf32> init {
^bb0(%a: memref<?xf32>, %b: memref<?xf32>):
  omp.yield(%a : memref<?xf32>)
}
