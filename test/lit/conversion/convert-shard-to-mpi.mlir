// Devices of a grid become ranks, collectives calls of MPI.
// RUN: mlirlite-opt %s --convert-shard-to-mpi --canonicalize | FileCheck %s

// CHECK: #map = affine_map<()[s0] -> (s0 * 3)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1] -> (s0 * 12 + s1)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (s0 * 4)>
// CHECK:      shard.grid @line(shape = 4)
// CHECK-NEXT:   shard.grid @plane(shape = 2x3)
// CHECK-NEXT:   shard.grid @space(shape = 2x3x4)
shard.grid @line(shape = 4)
shard.grid @plane(shape = 2x3)
shard.grid @space(shape = 2x3x4)

// CHECK-LABEL: func.func @position(
// CHECK-SAME:    ) -> (index, index, index) {
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[COMM_WORLD:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[RETVAL:.*]], %[[RANK:.*]] = mpi.comm_rank(%[[COMM_WORLD]]) : !mpi.retval, i32
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[RANK]] : i32 to index
// CHECK-NEXT:     %[[COMM_WORLD_1:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[RETVAL_0:.*]], %[[RANK_1:.*]] = mpi.comm_rank(%[[COMM_WORLD_1]]) : !mpi.retval, i32
// CHECK-NEXT:     %[[INDEX_CAST_1:.*]] = arith.index_cast %[[RANK_1]] : i32 to index
// CHECK-NEXT:     %[[REMSI:.*]] = arith.remsi %[[INDEX_CAST_1]], %[[C3]] : index
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[INDEX_CAST_1]], %[[C3]] : index
// CHECK-NEXT:     %[[REMSI_1:.*]] = arith.remsi %[[DIVSI]], %[[C2]] : index
// CHECK-NEXT:     return %[[INDEX_CAST]], %[[REMSI]], %[[REMSI_1]] : index, index, index
// CHECK-NEXT:   }
func.func @position() -> (index, index, index) {
  %0 = shard.process_linear_index on @plane : index
  %1:2 = shard.process_multi_index on @plane axes = [1, 0] : index, index
  return %0, %1#0, %1#1 : index, index, index
}

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    ) -> (index, index) {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     return %[[C4]], %[[C2]] : index, index
// CHECK-NEXT:   }
func.func @sizes() -> (index, index) {
  %0:2 = shard.grid_shape @space axes = [2, 0] : index, index
  return %0#0, %0#1 : index, index
}

// CHECK-LABEL: func.func @neighbors(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (index, index) {
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C_1:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sle, %[[ARG1]], %[[C0]] : index
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[CMPI]] -> (index) {
// CHECK-NEXT:       scf.yield %[[C_1]] : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[SUBI:.*]] = arith.subi %[[ARG1]], %[[C1]] : index
// CHECK-NEXT:       %[[MULI:.*]] = arith.muli %[[ARG0]], %[[C3]] : index
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[SUBI]], %[[MULI]] : index
// CHECK-NEXT:       scf.yield %[[ADDI]] : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sge, %[[ARG1]], %[[C2]] : index
// CHECK-NEXT:     %[[IF_1:.*]] = scf.if %[[CMPI_1]] -> (index) {
// CHECK-NEXT:       scf.yield %[[C_1]] : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[SUBI]] = arith.addi %[[ARG1]], %[[C1]] : index
// CHECK-NEXT:       %[[MULI]] = arith.muli %[[ARG0]], %[[C3]] : index
// CHECK-NEXT:       %[[ADDI]] = arith.addi %[[SUBI]], %[[MULI]] : index
// CHECK-NEXT:       scf.yield %[[ADDI]] : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[IF]], %[[IF_1]] : index, index
// CHECK-NEXT:   }
func.func @neighbors(%i: index, %j: index) -> (index, index) {
  %0:2 = shard.neighbors_linear_indices on @plane[%i, %j] split_axes = [1] : index, index
  return %0#0, %0#1 : index, index
}

