// Waits, barriers and copies that change nothing; launches of one block or thread.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @waits(
// CHECK-SAME:    %[[ARG0:.*]]: !gpu.async.token) -> (!gpu.async.token, !gpu.async.token) {
// CHECK-NEXT:     %[[WAIT:.*]] = gpu.wait async [%[[ARG0]], %[[ARG0]]]
// CHECK-NEXT:     gpu.wait [%[[ARG0]]]
// CHECK-NEXT:     return %[[ARG0]], %[[WAIT]] : !gpu.async.token, !gpu.async.token
// CHECK-NEXT:   }
func.func @waits(%t: !gpu.async.token) -> (!gpu.async.token, !gpu.async.token) {
  gpu.wait
  %unused = gpu.wait async [%t]
  %0 = gpu.wait async
  %1 = gpu.wait async [%t, %0]
  %2 = gpu.wait async [%t, %t]
  gpu.wait [%0, %t]
  return %1, %2 : !gpu.async.token, !gpu.async.token
}

// -----

// CHECK-LABEL: func.func @barriers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) {
// CHECK-NEXT:     gpu.barrier
// CHECK-NEXT:     memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<4xf32>
// CHECK-NEXT:     gpu.barrier
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @barriers(%m: memref<4xf32>, %x: f32, %i: index) {
  gpu.barrier
  gpu.barrier
  memref.store %x, %m[%i] : memref<4xf32>
  gpu.barrier
  return
}

// -----

// CHECK-LABEL: func.func @copied_for_nobody(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: !gpu.async.token) -> !gpu.async.token {
// CHECK-NEXT:     return %[[ARG1]] : !gpu.async.token
// CHECK-NEXT:   }
func.func @copied_for_nobody(%src: memref<4xf32>, %t: !gpu.async.token) -> !gpu.async.token {
  %0 = memref.alloc() : memref<4xf32>
  gpu.memcpy %0, %src : memref<4xf32>, memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = gpu.memcpy async [%t] %1, %src : memref<4xf32>, memref<4xf32>
  memref.dealloc %1 : memref<4xf32>
  return %2 : !gpu.async.token
}

// -----

// CHECK-LABEL: func.func @copied_and_read(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: !gpu.async.token, %[[ARG2:.*]]: index) -> (f32, !gpu.async.token) {
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     gpu.memcpy  %[[ALLOC]], %[[ARG0]] : memref<4xf32>, memref<4xf32>
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ALLOC]][%[[ARG2]]] : memref<4xf32>
// CHECK-NEXT:     memref.dealloc %[[ALLOC]] : memref<4xf32>
// CHECK-NEXT:     %[[ALLOC_0:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[MEMCPY:.*]] = gpu.memcpy async %[[ALLOC_0]], %[[ARG0]] : memref<4xf32>, memref<4xf32>
// CHECK-NEXT:     memref.dealloc %[[ALLOC_0]] : memref<4xf32>
// CHECK-NEXT:     return %[[LOAD]], %[[MEMCPY]] : f32, !gpu.async.token
// CHECK-NEXT:   }
func.func @copied_and_read(%src: memref<4xf32>, %t: !gpu.async.token, %i: index)
    -> (f32, !gpu.async.token) {
  %0 = memref.alloc() : memref<4xf32>
  gpu.memcpy %0, %src : memref<4xf32>, memref<4xf32>
  %1 = memref.load %0[%i] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  %2 = memref.alloc() : memref<4xf32>
  %3 = gpu.memcpy async %2, %src : memref<4xf32>, memref<4xf32>
  memref.dealloc %2 : memref<4xf32>
  return %1, %3 : f32, !gpu.async.token
}

// -----

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: f32) {
// CHECK-NEXT:     gpu.memcpy  %[[ARG0]], %[[ARG1]] : memref<4xf32>, memref<?xf32>
// CHECK-NEXT:     gpu.memset  %[[ARG0]], %[[ARG2]] : memref<4xf32>, f32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @casts(%a: memref<4xf32>, %b: memref<?xf32>, %x: f32) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  gpu.memcpy %0, %b : memref<?xf32>, memref<?xf32>
  gpu.memset %0, %x : memref<?xf32>, f32
  return
}

// -----

// CHECK-LABEL: func.func @dim(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> (index, index, index) {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[MEMREF:.*]] = gpu.alloc  (%[[ARG0]], %[[ARG1]]) : memref<?x4x?xf32>
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[MEMREF]], %[[ARG2]] : memref<?x4x?xf32>
// CHECK-NEXT:     "x.use"(%[[MEMREF]]) : (memref<?x4x?xf32>) -> ()
// CHECK-NEXT:     return %[[ARG1]], %[[C4]], %[[DIM]] : index, index, index
// CHECK-NEXT:   }
func.func @dim(%n: index, %m: index, %i: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = gpu.alloc (%n, %m) : memref<?x4x?xf32>
  %1 = memref.dim %0, %c2 : memref<?x4x?xf32>
  %2 = memref.dim %0, %c1 : memref<?x4x?xf32>
  %3 = memref.dim %0, %i : memref<?x4x?xf32>
  "x.use"(%0) : (memref<?x4x?xf32>) -> ()
  return %1, %2, %3 : index, index, index
}

