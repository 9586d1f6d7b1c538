// The custom syntax of complex's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @parts(
func.func @parts(%z: complex<f32>, %f: f32, %n: i32, %i: i64) {
  // CHECK: %{{.*}} = complex.constant [1.000000e-01, -1.000000e+00] : complex<f64>
  %0 = complex.constant [0.1, -1.0] : complex<f64>
  // CHECK: %{{.*}} = complex.constant [1.000000e-01 : f32, -1.000000e+00 : f32] : complex<f32>
  %1 = complex.constant [0.1 : f32, -1.0 : f32] : complex<f32>
  // CHECK: %{{.*}} = complex.create %{{.*}}, %{{.*}} : complex<f32>
  %2 = complex.create %f, %f : complex<f32>
  // CHECK: %{{.*}} = complex.re %{{.*}} : complex<f32>
  %3 = complex.re %z : complex<f32>
  // CHECK: %{{.*}} = complex.im %{{.*}} fastmath<fast> : complex<f32>
  %4 = complex.im %z fastmath<fast> : complex<f32>
  // CHECK: %{{.*}} = complex.abs %{{.*}} : complex<f32>
  %5 = complex.abs %z : complex<f32>
  // CHECK: %{{.*}} = complex.angle %{{.*}} fastmath<nnan,ninf> : complex<f32>
  %6 = complex.angle %z fastmath<nnan,ninf> : complex<f32>
  // CHECK: %{{.*}} = complex.bitcast %{{.*}} : i64 to complex<f32>
  %7 = complex.bitcast %i : i64 to complex<f32>
  // CHECK: %{{.*}} = complex.bitcast %{{.*}} : complex<f32> to i64
  %8 = complex.bitcast %7 : complex<f32> to i64
  // CHECK: %{{.*}} = complex.eq %{{.*}}, %{{.*}} : complex<f32>
  %9 = complex.eq %z, %z : complex<f32>
  // CHECK: %{{.*}} = complex.neq %{{.*}}, %{{.*}} {tag} : complex<f32>
  %10 = complex.neq %z, %z {tag} : complex<f32>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @binary(
func.func @binary(%z: complex<f32>, %n: i32) {
  // CHECK: %{{.*}} = complex.add %{{.*}}, %{{.*}} : complex<f32>
  %0 = complex.add %z, %z : complex<f32>
  // CHECK: %{{.*}} = complex.sub %{{.*}}, %{{.*}} fastmath<fast> : complex<f32>
  %1 = complex.sub %z, %z fastmath<fast> : complex<f32>
  // CHECK: %{{.*}} = complex.mul %{{.*}}, %{{.*}} : complex<f32>
  %2 = complex.mul %z, %z : complex<f32>
  // CHECK: %{{.*}} = complex.div %{{.*}}, %{{.*}} : complex<f32>
  %3 = complex.div %z, %z : complex<f32>
  // CHECK: %{{.*}} = complex.pow %{{.*}}, %{{.*}} : complex<f32>
  %4 = complex.pow %z, %z : complex<f32>
  // CHECK: %{{.*}} = complex.atan2 %{{.*}}, %{{.*}} : complex<f32>
  %5 = complex.atan2 %z, %z : complex<f32>
  // CHECK: %{{.*}} = complex.powi %{{.*}}, %{{.*}} : complex<f32>, i32
  %6 = complex.powi %z, %n : complex<f32>, i32
  // CHECK: %{{.*}} = complex.powi %{{.*}}, %{{.*}} fastmath<nsz> : complex<f32>, i32
  %7 = complex.powi %z, %n fastmath<nsz> : complex<f32>, i32
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @unary(
func.func @unary(%z: complex<f64>) {
  // CHECK: %{{.*}} = complex.conj %{{.*}} : complex<f64>
  %0 = complex.conj %z : complex<f64>
  // CHECK: %{{.*}} = complex.neg %{{.*}} : complex<f64>
  %1 = complex.neg %z : complex<f64>
  // CHECK: %{{.*}} = complex.exp %{{.*}} fastmath<nnan> : complex<f64>
  %2 = complex.exp %z fastmath<nnan> : complex<f64>
  // CHECK: %{{.*}} = complex.log %{{.*}} : complex<f64>
  %3 = complex.log %z : complex<f64>
  // CHECK: %{{.*}} = complex.expm1 %{{.*}} : complex<f64>
  %4 = complex.expm1 %z : complex<f64>
  // CHECK: %{{.*}} = complex.log1p %{{.*}} : complex<f64>
  %5 = complex.log1p %z : complex<f64>
  // CHECK: %{{.*}} = complex.sqrt %{{.*}} : complex<f64>
  %6 = complex.sqrt %z : complex<f64>
  // CHECK: %{{.*}} = complex.rsqrt %{{.*}} : complex<f64>
  %7 = complex.rsqrt %z : complex<f64>
  // CHECK: %{{.*}} = complex.sign %{{.*}} : complex<f64>
  %8 = complex.sign %z : complex<f64>
  // CHECK: %{{.*}} = complex.sin %{{.*}} : complex<f64>
  %9 = complex.sin %z : complex<f64>
  // CHECK: %{{.*}} = complex.cos %{{.*}} : complex<f64>
  %10 = complex.cos %z : complex<f64>
  // CHECK: %{{.*}} = complex.tan %{{.*}} : complex<f64>
  %11 = complex.tan %z : complex<f64>
  // CHECK: %{{.*}} = complex.tanh %{{.*}} : complex<f64>
  %12 = complex.tanh %z : complex<f64>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func private @number_attributes
// CHECK-SAME: a = #complex.number<:f64 1.000000e+00, -2.500000e+00> : complex<f64>
// CHECK-SAME: b = #complex.number<:f32 1.000000e+00, 0.000000e+00> : complex<f32>
func.func private @number_attributes() attributes {
  a = #complex.number<:f64 1.0, -2.5>,
  b = #complex.number<:f32 1.0, 0.0> : complex<f32>
}