// The ranks that reduce have the same place along the other axes.
// CHECK-LABEL: func.func @reduce_rows(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x4xf32>) -> tensor<2x4xf32> {
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[TO_BUFFER:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<2x4xf32> to memref<2x4xf32>
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<2x4xf32>
// CHECK-NEXT:     linalg.copy ins(%[[TO_BUFFER]] : memref<2x4xf32>) outs(%[[ALLOC]] : memref<2x4xf32>)
// CHECK-NEXT:     %[[COMM_WORLD:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[RETVAL:.*]], %[[RANK:.*]] = mpi.comm_rank(%[[COMM_WORLD]]) : !mpi.retval, i32
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[RANK]] : i32 to index
// CHECK-NEXT:     %[[REMSI:.*]] = arith.remsi %[[INDEX_CAST]], %[[C3]] : index
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[INDEX_CAST]], %[[C3]] : index
// CHECK-NEXT:     %[[REMSI_1:.*]] = arith.remsi %[[DIVSI]], %[[C2]] : index
// CHECK-NEXT:     %[[APPLY:.*]] = affine.apply #map()[%[[REMSI_1]]]
// CHECK-NEXT:     %[[INDEX_CAST_1:.*]] = arith.index_cast %[[APPLY]] : index to i32
// CHECK-NEXT:     %[[INDEX_CAST_2:.*]] = arith.index_cast %[[REMSI]] : index to i32
// CHECK-NEXT:     %[[COMM_WORLD_1:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[NEWCOMM:.*]] = mpi.comm_split(%[[COMM_WORLD_1]], %[[INDEX_CAST_1]], %[[INDEX_CAST_2]]) : !mpi.comm
// CHECK-NEXT:     %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[ALLOC]] {{\[\[}}0, 1]] : memref<2x4xf32> into memref<8xf32>
// CHECK-NEXT:     mpi.allreduce(%[[COLLAPSE_SHAPE]], %[[COLLAPSE_SHAPE]], MPI_SUM, %[[NEWCOMM]]) : memref<8xf32>, memref<8xf32>
// CHECK-NEXT:     %[[TO_TENSOR:.*]] = bufferization.to_tensor %[[ALLOC]] restrict : memref<2x4xf32> to tensor<2x4xf32>
// CHECK-NEXT:     return %[[TO_TENSOR]] : tensor<2x4xf32>
// CHECK-NEXT:   }
func.func @reduce_rows(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = shard.all_reduce %x on @plane grid_axes = [1] : tensor<2x4xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Of three axes, too.
// CHECK-LABEL: func.func @reduce_in_space(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xi32>) -> memref<4xi32> {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xi32>
// CHECK-NEXT:     linalg.copy ins(%[[ARG0]] : memref<4xi32>) outs(%[[ALLOC]] : memref<4xi32>)
// CHECK-NEXT:     %[[COMM_WORLD:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[RETVAL:.*]], %[[RANK:.*]] = mpi.comm_rank(%[[COMM_WORLD]]) : !mpi.retval, i32
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[RANK]] : i32 to index
// CHECK-NEXT:     %[[REMSI:.*]] = arith.remsi %[[INDEX_CAST]], %[[C4]] : index
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[INDEX_CAST]], %[[C4]] : index
// CHECK-NEXT:     %[[REMSI_1:.*]] = arith.remsi %[[DIVSI]], %[[C3]] : index
// CHECK-NEXT:     %[[DIVSI_1:.*]] = arith.divsi %[[DIVSI]], %[[C3]] : index
// CHECK-NEXT:     %[[REMSI_2:.*]] = arith.remsi %[[DIVSI_1]], %[[C2]] : index
// CHECK-NEXT:     %[[APPLY:.*]] = affine.apply #map1()[%[[REMSI_2]], %[[REMSI]]]
// CHECK-NEXT:     %[[INDEX_CAST_1:.*]] = arith.index_cast %[[APPLY]] : index to i32
// CHECK-NEXT:     %[[APPLY_1:.*]] = affine.apply #map2()[%[[REMSI_1]]]
// CHECK-NEXT:     %[[INDEX_CAST_2:.*]] = arith.index_cast %[[APPLY_1]] : index to i32
// CHECK-NEXT:     %[[COMM_WORLD_1:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[NEWCOMM:.*]] = mpi.comm_split(%[[COMM_WORLD_1]], %[[INDEX_CAST_1]], %[[INDEX_CAST_2]]) : !mpi.comm
// CHECK-NEXT:     mpi.allreduce(%[[ALLOC]], %[[ALLOC]], MPI_MAX, %[[NEWCOMM]]) : memref<4xi32>, memref<4xi32>
// CHECK-NEXT:     return %[[ALLOC]] : memref<4xi32>
// CHECK-NEXT:   }
func.func @reduce_in_space(%x: memref<4xi32>) -> memref<4xi32> {
  %0 = shard.all_reduce %x on @space grid_axes = [1] reduction = max : memref<4xi32> -> memref<4xi32>
  return %0 : memref<4xi32>
}

