// Insertions that are overwritten, fill the whole vector, or meet constants; elements put back.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @overwritten(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: index) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[INSERT:.*]] = vector.insert %[[ARG0]], %[[ARG2]] [1] : f32 into vector<4xf32>
// CHECK-NEXT:     %[[INSERT_1:.*]] = vector.insert %[[ARG1]], %[[ARG2]] [1] : f32 into vector<4xf32>
// CHECK-NEXT:     %[[INSERT_2:.*]] = vector.insert %[[ARG1]], %[[INSERT]] [%[[ARG3]]] : f32 into vector<4xf32>
// CHECK-NEXT:     return %[[INSERT_1]], %[[INSERT_2]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   }
func.func @overwritten(%a: f32, %b: f32, %v: vector<4xf32>, %i: index) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.insert %a, %v [1] : f32 into vector<4xf32>
  %1 = vector.insert %b, %0 [1] : f32 into vector<4xf32>
  // It may be another place.
  %2 = vector.insert %b, %0 [%i] : f32 into vector<4xf32>
  return %1, %2 : vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @all_of_it(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<1x4xf32>, %[[ARG2:.*]]: f32) -> (vector<4xf32>, vector<1x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG0]] : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:     %[[BROADCAST_1:.*]] = vector.broadcast %[[ARG2]] : f32 to vector<2x4xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[BROADCAST]], %[[BROADCAST_1]] : vector<4xf32>, vector<1x4xf32>, vector<2x4xf32>
