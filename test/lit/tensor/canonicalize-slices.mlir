// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @inserted_over(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x8xf32>, %[[ARG1:.*]]: tensor<4x8xf32>, %[[ARG2:.*]]: tensor<4x8xf32>) -> tensor<?x8xf32> {
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG2]] into %[[ARG0]][0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<?x8xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]] : tensor<?x8xf32>
// CHECK-NEXT:   }
func.func @inserted_over(%t: tensor<?x8xf32>, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %0 = tensor.insert_slice %a into %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<?x8xf32>
  %1 = tensor.insert_slice %b into %0[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func.func @put_back(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: index) -> tensor<8x8xf32> {
// CHECK-NEXT:     return %[[ARG0]] : tensor<8x8xf32>
// CHECK-NEXT:   }
func.func @put_back(%t: tensor<8x8xf32>, %i: index) -> tensor<8x8xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  %1 = tensor.insert_slice %0 into %t[%i, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @put_elsewhere(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> tensor<8x8xf32> {
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][%[[ARG1]], 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[EXTRACTED_SLICE]] into %[[ARG0]][%[[ARG2]], 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]] : tensor<8x8xf32>
// CHECK-NEXT:   }
func.func @put_elsewhere(%t: tensor<8x8xf32>, %i: index, %j: index) -> tensor<8x8xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  %1 = tensor.insert_slice %0 into %t[%j, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @of_a_cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x?xf32>, %[[ARG1:.*]]: tensor<?x?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG0]] into %[[ARG1]][%[[ARG2]], %[[ARG2]]] [1, %[[ARG3]]] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @of_a_cast(%s: tensor<1x?xf32>, %t: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.cast %s : tensor<1x?xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %t[%i, %i] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @into_a_cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x?xf32>, %[[ARG1:.*]]: tensor<8x?xf32>, %[[ARG2:.*]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG0]] into %[[ARG1]][0, 0] [2, %[[ARG2]]] [1, 1] : tensor<2x?xf32> into tensor<8x?xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[INSERTED_SLICE]] : tensor<8x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @into_a_cast(%s: tensor<2x?xf32>, %t: tensor<8x?xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.cast %t : tensor<8x?xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %s into %0[0, 0] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @size_of_the_source(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x2xf32>, %[[ARG1:.*]]: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG0]] : tensor<?x2xf32> to tensor<4x2xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[CAST]] into %[[ARG1]][0, 0] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<8x8xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]] : tensor<8x8xf32>
// CHECK-NEXT:   }
func.func @size_of_the_source(%s: tensor<?x2xf32>, %t: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.insert_slice %s into %t[0, 0] [%c4, 2] [1, 1] : tensor<?x2xf32> into tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @cast_of_a_slice(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: index) -> tensor<4xf32> {
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][0, 0] [4, 1] [1, 1] : tensor<8x8xf32> to tensor<4xf32>
// CHECK-NEXT:     return %[[EXTRACTED_SLICE]] : tensor<4xf32>
// CHECK-NEXT:   }
func.func @cast_of_a_slice(%t: tensor<8x8xf32>, %n: index) -> tensor<4xf32> {
  %0 = tensor.extract_slice %t[0, 0] [%n, 1] [1, 1] : tensor<8x8xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @size_of_a_slice(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT:     return %[[ARG1]] : index
// CHECK-NEXT:   }
func.func @size_of_a_slice(%t: tensor<8x8xf32>, %n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[0, 0] [2, %n] [1, 1] : tensor<8x8xf32> to tensor<2x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<2x?xf32>
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @in_parallel(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4xf32>, %[[ARG1:.*]]: tensor<?x?xf32>, %[[ARG2:.*]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[FORALL:.*]] = scf.forall (%[[ARG3:.*]]) in (%[[ARG2]]) shared_outs(%[[ARG4:.*]] = %[[ARG1]]) -> (tensor<?x?xf32>) {
// CHECK-NEXT:       scf.forall.in_parallel {
// CHECK-NEXT:         tensor.parallel_insert_slice %[[ARG0]] into %[[ARG4]][%[[ARG3]], 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FORALL]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @in_parallel(%s: tensor<1x4xf32>, %t: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?x?xf32>) {
    %1 = tensor.cast %s : tensor<1x4xf32> to tensor<?x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i, %c0] [%c1, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
    }
  }
  return %0 : tensor<?x?xf32>
}
