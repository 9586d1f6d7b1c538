// RUN: mlirlite-opt %s --finalize-memref-to-llvm --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --finalize-memref-to-llvm=use-aligned-alloc --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=ALIGNED
// RUN: mlirlite-opt %s --finalize-memref-to-llvm=use-generic-functions --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=GENERIC
// ALIGNED: llvm.call @aligned_alloc(%{{.*}}, %{{.*}}) : (i64, i64) -> !llvm.ptr
// GENERIC: llvm.call @_mlir_memref_to_llvm_alloc(%{{.*}}) : (i64) -> !llvm.ptr

// CHECK-LABEL: llvm.func @free(
// CHECK-SAME: !llvm.ptr)
// CHECK-LABEL: llvm.func @malloc(
// CHECK-SAME: i64) -> !llvm.ptr
// CHECK-LABEL: func.func @heap(
// CHECK-SAME: %[[A0:.*]]: index) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A0]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V3:.*]] = llvm.mul %[[V0]], %[[V1]] : i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %[[V5:.*]] = llvm.getelementptr %[[V4]][%[[V3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V6:.*]] = llvm.ptrtoint %[[V5]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.call @malloc(%[[V6]]) : (i64) -> !llvm.ptr
// CHECK-NEXT:   %[[V8:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.insertvalue %[[V7]], %[[V8]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V10:.*]] = llvm.insertvalue %[[V7]], %[[V9]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:   %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V10]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.insertvalue %[[V1]], %[[V12]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V14:.*]] = llvm.insertvalue %[[V0]], %[[V13]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V15:.*]] = llvm.insertvalue %[[V0]], %[[V14]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V16:.*]] = llvm.insertvalue %[[V2]], %[[V15]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V17:.*]] = llvm.extractvalue %[[V16]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   llvm.call @free(%[[V17]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @heap(%n: index) {
  %0 = memref.alloc(%n) : memref<4x?xf32>
  memref.dealloc %0 : memref<4x?xf32>
  return
}

// -----

// CHECK-LABEL: llvm.func @malloc(
// CHECK-SAME: i64) -> !llvm.ptr
// CHECK-LABEL: func.func @aligned(
// CHECK-SAME: ) -> memref<f32> {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %[[V2:.*]] = llvm.getelementptr %[[V1]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V3:.*]] = llvm.ptrtoint %[[V2]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.mlir.constant(64 : index) : i64
// CHECK-NEXT:   %[[V5:.*]] = llvm.add %[[V3]], %[[V4]] : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.call @malloc(%[[V5]]) : (i64) -> !llvm.ptr
// CHECK-NEXT:   %[[V7:.*]] = llvm.ptrtoint %[[V6]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V8:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V9:.*]] = llvm.sub %[[V4]], %[[V8]] : i64
// CHECK-NEXT:   %[[V10:.*]] = llvm.add %[[V7]], %[[V9]] : i64
// CHECK-NEXT:   %[[V11:.*]] = llvm.urem %[[V10]], %[[V4]] : i64
// CHECK-NEXT:   %[[V12:.*]] = llvm.sub %[[V10]], %[[V11]] : i64
// CHECK-NEXT:   %[[V13:.*]] = llvm.inttoptr %[[V12]] : i64 to !llvm.ptr
// CHECK-NEXT:   %[[V14:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT:   %[[V15:.*]] = llvm.insertvalue %[[V6]], %[[V14]][0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT:   %[[V16:.*]] = llvm.insertvalue %[[V13]], %[[V15]][1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT:   %[[V17:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:   %[[V18:.*]] = llvm.insertvalue %[[V17]], %[[V16]][2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT:   %[[V19:.*]] = builtin.unrealized_conversion_cast %[[V18]] : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
// CHECK-NEXT:   return %[[V19]] : memref<f32>
// CHECK-NEXT: }
func.func @aligned() -> memref<f32> {
  %0 = memref.alloc() {alignment = 64} : memref<f32>
  return %0 : memref<f32>
}

// -----