// CHECK-NEXT:   }
func.func @all_of_it(%a: vector<4xf32>, %b: vector<1x4xf32>, %f: f32) -> (vector<4xf32>, vector<1x4xf32>, vector<2x4xf32>) {
  %0 = vector.insert %a, %a [] : vector<4xf32> into vector<4xf32>
  %1 = vector.insert %a, %b [0] : vector<4xf32> into vector<1x4xf32>
  %2 = vector.broadcast %f : f32 to vector<4xf32>
  %3 = vector.broadcast %f : f32 to vector<2x4xf32>
  %4 = vector.insert %2, %3 [1] : vector<4xf32> into vector<2x4xf32>
  return %0, %1, %4 : vector<4xf32>, vector<1x4xf32>, vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @every_element(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<2xf32>) -> (vector<2xf32>, vector<2x2xf32>) {
// CHECK-NEXT:     %[[FROM_ELEMENTS:.*]] = vector.from_elements %[[ARG0]], %[[ARG1]] : vector<2xf32>
// CHECK-NEXT:     %[[TO_ELEMENTS:.*]]:2 = vector.to_elements %[[ARG2]] : vector<2xf32>
// CHECK-NEXT:     %[[FROM_ELEMENTS_1:.*]] = vector.from_elements %[[TO_ELEMENTS]]#0, %[[TO_ELEMENTS]]#1, %[[ARG0]], %[[ARG1]] : vector<2x2xf32>
// CHECK-NEXT:     return %[[FROM_ELEMENTS]], %[[FROM_ELEMENTS_1]] : vector<2xf32>, vector<2x2xf32>
// CHECK-NEXT:   }
func.func @every_element(%a: f32, %b: f32, %c: vector<2xf32>) -> (vector<2xf32>, vector<2x2xf32>) {
  %0 = ub.poison : vector<2xf32>
  %1 = vector.insert %a, %0 [0] : f32 into vector<2xf32>
  %2 = vector.insert %b, %1 [1] : f32 into vector<2xf32>
  %3 = ub.poison : vector<2x2xf32>
  %4 = vector.insert %c, %3 [0] : vector<2xf32> into vector<2x2xf32>
  %5 = vector.insert %a, %4 [1, 0] : f32 into vector<2x2xf32>
  %6 = vector.insert %b, %5 [1, 1] : f32 into vector<2x2xf32>
  return %2, %6 : vector<2xf32>, vector<2x2xf32>
}

// -----

// One element stays what it was; and a vector in between is used.
// CHECK-LABEL: func.func @not_every_element(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<3xf32>, %[[ARG3:.*]]: vector<2xf32>) -> (vector<3xf32>, vector<2xf32>, vector<2xf32>) {
// CHECK-NEXT:     %[[INSERT:.*]] = vector.insert %[[ARG0]], %[[ARG2]] [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %[[INSERT_1:.*]] = vector.insert %[[ARG1]], %[[INSERT]] [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %[[INSERT_2:.*]] = vector.insert %[[ARG0]], %[[ARG3]] [0] : f32 into vector<2xf32>
// CHECK-NEXT:     %[[INSERT_3:.*]] = vector.insert %[[ARG1]], %[[INSERT_2]] [1] : f32 into vector<2xf32>
// CHECK-NEXT:     return %[[INSERT_1]], %[[INSERT_2]], %[[INSERT_3]] : vector<3xf32>, vector<2xf32>, vector<2xf32>
// CHECK-NEXT:   }
func.func @not_every_element(%a: f32, %b: f32, %v: vector<3xf32>, %w: vector<2xf32>) -> (vector<3xf32>, vector<2xf32>, vector<2xf32>) {
  %0 = vector.insert %a, %v [0] : f32 into vector<3xf32>
  %1 = vector.insert %b, %0 [1] : f32 into vector<3xf32>
  %2 = vector.insert %a, %w [0] : f32 into vector<2xf32>
  %3 = vector.insert %b, %2 [1] : f32 into vector<2xf32>
  return %1, %2, %3 : vector<3xf32>, vector<2xf32>, vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xi32>) -> (vector<4xi32>, vector<2x2xi32>, vector<4xi32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<[1, 1, 5, 1]> : vector<4xi32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<{{\[\[}}6, 7], [3, 4]]> : vector<2x2xi32>
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : vector<4xi32>
// CHECK-NEXT:     return %[[CST]], %[[CST_0]], %[[POISON]] : vector<4xi32>, vector<2x2xi32>, vector<4xi32>
// CHECK-NEXT:   }
func.func @constants(%v: vector<4xi32>) -> (vector<4xi32>, vector<2x2xi32>, vector<4xi32>) {
  %c5 = arith.constant 5 : i32
  %0 = arith.constant dense<1> : vector<4xi32>
  %1 = vector.insert %c5, %0 [2] : i32 into vector<4xi32>
  %2 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %3 = arith.constant dense<[6, 7]> : vector<2xi32>
  %4 = vector.insert %3, %2 [0] : vector<2xi32> into vector<2x2xi32>
  %c-1 = arith.constant -1 : index
  %5 = vector.insert %c5, %v [%c-1] : i32 into vector<4xi32>
  return %1, %4, %5 : vector<4xi32>, vector<2x2xi32>, vector<4xi32>
}

// -----

// CHECK-LABEL: func.func @to_elements(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<2x1xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:     %[[TO_ELEMENTS:.*]]:2 = vector.to_elements %[[ARG2]] : vector<2x1xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]], %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[TO_ELEMENTS]]#0, %[[TO_ELEMENTS]]#0, %[[TO_ELEMENTS]]#1, %[[TO_ELEMENTS]]#1 : f32, f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT:   }
func.func @to_elements(%a: f32, %b: f32, %v: vector<2x1xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %0 = vector.from_elements %a, %b : vector<2xf32>
  %1:2 = vector.to_elements %0 : vector<2xf32>
  %2 = vector.broadcast %a : f32 to vector<3xf32>
  %3:3 = vector.to_elements %2 : vector<3xf32>
  %4 = vector.broadcast %v : vector<2x1xf32> to vector<2x2xf32>
  %5:4 = vector.to_elements %4 : vector<2x2xf32>
  return %1#0, %1#1, %3#0, %3#1, %3#2, %5#0, %5#1, %5#2, %5#3 : f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @from_elements(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3xf32>, %[[ARG1:.*]]: f32) -> (vector<2x3xf32>, vector<3xf32>, vector<2xi8>, vector<3xf32>, vector<3xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<[1, 2]> : vector<2xi8>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG1]] : f32 to vector<3xf32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][1, 0] : f32 from vector<2x3xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG0]][1, 1] : f32 from vector<2x3xf32>
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[ARG0]][1, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT:     %[[EXTRACT_3:.*]] = vector.extract %[[ARG0]][1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %[[FROM_ELEMENTS:.*]] = vector.from_elements %[[EXTRACT]], %[[EXTRACT_2]], %[[EXTRACT_1]] : vector<3xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[BROADCAST]], %[[CST]], %[[EXTRACT_3]], %[[FROM_ELEMENTS]] : vector<2x3xf32>, vector<3xf32>, vector<2xi8>, vector<3xf32>, vector<3xf32>
// CHECK-NEXT:   }
func.func @from_elements(%v: vector<2x3xf32>, %f: f32) -> (vector<2x3xf32>, vector<3xf32>, vector<2xi8>, vector<3xf32>, vector<3xf32>) {
  %0:6 = vector.to_elements %v : vector<2x3xf32>
  %1 = vector.from_elements %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : vector<2x3xf32>
  %2 = vector.from_elements %f, %f, %f : vector<3xf32>
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  %3 = vector.from_elements %c1, %c2 : vector<2xi8>
  %4 = vector.extract %v[1, 0] : f32 from vector<2x3xf32>
  %5 = vector.extract %v[1, 1] : f32 from vector<2x3xf32>
  %6 = vector.extract %v[1, 2] : f32 from vector<2x3xf32>
  %7 = vector.from_elements %4, %5, %6 : vector<3xf32>
  // In another order.
  %8 = vector.from_elements %4, %6, %5 : vector<3xf32>
  return %1, %2, %3, %7, %8 : vector<2x3xf32>, vector<3xf32>, vector<2xi8>, vector<3xf32>, vector<3xf32>
}
