// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'shard.grid' op rank of grid is expected to be a positive integer}}
shard.grid @g(shape = [])

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{Undefined required grid symbol "g".}}
  %r = shard.all_reduce %x on @g : tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

shard.grid @g(shape = 2x3)
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{0-based grid axis index 2 is out of bounds. The referenced grid "g" is of rank 2.}}
  %r = shard.all_reduce %x on @g grid_axes = [2] : tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

shard.grid @g(shape = 2x3)
func.func @f(%x: tensor<4xf32>) -> tensor<9xf32> {
  // expected-error @+1 {{Dimension size mismatch for result axis 0. Expected 12, but got 9.}}
  %r = shard.all_gather %x on @g grid_axes = [1] gather_axis = 0 : tensor<4xf32> -> tensor<9xf32>
  return %r : tensor<9xf32>
}
