// RUN: not mlirlite-opt --convert-onnx-to-krnl --split-input-file %s 2>&1 | FileCheck %s

// Loops would run over one shape and load from the other.

// CHECK: error: 'onnx.Relu' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'
func.func @fewer(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK: error: 'onnx.Conv' op inferred type(s) 'tensor<1x3x8x8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'
func.func @rank(%x: tensor<1x2x8x8xf32>, %w: tensor<3x2x1x1xf32>) -> tensor<4xf32> {
  %none = "onnx.NoValue"() : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) : (tensor<1x2x8x8xf32>, tensor<3x2x1x1xf32>, none) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
