// The custom syntax of func's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func private @declared(i32, memref<*xf32>) -> (f32, i1)
func.func private @declared(i32, memref<*xf32>) -> (f32, i1)

// CHECK-LABEL: func.func nested @visible()
func.func nested @visible()

// CHECK-LABEL: func.func private @"odd name"(i32 {test.a = 1 : i64}, f32) -> (f32 {test.b}, i1)
func.func private @"odd name"(i32 {test.a = 1 : i64}, f32) -> (f32 {test.b}, i1)

// CHECK-LABEL: func.func private @takes_function((i32) -> i32) -> ((i32) -> i32)
func.func private @takes_function((i32) -> i32) -> ((i32) -> i32)

// CHECK-LABEL: func.func @attributes(
func.func @attributes(%arg0: i32 {test.arg = "x"}, %arg1: f32) -> (i32 {test.res}) attributes {no_inline, test.func = @declared} {
  // CHECK: return %{{.*}} : i32
  return %arg0 : i32
}

// CHECK-LABEL: func.func @one_result(
func.func @one_result(%arg0: i32) -> i32 {
  // CHECK: return %{{.*}} : i32
  return %arg0 : i32
}

// CHECK-LABEL: func.func @two_results(
func.func @two_results(%arg0: i32) -> (i32, i32) {
  // CHECK: return %{{.*}}, %{{.*}} : i32, i32
  return %arg0, %arg0 : i32, i32
}

// CHECK-LABEL: func.func @calls(
func.func @calls(%arg0: i32, %arg1: memref<*xf32>) {
  // CHECK: %{{.*}}:2 = call @declared(%{{.*}}, %{{.*}}) : (i32, memref<*xf32>) -> (f32, i1)
  %0:2 = call @declared(%arg0, %arg1) : (i32, memref<*xf32>) -> (f32, i1)
  // CHECK: call @no_results() : () -> ()
  call @no_results() : () -> ()
  // CHECK: %{{.*}} = call @one_result(%{{.*}}) {no_inline, test.kept = 3 : i8} : (i32) -> i32
  %1 = call @one_result(%arg0) {no_inline, test.kept = 3 : i8} : (i32) -> i32
  // CHECK: %{{.*}}:2 = call @two_results(%{{.*}}) : (i32) -> (i32, i32)
  %2:2 = call @two_results(%1) : (i32) -> (i32, i32)
  // CHECK: %{{.*}} = constant @one_result : (i32) -> i32
  %3 = func.constant @one_result : (i32) -> i32
  // CHECK: %{{.*}} = call_indirect %{{.*}}(%{{.*}}#1) : (i32) -> i32
  %4 = call_indirect %3(%2#1) : (i32) -> i32
  return
}

// CHECK-LABEL: func.func @no_results(
func.func @no_results() {
  return
}

// CHECK-LABEL: func.func @blocks(
func.func @blocks(%arg0: i1) {
  // CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2
  cf.cond_br %arg0, ^bb1, ^bb2

// CHECK: ^bb1:  // pred: ^bb0
^bb1:
  return

// CHECK: ^bb2:  // pred: ^bb0
^bb2:
  // CHECK: return {test.kept}
  func.return {test.kept}
}
