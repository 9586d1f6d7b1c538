// RUN: mlirlite-opt %s --decompose-onnx --split-input-file | FileCheck %s

// Attributes of older versions become operands.

// CHECK-LABEL: func.func @older_versions
//       CHECK:   %[[AXES:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
//       CHECK:   "onnx.Unsqueeze"(%{{.*}}, %[[AXES]]) : (tensor<3xf32>, tensor<2xi64>) -> tensor<3x1x1xf32>
//       CHECK:   %[[NONE:.*]] = "onnx.NoValue"
//       CHECK:   "onnx.ReduceSum"(%{{.*}}, %[[NONE]]) <{keepdims = 0 : si64, noop_with_empty_axes = 0 : si64}>
//       CHECK:   "onnx.Clip"(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
func.func @older_versions(%x: tensor<3xf32>) -> tensor<f32> {
  %0 = "onnx.UnsqueezeV11"(%x) {axes = [1, 2]} : (tensor<3xf32>) -> tensor<3x1x1xf32>
  %1 = "onnx.ReduceSumV11"(%0) {keepdims = 0 : si64} : (tensor<3x1x1xf32>) -> tensor<f32>
  %2 = "onnx.ClipV6"(%1) {max = 6.0 : f32, min = 0.0 : f32} : (tensor<f32>) -> tensor<f32>
  onnx.Return %2 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @split
//       CHECK:   "onnx.Split"(%{{.*}}, %{{.*}}) <{axis = 1 : si64, num_outputs = 2 : si64}> : (tensor<2x6xf32>, none)
//       CHECK:   "onnx.Split"(%{{.*}}, %{{.*}}) <{axis = 1 : si64}> : (tensor<2x6xf32>, tensor<2xi64>)
func.func @split(%x: tensor<2x6xf32>) -> (tensor<2x3xf32>, tensor<2x4xf32>) {
  %0:2 = "onnx.SplitV11"(%x) {axis = 1 : si64} : (tensor<2x6xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %1:2 = "onnx.SplitV11"(%x) {axis = 1 : si64, split = [2, 4]} : (tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x4xf32>)
  onnx.Return %0#0, %1#1 : tensor<2x3xf32>, tensor<2x4xf32>
}

// -----

// Before opset 13, Softmax saw a matrix.

// CHECK-LABEL: func.func @softmax
//       CHECK:   %[[F:.*]] = "onnx.Flatten"(%{{.*}}) <{axis = 1 : si64}> : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
//       CHECK:   %[[S:.*]] = "onnx.Softmax"(%[[F]]) <{axis = -1 : si64}>
//       CHECK:   %[[T:.*]] = "onnx.Shape"
//       CHECK:   "onnx.Reshape"(%[[S]], %[[T]]){{.*}} -> tensor<2x3x4xf32>
//       CHECK:   "onnx.Softmax"(%{{.*}}) <{axis = 1 : si64}> : (tensor<1x5x1x1xf32>) -> tensor<1x5x1x1xf32>
func.func @softmax(%x: tensor<2x3x4xf32>, %y: tensor<1x5x1x1xf32>) -> (tensor<2x3x4xf32>, tensor<1x5x1x1xf32>) {
  %0 = "onnx.SoftmaxV11"(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = "onnx.SoftmaxV11"(%y) : (tensor<1x5x1x1xf32>) -> tensor<1x5x1x1xf32>
  onnx.Return %0, %1 : tensor<2x3x4xf32>, tensor<1x5x1x1xf32>
}

// -----

// Before opset 7, the second operand stood at an axis of the first.

// CHECK-LABEL: func.func @broadcast_at_axis
//       CHECK:   %[[A:.*]] = onnx.Constant dense<1> : tensor<1xi64>
//       CHECK:   %[[U:.*]] = "onnx.Unsqueeze"(%{{.*}}, %[[A]]) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
//       CHECK:   "onnx.Add"(%{{.*}}, %[[U]])
func.func @broadcast_at_axis(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = "onnx.AddV6"(%x, %y) {axis = 1 : si64, broadcast = 1 : si64} : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  onnx.Return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @dropout
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf32>, %[[TRAIN:.*]]: tensor<i1>
//   CHECK-NOT:   onnx.DropoutV10
//       CHECK:   %[[M:.*]] = onnx.ConstantOfShape(%{{.*}}) {value = dense<true> : tensor<1xi1>}
//       CHECK:   "onnx.Dropout"(%[[X]], %{{.*}}, %[[TRAIN]])
//       CHECK:   onnx.Return %[[X]], %[[M]]
func.func @dropout(%x: tensor<2xf32>, %train: tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>, tensor<2xf32>) {
  %0:2 = "onnx.DropoutV10"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi1>)
  %none = "onnx.NoValue"() {value} : () -> none
  %1:2 = "onnx.Dropout"(%x, %none, %train) : (tensor<2xf32>, none, tensor<i1>) -> (tensor<2xf32>, none)
  onnx.Return %0#0, %0#1, %1#0 : tensor<2xf32>, tensor<2xi1>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @sum
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>
//       CHECK:   %[[A:.*]] = "onnx.Add"(%[[X]], %[[Y]])
//       CHECK:   onnx.Return %[[A]], %[[X]]
func.func @sum(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "onnx.Sum"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "onnx.Max"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @microsoft
//       CHECK:   %[[T:.*]] = "onnx.Transpose"(%{{.*}}) <{perm = [1, 0]}> : (tensor<4x3xf32>) -> tensor<3x4xf32>
//       CHECK:   %[[P:.*]] = "onnx.MatMul"(%{{.*}}, %[[T]])
//       CHECK:   %[[H:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
//       CHECK:   %[[M:.*]] = "onnx.Mul"(%[[P]], %[[H]])
//       CHECK:   "onnx.Gelu"(%[[M]]) <{approximate = "tanh"}>
//       CHECK:   "onnx.Custom"{{.*}}function_name = "Unheard"
func.func @microsoft(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = "onnx.Custom"(%x, %y) {function_name = "FusedMatMul", domain_name = "com.microsoft", alpha = 0.5 : f32, transB = 1 : si64} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = "onnx.Custom"(%0) {function_name = "FastGelu", domain_name = "com.microsoft"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "onnx.Custom"(%1) {function_name = "Unheard", domain_name = "com.microsoft"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  onnx.Return %2 : tensor<2x4xf32>
}

// -----

// Weights of four bits stay packed.

// CHECK-LABEL: func.func @few_bits
//       CHECK:   %[[W:.*]] = onnx.Constant dense<152> : tensor<1x1x8xui8>
//       CHECK:   "onnx.MatMulNBits"(%{{.*}}, %[[W]], {{.*}}) <{K = 16 : si64, N = 1 : si64, {{.*}}}> : {{.*}} -> tensor<3x1xf32>
//   CHECK-NOT:   onnx.Custom
func.func @few_bits(%x: tensor<3x16xf32>) -> tensor<3x1xf32> {
  %b = onnx.Constant dense<152> : tensor<1x1x8xui8>
  %s = onnx.Constant dense<2.0> : tensor<1xf32>
  %0 = "onnx.Custom"(%x, %b, %s) {function_name = "MatMulNBits", domain_name = "com.microsoft", K = 16 : si64, N = 1 : si64, bits = 4 : si64, block_size = 16 : si64} : (tensor<3x16xf32>, tensor<1x1x8xui8>, tensor<1xf32>) -> tensor<3x1xf32>
  onnx.Return %0 : tensor<3x1xf32>
}

// -----

// Keys and values of before come first.

// CHECK-LABEL: func.func @past
//  CHECK-SAME: %[[P:[^:]*]]: tensor<2x2x2x3x4xf32>
//   CHECK-NOT:   onnx.Custom
//       CHECK:   %[[ALL:.*]] = "onnx.Concat"(%[[P]], {{.*}}) <{axis = 3 : si64}> {{.*}} -> tensor<2x2x2x7x4xf32>
//       CHECK:   onnx.Return {{.*}}, %[[ALL]]
func.func @past(%x: tensor<2x4x8xf32>, %w: tensor<8x24xf32>, %p: tensor<2x2x2x3x4xf32>) -> (tensor<2x4x8xf32>, tensor<*xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %0:2 = "onnx.Custom"(%x, %w, %none, %none, %p) {function_name = "Attention", domain_name = "com.microsoft", num_heads = 2 : si64} : (tensor<2x4x8xf32>, tensor<8x24xf32>, none, none, tensor<2x2x2x3x4xf32>) -> (tensor<2x4x8xf32>, tensor<*xf32>)
  onnx.Return %0#0, %0#1 : tensor<2x4x8xf32>, tensor<*xf32>
}

// -----

// What the decomposition does not give must not be read; rotated positions are not written here.

// CHECK-LABEL: func.func @refused
// CHECK-COUNT-2: onnx.Custom
func.func @refused(%x: tensor<2x4x8xf32>, %w: tensor<8x24xf32>) -> (tensor<2x4x8xf32>, tensor<*xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Custom"(%x, %w, %none) {function_name = "Attention", domain_name = "com.microsoft", num_heads = 2 : si64, do_rotary = 1 : si64} : (tensor<2x4x8xf32>, tensor<8x24xf32>, none) -> tensor<2x4x8xf32>
  %1:4 = "onnx.Custom"(%x, %x, %x) {function_name = "MultiHeadAttention", domain_name = "com.microsoft", num_heads = 2 : si64} : (tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  onnx.Return %0, %1#3 : tensor<2x4x8xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @scan_of_batches
//  CHECK-SAME: (%[[S:.*]]: tensor<4x2xf32>, %[[X:.*]]: tensor<4x3x2xf32>)
//       CHECK:   %[[R:.*]]:2 = "onnx.Loop"
//       CHECK:   ^bb0(%[[I:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>):
//   CHECK-DAG:     %[[SI:.*]] = "onnx.Gather"(%[[S]], %[[I]]) {{.*}} -> tensor<2xf32>
//   CHECK-DAG:     %[[XI:.*]] = "onnx.Gather"(%[[X]], %[[I]]) {{.*}} -> tensor<3x2xf32>
//       CHECK:     %[[T:.*]]:2 = "onnx.Scan"(%[[SI]], %[[XI]])
//       CHECK:       "onnx.Add"
//       CHECK:     (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>)
//       CHECK:     onnx.Yield %[[C]], %[[T]]#0, %[[T]]#1
//       CHECK:   onnx.Return %[[R]]#0, %[[R]]#1
func.func @scan_of_batches(%s: tensor<4x2xf32>, %x: tensor<4x3x2xf32>) -> (tensor<4x2xf32>, tensor<4x3x2xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %0:2 = "onnx.ScanV8"(%none, %s, %x) <{num_scan_inputs = 1 : si64}> ({
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %1 = "onnx.Add"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield %1, %1 : tensor<2xf32>, tensor<2xf32>
  }) : (none, tensor<4x2xf32>, tensor<4x3x2xf32>) -> (tensor<4x2xf32>, tensor<4x3x2xf32>)
  onnx.Return %0#0, %0#1 : tensor<4x2xf32>, tensor<4x3x2xf32>
}

// -----

// Each sequence ends at its length; zeros fill up what it gives.

// CHECK-LABEL: func.func @scan_of_lengths
//  CHECK-SAME: (%[[N:.*]]: tensor<4xi64>, %[[S:.*]]: tensor<4x2xf32>, %[[X:.*]]: tensor<4x3x2xf32>)
//       CHECK:   "onnx.Loop"
//       CHECK:   ^bb0(%[[I:.*]]: tensor<i64>
//       CHECK:     %[[XI:.*]] = "onnx.Gather"(%[[X]], %[[I]]) {{.*}} -> tensor<3x2xf32>
//       CHECK:     %[[LAST:.*]] = "onnx.Gather"(%[[N]], %[[I]])
//       CHECK:     %[[END:.*]] = "onnx.Reshape"(%[[LAST]]
//       CHECK:     %[[CUT:.*]] = "onnx.Slice"(%[[XI]], %{{.*}}, %[[END]]
//       CHECK:     %[[T:.*]]:2 = "onnx.Scan"(%{{.*}}, %[[CUT]])
//       CHECK:     %[[ALL:.*]] = "onnx.Pad"(%[[T]]#1, {{.*}} -> tensor<3x2xf32>
//       CHECK:     onnx.Yield %{{.*}}, %[[T]]#0, %[[ALL]]
func.func @scan_of_lengths(%n: tensor<4xi64>, %s: tensor<4x2xf32>, %x: tensor<4x3x2xf32>) -> (tensor<4x2xf32>, tensor<4x3x2xf32>) {
  %0:2 = "onnx.ScanV8"(%n, %s, %x) <{num_scan_inputs = 1 : si64}> ({
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %1 = "onnx.Add"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield %1, %1 : tensor<2xf32>, tensor<2xf32>
  }) : (tensor<4xi64>, tensor<4x2xf32>, tensor<4x3x2xf32>) -> (tensor<4x2xf32>, tensor<4x3x2xf32>)
  onnx.Return %0#0, %0#1 : tensor<4x2xf32>, tensor<4x3x2xf32>
}

// -----

// Einsum: products of two operands in the cheapest order. What fits is checked before.

// CHECK-LABEL: func.func @einsum_chain
//  CHECK-SAME:   %[[X:.*]]: tensor<2x30xf32>, %[[Y:.*]]: tensor<30x40xf32>, %[[Z:.*]]: tensor<40x5xf32>
//       CHECK:   "onnx.Require"(%[[X]], %[[Y]], %[[Z]])
//       CHECK:   %[[P:.*]] = "onnx.MatMul"(%[[X]], %[[Y]]) {{.*}} -> tensor<2x40xf32>
//       CHECK:   "onnx.MatMul"(%[[P]], %[[Z]])
func.func @einsum_chain(%x: tensor<2x30xf32>, %y: tensor<30x40xf32>, %z: tensor<40x5xf32>) -> tensor<2x5xf32> {
  %0 = "onnx.Einsum"(%x, %y, %z) {equation = "ij,jk,kl->il"} : (tensor<2x30xf32>, tensor<30x40xf32>, tensor<40x5xf32>) -> tensor<2x5xf32>
  onnx.Return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func.func @einsum_of_heads
//  CHECK-SAME:   %[[X:.*]]: tensor<2x7x8x16xf32>, %[[Y:.*]]: tensor<2x9x8x16xf32>
//   CHECK-DAG:   %[[A:.*]] = "onnx.Transpose"(%[[X]]) <{perm = [0, 2, 1, 3]}>
//   CHECK-DAG:   %[[B:.*]] = "onnx.Transpose"(%[[Y]]) <{perm = [0, 2, 3, 1]}>
//       CHECK:   "onnx.MatMul"(%[[A]], %[[B]]) {{.*}} -> tensor<2x8x7x9xf32>
func.func @einsum_of_heads(%q: tensor<2x7x8x16xf32>, %k: tensor<2x9x8x16xf32>) -> tensor<2x8x7x9xf32> {
  %0 = "onnx.Einsum"(%q, %k) {equation = "bqhd,bkhd->bhqk"} : (tensor<2x7x8x16xf32>, tensor<2x9x8x16xf32>) -> tensor<2x8x7x9xf32>
  onnx.Return %0 : tensor<2x8x7x9xf32>
}

// -----

// Two letters are summed as one dimension.

// CHECK-LABEL: func.func @einsum_of_two_sums
//   CHECK-NOT:   onnx.Transpose
//       CHECK:   %[[X:.*]] = "onnx.Reshape"({{.*}} -> tensor<?x7x32xf32>
//       CHECK:   %[[W:.*]] = "onnx.Reshape"({{.*}} -> tensor<32x16xf32>
//       CHECK:   "onnx.MatMul"(%[[X]], %[[W]])
func.func @einsum_of_two_sums(%x: tensor<?x7x4x8xf32>, %w: tensor<4x8x16xf32>) -> tensor<?x7x16xf32> {
  %0 = "onnx.Einsum"(%x, %w) {equation = "bshd,hde->bse"} : (tensor<?x7x4x8xf32>, tensor<4x8x16xf32>) -> tensor<?x7x16xf32>
  onnx.Return %0 : tensor<?x7x16xf32>
}

// -----

// A summed dimension may turn out to be 1 in one operand only: then it stays as loops.

// CHECK-LABEL: func.func @einsum_of_unknown_sizes
//       CHECK:   %[[X:.*]] = "onnx.Shape"(%{{.*}}) <{end = 2 : si64, start = 1 : si64}>
//       CHECK:   %[[Y:.*]] = "onnx.Shape"(%{{.*}}) <{end = 1 : si64, start = 0 : si64}>
//       CHECK:   %[[SAME:.*]] = "onnx.Equal"(%[[X]], %[[Y]])
//       CHECK:   "onnx.If"(%[[SAME]]) ({
//       CHECK:     "onnx.MatMul"
//       CHECK:   }, {
//       CHECK:     "onnx.Einsum"({{.*}}) <{equation = "ij,jk->ik"}> {widens}
func.func @einsum_of_unknown_sizes(%x: tensor<4x?xf32>, %y: tensor<?x5xf32>) -> tensor<4x5xf32> {
  %0 = "onnx.Einsum"(%x, %y) {equation = "ij,jk->ik"} : (tensor<4x?xf32>, tensor<?x5xf32>) -> tensor<4x5xf32>
  onnx.Return %0 : tensor<4x5xf32>
}

// -----

// A letter of one operand that is not in the result is summed first, in f32.

// CHECK-LABEL: func.func @einsum_of_a_trace
//       CHECK:   "onnx.Einsum"({{.*}}) <{equation = "abb->ab"}>
//       CHECK:   %[[SUM:.*]] = "onnx.ReduceSum"({{.*}} -> tensor<?xf32>
//       CHECK:   "onnx.Mul"(%[[SUM]], {{.*}} -> tensor<3x?xf32>
//       CHECK:   onnx.Cast{{.*}} -> tensor<3x?xf16>
func.func @einsum_of_a_trace(%x: tensor<?x5x5xf16>, %y: tensor<3xf16>) -> tensor<3x?xf16> {
  %0 = "onnx.Einsum"(%x, %y) {equation = "bii,j->jb"} : (tensor<?x5x5xf16>, tensor<3xf16>) -> tensor<3x?xf16>
  onnx.Return %0 : tensor<3x?xf16>
}

// -----

// Operators of com.microsoft that ask for ranks, with one of ONNX in between whose rank is not known before.

// CHECK-LABEL: func.func @ranks_between
//   CHECK-NOT:   onnx.Custom
//       CHECK:   "onnx.Relu"{{.*}} -> tensor<2x4x8xf32>
//   CHECK-NOT:   onnx.Custom
func.func @ranks_between(%x: tensor<2x4x8xf32>, %w: tensor<8x24xf32>) -> tensor<*xf32> {
  %0 = "onnx.Custom"(%x, %w) {function_name = "Attention", domain_name = "com.microsoft", num_heads = 2 : si64} : (tensor<2x4x8xf32>, tensor<8x24xf32>) -> tensor<*xf32>
  %1 = "onnx.Relu"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  %2 = "onnx.Custom"(%1, %w) {function_name = "Attention", domain_name = "com.microsoft", num_heads = 2 : si64} : (tensor<*xf32>, tensor<8x24xf32>) -> tensor<*xf32>
  onnx.Return %2 : tensor<*xf32>
}
