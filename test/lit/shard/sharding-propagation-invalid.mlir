// RUN: mlirlite-opt %s --pass-pipeline='builtin.module(func.func(sharding-propagation))' --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op only one block is supported!}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}

// -----

shard.grid @line(shape = 2)
func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.addf' op sharding interface is not implemented.}}
  // expected-error @below {{'arith.addf' op sharding interface is not implemented.}}
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

shard.grid @line(shape = 2)
func.func @windows(%x: tensor<1x8xf32>, %k: tensor<3xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %f = tensor.empty() : tensor<8xf32>
  %0 = shard.shard %f to %s annotate_for_users : tensor<8xf32>
  // expected-error @below {{the operand 0 has multiple loop indices in a dimension, but none of them could be found in the exactly specified annotation of op results or operands.}}
  // expected-error @below {{the operand 0 has multiple loop indices in a dimension, but none of them could be found in the exactly specified annotation of op results or operands.}}
  %1 = linalg.conv_1d ins(%0, %k : tensor<8xf32>, tensor<3xf32>) outs(%y : tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
