// RUN: mlirlite-opt %s --convert-vector-to-scf --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @read_rows(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index) -> vector<3x15xf32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<7.000000e+00> : vector<15xf32>
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 7.000000e+00 : f32
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<vector<3x15xf32>>
// CHECK-NEXT:     %[[TYPE_CAST:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<3x15xf32>> to memref<3xvector<15xf32>>
// CHECK-NEXT:     scf.for %[[ARG2:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:       %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #{{.*}}(%[[ARG2]])[%[[ARG1]]]
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi sgt, %[[DIM]], %[[APPLY]] : index
// CHECK-NEXT:       scf.if %[[CMPI]] {
// CHECK-NEXT:         %[[APPLY_1:.*]] = affine.apply #{{.*}}(%[[ARG2]])[%[[ARG1]]]
// CHECK-NEXT:         %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[APPLY_1]], %[[ARG1]]], %[[CST_0]] : memref<?x?xf32>, vector<15xf32>
// CHECK-NEXT:         memref.store %[[TRANSFER_READ]], %[[TYPE_CAST]][%[[ARG2]]] : memref<3xvector<15xf32>>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         memref.store %[[CST]], %[[TYPE_CAST]][%[[ARG2]]] : memref<3xvector<15xf32>>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ALLOCA]][] : memref<vector<3x15xf32>>
// CHECK-NEXT:     return %[[LOAD]] : vector<3x15xf32>
// CHECK-NEXT:   }
func.func @read_rows(%m: memref<?x?xf32>, %i: index) -> vector<3x15xf32> {
  %pad = arith.constant 7.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xf32>, vector<3x15xf32>
  return %0 : vector<3x15xf32>
}

// -----

// CHECK-LABEL: func.func @write_rows(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: vector<3x15xf32>) {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<vector<3x15xf32>>
// CHECK-NEXT:     memref.store %[[ARG2]], %[[ALLOCA]][] : memref<vector<3x15xf32>>
// CHECK-NEXT:     %[[TYPE_CAST:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<3x15xf32>> to memref<3xvector<15xf32>>
// CHECK-NEXT:     scf.for %[[ARG3:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:       %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #{{.*}}(%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi sgt, %[[DIM]], %[[APPLY]] : index
// CHECK-NEXT:       scf.if %[[CMPI]] {
// CHECK-NEXT:         %[[APPLY_1:.*]] = affine.apply #{{.*}}(%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:         %[[LOAD:.*]] = memref.load %[[TYPE_CAST]][%[[ARG3]]] : memref<3xvector<15xf32>>
// CHECK-NEXT:         vector.transfer_write %[[LOAD]], %[[ARG0]][%[[APPLY_1]], %[[ARG1]]] : vector<15xf32>, memref<?x?xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @write_rows(%m: memref<?x?xf32>, %i: index, %v: vector<3x15xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<3x15xf32>, memref<?x?xf32>
  return
}

// -----

// All is inside: nothing is asked.
// CHECK-LABEL: func.func @inside(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: vector<3x15xf32>) {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<vector<3x15xf32>>
// CHECK-NEXT:     memref.store %[[ARG2]], %[[ALLOCA]][] : memref<vector<3x15xf32>>
// CHECK-NEXT:     %[[TYPE_CAST:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<3x15xf32>> to memref<3xvector<15xf32>>
// CHECK-NEXT:     scf.for %[[ARG3:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #{{.*}}(%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:       %[[LOAD:.*]] = memref.load %[[TYPE_CAST]][%[[ARG3]]] : memref<3xvector<15xf32>>
// CHECK-NEXT:       vector.transfer_write %[[LOAD]], %[[ARG0]][%[[APPLY]], %[[ARG1]]] {in_bounds = [true]} : vector<15xf32>, memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @inside(%m: memref<?x?xf32>, %i: index, %v: vector<3x15xf32>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<3x15xf32>, memref<?x?xf32>
  return
}

// -----

