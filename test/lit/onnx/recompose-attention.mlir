// RUN: mlirlite-opt %s --shape-inference --recompose-onnx --split-input-file | FileCheck %s

// As torch's exporter writes it: keys are transposed with their heads merged, the root of the scale
// is on both sides, a query that sees nothing has a result of 0, and two heads share their keys.

// CHECK-LABEL: func.func @exported
//  CHECK-SAME: (%[[Q:.*]]: {{.*}}, %[[K:.*]]: {{.*}}, %[[V:.*]]: {{.*}}, %[[M:.*]]: tensor<?x1x?x?xf32>)
//   CHECK-NOT:   onnx.MatMul
//       CHECK:   "onnx.Attention"(%[[Q]], %[[K]], %[[V]], %[[M]], %{{.*}}) <{{.*}}> {onnx.as_primitives, onnx.nan_as_zero}
//   CHECK-NOT:   onnx.MatMul
//       CHECK:   onnx.Return
func.func @exported(%q: tensor<?x4x?x16xf32> {onnx.dim_params = "0:n,2:i"}, %k: tensor<?x2x?x16xf32> {onnx.dim_params = "0:n,2:j"},
                    %v: tensor<?x2x?x16xf32> {onnx.dim_params = "0:n,2:j"}, %m: tensor<?x1x?x?xf32>) -> tensor<?x4x?x16xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %four = onnx.Constant dense<4> : tensor<1xi64>
  %width = onnx.Constant dense<16> : tensor<1xi64>
  %any = onnx.Constant dense<-1> : tensor<1xi64>
  %back = onnx.Constant dense<-2> : tensor<1xi64>
  %start = onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %root = onnx.Constant dense<0.5> : tensor<f32>
  %n = "onnx.Shape"(%k) {start = 0 : si64, end = 1 : si64} : (tensor<?x2x?x16xf32>) -> tensor<1xi64>
  %j = "onnx.Shape"(%k) {start = 2 : si64, end = 3 : si64} : (tensor<?x2x?x16xf32>) -> tensor<1xi64>
  %wide = "onnx.Concat"(%n, %two, %two, %j, %width) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi64>
  %all = "onnx.Concat"(%n, %four, %j, %width) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
  %0 = "onnx.Unsqueeze"(%k, %two) : (tensor<?x2x?x16xf32>, tensor<1xi64>) -> tensor<*xf32>
  %1 = "onnx.Expand"(%0, %wide) : (tensor<*xf32>, tensor<5xi64>) -> tensor<*xf32>
  %keys = "onnx.Reshape"(%1, %all) : (tensor<*xf32>, tensor<4xi64>) -> tensor<*xf32>
  %2 = "onnx.Unsqueeze"(%v, %two) : (tensor<?x2x?x16xf32>, tensor<1xi64>) -> tensor<*xf32>
  %3 = "onnx.Expand"(%2, %wide) : (tensor<*xf32>, tensor<5xi64>) -> tensor<*xf32>
  %values = "onnx.Reshape"(%3, %all) : (tensor<*xf32>, tensor<4xi64>) -> tensor<*xf32>
  %shape = "onnx.Shape"(%keys) {start = 0 : si64} : (tensor<*xf32>) -> tensor<*xi64>
  %rows = "onnx.Slice"(%shape, %back, %any, %none, %none) : (tensor<*xi64>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<*xi64>
  %outer = "onnx.Slice"(%shape, %start, %back, %none, %none) : (tensor<*xi64>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<*xi64>
  %merged = "onnx.Concat"(%any, %rows, %width) {axis = 0 : si64} : (tensor<1xi64>, tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %split = "onnx.Concat"(%outer, %width, %rows) {axis = 0 : si64} : (tensor<*xi64>, tensor<1xi64>, tensor<*xi64>) -> tensor<*xi64>
  %4 = "onnx.Reshape"(%keys, %merged) : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  %5 = "onnx.Transpose"(%4) {perm = [0, 2, 1]} : (tensor<*xf32>) -> tensor<*xf32>
  %6 = "onnx.Reshape"(%5, %split) : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  %7 = "onnx.Mul"(%q, %root) : (tensor<?x4x?x16xf32>, tensor<f32>) -> tensor<*xf32>
  %8 = "onnx.Mul"(%6, %root) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  %9 = "onnx.MatMul"(%7, %8) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %10 = "onnx.Add"(%9, %m) : (tensor<*xf32>, tensor<?x1x?x?xf32>) -> tensor<*xf32>
  %11 = "onnx.Softmax"(%10) {axis = -1 : si64} : (tensor<*xf32>) -> tensor<*xf32>
  %12 = "onnx.IsNaN"(%11) : (tensor<*xf32>) -> tensor<*xi1>
  %13 = "onnx.Where"(%12, %zero, %11) : (tensor<*xi1>, tensor<f32>, tensor<*xf32>) -> tensor<*xf32>
  %14 = "onnx.MatMul"(%13, %values) : (tensor<*xf32>, tensor<*xf32>) -> tensor<?x4x?x16xf32>
  onnx.Return %14 : tensor<?x4x?x16xf32>
}

// -----

// Another order of the dimensions is no transpose of matrices.

// CHECK-LABEL: func.func @other_order
// CHECK-COUNT-2: onnx.Reshape
func.func @other_order(%x: tensor<2x3x4x5xf32>) -> tensor<3x2x5x4xf32> {
  %merged = onnx.Constant dense<[6, 4, 5]> : tensor<3xi64>
  %split = onnx.Constant dense<[3, 2, 5, 4]> : tensor<4xi64>
  %0 = "onnx.Reshape"(%x, %merged) : (tensor<2x3x4x5xf32>, tensor<3xi64>) -> tensor<6x4x5xf32>
  %1 = "onnx.Transpose"(%0) {perm = [0, 2, 1]} : (tensor<6x4x5xf32>) -> tensor<6x5x4xf32>
  %2 = "onnx.Reshape"(%1, %split) : (tensor<6x5x4xf32>, tensor<4xi64>) -> tensor<3x2x5x4xf32>
  onnx.Return %2 : tensor<3x2x5x4xf32>
}
