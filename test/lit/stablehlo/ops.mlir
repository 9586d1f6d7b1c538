// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xcomplex<f32>>, %[[ARG2:.*]]: tensor<4xi1>) -> tensor<4xf32> {
// CHECK-NEXT:     %[[ADD:.*]] = stablehlo.add %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:     %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:     %[[REAL:.*]] = stablehlo.real %[[ARG1]] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK-NEXT:     %[[COMPLEX:.*]] = stablehlo.complex %[[EXPONENTIAL]], %[[REAL]] : tensor<4xcomplex<f32>>
// CHECK-NEXT:     %[[COMPARE:.*]] = stablehlo.compare LT, %[[EXPONENTIAL]], %[[REAL]], FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:     %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[EXPONENTIAL]], %[[REAL]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT:     %[[CLAMP:.*]] = stablehlo.clamp %[[EXPONENTIAL]], %[[SELECT]], %[[REAL]] : tensor<4xf32>
// CHECK-NEXT:     %[[CONVERT:.*]] = stablehlo.convert %[[CLAMP]] : (tensor<4xf32>) -> tensor<4xi32>
// CHECK-NEXT:     %[[REDUCE_PRECISION:.*]] = stablehlo.reduce_precision %[[CLAMP]], format = e5m10 : tensor<4xf32>
// CHECK-NEXT:     return %[[REDUCE_PRECISION]] : tensor<4xf32>
// CHECK-NEXT:   }
func.func @elementwise(%x: tensor<4xf32>, %c: tensor<4xcomplex<f32>>, %p: tensor<4xi1>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.exponential %0 : tensor<4xf32>
  %2 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %3 = stablehlo.complex %1, %2 : tensor<4xcomplex<f32>>
  %4 = stablehlo.compare LT, %1, %2, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = stablehlo.select %4, %1, %2 : tensor<4xi1>, tensor<4xf32>
  %6 = stablehlo.clamp %1, %5, %2 : tensor<4xf32>
  %7 = stablehlo.convert %6 : (tensor<4xf32>) -> tensor<4xi32>
  %8 = stablehlo.reduce_precision %6, format = e5m10 : tensor<4xf32>
  return %8 : tensor<4xf32>
}