// -----

// CHECK-LABEL: func.func @launch_of_one(
// CHECK-SAME:    %[[ARG0:.*]]: index) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     gpu.launch blocks(%[[ARG1:.*]], %[[ARG2:.*]], %[[ARG3:.*]]) in (%[[ARG7:.*]] = %[[ARG0]], %[[ARG8:.*]] = %[[C1]], %[[ARG9:.*]] = %[[C1]]) threads(%[[ARG4:.*]], %[[ARG5:.*]], %[[ARG6:.*]]) in (%[[ARG10:.*]] = %[[C1]], %[[ARG11:.*]] = %[[ARG0]], %[[ARG12:.*]] = %[[C1]]) {
// CHECK-NEXT:       "x.use"(%[[ARG1]], %[[C0]], %[[C0]], %[[ARG5]]) : (index, index, index, index) -> ()
// CHECK-NEXT:       gpu.terminator
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @launch_of_one(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %n, %sz = %c1) {
    "x.use"(%bx, %by, %tx, %ty) : (index, index, index, index) -> ()
    gpu.terminator
  }
  return
}

// -----

// CHECK-LABEL: func.func @uniform(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i1) {
// CHECK-NEXT:     gpu.launch blocks(%[[ARG3:.*]], %[[ARG4:.*]], %[[ARG5:.*]]) in (%[[ARG9:.*]] = %[[ARG0]], %[[ARG10:.*]] = %[[ARG0]], %[[ARG11:.*]] = %[[ARG0]]) threads(%[[ARG6:.*]], %[[ARG7:.*]], %[[ARG8:.*]]) in (%[[ARG12:.*]] = %[[ARG0]], %[[ARG13:.*]] = %[[ARG0]], %[[ARG14:.*]] = %[[ARG0]]) {
// CHECK-NEXT:       %[[ALL_REDUCE:.*]] = gpu.all_reduce  add %[[ARG1]] uniform {
// CHECK-NEXT:       } : (f32) -> f32
// CHECK-NEXT:       %[[SUBGROUP_REDUCE:.*]] = gpu.subgroup_reduce  mul %[[ARG1]] uniform : (f32) -> f32
// CHECK-NEXT:       scf.if %[[ARG2]] {
// CHECK-NEXT:         %[[ALL_REDUCE_1:.*]] = gpu.all_reduce  add %[[ARG1]] {
// CHECK-NEXT:         } : (f32) -> f32
// CHECK-NEXT:         "x.use"(%[[ALL_REDUCE_1]]) : (f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:       "x.use"(%[[ALL_REDUCE]], %[[SUBGROUP_REDUCE]]) : (f32, f32) -> ()
// CHECK-NEXT:       gpu.terminator
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @uniform(%n: index, %x: f32, %c: i1) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = gpu.all_reduce add %x {} : (f32) -> f32
    %1 = gpu.subgroup_reduce mul %x : (f32) -> f32
    scf.if %c {
      %2 = gpu.all_reduce add %x {} : (f32) -> f32
      "x.use"(%2) : (f32) -> ()
    }
    "x.use"(%0, %1) : (f32, f32) -> ()
    gpu.terminator
  }
  return
}

// -----

// CHECK-LABEL: func.func @of_one(
// CHECK-SAME:    %[[ARG0:.*]]: f32) -> (f32, f32, f32) {
// CHECK-NEXT:     %[[SUBGROUP_BROADCAST:.*]] = gpu.subgroup_broadcast %[[ARG0]],  first_active_lane : f32
// CHECK-NEXT:     %[[SUBGROUP_REDUCE:.*]] = gpu.subgroup_reduce  add %[[ARG0]] : (f32) -> f32
// CHECK-NEXT:     return %[[ARG0]], %[[SUBGROUP_BROADCAST]], %[[SUBGROUP_REDUCE]] : f32, f32, f32
// CHECK-NEXT:   }
func.func @of_one(%x: f32) -> (f32, f32, f32) {
  %0 = gpu.subgroup_reduce add %x cluster(size = 1) : (f32) -> f32
  %1 = gpu.subgroup_broadcast %x, first_active_lane : f32
  %2 = gpu.subgroup_broadcast %1, first_active_lane : f32
  %3 = gpu.subgroup_reduce add %x : (f32) -> f32
  return %0, %2, %3 : f32, f32, f32
}
