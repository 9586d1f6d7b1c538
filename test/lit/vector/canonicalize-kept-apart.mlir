// Where upstream's canonical forms change a value: an accumulator that a mask keeps, and vectors
// whose number of elements is a multiple of what the type says; or break the IR.
// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4x1xf32>, %[[ARG1:.*]]: vector<1xf32>, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: vector<4x1xi1>, %[[ARG4:.*]]: vector<1xi1>) -> (vector<4xf32>, f32) {
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[ARG3]] : vector<4x1xi1> to vector<4xi1>
// CHECK-NEXT:     %[[SHAPE_CAST_1:.*]] = vector.shape_cast %[[ARG0]] : vector<4x1xf32> to vector<4xf32>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[ARG2]], %[[SHAPE_CAST_1]] : vector<4xf32>
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[SHAPE_CAST]], %[[ADDF]], %[[ARG2]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     %[[MASK:.*]] = vector.mask %[[ARG4]] { vector.reduction <add>, %[[ARG1]] : vector<1xf32> into f32 } : vector<1xi1> -> f32
// CHECK-NEXT:     return %[[SELECT]], %[[MASK]] : vector<4xf32>, f32
// CHECK-NEXT:   }
func.func @masked(%v: vector<4x1xf32>, %w: vector<1xf32>, %acc: vector<4xf32>, %m: vector<4x1xi1>, %n: vector<1xi1>) -> (vector<4xf32>, f32) {
  %0 = vector.mask %m { vector.multi_reduction <add>, %v, %acc [1] : vector<4x1xf32> to vector<4xf32> } : vector<4x1xi1> -> vector<4xf32>
  %1 = vector.mask %n { vector.reduction <add>, %w : vector<1xf32> into f32 } : vector<1xi1> -> f32
  return %0, %1 : vector<4xf32>, f32
}

// -----

// CHECK-LABEL: func.func @not_reduced(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[ARG1]], %[[ARG0]] : vector<4xf32>
// CHECK-NEXT:     return %[[MULF]] : vector<4xf32>
// CHECK-NEXT:   }
func.func @not_reduced(%v: vector<4xf32>, %acc: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <mul>, %v, %acc [] : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @scalable(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[1]xf32>, %[[ARG1:.*]]: vector<4x[1]xf32>, %[[ARG2:.*]]: vector<4xf32>) -> (f32, vector<4xf32>, vector<[4]xi1>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<4> : vector<[4]xindex>
// CHECK-NEXT:     %[[REDUCTION:.*]] = vector.reduction <add>, %[[ARG0]] : vector<[1]xf32> into f32
// CHECK-NEXT:     %[[MULTI_REDUCTION:.*]] = vector.multi_reduction <add>, %[[ARG1]], %[[ARG2]] [1] : vector<4x[1]xf32> to vector<4xf32>
// CHECK-NEXT:     %[[STEP:.*]] = vector.step : vector<[4]xindex>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi ult, %[[STEP]], %[[CST]] : vector<[4]xindex>
// CHECK-NEXT:     return %[[REDUCTION]], %[[MULTI_REDUCTION]], %[[CMPI]] : f32, vector<4xf32>, vector<[4]xi1>
// CHECK-NEXT:   }
func.func @scalable(%v: vector<[1]xf32>, %w: vector<4x[1]xf32>, %acc: vector<4xf32>) -> (f32, vector<4xf32>, vector<[4]xi1>) {
  %0 = vector.reduction <add>, %v : vector<[1]xf32> into f32
  %1 = vector.multi_reduction <add>, %w, %acc [1] : vector<4x[1]xf32> to vector<4xf32>
  %step = vector.step : vector<[4]xindex>
  %four = arith.constant dense<4> : vector<[4]xindex>
  %2 = arith.cmpi ult, %step, %four : vector<[4]xindex>
  return %0, %1, %2 : f32, vector<4xf32>, vector<[4]xi1>
}

// -----

// CHECK-LABEL: func.func @scalable_transfer(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: f32) -> vector<[4]xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[C0]]], %[[ARG1]] : memref<4xf32>, vector<[4]xf32>
// CHECK-NEXT:     return %[[TRANSFER_READ]] : vector<[4]xf32>
// CHECK-NEXT:   }
func.func @scalable_transfer(%m: memref<4xf32>, %f: f32) -> vector<[4]xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %f : memref<4xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

// -----

// A dimension of vscale elements is not one of one element.
// CHECK-LABEL: func.func @dimension_of_vscale(
// CHECK-SAME:    %[[ARG0:.*]]: vector<1xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: vector<[1]x4xf32>, %[[ARG3:.*]]: vector<4x[1]xf32>, %[[ARG4:.*]]: index) -> (vector<[1]xf32>, vector<[1]x4xf32>, vector<4xf32>, vector<4x[1]xf32>) {
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG0]] : vector<1xf32> to vector<[1]xf32>
// CHECK-NEXT:     %[[INSERT:.*]] = vector.insert %[[ARG1]], %[[ARG2]] [0] : vector<4xf32> into vector<[1]x4xf32>
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[ARG3]] : vector<4x[1]xf32> to vector<[1]x4xf32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[SHAPE_CAST]][%[[ARG4]]] : vector<4xf32> from vector<[1]x4xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = vector.transpose %[[ARG2]], [1, 0] : vector<[1]x4xf32> to vector<4x[1]xf32>
// CHECK-NEXT:     return %[[BROADCAST]], %[[INSERT]], %[[EXTRACT]], %[[TRANSPOSE]] : vector<[1]xf32>, vector<[1]x4xf32>, vector<4xf32>, vector<4x[1]xf32>
// CHECK-NEXT:   }
func.func @dimension_of_vscale(%v: vector<1xf32>, %w: vector<4xf32>, %x: vector<[1]x4xf32>, %y: vector<4x[1]xf32>, %i: index) -> (vector<[1]xf32>, vector<[1]x4xf32>, vector<4xf32>, vector<4x[1]xf32>) {
  %0 = vector.broadcast %v : vector<1xf32> to vector<2x[1]xf32>
  %1 = vector.extract %0[%i] : vector<[1]xf32> from vector<2x[1]xf32>
  %2 = vector.insert %w, %x [0] : vector<4xf32> into vector<[1]x4xf32>
  %3 = vector.shape_cast %y : vector<4x[1]xf32> to vector<[1]x4xf32>
  %4 = vector.extract %3[%i] : vector<4xf32> from vector<[1]x4xf32>
  %5 = vector.broadcast %x : vector<[1]x4xf32> to vector<[1]x4xf32>
  %6 = vector.transpose %5, [1, 0] : vector<[1]x4xf32> to vector<4x[1]xf32>
  return %1, %2, %4, %6 : vector<[1]xf32>, vector<[1]x4xf32>, vector<4xf32>, vector<4x[1]xf32>
}

