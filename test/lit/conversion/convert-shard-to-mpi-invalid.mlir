// RUN: mlirlite-opt %s --convert-shard-to-mpi --split-input-file --verify-diagnostics

shard.grid @grid(shape = 2x?)
func.func @dynamic(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{Dynamic grid shape not supported in AllReduceOp}}
  %0 = shard.all_reduce %x on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @not_lowered(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @below {{failed to legalize operation 'shard.all_gather' that was explicitly marked illegal}}
  %0 = shard.all_gather %x on @grid grid_axes = [0] gather_axis = 0 : tensor<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @unknown_sharding(%s: !shard.sharding, %i: index) -> index {
  // expected-error @below {{Expected ShardingOp as defining op for sharding}}
  %0 = shard.shard_shape dims = [8] sharding = %s device = [%i] : index
  return %0 : index
}

// -----

shard.grid @grid(shape = 2x2)
func.func @two_axes(%i: index) -> index {
  %s = shard.sharding @grid split_axes = [[0, 1]] sharded_dims_offsets = [0, 1, 3, 6, 8] : !shard.sharding
  // expected-error @below {{Only single axis sharding is supported for each dimension.}}
  %0 = shard.shard_shape dims = [8] sharding = %s device = [%i, %i] : index
  return %0 : index
}
