// RUN: mlirlite-opt %s --layout-onnx=target=haswell --split-input-file | FileCheck %s

// Blocks begin at the first convolution and go on through what can go along; they end once.

// CHECK-LABEL: func.func @chain
func.func @chain(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x4x4xf32> {
  // CHECK: %[[X:.*]] = "onnx.LayoutTransform"(%arg0) <{{.*}}: (tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32, #onnx.layout<{{.*}}>>
  // CHECK: "onnx.Conv"(%[[X]]
  // CHECK-SAME: -> tensor<1x16x8x8xf32, #onnx.layout<{{.*}}>>
  // CHECK-NOT: LayoutTransform
  // CHECK: "onnx.Relu"
  // CHECK: "onnx.MaxPoolSingleOut"
  // CHECK: %[[B:.*]] = "onnx.LayoutTransform"{{.*}} -> tensor<1x16x4x4xf32>
  // CHECK-NEXT: return %[[B]]
  %w = onnx.Constant dense<1.0> : tensor<16x16x3x3xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) {kernel_shape = [3, 3], pads = [1, 1, 1, 1]} : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>, none) -> tensor<1x16x8x8xf32>
  %1 = "onnx.Relu"(%0) : (tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %2 = "onnx.MaxPoolSingleOut"(%1) {kernel_shape = [2, 2], strides = [2, 2]} : (tensor<1x16x8x8xf32>) -> tensor<1x16x4x4xf32>
  return %2 : tensor<1x16x4x4xf32>
}

// -----

// Few channels are read as planes; a constant for each channel goes into blocks as well.

// CHECK-LABEL: func.func @first
func.func @first(%x: tensor<1x3x8x8xf32>) -> tensor<1x16x8x8xf32> {
  // CHECK: "onnx.Conv"(%arg0
  // CHECK: %[[C:.*]] = "onnx.LayoutTransform"({{.*}}tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32, #
  // CHECK: "onnx.Mul"({{.*}}, %[[C]])
  %w = onnx.Constant dense<1.0> : tensor<16x3x1x1xf32>
  %c = onnx.Constant dense<2.0> : tensor<16x1x1xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>, none) -> tensor<1x16x8x8xf32>
  %1 = "onnx.Mul"(%0, %c) : (tensor<1x16x8x8xf32>, tensor<16x1x1xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// -----

// A gate of each channel, as it is computed from the image, stays in blocks beside it.

// CHECK-LABEL: func.func @gated
func.func @gated(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  // CHECK: %[[IN:.*]] = "onnx.LayoutTransform"(%arg0)
  // CHECK-NEXT: %[[IMAGE:.*]] = "onnx.Conv"(%[[IN]]
  // CHECK-NEXT: %[[POOLED:.*]] = "onnx.GlobalAveragePool"(%[[IMAGE]])
  // CHECK-NEXT: %[[GATE:.*]] = "onnx.Sigmoid"(%[[POOLED]])
  // CHECK-NEXT: "onnx.Mul"(%[[IMAGE]], %[[GATE]]) : (tensor<1x16x8x8xf32, #{{.*}}>, tensor<1x16x1x1xf32, #{{.*}}>)
  // CHECK-NEXT: "onnx.LayoutTransform"
  %w = onnx.Constant dense<1.0> : tensor<16x16x1x1xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>, none) -> tensor<1x16x8x8xf32>
  %1 = "onnx.GlobalAveragePool"(%0) : (tensor<1x16x8x8xf32>) -> tensor<1x16x1x1xf32>
  %2 = "onnx.Sigmoid"(%1) : (tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  %3 = "onnx.Mul"(%0, %2) : (tensor<1x16x8x8xf32>, tensor<1x16x1x1xf32>) -> tensor<1x16x8x8xf32>
  return %3 : tensor<1x16x8x8xf32>
}

// -----

// What stays: few channels that the image's type does not state, outputs that would fill less than half of a block, groups
// that are not whole blocks.

// CHECK-LABEL: func.func @stay
// CHECK-NOT: onnx.layout
func.func @stay(%x: tensor<1x16x8x8xf32>, %d: tensor<1x?x8x8xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x3x8x8xf32>, tensor<1x16x8x8xf32>) {
  %w = onnx.Constant dense<1.0> : tensor<16x3x1x1xf32>
  %few = onnx.Constant dense<1.0> : tensor<3x16x1x1xf32>
  %parts = onnx.Constant dense<1.0> : tensor<16x4x1x1xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %1 = "onnx.Conv"(%d, %w, %n) : (tensor<1x?x8x8xf32>, tensor<16x3x1x1xf32>, none) -> tensor<1x16x8x8xf32>
  %2 = "onnx.Conv"(%x, %few, %n) : (tensor<1x16x8x8xf32>, tensor<3x16x1x1xf32>, none) -> tensor<1x3x8x8xf32>
  %3 = "onnx.Conv"(%x, %parts, %n) {group = 4 : si64} : (tensor<1x16x8x8xf32>, tensor<16x4x1x1xf32>, none) -> tensor<1x16x8x8xf32>
  return %1, %2, %3 : tensor<1x16x8x8xf32>, tensor<1x3x8x8xf32>, tensor<1x16x8x8xf32>
}

// -----

// Weights that the run tells are packed then.

// CHECK-LABEL: func.func @variable
// CHECK: "onnx.Conv"({{.*}} -> tensor<1x16x8x8xf32, #onnx.layout<{dataLayout = "NCHW8C"}>>
func.func @variable(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>, none) -> tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}

