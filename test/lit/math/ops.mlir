// The custom syntax of math's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @floats(
func.func @floats(%a: f32, %v: vector<4xf64>, %t: tensor<?xf16>, %i: i32, %w: vector<4xi32>) {
  // CHECK: %{{.*}} = math.absf %{{.*}} : f32
  %absf = math.absf %a : f32
  // CHECK: %{{.*}} = math.acos %{{.*}} : f32
  %acos = math.acos %a : f32
  // CHECK: %{{.*}} = math.acosh %{{.*}} : f32
  %acosh = math.acosh %a : f32
  // CHECK: %{{.*}} = math.asin %{{.*}} : f32
  %asin = math.asin %a : f32
  // CHECK: %{{.*}} = math.asinh %{{.*}} : f32
  %asinh = math.asinh %a : f32
  // CHECK: %{{.*}} = math.atan %{{.*}} : f32
  %atan = math.atan %a : f32
  // CHECK: %{{.*}} = math.atanh %{{.*}} : f32
  %atanh = math.atanh %a : f32
  // CHECK: %{{.*}} = math.cbrt %{{.*}} : f32
  %cbrt = math.cbrt %a : f32
  // CHECK: %{{.*}} = math.ceil %{{.*}} : f32
  %ceil = math.ceil %a : f32
  // CHECK: %{{.*}} = math.cos %{{.*}} : f32
  %cos = math.cos %a : f32
  // CHECK: %{{.*}} = math.cosh %{{.*}} : f32
  %cosh = math.cosh %a : f32
  // CHECK: %{{.*}} = math.erf %{{.*}} : f32
  %erf = math.erf %a : f32
  // CHECK: %{{.*}} = math.erfc %{{.*}} : f32
  %erfc = math.erfc %a : f32
  // CHECK: %{{.*}} = math.exp2 %{{.*}} : f32
  %exp2 = math.exp2 %a : f32
  // CHECK: %{{.*}} = math.expm1 %{{.*}} : f32
  %expm1 = math.expm1 %a : f32
  // CHECK: %{{.*}} = math.exp %{{.*}} : f32
  %exp = math.exp %a : f32
  // CHECK: %{{.*}} = math.floor %{{.*}} : f32
  %floor = math.floor %a : f32
  // CHECK: %{{.*}} = math.log10 %{{.*}} : f32
  %log10 = math.log10 %a : f32
  // CHECK: %{{.*}} = math.log1p %{{.*}} : f32
  %log1p = math.log1p %a : f32
  // CHECK: %{{.*}} = math.log2 %{{.*}} : f32
  %log2 = math.log2 %a : f32
  // CHECK: %{{.*}} = math.log %{{.*}} : f32
  %log = math.log %a : f32
  // CHECK: %{{.*}} = math.roundeven %{{.*}} : f32
  %roundeven = math.roundeven %a : f32
  // CHECK: %{{.*}} = math.round %{{.*}} : f32
  %round = math.round %a : f32
  // CHECK: %{{.*}} = math.rsqrt %{{.*}} : f32
  %rsqrt = math.rsqrt %a : f32
  // CHECK: %{{.*}} = math.sin %{{.*}} : f32
  %sin = math.sin %a : f32
  // CHECK: %{{.*}} = math.sinh %{{.*}} : f32
  %sinh = math.sinh %a : f32
  // CHECK: %{{.*}} = math.sqrt %{{.*}} : f32
  %sqrt = math.sqrt %a : f32
  // CHECK: %{{.*}} = math.tan %{{.*}} : f32
  %tan = math.tan %a : f32
  // CHECK: %{{.*}} = math.tanh %{{.*}} : f32
  %tanh = math.tanh %a : f32
  // CHECK: %{{.*}} = math.trunc %{{.*}} : f32
  %trunc = math.trunc %a : f32
  // CHECK: %{{.*}} = math.atan2 %{{.*}}, %{{.*}} : f32
  %atan2 = math.atan2 %a, %a : f32
  // CHECK: %{{.*}} = math.copysign %{{.*}}, %{{.*}} : f32
  %copysign = math.copysign %a, %a : f32
  // CHECK: %{{.*}} = math.powf %{{.*}}, %{{.*}} : f32
  %powf = math.powf %a, %a : f32
  // CHECK: %{{.*}} = math.isfinite %{{.*}} : f32
  %isfinite = math.isfinite %a : f32
  // CHECK: %{{.*}} = math.isinf %{{.*}} : f32
  %isinf = math.isinf %a : f32
  // CHECK: %{{.*}} = math.isnan %{{.*}} : f32
  %isnan = math.isnan %a : f32
  // CHECK: %{{.*}} = math.isnormal %{{.*}} : f32
  %isnormal = math.isnormal %a : f32
  // CHECK: %{{.*}} = math.isnan %{{.*}} : vector<4xf64>
  %v0 = math.isnan %v : vector<4xf64>
  // CHECK: %{{.*}} = math.exp %{{.*}} fastmath<fast> : vector<4xf64>
  %v1 = math.exp %v fastmath<fast> : vector<4xf64>
  // CHECK: %{{.*}} = math.tanh %{{.*}} {test.kept} : tensor<?xf16>
  %t1 = math.tanh %t {test.kept} : tensor<?xf16>
  // CHECK: %{{.*}} = math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
  %fma = math.fma %a, %a, %a : f32
  // CHECK: %{{.*}} = math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<contract> : vector<4xf64>
  %fma2 = math.fma %v, %v, %v fastmath<contract> : vector<4xf64>
  // CHECK: %{{.*}} = math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] : f32
  %cl = math.clampf %a to [%a, %a] : f32
  // CHECK: %{{.*}} = math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] fastmath<nnan> : f32
  %cl2 = math.clampf %a to [%a, %a] fastmath<nnan> : f32
  // CHECK: %{{.*}} = math.fpowi %{{.*}}, %{{.*}} : f32, i32
  %p = math.fpowi %a, %i : f32, i32
  // CHECK: %{{.*}} = math.fpowi %{{.*}}, %{{.*}} fastmath<fast> : vector<4xf64>, vector<4xi32>
  %p2 = math.fpowi %v, %w fastmath<fast> : vector<4xf64>, vector<4xi32>
  // CHECK: %{{.*}}, %{{.*}} = math.sincos %{{.*}} : f32
  %s, %c = math.sincos %a : f32
  return
}

// CHECK-LABEL: func.func @integers(
func.func @integers(%i: i32, %x: index, %v: vector<4xi8>) {
  // CHECK: %{{.*}} = math.absi %{{.*}} : i32
  %absi = math.absi %i : i32
  // CHECK: %{{.*}} = math.ctlz %{{.*}} : i32
  %ctlz = math.ctlz %i : i32
  // CHECK: %{{.*}} = math.cttz %{{.*}} : i32
  %cttz = math.cttz %i : i32
  // CHECK: %{{.*}} = math.ctpop %{{.*}} : i32
  %ctpop = math.ctpop %i : i32
  // CHECK: %{{.*}} = math.ipowi %{{.*}}, %{{.*}} : i32
  %ipowi = math.ipowi %i, %i : i32
  // CHECK: %{{.*}} = math.absi %{{.*}} : index
  %x1 = math.absi %x : index
  // CHECK: %{{.*}} = math.ctpop %{{.*}} : vector<4xi8>
  %v1 = math.ctpop %v : vector<4xi8>
  return
}
