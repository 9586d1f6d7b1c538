// What is wrong with linalg's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @yield_parent(%f: f32) {
  // expected-error @+1 {{'linalg.yield' op expected parent op with LinalgOp interface}}
  linalg.yield %f : f32
}

// -----

func.func @index_parent() {
  // expected-error @+1 {{'linalg.index' op expected parent op with LinalgOp interface}}
  %0 = linalg.index 0 : index
  return
}

// -----

func.func @index_dim(%m: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%m : memref<f32>) {
  ^bb0(%x: f32):
    // expected-error @+1 {{'linalg.index' op expected dim (2) to be lower than the number of loops (0) of the enclosing LinalgOp}}
    %0 = linalg.index 2 : index
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @index_negative(%m: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%m : memref<f32>) {
  ^bb0(%x: f32):
    // expected-error @+1 {{'linalg.index' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0}}
    %0 = linalg.index -1 : index
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @yield_count(%m: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%m : memref<f32>) {
  ^bb0(%x: f32):
    // expected-error @+1 {{'linalg.yield' op expected number of yield values (0) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield
  }
  return
}

// -----

func.func @map_dims(%m: memref<1xi32>) {
  // expected-error @+1 {{'linalg.generic' op expected indexing_map #0 to have 1 dim(s) to match the number of loops}}
  linalg.generic {indexing_maps = [affine_map<() -> (0)>], iterator_types = ["parallel"]} outs(%m : memref<1xi32>) {
  ^bb0(%x: i32):
    linalg.yield %x : i32
  }
  return
}

// -----

func.func @iterator(%m: memref<1xi32>) {
  // expected-error @+1 {{custom op 'linalg.generic' unexpected iterator_type (random)}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["random"]} outs(%m : memref<1xi32>) {
  ^bb0(%x: i32):
    linalg.yield %x : i32
  }
  return
}

// -----

func.func @rank(%m: memref<?xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected operand #0 rank (1) to match the result rank of indexing_map (2)}}
  linalg.generic {indexing_maps = [affine_map<() -> (0, 0)>], iterator_types = []} outs(%m : memref<?xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @yield_type(%m: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%m : memref<?xf32>) {
  ^bb0(%x: f32):
    %0 = arith.constant 1 : i4
    // expected-error @+1 {{'linalg.yield' op type of yield operand 1 ('i4') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %0 : i4
  }
  return
}

// -----

func.func @singular(%m: memref<?xf32>) {
  // expected-error @+1 {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0 + d1, d0 + d1))}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "parallel"]} ins(%m : memref<?xf32>) outs(%m : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @symbols(%t: tensor<8xf32>) {
  // expected-error @+1 {{'linalg.generic' op unexpected symbols in indexing_map #0}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0)[s0] -> (d0 + s0)>, affine_map<(d0)[s0] -> (d0 + s0)>], iterator_types = ["parallel"]} ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @body_arguments(%m: memref<f32>) {
  // expected-error @+1 {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%m : memref<f32>) outs(%m : memref<f32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @body_argument_type(%m: memref<f32>, %n: memref<i8>) {
  // expected-error @+1 {{'linalg.generic' op expected type of bb argument #0 ('f32') to match element or self type of the corresponding operand ('i8')}}
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%n : memref<i8>) outs(%m : memref<f32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @maps_count(%m: memref<f32>) {
  // expected-error @+1 {{'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} ins(%m : memref<f32>) outs(%m : memref<f32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @two_blocks(%m: memref<f32>, %f: f32) {
  // expected-error @+1 {{'linalg.generic' op expects region #0 to have 0 or 1 blocks}}
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%m : memref<f32>) {
  ^bb0(%x: f32):
    linalg.yield %f : f32
  ^bb1:
    linalg.yield %f : f32
  }
  return
}

// -----

func.func @no_block(%m: memref<f32>) {
  // expected-error @+1 {{'linalg.generic' op expects to have 1 region with 1 block}}
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%m : memref<f32>) {
  }
  return
}

// -----