// A column: element by element.
// CHECK-LABEL: func.func @column(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index) -> vector<4xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG2:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]]) -> (vector<4xf32>) {
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #{{.*}}(%[[ARG2]])[%[[ARG1]]]
// CHECK-NEXT:       %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT:       %[[APPLY_1:.*]] = affine.apply #{{.*}}(%[[ARG2]])[%[[ARG1]]]
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi sgt, %[[DIM]], %[[APPLY_1]] : index
// CHECK-NEXT:       %[[IF:.*]] = scf.if %[[CMPI]] -> (vector<4xf32>) {
// CHECK-NEXT:         %[[LOAD:.*]] = memref.load %[[ARG0]][%[[APPLY]], %[[ARG1]]] : memref<?x?xf32>
// CHECK-NEXT:         %[[INSERT:.*]] = vector.insert %[[LOAD]], %[[ARG3]] [%[[ARG2]]] : f32 into vector<4xf32>
// CHECK-NEXT:         scf.yield %[[INSERT]] : vector<4xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %[[ARG3]] : vector<4xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %[[IF]] : vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]] : vector<4xf32>
// CHECK-NEXT:   }
func.func @column(%m: memref<?x?xf32>, %i: index) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// One dimension of neighbors, and tensors, stay.
// CHECK-LABEL: func.func @stay(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: tensor<?x?xf32>, %[[ARG2:.*]]: index) -> (vector<4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]]], %[[CST]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     %[[TRANSFER_READ_1:.*]] = vector.transfer_read %[[ARG1]][%[[ARG2]], %[[ARG2]]], %[[CST]] : tensor<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT:     return %[[TRANSFER_READ]], %[[TRANSFER_READ_1]] : vector<4xf32>, vector<2x4xf32>
// CHECK-NEXT:   }
func.func @stay(%m: memref<?xf32>, %t: tensor<?x?xf32>, %i: index) -> (vector<4xf32>, vector<2x4xf32>) {
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<4xf32>
  %1 = vector.transfer_read %t[%i, %i], %pad : tensor<?x?xf32>, vector<2x4xf32>
  return %0, %1 : vector<4xf32>, vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: vector<3x4xi1>) -> vector<3x4xf32> {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<vector<3x4xf32>>
// CHECK-NEXT:     %[[ALLOCA_0:.*]] = memref.alloca() : memref<vector<3x4xi1>>
// CHECK-NEXT:     memref.store %[[ARG2]], %[[ALLOCA_0]][] : memref<vector<3x4xi1>>
// CHECK-NEXT:     %[[TYPE_CAST:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<3x4xf32>> to memref<3xvector<4xf32>>
// CHECK-NEXT:     %[[TYPE_CAST_1:.*]] = vector.type_cast %[[ALLOCA_0]] : memref<vector<3x4xi1>> to memref<3xvector<4xi1>>
// CHECK-NEXT:     scf.for %[[ARG3:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #{{.*}}(%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:       %[[LOAD:.*]] = memref.load %[[TYPE_CAST_1]][%[[ARG3]]] : memref<3xvector<4xi1>>
// CHECK-NEXT:       %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[APPLY]], %[[ARG1]]], %[[CST]], %[[LOAD]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:       memref.store %[[TRANSFER_READ]], %[[TYPE_CAST]][%[[ARG3]]] : memref<3xvector<4xf32>>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD_1:.*]] = memref.load %[[ALLOCA]][] : memref<vector<3x4xf32>>
// CHECK-NEXT:     return %[[LOAD_1]] : vector<3x4xf32>
// CHECK-NEXT:   }
func.func @masked(%m: memref<?x?xf32>, %i: index, %mask: vector<3x4xi1>) -> vector<3x4xf32> {
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %pad, %mask {in_bounds = [true, true]} : memref<?x?xf32>, vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

// -----

// What permutes is transposed; what repeats in front is broadcast.

// CHECK-LABEL: func.func @turned(
// CHECK-NOT: permutation_map
// CHECK: vector.transpose %{{.*}}, [1, 0] : vector<4x9xf32> to vector<9x4xf32>
func.func @turned(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<9x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<9x4xf32>
  return %0 : vector<9x4xf32>
}

// -----

// CHECK-LABEL: func.func @repeated(
// CHECK: %[[ROW:.*]] = vector.transfer_read %{{.*}} : memref<?x?xf32>, vector<4xf32>
// CHECK: vector.broadcast %[[ROW]] : vector<4xf32> to vector<3x4xf32>
func.func @repeated(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

// -----

// A vector is printed by loops.

// CHECK-LABEL: func.func @print(
// CHECK: %[[WIDE:.*]] = arith.extsi %{{.*}} : vector<2x2xi5> to vector<2x2xi8>
// CHECK: %[[FLAT:.*]] = vector.shape_cast %[[WIDE]] : vector<2x2xi8> to vector<4xi8>
// CHECK: vector.print punctuation <open>
// CHECK: scf.for
// CHECK: vector.print punctuation <open>
// CHECK: scf.for
// CHECK: %[[E:.*]] = vector.extract %[[FLAT]][%{{.*}}] : i8 from vector<4xi8>
// CHECK: vector.print %[[E]] : i8 punctuation <no_punctuation>
// CHECK: scf.if
// CHECK: vector.print punctuation <comma>
// CHECK: vector.print punctuation <close>
func.func @print(%v: vector<2x2xi5>) {
  vector.print %v : vector<2x2xi5>
  return
}
