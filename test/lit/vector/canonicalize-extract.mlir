// What vector.extract takes is looked for in what the vector was made of.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3x4xf32>, %[[ARG1:.*]]: index) -> (f32, f32) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][1, 2] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG0]][1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[EXTRACT]][%[[ARG1]]] : f32 from vector<4xf32>
// CHECK-NEXT:     return %[[EXTRACT_1]], %[[EXTRACT_2]] : f32, f32
// CHECK-NEXT:   }
func.func @chain(%v: vector<2x3x4xf32>, %i: index) -> (f32, f32) {
  %0 = vector.extract %v[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %0[2] : vector<4xf32> from vector<3x4xf32>
  %2 = vector.extract %1[3] : f32 from vector<4xf32>
  // A position that is a value keeps the chain apart.
  %3 = vector.extract %1[%i] : f32 from vector<4xf32>
  return %2, %3 : f32, f32
}

// -----

// CHECK-LABEL: func.func @inserted(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<2x3x4xf32>) -> (f32, vector<4xf32>, vector<4xf32>, vector<3x4xf32>) {
// CHECK-NEXT:     %[[INSERT:.*]] = vector.insert %[[ARG0]], %[[ARG1]] [1, 2] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][3] : f32 from vector<4xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG1]][0, 2] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[INSERT]][1] : vector<3x4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     return %[[EXTRACT]], %[[ARG0]], %[[EXTRACT_1]], %[[EXTRACT_2]] : f32, vector<4xf32>, vector<4xf32>, vector<3x4xf32>
// CHECK-NEXT:   }
func.func @inserted(%a: vector<4xf32>, %v: vector<2x3x4xf32>) -> (f32, vector<4xf32>, vector<4xf32>, vector<3x4xf32>) {
  %0 = vector.insert %a, %v [1, 2] : vector<4xf32> into vector<2x3x4xf32>
  %1 = vector.extract %0[1, 2, 3] : f32 from vector<2x3x4xf32>
  %2 = vector.extract %0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %3 = vector.extract %0[0, 2] : vector<4xf32> from vector<2x3x4xf32>
  // Changed in part.
  %4 = vector.extract %0[1] : vector<3x4xf32> from vector<2x3x4xf32>
  return %1, %2, %3, %4 : f32, vector<4xf32>, vector<4xf32>, vector<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @inserted_and_transposed(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: vector<2x3x4xf32>) -> (f32, f32, vector<4xf32>, vector<2xf32>) {
// CHECK-NEXT:     %[[INSERT:.*]] = vector.insert %[[ARG0]], %[[ARG1]] [1, 2, 3] : f32 into vector<2x3x4xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = vector.transpose %[[INSERT]], [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG1]][1, 2, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG1]][1, 2] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[TRANSPOSE]][3] : vector<2x3xf32> from vector<4x2x3xf32>
// CHECK-NEXT:     %[[TRANSPOSE_1:.*]] = vector.transpose %[[EXTRACT_2]], [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT:     %[[EXTRACT_3:.*]] = vector.extract %[[TRANSPOSE_1]][0] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[EXTRACT]], %[[EXTRACT_1]], %[[EXTRACT_3]] : f32, f32, vector<4xf32>, vector<2xf32>
// CHECK-NEXT:   }
func.func @inserted_and_transposed(%f: f32, %v: vector<2x3x4xf32>) -> (f32, f32, vector<4xf32>, vector<2xf32>) {
  %0 = vector.insert %f, %v [1, 2, 3] : f32 into vector<2x3x4xf32>
  %1 = vector.transpose %0, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %2 = vector.extract %1[3, 1, 2] : f32 from vector<4x2x3xf32>
  %3 = vector.extract %1[0, 1, 2] : f32 from vector<4x2x3xf32>
  %4 = vector.transpose %v, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %5 = vector.extract %4[2, 1] : vector<4xf32> from vector<3x2x4xf32>
  // The extracted dimension is not the last one before.
  %6 = vector.extract %1[3] : vector<2x3xf32> from vector<4x2x3xf32>
  %7 = vector.transpose %6, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %8 = vector.extract %7[0] : vector<2xf32> from vector<3x2xf32>
  return %2, %3, %5, %8 : f32, f32, vector<4xf32>, vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: vector<3x1xf32>, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: index) -> (f32, vector<3x1xf32>, vector<1xf32>, f32, vector<4xf32>, vector<5xf32>) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG1]][%[[ARG3]]] : vector<1xf32> from vector<3x1xf32>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG1]] : vector<3x1xf32> to vector<3x5xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG1]][2, 0] : f32 from vector<3x1xf32>
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[BROADCAST]][%[[ARG3]]] : vector<5xf32> from vector<3x5xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]], %[[EXTRACT]], %[[EXTRACT_1]], %[[ARG2]], %[[EXTRACT_2]] : f32, vector<3x1xf32>, vector<1xf32>, f32, vector<4xf32>, vector<5xf32>
// CHECK-NEXT:   }
func.func @broadcast(%f: f32, %v: vector<3x1xf32>, %w: vector<4xf32>, %i: index) -> (f32, vector<3x1xf32>, vector<1xf32>, f32, vector<4xf32>, vector<5xf32>) {
  %0 = vector.broadcast %f : f32 to vector<2x3xf32>
  %1 = vector.extract %0[1, %i] : f32 from vector<2x3xf32>
  %2 = vector.broadcast %v : vector<3x1xf32> to vector<2x3x1xf32>
  %3 = vector.extract %2[%i] : vector<3x1xf32> from vector<2x3x1xf32>
  %4 = vector.extract %2[0, %i] : vector<1xf32> from vector<2x3x1xf32>
  %5 = vector.broadcast %v : vector<3x1xf32> to vector<3x5xf32>
  %6 = vector.extract %5[2, %i] : f32 from vector<3x5xf32>
  %7 = vector.shape_cast %w : vector<4xf32> to vector<1x1x4xf32>
  %8 = vector.extract %7[0, 0] : vector<4xf32> from vector<1x1x4xf32>
  // Each row repeats another element: the row has to be picked.
  %9 = vector.extract %5[%i] : vector<5xf32> from vector<3x5xf32>
  return %1, %3, %4, %6, %8, %9 : f32, vector<3x1xf32>, vector<1xf32>, f32, vector<4xf32>, vector<5xf32>
}

