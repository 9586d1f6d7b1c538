// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @generated_element(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: tensor<*xf32>, %[[ARG3:.*]]: index) -> index {
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG2]], %[[ARG0]] : tensor<*xf32>
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[DIM]], %[[ARG1]] : index
// CHECK-NEXT:     return %[[ADDI]] : index
// CHECK-NEXT:   }
func.func @generated_element(%i: index, %j: index, %t: tensor<*xf32>, %n: index) -> index {
  %0 = tensor.generate %n, %n {
  ^bb0(%a: index, %b: index):
    %d = tensor.dim %t, %a : tensor<*xf32>
    %s = arith.addi %d, %b : index
    tensor.yield %s : index
  } : tensor<?x?xindex>
  %1 = tensor.extract %0[%i, %j] : tensor<?x?xindex>
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @generated_of_constant_size(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[GENERATED:.*]] = tensor.generate %[[ARG0]] {
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: index, %[[ARG3:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG1]] : f32
// CHECK-NEXT:     } : tensor<?x5xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[GENERATED]] : tensor<?x5xf32> to tensor<?x?xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @generated_of_constant_size(%n: index, %x: f32) -> tensor<?x?xf32> {
  %c5 = arith.constant 5 : index
  %0 = tensor.generate %n, %c5 {
  ^bb0(%a: index, %b: index):
    tensor.yield %x : f32
  } : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @insert_what_is_there(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> tensor<4xf32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NEXT:     return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:   }
func.func @insert_what_is_there(%i: index) -> tensor<4xf32> {
  %t = arith.constant dense<2.0> : tensor<4xf32>
  %x = arith.constant 2.0 : f32
  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @gather_of_splat(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x1xindex>) -> tensor<2x4x1xf32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<2.000000e+00> : tensor<2x4x1xf32>
// CHECK-NEXT:     return %[[CST]] : tensor<2x4x1xf32>
// CHECK-NEXT:   }
func.func @gather_of_splat(%i: tensor<2x1xindex>) -> tensor<2x4x1xf32> {
  %t = arith.constant dense<2.0> : tensor<4x8xf32>
  %0 = tensor.gather %t[%i] gather_dims([1]) : (tensor<4x8xf32>, tensor<2x1xindex>) -> tensor<2x4x1xf32>
  return %0 : tensor<2x4x1xf32>
}

// -----

// CHECK-LABEL: func.func @extract_of_index_cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT:     %[[EXTRACTED:.*]] = tensor.extract %[[ARG0]][%[[ARG1]]] : tensor<4xi32>
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[EXTRACTED]] : i32 to index
// CHECK-NEXT:     return %[[INDEX_CAST]] : index
// CHECK-NEXT:   }
func.func @extract_of_index_cast(%t: tensor<4xi32>, %i: index) -> index {
  %0 = arith.index_cast %t : tensor<4xi32> to tensor<4xindex>
  %1 = tensor.extract %0[%i] : tensor<4xindex>
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @bitcasts(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xf32>) {
// CHECK-NEXT:     %[[BITCAST:.*]] = tensor.bitcast %[[ARG0]] : tensor<4xi32> to tensor<4xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[BITCAST]] : tensor<4xi32>, tensor<4xf32>
// CHECK-NEXT:   }
func.func @bitcasts(%t: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xui32>
  %1 = tensor.bitcast %0 : tensor<4xui32> to tensor<4xi32>
  %2 = tensor.bitcast %0 : tensor<4xui32> to tensor<4xf32>
  return %1, %2 : tensor<4xi32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @cast_of_empty(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> tensor<4x?xf32> {
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty(%[[ARG1]]) : tensor<4x?xf32>
// CHECK-NEXT:     return %[[EMPTY]] : tensor<4x?xf32>
// CHECK-NEXT:   }
func.func @cast_of_empty(%n: index, %m: index) -> tensor<4x?xf32> {
  %0 = tensor.empty(%n, %m) : tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @concat_of_one(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x?xf32>) -> tensor<2x4xf32> {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG0]] : tensor<2x?xf32> to tensor<2x4xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<2x4xf32>
// CHECK-NEXT:   }
func.func @concat_of_one(%a: tensor<2x?xf32>) -> tensor<2x4xf32> {
  %0 = tensor.concat dim(1) %a : (tensor<2x?xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @concat_says_sizes(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x?xf32>, %[[ARG1:.*]]: tensor<?x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG0]] : tensor<2x?xf32> to tensor<2x4xf32>
// CHECK-NEXT:     %[[CONCAT:.*]] = tensor.concat dim(0) %[[CAST]], %[[ARG1]] : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[CONCAT]] : tensor<?x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:     return %[[CAST_0]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @concat_says_sizes(%a: tensor<2x?xf32>, %b: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @insert_into_cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (tensor<?xf32>, index) {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[INSERTED:.*]] = tensor.insert %[[ARG1]] into %[[ARG0]][%[[ARG2]]] : tensor<4xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[INSERTED]] : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT:     return %[[CAST]], %[[C4]] : tensor<?xf32>, index
// CHECK-NEXT:   }
func.func @insert_into_cast(%t: tensor<4xf32>, %x: f32, %i: index) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<?xf32>
  %2 = tensor.dim %1, %c0 : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, index
}

// -----

// CHECK-LABEL: func.func @elements_of_constants(
// CHECK-SAME:    ) -> (f16, f16, complex<f32>, complex<f32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant -2.000000e+00 : f16
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:     %[[CST_1:.*]] = complex.constant [1.500000e+00 : f32, 2.500000e+00 : f32] : complex<f32>
// CHECK-NEXT:     %[[CST_2:.*]] = complex.constant [3.000000e+00 : f32, 4.000000e+00 : f32] : complex<f32>
// CHECK-NEXT:     return %[[CST]], %[[CST_0]], %[[CST_1]], %[[CST_2]] : f16, f16, complex<f32>, complex<f32>
// CHECK-NEXT:   }
func.func @elements_of_constants() -> (f16, f16, complex<f32>, complex<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sparse = arith.constant sparse<[[0, 0], [1, 1]], [-5.0, -2.0]> : tensor<4x4xf16>
  %0 = tensor.extract %sparse[%c1, %c1] : tensor<4x4xf16>
  %1 = tensor.extract %sparse[%c1, %c0] : tensor<4x4xf16>
  %scalar = arith.constant dense<(1.5, 2.5)> : tensor<complex<f32>>
  %2 = tensor.extract %scalar[] : tensor<complex<f32>>
  %pair = arith.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %3 = tensor.extract %pair[%c1] : tensor<2xcomplex<f32>>
  return %0, %1, %2, %3 : f16, f16, complex<f32>, complex<f32>
}