// CHECK-LABEL: func.func @stack(
// CHECK-SAME: %[[A0:.*]]: index) -> memref<?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A0]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V2:.*]] = llvm.alloca %[[V0]] x f32 {alignment = 32 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.insertvalue %[[V2]], %[[V3]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[V2]], %[[V4]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.insertvalue %[[V6]], %[[V5]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.insertvalue %[[V0]], %[[V7]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.insertvalue %[[V1]], %[[V8]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V10:.*]] = builtin.unrealized_conversion_cast %[[V9]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?xf32>
// CHECK-NEXT:   return %[[V10]] : memref<?xf32>
// CHECK-NEXT: }
func.func @stack(%n: index) -> memref<?xf32> {
  %0 = memref.alloca(%n) {alignment = 32} : memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @access(
// CHECK-SAME: %[[A0:.*]]: memref<4x5xf32>, %[[A1:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[A2:.*]]: index, %[[A3:.*]]: index) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : memref<?xf32, strided<[?], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A3]] : index to i64
// CHECK-NEXT:   %[[V2:.*]] = builtin.unrealized_conversion_cast %[[A2]] : index to i64
// CHECK-NEXT:   %[[V3:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4x5xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V3]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.constant(5 : index) : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.mul %[[V2]], %[[V5]] overflow<nsw, nuw> : i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.add %[[V6]], %[[V1]] overflow<nsw, nuw> : i64
// CHECK-NEXT:   %[[V8:.*]] = llvm.getelementptr inbounds|nuw %[[V4]][%[[V7]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V9:.*]] = llvm.load %[[V8]] : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V10:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.getelementptr %[[V10]][%[[V11]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V13:.*]] = llvm.extractvalue %[[V0]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V14:.*]] = llvm.mul %[[V2]], %[[V13]] overflow<nsw, nuw> : i64
// CHECK-NEXT:   %[[V15:.*]] = llvm.getelementptr inbounds|nuw %[[V12]][%[[V14]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   llvm.store %[[V9]], %[[V15]] {alignment = 32 : i64, nontemporal} : f32, !llvm.ptr
// CHECK-NEXT:   %[[V16:.*]] = llvm.extractvalue %[[V3]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V17:.*]] = llvm.mlir.constant(5 : index) : i64
// CHECK-NEXT:   %[[V18:.*]] = llvm.mul %[[V2]], %[[V17]] : i64
// CHECK-NEXT:   %[[V19:.*]] = llvm.add %[[V18]], %[[V1]] : i64
// CHECK-NEXT:   %[[V20:.*]] = llvm.getelementptr %[[V16]][%[[V19]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   "llvm.intr.prefetch"(%[[V20]]) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @access(%m: memref<4x5xf32>, %s: memref<?xf32, strided<[?], offset: ?>>, %i: index, %j: index) {
  %0 = memref.load %m[%i, %j] : memref<4x5xf32>
  memref.store %0, %s[%i] {alignment = 32, nontemporal = true} : memref<?xf32, strided<[?], offset: ?>>
  memref.prefetch %m[%i, %j], read, locality<2>, data : memref<4x5xf32>
  return
}

// -----

// CHECK-LABEL: func.func @atomic(
// CHECK-SAME: %[[A0:.*]]: memref<8xf32>, %[[A1:.*]]: index, %[[A2:.*]]: f32) -> f32 {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.atomicrmw fadd %[[V3]], %[[A2]] acq_rel : !llvm.ptr, f32
// CHECK-NEXT:   return %[[V4]] : f32
// CHECK-NEXT: }
func.func @atomic(%m: memref<8xf32>, %i: index, %x: f32) -> f32 {
  %0 = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<8xf32>) -> f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[A0:.*]]: memref<4x?xf32>, %[[A1:.*]]: memref<*xf32>, %[[A2:.*]]: index) -> (index, index, index, index) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A2]] : index to i64
