// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// CHECK:   shard.grid @grid(shape = 2x4)
shard.grid @grid(shape = 2x4)

// A group of one device has nothing to exchange.
// CHECK-LABEL: func.func @one_device(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf64>) {
// CHECK-NEXT:     %[[ALL_REDUCE:.*]] = shard.all_reduce %[[ARG0]] on @grid : tensor<4xf32> -> tensor<4xf64>
// CHECK-NEXT:     return %[[ARG0]], %[[ALL_REDUCE]] : tensor<4xf32>, tensor<4xf64>
// CHECK-NEXT:   }
func.func @one_device(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf64>) {
  %0 = shard.all_reduce %x on @grid grid_axes = [] : tensor<4xf32> -> tensor<4xf32>
  %1 = shard.all_gather %0 on @grid grid_axes = [] gather_axis = 0 : tensor<4xf32> -> tensor<4xf32>
  %2 = shard.all_reduce %1 on @grid grid_axes = [] : tensor<4xf32> -> tensor<4xf64>
  return %1, %2 : tensor<4xf32>, tensor<4xf64>
}

// Constants become numbers; halos of size 0 and equal parts need not be said.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    ) -> (!shard.sharding, !shard.sharding, !shard.sharding) {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @grid split_axes = {{\[\[}}0], [1]] halo_sizes = [1, 3, 2, 3] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @grid split_axes = {{\[\[}}0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_1:.*]] = shard.sharding @grid split_axes = {{\[\[}}0]] : !shard.sharding
// CHECK-NEXT:     return %[[SHARDING]], %[[SHARDING_0]], %[[SHARDING_1]] : !shard.sharding, !shard.sharding, !shard.sharding
// CHECK-NEXT:   }
func.func @plain() -> (!shard.sharding, !shard.sharding, !shard.sharding) {
  %three = arith.constant 3 : i64
  %none = arith.constant 0 : i64
  %0 = shard.sharding @grid split_axes = [[0], [1]] halo_sizes = [1, %three, 2, %three] : !shard.sharding
  %1 = shard.sharding @grid split_axes = [[0]] halo_sizes = [%none, 0] : !shard.sharding
  %2 = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, %three, 6] : !shard.sharding
  return %0, %1, %2 : !shard.sharding, !shard.sharding, !shard.sharding
}

// The second annotation is the first one, or changes it.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @grid split_axes = {{\[\[}}0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] : tensor<8xf32>
// CHECK-NEXT:     return %[[SHARDING_ANNOTATED]], %[[SHARDING_ANNOTATED]] : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:   }
func.func @twice(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %t = shard.sharding @grid split_axes = [[0], []] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<8xf32>
  %1 = shard.shard %x to %t : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @twice_differently(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @grid split_axes = {{\[\[}}0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @grid split_axes = {{\[\[}}1]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] : tensor<8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[SHARDING_ANNOTATED]] to %[[SHARDING_0]] : tensor<8xf32>
// CHECK-NEXT:     return %[[SHARDING_ANNOTATED]], %[[SHARDING_ANNOTATED_1]] : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:   }
func.func @twice_differently(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %t = shard.sharding @grid split_axes = [[1]] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<8xf32>
  %1 = shard.shard %x to %t : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
