// Loops and their handles are named by where they stand.
// RUN: mlirlite-opt %s | FileCheck %s

// CHECK-LABEL: func.func @beside(
// CHECK: %canonloop_s0 = omp.new_cli
// CHECK: omp.canonical_loop(%canonloop_s0) %iv_s0 : i32 in range(%{{.*}})
// CHECK: %canonloop_s1 = omp.new_cli
// CHECK: omp.canonical_loop(%canonloop_s1) %iv_s1 : i32 in range(%{{.*}})
func.func @beside(%n: i32) {
  %a = omp.new_cli
  omp.canonical_loop(%a) %i : i32 in range(%n) {
    omp.terminator
  }
  %b = omp.new_cli
  omp.canonical_loop(%b) %i : i32 in range(%n) {
    omp.terminator
  }
  return
}

// CHECK-LABEL: func.func @within(
// CHECK: %canonloop = omp.new_cli
// CHECK: %canonloop_d1 = omp.new_cli
// CHECK: omp.canonical_loop(%canonloop) %iv : i32
// CHECK: omp.canonical_loop(%canonloop_d1) %iv_d1 : i32
// CHECK: llvm.add %iv, %iv_d1 : i32
func.func @within(%n: i32) {
  %a = omp.new_cli
  %b = omp.new_cli
  omp.canonical_loop(%a) %i : i32 in range(%n) {
    omp.canonical_loop(%b) %j : i32 in range(%n) {
      %0 = llvm.add %i, %j : i32
      omp.terminator
    }
    omp.terminator
  }
  return
}

// CHECK-LABEL: func.func @tiled(
// CHECK: omp.tile (%grid1, %intratile1) <- (%canonloop) sizes(%{{.*}} : i32)
func.func @tiled(%n: i32, %size: i32) {
  %grid = omp.new_cli
  %within = omp.new_cli
  %loop = omp.new_cli
  omp.canonical_loop(%loop) %i : i32 in range(%n) {
    omp.terminator
  }
  omp.tile (%grid, %within) <- (%loop) sizes(%size : i32)
  return
}