// -----

// CHECK-LABEL: func.func @shuffle(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xf32>, %[[ARG1:.*]]: vector<3xf32>) -> (f32, f32) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG1]][2] : f32 from vector<3xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG0]][1] : f32 from vector<2xf32>
// CHECK-NEXT:     return %[[EXTRACT]], %[[EXTRACT_1]] : f32, f32
// CHECK-NEXT:   }
func.func @shuffle(%a: vector<2xf32>, %b: vector<3xf32>) -> (f32, f32) {
  %0 = vector.shuffle %a, %b [4, 1, 2, 0] : vector<2xf32>, vector<3xf32>
  %1 = vector.extract %0[0] : f32 from vector<4xf32>
  %2 = vector.extract %0[1] : f32 from vector<4xf32>
  return %1, %2 : f32, f32
}

// -----

// CHECK-LABEL: func.func @shape_cast(
// CHECK-SAME:    %[[ARG0:.*]]: vector<6x4xf32>) -> (f32, vector<4xf32>, vector<24xf32>, vector<12xf32>) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][5, 3] : f32 from vector<6x4xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG0]][5] : vector<4xf32> from vector<6x4xf32>
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[ARG0]] : vector<6x4xf32> to vector<24xf32>
// CHECK-NEXT:     %[[SHAPE_CAST_1:.*]] = vector.shape_cast %[[ARG0]] : vector<6x4xf32> to vector<2x12xf32>
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[SHAPE_CAST_1]][1] : vector<12xf32> from vector<2x12xf32>
// CHECK-NEXT:     return %[[EXTRACT]], %[[EXTRACT_1]], %[[SHAPE_CAST]], %[[EXTRACT_2]] : f32, vector<4xf32>, vector<24xf32>, vector<12xf32>
// CHECK-NEXT:   }
func.func @shape_cast(%v: vector<6x4xf32>) -> (f32, vector<4xf32>, vector<24xf32>, vector<12xf32>) {
  %0 = vector.shape_cast %v : vector<6x4xf32> to vector<2x3x4xf32>
  %1 = vector.extract %0[1, 2, 3] : f32 from vector<2x3x4xf32>
  %2 = vector.extract %0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %3 = vector.shape_cast %v : vector<6x4xf32> to vector<1x24xf32>
  %4 = vector.extract %3[0] : vector<24xf32> from vector<1x24xf32>
  // The source has no part of 12.
  %5 = vector.shape_cast %v : vector<6x4xf32> to vector<2x12xf32>
  %6 = vector.extract %5[1] : vector<12xf32> from vector<2x12xf32>
  return %1, %2, %4, %6 : f32, vector<4xf32>, vector<24xf32>, vector<12xf32>
}

// -----

