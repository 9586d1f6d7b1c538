// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{size of operand dimension 0 (4) is not equal to 1 or size of result dimension 0 (5)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{number of output elements (6) doesn't match expected number of elements (4)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) {
  // expected-error @+2 {{contracting dimension sizes must match for lhs/rhs}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %0 = stablehlo.reduce(%x init: %y) applies stablehlo.divide across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x4xf32>) {
  // expected-error @+2 {{minor dimensions of 'a' must have equal size, got shape 3, 4.}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.cholesky %x : tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<4xf32>'.}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.fft"(%x) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>}> : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<4xf32>) {
  // expected-error @+2 {{the size of single-dimensional operands is 4 and the feature count is 3.}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%x: tensor<2x3xcomplex<f32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.real"(%x) : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf64>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error @+2 {{replica id #0 seen more than once}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error @+2 {{duplicate targets not allowed.}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @f(%x: tensor<16x4xf32>) {
  // expected-error @+2 {{split dimension has size 16, expected to be a multiple of split_count 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<16x4xf32>) -> tensor<4x12xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %n: tensor<2xi64>) {
  // expected-error @+2 {{broadcast_dimensions contains invalid value 2 for result with rank 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [2] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{but 8 * 3 != 32.}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x3xi8>
  return
}

// -----

func.func @f(%x: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error @+1 {{operand quantization_dimension 0 is not same as permutation[0] = 1}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+2 {{name must be a valid namespaced op name}}
  // expected-error @+1 {{failed to infer returned types}}
  stablehlo.composite "plain" %x {decomposition = @f} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{Invalid tolerances for ResultAccuracyAttr with mode HIGHEST, must be all zero.}}
  %0 = stablehlo.cbrt %x {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %s: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @+2 {{expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %i: tensor<2x1xi32>) {
  // expected-error @+2 {{start_index_map size (2) is not equal to size of index dimension (1) of start_indices (1)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return
}
