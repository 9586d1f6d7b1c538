// RUN: mlirlite-opt %s --box-results-onnx --split-input-file | FileCheck %s

// A result of the function has the rank that the branch gives it.

// CHECK-LABEL: func.func @rank_by_branch
//  CHECK-SAME:   -> (!onnx.Opt<tensor<*xf32>> {onnx.name = "y", onnx.varying_rank}, tensor<f32>)
//       CHECK:   %[[R:.*]] = "onnx.If"
//       CHECK:     %[[A:.*]] = "onnx.Optional"({{.*}}) : (tensor<f32>) -> !onnx.Opt<tensor<f32>>
//       CHECK:     onnx.Yield %[[A]]
//       CHECK:     %[[B:.*]] = "onnx.Optional"({{.*}}) : (tensor<1xf32>) -> !onnx.Opt<tensor<1xf32>>
//       CHECK:     onnx.Yield %[[B]]
//       CHECK:   onnx.Return %[[R]], %{{.*}} : !onnx.Opt<tensor<*xf32>>, tensor<f32>
func.func @rank_by_branch(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<1xf32>) -> (tensor<*xf32> {onnx.name = "y"}, tensor<f32>) {
  %0 = "onnx.If"(%c) ({
    onnx.Yield %x : tensor<f32>
  }, {
    onnx.Yield %y : tensor<1xf32>
  }) : (tensor<i1>) -> tensor<*xf32>
  onnx.Return %0, %x : tensor<*xf32>, tensor<f32>
}

// -----

// Conditionals in branches.

// CHECK-LABEL: func.func @nested
//       CHECK:   "onnx.If"
//       CHECK:     "onnx.If"
//       CHECK:       "onnx.Optional"
//       CHECK:       "onnx.Optional"
//       CHECK:     : (tensor<i1>) -> !onnx.Opt<tensor<*xf32>>
//       CHECK:     "onnx.Optional"
//       CHECK:   : (tensor<i1>) -> !onnx.Opt<tensor<*xf32>>
func.func @nested(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<1xf32>) -> tensor<*xf32> {
  %0 = "onnx.If"(%c) ({
    %1 = "onnx.If"(%c) ({
      onnx.Yield %x : tensor<f32>
    }, {
      onnx.Yield %y : tensor<1xf32>
    }) : (tensor<i1>) -> tensor<*xf32>
    onnx.Yield %1 : tensor<*xf32>
  }, {
    onnx.Yield %y : tensor<1xf32>
  }) : (tensor<i1>) -> tensor<*xf32>
  onnx.Return %0 : tensor<*xf32>
}

// -----

// A value with another user stays; so does one whose rank nothing tells.

// CHECK-LABEL: func.func @used_elsewhere
//   CHECK-NOT:   onnx.Optional
func.func @used_elsewhere(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<1xf32>, %z: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %0 = "onnx.If"(%c) ({
    onnx.Yield %x : tensor<f32>
  }, {
    onnx.Yield %y : tensor<1xf32>
  }) : (tensor<i1>) -> tensor<*xf32>
  %1 = "onnx.Exp"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %0, %1, %z : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