// CHECK-LABEL: func.func @halo(
// CHECK-SAME:    %[[ARG0:.*]]: memref<6x5xf32>) -> memref<6x5xf32> {
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C_1:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT:     %[[C91_I32:.*]] = arith.constant 91 : i32
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[COMM_WORLD:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[RETVAL:.*]], %[[RANK:.*]] = mpi.comm_rank(%[[COMM_WORLD]]) : !mpi.retval, i32
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[RANK]] : i32 to index
// CHECK-NEXT:     %[[REMSI:.*]] = arith.remsi %[[INDEX_CAST]], %[[C4]] : index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sle, %[[REMSI]], %[[C0]] : index
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[CMPI]] -> (index) {
// CHECK-NEXT:       scf.yield %[[C_1]] : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[SUBI:.*]] = arith.subi %[[REMSI]], %[[C1]] : index
// CHECK-NEXT:       scf.yield %[[SUBI]] : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sge, %[[REMSI]], %[[C3]] : index
// CHECK-NEXT:     %[[IF_1:.*]] = scf.if %[[CMPI_1]] -> (index) {
// CHECK-NEXT:       scf.yield %[[C_1]] : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[SUBI]] = arith.addi %[[REMSI]], %[[C1]] : index
// CHECK-NEXT:       scf.yield %[[SUBI]] : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[INDEX_CAST_1:.*]] = arith.index_cast %[[IF]] : index to i32
// CHECK-NEXT:     %[[INDEX_CAST_2:.*]] = arith.index_cast %[[IF_1]] : index to i32
// CHECK-NEXT:     %[[COMM_WORLD_1:.*]] = mpi.comm_world : !mpi.comm
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi sge, %[[INDEX_CAST_1]], %[[C0_I32]] : i32
// CHECK-NEXT:     %[[CMPI_3:.*]] = arith.cmpi sge, %[[INDEX_CAST_2]], %[[C0_I32]] : i32
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<6x1xf32>
// CHECK-NEXT:     scf.if %[[CMPI_3]] {
// CHECK-NEXT:       %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0, 2] [6, 1] [1, 1] : memref<6x5xf32> to memref<6x1xf32, strided<[5, 1], offset: 2>>
// CHECK-NEXT:       memref.copy %[[SUBVIEW]], %[[ALLOC]] : memref<6x1xf32, strided<[5, 1], offset: 2>> to memref<6x1xf32>
// CHECK-NEXT:       mpi.send(%[[ALLOC]], %[[C91_I32]], %[[INDEX_CAST_2]], %[[COMM_WORLD_1]]) : memref<6x1xf32>, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.if %[[CMPI_2]] {
// CHECK-NEXT:       mpi.recv(%[[ALLOC]], %[[C91_I32]], %[[INDEX_CAST_1]], %[[COMM_WORLD_1]]) : memref<6x1xf32>, i32, i32
// CHECK-NEXT:       %[[SUBVIEW]] = memref.subview %[[ARG0]][0, 0] [6, 1] [1, 1] : memref<6x5xf32> to memref<6x1xf32, strided<[5, 1]>>
// CHECK-NEXT:       memref.copy %[[ALLOC]], %[[SUBVIEW]] : memref<6x1xf32> to memref<6x1xf32, strided<[5, 1]>>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[ALLOC]] : memref<6x1xf32>
// CHECK-NEXT:     %[[CMPI_4:.*]] = arith.cmpi sge, %[[INDEX_CAST_2]], %[[C0_I32]] : i32
// CHECK-NEXT:     %[[CMPI_5:.*]] = arith.cmpi sge, %[[INDEX_CAST_1]], %[[C0_I32]] : i32
// CHECK-NEXT:     %[[ALLOC_0:.*]] = memref.alloc() : memref<6x2xf32>
// CHECK-NEXT:     scf.if %[[CMPI_5]] {
// CHECK-NEXT:       %[[SUBVIEW]] = memref.subview %[[ARG0]][0, 1] [6, 2] [1, 1] : memref<6x5xf32> to memref<6x2xf32, strided<[5, 1], offset: 1>>
// CHECK-NEXT:       memref.copy %[[SUBVIEW]], %[[ALLOC_0]] : memref<6x2xf32, strided<[5, 1], offset: 1>> to memref<6x2xf32>
// CHECK-NEXT:       mpi.send(%[[ALLOC_0]], %[[C91_I32]], %[[INDEX_CAST_1]], %[[COMM_WORLD_1]]) : memref<6x2xf32>, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.if %[[CMPI_4]] {
// CHECK-NEXT:       mpi.recv(%[[ALLOC_0]], %[[C91_I32]], %[[INDEX_CAST_2]], %[[COMM_WORLD_1]]) : memref<6x2xf32>, i32, i32
// CHECK-NEXT:       %[[SUBVIEW]] = memref.subview %[[ARG0]][0, 3] [6, 2] [1, 1] : memref<6x5xf32> to memref<6x2xf32, strided<[5, 1], offset: 3>>
// CHECK-NEXT:       memref.copy %[[ALLOC_0]], %[[SUBVIEW]] : memref<6x2xf32> to memref<6x2xf32, strided<[5, 1], offset: 3>>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[ALLOC_0]] : memref<6x2xf32>
// CHECK-NEXT:     return %[[ARG0]] : memref<6x5xf32>
// CHECK-NEXT:   }
func.func @halo(%x: memref<6x5xf32>) -> memref<6x5xf32> {
  %0 = shard.update_halo %x on @line split_axes = [[], [0]] halo_sizes = [1, 2] : memref<6x5xf32>
  return %0 : memref<6x5xf32>
}

// CHECK-LABEL: func.func @no_halo(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<6xf32>) -> tensor<6xf32> {
// CHECK-NEXT:     return %[[ARG0]] : tensor<6xf32>
// CHECK-NEXT:   }
func.func @no_halo(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = shard.update_halo %x on @line split_axes = [[0]] : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// The last parts get what is left over.
// CHECK-LABEL: func.func @share(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[ARG0]], %[[C4]] : index
// CHECK-NEXT:     %[[REMSI:.*]] = arith.remsi %[[ARG0]], %[[C4]] : index
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[C4]], %[[REMSI]] : index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sge, %[[ARG1]], %[[SUBI]] : index
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI]], %[[C1]], %[[C0]] : index
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[DIVSI]], %[[SELECT]] : index
// CHECK-NEXT:     return %[[ADDI]] : index
// CHECK-NEXT:   }
func.func @share(%size: index, %i: index) -> index {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard_shape dims = [%size] sharding = %s device = [%i] : index
  return %0 : index
}

