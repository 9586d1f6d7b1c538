// REQUIRES: numpy
// RUN: mlirlite-opt %s --stablehlo-refine-shapes --split-input-file --verify-diagnostics | FileCheck %s

module {
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x3xf32>) -> tensor<12xf32> {
// CHECK-NEXT:     %[[CONVERT:.*]] = stablehlo.convert %[[ARG0]] : tensor<4x3xf32>
// CHECK-NEXT:     %[[CALL:.*]] = call @flat(%[[CONVERT]]) : (tensor<4x3xf32>) -> tensor<12xf32>
// CHECK-NEXT:     return %[[CALL]] : tensor<12xf32>
// CHECK-NEXT:   }
  func.func @main(%x: tensor<4x3xf32>) -> tensor<?xf32> {
    %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4x3xf32>) -> tensor<i32>
    %y = stablehlo.convert %x : (tensor<4x3xf32>) -> tensor<?x3xf32>
    %1 = call @flat(%0, %y) : (tensor<i32>, tensor<?x3xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
// CHECK-LABEL: func.func private @flat(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x3xf32>) -> tensor<12xf32> {
// CHECK-NEXT:     %[[C:.*]] = stablehlo.constant dense<12> : tensor<1xi32>
// CHECK-NEXT:     %[[DYNAMIC_RESHAPE:.*]] = stablehlo.dynamic_reshape %[[ARG0]], %[[C]] : (tensor<4x3xf32>, tensor<1xi32>) -> tensor<12xf32>
// CHECK-NEXT:     return %[[DYNAMIC_RESHAPE]] : tensor<12xf32>
// CHECK-NEXT:   }
  func.func private @flat(%n: tensor<i32>, %x: tensor<?x3xf32>) -> tensor<?xf32> {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %0 = stablehlo.multiply %n, %three : tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.dynamic_reshape %x, %1 : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>
    return %2 : tensor<?xf32>
  }
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<i32>) -> tensor<4xf32> {
// CHECK-NEXT:     %[[C:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:     %[[TANH:.*]] = stablehlo.tanh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:     %[[WHILE:.*]]:2 = stablehlo.while(%[[ITERARG:.*]] = %[[TANH]], %[[ITERARG_0:.*]] = %[[C]]) : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:     cond {
// CHECK-NEXT:       %[[COMPARE:.*]] = stablehlo.compare LT, %[[ITERARG_0]], %[[ARG1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:       stablehlo.return %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:     } do {
// CHECK-NEXT:       %[[COMPARE]] = stablehlo.add %[[ITERARG]], %[[ITERARG]] : tensor<4xf32>
// CHECK-NEXT:       %[[ADD:.*]] = stablehlo.add %[[ITERARG_0]], %[[ITERARG_0]] : tensor<i32>
// CHECK-NEXT:       stablehlo.return %[[COMPARE]], %[[ADD]] : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[WHILE]]#0 : tensor<4xf32>
// CHECK-NEXT:   }
func.func @loop(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.tanh %x : (tensor<4xf32>) -> tensor<?xf32>
  %0:2 = stablehlo.while(%y = %start, %i = %zero) : tensor<?xf32>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.add %y, %y : tensor<?xf32>
    %3 = stablehlo.add %i, %i : tensor<i32>
    stablehlo.return %2, %3 : tensor<?xf32>, tensor<i32>
  }
  return %0#0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @operators(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x3xf32>, %[[ARG1:.*]]: tensor<3x5xf32>) -> (tensor<4x5xf32>, tensor<5x5xf32>, tensor<5xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:     %[[C:.*]] = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// CHECK-NEXT:     %[[C_0:.*]] = stablehlo.constant dense<0> : tensor<2xi64>
// CHECK-NEXT:     %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[ARG0]], %[[ARG1]], contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:     %[[DYNAMIC_PAD:.*]] = stablehlo.dynamic_pad %[[DOT_GENERAL]], %[[CST]], %[[C]], %[[C_0]], %[[C_0]] : (tensor<4x5xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x5xf32>
// CHECK-NEXT:     %[[REDUCE:.*]] = stablehlo.reduce(%[[DYNAMIC_PAD]] init: %[[CST]]) applies stablehlo.add across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:     return %[[DOT_GENERAL]], %[[DYNAMIC_PAD]], %[[REDUCE]] : tensor<4x5xf32>, tensor<5x5xf32>, tensor<5xf32>
// CHECK-NEXT:   }
func.func @operators(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0> : tensor<2xi64>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_pad %0, %v, %low, %zero, %zero : (tensor<?x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = stablehlo.reduce(%1 init: %v) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>
}

// -----

// expected-error @+1 {{must have no more than one function or a `main` function to clearly identify which function will be refined}}
module {
  func.func @a() { return }
  func.func @b() { return }
}

// -----

module {
  func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) {
    %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
    %1 = stablehlo.convert %y : (tensor<5xf32>) -> tensor<?xf32>
    call @f(%0) : (tensor<?xf32>) -> ()
    call @f(%1) : (tensor<?xf32>) -> ()
    return
  }
  // expected-error @+1 {{'func.func' op refined with incompatible refinement keys}}
  func.func private @f(%x: tensor<?xf32>) { return }
}
