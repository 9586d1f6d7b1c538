// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// Upstream takes a rank from what is none.

func.func @unranked(%t: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'tensor.collapse_shape' op expects tensors of known rank}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<*xf32> into tensor<*xf32>
  return %0 : tensor<*xf32>
}