func.func @result_type(%m: memref<?xf32>, %t: tensor<?xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected type of operand #1 ('tensor<?xf32>') to match type of corresponding result ('tensor<f32>')}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<?xf32>) outs(%t : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<f32>
  return
}

// -----

func.func @negative_index(%m: memref<5xf32>) {
  // expected-error @+1 {{'linalg.generic' op unexpected result less than 0 at expression #0 in (d0) -> (-d0 + 3)}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<5xf32>) outs(%m : memref<5xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @batch_matmul_rank(%a: memref<?x?x?xf32>, %b: memref<?x?xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op expected operand #1 rank (2) to match the result rank of indexing_map (3)}}
  linalg.batch_matmul ins(%a, %b : memref<?x?x?xf32>, memref<?x?xf32>) outs(%a : memref<?x?x?xf32>)
  return
}

// -----

func.func @matmul_args(%m: memref<?x?xf32>) {
  linalg.matmul ins(%m, %m : memref<?x?xf32>, memref<?x?xf32>)
  // expected-error @+1 {{custom op 'linalg.matmul' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  return
}

// -----

func.func @matmul_result(%m: memref<?x?xf32>, %t: tensor<?x?xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expected type of operand #2 ('tensor<?x?xf32>') to match type of corresponding result ('tensor<?xf32>')}}
  %0 = linalg.matmul ins(%m, %m : memref<?x?xf32>, memref<?x?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @fill_no_result(%t: tensor<?xf32>, %f: f32) {
  // expected-error @+1 {{'linalg.fill' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.fill ins(%f : f32) outs(%t : tensor<?xf32>)
  return
}

// -----

func.func @fill_result(%m: memref<?xf32>, %f: f32) {
  // expected-error @+1 {{'linalg.fill' op expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %0 = linalg.fill ins(%f : f32) outs(%m : memref<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @fill_result_memref(%t: tensor<?xf32>, %f: f32) {
  // expected-error @+1 {{'linalg.fill' op result #0 must be variadic of ranked tensor of any type values, but got 'memref<?xf32>'}}
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<?xf32>) -> memref<?xf32>
  return
}

// -----

func.func @fill_type(%t: tensor<?xf32>, %f: f64) {
  // expected-error @+1 {{'linalg.fill' op expected fill value type ('f64') to match output element type ('f32')}}
  %0 = linalg.fill ins(%f : f64) outs(%t : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @fill_tensor(%t: tensor<2x2xf32>, %f: tensor<2xf32>) {
  // expected-error @+1 {{expected op with scalar input}}
  %0 = linalg.fill ins(%f : tensor<2xf32>) outs(%t : tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @matmul_static(%a: memref<2x4xf32>, %b: memref<3x4xf32>) {
  // expected-error @+1 {{'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 3}}
  linalg.matmul ins(%a, %b : memref<2x4xf32>, memref<3x4xf32>) outs(%a : memref<2x4xf32>)
  return
}

// -----

func.func @matmul_scalar(%a: f32, %b: memref<3x4xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expected operand #0 rank (0) to match the result rank of indexing_map (2)}}
  linalg.matmul ins(%a, %b : f32, memref<3x4xf32>) outs(%b : memref<3x4xf32>)
  return
}

// -----

func.func @matmul_scalar_output(%a: f32, %b: memref<3x4xf32>) {
  // expected-error @+1 {{'linalg.matmul' op operand #2 must be variadic of shaped of any type values, but got 'f32'}}
  linalg.matmul ins(%b, %b : memref<3x4xf32>, memref<3x4xf32>) outs(%a : f32)
  return
}

// -----

func.func @matmul_types(%a: tensor<2x2xf32>, %b: tensor<2x2xindex>) {
  // expected-error @+1 {{custom op 'linalg.matmul' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'index' and 'index'}}
  %0 = linalg.matmul ins(%b, %b : tensor<2x2xindex>, tensor<2x2xindex>) outs(%b : tensor<2x2xindex>) -> tensor<2x2xindex>
  return
}

// -----

func.func @exp_types(%b: tensor<2x2xi32>) {
  // expected-error @+1 {{custom op 'linalg.exp' unsupported non numeric type}}
  %0 = linalg.exp ins(%b : tensor<2x2xi32>) outs(%b : tensor<2x2xi32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @sub_bool(%b: tensor<2xi1>) {
  // expected-error @+1 {{custom op 'linalg.sub' unsupported operation: sub with bools}}
  %0 = linalg.sub ins(%b, %b : tensor<2xi1>, tensor<2xi1>) outs(%b : tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @div_unsigned(%b: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'linalg.div_unsigned' unsupported operation: unsigned div not on uint}}
  %0 = linalg.div_unsigned ins(%b, %b : tensor<2xf32>, tensor<2xf32>) outs(%b : tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @contract_maps(%b: tensor<2x2xf32>) {
  // expected-error @+1 {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  %0 = linalg.contract ins(%b, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%b : tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @conv_static(%i: memref<1x3x4x2xf32>, %f: memref<3x2x2x1xf32>, %o: memref<1x2x3x1xf32>) {
  // expected-error @+1 {{'linalg.conv_2d_nhwc_hwcf' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 4, but found 3}}
  linalg.conv_2d_nhwc_hwcf ins(%i, %f : memref<1x3x4x2xf32>, memref<3x2x2x1xf32>) outs(%o : memref<1x2x3x1xf32>)
  return
}

// -----

func.func @conv_strides(%i: memref<1x3x4x2xf32>, %f: memref<3x2x2x1xf32>, %o: memref<1x2x3x1xf32>) {
  // expected-error @+1 {{custom op 'linalg.conv_2d_nhwc_hwcf' 'linalg.conv_2d_nhwc_hwcf' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  linalg.conv_2d_nhwc_hwcf {strides = dense<1> : vector<3xi64>} ins(%i, %f : memref<1x3x4x2xf32>, memref<3x2x2x1xf32>) outs(%o : memref<1x2x3x1xf32>)
  return
}

// -----

func.func @map_arity(%t: tensor<64xf32>) {
  // expected-error @+1 {{'linalg.map' op expects number of operands to match the arity of mapper, but got: 3 and 4}}
  %0 = linalg.map ins(%t, %t : tensor<64xf32>, tensor<64xf32>) outs(%t : tensor<64xf32>) (%x: f32, %y: f32, %z: f32, %w: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @map_types(%t: tensor<64xf32>) {
  // expected-error @+1 {{'linalg.map' op expected element type of input 'f32' to match bbArg type 'f64'}}
  %0 = linalg.map ins(%t, %t : tensor<64xf32>, tensor<64xf32>) outs(%t : tensor<64xf32>) (%x: f64, %y: f64, %z: f32) {
    linalg.yield %z : f32
  }
  return
}

// -----

func.func @map_shapes(%t: tensor<64x64xf32>, %o: tensor<32xf32>) {
  // expected-error @+1 {{'linalg.map' op expected shape of input (64, 64) to match shape of output (32)}}
  %0 = linalg.map ins(%t, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%o : tensor<32xf32>) (%x: f32, %y: f32, %z: f32) {
    linalg.yield %z : f32
  }
  return
}

// -----

func.func @reduce_shape(%t: tensor<16x32x64xf32>, %o: tensor<16x64xf32>) {
  // expected-error @+1 {{'linalg.reduce' op init dimensions [16, 64] doesn't match input dimensions after reduction [16, 32]}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<16x32x64xf32>) outs(%o : tensor<16x64xf32>) dimensions = [2]
  return
}

// -----

func.func @reduce_range(%t: tensor<16x32x64xf32>, %o: tensor<16x64xf32>) {
  // expected-error @+1 {{'linalg.reduce' op dimensions for reduction should be in the range [0, 2].}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<16x32x64xf32>) outs(%o : tensor<16x64xf32>) dimensions = [3]
  return
}

// -----

func.func @reduce_order(%t: tensor<16x32x64xf32>, %o: tensor<16xf32>) {
  // expected-error @+1 {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<16x32x64xf32>) outs(%o : tensor<16xf32>) dimensions = [1, 1]
  return
}

// -----

func.func @reduce_rank(%t: tensor<16x32x64xf32>, %o: tensor<16x64xf32>) {
  // expected-error @+1 {{'linalg.reduce' op number of dimensions after reduction 1 doesn't match the init rank 2}}
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<16x32x64xf32>) outs(%o : tensor<16x64xf32>) dimensions = [1, 2]
  return
}

// -----

func.func @reduce_arguments(%t: tensor<16x32xf32>, %o: tensor<16xf32>) {
  // expected-error @+1 {{'linalg.reduce' op mismatching number of operands and block arguments}}
  %0 = linalg.reduce ins(%t : tensor<16x32xf32>) outs(%o : tensor<16xf32>) dimensions = [1] (%x: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @reduce_input_type(%t: tensor<16x32xf32>, %o: tensor<16xf32>) {
  // expected-error @+1 {{'linalg.reduce' op input element type 'f32' does not match corresponding block argument type 'f64'}}
  %0 = linalg.reduce ins(%t : tensor<16x32xf32>) outs(%o : tensor<16xf32>) dimensions = [1] (%x: f64, %y: f32) {
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @reduce_output_type(%t: tensor<16x32xf32>, %o: tensor<16xf32>) {
  // expected-error @+1 {{'linalg.reduce' op output element type 'f32' does not match corresponding block argument type 'f64'}}
  %0 = linalg.reduce ins(%t : tensor<16x32xf32>) outs(%o : tensor<16xf32>) dimensions = [1] (%x: f32, %y: f64) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @reduce_inputs(%t: tensor<16x32xf32>, %u: tensor<17x32xf32>, %o: tensor<16xf32>) {
  // expected-error @+1 {{'linalg.reduce' op expects all inputs to have the same shapes. Shape at input-index 1 is not equal to the shape at input-index 0.}}
  %0:2 = linalg.reduce ins(%t, %u : tensor<16x32xf32>, tensor<17x32xf32>) outs(%o, %o : tensor<16xf32>, tensor<16xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {
    linalg.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @reduce_outputs(%t: tensor<16x32xf32>, %o: tensor<16xf32>, %u: tensor<17xf32>) {
  // expected-error @+1 {{'linalg.reduce' op expects all outputs to have the same shapes. Shape at output-index 1 is not equal to the shape at output-index 0.}}
  %0:2 = linalg.reduce ins(%t, %t : tensor<16x32xf32>, tensor<16x32xf32>) outs(%o, %u : tensor<16xf32>, tensor<17xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {
    linalg.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @transpose_permutation(%t: tensor<16x32xf32>, %o: tensor<32x16xf32>) {
  // expected-error @+1 {{'linalg.transpose' op permutation is not valid}}
  %0 = linalg.transpose ins(%t : tensor<16x32xf32>) outs(%o : tensor<32x16xf32>) permutation = [1, 1]
  return
}

// -----

func.func @transpose_size(%t: tensor<16x32xf32>, %o: tensor<32x16xf32>) {
  // expected-error @+1 {{'linalg.transpose' op size of permutation 3 does not match the argument rank 2}}
  %0 = linalg.transpose ins(%t : tensor<16x32xf32>) outs(%o : tensor<32x16xf32>) permutation = [1, 0, 2]
  return
}

// -----

func.func @transpose_rank(%t: tensor<16x32xf32>, %o: tensor<32x16x4xf32>) {
  // expected-error @+1 {{'linalg.transpose' op input rank 2 does not match init rank 3}}
  %0 = linalg.transpose ins(%t : tensor<16x32xf32>) outs(%o : tensor<32x16x4xf32>) permutation = [1, 0]
  return
}

// -----

func.func @transpose_dims(%t: tensor<16x32xf32>, %o: tensor<16x32xf32>) {
  // expected-error @+1 {{'linalg.transpose' op dim(result, 0) = 16 doesn't match dim(input, permutation[0]) = 32}}
  %0 = linalg.transpose ins(%t : tensor<16x32xf32>) outs(%o : tensor<16x32xf32>) permutation = [1, 0]
  return
}

// -----

func.func @broadcast_rank(%t: tensor<16xf32>, %o: tensor<16x32x4xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 1, dimensions size: 1, init rank: 3}}
  %0 = linalg.broadcast ins(%t : tensor<16xf32>) outs(%o : tensor<16x32x4xf32>) dimensions = [1]
  return
}

// -----

func.func @broadcast_range(%t: tensor<16xf32>, %o: tensor<16x32xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 5}}
  %0 = linalg.broadcast ins(%t : tensor<16xf32>) outs(%o : tensor<16x32xf32>) dimensions = [5]
  return
}

// -----

func.func @broadcast_dims(%t: tensor<16xf32>, %o: tensor<5x32xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op input dim 0 should match init dim 0. input: 16, init: 5}}
  %0 = linalg.broadcast ins(%t : tensor<16xf32>) outs(%o : tensor<5x32xf32>) dimensions = [1]
  return
}

// -----

func.func @softmax_dimension(%t: tensor<16x4xf32>) {
  // expected-error @+1 {{'linalg.softmax' op incorrect dimension specified}}
  %0 = linalg.softmax dimension(2) ins(%t : tensor<16x4xf32>) outs(%t : tensor<16x4xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @softmax_shape(%t: tensor<16x4xf32>, %o: tensor<16xf32>) {
  // expected-error @+1 {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%t : tensor<16x4xf32>) outs(%o : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

func.func @generic_no_region(%m: memref<f32>) {
  // expected-error @+1 {{expected '{' to begin a region}}
  linalg.generic {indexing_maps = [affine_map<() -> (0)>], iterator_types = []} ins(%m : memref<f32>)
}

// -----

func.func @pack_partial_tiles(%a: tensor<10x6xf32>, %b: tensor<3x6x4xf32>) -> tensor<3x6x4xf32> {
  // expected-error @+1 {{'linalg.pack' op invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<10x6xf32> -> tensor<3x6x4xf32>
  return %0 : tensor<3x6x4xf32>
}

// -----

func.func @pack_padding_type(%a: tensor<10x6xf32>, %b: tensor<3x6x4xf32>, %p: i8) -> tensor<3x6x4xf32> {
  // expected-error @+1 {{'linalg.pack' op expected padding_value has 'f32' but got: 'i8'}}
  %0 = linalg.pack %a padding_value(%p : i8) inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<10x6xf32> -> tensor<3x6x4xf32>
  return %0 : tensor<3x6x4xf32>
}

// -----

func.func @pack_same_dim_twice(%a: tensor<8x8xf32>, %b: tensor<4x4x2x2xf32>) -> tensor<4x4x2x2xf32> {
  // expected-error @+1 {{invalid inner_dims_pos vector}}
  %0 = linalg.pack %a inner_dims_pos = [0, 0] inner_tiles = [2, 2] into %b : tensor<8x8xf32> -> tensor<4x4x2x2xf32>
  return %0 : tensor<4x4x2x2xf32>
}

// -----

func.func @unpack_order(%a: tensor<4x2x2x4xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{expected 'tensor<2x4x2x4xf32>' for the packed domain value, got 'tensor<4x2x2x4xf32>'}}
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %b : tensor<4x2x2x4xf32> -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @contract_without_sum(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %c: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // expected-error @+1 {{'indexing_maps' do not specify a contracting dimension}}
  %0 = linalg.contract indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
    ins(%a, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%c : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @matmul_maps(%a: memref<4x4xf32>) {
  // expected-error @+1 {{'linalg.matmul' op Unexpected dim expression in map result.}}
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// -----

func.func @tensor_into_buffer(%a: tensor<4xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{'linalg.exp' op expected to have pure tensor or buffer semantics}}
  linalg.exp ins(%a : tensor<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

func.func @winograd_shape(%f: tensor<2x3x3x5xf32>, %o: tensor<6x5x5x2xf32>) -> tensor<6x5x5x2xf32> {
  // expected-error @+1 {{'linalg.winograd_filter_transform' op the output shape is not expected}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%o : tensor<6x5x5x2xf32>) -> tensor<6x5x5x2xf32>
  return %0 : tensor<6x5x5x2xf32>
}

// -----

func.func @a(%t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{element of indexing_maps array is not an affine_map}}
  %0 = linalg.matmul indexing_maps = [1, 2, 3] ins(%t, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @a(%t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{invalid kind of attribute specified}}
  %0 = linalg.matmul indexing_maps = 1 ins(%t, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+3 {{expected ::mlir::linalg::ElementwiseKind to be one of: exp, log, abs, ceil, floor, negf, reciprocal, round, sqrt, rsqrt, square, tanh, erf, add, sub, mul, div, div_unsigned, max_signed, min_signed, max_unsigned, min_unsigned, powf, select}}
  // expected-error @+2 {{failed to parse ElementwiseKindAttr parameter 'value' which is to be a `::mlir::linalg::ElementwiseKind`}}
  // expected-error @+1 {{custom op 'linalg.elementwise' expected operation 'kind' attribute}}
  linalg.elementwise kind=#linalg.elementwise_kind<dive> ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @+2 {{custom op 'linalg.elementwise' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  // expected-error @+1 {{custom op 'linalg.elementwise' unable to parse elemwise op}}
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{custom op 'linalg.elementwise' expected ElementwiseKind attribute}}
  linalg.elementwise kind=7 ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

func.func @f(%t: tensor<?xf16>, %v: vector<4xf16>) {
  // expected-warning @unknown {{could not cast operand of type 'f16' to 'vector<4xf16>'}}
  // expected-error @+1 {{custom op 'linalg.matmul' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'vector<4xf16>' and 'f16'}}
  %0 = linalg.matmul ins(%t, %t : tensor<?xf16>, tensor<?xf16>) outs(%v : vector<4xf16>) -> tensor<?xf16>
  return
}

// -----

func.func @empty_mapper(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'linalg.map' op region #0 ('mapper') failed to verify constraint: region with 1 blocks}}
  %0 = "linalg.map"(%a, %a) ({
  }) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @no_sum(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  // expected-error @+1 {{expected add/mul op in the body}}
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.subf %z, %m : f32
    linalg.yield %s : f32
  }) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

func.func @one_factor(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expected add/mul op in the body}}
  %0 = "linalg.dot"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %x : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  }) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @contract_without_maps(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'linalg.contract' op requires attribute 'indexing_maps'}}
  %0 = "linalg.contract"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  }) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @elementwise_without_maps(%a: tensor<8xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op expected the number of indexing_map (0) to be equal to the number of input/output operands (3)}}
  %0 = "linalg.elementwise"(%a, %a, %a) <{kind = #linalg.elementwise_kind<add>, operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @float_strides(%in: memref<1x9x9x3xf32>, %filter: memref<3x3x3xf32>, %out: memref<1x4x4x3xf32>) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i32: 2, 1>, strides = dense<2.000000e+00> : vector<2xf32>} for op linalg.depthwise_conv_2d_nhwc_hwc: Invalid attribute `strides` in property conversion: dense<2.000000e+00> : vector<2xf32>}}
  linalg.depthwise_conv_2d_nhwc_hwc <{strides = dense<2.0> : vector<2xf32>}>
    ins(%in, %filter : memref<1x9x9x3xf32>, memref<3x3x3xf32>) outs(%out : memref<1x4x4x3xf32>)
  return
}

// -----

func.func @three_strides(%in: memref<1x9x9x3xf32>, %filter: memref<3x3x3xf32>, %out: memref<1x4x4x3xf32>) {
  // expected-error @+1 {{'linalg.depthwise_conv_2d_nhwc_hwc' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  linalg.depthwise_conv_2d_nhwc_hwc <{strides = dense<2> : vector<3xi64>}>
    ins(%in, %filter : memref<1x9x9x3xf32>, memref<3x3x3xf32>) outs(%out : memref<1x4x4x3xf32>)
  return
}
