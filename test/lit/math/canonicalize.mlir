// Constant folding of math, as mlir-opt does it.
// RUN: mlirlite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @unary
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant 2.500000e+00 : f32
//  CHECK-NEXT:   %[[CST_0:.*]] = arith.constant 2.000000e+00 : f32
//  CHECK-NEXT:   %[[CST_1:.*]] = arith.constant -2.000000e+00 : f32
//  CHECK-NEXT:   %[[CST_2:.*]] = arith.constant -3.000000e+00 : f32
//  CHECK-NEXT:   %[[CST_3:.*]] = arith.constant 1.600000e+01 : f32
//  CHECK-NEXT:   %[[CST_4:.*]] = arith.constant 1.6487212707001282 : f64
//  CHECK-NEXT:   return %[[CST]], %[[CST_0]], %[[CST_1]], %[[CST_2]], %[[CST_2]], %[[CST_1]], %[[CST_1]], %[[CST_3]], %[[CST_0]], %[[CST_4]] : f32, f32, f32, f32, f32, f32, f32, f32, f32, f64
func.func @unary() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f64) {
  %a = arith.constant -2.5 : f32
  %b = arith.constant 4.0 : f32
  %d = arith.constant 0.5 : f64
  %0 = math.absf %a : f32
  %1 = math.sqrt %b : f32
  %2 = math.ceil %a : f32
  %3 = math.floor %a : f32
  %4 = math.round %a : f32
  %5 = math.roundeven %a : f32
  %6 = math.trunc %a : f32
  %7 = math.exp2 %b : f32
  %8 = math.log2 %b : f32
  %9 = math.exp %d : f64
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f64
}

// CHECK-LABEL: func.func @binary
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant 1.250000e-01 : f32
//  CHECK-NEXT:   %[[CST_0:.*]] = arith.constant -2.000000e+00 : f32
//  CHECK-NEXT:   %[[CST_1:.*]] = arith.constant 0.78539816339744828 : f64
//  CHECK-NEXT:   return %[[CST]], %[[CST_0]], %[[CST_1]] : f32, f32, f64
func.func @binary() -> (f32, f32, f64) {
  %a = arith.constant 2.0 : f32
  %b = arith.constant -3.0 : f32
  %d = arith.constant 1.0 : f64
  %0 = math.powf %a, %b : f32
  %1 = math.copysign %a, %b : f32
  %2 = math.atan2 %d, %d : f64
  return %0, %1, %2 : f32, f32, f64
}

// CHECK-LABEL: func.func @no_value
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant -2.000000e+00 : f32
//  CHECK-NEXT:   %[[V0:.*]] = math.sqrt %[[CST]] : f32
//  CHECK-NEXT:   %[[V1:.*]] = math.log %[[CST]] : f32
//  CHECK-NEXT:   return %[[V0]], %[[V1]] : f32, f32
func.func @no_value() -> (f32, f32) {
  %a = arith.constant -2.0 : f32
  %0 = math.sqrt %a : f32
  %1 = math.log %a : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @tests
//  CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:   %[[FALSE:.*]] = arith.constant false
//  CHECK-NEXT:   return %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[FALSE]] : i1, i1, i1, i1
func.func @tests() -> (i1, i1, i1, i1) {
  %n = arith.constant 0x7FC00000 : f32
  %i = arith.constant 0x7F800000 : f32
  %0 = math.isnan %n : f32
  %1 = math.isinf %i : f32
  %2 = math.isfinite %i : f32
  %3 = math.isnormal %n : f32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @integers
//  CHECK-NEXT:   %[[C8_I32:.*]] = arith.constant 8 : i32
//  CHECK-NEXT:   %[[C30_I32:.*]] = arith.constant 30 : i32
//  CHECK-NEXT:   %[[C3_I32:.*]] = arith.constant 3 : i32
//  CHECK-NEXT:   %[[C29_I32:.*]] = arith.constant 29 : i32
//  CHECK-NEXT:   %[[C_512_I32:.*]] = arith.constant -512 : i32
//  CHECK-NEXT:   %[[C32_I32:.*]] = arith.constant 32 : i32
//  CHECK-NEXT:   return %[[C8_I32]], %[[C30_I32]], %[[C3_I32]], %[[C29_I32]], %[[C_512_I32]], %[[C32_I32]] : i32, i32, i32, i32, i32, i32
func.func @integers() -> (i32, i32, i32, i32, i32, i32) {
  %a = arith.constant -8 : i32
  %b = arith.constant 3 : i32
  %0 = math.absi %a : i32
  %1 = math.ctlz %b : i32
  %2 = math.cttz %a : i32
  %3 = math.ctpop %a : i32
  %4 = math.ipowi %a, %b : i32
  %z = arith.constant 0 : i32
  %5 = math.ctlz %z : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @splat
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant dense<2.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   return %[[CST]] : vector<4xf32>
func.func @splat() -> vector<4xf32> {
  %v = arith.constant dense<4.0> : vector<4xf32>
  %0 = math.sqrt %v : vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @fma
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant 2.000000e+00 : f32
//  CHECK-NEXT:   %[[V0:.*]] = math.fma %[[CST]], %[[CST]], %[[CST]] : f32
//  CHECK-NEXT:   return %[[V0]] : f32
func.func @fma() -> f32 {
  %a = arith.constant 2.0 : f32
  %0 = math.fma %a, %a, %a : f32
  return %0 : f32
}

// Logarithms of 0 are infinite; below it there are none.

// CHECK-LABEL: func.func @logarithms_of_zero()
// CHECK-DAG:     %[[INF:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:     %[[INF64:.*]] = arith.constant 0xFFF0000000000000 : f64
// CHECK-DAG:     %[[MINUS:.*]] = arith.constant -1.000000e+00 : f32
// CHECK:         %[[LOG:.*]] = math.log %[[MINUS]] : f32
// CHECK-NEXT:    return %[[INF]], %[[INF]], %[[INF64]], %[[INF]], %[[LOG]]
func.func @logarithms_of_zero() -> (f32, f32, f64, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %minus = arith.constant -1.0 : f32
  %0 = math.log %zero : f32
  %1 = math.log2 %zero : f32
  %2 = math.log10 %zero64 : f64
  %3 = math.log1p %minus : f32
  %4 = math.log %minus : f32
  return %0, %1, %2, %3, %4 : f32, f32, f64, f32, f32
}

// Tests of equal elements fold.
// CHECK-LABEL: func.func @tests_of_vectors(
// CHECK-DAG:     %[[A:.*]] = arith.constant dense<true> : vector<4xi1>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[0x7FC00000, 1.000000e+00]> : vector<2xf32>
// CHECK:         %[[C:.*]] = math.isnan %[[B]] : vector<2xf32>
// CHECK-NEXT:    return %[[A]], %[[C]] : vector<4xi1>, vector<2xi1>
func.func @tests_of_vectors() -> (vector<4xi1>, vector<2xi1>) {
  %a = arith.constant dense<0x7FC00000> : vector<4xf32>
  %b = arith.constant dense<[0x7FC00000, 1.0]> : vector<2xf32>
  %0 = math.isnan %a : vector<4xf32>
  %1 = math.isnan %b : vector<2xf32>
  return %0, %1 : vector<4xi1>, vector<2xi1>
}
