// What is wrong with tensor's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%i: index, %t: tensor<?x?xf32>) {
  // expected-error @+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %t[%i] : tensor<?x?xf32>
  return
}

// -----

func.func @a(%f: f32, %i: index, %t: tensor<?x?xf32>) {
  // expected-error @+1 {{'tensor.insert' op incorrect number of indices}}
  %0 = tensor.insert %f into %t[%i] : tensor<?x?xf32>
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 2}}
  %0 = tensor.empty(%i) : tensor<?x?xf32>
  return
}

// -----

func.func @a(%t: tensor<?x?xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<?x?xf32>' and result type 'tensor<?x?xf64>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<?x?xf32> to tensor<?x?xf64>
  return
}

// -----

func.func @a(%t: tensor<?x?xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<?x?xf32>' and result type 'tensor<?xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<?x?xf32> to tensor<?xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.extract_slice %t[0,0][4,4][1,1] : tensor<8x8xf32> to tensor<4x5xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected rank to be smaller or equal to the other rank. }}
  %0 = tensor.extract_slice %t[0,0][4,4][1,1] : tensor<8x8xf32> to tensor<4x4x1xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected element type to be 'f32'}}
  %0 = tensor.extract_slice %t[0,0][4,4][1,1] : tensor<8x8xf32> to tensor<4x4xf64>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{slice along dimension 1 runs out-of-bounds: 9 >= 8}}
  %0 = tensor.extract_slice %t[0,6][4,4][1,1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{offset 0 is out-of-bounds: 9 >= 8}}
  %0 = tensor.extract_slice %t[9,0][4,4][1,1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = tensor.extract_slice %t[0][4,4][1,1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @a(%s: tensor<4x4xf32>, %t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected type to be 'tensor<4x5xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.insert_slice %s into %t[0,0][4,5][1,1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}

// -----

func.func @a(%s: tensor<4x4xf32>, %t: tensor<8x8xf32>) {
  // expected-error @+1 {{slice along dimension 1 runs out-of-bounds: 8 >= 8}}
  %0 = tensor.insert_slice %s into %t[0,5][4,4][1,1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}

// -----

func.func @a(%s: tensor<4x4xf64>, %t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected element type to be 'f32'}}
  %0 = tensor.insert_slice %s into %t[0,0][4,4][1,1] : tensor<4x4xf64> into tensor<8x8xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  1.}}
  %0 = tensor.collapse_shape %t [[0]] : tensor<8x8xf32> into tensor<64xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 64}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<8x8xf32> into tensor<63xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<8x8xf32> into tensor<8xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to be valid and contiguous.}}
  %0 = tensor.collapse_shape %t [[1, 0]] : tensor<8x8xf32> into tensor<64xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 64}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<8x8xf32> into tensor<?xf32>
  return
}

// -----

func.func @a(%t: tensor<?x8xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x8xf32> into tensor<64xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 1 of collapsed type to be static value of 10}}
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [8, 2, 4] : tensor<8x8xf32> into tensor<8x2x5xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (3) but found 2 inputs instead}}
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [8, 2] : tensor<8x8xf32> into tensor<8x2x4xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %s: tensor<2xindex>) {
  // expected-error @+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
  %0 = tensor.reshape %t(%s) : (tensor<8x8xf32>, tensor<2xindex>) -> tensor<64xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %s: tensor<?xindex>) {
  // expected-error @+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
  %0 = tensor.reshape %t(%s) : (tensor<8x8xf32>, tensor<?xindex>) -> tensor<64xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %s: tensor<1xindex>) {
  // expected-error @+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
  %0 = tensor.reshape %t(%s) : (tensor<8x8xf32>, tensor<1xindex>) -> tensor<65xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %s: tensor<1xindex>) {
  // expected-error @+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
  %0 = tensor.reshape %t(%s) : (tensor<8x8xf32>, tensor<1xindex>) -> tensor<64xf64>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %s: tensor<1xf32>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<1xf32>'}}
  %0 = tensor.reshape %t(%s) : (tensor<8x8xf32>, tensor<1xf32>) -> tensor<64xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = tensor.from_elements %f : tensor<2xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.generate { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<?xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{must have one body argument per input dimension}}
  %0 = tensor.generate { ^bb0(%i: index, %j: index): tensor.yield %f : f32 } : tensor<4xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{all body arguments must be index}}
  %0 = tensor.generate { ^bb0(%i: i32): tensor.yield %f : f32 } : tensor<4xf32>
  return
}

