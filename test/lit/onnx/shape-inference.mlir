// RUN: mlirlite-opt %s --shape-inference --split-input-file | FileCheck %s

// Results, the returned types and the function's type become static.

// CHECK-LABEL: func.func @conv_relu_pool
//  CHECK-SAME:   -> tensor<1x4x4x4xf32>
//       CHECK:   "onnx.Conv"{{.*}} -> tensor<1x4x8x8xf32>
//       CHECK:   "onnx.Relu"{{.*}} -> tensor<1x4x8x8xf32>
//       CHECK:   "onnx.MaxPoolSingleOut"{{.*}} -> tensor<1x4x4x4xf32>
//       CHECK:   onnx.Return %{{.*}} : tensor<1x4x4x4xf32>
func.func @conv_relu_pool(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<*xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) {auto_pad = "SAME_UPPER"} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>, none) -> tensor<*xf32>
  %1 = "onnx.Relu"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  %2 = "onnx.MaxPoolSingleOut"(%1) {kernel_shape = [2, 2], strides = [2, 2]} : (tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %2 : tensor<*xf32>
}

// -----

// Shape arithmetic: the known dimensions come through Shape, Gather, Concat to Reshape.

// CHECK-LABEL: func.func @reshape_by_shape
//       CHECK:   "onnx.Reshape"{{.*}} -> tensor<?x4x3x16xf32>
func.func @reshape_by_shape(%x: tensor<?x4x48xf32>) -> tensor<*xf32> {
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %rest = onnx.Constant dense<[4, 3, -1]> : tensor<3xi64>
  %0 = "onnx.Shape"(%x) : (tensor<?x4x48xf32>) -> tensor<*xi64>
  %1 = "onnx.Gather"(%0, %zero) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %2 = "onnx.Concat"(%1, %rest) {axis = 0 : si64} : (tensor<*xi64>, tensor<3xi64>) -> tensor<*xi64>
  %3 = "onnx.Reshape"(%x, %2) : (tensor<?x4x48xf32>, tensor<*xi64>) -> tensor<*xf32>
  onnx.Return %3 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast
//       CHECK:   "onnx.Add"{{.*}} -> tensor<2x3x?x5xf32>
//       CHECK:   "onnx.Greater"{{.*}} -> tensor<2x3x?x5xi1>
//       CHECK:   "onnx.Where"{{.*}} -> tensor<2x3x?x5xf32>
func.func @broadcast(%x: tensor<2x1x?x5xf32>, %y: tensor<3x1x1xf32>) -> tensor<*xf32> {
  %0 = "onnx.Add"(%x, %y) : (tensor<2x1x?x5xf32>, tensor<3x1x1xf32>) -> tensor<*xf32>
  %1 = "onnx.Greater"(%0, %x) : (tensor<*xf32>, tensor<2x1x?x5xf32>) -> tensor<*xi1>
  %2 = "onnx.Where"(%1, %0, %y) : (tensor<*xi1>, tensor<*xf32>, tensor<3x1x1xf32>) -> tensor<*xf32>
  onnx.Return %2 : tensor<*xf32>
}

// -----

// Data-dependent extents stay open, the rest is known.

// CHECK-LABEL: func.func @data_dependent
//       CHECK:   "onnx.NonZero"{{.*}} -> tensor<2x?xi64>
//       CHECK:   "onnx.Compress"{{.*}} -> tensor<?x3xf32>
//       CHECK:   "onnx.TopK"{{.*}} -> (tensor<4x2xf32>, tensor<4x2xi64>)
func.func @data_dependent(%x: tensor<4x3xf32>, %c: tensor<4xi1>) -> tensor<*xi64> {
  %k = onnx.Constant dense<2> : tensor<1xi64>
  %0 = "onnx.NonZero"(%x) : (tensor<4x3xf32>) -> tensor<*xi64>
  %1 = "onnx.Compress"(%x, %c) {axis = 0 : si64} : (tensor<4x3xf32>, tensor<4xi1>) -> tensor<*xf32>
  %2:2 = "onnx.TopK"(%x, %k) : (tensor<4x3xf32>, tensor<1xi64>) -> (tensor<*xf32>, tensor<*xi64>)
  onnx.Return %0 : tensor<*xi64>
}

// -----

// Subgraphs: what both branches give; a loop that runs a known number of times.

// CHECK-LABEL: func.func @subgraphs
//       CHECK:   }) : (tensor<i1>) -> tensor<?x3xf32>
//       CHECK:   }) : (tensor<i64>, none, tensor<2xf32>) -> (tensor<2xf32>, tensor<5x2xf32>)
func.func @subgraphs(%c: tensor<i1>, %x: tensor<2x3xf32>, %y: tensor<4x3xf32>, %s: tensor<2xf32>) -> tensor<*xf32> {
  %0 = "onnx.If"(%c) ({
    %2 = "onnx.Relu"(%x) : (tensor<2x3xf32>) -> tensor<*xf32>
    onnx.Yield %2 : tensor<*xf32>
  }, {
    onnx.Yield %y : tensor<4x3xf32>
  }) : (tensor<i1>) -> tensor<*xf32>
  %n = onnx.Constant dense<5> : tensor<i64>
  %none = "onnx.NoValue"() {value} : () -> none
  %1:2 = "onnx.Loop"(%n, %none, %s) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %acc: tensor<2xf32>):
    %2 = "onnx.Exp"(%acc) : (tensor<2xf32>) -> tensor<*xf32>
    onnx.Yield %go, %2, %2 : tensor<i1>, tensor<*xf32>, tensor<*xf32>
  }) : (tensor<i64>, none, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  onnx.Return %1#1 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sequences
//       CHECK:   "onnx.SplitToSequence"{{.*}} -> !onnx.Seq<tensor<2x4xf32>>
//       CHECK:   "onnx.SequenceAt"{{.*}} -> tensor<2x4xf32>
func.func @sequences(%x: tensor<6x4xf32>, %i: tensor<i64>) -> tensor<*xf32> {
  %two = onnx.Constant dense<2> : tensor<i64>
  %0 = "onnx.SplitToSequence"(%x, %two) : (tensor<6x4xf32>, tensor<i64>) -> !onnx.Seq<tensor<*xf32>>
  %1 = "onnx.SequenceAt"(%0, %i) : (!onnx.Seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  onnx.Return %1 : tensor<*xf32>
}

// -----

// Arguments of bodies: slices for Scan; for Loop what stays so in every iteration.

// CHECK-LABEL: func.func @bodies
//       CHECK:   "onnx.Scan"
//       CHECK:   ^bb0(%{{.*}}: tensor<2xf32>, %{{.*}}: tensor<2xf32>):
//       CHECK:   -> (tensor<2xf32>, tensor<3x2xf32>)
//       CHECK:   "onnx.Loop"
//       CHECK:   ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %{{.*}}: tensor<2xf32>, %{{.*}}: tensor<?xf32>):
//       CHECK:   -> (tensor<2xf32>, tensor<?xf32>)
func.func @bodies(%s: tensor<2xf32>, %x: tensor<3x2xf32>, %n: tensor<i64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0:2 = "onnx.Scan"(%s, %x) ({
  ^bb0(%acc: tensor<*xf32>, %row: tensor<*xf32>):
    %2 = "onnx.Add"(%acc, %row) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    onnx.Yield %2, %2 : tensor<*xf32>, tensor<*xf32>
  }) {num_scan_inputs = 1 : si64} : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %none = "onnx.NoValue"() {value} : () -> none
  %1:2 = "onnx.Loop"(%n, %none, %s, %s) ({
  ^bb0(%i: tensor<*xi64>, %go: tensor<*xi1>, %same: tensor<*xf32>, %longer: tensor<*xf32>):
    %2 = "onnx.Exp"(%same) : (tensor<*xf32>) -> tensor<*xf32>
    %3 = "onnx.Concat"(%longer, %same) {axis = 0 : si64} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    onnx.Yield %go, %2, %3 : tensor<*xi1>, tensor<*xf32>, tensor<*xf32>
  }) : (tensor<i64>, none, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  onnx.Return %0#1, %1#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// A stated result tells the shapes of what elementwise operators make it of.

// CHECK-LABEL: func.func @from_the_result
//       CHECK:   "onnx.ReduceSum"({{.*}}) -> tensor<?xf32>
//       CHECK:   "onnx.Cast"({{.*}}) -> tensor<?xf64>
func.func @from_the_result(%x: tensor<?x?xf32>, %axes: tensor<?xi64>) -> tensor<?xf64> {
  %0 = "onnx.ReduceSum"(%x, %axes) {keepdims = 0 : si64} : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<*xf32>
  %1 = "onnx.Cast"(%0) {to = f64} : (tensor<*xf32>) -> tensor<*xf64>
  %2 = "onnx.Sqrt"(%1) : (tensor<*xf64>) -> tensor<?xf64>
  onnx.Return %2 : tensor<?xf64>
}

// -----

// How many axes there are is known, but not which; a number alone is one.

// CHECK-LABEL: func.func @axes_at_run_time
//       CHECK:   "onnx.ReduceMax"(%{{.*}} -> tensor<?xf32>
//       CHECK:   "onnx.ReduceMax"(%{{.*}} -> tensor<?x?xf32>
func.func @axes_at_run_time(%x: tensor<2x3x4xf32>, %two: tensor<2xi64>, %one: tensor<i64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = "onnx.ReduceMax"(%x, %two) {keepdims = 0 : si64} : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
  %1 = "onnx.ReduceMax"(%x, %one) {keepdims = 0 : si64} : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<*xf32>
  onnx.Return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// Arithmetic that has no result says nothing: -1 has no root.

// CHECK-LABEL: func.func @no_number
//       CHECK:   onnx.ConstantOfShape(%{{.*}}) {{.*}} -> tensor<?x2xf32>
func.func @no_number() -> tensor<*xf32> {
  %minus = onnx.Constant dense<-1.0> : tensor<1xf32>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %0 = "onnx.Sqrt"(%minus) : (tensor<1xf32>) -> tensor<1xf32>
  %1 = "onnx.Cast"(%0) {to = i64} : (tensor<1xf32>) -> tensor<1xi64>
  %2 = "onnx.Concat"(%1, %two) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %3 = "onnx.ConstantOfShape"(%2) : (tensor<2xi64>) -> tensor<*xf32>
  onnx.Return %3 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @packed_weights
//       CHECK:   "onnx.MatMulNBits"{{.*}} -> tensor<2x?x8xf32>
func.func @packed_weights(%x: tensor<2x?x16xf32>, %b: tensor<8x1x8xui8>, %s: tensor<8xf32>) -> tensor<*xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.MatMulNBits"(%x, %b, %s, %none, %none) {K = 16 : si64, N = 8 : si64, block_size = 16 : si64} : (tensor<2x?x16xf32>, tensor<8x1x8xui8>, tensor<8xf32>, none, none) -> tensor<*xf32>
  onnx.Return %0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @routed_weights
//       CHECK:   "onnx.RoutedMatMulNBits"{{.*}} -> tensor<?x2x8xf32>
func.func @routed_weights(%x: tensor<?x16xf32>, %b: tensor<3x8x1x8xui8>, %s: tensor<3x8xf32>, %c: tensor<?x2xi64>) -> tensor<*xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.RoutedMatMulNBits"(%x, %b, %s, %none, %none, %c) {K = 16 : si64, N = 8 : si64, block_size = 16 : si64} : (tensor<?x16xf32>, tensor<3x8x1x8xui8>, tensor<3x8xf32>, none, none, tensor<?x2xi64>) -> tensor<*xf32>
  onnx.Return %0 : tensor<*xf32>
}
