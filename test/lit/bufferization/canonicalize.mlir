// Ways from tensor to buffer and back, clones and deallocations that nobody needs.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @to_buffer_of_to_tensor(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x?xf32, strided<[?, 1], offset: 3>>, %[[ARG1:.*]]: memref<?xf32, strided<[1], offset: ?>>) -> (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: 3>>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<4x?xf32, strided<[?, 1], offset: 3>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG1]], %[[C0]] : memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc(%[[DIM]]) : memref<?xf32, strided<[1], offset: 3>>
// CHECK-NEXT:     memref.copy %[[ARG1]], %[[ALLOC]] : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: 3>>
// CHECK-NEXT:     return %[[CAST]], %[[ALLOC]] : memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: 3>>
// CHECK-NEXT:   }
func.func @to_buffer_of_to_tensor(%m: memref<4x?xf32, strided<[?, 1], offset: 3>>, %n: memref<?xf32, strided<[1], offset: ?>>) -> (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: 3>>) {
  %0 = bufferization.to_tensor %m : memref<4x?xf32, strided<[?, 1], offset: 3>> to tensor<4x?xf32>
  %1 = tensor.cast %0 : tensor<4x?xf32> to tensor<?x?xf32>
  %2 = bufferization.to_buffer %1 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  // A cast could find another offset when the program runs.
  %3 = bufferization.to_tensor %n : memref<?xf32, strided<[1], offset: ?>> to tensor<?xf32>
  %4 = bufferization.to_buffer %3 : tensor<?xf32> to memref<?xf32, strided<[1], offset: 3>>
  return %2, %4 : memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: 3>>
}

// -----

// CHECK-LABEL: func.func @unranked(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi8>, %[[ARG1:.*]]: memref<*xi8>) -> (memref<*xi8>, memref<4xi8>) {
// CHECK-NEXT:     %[[TO_BUFFER:.*]] = bufferization.to_buffer %[[ARG0]] read_only : tensor<4xi8> to memref<4xi8>
// CHECK-NEXT:     %[[CAST:.*]] = memref.cast %[[TO_BUFFER]] : memref<4xi8> to memref<*xi8>
// CHECK-NEXT:     %[[TO_TENSOR:.*]] = bufferization.to_tensor %[[ARG1]] : memref<*xi8> to tensor<*xi8>
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[TO_TENSOR]] : tensor<*xi8> to tensor<4xi8>
// CHECK-NEXT:     %[[TO_BUFFER_1:.*]] = bufferization.to_buffer %[[CAST_0]] : tensor<4xi8> to memref<4xi8>
// CHECK-NEXT:     return %[[CAST]], %[[TO_BUFFER_1]] : memref<*xi8>, memref<4xi8>
// CHECK-NEXT:   }
func.func @unranked(%t: tensor<4xi8>, %m: memref<*xi8>) -> (memref<*xi8>, memref<4xi8>) {
  %0 = tensor.cast %t : tensor<4xi8> to tensor<*xi8>
  %1 = bufferization.to_buffer %0 read_only : tensor<*xi8> to memref<*xi8>
  // A buffer without a rank may have to be copied.
  %2 = bufferization.to_tensor %m : memref<*xi8> to tensor<*xi8>
  %3 = tensor.cast %2 : tensor<*xi8> to tensor<4xi8>
  %4 = bufferization.to_buffer %3 : tensor<4xi8> to memref<4xi8>
  return %1, %4 : memref<*xi8>, memref<4xi8>
}

// -----

// The use comes before any op of the dialect.
// CHECK-LABEL: func.func @dims_and_elements(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: tensor<?xf32>, %[[ARG2:.*]]: memref<4xf32>, %[[ARG3:.*]]: index) -> (index, index, f32, f32) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ARG2]][%[[ARG3]]] : memref<4xf32>
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[DIM_0:.*]] = tensor.dim %[[ARG1]], %[[C0]] : tensor<?xf32>
// CHECK-NEXT:     %[[EXTRACTED:.*]] = tensor.extract %[[ARG1]][%[[ARG3]]] : tensor<?xf32>
// CHECK-NEXT:     return %[[DIM]], %[[DIM_0]], %[[LOAD]], %[[EXTRACTED]] : index, index, f32, f32
// CHECK-NEXT:   }
func.func @dims_and_elements(%m: memref<?xf32>, %t: tensor<?xf32>, %x: memref<4xf32>, %i: index) -> (index, index, f32, f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%i] : memref<4xf32>
  %1 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %2 = tensor.dim %1, %c0 : tensor<?xf32>
  %3 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %4 = memref.dim %3, %c0 : memref<?xf32>
  %5 = memref.load %3[%i] : memref<?xf32>
  return %2, %4, %0, %5 : index, index, f32, f32
}

// -----

// CHECK-LABEL: func.func @alloc_tensor(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> (tensor<?x?x?xf16>, index, index) {
// CHECK-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT:     %[[C_3:.*]] = arith.constant -3 : index
// CHECK-NEXT:     %[[ALLOC_TENSOR:.*]] = bufferization.alloc_tensor(%[[ARG0]], %[[C_3]]) : tensor<10x?x?xf16>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ALLOC_TENSOR]] : tensor<10x?x?xf16> to tensor<?x?x?xf16>
// CHECK-NEXT:     return %[[CAST]], %[[C10]], %[[ARG0]] : tensor<?x?x?xf16>, index, index
// CHECK-NEXT:   }
func.func @alloc_tensor(%n: index) -> (tensor<?x?x?xf16>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c-3 = arith.constant -3 : index
  %0 = bufferization.alloc_tensor(%c10, %n, %c-3) : tensor<?x?x?xf16>
  %1 = tensor.dim %0, %c0 : tensor<?x?x?xf16>
  %2 = tensor.dim %0, %c1 : tensor<?x?x?xf16>
  return %0, %1, %2 : tensor<?x?x?xf16>, index, index
}

