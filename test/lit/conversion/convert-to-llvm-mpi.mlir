// RUN: mlirlite-opt %s --split-input-file --convert-to-llvm | FileCheck %s

// Open MPI's handles are pointers to objects of the library.
// CHECK-LABEL: module attributes {dlti.map
// CHECK-DAG: llvm.func @MPI_Init(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.mlir.global external @ompi_mpi_comm_world() {addr_space = 0 : i32} : !llvm.struct<"ompi_communicator_t", opaque>
// CHECK-DAG: llvm.mlir.global external @ompi_mpi_op_sum() {addr_space = 0 : i32} : !llvm.struct<"ompi_predefined_op_t", opaque>
// CHECK-DAG: llvm.mlir.global external @ompi_mpi_float() {addr_space = 0 : i32} : !llvm.struct<"ompi_predefined_datatype_t", opaque>
module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "OpenMPI">} {
  // CHECK-LABEL: llvm.func @open
  // CHECK: llvm.call @MPI_Init
  // CHECK: %[[W:.*]] = llvm.mlir.addressof @ompi_mpi_comm_world
  // CHECK: %[[WORLD:.*]] = llvm.ptrtoint %[[W]]
  // CHECK: %[[C:.*]] = llvm.inttoptr %[[WORLD]]
  // CHECK: %[[ROOM:.*]] = llvm.alloca %{{.*}} x i32
  // CHECK: llvm.call @MPI_Comm_rank(%[[C]], %[[ROOM]])
  // CHECK: %[[RANK:.*]] = llvm.load %[[ROOM]]
  // CHECK: %[[NEW:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
  // CHECK: llvm.call @MPI_Comm_split(%{{.*}}, %[[RANK]], %[[RANK]], %[[NEW]])
  // CHECK: llvm.load %[[NEW]] : !llvm.ptr -> !llvm.ptr
  // All elements of 3x4 are sent.
  // CHECK: %[[A:.*]] = llvm.extractvalue %{{.*}}[3, 0]
  // CHECK: %[[B:.*]] = llvm.extractvalue %{{.*}}[3, 1]
  // CHECK: %[[N:.*]] = llvm.mul %[[A]], %[[B]]
  // CHECK: %[[COUNT:.*]] = llvm.trunc %[[N]]
  // CHECK: llvm.call @MPI_Send(%{{.*}}, %[[COUNT]], %{{.*}}, %[[PEER:arg[0-9]+]], %[[TAG:arg[0-9]+]], %{{.*}})
  // CHECK: llvm.call @MPI_Recv(%{{.*}}, %[[PEER]], %[[TAG]], %{{.*}}, %{{.*}})
  // CHECK: llvm.call @MPI_Isend
  // CHECK: llvm.store %{{.*}}, %[[REQUEST:.*]] : !llvm.ptr, !llvm.ptr
  // CHECK: llvm.call @MPI_Wait(%[[REQUEST]]
  // In place: one buffer is both.
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
  // CHECK: %[[IN_PLACE:.*]] = llvm.inttoptr %[[ONE]]
  // CHECK: llvm.call @MPI_Allreduce(%[[IN_PLACE]]
  // CHECK: %[[CODE:.*]] = llvm.call @MPI_Barrier
  // CHECK: llvm.icmp "eq" %[[CODE]]
  // CHECK: llvm.call @MPI_Error_class(%[[CODE]]
  // CHECK: llvm.return {{.*}} : i32
  func.func @open(%x: memref<3x4xf32>, %tag: i32, %peer: i32) -> !mpi.retval {
    mpi.init
    %world = mpi.comm_world : !mpi.comm
    %rank = mpi.comm_rank(%world) : i32
    %new = mpi.comm_split(%world, %rank, %rank) : !mpi.comm
    mpi.send(%x, %tag, %peer, %new) : memref<3x4xf32>, i32, i32
    mpi.recv(%x, %tag, %peer, %new) : memref<3x4xf32>, i32, i32
    %r = mpi.isend(%x, %tag, %peer, %new) : memref<3x4xf32>, i32, i32 -> !mpi.request
    mpi.wait(%r) : !mpi.request
    mpi.allreduce(%x, %x, MPI_SUM, %new) : memref<3x4xf32>, memref<3x4xf32>
    %e = mpi.barrier(%new) -> !mpi.retval
    %ok = mpi.retval_check %e = <MPI_SUCCESS> : i1
    %class = mpi.error_class %e : !mpi.retval
    mpi.finalize
    return %class : !mpi.retval
  }
}

// -----

// MPICH's handles are numbers; it is the default.
// CHECK-LABEL: llvm.func @mpich
// CHECK: %[[WORLD:.*]] = llvm.mlir.constant(1140850688 : i64)
// CHECK: %[[TYPE:.*]] = llvm.mlir.constant(1275070522 : i32)
// CHECK: %[[MAX:.*]] = llvm.mlir.constant(1476395009 : i32)
// CHECK: %[[C:.*]] = llvm.trunc %[[WORLD]] : i64 to i32
// CHECK: llvm.call @MPI_Allreduce(%{{.*}}, %{{.*}}, %{{.*}}, %[[TYPE]], %[[MAX]], %[[C]])
func.func @mpich(%x: memref<?xi64>, %y: memref<?xi64>) {
  %world = mpi.comm_world : !mpi.comm
  mpi.allreduce(%x, %y, MPI_MAX, %world) : memref<?xi64>, memref<?xi64>
  return
}

// -----

// What MPI has no type for stays, and elements that are not next to each other.
// CHECK-LABEL: llvm.func @stays
// CHECK-COUNT-2: mpi.send
func.func @stays(%x: memref<3x4xf32, strided<[8, 1]>>, %h: memref<4xf16>, %n: i32, %c: !mpi.comm) {
  mpi.send(%x, %n, %n, %c) : memref<3x4xf32, strided<[8, 1]>>, i32, i32
  mpi.send(%h, %n, %n, %c) : memref<4xf16>, i32, i32
  return
}
