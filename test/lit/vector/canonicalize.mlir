// Canonical forms of vector ops: what is known of the elements, chains of moves, known masks.
// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @taken_apart(
// CHECK-SAME: %[[F:.*]]: f32, %[[V:.*]]: vector<2x3x4xf32>
func.func @taken_apart(%f: f32, %v: vector<2x3x4xf32>, %i: index) -> (f32, f32, vector<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %b = vector.broadcast %f : f32 to vector<5x6xf32>
  %0 = vector.extract %b[2, %i] : f32 from vector<5x6xf32>
  // CHECK: %[[P:.*]] = vector.extract %[[V]][1, 2] : vector<4xf32> from vector<2x3x4xf32>
  // CHECK: %[[A:.*]] = vector.extract %[[P]][%{{.*}}] : f32 from vector<4xf32>
  %r = vector.extract %v[%c1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %r[%i] : f32 from vector<4xf32>
  %w = vector.insert %f, %v [0, 0, 0] : f32 into vector<2x3x4xf32>
  // CHECK: %[[R:.*]] = vector.extract %[[V]][1, 0] : vector<4xf32> from vector<2x3x4xf32>
  %2 = vector.extract %w[1, 0] : vector<4xf32> from vector<2x3x4xf32>
  %3 = vector.extract %w[0, 0, 0] : f32 from vector<2x3x4xf32>
  // CHECK: return %[[F]], %[[A]], %[[R]], %[[F]]
  return %0, %1, %2, %3 : f32, f32, vector<4xf32>, f32
}

// -----

// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %[[F:.*]]: f32, %[[V:.*]]: vector<2x3x4xf32>
func.func @moved(%f: f32, %v: vector<2x3x4xf32>) -> (vector<2x3x4xf32>, vector<4x2x3xf32>, vector<6xf32>) {
  %t = vector.transpose %v, [1, 2, 0] : vector<2x3x4xf32> to vector<3x4x2xf32>
  %0 = vector.transpose %t, [2, 0, 1] : vector<3x4x2xf32> to vector<2x3x4xf32>
  // CHECK-DAG: %[[T:.*]] = vector.transpose %[[V]], [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %1 = vector.transpose %t, [1, 2, 0] : vector<3x4x2xf32> to vector<4x2x3xf32>
  // CHECK-DAG: %[[B:.*]] = vector.broadcast %[[F]] : f32 to vector<6xf32>
  %b = vector.broadcast %f : f32 to vector<2x3xf32>
  %2 = vector.shape_cast %b : vector<2x3xf32> to vector<6xf32>
  // CHECK: return %[[V]], %[[T]], %[[B]]
  return %0, %1, %2 : vector<2x3x4xf32>, vector<4x2x3xf32>, vector<6xf32>
}

// -----

// CHECK-LABEL: func.func @constants(
func.func @constants() -> (vector<2xi32>, i32, vector<6xi32>) {
  %c = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : vector<3x2xi32>
  // CHECK-DAG: %[[A:.*]] = arith.constant dense<[3, 4]> : vector<2xi32>
  %0 = vector.extract %c[1] : vector<2xi32> from vector<3x2xi32>
  // CHECK-DAG: %[[B:.*]] = arith.constant 6 : i32
  %1 = vector.extract %c[2, 1] : i32 from vector<3x2xi32>
  // CHECK-DAG: %[[C:.*]] = arith.constant dense<[1, 2, 3, 4, 5, 6]> : vector<6xi32>
  %2 = vector.shape_cast %c : vector<3x2xi32> to vector<6xi32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  return %0, %1, %2 : vector<2xi32>, i32, vector<6xi32>
}

// -----

// CHECK-LABEL: func.func @masks(
func.func @masks(%n: index) -> (vector<4x8xi1>, vector<2x4xi1>, vector<4x8xi1>) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  // CHECK-DAG: %[[A:.*]] = vector.constant_mask [2, 8] : vector<4x8xi1>
  %0 = vector.create_mask %c2, %c9 : vector<4x8xi1>
  // CHECK-DAG: %[[B:.*]] = vector.constant_mask [1, 4] : vector<2x4xi1>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xi1> to vector<2x4xi1>
  // A size that is not known stays.
  // CHECK-DAG: %[[C:.*]] = vector.create_mask %{{.*}}, %{{.*}} : vector<4x8xi1>
  %2 = vector.create_mask %c2, %n : vector<4x8xi1>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  return %0, %1, %2 : vector<4x8xi1>, vector<2x4xi1>, vector<4x8xi1>
}

// -----

// CHECK-LABEL: func.func @bounds(
func.func @bounds(%m: memref<6x?xf32>, %f: f32) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %map = arith.constant 2 : index
  // CHECK: vector.transfer_read %{{.*}} {in_bounds = [true], permutation_map = #map}
  %0 = vector.transfer_read %m[%map, %c0], %f {permutation_map = affine_map<(i, j) -> (i)>} : memref<6x?xf32>, vector<4xf32>
  // CHECK: vector.transfer_read %{{.*}} {permutation_map = #map}
  %1 = vector.transfer_read %m[%c3, %c0], %f {permutation_map = affine_map<(i, j) -> (i)>} : memref<6x?xf32>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