// CHECK-LABEL: func.func @stated_share(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: i64) -> (index, index) {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[ARG1]] : i64 to index
// CHECK-NEXT:     %[[FROM_ELEMENTS:.*]] = tensor.from_elements %[[C0]], %[[C2]], %[[INDEX_CAST]], %[[C7]], %[[C8]] : tensor<5xindex>
// CHECK-NEXT:     %[[EXTRACTED:.*]] = tensor.extract %[[FROM_ELEMENTS]][%[[ARG0]]] : tensor<5xindex>
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[ARG0]], %[[C1]] : index
// CHECK-NEXT:     %[[EXTRACTED_0:.*]] = tensor.extract %[[FROM_ELEMENTS]][%[[ADDI]]] : tensor<5xindex>
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[EXTRACTED_0]], %[[EXTRACTED]] : index
// CHECK-NEXT:     return %[[SUBI]], %[[C3]] : index, index
// CHECK-NEXT:   }
func.func @stated_share(%i: index, %n: i64) -> (index, index) {
  %s = shard.sharding @line split_axes = [[0]] sharded_dims_offsets = [0, 2, %n, 7, 8] : !shard.sharding
  %0:2 = shard.shard_shape dims = [8, 3] sharding = %s device = [%i] : index, index
  return %0#0, %0#1 : index, index
}

