// RUN: mlirlite-opt %s --convert-complex-to-libm | FileCheck %s

// Each function is declared once, the one of f32 ends in f; what libm does not have stays.
// CHECK-LABEL: func.func private @conj(
// CHECK-SAME:    complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @clog(
// CHECK-SAME:    complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @ctanh(
// CHECK-SAME:    complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @ctan(
// CHECK-SAME:    complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @ccos(
// CHECK-SAME:    complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @csin(
// CHECK-SAME:    complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @csqrt(
// CHECK-SAME:    complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @carg(
// CHECK-SAME:    complex<f64>) -> f64
// CHECK-LABEL: func.func private @cabsf(
// CHECK-SAME:    complex<f32>) -> f32
// CHECK-LABEL: func.func private @cpow(
// CHECK-SAME:    complex<f64>, complex<f64>) -> complex<f64>
// CHECK-LABEL: func.func private @cpowf(
// CHECK-SAME:    complex<f32>, complex<f32>) -> complex<f32>
// CHECK-LABEL: func.func @powers(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f64>) -> (complex<f32>, complex<f64>) {
// CHECK-NEXT:     %[[CALL:.*]] = call @cpowf(%[[ARG0]], %[[ARG0]]) : (complex<f32>, complex<f32>) -> complex<f32>
// CHECK-NEXT:     %[[CALL_1:.*]] = call @cpowf(%[[CALL]], %[[ARG0]]) : (complex<f32>, complex<f32>) -> complex<f32>
// CHECK-NEXT:     %[[CALL_2:.*]] = call @cpow(%[[ARG1]], %[[ARG1]]) : (complex<f64>, complex<f64>) -> complex<f64>
// CHECK-NEXT:     %[[ADD:.*]] = complex.add %[[CALL_1]], %[[ARG0]] : complex<f32>
// CHECK-NEXT:     return %[[ADD]], %[[CALL_2]] : complex<f32>, complex<f64>
// CHECK-NEXT:   }
func.func @powers(%a: complex<f32>, %b: complex<f64>) -> (complex<f32>, complex<f64>) {
  %0 = complex.pow %a, %a : complex<f32>
  %1 = complex.pow %0, %a : complex<f32>
  %2 = complex.pow %b, %b : complex<f64>
  %3 = complex.add %1, %a : complex<f32>
  return %3, %2 : complex<f32>, complex<f64>
}

// CHECK-LABEL: func.func @real(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f64>) -> (f32, f64) {
// CHECK-NEXT:     %[[CALL:.*]] = call @cabsf(%[[ARG0]]) : (complex<f32>) -> f32
// CHECK-NEXT:     %[[CALL_1:.*]] = call @carg(%[[ARG1]]) : (complex<f64>) -> f64
// CHECK-NEXT:     return %[[CALL]], %[[CALL_1]] : f32, f64
// CHECK-NEXT:   }
func.func @real(%a: complex<f32>, %b: complex<f64>) -> (f32, f64) {
  %0 = complex.abs %a : complex<f32>
  %1 = complex.angle %b : complex<f64>
  return %0, %1 : f32, f64
}

// CHECK-LABEL: func.func @others(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f64>) -> complex<f64> {
// CHECK-NEXT:     %[[CALL:.*]] = call @csqrt(%[[ARG0]]) : (complex<f64>) -> complex<f64>
// CHECK-NEXT:     %[[CALL_1:.*]] = call @csin(%[[CALL]]) : (complex<f64>) -> complex<f64>
// CHECK-NEXT:     %[[CALL_2:.*]] = call @ccos(%[[CALL_1]]) : (complex<f64>) -> complex<f64>
// CHECK-NEXT:     %[[CALL_3:.*]] = call @ctan(%[[CALL_2]]) : (complex<f64>) -> complex<f64>
// CHECK-NEXT:     %[[CALL_4:.*]] = call @ctanh(%[[CALL_3]]) : (complex<f64>) -> complex<f64>
// CHECK-NEXT:     %[[CALL_5:.*]] = call @clog(%[[CALL_4]]) : (complex<f64>) -> complex<f64>
// CHECK-NEXT:     %[[CALL_6:.*]] = call @conj(%[[CALL_5]]) : (complex<f64>) -> complex<f64>
// CHECK-NEXT:     return %[[CALL_6]] : complex<f64>
// CHECK-NEXT:   }
func.func @others(%a: complex<f64>) -> complex<f64> {
  %0 = complex.sqrt %a : complex<f64>
  %1 = complex.sin %0 : complex<f64>
  %2 = complex.cos %1 : complex<f64>
  %3 = complex.tan %2 : complex<f64>
  %4 = complex.tanh %3 : complex<f64>
  %5 = complex.log %4 : complex<f64>
  %6 = complex.conj %5 : complex<f64>
  return %6 : complex<f64>
}

// CHECK-LABEL: func.func private @csqrtf(
// CHECK-SAME:    complex<f32>) -> complex<f32>
func.func private @csqrtf(complex<f32>) -> complex<f32>

// CHECK-LABEL: func.func @declared(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>) -> complex<f32> {
// CHECK-NEXT:     %[[CALL:.*]] = call @csqrtf(%[[ARG0]]) : (complex<f32>) -> complex<f32>
// CHECK-NEXT:     return %[[CALL]] : complex<f32>
// CHECK-NEXT:   }
func.func @declared(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a : complex<f32>
  return %0 : complex<f32>
}
