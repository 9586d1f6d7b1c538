// Canonical forms of memref, as mlir-opt gives them.
// RUN: mlirlite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

memref.global "private" constant @g : memref<2xf32> = dense<1.0>

// CHECK-LABEL: func.func @dim
//  CHECK-SAME: (%[[ARG0:.*]]: memref<?x4xf32>, %[[ARG1:.*]]: index) -> (index, index, index)
//  CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   %[[ALLOC:.*]] = memref.alloc(%[[ARG1]]) : memref<?xf32>
//  CHECK-NEXT:   "test.a"(%[[ALLOC]]) : (memref<?xf32>) -> ()
//  CHECK-NEXT:   return %[[C4]], %[[ARG1]], %[[C4]] : index, index, index
func.func @dim(%m: memref<?x4xf32>, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.dim %m, %c1 : memref<?x4xf32>
  %1 = memref.alloc(%n) : memref<?xf32>
  "test.a"(%1) : (memref<?xf32>) -> ()
  %2 = memref.dim %1, %c0 : memref<?xf32>
  %3 = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>
  %4 = memref.dim %3, %c1 : memref<?x?xf32>
  return %0, %2, %4 : index, index, index
}

// CHECK-LABEL: func.func @rank
//  CHECK-SAME: (%[[ARG0:.*]]: memref<?x4xf32>) -> index
//  CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   return %[[C2]] : index
func.func @rank(%m: memref<?x4xf32>) -> index {
  %0 = memref.rank %m : memref<?x4xf32>
  return %0 : index
}