// -----

// Batch, height and width need not be known.

// CHECK-LABEL: func.func @any_size
func.func @any_size(%x: tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32> {
  // CHECK: "onnx.LayoutTransform"(%arg0)
  // CHECK: "onnx.Conv"{{.*}} -> tensor<?x16x?x?xf32, #onnx.layout<{{.*}}>>
  // CHECK-NEXT: "onnx.Relu"
  // CHECK-NEXT: %[[B:.*]] = "onnx.LayoutTransform"{{.*}} -> tensor<?x16x?x?xf32>
  // CHECK-NEXT: return %[[B]]
  %w = onnx.Constant dense<1.0> : tensor<16x16x3x3xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) {auto_pad = "SAME_UPPER"} : (tensor<?x16x?x?xf32>, tensor<16x16x3x3xf32>, none) -> tensor<?x16x?x?xf32>
  %1 = "onnx.Relu"(%0) : (tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32>
  return %1 : tensor<?x16x?x?xf32>
}

// -----

// A row whose length the run tells is an image of one row, from one convolution to the next.

// CHECK-LABEL: func.func @rows
// CHECK: "onnx.Unsqueeze"
// CHECK: "onnx.Conv"{{.*}}kernel_shape = [1, 3]{{.*}}pads = [0, 1, 0, 1]{{.*}} -> tensor<1x16x1x?xf32, #onnx.layout<{{.*}}>>
// CHECK-NOT: Squeeze
// CHECK: "onnx.Relu"{{.*}} -> tensor<1x16x1x?xf32, #onnx.layout<{{.*}}>>
// CHECK-NOT: Squeeze
// CHECK: "onnx.Conv"
// CHECK: "onnx.Squeeze"{{.*}} -> tensor<1x16x?xf32>
func.func @rows(%x: tensor<1x16x?xf32>) -> tensor<1x16x?xf32> {
  %w = onnx.Constant dense<1.0> : tensor<16x16x3xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) {kernel_shape = [3], pads = [1, 1]} : (tensor<1x16x?xf32>, tensor<16x16x3xf32>, none) -> tensor<1x16x?xf32>
  %1 = "onnx.Relu"(%0) : (tensor<1x16x?xf32>) -> tensor<1x16x?xf32>
  %2 = "onnx.Conv"(%1, %w, %n) {kernel_shape = [3], pads = [1, 1]} : (tensor<1x16x?xf32>, tensor<16x16x3xf32>, none) -> tensor<1x16x?xf32>
  return %2 : tensor<1x16x?xf32>
}

// -----

// Planes of a volume, with the channels of both taps along the depth.

// CHECK-LABEL: func.func @volume
// CHECK: "onnx.Transpose"(%arg0) <{perm = [0, 2, 1, 3, 4]}>
// CHECK-COUNT-2: "onnx.Slice"
// CHECK: "onnx.Concat"{{.*}} -> tensor<1x3x32x8x8xf32>
// CHECK: "onnx.Conv"{{.*}} -> tensor<3x16x8x8xf32, #onnx.layout<{{.*}}>>
// CHECK: "onnx.Transpose"{{.*}} -> tensor<1x16x3x8x8xf32>
func.func @volume(%x: tensor<1x16x4x8x8xf32>) -> tensor<1x16x3x8x8xf32> {
  %w = onnx.Constant dense<1.0> : tensor<16x16x2x1x1xf32>
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x16x4x8x8xf32>, tensor<16x16x2x1x1xf32>, none) -> tensor<1x16x3x8x8xf32>
  return %0 : tensor<1x16x3x8x8xf32>
}

// -----

// Weights tell how many channels the image has to have.

// CHECK-LABEL: func.func @told
// CHECK: "onnx.Require"(%arg0
// CHECK: "onnx.LayoutTransform"(%arg0) <{{.*}}: (tensor<?x?x?x?xf32>) -> tensor<?x16x?x?xf32, #onnx.layout<{{.*}}>>
func.func @told(%x: tensor<?x?x?x?xf32>) -> tensor<?x16x?x?xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %w = onnx.Constant dense<1.0> : tensor<16x16x3x3xf32>
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<?x?x?x?xf32>, tensor<16x16x3x3xf32>, none) -> tensor<?x16x?x?xf32>
  onnx.Return %0 : tensor<?x16x?x?xf32>
}

// -----

// A depthwise convolution begins blocks if it has a stride; another one only follows.

// CHECK-LABEL: func.func @depthwise
// CHECK: "onnx.Conv"{{.*}} -> tensor<1x16x8x8xf32>
// CHECK: "onnx.LayoutTransform"
// CHECK: "onnx.Conv"{{.*}} -> tensor<1x16x4x4xf32, #onnx.layout<{{.*}}>>
func.func @depthwise(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x4x4xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %w = onnx.Constant dense<1.0> : tensor<16x1x3x3xf32>
  %0 = "onnx.Conv"(%x, %w, %n) {group = 16 : si64, pads = [1, 1, 1, 1]} : (tensor<1x16x8x8xf32>, tensor<16x1x3x3xf32>, none) -> tensor<1x16x8x8xf32>
  %1 = "onnx.Conv"(%0, %w, %n) {group = 16 : si64, pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x16x8x8xf32>, tensor<16x1x3x3xf32>, none) -> tensor<1x16x4x4xf32>
  return %1 : tensor<1x16x4x4xf32>
}