// -----

// CHECK-LABEL: func.func @clone(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>) -> memref<4xf32> {
// CHECK-NEXT:     %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<?xf32> to memref<4xf32>
// CHECK-NEXT:     return %[[CAST]] : memref<4xf32>
// CHECK-NEXT:   }
func.func @clone(%m: memref<?xf32>, %n: memref<?xf32>) -> memref<4xf32> {
  %0 = memref.cast %m : memref<?xf32> to memref<4xf32>
  %1 = bufferization.clone %0 : memref<4xf32> to memref<4xf32>
  memref.dealloc %m : memref<?xf32>
  // Not used at all.
  %2 = bufferization.clone %n : memref<?xf32> to memref<?xf32>
  return %1 : memref<4xf32>
}

// -----

// Freed both here, or after something else is.
// CHECK-LABEL: func.func @clone_stays(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:     %[[CLONE:.*]] = bufferization.clone %[[ARG0]] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     "use"(%[[CLONE]]) : (memref<?xf32>) -> ()
// CHECK-NEXT:     memref.dealloc %[[CLONE]] : memref<?xf32>
// CHECK-NEXT:     memref.dealloc %[[ARG0]] : memref<?xf32>
// CHECK-NEXT:     %[[CLONE_1:.*]] = bufferization.clone %[[ARG1]] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     memref.dealloc %[[ARG2]] : memref<?xf32>
// CHECK-NEXT:     memref.dealloc %[[ARG1]] : memref<?xf32>
// CHECK-NEXT:     return %[[CLONE_1]] : memref<?xf32>
// CHECK-NEXT:   }
func.func @clone_stays(%m: memref<?xf32>, %n: memref<?xf32>, %o: memref<?xf32>) -> memref<?xf32> {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  "use"(%0) : (memref<?xf32>) -> ()
  memref.dealloc %0 : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  %1 = bufferization.clone %n : memref<?xf32> to memref<?xf32>
  memref.dealloc %o : memref<?xf32>
  memref.dealloc %n : memref<?xf32>
  return %1 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @dealloc(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2xi32>, %[[ARG1:.*]]: memref<2xi32>, %[[ARG2:.*]]: i1, %[[ARG3:.*]]: i1) -> (i1, i1, i1) {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[ORI:.*]] = arith.ori %[[ARG2]], %[[ARG3]] : i1
// CHECK-NEXT:     %[[DEALLOC:.*]] = bufferization.dealloc (%[[ARG0]] : memref<2xi32>) if (%[[ORI]]) retain (%[[ARG1]] : memref<2xi32>)
// CHECK-NEXT:     bufferization.dealloc (%[[ARG1]] : memref<2xi32>) if (%[[ARG2]])
// CHECK-NEXT:     return %[[DEALLOC]], %[[DEALLOC]], %[[FALSE]] : i1, i1, i1
// CHECK-NEXT:   }
func.func @dealloc(%a: memref<2xi32>, %b: memref<2xi32>, %c: i1, %d: i1) -> (i1, i1, i1) {
  %0:2 = bufferization.dealloc (%a, %a : memref<2xi32>, memref<2xi32>) if (%c, %d) retain (%b, %b : memref<2xi32>, memref<2xi32>)
  %1 = bufferization.dealloc retain (%b : memref<2xi32>)
  %false = arith.constant false
  bufferization.dealloc (%a, %b : memref<2xi32>, memref<2xi32>) if (%false, %c)
  return %0#0, %0#1, %1 : i1, i1, i1
}

// -----

// CHECK-LABEL: func.func @dealloc_of_alloc(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2xi32>, %[[ARG1:.*]]: i1) -> memref<2xi32> {
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<2xi32>
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG0]] : memref<2xi32> -> memref<i32>, index, index, index
// CHECK-NEXT:     bufferization.dealloc (%[[ALLOC]], %[[BASE_BUFFER]] : memref<2xi32>, memref<i32>) if (%[[ARG1]], %[[ARG1]])
// CHECK-NEXT:     bufferization.dealloc (%[[ARG0]] : memref<2xi32>) if (%[[ARG1]])
// CHECK-NEXT:     return %[[ALLOC]] : memref<2xi32>
// CHECK-NEXT:   }
func.func @dealloc_of_alloc(%a: memref<2xi32>, %c: i1) -> memref<2xi32> {
  %0 = memref.alloc() : memref<2xi32>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %0 : memref<2xi32> -> memref<i32>, index, index, index
  %base2, %offset2, %size2, %stride2 = memref.extract_strided_metadata %a : memref<2xi32> -> memref<i32>, index, index, index
  bufferization.dealloc (%base, %base2 : memref<i32>, memref<i32>) if (%c, %c)
  // Nobody uses it.
  %1 = memref.alloc() : memref<2xi32>
  bufferization.dealloc (%1, %a : memref<2xi32>, memref<2xi32>) if (%c, %c)
  return %0 : memref<2xi32>
}