// CHECK-NEXT:   %[[V2:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[IDX1:.*]] = index.constant 1
// CHECK-NEXT:   %[[V3:.*]] = llvm.extractvalue %[[V2]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = builtin.unrealized_conversion_cast %[[V3]] : i64 to index
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.extractvalue %[[V2]][3] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.alloca %[[V5]] x !llvm.array<2 x i64> : (i64) -> !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V6]], %[[V7]] : !llvm.array<2 x i64>, !llvm.ptr
// CHECK-NEXT:   %[[V8:.*]] = llvm.getelementptr %[[V7]][0, %[[V1]]] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
// CHECK-NEXT:   %[[V9:.*]] = llvm.load %[[V8]] : !llvm.ptr -> i64
// CHECK-NEXT:   %[[V10:.*]] = builtin.unrealized_conversion_cast %[[V9]] : i64 to index
// CHECK-NEXT:   %[[V11:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.getelementptr %[[V11]][0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V14:.*]] = llvm.add %[[V13]], %[[V1]] : i64
// CHECK-NEXT:   %[[V15:.*]] = llvm.getelementptr %[[V12]][%[[V14]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT:   %[[V16:.*]] = llvm.load %[[V15]] : !llvm.ptr -> i64
// CHECK-NEXT:   %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : i64 to index
// CHECK-NEXT:   %[[V18:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V19:.*]] = builtin.unrealized_conversion_cast %[[V18]] : i64 to index
// CHECK-NEXT:   return %[[V4]], %[[V10]], %[[V17]], %[[V19]] : index, index, index, index
// CHECK-NEXT: }
func.func @sizes(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) -> (index, index, index, index) {
  %c1 = index.constant 1
  %0 = memref.dim %m, %c1 : memref<4x?xf32>
  %1 = memref.dim %m, %i : memref<4x?xf32>
  %2 = memref.dim %u, %i : memref<*xf32>
  %3 = memref.rank %u : memref<*xf32>
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[A0:.*]]: memref<4x?xf32>, %[[A1:.*]]: memref<*xf32>) -> (memref<?x?xf32>, memref<*xf32>, memref<4x4xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = builtin.unrealized_conversion_cast %[[V1]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x?xf32>
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.alloca %[[V3]] x !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V1]], %[[V4]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, !llvm.ptr
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.insertvalue %[[V5]], %[[V6]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.insertvalue %[[V4]], %[[V7]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V9:.*]] = builtin.unrealized_conversion_cast %[[V8]] : !llvm.struct<(i64, ptr)> to memref<*xf32>
// CHECK-NEXT:   %[[V10:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.load %[[V10]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = builtin.unrealized_conversion_cast %[[V11]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<4x4xf32>
// CHECK-NEXT:   return %[[V2]], %[[V9]], %[[V12]] : memref<?x?xf32>, memref<*xf32>, memref<4x4xf32>
// CHECK-NEXT: }
func.func @casts(%m: memref<4x?xf32>, %u: memref<*xf32>) -> (memref<?x?xf32>, memref<*xf32>, memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %1 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %2 = memref.cast %u : memref<*xf32> to memref<4x4xf32>
  return %0, %1, %2 : memref<?x?xf32>, memref<*xf32>, memref<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @reinterpret(
// CHECK-SAME: %[[A0:.*]]: memref<4x?xf32>, %[[A1:.*]]: index) -> memref<?x4xf32, strided<[4, 1], offset: ?>> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[V3]], %[[V2]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.insertvalue %[[V4]], %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.insertvalue %[[V0]], %[[V6]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.insertvalue %[[V0]], %[[V7]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT:   %[[V10:.*]] = llvm.insertvalue %[[V9]], %[[V8]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT:   %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V10]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V14:.*]] = llvm.insertvalue %[[V13]], %[[V12]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V15:.*]] = builtin.unrealized_conversion_cast %[[V14]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x4xf32, strided<[4, 1], offset: ?>>
// CHECK-NEXT:   return %[[V15]] : memref<?x4xf32, strided<[4, 1], offset: ?>>
// CHECK-NEXT: }
func.func @reinterpret(%m: memref<4x?xf32>, %i: index) -> memref<?x4xf32, strided<[4, 1], offset: ?>> {
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 4], strides: [4, 1] : memref<4x?xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  return %0 : memref<?x4xf32, strided<[4, 1], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @view(
// CHECK-SAME: %[[A0:.*]]: memref<2048xi8>, %[[A1:.*]]: index, %[[A2:.*]]: index) -> memref<?x4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A2]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V2:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<2048xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[V4]], %[[V3]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.getelementptr %[[V6]][%[[V1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:   %[[V8:.*]] = llvm.insertvalue %[[V7]], %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:   %[[V10:.*]] = llvm.insertvalue %[[V9]], %[[V8]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT:   %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V10]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V14:.*]] = llvm.insertvalue %[[V13]], %[[V12]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V15:.*]] = llvm.insertvalue %[[V0]], %[[V14]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V16:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT:   %[[V17:.*]] = llvm.insertvalue %[[V16]], %[[V15]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V18:.*]] = builtin.unrealized_conversion_cast %[[V17]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x4xf32>
// CHECK-NEXT:   return %[[V18]] : memref<?x4xf32>
// CHECK-NEXT: }
func.func @view(%b: memref<2048xi8>, %i: index, %n: index) -> memref<?x4xf32> {
  %0 = memref.view %b[%i][%n] : memref<2048xi8> to memref<?x4xf32>
  return %0 : memref<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[A0:.*]]: memref<?x?xf32>) -> memref<?x?xf32, strided<[1, ?]>> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<?x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.insertvalue %[[V2]], %[[V1]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[V4]], %[[V3]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.insertvalue %[[V6]], %[[V5]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.extractvalue %[[V0]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.insertvalue %[[V8]], %[[V7]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V10:.*]] = llvm.extractvalue %[[V0]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.insertvalue %[[V10]], %[[V9]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.extractvalue %[[V0]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.insertvalue %[[V12]], %[[V11]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V14:.*]] = llvm.extractvalue %[[V0]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V15:.*]] = llvm.insertvalue %[[V14]], %[[V13]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V16:.*]] = builtin.unrealized_conversion_cast %[[V15]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x?xf32, strided<[1, ?]>>
// CHECK-NEXT:   return %[[V16]] : memref<?x?xf32, strided<[1, ?]>>
// CHECK-NEXT: }
func.func @transpose(%m: memref<?x?xf32>) -> memref<?x?xf32, strided<[1, ?]>> {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  return %0 : memref<?x?xf32, strided<[1, ?]>>
}

// -----

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[A0:.*]]: memref<?xf32>, %[[A1:.*]]: memref<2xi64>) -> memref<?x?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : memref<2xi64> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[V3]], %[[V2]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.insertvalue %[[V4]], %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:   %[[V8:.*]] = llvm.insertvalue %[[V7]], %[[V6]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V10:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V11:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.getelementptr inbounds|nuw %[[V11]][%[[V10]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT:   %[[V13:.*]] = llvm.load %[[V12]] : !llvm.ptr -> i64
// CHECK-NEXT:   %[[V14:.*]] = llvm.insertvalue %[[V13]], %[[V8]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V15:.*]] = llvm.insertvalue %[[V9]], %[[V14]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V16:.*]] = llvm.mul %[[V9]], %[[V13]] : i64
// CHECK-NEXT:   %[[V17:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:   %[[V18:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V19:.*]] = llvm.getelementptr inbounds|nuw %[[V18]][%[[V17]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT:   %[[V20:.*]] = llvm.load %[[V19]] : !llvm.ptr -> i64
// CHECK-NEXT:   %[[V21:.*]] = llvm.insertvalue %[[V20]], %[[V15]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V22:.*]] = llvm.insertvalue %[[V16]], %[[V21]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V23:.*]] = builtin.unrealized_conversion_cast %[[V22]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x?xf32>
// CHECK-NEXT:   %[[V24:.*]] = llvm.mul %[[V16]], %[[V20]] : i64
// CHECK-NEXT:   return %[[V23]] : memref<?x?xf32>
// CHECK-NEXT: }
func.func @reshape(%m: memref<?xf32>, %s: memref<2xi64>) -> memref<?x?xf32> {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<2xi64>) -> memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @pointer(
// CHECK-SAME: %[[A0:.*]]: memref<4xf32>) -> (index, memref<4xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.ptrtoint %[[V1]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : i64 to index
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.constant(64 : index) : i64
// CHECK-NEXT:   llvm.intr.assume %[[V5]] ["align"(%[[V4]], %[[V6]] : !llvm.ptr, i64)] : i1
// CHECK-NEXT:   return %[[V3]], %[[A0]] : index, memref<4xf32>
// CHECK-NEXT: }
func.func @pointer(%m: memref<4xf32>) -> (index, memref<4xf32>) {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
  %1 = memref.assume_alignment %m, 64 : memref<4xf32>
  return %0, %1 : index, memref<4xf32>
}

// -----

// CHECK: llvm.mlir.global private constant @w(dense<[{{\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x array<2 x f32>>
// CHECK-NEXT: llvm.mlir.global external @ext() {addr_space = 0 : i32} : !llvm.array<4 x i32>
// CHECK-NEXT: llvm.mlir.global private @undefined() {addr_space = 0 : i32} : !llvm.array<4 x f32> {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.undef : !llvm.array<4 x f32>
// CHECK-NEXT:   llvm.return %[[V0]] : !llvm.array<4 x f32>
// CHECK-NEXT: }
// CHECK-NEXT: llvm.mlir.global private @scalar(1.000000e+00 : f32) {addr_space = 0 : i32} : f32
// CHECK-LABEL: func.func @globals(
// CHECK-SAME: ) -> memref<2x2xf32> {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %[[V5:.*]] = llvm.getelementptr %[[V4]][%[[V3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V6:.*]] = llvm.ptrtoint %[[V5]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.mlir.addressof @w : !llvm.ptr
// CHECK-NEXT:   %[[V8:.*]] = llvm.getelementptr %[[V7]][0, 0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<2 x f32>>
// CHECK-NEXT:   %[[V9:.*]] = llvm.mlir.constant(3735928559 : index) : i64
// CHECK-NEXT:   %[[V10:.*]] = llvm.inttoptr %[[V9]] : i64 to !llvm.ptr
// CHECK-NEXT:   %[[V11:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.insertvalue %[[V10]], %[[V11]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.insertvalue %[[V8]], %[[V12]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V14:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:   %[[V15:.*]] = llvm.insertvalue %[[V14]], %[[V13]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V16:.*]] = llvm.insertvalue %[[V0]], %[[V15]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V17:.*]] = llvm.insertvalue %[[V1]], %[[V16]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V18:.*]] = llvm.insertvalue %[[V1]], %[[V17]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V19:.*]] = llvm.insertvalue %[[V2]], %[[V18]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V20:.*]] = builtin.unrealized_conversion_cast %[[V19]] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<2x2xf32>
// CHECK-NEXT:   return %[[V20]] : memref<2x2xf32>
// CHECK-NEXT: }
memref.global "private" constant @w : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]> {alignment = 64}
memref.global @ext : memref<4xi32>
memref.global "private" @undefined : memref<4xf32> = uninitialized
memref.global "private" @scalar : memref<f32> = dense<1.0>
func.func @globals() -> memref<2x2xf32> {
  %0 = memref.get_global @w : memref<2x2xf32>
  return %0 : memref<2x2xf32>
}

// -----

// Contiguous buffers are copied by memcpy, others by the runtime.
// CHECK-LABEL: llvm.func @memrefCopy(
// CHECK-SAME: i64, !llvm.ptr, !llvm.ptr)
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[A0:.*]]: memref<4xf32>, %[[A1:.*]]: memref<4xf32>, %[[A2:.*]]: memref<4xf32, strided<[?]>>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A2]] : memref<4xf32, strided<[?]>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A1]] : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V2]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.mul %[[V3]], %[[V4]] : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %[[V7:.*]] = llvm.getelementptr %[[V6]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V8:.*]] = llvm.ptrtoint %[[V7]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V9:.*]] = llvm.mul %[[V5]], %[[V8]] : i64
// CHECK-NEXT:   %[[V10:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.extractvalue %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.getelementptr %[[V10]][%[[V11]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V13:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V14:.*]] = llvm.extractvalue %[[V1]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V15:.*]] = llvm.getelementptr %[[V13]][%[[V14]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   "llvm.intr.memcpy"(%[[V15]], %[[V12]], %[[V9]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:   %[[V16:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT:   %[[V17:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:   %[[V18:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V19:.*]] = llvm.alloca %[[V18]] x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V0]], %[[V19]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT:   %[[V20:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V21:.*]] = llvm.insertvalue %[[V17]], %[[V20]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V22:.*]] = llvm.insertvalue %[[V19]], %[[V21]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V23:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:   %[[V24:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V25:.*]] = llvm.alloca %[[V24]] x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V1]], %[[V25]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT:   %[[V26:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V27:.*]] = llvm.insertvalue %[[V23]], %[[V26]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V28:.*]] = llvm.insertvalue %[[V25]], %[[V27]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V29:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V30:.*]] = llvm.alloca %[[V29]] x !llvm.struct<(i64, ptr)> : (i64) -> !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V22]], %[[V30]] : !llvm.struct<(i64, ptr)>, !llvm.ptr
// CHECK-NEXT:   %[[V31:.*]] = llvm.alloca %[[V29]] x !llvm.struct<(i64, ptr)> : (i64) -> !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V28]], %[[V31]] : !llvm.struct<(i64, ptr)>, !llvm.ptr
// CHECK-NEXT:   %[[V32:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %[[V33:.*]] = llvm.getelementptr %[[V32]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V34:.*]] = llvm.ptrtoint %[[V33]] : !llvm.ptr to i64
// CHECK-NEXT:   llvm.call @memrefCopy(%[[V34]], %[[V30]], %[[V31]]) : (i64, !llvm.ptr, !llvm.ptr) -> ()
// CHECK-NEXT:   llvm.intr.stackrestore %[[V16]] : !llvm.ptr
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @copy(%a: memref<4xf32>, %b: memref<4xf32>, %s: memref<4xf32, strided<[?]>>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.copy %s, %b : memref<4xf32, strided<[?]>> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @space(
// CHECK-SAME: %[[A0:.*]]: memref<4xf32>) -> memref<4xf32, 1> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V0]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.extractvalue %[[V0]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.addrspacecast %[[V1]] : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT:   %[[V7:.*]] = llvm.addrspacecast %[[V2]] : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT:   %[[V8:.*]] = llvm.mlir.poison : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.insertvalue %[[V6]], %[[V8]][0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V10:.*]] = llvm.insertvalue %[[V7]], %[[V9]][1] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.insertvalue %[[V3]], %[[V10]][2] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.insertvalue %[[V4]], %[[V11]][3, 0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.insertvalue %[[V5]], %[[V12]][4, 0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V14:.*]] = builtin.unrealized_conversion_cast %[[V13]] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32, 1>
// CHECK-NEXT:   return %[[V14]] : memref<4xf32, 1>
// CHECK-NEXT: }
func.func @space(%m: memref<4xf32>) -> memref<4xf32, 1> {
  %0 = memref.memory_space_cast %m : memref<4xf32> to memref<4xf32, 1>
  return %0 : memref<4xf32, 1>
}

// -----

// A layout that is not row-major cannot be allocated here.
// CHECK-LABEL: func.func @layout(
// CHECK-SAME: ) -> memref<4xf32, strided<[2]>> {
// CHECK-NEXT:   %[[ALLOC:.*]] = memref.alloc() : memref<4xf32, strided<[2]>>
// CHECK-NEXT:   return %[[ALLOC]] : memref<4xf32, strided<[2]>>
// CHECK-NEXT: }
func.func @layout() -> memref<4xf32, strided<[2]>> {
  %0 = memref.alloc() : memref<4xf32, strided<[2]>>
  return %0 : memref<4xf32, strided<[2]>>
}

// -----

// CHECK-LABEL: func.func @distinct(
// CHECK-COUNT-3: llvm.intr.assume %{{.*}} ["separate_storage"(%{{.*}}, %{{.*}} : !llvm.ptr, !llvm.ptr)] : i1
// CHECK: return
func.func @distinct(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) -> memref<?xf32> {
  %0:3 = memref.distinct_objects %a, %b, %c : memref<?xf32>, memref<?xf32>, memref<?xf32>
  return %0#1 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @any_update(
// CHECK: llvm.br ^[[LOOP:bb[0-9]+]](%{{.*}} : i32)
// CHECK: ^[[LOOP]](%[[OLD:.*]]: i32):
// CHECK: %[[NEW:.*]] = arith.muli %[[OLD]], %[[OLD]] : i32
// CHECK: %[[BOTH:.*]] = llvm.cmpxchg %{{.*}}, %[[OLD]], %[[NEW]] acq_rel monotonic : !llvm.ptr, i32
// CHECK: %[[SEEN:.*]] = llvm.extractvalue %[[BOTH]][0]
// CHECK: %[[DONE:.*]] = llvm.extractvalue %[[BOTH]][1]
// CHECK: llvm.cond_br %[[DONE]], ^{{.*}}, ^[[LOOP]](%[[SEEN]] : i32)
func.func @any_update(%m: memref<10xi32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<10xi32> {
  ^bb0(%old: i32):
    %new = arith.muli %old, %old : i32
    memref.atomic_yield %new : i32
  }
  return
}

// -----

// Only the aligned pointer is loaded.
// CHECK-LABEL: func.func @aligned_pointer_of_unranked(
// CHECK-SAME:    %[[ARG0:.*]]: memref<*xf32>) -> index {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[EXTRACTVALUE]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[GETELEMENTPTR]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:     %[[PTRTOINT:.*]] = llvm.ptrtoint %[[LOAD]] : !llvm.ptr to i64
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[PTRTOINT]] : i64 to index
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_1]] : index
// CHECK-NEXT:   }
func.func @aligned_pointer_of_unranked(%m: memref<*xf32>) -> index {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<*xf32> -> index
  return %0 : index
}

// -----

// A change to the same shape folds.
// CHECK-LABEL: func.func @same_shape(
// CHECK-NEXT: return %{{.*}} : memref<f32>
func.func @same_shape(%m: memref<f32>) -> memref<f32> {
  %0 = memref.collapse_shape %m [] : memref<f32> into memref<f32>
  return %0 : memref<f32>
}
