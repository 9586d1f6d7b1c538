// Broadcasts, shape casts, transposes, bit casts and shuffles in a row, and of known vectors.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: vector<1x4xf32>, %[[ARG2:.*]]: vector<4xf32>) -> (vector<2x4xf32>, vector<3x2x4xf32>, vector<3x4xf32>, vector<3x4xf32>) {
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : vector<3x4xf32>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG0]] : f32 to vector<2x4xf32>
// CHECK-NEXT:     %[[BROADCAST_1:.*]] = vector.broadcast %[[ARG1]] : vector<1x4xf32> to vector<3x2x4xf32>
// CHECK-NEXT:     %[[BROADCAST_2:.*]] = vector.broadcast %[[ARG2]] : vector<4xf32> to vector<3x4xf32>
// CHECK-NEXT:     return %[[BROADCAST]], %[[BROADCAST_1]], %[[BROADCAST_2]], %[[POISON]] : vector<2x4xf32>, vector<3x2x4xf32>, vector<3x4xf32>, vector<3x4xf32>
// CHECK-NEXT:   }
func.func @broadcast(%f: f32, %v: vector<1x4xf32>, %w: vector<4xf32>) -> (vector<2x4xf32>, vector<3x2x4xf32>, vector<3x4xf32>, vector<3x4xf32>) {
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  %1 = vector.broadcast %0 : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %v : vector<1x4xf32> to vector<2x4xf32>
  %3 = vector.broadcast %2 : vector<2x4xf32> to vector<3x2x4xf32>
  %4 = vector.shape_cast %w : vector<4xf32> to vector<1x4xf32>
  %5 = vector.broadcast %4 : vector<1x4xf32> to vector<3x4xf32>
  %6 = ub.poison : f32
  %7 = vector.broadcast %6 : f32 to vector<3x4xf32>
  return %1, %3, %5, %7 : vector<2x4xf32>, vector<3x2x4xf32>, vector<3x4xf32>, vector<3x4xf32>
}

// -----