// -----

// The slice has dimensions that it takes whole, and of which a part was inserted.
// CHECK-LABEL: func.func @part_of_a_slice(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3xf32>, %[[ARG1:.*]]: vector<2x4xf32>) -> vector<1x4xf32> {
// CHECK-NEXT:     %[[INSERT_STRIDED_SLICE:.*]] = vector.insert_strided_slice %[[ARG0]], %[[ARG1]] {offsets = [0, 1], strides = [1, 1]} : vector<2x3xf32> into vector<2x4xf32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[INSERT_STRIDED_SLICE]][1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[EXTRACT]] : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:     return %[[SHAPE_CAST]] : vector<1x4xf32>
// CHECK-NEXT:   }
func.func @part_of_a_slice(%v: vector<2x3xf32>, %w: vector<2x4xf32>) -> vector<1x4xf32> {
  %0 = vector.insert_strided_slice %v, %w {offsets = [0, 1], strides = [1, 1]} : vector<2x3xf32> into vector<2x4xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  return %1 : vector<1x4xf32>
}

// -----

// What was inserted last begins behind the slice, and reaches into it.
// CHECK-LABEL: func.func @begins_behind(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<2xf32>, %[[ARG2:.*]]: vector<8xf32>) -> vector<3xf32> {
// CHECK-NEXT:     %[[INSERT_STRIDED_SLICE:.*]] = vector.insert_strided_slice %[[ARG0]], %[[ARG2]] {offsets = [0], strides = [1]} : vector<4xf32> into vector<8xf32>
// CHECK-NEXT:     %[[INSERT_STRIDED_SLICE_1:.*]] = vector.insert_strided_slice %[[ARG1]], %[[INSERT_STRIDED_SLICE]] {offsets = [1], strides = [1]} : vector<2xf32> into vector<8xf32>
// CHECK-NEXT:     %[[EXTRACT_STRIDED_SLICE:.*]] = vector.extract_strided_slice %[[INSERT_STRIDED_SLICE_1]] {offsets = [0], sizes = [3], strides = [1]} : vector<8xf32> to vector<3xf32>
// CHECK-NEXT:     return %[[EXTRACT_STRIDED_SLICE]] : vector<3xf32>
// CHECK-NEXT:   }
func.func @begins_behind(%a: vector<4xf32>, %b: vector<2xf32>, %w: vector<8xf32>) -> vector<3xf32> {
  %0 = vector.insert_strided_slice %a, %w {offsets = [0], strides = [1]} : vector<4xf32> into vector<8xf32>
  %1 = vector.insert_strided_slice %b, %0 {offsets = [1], strides = [1]} : vector<2xf32> into vector<8xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [0], sizes = [3], strides = [1]} : vector<8xf32> to vector<3xf32>
  return %2 : vector<3xf32>
}