// CHECK-LABEL: func.func @slices(
// CHECK-SAME:    %[[ARG0:.*]]: vector<8x4xf32>, %[[ARG1:.*]]: vector<2x4xf32>) -> (f32, vector<4xf32>, f32, vector<4xf32>) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][5, 1] : f32 from vector<8x4xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG0]][4] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %[[INSERT_STRIDED_SLICE:.*]] = vector.insert_strided_slice %[[ARG1]], %[[ARG0]] {offsets = [4, 0], strides = [1, 1]} : vector<2x4xf32> into vector<8x4xf32>
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[ARG1]][1, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %[[EXTRACT_3:.*]] = vector.extract %[[INSERT_STRIDED_SLICE]][1] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     return %[[EXTRACT]], %[[EXTRACT_1]], %[[EXTRACT_2]], %[[EXTRACT_3]] : f32, vector<4xf32>, f32, vector<4xf32>
// CHECK-NEXT:   }
func.func @slices(%v: vector<8x4xf32>, %a: vector<2x4xf32>) -> (f32, vector<4xf32>, f32, vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [3], sizes = [4], strides = [1]} : vector<8x4xf32> to vector<4x4xf32>
  %1 = vector.extract %0[2, 1] : f32 from vector<4x4xf32>
  %2 = vector.extract %0[1] : vector<4xf32> from vector<4x4xf32>
  %3 = vector.insert_strided_slice %a, %v {offsets = [4, 0], strides = [1, 1]} : vector<2x4xf32> into vector<8x4xf32>
  %4 = vector.extract %3[5, 3] : f32 from vector<8x4xf32>
  // Beside the slice.
  %5 = vector.extract %3[1] : vector<4xf32> from vector<8x4xf32>
  return %1, %2, %4, %5 : f32, vector<4xf32>, f32, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @elements(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: index) -> (f32, vector<2xf32>, f32) {
// CHECK-NEXT:     %[[FROM_ELEMENTS:.*]] = vector.from_elements %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]] : vector<2x2xf32>
// CHECK-NEXT:     %[[FROM_ELEMENTS_1:.*]] = vector.from_elements %[[ARG2]], %[[ARG3]] : vector<2xf32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[FROM_ELEMENTS]][1, %[[ARG4]]] : f32 from vector<2x2xf32>
// CHECK-NEXT:     return %[[ARG2]], %[[FROM_ELEMENTS_1]], %[[EXTRACT]] : f32, vector<2xf32>, f32
// CHECK-NEXT:   }
func.func @elements(%a: f32, %b: f32, %c: f32, %d: f32, %i: index) -> (f32, vector<2xf32>, f32) {
  %0 = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
  %1 = vector.extract %0[1, 0] : f32 from vector<2x2xf32>
  %2 = vector.extract %0[1] : vector<2xf32> from vector<2x2xf32>
  %3 = vector.extract %0[1, %i] : f32 from vector<2x2xf32>
  return %1, %2, %3 : f32, vector<2xf32>, f32
}

// -----

// CHECK-LABEL: func.func @create_mask(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<false> : vector<8xi1>
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[CREATE_MASK:.*]] = vector.create_mask %[[C2]], %[[ARG0]] : vector<4x8xi1>
// CHECK-NEXT:     %[[CREATE_MASK_1:.*]] = vector.create_mask %[[ARG0]] : vector<8xi1>
// CHECK-NEXT:     %[[CREATE_MASK_2:.*]] = vector.create_mask %[[ARG0]] : vector<8xi1>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[CREATE_MASK]][%[[ARG1]]] : vector<8xi1> from vector<4x8xi1>
// CHECK-NEXT:     return %[[CREATE_MASK_1]], %[[CST]], %[[CREATE_MASK_2]], %[[EXTRACT]] : vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>
// CHECK-NEXT:   }
func.func @create_mask(%n: index, %i: index) -> (vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = vector.create_mask %c2, %n : vector<4x8xi1>
  %1 = vector.extract %0[1] : vector<8xi1> from vector<4x8xi1>
  %2 = vector.extract %0[2] : vector<8xi1> from vector<4x8xi1>
  %3 = vector.create_mask %c4, %n : vector<4x8xi1>
  %4 = vector.extract %3[%i] : vector<8xi1> from vector<4x8xi1>
  // It is not known whether the row is set.
  %5 = vector.extract %0[%i] : vector<8xi1> from vector<4x8xi1>
  return %1, %2, %4, %5 : vector<8xi1>, vector<8xi1>, vector<8xi1>, vector<8xi1>
}

// -----

// CHECK-LABEL: func.func @poison_and_constants(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: index) -> (f32, f32, vector<2xi32>, i32) {
// CHECK-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : vector<2x2xi32>
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : f32
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<[3, 4]> : vector<2xi32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[CST]][0, %[[C7]]] : i32 from vector<2x2xi32>
// CHECK-NEXT:     return %[[POISON]], %[[POISON]], %[[CST_0]], %[[EXTRACT]] : f32, f32, vector<2xi32>, i32
// CHECK-NEXT:   }
func.func @poison_and_constants(%v: vector<4xf32>, %i: index) -> (f32, f32, vector<2xi32>, i32) {
  %0 = ub.poison : vector<4xf32>
  %1 = vector.extract %0[%i] : f32 from vector<4xf32>
  %c-1 = arith.constant -1 : index
  %2 = vector.extract %v[%c-1] : f32 from vector<4xf32>
  %3 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %4 = vector.extract %3[1] : vector<2xi32> from vector<2x2xi32>
  %c7 = arith.constant 7 : index
  %5 = vector.extract %3[0, %c7] : i32 from vector<2x2xi32>
  return %1, %2, %4, %5 : f32, f32, vector<2xi32>, i32
}
