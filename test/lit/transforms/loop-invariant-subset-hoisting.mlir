// RUN: mlirlite-opt %s --loop-invariant-subset-hoisting --split-input-file --allow-unregistered-dialect | FileCheck %s

// The box is carried; what is found at another place stays. 1 + 1 - 2 is 0.

// CHECK-LABEL: func.func @extract_insert(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: index) -> tensor<?xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[C1]], %[[C1]] : index
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[ADDI]], %[[C2]] : index
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %[[FOR:.*]]:2 = scf.for %[[ARG2:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[EXTRACTED_SLICE]]) -> (tensor<?xf32>, tensor<5xf32>) {
// CHECK-NEXT:       %[[EXTRACTED_SLICE_0:.*]] = tensor.extract_slice %[[ARG3]][9] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       "foo.use"(%[[EXTRACTED_SLICE_0]]) : (tensor<5xf32>) -> ()
// CHECK-NEXT:       %[[STEP:.*]] = "foo.step"(%[[ARG4]]) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       scf.yield %[[ARG3]], %[[STEP]] : tensor<?xf32>, tensor<5xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[FOR]]#1 into %[[FOR]]#0[%[[SUBI]]] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]] : tensor<?xf32>
// CHECK-NEXT:   }
func.func @extract_insert(%arg: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sum = arith.addi %c1, %c1 : index
  %zero = arith.subi %sum, %c2 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %arg) -> (tensor<?xf32>) {
    %other = tensor.extract_slice %t[9] [5] [1] : tensor<?xf32> to tensor<5xf32>
    "foo.use"(%other) : (tensor<5xf32>) -> ()
    %1 = tensor.extract_slice %t[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
    %2 = "foo.step"(%1) : (tensor<5xf32>) -> tensor<5xf32>
    %3 = tensor.insert_slice %2 into %t[%zero] [5] [1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Boxes that one after the other begin where the last one ends, by values.

// CHECK-LABEL: func.func @neighbors(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> tensor<?xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[APPLY:.*]] = affine.apply #{{.*}}(%[[ARG2]])
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][%[[APPLY]]] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %[[EXTRACTED_SLICE_0:.*]] = tensor.extract_slice %[[ARG0]][%[[ARG2]]] [%[[ARG2]]] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT:     %[[FOR:.*]]:3 = scf.for %[[ARG3:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG0]], %[[ARG5:.*]] = %[[EXTRACTED_SLICE]], %[[ARG6:.*]] = %[[EXTRACTED_SLICE_0]]) -> (tensor<?xf32>, tensor<5xf32>, tensor<?xf32>) {
// CHECK-NEXT:       %[[STEP:.*]] = "foo.step"(%[[ARG6]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:       %[[STEP_1:.*]] = "foo.step"(%[[ARG5]]) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       scf.yield %[[ARG4]], %[[STEP_1]], %[[STEP]] : tensor<?xf32>, tensor<5xf32>, tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[FOR]]#2 into %[[FOR]]#0[%[[ARG2]]] [%[[ARG2]]] [1] : tensor<?xf32> into tensor<?xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE_1:.*]] = tensor.insert_slice %[[FOR]]#1 into %[[INSERTED_SLICE]][%[[APPLY]]] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE_1]] : tensor<?xf32>
// CHECK-NEXT:   }
func.func @neighbors(%arg: tensor<?xf32>, %n: index, %size: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = affine.apply affine_map<(d0) -> (d0 * 2)>(%size)
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[%size] [%size] [1] : tensor<?xf32> to tensor<?xf32>
    %2 = tensor.extract_slice %t[%end] [5] [1] : tensor<?xf32> to tensor<5xf32>
    %3 = "foo.step"(%1) : (tensor<?xf32>) -> tensor<?xf32>
    %4 = "foo.step"(%2) : (tensor<5xf32>) -> tensor<5xf32>
    %5 = tensor.insert_slice %4 into %t[%end] [5] [1] : tensor<5xf32> into tensor<?xf32>
    %6 = tensor.insert_slice %3 into %5[%size] [%size] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %6 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Out of both loops; a transfer is a box too.

// CHECK-LABEL: func.func @nested(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> tensor<8x?xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[C0]], %[[ARG2]]], %[[ARG3]] : tensor<8x?xf32>, vector<4x1xf32>
// CHECK-NEXT:     %[[TRANSFER_READ_1:.*]] = vector.transfer_read %[[ARG0]][%[[C4]], %[[ARG2]]], %[[ARG3]] : tensor<8x?xf32>, vector<1xf32>
// CHECK-NEXT:     %[[FOR:.*]]:3 = scf.for %[[ARG4:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG5:.*]] = %[[ARG0]], %[[ARG6:.*]] = %[[TRANSFER_READ]], %[[ARG7:.*]] = %[[TRANSFER_READ_1]]) -> (tensor<8x?xf32>, vector<4x1xf32>, vector<1xf32>) {
// CHECK-NEXT:       %[[STEP:.*]] = "foo.step"(%[[ARG6]]) : (vector<4x1xf32>) -> vector<4x1xf32>
// CHECK-NEXT:       %[[FOR_1:.*]]:2 = scf.for %[[ARG8:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG9:.*]] = %[[ARG5]], %[[ARG10:.*]] = %[[ARG7]]) -> (tensor<8x?xf32>, vector<1xf32>) {
// CHECK-NEXT:         %[[STEP_1:.*]] = "foo.step"(%[[ARG10]]) : (vector<1xf32>) -> vector<1xf32>
// CHECK-NEXT:         scf.yield %[[ARG9]], %[[STEP_1]] : tensor<8x?xf32>, vector<1xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %[[FOR_1]]#0, %[[STEP]], %[[FOR_1]]#1 : tensor<8x?xf32>, vector<4x1xf32>, vector<1xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[FOR]]#2, %[[FOR]]#0[%[[C4]], %[[ARG2]]] : vector<1xf32>, tensor<8x?xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE_1:.*]] = vector.transfer_write %[[FOR]]#1, %[[TRANSFER_WRITE]][%[[C0]], %[[ARG2]]] : vector<4x1xf32>, tensor<8x?xf32>
// CHECK-NEXT:     return %[[TRANSFER_WRITE_1]] : tensor<8x?xf32>
// CHECK-NEXT:   }
func.func @nested(%arg: tensor<8x?xf32>, %n: index, %j: index, %pad: f32) -> tensor<8x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %arg) -> (tensor<8x?xf32>) {
    %1 = vector.transfer_read %t[%c0, %j], %pad : tensor<8x?xf32>, vector<4x1xf32>
    %2 = "foo.step"(%1) : (vector<4x1xf32>) -> vector<4x1xf32>
    %3 = vector.transfer_write %2, %t[%c0, %j] : vector<4x1xf32>, tensor<8x?xf32>
    %4 = scf.for %k = %c0 to %n step %c1 iter_args(%u = %3) -> (tensor<8x?xf32>) {
      %5 = vector.transfer_read %u[%c4, %j], %pad : tensor<8x?xf32>, vector<1xf32>
      %6 = "foo.step"(%5) : (vector<1xf32>) -> vector<1xf32>
      %7 = vector.transfer_write %6, %u[%c4, %j] : vector<1xf32>, tensor<8x?xf32>
      scf.yield %7 : tensor<8x?xf32>
    }
    scf.yield %4 : tensor<8x?xf32>
  }
  return %0 : tensor<8x?xf32>
}

// -----

// Stays: boxes that may overlap, a box that moves, another use of the tensor.

// CHECK-LABEL: func.func @stays(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: tensor<?xf32>, %[[ARG2:.*]]: tensor<?xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[FOR:.*]]:3 = scf.for %[[ARG5:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] iter_args(%[[ARG6:.*]] = %[[ARG0]], %[[ARG7:.*]] = %[[ARG1]], %[[ARG8:.*]] = %[[ARG2]]) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT:       %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG6]][%[[ARG4]]] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       "foo.use"(%[[EXTRACTED_SLICE]], %[[ARG8]]) : (tensor<5xf32>, tensor<?xf32>) -> ()
// CHECK-NEXT:       %[[EXTRACTED_SLICE_0:.*]] = tensor.extract_slice %[[ARG6]][0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %[[EXTRACTED_SLICE_1:.*]] = tensor.extract_slice %[[ARG7]][%[[ARG5]]] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %[[EXTRACTED_SLICE_2:.*]] = tensor.extract_slice %[[ARG8]][0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %[[STEP:.*]]:3 = "foo.step"(%[[EXTRACTED_SLICE_0]], %[[EXTRACTED_SLICE_1]], %[[EXTRACTED_SLICE_2]]) : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
// CHECK-NEXT:       %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[STEP]]#0 into %[[ARG6]][0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       %[[INSERTED_SLICE_3:.*]] = tensor.insert_slice %[[STEP]]#1 into %[[ARG7]][%[[ARG5]]] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       %[[INSERTED_SLICE_4:.*]] = tensor.insert_slice %[[STEP]]#2 into %[[ARG8]][0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %[[INSERTED_SLICE]], %[[INSERTED_SLICE_3]], %[[INSERTED_SLICE_4]] : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]]#0, %[[FOR]]#1, %[[FOR]]#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT:   }
func.func @stays(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %n: index, %m: index)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b, %v = %c)
      -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %near = tensor.extract_slice %t[%m] [5] [1] : tensor<?xf32> to tensor<5xf32>
    "foo.use"(%near, %v) : (tensor<5xf32>, tensor<?xf32>) -> ()
    %1 = tensor.extract_slice %t[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
    %2 = tensor.extract_slice %u[%i] [5] [1] : tensor<?xf32> to tensor<5xf32>
    %3 = tensor.extract_slice %v[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
    %4:3 = "foo.step"(%1, %2, %3) : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
      -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
    %5 = tensor.insert_slice %4#0 into %t[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
    %6 = tensor.insert_slice %4#1 into %u[%i] [5] [1] : tensor<5xf32> into tensor<?xf32>
    %7 = tensor.insert_slice %4#2 into %v[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %5, %6, %7 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Out of an affine loop, whose other operands stay what they are.

// CHECK-LABEL: func.func @affine(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: index) -> tensor<?xf32> {
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:     %[[FOR:.*]]:2 = affine.for %[[ARG2:.*]] = 0 to %[[ARG1]] iter_args(%[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[EXTRACTED_SLICE]]) -> (tensor<?xf32>, tensor<5xf32>) {
// CHECK-NEXT:       %[[STEP:.*]] = "foo.step"(%[[ARG4]]) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT:       affine.yield %[[ARG3]], %[[STEP]] : tensor<?xf32>, tensor<5xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[FOR]]#1 into %[[FOR]]#0[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]] : tensor<?xf32>
// CHECK-NEXT:   }
func.func @affine(%arg: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = affine.for %i = 0 to %n iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %t[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
    %2 = "foo.step"(%1) : (tensor<5xf32>) -> tensor<5xf32>
    %3 = tensor.insert_slice %2 into %t[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
    affine.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Stays: what is read is written back transposed.

// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x4xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> tensor<4x4xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG3:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (tensor<4x4xf32>) {
// CHECK-NEXT:       %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG4]][%[[C0]], %[[C0]]], %[[ARG2]] : tensor<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT:       %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[TRANSFER_READ]], %[[ARG4]][%[[C0]], %[[C0]]] {permutation_map = #{{.*}}} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT:       scf.yield %[[TRANSFER_WRITE]] : tensor<4x4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]] : tensor<4x4xf32>
// CHECK-NEXT:   }
func.func @transposed(%arg: tensor<4x4xf32>, %n: index, %pad: f32) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %arg) -> (tensor<4x4xf32>) {
    %1 = vector.transfer_read %t[%c0, %c0], %pad : tensor<4x4xf32>, vector<4x4xf32>
    %2 = vector.transfer_write %1, %t[%c0, %c0]
      {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x4xf32>, tensor<4x4xf32>
    scf.yield %2 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}

// -----

// Stays: what is extracted was inserted in the same iteration.

// CHECK-LABEL: func.func @inserted_before(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: tensor<5xf32>) -> tensor<?xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG3:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (tensor<?xf32>) {
// CHECK-NEXT:       %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG2]] into %[[ARG4]][0] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT:       %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[INSERTED_SLICE]][0] [5] [1] : tensor<?xf32> to tensor<5xf32>
// CHECK-NEXT:       %[[STEP:.*]] = "foo.step"(%[[EXTRACTED_SLICE]]) : (tensor<5xf32>) -> tensor<1xf32>
// CHECK-NEXT:       %[[INSERTED_SLICE_0:.*]] = tensor.insert_slice %[[STEP]] into %[[INSERTED_SLICE]][9] [1] [1] : tensor<1xf32> into tensor<?xf32>
// CHECK-NEXT:       scf.yield %[[INSERTED_SLICE_0]] : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]] : tensor<?xf32>
// CHECK-NEXT:   }
func.func @inserted_before(%arg: tensor<?xf32>, %n: index, %new: tensor<5xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %arg) -> (tensor<?xf32>) {
    %1 = tensor.insert_slice %new into %t[0] [5] [1] : tensor<5xf32> into tensor<?xf32>
    %2 = tensor.extract_slice %1[0] [5] [1] : tensor<?xf32> to tensor<5xf32>
    %3 = "foo.step"(%2) : (tensor<5xf32>) -> tensor<1xf32>
    %4 = tensor.insert_slice %3 into %1[9] [1] [1] : tensor<1xf32> into tensor<?xf32>
    scf.yield %4 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
