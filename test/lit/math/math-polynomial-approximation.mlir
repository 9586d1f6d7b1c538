// RUN: mlirlite-opt %s --math-polynomial-approximation --split-input-file | FileCheck %s

// Scalars and vectors: 2^n * p(r), and nothing that could be a call.

// CHECK-LABEL: func.func @exp
// CHECK-NOT: math.exp
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: %[[BITS:.*]] = arith.shli
// CHECK: %[[ROOT:.*]] = arith.bitcast %[[BITS]] : i32 to f32
// CHECK-COUNT-7: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: %[[HALF:.*]] = arith.mulf %{{.*}}, %[[ROOT]]
// CHECK: arith.mulf %[[HALF]], %[[ROOT]]
// CHECK: return
func.func @exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @vectors
// CHECK-NOT: math.tanh
// CHECK: arith.divf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: math.copysign %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK-NOT: math.erf
// CHECK: return
func.func @vectors(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.tanh %x : vector<8xf32>
  %z = math.erf %y : vector<8xf32>
  return %z : vector<8xf32>
}

// -----

// The rest to a multiple of pi is taken in f32. With numbers beyond its reach, it is exact.

// CHECK-LABEL: func.func @sin
// CHECK: %[[SIZE:.*]] = math.absf %arg0 : vector<8xf32>
// CHECK: %[[BEYOND:.*]] = arith.cmpf ogt, %[[SIZE]], %{{.*}} : vector<8xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[BEYOND]] : vector<8xi1> into i1
// CHECK: scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK: arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
// CHECK: %[[CHOSEN:.*]] = arith.select %[[BEYOND]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: scf.yield %[[CHOSEN]]
// CHECK: } else {
// CHECK-NOT: f64
// CHECK-COUNT-8: math.fma %{{.*}} : vector<8xf32>
// CHECK: scf.yield
// CHECK-NOT: math.sin
// CHECK: return
func.func @sin(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.sin %x : vector<8xf32>
  return %y : vector<8xf32>
}

// -----

// afn says that there are no such numbers.

// CHECK-LABEL: func.func @near
// CHECK-NOT: f64
// CHECK-NOT: scf.if
// CHECK: return
func.func @near(%x: f32) -> f32 {
  %y = math.cos %x fastmath<afn> : f32
  return %y : f32
}

// -----

// Other types stay; functions of f32 without a polynomial are taken in f64.

// CHECK-LABEL: func.func @others
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.exp %{{.*}} : f16
// CHECK-NOT: math.tan
// CHECK: arith.truncf %{{.*}} : f64 to f32
func.func @others(%a: f64, %b: f16, %c: f32) -> (f64, f16, f32) {
  %x = math.exp %a : f64
  %y = math.exp %b : f16
  %z = math.tan %c : f32
  return %x, %y, %z : f64, f16, f32
}

// -----

// Tensors of a known shape are expanded; no constant has a shape that is not known.

// CHECK-LABEL: func.func @tensors
// CHECK: math.atan %{{.*}} : tensor<?xf32>
// CHECK-NOT: math.exp
// CHECK: math.tan %{{.*}} : tensor<*xf32>
func.func @tensors(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<*xf32>)
    -> (tensor<?xf32>, tensor<4xf32>, tensor<*xf32>) {
  %x = math.atan %a : tensor<?xf32>
  %y = math.exp %b : tensor<4xf32>
  %z = math.tan %c : tensor<*xf32>
  return %x, %y, %z : tensor<?xf32>, tensor<4xf32>, tensor<*xf32>
}

// -----

// Where the flag afn allows it, powers of 2 by five multiply-adds, and 0 for what would not be a
// normal number. A finite result needs no limit above.

// CHECK-LABEL: func.func @quick_exp
// CHECK: arith.cmpf olt
// CHECK-NOT: arith.cmpf
// CHECK-COUNT-7: math.fma
// CHECK-NOT: math.fma
// CHECK: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @quick_exp(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.exp %x fastmath<ninf,afn> : vector<16xf32>
  return %y : vector<16xf32>
}

// -----

// Limits that keep the power of two normal: one product with it.

// CHECK-LABEL: func.func @limited_exp
// CHECK-NOT: arith.shrui
// CHECK-COUNT-1: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @limited_exp(%x: vector<16xf32>) -> vector<16xf32> {
  %high = arith.constant dense<0.0> : vector<16xf32>
  %low = arith.constant dense<-87.0> : vector<16xf32>
  %0 = arith.minimumf %x, %high : vector<16xf32>
  %1 = arith.maximumf %0, %low : vector<16xf32>
  %2 = math.exp %1 : vector<16xf32>
  return %2 : vector<16xf32>
}

// -----

// A limit that keeps it from being too large: the coefficients have 2^-24 of it. Absolute values and
// negations have limits, too.

// CHECK-LABEL: func.func @half_limited_exp
// CHECK: arith.constant 5.96046448E-8 : f32
// CHECK-NOT: arith.shrui
// CHECK-COUNT-1: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @half_limited_exp(%x: f32) -> f32 {
  %0 = math.absf %x : f32
  %1 = arith.negf %0 : f32
  %2 = math.exp %1 : f32
  return %2 : f32
}

// -----

// One that keeps it from being too small: the coefficients are twice as large.

// CHECK-LABEL: func.func @exp_limited_from_below
// CHECK: arith.constant 2.000000e+00 : f32
// CHECK-NOT: arith.shrui
// CHECK-COUNT-1: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @exp_limited_from_below(%x: f32) -> f32 {
  %low = arith.constant 0.0 : f32
  %0 = arith.maximumf %x, %low : f32
  %1 = math.exp %0 : f32
  return %1 : f32
}

// -----

// A power by its logarithm, a sum of two numbers, and two steps of half a power of two.

// CHECK-LABEL: func.func @powf
// CHECK-NOT: math.powf
// CHECK: arith.divf %{{.*}} : vector<8xf32>
// CHECK: math.fma %{{.*}} : vector<8xf32>
// CHECK: arith.mulf %{{.*}} : vector<8xf32>
// CHECK: arith.mulf %{{.*}} : vector<8xf32>
// CHECK: return
func.func @powf(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %z = math.powf %x, %y : vector<8xf32>
  return %z : vector<8xf32>
}
