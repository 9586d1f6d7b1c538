// RUN: mlirlite-opt %s --convert-onnx-to-krnl=target=haswell --split-input-file | FileCheck %s

// A convolution stores what follows it: the gate x * Sigmoid(x), an activation with an attribute,
// limits that are known. There is one buffer, and no loop after the product's.

// CHECK-LABEL: func.func @activations
//       CHECK:   memref.alloc() {{.*}} : memref<1x3x3x3xf32>
//   CHECK-NOT:   memref.alloc
//       CHECK:   %[[SUMS:.*]]:6 = krnl.iterate
//       CHECK:   krnl.yield
//       CHECK:   math.exp %{{.*}} : vector<8xf32>
//       CHECK:   %[[SILU:.*]] = arith.mulf %[[SUMS]]#0, %{{.*}} : vector<8xf32>
//       CHECK:   arith.cmpf olt, %[[SILU]]
//       CHECK:   %[[LEAKY:.*]] = arith.select
//       CHECK:   %[[LOW:.*]] = arith.maximumf %[[LEAKY]]
//       CHECK:   %[[HIGH:.*]] = arith.minimumf %[[LOW]]
//       CHECK:   vector.store %[[HIGH]]
//   CHECK-NOT:   krnl.iterate
//       CHECK:   return
func.func @activations(%x: tensor<1x2x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %w = onnx.Constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]]]> : tensor<3x2x1x1xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %low = onnx.Constant dense<0.0> : tensor<f32>
  %high = onnx.Constant dense<6.0> : tensor<f32>
  %c = "onnx.Conv"(%x, %w, %none) {group = 1 : si64, kernel_shape = [1, 1]} : (tensor<1x2x3x3xf32>, tensor<3x2x1x1xf32>, none) -> tensor<1x3x3x3xf32>
  %s = "onnx.Sigmoid"(%c) : (tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %y = "onnx.Mul"(%c, %s) : (tensor<1x3x3x3xf32>, tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %l = "onnx.LeakyRelu"(%y) {alpha = 0.25 : f32} : (tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %z = "onnx.Clip"(%l, %low, %high) : (tensor<1x3x3x3xf32>, tensor<f32>, tensor<f32>) -> tensor<1x3x3x3xf32>
  return %z : tensor<1x3x3x3xf32>
}

// -----

// What is read twice is stored, and so is what a function without vectors reads.

// CHECK-LABEL: func.func @read_twice
//       CHECK:   memref.alloc
//       CHECK:   vector.store
//       CHECK:   memref.alloc
//       CHECK:   math.sin %{{.*}} : f32
//       CHECK:   return
func.func @read_twice(%x: tensor<1x2x3x3xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>) {
  %w = onnx.Constant dense<1.0> : tensor<1x2x1x1xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %c = "onnx.Conv"(%x, %w, %none) {group = 1 : si64, kernel_shape = [1, 1]} : (tensor<1x2x3x3xf32>, tensor<1x2x1x1xf32>, none) -> tensor<1x1x3x3xf32>
  %y = "onnx.Tanh"(%c) : (tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  %z = "onnx.Sin"(%c) : (tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return %y, %z : tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>
}
