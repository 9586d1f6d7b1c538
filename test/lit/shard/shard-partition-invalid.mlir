// RUN: mlirlite-opt %s --pass-pipeline='builtin.module(func.func(shard-partition))' --split-input-file --verify-diagnostics

shard.grid @line(shape = 2)
// expected-error @below {{Cannot partition: expected a shard.shard op for block argument 1 in block 0}}
func.func @argument(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

shard.grid @line(shape = 2)
// expected-error @below {{Cannot partition: expected a single use for block argument 0 in block 0}}
func.func @two_shardings(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %t = shard.sharding @line split_axes = [[]] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<4xf32>
  %1 = shard.shard %x to %t : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

shard.grid @line(shape = 2)
func.func @operand(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  // expected-error @below {{Cannot partition: user of result 0 must be shard.shard operation.}}
  %1 = tosa.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.exp %1 : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

shard.grid @line(shape = 2)
func.func @returned(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  %1 = builtin.unrealized_conversion_cast %0 : tensor<4xf32> to tensor<4xf32>
  // expected-error @below {{Cannot partition: tensor operand 0 must be defined by a shard.shard operation.}}
  return %1 : tensor<4xf32>
}

// -----

shard.grid @line(shape = 2)
func.func @unused(%x: tensor<4xf32>) {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  // expected-error @below {{Cannot partition: result 0 must have exactly one use.}}
  %1 = tosa.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

shard.grid @line(shape = 2)
// expected-error @below {{cannot divide a dimension of size 7 among 2 devices equally}}
func.func @uneven(%x: tensor<7xf32>) -> tensor<7xf32> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

shard.grid @line(shape = 2)
shard.grid @other(shape = 2)
func.func @grids(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %t = shard.sharding @other split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<4xf32>
  // expected-error @below {{cannot reshard from @line to another grid}}
  %1 = shard.shard %0 to %t : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

shard.grid @line(shape = 2)
func.func @convolution(%x: tensor<4xf32>, %k: tensor<3xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %s = shard.sharding @line split_axes = [[]] : !shard.sharding
  %0 = shard.shard %x to %s annotate_for_users : tensor<4xf32>
  %1 = shard.shard %k to %s annotate_for_users : tensor<3xf32>
  %2 = shard.shard %y to %s annotate_for_users : tensor<2xf32>
  // expected-error @below {{supports indexing maps that are only projected permutation.}}
  %3 = linalg.conv_1d ins(%0, %1 : tensor<4xf32>, tensor<3xf32>) outs(%2 : tensor<2xf32>) -> tensor<2xf32>
  %4 = shard.shard %3 to %s : tensor<2xf32>
  return %4 : tensor<2xf32>
}
