// RUN: mlirlite-opt %s --split-input-file | mlirlite-opt --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --split-input-file --mlir-print-op-generic | mlirlite-opt --split-input-file | FileCheck %s

// Attributes in plain braces go where they belong, and defaults are there.

// CHECK-LABEL: func.func @conv
//       CHECK:   "onnx.NoValue"() <{value}> : () -> none
//       CHECK:   "onnx.Conv"(%{{.*}}, %{{.*}}, %{{.*}}) <{auto_pad = "NOTSET", group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1]}> {onnx_node_name = "conv1"} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>, none) -> tensor<1x4x8x8xf32>
func.func @conv(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) {kernel_shape = [3, 3], onnx_node_name = "conv1", pads = [1, 1, 1, 1]} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>, none) -> tensor<1x4x8x8xf32>
  onnx.Return %0 : tensor<1x4x8x8xf32>
}
"onnx.EntryPoint"() {func = @conv} : () -> ()

// -----

// CHECK-LABEL: func.func @constants
//       CHECK:   onnx.Constant dense<[1, 2]> : tensor<2xi64>
//       CHECK:   onnx.Constant dense<1.000000e+00> : tensor<3x4xf32>
//       CHECK:   onnx.Constant sparse<{{\[}}[0, 1]], 2.000000e+00> : tensor<2x2xf32>
//       CHECK:   onnx.Constant dense<["a", "b"]> : tensor<2x!onnx.String>
//       CHECK:   onnx.Constant {value_int = 1 : si64} : tensor<i64>
//       CHECK:   onnx.Constant {value_floats = [1.000000e+00 : f32, 2.000000e+00 : f32]} : tensor<2xf32>
func.func @constants() {
  %0 = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<3x4xf32>} : () -> tensor<3x4xf32>
  %2 = onnx.Constant sparse<[[0, 1]], [2.0]> : tensor<2x2xf32>
  %3 = onnx.Constant dense<["a", "b"]> : tensor<2x!onnx.String>
  %4 = onnx.Constant {value_int = 1 : si64} : tensor<i64>
  %5 = onnx.Constant {value_floats = [1.0 : f32, 2.0 : f32]} : tensor<2xf32>
  return
}

// -----

// CHECK-LABEL: func.func @constant_of_shape
//       CHECK:   onnx.ConstantOfShape(%{{.*}}) {value = dense<0.000000e+00> : tensor<1xf32>} : (tensor<2xi64>) -> tensor<?x?xf32>
//       CHECK:   onnx.ConstantOfShape(%{{.*}}) : (tensor<2xi64>) -> tensor<*xf32>
func.func @constant_of_shape(%s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = onnx.ConstantOfShape(%s) {value = dense<0.0> : tensor<1xf32>} : (tensor<2xi64>) -> tensor<?x?xf32>
  %1 = onnx.ConstantOfShape(%s) : (tensor<2xi64>) -> tensor<*xf32>
  onnx.Return %0 : tensor<?x?xf32>
}

// -----

// Versions keep a name of their own where they mean something else; element types are types.

