// Functions over whole tensors become what one device runs.
// RUN: mlirlite-opt %s --pass-pipeline='builtin.module(func.func(shard-partition),canonicalize)' | FileCheck %s

// CHECK:   shard.grid @line(shape = 4)
// CHECK-NEXT:   shard.grid @plane(shape = 2x4)
shard.grid @line(shape = 4)
shard.grid @plane(shape = 2x4)

// One dimension is gathered, and another one divided, by one exchange.
// CHECK-LABEL: func.func @rows_to_columns(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x16xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT:     %[[ALL_TO_ALL:.*]] = shard.all_to_all %[[ARG0]] on @line grid_axes = [0] split_axis = 1 concat_axis = 0 : tensor<2x16xf32> -> tensor<8x4xf32>
// CHECK-NEXT:     return %[[ALL_TO_ALL]] : tensor<8x4xf32>
// CHECK-NEXT:   }
func.func @rows_to_columns(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %rows = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %columns = shard.sharding @line split_axes = [[], [0]] : !shard.sharding
  %0 = shard.shard %x to %rows : tensor<8x16xf32>
  %1 = shard.shard %0 to %columns annotate_for_users : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// Where one collective is not enough, there are several.
// CHECK-LABEL: func.func @several_steps(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x16xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:     %[[ALL_GATHER:.*]] = shard.all_gather %[[ARG0]] on @plane grid_axes = [1] gather_axis = 0 : tensor<1x16xf32> -> tensor<4x16xf32>
// CHECK-NEXT:     %[[ALL_TO_ALL:.*]] = shard.all_to_all %[[ALL_GATHER]] on @plane grid_axes = [0] split_axis = 1 concat_axis = 0 : tensor<4x16xf32> -> tensor<8x8xf32>
// CHECK-NEXT:     return %[[ALL_TO_ALL]] : tensor<8x8xf32>
// CHECK-NEXT:   }
func.func @several_steps(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %from = shard.sharding @plane split_axes = [[0, 1]] : !shard.sharding
  %to = shard.sharding @plane split_axes = [[], [0]] : !shard.sharding
  %0 = shard.shard %x to %from : tensor<8x16xf32>
  %1 = shard.shard %0 to %to annotate_for_users : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// Replicated, divided, and replicated again.
// CHECK-LABEL: func.func @there_and_back(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:     %[[ALL_SLICE:.*]] = shard.all_slice %[[ARG0]] on @line grid_axes = [0] slice_axis = 0 : tensor<8xf32> -> tensor<2xf32>
// CHECK-NEXT:     %[[EXP:.*]] = tosa.exp %[[ALL_SLICE]] : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:     %[[ALL_GATHER:.*]] = shard.all_gather %[[EXP]] on @line grid_axes = [0] gather_axis = 0 : tensor<2xf32> -> tensor<8xf32>
// CHECK-NEXT:     return %[[ALL_GATHER]] : tensor<8xf32>
// CHECK-NEXT:   }
func.func @there_and_back(%x: tensor<8xf32>) -> tensor<8xf32> {
  %all = shard.sharding @line split_axes = [[]] : !shard.sharding
  %part = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %x to %all : tensor<8xf32>
  %1 = shard.shard %0 to %part annotate_for_users : tensor<8xf32>
  %2 = tosa.exp %1 : (tensor<8xf32>) -> tensor<8xf32>
  %3 = shard.shard %2 to %part : tensor<8xf32>
  %4 = shard.shard %3 to %all annotate_for_users : tensor<8xf32>
  return %4 : tensor<8xf32>
}

// Halos of other sizes: what a device owns is copied, the rest comes from its neighbors.
// CHECK-LABEL: func.func @halos(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<3x6xf32>) -> tensor<5x6xf32> {
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<5x6xf32>
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][1, 0] [2, 6] [1, 1] : tensor<3x6xf32> to tensor<2x6xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[EXTRACTED_SLICE]] into %[[EMPTY]][2, 0] [2, 6] [1, 1] : tensor<2x6xf32> into tensor<5x6xf32>
// CHECK-NEXT:     %[[UPDATE_HALO:.*]] = shard.update_halo %[[INSERTED_SLICE]] on @line split_axes = {{\[\[}}0]] halo_sizes = [2, 1] : tensor<5x6xf32>
// CHECK-NEXT:     return %[[UPDATE_HALO]] : tensor<5x6xf32>
// CHECK-NEXT:   }
func.func @halos(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %narrow = shard.sharding @line split_axes = [[0]] halo_sizes = [1, 0] : !shard.sharding
  %wide = shard.sharding @line split_axes = [[0]] halo_sizes = [2, 1] : !shard.sharding
  %0 = shard.shard %x to %narrow : tensor<8x6xf32>
  %1 = shard.shard %0 to %wide annotate_for_users : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Each device adds its part of the sum; the old value of the output is added once.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x4xf32>, %[[ARG1:.*]]: tensor<4x4xf32>, %[[ARG2:.*]]: tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[PROC_LINEAR_IDX:.*]] = shard.process_multi_index on @plane axes = [1] : index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi eq, %[[PROC_LINEAR_IDX]], %[[C0]] : index
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[CMPI]] -> (tensor<4x4xf32>) {
// CHECK-NEXT:       scf.yield %[[ARG2]] : tensor<4x4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[EMPTY:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:       %[[FILL:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[EMPTY]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:       scf.yield %[[FILL]] : tensor<4x4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[MATMUL:.*]] = linalg.matmul ins(%[[ARG0]], %[[ARG1]] : tensor<4x4xf32>, tensor<4x4xf32>) outs(%[[IF]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %[[ALL_REDUCE:.*]] = shard.all_reduce %[[MATMUL]] on @plane grid_axes = [1] : tensor<4x4xf32> -> tensor<4x4xf32>
// CHECK-NEXT:     return %[[ALL_REDUCE]] : tensor<4x4xf32>
// CHECK-NEXT:   }
func.func @product(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %left = shard.sharding @plane split_axes = [[0], [1]] : !shard.sharding
  %right = shard.sharding @plane split_axes = [[1]] : !shard.sharding
  %out = shard.sharding @plane split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %left annotate_for_users : tensor<8x16xf32>
  %1 = shard.shard %b to %right annotate_for_users : tensor<16x4xf32>
  %2 = shard.shard %c to %out annotate_for_users : tensor<8x4xf32>
  %3 = linalg.matmul ins(%0, %1 : tensor<8x16xf32>, tensor<16x4xf32>) outs(%2 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = shard.shard %3 to %out : tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// tosa's product is added up, too.
// CHECK-LABEL: func.func @batches(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x8x4xf32>, %[[ARG1:.*]]: tensor<1x4x4xf32>, %[[ARG2:.*]]: tensor<1xf32>) -> tensor<1x8x4xf32> {
// CHECK-NEXT:     %[[MATMUL:.*]] = tosa.matmul %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG2]] : (tensor<1x8x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x4xf32>
// CHECK-NEXT:     %[[ALL_REDUCE:.*]] = shard.all_reduce %[[MATMUL]] on @line grid_axes = [0] : tensor<1x8x4xf32> -> tensor<1x8x4xf32>
// CHECK-NEXT:     return %[[ALL_REDUCE]] : tensor<1x8x4xf32>
// CHECK-NEXT:   }
func.func @batches(%a: tensor<1x8x16xf32>, %b: tensor<1x16x4xf32>, %z: tensor<1xf32>) -> tensor<1x8x4xf32> {
  %left = shard.sharding @line split_axes = [[], [], [0]] : !shard.sharding
  %right = shard.sharding @line split_axes = [[], [0]] : !shard.sharding
  %all = shard.sharding @line split_axes = [[]] : !shard.sharding
  %0 = shard.shard %a to %left annotate_for_users : tensor<1x8x16xf32>
  %1 = shard.shard %b to %right annotate_for_users : tensor<1x16x4xf32>
  %2 = shard.shard %z to %all annotate_for_users : tensor<1xf32>
  %3 = tosa.matmul %0, %1, %2, %2 : (tensor<1x8x16xf32>, tensor<1x16x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x4xf32>
  %4 = shard.shard %3 to %all : tensor<1x8x4xf32>
  return %4 : tensor<1x8x4xf32>
}

// Parts of several sizes are known at run time.
// CHECK-LABEL: func.func @offsets(
// CHECK-SAME:    %[[ARG0:.*]]: i64) -> tensor<?x6xf32> {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @line split_axes = {{\[\[}}0]] sharded_dims_offsets = [0, 1, %[[ARG0]], 6, 8] : !shard.sharding
// CHECK-NEXT:     %[[PROC_LINEAR_IDX:.*]] = shard.process_multi_index on @line : index
// CHECK-NEXT:     %[[SHARD_SHAPE:.*]]:2 = shard.shard_shape dims = [8, 6] sharding = %[[SHARDING]] device = [%[[PROC_LINEAR_IDX]]] : index, index
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty(%[[SHARD_SHAPE]]#0) : tensor<?x6xf32>
// CHECK-NEXT:     return %[[EMPTY]] : tensor<?x6xf32>
// CHECK-NEXT:   }
func.func @offsets(%n: i64) -> tensor<8x6xf32> {
  %s = shard.sharding @line split_axes = [[0]] sharded_dims_offsets = [0, 1, %n, 6, 8] : !shard.sharding
  %0 = tensor.empty() : tensor<8x6xf32>
  %1 = shard.shard %0 to %s : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Equal elements are equal in each part.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    ) -> tensor<2xi32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<7> : tensor<2xi32>
// CHECK-NEXT:     return %[[CST]] : tensor<2xi32>
// CHECK-NEXT:   }
func.func @constant() -> tensor<8xi32> {
  %0 = arith.constant dense<7> : tensor<8xi32>
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %1 = shard.shard %0 to %s : tensor<8xi32>
  return %1 : tensor<8xi32>
}

// A function without annotations stays as it is.
// CHECK-LABEL: func.func @not_sharded(
// CHECK-SAME:    %[[ARG0:.*]]: i32) -> i32 {
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[ARG0]], %[[ARG0]] : i32
// CHECK-NEXT:     return %[[ADDI]] : i32
// CHECK-NEXT:   }
func.func @not_sharded(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
