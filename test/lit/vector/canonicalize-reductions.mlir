// Reductions of single elements, sums of contractions, comparisons with vector.step.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @reduction(
// CHECK-SAME:    %[[ARG0:.*]]: vector<1xf32>, %[[ARG1:.*]]: vector<2xf32>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: vector<1xi1>) -> (f32, f32, f32, f32) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][0] : f32 from vector<1xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG0]][0] : f32 from vector<1xf32>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[EXTRACT_1]], %[[ARG2]] fastmath<reassoc> : f32
// CHECK-NEXT:     %[[EXTRACT_2:.*]] = vector.extract %[[ARG3]][0] : i1 from vector<1xi1>
// CHECK-NEXT:     %[[EXTRACT_3:.*]] = vector.extract %[[ARG0]][0] : f32 from vector<1xf32>
// CHECK-NEXT:     %[[MAXNUMF:.*]] = arith.maxnumf %[[EXTRACT_3]], %[[ARG2]] : f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[EXTRACT_2]], %[[MAXNUMF]], %[[ARG2]] : f32
// CHECK-NEXT:     %[[REDUCTION:.*]] = vector.reduction <add>, %[[ARG1]] : vector<2xf32> into f32
// CHECK-NEXT:     return %[[EXTRACT]], %[[ADDF]], %[[SELECT]], %[[REDUCTION]] : f32, f32, f32, f32
// CHECK-NEXT:   }
func.func @reduction(%v: vector<1xf32>, %w: vector<2xf32>, %f: f32, %mask: vector<1xi1>) -> (f32, f32, f32, f32) {
  %0 = vector.reduction <mul>, %v : vector<1xf32> into f32
  %1 = vector.reduction <add>, %v, %f fastmath<reassoc> : vector<1xf32> into f32
  %2 = vector.mask %mask { vector.reduction <maxnumf>, %v, %f : vector<1xf32> into f32 } : vector<1xi1> -> f32
  %3 = vector.reduction <add>, %w : vector<2xf32> into f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @multi_reduction(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4x1x3xi32>, %[[ARG1:.*]]: vector<4x3xi32>, %[[ARG2:.*]]: vector<1x1xi32>, %[[ARG3:.*]]: i32, %[[ARG4:.*]]: vector<4x1xi32>) -> (vector<4x3xi32>, i32, vector<4x1xi32>) {
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[ARG0]] : vector<4x1x3xi32> to vector<4x3xi32>
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[ARG1]], %[[SHAPE_CAST]] : vector<4x3xi32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG2]][0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[ARG3]], %[[EXTRACT]] : i32
// CHECK-NEXT:     %[[MULTI_REDUCTION:.*]] = vector.multi_reduction <add>, %[[ARG0]], %[[ARG4]] [2] : vector<4x1x3xi32> to vector<4x1xi32>
// CHECK-NEXT:     return %[[ANDI]], %[[ADDI]], %[[MULTI_REDUCTION]] : vector<4x3xi32>, i32, vector<4x1xi32>
// CHECK-NEXT:   }
func.func @multi_reduction(%v: vector<4x1x3xi32>, %acc: vector<4x3xi32>, %w: vector<1x1xi32>, %x: i32, %acc2: vector<4x1xi32>) -> (vector<4x3xi32>, i32, vector<4x1xi32>) {
  %0 = vector.multi_reduction <and>, %v, %acc [1] : vector<4x1x3xi32> to vector<4x3xi32>
  %1 = vector.multi_reduction <add>, %w, %x [0, 1] : vector<1x1xi32> to i32
  %2 = vector.multi_reduction <add>, %v, %acc2 [2] : vector<4x1x3xi32> to vector<4x1xi32>
  return %0, %1, %2 : vector<4x3xi32>, i32, vector<4x1xi32>
}

// -----

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>
// The sum before the contraction is of the same op as the one after it.
// CHECK-LABEL: func.func @contract(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3xf32>, %[[ARG1:.*]]: vector<3x4xf32>, %[[ARG2:.*]]: vector<2x4xf32>) -> (vector<2x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<-0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[ARG2]], %[[ARG2]] : vector<2x4xf32>
// CHECK-NEXT:     %[[CONTRACT:.*]] = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %[[ARG0]], %[[ARG1]], %[[ADDF]] : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
// CHECK-NEXT:     %[[CONTRACT_1:.*]] = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %[[ARG0]], %[[ARG1]], %[[CST]] : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
// CHECK-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[ADDF]], %[[CONTRACT_1]] : vector<2x4xf32>
// CHECK-NEXT:     return %[[CONTRACT]], %[[ADDF_1]] : vector<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT:   }
func.func @contract(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %zero = arith.constant dense<0.0> : vector<2x4xf32>
  %minus = arith.constant dense<-0.0> : vector<2x4xf32>
  %d = arith.addf %c, %c : vector<2x4xf32>
  %0 = vector.contract {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %zero : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %1 = arith.addf %0, %d : vector<2x4xf32>
  %2 = vector.contract {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %minus : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %3 = arith.addf %d, %2 : vector<2x4xf32>
  return %1, %3 : vector<2x4xf32>, vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    ) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT:     %[[STEP:.*]] = vector.step : vector<4xindex>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi ult, %[[STEP]], %[[CST_1]] : vector<4xindex>
// CHECK-NEXT:     return %[[CST]], %[[CST_0]], %[[CST_0]], %[[CMPI]] : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
// CHECK-NEXT:   }
func.func @step() -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %step = vector.step : vector<4xindex>
  %3 = arith.constant dense<3> : vector<4xindex>
  %4 = arith.constant dense<4> : vector<4xindex>
  %less = arith.cmpi ult, %step, %4 : vector<4xindex>
  %equal = arith.cmpi eq, %step, %4 : vector<4xindex>
  %greater = arith.cmpi ugt, %step, %3 : vector<4xindex>
  // It depends on the element.
  %mixed = arith.cmpi ult, %step, %3 : vector<4xindex>
  return %less, %equal, %greater, %mixed : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}
