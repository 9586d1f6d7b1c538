// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @idle_outputs(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: tensor<8xf32>, %[[ARG2:.*]]: tensor<8xf32>, %[[ARG3:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:     %[[FORALL:.*]] = scf.forall (%[[ARG4:.*]]) in (%[[ARG0]]) shared_outs(%[[ARG5:.*]] = %[[ARG2]]) -> (tensor<8xf32>) {
// CHECK-NEXT:       %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG1]][%[[ARG4]]] [1] [1] : tensor<8xf32> to tensor<1xf32>
// CHECK-NEXT:       scf.forall.in_parallel {
// CHECK-NEXT:         tensor.parallel_insert_slice %[[EXTRACTED_SLICE]] into %[[ARG5]][%[[ARG4]]] [1] [1] : tensor<1xf32> into tensor<8xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ARG1]], %[[FORALL]] : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:   }
func.func @idle_outputs(%n: index, %a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r:3 = scf.forall (%i) in (%n) shared_outs(%x = %a, %y = %b, %z = %c) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %y[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %s into %z[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @one_trip(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: tensor<2x2xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG1]] into %[[ARG0]][0, 2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]] : tensor<8x8xf32>
// CHECK-NEXT:   }
func.func @one_trip(%a: tensor<8x8xf32>, %t: tensor<2x2xf32>) -> tensor<8x8xf32> {
  %r = scf.forall (%i, %j) = (0, 2) to (4, 3) step (4, 1) shared_outs(%x = %a) -> (tensor<8x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %x[%i, %j] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32>
    }
  }
  return %r : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<1xf32>) -> tensor<8xf32> {
// CHECK-NEXT:     %[[FORALL:.*]] = scf.forall (%[[ARG2:.*]]) in (8) shared_outs(%[[ARG3:.*]] = %[[ARG0]]) -> (tensor<8xf32>) {
// CHECK-NEXT:       scf.forall.in_parallel {
// CHECK-NEXT:         tensor.parallel_insert_slice %[[ARG1]] into %[[ARG3]][%[[ARG2]]] [1] [1] : tensor<1xf32> into tensor<8xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FORALL]] : tensor<8xf32>
// CHECK-NEXT:   }
func.func @casts(%a: tensor<8xf32>, %t: tensor<1xf32>) -> tensor<8xf32> {
  %0 = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  %r = scf.forall (%i) in (8) shared_outs(%x = %0) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %x[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %1 = tensor.cast %r : tensor<?xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @size_of_a_result(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: tensor<?xf32>, %[[ARG2:.*]]: tensor<1xf32>) -> (index, tensor<?xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[FORALL:.*]] = scf.forall (%[[ARG3:.*]]) in (%[[ARG0]]) shared_outs(%[[ARG4:.*]] = %[[ARG1]]) -> (tensor<?xf32>) {
// CHECK-NEXT:       scf.forall.in_parallel {
// CHECK-NEXT:         tensor.parallel_insert_slice %[[ARG2]] into %[[ARG4]][%[[ARG3]]] [1] [1] : tensor<1xf32> into tensor<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG1]], %[[C0]] : tensor<?xf32>
// CHECK-NEXT:     return %[[DIM]], %[[FORALL]] : index, tensor<?xf32>
// CHECK-NEXT:   }
func.func @size_of_a_result(%n: index, %a: tensor<?xf32>, %t: tensor<1xf32>) -> (index, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i) in (%n) shared_outs(%x = %a) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %x[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %d = tensor.dim %r, %c0 : tensor<?xf32>
  return %d, %r : index, tensor<?xf32>
}