// The ones that shape_cast adds stand behind: they cannot be left to the broadcast.
// CHECK-LABEL: func.func @broadcast_of_column(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>) -> vector<4x3xf32> {
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[ARG0]] : vector<4xf32> to vector<4x1xf32>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[SHAPE_CAST]] : vector<4x1xf32> to vector<4x3xf32>
// CHECK-NEXT:     return %[[BROADCAST]] : vector<4x3xf32>
// CHECK-NEXT:   }
func.func @broadcast_of_column(%w: vector<4xf32>) -> vector<4x3xf32> {
  %0 = vector.shape_cast %w : vector<4xf32> to vector<4x1xf32>
  %1 = vector.broadcast %0 : vector<4x1xf32> to vector<4x3xf32>
  return %1 : vector<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @shape_cast(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3xf32>, %[[ARG1:.*]]: vector<4x1x2xf32>, %[[ARG2:.*]]: f32) -> (vector<3x2xf32>, vector<8xf32>, vector<6xf32>, vector<2x3xf32>, vector<6xf32>, vector<6xf32>) {
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[ARG0]] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT:     %[[SHAPE_CAST_1:.*]] = vector.shape_cast %[[ARG1]] : vector<4x1x2xf32> to vector<8xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = vector.transpose %[[ARG0]], [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT:     %[[SHAPE_CAST_2:.*]] = vector.shape_cast %[[TRANSPOSE]] : vector<3x2xf32> to vector<6xf32>
// CHECK-NEXT:     %[[SHAPE_CAST_3:.*]] = vector.shape_cast %[[ARG0]] : vector<2x3xf32> to vector<6xf32>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG2]] : f32 to vector<6xf32>
// CHECK-NEXT:     return %[[SHAPE_CAST]], %[[SHAPE_CAST_1]], %[[SHAPE_CAST_2]], %[[ARG0]], %[[SHAPE_CAST_3]], %[[BROADCAST]] : vector<3x2xf32>, vector<8xf32>, vector<6xf32>, vector<2x3xf32>, vector<6xf32>, vector<6xf32>
// CHECK-NEXT:   }
func.func @shape_cast(%v: vector<2x3xf32>, %w: vector<4x1x2xf32>, %f: f32) -> (vector<3x2xf32>, vector<8xf32>, vector<6xf32>, vector<2x3xf32>, vector<6xf32>, vector<6xf32>) {
  %0 = vector.shape_cast %v : vector<2x3xf32> to vector<6xf32>
  %1 = vector.shape_cast %0 : vector<6xf32> to vector<3x2xf32>
  %2 = vector.transpose %w, [1, 0, 2] : vector<4x1x2xf32> to vector<1x4x2xf32>
  %3 = vector.shape_cast %2 : vector<1x4x2xf32> to vector<8xf32>
  // Elements change their order.
  %4 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %5 = vector.shape_cast %4 : vector<3x2xf32> to vector<6xf32>
  %6 = vector.broadcast %v : vector<2x3xf32> to vector<1x2x3xf32>
  %7 = vector.shape_cast %6 : vector<1x2x3xf32> to vector<2x3xf32>
  %8 = vector.shape_cast %6 : vector<1x2x3xf32> to vector<6xf32>
  %9 = vector.broadcast %f : f32 to vector<2x3xf32>
  %10 = vector.shape_cast %9 : vector<2x3xf32> to vector<6xf32>
  return %1, %3, %5, %7, %8, %10 : vector<3x2xf32>, vector<8xf32>, vector<6xf32>, vector<2x3xf32>, vector<6xf32>, vector<6xf32>
}

// -----

// CHECK-LABEL: func.func @shape_cast_of_mask(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> (vector<4x[8]xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[CREATE_MASK:.*]] = vector.create_mask %[[C2]], %[[ARG0]] : vector<4x[8]xi1>
// CHECK-NEXT:     %[[CONSTANT_MASK:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK-NEXT:     %[[CREATE_MASK_1:.*]] = vector.create_mask %[[C2]], %[[ARG0]] : vector<4x1xi1>
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[CREATE_MASK_1]] : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT:     return %[[CREATE_MASK]], %[[CONSTANT_MASK]], %[[SHAPE_CAST]] : vector<4x[8]xi1>, vector<4xi1>, vector<4xi1>
// CHECK-NEXT:   }
func.func @shape_cast_of_mask(%n: index) -> (vector<4x[8]xi1>, vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = vector.create_mask %c2, %n, %c1 : vector<4x[8]x1xi1>
  %1 = vector.shape_cast %0 : vector<4x[8]x1xi1> to vector<4x[8]xi1>
  %2 = vector.constant_mask [3, 1] : vector<4x1xi1>
  %3 = vector.shape_cast %2 : vector<4x1xi1> to vector<4xi1>
  // The dropped dimension may be false.
  %4 = vector.create_mask %c2, %n : vector<4x1xi1>
  %5 = vector.shape_cast %4 : vector<4x1xi1> to vector<4xi1>
  return %1, %3, %5 : vector<4x[8]xi1>, vector<4xi1>, vector<4xi1>
}

// -----

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3x4xf32>, %[[ARG1:.*]]: vector<1x1xf32>, %[[ARG2:.*]]: vector<6xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index) -> (vector<2x3x4xf32>, vector<1x1xf32>, vector<6x1xf32>, vector<8x4xi1>, vector<4x3xi1>) {
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[ARG2]] : vector<6xf32> to vector<6x1xf32>
// CHECK-NEXT:     %[[CREATE_MASK:.*]] = vector.create_mask %[[ARG4]], %[[ARG3]] : vector<8x4xi1>
// CHECK-NEXT:     %[[CONSTANT_MASK:.*]] = vector.constant_mask [4, 2] : vector<4x3xi1>
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]], %[[SHAPE_CAST]], %[[CREATE_MASK]], %[[CONSTANT_MASK]] : vector<2x3x4xf32>, vector<1x1xf32>, vector<6x1xf32>, vector<8x4xi1>, vector<4x3xi1>
// CHECK-NEXT:   }
func.func @transpose(%v: vector<2x3x4xf32>, %w: vector<1x1xf32>, %x: vector<6xf32>, %n: index, %m: index) -> (vector<2x3x4xf32>, vector<1x1xf32>, vector<6x1xf32>, vector<8x4xi1>, vector<4x3xi1>) {
  %0 = vector.transpose %v, [1, 2, 0] : vector<2x3x4xf32> to vector<3x4x2xf32>
  %1 = vector.transpose %0, [2, 0, 1] : vector<3x4x2xf32> to vector<2x3x4xf32>
  %2 = vector.transpose %w, [1, 0] : vector<1x1xf32> to vector<1x1xf32>
  %3 = vector.shape_cast %x : vector<6xf32> to vector<1x6xf32>
  %4 = vector.transpose %3, [1, 0] : vector<1x6xf32> to vector<6x1xf32>
  %5 = vector.create_mask %n, %m : vector<4x8xi1>
  %6 = vector.transpose %5, [1, 0] : vector<4x8xi1> to vector<8x4xi1>
  %7 = vector.constant_mask [2, 4] : vector<3x4xi1>
  %8 = vector.transpose %7, [1, 0] : vector<3x4xi1> to vector<4x3xi1>
  return %1, %2, %4, %6, %8 : vector<2x3x4xf32>, vector<1x1xf32>, vector<6x1xf32>, vector<8x4xi1>, vector<4x3xi1>
}

