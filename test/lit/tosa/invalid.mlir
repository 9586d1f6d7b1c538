// What is wrong with tosa's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xsi8>) {
  // expected-error @+1 {{operand #0 must be tosa-conformant tensor of number values, but got 'tensor<4xsi8>'}}
  %0 = tosa.abs %x : (tensor<4xsi8>) -> tensor<4xsi8>
  return
}

// -----

func.func @f(%x: tensor<0xf32>) {
  // expected-error @+1 {{operand #0 must be tosa-conformant tensor of number values, but got 'tensor<0xf32>'}}
  %0 = tosa.abs %x : (tensor<0xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{operands don't have broadcast-compatible shapes}}
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<1xf32>) {
  // expected-error @+1 {{result type '5' not broadcast compatible with broadcasted operands's shapes '4'}}
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<1x4xf32>) {
  // expected-error @+1 {{operands don't have matching ranks}}
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{requires the same element type for all operands}}
  %0 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{expected min_val <= max_val, got min_val=2 : i32, max_val=1 : i32}}
  %0 = tosa.clamp %x {max_val = 1 : i32, min_val = 2 : i32} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{min/max attributes types are incompatible with input/output element types.}}
  %0 = tosa.clamp %x {max_val = 1 : i8, min_val = 0 : i8} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{min/max attributes should not be 'NaN'}}
  %0 = tosa.clamp %x {max_val = 0x7FC00000 : f32, min_val = 0.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{invalid nan_mode value: KEEP}}
  %0 = tosa.clamp %x {max_val = 1.0 : f32, min_val = 0.0 : f32, nan_mode = KEEP} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi8>, %z: tensor<1xi32>, %w: tensor<1xi8>) {
  // expected-error @+1 {{expect both input1 and its zero point are the same element type, got 'i8' and 'i32'}}
  %0 = tosa.negate %x, %z, %w : (tensor<4xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xi32>, %s: tensor<1xi8>) {
  // expected-error @+1 {{invalid data type size for operands or result}}
  %0 = tosa.mul %x, %x, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi16>
  return
}

// -----

func.func @f(%x: tensor<4xi32>, %y: tensor<3xi32>, %s: tensor<1xi8>) {
  // expected-error @+1 {{a and b operands don't have broadcast-compatible shapes, got 'tensor<4xi32>' and 'tensor<3xi32>'}}
  %0 = tosa.mul %x, %y, %s : (tensor<4xi32>, tensor<3xi32>, tensor<1xi8>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{expect input and output to have same element type, got 'f16' and 'f32'}}
  %0 = tosa.select %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{expect input tensor rank (2) to be larger than reduce axis (2)}}
  %0 = tosa.reduce_sum %x {axis = 2 : i32} : (tensor<4x2xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{expect reduced dimension size to be 1, got 2}}
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{reduce axis must not be negative}}
  %0 = tosa.reduce_sum %x {axis = -1 : i32} : (tensor<4x2xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{expected output shape '2', got '4'}}
  %0 = tosa.argmax %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4x2xf32>) {
  // expected-error @+1 {{result tensor is not of integer type}}
  %0 = tosa.argmax %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4xf32>, %y: tensor<2x3xf32>) {
  // expected-error @+1 {{expect all operand shapes to have the same sizes on non-axis dimensions, but got 3 vs 4 at index 1 on operands 0 and 1}}
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<1x4xf32>, tensor<2x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4xf32>) {
  // expected-error @+1 {{requires sum of axis dimensions of input1 equal to output axis dimension, got 2 and 3}}
  %0 = tosa.concat %x, %x {axis = 0 : i32} : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expect at least one input}}
  %0 = tosa.concat {axis = 0 : i32} : () -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %p: !tosa.shape<4>, %c: tensor<1xf32>) {
  // expected-error @+1 {{shape operand is not compile time resolvable}}
  %0 = tosa.pad %x, %p, %c : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %c: tensor<1xf32>) {
  %s = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{mismatch in output shape at dimension 0: expected 2 + 1 + 0 = 3, but got 4}}
  %0 = tosa.pad %x, %s, %c : (tensor<2xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  %s = tosa.const_shape {values = dense<[3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{cannot reshape 2 elements into 3}}
  %0 = tosa.reshape %x, %s : (tensor<2xf32>, !tosa.shape<2>) -> tensor<3x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  %s = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{expected at most one target dimension to be -1}}
  %0 = tosa.reshape %x, %s : (tensor<2xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{expect input tensor rank (1) to be larger than reverse axis (1)}}
  %0 = tosa.reverse %x {axis = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  %s = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{length of start is not equal to rank of input shape}}
  %0 = tosa.slice %x, %s, %s : (tensor<2xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  %s = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{expect 'multiples' to have rank 1 but got 2.}}
  %0 = tosa.tile %x, %s : (tensor<2xf32>, !tosa.shape<2>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected valid permutation indices}}
  %0 = tosa.transpose %x {perms = array<i32: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{expected output tensor dim 0 to match input dim 1 with value of 3}}
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x5x3xf32>, %i: tensor<1x4xi32>) {
  // expected-error @+1 {{requires indices dimension 0 to have size 2, got 1}}
  %0 = tosa.gather %x, %i : (tensor<2x5x3xf32>, tensor<1x4xi32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x3xf32>, %i: tensor<2x4xi32>, %y: tensor<2x4x3xf32>) {
  // expected-error @+1 {{requires dimensions K >= W, got K=3 and W=4}}
  %0 = tosa.scatter %x, %i, %y : (tensor<2x3x3xf32>, tensor<2x4xi32>, tensor<2x4x3xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xi8>, %t: tensor<256xi8>) {
  // expected-error @+1 {{dim(result, 1) = 6 doesn't match dim(input, 1) = 5}}
  %0 = tosa.table %x, %t : (tensor<4x5xi8>, tensor<256xi8>) -> tensor<4x6xi8>
  return
}

// -----

func.func @f(%a: tensor<1x4x3xf32>, %z: tensor<1xf16>) {
  // expected-error @+1 {{expect input a and a_zp have the same element type, got 'f32' and 'f16'}}
  %0 = tosa.matmul %a, %a, %z, %z : (tensor<1x4x3xf32>, tensor<1x4x3xf32>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x6x8xf32>) {
  // expected-error @+1 {{expected height to be a power of two, got 6}}
  %0:2 = tosa.fft2d %x, %x {inverse = false} : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> (tensor<2x6x8xf32>, tensor<2x6x8xf32>)
  return
}

// -----

func.func @f(%x: tensor<2x8x8xf32>) {
  // expected-error @+1 {{expected output width to be equal to input_width / 2 + 1, got 4}}
  %0:2 = tosa.rfft2d %x : (tensor<2x8x8xf32>) -> (tensor<2x8x4xf32>, tensor<2x8x4xf32>)
  return
}

// -----

func.func @f(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{accumulator type for f32 tensor is not f32}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f16, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{expect all padding values to be >= 0, got -1, 0, 0, 0}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: -1, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{expect all stride values to be >= 1, got 0, 1}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 0, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{expected input_height - 1 + pad_top + pad_bottom - (kernel_height - 1) * dilation_y to be wholly divisible by stride_y, got (4 - 1 + 0 + 0 - (1 - 1) * 1) / 2}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{calculated output width did not match expected: calculated=4, expected=5}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x5x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<3xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{bias channels expected to be equal to output channels (8) or 1, got 3}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{attribute 'pad' failed to satisfy constraint: i64 dense array attribute with exactly 4 elements}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x8xf32>) {
  // expected-error @+1 {{expected left/right padding to be less than the width of the kernel, got pad_left=2, pad_right=0, kernel_x=2}}
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 2, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x2x2x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x8xf32>) {
  // expected-error @+1 {{calculated output width did not match expected: calculated=2, expected=3}}
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x2x3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x8xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{accumulator type for f32 tensor is not f32}}
  %0 = tosa.avg_pool2d %x, %z, %z {acc_type = f16, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi8>, %m: tensor<1xi16>, %s: tensor<1xi8>, %z: tensor<1xi8>) {
  // expected-error @+1 {{expect i32 element type for multiplier for scale32=true, got 'i16'}}
  %0 = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xi8>, %m: tensor<2xi32>, %s: tensor<2xi8>, %z: tensor<1xi8>) {
  // expected-error @+1 {{expect shape of { 4 } for multiplier input, got { 2 }}}
  %0 = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi8>, tensor<2xi32>, tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4x31xf32>) {
  // expected-error @+1 {{expect last dimension of input_data (31) to be divisible by block_size (32)}}
  %0:2 = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32} : (tensor<4x31xf32>) -> (tensor<4x31xf8E5M2>, tensor<4x1xf8E8M0FNU>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %s = tosa.const_shape {values = dense<[4, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{result shape has different rank than operands}}
  %0 = tosa.add_shape %s, %s : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<3>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expect axis to be in the range [0, 1), got 1}}
  %0 = tosa.dim %x {axis = 1 : i32} : (tensor<4xf32>) -> !tosa.shape<1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expect number of elements in attribute values (3) to be equal to the rank (2) for the result shape type}}
  %0 = tosa.const_shape {values = dense<1> : tensor<3xindex>} : () -> !tosa.shape<2>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected same attr/result element types}}
  %0 = "tosa.const"() <{values = dense<1> : tensor<3xi32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{failed to verify that all of {values, output} have same shape}}
  %0 = "tosa.const"() <{values = dense<1> : tensor<3xi32>}> : () -> tensor<2xi32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nowhere' has not been declared by 'tosa.variable'}}
  %0 = tosa.variable_read @nowhere : tensor<2xf32>
  return
}

// -----

// expected-error @+1 {{invalid rank (must be >= 0): -1}}
func.func private @f(!tosa.shape<-1>)

// -----

func.func @f(%c: tensor<2xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'condition' must be a size 1 tensor, got 'tensor<2xi1>'}}
  %0 = tosa.cond_if %c : tensor<2xi1> -> tensor<4xf32> {
    tosa.yield %x : tensor<4xf32>
  } else {
    tosa.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'cond_graph' result must be a boolean tensor, got 'tensor<i32>'}}
  %0 = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %c = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
    tosa.yield %c : tensor<i32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return
}