// CHECK-LABEL: func.func @cast
//  CHECK-SAME: (%[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: index) -> (f32, memref<?xf32>, memref<4xf32>)
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<4xf32> to memref<?xf32>
//  CHECK-NEXT:   %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG1]]] : memref<4xf32>
//  CHECK-NEXT:   memref.store %[[V0]], %[[ARG0]][%[[ARG1]]] : memref<4xf32>
//  CHECK-NEXT:   return %[[V0]], %[[CAST]], %[[ARG0]] : f32, memref<?xf32>, memref<4xf32>
func.func @cast(%m: memref<4xf32>, %n: index) -> (f32, memref<?xf32>, memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.load %0[%n] : memref<?xf32>
  memref.store %1, %0[%n] : memref<?xf32>
  %2 = memref.cast %0 : memref<?xf32> to memref<4xf32>
  return %1, %0, %2 : f32, memref<?xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @alloc
//  CHECK-SAME: (%[[ARG0:.*]]: index) -> memref<?x?xf32>
//  CHECK-NEXT:   %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {alignment = 8 : i64} : memref<4x?xf32>
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<4x?xf32> to memref<?x?xf32>
//  CHECK-NEXT:   return %[[CAST]] : memref<?x?xf32>
func.func @alloc(%n: index) -> memref<?x?xf32> {
  %c4 = arith.constant 4 : index
  %0 = memref.alloc(%c4, %n) {alignment = 8 : i64} : memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// CHECK-LABEL: func.func @dead
//  CHECK-SAME: (%[[ARG0:.*]]: f32, %[[ARG1:.*]]: index)
//  CHECK-NEXT:   return
func.func @dead(%f: f32, %i: index) {
  %0 = memref.alloc() : memref<4xf32>
  memref.store %f, %0[%i] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  %1 = memref.alloca() : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @copy
//  CHECK-SAME: (%[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: memref<0xf32>, %[[ARG2:.*]]: memref<0xf32>, %[[ARG3:.*]]: memref<4xf32>)
//  CHECK-NEXT:   memref.copy %[[ARG0]], %[[ARG3]] : memref<4xf32> to memref<4xf32>
//  CHECK-NEXT:   return
func.func @copy(%a: memref<4xf32>, %b: memref<0xf32>, %c: memref<0xf32>, %d: memref<4xf32>) {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  memref.copy %b, %c : memref<0xf32> to memref<0xf32>
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %d : memref<4xf32> to memref<?xf32>
  memref.copy %0, %1 : memref<?xf32> to memref<?xf32>
  return
}

// CHECK-LABEL: func.func @subview
//  CHECK-SAME: (%[[ARG0:.*]]: memref<8x16xf32>, %[[ARG1:.*]]: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
//  CHECK-NEXT:   %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0, %[[ARG1]]] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<4x4xf32, strided<[16, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
//  CHECK-NEXT:   return %[[CAST]] : memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @subview(%m: memref<8x16xf32>, %n: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.subview %m[%c0, %n] [%c4, %c4] [%c1, %c1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// CHECK-LABEL: func.func @subview_rank
//  CHECK-SAME: (%[[ARG0:.*]]: memref<8x16xf32>, %[[ARG1:.*]]: index) -> memref<?xf32, strided<[1], offset: ?>>
//  CHECK-NEXT:   %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG1]], 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1], offset: ?>>
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<4xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
//  CHECK-NEXT:   return %[[CAST]] : memref<?xf32, strided<[1], offset: ?>>
func.func @subview_rank(%m: memref<8x16xf32>, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %c4 = arith.constant 4 : index
  %0 = memref.subview %m[%n, 0] [1, %c4] [1, 1] : memref<8x16xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %0 : memref<?xf32, strided<[1], offset: ?>>
}

// CHECK-LABEL: func.func @subview_all
//  CHECK-SAME: (%[[ARG0:.*]]: memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>>
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
//  CHECK-NEXT:   return %[[CAST]] : memref<8x16xf32, strided<[16, 1]>>
func.func @subview_all(%m: memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>> {
  %0 = memref.subview %m[0, 0] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  return %0 : memref<8x16xf32, strided<[16, 1]>>
}

// CHECK-LABEL: func.func @view
//  CHECK-SAME: (%[[ARG0:.*]]: memref<64xi8>, %[[ARG1:.*]]: index) -> memref<?x?xi8>
//  CHECK-NEXT:   %[[VIEW:.*]] = memref.view %[[ARG0]][%[[ARG1]]][%[[ARG1]]] : memref<64xi8> to memref<4x?xi8>
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[VIEW]] : memref<4x?xi8> to memref<?x?xi8>
//  CHECK-NEXT:   return %[[CAST]] : memref<?x?xi8>
func.func @view(%m: memref<64xi8>, %n: index) -> memref<?x?xi8> {
  %c4 = arith.constant 4 : index
  %0 = memref.view %m[%n][%c4, %n] : memref<64xi8> to memref<?x?xi8>
  return %0 : memref<?x?xi8>
}

// CHECK-LABEL: func.func @expand_collapse
//  CHECK-SAME: (%[[ARG0:.*]]: memref<8x16xf32>) -> (memref<8x16xf32>, memref<8x16xf32>)
//  CHECK-NEXT:   return %[[ARG0]], %[[ARG0]] : memref<8x16xf32>, memref<8x16xf32>
func.func @expand_collapse(%m: memref<8x16xf32>) -> (memref<8x16xf32>, memref<8x16xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [8, 16] : memref<128xf32> into memref<8x16xf32>
  %2 = memref.collapse_shape %m [[0], [1]] : memref<8x16xf32> into memref<8x16xf32>
  return %1, %2 : memref<8x16xf32>, memref<8x16xf32>
}

// CHECK-LABEL: func.func @metadata
//  CHECK-SAME: (%[[ARG0:.*]]: memref<8x?xf32>) -> (index, index, index, index, index)
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
//  CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
//  CHECK-NEXT:   %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<8x?xf32> -> memref<f32>, index, index, index, index, index
//  CHECK-NEXT:   return %[[C0]], %[[C8]], %[[SIZES]]#1, %[[STRIDES]]#0, %[[C1]] : index, index, index, index, index
func.func @metadata(%m: memref<8x?xf32>) -> (index, index, index, index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<8x?xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %t#1 : index, index, index, index, index
}

// CHECK-LABEL: func.func @transpose
//  CHECK-SAME: (%[[ARG0:.*]]: memref<8x16xf32>) -> memref<8x16xf32>
//  CHECK-NEXT:   return %[[ARG0]] : memref<8x16xf32>
func.func @transpose(%m: memref<8x16xf32>) -> memref<8x16xf32> {
  %0 = memref.transpose %m (i, j) -> (i, j) : memref<8x16xf32> to memref<8x16xf32>
  return %0 : memref<8x16xf32>
}

// CHECK-LABEL: func.func @reinterpret
//  CHECK-SAME: (%[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index) -> memref<4xf32>
//  CHECK-NEXT:   %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
//  CHECK-NEXT:   return %[[REINTERPRET_CAST]] : memref<4xf32>
func.func @reinterpret(%m: memref<?xf32>, %n: index) -> memref<4xf32> {
  %0 = memref.cast %m : memref<?xf32> to memref<*xf32>
  %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32>
  return %1 : memref<4xf32>
}

// CHECK-LABEL: func.func @global
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[V0:.*]] = memref.get_global @g : memref<2xf32>
//  CHECK-NEXT:   %[[V1:.*]] = memref.load %[[V0]][%[[C0]]] : memref<2xf32>
//  CHECK-NEXT:   return %[[V1]] : f32
func.func @global() -> f32 {
  %c0 = arith.constant 0 : index
  %0 = memref.get_global @g : memref<2xf32>
  %1 = memref.load %0[%c0] : memref<2xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @unused
//  CHECK-SAME: (%[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: index)
//  CHECK-NEXT:   return
func.func @unused(%m: memref<4xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.alloca_scope -> f32 {
    %2 = memref.load %m[%i] : memref<4xf32>
    memref.alloca_scope.return %2 : f32
  }
  return
}
