// RUN: mlirlite-opt %s --convert-math-to-libm --split-input-file | FileCheck %s

// Each function is declared once.
// CHECK-LABEL: func.func private @atan2(
// CHECK-SAME: f64, f64) -> f64 attributes {llvm.readnone}
// CHECK-LABEL: func.func private @erff(
// CHECK-SAME: f32) -> f32 attributes {llvm.readnone}
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f64) -> (f32, f32, f64) {
// CHECK-NEXT:   %[[V0:.*]] = call @erff(%[[A0]]) : (f32) -> f32
// CHECK-NEXT:   %[[V1:.*]] = call @erff(%[[V0]]) : (f32) -> f32
// CHECK-NEXT:   %[[V2:.*]] = call @atan2(%[[A1]], %[[A1]]) : (f64, f64) -> f64
// CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]] : f32, f32, f64
// CHECK-NEXT: }
func.func @calls(%x: f32, %d: f64) -> (f32, f32, f64) {
  %0 = math.erf %x : f32
  %1 = math.erf %0 : f32
  %2 = math.atan2 %d, %d : f64
  return %0, %1, %2 : f32, f32, f64
}

// -----

// Small floats are widened.
// CHECK-LABEL: func.func private @tanhf(
// CHECK-SAME: f32) -> f32 attributes {llvm.readnone}
// CHECK-LABEL: func.func @half(
// CHECK-SAME: %[[A0:.*]]: f16) -> f16 {
// CHECK-NEXT:   %[[V0:.*]] = arith.extf %[[A0]] : f16 to f32
// CHECK-NEXT:   %[[V1:.*]] = call @tanhf(%[[V0]]) : (f32) -> f32
// CHECK-NEXT:   %[[V2:.*]] = arith.truncf %[[V1]] : f32 to f16
// CHECK-NEXT:   return %[[V2]] : f16
// CHECK-NEXT: }
func.func @half(%x: f16) -> f16 {
  %0 = math.tanh %x : f16
  return %0 : f16
}

// -----

// CHECK-LABEL: func.func private @cbrtf(
// CHECK-SAME: f32) -> f32 attributes {llvm.readnone}
// CHECK-LABEL: func.func @vector(
// CHECK-SAME: %[[A0:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT:   %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %[[V0:.*]] = vector.extract %[[A0]][0] : f32 from vector<2xf32>
// CHECK-NEXT:   %[[V1:.*]] = call @cbrtf(%[[V0]]) : (f32) -> f32
// CHECK-NEXT:   %[[V2:.*]] = vector.insert %[[V1]], %[[CST]] [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %[[V3:.*]] = vector.extract %[[A0]][1] : f32 from vector<2xf32>
// CHECK-NEXT:   %[[V4:.*]] = call @cbrtf(%[[V3]]) : (f32) -> f32
// CHECK-NEXT:   %[[V5:.*]] = vector.insert %[[V4]], %[[V2]] [1] : f32 into vector<2xf32>
// CHECK-NEXT:   return %[[V5]] : vector<2xf32>
// CHECK-NEXT: }
func.func @vector(%v: vector<2xf32>) -> vector<2xf32> {
  %0 = math.cbrt %v : vector<2xf32>
  return %0 : vector<2xf32>
}