// CHECK-LABEL: func.func @moving(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x6xf32>, %[[ARG1:.*]]: tensor<i32>) -> tensor<8x4xf32> {
// CHECK-NEXT:     %[[CST:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:     %[[C:.*]] = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
// CHECK-NEXT:     %[[SLICE:.*]] = stablehlo.slice %[[ARG0]] [0:4, 1:5:2] : (tensor<4x6xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:     %[[CONCATENATE:.*]] = stablehlo.concatenate %[[SLICE]], %[[SLICE]], dim = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %[[DYNAMIC_SLICE:.*]] = stablehlo.dynamic_slice %[[CONCATENATE]], %[[ARG1]], %[[ARG1]], sizes = [4, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
// CHECK-NEXT:     %[[PAD:.*]] = stablehlo.pad %[[DYNAMIC_SLICE]], %[[CST]], low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = stablehlo.transpose %[[PAD]], dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[TRANSPOSE]], dims = [1, 2] : (tensor<4x4xf32>) -> tensor<2x4x4xf32>
// CHECK-NEXT:     %[[REVERSE:.*]] = stablehlo.reverse %[[BROADCAST_IN_DIM]], dims = [0] : tensor<2x4x4xf32>
// CHECK-NEXT:     %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<8x4xf32>
// CHECK-NEXT:     %[[RESHAPE:.*]] = stablehlo.reshape %[[REVERSE]] : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:     %[[MULTIPLY:.*]] = stablehlo.multiply %[[IOTA]], %[[RESHAPE]] : tensor<8x4xf32>
// CHECK-NEXT:     return %[[MULTIPLY]] : tensor<8x4xf32>
// CHECK-NEXT:   }
func.func @moving(%x: tensor<4x6xf32>, %i: tensor<i32>) -> tensor<8x4xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.slice %x [0:4, 1:5:2] : (tensor<4x6xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.concatenate %0, %0, dim = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dynamic_slice %1, %i, %i, sizes = [4, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  %3 = stablehlo.pad %2, %cst, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.reverse %5, dims = [0] : tensor<2x4x4xf32>
  %7 = stablehlo.iota dim = 1 : tensor<8x4xf32>
  %8 = stablehlo.reshape %6 : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
  %9 = stablehlo.multiply %7, %8 : tensor<8x4xf32>
  return %9 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @products(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x4x3xf32>, %[[ARG1:.*]]: tensor<2x3x5xf32>, %[[ARG2:.*]]: tensor<1x8x8x3xf32>, %[[ARG3:.*]]: tensor<3x3x3x4xf32>) -> tensor<2x4x5xf32> {
// CHECK-NEXT:     %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[ARG0]], %[[ARG1]], batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
// CHECK-NEXT:     %[[CONVOLUTION:.*]] = stablehlo.convolution(%[[ARG2]], %[[ARG3]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[\[}}0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
// CHECK-NEXT:     return %[[DOT_GENERAL]] : tensor<2x4x5xf32>
// CHECK-NEXT:   }
func.func @products(%x: tensor<2x4x3xf32>, %y: tensor<2x3x5xf32>, %image: tensor<1x8x8x3xf32>, %kernel: tensor<3x3x3x4xf32>) -> tensor<2x4x5xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
  %1 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<2x4x5xf32>
}

// CHECK-LABEL: func.func @regions(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x6xf32>, %[[ARG1:.*]]: tensor<i32>) -> tensor<i32> {
// CHECK-NEXT:     %[[CST:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:     %[[REDUCE:.*]] = stablehlo.reduce(%[[ARG0]] init: %[[CST]]) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:     %[[REDUCE_1:.*]] = stablehlo.reduce(%[[ARG0]] init: %[[CST]]) across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT:      reducer(%[[ARG2:.*]]: tensor<f32>, %[[ARG3:.*]]: tensor<f32>)  {
// CHECK-NEXT:       %[[DIVIDE:.*]] = stablehlo.divide %[[ARG2]], %[[ARG3]] : tensor<f32>
// CHECK-NEXT:       stablehlo.return %[[DIVIDE]] : tensor<f32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[WHILE:.*]] = stablehlo.while(%[[ITERARG:.*]] = %[[ARG1]]) : tensor<i32>
// CHECK-NEXT:     cond {
// CHECK-NEXT:       %[[DIVIDE]] = stablehlo.compare LT, %[[ITERARG]], %[[ARG1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:       stablehlo.return %[[DIVIDE]] : tensor<i1>
// CHECK-NEXT:     } do {
// CHECK-NEXT:       stablehlo.return %[[ITERARG]] : tensor<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CUSTOM_CALL:.*]]:2 = stablehlo.custom_call @two(%[[WHILE]]) {backend_config = ""} : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
// CHECK-NEXT:     return %[[CUSTOM_CALL]]#1 : tensor<i32>
// CHECK-NEXT:   }
func.func @regions(%x: tensor<4x6xf32>, %n: tensor<i32>) -> tensor<i32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %cst) across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %4 = stablehlo.divide %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }
  %2 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %4 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  %3:2 = stablehlo.custom_call @two(%2) {backend_config = ""} : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %3#1 : tensor<i32>
}

// CHECK-LABEL: func.func @lookups(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x6xf32>, %[[ARG1:.*]]: tensor<3x1xi32>, %[[ARG2:.*]]: tensor<3x6xf32>, %[[ARG3:.*]]: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<4x6xf32> {
// CHECK-NEXT:     %[[GATHER:.*]] = "stablehlo.gather"(%[[ARG0]], %[[ARG1]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x6xf32>
// CHECK-NEXT:     %[[SCATTER:.*]] = "stablehlo.scatter"(%[[ARG0]], %[[ARG1]], %[[ARG2]]) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
// CHECK-NEXT:     ^bb0(%[[ARG4:.*]]: tensor<f32>, %[[ARG5:.*]]: tensor<f32>):
// CHECK-NEXT:       stablehlo.return %[[ARG5]] : tensor<f32>
// CHECK-NEXT:     }) : (tensor<4x6xf32>, tensor<3x1xi32>, tensor<3x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:     return %[[SCATTER]] : tensor<4x6xf32>
// CHECK-NEXT:   }
func.func @lookups(%x: tensor<4x6xf32>, %i: tensor<3x1xi32>, %u: tensor<3x6xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<4x6xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x6xf32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<3x1xi32>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