// -----

func.func @a(%f: f64) {
  // expected-error @+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %0 = tensor.generate { ^bb0(%i: index): tensor.yield %f : f64 } : tensor<4xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %f: f32) {
  // expected-error @+1 {{expected the block to have 2 arguments}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<8x8xf32> to tensor<10x10xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %f: f32) {
  // expected-error @+1 {{specified type 'tensor<10x11xf32>' does not match the inferred type 'tensor<10x10xf32>'}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] { ^bb0(%i: index, %j: index): tensor.yield %f : f32 } : tensor<8x8xf32> to tensor<10x11xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %f: f64) {
  // expected-error @+1 {{'tensor.pad' op expected yield type to match shape element type}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] { ^bb0(%i: index, %j: index): tensor.yield %f : f64 } : tensor<8x8xf32> to tensor<10x10xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>, %f: f32) {
  // expected-error @+1 {{failed to infer expectedType from sourceType 'tensor<8x8xf32>', specified resultType is 'tensor<10x10xf32>'}}
  %0 = tensor.pad %t low[1] high[1, 1] { ^bb0(%i: index, %j: index): tensor.yield %f : f32 } : tensor<8x8xf32> to tensor<10x10xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<16x9xf32>'does not match inferred shape 'tensor<16x8xf32>' static sizes}}
  %0 = tensor.concat dim(0) %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x9xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %0 = tensor.concat dim(2) %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<15x8xf32>'does not match inferred shape 'tensor<16x8xf32>' static sizes}}
  %0 = tensor.concat dim(0) %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<15x8xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.splat %f : tensor<?xf32>
  return
}

// -----

func.func @a(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<8x8xf32>' and result type 'tensor<8x8xf16>' are cast incompatible}}
  %0 = tensor.bitcast %t : tensor<8x8xf32> to tensor<8x8xf16>
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{custom op 'tensor.dim' invalid kind of type specified}}
  %0 = tensor.dim %f, %i : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'tensor.cast' invalid kind of type specified}}
  %0 = tensor.cast %f : f32 to tensor<f32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'tensor.rank' invalid kind of type specified}}
  %0 = tensor.rank %f : f32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{custom op 'tensor.empty' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tensor.empty() : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'tensor.extract' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tensor.extract %f[] : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tensor.from_elements %f : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'tensor.splat' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tensor.splat %f : f32
  return
}

// -----

func.func @gather_order(%t: tensor<4x5x6xf32>, %i: tensor<7x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims values must be strictly increasing}}
  %0 = tensor.gather %t[%i] gather_dims([2, 1]) : (tensor<4x5x6xf32>, tensor<7x2xindex>) -> tensor<7x4xf32>
  return
}

// -----

func.func @gather_shape(%t: tensor<4x5x6xf32>, %i: tensor<7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op result type mismatch: expected 'tensor<7x4x1x6xf32>' or its rank-reduced variant 'tensor<7x4x6xf32>' (got: 'tensor<7x6xf32>')}}
  %0 = tensor.gather %t[%i] gather_dims([1]) : (tensor<4x5x6xf32>, tensor<7x1xindex>) -> tensor<7x6xf32>
  return
}

// -----

func.func @pad_by_number(%x: tensor<?xi32>, %v: i32) -> tensor<?xi32> {
  // expected-error @+1 {{'tensor.pad' op expected block argument 1 to be an index}}
  %0 = tensor.pad %x low[1] high[2] {
  ^bb0(%i: i64):
    tensor.yield %v : i32
  } : tensor<?xi32> to tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @f(%t: tensor<?xf32>) {
  // expected-error @+2 {{custom op 'tensor.extract_slice' expected integer value}}
  // expected-error @+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %0 = tensor.extract_slice %t[f32] [5] [1] : tensor<?xf32> to tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<?x4xf32>) {
  // expected-error @+1 {{expected reassociation map #0 to have size equal to the expanded rank (2), but it is  0.}}
  %0 = tensor.collapse_shape %t [[-1, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 2 values}}
  %0 = "tensor.expand_shape"(%t, %n, %n) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 4>}> : (tensor<?xf32>, index, index) -> tensor<?x4xf32>
  return
}
