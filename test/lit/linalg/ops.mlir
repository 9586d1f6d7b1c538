// The custom syntax of linalg's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @structured(
func.func @structured(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4xf32>, %arg3: tensor<8x4xf32>, %arg4: memref<4x8xf32>, %arg5: f32, %arg6: tensor<4x4xf32>, %arg7: memref<8x4xf32>) -> tensor<4x8xf32> {
  // CHECK: %{{.*}} = linalg.generic {doc = "hi", indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"], library_call = "x"} ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) attrs =  {other = 3 : i64, tag} {
  %0 = linalg.generic {doc = "hi", indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"], library_call = "x"} ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) attrs =  {other = 3 : i64, tag} {
  // CHECK: ^bb{{[0-9]+}}(%{{.*}}: f32, %{{.*}}: f32):
  ^bb0(%in: f32, %out: f32):
    // CHECK: %{{.*}} = linalg.index 1 : index
    %7 = linalg.index 1 : index
    // CHECK: linalg.yield %{{.*}} : f32
    linalg.yield %in : f32
  // CHECK: } -> tensor<4x8xf32>
  } -> tensor<4x8xf32>
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}], iterator_types = ["parallel", "parallel"]} outs(%{{.*}} : memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%arg4 : memref<4x8xf32>) {
  // CHECK: ^bb{{[0-9]+}}(%{{.*}}: f32):
  ^bb0(%out: f32):
    // CHECK: linalg.yield %{{.*}} : f32
    linalg.yield %out : f32
  // CHECK: }
  }
  // CHECK: %{{.*}}:2 = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) {
  %1:2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} outs(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: ^bb{{[0-9]+}}(%{{.*}}: f32, %{{.*}}: f32):
  ^bb0(%out: f32, %out_3: f32):
    // CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, f32
    linalg.yield %out, %out_3 : f32, f32
  // CHECK: } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  // CHECK: %{{.*}} = linalg.map { arith.addf } ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
  %mapped = linalg.map { arith.addf } ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>)
  // CHECK: %{{.*}} = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
  %mapped_0 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>)
  // CHECK: %{{.*}} = linalg.map ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
  %mapped_1 = linalg.map ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>)
    // CHECK: (%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32) {
    (%in: f32, %in_3: f32, %init: f32) {
      // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
      %7 = arith.addf %in_3, %in : f32
      // CHECK: linalg.yield %{{.*}} : f32
      linalg.yield %7 : f32
    // CHECK: }
    }
  // CHECK: %{{.*}} = linalg.reduce { arith.addf } ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4xf32>) dimensions = [1]
  %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<4x8xf32>) outs(%arg2 : tensor<4xf32>) dimensions = [1] 
  // CHECK: %{{.*}} = linalg.reduce ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4xf32>) dimensions = [1]
  %reduced_2 = linalg.reduce ins(%arg0 : tensor<4x8xf32>) outs(%arg2 : tensor<4xf32>) dimensions = [1] 
    // CHECK: (%{{.*}}: f32, %{{.*}}: f32) {
    (%in: f32, %init: f32) {
      // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
      %7 = arith.addf %in, %init : f32
      // CHECK: linalg.yield %{{.*}} : f32
      linalg.yield %7 : f32
    // CHECK: }
    }
  // CHECK: %{{.*}} = linalg.transpose ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<8x4xf32>) permutation = [1, 0]
  %transposed = linalg.transpose ins(%arg0 : tensor<4x8xf32>) outs(%arg3 : tensor<8x4xf32>) permutation = [1, 0] 
  // CHECK: %{{.*}} = linalg.broadcast ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4x8xf32>) dimensions = [1]
  %broadcasted = linalg.broadcast ins(%arg2 : tensor<4xf32>) outs(%arg0 : tensor<4x8xf32>) dimensions = [1] 
  // CHECK: %{{.*}} = linalg.matmul indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}] ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul indexing_maps = [#map1, #map2, #map3] ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg6 : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %{{.*}} = linalg.contract indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}] ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.contract indexing_maps = [#map1, #map2, #map3] ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg6 : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %{{.*}} = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %{{.*}} = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}] {tag} ins(%{{.*}}, %{{.*}} : tensor<8x4xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#map4, #map, #map] {tag} ins(%arg3, %arg0 : tensor<8x4xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %{{.*}} = linalg.softmax dimension(1) ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = linalg.softmax dimension(1) ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: linalg.map outs(%{{.*}} : memref<4x8xf32>)
  linalg.map outs(%arg4 : memref<4x8xf32>)
    // CHECK: (%{{.*}}: f32) {
    (%init: f32) {
      // CHECK: linalg.yield %{{.*}} : f32
      linalg.yield %arg5 : f32
    // CHECK: }
    }
  // CHECK: linalg.fill {tag} ins(%{{.*}} : f32) outs(%{{.*}} : memref<4x8xf32>)
  linalg.fill {tag} ins(%arg5 : f32) outs(%arg4 : memref<4x8xf32>)
  // CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<4x8xf32>)
  linalg.fill ins(%arg5 : f32) outs(%arg4 : memref<4x8xf32>)
  // CHECK: linalg.transpose ins(%{{.*}} : memref<4x8xf32>) outs(%{{.*}} : memref<8x4xf32>) permutation = [1, 0]  {tag}
  linalg.transpose ins(%arg4 : memref<4x8xf32>) outs(%arg7 : memref<8x4xf32>) permutation = [1, 0]  {tag}
  // CHECK: return %{{.*}} : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @types(
