// RUN: mlirlite-opt %s --quantize-onnx --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --quantize-onnx=activations=i8 --split-input-file | FileCheck %s --check-prefix=SIGNED
// RUN: not mlirlite-opt %s --quantize-onnx=activations=i4 --split-input-file 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: error: unknown type 'i4'{{.*}}expected ui8 or i8

// A scale for each output channel; a range is widened to have 0 in it.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x4x4xf32>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK-DAG: %[[Z:.*]] = onnx.Constant dense<100> : tensor<ui8>
// CHECK: %[[Q:.*]] = "onnx.QuantizeLinear"(%[[X]], %[[S]], %[[Z]])
// CHECK-SAME: -> tensor<1x2x4x4xui8>
// CHECK: %[[D:.*]] = "onnx.DequantizeLinear"(%[[Q]], %[[S]], %[[Z]])
// CHECK-NOT: tensor<2x2x1x1xf32>
// CHECK: %[[W:.*]] = onnx.Constant dense<{{\[}}{{\[}}{{\[}}[127]], {{\[}}[-64]]], {{\[}}{{\[}}[0]], {{\[}}[127]]]]> : tensor<2x2x1x1xi8>
// CHECK: %[[T:.*]] = onnx.Constant dense<[0.00787401571, 0.0314960629]> : tensor<2xf32>
// CHECK: %[[N:.*]] = onnx.Constant dense<0> : tensor<2xi8>
// CHECK: %[[V:.*]] = "onnx.DequantizeLinear"(%[[W]], %[[T]], %[[N]]) <{axis = 0
// CHECK: %[[C:.*]] = "onnx.Conv"(%[[D]], %[[V]], %{{.*}})
// CHECK: %[[R:.*]] = "onnx.Add"(%[[C]], %[[D]])
// CHECK: return %[[R]], %[[X]]
// SIGNED: onnx.Constant dense<-28> : tensor<i8>
// SIGNED: "onnx.QuantizeLinear"{{.*}} -> tensor<1x2x4x4xi8>
func.func @main(%x: tensor<1x2x4x4xf32> {onnx.range = array<f32: -1.0, 1.55>}) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %w = onnx.Constant dense<[[[[1.0]], [[-0.5]]], [[[0.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %b = onnx.Constant dense<0.25> : tensor<2xf32>
  %0 = "onnx.Conv"(%x, %w, %b) {kernel_shape = [1, 1]} : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %1 = "onnx.Add"(%0, %x) : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %1, %x : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}

// -----

// Weights of a Gemm have a scale for each column of the result.
// CHECK-LABEL: func.func @gemm
// CHECK: onnx.Constant dense<{{\[}}[127, -127], [64, 0]]> : tensor<2x2xi8>
// CHECK: "onnx.DequantizeLinear"{{.*}} <{axis = 1
// CHECK: onnx.Constant dense<1> : tensor<ui8>
// CHECK: "onnx.QuantizeLinear"
// CHECK: "onnx.Gemm"
func.func @gemm(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %w = onnx.Constant dense<[[2.0, -1.0], [1.0, 0.0]]> : tensor<2x2xf32>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.Abs"(%x) {range = array<f32: -0.01, 2.54>} : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = "onnx.Gemm"(%0, %w, %none) : (tensor<?x2xf32>, tensor<2x2xf32>, none) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}

// -----

// A MatMul of a stack of matrices, too.
// CHECK-LABEL: func.func @matmul
// CHECK: onnx.Constant dense<{{\[}}[127, -127], [64, 0]]> : tensor<2x2xi8>
// CHECK: "onnx.DequantizeLinear"{{.*}} <{axis = 1
// CHECK: "onnx.QuantizeLinear"
// CHECK: "onnx.MatMul"
func.func @matmul(%x: tensor<3x?x2xf32>) -> tensor<3x?x2xf32> {
  %w = onnx.Constant dense<[[2.0, -1.0], [1.0, 0.0]]> : tensor<2x2xf32>
  %0 = "onnx.Abs"(%x) {range = array<f32: -0.01, 2.54>} : (tensor<3x?x2xf32>) -> tensor<3x?x2xf32>
  %1 = "onnx.MatMul"(%0, %w) : (tensor<3x?x2xf32>, tensor<2x2xf32>) -> tensor<3x?x2xf32>
  return %1 : tensor<3x?x2xf32>
}

// -----

// Products with the same weights read the same bytes; what also reads the floats keeps them.
// CHECK-LABEL: func.func @shared
// CHECK: %[[F:.*]] = onnx.Constant {{.*}} : tensor<2x2xf32>
// CHECK: %[[B:.*]] = onnx.Constant dense<{{\[}}[127, -127], [64, 0]]> : tensor<2x2xi8>
// CHECK: %[[W:.*]] = "onnx.DequantizeLinear"(%[[B]], {{.*}} <{axis = 1
// CHECK: "onnx.MatMul"({{.*}}, %[[W]])
// CHECK-NOT: tensor<2x2xi8>
// CHECK: "onnx.MatMul"({{.*}}, %[[W]])
// CHECK: return {{.*}}, %[[F]]
func.func @shared(%x: tensor<?x2xf32> {onnx.range = array<f32: 0.0, 2.55>}) -> (tensor<?x2xf32>, tensor<2x2xf32>) {
  %w = onnx.Constant dense<[[2.0, -1.0], [1.0, 0.0]]> : tensor<2x2xf32>
  %0 = "onnx.MatMul"(%x, %w) {range = array<f32: 0.0, 2.55>} : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  %1 = "onnx.MatMul"(%0, %w) : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  return %1, %w : tensor<?x2xf32>, tensor<2x2xf32>
}

// -----

// Without a range, with few products a sum, or with weights that are not known, nothing changes.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: QuantizeLinear
// CHECK: return
func.func @stays(%x: tensor<1x2x4x4xf32>, %y: tensor<1x2x4x4xf32> {onnx.range = array<f32: 0.0, 1.0>}, %v: tensor<2x2x1x1xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %w = onnx.Constant dense<1.0> : tensor<2x2x1x1xf32>
  %d = onnx.Constant dense<1.0> : tensor<2x1x1x1xf32>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) {kernel_shape = [1, 1]} : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %1 = "onnx.Conv"(%y, %d, %none) {kernel_shape = [1, 1], group = 2 : si64} : (tensor<1x2x4x4xf32>, tensor<2x1x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %2 = "onnx.Conv"(%y, %v, %none) {kernel_shape = [1, 1]} : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %0, %1, %2 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}
