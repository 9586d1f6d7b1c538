// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @operand_type(%x: tensor<2xi1>) {
  // expected-error @+1 {{'onnx.Exp' op operand #0 must be tensor of bfloat16 type values or tensor of 64-bit float values or tensor of 32-bit float values or tensor of 16-bit float values, but got 'tensor<2xi1>'}}
  %0 = "onnx.Exp"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @missing_operand(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @+1 {{'onnx.Conv' op expected 3 operands, but found 2}}
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32>
  return
}

// -----

func.func @one_type_variable(%x: tensor<2xf32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Add' op operand #1 must be tensor of 32-bit float values as operand #0, but got 'tensor<2xi64>'}}
  %0 = "onnx.Add"(%x, %y) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @attribute_type(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.Softmax' op attribute 'axis' failed to satisfy constraint: 64-bit signed integer attribute}}
  %0 = "onnx.Softmax"(%x) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @missing_attribute(%x: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.AveragePool' op requires attribute 'kernel_shape'}}
  %0 = "onnx.AveragePool"(%x) : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @axis(%x: tensor<5x5x1x32xf32>) {
  // expected-error @+1 {{onnx.ArgMax: 'axis' value is 4, accepted range is [-4, 3]}}
  %0 = "onnx.ArgMax"(%x) {axis = 4 : si64} : (tensor<5x5x1x32xf32>) -> tensor<*xi64>
  return
}

// -----

func.func @concat(%x: tensor<5x1xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{onnx.Concat: operand '<block argument> of type 'tensor<5xf32>' at index: 1' has rank 1, rank should be 2}}
  %0 = "onnx.Concat"(%x, %y) {axis = 0 : si64} : (tensor<5x1xf32>, tensor<5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'onnx.Mul' op has operands of shapes 2x3 and 4 that do not broadcast: 3 and 4 differ}}
  %0 = "onnx.Mul"(%x, %y) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @matmul(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{'onnx.MatMul' op has matrices that do not fit: 3 columns on the left, 4 rows on the right}}
  %0 = "onnx.MatMul"(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @channels(%x: tensor<1x3x8x8xf32>, %w: tensor<4x2x3x3xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @+1 {{'onnx.Conv' op Channel Axis for input tensor X must be equal to group times that of W: they must be equal, found 3 and 2}}
  %0 = "onnx.Conv"(%x, %w, %none) : (tensor<1x3x8x8xf32>, tensor<4x2x3x3xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @reshape(%x: tensor<2x3xf32>) {
  %s = onnx.Constant dense<[4, -1]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Reshape' op cannot reshape 2x3 to [4, -1]}}
  %0 = "onnx.Reshape"(%x, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @cast(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Cast' op element type does not match the 'to' attribute}}
  %0 = "onnx.Cast"(%x) {to = f16} : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @if(%c: tensor<i1>, %x: tensor<f32>) {
  // expected-error @+1 {{'onnx.If' op else branch #results=2 differ from if #results=1}}
  %0 = "onnx.If"(%c) ({
    onnx.Yield %x : tensor<f32>
  }, {
    onnx.Yield %x, %x : tensor<f32>, tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @loop(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<f32>) {
  // expected-error @+1 {{'onnx.Loop' op subgraph 'body' has 2 inputs, expected 3}}
  %0 = "onnx.Loop"(%n, %c, %x) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>):
    onnx.Yield %go, %x : tensor<i1>, tensor<f32>
  }) : (tensor<i64>, tensor<i1>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @carried_kinds(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<4xf32>, %k: tensor<4xi64>) {
  // expected-error @+1 {{'onnx.Loop' op input #3 of subgraph 'body' is 'tensor<4xf32>', but then gets 'tensor<4xi64>'}}
  %0 = "onnx.Loop"(%n, %c, %x) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %v: tensor<4xf32>):
    onnx.Yield %go, %k : tensor<i1>, tensor<4xi64>
  }) : (tensor<i64>, tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @state_kinds(%x: tensor<4xf32>, %s: tensor<3x4xi8>, %k: tensor<4xi64>) {
  // expected-error @+1 {{'onnx.Scan' op input #1 of subgraph 'body' is 'tensor<4xf32>', but then gets 'tensor<4xi64>'}}
  %0 = "onnx.Scan"(%x, %s) ({
  ^bb0(%v: tensor<4xf32>, %w: tensor<4xi8>):
    onnx.Yield %k : tensor<4xi64>
  }) {num_scan_inputs = 1 : si64} : (tensor<4xf32>, tensor<3x4xi8>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_kinds(%x: tensor<4xf32>, %s: tensor<3x4xi8>) {
  // expected-error @+1 {{'onnx.Scan' op input #2 of subgraph 'body' is 'tensor<4xf32>', but gets 'tensor<4xi8>'}}
  %0 = "onnx.Scan"(%x, %s) ({
  ^bb0(%v: tensor<4xf32>, %w: tensor<4xf32>):
    onnx.Yield %v : tensor<4xf32>
  }) {num_scan_inputs = 1 : si64} : (tensor<4xf32>, tensor<3x4xi8>) -> tensor<4xf32>
  return
}

// -----

// A branch that is for other shapes may be wrong for these.

func.func @branch_for_other_shapes(%c: tensor<i1>, %x: tensor<2x3xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  %0 = "onnx.If"(%c) ({
    %1 = "onnx.Mul"(%x, %y) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
    onnx.Yield %1 : tensor<*xf32>
  }, {
    onnx.Yield %x : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<*xf32>
  onnx.Return %0 : tensor<*xf32>
}

// -----

func.func @constant() {
  // expected-error @+1 {{'onnx.Constant' op requires exactly one of the attributes value, sparse_value, value_int, value_ints, value_float, value_floats, value_string, value_strings, but has 2}}
  %0 = onnx.Constant {value = dense<1> : tensor<i64>, value_int = 1 : si64} : tensor<i64>
  return
}

// -----

func.func @returned_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{'onnx.Return' op type of return operand 0 ('tensor<2xf32>') doesn't match function result type ('tensor<3xf32>')}}
  onnx.Return %x : tensor<2xf32>
}

// -----

func.func @no_such_op(%x: tensor<2xf32>) {
  // expected-error @+1 {{unregistered operation 'onnx.Relux' found in dialect ('onnx') that does not allow unknown operations}}
  %0 = "onnx.Relux"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @no_groups(%x: tensor<1x4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{'onnx.GroupNormalization' op num_groups must be positive, not 0}}
  %0 = "onnx.GroupNormalization"(%x, %s, %s) <{num_groups = 0 : si64}> : (tensor<1x4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8xf32>
  return
}

// -----

func.func @shape_of_two_dimensions(%x: tensor<6xf32>, %s: tensor<1x2xi64>) {
  // expected-error @+1 {{'onnx.Reshape' op Shape tensor must have rank one}}
  %0 = "onnx.Reshape"(%x, %s) <{allowzero = 0 : si64}> : (tensor<6xf32>, tensor<1x2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @empty_sequence_of_another_type() {
  // expected-error @+1 {{'onnx.SequenceEmpty' op dtype is f32, but the result is of '!onnx.Seq<tensor<*xi32>>'}}
  %0 = "onnx.SequenceEmpty"() : () -> !onnx.Seq<tensor<*xi32>>
  return
}

// -----

func.func @more_numbers_than_texts(%x: tensor<20xi64>) {
  // expected-error @+1 {{'onnx.CategoryMapper' op cats_int64 and cats_strings should have the same size}}
  %0 = "onnx.CategoryMapper"(%x) <{cats_int64s = [1, 2], cats_strings = ["dog"], default_int64 = -1 : si64, default_string = "_"}> : (tensor<20xi64>) -> tensor<20x!onnx.String>
  return
}

// -----

func.func @sorted_twice(%x: tensor<6xf32>) {
  // expected-error @+1 {{onnx.Unique: 'sorted' value is 2, accepted range is [0, 1]}}
  %0:4 = "onnx.Unique"(%x) <{sorted = 2 : si64}> : (tensor<6xf32>) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  return
}

// -----

func.func @two_counts(%x: tensor<6xf32>, %k: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.TopK' op the numbers of elements of K and of a scalar must be equal, found 2 and 1}}
  %0:2 = "onnx.TopK"(%x, %k) <{axis = -1 : si64, largest = 1 : si64, sorted = 1 : si64}> : (tensor<6xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  return
}

// -----

func.func @remainder_of_floats(%x: tensor<6xf32>) {
  // expected-error @+1 {{'onnx.ModV13' op fmod must be 1 when the input type is floating point}}
  %0 = "onnx.ModV13"(%x, %x) <{fmod = 0 : si64}> : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @rank_that_no_tensor_has(%x: tensor<6xf32>, %s: tensor<1099511627776xi64>) {
  // expected-error @+1 {{'onnx.Reshape' op gives a tensor of 1099511627776 dimensions, the limit is 64: numpy has no arrays of more}}
  %0 = "onnx.Reshape"(%x, %s) : (tensor<6xf32>, tensor<1099511627776xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @attention_without_heads(%x: tensor<1x4x8xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @+1 {{'onnx.LinearAttention' op has no heads: q_num_heads and kv_num_heads must be at least one}}
  %0:2 = "onnx.LinearAttention"(%x, %x, %x, %none, %none, %none) <{kv_num_heads = 0 : si64, q_num_heads = 2 : si64}> : (tensor<1x4x8xf32>, tensor<1x4x8xf32>, tensor<1x4x8xf32>, none, none, none) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