func.func @types(%arg0: tensor<?x?xi8>, %arg1: tensor<?x?xi16>, %arg2: tensor<?x?xi32>, %arg3: tensor<?x?xf32>, %arg4: tensor<?x?xf16>, %arg5: tensor<?x?xcomplex<f32>>, %arg6: tensor<?x?xi1>, %arg7: tensor<?x?xindex>, %arg8: f64, %arg9: i32, %arg10: i64) {
  // CHECK: %{{.*}} = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xi8>, tensor<?x?xi16>) outs(%{{.*}} : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<?x?xi8>, tensor<?x?xi16>) outs(%arg2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  // CHECK: %{{.*}} = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%{{.*}}, %{{.*}} : tensor<?x?xi8>, tensor<?x?xi16>) outs(%{{.*}} : tensor<?x?xi32>) -> tensor<?x?xi32>
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<?x?xi8>, tensor<?x?xi16>) outs(%arg2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  // CHECK: %{{.*}} = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xi8>, tensor<?x?xi16>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.matmul ins(%arg0, %arg1 : tensor<?x?xi8>, tensor<?x?xi16>) outs(%arg3 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: %{{.*}} = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%{{.*}}, %{{.*}} : tensor<?x?xi8>, tensor<?x?xi16>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<?x?xi8>, tensor<?x?xi16>) outs(%arg3 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: %{{.*}} = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xf16>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xi32>) -> tensor<?x?xi32>
  %4 = linalg.matmul ins(%arg4, %arg3 : tensor<?x?xf16>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  // CHECK: %{{.*}} = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%{{.*}}, %{{.*}} : tensor<?x?xf16>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xi32>) -> tensor<?x?xi32>
  %5 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg4, %arg3 : tensor<?x?xf16>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  // CHECK: %{{.*}} = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf16>) outs(%{{.*}} : tensor<?x?xf16>) -> tensor<?x?xf16>
  %6 = linalg.matmul ins(%arg3, %arg4 : tensor<?x?xf32>, tensor<?x?xf16>) outs(%arg4 : tensor<?x?xf16>) -> tensor<?x?xf16>
  // CHECK: %{{.*}} = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%{{.*}} : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  %7 = linalg.matmul ins(%arg5, %arg5 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%arg5 : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  // CHECK: %{{.*}} = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xi1>, tensor<?x?xi1>) outs(%{{.*}} : tensor<?x?xi1>) -> tensor<?x?xi1>
  %8 = linalg.matmul ins(%arg6, %arg6 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%arg6 : tensor<?x?xi1>) -> tensor<?x?xi1>
  // CHECK: %{{.*}} = linalg.copy ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  %9 = linalg.copy ins(%arg3 : tensor<?x?xf32>) outs(%arg5 : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  // CHECK: %{{.*}} = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%{{.*}} : tensor<?x?xi1>) outs(%{{.*}} : tensor<?x?xi32>) -> tensor<?x?xi32>
  %10 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%arg6 : tensor<?x?xi1>) outs(%arg2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  // CHECK: %{{.*}} = linalg.add ins(%{{.*}}, %{{.*}} : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%{{.*}} : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  %11 = linalg.add ins(%arg5, %arg5 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%arg5 : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  // CHECK: %{{.*}} = linalg.add ins(%{{.*}}, %{{.*}} : tensor<?x?xi1>, tensor<?x?xi1>) outs(%{{.*}} : tensor<?x?xi1>) -> tensor<?x?xi1>
  %12 = linalg.add ins(%arg6, %arg6 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%arg6 : tensor<?x?xi1>) -> tensor<?x?xi1>
  // CHECK: %{{.*}} = linalg.max ins(%{{.*}}, %{{.*}} : tensor<?x?xi1>, tensor<?x?xi1>) outs(%{{.*}} : tensor<?x?xi1>) -> tensor<?x?xi1>
  %13 = linalg.max ins(%arg6, %arg6 : tensor<?x?xi1>, tensor<?x?xi1>) outs(%arg6 : tensor<?x?xi1>) -> tensor<?x?xi1>
  // CHECK: %{{.*}} = linalg.div ins(%{{.*}}, %{{.*}} : tensor<?x?xi32>, tensor<?x?xi32>) outs(%{{.*}} : tensor<?x?xi32>) -> tensor<?x?xi32>
  %14 = linalg.div ins(%arg2, %arg2 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%arg2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  // CHECK: %{{.*}} = linalg.add ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %15 = linalg.add ins(%arg3, %arg3 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg3 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: %{{.*}} = linalg.mul ins(%{{.*}}, %{{.*}} : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%{{.*}} : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  %16 = linalg.mul ins(%arg5, %arg5 : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%arg5 : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  // CHECK: %{{.*}} = linalg.fill_rng_2d ins(%{{.*}}, %{{.*}}, %{{.*}} : f64, f64, i32) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %17 = linalg.fill_rng_2d ins(%arg8, %arg8, %arg9 : f64, f64, i32) outs(%arg3 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @windows(
func.func @windows(%arg0: tensor<1x10x8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<1x4x8xf32>, %arg3: tensor<2x3x3x5xf32>, %arg4: tensor<6x6x5x2xf32>, %arg5: f32, %arg6: memref<f32>) {
  // CHECK: %{{.*}} = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : vector<1xi64>, strides = dense<2> : vector<1xi64>} ins(%{{.*}}, %{{.*}} : tensor<1x10x8xf32>, tensor<3x8xf32>) outs(%{{.*}} : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : vector<1xi64>, strides = dense<2> : vector<1xi64>} ins(%arg0, %arg1 : tensor<1x10x8xf32>, tensor<3x8xf32>) outs(%arg2 : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  // CHECK: %{{.*}} = linalg.winograd_filter_transform fmr(F_4_3) ins(%{{.*}} : tensor<2x3x3x5xf32>) outs(%{{.*}} : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_filter_transform fmr(F_4_3) ins(%arg3 : tensor<2x3x3x5xf32>) outs(%arg4 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  // CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<f32>)
  linalg.fill ins(%arg5 : f32) outs(%arg6 : memref<f32>)
  // CHECK: return
  return
// CHECK: }
}

// CHECK-LABEL: func.func @abs(
func.func @abs(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.abs ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.abs ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @ceil(
func.func @ceil(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.ceil ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.ceil ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @erf(
func.func @erf(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.erf ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.erf ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @exp(
func.func @exp(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.exp ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.exp ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @floor(
func.func @floor(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.floor ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.floor ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @log(
func.func @log(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.log ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.log ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @negf(
func.func @negf(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.negf ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.negf ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @reciprocal(
func.func @reciprocal(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.reciprocal ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.reciprocal ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @round(
func.func @round(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.round ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.round ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @rsqrt(
func.func @rsqrt(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.rsqrt ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.rsqrt ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @sqrt(
func.func @sqrt(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.sqrt ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.sqrt ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @square(
func.func @square(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.square ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.square ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @tanh(
func.func @tanh(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.tanh ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.tanh ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @copy(
func.func @copy(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.copy ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.copy ins(%arg0 : tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @add(
func.func @add(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.add ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.add ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @sub(
func.func @sub(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.sub ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.sub ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @mul(
func.func @mul(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.mul ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.mul ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @div(
func.func @div(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.div ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.div ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @div_unsigned(
func.func @div_unsigned(%arg0: tensor<?x?xi32>, %arg1: tensor<?x?xi32>, %arg2: tensor<?x?xi32>) -> tensor<?x?xi32> {
  // CHECK: %{{.*}} = linalg.div_unsigned ins(%{{.*}}, %{{.*}} : tensor<?x?xi32>, tensor<?x?xi32>) outs(%{{.*}} : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = linalg.div_unsigned ins(%arg0, %arg1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%arg2 : tensor<?x?xi32>) -> tensor<?x?xi32>
  // CHECK: return %{{.*}} : tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
// CHECK: }
}

// CHECK-LABEL: func.func @max(
func.func @max(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.max ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.max ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @min(
func.func @min(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.min ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.min ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @powf(
func.func @powf(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.powf ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.powf ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @select(
func.func @select(%arg0: tensor<?x?xi1>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>, %arg3: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.select ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.select ins(%arg0, %arg1, %arg2 : tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg3 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @fill(
func.func @fill(%arg0: f32, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.fill ins(%arg0 : f32) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @fill_rng_2d(
func.func @fill_rng_2d(%arg0: f64, %arg1: f64, %arg2: i32, %arg3: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.fill_rng_2d ins(%{{.*}}, %{{.*}}, %{{.*}} : f64, f64, i32) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.fill_rng_2d ins(%arg0, %arg1, %arg2 : f64, f64, i32) outs(%arg3 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%a: tensor<100x?xf32>, %b: tensor<?x13x8x?xf32>, %f: f32, %n: index) -> tensor<100x?xf32> {
  // CHECK: %pack = linalg.pack %{{.*}} padding_value(%{{.*}} : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, %{{.*}}] into %{{.*}} : tensor<100x?xf32> -> tensor<?x13x8x?xf32>
  %0 = linalg.pack %a padding_value(%f : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
    inner_tiles = [8, %n] into %b : tensor<100x?xf32> -> tensor<?x13x8x?xf32>
  // CHECK: %unpack = linalg.unpack %pack outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, %{{.*}}] into %{{.*}} : tensor<?x13x8x?xf32> -> tensor<100x?xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, %n]
    into %a : tensor<?x13x8x?xf32> -> tensor<100x?xf32>
  return %1 : tensor<100x?xf32>
}

// CHECK-LABEL: func.func @tensors_of_vectors(
func.func @tensors_of_vectors(%v: vector<8xf32>, %t: tensor<5xvector<8xf32>>) -> tensor<5xvector<8xf32>> {
  // CHECK: linalg.fill ins(%{{.*}} : vector<8xf32>) outs(%{{.*}} : tensor<5xvector<8xf32>>) -> tensor<5xvector<8xf32>>
  %0 = linalg.fill ins(%v : vector<8xf32>) outs(%t : tensor<5xvector<8xf32>>) -> tensor<5xvector<8xf32>>
  return %0 : tensor<5xvector<8xf32>>
}

// CHECK-LABEL: func.func @no_elements(
func.func @no_elements(%t: tensor<0x3xf32>) -> tensor<0x3xf32> {
  // CHECK: linalg.exp ins(%{{.*}} : tensor<0x3xf32>)
  %0 = linalg.exp ins(%t : tensor<0x3xf32>) outs(%t : tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

#alias = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
// CHECK-LABEL: func.func @maps_by_alias(
func.func @maps_by_alias(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK: linalg.contract indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}]
  %0 = linalg.contract indexing_maps = #alias ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
