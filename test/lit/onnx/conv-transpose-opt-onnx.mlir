// RUN: mlirlite-opt %s --conv-transpose-opt-onnx --split-input-file | FileCheck %s

// Steps of 2: four phases, each a convolution with 2x2 taps, are put between each other; the pads
// are cut off.

// CHECK-LABEL: func.func @steps
// CHECK: %[[C:.*]] = "onnx.Conv"(%arg0, %{{.*}}, %{{.*}}) {{.*}}kernel_shape = [2, 2]{{.*}}pads = [1, 1, 1, 1]{{.*}} : (tensor<1x3x5x7xf32>, tensor<8x3x2x2xf32>, none) -> tensor<1x8x6x8xf32>
// CHECK: %[[R:.*]] = "onnx.Reshape"(%[[C]], %{{.*}}) {{.*}} -> tensor<1x2x2x2x6x8xf32>
// CHECK: %[[T:.*]] = "onnx.Transpose"(%[[R]]) <{perm = [0, 1, 4, 2, 5, 3]}> {{.*}} -> tensor<1x2x6x2x8x2xf32>
// CHECK: %[[M:.*]] = "onnx.Reshape"(%[[T]], %{{.*}}) {{.*}} -> tensor<1x2x12x16xf32>
// CHECK: %[[S:.*]] = "onnx.Slice"(%[[M]], {{.*}} -> tensor<1x2x10x14xf32>
// CHECK: return %[[S]]
func.func @steps(%x: tensor<1x3x5x7xf32>) -> tensor<1x2x10x14xf32> {
  %w = onnx.Constant dense<1.0> : tensor<3x2x4x4xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.ConvTranspose"(%x, %w, %none) {pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x3x5x7xf32>, tensor<3x2x4x4xf32>, none) -> tensor<1x2x10x14xf32>
  return %0 : tensor<1x2x10x14xf32>
}

// -----

// Without steps it is one convolution, of the taps from the last to the first.

// CHECK-LABEL: func.func @flipped
// CHECK: onnx.Constant dense<{{\[\[\[}}3.000000e+00, 2.000000e+00, 1.000000e+00]]]> : tensor<1x1x3xf32>
// CHECK: %[[C:.*]] = "onnx.Conv"(%arg0, {{.*}}pads = [1, 1]
// CHECK: return %[[C]]
func.func @flipped(%x: tensor<1x1x5xf32>) -> tensor<1x1x5xf32> {
  %w = onnx.Constant dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.ConvTranspose"(%x, %w, %none) {pads = [1, 1]} : (tensor<1x1x5xf32>, tensor<1x1x3xf32>, none) -> tensor<1x1x5xf32>
  return %0 : tensor<1x1x5xf32>
}

// -----

// Weights that are not constants stay.

// CHECK-LABEL: func.func @stays
// CHECK: onnx.ConvTranspose
func.func @stays(%x: tensor<1x1x5xf32>, %v: tensor<1x1x3xf32>) -> tensor<1x1x7xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.ConvTranspose"(%x, %v, %none) : (tensor<1x1x5xf32>, tensor<1x1x3xf32>, none) -> tensor<1x1x7xf32>
  return %0 : tensor<1x1x7xf32>
}

// -----

// A stride and a dilation: zeros between the taps, of which each phase has every other one.

// CHECK-LABEL: func.func @spread
// CHECK: onnx.Constant dense<{{\[\[\[}}3.000000e+00, 2.000000e+00, 1.000000e+00]], {{\[\[}}0.000000e+00, 0.000000e+00, 0.000000e+00]]]> : tensor<2x1x3xf32>
// CHECK: "onnx.Conv"
func.func @spread(%x: tensor<1x1x5xf32>) -> tensor<1x1x13xf32> {
  %w = onnx.Constant dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.ConvTranspose"(%x, %w, %none) {strides = [2], dilations = [2]} : (tensor<1x1x5xf32>, tensor<1x1x3xf32>, none) -> tensor<1x1x13xf32>
  return %0 : tensor<1x1x13xf32>
}

// -----

// Height and width that the run tells: the phases are interleaved by DepthToSpace, and the end that
// is cut off is counted from the last element.

// CHECK-LABEL: func.func @any_size
// CHECK: %[[C:.*]] = "onnx.Conv"(%arg0, {{.*}}pads = [1, 1, 1, 1]{{.*}} -> tensor<?x8x?x?xf32>
// CHECK: %[[D:.*]] = "onnx.DepthToSpace"(%[[C]]) <{blocksize = 2 : si64, mode = "CRD"}> {{.*}} -> tensor<?x2x?x?xf32>
// CHECK: %[[S:.*]] = "onnx.Slice"(%[[D]], {{.*}} -> tensor<?x2x?x?xf32>
// CHECK: return %[[S]]
func.func @any_size(%x: tensor<?x3x?x?xf32>) -> tensor<?x2x?x?xf32> {
  %w = onnx.Constant dense<1.0> : tensor<3x2x4x4xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.ConvTranspose"(%x, %w, %none) {pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<?x3x?x?xf32>, tensor<3x2x4x4xf32>, none) -> tensor<?x2x?x?xf32>
  return %0 : tensor<?x2x?x?xf32>
}

// -----

// Strides that differ: the shape is computed.

// CHECK-LABEL: func.func @two_strides
// CHECK: %[[C:.*]] = "onnx.Conv"
// CHECK: "onnx.Shape"(%[[C]])
// CHECK: "onnx.Transpose"
// CHECK: "onnx.Reshape"{{.*}} -> tensor<?x2x?x?xf32>
func.func @two_strides(%x: tensor<?x3x?x?xf32>) -> tensor<?x2x?x?xf32> {
  %w = onnx.Constant dense<1.0> : tensor<3x2x2x1xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.ConvTranspose"(%x, %w, %none) {strides = [2, 1]} : (tensor<?x3x?x?xf32>, tensor<3x2x2x1xf32>, none) -> tensor<?x2x?x?xf32>
  return %0 : tensor<?x2x?x?xf32>
}
