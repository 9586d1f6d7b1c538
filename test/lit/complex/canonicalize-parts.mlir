// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// The parts of a negated number; a product with 1.

// CHECK-LABEL: func.func @parts(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32, complex<f32>) {
// CHECK-NEXT:     %[[CREATE:.*]] = complex.create %[[ARG0]], %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[NEGF:.*]] = arith.negf %[[ARG0]] : f32
// CHECK-NEXT:     %[[NEGF_1:.*]] = arith.negf %[[ARG1]] : f32
// CHECK-NEXT:     return %[[NEGF]], %[[NEGF_1]], %[[CREATE]] : f32, f32, complex<f32>
// CHECK-NEXT:   }
func.func @parts(%a: f32, %b: f32) -> (f32, f32, complex<f32>) {
  %0 = complex.create %a, %b : complex<f32>
  %1 = complex.neg %0 fastmath<nnan> : complex<f32>
  %2 = complex.re %1 fastmath<ninf> : complex<f32>
  %3 = complex.im %1 : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %4 = complex.mul %0, %one : complex<f32>
  return %2, %3, %4 : f32, f32, complex<f32>
}

// Bits that are read twice, through a complex number or as one.

// CHECK-LABEL: func.func @bits(
// CHECK-SAME:    %[[ARG0:.*]]: f64, %[[ARG1:.*]]: complex<f32>) -> (i64, complex<f32>, f64) {
// CHECK-NEXT:     %[[BITCAST:.*]] = arith.bitcast %[[ARG0]] : f64 to i64
// CHECK-NEXT:     %[[BITCAST_1:.*]] = complex.bitcast %[[ARG0]] : f64 to complex<f32>
// CHECK-NEXT:     %[[BITCAST_2:.*]] = complex.bitcast %[[ARG1]] : complex<f32> to f64
// CHECK-NEXT:     return %[[BITCAST]], %[[BITCAST_1]], %[[BITCAST_2]] : i64, complex<f32>, f64
// CHECK-NEXT:   }
func.func @bits(%a: f64, %b: complex<f32>) -> (i64, complex<f32>, f64) {
  %0 = complex.bitcast %a : f64 to complex<f32>
  %1 = complex.bitcast %0 : complex<f32> to i64
  %2 = arith.bitcast %a : f64 to i64
  %3 = complex.bitcast %2 : i64 to complex<f32>
  %4 = complex.bitcast %b : complex<f32> to i64
  %5 = arith.bitcast %4 : i64 to f64
  return %1, %3, %5 : i64, complex<f32>, f64
}
