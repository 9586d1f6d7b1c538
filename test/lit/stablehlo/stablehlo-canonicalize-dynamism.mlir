// RUN: mlirlite-opt %s --stablehlo-canonicalize-dynamism --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @each(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<f32>) -> (tensor<2x2xf32>, tensor<2x4xf32>, tensor<4xi32>, tensor<7xf32>, tensor<2xf32>) {
// CHECK-NEXT:     %[[RESHAPE:.*]] = stablehlo.reshape %[[ARG0]] : (tensor<4xf32>) -> tensor<2x2xf32>
// CHECK-NEXT:     %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[ARG0]], dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:     %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<4xi32>
// CHECK-NEXT:     %[[PAD:.*]] = stablehlo.pad %[[ARG0]], %[[ARG1]], low = [1], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK-NEXT:     %[[SLICE:.*]] = stablehlo.slice %[[ARG0]] [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
// CHECK-NEXT:     return %[[RESHAPE]], %[[BROADCAST_IN_DIM]], %[[IOTA]], %[[PAD]], %[[SLICE]] : tensor<2x2xf32>, tensor<2x4xf32>, tensor<4xi32>, tensor<7xf32>, tensor<2xf32>
// CHECK-NEXT:   }
func.func @each(%x: tensor<4xf32>, %v: tensor<f32>) -> (tensor<2x2xf32>, tensor<2x4xf32>, tensor<4xi32>, tensor<7xf32>, tensor<2xf32>) {
  %shape = stablehlo.constant dense<2> : tensor<2xi64>
  %wide = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %wide, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  %2 = stablehlo.dynamic_iota %four, dim = 0 : (tensor<1xi64>) -> tensor<4xi32>
  %3 = stablehlo.dynamic_pad %x, %v, %one, %two, %zero : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xf32>
  %4 = stablehlo.real_dynamic_slice %x, %zero, %four, %two : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<2x4xf32>, tensor<4xi32>, tensor<7xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @at(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<1xi64>) -> tensor<2xf32> {
// CHECK-NEXT:     %[[SLICE:.*]] = stablehlo.slice %[[ARG1]] [0:1] : (tensor<1xi64>) -> tensor<1xi64>
// CHECK-NEXT:     %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT:     %[[DYNAMIC_SLICE:.*]] = stablehlo.dynamic_slice %[[ARG0]], %[[RESHAPE]], sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>
// CHECK-NEXT:     return %[[DYNAMIC_SLICE]] : tensor<2xf32>
// CHECK-NEXT:   }
func.func @at(%x: tensor<4xf32>, %start: tensor<1xi64>) -> tensor<2xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %limit = stablehlo.add %start, %two : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<2xi64>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[DYNAMIC_RESHAPE:.*]] = stablehlo.dynamic_reshape %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:     return %[[DYNAMIC_RESHAPE]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @unknown(%x: tensor<4xf32>, %shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @call(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) -> tensor<1x2xf32> {
// CHECK-NEXT:     %[[CUSTOM_CALL:.*]] = stablehlo.custom_call @f(%[[ARG0]]) : (tensor<4xf32>) -> tensor<1x2xf32>
// CHECK-NEXT:     return %[[CUSTOM_CALL]] : tensor<1x2xf32>
// CHECK-NEXT:   }
func.func @call(%x: tensor<4xf32>) -> tensor<1x2xf32> {
  %shape = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.custom_call @f(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

func.func @two(%x: tensor<4xf32>) -> tensor<1x2xf32> {
  %shape = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error @+1 {{indices_of_shape_operands: number of elements (2) must be equal to the number of operation results (1)}}
  %0 = stablehlo.custom_call @f(%x, %shape) {indices_of_shape_operands = dense<[0, 1]> : tensor<2xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
