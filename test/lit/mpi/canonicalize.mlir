// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// The rank is known where dlti says it, in the world's communicator only.
// CHECK:   module attributes {dlti.map = #dlti.map<"MPI:comm_world_rank" = 3 : i64>} {
module attributes {dlti.map = #dlti.map<"MPI:comm_world_rank" = 3>} {
// CHECK-LABEL: func.func @rank(
// CHECK-SAME:    %[[ARG0:.*]]: !mpi.comm) -> (i32, i32) {
// CHECK-NEXT:       %[[C3_I32:.*]] = arith.constant 3 : i32
// CHECK-NEXT:       %[[RANK:.*]] = mpi.comm_rank(%[[ARG0]]) : i32
// CHECK-NEXT:       return %[[C3_I32]], %[[RANK]] : i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
  func.func @rank(%other: !mpi.comm) -> (i32, i32) {
    %world = mpi.comm_world : !mpi.comm
    %0 = mpi.comm_rank(%world) : i32
    %1 = mpi.comm_rank(%other) : i32
    return %0, %1 : i32, i32
  }
}

// A message of known size is sent as what it is.
// CHECK-LABEL: func.func @message(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: !mpi.comm) {
// CHECK-NEXT:     mpi.send(%[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]]) : memref<4xf32>, i32, i32
// CHECK-NEXT:     mpi.recv(%[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]]) : memref<4xf32>, i32, i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @message(%x: memref<4xf32>, %to: i32, %world: !mpi.comm) {
  %0 = memref.cast %x : memref<4xf32> to memref<?xf32>
  mpi.send(%0, %to, %to, %world) : memref<?xf32>, i32, i32
  mpi.recv(%0, %to, %to, %world) : memref<?xf32>, i32, i32
  return
}