// -----

// CHECK-LABEL: func.func @transpose_of_known(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: vector<1x4xf32>) -> (vector<3x2xf32>, vector<2x2xf32>, vector<3x2x4xf32>, vector<4x2xf32>) {
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG0]] : f32 to vector<3x2xf32>
// CHECK-NEXT:     %[[FROM_ELEMENTS:.*]] = vector.from_elements %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG0]] : vector<2x2xf32>
// CHECK-NEXT:     %[[BROADCAST_1:.*]] = vector.broadcast %[[ARG2]] : vector<4xf32> to vector<3x2x4xf32>
// CHECK-NEXT:     %[[BROADCAST_2:.*]] = vector.broadcast %[[ARG3]] : vector<1x4xf32> to vector<2x4xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = vector.transpose %[[BROADCAST_2]], [1, 0] : vector<2x4xf32> to vector<4x2xf32>
// CHECK-NEXT:     return %[[BROADCAST]], %[[FROM_ELEMENTS]], %[[BROADCAST_1]], %[[TRANSPOSE]] : vector<3x2xf32>, vector<2x2xf32>, vector<3x2x4xf32>, vector<4x2xf32>
// CHECK-NEXT:   }
func.func @transpose_of_known(%a: f32, %b: f32, %v: vector<4xf32>, %w: vector<1x4xf32>) -> (vector<3x2xf32>, vector<2x2xf32>, vector<3x2x4xf32>, vector<4x2xf32>) {
  %0 = vector.broadcast %a : f32 to vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %2 = vector.from_elements %a, %b, %b, %a : vector<2x2xf32>
  %3 = vector.transpose %2, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  %4 = vector.broadcast %v : vector<4xf32> to vector<2x3x4xf32>
  %5 = vector.transpose %4, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  // A dimension that differs along itself moves.
  %6 = vector.broadcast %w : vector<1x4xf32> to vector<2x4xf32>
  %7 = vector.transpose %6, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %1, %3, %5, %7 : vector<3x2xf32>, vector<2x2xf32>, vector<3x2x4xf32>, vector<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    ) -> (vector<2x2xi32>, vector<3x2xi32>, vector<2xf32>, vector<4xi64>, vector<4xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : vector<2x2xi32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<7> : vector<3x2xi32>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant dense<0.00782680511> : vector<2xf32>
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant dense<72340172838076673> : vector<4xi64>
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : vector<4xf32>
// CHECK-NEXT:     return %[[CST]], %[[CST_0]], %[[CST_1]], %[[CST_2]], %[[POISON]] : vector<2x2xi32>, vector<3x2xi32>, vector<2xf32>, vector<4xi64>, vector<4xf32>
// CHECK-NEXT:   }
func.func @constants() -> (vector<2x2xi32>, vector<3x2xi32>, vector<2xf32>, vector<4xi64>, vector<4xf32>) {
  %0 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %1 = vector.shape_cast %0 : vector<4xi32> to vector<2x2xi32>
  %2 = arith.constant dense<7> : vector<2x3xi32>
  %3 = vector.transpose %2, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %4 = arith.constant dense<1.0> : vector<4xf16>
  %5 = vector.bitcast %4 : vector<4xf16> to vector<2xf32>
  %6 = arith.constant dense<1> : vector<32xi8>
  %7 = vector.bitcast %6 : vector<32xi8> to vector<4xi64>
  %8 = ub.poison : vector<2x2xf32>
  %9 = vector.shape_cast %8 : vector<2x2xf32> to vector<4xf32>
  return %1, %3, %5, %7, %9 : vector<2x2xi32>, vector<3x2xi32>, vector<2xf32>, vector<4xi64>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @bitcast(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>) -> (vector<4xf32>, vector<8xf16>) {
// CHECK-NEXT:     %[[BITCAST:.*]] = vector.bitcast %[[ARG0]] : vector<4xf32> to vector<8xf16>
// CHECK-NEXT:     return %[[ARG0]], %[[BITCAST]] : vector<4xf32>, vector<8xf16>
// CHECK-NEXT:   }
func.func @bitcast(%v: vector<4xf32>) -> (vector<4xf32>, vector<8xf16>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<2xi64>
  %1 = vector.bitcast %0 : vector<2xi64> to vector<4xf32>
  %2 = vector.bitcast %0 : vector<2xi64> to vector<8xf16>
  return %1, %2 : vector<4xf32>, vector<8xf16>
}

// -----

// CHECK-LABEL: func.func @shuffle(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xf32>, %[[ARG1:.*]]: vector<2xf32>, %[[ARG2:.*]]: vector<f32>, %[[ARG3:.*]]: vector<f32>, %[[ARG4:.*]]: f32) -> (vector<2xf32>, vector<4xf32>, vector<1xf32>, vector<3xf32>, vector<3xi32>, vector<2xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<[4, 1, 1]> : vector<3xi32>
// CHECK-NEXT:     %[[INTERLEAVE:.*]] = vector.interleave %[[ARG0]], %[[ARG1]] : vector<2xf32> -> vector<4xf32>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG3]] : vector<f32> to vector<1xf32>
// CHECK-NEXT:     %[[BROADCAST_1:.*]] = vector.broadcast %[[ARG4]] : f32 to vector<3xf32>
// CHECK-NEXT:     %[[SHUFFLE:.*]] = vector.shuffle %[[ARG0]], %[[ARG1]] [1, 2] : vector<2xf32>, vector<2xf32>
// CHECK-NEXT:     return %[[ARG1]], %[[INTERLEAVE]], %[[BROADCAST]], %[[BROADCAST_1]], %[[CST]], %[[SHUFFLE]] : vector<2xf32>, vector<4xf32>, vector<1xf32>, vector<3xf32>, vector<3xi32>, vector<2xf32>
// CHECK-NEXT:   }
func.func @shuffle(%a: vector<2xf32>, %b: vector<2xf32>, %c: vector<f32>, %d: vector<f32>, %f: f32) -> (vector<2xf32>, vector<4xf32>, vector<1xf32>, vector<3xf32>, vector<3xi32>, vector<2xf32>) {
  %0 = vector.shuffle %a, %b [2, 3] : vector<2xf32>, vector<2xf32>
  %1 = vector.shuffle %a, %b [0, 2, 1, 3] : vector<2xf32>, vector<2xf32>
  %2 = vector.shuffle %c, %d [1] : vector<f32>, vector<f32>
  %3 = vector.broadcast %f : f32 to vector<2xf32>
  %4 = vector.broadcast %f : f32 to vector<4xf32>
  %5 = vector.shuffle %3, %4 [1, 2, 5] : vector<2xf32>, vector<4xf32>
  %6 = arith.constant dense<[1, 2]> : vector<2xi32>
  %7 = arith.constant dense<[3, 4]> : vector<2xi32>
  %8 = vector.shuffle %6, %7 [3, -1, 0] : vector<2xi32>, vector<2xi32>
  %9 = vector.shuffle %a, %b [1, 2] : vector<2xf32>, vector<2xf32>
  return %0, %1, %2, %5, %8, %9 : vector<2xf32>, vector<4xf32>, vector<1xf32>, vector<3xf32>, vector<3xi32>, vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @shape_cast_that_adds_a_dimension(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> vector<4x1xi1> {
// CHECK-NEXT:     %[[CREATE_MASK:.*]] = vector.create_mask %[[ARG0]] : vector<4xi1>
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[CREATE_MASK]] : vector<4xi1> to vector<4x1xi1>
// CHECK-NEXT:     return %[[SHAPE_CAST]] : vector<4x1xi1>
// CHECK-NEXT:   }
func.func @shape_cast_that_adds_a_dimension(%n: index) -> vector<4x1xi1> {
  %0 = vector.create_mask %n : vector<4xi1>
  %1 = vector.shape_cast %0 : vector<4xi1> to vector<4x1xi1>
  return %1 : vector<4x1xi1>
}