// CHECK-LABEL: func.func @versions
//       CHECK:   "onnx.SoftmaxV11"(%{{.*}}) <{axis = 1 : si64}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//       CHECK:   "onnx.Softmax"(%{{.*}}) <{axis = -1 : si64}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//       CHECK:   "onnx.Cast"(%{{.*}}) <{round_mode = "up", saturate = 1 : si64, to = f16}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf16>
func.func @versions(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf16> {
  %0 = "onnx.SoftmaxV11"(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = "onnx.Softmax"(%0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %2 = "onnx.Cast"(%1) {to = f16} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf16>
  onnx.Return %2 : tensor<2x3x4xf16>
}

// -----

// CHECK-LABEL: func.func private @types
//  CHECK-SAME:   !onnx.Seq<tensor<*xf32>>
//  CHECK-SAME:   !onnx.Opt<!onnx.Seq<tensor<2xui8>>>
//  CHECK-SAME:   tensor<2x!onnx.String>
//  CHECK-SAME:   tensor<4xi4>, tensor<4xf8E4M3FN>, tensor<1xcomplex<f32>>
//  CHECK-SAME:   tuple<i64, f32>
//  CHECK-SAME:   tensor<1x8x4x4xf32, #onnx.layout<{dataLayout = "NCHW4C"}>>
func.func private @types(!onnx.Seq<tensor<*xf32>>, !onnx.Opt<!onnx.Seq<tensor<2xui8>>>,
  tensor<2x!onnx.String>, tensor<4xi4>, tensor<4xf8E4M3FN>, tensor<1xcomplex<f32>>, tuple<i64, f32>,
  tensor<1x8x4x4xf32, #onnx.layout<{dataLayout = "NCHW4C"}>>)

// -----

// Subgraphs are regions that may use values from outside.

// CHECK-LABEL: func.func @subgraphs
//       CHECK:   "onnx.If"(%{{.*}}) ({
//       CHECK:     onnx.Yield %{{.*}} : tensor<3xf32>
//       CHECK:   }, {
//       CHECK:     onnx.Yield %{{.*}} : tensor<3xf32>
//       CHECK:   }) : (tensor<i1>) -> tensor<3xf32>
//       CHECK:   "onnx.Loop"(%{{.*}}, %{{.*}}, %{{.*}}) ({
//       CHECK:   ^bb0(%{{.*}}: tensor<i64>, %[[C:.*]]: tensor<i1>, %{{.*}}: tensor<3xf32>):
//       CHECK:     onnx.Yield %[[C]], %{{.*}}, %{{.*}} : tensor<i1>, tensor<3xf32>, tensor<3xf32>
//       CHECK:   }) : (tensor<i64>, none, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
func.func @subgraphs(%c: tensor<i1>, %n: tensor<i64>, %x: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = "onnx.If"(%c) ({
    %2 = "onnx.Neg"(%x) : (tensor<3xf32>) -> tensor<3xf32>
    onnx.Yield %2 : tensor<3xf32>
  }, {
    onnx.Yield %x : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %1:2 = "onnx.Loop"(%n, %none, %0) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %acc: tensor<3xf32>):
    %2 = "onnx.Add"(%acc, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    onnx.Yield %go, %2, %2 : tensor<i1>, tensor<3xf32>, tensor<3xf32>
  }) : (tensor<i64>, none, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  onnx.Return %1#1 : tensor<?x3xf32>
}

// -----

// Results that nobody wants have type none; operators of other domains keep their attributes.

// CHECK-LABEL: func.func @results
//       CHECK:   "onnx.MaxPool"(%{{.*}}) <{auto_pad = "NOTSET", ceil_mode = 0 : si64, kernel_shape = [2, 2], storage_order = 0 : si64}> : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
//       CHECK:   "onnx.Custom"(%{{.*}}) <{function_name = "Twice"}> {domain_name = "org.example", factor = 2 : si64} : (tensor<1x1x3x3xf32>) -> tensor<*xf32>
//       CHECK:   "onnx.BatchNormalizationInferenceMode"(%{{.*}}) <{epsilon = 9.99999974E-6 : f32, momentum = 0.899999976 : f32}>
func.func @results(%x: tensor<1x1x4x4xf32>, %v: tensor<1xf32>) -> tensor<*xf32> {
  %0:2 = "onnx.MaxPool"(%x) {kernel_shape = [2, 2]} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, none)
  %1 = "onnx.Custom"(%0#0) {function_name = "Twice", domain_name = "org.example", factor = 2 : si64} : (tensor<1x1x3x3xf32>) -> tensor<*xf32>
  %2 = "onnx.BatchNormalizationInferenceMode"(%x, %v, %v, %v, %v) : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4x4xf32>
  onnx.Return %1 : tensor<*xf32>
}
