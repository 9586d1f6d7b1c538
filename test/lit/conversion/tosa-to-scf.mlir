// Conditionals and loops, nested too; scatter as loops over its indices.
// RUN: mlirlite-opt %s --tosa-to-scf | FileCheck %s

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<3x?x5xf32>, %[[ARG1:.*]]: tensor<3x6xi32>, %[[ARG2:.*]]: tensor<3x6x5xf32>) -> tensor<3x?x5xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG3:.*]] = %[[C0_0]] to %[[C3]] step %[[C1_1]] iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (tensor<3x?x5xf32>) {
// CHECK-NEXT:       %[[FOR_1:.*]] = scf.for %[[ARG5:.*]] = %[[C0_0]] to %[[C6]] step %[[C1_1]] iter_args(%[[ARG6:.*]] = %[[ARG4]]) -> (tensor<3x?x5xf32>) {
// CHECK-NEXT:         %[[EXTRACTED:.*]] = tensor.extract %[[ARG1]][%[[ARG3]], %[[ARG5]]] : tensor<3x6xi32>
// CHECK-NEXT:         %[[INDEX_CAST:.*]] = arith.index_cast %[[EXTRACTED]] : i32 to index
// CHECK-NEXT:         %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG2]][%[[ARG3]], %[[ARG5]], %[[C0_0]]] [%[[C1_1]], %[[C1_1]], %[[C5]]] [%[[C1_1]], %[[C1_1]], %[[C1_1]]] : tensor<3x6x5xf32> to tensor<?x?x?xf32>
// CHECK-NEXT:         %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[EXTRACTED_SLICE]] into %[[ARG6]][%[[ARG3]], %[[INDEX_CAST]], %[[C0_0]]] [%[[C1_1]], %[[C1_1]], %[[C5]]] [%[[C1_1]], %[[C1_1]], %[[C1_1]]] : tensor<?x?x?xf32> into tensor<3x?x5xf32>
// CHECK-NEXT:         scf.yield %[[INSERTED_SLICE]] : tensor<3x?x5xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %[[FOR_1]] : tensor<3x?x5xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]] : tensor<3x?x5xf32>
// CHECK-NEXT:   }
func.func @scatter(%x: tensor<3x?x5xf32>, %i: tensor<3x6xi32>, %y: tensor<3x6x5xf32>) -> tensor<3x?x5xf32> {
  %0 = tosa.scatter %x, %i, %y : (tensor<3x?x5xf32>, tensor<3x6xi32>, tensor<3x6x5xf32>) -> tensor<3x?x5xf32>
  return %0 : tensor<3x?x5xf32>
}

// CHECK-LABEL: func.func @scatter_dynamic(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x?x?xf32>, %[[ARG1:.*]]: tensor<?x?xi32>, %[[ARG2:.*]]: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG2]], %[[C0]] : tensor<?x?x?xf32>
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[DIM_0:.*]] = tensor.dim %[[ARG2]], %[[C1]] : tensor<?x?x?xf32>
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[DIM_1:.*]] = tensor.dim %[[ARG2]], %[[C2]] : tensor<?x?x?xf32>
// CHECK-NEXT:     %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG3:.*]] = %[[C0_2]] to %[[DIM]] step %[[C1_3]] iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (tensor<?x?x?xf32>) {
// CHECK-NEXT:       %[[FOR_1:.*]] = scf.for %[[ARG5:.*]] = %[[C0_2]] to %[[DIM_0]] step %[[C1_3]] iter_args(%[[ARG6:.*]] = %[[ARG4]]) -> (tensor<?x?x?xf32>) {
// CHECK-NEXT:         %[[EXTRACTED:.*]] = tensor.extract %[[ARG1]][%[[ARG3]], %[[ARG5]]] : tensor<?x?xi32>
// CHECK-NEXT:         %[[INDEX_CAST:.*]] = arith.index_cast %[[EXTRACTED]] : i32 to index
// CHECK-NEXT:         %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG2]][%[[ARG3]], %[[ARG5]], %[[C0_2]]] [%[[C1_3]], %[[C1_3]], %[[DIM_1]]] [%[[C1_3]], %[[C1_3]], %[[C1_3]]] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
// CHECK-NEXT:         %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[EXTRACTED_SLICE]] into %[[ARG6]][%[[ARG3]], %[[INDEX_CAST]], %[[C0_2]]] [%[[C1_3]], %[[C1_3]], %[[DIM_1]]] [%[[C1_3]], %[[C1_3]], %[[C1_3]]] : tensor<?x?x?xf32> into tensor<?x?x?xf32>
// CHECK-NEXT:         scf.yield %[[INSERTED_SLICE]] : tensor<?x?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %[[FOR_1]] : tensor<?x?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]] : tensor<?x?x?xf32>
// CHECK-NEXT:   }
func.func @scatter_dynamic(%x: tensor<?x?x?xf32>, %i: tensor<?x?xi32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = tosa.scatter %x, %i, %y : (tensor<?x?x?xf32>, tensor<?x?xi32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<i32>, %[[ARG1:.*]]: tensor<i1>) -> tensor<i32> {
// CHECK-NEXT:     %[[WHILE:.*]] = scf.while (%[[ARG2:.*]] = %[[ARG0]]) : (tensor<i32>) -> tensor<i32> {
// CHECK-NEXT:       %[[EXTRACTED:.*]] = tensor.extract %[[ARG1]][] : tensor<i1>
// CHECK-NEXT:       scf.condition(%[[EXTRACTED]]) %[[ARG2]] : tensor<i32>
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: tensor<i32>):
// CHECK-NEXT:       %[[EXTRACTED]] = tensor.extract %[[ARG1]][] : tensor<i1>
// CHECK-NEXT:       %[[IF:.*]] = scf.if %[[EXTRACTED]] -> (tensor<i32>) {
// CHECK-NEXT:         scf.yield %[[ARG2]] : tensor<i32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %[[ARG0]] : tensor<i32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %[[IF]] : tensor<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[WHILE]] : tensor<i32>
// CHECK-NEXT:   }
func.func @loop(%arg0 : tensor<i32>, %b: tensor<i1>) -> (tensor<i32>) {
  %0 = tosa.while_loop (%arg1 = %arg0) : (tensor<i32>) -> tensor<i32> {
    tosa.yield %b : tensor<i1>
  } do {
  ^bb0(%arg1: tensor<i32>):
    %2 = tosa.cond_if %b (%a = %arg1) : tensor<i1> (tensor<i32>) -> tensor<i32> {
    ^bb0(%a: tensor<i32>):
      tosa.yield %a : tensor<i32>
    } else {
    ^bb0(%a: tensor<i32>):
      tosa.yield %arg0 : tensor<i32>
    }
    tosa.yield %2 : tensor<i32>
  }
  return %0 : tensor<i32>
}