// A sharding that is passed on becomes its parts.
// CHECK-LABEL: func.func @passed_on(
// CHECK-SAME:    ) -> (tensor<?x?xi16>, tensor<?x?xi64>, tensor<?x?xi64>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<{{\[\[}}1, 1], [0, 2]]> : tensor<2x2xi64>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<1> : tensor<1xi16>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant dense<[0, 2]> : tensor<2xi16>
// CHECK-NEXT:     %[[C_1_I16:.*]] = arith.constant -1 : i16
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<2x2xi16>
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[C_1_I16]] : i16) outs(%[[EMPTY]] : tensor<2x2xi16>) -> tensor<2x2xi16>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[CST_1]] into %[[FILL]][0, 0] [1, 2] [1, 1] : tensor<2xi16> into tensor<2x2xi16>
// CHECK-NEXT:     %[[INSERTED_SLICE_2:.*]] = tensor.insert_slice %[[CST_0]] into %[[INSERTED_SLICE]][1, 0] [1, 1] [1, 1] : tensor<1xi16> into tensor<2x2xi16>
// CHECK-NEXT:     %[[EMPTY_1:.*]] = tensor.empty() : tensor<0x0xi64>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[INSERTED_SLICE_2]] : tensor<2x2xi16> to tensor<?x?xi16>
// CHECK-NEXT:     %[[CAST_3:.*]] = tensor.cast %[[CST]] : tensor<2x2xi64> to tensor<?x?xi64>
// CHECK-NEXT:     %[[CAST_4:.*]] = tensor.cast %[[EMPTY_1]] : tensor<0x0xi64> to tensor<?x?xi64>
// CHECK-NEXT:     return %[[CAST]], %[[CAST_3]], %[[CAST_4]] : tensor<?x?xi16>, tensor<?x?xi64>, tensor<?x?xi64>
// CHECK-NEXT:   }
func.func @passed_on() -> !shard.sharding {
  %s = shard.sharding @space split_axes = [[0, 2], [1]] halo_sizes = [1, 1, 0, 2] : !shard.sharding
  return %s : !shard.sharding
}

// CHECK-LABEL: func.func @calls(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x?xi16>, %[[ARG1:.*]]: tensor<?x?xi64>, %[[ARG2:.*]]: tensor<?x?xi64>) -> (tensor<?x?xi16>, tensor<?x?xi64>, tensor<?x?xi64>) {
// CHECK-NEXT:     %[[CALL:.*]]:3 = call @passed_on() : () -> (tensor<?x?xi16>, tensor<?x?xi64>, tensor<?x?xi64>)
// CHECK-NEXT:     return %[[CALL]]#0, %[[CALL]]#1, %[[CALL]]#2 : tensor<?x?xi16>, tensor<?x?xi64>, tensor<?x?xi64>
// CHECK-NEXT:   }
func.func @calls(%s: !shard.sharding) -> !shard.sharding {
  %0 = call @passed_on() : () -> !shard.sharding
  return %0 : !shard.sharding
}
