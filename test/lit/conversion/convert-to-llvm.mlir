// RUN: mlirlite-opt %s --convert-to-llvm --split-input-file | FileCheck %s

// All levels at once: no casts are left.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: !llvm.ptr, %[[A2:.*]]: i64, %[[A3:.*]]: i64, %[[A4:.*]]: i64, %[[A5:.*]]: i64) -> f32 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.insertvalue %[[A0]], %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.insertvalue %[[A1]], %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.insertvalue %[[A2]], %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.insertvalue %[[A3]], %[[V3]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[A4]], %[[V4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.add %[[A5]], %[[V6]] : i64
// CHECK-NEXT:   %[[V8:.*]] = llvm.extractvalue %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.getelementptr inbounds|nuw %[[V8]][%[[V7]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V10:.*]] = llvm.load %[[V9]] : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V11:.*]] = llvm.intr.exp(%[[V10]]) : (f32) -> f32
// CHECK-NEXT:   llvm.br ^bb1(%[[V11]] : f32)
// CHECK-NEXT: ^bb1(%[[V12:.*]]: f32):
// CHECK-NEXT:   llvm.return %[[V12]] : f32
// CHECK-NEXT: }
func.func @f(%m: memref<?xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %x = memref.load %m[%j] : memref<?xf32>
  %y = math.exp %x : f32
  cf.br ^bb1(%y : f32)
^bb1(%z: f32):
  return %z : f32
}

// -----

// Types in OpenMP's ops go down with what is in them.

// CHECK-LABEL: llvm.func @threads(
// CHECK:         omp.loop_nest (%[[I:.*]]) : i64 = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK-NEXT:      llvm.add %[[I]], %[[I]] : i64
func.func @threads(%n: index) {
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%n) to (%n) step (%n) {
        %0 = arith.addi %i, %i : index
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
