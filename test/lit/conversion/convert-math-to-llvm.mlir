// RUN: mlirlite-opt %s --convert-math-to-llvm --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-math-to-llvm=approximate-log1p=false --split-input-file | FileCheck %s --check-prefix=EXACT
// EXACT: math.log1p

// CHECK-LABEL: func.func @intrinsics(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: i32, %[[A2:.*]]: vector<4xf32>) -> (f32, i32, vector<4xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.intr.exp(%[[A0]]) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
// CHECK-NEXT:   %[[V1:.*]] = llvm.intr.pow(%[[V0]], %[[A0]]) : (f32, f32) -> f32
// CHECK-NEXT:   %[[V2:.*]] = llvm.intr.fma(%[[V1]], %[[A0]], %[[A0]]) : (f32, f32, f32) -> f32
// CHECK-NEXT:   %[[V3:.*]] = llvm.intr.powi(%[[V2]], %[[A1]]) : (f32, i32) -> f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.intr.fabs(%[[V3]]) : (f32) -> f32
// CHECK-NEXT:   %[[V5:.*]] = "llvm.intr.ctlz"(%[[A1]]) <{is_zero_poison = false}> : (i32) -> i32
// CHECK-NEXT:   %[[V6:.*]] = "llvm.intr.abs"(%[[V5]]) <{is_int_min_poison = false}> : (i32) -> i32
// CHECK-NEXT:   %[[V7:.*]] = llvm.intr.tanh(%[[A2]]) : (vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   return %[[V4]], %[[V6]], %[[V7]] : f32, i32, vector<4xf32>
// CHECK-NEXT: }
func.func @intrinsics(%x: f32, %i: i32, %v: vector<4xf32>) -> (f32, i32, vector<4xf32>) {
  %0 = math.exp %x fastmath<afn> : f32
  %1 = math.powf %0, %x : f32
  %2 = math.fma %1, %x, %x : f32
  %3 = math.fpowi %2, %i : f32, i32
  %4 = math.absf %3 : f32
  %5 = math.ctlz %i : i32
  %6 = math.absi %5 : i32
  %7 = math.tanh %v : vector<4xf32>
  return %4, %6, %7 : f32, i32, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @several_ops(
// CHECK-SAME: %[[A0:.*]]: f32) -> (f32, f32, f32) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT:   %[[V1:.*]] = llvm.intr.exp(%[[A0]]) : (f32) -> f32
// CHECK-NEXT:   %[[V2:.*]] = llvm.fsub %[[V1]], %[[V0]] : f32
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.fadd %[[V3]], %[[A0]] {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK-NEXT:   %[[V5:.*]] = llvm.intr.log(%[[V4]]) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT:   %[[V7:.*]] = llvm.intr.sqrt(%[[A0]]) : (f32) -> f32
// CHECK-NEXT:   %[[V8:.*]] = llvm.fdiv %[[V6]], %[[V7]] : f32
// CHECK-NEXT:   return %[[V2]], %[[V5]], %[[V8]] : f32, f32, f32
// CHECK-NEXT: }
func.func @several_ops(%x: f32) -> (f32, f32, f32) {
  %0 = math.expm1 %x : f32
  %1 = math.log1p %x fastmath<fast> : f32
  %2 = math.rsqrt %x : f32
  return %0, %1, %2 : f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @classes(
// CHECK-SAME: %[[A0:.*]]: f32) -> (i1, i1) {
// CHECK-NEXT:   %[[V0:.*]] = "llvm.intr.is.fpclass"(%[[A0]]) <{bit = 3 : i32}> : (f32) -> i1
// CHECK-NEXT:   %[[V1:.*]] = "llvm.intr.is.fpclass"(%[[A0]]) <{bit = 504 : i32}> : (f32) -> i1
// CHECK-NEXT:   return %[[V0]], %[[V1]] : i1, i1
// CHECK-NEXT: }
func.func @classes(%x: f32) -> (i1, i1) {
  %0 = math.isnan %x : f32
  %1 = math.isfinite %x : f32
  return %0, %1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @sincos(
// CHECK-SAME: %[[A0:.*]]: f32) -> (f32, f32) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.intr.sincos(%[[A0]]) : (f32) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:   return %[[V1]], %[[V2]] : f32, f32
// CHECK-NEXT: }
func.func @sincos(%x: f32) -> (f32, f32) {
  %0, %1 = math.sincos %x : f32
  return %0, %1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @two_dimensions(
// CHECK-SAME: %[[A0:.*]]: vector<2x4xf32>) -> vector<2x4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A0]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
// CHECK-NEXT:   %[[V4:.*]] = llvm.intr.sqrt(%[[V2]]) : (vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[V5:.*]] = llvm.fdiv %[[V3]], %[[V4]] : vector<4xf32>
// CHECK-NEXT:   %[[V6:.*]] = llvm.insertvalue %[[V5]], %[[V1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V7:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V8:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
// CHECK-NEXT:   %[[V9:.*]] = llvm.intr.sqrt(%[[V7]]) : (vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[V10:.*]] = llvm.fdiv %[[V8]], %[[V9]] : vector<4xf32>
// CHECK-NEXT:   %[[V11:.*]] = llvm.insertvalue %[[V10]], %[[V6]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V12:.*]] = builtin.unrealized_conversion_cast %[[V11]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT:   return %[[V12]] : vector<2x4xf32>
// CHECK-NEXT: }
func.func @two_dimensions(%w: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = math.rsqrt %w : vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

// LLVM has no intrinsic for it.
// CHECK-LABEL: func.func @no_intrinsic(
// CHECK-SAME: %[[A0:.*]]: f32) -> f32 {
// CHECK-NEXT:   %[[V0:.*]] = math.erf %[[A0]] : f32
// CHECK-NEXT:   return %[[V0]] : f32
// CHECK-NEXT: }
func.func @no_intrinsic(%x: f32) -> f32 {
  %0 = math.erf %x : f32
  return %0 : f32
}
